/** Who answers for an agency's settlement: the agency itself or one of its ancestors. */
import { sql } from 'drizzle-orm'
import type { agencies } from '@contract/agencies.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { holdResponsibles } from '../../rules/books/close.ts'
import { responsibles } from './queries.ts'

/**
 * @throws Problem `not_found`; `invalid_responsible` when it is none of them or lies out of the caller's reach, or when
 * who answers so far lies out of it: that was set from above;
 * `changed_meanwhile` (with the row as it is now in `current`) when it is not who the caller saw any more
 */
export async function saveResponsible(
  { scope, db, audit }: Context,
  { id, payments_responsible_partner_id, before: seen }: Received<typeof agencies.saveConfig>['body'],
): Promise<Answer<typeof agencies.saveConfig>> {
  await holdResponsibles(db)
  // Held before it is looked at, so that a father changed at this instant is not missed; nobody holds what is not theirs.
  await db.run(sql`SELECT 1 FROM partners p WHERE p.id = ${id} AND ${within(scope, sql`p.id`)} FOR NO KEY UPDATE`)
  const [before] = (await responsibles(scope, db, { id, limit: 1 })).data
  if (!before?.candidates.some((candidate) => candidate.id === payments_responsible_partner_id)) {
    throw Problem.on('payments_responsible_partner_id', 'invalid_responsible')
  }
  const current = before.payments_responsible_partner_id
  if (!before.candidates.some(({ id: candidate }) => candidate === current))
    throw Problem.on(
      'payments_responsible_partner_id',
      'invalid_responsible',
      `${before.payments_responsible_name} responde por decisión de quien está por encima de usted, que es quien la cambia.`,
    )
  if (seen !== undefined && seen !== before.payments_responsible_partner_id)
    throw new Problem('changed_meanwhile', { extra: { current: before } })
  await db.run(sql`
    UPDATE partners SET payments_responsible_partner_id = ${payments_responsible_partner_id}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND payments_responsible_partner_id IS DISTINCT FROM ${payments_responsible_partner_id}`)
  const [after] = (await responsibles(scope, db, { id, limit: 1 })).data
  if (!after) throw new Problem('not_found')
  audit({
    entity_id: id,
    significant: true,
    before: {
      payments_responsible_partner_id: before.payments_responsible_partner_id,
      name: before.payments_responsible_name,
    },
    after: {
      payments_responsible_partner_id: after.payments_responsible_partner_id,
      name: after.payments_responsible_name,
    },
  })
  return after
}
