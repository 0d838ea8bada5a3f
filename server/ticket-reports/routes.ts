import type { ticketReports } from '@contract/ticket-reports.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const ticketReportsRoutes: Handlers<typeof ticketReports> = { consult: pending, consultExport: pending, played: pending, playedSummary: pending, betNumber: pending, detailedPrize: pending, detailedPrizeSummary: pending }
