/** Suspended draws: their list, suspending one and lifting it. */
import type { suspendedDraws } from '@contract/suspended-draws.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { suspensionOf, suspensions } from './queries.ts'
import { lift, suspend } from '../../rules/suspension/suspend.ts'

export const suspendedDrawsRoutes: Handlers<typeof suspendedDraws> = {
  ...listOf(suspensions),
  create: async (context, { body }) => {
    const id = await suspend(context.db, { ...body, by: context.session.id, at: context.now, today: context.today })
    const row = await suspensionOf(context, id)
    const { draw_id, mode, moved_to_draw_id, lines, amounts } = row
    context.audit({
      entity_id: id,
      after: { draw_id, mode, moved_to_draw_id, lines, amounts },
      reason: body.reason,
      significant: true,
    })
    return row
  },
  remove: async (context, { params }) => {
    await lift(context.db, { id: params.id, by: context.session.id, at: context.now })
    const row = await suspensionOf(context, params.id)
    context.audit({
      entity_id: params.id,
      before: { draw_id: row.draw_id, state: 'suspendido' },
      after: { state: 'activo' },
      significant: true,
    })
    return row
  },
}
