/**
 * Annuls a ticket: inside its window and before the first close of its draws, or, by the banca's own right,
 * later while no result of them is known. Nothing is deleted, everything it counted is taken out. Where it was sold its
 * money is handed over at once, with whatever else of it is due; annulled from above it is due at a counter.
 */
import { sql } from 'drizzle-orm'
import { compileOnce } from '../../platform/db/compile.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { drawLockSpace, locks } from '../../platform/db/locks.ts'
import { Problem } from '../../platform/http/problem.ts'
import { entriesCtes } from '../ledger/entries.ts'
import { refundUntil } from '../pay/refund.ts'
import { takeBackShares } from '../polla/shares.ts'
import { settlementCtes } from '../rollups/count.ts'
import { giveBack } from './quota.ts'

export interface Annulment {
  day: string
  id: string
  by: number
  at: Date
  reason?: string | undefined
  /** Business day of `at`, on which the money leaves the cash and a polla's share the pots; the sale's when missing. */
  today?: string
  /** From above, and so after the window and the close, while no result of its draws is known: nobody is given anything yet. */
  late?: boolean
}

/**
 * Somebody may know a result of these draws (`draw`): one is in force, written once and waiting for its
 * confirmation, or was answered by a source.
 */
const known = sql`(draw.state = 'premiado'
  OR EXISTS (SELECT 1 FROM result_entries entry WHERE entry.draw_id = draw.id AND entry.state = 'pendiente')
  OR EXISTS (SELECT 1 FROM external_results heard WHERE heard.draw_id = draw.id))`

/** A draw of the `ticket`, a range's or a polla's later ones included, has a result that somebody may know. */
export const resultKnown = sql`EXISTS (
  SELECT 1 FROM draws draw JOIN (
    SELECT line.draw_id FROM ticket_lines line WHERE line.day = ticket.day AND line.ticket_id = ticket.id
    UNION SELECT line_draw.draw_id FROM line_draws line_draw WHERE line_draw.day = ticket.day AND line_draw.ticket_id = ticket.id
    UNION SELECT polla_draw.draw_id FROM ticket_lines line JOIN polla_draws polla_draw ON polla_draw.polla_draw_id = line.draw_id
    WHERE line.day = ticket.day AND line.ticket_id = ticket.id
  ) own ON own.draw_id = draw.id WHERE ${known})`

interface Values {
  day: string
  today: string
  id: string
  at: string
  by: number
  reason: string | null
  /** Somebody waits for the answer. */
  looks: boolean
}

/** What became of a ticket. Without lines a suspended draw had given all of them back. */
interface Annulled {
  changed: boolean
  lines: boolean
  polla: boolean
}

/**
 * Takes the ticket and its lines out of what their office has alone: all of it or, where the ticket's UPDATE finds it
 * no longer so, nothing. Where nobody looks at the answer, all that is not usual is done again by looking.
 */
