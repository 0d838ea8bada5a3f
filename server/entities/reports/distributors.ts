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
  return sql`cells AS (SELECT f.partner_id::text AS member FROM figures f), ${placed(subject, 'distribuidor', member)},
    spread AS MATERIALIZED (SELECT ${joined([...own, ...added])} FROM figures f JOIN places pl ON pl.member = f.partner_id::text GROUP BY ${joined(places)})`
}

/** Rows `f` of `spread` with their distributor `p`. */
export const spreadRows = sql`spread f JOIN (SELECT key, name, code, type, search AS name_key FROM named) p ON p.key = f.partner_id::text`

/** What tells rows apart as one value: several of them are compared by a hash, where each may be null. */
function keyOf(keys: readonly string[], alias: string, member: string): SQL {
  const parts = keys.map((key) => (key === 'partner_id' ? member : `coalesce(${alias}.${key}::text, '-')`))
  return sql.raw(`concat_ws('|', ${parts.join(', ')})`)
}

/** Count and totals of the rows that `where` admits, which without a search are `all`; `amounts` are aggregates over rows `f`. */
export function spreadCount(
  { keys }: Told,
  amounts: Readonly<Record<string, SQL>>,
  from: SQL,
  { where, all }: { where: SQL; all: boolean },
): SQL {
  const totals = Object.entries(amounts).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  const found = sql`SELECT ${keyOf(keys, 'r', 'pl.member')} FROM (
      SELECT ${joined(keys.map((key) => sql.raw(`f.${key}`)))} FROM ${from} WHERE ${where}) r JOIN places pl ON pl.key = r.partner_id::text`
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s ORDER BY s.currency), '[]') AS totals FROM (
      SELECT f.currency::text AS currency, n.rows, ${joined(totals)}
      FROM figures f JOIN (SELECT f.currency, count(*)::int AS rows FROM ${from} WHERE ${where} GROUP BY 1) n ON n.currency = f.currency
      ${all ? sql`` : sql`WHERE ${keyOf(keys, 'f', 'f.partner_id::text')} IN (${found})`}
      GROUP BY f.currency, n.rows) s`
}
