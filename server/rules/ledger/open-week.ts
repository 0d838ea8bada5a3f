/** Which days of the books a person may still write in. */
import { sql } from 'drizzle-orm'
import type { BatchLine } from '@contract/entry-batch.ts'
import { formatDay } from '@contract/values/dates.ts'
import { json, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'

/**
 * No line lies in a closed week of anybody it names; an office's weeks are its agency's. Whoever closes at the same moment
 * finds it as late, and takes it into the next closing.
 * @throws Problem `week_closed`, on the day of each such line
 */
export async function mustBeOpenWeek(tx: Tx, lines: readonly BatchLine[]): Promise<void> {
  const named = lines.map(({ partner_id, currency, day }, n) => ({ n, partner_id, currency, day }))
  const closed = await tx.rows<{ n: number; closed_through: string }>(sql`
    SELECT line.n, books.closed_through::text AS closed_through
    FROM jsonb_to_recordset(${json(named)}) AS line(n int, partner_id int, currency currency, day date)
    JOIN partners partner ON partner.id = line.partner_id
    JOIN partner_books books ON books.currency = line.currency AND books.closed_through >= line.day
      AND books.partner_id = CASE partner.type WHEN 'taquilla' THEN partner.father_id ELSE partner.id END
    ORDER BY line.n`)
  if (closed.length === 0) return
  const errors = closed.map(({ n, closed_through }) => ({
    path: `entries.${n}.day`,
    code: 'week_closed' as const,
    message: `Su semana está cerrada hasta el ${formatDay(closed_through)}`,
  }))
  throw new Problem('week_closed', { detail: errors[0]!.message, errors })
}
