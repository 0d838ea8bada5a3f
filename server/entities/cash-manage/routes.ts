/** Drawers from above: whoever stands over an office approves what it counted, or returns it. */
import { sql } from 'drizzle-orm'
import { cashManage } from '@contract/cash-manage.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { workflow } from '../../platform/lists/workflow.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { settleRegister } from '../../rules/cash/registers.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { registerDetailOf } from '../cash-registers/rows.ts'
import { handOf, registerName } from '../cash-registers/routes.ts'
import { managedList, readManaged, registerRefusals } from './list.ts'
import { auditList, prizesList, resumeOf, summaryList } from './reports.ts'

const decided = ({ session, now }: Context) => ({
  decided_by: session.id,
  decided_at: sql`${now.toISOString()}::timestamptz`,
})

const flow = workflow(cashManage, {
  table: 'cash_registers',
  read: readManaged,
  name: registerName,
  refused: registerRefusals,
  trace: ({ actions: _1, own: _2, ...row }) => row,
  waits: {
    when: ({ scope, session }) =>
      sql`waiting.state = 'enviada' AND waiting.sent_by <> ${session.id} AND ${within(scope, sql`waiting.office_id`)}`,
    since: sql`waiting.sent_at`,
  },
  moves: {
    approve: {
      hold: ({ db }) => lockTree(db, 'add'),
      set: (_body, context) => decided(context),
      effect: (context, { id }) => settleRegister(context.db, id, handOf(context)),
    },
    giveBack: {
      set: ({ refusal }, context) => ({ ...decided(context), refusal }),
      effect: async (context, row) => {
        await notify(
          context.db,
          sql`SELECT register.sent_by FROM cash_registers register WHERE register.id = ${row.id}`,
          {
            kind: 'caja',
            level: 'advierte',
            title: 'Caja devuelta',
            text: `La caja de ${registerName(row)} se devolvió: ${row.refusal}`,
            link: '/ticket-office/cash-register',
          },
        )
      },
      reason: ({ refusal }) => refusal,
    },
  },
})

const summary = listOf(summaryList)
const audit = listOf(auditList)
const prizes = listOf(prizesList)

export const cashManageRoutes: Handlers<typeof cashManage> = {
  ...listOf(managedList),
  ...flow.handlers,
  many: flow.many,
  waiting: flow.waiting,
  show: (context, { params }) => readManaged(context, params.id),
  subrows: async (context, { query }) => registerDetailOf(context, await readManaged(context, query.id)),
  resume: async (context, { query }) => ({ data: await resumeOf(context, query) }),
  summary: summary.list,
  summaryExport: summary.export,
  audit: audit.list,
  auditExport: audit.export,
  prizes: prizes.list,
  prizesExport: prizes.export,
}
