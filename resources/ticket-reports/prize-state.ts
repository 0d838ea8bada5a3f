/** The state of the detailed prizes, all in its URL, and what it asks the server for. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { prizeStates } from '@contract/ticket-reports.ts'
import { currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'

export const prizeFilterState = z.object({
  partner_id: id.optional(),
  product_id: id.optional(),
  bet_type_id: id.optional(),
  draw_id: id.optional(),
  currency: currency.optional(),
  state: z.enum(prizeStates).optional(),
})
export type PrizeFilterState = z.output<typeof prizeFilterState>

export function prizeQuery({ from, to }: Period, filters: PrizeFilterState) {
  return {
    from,
    to,
    ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as PrizeFilterState),
  }
}

export const noPrizeFilters: PrizeFilterState = {
  partner_id: undefined,
  product_id: undefined,
  bet_type_id: undefined,
  draw_id: undefined,
  currency: undefined,
  state: undefined,
}
