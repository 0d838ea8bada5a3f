/** Tickets: how many of each state, and the largest. */
import { sql, type SQL } from 'drizzle-orm'
import { ticketStates, type TicketState } from '@contract/tickets.ts'
import type { Period } from '@contract/values/dates.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { isNarrowed, narrowedBy, isOfficeOf, type Narrowing, type Subject } from '../../rules/figures/subject.ts'

export type StateCounts = { day: string; total: number } & Record<TicketState, number>

/** `t` holds a line of the product or bet type asked for. */
function holding(by: Narrowing): SQL | undefined {
  if (!isNarrowed(by)) return undefined
  return sql`EXISTS (SELECT 1 FROM ticket_lines l WHERE ${every(sql`l.day = t.day AND l.ticket_id = t.id`, ...narrowedBy(by, 'l'))})`
}

/**
 * One row per day with tickets, by state. With a product or bet type, tickets that hold a line of it:
 * no rollup counts those, so they are counted from the tickets.
 */
export async function ticketsByDay(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  { from, to }: Period,
): Promise<StateCounts[]> {
  const where = (alias: string) => [
    sql`${sql.raw(alias)}.day BETWEEN ${from} AND ${to}`,
    sql`${sql.raw(alias)}.currency = ${by.currency}`,
    isOfficeOf(subject, sql.raw(`${alias}.office_id`)),
  ]
  const counts = (of: (state: TicketState) => SQL) =>
    sql.join(
      ticketStates.map((state) => sql`${of(state)}::int AS ${sql.raw(state)}`),
      sql`, `,
    )
  const rows = isNarrowed(by)
    ? await db.rows<Omit<StateCounts, 'total'>>(sql`
        SELECT t.day, ${counts((state) => sql`count(*) FILTER (WHERE t.state = ${state})`)}
        FROM tickets t
        WHERE ${every(...where('t'), holding(by))}
        GROUP BY 1
        ORDER BY 1`)
    : await db.rows<Omit<StateCounts, 'total'>>(sql`
        SELECT s.day, ${counts((state) => sql`sum(s.${sql.raw(`n_${state}`)})`)}
        FROM sales_days s
        WHERE ${every(...where('s'))}
        GROUP BY 1
        ORDER BY 1`)
  return rows
    .map((row) => ({ ...row, total: ticketStates.reduce((sum, state) => sum + row[state], 0) }) as StateCounts)
    .filter(({ total }) => total > 0)
}

export interface LargeTicket {
  id: string
  serial: string
  office_name: string
  agency_name: string
  sold_at: string
  state: TicketState
  total: string
  potential: string
}

/** A subtree with less than this share of the offices reads its offices' own tickets instead of every day's largest. */
const SMALL_SHARE = 0.02

async function isSmall(db: Executor, subject: Subject): Promise<boolean> {
  if (subject.type === 'banca') return false
  const share = await db.one<{ share: number }>(sql`
    SELECT count(*) FILTER (WHERE ancestor_id = ${subject.id})::float / greatest(
      count(*) FILTER (WHERE partner_id = ancestor_id), 1
    ) AS share
    FROM partner_ancestors WHERE partner_type = 'taquilla' AND (ancestor_id = ${subject.id} OR partner_id = ancestor_id)`)
  return (share?.share ?? 0) < SMALL_SHARE
}

/**
 * The tickets with the largest total, or the largest possible prize. Those annulled or returned are out.
 * The largest of each day come first in an index that also knows the office, so a large subtree
 * takes `limit` of every day; a small one would wade through everybody else's.
 */
export async function topTickets(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  { from, to }: Period,
  largest: 'total' | 'potential',
  limit: number,
): Promise<LargeTicket[]> {
  const amount = sql.raw(`t.${largest}`)
  const conditions = [
    sql`t.currency = ${by.currency}`,
    sql`t.state NOT IN ('anulado', 'devuelto')`,
    isOfficeOf(subject, sql`t.office_id`),
    holding(by),
  ]
  const candidates = (await isSmall(db, subject))
    ? sql`SELECT t.day, t.id, ${amount} AS amount FROM tickets t WHERE ${every(sql`t.day BETWEEN ${from} AND ${to}`, ...conditions)}`
    : sql`
      SELECT t.day, t.id, t.amount FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS each(at)
      CROSS JOIN LATERAL (
        SELECT t.day, t.id, ${amount} AS amount FROM tickets t WHERE ${every(sql`t.day = each.at::date`, ...conditions)}
        ORDER BY ${amount} DESC LIMIT ${limit}
      ) t`
  return db.rows<LargeTicket>(sql`
    SELECT t.id, t.serial, o.name AS office_name, a.name AS agency_name, t.sold_at, t.state, t.total, t.potential
    FROM (SELECT c.day, c.id, c.amount FROM (${candidates}) c ORDER BY c.amount DESC, c.day DESC, c.id DESC LIMIT ${limit}) c
    JOIN tickets t ON t.day = c.day AND t.id = c.id
    JOIN partners o ON o.id = t.office_id JOIN partners a ON a.id = o.father_id
    ORDER BY c.amount DESC, t.day DESC, t.id DESC`)
}
