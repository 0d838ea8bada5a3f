/** Rounds as people see them: state by the clock, price, symbols, and the listed draws with what came out. */
import { sql, type SQL } from 'drizzle-orm'
import type { PollaRound } from '@contract/polla.ts'
import { currencies } from '@contract/values/currency.ts'
import { compareCodes } from '@contract/values/bet-numbers.ts'
import { list, type Executor } from '../../platform/db/connect.ts'

type Listed = PollaRound['draws'][number]
export type Symbol = PollaRound['symbols'][number]

/** State of the draw with this alias: by the clock, unless awarded or suspended. */
function stateOf(alias: 'draw' | 'single'): SQL {
  const d = sql.raw(alias)
  return sql`
    CASE
      WHEN ${d}.state <> 'activo' THEN ${d}.state::text WHEN ${d}.opens_at > clock_timestamp() THEN 'programado'
        WHEN ${d}.closes_at > clock_timestamp() THEN 'abierto' ELSE 'cerrado'
    END`
}

interface Row extends Omit<PollaRound, 'prices' | 'symbols' | 'draws'> {
  price: Record<string, string>
}

/** The rounds that a condition on their `draw` admits, oldest first. */
export async function rounds(db: Executor, where: SQL): Promise<PollaRound[]> {
  const rows = await db.rows<Row>(sql`
    SELECT draw.id, draw.product_id, product.name AS product_name, draw.day, draw.opens_at, draw.closes_at, ${stateOf('draw')} AS state,
      coalesce((product.settings -> 'polla' ->> 'symbols')::int, 0) AS symbols_needed,
      coalesce(product.settings -> 'polla' -> 'price', '{}') AS price
    FROM draws draw JOIN products product ON product.id = draw.product_id AND product.kind = 'polla' WHERE ${where}
    ORDER BY draw.day, product.position, draw.id`)
  if (rows.length === 0) return []
  const symbols = await symbolsOf(
    db,
    rows.map((row) => row.product_id),
  )
  const draws = await listedDraws(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(({ price, ...row }) => ({
    ...row,
    prices: currencies.flatMap((currency) => (price[currency] ? [{ currency, amount: price[currency] }] : [])),
    symbols: symbols.get(row.product_id) ?? [],
    draws: draws.get(row.id) ?? [],
  }))
}

async function symbolsOf(db: Executor, product_ids: readonly number[]): Promise<Map<number, Symbol[]>> {
  const rows = await db.rows<Symbol & { product_id: number }>(sql`
    SELECT product_id, code, name, image_url
    FROM product_symbols
    WHERE product_id = ANY (${list(product_ids)}::int[])
    ORDER BY product_id, position`)
  return grouped(rows, ({ product_id, ...symbol }) => [product_id, symbol])
}

/** A symbol that came out has the name its own product gives it. */
async function listedDraws(db: Executor, round_ids: readonly number[]): Promise<Map<number, Listed[]>> {
  const rows = await db.rows<Listed & { round_id: number }>(sql`
    SELECT polla_draw.polla_draw_id AS round_id, single.id, product.name AS product_name, single.scheduled_at,
      ${stateOf('single')} AS state,
      CASE
        WHEN single.state = 'premiado'
          AND number.number IS NOT NULL THEN json_build_object(
            'code', number.number, 'name', coalesce(symbol.name, number.number), 'image_url', symbol.image_url
          )
      END AS result
    FROM polla_draws polla_draw JOIN draws single ON single.id = polla_draw.draw_id JOIN products product ON product.id = single.product_id
    LEFT JOIN result_numbers number ON number.result_id = single.result_id AND number.place = ''
    LEFT JOIN product_symbols symbol ON symbol.product_id = single.product_id AND symbol.code = number.number
    WHERE polla_draw.polla_draw_id = ANY (${list(round_ids)}::int[]) ORDER BY 1, single.scheduled_at, product.position, single.id`)
  return grouped(rows, ({ round_id, ...draw }) => [round_id, draw])
}

function grouped<R, T>(rows: readonly R[], split: (row: R) => [key: number, value: T]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const [key, value] = split(row)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** Every symbol that came out so far, each once. */
export function drawnSymbols(draws: readonly Listed[]): Symbol[] {
  const found = new Map(draws.flatMap(({ result }) => (result ? [[result.code, result] as const] : [])))
  return [...found.values()].sort((a, b) => compareCodes(a.code, b.code))
}
