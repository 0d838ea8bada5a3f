/**
 * Prizes by the business day of their draw, as the books count them: line by line, with what became of each. A prize
 * withdrawn with its result is none. Awarded is paid, expired and pending together, to the cent.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { ticketReports, type PrizeTotals } from '@contract/ticket-reports.ts'
import { listing, saidElsewhere, type Asked, type Reader } from '../../platform/lists/listing.ts'
import { preparedOf } from '../../platform/lists/statements.ts'
import { holdsWords } from '../../platform/lists/names.ts'
import { named } from '../../rules/figures/names.ts'
import { officeOf, subjectOf } from '../../rules/figures/subject.ts'
import { askedNumber, symbolName } from './bet-text.ts'

type Summary = Answer<typeof ticketReports.detailedPrizeSummary>

/**
 * What a person at a counter would find: past its days a prize is not paid, whenever the books let go of it, unless its
 * payment was asked for in time.
 */
function stateOf(today: string): SQL {
  const asked = sql`
    EXISTS (
      SELECT 1 FROM pay_approvals a WHERE a.ticket_day = t.day AND a.ticket_id = t.id AND a.state IN ('pendiente', 'aprobado')
    )`
  return sql`
    CASE
      WHEN t.state = 'pagado' THEN 'pagado' WHEN t.state = 'vencido'
        OR (t.expires_on < ${today}::date AND NOT ${asked}) THEN 'vencido' WHEN t.pending_lines > 0 THEN 'pendiente'
        ELSE 'por_pagar'
    END`
}

const sumOf = (condition: SQL) => sql`coalesce(sum(f.amount) FILTER (WHERE ${condition}), 0)::numeric(20, 2)::text`
const amounts = {
  currency: sql`f.currency`,
  prizes: sql`count(*)::int`,
  tickets: sql`count(DISTINCT (f.ticket_day, f.ticket_id))::int`,
  awarded: sql`sum(f.amount)::numeric(20, 2)::text`,
  paid: sumOf(sql`f.state = 'pagado'`),
  pending: sumOf(sql`f.state IN ('por_pagar', 'pendiente')`),
  expired: sumOf(sql`f.state = 'vencido'`),
}

/**
 * Prizes `p` of draws `d`, with their ticket `t`, that the conditions admit; `state` as text. Lines `l` are many and
 * only looked at where they decide.
 */
function found(where: SQL, lines_decide: boolean, today: string): SQL {
  const line = lines_decide
    ? sql`JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n`
    : sql``
  return sql`
    SELECT p.id, p.ticket_day, p.ticket_id, p.line_n, p.office_id, p.currency, p.amount, d.id AS draw_id, d.day,
      d.scheduled_at, d.product_id,
      t.serial, t.sold_at, t.expires_on, t.paid_at, t.paid_office_id, ${stateOf(today)} AS state
    FROM draws d JOIN prizes p ON p.draw_id = d.id JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id ${line} WHERE ${where}`
}

/** Prizes as a list. */
export const prizes = listing(ticketReports.detailedPrize, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: ({ asked: { bet_type_id, q }, today }, where) => ({
    tables: sql`f AS MATERIALIZED (${found(where, bet_type_id !== undefined || Boolean(q), today)})`,
    taken: true,
  }),
  from: sql`f`,
  columns: sql`f.id, f.serial, f.day, f.scheduled_at, product.name AS product_name, b.name AS bet_type_name, l.number,
    ${symbolName(sql`l.product_id`, sql`l.number`)} AS symbol_name, office.name AS office_name, agency.name AS agency_name, f.sold_at,
    f.currency::text AS currency, l.stake, f.amount AS prize, f.state, f.expires_on, f.paid_at, paying.name AS paid_office_name`,
  shown: {
    row: sql`f`,
    tables: sql`
      JOIN ticket_lines l ON l.day = f.ticket_day AND l.ticket_id = f.ticket_id AND l.n = f.line_n
      JOIN products product ON product.id = f.product_id JOIN bet_types b ON b.id = l.bet_type_id
      JOIN partners office ON office.id = f.office_id JOIN partners agency ON agency.id = office.father_id
      LEFT JOIN partners paying ON paying.id = f.paid_office_id`,
  },
  amounts,
  file: { totals: { prize: 'awarded' } },
  key: sql`f.id`,
  never_null: true,
  order: {
    scheduled_at: sql`f.scheduled_at`,
    day: sql`f.day`,
    prize: sql`f.amount`,
    sold_at: sql`f.sold_at`,
    expires_on: sql`f.expires_on`,
    paid_at: sql`coalesce(f.paid_at, '-infinity')`,
    serial: sql`f.serial`,
    state: sql`f.state`,
  },
  scope: (_scope, { about }) => officeOf(about, sql`p.office_id`),
  together: () => sql`p.withdrawn_at IS NULL`,
  period: ({ from, to }) => sql`d.day BETWEEN ${from}::date AND ${to}::date`,
  filter: {
    partner_id: saidElsewhere,
    product_id: (product) => sql`d.product_id = ${product}`,
    draw_id: (draw) => sql`d.id = ${draw}`,
    currency: (currency) => sql`p.currency = ${currency}`,
    bet_type_id: (bet_type) => sql`l.bet_type_id = ${bet_type}`,
    state: (state, { today }) => sql`${stateOf(today)} = ${state}`,
  },
  search: {
    more: (q) => sql`starts_with(t.serial, ${q.toUpperCase()}) OR l.number = ${askedNumber(q)} OR p.office_id IN (
      SELECT o.id FROM partners o WHERE o.type = 'taquilla' AND ${holdsWords([sql`o.name_key`], q)})`,
  },
  named,
  heading: ({ about }) => ({ Afiliado: about.name }),
})

/** By currency, and by product within it. */
export async function prizeSummary(reader: Reader, asked: Asked): Promise<Summary> {
  const { gathered } = await preparedOf(prizes, reader, asked)
  const { currency, ...sums } = amounts
  const named_sums = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  const rows = await reader.db.rows<PrizeTotals & { whole: boolean; product_id: number; product_name: string }>(sql`
    ${gathered}
    SELECT grouping(f.product_id) = 1 AS whole, f.product_id::int AS product_id, max(p.name) AS product_name,
      ${currency}::text AS currency, ${sql.join(named_sums, sql`, `)}
    FROM f JOIN products p ON p.id = f.product_id GROUP BY GROUPING SETS ((f.currency), (f.currency, f.product_id))
    ORDER BY f.currency, max(p.position), f.product_id`)
  return {
    data: rows
      .filter(({ whole }) => whole)
      .map(({ whole: _whole, product_id: _id, product_name: _name, ...totals }) => totals),
    by_product: rows.filter(({ whole }) => !whole).map(({ whole: _whole, ...row }) => row),
  }
}
