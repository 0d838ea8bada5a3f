/** The consultation's state, all in its URL, and what it asks the server for. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { screenLink } from '@contract/links.ts'
import { currency } from '@contract/values/currency.ts'
import { day } from '@contract/values/dates.ts'

/** The tickets themselves; the lines of one draw; its numbers with what is left of their quota. */
export const consultViews = ['tickets', 'sorteo', 'numeros'] as const
export type ConsultView = (typeof consultViews)[number]
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

/** Where a ticket opens over the list of tickets. */
export function ticketPath(serial: string): string {
  return screenLink('ticket-consult', { ticket: serial })
}
