/** Removes an agency that never was anything, and deactivates any other. */
import { sql } from 'drizzle-orm'
import type { agencies } from '@contract/agencies.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { trace } from './create.ts'
import { agencyOf, unused } from './queries.ts'

/**
 * The row is held first: an office, user or sale that arrives at the same instant either is seen
 * here, and the agency stays, or finds no agency to hang from.
 * @throws Problem `not_found`
 */
export async function removeAgency(context: Context, id: number): Promise<Answer<typeof agencies.remove>> {
  const { db } = context
  await agencyOf(context, id)
  await db.run(sql`SELECT 1 FROM partners WHERE id = ${id} FOR UPDATE`)
  const before = await agencyOf(context, id)
  const removed = await db.run(sql`DELETE FROM partners p WHERE p.id = ${id} AND ${unused}`)
  if (removed) {
    context.audit({ entity_id: id, before: trace(before), significant: true })
    return { id, result: 'eliminada' }
  }
  const changed = await db.run(
    sql`UPDATE partners SET status = 'inactivo', version = version + 1, updated_at = now() WHERE id = ${id} AND status = 'activo'`,
  )
  context.audit({
    entity_id: id,
    before: trace(before),
    after: trace(await agencyOf(context, id)),
    significant: changed > 0,
  })
  return { id, result: 'desactivada' }
}
