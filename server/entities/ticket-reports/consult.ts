/** Tickets by serial, office, date, state, number or amount: a page with the totals of everything it is a page of. */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { ConsultRow, consultTotals } from '@contract/ticket-reports.ts'
import type { Period } from '@contract/values/dates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Subject } from '../../rules/figures/subject.ts'
import { consultHeld, consultWhere, latestApprovals, type ConsultAsked } from './consult-filters.ts'
import { limit, orderBy, type PageOf } from './order.ts'

export type ConsultTotals = z.input<typeof consultTotals>

export interface ConsultPage {
  data: ConsultRow[]
  total: number
  totals: ConsultTotals[]
}

/**
 * What a ticket counts as sold: nothing when annulled or returned; what is left of it when only some of its lines
 * were returned with their draw (`kept`), else its total. So a sum of it is the ledger's.
 */
const sold = sql`CASE WHEN t.state IN ('anulado', 'devuelto') THEN 0 ELSE coalesce(kept.sold, t.total) END`

/** Tickets of the days of which a line was returned, with what is left of them. Lines are returned by draw, and few draws are suspended. */
function keptOf({ from, to }: Period): SQL {
  return sql`(
    SELECT l.day, l.ticket_id, coalesce(sum(l.stake) FILTER (WHERE l.state NOT IN ('anulada', 'devuelta')), 0) AS sold
    FROM ticket_lines l WHERE (l.day, l.ticket_id) IN (
      SELECT r.day, r.ticket_id FROM ticket_lines r
      WHERE r.draw_id = ANY (ARRAY(SELECT id FROM draws WHERE state = 'suspendido' UNION SELECT draw_id FROM draw_suspensions))
        AND r.state = 'devuelta' AND r.day BETWEEN ${from}::date AND ${to}::date)
    GROUP BY 1, 2)`
}

/** Sums of all the tickets found, one row per currency. `sold` + `annulled` is what was written on them. */
function totalsOf(where: SQL, period: Period): SQL {
  return sql`
    SELECT t.currency::text AS currency, count(*)::int AS tickets, sum(${sold})::numeric(20, 2)::text AS sold,
      coalesce(sum(t.prize) FILTER (WHERE t.state NOT IN ('anulado', 'devuelto')), 0)::numeric(20, 2)::text AS prizes,
      coalesce(sum(t.prize) FILTER (WHERE t.state = 'pagado'), 0)::numeric(20, 2)::text AS paid,
      sum(t.total - ${sold})::numeric(20, 2)::text AS annulled
    FROM tickets t LEFT JOIN ${keptOf(period)} kept ON kept.day = t.day AND kept.ticket_id = t.id
    WHERE ${where} GROUP BY t.currency ORDER BY t.currency`
}

/** By day first where it is by instant: days follow instants, and a partition at a time is read. */
export function consultOrder(sort: string | undefined): SQL {
  return orderBy(
    sort,
    '-sold_at',
    { sold_at: [sql`t.day`, sql`t.sold_at`], total: [sql`t.total`, sql`t.day`], prize: [sql`t.prize`, sql`t.day`] },
    [sql`t.id`],
  )
}

/** Everything a row shows of `tickets t`, which `named` puts names to. */
const columns = sql`t.id, t.serial, t.sold_at, t.office_id, office.name AS office_name, agency.name AS agency_name, seller.name AS seller_name, t.state::text AS state,
  (SELECT count(*)::int FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id) AS lines, t.currency::text AS currency, t.total, t.prize, t.expires_on, t.paid_at`
const named = sql`JOIN partners office ON office.id = t.office_id JOIN partners agency ON agency.id = office.father_id JOIN users seller ON seller.id = t.seller_id`

/** Page and totals in one statement, so that both speak of the same instant. Every row carries the totals, an empty page a row of nothing else. */
export async function consultPage(
  db: Executor,
  subject: Subject,
  asked: ConsultAsked,
  period: Period,
  page: PageOf,
): Promise<ConsultPage> {
  const where = consultWhere(subject, asked, period)
  const order = consultOrder(asked.sort)
  const rows = await db.rows<ConsultRow & { totals: ConsultTotals[] | null; place: string | null }>(sql`
    ${consultHeld(asked, period)} SELECT s.totals, r.* FROM (SELECT json_agg(s) AS totals FROM (${totalsOf(where, period)}) s) s
    LEFT JOIN (
      SELECT ${columns}, approval.state AS approval, row_number() OVER (${order}) AS place
      FROM (SELECT t.* FROM tickets t WHERE ${where} ${order} ${limit(page)}) t ${named}
      LEFT JOIN (${latestApprovals(period)}) approval ON approval.ticket_day = t.day AND approval.ticket_id = t.id
    ) r ON true ORDER BY r.place`)
  const totals = rows[0]?.totals ?? []
  const data = rows.flatMap(({ totals: _totals, place, ...row }) => (place === null ? [] : [row as ConsultRow]))
  return { data, totals, total: totals.reduce((sum, { tickets }) => sum + tickets, 0) }
}

/** The totals alone. */
export async function consultSums(
  db: Executor,
  subject: Subject,
  asked: ConsultAsked,
  period: Period,
): Promise<ConsultTotals[]> {
  return db.rows<ConsultTotals>(
    sql`${consultHeld(asked, period)} ${totalsOf(consultWhere(subject, asked, period), period)}`,
  )
}

/** A row of the file: what it counts as sold beside what is written on it. */
export interface ConsultFileRow extends ConsultRow {
  sold: string
}

/** Every ticket found, in order, as a query for a cursor. */
export function consultQuery(subject: Subject, asked: ConsultAsked, period: Period): SQL {
  return sql`
    ${consultHeld(asked, period)} SELECT ${columns}, ${sold} AS sold, approval.state AS approval
    FROM tickets t ${named} LEFT JOIN ${keptOf(period)} kept ON kept.day = t.day AND kept.ticket_id = t.id
    LEFT JOIN (${latestApprovals(period)}) approval ON approval.ticket_day = t.day AND approval.ticket_id = t.id
    WHERE ${consultWhere(subject, asked, period)} ${consultOrder(asked.sort)}`
}
