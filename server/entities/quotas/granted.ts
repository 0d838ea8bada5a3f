/**
 * What a partner may sell is granted from above: who is not of the banca lowers its own partner's quotas, and those that
 * somebody above set below it, and never raises or lifts them (`set_by`, a partner). What else hangs below is its own to
 * set: there the quotas above hold as well, whatever is set.
 */
import { sql, type SQL } from 'drizzle-orm'
import { isBancaRole } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import { compare } from '@contract/values/money.ts'

export const aboveGrantedText = 'Su cupo lo fija quien está por encima de usted: puede bajarlo, no subirlo ni quitarlo.'

export const setAbove = 'Este cupo lo fijó quien está por encima de usted: puede bajarlo, no subirlo ni quitarlo.'

/** Whether a quota was set by people of a partner above `granted`; nobody is above the banca. */
export function isSetAbove(granted: number | null, set_by: SQL): SQL {
  if (granted === null) return sql`false`
  return sql`
    EXISTS (
      SELECT 1 FROM partner_ancestors up WHERE up.partner_id = ${granted}::int AND up.depth > 0 AND up.ancestor_id = ${set_by}
    )`
}

/** `set_by` of a `quota` that is written anew: one that was set from above stays so. */
export function setterAfter(granted: number | null): SQL {
  return sql`CASE WHEN ${isSetAbove(granted, sql`quota.set_by`)} THEN quota.set_by ELSE excluded.set_by END`
}

/** The partner whose quotas this user may not raise; null for who may raise any. */
export function grantedFromAbove({ role, partner_id }: Pick<SessionUser, 'role' | 'partner_id'>): number | null {
  return isBancaRole(role) ? null : partner_id
}

/** Would the value in force grow? `null` is no limit at all. */
export function raises(present: string | null, next: string | null): boolean {
  return present !== null && (next === null || compare(next, present) > 0)
}

/** The same of two columns. */
export function raisesSql(present: SQL, next: SQL): SQL {
  return sql`(${present} IS NOT NULL AND (${next} IS NULL OR ${next} > ${present}))`
}
