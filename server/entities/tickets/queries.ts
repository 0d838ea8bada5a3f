/** Tickets as the counter sees them. */
import { sql } from 'drizzle-orm'
import type { TicketView } from '@contract/tickets.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { namedWithin, within, type Scope } from '../../platform/db/scope.ts'
import { standingOn } from '../../rules/clients/stand.ts'
import { standing } from '../../rules/pay/approvals.ts'
import { dayOfSerial } from '../../rules/sale/serial.ts'
import { linesOf } from './lines.ts'

export interface TicketKey {
  day: string
  id: string
  office_id: number
}
/** Who looks, and the business day it is. */
export interface Viewer {
  scope: Scope
  session: Pick<SessionUser, 'partner_type'>
  today: string
}

/** Where a serial lies. Anybody at a counter may look one up for payment where the banca lets agencies pay each other's tickets. */
export async function findTicket(db: Executor, scope: Scope, serial: string): Promise<TicketKey | undefined> {
  const day = dayOfSerial(serial)
  if (!day) return undefined
  return db.one<TicketKey>(sql`
    SELECT t.day, t.id, t.office_id FROM tickets t JOIN partners office ON office.id = t.office_id
    WHERE t.day = ${day} AND t.serial = ${serial} AND (
      ${within(scope, sql`t.office_id`)}
      OR EXISTS (
        SELECT 1
        FROM partners me
        WHERE me.id = ${scope.partner_id} AND office.father_id = CASE me.type WHEN 'taquilla' THEN me.father_id ELSE me.id END
      )
      OR coalesce((SELECT s.pays_other_agencies FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id
        WHERE a.partner_id = ${scope.partner_id} AND s.pays_other_agencies IS NOT NULL ORDER BY a.depth LIMIT 1), false))`)
}

type Row = Omit<TicketView, 'lines' | 'actions'> & { can_annul: boolean; can_pay: boolean; own: boolean }

/** A ticket with its lines and what this viewer may still do with it at a counter. */
export async function showTicket(
  db: Executor,
  { day, id }: Pick<TicketKey, 'day' | 'id'>,
  { scope, session, today }: Viewer,
): Promise<TicketView | undefined> {
  const row = await db.one<Row>(sql`
    SELECT t.id, t.serial, t.state::text AS state, t.currency::text AS currency, t.total, t.prize, t.office_id,
      office.name AS office_name, agency.name AS agency_name,
      seller.name AS seller_name, t.sold_at, t.expires_on, t.annul_before, t.paid_at,
      ${standingOn(sql`t`, 'premio')} AS paid_to, t.annulled_at, b.name AS banca_name, t.reprints,
      CASE
        WHEN a.id IS NOT NULL THEN json_build_object(
          'state', a.state, 'requested_by_name',
          coalesce(${namedWithin(scope, sql`asker.partner_id`, sql`asker.name`)}, 'otra persona'), 'requested_at',
          ${iso('a.requested_at')}, 'decided_by_name', ${namedWithin(scope, sql`decider.partner_id`, sql`decider.name`)},
          'decided_at', ${iso('a.decided_at')}, 'reason', a.reason
        )
      END AS approval,
      ${within(scope, sql`t.office_id`)} AS own,
      t.state = 'vendido' AND t.annul_before > clock_timestamp() AND t.first_close_at > clock_timestamp() AS can_annul,
      t.state = 'ganador' AND t.pending_lines = 0 AND (t.expires_on >= ${today}::date OR a.state = 'aprobado')
        AND (coalesce(a.state, 'aprobado') = 'aprobado' OR (a.state = 'rechazado' AND ${session.partner_type !== 'taquilla'})) AS can_pay
    FROM tickets t
    JOIN partners office ON office.id = t.office_id
    JOIN partners agency ON agency.id = office.father_id
    JOIN users seller ON seller.id = t.seller_id
    CROSS JOIN banca b
    LEFT JOIN LATERAL ${standing} a ON true
    LEFT JOIN users asker ON asker.id = a.requested_by LEFT JOIN users decider ON decider.id = a.decided_by
    WHERE t.day = ${day} AND t.id = ${id}`)
  if (!row) return undefined
  const { can_annul, can_pay, own, ...ticket } = row
  const actions: TicketView['actions'] = [
    ...(can_pay ? ['pay' as const] : []),
    ...(can_annul && own ? ['annul' as const] : []),
    ...(own && row.state !== 'anulado' ? ['reprint' as const] : []),
  ]
  return { ...ticket, lines: await linesOf(db, { day, id }), actions }
}

/** An instant inside a JSON value, as it travels. */
function iso(column: string) {
  return sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