const annulling = (late: boolean) =>
  compileOnce<[Values]>(
    (at) => sql`
    WITH before AS MATERIALIZED (
      SELECT returned - refunded AS due FROM tickets
      WHERE day = ${at.day}::date AND id = ${at.id}::bigint AND state = 'vendido'
      FOR NO KEY UPDATE
    ), changed AS (
      UPDATE tickets ticket
      SET state = 'anulado', annulled_at = ${at.at}::timestamptz, annulled_by = ${at.by}::int,
        annulled_reason = ${at.reason}::text, returned = ticket.returned + staked.total,
        ${late ? sql`refund_until = ${refundUntil(at.today)}` : sql`refunded = ticket.returned + staked.total`}
      FROM before, (
        SELECT coalesce(sum(stake), 0) AS total FROM ticket_lines
        WHERE day = ${at.day}::date AND ticket_id = ${at.id}::bigint AND state = 'pendiente'
      ) staked
      WHERE day = ${at.day}::date AND id = ${at.id}::bigint AND state = 'vendido'
        AND ${late ? sql`NOT ${resultKnown}` : sql`annul_before > clock_timestamp() AND first_close_at > clock_timestamp()`}
      RETURNING office_id, currency, extract(hour FROM sold_at AT TIME ZONE (SELECT zone FROM banca))::int AS hour,
        (SELECT father_id FROM partners office WHERE office.id = ticket.office_id) AS agency_id, before.due
    ), line AS (
      UPDATE ticket_lines line SET state = 'anulada' FROM changed, bet_types bet
      WHERE line.day = ${at.day}::date AND line.ticket_id = ${at.id}::bigint AND line.state = 'pendiente' AND bet.id = line.bet_type_id
      RETURNING line.product_id, line.bet_type_id, line.stake, line.rate_id, bet.kind = 'polla' AS polla
    ), taken AS (
      SELECT changed.*, staked.total FROM changed, (SELECT sum(stake) AS total FROM line) staked WHERE staked.total > 0
    ), alike AS (
      SELECT product_id, bet_type_id, rate_id, -sum(stake) AS sold, -count(*) AS lines FROM line GROUP BY 1, 2, 3
    ),
    ${settlementCtes({
      rows: sql`
        SELECT changed.office_id, ${at.day}::date, changed.currency, alike.product_id, alike.bet_type_id, alike.rate_id, changed.hour,
          alike.sold, alike.lines
        FROM changed, alike`,
      units: sql` SELECT DISTINCT changed.agency_id, changed.currency, alike.product_id, alike.rate_id, week_of(${at.day}::date)
        FROM changed, alike`,
    })},
    daily AS (
      UPDATE sales_days sales_day
      SET sold = sales_day.sold - taken.total, annulled = sales_day.annulled + taken.total, n_vendido = sales_day.n_vendido - 1,
        n_anulado = sales_day.n_anulado + 1
      FROM taken
      WHERE sales_day.day = ${at.day}::date AND sales_day.office_id = taken.office_id AND sales_day.currency = taken.currency
        AND (SELECT count(*) FROM counted) > 0
      RETURNING 1
    ),
    ${entriesCtes({
      currency: sql`(SELECT currency FROM changed)`,
      created_by: at.by,
      created_at: at.at,
      office_id: sql`(SELECT office_id FROM changed)`,
      ticket_id: at.id,
      entries: [{ kind: 'anulacion', day: at.day }, ...(late ? [] : [{ kind: 'reintegro' as const, day: at.today }])],
      sides: sql`SELECT side.* FROM taken CROSS JOIN LATERAL (
        VALUES (0, taken.office_id, 'ventas', taken.total), (0, taken.office_id, 'devoluciones_por_pagar', -taken.total)
        ${late ? sql`` : handedOver}
      ) AS side(n, partner_id, kind, amount)`,
      after: sql`(SELECT count(*) FROM daily) > 0`,
    })}
    SELECT outcome.*, again_unless(${at.looks}::boolean OR (outcome.lines AND NOT outcome.polla), 'annul') FROM (
      SELECT EXISTS (SELECT 1 FROM changed) AS changed, EXISTS (SELECT 1 FROM taken) AS lines,
        EXISTS (SELECT 1 FROM line WHERE polla) AS polla
    ) outcome`,
  )

/** Of entry 1: what was taken out and what was due before, out of the drawer. */
const handedOver = sql`,
  (1, taken.office_id, 'devoluciones_por_pagar', taken.total + taken.due), (1, taken.office_id, 'caja', -(taken.total + taken.due))`

const inTime = { name: 'annul-ticket', query: annulling(false) }
const afterwards = { name: 'annul-late', query: annulling(true) }

/**
 * Annuls once, under any concurrency: the UPDATE's own condition decides. Throws why it may not be. At first nobody
 * waits for what it finds, and its statements leave with the commit.
 */
export async function annul(tx: Tx, annulment: Annulment): Promise<void> {
  tx.planOnce()
  if (tx.attempt > 1) return look(tx, annulment)
  const { day, id, late } = annulment
  const { name, query } = late ? afterwards : inTime
  // Done one after the other: what is locked first is what the second then sees.
  tx.behind('annul-hold', holding({ day, id }))
  tx.behind(name, query(valuesOf(annulment, false)))
  giveBack(tx, annulment)
}

async function look(tx: Tx, annulment: Annulment): Promise<void> {
  const { day, id, by, at, today = day, late = false } = annulment
  const { name, query } = late ? afterwards : inTime
  tx.behind('annul-hold', holding({ day, id }))
  const [found] = await tx.prepared<Annulled>(name, query(valuesOf(annulment, true)))
  if (!found?.changed) throw await whyNot(tx, day, id, late)
  // What a suspended draw gave back is not given back again.
  if (!found.lines) throw new Problem('ticket_returned')
  giveBack(tx, annulment)
  // Behind the counters, as a sale adds them: the pots' accounts are the last rows anybody takes.
  if (found.polla) await takeBackShares(tx, { day, id, by, at, today })
}

const valuesOf = ({ day, id, by, at, reason, today = day }: Annulment, looks: boolean): Values => ({
  day,
  today,
  id,
  at: at.toISOString(),
  by,
  reason: reason ?? null,
  looks,
})

/** As a sale does: awarding one of its draws waits for this, or this for the award. */
const holding = compileOnce<[{ day: string; id: string }]>(
  ({ day, id }) => sql`
    WITH still AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint))
    SELECT pg_advisory_xact_lock_shared(${drawLockSpace}, draw_id) FROM still, (
      SELECT draw_id FROM ticket_lines WHERE day = ${day}::date AND ticket_id = ${id}::bigint
      UNION SELECT draw_id FROM line_draws WHERE day = ${day}::date AND ticket_id = ${id}::bigint ORDER BY draw_id) drawn`,
)

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
