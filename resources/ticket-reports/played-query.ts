/** What the views of a draw ask for; what is not filtered is left out. */
import type { Currency } from '@contract/values/currency.ts'

interface PlayedFilters {
  partner_id?: number | undefined
  currency?: Currency | undefined
  bet_type_id?: number | undefined
}

export function playedQuery(draw_id: number, { partner_id, currency, bet_type_id }: PlayedFilters) {
  return {
    draw_id,
    ...(partner_id !== undefined && { partner_id }),
    ...(currency !== undefined && { currency }),
    ...(bet_type_id !== undefined && { bet_type_id }),
  }
}
