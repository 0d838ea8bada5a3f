/** What of a payment no schema can say: its cents, its day, its method, whose its account is, and whether it was said before. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import type { payments } from '@contract/payments.ts'
import { centsFault } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { hasCents } from '@contract/values/money.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mustBeOf } from '../../rules/books/held-accounts.ts'

export type PaymentForm = Received<typeof payments.create>['body']

interface About {
  payer_id: number
  /** The payment that is edited; a new one has none. */
  own: number | null
}

/**
 * @throws Problem `amount_decimals`, `day_ahead`, `method_elsewhere`, `account_foreign`, `account_closed`, and
 * `payment_repeated` until it is said that it is another one.
 */
export async function mustBeSound(context: Context, form: PaymentForm, { payer_id, own }: About): Promise<void> {
  const { amount, currency, paid_on } = form
  if (hasCents(amount, currency)) throw Problem.on('amount', 'amount_decimals', centsFault(currency))
  if (paid_on > context.today) throw Problem.on('paid_on', 'day_ahead', 'Ese día no ha llegado')
  await mustFitMethod(context, form)
  await mustBeOf(context, { path: 'payer_account_id', id: form.payer_account_id, partner_id: payer_id, currency })
  if (!form.again) await mustBeNew(context, form, own)
}

/** The method is of the debtor or of somebody above it, as the call of accepted methods says. */
async function mustFitMethod({ db }: Context, { method_id, partner_id, currency }: PaymentForm): Promise<void> {
  if (method_id === null) return
  const fits = await db.one(sql`
    SELECT 1 FROM payment_methods method
    JOIN partner_ancestors above ON above.ancestor_id = method.partner_id AND above.partner_id = ${partner_id}
    WHERE method.id = ${method_id} AND method.currency = ${currency}::currency AND method.status = 'activo'`)
  if (!fits) throw Problem.on('method_id', 'method_elsewhere')
}

async function mustBeNew({ db }: Context, form: PaymentForm, own: number | null): Promise<void> {
  const { partner_id, method_id, reference, amount, currency } = form
  if (reference === '') return
  const same = await db.one<{ id: number; paid_on: string }>(sql`
    SELECT id, paid_on::text AS paid_on FROM payments payment
    WHERE payment.partner_id = ${partner_id} AND payment.reference = ${reference} AND payment.state IN ('pendiente', 'confirmado')
      AND payment.method_id IS NOT DISTINCT FROM ${method_id}::int AND payment.amount = ${amount}::numeric
      AND payment.currency = ${currency}::currency AND payment.id IS DISTINCT FROM ${own}::int
    ORDER BY id LIMIT 1`)
  if (!same) return
  const detail = `Ya se reportó uno igual, del ${formatDay(same.paid_on)}. Si es otro, marque «Es otro pago».`
  throw new Problem('payment_repeated', {
    detail,
    errors: [{ path: 'reference', code: 'payment_repeated', message: detail }],
    extra: { payment_id: same.id },
  })
}
