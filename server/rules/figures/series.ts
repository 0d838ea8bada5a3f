/** Sales, prizes and commission over time, by day or by hour. */
import { sql } from 'drizzle-orm'
import { addDays, daysBetween, inZone } from '@contract/values/dates.ts'
import { add } from '@contract/values/money.ts'
import type { FigurePoint, FigureSeries, Stretch } from '@contract/kpis.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { nothing, profitOf, totalsOf, type FigureSums } from './figures.ts'
import { figuresCte } from './model/plan.ts'
import type { FigureWindow } from './stretch.ts'
import { isNarrowed, type Narrowing, type Subject } from './subject.ts'

export type SeriesStep = 'day' | 'hour'
interface Measured extends FigureSums {
  day: string
  hour: number | null
}

/** Every day, or hour, of the stretch that has come: one without sales is a zero, not a gap. */
function filled(measured: readonly Measured[], stretch: Stretch, step: SeriesStep): FigurePoint[] {
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

export async function figureSeries(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  stretch: Stretch,
  window: FigureWindow,
  step: SeriesStep,
): Promise<FigureSeries> {
  const cte = figuresCte({
    ...by,
    subject,
    by: { time: 'day', hour: step === 'hour' },
    sums: ['sold', 'prizes', 'commission', isNarrowed(by) ? 'lines' : 'tickets'],
    period: window,
    before: null,
  })
  const measured = await db.rows<Measured>(
    sql`WITH ${cte} SELECT day, hour, sold, prizes, commission, coalesce(tickets, lines) AS tickets FROM figures`,
  )
  const points = filled(measured, stretch, step)
  return { stretch, points, totals: totalsOf(points) }
}
