/** Tickets by serial, office, date, state, number or amount. */
import { sql, type SQL } from 'drizzle-orm'
import { ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, type Period } from '@contract/values/dates.ts'
import { every } from '../../platform/db/connect.ts'
import { listing, handledElsewhere } from '../../platform/lists/listing.ts'
import { holdsWordsSql } from '../../platform/lists/names.ts'
import { buyerOf } from '../../rules/clients/attach.ts'
import { boughtBy } from '../../rules/clients/search.ts'
import { nameQueries } from '../../rules/figures/names.ts'
import { isOfficeOf, subjectOf } from '../../rules/figures/subject.ts'
import { consultHeld, consultPeriod, holdsLine, latestApprovals } from './consult-filters.ts'

/**
 * What a ticket counts as sold: nothing when annulled or returned; what is left of it when only some of its lines
 * were returned with their draw (`kept`), else its total. So a sum of it is the ledger's.
 */
const sold = sql`CASE WHEN ticket.state IN ('anulado', 'devuelto') THEN 0 ELSE coalesce(kept.sold, ticket.total) END`
/** What was given back with a draw's suspension, which no annulment is: whole tickets, and lines of others. */
const returned = sql`coalesce(kept.returned, CASE WHEN ticket.state = 'devuelto' THEN ticket.total ELSE 0 END)`

/**
 * Tickets of the days of which a line was returned, with what is left of them and what was given back. Lines are
 * returned by draw, and few draws are suspended.
 */
function keptOf({ from, to }: Period): SQL {
  return sql`(
    SELECT line.day, line.ticket_id, coalesce(sum(line.stake) FILTER (WHERE line.state NOT IN ('anulada', 'devuelta')), 0) AS sold,
      sum(line.stake) FILTER (WHERE line.state = 'devuelta') AS returned
    FROM ticket_lines line WHERE (line.day, line.ticket_id) IN (
      SELECT returned.day, returned.ticket_id FROM ticket_lines returned
      WHERE returned.draw_id = ANY (ARRAY(SELECT id FROM draws WHERE state = 'suspendido' UNION SELECT draw_id FROM draw_suspensions))
        AND returned.state = 'devuelta' AND returned.day BETWEEN ${from}::date AND ${to}::date)
    GROUP BY 1, 2)`
}

const counts = sql`ticket.state NOT IN ('anulado', 'devuelto')`

/**
 * Tickets as a list. Its days come from the period or from the serial. Of the lines of a ticket only those shown are
 * read, and for the sums only those that were returned.
 */
export const consultedTickets = listing(ticketReports.consult, {
  about: async (asked, { db, scope }) => ({
    days: consultPeriod(asked),
    subject: await subjectOf(db, scope, asked.partner_id),
  }),
  gathered: ({ asked, about }) => ({ tables: consultHeld(asked, about.days) }),
  // A page says nothing of what was kept: PostgreSQL leaves a join by a whole key out where none of it is looked at.
  from: ({ about }) =>
    sql`tickets ticket LEFT JOIN ${keptOf(about.days)} kept ON kept.day = ticket.day AND kept.ticket_id = ticket.id`,
  columns: sql`ticket.id, ticket.serial, ticket.sold_at, ticket.office_id, office.name AS office_name, agency.name AS agency_name,
    seller.name AS seller_name, ticket.state::text AS state, line.lines, ticket.currency::text AS currency, ticket.total,
    (CASE WHEN ${counts} THEN CASE WHEN line.returned > 0 THEN line.kept ELSE ticket.total END ELSE 0 END)::numeric(16, 2) AS sold,
    ticket.prize, ticket.returned - ticket.refunded AS refund_due, ${buyerOf(sql`ticket`)} AS client,
    ticket.expires_on, ticket.paid_at, approval.state AS approval`,
  shown: {
    row: sql`ticket`,
    tables: ({ about }) => sql`
      JOIN partners office ON office.id = ticket.office_id JOIN partners agency ON agency.id = office.father_id
      JOIN users seller ON seller.id = ticket.seller_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS lines, count(*) FILTER (WHERE line.state = 'devuelta') AS returned,
          coalesce(sum(line.stake) FILTER (WHERE line.state NOT IN ('anulada', 'devuelta')), 0) AS kept
        FROM ticket_lines line WHERE line.day = ticket.day AND line.ticket_id = ticket.id) line
      LEFT JOIN (${latestApprovals(about.days)}) approval ON approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id`,
  },
  amounts: {
    currency: sql`ticket.currency`,
    tickets: sql`count(*)::int`,
    sold: sql`sum(${sold})::numeric(20, 2)::text`,
    prizes: sql`coalesce(sum(ticket.prize) FILTER (WHERE ${counts}), 0)::numeric(20, 2)::text`,
    paid: sql`coalesce(sum(ticket.prize) FILTER (WHERE ticket.state = 'pagado'), 0)::numeric(20, 2)::text`,
    annulled: sql`sum(ticket.total - ${sold} - ${returned})::numeric(20, 2)::text`,
    returned: sql`sum(${returned})::numeric(20, 2)::text`,
    refund_due: sql`sum(ticket.returned - ticket.refunded)::numeric(20, 2)::text`,
  },
  file: { totals: { total: 'sold', prize: 'prizes', refund_due: 'refund_due' } },
  key: sql`ticket.id`,
  never_null: true,
  // By day first where it is by instant: days follow instants, and a partition at a time is read.
  order: {
    sold_at: [sql`ticket.day`, sql`ticket.sold_at`],
    total: [sql`ticket.total`, sql`ticket.day`],
    prize: [sql`ticket.prize`, sql`ticket.day`],
  },
  scope: (_scope, { about }) => isOfficeOf(about.subject, sql`ticket.office_id`),
  period: handledElsewhere,
  alsoWhere: ({ asked, about: { days } }) =>
    every(sql`ticket.day BETWEEN ${days.from}::date AND ${days.to}::date`, holdsLine(asked, days)),
  filter: {
    partner_id: handledElsewhere,
    product_id: handledElsewhere,
    bet_type_id: handledElsewhere,
    draw_id: handledElsewhere,
    number: handledElsewhere,
    serial: (serial) => sql`ticket.serial = ${serial}`,
    state: (state) => sql`ticket.state = ${state}`,
    currency: (currency) => sql`ticket.currency = ${currency}`,
    seller_id: (seller) => sql`ticket.seller_id = ${seller}`,
    refund: () => sql`ticket.returned > ticket.refunded`,
    min_total: (least) => sql`ticket.total >= ${least}`,
    max_total: (most) => sql`ticket.total <= ${most}`,
    approval: (state, { about }) => sql`
      (ticket.day, ticket.id) IN (SELECT approval.ticket_day, approval.ticket_id FROM (${latestApprovals(about.days)}) approval
        WHERE approval.state = ${state})`,
  },
  search: {
    more: (q) => sql`starts_with(ticket.serial, ${q.toUpperCase()}) OR ticket.office_id IN (
      SELECT office.id FROM partners office WHERE office.type = 'taquilla' AND ${holdsWordsSql([sql`office.name_key`], q)})
      OR ${boughtBy(sql`ticket`, q)}`,
  },
  named: nameQueries,
  heading: ({ about: { days, subject } }) => ({
    Desde: formatDay(days.from),
    Hasta: formatDay(days.to),
    Afiliado: subject.name,
  }),
})
