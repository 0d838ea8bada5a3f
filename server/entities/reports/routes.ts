/** Reports. A partner outside the caller's subtree is `not_found`. */
import type { reports } from '@contract/reports.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { rebuildDays } from '../../rules/rollups/rebuild.ts'
import { exportGeneral } from './export.ts'
import { generalPage } from './queries.ts'

/** Each day is read again ticket by ticket, while its sellers wait. */
const mostDaysRebuilt = 31

export const reportsRoutes: Handlers<typeof reports> = {
  general: async ({ db, scope }, { query }) => {
    checkRange(query)
    const subject = await subjectOf(db, scope, query.partner_id)
    return { ...(await generalPage(db, subject, query, query)), page: query.page, per_page: query.per_page }
  },
  generalExport: async (context, { query }) => {
    checkRange(query)
    return exportGeneral(context, query)
  },
  generalRecalculate: async ({ db, audit }, { body }) => {
    checkRange(body, mostDaysRebuilt)
    const rebuilt = await rebuildDays(db, body.from, body.to)
    audit({ entity_id: `${body.from} ${body.to}`, after: rebuilt, significant: true })
    return rebuilt
  },
}
