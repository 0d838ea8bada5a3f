/**
 * What a past day had sold until a minute, by anything the hours do not know. It takes a look at every
 * line of the day, and a dashboard asks again each minute for one minute more: so what was counted is
 * kept, and only the minutes since are added. Kept figures are never trusted blindly: they hold while
 * the day's own rollup says the same, which any annulment or refund of its lines changes, and while the
 * same agencies hang where they hung.
 */
import { sql, type SQL } from 'drizzle-orm'
import { add } from '@contract/values/money.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { linesSold } from './model/minutes.ts'
import type { Cut } from './stretch.ts'
import { narrowedBy, type Narrowing, type Subject } from './subject.ts'

export interface SoldOf {
  key: number
  sold: string
}

/** What is added up: `keyed` selects `key, sold` from the lines, `part`. */
export interface Grouping {
  name: string
  keyed: SQL
}

interface Kept {
  /** What the day and the tree said when it was counted. */
  day_state: string
  before: string
  sold: readonly SoldOf[]
}

/** Enough for the dashboards open at once; the ones asked longest ago go first. */
const MOST_KEPT = 500
const cache = new WeakMap<object, Map<string, Kept>>()

/** Where a subject's agencies hung under a version of the rules, which whatever moves one of them replaces. */
interface Tree {
  version: string | null
  hung: string
}
const trees = new WeakMap<object, Map<number, Tree>>()

/**
 * The day in the rollup, which changes with every change of the day's lines, and the subject's agencies with their
 * fathers: of two that change places the total may stay, and one that moves inside the subject changes no total. The
 * agencies are only looked at when some rule changed since they were.
 */
async function dayState(db: Executor, subject: Subject, by: Narrowing, day: string): Promise<string> {
  const ours = trees.get(db.home) ?? new Map<number, Tree>()
  trees.set(db.home, ours)
  const known = ours.get(subject.id)
  const row = await db.one<{ sums: string; version: string | null; hung: string | null }>(sql`
    SELECT sold.sums, rules.version, CASE WHEN rules.version = ${known?.version ?? null}::uuid THEN NULL ELSE (
      SELECT coalesce(sum(hashint8extended((partner.father_id::bigint << 32) | partner.id, 0)), 0)::text
      FROM partner_ancestors above
      JOIN partners partner ON partner.id = above.partner_id
      WHERE above.ancestor_id = ${subject.id} AND above.partner_type = 'agencia') END AS hung
    FROM (SELECT (SELECT version FROM rules_version) AS version) rules, (
      SELECT coalesce(sum(product_day.sold), 0) || ' ' || coalesce(sum(product_day.lines), 0) AS sums FROM product_days product_day
      WHERE ${every(
        sql`product_day.partner_id = ${subject.id}`,
        sql`product_day.currency = ${by.currency}`,
        sql`product_day.day
        = ${day}`,
        ...narrowedBy(by, 'product_day'),
      )}) sold`)
  const { sums, version, hung } = row!
  const tree = hung === null ? known! : { version, hung }
  ours.delete(subject.id)
  ours.set(subject.id, tree)
  forgetOldest(ours)
  return `${sums} ${tree.hung}`
}

/** Of what is kept, the one asked longest ago goes when there are more than enough. */
function forgetOldest(ours: Map<unknown, unknown>): void {
  const [oldest] = ours.keys()
  if (ours.size > MOST_KEPT && oldest !== undefined) ours.delete(oldest)
}

/** Sold by key on `day` before the cut. */
export async function soldUntil(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  day: string,
  cut: Cut,
  { name, keyed }: Grouping,
): Promise<readonly SoldOf[]> {
  const ours = cache.get(db.home) ?? new Map<string, Kept>()
  cache.set(db.home, ours)
  const place = [name, subject.id, by.currency, by.product_id, by.bet_type_id, day].join(' ')
  const day_state = await dayState(db, subject, by, day)
  const known = ours.get(place)
  const usable = known && known.day_state === day_state && known.before <= cut.at ? known : undefined
  if (usable?.before === cut.at) return usable.sold
  const more = await db.rows<SoldOf>(sql`
    WITH part AS (
      SELECT line.office_id, line.product_id, line.bet_type_id, line.stake AS sold
      FROM ${linesSold(day, usable?.before, cut.at, { subject, ...by })}
    ), keyed AS (${keyed}) SELECT key, sum(sold) AS sold FROM keyed GROUP BY key`)
  const sums = new Map(usable?.sold.map(({ key, sold }) => [key, sold]))
  for (const { key, sold } of more) sums.set(key, add(sums.get(key) ?? '0.00', sold))
  const sold = [...sums].map(([key, amount]) => ({ key, sold: amount }))
  ours.delete(place)
  ours.set(place, { day_state, before: cut.at, sold })
  forgetOldest(ours)
  return sold
}
