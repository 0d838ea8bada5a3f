/** Lookups that any signed-in screen may need, and the currencies with their facts. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, endpoint, entity, id } from './endpoint.ts'
import { currency } from './values/currency.ts'
import { betKinds } from './values/bet-numbers.ts'

export const productOption = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['animalitos', 'triples', 'panama', 'polla']),
  bet_types: z.array(z.object({ id: z.number().int(), code: z.string(), name: z.string(), kind: z.enum(betKinds) })),
})
export type ProductOption = z.infer<typeof productOption>

export const general = entity('general', {
  products: endpoint({
    method: 'GET', path: '/api/v2/general/products', access: rules.signedIn,
    response: all(productOption), summary: 'Productos activos con sus tipos de jugada',
  }),
  currencies: endpoint({
    method: 'GET', path: '/api/v2/admin/currencies/', access: rules.signedIn,
    response: all(z.object({ code: currency, name: z.string(), symbol: z.string(), decimals: z.number().int(), rate: z.string().nullable(), rate_at: z.string().nullable() })),
    summary: 'Monedas, con símbolo, decimales y tasa vigente',
  }),
})

export const draws = entity('draws', {
  list: endpoint({
    method: 'GET', path: '/api/v2/admin/draws/lists', access: rules.business,
    query: z.object({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Fecha no válida').optional(), product_id: id.optional(), state: z.enum(['programado', 'abierto', 'cerrado', 'premiado', 'suspendido']).optional() }),
    response: z.object({
      server_time: z.string(),
      data: z.array(z.object({
        id: z.number().int(), product_id: z.number().int(), product_name: z.string(), day: z.string(),
        scheduled_at: z.string(), closes_at: z.string(),
        state: z.enum(['programado', 'abierto', 'cerrado', 'premiado', 'suspendido']),
        result: z.string().nullable(),
        sold: z.array(z.object({ currency, amount: z.string() })),
      })),
    }),
    summary: 'Sorteos de un día con su estado',
  }),
})
