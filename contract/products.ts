/** Products: what is played, when it is drawn, what it pays, and the symbols it plays with. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { multiplier } from './bets-configurations.ts'
import { byId, endpoint, entity } from './endpoint.ts'
import { field, ownChoices } from './field.ts'
import { pictureOrDrawing } from './images.ts'
import { listEndpoint } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { status } from './partners.ts'
import { betKinds } from './values/bet-numbers.ts'
import { day, instant } from './values/dates.ts'
import { centsFault, currencies } from './values/currency.ts'
import { hasCents, percent, positiveAmount } from './values/money.ts'
import { zoneName, zones } from './values/zones.ts'
import { nameText } from './values/contact.ts'

export const productKinds = ['animalitos', 'triples', 'panama', 'polla'] as const
export type ProductKind = (typeof productKinds)[number]
export const productKindLabels: Record<ProductKind, string> = {
  animalitos: 'Animalitos',
  triples: 'Triples',
  panama: 'Panamá',
  polla: 'Polla',
}

const kind = field(z.enum(productKinds), 'Tipo', { labels: productKindLabels })
const zone = z.string().max(60)

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Hora no válida')

/** Bit 0 of the mask is Monday, as order option 1 is. */
const schedule = z.object({
  weekday_mask: z.number().int().min(1, 'Elija al menos un día').max(127).meta({ title: 'Días' }),
  local_time: time.meta({ title: 'Hora' }),
  close_minutes: z.number().int().min(0, 'Mínimo 0').max(720, 'Máximo 720').meta({ title: 'Cierra antes (min)' }),
  valid_from: day.nullable().default(null).meta({ title: 'Desde' }),
  valid_to: day.nullable().default(null).meta({ title: 'Hasta' }),
})
export type Schedule = z.infer<typeof schedule>

const scheduleException = z.object({
  day: day.meta({ title: 'Día' }),
  /** Null cancels the whole day. */
  local_time: time.nullable().meta({ title: 'Hora' }),
  kind: z.enum(['sin_sorteo', 'extra']).meta({ title: 'Qué pasa' }),
})

/** How a polla's income is split and what it plays on. `first + second + weekly` = 100, of what is for prizes. */
const pollaSettings = z.object({
  symbols: z.number().int().min(2, 'Mínimo 2').max(12, 'Máximo 12').meta({ title: 'Símbolos por jugada' }),
  price: z
    .record(z.string(), positiveAmount)
    .superRefine((price, { addIssue }) => {
      for (const of of currencies)
        if (price[of] !== undefined && hasCents(price[of], of))
          addIssue({ code: 'custom', path: [of], message: centsFault(of) })
    })
    .meta({ title: 'Precio' }),
  prize_percent: percent.meta({ title: 'Para premios %' }),
  first_percent: percent.meta({ title: 'Primer pote %' }),
  second_percent: percent.meta({ title: 'Segundo pote %' }),
  weekly_percent: percent.meta({ title: 'Pote semanal %' }),
  /** Products whose draws of the day count hits. */
  source_products: z
    .array(z.number().int().positive())
    .min(1, 'Elija al menos un producto')
    .max(20)
    .meta({ title: 'Sorteos que cuentan' }),
})
export type PollaSettings = z.infer<typeof pollaSettings>

/** Days before its own on which a draw begins to sell. */
export const saleDaysBefore = field(
  z.number().int().min(0).max(7, 'Máximo 7 días').default(0),
  'Días de venta anticipada',
  { hint: '0: cada sorteo se vende desde la medianoche de su propio día' },
)

export const productSettings = z.object({
  sale_days_before: saleDaysBefore,
  /** Draws a tripleta takes part in, its own included. */
  tripleta_draws: z
    .number()
    .int()
    .min(2, 'Mínimo 2')
    .max(40, 'Máximo 40')
    .default(11)
    .meta({ title: 'Sorteos de una tripleta' }),
  polla: pollaSettings.nullable().default(null),
})
export type ProductSettings = z.infer<typeof productSettings>

const offer = z.object({
  bet_type_id: z.number().int().positive(),
  multiplier,
  /** First, second and third prize. */
  place_multipliers: z.array(multiplier).length(3).nullable().default(null),
  enabled: z.boolean(),
})
/** A number that pays more: it replaces the multiplier where it is the larger. */
const wildcard = z.object({
  bet_type_id: z.number().int().positive(),
  number: z.string().trim().min(1, 'Escriba el número').max(10).meta({ title: 'Comodín' }),
  multiplier: multiplier.meta({ title: 'Multiplicador' }),
  from_day: day.nullable().default(null).meta({ title: 'Desde' }),
  to_day: day.nullable().default(null).meta({ title: 'Hasta' }),
})

