/** Reports over tickets, lines and prizes. A partner outside the caller's subtree is `not_found`. */
import type { ticketReports } from '@contract/ticket-reports.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { betNumbers } from './bet-number.ts'
import { consultedTickets } from './consult.ts'
import { prizeList, prizeSummary } from './detailed-prize.ts'
import { playedLines, playedSummary } from './played.ts'

const consult = listOf(consultedTickets)
const played = listOf(playedLines)
const detailedPrize = listOf(prizeList)

export const ticketReportsRoutes: Handlers<typeof ticketReports> = {
  consult: consult.list,
  consultExport: consult.export,
  played: played.list,
  playedExport: played.export,
  playedSummary: (context, { query }) => playedSummary(context, query),
  betNumber: async ({ db, scope, now }, { query }) => ({
    server_time: now.toISOString(),
    ...(await betNumbers(db, await subjectOf(db, scope, query.partner_id), query)),
  }),
  detailedPrize: detailedPrize.list,
  detailedPrizeExport: detailedPrize.export,
  detailedPrizeSummary: (context, { query }) => prizeSummary(context, query),
}
