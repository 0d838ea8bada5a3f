/** What a file of results is read against: products by code and name, their parts and symbols, and the draws of its days. */
import { sql } from 'drizzle-orm'
import type { ResultNumber, ResultPart } from '@contract/draws.ts'
import { addDays } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Symbols } from './read.ts'
import { resultShapes } from './parts.ts'

export interface BulkProduct {
  id: number
  name: string
  parts: ResultPart[]
  symbols: Symbols
}

/** Products by what a file may call them: code or name, without case and accents. */
export async function bulkProducts(db: Executor): Promise<Map<string, BulkProduct>> {
  const rows = await db.rows<{ id: number; code: string; name: string }>(
    sql`SELECT id, code, name FROM products WHERE kind <> 'polla' ORDER BY id DESC`,
  )
  const shapes = await resultShapes(
    db,
    rows.map((row) => row.id),
  )
  const symbols = await db.rows<{ product_id: number; code: string; name: string }>(
    sql`SELECT product_id, code, name FROM product_symbols`,
  )
  const products = new Map<string, BulkProduct>()
  for (const { id, code, name } of rows) {
    const own = symbols.filter((symbol) => symbol.product_id === id)
    const product = {
      id,
      name,
      parts: shapes.get(id)!.parts,
      symbols: {
        codes: new Set(own.map((symbol) => symbol.code)),
        by_name: new Map(own.map((symbol) => [fold(symbol.name), symbol.code])),
      },
    }
    products.set(fold(name), product)
    products.set(fold(code), product)
    products.set(fold(code.replaceAll('_', ' ')), product)
  }
  return products
}

export interface BulkDraw {
  id: number
  product_id: number
  scheduled_at: string
  state: 'activo' | 'premiado' | 'suspendido'
  over: boolean
  /** `2026-11-20 13:00` by the product's clock, and by the banca's. */
  by_product: string
  by_banca: string
  in_force: ResultNumber[] | null
  pending: ResultNumber[] | null
  pending_id: number | null
  pending_by: string | null
}

/** Draws of these products on these days and the ones beside them, which another zone may reach. */
export function bulkDraws(
  db: Executor,
  product_ids: readonly number[],
  days: readonly string[],
  at: Date,
): Promise<BulkDraw[]> {
  const around = [...new Set(days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))]
  const numbers = (result_id: ReturnType<typeof sql>) =>
    sql`(SELECT jsonb_agg(jsonb_build_object('place', n.place, 'number', n.number, 'sign', n.sign) ORDER BY n.place) FROM result_numbers n WHERE n.result_id = ${result_id})`
  return db.rows<BulkDraw>(sql`
    SELECT d.id, d.product_id, d.scheduled_at, d.state::text AS state, d.closes_at <= ${at.toISOString()}::timestamptz AND d.scheduled_at <= ${at.toISOString()}::timestamptz AS over,
      to_char(d.scheduled_at AT TIME ZONE p.zone, 'YYYY-MM-DD HH24:MI') AS by_product, to_char(d.scheduled_at AT TIME ZONE b.zone, 'YYYY-MM-DD HH24:MI') AS by_banca,
      ${numbers(sql`d.result_id`)} AS in_force, e.numbers AS pending, e.id AS pending_id, u.name AS pending_by
    FROM draws d JOIN products p ON p.id = d.product_id CROSS JOIN banca b
    LEFT JOIN result_entries e ON e.draw_id = d.id AND e.state = 'pendiente' LEFT JOIN users u ON u.id = e.entered_by
    WHERE d.product_id = ANY (${list(product_ids)}::int[]) AND d.day = ANY (${list(around)}::date[]) ORDER BY d.id`)
}
