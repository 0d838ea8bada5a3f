/** Reports. A partner outside the caller's subtree is `not_found`. */
import type { reports } from '@contract/reports.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { soon } from '../../platform/jobs/claimed.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { beginRun, latestRun, recalculation, stopRun } from '../../rules/rollups/run.ts'
import { generalSettlement } from './general.ts'
import { settledListOf } from '../../rules/settlement/readers.ts'

/** Each day is read again ticket by ticket. */
const mostDaysRebuilt = 31

const general = settledListOf(generalSettlement)

export const reportsRoutes: Handlers<typeof reports> = {
  general: general.list,
  generalExport: general.export,
  generalRecalculate: async (context, { body }) => {
    const { db, scope, session, audit } = context
    checkRange(body, mostDaysRebuilt)
    const { run, begun } = await beginRun(db, scope, session, body)
    if (!begun) return run
    audit({
      entity_id: `${body.from} ${body.to}`,
      after: { id: run.id, partner_id: scope.partner_id },
      significant: true,
    })
    soon(context, recalculation)
    return run
  },
  generalRecalculation: async ({ db, session }) => ({ run: await latestRun(db, session) }),
  generalRecalculateStop: ({ db, session }) => stopRun(db, session),
}
