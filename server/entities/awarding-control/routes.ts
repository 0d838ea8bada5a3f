/** Who may award. */
import { sql } from 'drizzle-orm'
import type { awardingControl } from '@contract/awarding-control.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { userOf } from '../users/queries.ts'
import { mustGive, mustOutrank } from '../users/authority.ts'
import { awarders, confirmation, setAwarding, type AwarderRow } from './queries.ts'

/**
 * As whoever changes the user itself: nobody gives what they have not, to themselves least of all. @throws Problem
 * `user_above`, `own_user`
 */
async function change(context: Context, user_id: number, awarding_results: boolean): Promise<AwarderRow> {
  const { scope, db, audit } = context
  const user = await userOf(context, user_id)
  mustOutrank(context, user)
  mustGive(context, { ...user, awarding_results })
  const { before, after } = await setAwarding(scope, db, user_id, awarding_results)
  audit({
    entity_id: user_id,
    before: { awarding_results: before.awarding_results },
    after: { username: after.username, awarding_results },
    significant: true,
  })
  return after
}

export const awardingControlRoutes: Handlers<typeof awardingControl> = {
  list: async ({ scope, db }) => ({ data: await awarders(scope, db), confirmation: await confirmation(db) }),
  configure: async ({ db, audit }, { body }) => {
    const before = await confirmation(db)
    await db.run(sql`UPDATE banca SET second_user_confirms = ${body.second_user_confirms}`)
    audit({ before: { second_user_confirms: before.second_user_confirms }, after: body, significant: true })
    return { ...before, ...body }
  },
  grant: (context, { params }) => change(context, params.userId, true),
  withdraw: (context, { params }) => change(context, params.userId, false),
}
