/** What changes with a ticket: whatever shows it is asked for again. */
import { ticketReports } from '@contract/ticket-reports.ts'
import { ticketManagement, tickets } from '@contract/tickets.ts'

export const changedByTicket = [ticketManagement, ticketReports, tickets]
