/**
 * What was played in a draw. A tripleta sold for an earlier draw also plays in it: it is a row and a line of it and
 * its prize counts where it is completed, but its stake was sold in its first draw and is counted there alone. So
 * what a draw sold equals its counters, and what it won the prizes of its result.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, handledElsewhere, type ListQuery, type Reader } from '../../platform/lists/listing.ts'
import { preparedOf } from '../../platform/lists/statements.ts'
import { nameQueries } from '../../rules/figures/names.ts'
import { isOfficeOf, subjectOf } from '../../rules/figures/subject.ts'
import { askedNumber, symbolName } from './bet-text.ts'

type Summary = Answer<typeof ticketReports.playedSummary>
type Totals = Summary['data'][number]

/** What a draw is called. @throws Problem `not_found` */
async function nameOfDraw(db: Executor, draw_id: number): Promise<string> {
  const draw = await db.one<{ name: string }>(
    sql`SELECT named.name FROM (${nameQueries.draw_id(draw_id)}) named (name)`,
  )
  if (!draw) throw new Problem('not_found')
  return draw.name
}

/** Lines that play in the draw: `own` where their stake was sold in it, and `won`, what its result gave them. */
function linesOf(draw_id: number, of: SQL): SQL {
  return sql`
    SELECT line.*, coalesce(won.won, 0) AS won FROM (
      SELECT line.*, true AS own FROM ticket_lines line WHERE line.draw_id = ${draw_id} AND ${of}
      UNION ALL
      SELECT line.*, false FROM line_draws line_draw
      JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
      WHERE line_draw.draw_id = ${draw_id} AND line.draw_id <> ${draw_id} AND ${of}
    ) line LEFT JOIN (
      SELECT ticket_day, ticket_id, line_n, sum(amount) AS won
      FROM prizes
      WHERE draw_id = ${draw_id} AND withdrawn_at IS NULL
      GROUP BY 1, 2, 3
    ) won ON won.ticket_day = line.day AND won.ticket_id = line.ticket_id AND won.line_n = line.n`
}

/** Annulled and returned lines are shown and not counted. */
const counts = sql`line.state NOT IN ('anulada', 'devuelta')`
const amounts = {
  currency: sql`line.currency`,
  tickets: sql`count(DISTINCT line.ticket_id) FILTER (WHERE ${counts})::int`,
  lines: sql`count(*) FILTER (WHERE ${counts})::int`,
  sold: sql`coalesce(sum(line.stake) FILTER (WHERE line.own AND ${counts}), 0)::numeric(20, 2)::text`,
  prizes: sql`sum(line.won)::numeric(20, 2)::text`,
  winners: sql`count(*) FILTER (WHERE line.won > 0)::int`,
}

/** Lines of a draw as a list. */
export const playedLines = listing(ticketReports.played, {
  about: async (asked, { db, scope }) => ({
    subject: await subjectOf(db, scope, asked.partner_id),
    draw: await nameOfDraw(db, asked.draw_id),
  }),
  gathered: ({ asked: { draw_id, q, sort } }, where) => {
    const lines = linesOf(draw_id, where)
    // Tickets of lines that are not on the page are only read where they are searched or sorted by.
    const searched = q
      ? sql`starts_with(line.number, ${askedNumber(q)}) OR starts_with(ticket.serial, ${q.toUpperCase()})`
      : sql`true`
    const found =
      q || sort?.endsWith('sold_at')
        ? sql`SELECT line.*, ticket.sold_at FROM (${lines}) line JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id
          WHERE ${searched}`
        : lines
    return { tables: sql`found AS MATERIALIZED (${found})`, taken: true }
  },
  from: ({ asked: { sort } }) =>
    sort?.endsWith('bet_type_name') ? sql`found line JOIN bet_types bet ON bet.id = line.bet_type_id` : sql`found line`,
  columns: sql`ticket.serial, ticket.sold_at, office.name AS office_name, agency.name AS agency_name,
    CASE
      WHEN line.own THEN bet.name ELSE bet.name || ' desde '
        || to_char(draw.scheduled_at AT TIME ZONE (SELECT zone FROM banca), 'DD/MM HH24:MI')
    END AS bet_type_name,
    line.number, ${symbolName(sql`line.product_id`, sql`line.number`)} AS symbol_name, line.state::text AS state,
    line.currency::text AS currency,
    line.stake, line.multiplier, line.won::numeric(16, 2) AS prize`,
  shown: {
    row: sql`line`,
    tables: sql`
      JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id JOIN draws draw ON draw.id = line.draw_id
      JOIN bet_types bet ON bet.id = line.bet_type_id JOIN partners office ON office.id = line.office_id
      JOIN partners agency ON agency.id = office.father_id`,
  },
  amounts,
  file: { totals: { prize: 'prizes', stake: 'sold' } },
  key: [sql`line.day`, sql`line.ticket_id`, sql`line.n`],
  never_null: true,
  order: {
    stake: sql`line.stake`,
    prize: sql`line.won`,
    number: [sql`length(line.number)`, sql`line.number`],
    multiplier: sql`line.multiplier`,
    bet_type_name: sql`bet.name`,
    sold_at: [sql`line.day`, sql`line.sold_at`],
  },
  scope: (_scope, { about }) => isOfficeOf(about.subject, sql`line.office_id`),
  filter: {
    partner_id: handledElsewhere,
    currency: (currency) => sql`line.currency = ${currency}`,
    bet_type_id: (bet_type) => sql`line.bet_type_id = ${bet_type}`,
  },
  named: nameQueries,
  heading: ({ about: { draw, subject } }) => ({ Sorteo: draw, Afiliado: subject.name }),
})

/** What its bet types add up to is what the draw does; tripletas of earlier draws stand apart, with nothing sold here. */
export async function playedSummary(reader: Reader, asked: ListQuery): Promise<Summary> {
  const { gathered } = await preparedOf(playedLines, reader, asked)
  const { currency, ...sums } = amounts
  const named_sums = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  const rows = await reader.db.rows<Totals & { whole: boolean; bet_type_id: number; bet_type_name: string }>(sql`
    ${gathered}
    SELECT grouping(line.bet_type_id) = 1 AS whole, line.bet_type_id::int AS bet_type_id,
      max(bet.name) || CASE WHEN line.own THEN '' ELSE ' de sorteos anteriores' END AS bet_type_name, ${currency}::text AS currency,
      ${sql.join(named_sums, sql`, `)}
    FROM found line JOIN bet_types bet ON bet.id = line.bet_type_id
    GROUP BY GROUPING SETS ((line.currency), (line.currency, line.bet_type_id, line.own))
    ORDER BY line.currency, line.bet_type_id, line.own DESC`)
  return {
    data: rows
      .filter(({ whole }) => whole)
      .map(({ whole: _whole, bet_type_id: _id, bet_type_name: _name, ...totals }) => totals),
    by_bet_type: rows.filter(({ whole }) => !whole).map(({ whole: _whole, ...row }) => row),
  }
}
