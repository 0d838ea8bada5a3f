/**
 * What each number of a draw sold and would pay under a partner, how much of it may still be sold there, and what
 * blocks it. A quota holds on its own level and below: of the partner's and all above it, with the banca's ceiling,
 * the one with least room decides.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { NumberRow, ticketReports } from '@contract/ticket-reports.ts'
import { isBetNumber, type BetKind } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'
import { add } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Subject } from '../../rules/figures/subject.ts'
import { symbolName } from './bet-text.ts'

type BetNumbers = Omit<Answer<typeof ticketReports.betNumber>, 'server_time'>

interface Asked {
  draw_id: number
  currency: Currency
  bet_type_id?: number | undefined
  /** Also every symbol of the product that sold nothing. */
  all: boolean
}

interface Offer {
  bet_type_id: number
  kind: BetKind
}

interface Draw {
  id: number
  product_id: number
  product_name: string
  scheduled_at: string
  closes_at: string
  offers: Offer[]
  symbols: string[]
}

interface Key {
  bet_type_id: number
  number: string
}

/** Throws `not_found`. */
async function drawOf(db: Executor, { draw_id, bet_type_id }: Asked): Promise<Draw> {
  const draw = await db.one<Draw>(sql`
    SELECT d.id, d.product_id::int AS product_id, p.name AS product_name, d.scheduled_at, d.closes_at,
      (
        SELECT coalesce(json_agg(json_build_object('bet_type_id', b.id, 'kind', b.kind) ORDER BY b.id), '[]')
        FROM product_bet_types o
        JOIN bet_types b ON b.id = o.bet_type_id
        WHERE o.product_id = d.product_id AND o.enabled
          AND (${bet_type_id ?? null}::int IS NULL OR b.id = ${bet_type_id ?? null}::int)
      ) AS offers,
      ARRAY(SELECT y.code FROM product_symbols y WHERE y.product_id = d.product_id ORDER BY y.position) AS symbols
    FROM draws d JOIN products p ON p.id = d.product_id WHERE d.id = ${draw_id}`)
  if (!draw) throw new Problem('not_found')
  return draw
}

/** Blocks in force for the draw, on the partner or above it. */
function blocks(draw: Draw, subject: Subject): SQL {
  return sql`
    SELECT k.id, k.bet_type_id, k.number FROM blocked_numbers k JOIN draws d ON d.id = ${draw.id}
    JOIN partner_ancestors above ON above.ancestor_id = k.partner_id AND above.partner_id = ${subject.id}
    WHERE k.lifted_at IS NULL AND k.product_id = d.product_id AND (k.draw_id IS NULL OR k.draw_id = d.id)
      AND (k.from_day IS NULL OR k.from_day <= d.day) AND (k.to_day IS NULL OR k.to_day >= d.day)`
}

/** Numbers to show although they may have sold nothing: those blocked, by every bet type that plays on them, and with `all` the symbols. */
async function unsold(db: Executor, draw: Draw, subject: Subject, all: boolean): Promise<Key[]> {
  const blocked = await db.rows<{ bet_type_id: number | null; number: string }>(blocks(draw, subject))
  const symbols = new Set(draw.symbols)
  const stopped = draw.offers.flatMap(({ bet_type_id, kind }) =>
    blocked
      .filter(
        (one) =>
          (one.bet_type_id === null || one.bet_type_id === bet_type_id) && isBetNumber(kind, one.number, symbols),
      )
      .map(({ number }) => ({ bet_type_id, number })),
  )
  const every = all
    ? draw.offers
        .filter(({ kind }) => kind === 'animalito')
        .flatMap(({ bet_type_id }) => draw.symbols.map((number) => ({ bet_type_id, number })))
    : []
  return [...stopped, ...every]
}

/**
 * Rows of the numbers sold and of `more`. `limits` are the quotas set on the partner's chain; `tightest` is, of those
 * of a number's bet type, the one that leaves least. A quota of nothing is all used.
 */
