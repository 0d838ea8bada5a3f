/**
 * Funds: cash that a partner keeps outside of drawers. What each holds is in the books; money moves between a fund and
 * another one, an account or what is outside, and waits in `fund-movements.ts` where a drawer gave it.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { currencyOfSession } from './account-data.ts'
import { accounts, heldTotals } from './accounts.ts'
import { askedWith } from './asked-with.ts'
import { movementForm, movementReference } from './cash-movements.ts'
import { all, byId, endpoint, entity, id, type Answer } from './endpoint.ts'
import { choices, field } from './field.ts'
import { entryKind } from './ledger-entries.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { sideMoney } from './owing.ts'
import { status } from './partners.ts'
import { nameText, remark } from './values/contact.ts'
import { currency, type Currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money, positiveAmount } from './values/money.ts'

const base = '/api/v2/admin/cash-fund'
const access = rules.cashControl

const minimum = (of: string, hint?: string) =>
  field(positiveAmount.nullable().default(null), `Mínimo (${of})`, { ...(hint && { hint }) })

/** A fund as a person writes it. */
export const fundForm = z.object({
  name: field(nameText(3, 60, 'Escriba el nombre'), 'Nombre', { hint: 'Como lo reconoce quien le entrega dinero.' }),
  minimum_bs: minimum('Bs', 'Con menos, el fondo se ve en ámbar. Vacío: no tiene mínimo.'),
  minimum_usd: minimum('USD'),
  minimum_cop: minimum('COP'),
  notes: field(remark(200).default(''), 'Notas', { control: 'area', wide: true }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})

const level = field(z.enum(['bajo', 'bien']), 'Mínimo', {
  labels: { bajo: 'Bajo el mínimo', bien: 'Al día' },
  tones: { bajo: 'waiting', bien: 'good' },
  placeholder: 'Todos',
})
const held = (of: string) => field(money, `Tiene (${of})`, { zero_is_nothing: true })

const row = z.object({
  id: z.number().int(),
  ...shownFields(fundForm),
  partner_id: z.number().int(),
  partner_name: field(z.string(), 'De'),
  held_bs: held('Bs'),
  held_usd: held('USD'),
  held_cop: held('COP'),
  level,
  /** In which it holds less than its minimum. */
  below: z.array(currency),
  /** What was given to it and nobody accepted. */
  waiting: field(z.number().int(), 'Por aceptar'),
  moved_on: field(day.nullable(), 'Último movimiento', { nothing: 'Ninguno' }),
  created_at: field(instant, 'Creado'),
  /** Of the caller's own partner: nobody else writes it or moves its money. */
  own: z.boolean(),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'move', 'activate', 'deactivate'])),
})
export type FundRow = z.infer<typeof row>

const options = endpoint({
  method: 'GET',
  path: `${base}/options`,
  access,
  response: all(z.object({ id: z.number().int(), name: z.string(), currencies: z.array(currency) })),
  summary: 'Los fondos activos de quien pregunta, para elegir uno',
})
/** The caller's own funds as choices; of a form about one of them, the others. */
export const fundChoices = choices(options, {
  options: ({ data }: Answer<typeof options>, { id: about }) =>
    data.filter((one) => one.id !== about).map((one) => ({ value: one.id, label: one.name })),
})

/** Money of one's own: from or to another fund, an account, or what nobody follows here. */
export const fundMoveForm = z.object({
  fund_id: field(id, 'Fondo', { choices: fundChoices }),
  direction: field(z.enum(['entra', 'sale'], { error: 'Elija el sentido' }), 'Sentido', {
    labels: { entra: 'Entra en el fondo', sale: 'Sale del fondo' },
    control: 'radio',
  }),
  against: field(z.enum(['cuenta', 'fondo', 'fuera'], { error: 'Elija de dónde o a dónde' }), 'De dónde o a dónde', {
    labels: { cuenta: 'Una cuenta', fondo: 'Otro fondo', fuera: 'Fuera' },
    control: 'radio',
    hint: 'Fuera: no se sigue aquí de dónde viene ni a dónde va.',
  }),
  currency: currencyOfSession,
  amount: movementForm.amount,
  other_fund_id: field(id.nullable().default(null), 'Otro fondo', {
    when: { field: 'against', is: ['fondo'] },
    needed: true,
    choices: fundChoices,
  }),
  account_id: field(id.nullable().default(null), 'Cuenta', {
    when: { field: 'against', is: ['cuenta'] },
    needed: true,
    choices: choices(accounts.options, {
      within: 'currency',
      query: ({ values }) => (values['currency'] ? { currency: values['currency'] as Currency } : null),
      options: ({ data }) => data.map((one) => ({ value: one.id, label: one.name })),
    }),
  }),
  concept: movementForm.concept,
  reference: movementReference,
})

const line = z.object({
  /** Names the line. */
  id: z.string(),
  day: field(day, 'Día'),
  kind: entryKind,
  /** From whom it came or to whom it went: an office, another fund, an account, or `Fuera`. */
  with_name: field(z.string(), 'Con quién', { width: 30 }),
  movement_id: field(z.number().int(), 'Recibo'),
  concept: field(z.string(), 'Concepto', { width: 30, remark: true }),
  reference: field(z.string(), 'Referencia'),
  currency,
  debit: sideMoney('Entra'),
  credit: sideMoney('Sale'),
  /** From the opening balance on, in the order of the days. */
  balance: field(money, 'Saldo', { signed: true }),
})

const { list: history, export: historyExport } = listEndpoint(base, {
  path: `${base}/history`,
  title: 'Movimientos de un fondo',
  access,
  row: line,
  of: { fund_id: id },
  filters: { currency: currencyOfSession },
  sort: ['day'],
  first: 'day',
  period: { title: 'Día contable', preset: '30d', needed: true },
  totals: heldTotals,
  summary: 'El estado de un fondo: saldo anterior, cada movimiento con el saldo que deja, y el final',
})

export const cashFunds = entity('cashFunds', {
  ...listEndpoint(base, {
    title: 'Fondos',
    access,
    row,
    search: 'nombre o afiliado',
    filters: { level, status },
    sort: [
      'name',
      'partner_name',
      'held_bs',
      'held_usd',
      'held_cop',
      'level',
      'waiting',
      'moved_on',
      'status',
      'created_at',
    ],
  }),
  history,
  historyExport,
  options,
  show: endpoint({ method: 'GET', path: `${base}/:id`, access, params: byId, response: row, summary: 'Un fondo' }),
  write: endpoint({
    method: 'POST',
    path: `${base}/`,
    access,
    moves_money: true,
    status: 201,
    body: z.discriminatedUnion('action', [
      fundForm.extend({ action: z.literal('crear') }),
      fundMoveForm.extend({ action: z.literal('mover') }),
    ]),
    response: row,
    summary: 'Crea un fondo, o mueve dinero de uno propio; contesta el fondo como queda',
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access,
    params: byId,
    body: fundForm.extend({ version: z.number().int() }),
    response: row,
    summary: 'Guarda un fondo; uno con dinero no se cierra',
  }),
})

/** The fund as a record that is created and saved: `write` told what it is to do. */
export const fundRecords = { ...cashFunds, create: askedWith(cashFunds.write, fundForm) }
