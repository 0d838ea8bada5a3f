/**
 * Tickets whose prize already left the office's debt when a result changes. A paid one stays paid with
 * its sum: the difference to what it wins now is the selling agency's, as an adjustment. An expired one
 * is opened again, its expiry reversed, and expires anew if it still has a prize.
 */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { LedgerEntry } from '../ledger/entries.ts'
import { signedPrizes, type SignedPrizes } from './count-prizes.ts'
import { ticketRows, type TicketRef } from './ticket-states.ts'

export interface PaidTicket {
  day: string
  id: string
  serial: string
  office_id: number
  office_name: string
  agency_id: number
  currency: Currency
  /** What was paid. */
  amount: string
  /** What it wins now, less what it won before. */
  difference: string
}

/** Who changes the result, and what of it may be said to them. */
export interface Correction {
  by: number | null
  at: Date
  /** Draws that have their first result now; what changes of others is a correction. */
  awarded?: readonly number[]
  /** Paid tickets stay as they are, knowingly. */
  accept_paid?: boolean | undefined
  /** Tickets outside are counted, not named. */
  scope?: Scope | undefined
}

/** Paid tickets that would win another sum. */
export async function paidDifferences(tx: Executor, prizes: SignedPrizes): Promise<PaidTicket[]> {
  return tx.rows<PaidTicket>(sql`
    SELECT ticket.day, ticket.id, ticket.serial, ticket.office_id, office.name AS office_name, office.father_id AS agency_id,
      ticket.currency::text AS currency, ticket.prize AS amount, differing.difference
    FROM (
      SELECT prize.ticket_day, prize.ticket_id, sum(prize.amount * signed.sign) AS difference
      FROM ${signedPrizes(prizes)}
      GROUP BY 1, 2
      HAVING sum(prize.amount * signed.sign) <> 0
    ) differing
    JOIN tickets ticket ON ticket.day = differing.ticket_day AND ticket.id = differing.ticket_id AND ticket.state = 'pagado'
    JOIN partners office ON office.id = ticket.office_id
    ORDER BY ticket.day, ticket.id`)
}

/** @throws Problem `result_paid` with the `tickets` when there are any and nobody accepted it. */
export async function refusePaid(
  tx: Executor,
  paid: readonly PaidTicket[],
  { accept_paid, scope }: Correction,
): Promise<void> {
  if (paid.length === 0 || accept_paid) return
  const inside =
    scope &&
    new Set(
      (
        await tx.rows<{ id: number }>(
          sql`SELECT partner.id FROM partners partner WHERE partner.type = 'taquilla' AND ${within(scope, sql`partner.id`)}`,
        )
      ).map((row) => row.id),
    )
  const tickets = paid
    .filter((ticket) => !inside || inside.has(ticket.office_id))
    .map(({ serial, office_name, amount, currency }) => ({ serial, office_name, amount, currency }))
  const many = paid.length > 1 ? `${formatCount(paid.length)} tickets` : 'un ticket'
  throw new Problem('result_paid', {
    detail: `Con este resultado ya se pagó el premio de ${many}.`,
    extra: { tickets, count: paid.length },
  })
}

/** Business day of an instant in the banca's zone. */
async function dayOf(tx: Executor, at: Date): Promise<string> {
  const row = await tx.one<{ day: string }>(
    sql`SELECT (${at.toISOString()}::timestamptz AT TIME ZONE zone)::date AS day FROM banca`,
  )
  return row!.day
}

/** The office owes what it owed before the change; the difference stands on the agency's adjustments. */
export async function differenceEntries(
  tx: Tx,
  paid: readonly PaidTicket[],
  { by, at }: Correction,
): Promise<LedgerEntry[]> {
  if (paid.length === 0) return []
  const day = await dayOf(tx, at)
  return paid.map(({ id, serial, office_id, agency_id, currency, difference }) => ({
    day,
    kind: 'correccion',
    ref_kind: 'ticket',
    ref_id: id,
    office_id,
    currency,
    created_at: at,
    memo: `Diferencia del ticket ${serial}, ya pagado`,
    ...(by !== null && { created_by: by }),
    moves: [
      {
        debit: { partner_id: office_id, kind: 'premios_por_pagar' },
        credit: { partner_id: agency_id, kind: 'ajustes' },
        amount: difference,
      },
    ],
  }))
}

interface Expired {
  id: string
  serial: string
  office_id: number
  currency: string
  prize: string
}

/**
 * Opens those of the tickets that had expired: their lines won again, and what their expiry moved from the
 * office's debt to its adjustments goes back, by the entries answered. Call it with the tickets held, before they
 * are recomputed.
 */
export async function reopenExpired(
  tx: Tx,
  keys: readonly TicketRef[],
  { by, at }: Correction,
): Promise<LedgerEntry[]> {
  const expired = await tx.rows<Expired>(sql`
    SELECT ticket.id, ticket.serial, ticket.office_id, ticket.currency::text AS currency, ticket.prize
    FROM tickets ticket
    JOIN ${ticketRows(keys)} key ON ticket.day = key.day AND ticket.id = key.ticket_id
    WHERE ticket.state = 'vencido'
    ORDER BY ticket.day, ticket.id`)
  if (expired.length === 0) return []
  await tx.run(sql`
    UPDATE ticket_lines line SET state = 'ganadora' FROM ${ticketRows(keys)} key
    JOIN tickets ticket ON ticket.day = key.day AND ticket.id = key.ticket_id
    WHERE line.day = key.day AND line.ticket_id = key.ticket_id AND line.state = 'vencida' AND ticket.state = 'vencido'`)
  const day = await dayOf(tx, at)
  return expired.map(({ id, serial, office_id, currency, prize }) => ({
    day,
    kind: 'vencimiento',
    ref_kind: 'ticket',
    ref_id: id,
    office_id,
    currency,
    created_at: at,
    memo: `Reverso: cambió el resultado del ticket ${serial}`,
    ...(by !== null && { created_by: by }),
    moves: [
      {
        debit: { partner_id: office_id, kind: 'ajustes' },
        credit: { partner_id: office_id, kind: 'premios_por_pagar' },
        amount: prize,
      },
    ],
  }))
}
