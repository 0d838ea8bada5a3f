/** How a bet's number is written, and what its symbols are called. */
import { sql, type SQL } from 'drizzle-orm'
import { canonicalNumber } from '@contract/values/bet-numbers.ts'

/** A number as it is kept: signs in capitals, several symbols in their one order. */
export function askedNumber(typed: string): string {
  const number = typed.toUpperCase()
  return number.includes('-') ? canonicalNumber('tripleta', number) : number
}

/** The name of the symbol that `number` (a text column) is in a product, or the names of several; null where it is a figure. */
export function symbolName(product_id: SQL, number: SQL): SQL {
  return sql`(
    SELECT string_agg(y.name, ', ' ORDER BY part.at)
    FROM unnest(string_to_array(${number}, '-')) WITH ORDINALITY AS part(code, at)
    JOIN product_symbols y ON y.product_id = ${product_id} AND y.code = part.code
  )`
}
