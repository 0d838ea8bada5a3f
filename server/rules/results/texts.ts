/** Results in words. */
import { sql, type SQL } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import { json, type Executor } from '../../platform/db/connect.ts'

/** `23 Cebra`, `A 123 · B 456 · C 789 LEO`, `1 2345 · 2 6789 · 3 0123`: place, number, and its symbol's name or sign. */
function inWords(rows: SQL, product_id: SQL): SQL {
  return sql`(
    SELECT string_agg(concat_ws(' ', nullif(n.place, ''), n.number, coalesce(s.name, n.sign)), ' · ' ORDER BY n.place)
    FROM ${rows} n LEFT JOIN product_symbols s ON s.product_id = ${product_id} AND s.code = n.number)`
}

/** Of a result by its id; null without one. */
export function textOfResult(result_id: SQL, product_id: SQL): SQL {
  return inWords(sql`(SELECT * FROM result_numbers WHERE result_id = ${result_id})`, product_id)
}

/** Of numbers kept as JSON. */
export function textOfNumbers(numbers: SQL, product_id: SQL): SQL {
  return inWords(
    sql`(SELECT * FROM jsonb_to_recordset(${numbers}) AS j(place text, number text, sign text))`,
    product_id,
  )
}

/** Of numbers nobody kept yet. */
export async function numberTexts(db: Executor, product_id: number, numbers: readonly ResultNumber[]): Promise<string> {
  const row = await db.one<{ text: string | null }>(
    sql`SELECT ${textOfNumbers(json(numbers), sql`${product_id}::int`)} AS text`,
  )
  return row?.text ?? ''
}
