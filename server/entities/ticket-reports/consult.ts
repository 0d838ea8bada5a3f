/** Tickets by serial, office, date, state, number or amount. */
import { sql, type SQL } from 'drizzle-orm'
import { ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, type Period } from '@contract/values/dates.ts'
import { every } from '../../platform/db/connect.ts'
import { listing, saidElsewhere } from '../../platform/lists/listing.ts'
import { holdsWords } from '../../platform/lists/names.ts'
import { named } from '../../rules/figures/names.ts'
import { officeOf, subjectOf } from '../../rules/figures/subject.ts'
import { consultHeld, consultPeriod, holding, latestApprovals } from './consult-filters.ts'

/**
 * What a ticket counts as sold: nothing when annulled or returned; what is left of it when only some of its lines
 * were returned with their draw (`kept`), else its total. So a sum of it is the ledger's.
 */
const sold = sql`CASE WHEN t.state IN ('anulado', 'devuelto') THEN 0 ELSE coalesce(kept.sold, t.total) END`
/** What was given back with a draw's suspension, which no annulment is: whole tickets, and lines of others. */
const returned = sql`coalesce(kept.returned, CASE WHEN t.state = 'devuelto' THEN t.total ELSE 0 END)`

/**
 * Tickets of the days of which a line was returned, with what is left of them and what was given back. Lines are
 * returned by draw, and few draws are suspended.
 */
function keptOf({ from, to }: Period): SQL {
  return sql`(
    SELECT l.day, l.ticket_id, coalesce(sum(l.stake) FILTER (WHERE l.state NOT IN ('anulada', 'devuelta')), 0) AS sold,
      sum(l.stake) FILTER (WHERE l.state = 'devuelta') AS returned
    FROM ticket_lines l WHERE (l.day, l.ticket_id) IN (
      SELECT r.day, r.ticket_id FROM ticket_lines r
      WHERE r.draw_id = ANY (ARRAY(SELECT id FROM draws WHERE state = 'suspendido' UNION SELECT draw_id FROM draw_suspensions))
        AND r.state = 'devuelta' AND r.day BETWEEN ${from}::date AND ${to}::date)
    GROUP BY 1, 2)`
}

const counts = sql`t.state NOT IN ('anulado', 'devuelto')`

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
    sql`tickets t LEFT JOIN ${keptOf(about.days)} kept ON kept.day = t.day AND kept.ticket_id = t.id`,
  columns: sql`t.id, t.serial, t.sold_at, t.office_id, office.name AS office_name, agency.name AS agency_name,
    seller.name AS seller_name, t.state::text AS state, line.lines, t.currency::text AS currency, t.total,
    (CASE WHEN ${counts} THEN CASE WHEN line.returned > 0 THEN line.kept ELSE t.total END ELSE 0 END)::numeric(16, 2) AS sold,
    t.prize, t.expires_on, t.paid_at, approval.state AS approval`,
  shown: {
    row: sql`t`,
    tables: ({ about }) => sql`
      JOIN partners office ON office.id = t.office_id JOIN partners agency ON agency.id = office.father_id
      JOIN users seller ON seller.id = t.seller_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS lines, count(*) FILTER (WHERE l.state = 'devuelta') AS returned,
          coalesce(sum(l.stake) FILTER (WHERE l.state NOT IN ('anulada', 'devuelta')), 0) AS kept
        FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id) line
      LEFT JOIN (${latestApprovals(about.days)}) approval ON approval.ticket_day = t.day AND approval.ticket_id = t.id`,
  },
  amounts: {
    currency: sql`t.currency`,
    tickets: sql`count(*)::int`,
    sold: sql`sum(${sold})::numeric(20, 2)::text`,
    prizes: sql`coalesce(sum(t.prize) FILTER (WHERE ${counts}), 0)::numeric(20, 2)::text`,
    paid: sql`coalesce(sum(t.prize) FILTER (WHERE t.state = 'pagado'), 0)::numeric(20, 2)::text`,
    annulled: sql`sum(t.total - ${sold} - ${returned})::numeric(20, 2)::text`,
    returned: sql`sum(${returned})::numeric(20, 2)::text`,
  },
  file: { totals: { total: 'sold', prize: 'prizes' } },
  key: sql`t.id`,
  never_null: true,
  // By day first where it is by instant: days follow instants, and a partition at a time is read.
  order: {
    sold_at: [sql`t.day`, sql`t.sold_at`],
    total: [sql`t.total`, sql`t.day`],
    prize: [sql`t.prize`, sql`t.day`],
  },
  scope: (_scope, { about }) => officeOf(about.subject, sql`t.office_id`),
  period: saidElsewhere,
  together: ({ asked, about: { days } }) =>
    every(sql`t.day BETWEEN ${days.from}::date AND ${days.to}::date`, holding(asked, days)),
  filter: {
    partner_id: saidElsewhere,
    product_id: saidElsewhere,
    bet_type_id: saidElsewhere,
    draw_id: saidElsewhere,
    number: saidElsewhere,
    serial: (serial) => sql`t.serial = ${serial}`,
    state: (state) => sql`t.state = ${state}`,
    currency: (currency) => sql`t.currency = ${currency}`,
    seller_id: (seller) => sql`t.seller_id = ${seller}`,
    min_total: (least) => sql`t.total >= ${least}`,
    max_total: (most) => sql`t.total <= ${most}`,
    approval: (state, { about }) => sql`
      (t.day, t.id) IN (SELECT a.ticket_day, a.ticket_id FROM (${latestApprovals(about.days)}) a WHERE a.state = ${state})`,
  },
  search: {
    more: (q) => sql`starts_with(t.serial, ${q.toUpperCase()}) OR t.office_id IN (
      SELECT o.id FROM partners o WHERE o.type = 'taquilla' AND ${holdsWords([sql`o.name_key`], q)})`,
  },
  named,
  heading: ({ about: { days, subject } }) => ({
    Desde: formatDay(days.from),
    Hasta: formatDay(days.to),
    Afiliado: subject.name,
  }),
})
