/** Prizes of the polla: a row for each pot that a ticket shares. */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { polla } from '@contract/polla.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import { listing, type Reader } from '../../platform/lists/listing.ts'
import { serialBegins } from './ticket-view.ts'

const state = ({ today }: Pick<Reader, 'today'>) => sql`
  CASE WHEN ticket.state = 'pagado' THEN 'pagado' WHEN ticket.state = 'vencido'
    OR ticket.expires_on < ${today}::date THEN 'vencido' ELSE 'por_pagar' END`

/** Prizes in force; the period is of days of rounds. Who only looks on is offered no payment. */
export const pollaPrizes = listing(polla.prizes, {
  from: sql`(SELECT * FROM prizes WHERE pot IS NOT NULL AND withdrawn_at IS NULL) prize
    JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
    JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
    JOIN draws draw ON draw.id = prize.draw_id JOIN products product ON product.id = draw.product_id
    JOIN partners office ON office.id = prize.office_id JOIN partners agency ON agency.id = office.father_id`,
  columns: (reader) => sql`
    prize.id::text AS id, ticket.serial, product.name AS product_name, draw.day, prize.pot,
    (SELECT count(*)::int FROM unnest(string_to_array(line.number, '-')) AS code WHERE code IN (
      SELECT number.number FROM polla_draws polla_draw JOIN draws single ON single.id = polla_draw.draw_id AND single.state = 'premiado'
      JOIN result_numbers number ON number.result_id = single.result_id AND number.place = ''
      WHERE polla_draw.polla_draw_id = draw.id)) AS hits,
    office.name AS office_name, agency.name AS agency_name, prize.currency::text AS currency, prize.amount, ${state(reader)} AS state,
    ticket.expires_on, ticket.paid_at,
    CASE
      WHEN ${allows(rules.pollaOffice, reader.session)}::boolean AND ${state(reader)} = 'por_pagar' THEN ARRAY['pay']
        ELSE '{}'
    END AS actions`,
  key: sql`prize.id`,
  scope: (scope) => within(scope, sql`prize.office_id`),
  filter: {
    state: (asked, reader) => sql`${state(reader)} = ${asked}`,
    round_id: (round_id) => sql`prize.draw_id = ${round_id}`,
  },
  order: {
    day: sql`draw.day`,
    amount: sql`prize.amount`,
    serial: sql`ticket.serial`,
    pot: sql`prize.pot`,
    expires_on: sql`ticket.expires_on`,
  },
  search: { more: serialBegins(sql`ticket.serial`) },
  period: ({ from, to }) => sql`draw.day BETWEEN ${from}::date AND ${to}::date`,
  named: {
    round_id: (round_id) =>
      sql`SELECT product.name, draw.day::text FROM draws draw JOIN products product ON product.id = draw.product_id
        WHERE draw.id = ${round_id}`,
  },
})

/** The serial that a prize in force belongs to. */
export async function serialOfPrize(db: Executor, id: string): Promise<string | undefined> {
  const prize = await db.one<{ serial: string }>(sql`
    SELECT ticket.serial
    FROM prizes prize
    JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
    WHERE prize.id = ${id}::bigint AND prize.pot IS NOT NULL AND prize.withdrawn_at IS NULL`)
  return prize?.serial
}
