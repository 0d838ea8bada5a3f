/** Reports. A partner outside the caller's subtree is `not_found`. */
import type { reports } from '@contract/reports.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { beginRun, carryOn, latestRun, stopRun } from '../../rules/rollups/run.ts'
import { settleBefore } from '../../rules/settlement/settle.ts'
import { generalSettlement } from './general.ts'

/** Each day is read again ticket by ticket. */
const mostDaysRebuilt = 31

const general = listOf(generalSettlement)

/** What waits for it is settled before it is shown. */
const settledFirst = ({ wire, scope }: Context) => settleBefore(wire.database.pool, scope.partner_id)

export const reportsRoutes: Handlers<typeof reports> = {
  general: async (context, input) => {
    await settledFirst(context)
    return general.list(context, input)
  },
  generalExport: async (context, input) => {
    await settledFirst(context)
    return general.export(context, input)
  },
  generalRecalculate: async ({ db, scope, session, audit, afterwards, wire }, { body }) => {
    checkRange(body, mostDaysRebuilt)
    const run = await beginRun(db, scope, session, body)
    audit({
      entity_id: `${body.from} ${body.to}`,
      after: { id: run.id, partner_id: scope.partner_id },
      significant: true,
    })
    afterwards(() => carryOn(wire.database.jobs, run.id))
    return run
  },
  generalRecalculation: async ({ db, session }) => ({ run: await latestRun(db, session) }),
  generalRecalculateStop: ({ db, session }) => stopRun(db, session),
}
