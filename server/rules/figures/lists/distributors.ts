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
import { partnersAt, type Subject } from '../subject.ts'

const joined = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

/** What rows of `figures` are told apart by, `partner_id` among it, and the rest of their columns: sums, or the largest of several. */
export interface RowGrain {
  keys: readonly string[]
  sums: readonly string[]
  largest?: readonly string[]
}

/** As the model tells them. */
export const figuresGrain: RowGrain = {
  keys: ['currency', ...Object.keys(keys)],
  sums: allSums.flatMap((sum) => [sum, `${sum}_before`]),
}

/** The type of the partners whose sums are spread: nothing lies between a distributor and its agencies. */
export const spreadMember = (subject: Subject): 'agencia' | 'taquilla' =>
  subject.type === 'taquilla' ? 'taquilla' : 'agencia'

/** Has the subject agencies below it, whose fathers may be the members? */
export const headOf = (subject: Subject): boolean => subject.type === 'banca' || subject.type === 'distribuidor'

/** Offices without a distributor above them, within the partner asked for, are still sales: they have a row of their own. */
const named = (subject: Subject) => sql`
  listed AS (SELECT partner.id, partner.name, partner.code, partner.type::text AS type, partner.name_key FROM partners partner
    WHERE ${partnersAt(subject, 'distribuidor')}),
  named AS MATERIALIZED (SELECT * FROM listed UNION ALL SELECT 0, ${withoutDistributor}, NULL, 'distribuidor', ${fold(withoutDistributor)})`

/**
 * `named (id, name, code, type, name_key)`, the distributors, and `places (member, id)`: those that each partner of
 * `figures` counts in.
 */
export function distributorsCte(subject: Subject): SQL {
  return sql`
    ${named(subject)},
    members AS MATERIALIZED (SELECT DISTINCT figure.partner_id AS member FROM figures figure),
    under AS MATERIALIZED (
      SELECT members.member, named.id
      FROM members
      CROSS JOIN LATERAL (SELECT above.ancestor_id FROM partner_ancestors above WHERE above.partner_id = members.member OFFSET 0) above
      JOIN named ON named.id = above.ancestor_id
    ),
    places AS MATERIALIZED (
      SELECT *
      FROM under
      UNION ALL
      SELECT members.member, 0
      FROM members
      WHERE NOT EXISTS (SELECT 1 FROM under WHERE under.member = members.member)
    )`
}

/** `spread`, the rows of `figures` at the `places` they count in. */
export function spreadCte({ keys, sums, largest = [] }: RowGrain): SQL {
  const own = keys.map((key) => (key === 'partner_id' ? sql`place.id AS partner_id` : sql.raw(`figure.${key}`)))
  const added = [
    ...sums.map((sum) => sql.raw(`sum(figure.${sum})${counts(sum) ? '::int' : ''} AS ${sum}`)),
    ...largest.map((one) => sql.raw(`max(figure.${one}) AS ${one}`)),
  ]
  const places = keys.map((key) => (key === 'partner_id' ? sql`place.id` : sql.raw(`figure.${key}`)))
  return sql`
    spread AS MATERIALIZED (
      SELECT ${joined([...own, ...added])}
      FROM figures figure
      JOIN places place ON place.member = figure.partner_id
      GROUP BY ${joined(places)}
    )`
}

/** Rows `figure` of `spread` with their distributor `partner`. */
export const spreadRows = sql`spread figure JOIN named partner ON partner.id = figure.partner_id`

/**
 * Count and totals of the rows that `where` admits, all where there is none; `amounts` are aggregates over rows `figure`, and
 * `names` joins what a row is called beside its distributor.
 */
export function spreadCount(amounts: Readonly<Record<string, SQL>>, names: SQL, where: SQL | undefined): SQL {
  // What an office sold is in a row that was found where one of the places it counts in was found with it.
  const found =
    where &&
    sql`WHERE EXISTS (SELECT 1 FROM places place JOIN named partner ON partner.id = place.id
      WHERE place.member = figure.partner_id AND ${where})`
  return countFrom(sql`figures figure ${names}`, found, amounts, names, where)
}

/** The distributors, and where the subject has agencies without one these too: `partner` of whom rows are kept. */
export function distributorsOrNone(subject: Subject): SQL {
  const own = partnersAt(subject, 'distribuidor')
  return subject.type === 'banca'
    ? sql`(${own} OR (partner.type = 'agencia' AND partner.father_id = ${subject.id}))`
    : own
}

/** `named` and `spread` of `figures` of these partners themselves, and `tops`, those of them that lie in no other one. */
export function keptCte(subject: Subject, { keys, sums }: RowGrain): SQL {
  const columns = (partner: SQL, add: (sum: string) => SQL) =>
    joined([...keys.map((key) => (key === 'partner_id' ? partner : sql.raw(`figure.${key}`))), ...sums.map(add)])
  const without = keys.filter((key) => key !== 'partner_id').map((key) => sql.raw(`figure.${key}`))
  const isTop = subject.type === 'banca' ? sql`partner.father_id = ${subject.id}` : sql`partner.id = ${subject.id}`
  return sql`
    ${named(subject)},
    tops AS MATERIALIZED (SELECT partner.id FROM partners partner WHERE ${isTop}),
    spread AS MATERIALIZED (
      SELECT ${columns(sql`figure.partner_id`, (sum) => sql.raw(`figure.${sum}`))} FROM figures figure
      JOIN named ON named.id = figure.partner_id
      UNION ALL
      SELECT ${columns(sql`0`, (sum) => sql.raw(`sum(figure.${sum})${counts(sum) ? '::int' : ''}`))}
      FROM figures figure WHERE NOT EXISTS (SELECT 1 FROM named WHERE named.id = figure.partner_id) GROUP BY ${joined(without)})`
}

/** Of rows `figure` of `figures`, those that together have everything once. */
export const topmost = sql`WHERE figure.partner_id IN (SELECT id FROM tops)`

/** What `spreadCount` tells, of rows that `keptCte` made. */
export function keptCount(
  amounts: Readonly<Record<string, SQL>>,
  names: SQL,
  { keys }: RowGrain,
  where: SQL | undefined,
): SQL {
  if (!where) return countFrom(sql`figures figure ${names}`, topmost, amounts, names, where)
  const alike = keys
    .filter((key) => key !== 'partner_id')
    .map((key) => sql.raw(`outer_one.${key} IS NOT DISTINCT FROM figure.${key}`))
  // What lies in several of the rows found is in the outermost of them.
  const found = sql`
    WHERE ${where}
      AND NOT EXISTS (
        SELECT 1
        FROM partner_ancestors above
        JOIN found outer_one ON outer_one.partner_id = above.ancestor_id AND ${sql.join(alike, sql` AND `)}
        WHERE above.partner_id = figure.partner_id AND above.depth > 0
      )`
  return sql`WITH found AS MATERIALIZED (SELECT figure.* FROM ${spreadRows} ${names} WHERE ${where})
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
    SELECT coalesce(sum(sums.rows), 0)::int AS total, coalesce(json_agg(sums ORDER BY sums.currency), '[]') AS totals FROM (
      SELECT figure.currency::text AS currency, counted.rows, ${joined(totals)}
      FROM ${rows}
      JOIN (
        SELECT figure.currency, count(*)::int AS rows FROM ${spreadRows} ${names} ${where ? sql`WHERE ${where}` : sql``} GROUP BY 1
      ) counted ON counted.currency = figure.currency
      ${found ?? sql``} GROUP BY figure.currency, counted.rows) sums`
}
