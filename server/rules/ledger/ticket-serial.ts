/** The serial of the ticket that an `entry` speaks of. */
import { sql } from 'drizzle-orm'

/** A ticket of the entry's own day is found by its key; of an earlier day by the entry of its sale, which has that day. */
export const ticketSerial = sql`
  coalesce(
    (SELECT ticket.serial FROM tickets ticket WHERE ticket.day = entry.day AND ticket.id = entry.ref_id),
    (
      SELECT ticket.serial
      FROM ledger_entries sale
      JOIN tickets ticket ON ticket.day = sale.day AND ticket.id = sale.ref_id
      WHERE sale.ref_kind = 'ticket' AND sale.ref_id = entry.ref_id AND sale.kind = 'venta' AND sale.day <= entry.day
      LIMIT 1
    )
  )`