function numbersOf(draw: Draw, subject: Subject, { currency, bet_type_id }: Asked, more: readonly Key[]): SQL {
  return sql`
    WITH level AS (
      SELECT a.ancestor_id AS partner_id, p.type = 'banca' AS top
      FROM partner_ancestors a
      JOIN partners p ON p.id = a.ancestor_id
      WHERE a.partner_id = ${subject.id}
    ), limits AS (
      SELECT l.partner_id, q.bet_type_id, q.amount
      FROM level l
      JOIN regular_quotas q ON q.partner_id = l.partner_id AND q.product_id = ${draw.product_id} AND q.currency = ${currency}
      UNION ALL
      SELECT l.partner_id, t.bet_type_id, t.amount
      FROM level l
      JOIN top_quotas t ON l.top AND t.product_id = ${draw.product_id} AND t.currency = ${currency}
    ), sold AS (
      SELECT s.bet_type_id, s.number, s.sold, s.liability, s.lines FROM draw_sales s
      WHERE s.draw_id = ${draw.id} AND s.partner_id = ${subject.id} AND s.currency = ${currency} AND s.lines > 0
        AND (${bet_type_id ?? null}::int IS NULL OR s.bet_type_id = ${bet_type_id ?? null}::int)
    ), number AS (
      SELECT bet_type_id, number FROM sold
      UNION
      SELECT m.bet_type_id, m.number
      FROM unnest(
        ${list(more.map((one) => one.bet_type_id))}::smallint[], ${list(more.map((one) => one.number))}::text[]
      ) AS m(bet_type_id, number)
    ), block AS MATERIALIZED (${blocks(draw, subject)})
    SELECT n.bet_type_id::int AS bet_type_id, b.name AS bet_type_name, n.number,
      ${symbolName(sql`${draw.product_id}::smallint`, sql`n.number`)} AS symbol_name, y.image_url,
      coalesce(s.lines, 0) AS lines, coalesce(s.sold, 0)::numeric(16, 2) AS sold, coalesce(s.liability, 0)::numeric(18, 2) AS liability,
      tightest.amount AS quota, tightest.room::numeric(16, 2) AS available,
      (CASE WHEN tightest.amount = 0 THEN 100 ELSE tightest.used * 100 / tightest.amount END)::numeric(12, 1)::text AS used_percent,
      (SELECT min(k.id) FROM block k WHERE k.number = n.number AND (k.bet_type_id IS NULL OR k.bet_type_id = n.bet_type_id)) AS blocked_id
    FROM number n JOIN bet_types b ON b.id = n.bet_type_id LEFT JOIN sold s ON s.bet_type_id = n.bet_type_id AND s.number = n.number
    LEFT JOIN product_symbols y ON y.product_id = ${draw.product_id} AND y.code = n.number
    LEFT JOIN LATERAL (
      SELECT x.amount, coalesce(u.sold, 0) AS used, greatest(x.amount - coalesce(u.sold, 0), 0) AS room
      FROM limits x
      LEFT JOIN draw_sales u ON u.draw_id = ${draw.id} AND u.partner_id = x.partner_id AND u.bet_type_id = n.bet_type_id
        AND u.number = n.number AND u.currency = ${currency}
      WHERE x.bet_type_id = n.bet_type_id ORDER BY room, x.amount LIMIT 1
    ) tightest ON true
    ORDER BY coalesce(s.sold, 0) DESC, n.bet_type_id, y.position, length(n.number), n.number`
}

/** Throws `not_found` when there is no such draw. */
export async function betNumbers(db: Executor, subject: Subject, asked: Asked): Promise<BetNumbers> {
  const draw = await drawOf(db, asked)
  const data = await db.rows<NumberRow>(numbersOf(draw, subject, asked, await unsold(db, draw, subject, asked.all)))
  return {
    draw_id: draw.id,
    product_id: draw.product_id,
    product_name: draw.product_name,
    scheduled_at: draw.scheduled_at,
    closes_at: draw.closes_at,
    data,
    total: { sold: add('0', ...data.map(({ sold }) => sold)), lines: data.reduce((sum, { lines }) => sum + lines, 0) },
  }
}
