/**
 * Everything that happened to a ticket, oldest first: from its own row, the results of its draws, its
 * prizes, requests for approval, suspensions, the ledger's entries of it, and the audit log's reprints.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { TicketDetail } from '@contract/ticket-management.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { namedWithin, type Scope } from '../../platform/db/scope.ts'
import { drawsOfLine } from '../tickets/lines.ts'

type Event = TicketDetail['history'][number]

const named = sql`product.name || to_char(draw.scheduled_at AT TIME ZONE banca.zone, ' DD/MM/YYYY HH24:MI')`
type NameOf = (column: string) => SQL
/** Of whoever stands above who looks at it no name is told. */
const namesFor =
  (scope: Scope): NameOf =>
  (column) =>
    sql`(SELECT ${namedWithin(scope, sql`author.partner_id`, sql`author.name`)} FROM users author WHERE author.id = ${sql.raw(column)})`
const because = (column: string) => sql`coalesce(': ' || nullif(${sql.raw(column)}, ''), '')`

const own = (nameOf: NameOf) => sql`
  SELECT sold.sold_at AS at, 'venta' AS kind, 'Vendido en ' || office.name AS text, ${nameOf('sold.seller_id')} AS by, sold.total AS amount
  FROM sold
  JOIN partners office ON office.id = sold.office_id
  UNION ALL
  SELECT sold.annulled_at, 'anulacion', 'Anulado' || ${because('sold.annulled_reason')}, ${nameOf('sold.annulled_by')},
    (SELECT sum(line.stake) FROM line WHERE line.state = 'anulada')
  FROM sold
  WHERE sold.annulled_at IS NOT NULL
  UNION ALL
  SELECT sold.paid_at, 'pago', 'Premio pagado en ' || office.name, ${nameOf('sold.paid_by')},
    (
      SELECT -sum(posting.amount)
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'caja'
      WHERE entry.ref_kind = 'ticket' AND entry.ref_id = sold.id AND entry.kind = 'pago_premio'
    )
  FROM sold JOIN partners office ON office.id = sold.paid_office_id
  UNION ALL
  SELECT entry.created_at, entry.kind,
    CASE entry.kind WHEN 'reintegro' THEN 'Dinero devuelto en ' || office.name ELSE 'Venció sin devolverse' END,
    ${nameOf('entry.created_by')}, refund.amount
  FROM sold
  JOIN ledger_entries entry ON entry.ref_kind = 'ticket' AND entry.ref_id = sold.id AND entry.kind IN ('reintegro', 'caducidad')
  JOIN partners office ON office.id = entry.office_id
  CROSS JOIN LATERAL (
    SELECT sum(posting.amount) AS amount
    FROM ledger_postings posting
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'devoluciones_por_pagar'
    WHERE posting.day = entry.day AND posting.entry_id = entry.id
  ) refund
  UNION ALL
  SELECT (sold.expires_on + 1)::timestamp AT TIME ZONE banca.zone, 'vencimiento', 'Venció sin cobrarse', NULL, sold.prize
  FROM sold
  CROSS JOIN banca
  WHERE sold.state = 'vencido'
  UNION ALL
  SELECT logged.at, 'reimpresion', 'Reimpreso', ${nameOf('logged.user_id')}, NULL
  FROM sold
  JOIN audit_log logged ON logged.entity IN ('tickets', 'polla') AND logged.entity_id = sold.serial AND logged.action LIKE '%.reprint'`

/** Results with what this ticket won by each, those withdrawn included, and their withdrawal. */
const results = (nameOf: NameOf) => sql`
  SELECT coalesce(result.awarded_at, result.entered_at), 'resultado', ${named} || ': ' || (
      SELECT string_agg(concat_ws(' ', nullif(number.place, ''), number.number, coalesce(symbol.name, number.sign)), ' · '
        ORDER BY number.place)
      FROM result_numbers number LEFT JOIN product_symbols symbol ON symbol.product_id = draw.product_id AND symbol.code = number.number
      WHERE number.result_id = result.id),
    ${nameOf('coalesce(result.confirmed_by, result.entered_by)')},
    (SELECT sum(prize.amount) FROM prizes prize JOIN sold ON sold.day = prize.ticket_day AND sold.id = prize.ticket_id
      WHERE prize.result_id = result.id)
  FROM results result
  JOIN played draw ON draw.id = result.draw_id
  JOIN products product ON product.id = draw.product_id
  CROSS JOIN banca
  WHERE EXISTS (SELECT 1 FROM result_numbers number WHERE number.result_id = result.id)
  UNION ALL
  SELECT result.withdrawn_at, 'retiro', ${named} || ': resultado retirado' || ${because('result.withdrawn_reason')},
    ${nameOf('result.withdrawn_by')},
    (SELECT sum(prize.amount) FROM prizes prize JOIN sold ON sold.day = prize.ticket_day AND sold.id = prize.ticket_id
      WHERE prize.result_id = result.id)
  FROM results result
  JOIN played draw ON draw.id = result.draw_id
  JOIN products product ON product.id = draw.product_id
  CROSS JOIN banca
  WHERE result.withdrawn_at IS NOT NULL`

