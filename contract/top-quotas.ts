/** The banca's own ceiling of what may be sold of one number in one draw, whatever its partners' quotas say. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { expectedRows, quotaChange, quotaFilter, touched } from './quotas.ts'
import { currency } from './values/currency.ts'
import { amount, money } from './values/money.ts'

const base = '/api/v2/admin/registry'

export const topQuotaRow = z.object({
  product_id: z.number().int(),
  product_name: z.string().meta({ title: 'Producto' }),
  bet_type_id: z.number().int(),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  currency,
  amount: money.nullable().meta({ title: 'Cupo máximo' }),
  /** Most sold of one number of it in a draw that is open now, and that number. */
  used: money.nullable().meta({ title: 'Mayor venta abierta' }),
  used_number: z.string().nullable(),
})
export type TopQuotaRow = z.infer<typeof topQuotaRow>
const topFilter = quotaFilter.pick({ product_ids: true, bet_type_ids: true, currencies: true })

export const topQuotas = entity('topQuotas', {
  list: endpoint({
    method: 'GET',
    path: `${base}/top-quota`,
    access: rules.registryBanca,
    response: z.object({ data: z.array(topQuotaRow) }),
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
    response: touched,
    summary: 'Un cambio sobre todos los cupos máximos que cumplen el filtro',
  }),
})
