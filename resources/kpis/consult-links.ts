/**
 * Where the tickets and prizes behind a figure are: the same period and filters, relative where they are relative. They
 * compare with nothing.
 */
import { screenLink } from '@contract/links.ts'
import type { Params } from '@contract/address.ts'
import type { TicketState } from '@contract/tickets.ts'
import { periodIn, type PeriodChoice } from '@/kit/values/period-days.ts'

interface Target {
  choice: PeriodChoice
  query: {
    from: string
    to: string
    currency?: string | undefined
    partner_id?: number | undefined
    product_id?: number | undefined
    bet_type_id?: number | undefined
    draw_id?: number | undefined
  }
}

function link(key: string, { choice, query }: Target, more: Params): string {
  const { from, to, ...filters } = query
  return screenLink(key, { ...periodIn(choice, { from, to }), ...filters, ...more })
}

/** The tickets of one state, or all. */
export function ticketsLink(target: Target, state?: TicketState): string {
  return link('ticket-consult', target, { state })
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
