/**
 * Pays a winning ticket: once, whole, with the right code, in time, where it was sold unless the banca
 * allows otherwise and the paying office has the ticket's currency, and over the banca's threshold only once it
 * is approved. Of another agency's ticket the prize crosses: whoever sold it owes what the payer is out of, so the
 * payment itself moves it from the seller's agency's adjustments to the payer's.
 */
import { sql } from 'drizzle-orm'
import type { OperationClient } from '@contract/clients.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { attachClient } from '../clients/attach.ts'
import { entryCtes, mustBeWhole } from '../ledger/entries.ts'
import { sameCode } from '../sale/serial.ts'
import { validRequest, mayPay, withdrawRequest } from './approvals.ts'

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
  /** To whom, where somebody says. */
  client?: OperationClient | null | undefined
}

interface Found {
  code: string
  state: string
  pending_lines: number
  office_id: number
  currency: Currency
  in_time: boolean
  seller_agency_id: number
  payer_agency_id: number
  pays_other: boolean
  /** The paying office sells in the ticket's currency, or sold this ticket while it did: it has a cash of it. */
  has_cash: boolean
  over_threshold: boolean
  /** A request waits, whatever the threshold is now. */
  waiting: boolean
  paid_at: string | null
  paid_office: string | null
  paid_by_name: string | null
}

/**
 * Pays once, under any concurrency: the UPDATE's own condition decides. Answers `pendiente` when the payment
 * waits for its approval and nothing was paid, to nobody yet. Throws which of the reasons stands against it, and what
 * `attachClient` throws.
 */
export async function pay(tx: Tx, payment: Payment): Promise<'pagado' | 'pendiente'> {
  const { day, id, office_id, by, at, today } = payment
  tx.planOnce()
  const ticket = await find(tx, payment)
  if (!ticket) throw new Problem('not_found')
  if (!sameCode(payment.code, ticket.code)) throw Problem.on('code', 'ticket_wrong_code')
  refuseState(ticket)
  const crosses = ticket.seller_agency_id !== ticket.payer_agency_id
  if (crosses && !ticket.pays_other) throw new Problem('ticket_other_office')
  if (!ticket.has_cash)
    throw new Problem('currency_not_sold', {
      detail: `El ticket es en ${currencyFacts[ticket.currency].name.toLowerCase()} y la taquilla que paga no trabaja con esa moneda.`,
    })
  if (ticket.over_threshold && !(await mayPay(tx, payment))) return 'pendiente'
  // The office's day before the ticket: whoever counts prizes takes their rows in that order too.
  const [done] = await tx.prepared<{ paid: boolean; whole: boolean }>(
    'pay-ticket',
    sql`
    WITH held AS MATERIALIZED (
      SELECT 1
      FROM sales_days
      WHERE day = ${day}::date AND office_id = ${ticket.office_id}::int AND currency = ${ticket.currency}::currency
      FOR NO KEY UPDATE
    ), paid AS (
      UPDATE tickets ticket SET state = 'pagado', paid_at = ${at.toISOString()}, paid_by = ${by}, paid_office_id = ${office_id}
      WHERE (SELECT count(*) FROM held) > 0 AND day = ${day} AND id = ${id} AND state = 'ganador' AND pending_lines = 0
        AND (expires_on >= ${today}::date OR EXISTS (${validRequest} = 'aprobado'))
      RETURNING day, office_id, currency, prize
    ), daily AS (
      UPDATE sales_days sales_day SET n_ganador = sales_day.n_ganador - 1, n_pagado = sales_day.n_pagado + 1
      FROM paid WHERE sales_day.day = paid.day AND sales_day.office_id = paid.office_id AND sales_day.currency = paid.currency
    ),
    ${entryCtes({
      day: today,
      currency: ticket.currency,
      kind: 'pago_premio',
      ref_kind: 'ticket',
      ref_id: sql`${id}::bigint`,
      office_id: sql`${office_id}::int`,
      created_by: by,
      created_at: at,
      sides: sql`
        SELECT side.* FROM paid, LATERAL (SELECT CASE WHEN ${crosses}::boolean THEN paid.prize ELSE 0 END AS crossed) crossing,
        LATERAL (
          VALUES (paid.office_id, 'premios_por_pagar', paid.prize), (${office_id}::int, 'caja', -paid.prize),
            (${ticket.payer_agency_id}::int, 'ajustes', crossing.crossed), (${ticket.seller_agency_id}::int, 'ajustes', -crossing.crossed)
        ) AS side(partner_id, kind, amount)`,
    })}
    SELECT EXISTS (SELECT 1 FROM paid) AS paid, whole FROM posted`,
  )
  if (!done?.paid) {
    // Somebody else was first: say who.
    const now = await find(tx, payment)
    if (now) refuseState(now)
    throw new Problem('conflict')
  }
  mustBeWhole(done, `ticket ${id}`)
  if (ticket.waiting) await withdrawRequest(tx, payment)
  await attachClient(tx, payment.client, { kind: 'premio', day, id, office_id, by, at })
  return 'pagado'
}

