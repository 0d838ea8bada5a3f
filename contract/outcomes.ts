/** What goes out of a drawer beside its tickets: outcomes, what is given to another drawer or a fund, and their kinds. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import {
  drawerMethod,
  methodId,
  methodLooks,
  methodOptions,
  movementForm,
  movementKind,
  movementPeriod,
  movementReference,
  movementRow,
  movementState,
  movementTotals,
} from './cash-movements.ts'
import { currencyOfSession } from './account-data.ts'
import { operationClient } from './clients.ts'
import { all, byId, endpoint, entity, flag, id } from './endpoint.ts'
import { choices, field } from './field.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { recordEndpoints } from './records.ts'
import { status } from './partners.ts'
import { officeOfCaller } from './tickets.ts'
import { nameText } from './values/contact.ts'
import { currency } from './values/currency.ts'

const base = '/api/v2/ticket-office/cash-management/expenditure'
const methodsAt = '/api/v2/ticket-office/cash-management/payment-method'
const access = rules.counter

const direction = field(z.enum(['ingreso', 'egreso']), 'Sentido', {
  labels: { ingreso: 'Ingreso', egreso: 'Egreso' },
  control: 'radio',
})
const typeForm = z.object({
  direction,
  name: field(nameText(3, 60, 'Escriba el nombre'), 'Nombre', { hint: 'Como lo reconoce quien atiende.' }),
  needs_approval: field(z.boolean().default(false), 'Pide aprobación', {
    control: 'switch',
    hint: 'Cada movimiento espera a que alguien por encima de la taquilla lo decida.',
  }),
  borne_by: field(z.enum(['agencia', 'banca']).default('agencia'), 'Lo asume', {
    labels: { agencia: 'La agencia', banca: 'La banca' },
    control: 'radio',
    hint: 'De un egreso. Lo que asume la banca lo decide ella, y baja lo que la agencia debe.',
  }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})
const typeRow = z.object({
  id: z.number().int(),
  ...shownFields(typeForm),
  partner_name: field(z.string(), 'De'),
  /** May whoever reads change it? */
  own: z.boolean(),
  version: z.number().int(),
})
export type MovementTypeRow = z.infer<typeof typeRow>

/** Kinds of one direction, of the caller's agency and of the banca. */
const types = endpoint({
  method: 'GET',
  path: `${base}/types`,
  access: rules.movementTypes,
  query: z.object({
    direction: direction.default('egreso'),
    inactive: flag.default(false).meta({ description: 'También los que ya no se usan' }),
  }),
  response: all(typeRow),
  summary: 'Tipos de egreso, o de ingreso, de la agencia y de la banca',
})
/** The kinds of a direction as the choices of a form. */
export const typeChoices = (of: MovementTypeRow['direction']) =>
  choices(types, {
    query: () => ({ direction: of }),
    options: ({ data }) => data.map((one) => ({ value: one.id, label: one.name })),
  })

const methodsOf = (use: 'income' | 'expenditure' | 'transactions', summary: string) =>
  endpoint({
    method: 'GET',
    path: `${methodsAt}/${use}`,
    access,
    query: z.object({ office_id: id.optional().meta({ description: 'De cuál de sus taquillas' }) }),
    response: all(drawerMethod),
    summary,
  })
const methods = methodsOf('expenditure', 'Con qué puede salir un egreso: efectivo, y los métodos de su línea')
const transferMethods = methodsOf(
  'transactions',
  'Con qué puede ir lo que se entrega: efectivo, y los métodos de su línea',
)
/** Of incomes; declared here, beside the others. */
export const incomeMethods = methodsOf('income', 'Con qué puede entrar un ingreso: efectivo, y los métodos de su línea')

const destination = z.object({
  kind: z.enum(['taquilla', 'fondo']),
  id: z.number().int(),
  name: z.string(),
  currencies: z.array(currency),
  /** What is given to a drawer waits until its register is open. */
  open: z.boolean(),
})
const destinations = endpoint({
  method: 'GET',
  path: `${base}/destinations`,
  access,
  query: z.object({ office_id: id.optional().meta({ description: 'De cuál de sus taquillas sale' }) }),
  response: all(destination),
  summary: 'A quién se le puede entregar: las otras taquillas y los fondos de la agencia',
})

