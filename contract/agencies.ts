/** Agencies: the registry's central entity, and who answers for their settlement. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, choiceQuery, endpoint, entity, id } from './endpoint.ts'
import { choices, field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { pastOptions } from './names.ts'
import { partnerFacts, partnerFields, soldCurrency, stateChoices } from './partner-fields.ts'
import { previewMark } from './partner-moves.ts'
import { balance, debt, partnerOption, partners, status } from './partners.ts'
import { instant } from './values/dates.ts'
import { sums, sumsText } from './values/sums.ts'

/** Who an agency may hang from. The one being edited can't be its own father. */
const fathers = choices(partners.fathers, {
  searched: true,
  query: ({ id: own }) => ({ type: 'agencia' as const, ...(own !== undefined && { exclude_id: own }) }),
  options: ({ data }) => data.map((one) => ({ value: one.id, label: `${one.name} (${one.code})` })),
})
const distributors = choices(partners.options, {
  searched: true,
  query: () => ({ type: 'distribuidor' as const }),
  options: ({ data }) => pastOptions(data),
})
/** What a person fills in on the tab *general*. */
export const agencyForm = z.object({
  name: partnerFields.name,
  code: partnerFields.code,
  father_id: field(z.number({ error: 'Elija el padre' }).int().positive(), 'Padre', {
    names: 'partner',
    choices: fathers,
    placeholder: 'Elija el padre',
    hint:
      'La banca o el distribuidor del que depende; de él hereda su configuración. Si ' +
      'cambia, las cifras de todos los días pasan al padre nuevo.',
  }),
  currencies: partnerFields.currencies,
  state_id: partnerFields.state_id,
  municipality_id: partnerFields.municipality_id,
  address: partnerFields.address,
  document: partnerFields.document,
  phone: partnerFields.phone,
  email: partnerFields.email,
  prepaid: field(z.boolean().default(false), 'Prepago', {
    control: 'switch',
    hint:
      'Vende hasta donde alcance lo que entregó por adelantado. Empieza en lo que tiene a su favor, sin la comisión de las ' +
      'semanas por cerrar ni los premios por pagar.',
  }),
  status: partnerFields.status,
})

const agencyRow = z.object({
  ...partnerFacts,
  name: field(z.string(), 'Agencia'),
  father_id: z.number().int(),
  father_name: field(z.string(), 'Padre'),
  offices: field(z.number().int(), 'Taquillas'),
  debt,
  balance,
  prepaid: field(z.boolean(), 'Prepago'),
  /** In each currency that it sells in; null of an agency that is not prepaid. */
  available: field(sums.nullable(), 'Disponible', {
    words: sumsText,
    nothing: 'No es prepago',
    width: 28,
    hint: 'Lo que una agencia prepago puede vender todavía. En negativo, lo que debe antes de volver a vender.',
  }),
  payments_responsible_partner_id: z.number().int(),
  payments_responsible_name: field(z.string(), 'Responsable de pago'),
  last_sale_at: field(instant.nullable(), 'Última venta', { nothing: 'Nunca' }),
  /** What this user may do with this row, by its state and the tree. */
  actions: z.array(z.enum(['update', 'clone', 'deactivate', 'remove', 'activate', 'responsible'])),
})
export type AgencyRow = z.infer<typeof agencyRow>

const base = '/api/v2/admin/registry/agencies'
const { registryRead, registryWrite, business } = rules
/** What both lists of agencies can be narrowed and ordered by. */
const asked = {
  search: 'nombre, código o documento',
  filters: {
    status,
    /** Any ancestor: the agencies under it. */
    partner_id: field(id, 'Distribuidor', { names: 'partner', choices: distributors }),
    state_id: field(id, 'Región', { names: 'state', choices: stateChoices }),
    currency: soldCurrency,
    sells: field(z.enum(['prepago', 'credito']), 'Vende', {
      labels: { prepago: 'Prepago', credito: 'A crédito' },
      placeholder: 'Todas',
      rare: true,
    }),
  },
  sort: [
    'name',
    'code',
    'father_name',
    'status',
    'last_sale_at',
    'offices',
    'payments_responsible_name',
    'state_name',
    'municipality_name',
    'document',
    'created_at',
  ],
} as const

const agencyConfigRow = z.object({
  id: z.number().int(),
  name: field(z.string(), 'Agencia'),
  payments_responsible_partner_id: z.number().int(),
  payments_responsible_name: field(z.string(), 'Responsable de pago'),
  /** The agency itself and its ancestors, within reach. */
  candidates: z.array(z.object({ id: z.number().int(), name: z.string(), type: z.string() })),
})

export const agencies = entity('agencies', {
  ...listEndpoint(base, { title: 'Agencias', access: registryRead, row: agencyRow, beside: ['debt'], ...asked }),
  short: listEndpoint(base, {
    title: 'Agencias en filas cortas',
    access: business,
    row: partnerOption,
    ...asked,
    path: `${base}/list`,
  }).list,
  ...recordEndpoints(base, {
    read: registryRead,
    write: registryWrite,
    row: agencyRow,
    form: agencyForm,
    saved: { shown: previewMark.optional() },
    one: 'una agencia',
    remove: {
      done: 'eliminada',
      kept: 'desactivada',
      summary: 'Elimina una agencia sin ventas; desactiva una que vendió',
    },
    paths: { create: `${base}/create` },
    summaries: { create: 'Crea una agencia; hereda la configuración de su padre' },
  }),
  options: endpoint({
    method: 'GET',
    path: `${base}/list-no-paginated`,
    access: business,
    query: choiceQuery.extend({ status: status.optional() }),
    response: all(partnerOption),
    summary: 'Las agencias que se buscan, para listas de selección',
  }),
  config: endpoint({
    method: 'GET',
    path: `${base}/config/`,
    access: registryWrite,
    query: choiceQuery.extend({ id: id.optional() }),
    response: all(agencyConfigRow),
    summary: 'Responsable de pago de las agencias que se buscan, o de una',
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path: `${base}/config/`,
    access: registryWrite,
    body: z.object({
      id: z.number().int().positive(),
      payments_responsible_partner_id: field(
        z.number({ error: 'Elija el responsable' }).int().positive(),
        'Responsable de pago',
      ),
      /** Who it was when it was looked at: another one by now is told, not replaced. */
      before: z.number().int().positive().optional(),
    }),
    response: agencyConfigRow,
    summary: 'Cambia el responsable de pago de una agencia',
  }),
  clone: endpoint({
    method: 'POST',
    path: `${base}/clone`,
    access: registryWrite,
    status: 201,
    body: z.object({ agency_id: z.number().int().positive(), name: partnerFields.name, code: partnerFields.code }),
    response: z.object({
      agency_id: z.number().int(),
      name: z.string(),
      copied: z.object({
        limits: z.number().int(),
        products: z.number().int(),
        multipliers: z.number().int(),
        quotas: z.number().int(),
        commissions: z.number().int(),
      }),
    }),
    summary: 'Copia una agencia con sus comisiones, cupos y configuración de jugadas',
  }),
})
