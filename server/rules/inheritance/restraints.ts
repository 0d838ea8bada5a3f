/**
 * What holds at every level at once: quotas and blocked numbers. Whoever moves below somebody takes away what was set
 * there. A quota or a block counts unless one's own people set it; a quota of which nobody knows who did, counts.
 */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatMoney } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'
import { nodesOf, type PlaceChange, type PlaceDifference, type TreePlace, type Placed } from './place.ts'
import type { SettingNames } from './settings.ts'

interface Quota {
  partner_id: number
  product_id: number
  bet_type_id: number
  currency: Currency
  amount: string
  /** Set by people of whoever moves, or below. */
  is_own?: boolean
}

const keyOf = ({ product_id, bet_type_id, currency }: Quota) => `${product_id}|${bet_type_id}|${currency}`
const smaller = (one: string | undefined, other: string): string =>
  one === undefined || compare(other, one) < 0 ? other : one

/** The smallest quota for each key: what is left to sell of a number is never more. */
function smallest(quotas: Iterable<Quota>): Map<string, string> {
  const found = new Map<string, string>()
  for (const quota of quotas) found.set(keyOf(quota), smaller(found.get(keyOf(quota)), quota.amount))
  return found
}

/** Of each of these, the quotas that it had and would have no more. */
export async function quotaChanges(
  db: Executor,
  grantor: number,
  placed: readonly Placed[],
  names: SettingNames,
): Promise<PlaceChange[][]> {
  const moved = placed.filter(({ before }) => before !== null)
  const rows = await db.rows<Quota>(
    sql`
      SELECT partner_id, product_id, bet_type_id, currency::text AS currency, amount,
        EXISTS (SELECT 1 FROM partner_ancestors above WHERE above.partner_id = set_by AND above.ancestor_id = ${grantor}) AS is_own
      FROM regular_quotas WHERE partner_id = ANY (${list(nodesOf(moved))}::int[])`,
  )
  if (rows.length === 0) return placed.map(() => [])
  const above = smallest(
    await db.rows<Quota>(sql`
      SELECT quota.partner_id, quota.product_id, quota.bet_type_id, quota.currency::text AS currency, quota.amount
      FROM partner_ancestors above
      JOIN regular_quotas quota ON quota.partner_id = above.ancestor_id
      WHERE above.partner_id = ${grantor}
      UNION ALL SELECT 0, product_id, bet_type_id, currency::text, amount FROM top_quotas`),
  )
  const by = new Map(groupBy(rows, (row) => String(row.partner_id)).map((own) => [own[0].partner_id, own]))
  return placed.map(({ before, after }) => {
    if (before === null) return []
    const of = (chain: readonly number[]) => chain.flatMap((id) => by.get(id) ?? [])
    const [was, stays] = [of(before.chain).filter(({ is_own }) => !is_own), smallest(of(after.chain))]
    const had = smallest(was)
    return [...new Map(was.map((one) => [keyOf(one), one])).values()].flatMap((one): PlaceChange[] => {
      const [key, { currency }] = [keyOf(one), one]
      const from = had.get(key)!
      const left = [stays.get(key), above.get(key)].filter((amount) => amount !== undefined)
      if (!after.currencies.includes(currency) || left.some((amount) => compare(amount, from) <= 0)) return []
      const to = left.reduce<string | undefined>(smaller, undefined)
      const of_what = [names.product(one.product_id), names.bet(one.bet_type_id)].filter(Boolean).join(' · ')
      return [
        {
          what: 'quota',
          name: `Cupo de ${of_what}`,
          from: formatMoney(from, currency, true),
          to: to === undefined ? 'sin cupo' : formatMoney(to, currency, true),
          most: null,
        },
      ]
    })
  })
}

interface Counted extends Quota {
  is_before: boolean
  is_after: boolean
  is_self: boolean
}

/** The quota of each key that holds in the end: the smallest of a chain and of the banca's ceilings. `chain` begins with whose it is. */
export async function quotasAt(
  db: Executor,
  before: readonly number[],
  { chain: after, currencies }: TreePlace,
  names: SettingNames,
): Promise<PlaceDifference[]> {
  const [self] = after
  const rows = await db.rows<Counted>(sql`
    SELECT quota.partner_id, quota.product_id, quota.bet_type_id, quota.currency::text AS currency, quota.amount,
      quota.partner_id = ANY (${list(before)}::int[]) AS is_before, quota.partner_id = ANY (${list(after)}::int[]) AS is_after,
      quota.partner_id = ${self ?? 0} AS is_self
    FROM regular_quotas quota WHERE quota.partner_id = ANY (${list([...new Set([...before, ...after])])}::int[])
    UNION ALL
    SELECT partner.id, top.product_id, top.bet_type_id, top.currency::text, top.amount, true, true, false
    FROM top_quotas top
    JOIN partners partner ON partner.type = 'banca'
    ORDER BY product_id, bet_type_id, currency`)
  return groupBy(rows, keyOf).flatMap((of): PlaceDifference[] => {
    const [{ currency, product_id, bet_type_id }] = of
    if (!currencies.includes(currency)) return []
    const held = (some: readonly Counted[]) => {
      const least = some.reduce<Counted | undefined>(
        (one, other) => (one && compare(one.amount, other.amount) <= 0 ? one : other),
        undefined,
      )
      return { text: least ? formatMoney(least.amount, currency, true) : 'sin cupo', by: least?.partner_id ?? null }
    }
    const own = of.find(({ is_self }) => is_self)
    return [
      {
        what: 'quota',
        name: `Cupo de ${[names.product(product_id), names.bet(bet_type_id), currency].filter(Boolean).join(' · ')}`,
        before: held(of.filter(({ is_before }) => is_before)),
        after: held(of.filter(({ is_after }) => is_after)),
        own: own ? formatMoney(own.amount, currency, true) : null,
      },
    ]
  })
}

