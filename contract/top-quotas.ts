/** The banca's own ceiling of what may be sold of one number in one draw, whatever its partners' quotas say. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id, commaList } from './endpoint.ts'
import { field } from './field.ts'
import { wholeListEndpoint } from './lists.ts'
import { expectedRows, offerChoices, quotaChange, quotaFilter, changeCounts } from './quotas.ts'
import { currency } from './values/currency.ts'
import { amount, money } from './values/money.ts'

const base = '/api/v2/admin/registry'

const topQuotaRow = z.object({
  product_id: z.number().int(),
  product_name: z.string().meta({ title: 'Producto' }),
  bet_type_id: z.number().int(),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  currency,
  amount: money.nullable().meta({ title: 'Cupo máximo' }),
  /** Most sold of one number of it in a draw that is open now, and that number. */
  used: money.nullable().meta({ title: 'Mayor venta abierta' }),
  used_number: z.string().nullable().meta({ title: 'Número más vendido' }),
})
export type TopQuotaRow = z.infer<typeof topQuotaRow>
/** What names one ceiling. */
export type TopKey = Pick<TopQuotaRow, 'product_id' | 'bet_type_id' | 'currency'>
/** The filter of a change, as an address writes it. */
const filters = {
  product_ids: field(commaList(id).default([]), 'Producto', { names: 'product', choices: offerChoices.products }),
  bet_type_ids: field(commaList(id).default([]), 'Jugada', { names: 'bet_type', choices: offerChoices.bet_types }),
  currencies: field(commaList(currency).default([]), 'Moneda', { choices: offerChoices.currencies }),
}
const topFilter = quotaFilter.pick({ product_ids: true, bet_type_ids: true, currencies: true })

export const topQuotas = entity('topQuotas', {
  ...wholeListEndpoint(base, {
    title: 'Cupos máximos',
    path: `${base}/top-quota`,
    access: rules.registryBanca,
    row: topQuotaRow,
    filters,
    summary: 'Cupos máximos de la banca por producto, jugada y moneda',
  }),
  save: endpoint({
    method: 'PATCH',
    path: `${base}/top-quota`,
    access: rules.registryBanca,
    body: z.object({
      rows: z
        .array(
          z.object({
            product_id: z.number().int().positive(),
            bet_type_id: z.number().int().positive(),
            currency,
            amount: amount.nullable().meta({ title: 'Cupo máximo' }),
            before: money.nullable(),
          }),
        )
        .min(1, 'No hay cambios')
        .max(2_000),
    }),
    response: z.object({ saved: z.number().int() }),
    summary: 'Guarda cupos máximos; nulo los quita',
  }),
  global: endpoint({
    method: 'PATCH',
    path: `${base}/top-quota/global`,
    access: rules.registryBanca,
    query: expectedRows,
    body: z.object({ filter: topFilter, change: quotaChange }),
    response: changeCounts,
    summary: 'Un cambio sobre todos los cupos máximos que cumplen el filtro',
  }),
})
