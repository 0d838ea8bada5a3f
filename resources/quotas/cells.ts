/** Quotas as cells of a sheet. */
import type { Received } from '@contract/endpoint.ts'
import type { QuotaRow, quotas } from '@contract/quotas.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { GridCell } from '@/kit/grid/edits.ts'
import type { SavedRow } from '@/kit/grid/saving.ts'

/** What names one quota. */
export type QuotaKey = Pick<QuotaRow, 'partner_id' | 'product_id' | 'bet_type_id' | 'currency'>
export type QuotaCell = GridCell<QuotaKey>

/** One offer of a partner's sheet, with its quota in each currency. */
export interface Offer {
  product_id: number
  product_name: string
  bet_type_id: number
  bet_type_name: string
  cells: Partial<Record<Currency, QuotaCell>>
}

export function pathOf({ partner_id, product_id, bet_type_id, currency }: QuotaKey): string {
  return `${partner_id}:${product_id}:${bet_type_id}:${currency}`
}

/** `partner` in the label tells one partner's from another's where a list mixes them. */
export function cellOf(row: QuotaRow, partner = false): QuotaCell {
  const { partner_id, product_id, bet_type_id, currency, own, inherited, from, top } = row
  const label = `${row.product_name} · ${row.bet_type_name} en ${currencyFacts[currency].name}`
  return {
    path: pathOf(row),
    label: partner ? `${row.partner_name}: ${label}` : label,
    own,
    inherited,
    from,
    currency,
    ...(top !== null && { note: `Máximo de la banca: ${formatMoney(top, currency, true)}` }),
    data: { partner_id, product_id, bet_type_id, currency },
  }
}

/** A partner's rows as one line per offer, in the server's order. */
export function offersOf(rows: readonly QuotaRow[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const row of rows) {
    const { product_id, product_name, bet_type_id, bet_type_name } = row
    const key = `${product_id}:${bet_type_id}`
    const offer = offers.get(key) ?? { product_id, product_name, bet_type_id, bet_type_name, cells: {} }
    offer.cells[row.currency] = cellOf(row)
    offers.set(key, offer)
  }
  return [...offers.values()]
}

/** The currencies of the rows, in the contract's order. */
export function currenciesOf(rows: readonly { currency: Currency }[]): Currency[] {
  const sold = new Set(rows.map(({ currency }) => currency))
  return (Object.keys(currencyFacts) as Currency[]).filter((one) => sold.has(one))
}

/** A currency where a column or a cell has little room: `Pesos (COP $)`. */
export function shortCurrency(currency: Currency): string {
  const { name, clear_symbol } = currencyFacts[currency]
  return `${name.split(' ')[0]} (${clear_symbol})`
}

/** Edits as the server saves them. */
export function savedRows(rows: readonly SavedRow<QuotaKey>[]): Received<typeof quotas.save>['body'] {
  return { rows: rows.map(({ data, amount, before }) => ({ ...data, amount, before })) }
}

/** Most rows of one save. */
export const mostSaved = 2_000

export function savedText({ saved }: { saved: number }): string {
  return saved === 1 ? 'Se guardó 1 cupo.' : `Se guardaron ${saved} cupos.`
}
