/**
 * Reloads: cash that a fund gives to the drawer of an office below it. It enters when the counter accepts it; where it came
 * from whoever the agency owes, it is owed from then on.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { currencyOfSession } from './account-data.ts'
import { fundChoices } from './cash-funds.ts'
import { movementForm, movementRow, movementState } from './cash-movements.ts'
import { all, endpoint, entity, id } from './endpoint.ts'
import { choices, field } from './field.ts'
import { partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { pastOptions } from './names.ts'
import { partners } from './partners.ts'
import { currency } from './values/currency.ts'
import { day } from './values/dates.ts'
import { money } from './values/money.ts'

const base = '/api/v2/admin/reloads'
const access = rules.cashControl

const state = field(movementState.extract(['por_aceptar', 'aceptado', 'rehusado', 'eliminado']), 'Estado')

const row = movementRow
  .pick({
    id: true,
    currency: true,
    amount: true,
    concept: true,
    day: true,
    created_by: true,
    created_at: true,
    decided_by: true,
    decided_at: true,
    observation: true,
  })
  .extend({
    state,
    /** Whose fund it is: nobody above whoever reads is named but the banca. */
    giver_name: field(z.string(), 'Entregó'),
    /** Null of a fund of somebody above. */
    fund_name: field(z.string().nullable(), 'Fondo'),
    office_id: z.number().int(),
    office_name: field(z.string(), 'Taquilla'),
    agency_name: field(z.string(), 'Agencia'),
    /** What of it left the fund: nothing of one that came back. */
    moved: field(money, 'Entregado', { zero_is_nothing: true }),
    /** What of it came into the drawer. */
    accepted: field(money, 'Aceptado', { zero_is_nothing: true }),
    /** Of the payment by which the agency owes it; none inside of one agency. */
    payment_id: z.number().int().nullable(),
    receipt: field(z.string().nullable(), 'Recibo de la deuda'),
  })
export type ReloadRow = z.infer<typeof row>

const totals = z.object({
  currency: currencyOfSession,
  moved: field(money, 'Entregado'),
  accepted: field(money, 'Aceptado'),
})

const list = (name: 'me' | 'global', title: string, summary: string) =>
  listEndpoint(base, {
    path: `${base}/${name}`,
    title,
    access,
    row,
    search: 'taquilla, agencia o concepto',
    filters: { state, currency: currencyOfSession, partner_id: partnerFilter },
    sort: ['created_at', 'office_name', 'agency_name', 'amount', 'state'],
    first: '-created_at',
    period: { title: 'Entregada', preset: '7d', needed: true },
    totals,
    summary,
  })
const { list: me, export: meExport } = list(
  'me',
  'Mis recargas',
  'Las recargas que dieron los fondos de quien pregunta',
)
const { list: global, export: globalExport } = list(
  'global',
  'Recargas',
  'Las recargas de todos los que están a su alcance, las que dieron y las que recibieron',
)

const sum = z.object({
  currency,
  reloads: z.number().int(),
  moved: money,
  accepted: money,
  /** Given, and not decided yet. */
  waiting: money,
})

/** An office below, which is found by its name. */
const offices = choices(partners.options, {
  searched: true,
  query: () => ({ type: 'taquilla' as const, status: 'activo' as const }),
  options: ({ data }) => pastOptions(data),
})

export const reloads = entity('reloads', {
  me,
  meExport,
  global,
  globalExport,
  ofDay: endpoint({
    method: 'GET',
    path: `${base}/:partner/:date`,
    access,
    params: z.object({ partner: id.meta({ description: 'De quién' }), date: day.meta({ description: 'De qué día' }) }),
    response: all(row).extend({ sums: z.array(sum) }),
    summary: 'Las recargas de un afiliado y un día, las que dio y las que recibió, con sus sumas',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/`,
    access,
    moves_money: true,
    status: 201,
    body: z.object({
      fund_id: field(id, 'Fondo', { hint: 'De donde sale.', choices: fundChoices }),
      office_id: field(id, 'Taquilla', { hint: 'La acepta quien atiende, con su caja abierta.', choices: offices }),
      ...movementForm,
    }),
    response: row,
    summary: 'Entrega dinero de un fondo propio a una taquilla: entra en su caja cuando la acepta',
  }),
})
