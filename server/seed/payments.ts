/**
 * The demo's payments of the last week that was closed: most of them confirmed, some waiting, rejected, undone and one deleted;
 * of each kind some with the picture of a receipt and what both sides said about it.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { addDays, dayStart, formatDay, inZone, weekday } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { Currency } from '@contract/values/currency.ts'
import { list, transaction, type Pool, type Tx } from '../platform/db/connect.ts'
import { readCreditors, type Creditors } from '../rules/books/creditors.ts'
import { receiversAccount } from '../rules/books/held-accounts.ts'
import { postPayment, reversePayment, type PaymentToPost } from '../rules/books/payments.ts'
import { rateOf } from '../rules/rates/in-force.ts'
import { receiptPicture } from './receipt-picture.ts'

interface Days {
  today: string
  now: Date
  zone: string
}

interface Debt {
  partner_id: number
  currency: Currency
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
/** One that nobody had to decide. */
const deleted = 9
/** Which of them have a picture of their receipt, and a thread: every other one, so that each state has some. */
const isTold = (n: number) => n % 2 === 0 || n === deleted
const stateOf = (n: number) => (n === deleted ? 'eliminado' : states[n % states.length]!)
type State = ReturnType<typeof stateOf>

/** What is said of one, by who reported it and then by the banca. */
const said: Record<State, readonly [string, string]> = {
  pendiente: ['Se hizo desde la cuenta de la agencia.', 'Recibido, lo revisamos con el banco.'],
  confirmado: ['Ahí va el comprobante de la semana.', 'Entró completo, gracias.'],
  rechazado: ['¿Por qué no aparece?', 'La referencia es de otra operación: repórtelo de nuevo.'],
  anulado: ['El banco nos lo devolvió.', 'Así es: quedó anulado, lo esperamos otra vez.'],
  eliminado: ['Lo reporté dos veces.', 'Entonces este se elimina.'],
}
const most = 60
const hour = 3_600_000

/** What those that owed most at the end of a week owed then, and how they would pay it. */
const debtsOf = (tx: Tx, week: string) =>
  tx.rows<Debt>(sql`
    SELECT closing.partner_id, closing.currency::text AS currency, closing.closing::text AS amount,
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

interface Paid {
  week: string
  line: number[]
  days: Days
}

/** Whom the partner owes; every fourth pays the banca itself, over whoever stands between. */
function lineOf({ partner_id, banca_id }: Debt, n: number, sunday: string, creditors: Creditors): number[] {
  const line = [partner_id]
  do line.push(creditors.of(line.at(-1)!, sunday))
  while (n % 4 === 3 && line.at(-1) !== banca_id)
  return line
}

async function pay(tx: Tx, debt: Debt, n: number, { week, line, days }: Paid): Promise<void> {
  const { partner_id, currency, method_id, own, banca, banca_id } = debt
  const receiver_id = line.at(-1)!
  const state = stateOf(n)
  const waits = state === 'pendiente'
  const isDecided = !waits && state !== 'eliminado'
  const day = addDays(week, 1 + (n % 3))
  const at = waits
    ? new Date(days.now.getTime() - (2 + (n % 7) * 9) * hour)
    : new Date(Date.parse(dayStart(day, days.zone)) + (9 + (n % 8)) * hour)
  const decided = isDecided ? new Date(at.getTime() + 2 * hour) : null
  const stamp = decided?.toISOString() ?? null
  const paid_on = inZone(at, days.zone).day
  const reference = String(48_210_377 + n * 7_919)
  const isPosted = state === 'confirmado' || state === 'anulado'
  const year = isPosted ? Number(day.slice(0, 4)) : null
  const made = await tx.one<{ id: number; amount: string; receipt: string | null }>(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, method_id,
      reference, paid_on, state, observation, reason, receipt_year, receipt_number, reporter_id, created_by, written_by, created_at,
      decided_by, decided_at, undone_by, undone_at)
    VALUES (${partner_id}, ${receiver_id}, ${partner_id}, ${receiver_id}, ${list(line)}::int[], 'paga',
      ${n % 4 === 3 ? 'banca' : 'responsable'}, ${amountSql(debt, n)}, ${currency}::currency, ${method_id},
      ${reference}, ${paid_on}, ${state},
      ${state === 'rechazado' ? 'La referencia no aparece en el banco' : null},
      ${state === 'anulado' ? 'El banco devolvió la operación' : null}, ${year}::int,
      ${isPosted ? sql`next_payment_receipt(${receiver_id}, ${year}::int)` : sql`NULL::int`}, ${own === null ? banca_id : partner_id},
      ${own ?? banca}, ${own ?? banca}, ${at.toISOString()}::timestamptz, ${isDecided ? banca : null}::int, ${stamp}::timestamptz,
      ${state === 'anulado' ? banca : null}::int, ${state === 'anulado' ? stamp : null}::timestamptz)
    RETURNING id, amount::text AS amount, receipt_year || '-' || lpad(receipt_number::text, 6, '0') AS receipt`)
  const { id, amount, receipt } = made!
  if (isTold(n)) await tell(tx, { id, amount, currency, reference, paid_on, at, own, banca, lines: said[state] })
  if (!isPosted) return
  // Who receives names its account, where the method does not.
  const account = await tx.one<{ to_account: number | null }>(sql`
    UPDATE payments SET receiver_account_id = coalesce(${receiversAccount(sql`payments`, sql`NULL::int`)}, (
      SELECT min(account.id) FROM accounts account
      WHERE account.partner_id = payments.receiver_id AND account.currency = payments.currency)),
      rate = ${rateOf(sql`payments.partner_id`, sql`payments.currency`, sql`payments.decided_at`)}
    WHERE id = ${id} RETURNING receiver_account_id AS to_account`)
  const signature = { by: banca, at: decided!, today: day }
  const payment: PaymentToPost = {
    id,
    line,
    direction: 'paga',
    amount,
    currency,
    memo: `Recibo ${receipt}`,
    ...account!,
  }
  await postPayment(tx, payment, signature)
  if (state === 'anulado') await reversePayment(tx, { ...payment, memo: `Anulado, recibo ${receipt}` }, signature)
}

