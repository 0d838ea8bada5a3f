/** The consultation's state, all in its URL, and what it asks the server for. */
import { z } from 'zod'
import { screens } from '@contract/access/screens.ts'
import { id } from '@contract/endpoint.ts'
import { approvalStates, ticketStates } from '@contract/tickets.ts'
import { currency } from '@contract/values/currency.ts'
import { day, type Period } from '@contract/values/dates.ts'
import { amount } from '@contract/values/money.ts'
import { readSerial } from '@resources/tickets/serial.ts'

/** The tickets themselves; the lines of one draw; its numbers with what is left of their quota. */
export const consultViews = ['tickets', 'sorteo', 'numeros'] as const
export type ConsultView = (typeof consultViews)[number]
export const consultViewLabels: Record<ConsultView, string> = {
  tickets: 'Tickets',
  sorteo: 'Jugadas de un sorteo',
  numeros: 'Números de un sorteo',
}
/** As a phone has room for. */
export const shortViewLabels: Record<ConsultView, string> = {
  tickets: 'Tickets',
  sorteo: 'Jugadas',
  numeros: 'Números',
}

/** Filters of the list of tickets; none of them has a default. */
export const consultFilterState = z.object({
  partner_id: id.optional(),
  state: z.enum(ticketStates).optional(),
  currency: currency.optional(),
  product_id: id.optional(),
  draw_id: id.optional(),
  bet_type_id: id.optional(),
  number: z.string().trim().max(40).optional(),
  min_total: amount.optional(),
  max_total: amount.optional(),
  approval: z.enum(approvalStates).optional(),
})
export type ConsultFilterState = z.output<typeof consultFilterState>

/** What the two views of a draw show. `q` and `sort` are the tables': a change of view starts them anew. */
export const consultState = z.object({
  view: z.enum(consultViews).default('tickets'),
  draw: id.optional(),
  /** The day whose draws are offered; the banca's today where it says nothing. */
  draw_day: day.optional(),
  partner_id: id.optional(),
  product_id: id.optional(),
  bet_type_id: id.optional(),
  currency: currency.optional(),
  every: z.enum(['si', 'no']).default('no'),
  page: z.coerce.number().int().min(1).optional(),
  sort: z.string().optional(),
  q: z.string().optional(),
})
export type ConsultState = z.output<typeof consultState>

/** A whole serial in the search box knows its day: the period does not limit it then. */
export function consultQuery(days: Period, filters: ConsultFilterState, q: string | undefined) {
  const given = Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as ConsultFilterState
  const serial = q === undefined ? null : readSerial(q)
  return { ...given, ...(serial ? { serial: serial.serial } : days) }
}

const path = screens.find((screen) => screen.key === 'ticket-consult')?.path ?? ''

/** Where the lines of a draw are, or its numbers. */
export function drawLink(draw: number, view: Exclude<ConsultView, 'tickets'> = 'sorteo'): string {
  return `${path}?${new URLSearchParams({ view, draw: String(draw) }).toString()}`
}

/** Where a ticket opens over the list of tickets. */
export function ticketPath(serial: string): string {
  return `${path}?${new URLSearchParams({ ticket: serial }).toString()}`
}
