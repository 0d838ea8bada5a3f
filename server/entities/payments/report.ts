/** Reporting a payment: the server names whom the partner owes, and that stays as it is however the tree moves. */
import { sql } from 'drizzle-orm'
import { list } from '../../platform/db/connect.ts'
import { paymentLockSpace } from '../../platform/db/locks.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { creditors, readCreditors, sundayOf, type Creditors } from '../../rules/books/creditors.ts'
import { mustBeSound, type PaymentForm } from './sound.ts'

/** From the partner up to whom it owes, or all the way to the banca. */
function lineUp(partner_id: number, sunday: string, to: PaymentForm['to'], creditors: Creditors): number[] {
  const line = [partner_id]
  do {
    const next = creditors.of(line.at(-1)!, sunday)
    if (line.includes(next)) throw new Error(`partner ${partner_id} owes itself in the week of ${sunday}`)
    line.push(next)
  } while (to === 'banca' && line.at(-1) !== creditors.banca_id)
  return line
}

/** The partner is the caller's to see, or owes the caller this week. @throws Problem `not_found`, `owes_nobody` */
async function debtorIn({ db, scope, today }: Context, partner_id: number): Promise<{ sunday: string }> {
  const found = await db.one<{ type: string; sunday: string }>(sql`
    SELECT partner.type, ${sundayOf(sql`${today}::date`)}::text AS sunday FROM partners partner
    WHERE partner.id = ${partner_id} AND (${within(scope, sql`partner.id`)} OR EXISTS (
      SELECT 1 FROM ${creditors} creditor
      WHERE creditor.partner_id = partner.id AND creditor.creditor_id = ${scope.partner_id}::int
        AND creditor.since <= ${sundayOf(sql`${today}::date`)} AND ${sundayOf(sql`${today}::date`)} < creditor.until))`)
  if (!found) throw Problem.on('partner_id', 'not_found', 'El afiliado no existe o no está a su alcance')
  if (found.type !== 'agencia' && found.type !== 'distribuidor') throw Problem.on('partner_id', 'owes_nobody')
  return found
}

/** Answers its number. @throws Problem `not_found`, `owes_nobody`, and what `mustBeSound` does */
export async function report(context: Context, form: PaymentForm): Promise<number> {
  const { db, scope, session, now } = context
  const {
    partner_id,
    direction,
    to,
    amount,
    currency,
    method_id,
    payer_account_id,
    reference,
    paid_on,
    notes,
    receipt_url,
  } = form
  const { sunday } = await debtorIn(context, partner_id)
  // Of one partner one after the other: the same said twice at one moment is found.
  await db.run(sql`SELECT pg_advisory_xact_lock(${paymentLockSpace}, ${partner_id})`)
  const line = lineUp(partner_id, sunday, to, await readCreditors(db, [partner_id]))
  const counterpart = line.at(-1)!
  const [payer, receiver] = direction === 'paga' ? [partner_id, counterpart] : [counterpart, partner_id]
  await mustBeSound(context, form, { payer_id: payer!, own: null })
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, method_id,
      payer_account_id, reference, paid_on, notes, receipt_url, reporter_id, created_by, written_by, created_at)
    VALUES (${partner_id}, ${counterpart}, ${payer}, ${receiver}, ${list(line)}::int[], ${direction}, ${to}, ${amount},
      ${currency}, ${method_id}, ${payer_account_id}, ${reference}, ${paid_on}, ${notes}, ${receipt_url}, ${scope.partner_id},
      ${session.id}, ${session.id}, ${now.toISOString()}::timestamptz)
    RETURNING id`)
  return made!.id
}
