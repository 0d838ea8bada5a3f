/**
 * The lines of a ticket as people read them: each with its draw, its symbols by name and what came out. A
 * bet over several draws (a tripleta's range, the draws a polla counts) tells how far they are.
 */
import { sql } from 'drizzle-orm'
import type { TicketView } from '@contract/tickets.ts'
import type { Executor } from '../../platform/db/connect.ts'

/** `23 Cebra`, `A 123 · B 456 · C 789 LEO`: the result in force of a `draw`, null without one. */
const resultText = sql`(
  SELECT string_agg(concat_ws(' ', nullif(number.place, ''), number.number, coalesce(symbol.name, number.sign)), ' · '
    ORDER BY number.place)
  FROM result_numbers number LEFT JOIN product_symbols symbol ON symbol.product_id = draw.product_id AND symbol.code = number.number
  WHERE number.result_id = draw.result_id)`

/** The draws a line plays in: its range, what its polla counts, or its own one. */
export const drawsOfLine = sql`(
  SELECT line_draw.draw_id FROM line_draws line_draw
  WHERE line_draw.day = line.day AND line_draw.ticket_id = line.ticket_id AND line_draw.line_n = line.n
  UNION SELECT polla_draw.draw_id FROM polla_draws polla_draw WHERE polla_draw.polla_draw_id = line.draw_id
  UNION SELECT line.draw_id WHERE NOT EXISTS (SELECT 1 FROM polla_draws polla_draw WHERE polla_draw.polla_draw_id = line.draw_id))`

/** In the order of the ticket. */
export async function ticketLines(
  db: Executor,
  { day, id }: { day: string; id: string },
): Promise<TicketView['lines']> {
  return db.prepared<TicketView['lines'][number]>(
    'ticket-lines',
    sql`
    SELECT line.draw_id, line.product_id, product.name AS product_name, draw.scheduled_at, line.bet_type_id, bet.name AS bet_type_name,
      bet.kind::text AS bet_kind, bet.place, line.number,
      ARRAY(SELECT coalesce(symbol.name, part.code) FROM unnest(string_to_array(line.number, '-')) WITH ORDINALITY AS part(code, at)
        JOIN product_symbols symbol ON symbol.product_id = line.product_id AND symbol.code = part.code ORDER BY part.at) AS symbol_names,
      line.stake, line.multiplier, line.prize, line.state::text AS state,
      CASE WHEN bet.kind IN ('tripleta', 'polla') THEN played.last_at END AS last_at, played.draws, played.draws_done, played.result
    FROM ticket_lines line JOIN draws draw ON draw.id = line.draw_id JOIN products product ON product.id = line.product_id
    JOIN bet_types bet ON bet.id = line.bet_type_id
    CROSS JOIN LATERAL (
      SELECT max(draw.scheduled_at) AS last_at, count(*)::int AS draws,
        count(*) FILTER (WHERE draw.state = 'premiado')::int AS draws_done,
        string_agg(${resultText}, ', ' ORDER BY draw.scheduled_at) AS result
      FROM ${drawsOfLine} drawn JOIN draws draw ON draw.id = drawn.draw_id
    ) played
    WHERE line.day = ${day} AND line.ticket_id = ${id} ORDER BY line.n`,
  )
}
