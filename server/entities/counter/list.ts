/** Tickets that the caller's offices sold, as a counter looks for one of them. */
import { sql } from 'drizzle-orm'
import { counter } from '@contract/counter.ts'
import { within } from '../../platform/db/scope.ts'
import { listing } from '../../platform/lists/listing.ts'
import { nameById, startingWith } from '../../platform/lists/names.ts'
import { buyerOf } from '../../rules/clients/attach.ts'
import { boughtBy } from '../../rules/clients/search.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

export const counterTickets = listing(counter.tickets, {
  from: sql`tickets ticket`,
  columns: sql`
    ticket.id, ticket.serial, ticket.state::text AS state, ticket.sold_at,
    (SELECT count(*)::int FROM ticket_lines line WHERE line.day = ticket.day AND line.ticket_id = ticket.id) AS lines,
    ticket.currency::text AS currency, ticket.total, ticket.prize, ticket.returned - ticket.refunded AS refund_due,
    ${buyerOf(sql`ticket`)} AS client, office.name AS office_name, seller.name AS seller_name`,
  shown: {
    row: sql`ticket`,
    tables: sql`JOIN partners office ON office.id = ticket.office_id JOIN users seller ON seller.id = ticket.seller_id`,
  },
  key: sql`ticket.id`,
  scope: (scope) => within(scope, sql`ticket.office_id`),
  filter: {
    state: (state) => sql`ticket.state = ${state}::ticket_state`,
    office_id: async (id, { scope, db }) => {
      await mustBeWithin(scope, db, id)
      return sql`ticket.office_id = ${id}`
    },
  },
  order: {
    sold_at: sql`ticket.sold_at`,
    serial: sql`ticket.serial`,
    total: sql`ticket.total`,
    prize: sql`ticket.prize`,
  },
  never_null: true,
  search: {
    plain: [],
    more: (q) => sql`ticket.serial LIKE ${startingWith(q.toUpperCase())} OR ${boughtBy(sql`ticket`, q)}`,
  },
  period: ({ from, to }) => sql`ticket.day BETWEEN ${from}::date AND ${to}::date`,
  named: { office_id: (id) => nameById('partners', id) },
})

/** Today's where no day is asked: nobody reads all that an office ever sold. */
export function todaysUnlessAsked<Q extends { from?: string | undefined; to?: string | undefined }>(
  query: Q,
  today: string,
): Q {
  return query.from === undefined && query.to === undefined ? { ...query, from: today, to: today } : query
}
