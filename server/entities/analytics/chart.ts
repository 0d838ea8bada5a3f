/** The figures of a chart: a course or a map of the week, in the largest series and the rest together. */
import { sql, type SQL } from 'drizzle-orm'
import { longestHours, type analytics, type ChartPoint, type StackBy, type Step } from '@contract/analytics.ts'
import type { Answer, Arguments } from '@contract/endpoint.ts'
import { measures, type Measure } from '@contract/measures.ts'
import { daysBetween } from '@contract/values/dates.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { changeSql, inAll, measureSql } from '../../rules/figures/model/measured.ts'
import { daysKnownCte, countedDays } from '../../rules/figures/days-counted.ts'
import { figuresCte } from '../../rules/figures/model/plan.ts'
import type { Dimensions } from '../../rules/figures/model/question.ts'
import { allSums } from '../../rules/figures/model/sources.ts'
import { checkRange, previousOf, stretchOf } from '../../rules/figures/stretch.ts'
import { partnersAt, subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { settleBefore } from '../../rules/settlement/settle.ts'

type Asked = NonNullable<Arguments<typeof analytics.chart>['query']> & {
  step: Step
  stack: StackBy
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
const byStack: Record<StackBy, { key: string; names: string } | null> = {
  ninguno: null,
  moneda: null,
  afiliado: { key: 'partner_id', names: 'partners' },
  producto: { key: 'product_id', names: 'products' },
  jugada: { key: 'bet_type_id', names: 'bet_types' },
}

function dimensionsOf({ step, stack, level }: Asked, subject: Subject): Dimensions {
  return {
    ...byStep[step],
    partner: stack === 'afiliado' ? partnersAt(subject, level ?? 'directos') : undefined,
    product: stack === 'producto',
    bet_type: stack === 'jugada',
  }
}

/** Every measure over rows `figure`, and what was sold and earned before. */
const figured = sql.join(
  [
    ...(Object.keys(measures) as Measure[]).map((name) => pointsSql(name, measureSql(name, inAll))),
    ...['sold_before', 'profit_before'].map((name) => pointsSql(name, changeSql(name, 'all')!)),
  ],
  sql`, `,
)
function pointsSql(name: string, total: SQL): SQL {
  return sql`(${total})${sql.raw(name === 'tickets' || name === 'lines' ? '' : '::text')} AS ${sql.identifier(name)}`
}

/**
 * The rank of each series in its currency, by the size of the measure asked: who lost most is among the first, as who
 * earned most is. One without a value comes last.
 */
function rankedBy(key: string, of: Measure): SQL {
  const own = sql.raw(`figure.${key}`)
  return sql`SELECT figure.currency, ${own} AS key,
      row_number() OVER (PARTITION BY figure.currency ORDER BY abs(${measureSql(of, inAll)}) DESC NULLS LAST, ${own}) AS place
    FROM figures figure
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
  const own = series ? sql.raw(`figure.${series.key}`) : sql`NULL::int`
  // One statement, so that series, points and totals speak of the same instant.
  const found = await db.one<{ points: ChartPoint[]; series: Charted['series']; totals: Charted['totals'] }>(sql`
    WITH ${cte}, ${daysKnownCte(asked, clock)}, ranked AS (${ranked}), kept AS (SELECT * FROM ranked WHERE place <= ${asked.top}),
    points AS (
      SELECT figure.currency, figure.day::text AS day, figure.weekday, figure.hour,
        ${asked.step === 'mapa' ? countedDays : sql`NULL::int`} AS days,
        kept.key::int AS series, ${figured}
      FROM figures figure
      LEFT JOIN kept ON kept.currency = figure.currency AND kept.key = ${own}
      GROUP BY 1, 2, 3, 4, kept.key
      ORDER BY 1, 2, 3, 4, kept.key NULLS LAST
    )
    SELECT (SELECT coalesce(json_agg(points), '[]') FROM points) AS points,
      (SELECT coalesce(json_agg(json_build_object('currency', kept.currency, 'key', kept.key, 'name', named.name)
        ORDER BY kept.currency, kept.place), '[]')
        FROM kept JOIN ${sql.raw(series?.names ?? 'products')} named ON named.id = kept.key) AS series,
      (SELECT coalesce(json_agg(summed ORDER BY summed.currency), '[]')
        FROM (SELECT figure.currency, ${figured} FROM figures figure GROUP BY 1) summed) AS totals`)
  return { stretch: stretchOf(asked, clock), previous: previous?.stretch ?? null, ...found! }
}
