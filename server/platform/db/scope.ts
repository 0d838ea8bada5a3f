/**
 * What a session may see. A scope is made from a session and nowhere else, and is the first argument
 * of every query function, so that a query without the partner subtree cannot be written by accident.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { SessionUser } from '@contract/session.ts'

declare const made: unique symbol
export interface Scope {
  readonly [made]: true
  readonly partner_id: number
  /** Its partner is the banca itself, under which everybody is: a database holds one banca. */
  readonly whole: boolean
}

/** Also takes the engine's own work (seed, jobs) on behalf of the banca's root. */
export function scopeOf(session: Pick<SessionUser, 'partner_id'> & Partial<Pick<SessionUser, 'partner_type'>>): Scope {
  return { partner_id: session.partner_id, whole: session.partner_type === 'banca' } as Scope
}

/**
 * `column`, which refers to a partner that exists, lies in the scope's subtree. For the banca it always does, and
 * looking each of its partners up in the tree would only cost time.
 */
export function within(scope: Scope, column: SQL): SQL {
  return scope.whole ? sql`${column} IS NOT NULL` : under(scope.partner_id, column)
}

/**
 * `name` of somebody or something of the partner `column`; null where that is not the caller's to know: whoever stands
 * above is not named.
 */
export function namedWithin(scope: Scope, column: SQL, name: SQL): SQL {
  return scope.whole ? name : sql`CASE WHEN ${within(scope, column)} THEN ${name} END`
}

/** The name of partner `row`; of one above the caller only the banca's, which everybody knows. */
export function publicName(scope: Scope, row: SQL): SQL {
  const known = sql`CASE WHEN ${row}.type = 'banca' THEN ${row}.name END`
  return sql`coalesce(${namedWithin(scope, sql`${row}.id`, sql`${row}.name`)}, ${known}, 'Por encima de usted')`
}

/** `column` lies under `ancestor`, itself included. For a partner chosen in a filter, after `within` has admitted it. */
export function under(ancestor: number, column: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM partner_ancestors sub WHERE sub.partner_id = ${column} AND sub.ancestor_id = ${ancestor})`
}