/** Does a block `other` keep back all that a `block` does? */
const covers = sql`other.lifted_at IS NULL AND other.product_id = block.product_id AND other.number = block.number
  AND (other.bet_type_id IS NULL OR other.bet_type_id = block.bet_type_id) AND (other.draw_id IS NULL OR other.draw_id = block.draw_id)
  AND (other.from_day IS NULL OR other.from_day <= block.from_day) AND (other.to_day IS NULL OR other.to_day >= block.to_day)`
/** Does a `block` still keep anything back? */
const blocks = sql`block.lifted_at IS NULL AND (block.to_day IS NULL OR block.to_day >= current_date - 1)
  AND (block.draw_id IS NULL OR EXISTS (SELECT 1 FROM draws draw WHERE draw.id = block.draw_id AND draw.state = 'activo'))`
const blockName = ({ product_id, bet_type_id, number }: Omit<Blocked, 'by'>, names: SettingNames) =>
  `El ${number} de ${[names.product(product_id), names.bet(bet_type_id)].filter(Boolean).join(' · ')}`

interface Blocked {
  product_id: number
  bet_type_id: number | null
  number: string
  by: number
}

/** Numbers that are blocked by one chain and not by the other. */
export async function blocksAt(
  db: Executor,
  before: readonly number[],
  { chain: after }: TreePlace,
  names: SettingNames,
): Promise<PlaceDifference[]> {
  const only = (these: readonly number[], others: readonly number[]) =>
    db.rows<Blocked>(sql`
      SELECT block.product_id, block.bet_type_id, block.number, min(block.partner_id) AS by FROM blocked_numbers block
      WHERE block.partner_id = ANY (${list(these)}::int[]) AND ${blocks}
        AND NOT EXISTS (SELECT 1 FROM blocked_numbers other WHERE other.partner_id = ANY (${list(others)}::int[]) AND ${covers})
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  const [sold, blocked] = [{ text: 'se vende', by: null }, (by: number) => ({ text: 'bloqueado', by })]
  const [freed, held] = [await only(before, after), await only(after, before)]
  const shown = (one: Blocked, is: Pick<PlaceDifference, 'before' | 'after'>): PlaceDifference => ({
    what: 'block',
    name: blockName(one, names),
    ...is,
    own: null,
  })
  return [
    ...freed.map((one) => shown(one, { before: blocked(one.by), after: sold })),
    ...held.map((one) => shown(one, { before: sold, after: blocked(one.by) })),
  ]
}

const pairs = (placed: readonly Placed[], chainOf: (one: Placed) => readonly number[]) => {
  const all = placed.flatMap((one, n) => chainOf(one).map((id) => [n, id] as const))
  return sql`unnest(${list(all.map(([n]) => n))}::int[], ${list(all.map(([, id]) => id))}::int[])`
}

/** Of each of these, the numbers blocked from above that it could sell again. */
export async function blockChanges(
  db: Executor,
  grantor: number,
  placed: readonly Placed[],
  names: SettingNames,
): Promise<PlaceChange[][]> {
  const left = pairs(placed, ({ before, after }) => (before?.chain ?? []).filter((id) => !after.chain.includes(id)))
  const rows = await db.rows<Omit<Blocked, 'by'> & { n: number }>(sql`
    SELECT DISTINCT lost.n, block.product_id, block.bet_type_id, block.number FROM ${left} AS lost(n, partner_id)
    JOIN blocked_numbers block ON block.partner_id = lost.partner_id AND ${blocks}
    WHERE NOT EXISTS (
      SELECT 1
      FROM users author
      JOIN partner_ancestors above ON above.partner_id = author.partner_id AND above.ancestor_id = ${grantor}
      WHERE author.id = block.created_by
    )
      AND NOT EXISTS (
        SELECT 1
        FROM blocked_numbers other
        WHERE ${covers}
          AND (
            other.partner_id IN (SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${grantor})
            OR EXISTS (
              SELECT 1
              FROM ${pairs(placed, ({ after }) => after.chain)} AS placed(n, partner_id)
              WHERE placed.n = lost.n AND placed.partner_id = other.partner_id
            )
          )
      )
    ORDER BY 1, 2, 3, 4`)
  return placed.map((_, n) =>
    rows
      .filter((row) => row.n === n)
      .map((row) => ({
        what: 'block',
        name: blockName(row, names),
        from: 'bloqueado',
        to: 'se vende',
        most: null,
      })),
  )
}
