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
    SELECT coalesce(${textOfResult(sql`draw.result_id`, sql`draw.product_id`)}, '') AS previous_text
    FROM draws draw
    WHERE draw.id = ${draw_id} AND draw.state = 'premiado'`)
  if (!current) return null
  const undone_prizes = await db.rows<Correction['undone_prizes'][number]>(sql`
    SELECT prize.currency::text AS currency, sum(prize.amount) AS amount FROM prizes prize
    JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
    WHERE prize.draw_id = ${draw_id} AND prize.withdrawn_at IS NULL AND ticket.state <> 'pagado' AND ${within(scope, sql`prize.office_id`)}
    GROUP BY 1
    ORDER BY 1`)
  const paid_tickets = await db.rows<Correction['paid_tickets'][number]>(sql`
    WITH ${lines},
    change AS (
      SELECT day, ticket_id, sum(prize) AS difference FROM (
        SELECT day, ticket_id, prize FROM win WHERE bet_type_id <> ALL (${list(several)}::int[])
        UNION ALL
        SELECT line.day, line.ticket_id, -line.prize
        FROM ticket_lines line
        WHERE line.draw_id = ${draw_id} AND line.state IN ('ganadora', 'vencida') AND line.bet_type_id <> ALL (${list(several)}::int[])
        UNION ALL
        SELECT line.day, line.ticket_id,
          CASE WHEN verdict.won THEN prize_of(line.stake, line.multiplier, line.currency) ELSE 0 END - line.prize
        FROM ${tripletaVerdict({ draw_id, numbers })}
        WHERE line_draw.draw_id = ${draw_id} AND line.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
      ) changed GROUP BY 1, 2 HAVING sum(prize) <> 0
    )
    SELECT ticket.serial, office.name AS office_name, ticket.currency::text AS currency, ticket.prize AS paid,
      (SELECT sum(line.prize) FROM ticket_lines line WHERE line.day = ticket.day AND line.ticket_id = ticket.id) + change.difference AS due
    FROM change
    JOIN tickets ticket ON ticket.day = change.day AND ticket.id = change.ticket_id AND ticket.state = 'pagado'
    JOIN partners office ON office.id = ticket.office_id
    WHERE ${within(scope, sql`ticket.office_id`)} ORDER BY ticket.prize DESC, ticket.serial LIMIT ${mostPaid}`)
  return { ...current, undone_prizes, paid_tickets }
}
