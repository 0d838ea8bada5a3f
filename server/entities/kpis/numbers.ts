/** Numbers: the dearest if they came, the longest not seen. */
import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '@contract/values/dates.ts'
import { ratioPercent } from '@contract/values/money.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { isUnawarded, type At } from '../../rules/draws/pending.ts'
import { ceilingsOf } from '../../rules/figures/ceilings.ts'
import { narrowedBy, type Narrowing, type Subject } from '../../rules/figures/subject.ts'

export interface RiskyNumber {
  draw_id: number
  product_name: string
  scheduled_at: string
  closes_at: string
  bet_type_id: number
  bet_type_name: string
  number: string
  symbol_name: string | null
  sold: string
  liability: string
  draw_sold: string
  risk: string
  quota: string | null
  used_percent: string | null
}

interface RiskOptions {
  limit: number
  /** Leaves out draws that closed and wait for their result; with them, those of earlier days stay until they have one. */
  only_open: boolean
  /** What costs most if it comes, or what used most of its quota; then numbers without a quota are left out. */
  order: 'risk' | 'quota'
  at: At
}

/** Rows `draw_sales` of one draw of `open`, through the counters' own key: few are open, however many were sold before. */
function soldIn(subject: Subject, by: Narrowing): SQL {
  return every(
    sql`sale.draw_id = open.id`,
    sql`sale.partner_id = ${subject.id}`,
    sql`sale.currency = ${by.currency}`,
    sql`sale.sold > 0`,
  )
}

/** Rows of `open` × their numbers with `quota`, the `limit` that cost most. Within a draw, risk goes with liability. */
function dearest(subject: Subject, by: Narrowing, limit: number): SQL {
  return sql`
    SELECT open.*, sales.bet_type_id, sales.number, sales.sold, sales.liability, sales.liability - open.draw_sold AS risk,
      quota.amount AS quota
    FROM open CROSS JOIN LATERAL (
      SELECT sale.bet_type_id, sale.number, sale.sold, sale.liability FROM draw_sales sale
      WHERE ${every(soldIn(subject, by), ...narrowedBy({ bet_type_id: by.bet_type_id }, 'sale'))}
      ORDER BY sale.liability DESC, sale.bet_type_id, sale.number LIMIT ${limit}
    ) sales
    LEFT JOIN quotas quota ON quota.product_id = open.product_id AND quota.bet_type_id = sales.bet_type_id
    ORDER BY risk DESC, open.id, sales.bet_type_id, sales.number LIMIT ${limit}`
}

/** The same, the `limit` that used most of their quota. Within a draw and a bet type, use goes with what was sold. */
function fullest(subject: Subject, by: Narrowing, limit: number): SQL {
  return sql`
    SELECT open.*, quota.bet_type_id, sales.number, sales.sold, sales.liability, sales.liability - open.draw_sold AS risk,
      quota.amount AS quota
    FROM open JOIN quotas quota ON quota.product_id = open.product_id CROSS JOIN LATERAL (
      SELECT sale.number, sale.sold, sale.liability FROM draw_sales sale
      WHERE ${every(soldIn(subject, by), sql`sale.bet_type_id = quota.bet_type_id`)}
      ORDER BY sale.sold DESC, sale.number LIMIT ${limit}
    ) sales
    -- A quota of zero sells nothing: there is no use of it to speak of.
    WHERE quota.amount > 0
    ORDER BY sales.sold / quota.amount DESC, risk DESC, open.id, quota.bet_type_id, sales.number LIMIT ${limit}`
}

/**
 * What the house would lose by each number of the draws to come: its prizes less all that the draw
 * sold. The quota is the smallest that holds for the partner: the banca's ceiling, its own, or an
 * ancestor's.
 */
export async function topRisk(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  { from, to }: Period,
  { limit, only_open, order, at }: RiskOptions,
): Promise<RiskyNumber[]> {
  const within = sql`draw.day BETWEEN ${from} AND ${to}`
  const days = only_open
    ? every(within, sql`draw.closes_at > ${at.now.toISOString()}`)
    : from <= at.today && at.today <= to
      ? sql`(${within} OR (draw.day < ${from} AND ${isUnawarded(at)}))`
      : within
  const rows = await db.rows<Omit<RiskyNumber, 'used_percent'>>(sql`
    -- Once for each draw: merged with what joins it, its sales would be added up again for each of its numbers.
    WITH open AS MATERIALIZED (
      SELECT draw.id, draw.product_id, draw.scheduled_at, draw.closes_at,
        (
          SELECT sum(sale.sold)
          FROM draw_sales sale
          WHERE sale.draw_id = draw.id AND sale.partner_id = ${subject.id} AND sale.currency = ${by.currency}
        ) AS draw_sold
      FROM draws draw
      WHERE ${every(sql`draw.state = 'activo'`, days, ...narrowedBy({ product_id: by.product_id }, 'draw'))}
    ), quotas AS (
      ${ceilingsOf(subject, by)}
    ), top AS (${order === 'quota' ? fullest(subject, by, limit) : dearest(subject, by, limit)})
    SELECT top.id AS draw_id, product.name AS product_name, top.scheduled_at, top.closes_at, top.bet_type_id, bet.name AS bet_type_name,
      top.number, symbol.name AS symbol_name,
      top.sold, top.liability, top.draw_sold, top.risk, top.quota
    FROM top JOIN products product ON product.id = top.product_id JOIN bet_types bet ON bet.id = top.bet_type_id
    LEFT JOIN product_symbols symbol ON symbol.product_id = top.product_id AND symbol.code = top.number
    ORDER BY ${order === 'quota' ? sql`top.sold / top.quota DESC, top.risk DESC` : sql`top.risk DESC`}, top.id, top.bet_type_id,
      top.number`)
  return rows.map((row) => ({ ...row, used_percent: row.quota === null ? null : ratioPercent(row.sold, row.quota) }))
}

