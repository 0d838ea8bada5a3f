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
}

/** Also takes the engine's own work (seed, jobs) on behalf of the banca's root. */
export function scopeOf(session: Pick<SessionUser, 'partner_id'>): Scope {
  return { partner_id: session.partner_id } as Scope
}

/** `column` (a partner's id) lies in the scope's subtree. */
export function within(scope: Scope, column: SQL): SQL {
  return under(scope.partner_id, column)
}

/** `column` lies under `ancestor`, itself included. For a partner chosen in a filter, after `within` has admitted it. */
export function under(ancestor: number, column: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM partner_ancestors sub WHERE sub.partner_id = ${column} AND sub.ancestor_id = ${ancestor})`
}
