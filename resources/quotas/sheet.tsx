/** Quotas as a sheet: what names one, how it is read, and what a line of it says. */
import { quotas, type QuotaRow } from '@contract/quotas.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { sheet } from '@/kit/grid/sheet.tsx'

interface Offered {
  product_id: number
  product_name: string
  bet_type_id: number
  bet_type_name: string
}

/** `Lotto Activo · Animalito en Bolívares`. */
export function offerLabel({ product_name, bet_type_name, currency }: Offered & { currency: Currency }): string {
  return `${product_name} · ${bet_type_name} en ${currencyFacts[currency].name}`
}

export const offerKey = ({ product_id, bet_type_id }: Offered): string => `${product_id}:${bet_type_id}`

/** A bet type and its product, in two lines of one cell. */
export function offerColumn<Row, Data>(width: number, offerOf: (row: Row) => Offered): GridColumn<Row, Data> {
  return {
    key: 'offer',
    title: 'Producto y jugada',
    width,
    text: (row) => `${offerOf(row).product_name} · ${offerOf(row).bet_type_name}`,
    render: (row) => (
      <span className="grid-name">
        <span>{offerOf(row).bet_type_name}</span>
        <span>{offerOf(row).product_name}</span>
      </span>
    ),
  }
}

const declared = (labelOf: (row: QuotaRow) => string) =>
  sheet<QuotaRow>()({
    keys: ['partner_id', 'product_id', 'bet_type_id', 'currency'],
    cell: (row) => ({
      label: labelOf(row),
      own: row.own,
      inherited: row.inherited,
      from: row.from,
      currency: row.currency,
      ...(row.top !== null && { note: `Máximo de la banca: ${formatMoney(row.top, row.currency, true)}` }),
    }),
    save: quotas.save,
    touches: [quotas],
    noun: ['cupo', 'cupos'],
  })

/** The sheet of one affiliate. */
export const quotaSheet = declared(offerLabel)
/** The sheet that mixes many: each value says whose it is. */
export const manyQuotas = declared((row) => `${row.partner_name}: ${offerLabel(row)}`)
