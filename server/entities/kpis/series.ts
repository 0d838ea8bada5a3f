/** Sales, prizes and commission over time, by day or by hour. */
import { sql } from 'drizzle-orm'
import { addDays, daysBetween, inZone } from '@contract/values/dates.ts'
import { add } from '@contract/values/money.ts'
import type { FigurePoint, FigureSeries, Stretch } from '@contract/kpis.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { nothing, profitOf, totalsOf, type Sums } from '../../rules/figures/figures.ts'
import { partialHour, settledByHour } from '../../rules/figures/partial-day.ts'
import type { Window } from '../../rules/figures/stretch.ts'
import { isNarrowed, narrowed, type Narrowing, type Subject } from '../../rules/figures/subject.ts'

export type Step = 'day' | 'hour'
interface Measured extends Sums {
  day: string
  hour: number | null
}

/** All products: from the hours, with the divided hour from its tickets. */
async function measuredAll(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  { from, to, cut }: Window,
  step: Step,
): Promise<Measured[]> {
  const hour = step === 'hour' ? sql`hour::int` : sql`NULL::int`
  return db.rows<Measured>(sql`
    SELECT day, ${hour} AS hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(tickets)::int AS tickets
    FROM (
      SELECT day, hour, sold, prizes, commission, tickets FROM sales_hours
      WHERE ${every(
        sql`partner_id = ${subject.id}`,
        sql`currency = ${by.currency}`,
        sql`day BETWEEN ${from} AND ${to}`,
        cut !== null && sql`(day < ${to} OR hour < ${cut.hour})`,
      )}
      ${cut ? sql`UNION ALL SELECT ${to}::date, ${cut.hour}::smallint, part.sold, part.prizes, part.commission, part.tickets FROM (${partialHour(subject, by, to, cut)}) part` : sql``}
    ) measured GROUP BY 1, 2`)
}

/** One product or bet type: whole days from its own rollup, hours and the divided day from the settlement's hours. */
async function measuredNarrow(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  window: Window,
  step: Step,
): Promise<Measured[]> {
  const { from, to, cut } = window
  if (step === 'hour') return db.rows<Measured>(settledByHour(subject, by, window, cut))
  const whole = db.rows<Measured>(sql`
    SELECT day, NULL::int AS hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(lines)::int AS tickets
    FROM product_days s
    WHERE ${every(
      sql`partner_id = ${subject.id}`,
      sql`currency = ${by.currency}`,
      sql`day BETWEEN ${from} AND ${cut ? addDays(to, -1) : to}`,
      ...narrowed(by, 's'),
    )} GROUP BY day`)
  if (!cut) return whole
  const part = db.rows<Measured>(sql`
    SELECT day, NULL::int AS hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(tickets)::int AS tickets
    FROM (${settledByHour(subject, by, { from: to, to }, cut)}) hours GROUP BY day`)
  return (await Promise.all([whole, part])).flat()
}

/** Every day, or hour, of the stretch that has come: one without sales is a zero, not a gap. */
function filled(measured: readonly Measured[], stretch: Stretch, step: Step): FigurePoint[] {
  const found = new Map(measured.map((one) => [`${one.day} ${one.hour ?? ''}`, one]))
  const end = inZone(new Date(Date.parse(stretch.to_at) - 1), stretch.zone)
  const points: FigurePoint[] = []
  const put = (day: string, hour: number | null) => {
    const { sold, prizes, commission, tickets } = found.get(`${day} ${hour ?? ''}`) ?? nothing
    found.delete(`${day} ${hour ?? ''}`)
    points.push({
      day,
      hour,
      sold: add(sold),
      prizes: add(prizes),
      commission: add(commission),
      profit: profitOf({ sold, prizes, commission }),
      tickets,
    })
  }
  for (let n = 0, days = daysBetween(stretch.from, stretch.to); n < days; n++) {
    const day = addDays(stretch.from, n)
    if (day > end.day) break
    if (step === 'day') put(day, null)
    else for (let hour = 0; hour <= (day === end.day ? Number(end.time.slice(0, 2)) : 23); hour++) put(day, hour)
  }
  // A total never leaves out what was counted, even if it was counted for an hour that has not come.
  for (const late of [...found.values()].sort((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : (a.hour ?? 0) - (b.hour ?? 0),
  ))
    put(late.day, late.hour)
  return points
}

export async function seriesOf(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  stretch: Stretch,
  window: Window,
  step: Step,
): Promise<FigureSeries> {
  const measured = await (isNarrowed(by)
    ? measuredNarrow(db, subject, by, window, step)
    : measuredAll(db, subject, by, window, step))
  const points = filled(measured, stretch, step)
  return { stretch, points, totals: totalsOf(points) }
}
