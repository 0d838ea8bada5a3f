/**
 * Figures by distributor. They lie inside one another, so rows are told from members that do not (the partners right
 * above the agencies, the agencies, or the offices), and a sum of rows would count the inner ones twice: totals are those
 * of the members under the rows found, each once. Those without a distributor have a row of their own. Where rows of the
 * distributors are kept, these are read, and what lies under no other one of them is counted.
 */
import { sql, type SQL } from 'drizzle-orm'
import { fold } from '@contract/values/text.ts'
import { keys } from '../model/plan.ts'
import { allSums, counts } from '../model/sources.ts'
import { withoutDistributor } from '../names.ts'
import { listed, type Subject } from '../subject.ts'

const joined = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

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

/** Has the subject agencies below it, whose fathers may be the members? */
export const headOf = (subject: Subject): boolean => subject.type === 'banca' || subject.type === 'distribuidor'

/** Offices without a distributor above them, within the partner asked for, are still sales: they have a row of their own. */
const named = (subject: Subject) => sql`
  listed AS (SELECT p.id, p.name, p.code, p.type::text AS type, p.name_key FROM partners p WHERE ${listed(subject, 'distribuidor')}),
  named AS MATERIALIZED (SELECT * FROM listed UNION ALL SELECT 0, ${withoutDistributor}, NULL, 'distribuidor', ${fold(withoutDistributor)})`

/**
 * `named (id, name, code, type, name_key)`, the distributors, and `places (member, id)`: those that each partner of
 * `figures` counts in.
 */
export function distributorsCte(subject: Subject): SQL {
  return sql`
    ${named(subject)},
    members AS MATERIALIZED (SELECT DISTINCT f.partner_id AS member FROM figures f),
    under AS MATERIALIZED (
      SELECT m.member, n.id
      FROM members m
      CROSS JOIN LATERAL (SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = m.member OFFSET 0) a
      JOIN named n ON n.id = a.ancestor_id
    ),
    places AS MATERIALIZED (
      SELECT *
      FROM under
      UNION ALL
      SELECT m.member, 0
      FROM members m
      WHERE NOT EXISTS (SELECT 1 FROM under u WHERE u.member = m.member)
    )`
}

/** `spread`, the rows of `figures` at the `places` they count in. */
export function spreadCte({ keys, sums, largest = [] }: Told): SQL {
  const own = keys.map((key) => (key === 'partner_id' ? sql`pl.id AS partner_id` : sql.raw(`f.${key}`)))
  const added = [
    ...sums.map((sum) => sql.raw(`sum(f.${sum})${counts(sum) ? '::int' : ''} AS ${sum}`)),
    ...largest.map((one) => sql.raw(`max(f.${one}) AS ${one}`)),
  ]
  const places = keys.map((key) => (key === 'partner_id' ? sql`pl.id` : sql.raw(`f.${key}`)))
  return sql`
    spread AS MATERIALIZED (
      SELECT ${joined([...own, ...added])}
      FROM figures f
      JOIN places pl ON pl.member = f.partner_id
      GROUP BY ${joined(places)}
    )`
}

/** Rows `f` of `spread` with their distributor `p`. */
export const spreadRows = sql`spread f JOIN named p ON p.id = f.partner_id`

/**
 * Count and totals of the rows that `where` admits, all where there is none; `amounts` are aggregates over rows `f`, and
 * `names` joins what a row is called beside its distributor.
 */
export function spreadCount(amounts: Readonly<Record<string, SQL>>, names: SQL, where: SQL | undefined): SQL {
  // What an office sold is in a row that was found where one of the places it counts in was found with it.
  const found =
    where &&
    sql`WHERE EXISTS (SELECT 1 FROM places pl JOIN named p ON p.id = pl.id WHERE pl.member = f.partner_id AND ${where})`
  return countFrom(sql`figures f ${names}`, found, amounts, names, where)
}

/** The distributors, and where the subject has agencies without one these too: `p` of whom rows are kept. */
export function distributorsOrNone(subject: Subject): SQL {
  const own = listed(subject, 'distribuidor')
  return subject.type === 'banca' ? sql`(${own} OR (p.type = 'agencia' AND p.father_id = ${subject.id}))` : own
}

/** `named` and `spread` of `figures` of these partners themselves, and `tops`, those of them that lie in no other one. */
export function keptCte(subject: Subject, { keys, sums }: Told): SQL {
  const columns = (partner: SQL, add: (sum: string) => SQL) =>
    joined([...keys.map((key) => (key === 'partner_id' ? partner : sql.raw(`f.${key}`))), ...sums.map(add)])
  const without = keys.filter((key) => key !== 'partner_id').map((key) => sql.raw(`f.${key}`))
  const isTop = subject.type === 'banca' ? sql`p.father_id = ${subject.id}` : sql`p.id = ${subject.id}`
  return sql`
    ${named(subject)},
    tops AS MATERIALIZED (SELECT p.id FROM partners p WHERE ${isTop}),
    spread AS MATERIALIZED (
      SELECT ${columns(sql`f.partner_id`, (sum) => sql.raw(`f.${sum}`))} FROM figures f JOIN named n ON n.id = f.partner_id
      UNION ALL
      SELECT ${columns(sql`0`, (sum) => sql.raw(`sum(f.${sum})${counts(sum) ? '::int' : ''}`))}
      FROM figures f WHERE NOT EXISTS (SELECT 1 FROM named n WHERE n.id = f.partner_id) GROUP BY ${joined(without)})`
}

/** Of rows `f` of `figures`, those that together have everything once. */
export const topmost = sql`WHERE f.partner_id IN (SELECT id FROM tops)`

/** What `spreadCount` tells, of rows that `keptCte` made. */
export function keptCount(
  amounts: Readonly<Record<string, SQL>>,
  names: SQL,
  { keys }: Told,
  where: SQL | undefined,
): SQL {
  if (!where) return countFrom(sql`figures f ${names}`, topmost, amounts, names, where)
  const alike = keys
    .filter((key) => key !== 'partner_id')
    .map((key) => sql.raw(`g.${key} IS NOT DISTINCT FROM f.${key}`))
  // What lies in several of the rows found is in the outermost of them.
  const found = sql`
    WHERE ${where}
      AND NOT EXISTS (
        SELECT 1
        FROM partner_ancestors a
        JOIN found g ON g.partner_id = a.ancestor_id AND ${sql.join(alike, sql` AND `)}
        WHERE a.partner_id = f.partner_id AND a.depth > 0
      )`
  return sql`WITH found AS MATERIALIZED (SELECT f.* FROM ${spreadRows} ${names} WHERE ${where})
    ${countFrom(sql`${spreadRows} ${names}`, found, amounts, names, where)}`
}

function countFrom(
  rows: SQL,
  found: SQL | undefined,
  amounts: Readonly<Record<string, SQL>>,
  names: SQL,
  where: SQL | undefined,
): SQL {
  const totals = Object.entries(amounts).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s ORDER BY s.currency), '[]') AS totals FROM (
      SELECT f.currency::text AS currency, n.rows, ${joined(totals)}
      FROM ${rows}
      JOIN (
        SELECT f.currency, count(*)::int AS rows FROM ${spreadRows} ${names} ${where ? sql`WHERE ${where}` : sql``} GROUP BY 1
      ) n ON n.currency = f.currency
      ${found ?? sql``} GROUP BY f.currency, n.rows) s`
}
