/**
 * Annuls a ticket: inside its window and before the first close of its draws, or, by the banca's own right,
 * later while no result of them is known. Nothing is deleted, everything it counted is taken out.
 */
import { sql } from 'drizzle-orm'
import { written } from '../../platform/db/compile.ts'
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

interface Line extends CountedLine {
  rate_id: number
  polla: boolean
}

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

interface Values {
  day: string
  id: string
  at: string
  by: number
  reason: string | null
}

/**
 * Takes the ticket and its lines out of what their office has alone: all of it or, where the ticket's UPDATE finds it
 * no longer so, nothing. Answers a row for each line, or one without a line where a suspended draw gave all of them back.
 */
const annulling = (late: boolean) =>
  written<[Values]>((at) => {
    const account = (kind: AccountKind) =>
      sql`(SELECT id FROM ledger_accounts a WHERE a.partner_id = t.office_id AND a.kind = ${kind} AND a.currency = t.currency)`
    return sql`
    WITH changed AS (
      UPDATE tickets t SET state = 'anulado', annulled_at = ${at.at}::timestamptz, annulled_by = ${at.by}::int, annulled_reason = ${at.reason}::text
      WHERE day = ${at.day}::date AND id = ${at.id}::bigint AND state = 'vendido'
        AND ${late ? sql`NOT ${resultKnown}` : sql`annul_before > clock_timestamp() AND first_close_at > clock_timestamp()`}
      RETURNING office_id, currency, extract(hour FROM sold_at AT TIME ZONE (SELECT zone FROM banca))::int AS hour,
        (SELECT father_id FROM partners o WHERE o.id = t.office_id) AS agency_id, ARRAY(SELECT ancestor_id FROM partner_ancestors a WHERE a.partner_id = t.office_id) AS levels,
        ${account('ventas')} AS sales_account, ${account('caja')} AS cash_account
    ), line AS (
      UPDATE ticket_lines l SET state = 'anulada' FROM changed, bet_types b
      WHERE l.day = ${at.day}::date AND l.ticket_id = ${at.id}::bigint AND l.state = 'pendiente' AND b.id = l.bet_type_id
      RETURNING l.draw_id, l.product_id, l.bet_type_id, l.number, l.stake, l.rate_id, b.kind = 'polla' AS polla,
        line_potential(l.stake, l.multiplier, l.place_multipliers) AS potential
    ), taken AS (
      SELECT c.*, l.total FROM changed c, (SELECT sum(stake) AS total FROM line) l WHERE l.total > 0
    ), alike AS (
      SELECT product_id, bet_type_id, rate_id, -sum(stake) AS sold, -count(*) AS lines FROM line GROUP BY 1, 2, 3
    ),
    ${settlementCtes({
      rows: sql`SELECT c.office_id, ${at.day}::date, c.currency, a.product_id, a.bet_type_id, a.rate_id, c.hour, a.sold, a.lines FROM changed c, alike a`,
      units: sql` SELECT DISTINCT c.agency_id, c.currency, a.product_id, a.rate_id, week_of(${at.day}::date) FROM changed c, alike a`,
    })},
    daily AS (
      UPDATE sales_days s SET sold = s.sold - t.total, annulled = s.annulled + t.total, n_vendido = s.n_vendido - 1, n_anulado = s.n_anulado + 1
      FROM taken t WHERE s.day = ${at.day}::date AND s.office_id = t.office_id AND s.currency = t.currency AND (SELECT count(*) FROM counted) > 0
      RETURNING 1
    ),
    ${transferCtes({
      day: at.day,
      kind: 'anulacion',
      ref_kind: 'ticket',
      ref_id: sql`${at.id}::bigint`,
      office_id: sql`t.office_id`,
      currency: sql`(SELECT currency FROM changed)`,
      created_by: at.by,
      created_at: at.at,
      accounts: sql`SELECT a.* FROM taken t CROSS JOIN LATERAL (VALUES (t.sales_account, t.total, 0::numeric), (t.cash_account, 0, t.total)) a`,
      from: sql`FROM taken t`,
      after: sql`(SELECT count(*) FROM daily) > 0`,
    })}
    SELECT * FROM changed LEFT JOIN line ON true`
  })

const inTime = annulling(false)
const afterwards = annulling(true)

/** Annuls once, under any concurrency: the UPDATE's own condition decides. Throws why it may not be. */
export async function annul(tx: Tx, { day, id, by, at, reason, today = day, late = false }: Annulment): Promise<void> {
  tx.planOnce()
  const values = { day, id, at: at.toISOString(), by, reason: reason ?? null }
  // Sent together, done one after the other: what is locked first is what the second then sees.
  const [, found] = await Promise.all([
    tx.prepared('annul-hold', holding({ day, id })),
    late
      ? tx.prepared<Annulled & Partial<Line>>('annul-late', afterwards(values))
      : tx.prepared<Annulled & Partial<Line>>('annul-ticket', inTime(values)),
  ])
  const [ticket] = found
  if (!ticket) throw await whyNot(tx, day, id, late)
  // What a suspended draw gave back is not given back again.
  const lines = found.filter((row): row is Annulled & Line => row.stake != null)
  if (lines.length === 0) throw new Problem('ticket_returned')
  const { office_id, currency, hour } = ticket
  giveBack(tx, { day, hour, office_id, currency, sign: -1, lines }, lines, ticket)
  // Behind the counters, as a sale adds them: the pots' accounts are the last rows anybody takes.
  if (lines.some((line) => line.polla)) await takeBackShares(tx, { day, id, by, at, today })
}

/** As a sale does: awarding one of its draws waits for this, or this for the award. */
const holding = written<[{ day: string; id: string }]>(
  ({ day, id }) => sql`
    WITH still AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint))
    SELECT pg_advisory_xact_lock_shared(${drawLockSpace}, draw_id) FROM still, (
      SELECT draw_id FROM ticket_lines WHERE day = ${day}::date AND ticket_id = ${id}::bigint
      UNION SELECT draw_id FROM line_draws WHERE day = ${day}::date AND ticket_id = ${id}::bigint ORDER BY draw_id) d`,
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
