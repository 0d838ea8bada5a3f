/**
 * Prizes by the business day of their draw, as the books count them: line by line, with what became of each. A prize
 * withdrawn with its result is none. Awarded is paid, expired and pending together, to the cent.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { ticketReports, type PrizeTotals } from '@contract/ticket-reports.ts'
import { listing, handledElsewhere, type ListQuery, type Reader } from '../../platform/lists/listing.ts'
import { preparedOf } from '../../platform/lists/statements.ts'
import { holdsWordsSql } from '../../platform/lists/names.ts'
import { clientOn } from '../../rules/clients/attach.ts'
import { paidTo } from '../../rules/clients/search.ts'
import { nameQueries } from '../../rules/figures/names.ts'
import { isOfficeOf, subjectOf } from '../../rules/figures/subject.ts'
import { askedNumber, symbolName } from './bet-text.ts'

type Summary = Answer<typeof ticketReports.detailedPrizeSummary>

/**
 * What a person at a counter would find: past its days a prize is not paid, whenever the books let go of it, unless its
 * payment was asked for in time.
 */
function stateOf(today: string): SQL {
  const asked = sql`
    EXISTS (
      SELECT 1 FROM pay_approvals approval
      WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND approval.state IN ('pendiente', 'aprobado')
    )`
  return sql`
    CASE
      WHEN ticket.state = 'pagado' THEN 'pagado' WHEN ticket.state = 'vencido'
        OR (ticket.expires_on < ${today}::date AND NOT ${asked}) THEN 'vencido' WHEN ticket.pending_lines > 0 THEN 'pendiente'
        ELSE 'por_pagar'
    END`
}

const sumOf = (condition: SQL) => sql`coalesce(sum(won.amount) FILTER (WHERE ${condition}), 0)::numeric(20, 2)::text`
const amounts = {
  currency: sql`won.currency`,
  prizes: sql`count(*)::int`,
  tickets: sql`count(DISTINCT (won.ticket_day, won.ticket_id))::int`,
  awarded: sql`sum(won.amount)::numeric(20, 2)::text`,
  paid: sumOf(sql`won.state = 'pagado'`),
  pending: sumOf(sql`won.state IN ('por_pagar', 'pendiente')`),
  expired: sumOf(sql`won.state = 'vencido'`),
}

/**
 * Prizes `prize` of draws `draw`, with their `ticket`, that the conditions admit; `state` as text. Lines `line` are many and
 * only looked at where they decide.
 */
function found(where: SQL, lines_decide: boolean, today: string): SQL {
  const line = lines_decide
    ? sql`JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n`
    : sql``
  return sql`
    SELECT prize.id, prize.ticket_day, prize.ticket_id, prize.line_n, prize.office_id, prize.currency, prize.amount, draw.id AS draw_id,
      draw.day,
      draw.scheduled_at, draw.product_id,
      ticket.serial, ticket.sold_at, ticket.expires_on, ticket.paid_at, ticket.paid_office_id, ${stateOf(today)} AS state
    FROM draws draw JOIN prizes prize ON prize.draw_id = draw.id
    JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id ${line} WHERE ${where}`
}

/** Prizes as a list. */
export const prizeList = listing(ticketReports.detailedPrize, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: ({ asked: { bet_type_id, q }, today }, where) => ({
    tables: sql`won AS MATERIALIZED (${found(where, bet_type_id !== undefined || Boolean(q), today)})`,
    taken: true,
  }),
  from: sql`won`,
  columns: sql`won.id, won.serial, won.day, won.scheduled_at, product.name AS product_name, bet.name AS bet_type_name, line.number,
    ${symbolName(sql`line.product_id`, sql`line.number`)} AS symbol_name, office.name AS office_name, agency.name AS agency_name,
      won.sold_at,
    won.currency::text AS currency, line.stake, won.amount AS prize, won.state, won.expires_on, won.paid_at,
    paying.name AS paid_office_name,
    ${clientOn(sql`paid`, 'premio')} AS paid_to`,
  shown: {
    row: sql`won`,
    tables: sql`
      JOIN ticket_lines line ON line.day = won.ticket_day AND line.ticket_id = won.ticket_id AND line.n = won.line_n
      JOIN products product ON product.id = won.product_id JOIN bet_types bet ON bet.id = line.bet_type_id
      JOIN partners office ON office.id = won.office_id JOIN partners agency ON agency.id = office.father_id
      LEFT JOIN partners paying ON paying.id = won.paid_office_id
      CROSS JOIN LATERAL (SELECT won.ticket_day AS day, won.ticket_id AS id) paid`,
  },
  amounts,
  file: { totals: { prize: 'awarded' } },
  key: sql`won.id`,
  never_null: true,
  order: {
    scheduled_at: sql`won.scheduled_at`,
    day: sql`won.day`,
    prize: sql`won.amount`,
    sold_at: sql`won.sold_at`,
    expires_on: sql`won.expires_on`,
    paid_at: sql`coalesce(won.paid_at, '-infinity')`,
    serial: sql`won.serial`,
    state: sql`won.state`,
  },
  scope: (_scope, { about }) => isOfficeOf(about, sql`prize.office_id`),
  alsoWhere: () => sql`prize.withdrawn_at IS NULL`,
  period: ({ from, to }) => sql`draw.day BETWEEN ${from}::date AND ${to}::date`,
  filter: {
    partner_id: handledElsewhere,
    product_id: (product) => sql`draw.product_id = ${product}`,
    draw_id: (draw) => sql`draw.id = ${draw}`,
    currency: (currency) => sql`prize.currency = ${currency}`,
    bet_type_id: (bet_type) => sql`line.bet_type_id = ${bet_type}`,
    state: (state, { today }) => sql`${stateOf(today)} = ${state}`,
  },
  search: {
    more: (
      q,
    ) => sql`starts_with(ticket.serial, ${q.toUpperCase()}) OR line.number = ${askedNumber(q)} OR prize.office_id IN (
      SELECT office.id FROM partners office WHERE office.type = 'taquilla' AND ${holdsWordsSql([sql`office.name_key`], q)})
      OR ${paidTo(sql`ticket`, q)}`,
  },
  named: nameQueries,
  heading: ({ about }) => ({ Afiliado: about.name }),
})

/** By currency, and by product within it. */
export async function prizeSummary(reader: Reader, asked: ListQuery): Promise<Summary> {
  const { gathered } = await preparedOf(prizeList, reader, asked)
  const { currency, ...sums } = amounts
  const named_sums = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  const rows = await reader.db.rows<PrizeTotals & { whole: boolean; product_id: number; product_name: string }>(sql`
    ${gathered}
    SELECT grouping(won.product_id) = 1 AS whole, won.product_id::int AS product_id, max(product.name) AS product_name,
      ${currency}::text AS currency, ${sql.join(named_sums, sql`, `)}
    FROM won JOIN products product ON product.id = won.product_id GROUP BY GROUPING SETS ((won.currency), (won.currency, won.product_id))
    ORDER BY won.currency, max(product.position), won.product_id`)
  return {
    data: rows
      .filter(({ whole }) => whole)
      .map(({ whole: _whole, product_id: _id, product_name: _name, ...totals }) => totals),
    by_product: rows.filter(({ whole }) => !whole).map(({ whole: _whole, ...row }) => row),
  }
}
