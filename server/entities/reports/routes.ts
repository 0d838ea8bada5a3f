/** Reports. A partner outside the caller's subtree is `not_found`. */
import type { reports } from '@contract/reports.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { rebuildDays } from '../../rules/rollups/rebuild.ts'
import { settlePending } from '../../rules/settlement/settle.ts'
import { generalSettlement } from './general.ts'

/** Each day is read again ticket by ticket, while its sellers wait. */
const mostDaysRebuilt = 31

const general = listOf(generalSettlement)

/** What waits for it is settled before it is shown. */
const settledFirst = ({ wire, scope }: Context) => settlePending(wire.database.pool, scope.partner_id)

export const reportsRoutes: Handlers<typeof reports> = {
  general: async (context, input) => {
    await settledFirst(context)
    return general.list(context, input)
  },
  generalExport: async (context, input) => {
    await settledFirst(context)
    return general.export(context, input)
  },
  generalRecalculate: async ({ db, audit }, { body }) => {
    checkRange(body, mostDaysRebuilt)
    const rebuilt = await rebuildDays(db, body.from, body.to)
    audit({ entity_id: `${body.from} ${body.to}`, after: rebuilt, significant: true })
    return rebuilt
  },
}
