/** Who may award. */
import type { awardingControl } from '@contract/awarding-control.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { awarders, setAwarding, type AwarderRow } from './queries.ts'

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
  list: async ({ scope, db }) => ({ data: await awarders(scope, db) }),
  grant: (context, { params }) => change(context, params.userId, true),
  withdraw: (context, { params }) => change(context, params.userId, false),
}
