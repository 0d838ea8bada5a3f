/** Polla tickets: their symbols and hits so far, which are read from the results in force and stored nowhere. */
import { sql, type SQL } from 'drizzle-orm'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { addDays } from '@contract/values/dates.ts'
import { every } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import { listing, type Reader } from '../../platform/lists/listing.ts'
import { nameById, startingWith } from '../../platform/lists/names.ts'
import { clientOn } from '../../rules/clients/attach.ts'
import { boughtBy } from '../../rules/clients/search.ts'
import { refundIsDue } from '../../rules/pay/refund.ts'

/** Days back that a list shows when none are asked. */
const usualDays = 30
/** A round sells at most this many days ahead: tickets of its day were sold no earlier. */
const soldAheadDays = 8

/** The `ticket`, its one line and its round. Few draws are rounds, and saying which is what spares a look at every ticket. */
const found = sql`
  tickets ticket
  JOIN ticket_lines line ON line.day = ticket.day AND line.ticket_id = ticket.id
  JOIN bet_types kind ON kind.id = line.bet_type_id AND kind.kind = 'polla'
  JOIN draws round ON round.id = line.draw_id JOIN products game ON game.id = round.product_id AND game.kind = 'polla'`

/** Days of the sale of tickets for rounds of these days, by a `column` that says it. */
const soldFor = ({ from, to }: { from?: string | undefined; to?: string | undefined }, column: SQL) =>
  every(
    from !== undefined && sql`${column} >= ${from}::date - ${soldAheadDays}::int`,
    to !== undefined && sql`${column} <= ${to}::date`,
  )

/** What a row shows of a `ticket` besides itself: its line `shown`, sold on one of `days`, its round `draw`, and who sold it where. */
const around = (days: SQL) => sql`
  JOIN ticket_lines shown ON shown.day = ticket.day AND shown.ticket_id = ticket.id AND ${days}
  JOIN draws draw ON draw.id = shown.draw_id
  JOIN products product ON product.id = draw.product_id
  JOIN partners office ON office.id = ticket.office_id
  JOIN partners agency ON agency.id = office.father_id
  JOIN users seller ON seller.id = ticket.seller_id
  CROSS JOIN banca`

function columns({ scope, today }: Pick<Reader, 'scope' | 'today'>): SQL {
  const own = within(scope, sql`ticket.office_id`)
  const approval = sql`(SELECT approval.state FROM pay_approvals approval
    WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id ORDER BY approval.id DESC LIMIT 1)`
  const can_pay = sql`
    ticket.state = 'ganador' AND ticket.pending_lines = 0 AND (ticket.expires_on >= ${today}::date OR ${approval} = 'aprobado')
    AND coalesce(${approval}, 'aprobado') = 'aprobado'`
  const can_annul = sql`${own} AND ticket.state = 'vendido' AND ticket.annul_before > clock_timestamp()
    AND ticket.first_close_at > clock_timestamp()`
  return sql`
    ticket.id, ticket.serial, ticket.state::text AS state, draw.id AS round_id, draw.product_id, product.name AS product_name, draw.day,
    played.symbols, played.hits,
    listed.draws_done, listed.draws_total, ticket.currency::text AS currency, ticket.total, ticket.prize,
    (SELECT min(prize.id)::text FROM prizes prize
      WHERE prize.ticket_day = ticket.day AND prize.ticket_id = ticket.id AND prize.withdrawn_at IS NULL) AS prize_id,
    office.name AS office_name, agency.name AS agency_name, banca.name AS banca_name, seller.name AS seller_name,
    ${clientOn(sql`ticket`, 'polla')} AS client, ${clientOn(sql`ticket`, 'premio')} AS paid_to,
    ticket.sold_at, ticket.annul_before, draw.closes_at, coalesce(listed.draws_from, draw.scheduled_at) AS draws_from,
    coalesce(listed.draws_to, draw.scheduled_at) AS draws_to, ticket.expires_on, ticket.paid_at, ticket.reprints,
    ticket.returned - ticket.refunded AS refund_due, ticket.office_id,
    array_remove(
      ARRAY[
        CASE WHEN ${can_pay} THEN 'pay' END, CASE WHEN ${refundIsDue(sql`${today}`)} THEN 'refund' END,
        CASE WHEN ${can_annul} THEN 'annul' END,
        CASE WHEN ${own} AND ticket.state <> 'anulado' THEN 'reprint' END
      ], NULL
    ) AS actions`
}

