/** Two independent sums of a draw's prizes, which must agree to the cent, or nothing is awarded. */
import { sql } from 'drizzle-orm'
import { add, multiply } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { winningRows } from './lines.ts'
import { checkTripletas } from './tripletas.ts'
import type { Winning } from './winning.ts'

export interface Sum {
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
): Promise<Sum[]> {
  const sums = await tx.rows<Sum & { differs: boolean }>(sql`
    WITH w AS ${winningRows(winning)},
    by_line AS (
      SELECT l.currency, l.bet_type_id, l.number, sum(l.prize) AS prize, sum(l.stake) AS stake, count(*) AS lines
      FROM ticket_lines l
      WHERE l.draw_id = ${draw_id} AND l.state IN ('ganadora', 'vencida') AND l.bet_type_id <> ALL (${list(several)}::int[])
      GROUP BY 1, 2, 3
    ), by_number AS (
      SELECT s.currency, s.bet_type_id, s.number, s.sold, s.lines, CASE WHEN w.places IS NULL THEN s.liability END AS liability
      FROM w JOIN draw_sales s ON s.draw_id = ${draw_id} AND s.bet_type_id = w.bet_type_id AND s.number = w.number
      WHERE s.partner_id = (SELECT id FROM partners WHERE type = 'banca') AND s.lines > 0
    )
    SELECT coalesce(l.currency, n.currency)::text AS currency, coalesce(sum(l.prize), 0) AS amount,
      bool_or(
        l.stake IS DISTINCT FROM n.sold OR l.lines IS DISTINCT FROM n.lines
        OR (n.liability IS NOT NULL AND n.liability <> l.prize)
      ) AS differs
    FROM by_line l FULL JOIN by_number n USING (currency, bet_type_id, number) GROUP BY 1 ORDER BY 1`)
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
  }>(sql`
    SELECT DISTINCT l.bet_type_id, l.number, l.stake, l.place_multipliers::text[] AS factors, l.prize
    FROM ticket_lines l JOIN ${winningRows(placed)} w ON w.bet_type_id = l.bet_type_id AND w.number = l.number
    WHERE l.draw_id = ${draw_id} AND l.state IN ('ganadora', 'vencida')`)
  for (const { bet_type_id, number, stake, factors, prize } of lines) {
    const places = placed.find((one) => one.bet_type_id === bet_type_id && one.number === number)!.places!
    const due = add(...places.map((place) => multiply(stake, factors?.[place] ?? '0')))
    if (due !== prize) throw new Problem('award_sums_differ')
  }
}
