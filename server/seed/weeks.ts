/** The demo's closed weeks: each Monday morning its week, as somebody of the banca would; the last one waits to be closed. */
import { sql } from 'drizzle-orm'
import { addDays, dayStart, weekday } from '@contract/values/dates.ts'
import { closeWeek } from '../rules/books/close.ts'
import { executor, transaction, type Executor, type Pool } from '../platform/db/connect.ts'

interface Days {
  first_day: string
  today: string
  zone: string
}

/** The hour at which the books are closed. */
const atHour = 9 * 3_600_000

/** Closes every week that is over but the last. */
export async function closeWeeks(pool: Pool, { first_day, today, zone }: Days): Promise<void> {
  const by = await executor(pool).one<{ id: number }>(sql`
    SELECT min(person.id) AS id FROM users person JOIN partners partner ON partner.id = person.partner_id AND partner.type = 'banca'`)
  const last = addDays(today, -weekday(today) - 7)
  for (let week = addDays(first_day, 7 - weekday(first_day)); week <= last; week = addDays(week, 7)) {
    const monday = addDays(week, 1)
    await transaction(pool, (tx) =>
      closeWeek(tx, {
        week,
        of: sql`true`,
        signature: { by: by?.id ?? null, at: new Date(Date.parse(dayStart(monday, zone)) + atHour), today: monday },
      }),
    )
  }
}

/** Of three agencies two have a limit on what they sell in a week, by what they sold in the last; some passed it, some are near. */
export async function limitWeeks(db: Executor, today: string): Promise<void> {
  await db.run(sql`
    INSERT INTO partner_debt_limits (partner_id, currency, week_limit)
    SELECT sold.partner_id, sold.currency, round(sold.week * sold.room, -2)
    FROM (
      SELECT agency.id AS partner_id, hour.currency, sum(hour.sold) AS week,
        (ARRAY[0.55, 0.7, 0.95, 1.6])[agency.id % 4 + 1] AS room
      FROM partners agency
      JOIN sales_hours hour ON hour.partner_id = agency.id AND hour.day > ${today}::date - 7 AND hour.day <= ${today}::date
      WHERE agency.type = 'agencia' AND agency.id % 3 < 2
      GROUP BY 1, 2
    ) sold
    WHERE round(sold.week * sold.room, -2) > 0`)
}
