/**
 * How many rows each partner of a filter sets itself, in the order of lists: all of them would have to be counted anew
 * for every page, of a hundred thousand rates for 100 shown. So it is remembered, and never believed: a page asks in its own
 * statement whether the rules are those that were counted under, and counts by itself where they are not.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { PageWindow } from '../../platform/lists/listing.ts'

export interface OwnSizes {
  version: string | null
  /** From when on other rows are in force, by `at`; null where none waits to begin. */
  until: string | null
  /** Partners in the order of lists, and how many rows there are up to the last of each. */
  ids: readonly number[]
  ends: readonly number[]
}

/** Enough for the filters in use at once; the ones asked longest ago go first. */
const mostKept = 30
const cache = new WeakMap<object, Map<string, OwnSizes>>()

/** What an own row's being in force hangs from beside the rules: the instant asked for, and when the next row begins. */
export interface Beginning {
  at: SQL
  next: SQL
}

/** Are the rules, at this instant, those of the count? */
export function stillHolds({ version, until }: OwnSizes, beginning: Beginning | undefined): SQL {
  const same = sql`(SELECT version FROM rules_version) = ${version}::uuid`
  return beginning && until !== null ? sql`(${same} AND ${beginning.at} < ${until}::timestamptz)` : sql`(${same})`
}

/** `sized`: rows `id, name, n` of the partners of a filter. `what` names the filter and what is counted. */
export async function ownSizes(
  db: Executor,
  scope: Scope,
  what: object,
  sized: SQL,
  beginning: Beginning | undefined,
): Promise<OwnSizes> {
  const ours = cache.get(db.home) ?? new Map<string, OwnSizes>()
  cache.set(db.home, ours)
  const key = `${scope.partner_id} ${JSON.stringify(what)}`
  const known = ours.get(key)
  ours.delete(key)
  const row = known && (await db.one<{ holds: boolean }>(sql`SELECT ${stillHolds(known, beginning)} AS holds`))
  const sizes = known && row?.holds ? known : await counted(db, sized, beginning)
  ours.set(key, sizes)
  const [oldest] = ours.keys()
  if (ours.size > mostKept && oldest !== undefined) ours.delete(oldest)
  return sizes
}

async function counted(db: Executor, sized: SQL, beginning: Beginning | undefined): Promise<OwnSizes> {
  const row = await db.one<{ version: string | null; until: string | null; ids: number[]; sizes: number[] }>(sql`
    SELECT (SELECT version FROM rules_version) AS version, ${beginning?.next ?? sql`NULL`}::text AS until,
      coalesce(json_agg(s.id ORDER BY s.name, s.id), '[]') AS ids, coalesce(json_agg(s.n ORDER BY s.name, s.id), '[]') AS sizes
    FROM (${sized}) s`)
  const { version, until, ids, sizes } = row!
  let end = 0
  return { version, until, ids, ends: sizes.map((size) => (end += size)) }
}

/** How many rows there are in all. */
export function sizesTotal({ ends }: OwnSizes): number {
  return ends.at(-1) ?? 0
}

interface Placed {
  id: number
  n: number
  /** How many rows come before its own. */
  before: number
}

/** The partners that have a row in the window. */
export function placedIn({ ids, ends }: OwnSizes, { offset, limit }: PageWindow): Placed[] {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]! > offset) high = middle
    else low = middle + 1
  }
  const placed: Placed[] = []
  for (let at = low; at < ids.length; at++) {
    const before = at === 0 ? 0 : ends[at - 1]!
    if (before >= offset + limit) break
    placed.push({ id: ids[at]!, n: ends[at]! - before, before })
  }
  return placed
}
