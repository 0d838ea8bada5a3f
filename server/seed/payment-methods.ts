/** How the demo banca, a distributor and two of its agencies are paid, and where the first two hold what they are paid. */
import { sql } from 'drizzle-orm'
import type { AccountRow } from '@contract/accounts.ts'
import type { PaymentKind } from '@contract/payment-methods.ts'
import type { Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../platform/db/connect.ts'
import type { DemoPlan } from './plan.ts'

interface Method {
  name: string
  kind: PaymentKind
  currency: Currency
  account?: Readonly<Record<string, string>>
  uses?: readonly string[]
  status?: 'inactivo'
  /** The name of its partner's account where what is paid with it comes to. */
  comes_to?: string
}
type Account = Pick<AccountRow, 'name' | 'kind' | 'currency'> & Pick<Method, 'account'>

const house = { holder: 'Banca La Fortuna, C.A.', holder_document: 'J-30718264-5' }
const accountsOfBanca: readonly Account[] = [
  {
    name: 'Banesco corriente',
    kind: 'banco',
    currency: 'BS',
    account: { bank: 'Banesco', account_number: '01340217852173008841', ...house },
  },
  { name: 'Zelle', kind: 'zelle', currency: 'USD', account: { email: 'pagos@lafortuna.test', holder: house.holder } },
  { name: 'Caja fuerte', kind: 'efectivo', currency: 'BS' },
]
const accountsOfDistributor: readonly Account[] = [
  {
    name: 'Provincial corriente',
    kind: 'banco',
    currency: 'BS',
    account: {
      bank: 'Provincial',
      account_number: '01080154320100287715',
      holder: 'Distribuidora Centro, C.A.',
      holder_document: 'J-40122837-1',
    },
  },
]
const ofBanca: readonly Method[] = [
  { name: 'Efectivo', kind: 'efectivo', currency: 'BS' },
  { name: 'Efectivo en divisas', kind: 'efectivo', currency: 'USD' },
  {
    name: 'Banesco recaudadora',
    kind: 'transferencia',
    currency: 'BS',
    account: { bank: 'Banesco', account_number: '01340217852173008841', ...house },
    comes_to: 'Banesco corriente',
  },
  {
    name: 'Mercantil pagos',
    kind: 'transferencia',
    currency: 'BS',
    account: { bank: 'Mercantil', account_number: '01050094711094337260', ...house },
    uses: ['egresos'],
  },
  {
    name: 'Pago móvil Banesco',
    kind: 'pago_movil',
    currency: 'BS',
    account: { bank: 'Banesco', phone: '0414-2287190', holder_document: house.holder_document },
    comes_to: 'Banesco corriente',
  },
  {
    name: 'Zelle',
    kind: 'zelle',
    currency: 'USD',
    account: { email: 'pagos@lafortuna.test', holder: house.holder },
    comes_to: 'Zelle',
  },
  {
    name: 'USDT red TRON',
    kind: 'cripto',
    currency: 'USD',
    account: { wallet: 'TRC20 TQ5pBz1mYv8rK2nWc7hXd3LfJ9sAeG4uN6' },
    uses: ['ingresos'],
    status: 'inactivo',
  },
]
const ofDistributor: readonly Method[] = [
  { name: 'Efectivo', kind: 'efectivo', currency: 'BS' },
  {
    name: 'Provincial',
    kind: 'transferencia',
    currency: 'BS',
    account: {
      bank: 'Provincial',
      account_number: '01080154320100287715',
      holder: 'Distribuidora Centro, C.A.',
      holder_document: 'J-40122837-1',
    },
    comes_to: 'Provincial corriente',
  },
]
const ofAgency: readonly Method[] = [
  { name: 'Efectivo', kind: 'efectivo', currency: 'BS' },
  { name: 'Punto de venta', kind: 'punto_venta', currency: 'BS', account: { bank: 'Banesco' }, uses: ['ingresos'] },
]

/** Of the plan: the banca, its first distributor with agencies, and the first two of these. Accounts, then methods. */
export async function loadPaymentMethods(db: Executor, { partners, currencies }: DemoPlan): Promise<void> {
  const [banca] = partners
  const agency = partners.find((one) => one.type === 'agencia')
  const distributor = partners.find((one) => one.type === 'distribuidor' && one.id === agency?.father_id)
  const agencies = partners.filter((one) => one.type === 'agencia' && one.father_id === agency?.father_id).slice(0, 2)
  const held = [
    ...accountsOfBanca.map((account) => ({ account, of: banca })),
    ...accountsOfDistributor.map((account) => ({ account, of: distributor })),
  ]
  for (const { account, of } of held)
    if (of && currencies.includes(account.currency)) await addAccount(db, of.id, account)
  const owned = [
    ...ofBanca.map((method) => ({ method, of: banca })),
    ...ofDistributor.map((method) => ({ method, of: distributor })),
    ...agencies.flatMap((of) => ofAgency.map((method) => ({ method, of }))),
  ]
  for (const { method, of } of owned) {
    if (!of || !currencies.includes(method.currency)) continue
    const {
      name,
      kind,
      currency,
      account = {},
      uses = ['ingresos', 'egresos', 'transacciones'],
      status,
      comes_to,
    } = method
    const data = (key: string) => account[key] ?? ''
    await db.run(sql`
      INSERT INTO payment_methods (
        partner_id, name, name_key, kind, currency, uses, bank, account_number, phone, email, wallet, holder, holder_document,
        status, account_id
      )
      VALUES (${of.id}, ${name}, ${fold(name)}, ${kind}, ${currency}, ${list(uses)}::text[], ${data('bank')}, ${data('account_number')},
        ${data('phone')}, ${data('email')}, ${data('wallet')}, ${data('holder')}, ${data('holder_document')}, ${status ?? 'activo'},
        (SELECT account.id FROM accounts account WHERE account.partner_id = ${of.id} AND account.name = ${comes_to ?? null}))`)
  }
}

async function addAccount(
  db: Executor,
  partner_id: number,
  { name, kind, currency, account = {} }: Account,
): Promise<void> {
  const data = (key: string) => account[key] ?? ''
  await db.run(sql`
    INSERT INTO accounts (partner_id, name, name_key, kind, currency, bank, account_number, email, holder, holder_document)
    VALUES (${partner_id}, ${name}, ${fold(name)}, ${kind}, ${currency}, ${data('bank')}, ${data('account_number')}, ${data('email')},
      ${data('holder')}, ${data('holder_document')})`)
}
