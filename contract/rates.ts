/**
 * Exchange rates: bolivares for one unit of another currency, from an instant on, each of a type (the central bank's, the
 * market's). What is sold keeps the rate of its instant; a new rate changes nothing of before. Types marked as the
 * offices' own take a rate from each office for itself; the banca's holds where an office set none.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { withKind } from './field-kind.ts'
import { choices, field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { currencies, currencyFacts } from './values/currency.ts'
import { day, instant, namedInstant } from './values/dates.ts'
import { nameText, pattern } from './values/contact.ts'

const base = '/api/v2/admin/rates'

/** Above zero, below a thousand million, with at most six decimals. */
const rateValue = withKind(
  z
    .string({ error: 'Escriba la tasa' })
    .regex(/^\d{1,9}(\.\d{1,6})?$/, { error: 'Escriba la tasa con coma decimal, como 412,35', abort: true })
    .refine((value) => /[1-9]/.test(value), 'La tasa debe ser mayor que cero'),
  'decimal',
)
const foreign = currencies.filter((one) => one !== 'BS')
/** Bolivares are what the others are worth. */
const foreignCurrency = field(z.enum(foreign as ['USD', 'COP'], { error: 'Elija la moneda' }), 'Moneda', {
  labels: Object.fromEntries(foreign.map((one) => [one, currencyFacts[one].name])),
})

const typeForm = z.object({
  codigo: field(pattern(/^[A-Z0-9_-]{2,20}$/, 'De 2 a 20 letras mayúsculas y números'), 'Código', {
    control: 'code',
    longest: 20,
  }),
  nombre: field(nameText(2, 60, 'Escriba el nombre'), 'Nombre'),
  by_offices: field(z.boolean().default(false), 'La fija cada taquilla', {
    hint: 'Cada taquilla pone la suya; donde no la puso, rige la de la banca.',
  }),
})
const rateType = z.object({
  id: z.number().int(),
  ...typeForm.shape,
  by_offices: z.boolean(),
  version: z.number().int(),
})
export type RateType = z.infer<typeof rateType>

const types = endpoint({
  method: 'GET',
  path: `${base}/types`,
  access: rules.rates,
  response: all(rateType),
  summary: 'Los tipos de tasa',
})
/** A type by its code, as people say it. */
const typeCode = field(z.string().max(20), 'Tipo', {
  choices: choices(types, { options: ({ data }) => data.map((one) => ({ value: one.codigo, label: one.nombre })) }),
})

const rateStates = ['programada', 'vigente', 'anterior'] as const
const state = field(z.enum(rateStates), 'Estado', {
  labels: { programada: 'Programada', vigente: 'Vigente', anterior: 'Anterior' },
  tones: { programada: 'waiting', vigente: 'good', anterior: 'neutral' },
})

const row = z.object({
  id: z.number().int(),
  valid_from: field(instant, 'Rige desde'),
  type_name: field(z.string(), 'Tipo', { width: 24 }),
  currency: foreignCurrency,
  rate: field(z.string(), 'Bs por unidad', { kind: 'decimal', width: 16 }),
  /** Against the one that was in force before it; null for a first one. */
  change_percent: field(z.string().nullable(), 'Cambio %', { kind: 'percent', signed: true, nothing: 'Primera' }),
  state,
  office_name: field(z.string().nullable(), 'Taquilla', { nothing: 'Toda la banca', width: 28 }),
  set_by_name: field(z.string().nullable(), 'La puso', { nothing: 'El sistema' }),
  created_at: field(instant, 'Puesta'),
  actions: z.array(z.enum(['withdraw'])),
})
export type RateRow = z.infer<typeof row>

/** How far ahead a rate may begin. */
export const mostDaysAhead = 60
/** A rate that is farther than this, in percent, from the one in force is asked about: it is a slip of the hand. */
export const usualChange = 15

const history = listEndpoint(base, {
  path: base,
  title: 'Tasas de cambio',
  access: rules.rates,
  row,
  filters: { type: typeCode, currency: foreignCurrency, state },
  sort: ['valid_from', 'type_name', 'rate', 'created_at'],
  first: '-valid_from',
  period: { title: 'Rige desde', preset: 'mes', open: true },
  summary: 'Cada tasa, desde cuándo rige y cuánto cambió',
})

export const rateForm = z.object({
  rate_type_id: field(id, 'Tipo', {
    choices: choices(types, {
      options: ({ data }, { session }) =>
        data
          .filter(({ by_offices }) => by_offices || session.partner_type === 'banca')
          .map((one) => ({ value: one.id, label: one.nombre })),
    }),
  }),
  currency: foreignCurrency,
  rate: field(rateValue, 'Bolívares por unidad'),
  /** Now when missing. */
  valid_from: field(namedInstant.nullable().default(null), 'Rige desde'),
  /** What is far from the rate in force was asked about. */
  again: z.boolean().default(false),
})

const inForce = z.object({
  rate_type_id: z.number().int(),
  type_name: z.string(),
  currency: foreignCurrency,
  /** The caller's own office's, where it set one. */
  rate: z.string().nullable(),
  valid_from: instant.nullable(),
  change_percent: z.string().nullable(),
  next_rate: z.string().nullable(),
  next_from: instant.nullable(),
})
export type RateInForce = z.infer<typeof inForce>

export const rates = entity('rates', {
  ...history,
  create: endpoint({
    method: 'POST',
    path: base,
    access: rules.rates,
    status: 201,
    moves_money: true,
    body: rateForm,
    response: row,
    summary: 'Pone una tasa desde un instante, ahora o más adelante',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access: rules.rates,
    params: byId,
    response: z.object({ id: z.number().int() }),
    summary: 'Retira una tasa que aún no rige',
  }),
  inForce: endpoint({
    method: 'GET',
    path: `${base}/in-force`,
    access: rules.rates,
    response: all(inForce),
    summary: 'La tasa vigente de cada tipo y moneda, y la que le sigue',
  }),
  course: endpoint({
    method: 'GET',
    path: `${base}/course`,
    access: rules.rates,
    query: z.object({ currency: foreignCurrency, from: field(day, 'Desde'), to: field(day, 'Hasta') }),
    response: z.object({
      days: z.array(day),
      /** The banca's rate of each type at the end of each day; null before its first. */
      series: z.array(
        z.object({ rate_type_id: z.number().int(), name: z.string(), values: z.array(z.string().nullable()) }),
      ),
    }),
    summary: 'La tasa de cada tipo al final de cada día',
  }),
  types,
  createType: endpoint({
    method: 'POST',
    path: `${base}/types`,
    access: rules.bancaRates,
    status: 201,
    body: typeForm,
    response: rateType,
    summary: 'Crea un tipo de tasa',
  }),
  updateType: endpoint({
    method: 'PUT',
    path: `${base}/types/:id`,
    access: rules.bancaRates,
    params: byId,
    body: typeForm.extend({ version: z.number().int() }),
    response: rateType,
    summary: 'Guarda un tipo de tasa',
  }),
})
export const rateTypeForm = typeForm
