/** Who may award. */
import { sql } from 'drizzle-orm'
import type { awardingControl } from '@contract/awarding-control.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { awarders, confirmation, setAwarding, type AwarderRow } from './queries.ts'

async function change({ scope, db, audit }: Context, user_id: number, awarding_results: boolean): Promise<AwarderRow> {
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
