/** Numbers: the dearest if they came, the longest not seen. */
import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '@contract/values/dates.ts'
import { ratioPercent } from '@contract/values/money.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { unawarded, type At } from '../../rules/draws/pending.ts'
import { ceilingsOf } from '../../rules/figures/ceilings.ts'
import { narrowed, type Narrowing, type Subject } from '../../rules/figures/subject.ts'

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
    sql`s.draw_id = o.id`,
    sql`s.partner_id = ${subject.id}`,
    sql`s.currency = ${by.currency}`,
    sql`s.sold > 0`,
  )
}

/** Rows of `open` × their numbers with `quota`, the `limit` that cost most. Within a draw, risk goes with liability. */
function dearest(subject: Subject, by: Narrowing, limit: number): SQL {
  return sql`
    SELECT o.*, s.bet_type_id, s.number, s.sold, s.liability, s.liability - o.draw_sold AS risk, q.amount AS quota
    FROM open o CROSS JOIN LATERAL (
      SELECT s.bet_type_id, s.number, s.sold, s.liability FROM draw_sales s
      WHERE ${every(soldIn(subject, by), ...narrowed({ bet_type_id: by.bet_type_id }, 's'))}
      ORDER BY s.liability DESC, s.bet_type_id, s.number LIMIT ${limit}
    ) s
    LEFT JOIN quotas q ON q.product_id = o.product_id AND q.bet_type_id = s.bet_type_id
    ORDER BY risk DESC, o.id, s.bet_type_id, s.number LIMIT ${limit}`
}

/** The same, the `limit` that used most of their quota. Within a draw and a bet type, use goes with what was sold. */
function fullest(subject: Subject, by: Narrowing, limit: number): SQL {
  return sql`
    SELECT o.*, q.bet_type_id, s.number, s.sold, s.liability, s.liability - o.draw_sold AS risk, q.amount AS quota
    FROM open o JOIN quotas q ON q.product_id = o.product_id CROSS JOIN LATERAL (
      SELECT s.number, s.sold, s.liability FROM draw_sales s
      WHERE ${every(soldIn(subject, by), sql`s.bet_type_id = q.bet_type_id`)}
      ORDER BY s.sold DESC, s.number LIMIT ${limit}
    ) s
    -- A quota of zero sells nothing: there is no use of it to speak of.
    WHERE q.amount > 0
    ORDER BY s.sold / q.amount DESC, risk DESC, o.id, q.bet_type_id, s.number LIMIT ${limit}`
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
  const within = sql`d.day BETWEEN ${from} AND ${to}`
  const days = only_open
    ? every(within, sql`d.closes_at > ${at.now.toISOString()}`)
    : from <= at.today && at.today <= to
      ? sql`(${within} OR (d.day < ${from} AND ${unawarded(at)}))`
      : within
  const rows = await db.rows<Omit<RiskyNumber, 'used_percent'>>(sql`
    -- Once for each draw: merged with what joins it, its sales would be added up again for each of its numbers.
    WITH open AS MATERIALIZED (
      SELECT d.id, d.product_id, d.scheduled_at, d.closes_at,
        (
          SELECT sum(s.sold)
          FROM draw_sales s
          WHERE s.draw_id = d.id AND s.partner_id = ${subject.id} AND s.currency = ${by.currency}
        ) AS draw_sold
      FROM draws d
      WHERE ${every(sql`d.state = 'activo'`, days, ...narrowed({ product_id: by.product_id }, 'd'))}
    ), quotas AS (
      ${ceilingsOf(subject, by)}
    ), top AS (${order === 'quota' ? fullest(subject, by, limit) : dearest(subject, by, limit)})
    SELECT t.id AS draw_id, p.name AS product_name, t.scheduled_at, t.closes_at, t.bet_type_id, b.name AS bet_type_name,
      t.number, y.name AS symbol_name,
      t.sold, t.liability, t.draw_sold, t.risk, t.quota
    FROM top t JOIN products p ON p.id = t.product_id JOIN bet_types b ON b.id = t.bet_type_id
    LEFT JOIN product_symbols y ON y.product_id = t.product_id AND y.code = t.number
    ORDER BY ${order === 'quota' ? sql`t.sold / t.quota DESC, t.risk DESC` : sql`t.risk DESC`}, t.id, t.bet_type_id, t.number`)
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
      SELECT y.product_id, array_agg(y.code) AS missing, 0::bigint AS passed, true AS goes_on,
        -- Later than any draw of the last day, in whatever zone.
        (${to}::date + 2)::timestamptz AS before, NULL::text[] AS numbers, NULL::bigint[] AS since, NULL::timestamptz[] AS at
      FROM product_symbols y JOIN products p ON p.id = y.product_id AND p.kind = 'animalitos' AND p.status = 'activo'
      WHERE ${every(...narrowed({ product_id }, 'y'))} GROUP BY 1
      UNION ALL
      SELECT w.product_id, ARRAY(SELECT m FROM unnest(w.missing) m WHERE m <> ALL (coalesce(s.numbers, '{}'))), w.passed + s.draws,
        s.draws = ${lookedBack}, s.before, s.numbers, s.since, s.at
      FROM walk w CROSS JOIN LATERAL (
        WITH drawn AS MATERIALIZED (
          SELECT d.scheduled_at, d.result_id, w.passed + row_number() OVER (ORDER BY d.scheduled_at DESC) - 1 AS since FROM (
            SELECT d.scheduled_at, d.result_id FROM draws d
            WHERE d.product_id = w.product_id AND d.state = 'premiado' AND d.day <= ${to} AND d.scheduled_at < w.before
            ORDER BY d.scheduled_at DESC LIMIT ${lookedBack}) d
        ), came AS (
          SELECT n.number, min(d.since) AS since, max(d.scheduled_at) AS at FROM drawn d JOIN result_numbers n ON n.result_id = d.result_id
          WHERE n.number = ANY (w.missing) GROUP BY 1
        )
        SELECT d.draws, d.before, c.numbers, c.since, c.at
        FROM (SELECT count(*) AS draws, min(scheduled_at) AS before FROM drawn) d,
          (SELECT array_agg(number) AS numbers, array_agg(since) AS since, array_agg(at) AS at FROM came) c
      ) s WHERE w.goes_on AND cardinality(w.missing) > 0
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
    last AS (SELECT w.product_id, u.* FROM walk w CROSS JOIN unnest(w.numbers, w.since, w.at) AS u (number, since, at)),
    counted AS (SELECT product_id, max(passed) AS draws FROM walk GROUP BY 1)
    SELECT y.product_id, p.name AS product_name, y.code AS number, y.name AS symbol_name,
      coalesce(l.since, c.draws)::int AS draws_since, l.at AS last_drawn_at
    FROM counted c JOIN products p ON p.id = c.product_id JOIN product_symbols y ON y.product_id = c.product_id
    LEFT JOIN last l ON l.product_id = y.product_id AND l.number = y.code
    WHERE c.draws > 0
    ORDER BY draws_since DESC, l.at NULLS FIRST, p.position, y.product_id, y.position, y.code LIMIT ${limit}`)
}