export const productForm = z.object({
  name: field(nameText(3, 60, 'Escriba el nombre'), 'Nombre'),
  code: field(
    z
      .string({ error: 'Escriba el código' })
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9_]{2,30}$/, 'De 2 a 30 letras, números o guiones bajos'),
    'Código',
    { control: 'code', longest: 30, hint: 'Letras, números y guiones bajos' },
  ),
  kind,
  zone: field(zone, 'Zona horaria', {
    hint: 'Las horas del horario son de esta zona',
    choices: ownChoices(() => zones().map((one) => ({ value: one, label: `${zoneName(one)} · ${one}` }))),
  }),
  status: status.default('activo'),
  position: field(z.number().int().min(0).max(999).default(0), 'Orden', { hint: 'Los menores salen primero' }),
  settings: productSettings,
  schedules: z.array(schedule).max(200).meta({ title: 'Horario' }),
  exceptions: z.array(scheduleException).max(200).meta({ title: 'Excepciones' }),
  offers: z.array(offer).max(20).meta({ title: 'Jugadas' }),
  wildcards: z.array(wildcard).max(200).meta({ title: 'Comodines' }),
})
export type ProductForm = z.infer<typeof productForm>

const productRow = z.object({
  id: z.number().int(),
  code: field(z.string(), 'Código'),
  name: field(z.string(), 'Producto'),
  kind,
  zone: field(zone, 'Zona horaria'),
  status,
  position: field(z.number().int(), 'Orden'),
  bet_types: field(z.number().int(), 'Jugadas'),
  symbols: field(z.number().int(), 'Símbolos'),
  draws_today: field(z.number().int(), 'Sorteos de hoy'),
  next_draw_at: field(instant.nullable(), 'Próximo sorteo', { nothing: 'Sin sorteos' }),
  has_sales: z.boolean(),
  actions: z.array(z.enum(['update', 'deactivate', 'activate', 'remove'])),
})
export type ProductRow = z.infer<typeof productRow>

const product = productRow.extend({
  version: z.number().int(),
  /** What is kept, with the defaults filled in. */
  settings: z.object({
    sale_days_before: z.number().int(),
    tripleta_draws: z.number().int(),
    polla: pollaSettings.nullable(),
  }),
  schedules: z.array(schedule.extend({ valid_from: day.nullable(), valid_to: day.nullable() })),
  exceptions: z.array(scheduleException),
  /** Every bet type its kind may offer, those not offered with `enabled: false`. */
  offers: z.array(
    offer.extend({
      place_multipliers: z.array(multiplier).nullable(),
      code: z.string(),
      name: z.string(),
      kind: z.enum(betKinds),
    }),
  ),
  wildcards: z.array(wildcard.extend({ from_day: day.nullable(), to_day: day.nullable() })),
})
export type Product = z.infer<typeof product>

export const symbol = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'De 1 a 3 dígitos')
    .meta({ title: 'Código' }),
  name: nameText(2, 40).meta({ title: 'Nombre' }),
  image_url: field(pictureOrDrawing, 'Imagen'),
})
export type ProductSymbol = z.infer<typeof symbol>

const base = '/api/v2/admin/manage-product'
const symbolsAnswer = z.object({ product_id: z.number().int(), version: z.number().int(), data: z.array(symbol) })

export const products = entity('products', {
  ...listEndpoint(base, {
    title: 'Productos',
    access: rules.banca,
    row: productRow,
    search: 'nombre o código',
    filters: { kind, status },
    sort: ['position', 'name', 'code', 'kind', 'zone', 'status', 'bet_types', 'symbols', 'draws_today', 'next_draw_at'],
  }),
  ...recordEndpoints(base, {
    read: rules.banca,
    write: rules.banca,
    row: product,
    form: productForm,
    one: 'un producto',
    remove: {
      done: 'eliminado',
      kept: 'desactivado',
      summary: 'Elimina un producto sin ventas; desactiva uno que vendió',
    },
    summaries: { update: 'Guarda un producto; sus sorteos futuros sin ventas siguen al horario nuevo' },
  }),
  symbols: endpoint({
    method: 'GET',
    path: `${base}/:id/symbols`,
    access: rules.banca,
    params: byId,
    response: symbolsAnswer,
    summary: 'Símbolos de un producto, con su imagen',
  }),
  saveSymbols: endpoint({
    method: 'POST',
    path: `${base}/:id/symbols`,
    access: rules.banca,
    params: byId,
    body: z.object({ version: z.number().int(), data: z.array(symbol).max(200) }),
    response: symbolsAnswer,
    summary: 'Guarda los símbolos de un producto',
  }),
})
