/** Pays a winning ticket: once, whole, with the right code, in time, where it was sold unless the banca allows otherwise. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'
import { post } from '../ledger/entries.ts'
import { sameCode } from '../sale/serial.ts'

export interface Payment {
  day: string
  id: string
  code: string
  /** The office whose cash pays. */
  office_id: number
  by: number
  at: Date
  /** Business day of `at`. */
  today: string
}

interface Found {
  code: string
  state: string
  pending_lines: number
  expires_on: string
  office_id: number
  same_agency: boolean
  pays_other: boolean
  paid_at: string | null
  paid_office: string | null
  paid_by_name: string | null
}

interface Paid {
  office_id: number
  currency: string
  prize: string
}

/** Pays once, under any concurrency: the UPDATE's own condition decides. Throws which of the reasons stands against it. */
export async function pay(tx: Tx, payment: Payment): Promise<void> {
  const { day, id, office_id, by, at, today } = payment
  const ticket = await find(tx, payment)
  if (!ticket) throw new Problem('not_found')
  if (!sameCode(payment.code, ticket.code)) throw Problem.on('code', 'ticket_wrong_code')
  refuseState(ticket, today)
  if (!ticket.same_agency && !ticket.pays_other) throw new Problem('ticket_other_office')
  const [paid] = await tx.prepared<Paid>('pay-ticket', sql`
    WITH paid AS (
      UPDATE tickets SET state = 'pagado', paid_at = ${at.toISOString()}, paid_by = ${by}, paid_office_id = ${office_id}
      WHERE day = ${day} AND id = ${id} AND state = 'ganador' AND pending_lines = 0 AND expires_on >= ${today}::date
      RETURNING day, office_id, currency, prize
    ), daily AS (
      UPDATE sales_days s SET n_ganador = s.n_ganador - 1, n_pagado = s.n_pagado + 1
      FROM paid p WHERE s.day = p.day AND s.office_id = p.office_id AND s.currency = p.currency
    )
    SELECT office_id, currency::text AS currency, prize FROM paid`)
  if (!paid) {
    // Somebody else was first: say who.
    const now = await find(tx, payment)
    if (now) refuseState(now, today)
    throw new Problem('conflict')
  }
  await post(tx, {
    day: today, kind: 'pago_premio', ref_kind: 'ticket', ref_id: id, office_id, currency: paid.currency, created_by: by, created_at: at,
    moves: [{ debit: { partner_id: paid.office_id, kind: 'premios_por_pagar' }, credit: { partner_id: office_id, kind: 'caja' }, amount: paid.prize }],
  })
}

async function find(tx: Tx, { day, id, office_id }: Payment): Promise<Found | undefined> {
  const [found] = await tx.prepared<Found>('pay-find', sql`
    SELECT t.code, t.state::text AS state, t.pending_lines, t.expires_on, t.office_id, t.paid_at, paid_office.name AS paid_office, payer.name AS paid_by_name,
      seller.father_id = payer_office.father_id AS same_agency,
      coalesce((SELECT s.pays_other_agencies FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id
        WHERE a.partner_id = ${office_id} AND s.pays_other_agencies IS NOT NULL ORDER BY a.depth LIMIT 1), false) AS pays_other
    FROM tickets t JOIN partners seller ON seller.id = t.office_id JOIN partners payer_office ON payer_office.id = ${office_id}
    LEFT JOIN partners paid_office ON paid_office.id = t.paid_office_id LEFT JOIN users payer ON payer.id = t.paid_by
    WHERE t.day = ${day} AND t.id = ${id}`)
  return found
}

function refuseState(ticket: Found, today: string): void {
  if (ticket.state === 'anulado') throw new Problem('ticket_annulled')
  if (ticket.state === 'devuelto') throw new Problem('ticket_returned')
  if (ticket.state === 'pagado') {
    throw new Problem('ticket_already_paid', {
      detail: `El premio ya se pagó en ${ticket.paid_office ?? 'otra taquilla'}${ticket.paid_by_name ? `, por ${ticket.paid_by_name}` : ''}.`,
      extra: { paid_at: ticket.paid_at, paid_office: ticket.paid_office, paid_by: ticket.paid_by_name },
    })
  }
  if (ticket.state === 'vencido' || (ticket.state === 'ganador' && ticket.expires_on < today)) throw new Problem('ticket_expired')
  if (ticket.pending_lines > 0) throw new Problem('ticket_pending')
  if (ticket.state !== 'ganador') throw new Problem('ticket_not_winner')
}