/** Of an `approval` that was refused with a picture. */
export const pictureId = sql`CASE WHEN approval.picture_url IS NOT NULL THEN approval.id END`

/** Besides what all tell, the picture of a refusal. */
const approvals = (nameOf: NameOf) => sql`
  SELECT approval.requested_at, 'solicitud', 'Pago pedido en ' || office.name || ': espera aprobación', ${nameOf('approval.requested_by')},
    approval.amount, NULL::int
  FROM sold JOIN pay_approvals approval ON approval.ticket_day = sold.day AND approval.ticket_id = sold.id
  JOIN partners office ON office.id = approval.office_id
  UNION ALL
  SELECT approval.decided_at, approval.state, CASE approval.state WHEN 'aprobado' THEN 'Pago aprobado' ELSE 'Pago rechazado' END
    || ${because('approval.reason')}, ${nameOf('approval.decided_by')}, approval.amount, ${pictureId}
  FROM sold JOIN pay_approvals approval ON approval.ticket_day = sold.day AND approval.ticket_id = sold.id
  WHERE approval.decided_at IS NOT NULL`

/**
 * A draw gives back the lines it has; entries of the ticket itself are corrections of what was paid, and lines given back
 * ticket by ticket.
 */
const changes = (nameOf: NameOf) => sql`
  SELECT suspension.created_at, 'devolucion', ${named} || ' suspendido, jugadas devueltas' || ${because('suspension.reason')},
    ${nameOf('suspension.created_by')}, (SELECT sum(line.stake) FROM line WHERE line.draw_id = draw.id AND line.state = 'devuelta')
  FROM draw_suspensions suspension JOIN draws draw ON draw.id = suspension.draw_id JOIN products product ON product.id = draw.product_id
  CROSS JOIN banca
  WHERE suspension.mode = 'devolver' AND suspension.created_at >= (SELECT sold_at FROM sold)
    AND draw.id IN (SELECT line.draw_id FROM line WHERE line.state = 'devuelta')
  UNION ALL
  SELECT entry.created_at, entry.kind,
    coalesce(entry.memo, CASE entry.kind WHEN 'devolucion' THEN 'Jugadas devueltas' ELSE 'Premio corregido después de pagado' END),
    ${nameOf('entry.created_by')},
    (SELECT sum(greatest(posting.amount, 0)) FROM ledger_postings posting WHERE posting.day = entry.day AND posting.entry_id = entry.id)
  FROM sold
  JOIN ledger_entries entry ON entry.ref_kind = 'ticket' AND entry.ref_id = sold.id AND entry.kind IN ('devolucion', 'correccion')`

export async function ticketHistory(
  { scope, db }: { scope: Scope; db: Executor },
  { day, id }: { day: string; id: string },
): Promise<Event[]> {
  const nameOf = namesFor(scope)
  const rows = await db.rows<Event>(sql`
    WITH sold AS (SELECT * FROM tickets WHERE day = ${day} AND id = ${id}),
    line AS (SELECT * FROM ticket_lines WHERE day = ${day} AND ticket_id = ${id}),
    played AS (SELECT DISTINCT draw.* FROM line CROSS JOIN LATERAL ${drawsOfLine} drawn JOIN draws draw ON draw.id = drawn.draw_id)
    SELECT at, kind, text, by, amount, picture_id
    FROM (
      SELECT told.*, NULL::int AS picture_id
      FROM (${own(nameOf)} UNION ALL ${results(nameOf)} UNION ALL ${changes(nameOf)}) told
      UNION ALL ${approvals(nameOf)}
    ) history
    ORDER BY at, kind = 'venta' DESC, kind = 'reintegro'`)
  return rows
}
