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

const named = sql`p.name || to_char(d.scheduled_at AT TIME ZONE b.zone, ' DD/MM/YYYY HH24:MI')`
type NameOf = (column: string) => SQL
/** Of whoever stands above who looks at it no name is told. */
const namesFor =
  (scope: Scope): NameOf =>
  (column) =>
    sql`(SELECT ${namedWithin(scope, sql`u.partner_id`, sql`u.name`)} FROM users u WHERE u.id = ${sql.raw(column)})`
const because = (column: string) => sql`coalesce(': ' || nullif(${sql.raw(column)}, ''), '')`

const own = (nameOf: NameOf) => sql`
  SELECT t.sold_at AS at, 'venta' AS kind, 'Vendido en ' || o.name AS text, ${nameOf('t.seller_id')} AS by, t.total AS amount
  FROM t
  JOIN partners o ON o.id = t.office_id
  UNION ALL
  SELECT t.annulled_at, 'anulacion', 'Anulado' || ${because('t.annulled_reason')}, ${nameOf('t.annulled_by')},
    (SELECT sum(l.stake) FROM l WHERE l.state = 'anulada')
  FROM t
  WHERE t.annulled_at IS NOT NULL
  UNION ALL
  SELECT t.paid_at, 'pago', 'Premio pagado en ' || o.name, ${nameOf('t.paid_by')},
    (
      SELECT -sum(g.amount)
      FROM ledger_entries e
      JOIN ledger_postings g ON g.day = e.day AND g.entry_id = e.id
      JOIN ledger_accounts a ON a.id = g.account_id AND a.kind = 'caja'
      WHERE e.ref_kind = 'ticket' AND e.ref_id = t.id AND e.kind = 'pago_premio'
    )
  FROM t JOIN partners o ON o.id = t.paid_office_id
  UNION ALL
  SELECT (t.expires_on + 1)::timestamp AT TIME ZONE b.zone, 'vencimiento', 'Venció sin cobrarse', NULL, t.prize
  FROM t
  CROSS JOIN banca b
  WHERE t.state = 'vencido'
  UNION ALL
  SELECT g.at, 'reimpresion', 'Reimpreso', ${nameOf('g.user_id')}, NULL
  FROM t
  JOIN audit_log g ON g.entity IN ('tickets', 'polla') AND g.entity_id = t.serial AND g.action LIKE '%.reprint'`

/** Results with what this ticket won by each, those withdrawn included, and their withdrawal. */
const results = (nameOf: NameOf) => sql`
  SELECT coalesce(r.awarded_at, r.entered_at), 'resultado', ${named} || ': ' || (
      SELECT string_agg(concat_ws(' ', nullif(n.place, ''), n.number, coalesce(s.name, n.sign)), ' · ' ORDER BY n.place)
      FROM result_numbers n LEFT JOIN product_symbols s ON s.product_id = d.product_id AND s.code = n.number WHERE n.result_id = r.id),
    ${nameOf('coalesce(r.confirmed_by, r.entered_by)')},
    (SELECT sum(z.amount) FROM prizes z JOIN t ON t.day = z.ticket_day AND t.id = z.ticket_id WHERE z.result_id = r.id)
  FROM results r
  JOIN played d ON d.id = r.draw_id
  JOIN products p ON p.id = d.product_id
  CROSS JOIN banca b
  WHERE EXISTS (SELECT 1 FROM result_numbers n WHERE n.result_id = r.id)
  UNION ALL
  SELECT r.withdrawn_at, 'retiro', ${named} || ': resultado retirado' || ${because('r.withdrawn_reason')}, ${nameOf('r.withdrawn_by')},
    (SELECT sum(z.amount) FROM prizes z JOIN t ON t.day = z.ticket_day AND t.id = z.ticket_id WHERE z.result_id = r.id)
  FROM results r
  JOIN played d ON d.id = r.draw_id
  JOIN products p ON p.id = d.product_id
  CROSS JOIN banca b
  WHERE r.withdrawn_at IS NOT NULL`

const approvals = (nameOf: NameOf) => sql`
  SELECT a.requested_at, 'solicitud', 'Pago pedido en ' || o.name || ': espera aprobación', ${nameOf('a.requested_by')}, a.amount
  FROM t JOIN pay_approvals a ON a.ticket_day = t.day AND a.ticket_id = t.id JOIN partners o ON o.id = a.office_id
  UNION ALL
  SELECT a.decided_at, a.state, CASE a.state WHEN 'aprobado' THEN 'Pago aprobado' ELSE 'Pago rechazado' END
    || ${because('a.reason')}, ${nameOf('a.decided_by')}, a.amount
  FROM t JOIN pay_approvals a ON a.ticket_day = t.day AND a.ticket_id = t.id WHERE a.decided_at IS NOT NULL`

/**
 * A draw gives back the lines it has; entries of the ticket itself are corrections of what was paid, and refunds booked
 * ticket by ticket.
 */
const changes = (nameOf: NameOf) => sql`
  SELECT s.created_at, 'devolucion', ${named} || ' suspendido, jugadas devueltas' || ${because('s.reason')},
    ${nameOf('s.created_by')}, (SELECT sum(l.stake) FROM l WHERE l.draw_id = d.id AND l.state = 'devuelta')
  FROM draw_suspensions s JOIN draws d ON d.id = s.draw_id JOIN products p ON p.id = d.product_id CROSS JOIN banca b
  WHERE s.mode = 'devolver' AND s.created_at >= (SELECT sold_at FROM t) AND d.id IN (SELECT l.draw_id FROM l WHERE l.state = 'devuelta')
  UNION ALL
  SELECT e.created_at, e.kind,
    coalesce(e.memo, CASE e.kind WHEN 'devolucion' THEN 'Jugadas devueltas' ELSE 'Premio corregido después de pagado' END),
    ${nameOf('e.created_by')},
    (SELECT sum(greatest(g.amount, 0)) FROM ledger_postings g WHERE g.day = e.day AND g.entry_id = e.id)
  FROM t JOIN ledger_entries e ON e.ref_kind = 'ticket' AND e.ref_id = t.id AND e.kind IN ('devolucion', 'correccion')`

export async function historyOf(
  { scope, db }: { scope: Scope; db: Executor },
  { day, id }: { day: string; id: string },
): Promise<Event[]> {
  const nameOf = namesFor(scope)
  const rows = await db.rows<Event>(sql`
    WITH t AS (SELECT * FROM tickets WHERE day = ${day} AND id = ${id}),
    l AS (SELECT * FROM ticket_lines WHERE day = ${day} AND ticket_id = ${id}),
    played AS (SELECT DISTINCT d.* FROM l CROSS JOIN LATERAL ${drawsOfLine} x JOIN draws d ON d.id = x.draw_id)
    SELECT at, kind, text, by, amount
    FROM (${own(nameOf)} UNION ALL ${results(nameOf)} UNION ALL ${approvals(nameOf)} UNION ALL ${changes(nameOf)}) h
    ORDER BY at, kind = 'venta' DESC`)
  return rows
}
