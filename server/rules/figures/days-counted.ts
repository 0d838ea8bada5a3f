/**
 * How many days a sum by day of the week or by hour is of: of a month with five Tuesdays and four Saturdays the
 * sums say nothing about which sells more. Days that have not come are none, nor are hours of today that have not.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween, inZone, weekday, type Period } from '@contract/values/dates.ts'
import type { Clock } from './stretch.ts'

/** The place of all weekdays together, behind the seven. */
const ALL = 8

/**
 * A common table expression `days_known`, of one row: `counted` by weekday, all of them last; today's `weekday` and
 * `hour` where today is among them.
 */
export function daysKnownCte(
  { from, to, weekday: only }: Period & { weekday?: number | undefined },
  clock: Clock,
): SQL {
  const { day: today, time } = inZone(clock.now, clock.zone)
  const last = to < today ? to : today
  const counted = Array.from({ length: ALL }, () => 0)
  for (let at = 0; at < (from <= last ? daysBetween(from, last) : 0); at += 1) {
    const day = weekday(addDays(from, at))
    if (only !== undefined && day !== only) continue
    counted[day - 1]! += 1
    counted[ALL - 1]! += 1
  }
  const running = from <= today && today <= to && (only === undefined || only === weekday(today))
  return sql`
    days_known AS (
      SELECT ${`{${counted.join()}}`}::int[] AS counted, ${running ? weekday(today) : null}::int AS weekday,
        ${Number(time.slice(0, 2))}::int AS hour
    )`
}

/** Of how many days a row `figure` is, by its `weekday` and `hour`, each null where the row is of all of them. */
export const countedDays = sql`(
  SELECT days_known.counted[coalesce(figure.weekday, ${sql.raw(String(ALL))})] - coalesce(
    figure.hour > days_known.hour AND coalesce(figure.weekday, days_known.weekday) = days_known.weekday, false
  )::int
  FROM days_known)`
