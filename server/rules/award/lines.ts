/**
 * Lines of one draw against its result: winners get their prize, stake × multiplier half-up at the cent,
 * one prize place at a time; the rest lose. Lines over several draws are in `tripletas.ts`.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { TicketKey } from './ticket-states.ts'
import type { OfferedBet, ResultNumber, Winning } from './winning.ts'

/** Bet types a product offers or offered. */
export function offeredBets(tx: Executor, product_id: number): Promise<OfferedBet[]> {
  return tx.rows<OfferedBet>(sql`
    SELECT b.id AS bet_type_id, b.kind::text AS kind, b.place
    FROM product_bet_types o
    JOIN bet_types b ON b.id = o.bet_type_id
    WHERE o.product_id = ${product_id}
    ORDER BY b.id`)
}

/** Bet types whose lines play in several draws. */
export async function severalDraws(tx: Executor): Promise<number[]> {
  return (await tx.rows<{ id: number }>(sql`SELECT id FROM bet_types WHERE kind = 'tripleta' ORDER BY id`)).map(
    (row) => row.id,
  )
}

/** The winning numbers as a table of `bet_type_id`, `number` and `places`. */
export function winningRows(winning: readonly Winning[]): SQL {
  return sql`(
    SELECT bet_type_id, number, places::int[] AS places
    FROM unnest(
      ${list(winning.map((one) => one.bet_type_id))}::int[], ${list(winning.map((one) => one.number))}::text[],
      ${list(winning.map((one) => (one.places ? `{${one.places.join(',')}}` : null)))}::text[]
    ) AS w(bet_type_id, number, places)
  )`
}

/** Prize of the line `l` with the winning number `w`. */
export const linePrize = sql`CASE
  WHEN w.places IS NULL THEN round(l.stake * l.multiplier, 2)
  ELSE (SELECT coalesce(sum(round(l.stake * coalesce(l.place_multipliers[place + 1], 0), 2)), 0) FROM unnest(w.places) AS place) END`

/** Settles every line that waited for this draw alone. Answers how many won. */
export async function markLines(
  tx: Tx,
  draw_id: number,
  winning: readonly Winning[],
  several: readonly number[],
): Promise<number> {
  const winners = await tx.run(sql`
    UPDATE ticket_lines l SET state = 'ganadora', prize = ${linePrize}
    FROM ${winningRows(winning)} w
    WHERE l.draw_id = ${draw_id} AND l.state = 'pendiente' AND l.bet_type_id = w.bet_type_id AND l.number = w.number`)
  await tx.run(
    sql`
      UPDATE ticket_lines
      SET state = 'perdedora'
      WHERE draw_id = ${draw_id} AND state = 'pendiente' AND bet_type_id <> ALL (${list(several)}::int[])`,
  )
  return winners
}

/** The same against another result: only lines that win with one of the two and not alike with both are written. Answers their tickets. */
export async function remarkLines(
  tx: Tx,
  draw_id: number,
  winning: readonly Winning[],
  several: readonly number[],
): Promise<TicketKey[]> {
  return tx.rows<TicketKey>(sql`
    WITH verdict AS (
      SELECT l.day, l.ticket_id, l.n, w.bet_type_id IS NOT NULL AS won,
        CASE WHEN w.bet_type_id IS NULL THEN 0 ELSE ${linePrize} END AS prize
      FROM ticket_lines l LEFT JOIN ${winningRows(winning)} w ON w.bet_type_id = l.bet_type_id AND w.number = l.number
      WHERE l.draw_id = ${draw_id} AND l.bet_type_id <> ALL (${list(several)}::int[])
        AND l.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
        AND (l.state IN ('ganadora', 'vencida') OR w.bet_type_id IS NOT NULL)
    )
    UPDATE ticket_lines l SET state = CASE WHEN v.won THEN 'ganadora' ELSE 'perdedora' END::line_state, prize = v.prize
    FROM verdict v
    WHERE l.day = v.day AND l.ticket_id = v.ticket_id AND l.n = v.n
      AND (v.won <> (l.state IN ('ganadora', 'vencida')) OR v.prize <> l.prize)
    RETURNING l.day, l.ticket_id`)
}

/** Lines that the draw's result had settled wait again. Answers their tickets. */
export async function unmarkLines(tx: Tx, draw_id: number, several: readonly number[]): Promise<TicketKey[]> {
  return tx.rows<TicketKey>(sql`
    UPDATE ticket_lines SET state = 'pendiente', prize = 0
    WHERE draw_id = ${draw_id} AND bet_type_id <> ALL (${list(several)}::int[])
      AND state IN ('ganadora', 'perdedora', 'vencida')
    RETURNING day, ticket_id`)
}

/** Writes a prize for each line of the draw alone that won. Answers their ids. */
export async function givePrizes(
  tx: Tx,
  draw_id: number,
  result_id: number,
  several: readonly number[],
  at: Date,
): Promise<string[]> {
  const given = await tx.rows<{ id: string }>(sql`
    INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at)
    SELECT day, ticket_id, n, draw_id, ${result_id}::int, office_id, currency, prize, ${at.toISOString()}::timestamptz
    FROM ticket_lines
    WHERE draw_id = ${draw_id} AND state IN ('ganadora', 'vencida') AND prize > 0
      AND bet_type_id <> ALL (${list(several)}::int[])
    RETURNING id`)
  return given.map((row) => row.id)
}

/** Takes back the prizes in force that a result gave to lines of its draw alone. Answers their ids. */
export async function takePrizes(
  tx: Tx,
  draw_id: number,
  result_id: number,
  several: readonly number[],
  at: Date,
): Promise<string[]> {
  const taken = await tx.rows<{ id: string }>(sql`
    UPDATE prizes p SET withdrawn_at = ${at.toISOString()} FROM ticket_lines l
    WHERE p.draw_id = ${draw_id} AND p.result_id = ${result_id} AND p.withdrawn_at IS NULL AND l.day = p.ticket_day
      AND l.ticket_id = p.ticket_id AND l.n = p.line_n
      AND l.bet_type_id <> ALL (${list(several)}::int[]) RETURNING p.id`)
  return taken.map((row) => row.id)
}

/**
 * A result without the column that somebody played on would make all of them lose.
 * @throws Problem `result_invalid` when lines wait on a place, or a sign, that the numbers do not have
 */
export async function mustCover(
  tx: Executor,
  draw_id: number,
  bets: readonly OfferedBet[],
  numbers: readonly ResultNumber[],
): Promise<void> {
  const sold = await tx.rows<{ bet_type_id: number; name: string }>(sql`
    SELECT b.id AS bet_type_id, b.name
    FROM bet_types b
    WHERE EXISTS (
      SELECT 1
      FROM draw_sales s
      WHERE s.draw_id = ${draw_id} AND s.partner_id = (SELECT id FROM partners WHERE type = 'banca') AND s.bet_type_id = b.id
        AND s.lines > 0
    )
    ORDER BY b.id`)
  const missing = sold.filter(({ bet_type_id }) => {
    const bet = bets.find((one) => one.bet_type_id === bet_type_id)
    if (!bet || bet.kind === 'terminal_pa' || bet.kind === 'tripleta') return false
    const drawn = numbers.find((one) => one.place === bet.place)
    return !drawn || ((bet.kind === 'zodiacal' || bet.kind === 'terminal_signo') && !drawn.sign)
  })
  if (missing.length > 0)
    throw new Problem('result_invalid', {
      detail: `Hay jugadas vendidas a ${missing.map((one) => one.name).join(', ')} y el resultado no las decide.`,
    })
}