export interface ColdNumber {
  product_id: number
  product_name: string
  number: string
  symbol_name: string | null
  draws_since: number
  last_drawn_at: string | null
}

/** How many draws of a product are looked back at in a step: in as many, nearly every symbol of a board has come. */
const lookedBack = 200

/**
 * `walk`: of each product its awarded draws, from the end of the range back, a step at a time for as long as a symbol is
 * missing. A row is a step: symbols that came in it (`numbers`) with the draws `since` and when (`at`), and how many draws
 * were `passed` until its end. What came lately ends the search, however many draws there ever were.
 */
function walkBack(to: string, product_id: number | undefined): SQL {
  return sql`
    RECURSIVE walk AS (
      SELECT symbol.product_id, array_agg(symbol.code) AS missing, 0::bigint AS passed, true AS goes_on,
        -- Later than any draw of the last day, in whatever zone.
        (${to}::date + 2)::timestamptz AS before, NULL::text[] AS numbers, NULL::bigint[] AS since, NULL::timestamptz[] AS at
      FROM product_symbols symbol
      JOIN products product ON product.id = symbol.product_id AND product.kind = 'animalitos' AND product.status = 'activo'
      WHERE ${every(...narrowedBy({ product_id }, 'symbol'))} GROUP BY 1
      UNION ALL
      SELECT walk.product_id, ARRAY(SELECT one FROM unnest(walk.missing) one WHERE one <> ALL (coalesce(seen.numbers, '{}'))),
        walk.passed + seen.draws,
        seen.draws = ${lookedBack}, seen.before, seen.numbers, seen.since, seen.at
      FROM walk CROSS JOIN LATERAL (
        WITH drawn AS MATERIALIZED (
          SELECT looked.scheduled_at, looked.result_id, walk.passed + row_number() OVER (ORDER BY looked.scheduled_at DESC) - 1 AS since
          FROM (
            SELECT draw.scheduled_at, draw.result_id FROM draws draw
            WHERE draw.product_id = walk.product_id AND draw.state = 'premiado' AND draw.day <= ${to} AND draw.scheduled_at < walk.before
            ORDER BY draw.scheduled_at DESC LIMIT ${lookedBack}) looked
        ), came AS (
          SELECT number.number, min(drawn.since) AS since, max(drawn.scheduled_at) AS at FROM drawn
          JOIN result_numbers number ON number.result_id = drawn.result_id
          WHERE number.number = ANY (walk.missing) GROUP BY 1
        )
        SELECT drawn_before.draws, drawn_before.before, came_now.numbers, came_now.since, came_now.at
        FROM (SELECT count(*) AS draws, min(scheduled_at) AS before FROM drawn) drawn_before,
          (SELECT array_agg(number) AS numbers, array_agg(since) AS since, array_agg(at) AS at FROM came) came_now
      ) seen WHERE walk.goes_on AND cardinality(walk.missing) > 0
    )`
}

/**
 * Symbols by how many awarded draws of their product have passed since they last came, seen from the
 * end of the range. One that never came has waited for all of them.
 */
export async function coldestNumbers(
  db: Executor,
  { to }: Period,
  product_id: number | undefined,
  limit: number,
): Promise<ColdNumber[]> {
  return db.rows<ColdNumber>(sql`
    WITH ${walkBack(to, product_id)},
    last AS (SELECT walk.product_id, counted_one.* FROM walk
      CROSS JOIN unnest(walk.numbers, walk.since, walk.at) AS counted_one (number, since, at)),
    counted AS (SELECT product_id, max(passed) AS draws FROM walk GROUP BY 1)
    SELECT symbol.product_id, product.name AS product_name, symbol.code AS number, symbol.name AS symbol_name,
      coalesce(last.since, counted.draws)::int AS draws_since, last.at AS last_drawn_at
    FROM counted JOIN products product ON product.id = counted.product_id
    JOIN product_symbols symbol ON symbol.product_id = counted.product_id
    LEFT JOIN last ON last.product_id = symbol.product_id AND last.number = symbol.code
    WHERE counted.draws > 0
    ORDER BY draws_since DESC, last.at NULLS FIRST, product.position, symbol.product_id, symbol.position, symbol.code LIMIT ${limit}`)
}
