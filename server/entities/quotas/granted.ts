/**
 * What a partner may sell is granted from above: who is not of the banca lowers its own partner's
 * quotas and never raises or lifts them. What hangs below is its own to set: there the quotas above
 * hold as well, whatever is set.
 */
import { sql, type SQL } from 'drizzle-orm'
import { isBancaRole } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import { compare } from '@contract/values/money.ts'

export const aboveGranted = 'Su cupo lo fija quien está por encima de usted: puede bajarlo, no subirlo ni quitarlo.'

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
