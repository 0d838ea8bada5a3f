/** Prizes of the polla: a row for each pot that a ticket shares. */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { polla } from '@contract/polla.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import { listing, type Reader } from '../../platform/lists/listing.ts'
import { serialBegins } from './ticket-view.ts'

const state = ({ today }: Pick<Reader, 'today'>) => sql`
  CASE WHEN t.state = 'pagado' THEN 'pagado' WHEN t.state = 'vencido' OR t.expires_on < ${today}::date THEN 'vencido' ELSE 'por_pagar' END`

/** Prizes in force; the period is of days of rounds. Who only looks on is offered no payment. */
export const prizes = listing(polla.prizes, {
  from: sql`(SELECT * FROM prizes WHERE pot IS NOT NULL AND withdrawn_at IS NULL) p
    JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    JOIN draws d ON d.id = p.draw_id JOIN products product ON product.id = d.product_id
    JOIN partners office ON office.id = p.office_id JOIN partners agency ON agency.id = office.father_id`,
  columns: (reader) => sql`
    p.id::text AS id, t.serial, product.name AS product_name, d.day, p.pot,
    (SELECT count(*)::int FROM unnest(string_to_array(l.number, '-')) AS code WHERE code IN (
      SELECT n.number FROM polla_draws x JOIN draws s ON s.id = x.draw_id AND s.state = 'premiado'
      JOIN result_numbers n ON n.result_id = s.result_id AND n.place = '' WHERE x.polla_draw_id = d.id)) AS hits,
    office.name AS office_name, agency.name AS agency_name, p.currency::text AS currency, p.amount, ${state(reader)} AS state,
    t.expires_on, t.paid_at,
    CASE
      WHEN ${allows(rules.pollaOffice, reader.session)}::boolean AND ${state(reader)} = 'por_pagar' THEN ARRAY['pay']
        ELSE '{}'
    END AS actions`,
  key: sql`p.id`,
  scope: (scope) => within(scope, sql`p.office_id`),
  filter: {
    state: (asked, reader) => sql`${state(reader)} = ${asked}`,
    round_id: (round_id) => sql`p.draw_id = ${round_id}`,
  },
  order: {
    day: sql`d.day`,
    amount: sql`p.amount`,
    serial: sql`t.serial`,
    pot: sql`p.pot`,
    expires_on: sql`t.expires_on`,
  },
  search: { more: serialBegins(sql`t.serial`) },
  period: ({ from, to }) => sql`d.day BETWEEN ${from}::date AND ${to}::date`,
  named: {
    round_id: (round_id) =>
      sql`SELECT p.name, d.day::text FROM draws d JOIN products p ON p.id = d.product_id WHERE d.id = ${round_id}`,
  },
})

/** The serial that a prize in force belongs to. */
export async function serialOfPrize(db: Executor, id: string): Promise<string | undefined> {
  const prize = await db.one<{ serial: string }>(sql`
    SELECT t.serial
    FROM prizes p
    JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
    WHERE p.id = ${id}::bigint AND p.pot IS NOT NULL AND p.withdrawn_at IS NULL`)
  return prize?.serial
}
