/**
 * What a result would do, or did, to the caller's subtree: winners, sums, what the books gain, and what a
 * person should look at. It reads only: the numbers come from whoever asks and are answered as they came.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import type { AwardPreview } from '@contract/award-preview.ts'
import { ratioPercent, subtract } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { linePrize, offeredBets, severalDraws, winningRows } from '../../rules/award/lines.ts'
import { tripletaVerdict } from '../../rules/award/tripletas.ts'
import { winningNumbers } from '../../rules/award/winning.ts'
import { anomaliesOf } from './anomalies.ts'
import { correctionOf } from './correction-preview.ts'
import { numberTexts } from '../../rules/results/texts.ts'

/** Tickets shown of those that win most, and numbers shown of those that cost most. */
const topTickets = 10
const mostNumbers = 500

export interface PreviewedDraw {
  id: number
  product_id: number
}

/**
 * The lines that win by this draw as `win`, with their ticket's keys, stake and prize: with its numbers, or over
 * several draws and complete with it by the clock.
 */
function winningLines(
  scope: Scope,
  draw_id: number,
  numbers: readonly ResultNumber[],
  { winning, several }: { winning: SQL; several: readonly number[] },
): SQL {
  return sql`win AS MATERIALIZED (
    SELECT line.day, line.ticket_id, line.n, line.office_id, line.bet_type_id, line.number, line.currency, line.stake, ${linePrize} AS prize
    FROM ticket_lines line JOIN ${winning} win ON win.bet_type_id = line.bet_type_id AND win.number = line.number
    WHERE line.draw_id = ${draw_id} AND line.bet_type_id <> ALL (${list(several)}::int[])
      AND line.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida') AND ${within(scope, sql`line.office_id`)}
    UNION ALL
    SELECT line.day, line.ticket_id, line.n, line.office_id, line.bet_type_id, line.number, line.currency, line.stake,
      prize_of(line.stake, line.multiplier, line.currency)
    FROM ${tripletaVerdict({ draw_id, numbers })} WHERE line_draw.draw_id = ${draw_id} AND verdict.won AND verdict.completed_by = ${draw_id}
      AND line.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida') AND ${within(scope, sql`line.office_id`)}
  )`
}

/** The preview of a draw with these numbers, checked already. */
export async function previewDraw(
  scope: Scope,
  db: Executor,
  draw: PreviewedDraw,
  numbers: readonly ResultNumber[],
  at: Date,
): Promise<AwardPreview> {
  const several = await severalDraws(db)
  const winning = winningRows(winningNumbers(await offeredBets(db, draw.product_id), numbers))
  const lines = winningLines(scope, draw.id, numbers, { winning, several })
  const by_bet_type = await db.rows<AwardPreview['by_bet_type'][number]>(sql`
    WITH ${lines}
    SELECT win.bet_type_id, bet.name AS bet_type_name, win.number, win.currency::text AS currency, count(*)::int AS lines,
      sum(win.stake) AS stake, sum(win.prize) AS prize
    FROM win JOIN bet_types bet ON bet.id = win.bet_type_id GROUP BY 1, 2, 3, 4 ORDER BY 4, 7 DESC, 1, 3 LIMIT ${mostNumbers}`)
  const top_tickets = await db.rows<AwardPreview['top_tickets'][number]>(sql`
    WITH ${lines}
    SELECT ticket.serial, office.name AS office_name, agency.name AS agency_name, ticket.currency::text AS currency, most.stake, most.prize,
      ticket.sold_at
    FROM (SELECT day, ticket_id, sum(stake) AS stake, sum(prize) AS prize FROM win GROUP BY 1, 2 ORDER BY 4 DESC LIMIT ${topTickets}) most
    JOIN tickets ticket ON ticket.day = most.day AND ticket.id = most.ticket_id
    JOIN partners office ON office.id = ticket.office_id
    JOIN partners agency ON agency.id = office.father_id
    ORDER BY most.prize DESC, ticket.serial`)
  const won = await db.rows<Won>(sql`
    WITH ${lines}
    SELECT currency::text AS currency, count(*)::int AS lines, count(DISTINCT (day, ticket_id))::int AS tickets,
      sum(prize) AS prizes
    FROM win
    GROUP BY 1
    ORDER BY 1`)
  const by_currency = await figures(scope, db, draw.id, won)
  const correction = await correctionOf(scope, db, draw.id, { numbers, lines, several })
  const preview = {
    draw_id: draw.id,
    numbers: [...numbers],
    text: await numberTexts(db, draw.product_id, numbers),
    winning_lines: count(won, 'lines'),
    winning_tickets: count(won, 'tickets'),
    by_currency,
    by_bet_type,
    top_tickets,
    correction,
  }
  return { ...preview, anomalies: await anomaliesOf(db, { scope, draw, preview, several, lines, at }) }
}

interface Won {
  currency: AwardPreview['by_currency'][number]['currency']
  lines: number
  tickets: number
  prizes: string
}

function count(won: readonly Won[], of: 'lines' | 'tickets'): number {
  return won.reduce((sum, row) => sum + row[of], 0)
}

async function figures(
  scope: Scope,
  db: Executor,
  draw_id: number,
  won: readonly Won[],
): Promise<AwardPreview['by_currency']> {
  const sold = await db.rows<{ currency: Won['currency']; sold: string }>(sql`
    SELECT currency::text AS currency, sum(sold) AS sold
    FROM draw_sales
    WHERE draw_id = ${draw_id} AND partner_id = ${scope.partner_id}
    GROUP BY 1
    HAVING sum(sold) <> 0
    ORDER BY 1`)
  const currencies = [...new Set([...sold, ...won].map((row) => row.currency))].sort()
  return currencies.map((currency) => {
    const income = sold.find((row) => row.currency === currency)?.sold ?? '0.00'
    const prizes = won.find((row) => row.currency === currency)?.prizes ?? '0.00'
    return {
      currency,
      sold: income,
      prizes,
      profit: subtract(income, prizes),
      payout_percent: ratioPercent(prizes, income),
    }
  })
}
