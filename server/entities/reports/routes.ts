/** Reports. A partner outside the caller's subtree is `not_found`. */
import type { reports } from '@contract/reports.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { rebuildDays } from '../../rules/rollups/rebuild.ts'
import { generalSettlement } from './general.ts'

/** Each day is read again ticket by ticket, while its sellers wait. */
const mostDaysRebuilt = 31

const general = listOf(generalSettlement)

export const reportsRoutes: Handlers<typeof reports> = {
  general: general.list,
  generalExport: general.export,
  generalRecalculate: async ({ db, audit }, { body }) => {
    checkRange(body, mostDaysRebuilt)
    const rebuilt = await rebuildDays(db, body.from, body.to)
    audit({ entity_id: `${body.from} ${body.to}`, after: rebuilt, significant: true })
    return rebuilt
  },
}
