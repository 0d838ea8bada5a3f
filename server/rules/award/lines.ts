/**
 * Lines of one draw against its result: winners get their prize, stake × multiplier as it can be paid,
 * one prize place at a time; the rest lose. Lines over several draws are in `tripletas.ts`.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { TicketRef } from './ticket-states.ts'
import type { OfferedBet, PlacedNumber, Winning } from './winning.ts'

/** Bet types a product offers or offered. */
export function offeredBets(tx: Executor, product_id: number): Promise<OfferedBet[]> {
  return tx.rows<OfferedBet>(sql`
    SELECT bet.id AS bet_type_id, bet.kind::text AS kind, bet.place
    FROM product_bet_types offer
    JOIN bet_types bet ON bet.id = offer.bet_type_id
    WHERE offer.product_id = ${product_id}
    ORDER BY bet.id`)
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
    ) AS win(bet_type_id, number, places)
  )`
}

/** Prize of the `line` with the winning number `win`. */
export const linePrize = sql`CASE
  WHEN win.places IS NULL THEN prize_of(line.stake, line.multiplier, line.currency)
  ELSE (SELECT coalesce(sum(prize_of(line.stake, coalesce(line.place_multipliers[place + 1], 0), line.currency)), 0)
    FROM unnest(win.places) AS place) END`

/** Settles every line that waited for this draw alone. Answers how many won. */
export async function markLines(
  tx: Tx,
  draw_id: number,
  winning: readonly Winning[],
  several: readonly number[],
): Promise<number> {
  const winners = await tx.run(sql`
    UPDATE ticket_lines line SET state = 'ganadora', prize = ${linePrize}
    FROM ${winningRows(winning)} win
    WHERE line.draw_id = ${draw_id} AND line.state = 'pendiente' AND line.bet_type_id = win.bet_type_id AND line.number = win.number`)
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
): Promise<TicketRef[]> {
  return tx.rows<TicketRef>(sql`
    WITH verdict AS (
      SELECT line.day, line.ticket_id, line.n, win.bet_type_id IS NOT NULL AS won,
        CASE WHEN win.bet_type_id IS NULL THEN 0 ELSE ${linePrize} END AS prize
      FROM ticket_lines line LEFT JOIN ${winningRows(winning)} win ON win.bet_type_id = line.bet_type_id AND win.number = line.number
      WHERE line.draw_id = ${draw_id} AND line.bet_type_id <> ALL (${list(several)}::int[])
        AND line.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
        AND (line.state IN ('ganadora', 'vencida') OR win.bet_type_id IS NOT NULL)
    )
    UPDATE ticket_lines line SET state = CASE WHEN verdict.won THEN 'ganadora' ELSE 'perdedora' END::line_state, prize = verdict.prize
    FROM verdict
    WHERE line.day = verdict.day AND line.ticket_id = verdict.ticket_id AND line.n = verdict.n
      AND (verdict.won <> (line.state IN ('ganadora', 'vencida')) OR verdict.prize <> line.prize)
    RETURNING line.day, line.ticket_id`)
}

/** Lines that the draw's result had settled wait again. Answers their tickets. */
export async function unmarkLines(tx: Tx, draw_id: number, several: readonly number[]): Promise<TicketRef[]> {
  return tx.rows<TicketRef>(sql`
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
    UPDATE prizes prize SET withdrawn_at = ${at.toISOString()} FROM ticket_lines line
    WHERE prize.draw_id = ${draw_id} AND prize.result_id = ${result_id} AND prize.withdrawn_at IS NULL AND line.day = prize.ticket_day
      AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
      AND line.bet_type_id <> ALL (${list(several)}::int[]) RETURNING prize.id`)
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
  numbers: readonly PlacedNumber[],
): Promise<void> {
  const sold = await tx.rows<{ bet_type_id: number; name: string }>(sql`
    SELECT bet.id AS bet_type_id, bet.name
    FROM bet_types bet
    WHERE EXISTS (
      SELECT 1
      FROM draw_sales sale
      WHERE sale.draw_id = ${draw_id} AND sale.partner_id = (SELECT id FROM partners WHERE type = 'banca') AND sale.bet_type_id = bet.id
        AND sale.lines > 0
    )
    ORDER BY bet.id`)
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
