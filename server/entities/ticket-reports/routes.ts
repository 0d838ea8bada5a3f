/** Reports over tickets, lines and prizes. A partner outside the caller's subtree is `not_found`. */
import type { ticketReports } from '@contract/ticket-reports.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { betNumbers } from './bet-number.ts'
import { consultPeriod } from './consult-filters.ts'
import { exportConsult } from './consult-export.ts'
import { consultPage } from './consult.ts'
import { prizePage, prizeSummary } from './detailed-prize.ts'
import { playedPage, playedSummary } from './played.ts'

export const ticketReportsRoutes: Handlers<typeof ticketReports> = {
  consult: async ({ db, scope }, { query }) => {
    const period = consultPeriod(query)
    const { page, per_page } = query
    return {
      ...(await consultPage(db, await subjectOf(db, scope, query.partner_id), query, period, query)),
      page,
      per_page,
    }
  },
  consultExport: (context, { query }) => exportConsult(context, query),
  played: async ({ db, scope }, { query }) => {
    const { page, per_page } = query
    return { ...(await playedPage(db, await subjectOf(db, scope, query.partner_id), query, query)), page, per_page }
  },
  playedSummary: async ({ db, scope }, { query }) =>
    playedSummary(db, await subjectOf(db, scope, query.partner_id), query),
  betNumber: async ({ db, scope, now }, { query }) => ({
    server_time: now.toISOString(),
    ...(await betNumbers(db, await subjectOf(db, scope, query.partner_id), query)),
  }),
  detailedPrize: async ({ db, scope, today }, { query }) => {
    checkRange(query)
    const { page, per_page } = query
    return {
      ...(await prizePage(db, await subjectOf(db, scope, query.partner_id), query, today, query)),
      page,
      per_page,
    }
  },
  detailedPrizeSummary: async ({ db, scope, today }, { query }) => {
    checkRange(query)
    return prizeSummary(db, await subjectOf(db, scope, query.partner_id), query, today)
  },
}
