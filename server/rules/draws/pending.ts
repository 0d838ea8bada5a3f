/**
 * Draws that wait for a person: for a result, or for the confirmation of one. A draw that nobody awarded
 * goes on waiting when its day is over, for as long as somebody's money stands on it; one in which nobody
 * played may be awarded, and waits for no one.
 */
import { sql, type SQL } from 'drizzle-orm'

/** What of the clock a condition needs. */
export interface At {
  now: Date
  /** The banca's calendar day. */
  today: string
}

/** Of draws `d`: tickets of its own, tripletas that reach over it, or a polla that counts it. */
export const played = sql`(
  EXISTS (SELECT 1 FROM draw_sales s WHERE s.draw_id = d.id AND s.sold > 0)
  OR EXISTS (SELECT 1 FROM line_draws l WHERE l.draw_id = d.id)
  OR EXISTS (SELECT 1 FROM polla_draws o JOIN ticket_lines l ON l.draw_id = o.polla_draw_id WHERE o.draw_id = d.id))`

/** Of draws `d`: closed and not awarded, with money on it. Sales may end minutes before the hour. */
export function unawarded({ now }: Pick<At, 'now'>): SQL {
  return sql`(d.state = 'activo' AND d.closes_at <= ${now.toISOString()}::timestamptz
    AND d.product_id IN (SELECT p.id FROM products p WHERE p.kind <> 'polla') AND ${played})`
}

/** The ids of draws that wait for a person, as a query: over and unawarded, or with a result that nobody confirmed. */
export function pendingDraws(at: Pick<At, 'now'>): SQL {
  const now = at.now.toISOString()
  return sql`
    SELECT d.id FROM draws d WHERE d.scheduled_at <= ${now}::timestamptz AND ${unawarded(at)}
    UNION SELECT e.draw_id FROM result_entries e WHERE e.state = 'pendiente'`
}
