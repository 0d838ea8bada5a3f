/** Lookups that any signed-in screen may need, and the currencies with their facts. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, endpoint, entity, id, commaList } from './endpoint.ts'
import { drawStates } from './draws.ts'
import { namedKinds } from './names.ts'
import { status } from './partners.ts'
import { currency } from './values/currency.ts'
import { day } from './values/dates.ts'
import { betKinds } from './values/bet-numbers.ts'

const productOption = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['animalitos', 'triples', 'panama', 'polla']),
  status,
  bet_types: z.array(z.object({ id: z.number().int(), code: z.string(), name: z.string(), kind: z.enum(betKinds) })),
})
export type ProductOption = z.infer<typeof productOption>
/** What products are asked with where the past is looked at. */
export const includingPast = { past: 'si' } as const

/** Ways in which money is handed over, whatever it is for. */
export const paymentTypes = [
  { id: 'efectivo', code: 'EFECTIVO', name: 'Efectivo' },
  { id: 'transferencia', code: 'TRANSFERENCIA', name: 'Transferencia' },
  { id: 'pago_movil', code: 'PAGO_MOVIL', name: 'Pago móvil' },
  { id: 'punto_de_venta', code: 'PUNTO_DE_VENTA', name: 'Punto de venta' },
  { id: 'zelle', code: 'ZELLE', name: 'Zelle' },
  { id: 'divisas', code: 'DIVISAS', name: 'Divisas en efectivo' },
] as const

/** What a result is made of, by the kind of product that draws it. */
export const resultCategories = [
  { id: 'animalitos', code: 'CIFRA', name: 'Una cifra' },
  { id: 'triples', code: 'COLUMNAS', name: 'Columnas' },
  { id: 'panama', code: 'PREMIOS', name: 'Premios' },
  { id: 'polla', code: 'SIMBOLOS_DEL_DIA', name: 'Símbolos del día' },
] as const

/** A choice of a lookup: `id` is what travels, `name` what is read. */
const option = z.object({ id: z.union([z.number().int(), z.string()]), code: z.string(), name: z.string() })
const options = all(option)
const base = '/api/v2/general'
const lookup = { method: 'GET', access: rules.signedIn } as const

export const general = entity('general', {
  products: endpoint({
    method: 'GET',
    path: `${base}/products`,
    access: rules.signedIn,
    query: z.object({
      past: z
        .enum(['si'])
        .optional()
        .meta({ description: 'También los inactivos, y las jugadas que ya no se ofrecen: para consultar lo pasado' }),
    }),
    response: all(productOption),
    summary: 'Productos activos con sus tipos de jugada',
  }),
  names: endpoint({
    ...lookup,
    path: `${base}/names`,
    query: z.object({
      kind: z.enum(namedKinds).meta({ description: 'De qué son los identificadores' }),
      ids: commaList(id)
        .pipe(z.array(id).min(1, 'Indique al menos uno').max(100, 'A lo sumo cien a la vez'))
        .meta({ description: 'Los identificadores, separados por comas' }),
    }),
    response: all(z.object({ id: z.number().int(), name: z.string(), status: status.nullable() })),
    summary: 'Los nombres detrás de unos identificadores, también de lo inactivo; lo que no está al alcance no viene',
  }),
  lotteries: endpoint({
    ...lookup,
    path: `${base}/lotteries`,
    response: all(option.extend({ kind: z.string(), zone: z.string() })),
    summary: 'Loterías: los productos, también los inactivos',
  }),
  draws: endpoint({
    ...lookup,
    path: `${base}/draws`,
    query: z.object({ day: day.optional(), product_id: id.optional() }),
    response: all(
      z.object({
        id: z.number().int(),
        product_id: z.number().int(),
        name: z.string(),
        scheduled_at: z.string(),
        closes_at: z.string(),
        state: z.enum(drawStates),
      }),
    ),
    summary: 'Sorteos de un día, para listas de selección',
  }),
  typesDraw: endpoint({ ...lookup, path: `${base}/types-draw`, response: options, summary: 'Estados de un sorteo' }),
  typesBet: endpoint({
    ...lookup,
    path: `${base}/types-bet`,
    response: all(option.extend({ kind: z.enum(betKinds), place: z.string() })),
    summary: 'Tipos de jugada',
  }),
  playTypes: endpoint({
    ...lookup,
    path: `${base}/play-types`,
    response: options,
    summary: 'Clases de jugada, con el nombre de su número',
  }),
  typesProduct: endpoint({
    ...lookup,
    path: `${base}/types-product`,
    response: options,
    summary: 'Clases de producto',
  }),
  ticketStatus: endpoint({
    ...lookup,
    path: `${base}/ticket-status`,
    response: options,
    summary: 'Estados de un ticket',
  }),
  times: endpoint({
    ...lookup,
    path: `${base}/times`,
    response: all(option.extend({ from: z.string(), to: z.string() })),
    summary: 'Turnos: 1 Mañana, 2 Tarde, 3 Noche',
  }),
  categories: endpoint({
    ...lookup,
    path: `${base}/categories`,
    response: options,
    summary: 'Categorías de resultados: una cifra, columnas, premios, símbolos del día',
  }),
  status: endpoint({ ...lookup, path: `${base}/status`, response: options, summary: 'Estados de un registro' }),
  paymentTypes: endpoint({ ...lookup, path: `${base}/payment-types`, response: options, summary: 'Formas de pago' }),
  externalSystems: endpoint({
    ...lookup,
    path: `${base}/external-systems`,
    response: options,
    summary: 'Fuentes externas de resultados configuradas',
  }),
  currencies: endpoint({
    method: 'GET',
    path: '/api/v2/admin/currencies/',
    access: rules.signedIn,
    response: all(
      z.object({
        code: currency,
        name: z.string(),
        symbol: z.string(),
        decimals: z.number().int(),
        rate: z.string().nullable(),
        rate_at: z.string().nullable(),
      }),
    ),
    summary: 'Monedas, con símbolo, decimales y tasa vigente',
  }),
})
