/** What another result would undo: prizes not paid yet, and paid tickets that would win another sum. */
import { sql, type SQL } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import type { AwardPreview } from '@contract/award-preview.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { tripletaVerdict } from '../../rules/award/tripletas.ts'
import { textOfResult } from '../../rules/results/texts.ts'

type Correction = NonNullable<AwardPreview['correction']>

/** Paid tickets shown at most. */
const mostPaid = 200

interface Asked {
  numbers: readonly ResultNumber[]
  /** Names, as `win`, the lines that win by the draw with these numbers. */
  lines: SQL
  /** Bet types over several draws: what such a line wins may be of another draw, before and after. */
  several: readonly number[]
}

/** Null for a draw without a result. */
export async function correctionOf(
  scope: Scope,
  db: Executor,
  draw_id: number,
  { numbers, lines, several }: Asked,
): Promise<Correction | null> {
  const current = await db.one<{ previous_text: string }>(sql`
    SELECT coalesce(${textOfResult(sql`d.result_id`, sql`d.product_id`)}, '') AS previous_text
    FROM draws d
    WHERE d.id = ${draw_id} AND d.state = 'premiado'`)
  if (!current) return null
  const undone_prizes = await db.rows<Correction['undone_prizes'][number]>(sql`
    SELECT p.currency::text AS currency, sum(p.amount) AS amount FROM prizes p JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
    WHERE p.draw_id = ${draw_id} AND p.withdrawn_at IS NULL AND t.state <> 'pagado' AND ${within(scope, sql`p.office_id`)}
    GROUP BY 1
    ORDER BY 1`)
  const paid_tickets = await db.rows<Correction['paid_tickets'][number]>(sql`
    WITH ${lines},
    change AS (
      SELECT day, ticket_id, sum(prize) AS difference FROM (
        SELECT day, ticket_id, prize FROM win WHERE bet_type_id <> ALL (${list(several)}::int[])
        UNION ALL
        SELECT l.day, l.ticket_id, -l.prize
        FROM ticket_lines l
        WHERE l.draw_id = ${draw_id} AND l.state IN ('ganadora', 'vencida') AND l.bet_type_id <> ALL (${list(several)}::int[])
        UNION ALL SELECT l.day, l.ticket_id, CASE WHEN v.won THEN round(l.stake * l.multiplier, 2) ELSE 0 END - l.prize
        FROM ${tripletaVerdict({ draw_id, numbers })}
        WHERE o.draw_id = ${draw_id} AND l.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
      ) x GROUP BY 1, 2 HAVING sum(prize) <> 0
    )
    SELECT t.serial, office.name AS office_name, t.currency::text AS currency, t.prize AS paid,
      (SELECT sum(l.prize) FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id) + c.difference AS due
    FROM change c
    JOIN tickets t ON t.day = c.day AND t.id = c.ticket_id AND t.state = 'pagado'
    JOIN partners office ON office.id = t.office_id
    WHERE ${within(scope, sql`t.office_id`)} ORDER BY t.prize DESC, t.serial LIMIT ${mostPaid}`)
  return { ...current, undone_prizes, paid_tickets }
}
