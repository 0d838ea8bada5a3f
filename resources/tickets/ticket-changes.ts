/** What changes with a ticket: whatever shows it is asked for again. */
import { ticketReports } from '@contract/ticket-reports.ts'
import { tickets } from '@contract/tickets.ts'
import { ticketManagement } from '@contract/ticket-management.ts'

export const changedByTicket = [ticketManagement, ticketReports, tickets]
