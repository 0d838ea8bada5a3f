/** What an entry came from, as people know it. */
import { sql, type SQL } from 'drizzle-orm'
import { ticketSerial } from '../../rules/ledger/ticket-serial.ts'

/** The name of what `entry` came from; its number where it has none. */
const refName: SQL = sql`
  coalesce(
    CASE entry.ref_kind
      WHEN 'ticket' THEN ${ticketSerial}
      WHEN 'draw' THEN (
        SELECT product.name || to_char(draw.scheduled_at AT TIME ZONE banca.zone, ' DD/MM/YYYY HH24:MI')
        FROM draws draw
        JOIN products product ON product.id = draw.product_id
        CROSS JOIN banca
        WHERE draw.id = entry.ref_id
      )
      WHEN 'jackpot' THEN (
        SELECT product.name || to_char(jackpot.from_day, ' DD/MM/YYYY')
        FROM jackpots jackpot
        JOIN products product ON product.id = jackpot.product_id
        WHERE jackpot.id = entry.ref_id
      )
      WHEN 'register' THEN (
        SELECT office.name || to_char(register.day, ' DD/MM/YYYY')
        FROM cash_registers register JOIN partners office ON office.id = register.office_id
        WHERE register.id = entry.ref_id
      )
      WHEN 'external_load' THEN (SELECT load.filename FROM external_loads load WHERE load.id = entry.ref_id)
      WHEN 'closing' THEN (
        SELECT partner.name || to_char(closing.week, ' DD/MM/YYYY')
        FROM closings closing JOIN partners partner ON partner.id = closing.partner_id
        WHERE closing.id = entry.ref_id
      )
      WHEN 'payment' THEN (
        SELECT partner.name FROM payments payment JOIN partners partner ON partner.id = payment.partner_id
        WHERE payment.id = entry.ref_id
      )
      WHEN 'assignment' THEN (
        SELECT partner.name FROM assignments assignment JOIN partners partner ON partner.id = assignment.partner_id
        WHERE assignment.id = entry.ref_id
      )
      WHEN 'movement' THEN (
        SELECT coalesce(office.name, fund.name) || ', ' || movement.id
        FROM cash_movements movement
        LEFT JOIN partners office ON office.id = movement.office_id
        LEFT JOIN cash_funds fund ON fund.id = movement.fund_id
        WHERE movement.id = entry.ref_id
      )
      WHEN 'settlement' THEN (SELECT partner.name FROM partners partner WHERE partner.id = entry.ref_id)
      WHEN 'adjustment' THEN (SELECT partner.name FROM partners partner WHERE partner.id = entry.ref_id)
    END,
    entry.ref_id::text
  )`

/** What of the closing that `entry` came from says where its statement is. */
const ofClosing = (what: 'partner_id' | 'week') => sql`
  CASE WHEN entry.ref_kind = 'closing'
    THEN (SELECT closing.${sql.identifier(what)} FROM closings closing WHERE closing.id = entry.ref_id) END`

/** The columns of `entry` that say what it came from. */
export const refColumns = sql`entry.ref_kind, entry.ref_id::text AS ref_id, ${refName} AS ref_name,
  ${ofClosing('partner_id')} AS ref_partner_id, ${ofClosing('week')} AS ref_week`
