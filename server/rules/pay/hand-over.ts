/**
 * Money of a ticket that leaves an office's cash, a prize or a refund: given where the ticket was sold unless the banca
 * allows otherwise and the office has the ticket's currency. Of another agency's ticket it crosses: whoever sold it owes
 * what the giver is out of, so the entry itself moves it from the seller's agency's adjustments to the giver's.
 */
import { sql, type SQL } from 'drizzle-orm'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import { sameCode } from '../sale/serial.ts'

/** A ticket, where it was sold and the office that is to give. */
export interface HandOver {
  code: string
  office_id: number
  currency: Currency
  seller_agency_id: number
  giver_agency_id: number
  pays_other: boolean
  /** The giving office sells in the ticket's currency, or sold this ticket while it did: it has a cash of it. */
  has_cash: boolean
}

/** The columns of a `HandOver`, where the `ticket` is joined with `handOverTables` of that office. */
export const handOverColumns = (office_id: number) => sql`
  ticket.code, ticket.office_id, ticket.currency::text AS currency, seller.father_id AS seller_agency_id,
  giver.father_id AS giver_agency_id, ticket.office_id = giver.id OR ticket.currency = ANY (giver.currencies) AS has_cash,
  coalesce((SELECT setting.pays_other_agencies FROM partner_ancestors above
    JOIN partner_settings setting ON setting.partner_id = above.ancestor_id
    WHERE above.partner_id = ${office_id} AND setting.pays_other_agencies IS NOT NULL ORDER BY above.depth LIMIT 1),
    false) AS pays_other`

export const handOverTables = (office_id: number) => sql`
  JOIN partners seller ON seller.id = ticket.office_id JOIN partners giver ON giver.id = ${office_id}`

/** Throws `ticket_wrong_code`: what is printed on the ticket is the proof that one holds it. */
export function mustHold(ticket: HandOver, code: string): void {
  if (!sameCode(code, ticket.code)) throw Problem.on('code', 'ticket_wrong_code')
}

/** Throws `ticket_other_office` (told in `elsewhere`) and `currency_not_sold`. */
export function mustGiveThere(ticket: HandOver, elsewhere?: string): void {
  if (crosses(ticket) && !ticket.pays_other)
    throw new Problem('ticket_other_office', elsewhere === undefined ? {} : { detail: elsewhere })
  if (!ticket.has_cash)
    throw new Problem('currency_not_sold', {
      detail: `El ticket es en ${currencyFacts[ticket.currency].name.toLowerCase()} y la taquilla que paga no trabaja con esa moneda.`,
    })
}

const crosses = (ticket: HandOver) => ticket.seller_agency_id !== ticket.giver_agency_id

/**
 * Rows (n, partner_id, kind, amount) of entry `n`, for a VALUES: the `amount` that leaves the cash of `office_id` and
 * what the selling office owed on `kind`.
 */
export function handOverSides(
  n: number,
  { ticket, office_id, kind, amount }: { ticket: HandOver; office_id: number; kind: AccountKind; amount: SQL },
): SQL {
  const entry = sql.raw(String(n))
  const crossed = sql`CASE WHEN ${crosses(ticket)}::boolean THEN ${amount} ELSE 0 END`
  return sql`
    (${entry}, ${ticket.office_id}::int, ${sql.raw(`'${kind}'`)}, ${amount}), (${entry}, ${office_id}::int, 'caja', -${amount}),
    (${entry}, ${ticket.giver_agency_id}::int, 'ajustes', ${crossed}),
    (${entry}, ${ticket.seller_agency_id}::int, 'ajustes', -(${crossed}))`
}
