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
    SELECT draw.id, draw.product_id::int AS product_id, product.name AS product_name, draw.scheduled_at, draw.closes_at,
      (
        SELECT coalesce(json_agg(json_build_object('bet_type_id', bet.id, 'kind', bet.kind) ORDER BY bet.id), '[]')
        FROM product_bet_types offer
        JOIN bet_types bet ON bet.id = offer.bet_type_id
        WHERE offer.product_id = draw.product_id AND offer.enabled
          AND (${bet_type_id ?? null}::int IS NULL OR bet.id = ${bet_type_id ?? null}::int)
      ) AS offers,
      ARRAY(SELECT symbol.code FROM product_symbols symbol WHERE symbol.product_id = draw.product_id ORDER BY symbol.position) AS symbols
    FROM draws draw JOIN products product ON product.id = draw.product_id WHERE draw.id = ${draw_id}`)
  if (!draw) throw new Problem('not_found')
  return draw
}

/** Blocks in force for the draw, on the partner or above it. */
function blocks(draw: Draw, subject: Subject): SQL {
  return sql`
    SELECT block.id, block.bet_type_id, block.number FROM blocked_numbers block JOIN draws draw ON draw.id = ${draw.id}
    JOIN partner_ancestors above ON above.ancestor_id = block.partner_id AND above.partner_id = ${subject.id}
    WHERE block.lifted_at IS NULL AND block.product_id = draw.product_id AND (block.draw_id IS NULL OR block.draw_id = draw.id)
      AND (block.from_day IS NULL OR block.from_day <= draw.day) AND (block.to_day IS NULL OR block.to_day >= draw.day)`
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
      SELECT above.ancestor_id AS partner_id, partner.type = 'banca' AS top
      FROM partner_ancestors above
      JOIN partners partner ON partner.id = above.ancestor_id
      WHERE above.partner_id = ${subject.id}
    ), limits AS (
      SELECT level.partner_id, quota.bet_type_id, quota.amount
      FROM level
      JOIN regular_quotas quota ON quota.partner_id = level.partner_id AND quota.product_id = ${draw.product_id}
        AND quota.currency = ${currency}
      UNION ALL
      SELECT level.partner_id, top.bet_type_id, top.amount
      FROM level
      JOIN top_quotas top ON level.top AND top.product_id = ${draw.product_id} AND top.currency = ${currency}
    ), sold AS (
      SELECT sale.bet_type_id, sale.number, sale.sold, sale.liability, sale.lines FROM draw_sales sale
      WHERE sale.draw_id = ${draw.id} AND sale.partner_id = ${subject.id} AND sale.currency = ${currency} AND sale.lines > 0
        AND (${bet_type_id ?? null}::int IS NULL OR sale.bet_type_id = ${bet_type_id ?? null}::int)
    ), number AS (
      SELECT bet_type_id, number FROM sold
      UNION
      SELECT asked.bet_type_id, asked.number
      FROM unnest(
        ${list(more.map((one) => one.bet_type_id))}::smallint[], ${list(more.map((one) => one.number))}::text[]
      ) AS asked(bet_type_id, number)
    ), block AS MATERIALIZED (${blocks(draw, subject)})
    SELECT number.bet_type_id::int AS bet_type_id, bet.name AS bet_type_name, number.number,
      ${symbolName(sql`${draw.product_id}::smallint`, sql`number.number`)} AS symbol_name, symbol.image_url,
      coalesce(sold.lines, 0) AS lines, coalesce(sold.sold, 0)::numeric(16, 2) AS sold,
      coalesce(sold.liability, 0)::numeric(18, 2) AS liability,
      tightest.amount AS quota, tightest.room::numeric(16, 2) AS available,
      (CASE WHEN tightest.amount = 0 THEN 100 ELSE tightest.used * 100 / tightest.amount END)::numeric(12, 1)::text AS used_percent,
      (SELECT min(block.id) FROM block
        WHERE block.number = number.number AND (block.bet_type_id IS NULL OR block.bet_type_id = number.bet_type_id)) AS blocked_id
    FROM number JOIN bet_types bet ON bet.id = number.bet_type_id
    LEFT JOIN sold ON sold.bet_type_id = number.bet_type_id AND sold.number = number.number
    LEFT JOIN product_symbols symbol ON symbol.product_id = ${draw.product_id} AND symbol.code = number.number
    LEFT JOIN LATERAL (
      SELECT limits.amount, coalesce(total.sold, 0) AS used, greatest(limits.amount - coalesce(total.sold, 0), 0) AS room
      FROM limits
      LEFT JOIN draw_sales total ON total.draw_id = ${draw.id} AND total.partner_id = limits.partner_id
        AND total.bet_type_id = number.bet_type_id
        AND total.number = number.number AND total.currency = ${currency}
      WHERE limits.bet_type_id = number.bet_type_id ORDER BY room, limits.amount LIMIT 1
    ) tightest ON true
    ORDER BY coalesce(sold.sold, 0) DESC, number.bet_type_id, symbol.position, length(number.number), number.number`
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
