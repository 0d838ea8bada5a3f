/** Polla tickets: their symbols and hits so far, which are read from the results in force and stored nowhere. */
import { sql, type SQL } from 'drizzle-orm'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { addDays } from '@contract/values/dates.ts'
import { within } from '../../platform/db/scope.ts'
import { listing, startingWith, type Reader } from '../../platform/lists/listing.ts'

/** Days back that a list shows when none are asked. */
const usualDays = 30
/** A round sells at most this many days ahead: tickets of its day were sold no earlier. */
const soldAheadDays = 8

/** The ticket as `p`, its one line `l`, its round `d`. Few draws are rounds, and saying which is what spares a look at every ticket. */
const tables = sql`
  tickets p JOIN ticket_lines l ON l.day = p.day AND l.ticket_id = p.id JOIN bet_types b ON b.id = l.bet_type_id AND b.kind = 'polla'
  JOIN draws d ON d.id = l.draw_id JOIN products product ON product.id = d.product_id AND product.kind = 'polla'
  JOIN partners office ON office.id = p.office_id JOIN partners agency ON agency.id = office.father_id JOIN users seller ON seller.id = p.seller_id CROSS JOIN banca`

function columns({ scope, today }: Pick<Reader, 'scope' | 'today'>): SQL {
  const own = within(scope, sql`p.office_id`)
  const approval = sql`(SELECT a.state FROM pay_approvals a WHERE a.ticket_day = p.day AND a.ticket_id = p.id ORDER BY a.id DESC LIMIT 1)`
  const can_pay = sql`p.state = 'ganador' AND p.pending_lines = 0 AND (p.expires_on >= ${today}::date OR ${approval} = 'aprobado') AND coalesce(${approval}, 'aprobado') = 'aprobado'`
  const can_annul = sql`${own} AND p.state = 'vendido' AND p.annul_before > clock_timestamp() AND p.first_close_at > clock_timestamp()`
  return sql`
    p.id, p.serial, p.state::text AS state, d.id AS round_id, d.product_id, product.name AS product_name, d.day, played.symbols, played.hits,
    listed.draws_done, listed.draws_total, p.currency::text AS currency, p.total, p.prize,
    (SELECT min(z.id)::text FROM prizes z WHERE z.ticket_day = p.day AND z.ticket_id = p.id AND z.withdrawn_at IS NULL) AS prize_id,
    office.name AS office_name, agency.name AS agency_name, banca.name AS banca_name, seller.name AS seller_name,
    p.sold_at, p.annul_before, d.closes_at, coalesce(listed.draws_from, d.scheduled_at) AS draws_from, coalesce(listed.draws_to, d.scheduled_at) AS draws_to, p.expires_on, p.paid_at, p.reprints,
    array_remove(ARRAY[CASE WHEN ${can_pay} THEN 'pay' END, CASE WHEN ${can_annul} THEN 'annul' END, CASE WHEN ${own} AND p.state <> 'anulado' THEN 'reprint' END], NULL) AS actions`
}

/** What came out in the round's draws, and what of it the ticket has: a row of each, which a count has no use for. Suspended draws do not count. */
const progress = sql`
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE s.state = 'premiado')::int AS draws_done, count(*) FILTER (WHERE s.state <> 'suspendido')::int AS draws_total,
      min(s.scheduled_at) AS draws_from, max(s.scheduled_at) AS draws_to,
      array_agg(n.number) FILTER (WHERE n.number IS NOT NULL) AS drawn
    FROM polla_draws x JOIN draws s ON s.id = x.draw_id LEFT JOIN result_numbers n ON s.state = 'premiado' AND n.result_id = s.result_id AND n.place = ''
    WHERE x.polla_draw_id = d.id
  ) listed ON true LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('code', c.code, 'name', coalesce(y.name, c.code), 'image_url', y.image_url, 'hit', c.code = ANY (coalesce(listed.drawn, '{}'))) ORDER BY c.at) AS symbols,
      count(*) FILTER (WHERE c.code = ANY (listed.drawn))::int AS hits
    FROM unnest(string_to_array(l.number, '-')) WITH ORDINALITY AS c(code, at) LEFT JOIN product_symbols y ON y.product_id = d.product_id AND y.code = c.code
  ) played ON true`

/** A serial by how it begins, however it is typed. */
export const serialBegins = (serial: SQL) => (q: string) => sql`${serial} LIKE ${startingWith(q.toUpperCase())}`

/** Tickets of the caller's offices; the period is of days of their rounds. */
export const tickets = listing(polla.list, {
  from: sql`${tables} ${progress}`,
  columns,
  key: sql`p.id`,
  scope: (scope) => within(scope, sql`p.office_id`),
  filter: {
    state: (state) => sql`p.state = ${state}::ticket_state`,
    product_id: (product_id) => sql`d.product_id = ${product_id}`,
  },
  order: {
    sold_at: sql`p.sold_at`,
    day: sql`d.day`,
    serial: sql`p.serial`,
    total: sql`p.total`,
    prize: sql`p.prize`,
    hits: sql`played.hits`,
  },
  search: { more: serialBegins(sql`p.serial`) },
  // Partitions of days in which no such ticket can have been sold are not looked into.
  period: ({ from, to }) => sql`d.day BETWEEN ${from}::date AND ${to}::date
    AND p.day BETWEEN ${from}::date - ${soldAheadDays}::int AND ${to}::date`,
  named: { product_id: (product_id) => sql`SELECT name FROM products WHERE id = ${product_id}` },
})

/** What is asked of the list, with its usual first day where none is named: no caller reads all there ever was. */
export function inUsualDays<Q extends { from?: string | undefined; to?: string | undefined }>(
  query: Q,
  today: string,
): Q {
  return { ...query, from: query.from ?? addDays(query.to ?? today, -usualDays) }
}

/** One ticket of the polla; undefined for any other. Whoever asks may see it already. */
export async function showTicket(
  reader: Pick<Reader, 'scope' | 'db' | 'today'>,
  { day, id }: { day: string; id: string },
): Promise<PollaTicket | undefined> {
  return reader.db.one<PollaTicket>(
    sql`SELECT ${columns(reader)} FROM ${tables} ${progress} WHERE p.day = ${day} AND p.id = ${id}`,
  )
}