async function find(tx: Tx, { day, id, office_id, today, by }: Payment): Promise<Found | undefined> {
  const [found] = await tx.prepared<Found>(
    'pay-find',
    sql`
    SELECT ticket.code, ticket.state::text AS state, ticket.pending_lines, ticket.office_id, ticket.currency::text AS currency,
      ticket.paid_at,
      paid_office.name AS paid_office,
      CASE WHEN NOT EXISTS (SELECT 1 FROM users me JOIN partner_ancestors up ON up.partner_id = me.partner_id
        WHERE me.id = ${by} AND up.depth > 0 AND up.ancestor_id = payer.partner_id) THEN payer.name END AS paid_by_name,
      ticket.expires_on >= ${today}::date OR EXISTS (${validRequest} <> 'rechazado') AS in_time,
      coalesce(ticket.prize > (SELECT (banca.pay_approval_threshold ->> ticket.currency::text)::numeric FROM banca),
        false) AS over_threshold,
      EXISTS (SELECT 1 FROM pay_approvals approval
        WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND approval.state = 'pendiente') AS waiting,
      seller.father_id AS seller_agency_id, payer_office.father_id AS payer_agency_id,
      ticket.office_id = payer_office.id OR ticket.currency = ANY (payer_office.currencies) AS has_cash,
      coalesce((SELECT setting.pays_other_agencies FROM partner_ancestors above
        JOIN partner_settings setting ON setting.partner_id = above.ancestor_id
        WHERE above.partner_id = ${office_id} AND setting.pays_other_agencies IS NOT NULL ORDER BY above.depth LIMIT 1),
        false) AS pays_other
    FROM tickets ticket JOIN partners seller ON seller.id = ticket.office_id JOIN partners payer_office ON payer_office.id = ${office_id}
    LEFT JOIN partners paid_office ON paid_office.id = ticket.paid_office_id LEFT JOIN users payer ON payer.id = ticket.paid_by
    WHERE ticket.day = ${day} AND ticket.id = ${id}`,
  )
  return found
}

function refuseState(ticket: Found): void {
  if (ticket.state === 'anulado') throw new Problem('ticket_annulled')
  if (ticket.state === 'devuelto') throw new Problem('ticket_returned')
  if (ticket.state === 'pagado') {
    throw new Problem('ticket_already_paid', {
      detail:
        'El premio ya se pagó en ' +
        `${ticket.paid_office ?? 'otra taquilla'}${ticket.paid_by_name ? `, por ${ticket.paid_by_name}` : ''}.`,
      extra: { paid_at: ticket.paid_at, paid_office: ticket.paid_office, paid_by: ticket.paid_by_name },
    })
  }
  if (ticket.state === 'vencido' || (ticket.state === 'ganador' && !ticket.in_time)) throw new Problem('ticket_expired')
  if (ticket.pending_lines > 0) throw new Problem('ticket_pending')
  if (ticket.state !== 'ganador') throw new Problem('ticket_not_winner')
}
