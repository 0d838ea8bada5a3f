/** What an agency may sell and within which limits; what it does not set it inherits from its nearest ancestor that does. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { partnerType, partnerTypes } from './partners.ts'
import { expectedRows, changeCounts } from './quotas.ts'
import { currency } from './values/currency.ts'
import { positiveAmount } from './values/money.ts'

/** Multipliers have up to two decimals and stay below 100,000. */
export const multiplier = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'Multiplicador no válido')

/** The prizes that one bet may win at once, by their place. */
export const placeNames = ['Primer premio', 'Segundo premio', 'Tercer premio']

/** Which of the prizes that a bet may win; without it the first, or its only one. */
const place = z.number().int().min(1).max(placeNames.length).optional()

/** A value set here or inherited; `from` names the ancestor it comes from. */
function setting<T extends z.ZodType>(value: T) {
  return z.object({ own: value.nullable(), inherited: value.nullable(), from: z.string().nullable() })
}
const minutes = z.number().int().min(0, 'Mínimo 0').max(1440, 'Máximo 1.440')
const days = z.number().int().min(1, 'Mínimo 1 día').max(365, 'Máximo 365 días')
const lineCount = z.number().int().min(1, 'Mínimo 1').max(500, 'Máximo 500')

interface Held {
  own: number | boolean | string | null
  inherited: number | boolean | string | null
  from: string | null
}

/** A setting in words: its own value, or the inherited one and whose it is. */
function heldText({ own, inherited, from }: Held): string {
  const text = (value: number | boolean | string) =>
    typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value)
  if (own !== null) return text(own)
  return inherited === null ? '' : `${text(inherited)} (de ${from ?? 'arriba'})`
}
const words = { words: heldText }

/** The rules that hold for every sale of a partner. */
const saleRules = {
  annul_minutes: field(setting(z.number()), 'Minutos para anular', words),
  prize_days: field(setting(z.number()), 'Días para cobrar', words),
  max_lines: field(setting(z.number()), 'Jugadas por ticket', words),
  pays_other_agencies: field(setting(z.boolean()), 'Paga tickets de otras agencias', words),
}

const rateTypeTitle = 'Tipo de tasa'

const betsConfiguration = z.object({
  agency_id: z.number().int(),
  version: z.number().int(),
  ...saleRules,
  /** By which type of exchange rate what it sells and is paid keeps its worth in bolivares; of `rate_types`. */
  rate_type_id: field(setting(z.number()), rateTypeTitle),
  /** Those there are; of some each office sets its own rate. */
  rate_types: z.array(z.object({ id: z.number().int(), name: z.string(), by_offices: z.boolean() })),
  limits: z.array(
    z.object({
      currency,
      min_stake: setting(z.string()).meta({ title: 'Mínimo por jugada' }),
      max_stake: setting(z.string()).meta({ title: 'Máximo por jugada' }),
      max_ticket: setting(z.string()).meta({ title: 'Máximo por ticket' }),
    }),
  ),
  products: z.array(
    z.object({
      product_id: z.number().int(),
      name: z.string(),
      enabled: setting(z.boolean()),
      /** Of a bet that may win several prizes one for each. */
      bet_types: z.array(
        z.object({
          bet_type_id: z.number().int(),
          /** Of the second and third prize, which one. */
          place: z.number().int().optional(),
          name: z.string(),
          multiplier: setting(z.string()),
        }),
      ),
    }),
  ),
})
export type BetsConfiguration = z.infer<typeof betsConfiguration>

/** `null` means "inherit". */
export const betsConfigurationForm = z.object({
  agency_id: z.number().int().positive(),
  version: z.number().int(),
  annul_minutes: minutes.nullable(),
  prize_days: days.nullable(),
  max_lines: lineCount.nullable(),
  pays_other_agencies: z.boolean().nullable(),
  /** Left out, it stays as it was. */
  rate_type_id: id.nullish(),
  limits: z
    .array(
      z.object({
        currency,
        min_stake: positiveAmount.nullable(),
        max_stake: positiveAmount.nullable(),
        max_ticket: positiveAmount.nullable(),
      }),
    )
    .max(3),
  products: z.array(z.object({ product_id: z.number().int(), enabled: z.boolean().nullable() })).max(200),
  multipliers: z
    .array(
      z.object({
        product_id: z.number().int(),
        bet_type_id: z.number().int(),
        place,
        multiplier: multiplier.nullable(),
      }),
    )
    .max(1000),
})

const base = '/api/v2/admin/registry/bets-configuration'

const betsConfigurationRow = z.object({
  partner_id: z.number().int(),
  partner_name: z.string().meta({ title: 'Afiliado' }),
  partner_type: partnerType,
  ...saleRules,
  /** By the types' names. */
  rate_type: field(setting(z.string()), rateTypeTitle, { ...words, width: 24 }),
  /** How many limits, products and multipliers it sets itself. */
  own_limits: field(z.number().int(), 'Límites propios'),
  own_products: field(z.number().int(), 'Productos propios'),
  own_multipliers: field(z.number().int(), 'Multiplicadores propios'),
})
export type BetsConfigurationRow = z.infer<typeof betsConfigurationRow>
/** Which partners a list shows and a global change touches. */
const betsFilter = z.object({
  partner_id: z.number().int().positive().optional(),
  types: z.array(z.enum(partnerTypes)).max(4).default(['agencia']),
})
/** One field for every matching partner; null inherits again. */
export const betsChange = z.discriminatedUnion('field', [
  z.object({ field: z.literal('annul_minutes'), value: minutes.nullable() }),
  z.object({ field: z.literal('prize_days'), value: days.nullable() }),
  z.object({ field: z.literal('max_lines'), value: lineCount.nullable() }),
  z.object({ field: z.literal('pays_other_agencies'), value: z.boolean().nullable() }),
  z.object({ field: z.enum(['min_stake', 'max_stake', 'max_ticket']), currency, value: positiveAmount.nullable() }),
  z.object({ field: z.literal('enabled'), product_id: z.number().int().positive(), value: z.boolean().nullable() }),
  z.object({
    field: z.literal('multiplier'),
    product_id: z.number().int().positive(),
    bet_type_id: z.number().int().positive(),
    place,
    value: multiplier.nullable(),
  }),
])

export const betsConfigurations = entity('betsConfigurations', {
  ...listEndpoint(base, {
    title: 'Configuración de jugadas por afiliado',
    access: rules.registryRead,
    row: betsConfigurationRow,
    filters: {
      type: field(partnerType.default('agencia'), 'Tipo de afiliado'),
      partner_id: field(id, 'Afiliado', { control: 'partner' }),
    },
    search: 'nombre, código o documento',
    sort: ['partner_name', 'partner_type'],
    summary: 'Configuración de jugadas por afiliado',
  }),
  global: endpoint({
    method: 'POST',
    path: `${base}/global`,
    access: rules.registryWrite,
    query: expectedRows,
    body: z.object({ filter: betsFilter, change: betsChange }),
    response: changeCounts,
    summary: 'Un cambio sobre todos los afiliados que cumplen el filtro',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:agencyId`,
    access: rules.registryRead,
    params: z.object({ agencyId: id }),
    response: betsConfiguration,
    summary: 'Configuración de jugadas de una agencia, con lo que hereda',
  }),
  save: endpoint({
    method: 'POST',
    path: `${base}/`,
    access: rules.registryWrite,
    body: betsConfigurationForm,
    response: betsConfiguration,
    summary: 'Crea o reemplaza la configuración de jugadas de una agencia',
  }),
})
