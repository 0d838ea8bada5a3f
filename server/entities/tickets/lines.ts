/**
 * The lines of a ticket as people read them: each with its draw, its symbols by name and what came out. A
 * bet over several draws (a tripleta's range, the draws a polla counts) tells how far they are.
 */
import { sql } from 'drizzle-orm'
import type { TicketView } from '@contract/tickets.ts'
import type { Executor } from '../../platform/db/connect.ts'

/** `23 Cebra`, `A 123 · B 456 · C 789 LEO`: the result in force of a draw `d`, null without one. */
const resultText = sql`(
  SELECT string_agg(concat_ws(' ', nullif(n.place, ''), n.number, coalesce(s.name, n.sign)), ' · ' ORDER BY n.place)
  FROM result_numbers n LEFT JOIN product_symbols s ON s.product_id = d.product_id AND s.code = n.number
  WHERE n.result_id = d.result_id)`

/** The draws a line plays in: its range, what its polla counts, or its own one. */
export const drawsOfLine = sql`(
  SELECT r.draw_id FROM line_draws r WHERE r.day = l.day AND r.ticket_id = l.ticket_id AND r.line_n = l.n
  UNION SELECT s.draw_id FROM polla_draws s WHERE s.polla_draw_id = l.draw_id
  UNION SELECT l.draw_id WHERE NOT EXISTS (SELECT 1 FROM polla_draws s WHERE s.polla_draw_id = l.draw_id))`

/** In the order of the ticket. */
export async function linesOf(db: Executor, { day, id }: { day: string; id: string }): Promise<TicketView['lines']> {
  return db.rows<TicketView['lines'][number]>(sql`
    SELECT l.draw_id, p.name AS product_name, d.scheduled_at, l.bet_type_id, b.name AS bet_type_name, l.number,
      ARRAY(SELECT coalesce(s.name, c.code) FROM unnest(string_to_array(l.number, '-')) WITH ORDINALITY AS c(code, at)
        JOIN product_symbols s ON s.product_id = l.product_id AND s.code = c.code ORDER BY c.at) AS symbol_names,
      l.stake, l.multiplier, l.prize, l.state::text AS state,
      CASE WHEN b.kind IN ('tripleta', 'polla') THEN played.last_at END AS last_at, played.draws, played.draws_done, played.result
    FROM ticket_lines l JOIN draws d ON d.id = l.draw_id JOIN products p ON p.id = l.product_id JOIN bet_types b ON b.id = l.bet_type_id
    CROSS JOIN LATERAL (
      SELECT max(d.scheduled_at) AS last_at, count(*)::int AS draws,
        count(*) FILTER (WHERE d.state = 'premiado')::int AS draws_done,
        string_agg(${resultText}, ', ' ORDER BY d.scheduled_at) AS result
      FROM ${drawsOfLine} x JOIN draws d ON d.id = x.draw_id
    ) played
    WHERE l.day = ${day} AND l.ticket_id = ${id} ORDER BY l.n`)
}
