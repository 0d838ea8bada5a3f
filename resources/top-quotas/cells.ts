/** The banca's ceilings as cells of a sheet: a line per offer, a column per currency. */
import type { TopQuotaRow } from '@contract/top-quotas.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { GridCell } from '@/kit/grid/edits.ts'

export type TopKey = Pick<TopQuotaRow, 'product_id' | 'bet_type_id' | 'currency'>

/** One offer: its ceiling in each currency, and how far open draws have used it. */
export interface TopOffer {
  product_id: number
  product_name: string
  bet_type_id: number
  bet_type_name: string
  rows: Partial<Record<Currency, TopQuotaRow>>
}

export function pathOf({ product_id, bet_type_id, currency }: TopKey): string {
  return `${product_id}:${bet_type_id}:${currency}`
}

export function cellOf(row: TopQuotaRow): GridCell<TopKey> {
  const { product_id, bet_type_id, currency } = row
  return {
    path: pathOf(row),
    label: `${row.product_name} · ${row.bet_type_name} en ${currencyFacts[currency].name}`,
    own: row.amount,
    inherited: null,
    from: null,
    currency,
    data: { product_id, bet_type_id, currency },
  }
}

/** In the server's order. */
export function offersOf(rows: readonly TopQuotaRow[]): TopOffer[] {
  const offers = new Map<string, TopOffer>()
  for (const row of rows) {
    const { product_id, product_name, bet_type_id, bet_type_name } = row
    const key = `${product_id}:${bet_type_id}`
    const offer = offers.get(key) ?? { product_id, product_name, bet_type_id, bet_type_name, rows: {} }
    offer.rows[row.currency] = row
    offers.set(key, offer)
  }
  return [...offers.values()]
}
