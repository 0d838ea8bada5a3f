/** Prizes of the polla: a row for each pot that a ticket shares. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import type { polla, PollaPrize } from '@contract/polla.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { ordered, pageOf, type Page } from '../../platform/lists/paging.ts'

const from = sql`
  prizes p JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
  JOIN draws d ON d.id = p.draw_id JOIN products product ON product.id = d.product_id JOIN partners office ON office.id = p.office_id JOIN partners agency ON agency.id = office.father_id`

/** Prizes in force of the caller's subtree, latest round first; `from` and `to` are days of rounds. `pays` says whether the caller's role pays at all. */
export async function listPrizes(
  scope: Scope,
  db: Executor,
  asked: Received<typeof polla.prizes>['query'],
  { today, pays }: { today: string; pays: boolean },
): Promise<Page<PollaPrize>> {
  if (asked.from && asked.to && asked.from > asked.to) throw Problem.on('from', 'range_backwards')
  const state = sql`CASE WHEN t.state = 'pagado' THEN 'pagado' WHEN t.state = 'vencido' OR t.expires_on < ${today}::date THEN 'vencido' ELSE 'por_pagar' END`
  const where = every(
    sql`p.pot IS NOT NULL AND p.withdrawn_at IS NULL`,
    within(scope, sql`p.office_id`),
    asked.from !== undefined && sql`d.day >= ${asked.from}::date`,
    asked.to !== undefined && sql`d.day <= ${asked.to}::date`,
    asked.round_id !== undefined && sql`p.draw_id = ${asked.round_id}`,
    asked.state && sql`${state} = ${asked.state}`,
    asked.q !== undefined && sql`t.serial LIKE ${`${asked.q.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`}`,
  )
  const columns = sql`
    p.id::text AS id, t.serial, product.name AS product_name, d.day, p.pot,
    (SELECT count(*)::int FROM unnest(string_to_array(l.number, '-')) AS code WHERE code IN (
      SELECT n.number FROM polla_draws x JOIN draws s ON s.id = x.draw_id AND s.state = 'premiado' JOIN result_numbers n ON n.result_id = s.result_id AND n.place = '' WHERE x.polla_draw_id = d.id)) AS hits,
    office.name AS office_name, agency.name AS agency_name, p.currency::text AS currency, p.amount, ${state} AS state, t.expires_on, t.paid_at,
    CASE WHEN ${pays}::boolean AND ${state} = 'por_pagar' THEN ARRAY['pay'] ELSE '{}' END AS actions`
  const order = ordered(asked.sort ?? '-day', {
    day: sql`d.day`,
    amount: sql`p.amount`,
    serial: sql`t.serial`,
    pot: sql`p.pot`,
    expires_on: sql`t.expires_on`,
  })
  return pageOf(db, asked, { columns, from, where, order })
}

/** The serial that a prize in force belongs to. */
export async function serialOfPrize(db: Executor, id: string): Promise<string | undefined> {
  const prize = await db.one<{ serial: string }>(sql`
    SELECT t.serial FROM prizes p JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id WHERE p.id = ${id}::bigint AND p.pot IS NOT NULL AND p.withdrawn_at IS NULL`)
  return prize?.serial
}
