/** Ended weeks that somebody has open after an earlier closing, or sold in without ever closing one. */
import { sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'

export interface OpenWeek {
  /** Its Sunday. */
  week: string
  /** Who has something to close in it. */
  partners: number
}

/** Those that ended before the day `today`, the oldest first. */
export function openWeeks(db: Executor, today: string): Promise<OpenWeek[]> {
  return db.rows<OpenWeek>(sql`
    WITH book AS (
      SELECT books.partner_id AS id, min(books.closed_through) AS closed_through FROM partner_books books
      WHERE books.closed_through IS NOT NULL GROUP BY 1
    ), begun AS (
      SELECT office.father_id AS id, date_trunc('week', min(earliest.day)::timestamp)::date - 1 AS closed_through
      FROM partners office
      CROSS JOIN LATERAL (
        SELECT sales_day.day FROM sales_days sales_day WHERE sales_day.office_id = office.id ORDER BY sales_day.day LIMIT 1
      ) earliest
      WHERE office.type = 'taquilla' AND NOT EXISTS (SELECT 1 FROM book WHERE book.id = office.father_id)
      GROUP BY 1
    )
    SELECT sunday::date::text AS week, count(*)::int AS partners
    FROM (SELECT * FROM book UNION ALL SELECT * FROM begun) waiting
    CROSS JOIN LATERAL generate_series(waiting.closed_through + 7, ${today}::date - 1, interval '7 days') sunday
    GROUP BY 1 ORDER BY 1`)
}
