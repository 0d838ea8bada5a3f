/** Who may award: users of the roles that can, with the flag that lets them. */
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import type { awardingControl } from '@contract/awarding-control.ts'
import type { Answer } from '@contract/endpoint.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { awarderCount } from '../../rules/results/second-person.ts'
import { Problem } from '../../platform/http/problem.ts'

export type AwarderRow = Answer<typeof awardingControl.list>['data'][number]

const roles = rules.awarding.roles

/** Users that may be given the permission, those who have it first. */
export function awarders(scope: Scope, db: Executor, user_id?: number): Promise<AwarderRow[]> {
  return db.rows<AwarderRow>(sql`
    SELECT u.id AS user_id, u.username, u.name, u.role::text AS role, p.name AS partner_name, u.awarding_results, u.status::text AS status
    FROM users u JOIN partners p ON p.id = u.partner_id
    WHERE u.role = ANY (${list(roles)}::user_role[]) AND ${within(scope, sql`u.partner_id`)}
      AND ${user_id === undefined ? sql`true` : sql`u.id = ${user_id}`}
    ORDER BY u.awarding_results DESC, u.username`)
}

/** Grants or withdraws the permission; the session of the user meets it with its next call. @throws Problem `not_found` */
export async function setAwarding(
  scope: Scope,
  db: Executor,
  user_id: number,
  awarding_results: boolean,
): Promise<{ before: AwarderRow; after: AwarderRow }> {
  const [before] = await awarders(scope, db, user_id)
  if (!before) throw new Problem('not_found')
  await db.run(
    sql`
      UPDATE users
      SET awarding_results = ${awarding_results}, version = version + 1
      WHERE id = ${user_id} AND awarding_results <> ${awarding_results}`,
  )
  return { before, after: { ...before, awarding_results } }
}

/** What the banca asks of a confirmation, and whether it has two people for it. */
export async function confirmation(db: Executor): Promise<Answer<typeof awardingControl.configure>> {
  const found = await db.one<Answer<typeof awardingControl.configure>>(
    sql`SELECT b.second_user_confirms, ${awarderCount} AS awarders FROM banca b`,
  )
  return found!
}
