/** Whether a partner that a caller names is theirs to name. */
import { sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'

export async function isWithin(scope: Scope, db: Executor, partner_id: number): Promise<boolean> {
  const found = await db.one(sql`SELECT 1 FROM partners p WHERE p.id = ${partner_id} AND ${within(scope, sql`p.id`)}`)
  return found !== undefined
}

/** @throws Problem `not_found` when the partner does not exist or lies outside the caller's subtree. */
export async function mustBeWithin(scope: Scope, db: Executor, partner_id: number): Promise<void> {
  if (!(await isWithin(scope, db, partner_id))) throw new Problem('not_found')
}
