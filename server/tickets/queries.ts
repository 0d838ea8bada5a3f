/** Tickets as the counter sees them. */
import { sql } from 'drizzle-orm'
import type { TicketView } from '@contract/tickets.ts'
import type { Executor } from '../db/connect.ts'
import { within, type Scope } from '../db/scope.ts'
import { dayOfSerial } from '../sale/serial.ts'

export interface TicketKey {
  day: string
  id: string
  office_id: number
}

/** Where a serial lies. Anybody at a counter may look one up for payment where the banca lets agencies pay each other's tickets. */
export async function findTicket(db: Executor, scope: Scope, serial: string): Promise<TicketKey | undefined> {
  const day = dayOfSerial(serial)
  if (!day) return undefined
  return db.one<TicketKey>(sql`
    SELECT t.day, t.id, t.office_id FROM tickets t JOIN partners office ON office.id = t.office_id
    WHERE t.day = ${day} AND t.serial = ${serial} AND (
      ${within(scope, sql`t.office_id`)}
      OR EXISTS (SELECT 1 FROM partners me WHERE me.id = ${scope.partner_id} AND office.father_id = CASE me.type WHEN 'taquilla' THEN me.father_id ELSE me.id END)
      OR coalesce((SELECT s.pays_other_agencies FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id
        WHERE a.partner_id = ${scope.partner_id} AND s.pays_other_agencies IS NOT NULL ORDER BY a.depth LIMIT 1), false))`)
}

type Row = Omit<TicketView, 'lines' | 'actions'> & { can_annul: boolean; can_pay: boolean }

/** A ticket with its lines and what may still be done with it. */
export async function showTicket(db: Executor, { day, id }: Pick<TicketKey, 'day' | 'id'>, today: string): Promise<TicketView | undefined> {
  const row = await db.one<Row>(sql`
    SELECT t.id, t.serial, t.state::text AS state, t.currency::text AS currency, t.total, t.prize, t.office_id, office.name AS office_name, agency.name AS agency_name,
      seller.name AS seller_name, t.sold_at, t.expires_on, t.annul_before, t.paid_at, t.annulled_at,
      t.state = 'vendido' AND t.annul_before > clock_timestamp() AS can_annul,
      t.state = 'ganador' AND t.pending_lines = 0 AND t.expires_on >= ${today}::date AS can_pay
    FROM tickets t JOIN partners office ON office.id = t.office_id JOIN partners agency ON agency.id = office.father_id JOIN users seller ON seller.id = t.seller_id
    WHERE t.day = ${day} AND t.id = ${id}`)
  if (!row) return undefined
  const lines = await db.rows<TicketView['lines'][number]>(sql`
    SELECT l.draw_id, p.name AS product_name, d.scheduled_at, l.bet_type_id, b.name AS bet_type_name, l.number, l.stake, l.multiplier, l.prize, l.state::text AS state
    FROM ticket_lines l JOIN draws d ON d.id = l.draw_id JOIN products p ON p.id = l.product_id JOIN bet_types b ON b.id = l.bet_type_id
    WHERE l.day = ${day} AND l.ticket_id = ${id} ORDER BY l.n`)
  const { can_annul, can_pay, ...ticket } = row
  return { ...ticket, lines, actions: [...(can_pay ? ['pay' as const] : []), ...(can_annul ? ['annul' as const] : [])] }
}
