/**
 * Commissions and participations: what a partner earns of what is sold under it. A rate is set for a partner and
 * everything, a product, or a bet type of it; the nearest partner that sets one holds, and of its own the most
 * specific. A rate holds from an instant on; what was sold before keeps its own.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import {
  commissionKinds,
  commissionKindLabels,
  participationKindLabels,
  participationKinds,
  rate,
  ratePart,
} from './commission-rates.ts'
import { all, byId, endpoint, entity, pageQuery } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { partnerType } from './partners.ts'
import { expectedRows, quotaFilter, changeCounts } from './quotas.ts'
import { currency } from './values/currency.ts'
import { instant, namedInstant } from './values/dates.ts'
import { money } from './values/money.ts'

const base = '/api/v2/admin/administrative/commission'
const id = z.number().int().positive()

/** What a rate is set for: nulls are everything. */
const key = {
  partner_id: id,
  product_id: id.nullable(),
  bet_type_id: id.nullable(),
  currency: currency.nullable(),
}
const rateKey = z.object(key)
export type RateKey = z.infer<typeof rateKey>

/** From when a change holds; without it, from a moment after it is saved. */
const startsAt = field(namedInstant.optional(), 'Rige desde')

const listRow = z.object({
  partner_id: z.number().int(),
  /** A workbook of the network names its partners by it. */
  partner_code: field(z.string(), 'Código'),
  partner_name: z.string().meta({ title: 'Afiliado' }),
  partner_type: partnerType,
  product_id: z.number().int(),
  product_name: z.string().meta({ title: 'Producto' }),
  bet_type_id: z.number().int(),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  currency,
  /** In force; without any, nothing is earned. */
  commission_kind: field(z.enum(commissionKinds).nullable(), 'Comisión', { labels: commissionKindLabels }),
  commission_percent: field(z.string().nullable(), '% de comisión', { kind: 'percent' }),
  participation_kind: field(z.enum(participationKinds).nullable(), 'Participación', {
    labels: participationKindLabels,
  }),
  participation_percent: field(z.string().nullable(), '% de participación', { kind: 'percent' }),
  own: field(z.boolean(), 'Propia'),
  from: field(z.string().nullable(), 'De', { nothing: 'Nadie' }),
})
export type CommissionRow = z.infer<typeof listRow>

/** What is set ahead: the rate, null to inherit again. */
const ahead = z.object({ starts_at: instant, rate: ratePart.nullable() })

const sheetRow = z.object({
  ...key,
  product_name: z.string().nullable(),
  bet_type_name: z.string().nullable(),
  /** What it sets itself: of a rate that is set in part the rest is null, and as it is inherited. */
  own: ratePart.nullable(),
  /** What would hold without its own, and whose it is. */
  inherited: rate.nullable(),
  from: z.string().nullable(),
  /** Since when its own holds; null for always. */
  since: instant.nullable(),
  next: ahead.nullable(),
})
export type CommissionSheetRow = z.infer<typeof sheetRow>

/** What a global change does to every matching row. */
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), rate }),
  /** Points added to one of the percentages in force, or taken from it. */
  z.object({
    kind: z.literal('points'),
    of: z.enum(['commission_percent', 'participation_percent']),
    points: z
      .string()
      .regex(/^-?\d{1,2}(\.\d{1,4})?$/, 'Puntos no válidos')
      .meta({ title: 'Puntos' }),
  }),
  z.object({ kind: z.literal('inherit') }),
])
export type CommissionChange = z.infer<typeof change>

/** `before` and `next` are what the edit started from: what holds, and what is set ahead. Nothing else is written over. */
const edits = z
  .array(z.object({ ...key, rate: ratePart.nullable(), before: ratePart.nullable(), next: ahead.nullish() }))
  .min(1, 'No hay cambios')
  .max(2_000)

const kind = z.object({ key: z.string(), name: z.string(), text: z.string(), formula: z.string() })

const weekSums = z.object({
  sold: money,
  prizes: money,
  /** As it was settled. */
  commission: money,
  participation: money,
  /** As it would have been. */
  new_commission: money,
  new_participation: money,
})
const previewRow = weekSums.extend({ currency, product_id: z.number().int(), product_name: z.string() })
export type CommissionPreviewRow = z.infer<typeof previewRow>

