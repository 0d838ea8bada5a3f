/**
 * Bets over several draws when one of them is suspended: a range that only passes through it goes on to the
 * next draw after its last one. A ticket whose last draw changes is good for as many days more or less.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SuspendedDraw } from './suspend.ts'

/** Days of the last draw of the tickets that play in this one, as they are before anything changes. */
export async function rememberLastDays(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(sql`CREATE TEMP TABLE touched_tickets (day date, ticket_id bigint, last_day date) ON COMMIT DROP`)
  await tx.run(sql`
    INSERT INTO touched_tickets
    SELECT key.day, key.ticket_id, ${lastDay} FROM (
      SELECT day, ticket_id FROM ticket_lines WHERE draw_id = ${draw_id} AND state = 'pendiente'
      UNION
      SELECT line_draw.day, line_draw.ticket_id
      FROM line_draws line_draw
      JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
        AND line.state = 'pendiente'
      WHERE line_draw.draw_id = ${draw_id}
    ) key`)
}

/** The day of the last draw of a ticket, which is told by the day of its sale and its id. */
export const lastDrawDay = (day: SQL, id: SQL) => sql`(
  SELECT max(draw.day) FROM draws draw WHERE draw.id IN (
    SELECT line.draw_id FROM ticket_lines line WHERE line.day = ${day} AND line.ticket_id = ${id}
    UNION SELECT line_draw.draw_id FROM line_draws line_draw WHERE line_draw.day = ${day} AND line_draw.ticket_id = ${id}))`
const lastDay = lastDrawDay(sql`key.day`, sql`key.ticket_id`)

/** Gives the remembered tickets the time their new last draw asks for. */
export async function shiftExpiries(tx: Tx): Promise<void> {
  await tx.run(sql`
    UPDATE tickets ticket SET expires_on = ticket.expires_on + (key.new_day - key.last_day)
    FROM (SELECT key.*, ${lastDay} AS new_day FROM touched_tickets key) key
    WHERE ticket.day = key.day AND ticket.id = key.ticket_id AND key.new_day <> key.last_day`)
}

/** Lines that begin with the suspended draw are left: they are its own. Throws `tripleta_draws_missing`. */
export async function replaceInRanges(tx: Tx, draw: SuspendedDraw): Promise<void> {
  const passing = sql`
    SELECT line_draw.day, line_draw.ticket_id, line_draw.line_n
    FROM line_draws line_draw
    JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
    WHERE line_draw.draw_id = ${draw.id} AND line.draw_id <> ${draw.id} AND line.state = 'pendiente'`
  const missing = await tx.one<{ lines: number }>(sql`
    WITH passing AS (${passing}),
    next AS (
      SELECT passing.*, (
        SELECT draw.id FROM draws draw
        WHERE draw.product_id = ${draw.product_id} AND draw.state = 'activo' AND draw.scheduled_at > clock_timestamp()
          AND draw.scheduled_at > (
            SELECT max(other.scheduled_at)
            FROM line_draws line_draw
            JOIN draws other ON other.id = line_draw.draw_id
            WHERE line_draw.day = passing.day AND line_draw.ticket_id = passing.ticket_id AND line_draw.line_n = passing.line_n
          )
        ORDER BY draw.scheduled_at LIMIT 1) AS draw_id
      FROM passing
    ), added AS (
      INSERT INTO line_draws (draw_id, day, ticket_id, line_n) SELECT draw_id, day, ticket_id, line_n FROM next WHERE draw_id IS NOT NULL
    ), gone AS (
      DELETE FROM line_draws line_draw USING passing
      WHERE line_draw.draw_id = ${draw.id} AND line_draw.day = passing.day AND line_draw.ticket_id = passing.ticket_id
        AND line_draw.line_n = passing.line_n
    )
    SELECT count(*)::int AS lines FROM next WHERE draw_id IS NULL`)
  if (missing && missing.lines > 0)
    throw new Problem('tripleta_draws_missing', {
      detail: 'No hay otro sorteo por delante para las tripletas que pasan por este.',
      extra: { lines: missing.lines },
    })
}
