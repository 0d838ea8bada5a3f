/** Where the tickets and prizes behind a figure of the dashboard are: the same period and filters, relative where they are relative. */
import { screens } from '@contract/access/screens.ts'
import type { TicketState } from '@contract/tickets.ts'
import { fixedRange } from '@/kit/values/period-days.ts'
import type { RowsTarget } from './dashboard-filters.ts'

type Target = Omit<RowsTarget, 'level'>

function link(key: string, { choice, query }: Target, more: Record<string, string | number>): string {
  const { from, to, ...filters } = query
  const entries = { period: choice, ...(choice === fixedRange && { from, to }), ...filters, ...more }
  const path = screens.find((screen) => screen.key === key)?.path ?? ''
  return `${path}?${new URLSearchParams(Object.entries(entries).map(([name, value]) => [name, String(value)])).toString()}`
}

/** The tickets of one state, or all. */
export function ticketsLink(target: Target, state: TicketState | undefined): string {
  return link('ticket-consult', target, state ? { state } : {})
}

/** The tickets that played a number. */
export function numberLink(
  target: Target,
  number: { number: string; product_id: number; bet_type_id: number },
): string {
  const { product_id, bet_type_id } = number
  return link('ticket-consult', target, { product_id, bet_type_id, number: number.number })
}

/** Prizes by the day of their draw, which is how the dashboard counts them. */
export function prizesLink(target: Target): string {
  return link('detailed-prize', target, {})
}
