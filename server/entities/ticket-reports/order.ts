/** What the reports over tickets share: their order, how a number is written, and what a symbol is called. */
import { sql, type SQL } from 'drizzle-orm'
import { canonicalNumber } from '@contract/values/bet-numbers.ts'
import { Problem } from '../../platform/http/problem.ts'

export interface PageOf {
  page: number
  per_page: number
}

/**
 * `ORDER BY` of `sort` (`field` or `-field`) over the columns offered, `usual` when none is asked. `tie` names a
 * row, so that pages neither repeat nor lose one; it runs the way the column does. No column
 * may be null: an index is then read either way.
 * @throws Problem `invalid` when the report cannot be ordered by that field.
 */
export function orderBy(
  sort: string | undefined,
  usual: string,
  columns: Record<string, readonly SQL[]>,
  tie: readonly SQL[],
): SQL {
  const asked = sort ?? usual
  const field = asked.replace('-', '')
  if (!Object.hasOwn(columns, field)) throw Problem.on('sort', 'invalid', 'No se puede ordenar por ese campo')
  const way = asked.startsWith('-') ? sql`DESC` : sql`ASC`
  return sql`ORDER BY ${sql.join(
    [...(columns[field] ?? []), ...tie].map((one) => sql`${one} ${way}`),
    sql`, `,
  )}`
}

export function limit({ page, per_page }: PageOf): SQL {
  return sql`LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
}

/** A number as it is kept: signs in capitals, several symbols in their one order. */
export function askedNumber(typed: string): string {
  const number = typed.toUpperCase()
  return number.includes('-') ? canonicalNumber('tripleta', number) : number
}

/** The name of the symbol that `number` (a text column) is in a product, or the names of several; null where it is a figure. */
export function symbolName(product_id: SQL, number: SQL): SQL {
  return sql`(SELECT string_agg(y.name, ', ' ORDER BY part.at) FROM unnest(string_to_array(${number}, '-')) WITH ORDINALITY AS part(code, at)
    JOIN product_symbols y ON y.product_id = ${product_id} AND y.code = part.code)`
}
