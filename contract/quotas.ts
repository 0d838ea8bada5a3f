/**
 * Quotas: how much of one number in one draw may be sold by a partner, counted over its subtree and
 * inherited from the nearest ancestor that sets it. The banca's own ceiling over them is `top-quotas.ts`.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { byId, endpoint, entity, pageQuery } from './endpoint.ts'
import { choices, field, ownChoices } from './field.ts'
import { general } from './general.ts'
import { listEndpoint } from './lists.ts'
import { partnerType } from './partners.ts'
import { currency, currencyFacts } from './values/currency.ts'
import { amount, money } from './values/money.ts'

const ids = z.array(z.number().int().positive()).max(500).default([])

/** What a filter of offers is chosen from: products, the bet types they offer among them, the person's currencies. */
export const offerChoices = {
  products: choices(general.products, {
    options: ({ data }) => data.map(({ id, name }) => ({ value: id, label: name })),
  }),
  bet_types: choices(general.products, {
    options: ({ data }) => {
      const offered = new Map(data.flatMap(({ bet_types }) => bet_types.map(({ id, name }) => [id, name] as const)))
      return [...offered].sort(([one], [other]) => one - other).map(([value, label]) => ({ value, label }))
    },
  }),
  currencies: ownChoices(({ session }) =>
    session.currencies.map((value) => ({ value, label: currencyFacts[value].name })),
  ),
}

/** Which rows a list shows and a global change touches: the same filter gives the same rows to both. */
export const quotaFilter = z.object({
  /** This partner and everything under it; the caller's own subtree when missing. */
  partner_id: field(z.number().int().positive().optional(), 'Afiliado', { control: 'partner' }),
  /** Of that subtree, only partners of these kinds. */
  types: field(z.array(partnerType).max(4).default([]), 'Tipo'),
  product_ids: field(ids, 'Producto', { names: 'product', choices: offerChoices.products }),
  bet_type_ids: field(ids, 'Jugada', { names: 'bet_type', choices: offerChoices.bet_types }),
  currencies: field(z.array(currency).max(3).default([]), 'Moneda', { choices: offerChoices.currencies }),
  /** Only rows the partner sets itself. */
  own_only: field(z.boolean().default(false), 'Solo propios'),
})
export type QuotaFilter = z.infer<typeof quotaFilter>

const quotaRow = z.object({
  partner_id: z.number().int(),
  partner_name: z.string().meta({ title: 'Afiliado' }),
  partner_type: partnerType,
  product_id: z.number().int(),
  product_name: z.string().meta({ title: 'Producto' }),
  bet_type_id: z.number().int(),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  currency,
  /** Set here; null inherits. */
  own: money.nullable().meta({ title: 'Cupo propio' }),
  inherited: money.nullable().meta({ title: 'Heredado' }),
  from: z.string().nullable().meta({ title: 'Heredado de' }),
  /** The banca's ceiling, which holds whatever is set here. */
  top: money.nullable().meta({ title: 'Cupo máximo' }),
})
export type QuotaRow = z.infer<typeof quotaRow>
/** What names one quota. */
export type QuotaKey = Pick<QuotaRow, 'partner_id' | 'product_id' | 'bet_type_id' | 'currency'>

/** What a global change does to every matching row; a percentage is of the value in force and rounds half-up at the cent. */
export const quotaChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), amount: amount.meta({ title: 'Monto' }) }),
  z.object({
    kind: z.literal('percent'),
    percent: z
      .string()
      .regex(/^-?\d{1,3}(\.\d{1,2})?$/, 'Porcentaje no válido')
      .meta({ title: 'Porcentaje' }),
  }),
  z.object({ kind: z.literal('inherit') }),
])
export type QuotaChange = z.infer<typeof quotaChange>

export const expectedRows = z.object({
  expected_matched_rows: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'Cuántas filas coincidían al revisar; si ya son otras, nada cambia' }),
})
/** How many rows a global change met, and how many of them it changed. */
export const changeCounts = z.object({ matched: z.number().int(), changed: z.number().int() })
const base = '/api/v2/admin/registry'

export const quotas = entity('quotas', {
  ...listEndpoint(base, {
    title: 'Cupos',
    method: 'POST',
    path: `${base}/regular-quota`,
    access: rules.registryRead,
    row: quotaRow,
    filters: quotaFilter.shape,
    search: 'afiliado o código',
    sort: [],
    summary: 'Cupos de un filtro; su total es lo que un cambio global tocaría',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/regular-quota/:id`,
    access: rules.registryRead,
    params: byId,
    response: z.object({
      partner_id: z.number().int(),
      partner_name: z.string(),
      version: z.number().int(),
      rows: z.array(quotaRow),
    }),
    summary: 'Los cupos de un afiliado, con lo que hereda',
  }),
  save: endpoint({
    method: 'PUT',
    path: `${base}/regular-quota/save`,
    access: rules.registryWrite,
    body: z.object({
      rows: z
        .array(
          z.object({
            partner_id: z.number().int().positive(),
            product_id: z.number().int().positive(),
            bet_type_id: z.number().int().positive(),
            currency,
            /** Null inherits again. */
            amount: amount.nullable().meta({ title: 'Cupo' }),
            /** The own value the edit started from: another's save meanwhile is not written over. */
            before: money.nullable(),
          }),
        )
        .min(1, 'No hay cambios')
        .max(2_000),
    }),
    response: z.object({ saved: z.number().int() }),
    summary: 'Guarda un conjunto de cupos',
  }),
  global: endpoint({
    method: 'POST',
    path: `${base}/regular-quota/global`,
    access: rules.registryWrite,
    query: expectedRows,
    body: z.object({ filter: quotaFilter.extend({ q: pageQuery.shape.q }), change: quotaChange }),
    response: changeCounts,
    summary: 'Un cambio sobre todos los cupos que cumplen el filtro',
  }),
})
