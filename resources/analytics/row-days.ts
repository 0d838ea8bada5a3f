/** The days that a row of time stands for, as far as they were asked. */
import type { analytics } from '@contract/analytics.ts'
import { addDays, type Period } from '@contract/values/dates.ts'
import { monthEnd } from '@/kit/chart/unfinished.ts'
import type { RowOf } from '@/kit/table/query.ts'

type Row = Pick<RowOf<typeof analytics.rows>, 'day' | 'week' | 'month'>

function wholeDays({ day, week, month }: Row): Period | null {
  if (day !== null) return { from: day, to: day }
  if (week !== null) return { from: week, to: addDays(week, 6) }
  if (month === null) return null
  const first = `${month.slice(3)}-${month.slice(0, 2)}-01`
  return { from: first, to: monthEnd(first) }
}

/** Null where a row stands for no days of its own. */
export function daysOfRow(row: Row, asked: Period): Period | null {
  const whole = wholeDays(row)
  return (
    whole && {
      from: whole.from < asked.from ? asked.from : whole.from,
      to: whole.to > asked.to ? asked.to : whole.to,
    }
  )
}
