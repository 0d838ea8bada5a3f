/** Accounts that a payment or a method of payment names: whose they have to be, and that nobody closes one meanwhile. */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { PaymentToPost } from './payments.ts'

interface Named {
  /** The form's field, and the account in it. */
  path: string
  id: number | null
  partner_id: number
  currency: string
}

/** Nobody names an account that they would not find. @throws Problem `account_foreign`, `account_closed`, on the field */
export async function mustBeOf(
  { db, scope }: { db: Executor; scope: Scope },
  { path, id, partner_id, currency }: Named,
): Promise<void> {
  if (id === null) return
  const found = await db.one<{ status: string }>(sql`
    SELECT account.status FROM accounts account
    WHERE account.id = ${id} AND account.partner_id = ${partner_id} AND account.currency = ${currency}::currency
      AND ${within(scope, sql`account.partner_id`)}`)
  if (!found) throw Problem.on(path, 'account_foreign')
  if (found.status !== 'activo') throw Problem.on(path, 'account_closed')
}

/**
 * Where a payment comes to: the account that its receiver names, else that of its method, where it is the receiver's own
 * and of the payment's currency; null where there is none. `payment` is its row.
 */
export const receiversAccount = (payment: SQL, named: SQL): SQL => sql`(
  SELECT account.id FROM accounts account
  WHERE account.partner_id = ${payment}.receiver_id AND account.currency = ${payment}.currency
    AND account.id = coalesce(${named}, (SELECT method.account_id FROM payment_methods method WHERE method.id = ${payment}.method_id)))`

type Held = Pick<PaymentToPost, 'from_account' | 'to_account'>

/**
 * Holds the accounts of payments that are confirmed, so that nobody closes them meanwhile. `named` is the one that their
 * receiver asked for. @throws Problem `account_foreign`, `account_closed`
 */
export async function holdAccounts({ db }: { db: Tx }, payments: readonly Held[], named: number | null): Promise<void> {
  const entered = new Set(payments.map(({ to_account = null }) => to_account))
  if (named !== null && [...entered].some((id) => id !== named))
    throw Problem.on('receiver_account_id', 'account_foreign')
  const left = payments.map(({ from_account = null }) => from_account)
  const ids = [...new Set([...left, ...entered])].filter((id) => id !== null)
  if (ids.length === 0) return
  const rows = await db.rows<{ id: number; status: string }>(sql`
    SELECT account.id, account.status FROM accounts account WHERE account.id = ANY (${list(ids)}::int[]) ORDER BY account.id FOR SHARE`)
  const closed = rows.find(({ status }) => status !== 'activo')
  if (!closed) return
  const detail = entered.has(closed.id)
    ? 'La cuenta donde entra está inactiva: elija otra, o actívela.'
    : 'La cuenta de donde sale está inactiva: que quien paga la active, o corrija el pago.'
  if (entered.has(closed.id)) throw Problem.on('receiver_account_id', 'account_closed', detail)
  throw new Problem('account_closed', { detail })
}
