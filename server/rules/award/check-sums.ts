/** Two independent sums of a draw's prizes, which must agree to the cent, or nothing is awarded. */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { add, prizeOf } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { winningRows } from './lines.ts'
import { checkTripletas } from './tripletas.ts'
import type { Winning } from './winning.ts'

export interface AwardSum {
  currency: string
  amount: string
}

/**
 * The lines' prizes against the counters kept while selling, which know nothing of the lines: stakes by
 * number (and, where a number has one multiplier, its liability). Where a number may win several prizes,
 * and for lines over several draws, the second sum is computed here from stakes and multipliers.
 * Answers what lines of this draw alone won, by currency. @throws Problem `award_sums_differ`
 */
export async function checkSums(
  tx: Tx,
  draw_id: number,
  winning: readonly Winning[],
  several: readonly number[],
): Promise<AwardSum[]> {
  const sums = await tx.rows<AwardSum & { differs: boolean }>(sql`
    WITH win AS ${winningRows(winning)},
    by_line AS (
      SELECT line.currency, line.bet_type_id, line.number, sum(line.prize) AS prize, sum(line.stake) AS stake, count(*) AS lines
      FROM ticket_lines line
      WHERE line.draw_id = ${draw_id} AND line.state IN ('ganadora', 'vencida') AND line.bet_type_id <> ALL (${list(several)}::int[])
      GROUP BY 1, 2, 3
    ), by_number AS (
      SELECT sale.currency, sale.bet_type_id, sale.number, sale.sold, sale.lines,
        CASE WHEN win.places IS NULL THEN sale.liability END AS liability
      FROM win JOIN draw_sales sale ON sale.draw_id = ${draw_id} AND sale.bet_type_id = win.bet_type_id AND sale.number = win.number
      WHERE sale.partner_id = (SELECT id FROM partners WHERE type = 'banca') AND sale.lines > 0
    )
    SELECT coalesce(by_line.currency, by_number.currency)::text AS currency, coalesce(sum(by_line.prize), 0) AS amount,
      bool_or(
        by_line.stake IS DISTINCT FROM by_number.sold OR by_line.lines IS DISTINCT FROM by_number.lines
        OR (by_number.liability IS NOT NULL AND by_number.liability <> by_line.prize)
      ) AS differs
    FROM by_line FULL JOIN by_number USING (currency, bet_type_id, number) GROUP BY 1 ORDER BY 1`)
  if (sums.some((sum) => sum.differs)) throw new Problem('award_sums_differ')
  await checkPlaces(tx, draw_id, winning)
  await checkTripletas(tx, draw_id)
  return sums.map(({ currency, amount }) => ({ currency, amount }))
}

/** Lines on numbers that won by their prize places. */
async function checkPlaces(tx: Tx, draw_id: number, winning: readonly Winning[]): Promise<void> {
  const placed = winning.filter((one) => one.places)
  if (placed.length === 0) return
  const lines = await tx.rows<{
    bet_type_id: number
    number: string
    stake: string
    factors: string[] | null
    prize: string
    currency: Currency
  }>(sql`
    SELECT DISTINCT line.bet_type_id, line.number, line.currency::text AS currency, line.stake,
      line.place_multipliers::text[] AS factors, line.prize
    FROM ticket_lines line JOIN ${winningRows(placed)} win ON win.bet_type_id = line.bet_type_id AND win.number = line.number
    WHERE line.draw_id = ${draw_id} AND line.state IN ('ganadora', 'vencida')`)
  for (const { bet_type_id, number, stake, factors, prize, currency } of lines) {
    const places = placed.find((one) => one.bet_type_id === bet_type_id && one.number === number)!.places!
    const due = add(...places.map((place) => prizeOf(stake, factors?.[place] ?? '0', currency)))
    if (due !== prize) throw new Problem('award_sums_differ')
  }
}
