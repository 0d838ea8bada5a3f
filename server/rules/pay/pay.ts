/**
 * Pays a winning ticket: once, whole, with the right code, in time, at an office that may give it (`hand-over.ts`), and
 * over the banca's threshold only once it is approved, and from another amount of its own to a named client alone.
 * Whatever else of the ticket is due is given with it.
 */
import { sql } from 'drizzle-orm'
import type { OperationClient } from '@contract/clients.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { attachClient } from '../clients/attach.ts'
import { entriesCtes } from '../ledger/entries.ts'
import { shareTree } from '../tree/tree.ts'
import { validRequest, mayPay, withdrawRequest } from './approvals.ts'
import { handOverColumns, handOverSides, handOverTables, mustGiveThere, mustHold, type HandOver } from './hand-over.ts'

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

interface Found extends HandOver {
  state: string
  pending_lines: number
  in_time: boolean
  over_threshold: boolean
  /** The banca asks to whom a prize this large is paid, and from which amount; null where it does not. */
  client_from: string | null
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
  const { day, id, office_id, by, at } = payment
  tx.planOnce()
  shareTree(tx)
  const ticket = await find(tx, payment)
  if (!ticket) throw new Problem('not_found')
  mustHold(ticket, payment.code)
  refuseState(ticket)
  mustGiveThere(ticket)
  mustBeToSomebody(ticket, payment)
  if (ticket.over_threshold && !(await mayPay(tx, payment))) return 'pendiente'
  if (!(await handOver(tx, payment, ticket))) {
    // Somebody else was first: say who.
    const now = await find(tx, payment)
    if (now) refuseState(now)
    if (now) mustBeToSomebody(now, payment)
    throw new Problem('conflict')
  }
  if (ticket.waiting) await withdrawRequest(tx, payment)
  await attachClient(tx, payment.client, { kind: 'premio', day, id, office_id, by, at })
  return 'pagado'
}

/** Throws `client_required`, also before the payment asks for its approval: the customer is there now. */
function mustBeToSomebody({ client_from, currency }: Found, { client }: Payment): void {
  if (client || client_from === null) return
  const message = `Desde ${formatMoney(client_from, currency)} un premio se paga a un cliente: escriba su documento.`
  throw Problem.on('client.dni', 'client_required', message, { limit: client_from })
}

/** Of the `ticket` the amount from which its prize asks for a client, where it reaches it. */
const clientFrom = sql`(SELECT (banca.client_from_prize ->> ticket.currency::text)::numeric(16, 2) FROM banca
  WHERE ticket.prize >= (banca.client_from_prize ->> ticket.currency::text)::numeric)`

/** Pays the ticket if it may still be; false if somebody else was first. */
async function handOver(tx: Tx, payment: Payment, ticket: Found): Promise<boolean> {
  const { day, id, office_id, by, at, today } = payment
  // The office's day before the ticket: whoever counts prizes takes their rows in that order too.
  const [done] = await tx.prepared<{ paid: boolean }>(
    'pay-ticket',
    sql`
    WITH held AS MATERIALIZED (
      SELECT 1
      FROM sales_days
      WHERE day = ${day}::date AND office_id = ${ticket.office_id}::int AND currency = ${ticket.currency}::currency
      FOR NO KEY UPDATE
    ), due AS MATERIALIZED (
      SELECT returned - refunded AS refund FROM tickets
      WHERE (SELECT count(*) FROM held) > 0 AND day = ${day} AND id = ${id} AND state = 'ganador'
      FOR NO KEY UPDATE
    ), paid AS (
      UPDATE tickets ticket SET state = 'pagado', paid_at = ${at.toISOString()}, paid_by = ${by}, paid_office_id = ${office_id},
        refunded = ticket.returned
      FROM due
      WHERE day = ${day} AND id = ${id} AND state = 'ganador' AND pending_lines = 0
        AND (expires_on >= ${today}::date OR EXISTS (${validRequest} = 'aprobado'))
        AND (${Boolean(payment.client)}::boolean OR ${clientFrom} IS NULL)
      RETURNING day, office_id, currency, prize, refund
    ), daily AS (
      UPDATE sales_days sales_day SET n_ganador = sales_day.n_ganador - 1, n_pagado = sales_day.n_pagado + 1
      FROM paid WHERE sales_day.day = paid.day AND sales_day.office_id = paid.office_id AND sales_day.currency = paid.currency
    ),
    ${entriesCtes({
      currency: sql`${ticket.currency}`,
      created_by: sql`${by}`,
      created_at: sql`${at.toISOString()}`,
      office_id: sql`${office_id}`,
      ticket_id: sql`${id}`,
      entries: [
        { kind: 'pago_premio', day: sql`${today}` },
        { kind: 'reintegro', day: sql`${today}` },
      ],
      sides: sql`SELECT side.* FROM paid, LATERAL (
        VALUES ${handOverSides(0, { ticket, office_id, kind: 'premios_por_pagar', amount: sql`paid.prize` })},
          ${handOverSides(1, { ticket, office_id, kind: 'devoluciones_por_pagar', amount: sql`paid.refund` })}
      ) AS side(n, partner_id, kind, amount)`,
    })}
    SELECT EXISTS (SELECT 1 FROM paid) AS paid`,
  )
  return done?.paid ?? false
}

async function find(tx: Tx, { day, id, office_id, today, by }: Payment): Promise<Found | undefined> {
  const [found] = await tx.prepared<Found>(
    'pay-find',
    sql`
    SELECT ${handOverColumns(office_id)}, ticket.state::text AS state, ticket.pending_lines, ticket.paid_at,
      paid_office.name AS paid_office,
      CASE WHEN NOT EXISTS (SELECT 1 FROM users me JOIN partner_ancestors up ON up.partner_id = me.partner_id
        WHERE me.id = ${by} AND up.depth > 0 AND up.ancestor_id = payer.partner_id) THEN payer.name END AS paid_by_name,
      ticket.expires_on >= ${today}::date OR EXISTS (${validRequest} <> 'rechazado') AS in_time,
      coalesce(ticket.prize > (SELECT (banca.pay_approval_threshold ->> ticket.currency::text)::numeric FROM banca),
        false) AS over_threshold, ${clientFrom}::text AS client_from,
      EXISTS (SELECT 1 FROM pay_approvals approval
        WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND approval.state = 'pendiente') AS waiting
    FROM tickets ticket ${handOverTables(office_id)}
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