interface Told {
  id: number
  amount: string
  currency: Currency
  reference: string
  paid_on: string
  at: Date
  /** Who reported it, where that is nobody of the banca. */
  own: number | null
  banca: number
  lines: readonly [string, string]
}

/** The picture that came with one, and what was said of it in the hour after. */
async function tell(tx: Tx, { id, amount, currency, reference, paid_on, at, own, banca, lines }: Told): Promise<void> {
  const bytes = receiptPicture([
    'Comprobante de pago',
    '',
    formatMoney(amount, currency, true),
    formatDay(paid_on),
    `Ref. ${reference}`,
    '',
    'Operación exitosa',
  ])
  await tx.run(sql`
    WITH picture AS (
      INSERT INTO images (hash, content_type, bytes, created_by, guarded)
      VALUES (${createHash('sha256').update(bytes).digest('hex')}, 'image/png', ${bytes}, ${own ?? banca}, true) RETURNING url
    )
    UPDATE payments SET receipt_url = picture.url FROM picture WHERE payments.id = ${id}`)
  await tx.run(sql`
    INSERT INTO payment_comments (record_id, user_id, text, at)
    SELECT ${id}::int, said.user_id, said.text, ${at.toISOString()}::timestamptz + said.n * interval '20 minutes'
    FROM unnest(ARRAY[${own}::int, ${banca}], ${list(lines)}::text[]) WITH ORDINALITY said(user_id, text, n)
    WHERE said.user_id IS NOT NULL ORDER BY said.n`)
}

/** Reports what agencies paid since the last week that is closed. Nothing where none is. */
export async function loadPayments(pool: Pool, days: Days): Promise<void> {
  const week = addDays(days.today, -weekday(days.today) - 7)
  await transaction(pool, async (tx) => {
    const debts = await debtsOf(tx, week)
    const creditors = await readCreditors(
      tx,
      debts.map(({ partner_id }) => partner_id),
    )
    const sunday = addDays(week, 7)
    for (const [n, debt] of debts.entries())
      await pay(tx, debt, n, { week, line: lineOf(debt, n, sunday, creditors), days })
  })
}
