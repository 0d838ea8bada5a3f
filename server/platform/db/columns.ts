/** Many rows as parameters. */
import { sql, type SQL } from 'drizzle-orm'
import { list } from './connect.ts'

/** A column's type and its values, in the order of the rows; undefined is null. */
export type ArrayColumn = readonly [type: string, values: readonly unknown[]]

const toParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

/**
 * Rows to be joined as `name`, one array a column: of thousands the database reads these several times faster than JSON, and
 * plans for as many as there are.
 */
export function unnested(name: string, columns: Readonly<Record<string, ArrayColumn>>): SQL {
  const arrays = Object.values(columns).map(
    ([type, values]) => sql`${list(values.map(toParameter))}::${sql.raw(type)}[]`,
  )
  return sql`unnest(${sql.join(arrays, sql`, `)}) AS ${sql.raw(`${name}(${Object.keys(columns).join(', ')})`)}`
}
