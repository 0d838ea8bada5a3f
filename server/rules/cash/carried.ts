/**
 * Cash that comes to another debtor carries its debt. What a fund of whoever an agency owes gives to one of its offices is
 * owed from the moment it is accepted, and what an office gives up to such a fund is owed no more: it is a payment too, of
 * the line between them, whose money is the movement's own.
 */
import { sql } from 'drizzle-orm'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readCreditors, sundayOf } from '../books/creditors.ts'
import { holdPayments, postPayment, type PaymentToPost } from '../books/payments.ts'
import { lineUp } from '../books/post-closings.ts'
import { rateOf } from '../rates/in-force.ts'
import type { Movement, MovementSignature } from './movements.ts'

/** Who owes and to whom, from the agency up to whoever has the fund; null where both are one debtor's. @throws Problem `owes_nobody` */
export async function lineBetween(
  db: Executor,
  { agency_id, holder_id, today, path }: { agency_id: number; holder_id: number; today: string; path?: string },
): Promise<number[] | null> {
  if (agency_id === holder_id) return null
  const week = await db.one<{ sunday: string }>(sql`SELECT ${sundayOf(sql`${today}::date`)}::text AS sunday`)
  const line = lineUp(await readCreditors(db, [agency_id]), agency_id, week!.sunday)
  const end = line.indexOf(holder_id)
  if (end > 0) return line.slice(0, end + 1)
  const detail = 'La agencia no le responde a quien tiene ese fondo'
  throw path ? Problem.on(path, 'owes_nobody', detail) : new Problem('owes_nobody', { detail })
}

export interface CarriedDebt {
  /** Posts it, once the cash is where it came to: rows of the agency's that everybody takes last come last. */
  post: () => Promise<void>
}

/**
 * Writes the payment that a handing over is, confirmed, and takes what it will post in the order in which everybody does.
 * Null where no debt is carried. `giving` is the half that gave, `taking` the other one.
 */
export async function carryDebt(
  tx: Tx,
  giving: Movement,
  taking: Movement,
  signature: MovementSignature,
): Promise<CarriedDebt | null> {
  const isUp = taking.fund_id !== null
  const { agency_id } = isUp ? giving : taking
  const { holder_id } = isUp ? taking : giving
  const { by, at, today } = signature
  // Between drawers of one agency nobody owes more or less.
  if (agency_id === null || (giving.fund_id === null && taking.fund_id === null)) return null
  const line = await lineBetween(tx, { agency_id, holder_id, today })
  if (line === null) return null
  const { currency, amount } = giving
  const direction = isUp ? 'paga' : 'recibe'
  const [payer, receiver] = isUp ? [agency_id, holder_id] : [holder_id, agency_id]
  const now = sql`${at.toISOString()}::timestamptz`
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
      reporter_id, created_by, written_by, created_at, movement_id)
    SELECT ${agency_id}::int, ${holder_id}::int, ${payer}::int, ${receiver}::int, ${list(line)}::int[], ${direction},
      CASE WHEN cardinality(${list(line)}::int[]) > 2 THEN 'banca' ELSE 'responsable' END, giving.amount, giving.currency,
      ${today}::date, ${payer}::int, giving.created_by, giving.written_by, ${now}, giving.id
    FROM cash_movements giving WHERE giving.id = ${giving.id}
    RETURNING id`)
  const { id } = made!
  await holdPayments(tx, [id], today)
  const year = Number(today.slice(0, 4))
  const confirmed = await tx.one<{ receipt: string }>(sql`
    UPDATE payments SET state = 'confirmado', decided_by = ${by}, decided_at = ${now}, receipt_year = ${year},
      receipt_number = next_payment_receipt(receiver_id, ${year}), rate = ${rateOf(sql`payments.partner_id`, sql`payments.currency`, now)}
    WHERE id = ${id} RETURNING receipt_year || '-' || lpad(receipt_number::text, 6, '0') AS receipt`)
  const payment: PaymentToPost = { id, line, direction, amount, currency, memo: `Recibo ${confirmed!.receipt}` }
  return { post: () => postPayment(tx, payment, signature) }
}
