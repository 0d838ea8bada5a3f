/**
 * Accounts: where a partner holds its money, at a bank, on a phone, in a wallet or in a box. Payments move them when they
 * are confirmed; what each holds and how it came about is told from the books.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { accountData, currencyOfSession } from './account-data.ts'
import { all, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { entryKind } from './ledger-entries.ts'
import { listEndpoint, shownFields } from './lists.ts'
import { sideMoney } from './owing.ts'
import { status } from './partners.ts'
import { recordEndpoints } from './records.ts'
import { nameText, remark } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'

const kind = field(z.enum(['banco', 'pago_movil', 'zelle', 'cripto', 'efectivo'], { error: 'Elija el tipo' }), 'Tipo', {
  labels: {
    banco: 'Cuenta bancaria',
    pago_movil: 'Pago móvil',
    zelle: 'Zelle',
    cripto: 'Criptomoneda',
    efectivo: 'Efectivo',
  },
})

const form = z.object({
  name: field(nameText(3, 60, 'Escriba el nombre'), 'Nombre', { hint: 'Como la reconoce quien anota un pago.' }),
  kind,
  currency: field(currencyOfSession, 'Moneda', { hint: 'Con el primer uso queda fija.' }),
  ...accountData,
  notes: field(remark(200).default(''), 'Notas', { control: 'area', wide: true }),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
})

const balance = field(money, 'Saldo', { signed: true })
const row = z.object({
  id: z.number().int(),
  ...shownFields(form),
  partner_id: z.number().int(),
  partner_name: field(z.string(), 'De'),
  balance,
  moved_on: field(day.nullable(), 'Último movimiento', { nothing: 'Ninguno' }),
  created_at: field(instant, 'Creada'),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'activate', 'deactivate', 'remove'])),
})
export type AccountRow = z.infer<typeof row>

const movement = z.object({
  /** Names the line. */
  id: z.string(),
  day: field(day, 'Día'),
  kind: entryKind,
  /** On the other side of the payment, where nobody above whoever reads is named but the banca; or the fund. */
  with_name: field(z.string(), 'Con quién', { width: 30 }),
  /** The payment's number, and what it says to be known by; none of what came from a fund or went to it. */
  payment_id: z.number().int().nullable(),
  reference: field(z.string(), 'Referencia'),
  memo: field(z.string(), 'Concepto', { width: 30, remark: true }),
  currency,
  debit: sideMoney('Entra'),
  credit: sideMoney('Sale'),
  /** From the opening balance on, in the order of the days. */
  balance: field(money, 'Saldo', { signed: true }),
})

const base = '/api/v2/admin/accounts'
const { money: access } = rules

/** What an account or a fund held before some days, what came and went in them, and what it holds after. */
export const heldTotals = z.object({
  currency,
  rows: z.number().int(),
  opening: field(money, 'Saldo anterior', { signed: true }),
  debit: field(money, 'Entra'),
  credit: field(money, 'Sale'),
  closing: field(money, 'Saldo', { signed: true }),
})

const { list: movements, export: movementsExport } = listEndpoint(base, {
  path: `${base}/movements`,
  title: 'Movimientos de una cuenta',
  access,
  row: movement,
  of: { account_id: id },
  sort: ['day'],
  first: 'day',
  period: { title: 'Día contable', preset: '30d', needed: true },
  totals: heldTotals,
  summary: 'El estado de una cuenta: saldo anterior, cada movimiento con el saldo que deja, y el final',
})

export const accounts = entity('accounts', {
  ...listEndpoint(base, {
    title: 'Cuentas',
    access,
    row,
    search: 'nombre, banco o titular',
    filters: { kind, currency: currencyOfSession, status },
    sort: ['name', 'kind', 'currency', 'partner_name', 'balance', 'moved_on', 'status', 'created_at'],
    totals: z.object({ currency, balance }),
  }),
  movements,
  movementsExport,
  options: endpoint({
    method: 'GET',
    path: `${base}/options`,
    access,
    query: z.object({
      partner_id: id.optional().meta({ description: 'De quién; de quien pregunta si no se dice nada' }),
      method_id: id.optional().meta({ description: 'Las del afiliado de un método de pago' }),
      payment_id: id.optional().meta({ description: 'Las de quien recibe un pago, en su moneda' }),
      currency: currency.optional().meta({ description: 'En qué moneda' }),
    }),
    response: all(row.pick({ id: true, name: true, kind: true, currency: true })),
    summary: 'Las cuentas activas de un afiliado, para elegir una',
  }),
  ...recordEndpoints(base, {
    read: access,
    write: access,
    row,
    form,
    one: 'una cuenta',
    remove: {
      done: 'eliminada',
      kept: 'cerrada',
      summary: 'Elimina una cuenta; cierra una que ya se usó',
    },
  }),
})
