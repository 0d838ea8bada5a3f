/**
 * What was played in a draw. A tripleta sold for an earlier draw also plays in it: it is a row and a line of it and
 * its prize counts where it is completed, but its stake was sold in its first draw and is counted there alone. So
 * what a draw sold equals its counters, and what it won the prizes of its result.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { ticketReports } from '@contract/ticket-reports.ts'
import type { Currency } from '@contract/values/currency.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { officeOf, type Subject } from '../../rules/figures/subject.ts'
import { askedNumber, limit, orderBy, symbolName, type PageOf } from './order.ts'

type Played = Pick<Answer<typeof ticketReports.played>, 'data' | 'total' | 'totals'>
type Row = Played['data'][number]
type Totals = Played['totals'][number]
type Summary = Answer<typeof ticketReports.playedSummary>

interface DrawAsked {
  draw_id: number
  currency?: Currency | undefined
  bet_type_id?: number | undefined
}

/** Throws `not_found`. */
async function mustExist(db: Executor, draw_id: number): Promise<void> {
  if (!(await db.one(sql`SELECT 1 FROM draws WHERE id = ${draw_id}`))) throw new Problem('not_found')
}

/** Lines that play in the draw: `own` where their stake was sold in it, and `won`, what its result gave them. */
function linesOf(subject: Subject, { draw_id, currency, bet_type_id }: DrawAsked): SQL {
  const of = every(
    officeOf(subject, sql`l.office_id`),
    currency && sql`l.currency = ${currency}`,
    bet_type_id !== undefined && sql`l.bet_type_id = ${bet_type_id}`,
  )
  return sql`
    SELECT l.*, coalesce(w.won, 0) AS won FROM (
      SELECT l.*, true AS own FROM ticket_lines l WHERE l.draw_id = ${draw_id} AND ${of}
      UNION ALL
      SELECT l.*, false FROM line_draws p JOIN ticket_lines l ON l.day = p.day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
      WHERE p.draw_id = ${draw_id} AND l.draw_id <> ${draw_id} AND ${of}
    ) l LEFT JOIN (
      SELECT ticket_day, ticket_id, line_n, sum(amount) AS won FROM prizes WHERE draw_id = ${draw_id} AND withdrawn_at IS NULL GROUP BY 1, 2, 3
    ) w ON w.ticket_day = l.day AND w.ticket_id = l.ticket_id AND w.line_n = l.n`
}

/** Annulled and returned lines are shown and not counted. */
const counts = sql`l.state NOT IN ('anulada', 'devuelta')`
const sums = sql`count(DISTINCT l.ticket_id) FILTER (WHERE ${counts})::int AS tickets, count(*) FILTER (WHERE ${counts})::int AS lines,
  coalesce(sum(l.stake) FILTER (WHERE l.own AND ${counts}), 0)::numeric(20, 2)::text AS sold, sum(l.won)::numeric(20, 2)::text AS prizes, count(*) FILTER (WHERE l.won > 0)::int AS winners`

const sortable = {
  stake: [sql`l.stake`],
  prize: [sql`l.won`],
  number: [sql`length(l.number)`, sql`l.number`],
  multiplier: [sql`l.multiplier`],
  bet_type_name: [sql`l.bet_type_id`],
  sold_at: [sql`l.day`, sql`l.sold_at`],
}

/** A page of lines, with totals and count of all of them in the same statement. */
export async function playedPage(
  db: Executor,
  subject: Subject,
  asked: DrawAsked & { q?: string | undefined; sort?: string | undefined },
  page: PageOf,
): Promise<Played> {
  const order = orderBy(asked.sort, '-stake', sortable, [sql`l.day`, sql`l.ticket_id`, sql`l.n`])
  await mustExist(db, asked.draw_id)
  const { q } = asked
  // Tickets of lines that are not on the page are only read where they are searched or sorted by.
  const found =
    q || asked.sort?.endsWith('sold_at')
      ? sql`SELECT l.*, t.sold_at FROM (${linesOf(subject, asked)}) l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id WHERE ${q ? sql`starts_with(l.number, ${askedNumber(q)}) OR starts_with(t.serial, ${q.toUpperCase()})` : sql`true`}`
      : linesOf(subject, asked)
  const rows = await db.rows<Row & { totals: Totals[] | null; found: number; place: string | null }>(sql`
    WITH f AS MATERIALIZED (${found})
    SELECT s.totals, s.found, r.* FROM (
      SELECT (SELECT json_agg(s) FROM (SELECT l.currency::text AS currency, ${sums} FROM f l GROUP BY l.currency ORDER BY l.currency) s) AS totals, (SELECT count(*)::int FROM f) AS found
    ) s LEFT JOIN (
      SELECT row_number() OVER (${order}) AS place, t.serial, t.sold_at, office.name AS office_name, agency.name AS agency_name,
        CASE WHEN l.own THEN b.name ELSE b.name || ' desde ' || to_char(d.scheduled_at AT TIME ZONE (SELECT zone FROM banca), 'DD/MM HH24:MI') END AS bet_type_name,
        l.number, ${symbolName(sql`l.product_id`, sql`l.number`)} AS symbol_name, l.state::text AS state, l.currency::text AS currency, l.stake, l.multiplier, l.won::numeric(16, 2) AS prize
      FROM (SELECT l.* FROM f l ${order} ${limit(page)}) l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id JOIN draws d ON d.id = l.draw_id
      JOIN bet_types b ON b.id = l.bet_type_id JOIN partners office ON office.id = l.office_id JOIN partners agency ON agency.id = office.father_id
    ) r ON true ORDER BY r.place`)
  const data = rows.flatMap(({ totals: _totals, found: _found, place, ...row }) => (place === null ? [] : [row as Row]))
  return { data, totals: rows[0]?.totals ?? [], total: rows[0]?.found ?? 0 }
}

/** What its bet types add up to is what the draw does; tripletas of earlier draws stand apart, with nothing sold here. */
export async function playedSummary(db: Executor, subject: Subject, asked: DrawAsked): Promise<Summary> {
  await mustExist(db, asked.draw_id)
  const rows = await db.rows<Totals & { whole: boolean; bet_type_id: number; bet_type_name: string }>(sql`
    WITH l AS MATERIALIZED (${linesOf(subject, asked)})
    SELECT grouping(l.bet_type_id) = 1 AS whole, l.bet_type_id::int AS bet_type_id,
      max(b.name) || CASE WHEN l.own THEN '' ELSE ' de sorteos anteriores' END AS bet_type_name, l.currency::text AS currency, ${sums}
    FROM l JOIN bet_types b ON b.id = l.bet_type_id GROUP BY GROUPING SETS ((l.currency), (l.currency, l.bet_type_id, l.own))
    ORDER BY l.currency, l.bet_type_id, l.own DESC`)
  return {
    data: rows
      .filter(({ whole }) => whole)
      .map(({ whole: _whole, bet_type_id: _id, bet_type_name: _name, ...totals }) => totals),
    by_bet_type: rows.filter(({ whole }) => !whole).map(({ whole: _whole, ...row }) => row),
  }
}