/** An agency's offices, for whoever has several. */
const officeFilter = field(id, 'Taquilla', {
  names: 'partner',
  placeholder: 'Todas las taquillas',
  choices: choices(destinations, {
    options: ({ data }) =>
      data.filter(({ kind }) => kind === 'taquilla').map((one) => ({ value: one.id, label: one.name })),
  }),
})
/** What both lists of a drawer are asked by. Without a register and without days they are of the open one. */
export const movementList = {
  search: 'concepto o referencia',
  filters: {
    register_id: field(id, 'Caja', { rare: true }),
    office_id: officeFilter,
    state: movementState,
    currency: currencyOfSession,
    kind: movementKind,
  },
  sort: ['created_at', 'amount', 'type_name', 'office_name', 'state'],
  first: '-created_at',
  period: movementPeriod,
  totals: movementTotals,
} as const

const form = z.object({
  type_id: field(id.meta({ description: 'Un tipo de egreso' }), 'Tipo', { choices: typeChoices('egreso') }),
  ...movementForm,
  method_id: field(methodId, 'Método', {
    ...methodLooks,
    choices: choices(methods, {
      within: 'currency',
      options: ({ data }, { values }) => methodOptions(data, values['currency']),
    }),
  }),
  reference: movementReference,
  client: operationClient,
  office_id: officeOfCaller,
})

const given = z
  .object({
    to_office_id: id.nullish().meta({ title: 'Taquilla', description: 'Otra taquilla de la agencia' }),
    to_fund_id: id.nullish().meta({ title: 'Fondo', description: 'Un fondo de la agencia' }),
    ...movementForm,
    method_id: methodId.meta({ title: 'Método' }),
    office_id: officeOfCaller,
  })
  .refine(({ to_office_id, to_fund_id }) => (to_office_id == null) !== (to_fund_id == null), {
    path: ['to_office_id'],
    message: 'Elija a quién: una taquilla o un fondo',
  })

const row = movementRow.extend({ actions: z.array(z.enum(['update', 'remove'])) })
export type OutcomeRow = z.infer<typeof row>

const typeSaved = { access: rules.movementTypesWrite, response: typeRow } as const

export const outcomes = entity('outcomes', {
  ...listEndpoint(base, {
    title: 'Egresos',
    access,
    row,
    ...movementList,
    summary: 'Lo que salió de la caja abierta, o de la caja o los días que se piden',
  }),
  ...recordEndpoints(base, {
    read: access,
    write: access,
    row,
    form,
    one: 'un egreso',
    moves_money: true,
    summaries: {
      create: 'Registra un egreso en la caja abierta',
      update: 'Corrige un egreso mientras su caja está abierta o devuelta: se reversa y se asienta de nuevo',
    },
    remove: {
      done: 'eliminado',
      summary: 'Elimina un egreso, o lo que se entregó y nadie aceptó, mientras su caja está abierta o devuelta',
    },
  }),
  transfer: endpoint({
    method: 'PUT',
    path: `${base}/transfer`,
    access,
    moves_money: true,
    body: given,
    response: row,
    summary: 'Entrega dinero a otra taquilla o a un fondo: sale de la caja, y entra cuando lo aceptan',
  }),
  destinations,
  types,
  createType: endpoint({
    ...typeSaved,
    method: 'POST',
    path: `${base}/types`,
    status: 201,
    body: typeForm,
    summary: 'Crea un tipo de ingreso o de egreso de la agencia, o de la banca',
  }),
  updateType: endpoint({
    ...typeSaved,
    method: 'PUT',
    path: `${base}/types/:id`,
    params: byId,
    body: typeForm.extend({ version: z.number().int() }),
    summary: 'Guarda un tipo de ingreso o de egreso',
  }),
  methods,
  transferMethods,
})
