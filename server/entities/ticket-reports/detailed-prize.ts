/**
 * Prizes by the business day of their draw, as the books count them: line by line, with what became of each. A prize
 * withdrawn with its result is none. Awarded is paid, expired and pending together, to the cent.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answer } from '@contract/endpoint.ts'
import type { PrizeRow, PrizeTotals, prizeFilters, ticketReports } from '@contract/ticket-reports.ts'
import { fold } from '@contract/values/text.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { officeOf, type Subject } from '../../rules/figures/subject.ts'
import { askedNumber, limit, orderBy, symbolName, type PageOf } from './order.ts'

export type PrizeAsked = z.output<typeof prizeFilters> & { q?: string | undefined; sort?: string | undefined }
type Summary = Answer<typeof ticketReports.detailedPrizeSummary>

interface PrizePage {
  data: PrizeRow[]
  totals: PrizeTotals[]
  total: number
}

/** What a person at a counter would find: past its days a prize is not paid, whenever the books let go of it, unless its payment was asked for in time. */
function stateOf(today: string): SQL {
  const asked = sql`EXISTS (SELECT 1 FROM pay_approvals a WHERE a.ticket_day = t.day AND a.ticket_id = t.id AND a.state IN ('pendiente', 'aprobado'))`
  return sql`CASE WHEN t.state = 'pagado' THEN 'pagado' WHEN t.state = 'vencido' OR (t.expires_on < ${today}::date AND NOT ${asked}) THEN 'vencido' WHEN t.pending_lines > 0 THEN 'pendiente' ELSE 'por_pagar' END`
}

/** Prizes `p` of draws `d`, with their ticket `t` and line `l`, that the filters admit; `state` as text. */
function found(subject: Subject, asked: PrizeAsked, today: string): SQL {
  const q = asked.q?.toUpperCase()
  const where = every(
    sql`p.withdrawn_at IS NULL`,
    sql`d.day BETWEEN ${asked.from}::date AND ${asked.to}::date`,
    officeOf(subject, sql`p.office_id`),
    asked.product_id !== undefined && sql`d.product_id = ${asked.product_id}`,
    asked.draw_id !== undefined && sql`d.id = ${asked.draw_id}`,
    asked.currency && sql`p.currency = ${asked.currency}`,
    asked.bet_type_id !== undefined && sql`l.bet_type_id = ${asked.bet_type_id}`,
    asked.state && sql`${stateOf(today)} = ${asked.state}`,
    q
      ? sql`(starts_with(t.serial, ${q}) OR l.number = ${askedNumber(q)} OR p.office_id IN (SELECT o.id FROM partners o WHERE o.type = 'taquilla' AND strpos(o.name_key, ${fold(q)}) > 0))`
      : undefined,
  )
  // Lines are many and only looked at where they decide.
  const line =
    asked.bet_type_id !== undefined || q
      ? sql`JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n`
      : sql``
  return sql`
    SELECT p.id, p.ticket_day, p.ticket_id, p.line_n, p.office_id, p.currency, p.amount, d.id AS draw_id, d.day, d.scheduled_at, d.product_id,
      t.serial, t.sold_at, t.expires_on, t.paid_at, t.paid_office_id, ${stateOf(today)} AS state
    FROM draws d JOIN prizes p ON p.draw_id = d.id JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id ${line} WHERE ${where}`
}

const sumOf = (condition: SQL) => sql`coalesce(sum(f.amount) FILTER (WHERE ${condition}), 0)::numeric(20, 2)::text`
const sums = sql`f.currency::text AS currency, count(*)::int AS prizes, count(DISTINCT (f.ticket_day, f.ticket_id))::int AS tickets, sum(f.amount)::numeric(20, 2)::text AS awarded,
  ${sumOf(sql`f.state = 'pagado'`)} AS paid, ${sumOf(sql`f.state IN ('por_pagar', 'pendiente')`)} AS pending, ${sumOf(sql`f.state = 'vencido'`)} AS expired`

const sortable = {
  scheduled_at: [sql`f.scheduled_at`],
  day: [sql`f.day`],
  prize: [sql`f.amount`],
  sold_at: [sql`f.sold_at`],
  expires_on: [sql`f.expires_on`],
  paid_at: [sql`coalesce(f.paid_at, '-infinity')`],
  serial: [sql`f.serial`],
  state: [sql`f.state`],
}

/** A page of prizes, with totals and count of all of them in the same statement. */
export async function prizePage(
  db: Executor,
  subject: Subject,
  asked: PrizeAsked,
  today: string,
  page: PageOf,
): Promise<PrizePage> {
  const order = orderBy(asked.sort, '-scheduled_at', sortable, [sql`f.id`])
  const rows = await db.rows<PrizeRow & { totals: PrizeTotals[] | null; place: string | null }>(sql`
    WITH f AS MATERIALIZED (${found(subject, asked, today)})
    SELECT s.totals, r.* FROM (SELECT json_agg(s) AS totals FROM (SELECT ${sums} FROM f GROUP BY f.currency ORDER BY f.currency) s) s
    LEFT JOIN (
      SELECT row_number() OVER (${order}) AS place, f.id, f.serial, f.day, f.scheduled_at, product.name AS product_name, b.name AS bet_type_name, l.number,
        ${symbolName(sql`l.product_id`, sql`l.number`)} AS symbol_name, office.name AS office_name, agency.name AS agency_name, f.sold_at, f.currency::text AS currency,
        l.stake, f.amount AS prize, f.state, f.expires_on, f.paid_at, paying.name AS paid_office_name
      FROM (SELECT f.* FROM f ${order} ${limit(page)}) f JOIN ticket_lines l ON l.day = f.ticket_day AND l.ticket_id = f.ticket_id AND l.n = f.line_n
      JOIN products product ON product.id = f.product_id JOIN bet_types b ON b.id = l.bet_type_id
      JOIN partners office ON office.id = f.office_id JOIN partners agency ON agency.id = office.father_id LEFT JOIN partners paying ON paying.id = f.paid_office_id
    ) r ON true ORDER BY r.place`)
  const totals = rows[0]?.totals ?? []
  const data = rows.flatMap(({ totals: _totals, place, ...row }) => (place === null ? [] : [row as PrizeRow]))
  return { data, totals, total: totals.reduce((sum, { prizes }) => sum + prizes, 0) }
}

/** By currency, and by product within it. */
export async function prizeSummary(db: Executor, subject: Subject, asked: PrizeAsked, today: string): Promise<Summary> {
  const rows = await db.rows<PrizeTotals & { whole: boolean; product_id: number; product_name: string }>(sql`
    WITH f AS MATERIALIZED (${found(subject, asked, today)})
    SELECT grouping(f.product_id) = 1 AS whole, f.product_id::int AS product_id, max(p.name) AS product_name, ${sums}
    FROM f JOIN products p ON p.id = f.product_id GROUP BY GROUPING SETS ((f.currency), (f.currency, f.product_id))
    ORDER BY f.currency, max(p.position), f.product_id`)
  return {
    data: rows
      .filter(({ whole }) => whole)
      .map(({ whole: _whole, product_id: _id, product_name: _name, ...totals }) => totals),
    by_product: rows.filter(({ whole }) => !whole).map(({ whole: _whole, ...row }) => row),
  }
}
