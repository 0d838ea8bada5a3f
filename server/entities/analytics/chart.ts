/** The figures of a chart: a course or a map of the week, in the largest series and the rest together. */
import { sql, type SQL } from 'drizzle-orm'
import { longestHours, type analytics, type ChartPoint, type Stack, type Step } from '@contract/analytics.ts'
import type { Answer, Arguments } from '@contract/endpoint.ts'
import { measures, type Measure } from '@contract/measures.ts'
import { daysBetween } from '@contract/values/dates.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { changed, inAll, measured } from '../../rules/figures/model/measured.ts'
import { daysKnownCte, daysOfRow } from '../../rules/figures/days-counted.ts'
import { figuresCte } from '../../rules/figures/model/plan.ts'
import type { Dimensions } from '../../rules/figures/model/question.ts'
import { allSums } from '../../rules/figures/model/sources.ts'
import { checkRange, previousOf, stretchOf } from '../../rules/figures/stretch.ts'
import { listed, subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { settleBefore } from '../../rules/settlement/settle.ts'

type Asked = NonNullable<Arguments<typeof analytics.chart>['query']> & {
  step: Step
  stack: Stack
  of: Measure
  top: number
}
type Charted = Answer<typeof analytics.chart>

const byStep: Record<Step, Dimensions> = {
  hora: { time: 'day', hour: true },
  dia: { time: 'day' },
  semana: { time: 'week' },
  mes: { time: 'month' },
  mapa: { weekday: true, hour: true },
}

/** Of which series a row is: each its key in `figures` and where its name is. Currencies are rows of their own anyway. */
const byStack: Record<Stack, { key: string; names: string } | null> = {
  ninguno: null,
  moneda: null,
  afiliado: { key: 'partner_id', names: 'partners' },
  producto: { key: 'product_id', names: 'products' },
  jugada: { key: 'bet_type_id', names: 'bet_types' },
}

function dimensionsOf({ step, stack, level }: Asked, subject: Subject): Dimensions {
  return {
    ...byStep[step],
    partner: stack === 'afiliado' ? listed(subject, level ?? 'directos') : undefined,
    product: stack === 'producto',
    bet_type: stack === 'jugada',
  }
}

/** Every measure over rows `f`, and what was sold and earned before. */
const figured = sql.join(
  [
    ...(Object.keys(measures) as Measure[]).map((name) => written(name, measured(name, inAll))),
    ...['sold_before', 'profit_before'].map((name) => written(name, changed(name, 'all')!)),
  ],
  sql`, `,
)
function written(name: string, total: SQL): SQL {
  return sql`(${total})${sql.raw(name === 'tickets' || name === 'lines' ? '' : '::text')} AS ${sql.identifier(name)}`
}

/**
 * The rank of each series in its currency, by the size of the measure asked: who lost most is among the first, as who
 * earned most is. One without a value comes last.
 */
function rankedBy(key: string, of: Measure): SQL {
  const own = sql.raw(`f.${key}`)
  return sql`SELECT f.currency, ${own} AS key,
      row_number() OVER (PARTITION BY f.currency ORDER BY abs(${measured(of, inAll)}) DESC NULLS LAST, ${own}) AS place
    FROM figures f
    GROUP BY 1, 2`
}

/**
 * The points of a chart. @throws Problem `not_found` for a partner out of reach, `range_backwards`, `range_too_long`,
 * and `invalid` on `step` for hours of more days than can be told one by one
 */
export async function chartOf(context: Context, asked: Asked): Promise<Charted> {
  const { db, scope, now, session, wire } = context
  checkRange(asked)
  if (asked.step === 'hora' && daysBetween(asked.from, asked.to) > longestHours)
    throw Problem.on('step', 'invalid', `Por hora se ven hasta ${longestHours} días.`)
  const clock = { now, zone: session.zone }
  const subject = await subjectOf(db, scope, asked.partner_id)
  const previous = previousOf(asked, asked.compare ?? 'ninguna', clock, asked.compare_from)
  await settleBefore(wire.database.pool, subject.id)
  const series = byStack[asked.stack]
  const cte = figuresCte({
    subject,
    by: dimensionsOf(asked, subject),
    sums: allSums,
    compared: ['sold', 'prizes', 'commission'],
    period: asked,
    before: previous?.window ?? null,
    currency: asked.currency,
    product_id: asked.product_id,
    bet_type_id: asked.bet_type_id,
  })
  const ranked = series
    ? rankedBy(series.key, asked.of)
    : sql`SELECT NULL::currency AS currency, NULL::int AS key, 0 AS place WHERE false`
  const own = series ? sql.raw(`f.${series.key}`) : sql`NULL::int`
  // One statement, so that series, points and totals speak of the same instant.
  const found = await db.one<{ points: ChartPoint[]; series: Charted['series']; totals: Charted['totals'] }>(sql`
    WITH ${cte}, ${daysKnownCte(asked, clock)}, ranked AS (${ranked}), kept AS (SELECT * FROM ranked WHERE place <= ${asked.top}),
    points AS (
      SELECT f.currency, f.day::text AS day, f.weekday, f.hour, ${asked.step === 'mapa' ? daysOfRow : sql`NULL::int`} AS days,
        k.key::int AS series, ${figured}
      FROM figures f
      LEFT JOIN kept k ON k.currency = f.currency AND k.key = ${own}
      GROUP BY 1, 2, 3, 4, k.key
      ORDER BY 1, 2, 3, 4, k.key NULLS LAST
    )
    SELECT (SELECT coalesce(json_agg(p), '[]') FROM points p) AS points,
      (SELECT coalesce(json_agg(json_build_object('currency', k.currency, 'key', k.key, 'name', n.name) ORDER BY k.currency, k.place), '[]')
        FROM kept k JOIN ${sql.raw(series?.names ?? 'products')} n ON n.id = k.key) AS series,
      (SELECT coalesce(json_agg(t ORDER BY t.currency), '[]') FROM (SELECT f.currency, ${figured} FROM figures f GROUP BY 1) t) AS totals`)
  return { stretch: stretchOf(asked, clock), previous: previous?.stretch ?? null, ...found! }
}
