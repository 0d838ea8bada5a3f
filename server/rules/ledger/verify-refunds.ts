/** What must always hold of money that is given back: between tickets, their lines and the books, by other words than the postings'. */
import { sql, type SQL } from 'drizzle-orm'

/** Postings of entries that speak of a ticket, as `entry`, `posting` and `account`. */
const posted = sql`
  ledger_entries entry
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id`

/** Before refunds were owed at a counter, what a draw gave back and what was annulled left the drawer in the same entry. */
const atOnce = (kind: string) => sql`entry.kind = ${kind} AND account.kind = 'caja'`

export const refundRules: readonly [string, SQL][] = [
  [
    'lo que los tickets tienen por devolver es el saldo de las devoluciones por pagar',
    sql`
    SELECT 1 FROM (
      SELECT office_id, currency, sum(returned - refunded) AS due FROM tickets WHERE returned <> refunded GROUP BY 1, 2
    ) owed FULL JOIN (
      SELECT account.partner_id AS office_id, account.currency, sum(ledger_day.credit - ledger_day.debit) AS due
      FROM ledger_days ledger_day
      JOIN ledger_accounts account ON account.id = ledger_day.account_id AND account.kind = 'devoluciones_por_pagar'
      GROUP BY 1, 2
    ) booked USING (office_id, currency) WHERE coalesce(owed.due, 0) <> coalesce(booked.due, 0)`,
  ],
  [
    'lo entregado de cada ticket es lo que salió del libro, y nunca más de lo devuelto',
    sql`
    SELECT 1 FROM tickets WHERE refunded > returned
    UNION ALL
    SELECT 1 FROM (
      SELECT entry.ref_id AS id, sum(posting.amount) AS amount FROM ${posted}
      WHERE entry.kind = 'reintegro' AND account.kind = 'devoluciones_por_pagar' GROUP BY 1
    ) given LEFT JOIN tickets ticket USING (id) WHERE given.amount > coalesce(ticket.refunded, 0)
    UNION ALL
    SELECT 1 FROM (
      SELECT day, office_id, currency, sum(refunded) AS amount FROM tickets WHERE refunded > 0 GROUP BY 1, 2, 3
    ) kept FULL JOIN (
      SELECT day, office_id, currency, sum(amount) AS amount FROM (
        SELECT ticket.day, ticket.office_id, ticket.currency, posting.amount FROM ${posted} JOIN tickets ticket ON ticket.id = entry.ref_id
        WHERE entry.kind = 'reintegro' AND account.kind = 'devoluciones_por_pagar'
        UNION ALL
        SELECT entry.day, entry.office_id, account.currency, -posting.amount FROM ${posted} WHERE ${atOnce('devolucion')}
      ) given GROUP BY 1, 2, 3
    ) booked USING (day, office_id, currency) WHERE coalesce(kept.amount, 0) <> coalesce(booked.amount, 0)`,
  ],
  [
    'lo devuelto de cada ticket es lo de sus jugadas devueltas y anuladas',
    sql`
    SELECT 1 FROM (
      SELECT day, ticket_id AS id, sum(stake) AS amount FROM ticket_lines WHERE state IN ('anulada', 'devuelta') GROUP BY 1, 2
    ) gone FULL JOIN (SELECT day, id, returned FROM tickets WHERE returned > 0) kept USING (day, id)
    -- What of it is nobody's any more: lapsed, of a ticket handed in for its prize, or annulled before refunds were owed.
    LEFT JOIN (
      SELECT entry.ref_id AS id, sum(abs(posting.amount)) AS amount FROM ${posted}
      WHERE entry.ref_kind = 'ticket' AND (
        entry.kind = 'caducidad' AND account.kind = 'devoluciones_por_pagar' OR entry.kind = 'devolucion' AND account.kind = 'ajustes'
        OR ${atOnce('anulacion')}
      ) GROUP BY 1
    ) past USING (id) WHERE coalesce(gone.amount, 0) <> coalesce(kept.returned, 0) + coalesce(past.amount, 0)`,
  ],
  [
    'lo devuelto en otra agencia está cruzado entre las dos, y nada más',
    sql`
    SELECT 1 FROM (
      SELECT entry.id, crossing.agency_id, crossing.amount FROM ${posted}
      JOIN tickets ticket ON ticket.id = entry.ref_id
      JOIN partners seller ON seller.id = ticket.office_id
      JOIN partners giver ON giver.id = entry.office_id,
      LATERAL (VALUES (giver.father_id, -posting.amount), (seller.father_id, posting.amount)) AS crossing(agency_id, amount)
      WHERE entry.kind = 'reintegro' AND account.kind = 'caja' AND seller.father_id <> giver.father_id
    ) due FULL JOIN (
      SELECT entry.id, account.partner_id AS agency_id, sum(posting.amount) AS amount FROM ${posted}
      WHERE entry.kind = 'reintegro' AND account.kind = 'ajustes' GROUP BY 1, 2
    ) crossed USING (id, agency_id) WHERE coalesce(due.amount, 0) <> coalesce(crossed.amount, 0)`,
  ],
]
