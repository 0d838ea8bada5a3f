/** Polla tickets: their symbols and hits so far, which are read from the results in force and stored nowhere. */
import { sql, type SQL } from 'drizzle-orm'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { addDays } from '@contract/values/dates.ts'
import { every } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import { listing, type Reader } from '../../platform/lists/listing.ts'
import { nameById, startingWith } from '../../platform/lists/names.ts'
import { standingOn } from '../../rules/clients/stand.ts'

/** Days back that a list shows when none are asked. */
const usualDays = 30
/** A round sells at most this many days ahead: tickets of its day were sold no earlier. */
const soldAheadDays = 8

/** The ticket as `p`, its one line and its round. Few draws are rounds, and saying which is what spares a look at every ticket. */
const found = sql`
  tickets p
  JOIN ticket_lines line ON line.day = p.day AND line.ticket_id = p.id
  JOIN bet_types kind ON kind.id = line.bet_type_id AND kind.kind = 'polla'
  JOIN draws round ON round.id = line.draw_id JOIN products game ON game.id = round.product_id AND game.kind = 'polla'`

/** Days of the sale of tickets for rounds of these days, by a `column` that says it. */
const soldFor = ({ from, to }: { from?: string | undefined; to?: string | undefined }, column: SQL) =>
  every(
    from !== undefined && sql`${column} >= ${from}::date - ${soldAheadDays}::int`,
    to !== undefined && sql`${column} <= ${to}::date`,
  )

/** What a row shows of a ticket `p` besides itself: its line `l`, which was sold on one of `days`, its round `d`, and who sold it where. */
const around = (days: SQL) => sql`
  JOIN ticket_lines l ON l.day = p.day AND l.ticket_id = p.id AND ${days}
  JOIN draws d ON d.id = l.draw_id
  JOIN products product ON product.id = d.product_id
  JOIN partners office ON office.id = p.office_id
  JOIN partners agency ON agency.id = office.father_id
  JOIN users seller ON seller.id = p.seller_id
  CROSS JOIN banca`

function columns({ scope, today }: Pick<Reader, 'scope' | 'today'>): SQL {
  const own = within(scope, sql`p.office_id`)
  const approval = sql`(SELECT a.state FROM pay_approvals a WHERE a.ticket_day = p.day AND a.ticket_id = p.id ORDER BY a.id DESC LIMIT 1)`
  const can_pay = sql`
    p.state = 'ganador' AND p.pending_lines = 0 AND (p.expires_on >= ${today}::date OR ${approval} = 'aprobado')
    AND coalesce(${approval}, 'aprobado') = 'aprobado'`
  const can_annul = sql`${own} AND p.state = 'vendido' AND p.annul_before > clock_timestamp() AND p.first_close_at > clock_timestamp()`
  return sql`
    p.id, p.serial, p.state::text AS state, d.id AS round_id, d.product_id, product.name AS product_name, d.day,
    played.symbols, played.hits,
    listed.draws_done, listed.draws_total, p.currency::text AS currency, p.total, p.prize,
    (SELECT min(z.id)::text FROM prizes z WHERE z.ticket_day = p.day AND z.ticket_id = p.id AND z.withdrawn_at IS NULL) AS prize_id,
    office.name AS office_name, agency.name AS agency_name, banca.name AS banca_name, seller.name AS seller_name,
    ${standingOn(sql`p`, 'polla')} AS client, ${standingOn(sql`p`, 'premio')} AS paid_to,
    p.sold_at, p.annul_before, d.closes_at, coalesce(listed.draws_from, d.scheduled_at) AS draws_from,
    coalesce(listed.draws_to, d.scheduled_at) AS draws_to, p.expires_on, p.paid_at, p.reprints,
    array_remove(
      ARRAY[
        CASE WHEN ${can_pay} THEN 'pay' END, CASE WHEN ${can_annul} THEN 'annul' END,
        CASE WHEN ${own} AND p.state <> 'anulado' THEN 'reprint' END
      ], NULL
    ) AS actions`
}

/** What came out in the round's draws, and what of it the ticket has. Suspended draws do not count. */
const progress = sql`
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE s.state = 'premiado')::int AS draws_done,
      count(*) FILTER (WHERE s.state <> 'suspendido')::int AS draws_total,
      min(s.scheduled_at) AS draws_from, max(s.scheduled_at) AS draws_to,
      array_agg(n.number) FILTER (WHERE n.number IS NOT NULL) AS drawn
    FROM polla_draws x
    JOIN draws s ON s.id = x.draw_id
    LEFT JOIN result_numbers n ON s.state = 'premiado' AND n.result_id = s.result_id AND n.place = ''
    WHERE x.polla_draw_id = d.id
  ) listed ON true LEFT JOIN LATERAL (
    SELECT json_agg(
      json_build_object(
        'code', c.code, 'name', coalesce(y.name, c.code), 'image_url', y.image_url, 'hit',
        c.code = ANY (coalesce(listed.drawn, '{}'))
      )
      ORDER BY c.at
    ) AS symbols,
      count(*) FILTER (WHERE c.code = ANY (listed.drawn))::int AS hits
    FROM unnest(string_to_array(l.number, '-')) WITH ORDINALITY AS c(code, at)
    LEFT JOIN product_symbols y ON y.product_id = d.product_id AND y.code = c.code
  ) played ON true`

/** `played.hits` of a ticket that is only placed yet. */
const hits = sql`(
  SELECT count(*) FROM unnest(string_to_array(line.number, '-')) AS c(code) WHERE c.code IN (
    SELECT n.number
    FROM polla_draws x
    JOIN draws s ON s.id = x.draw_id AND s.state = 'premiado'
    JOIN result_numbers n ON n.result_id = s.result_id AND n.place = ''
    WHERE x.polla_draw_id = round.id))`

/** A serial by how it begins, however it is typed. */
export const serialBegins = (serial: SQL) => (q: string) => sql`${serial} LIKE ${startingWith(q.toUpperCase())}`

/** Tickets of the caller's offices; the period is of days of their rounds. */
export const tickets = listing(polla.list, {
  from: found,
  columns,
  shown: { row: sql`p`, tables: ({ asked }) => sql`${around(soldFor(asked, sql`l.day`))} ${progress}` },
  key: sql`p.id`,
  scope: (scope) => within(scope, sql`p.office_id`),
  filter: {
    state: (state) => sql`p.state = ${state}::ticket_state`,
    product_id: (product_id) => sql`round.product_id = ${product_id}`,
  },
  order: {
    sold_at: sql`p.sold_at`,
    day: sql`round.day`,
    serial: sql`p.serial`,
    total: sql`p.total`,
    prize: sql`p.prize`,
    hits,
  },
  search: { more: serialBegins(sql`p.serial`) },
  // Partitions of days in which no such ticket can have been sold are not looked into, and neither are those of lines:
  // that both days are the same hands on a value, but no range.
  period: ({ from, to }) => sql`round.day BETWEEN ${from}::date AND ${to}::date
    AND ${soldFor({ from, to }, sql`p.day`)} AND ${soldFor({ from, to }, sql`line.day`)}`,
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
export async function showTicket(
  reader: Pick<Reader, 'scope' | 'db' | 'today'>,
  { day, id }: { day: string; id: string },
): Promise<PollaTicket | undefined> {
  return reader.db.one<PollaTicket>(
    sql`SELECT ${columns(reader)} FROM ${found} ${around(sql`l.day = ${day}`)} ${progress} WHERE p.day = ${day} AND p.id = ${id}`,
  )
}
