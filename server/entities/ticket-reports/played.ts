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
import { listing, saidElsewhere, type Asked, type Reader } from '../../platform/lists/listing.ts'
import { preparedOf } from '../../platform/lists/statements.ts'
import { named } from '../../rules/figures/names.ts'
import { officeOf, subjectOf } from '../../rules/figures/subject.ts'
import { askedNumber, symbolName } from './bet-text.ts'

type Summary = Answer<typeof ticketReports.playedSummary>
type Totals = Summary['data'][number]

/** What a draw is called. @throws Problem `not_found` */
async function nameOfDraw(db: Executor, draw_id: number): Promise<string> {
  const draw = await db.one<{ name: string }>(sql`SELECT d.name FROM (${named.draw_id(draw_id)}) d (name)`)
  if (!draw) throw new Problem('not_found')
  return draw.name
}

/** Lines that play in the draw: `own` where their stake was sold in it, and `won`, what its result gave them. */
function linesOf(draw_id: number, of: SQL): SQL {
  return sql`
    SELECT l.*, coalesce(w.won, 0) AS won FROM (
      SELECT l.*, true AS own FROM ticket_lines l WHERE l.draw_id = ${draw_id} AND ${of}
      UNION ALL
      SELECT l.*, false FROM line_draws p JOIN ticket_lines l ON l.day = p.day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
      WHERE p.draw_id = ${draw_id} AND l.draw_id <> ${draw_id} AND ${of}
    ) l LEFT JOIN (
      SELECT ticket_day, ticket_id, line_n, sum(amount) AS won
      FROM prizes
      WHERE draw_id = ${draw_id} AND withdrawn_at IS NULL
      GROUP BY 1, 2, 3
    ) w ON w.ticket_day = l.day AND w.ticket_id = l.ticket_id AND w.line_n = l.n`
}

/** Annulled and returned lines are shown and not counted. */
const counts = sql`l.state NOT IN ('anulada', 'devuelta')`
const amounts = {
  currency: sql`l.currency`,
  tickets: sql`count(DISTINCT l.ticket_id) FILTER (WHERE ${counts})::int`,
  lines: sql`count(*) FILTER (WHERE ${counts})::int`,
  sold: sql`coalesce(sum(l.stake) FILTER (WHERE l.own AND ${counts}), 0)::numeric(20, 2)::text`,
  prizes: sql`sum(l.won)::numeric(20, 2)::text`,
  winners: sql`count(*) FILTER (WHERE l.won > 0)::int`,
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
      ? sql`starts_with(l.number, ${askedNumber(q)}) OR starts_with(t.serial, ${q.toUpperCase()})`
      : sql`true`
    const found =
      q || sort?.endsWith('sold_at')
        ? sql`SELECT l.*, t.sold_at FROM (${lines}) l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id WHERE ${searched}`
        : lines
    return { tables: sql`f AS MATERIALIZED (${found})`, taken: true }
  },
  from: ({ asked: { sort } }) =>
    sort?.endsWith('bet_type_name') ? sql`f l JOIN bet_types bet ON bet.id = l.bet_type_id` : sql`f l`,
  columns: sql`t.serial, t.sold_at, office.name AS office_name, agency.name AS agency_name,
    CASE
      WHEN l.own THEN b.name ELSE b.name || ' desde '
        || to_char(d.scheduled_at AT TIME ZONE (SELECT zone FROM banca), 'DD/MM HH24:MI')
    END AS bet_type_name,
    l.number, ${symbolName(sql`l.product_id`, sql`l.number`)} AS symbol_name, l.state::text AS state, l.currency::text AS currency,
    l.stake, l.multiplier, l.won::numeric(16, 2) AS prize`,
  shown: {
    row: sql`l`,
    tables: sql`
      JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id JOIN draws d ON d.id = l.draw_id
      JOIN bet_types b ON b.id = l.bet_type_id JOIN partners office ON office.id = l.office_id
      JOIN partners agency ON agency.id = office.father_id`,
  },
  amounts,
  file: { totals: { prize: 'prizes', stake: 'sold' } },
  key: [sql`l.day`, sql`l.ticket_id`, sql`l.n`],
  never_null: true,
  order: {
    stake: sql`l.stake`,
    prize: sql`l.won`,
    number: [sql`length(l.number)`, sql`l.number`],
    multiplier: sql`l.multiplier`,
    bet_type_name: sql`bet.name`,
    sold_at: [sql`l.day`, sql`l.sold_at`],
  },
  scope: (_scope, { about }) => officeOf(about.subject, sql`l.office_id`),
  filter: {
    partner_id: saidElsewhere,
    currency: (currency) => sql`l.currency = ${currency}`,
    bet_type_id: (bet_type) => sql`l.bet_type_id = ${bet_type}`,
  },
  named,
  heading: ({ about: { draw, subject } }) => ({ Sorteo: draw, Afiliado: subject.name }),
})

/** What its bet types add up to is what the draw does; tripletas of earlier draws stand apart, with nothing sold here. */
export async function playedSummary(reader: Reader, asked: Asked): Promise<Summary> {
  const { gathered } = await preparedOf(playedLines, reader, asked)
  const { currency, ...sums } = amounts
  const named_sums = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  const rows = await reader.db.rows<Totals & { whole: boolean; bet_type_id: number; bet_type_name: string }>(sql`
    ${gathered}
    SELECT grouping(l.bet_type_id) = 1 AS whole, l.bet_type_id::int AS bet_type_id,
      max(b.name) || CASE WHEN l.own THEN '' ELSE ' de sorteos anteriores' END AS bet_type_name, ${currency}::text AS currency,
      ${sql.join(named_sums, sql`, `)}
    FROM f l JOIN bet_types b ON b.id = l.bet_type_id GROUP BY GROUPING SETS ((l.currency), (l.currency, l.bet_type_id, l.own))
    ORDER BY l.currency, l.bet_type_id, l.own DESC`)
  return {
    data: rows
      .filter(({ whole }) => whole)
      .map(({ whole: _whole, bet_type_id: _id, bet_type_name: _name, ...totals }) => totals),
    by_bet_type: rows.filter(({ whole }) => !whole).map(({ whole: _whole, ...row }) => row),
  }
}
