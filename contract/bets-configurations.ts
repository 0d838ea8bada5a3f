/** What an agency may sell and within which limits; what it does not set it inherits from its nearest ancestor that does. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id, paged, pageQuery } from './endpoint.ts'
import { partnerTypes } from './partners.ts'
import { expectedRows } from './quotas.ts'
import { currency } from './values/currency.ts'
import { positiveAmount } from './values/money.ts'

/** Multipliers have up to two decimals and stay below 100,000. */
export const multiplier = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'Multiplicador no válido')

/** A value set here or inherited; `from` names the ancestor it comes from. */
function setting<T extends z.ZodType>(value: T) {
  return z.object({ own: value.nullable(), inherited: value.nullable(), from: z.string().nullable() })
}
const minutes = z.number().int().min(0, 'Mínimo 0').max(1440, 'Máximo 1.440')
const days = z.number().int().min(1, 'Mínimo 1 día').max(365, 'Máximo 365 días')
const lineCount = z.number().int().min(1, 'Mínimo 1').max(500, 'Máximo 500')

export const betsConfiguration = z.object({
  agency_id: z.number().int(),
  version: z.number().int(),
  annul_minutes: setting(z.number()).meta({ title: 'Minutos para anular' }),
  prize_days: setting(z.number()).meta({ title: 'Días para cobrar' }),
  max_lines: setting(z.number()).meta({ title: 'Jugadas por ticket' }),
  pays_other_agencies: setting(z.boolean()).meta({ title: 'Paga tickets de otras agencias' }),
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
      bet_types: z.array(
        z.object({ bet_type_id: z.number().int(), name: z.string(), multiplier: setting(z.string()) }),
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
    .array(z.object({ product_id: z.number().int(), bet_type_id: z.number().int(), multiplier: multiplier.nullable() }))
    .max(1000),
})

const base = '/api/v2/admin/registry/bets-configuration'

export const betsConfigurationRow = z.object({
  partner_id: z.number().int(),
  partner_name: z.string().meta({ title: 'Afiliado' }),
  partner_type: z.enum(partnerTypes).meta({ title: 'Tipo' }),
  annul_minutes: setting(z.number()).meta({ title: 'Minutos para anular' }),
  prize_days: setting(z.number()).meta({ title: 'Días para cobrar' }),
  max_lines: setting(z.number()).meta({ title: 'Jugadas por ticket' }),
  pays_other_agencies: setting(z.boolean()).meta({ title: 'Paga tickets de otras agencias' }),
  /** How many limits, products and multipliers it sets itself. */
  own_limits: z.number().int(),
  own_products: z.number().int(),
  own_multipliers: z.number().int(),
})
/** Which partners a list shows and a global change touches. */
export const betsFilter = z.object({
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
    value: multiplier.nullable(),
  }),
])

export const betsConfigurations = entity('betsConfigurations', {
  list: endpoint({
    method: 'GET',
    path: `${base}/`,
    access: rules.registryRead,
    query: pageQuery.extend({ partner_id: id.optional(), type: z.enum(partnerTypes).default('agencia') }),
    response: paged(betsConfigurationRow),
    summary: 'Configuración de jugadas por afiliado',
  }),
  global: endpoint({
    method: 'POST',
    path: `${base}/global`,
    access: rules.registryWrite,
    query: expectedRows,
    body: z.object({ filter: betsFilter, change: betsChange }),
    response: z.object({ matched: z.number().int(), changed: z.number().int() }),
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
