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

/** Of draws `draw`: tickets of its own, tripletas that reach over it, or a polla that counts it. */
export const hasSales = sql`(
  EXISTS (SELECT 1 FROM draw_sales sale WHERE sale.draw_id = draw.id AND sale.sold > 0)
  OR EXISTS (SELECT 1 FROM line_draws line_draw WHERE line_draw.draw_id = draw.id)
  OR EXISTS (SELECT 1 FROM polla_draws polla_draw JOIN ticket_lines line ON line.draw_id = polla_draw.polla_draw_id
    WHERE polla_draw.draw_id = draw.id))`

/** Of draws `draw`: closed and not awarded, with money on it. Sales may end minutes before the hour. */
export function isUnawarded({ now }: Pick<At, 'now'>): SQL {
  return sql`(draw.state = 'activo' AND draw.closes_at <= ${now.toISOString()}::timestamptz
    AND draw.product_id IN (SELECT product.id FROM products product WHERE product.kind <> 'polla') AND ${hasSales})`
}

/** The ids of draws that wait for a person, as a query: over and unawarded, or with a result that nobody confirmed. */
export function pendingDraws(at: Pick<At, 'now'>): SQL {
  const now = at.now.toISOString()
  return sql`
    SELECT draw.id FROM draws draw WHERE draw.scheduled_at <= ${now}::timestamptz AND ${isUnawarded(at)}
    UNION SELECT entry.draw_id FROM result_entries entry WHERE entry.state = 'pendiente'`
}
