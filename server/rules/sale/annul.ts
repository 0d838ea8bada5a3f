/**
 * Annuls a ticket: inside its window and before the first close of its draws, or, by the banca's own right,
 * later while no result of them is known. Nothing is deleted, everything it counted is taken out.
 */
import { sql } from 'drizzle-orm'
import { add, isZero } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { drawLockSpace, locks } from '../../platform/db/locks.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { AccountKind } from '../ledger/accounts.ts'
import { transferCtes } from '../ledger/entries.ts'
import { takeBackShares } from '../polla/shares.ts'
import { settlementCtes, type Place } from './count.ts'
import { giveBack, type CountedLine } from './quota.ts'

export interface Annulment {
  day: string
  id: string
  by: number
  at: Date
  reason?: string | undefined
  /** Business day of `at`, on which a polla's share leaves the pots; the sale's when missing. */
  today?: string
  /** After the window and the close, while no result of its draws is known. */
  late?: boolean
}

interface Annulled extends Place {
  office_id: number
  currency: string
  hour: number
}

type Line = CountedLine & { rate_id: number; polla: boolean }

/**
 * Somebody may know a result of these draws (`x`): one is in force, written once and waiting for its
 * confirmation, or was answered by a source.
 */
const known = sql`(x.state = 'premiado'
  OR EXISTS (SELECT 1 FROM result_entries e WHERE e.draw_id = x.id AND e.state = 'pendiente')
  OR EXISTS (SELECT 1 FROM external_results e WHERE e.draw_id = x.id))`

/** A draw of the ticket `t`, a range's or a polla's later ones included, has a result that somebody may know. */
export const resultKnown = sql`EXISTS (
  SELECT 1 FROM draws x JOIN (
    SELECT l.draw_id FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id
    UNION SELECT r.draw_id FROM line_draws r WHERE r.day = t.day AND r.ticket_id = t.id
    UNION SELECT s.draw_id FROM ticket_lines l JOIN polla_draws s ON s.polla_draw_id = l.draw_id WHERE l.day = t.day AND l.ticket_id = t.id
  ) own ON own.draw_id = x.id WHERE ${known})`

/** Annuls once, under any concurrency: the UPDATE's own condition decides. Throws why it may not be. */
export async function annul(tx: Tx, { day, id, by, at, reason, today = day, late = false }: Annulment): Promise<void> {
  tx.planOnce()
  // Sent together, done one after the other: what the second half changes is undone where the first says no.
  const [, [ticket], lines] = await Promise.all([
    // As a sale does: awarding one of its draws waits for this, or this for the award.
    tx.prepared(
      'annul-hold',
      sql`
      WITH still AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint))
      SELECT pg_advisory_xact_lock_shared(${drawLockSpace}, draw_id) FROM still, (
        SELECT draw_id FROM ticket_lines WHERE day = ${day} AND ticket_id = ${id} UNION SELECT draw_id FROM line_draws WHERE day = ${day} AND ticket_id = ${id} ORDER BY draw_id) d`,
    ),
    tx.prepared<Annulled>(
      late ? 'annul-late' : 'annul-ticket',
      sql`
      UPDATE tickets t SET state = 'anulado', annulled_at = ${at.toISOString()}, annulled_by = ${by}, annulled_reason = ${reason ?? null}
      WHERE day = ${day} AND id = ${id} AND state = 'vendido'
        AND ${late ? sql`NOT ${resultKnown}` : sql`annul_before > clock_timestamp() AND first_close_at > clock_timestamp()`}
      RETURNING office_id, currency::text AS currency, extract(hour FROM sold_at AT TIME ZONE (SELECT zone FROM banca))::int AS hour,
        (SELECT father_id FROM partners o WHERE o.id = t.office_id) AS agency_id, ARRAY(SELECT ancestor_id FROM partner_ancestors a WHERE a.partner_id = t.office_id) AS levels`,
    ),
    tx.prepared<Line>(
      'annul-lines',
      sql`
      UPDATE ticket_lines l SET state = 'anulada' FROM bet_types b WHERE l.day = ${day} AND l.ticket_id = ${id} AND l.state = 'pendiente' AND b.id = l.bet_type_id
      RETURNING l.draw_id, l.product_id, l.bet_type_id, l.number, l.stake, l.rate_id, b.kind = 'polla' AS polla,
        line_potential(l.stake, l.multiplier, l.place_multipliers) AS potential`,
    ),
  ])
  if (!ticket) throw await whyNot(tx, day, id, late)
  const { office_id, currency, hour } = ticket
  // What a suspended draw gave back is not given back again.
  const total = add(...lines.map((line) => line.stake))
  if (isZero(total)) throw new Problem('ticket_returned')
  const counted = { day, hour, office_id, currency, sign: -1 as const, lines }
  const account = (kind: AccountKind) =>
    sql`(SELECT id FROM ledger_accounts WHERE partner_id = ${office_id} AND kind = ${kind} AND currency = ${currency}::currency)`
  tx.behind(
    'annul-record',
    sql`
    WITH ${settlementCtes(counted, ticket)},
    daily AS (
      UPDATE sales_days SET sold = sold - ${total}::numeric, annulled = annulled + ${total}::numeric, n_vendido = n_vendido - 1, n_anulado = n_anulado + 1
      WHERE day = ${day} AND office_id = ${office_id} AND currency = ${currency}::currency AND (SELECT count(*) FROM counted) > 0
      RETURNING 1
    ),
    ${transferCtes({
      day,
      kind: 'anulacion',
      ref_kind: 'ticket',
      ref_id: sql`${id}::bigint`,
      office_id: sql`${office_id}::int`,
      currency,
      created_by: by,
      created_at: at,
      debit: account('ventas'),
      credit: account('caja'),
      amount: total,
      after: sql`(SELECT count(*) FROM daily) > 0`,
    })}
    SELECT`,
  )
  giveBack(tx, counted, lines, ticket)
  // Behind the counters, as a sale adds them: the pots' accounts are the last rows anybody takes.
  if (lines.some((line) => line.polla)) await takeBackShares(tx, { day, id, by, at, today })
}

async function whyNot(tx: Tx, day: string, id: string, late: boolean): Promise<Problem> {
  const ticket = await tx.one<{ state: string; closed: boolean }>(sql`
    SELECT state::text AS state, first_close_at <= clock_timestamp() AS closed FROM tickets WHERE day = ${day} AND id = ${id}`)
  if (!ticket) return new Problem('not_found')
  if (ticket.state === 'anulado') return new Problem('ticket_annulled')
  if (ticket.state === 'pagado') return new Problem('ticket_already_paid')
  if (ticket.state === 'devuelto') return new Problem('ticket_returned')
  if (late) return new Problem('annul_result_known')
  return new Problem(ticket.closed || ticket.state !== 'vendido' ? 'annul_draw_closed' : 'annul_window_over')
}
