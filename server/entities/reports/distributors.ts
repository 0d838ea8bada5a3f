/**
 * Figures by distributor. They lie inside one another, so rows are told from offices (or from agencies, where sums of
 * theirs are kept) and a sum of rows would count the inner ones twice: totals are those of the members under the rows
 * found, each once. Those without a distributor have a row of their own.
 */
import { sql, type SQL } from 'drizzle-orm'
import { keys } from '../../rules/figures/model/plan.ts'
import { allSums } from '../../rules/figures/model/sources.ts'
import type { Subject } from '../../rules/figures/subject.ts'
import { placed } from './general.ts'

const joined = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const counts = (sum: string) => /^(tickets|lines)/.test(sum)

/** What rows of `figures` are told apart by, `partner_id` among it, and the rest of their columns: sums, or the largest of several. */
export interface Told {
  keys: readonly string[]
  sums: readonly string[]
  largest?: readonly string[]
}

/** As the model tells them. */
export const figuresTold: Told = {
  keys: ['currency', ...Object.keys(keys)],
  sums: allSums.flatMap((sum) => [sum, `${sum}_before`]),
}

/** The type of the partners whose sums are spread: nothing lies between a distributor and its agencies. */
export const memberOf = (subject: Subject): 'agencia' | 'taquilla' =>
  subject.type === 'taquilla' ? 'taquilla' : 'agencia'

/** `spread`, the rows of `figures` (of partners of a type) at the places they count in. */
export function spreadCte(
  subject: Subject,
  { keys, sums, largest = [] }: Told,
  member: 'agencia' | 'taquilla' = 'taquilla',
): SQL {
  const own = keys.map((key) => (key === 'partner_id' ? sql`pl.key::int AS partner_id` : sql.raw(`f.${key}`)))
  const added = [
    ...sums.map((sum) => sql.raw(`sum(f.${sum})${counts(sum) ? '::int' : ''} AS ${sum}`)),
    ...largest.map((one) => sql.raw(`max(f.${one}) AS ${one}`)),
  ]
  const places = keys.map((key) => (key === 'partner_id' ? sql`pl.key` : sql.raw(`f.${key}`)))
  return sql`cells AS (SELECT f.partner_id::text AS member, f.partner_id FROM figures f), ${placed(subject, 'distribuidor', member)},
    spread AS MATERIALIZED (SELECT ${joined([...own, ...added])} FROM figures f JOIN places pl ON pl.member = f.partner_id::text GROUP BY ${joined(places)})`
}

const called = sql`SELECT key, name, code, type, search AS name_key FROM named`
/** Rows `f` of `spread` with their distributor `p`. */
export const spreadRows = sql`spread f JOIN (${called}) p ON p.key = f.partner_id::text`

/**
 * Count and totals of the rows that `where` admits, all where there is none; `amounts` are aggregates over rows `f`, and
 * `names` joins what a row is called beside its distributor.
 */
export function spreadCount(amounts: Readonly<Record<string, SQL>>, names: SQL, where: SQL | undefined): SQL {
  const totals = Object.entries(amounts).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  // What an office sold is in a row that was found where one of the places it counts in was found with it.
  const found =
    where &&
    sql`WHERE EXISTS (SELECT 1 FROM places pl JOIN (${called}) p ON p.key = pl.key WHERE pl.member = f.partner_id::text AND ${where})`
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s ORDER BY s.currency), '[]') AS totals FROM (
      SELECT f.currency::text AS currency, n.rows, ${joined(totals)}
      FROM figures f ${names} JOIN (SELECT f.currency, count(*)::int AS rows FROM ${spreadRows} ${names} ${where ? sql`WHERE ${where}` : sql``} GROUP BY 1) n ON n.currency = f.currency
      ${found ?? sql``} GROUP BY f.currency, n.rows) s`
}
