/** Blocked numbers. */
import type { blockedNumbers } from '@contract/blocked-numbers.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { block, unblock } from './block.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { blocks } from './queries.ts'

export const blockedNumbersRoutes: Handlers<typeof blockedNumbers> = {
  ...listOf(blocks),
  create: async (context, { body }) => {
    const answer = await block(context.scope, context.db, body, { by: context.session.id, at: context.now })
    context.audit({
      entity_id: body.product_id,
      after: { ...body, ...answer },
      ...(body.reason && { reason: body.reason }),
      significant: true,
    })
    return answer
  },
  remove: async (context, { params }) => {
    const before = await unblock(context.scope, context.db, { id: params.id, by: context.session.id, at: context.now })
    context.audit({ entity_id: params.id, before, significant: true })
    return { id: params.id }
  },
}
