/** What everybody owes, and the weeks in which it is told. */
import type { accountBalance } from '@contract/account-balance.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { settledListOf } from '../../rules/settlement/readers.ts'
import { close, closingList, openWeeks, reopen } from './closings.ts'
import { owedReport } from './report.ts'

const [report, closings] = [settledListOf(owedReport), listOf(closingList)]

export const accountBalanceRoutes: Handlers<typeof accountBalance> = {
  report: report.list,
  reportExport: report.export,
  closings: closings.list,
  closingsExport: closings.export,
  close,
  openWeeks,
  reopen,
}
