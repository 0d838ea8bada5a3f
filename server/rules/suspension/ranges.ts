/**
 * Bets over several draws when one of them is suspended: a range that only passes through it goes on to the
 * next draw after its last one. A ticket whose last draw changes is good for as many days more or less.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SuspendedDraw } from './suspend.ts'

/** Days of the last draw of the tickets that play in this one, as they are before anything changes. */
export async function rememberLastDays(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(sql`CREATE TEMP TABLE touched_tickets (day date, ticket_id bigint, last_day date) ON COMMIT DROP`)
  await tx.run(sql`
    INSERT INTO touched_tickets
    SELECT k.day, k.ticket_id, ${lastDay} FROM (
      SELECT day, ticket_id FROM ticket_lines WHERE draw_id = ${draw_id} AND state = 'pendiente'
      UNION
      SELECT r.day, r.ticket_id
      FROM line_draws r
      JOIN ticket_lines l ON l.day = r.day AND l.ticket_id = r.ticket_id AND l.n = r.line_n AND l.state = 'pendiente'
      WHERE r.draw_id = ${draw_id}
    ) k`)
}

/** The day of the last draw of a ticket, `k` being its key. */
const lastDay = sql`(
  SELECT max(d.day) FROM draws d WHERE d.id IN (
    SELECT l.draw_id FROM ticket_lines l WHERE l.day = k.day AND l.ticket_id = k.ticket_id
    UNION SELECT r.draw_id FROM line_draws r WHERE r.day = k.day AND r.ticket_id = k.ticket_id))`

/** Gives the remembered tickets the time their new last draw asks for. */
export async function shiftExpiries(tx: Tx): Promise<void> {
  await tx.run(sql`
    UPDATE tickets t SET expires_on = t.expires_on + (k.new_day - k.last_day)
    FROM (SELECT k.*, ${lastDay} AS new_day FROM touched_tickets k) k
    WHERE t.day = k.day AND t.id = k.ticket_id AND k.new_day <> k.last_day`)
}

/** Lines that begin with the suspended draw are left: they are its own. Throws `tripleta_draws_missing`. */
export async function replaceInRanges(tx: Tx, draw: SuspendedDraw): Promise<void> {
  const passing = sql`
    SELECT r.day, r.ticket_id, r.line_n
    FROM line_draws r
    JOIN ticket_lines l ON l.day = r.day AND l.ticket_id = r.ticket_id AND l.n = r.line_n
    WHERE r.draw_id = ${draw.id} AND l.draw_id <> ${draw.id} AND l.state = 'pendiente'`
  const missing = await tx.one<{ lines: number }>(sql`
    WITH passing AS (${passing}),
    next AS (
      SELECT p.*, (
        SELECT d.id FROM draws d WHERE d.product_id = ${draw.product_id} AND d.state = 'activo' AND d.scheduled_at > clock_timestamp()
          AND d.scheduled_at > (
            SELECT max(x.scheduled_at)
            FROM line_draws r
            JOIN draws x ON x.id = r.draw_id
            WHERE r.day = p.day AND r.ticket_id = p.ticket_id AND r.line_n = p.line_n
          )
        ORDER BY d.scheduled_at LIMIT 1) AS draw_id
      FROM passing p
    ), added AS (
      INSERT INTO line_draws (draw_id, day, ticket_id, line_n) SELECT draw_id, day, ticket_id, line_n FROM next WHERE draw_id IS NOT NULL
    ), gone AS (
      DELETE FROM line_draws r USING passing p
      WHERE r.draw_id = ${draw.id} AND r.day = p.day AND r.ticket_id = p.ticket_id AND r.line_n = p.line_n
    )
    SELECT count(*)::int AS lines FROM next WHERE draw_id IS NULL`)
  if (missing && missing.lines > 0)
    throw new Problem('tripleta_draws_missing', {
      detail: 'No hay otro sorteo por delante para las tripletas que pasan por este.',
      extra: { lines: missing.lines },
    })
}
