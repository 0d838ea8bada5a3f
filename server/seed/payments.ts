/** The demo's payments of the last week that was closed: most of them confirmed, some waiting, rejected and undone. */
import { sql } from 'drizzle-orm'
import { addDays, dayStart, inZone, weekday } from '@contract/values/dates.ts'
import { list, transaction, type Pool, type Tx } from '../platform/db/connect.ts'
import { receiversAccount } from '../rules/books/held-accounts.ts'
import { postPayment, reversePayment, type PaymentToPost } from '../rules/books/payments.ts'

interface Days {
  today: string
  now: Date
  zone: string
}

interface Debt {
  partner_id: number
  creditor_id: number
  currency: string
  amount: string
  method_id: number | null
  /** Somebody of the partner's own, and of the banca. */
  own: number | null
  banca: number
  banca_id: number
}

/** Of every ten payments. */
const states = [
  'confirmado',
  'confirmado',
  'pendiente',
  'confirmado',
  'rechazado',
  'confirmado',
  'pendiente',
  'confirmado',
  'anulado',
  'confirmado',
] as const
const most = 60
const hour = 3_600_000

/** What those that owed most at the end of a week owed then, and how they would pay it. */
const debtsOf = (tx: Tx, week: string) =>
  tx.rows<Debt>(sql`
    SELECT closing.partner_id, closing.creditor_id, closing.currency::text AS currency, closing.closing::text AS amount,
      method.id AS method_id, own.id AS own, root.user_id AS banca, root.partner_id AS banca_id
    FROM closings closing
    JOIN partners partner ON partner.id = closing.partner_id AND partner.type = 'agencia'
    CROSS JOIN LATERAL (
      SELECT min(person.id) AS user_id, min(banca.id) AS partner_id
      FROM users person JOIN partners banca ON banca.id = person.partner_id AND banca.type = 'banca'
    ) root
    LEFT JOIN LATERAL (
      SELECT min(person.id) AS id FROM users person WHERE person.partner_id = partner.id
    ) own ON true
    LEFT JOIN LATERAL (
      SELECT kept.id FROM payment_methods kept
      JOIN partner_ancestors above ON above.ancestor_id = kept.partner_id AND above.partner_id = partner.id
      WHERE kept.currency = closing.currency AND kept.status = 'activo' AND kept.kind <> 'punto_venta'
      ORDER BY (kept.id + partner.id) % 3, kept.id LIMIT 1
    ) method ON true
    WHERE closing.week = ${week}::date AND closing.reversed_at IS NULL AND closing.closing > 0
    ORDER BY own.id IS NULL, closing.closing DESC, closing.id LIMIT ${most}`)

/** Some of what is owed, as people pay it: all of it, half, or a round amount. */
const amountSql = (debt: Debt, n: number) =>
  sql`greatest(CASE ${n % 3}::int WHEN 0 THEN ${debt.amount}::numeric WHEN 1 THEN round(${debt.amount}::numeric / 2, 0)
    ELSE round(${debt.amount}::numeric, -2) END, 1)`

async function pay(tx: Tx, debt: Debt, n: number, week: string, days: Days): Promise<void> {
  const { partner_id, creditor_id, currency, method_id, own, banca, banca_id } = debt
  const state = states[n % states.length]!
  const waits = state === 'pendiente'
  const day = addDays(week, 1 + (n % 3))
  const at = waits
    ? new Date(days.now.getTime() - (2 + (n % 7) * 9) * hour)
    : new Date(Date.parse(dayStart(day, days.zone)) + (9 + (n % 8)) * hour)
  const decided = waits ? null : new Date(at.getTime() + 2 * hour)
  const stamp = decided?.toISOString() ?? null
  const isPosted = state === 'confirmado' || state === 'anulado'
  const year = isPosted ? Number(day.slice(0, 4)) : null
  const made = await tx.one<{ id: number; amount: string; receipt: string | null }>(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, method_id,
      reference, paid_on, state, observation, reason, receipt_year, receipt_number, reporter_id, created_by, written_by, created_at,
      decided_by, decided_at, undone_by, undone_at)
    VALUES (${partner_id}, ${creditor_id}, ${partner_id}, ${creditor_id}, ${list([partner_id, creditor_id])}::int[], 'paga',
      'responsable', ${amountSql(debt, n)}, ${currency}::currency, ${method_id}, ${String(48_210_377 + n * 7_919)},
      ${inZone(at, days.zone).day}, ${state}, ${state === 'rechazado' ? 'La referencia no aparece en el banco' : null},
      ${state === 'anulado' ? 'El banco devolvió la operación' : null}, ${year}::int,
      ${isPosted ? sql`next_payment_receipt(${creditor_id}, ${year}::int)` : sql`NULL::int`}, ${own === null ? banca_id : partner_id},
      ${own ?? banca}, ${own ?? banca}, ${at.toISOString()}::timestamptz, ${waits ? null : banca}::int, ${stamp}::timestamptz,
      ${state === 'anulado' ? banca : null}::int, ${state === 'anulado' ? stamp : null}::timestamptz)
    RETURNING id, amount::text AS amount, receipt_year || '-' || lpad(receipt_number::text, 6, '0') AS receipt`)
  const { id, amount, receipt } = made!
  if (!isPosted) return
  const accounts = await tx.one<Pick<PaymentToPost, 'from_account' | 'to_account'>>(sql`
    UPDATE payments SET receiver_account_id = ${receiversAccount(sql`payments`, sql`NULL::int`)},
      payer_account_id = (SELECT min(account.id) FROM accounts account
        WHERE account.partner_id = payments.payer_id AND account.currency = payments.currency)
    WHERE id = ${id} RETURNING payer_account_id AS from_account, receiver_account_id AS to_account`)
  const signature = { by: banca, at: decided!, today: day }
  const payment: PaymentToPost = {
    id,
    line: [partner_id, creditor_id],
    direction: 'paga',
    amount,
    currency,
    memo: `Recibo ${receipt}`,
    ...accounts!,
  }
  await postPayment(tx, payment, signature)
  if (state === 'anulado') await reversePayment(tx, { ...payment, memo: `Anulado, recibo ${receipt}` }, signature)
}

/** Reports what agencies paid since the last week that is closed. Nothing where none is. */
export async function loadPayments(pool: Pool, days: Days): Promise<void> {
  const week = addDays(days.today, -weekday(days.today) - 7)
  await transaction(pool, async (tx) => {
    const debts = await debtsOf(tx, week)
    for (const [n, debt] of debts.entries()) await pay(tx, debt, n, week, days)
  })
}