/** What came out in the round's draws, and what of it the ticket has. Suspended draws do not count. */
const progress = sql`
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE single.state = 'premiado')::int AS draws_done,
      count(*) FILTER (WHERE single.state <> 'suspendido')::int AS draws_total,
      min(single.scheduled_at) AS draws_from, max(single.scheduled_at) AS draws_to,
      array_agg(number.number) FILTER (WHERE number.number IS NOT NULL) AS drawn
    FROM polla_draws polla_draw
    JOIN draws single ON single.id = polla_draw.draw_id
    LEFT JOIN result_numbers number ON single.state = 'premiado' AND number.result_id = single.result_id AND number.place = ''
    WHERE polla_draw.polla_draw_id = draw.id
  ) listed ON true LEFT JOIN LATERAL (
    SELECT json_agg(
      json_build_object(
        'code', part.code, 'name', coalesce(symbol.name, part.code), 'image_url', symbol.image_url, 'hit',
        part.code = ANY (coalesce(listed.drawn, '{}'))
      )
      ORDER BY part.at
    ) AS symbols,
      count(*) FILTER (WHERE part.code = ANY (listed.drawn))::int AS hits
    FROM unnest(string_to_array(shown.number, '-')) WITH ORDINALITY AS part(code, at)
    LEFT JOIN product_symbols symbol ON symbol.product_id = draw.product_id AND symbol.code = part.code
  ) played ON true`

/** `played.hits` of a ticket that is only placed yet. */
const hits = sql`(
  SELECT count(*) FROM unnest(string_to_array(line.number, '-')) AS part(code) WHERE part.code IN (
    SELECT number.number
    FROM polla_draws polla_draw
    JOIN draws single ON single.id = polla_draw.draw_id AND single.state = 'premiado'
    JOIN result_numbers number ON number.result_id = single.result_id AND number.place = ''
    WHERE polla_draw.polla_draw_id = round.id))`

/** A serial by how it begins, however it is typed. */
export const serialBegins = (serial: SQL) => (q: string) => sql`${serial} LIKE ${startingWith(q.toUpperCase())}`

/** Tickets of the caller's offices; the period is of days of their rounds. */
export const pollaTickets = listing(polla.list, {
  from: found,
  columns,
  shown: { row: sql`ticket`, tables: ({ asked }) => sql`${around(soldFor(asked, sql`shown.day`))} ${progress}` },
  key: sql`ticket.id`,
  scope: (scope) => within(scope, sql`ticket.office_id`),
  filter: {
    state: (state) => sql`ticket.state = ${state}::ticket_state`,
    product_id: (product_id) => sql`round.product_id = ${product_id}`,
    refund: () => sql`ticket.returned > ticket.refunded`,
  },
  order: {
    sold_at: sql`ticket.sold_at`,
    day: sql`round.day`,
    serial: sql`ticket.serial`,
    total: sql`ticket.total`,
    prize: sql`ticket.prize`,
    hits,
  },
  search: { more: (q) => sql`${serialBegins(sql`ticket.serial`)(q)} OR ${boughtBy(sql`ticket`, q)}` },
  // Partitions of days in which no such ticket can have been sold are not looked into, and neither are those of lines:
  // that both days are the same hands on a value, but no range.
  period: ({ from, to }) => sql`round.day BETWEEN ${from}::date AND ${to}::date
    AND ${soldFor({ from, to }, sql`ticket.day`)} AND ${soldFor({ from, to }, sql`line.day`)}`,
  named: { product_id: (product_id) => nameById('products', product_id) },
})

/** What is asked of the list, with its usual first day where none is named: no caller reads all there ever was. */
export function inUsualDays<Q extends { from?: string | undefined; to?: string | undefined }>(
  query: Q,
  today: string,
): Q {
  return { ...query, from: query.from ?? addDays(query.to ?? today, -usualDays) }
}

/** One ticket of the polla; undefined for any other. Whoever asks may see it already. */
export async function showPollaTicket(
  reader: Pick<Reader, 'scope' | 'db' | 'today'>,
  { day, id }: { day: string; id: string },
): Promise<PollaTicket | undefined> {
  // What the banca sees is another text.
  const [ticket] = await reader.db.prepared<PollaTicket>(
    reader.scope.whole ? 'polla-ticket-of-all' : 'polla-ticket-in-reach',
    sql`SELECT ${columns(reader)} FROM ${found} ${around(sql`shown.day = ${day}`)} ${progress}
      WHERE ticket.day = ${day} AND ticket.id = ${id}`,
  )
  return ticket
}
