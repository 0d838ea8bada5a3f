/** Annuls a ticket: inside its window and before the first close of its draws; nothing is deleted, everything it counted is taken out. */
import { sql } from 'drizzle-orm'
import { negate } from '@contract/values/money.ts'
import type { Tx } from '../db/connect.ts'
import { drawLockSpace } from '../db/locks.ts'
import { Problem } from '../http/problem.ts'
import { post } from '../ledger/entries.ts'
import { lockTree } from '../partners/tree.ts'
import { countSettlement, total as sumOf } from './count.ts'
import { giveBack, type CountedLine } from './quota.ts'

export interface Annulment {
  day: string
  id: string
  by: number
  at: Date
  reason?: string | undefined
}

interface Annulled {
  office_id: number
  currency: string
  total: string
  hour: number
}

type Line = CountedLine & { rate_id: number }

/** Annuls once, under any concurrency: the UPDATE's own condition decides. Throws why it may not be. */
export async function annul(tx: Tx, { day, id, by, at, reason }: Annulment): Promise<void> {
  await lockTree(tx, 'add')
  // As a sale does: awarding one of its draws waits for this, or this for the award.
  await tx.prepared('annul-hold', sql`
    SELECT pg_advisory_xact_lock_shared(${drawLockSpace}, draw_id)
    FROM (SELECT DISTINCT draw_id FROM ticket_lines WHERE day = ${day} AND ticket_id = ${id} ORDER BY draw_id) d`)
  const [ticket] = await tx.prepared<Annulled>('annul-ticket', sql`
    UPDATE tickets SET state = 'anulado', annulled_at = ${at.toISOString()}, annulled_by = ${by}, annulled_reason = ${reason ?? null}
    WHERE day = ${day} AND id = ${id} AND state = 'vendido' AND annul_before > clock_timestamp() AND first_close_at > clock_timestamp()
    RETURNING office_id, currency::text AS currency, total, extract(hour FROM sold_at AT TIME ZONE (SELECT zone FROM banca))::int AS hour`)
  if (!ticket) throw await whyNot(tx, day, id)
  const { office_id, currency, total, hour } = ticket
  const lines = await tx.prepared<Line>('annul-lines', sql`
    UPDATE ticket_lines SET state = 'anulada' WHERE day = ${day} AND ticket_id = ${id} AND state = 'pendiente'
    RETURNING draw_id, product_id, bet_type_id, number, stake, rate_id,
      line_potential(stake, multiplier, place_multipliers) AS potential`)
  const counted = { day, hour, office_id, currency, sign: -1 as const, lines }
  const changes = await countSettlement(tx, counted)
  const commission = sumOf(changes, 'commission')
  await tx.prepared('annul-day', sql`
    UPDATE sales_days SET sold = sold - ${total}::numeric, annulled = annulled + ${total}::numeric, commission = commission + ${commission}::numeric,
      participation = participation + ${sumOf(changes, 'participation')}::numeric, n_vendido = n_vendido - 1, n_anulado = n_anulado + 1
    WHERE day = ${day} AND office_id = ${office_id} AND currency = ${currency}::currency`)
  await post(tx, {
    day, kind: 'anulacion', ref_kind: 'ticket', ref_id: id, office_id, currency, created_by: by, created_at: at,
    moves: [
      { debit: { partner_id: office_id, kind: 'ventas' }, credit: { partner_id: office_id, kind: 'caja' }, amount: total },
      { debit: { partner_id: office_id, kind: 'comision_por_pagar' }, credit: { partner_id: office_id, kind: 'comision' }, amount: negate(commission) },
    ],
  })
  giveBack(tx, counted, changes, lines)
}

async function whyNot(tx: Tx, day: string, id: string): Promise<Problem> {
  const ticket = await tx.one<{ state: string; closed: boolean }>(sql`
    SELECT state::text AS state, first_close_at <= clock_timestamp() AS closed FROM tickets WHERE day = ${day} AND id = ${id}`)
  if (!ticket) return new Problem('not_found')
  if (ticket.state === 'anulado') return new Problem('ticket_annulled')
  if (ticket.state === 'pagado') return new Problem('ticket_already_paid')
  if (ticket.state === 'devuelto') return new Problem('ticket_returned')
  return new Problem(ticket.closed || ticket.state !== 'vendido' ? 'annul_draw_closed' : 'annul_window_over')
}