const carriedLoss = z.object({
  currency,
  product_id: z.number().int(),
  product_name: z.string(),
  /** Lost in the weeks before and not made up for yet, of so many agencies. */
  carried: money,
  agencies: z.number().int(),
})
export type CarriedLoss = z.infer<typeof carriedLoss>

const historyRow = z.object({
  ...key,
  product_name: z.string().nullable(),
  bet_type_name: z.string().nullable(),
  rate: ratePart.nullable(),
  starts_at: instant.nullable(),
  set_by: z.string().nullable(),
  /** Not begun: it can be withdrawn. */
  ahead: z.boolean(),
})
export type CommissionHistoryRow = z.infer<typeof historyRow>

const { registryRead, registryWrite } = rules

/** As quotas are chosen, in the words of rates. */
const commissionFilter = quotaFilter.extend({ own_only: field(z.boolean().default(false), 'Solo propias') })

export const commissions = entity('commissions', {
  ...listEndpoint(base, {
    title: 'Comisiones',
    method: 'POST',
    path: `${base}/list`,
    access: registryRead,
    row: listRow,
    filters: commissionFilter.shape,
    search: 'afiliado o código',
    sort: [],
    summary: 'Comisiones de un filtro; su total es lo que un cambio global tocaría',
  }),
  commissionKinds: endpoint({
    method: 'GET',
    path: `${base}/type-commission`,
    access: registryRead,
    response: all(kind),
    summary: 'Las clases de comisión, con su fórmula',
  }),
  participationKinds: endpoint({
    method: 'GET',
    path: `${base}/type-participation`,
    access: registryRead,
    response: all(kind),
    summary: 'Las clases de participación, con su fórmula',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access: registryRead,
    params: byId,
    response: z.object({
      partner_id: z.number().int(),
      partner_name: z.string(),
      currencies: z.array(currency),
      version: z.number().int(),
      rows: z.array(sheetRow),
    }),
    summary: 'Las comisiones de un afiliado, con lo que hereda',
  }),
  history: endpoint({
    method: 'GET',
    path: `${base}/:id/history`,
    access: registryRead,
    params: byId,
    response: all(historyRow),
    summary: 'Quién fijó qué comisiones de un afiliado y desde cuándo, las últimas 200',
  }),
  save: endpoint({
    method: 'PUT',
    path: `${base}/save`,
    access: registryWrite,
    body: z.object({ commissions: edits, starts_at: startsAt }),
    response: z.object({ saved: z.number().int(), starts_at: instant.nullable() }),
    summary: 'Guarda un conjunto de comisiones, que rigen desde un instante',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${base}/withdraw`,
    access: registryWrite,
    body: z.object({ ...key, starts_at: namedInstant }),
    response: z.object({ withdrawn: z.literal(true) }),
    summary: 'Retira una comisión que aún no rige',
  }),
  preview: endpoint({
    method: 'POST',
    path: `${base}/preview`,
    access: registryRead,
    read_only: true,
    body: z.object({
      partner_id: id,
      commissions: edits.element.omit({ before: true, next: true }).array().min(1).max(2_000),
    }),
    response: z.object({
      from: z.string(),
      to: z.string(),
      agencies: z.number().int(),
      /** Of a ticket office its agency, with which it is settled. */
      agency_name: z.string().nullable(),
      data: z.array(previewRow),
      /** The other offices of that agency, where they would earn otherwise. */
      others: z.array(previewRow),
      /** What ARRASTRE carries into the running week, which goes on under whatever is saved. */
      carried: z.array(carriedLoss),
    }),
    summary: 'La última semana cerrada de un afiliado, como se liquidó y como quedaría con otras comisiones',
  }),
  global: endpoint({
    method: 'POST',
    path: `${base}/global`,
    access: registryWrite,
    query: expectedRows,
    body: z.object({ filter: commissionFilter.extend({ q: pageQuery.shape.q }), change, starts_at: startsAt }),
    response: changeCounts,
    summary: 'Un cambio sobre todas las comisiones que cumplen el filtro',
  }),
})
