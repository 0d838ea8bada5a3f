/** For which ticket office a user acts: its own, or one of its agency's. */
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/http/context.ts'
import { within } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'

/** The office's id. A seller has one; an agency's administrator names it, or may leave it out when there is only one. */
export async function actingOffice(
  { db, scope, session }: Pick<Context, 'db' | 'scope' | 'session'>,
  office_id: number | undefined,
): Promise<number> {
  if (session.partner_type === 'taquilla') {
    if (office_id !== undefined && office_id !== session.partner_id) throw new Problem('not_found')
    return session.partner_id
  }
  const offices = await db.rows<{ id: number }>(sql`
    SELECT id
    FROM partners
    WHERE type = 'taquilla' AND ${within(scope, sql`partners.id`)}
      AND (${office_id ?? null}::int IS NULL OR id = ${office_id ?? null}::int)
    ORDER BY id
    LIMIT 2`)
  if (offices.length === 0) throw new Problem('not_found')
  if (offices.length > 1) throw Problem.on('office_id', 'invalid', 'Indique la taquilla.')
  return offices[0]!.id
}
