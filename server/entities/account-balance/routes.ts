/** What everybody owes, and the weeks in which it is told. */
import type { accountBalance } from '@contract/account-balance.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { afterSettling, settledListOf } from '../../rules/settlement/readers.ts'
import { ageingList, debtOf } from './ageing.ts'
import { assignableOf, assignDebt } from './assign.ts'
import { clockedWeeks, clockList } from './clock.ts'
import { close, closingList, openWeeksOf, reopen, waitingWeeks } from './closings.ts'
import { owedReport } from './report.ts'

const [report, ageing] = [settledListOf(owedReport), settledListOf(ageingList)]
const [closings, clock] = [listOf(closingList), listOf(clockList)]

export const accountBalanceRoutes: Handlers<typeof accountBalance> = {
  report: report.list,
  reportExport: report.export,
  ageing: ageing.list,
  ageingExport: ageing.export,
  debt: afterSettling((context, { params }) => debtOf(context, params.id)),
  closings: closings.list,
  closingsExport: closings.export,
  close,
  openWeeks: openWeeksOf,
  clock: clock.list,
  clockExport: clock.export,
  clockedWeeks: (context, { params }) => clockedWeeks(context, params.id),
  waiting: waitingWeeks,
  assignable: assignableOf,
  assign: assignDebt,
  reopen,
}
