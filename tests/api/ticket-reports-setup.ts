/** A day of tickets in every state, for tests of the reports over them: a tripleta, a suspended draw, prizes paid, waiting and expired. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import type { Arguments } from '../../contract/endpoint.ts'
import type { ticketReports } from '../../contract/ticket-reports.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { betTypeId, type World } from '../support/world.ts'
import { line, openCounter, tripleta, type Counter } from './sale-setup.ts'

type Draws = Record<'first' | 'second' | 'third' | 'open' | 'suspended' | 'figures', number>
type Sold = Record<
  'waits' | 'paid' | 'unpaid' | 'expired' | 'annulled' | 'partly' | 'returned' | 'tripleta' | 'figures',
  { serial: string; code: string }
>
export type Query<K extends keyof typeof ticketReports.endpoints> = NonNullable<
  Arguments<(typeof ticketReports.endpoints)[K]>['query']
>

export interface DayOfTickets {
  counter: Counter
  /**
   * Three of one product, which a tripleta plays in, one that stays without a result, one suspended, one of figures.
   * Set before the first test.
   */
  draw: Draws
  /** By what becomes of each. */
  sold: Sold
  /** Which of them the rows are, in order of their names. */
  names(rows: readonly { serial: string }[]): string[]
  days(): { from: string; to: string }
  /** What the books say of a partner's subtree today. */
  ledger(partner_id: number, currency: string): Promise<{ sold: string; prizes: string }>
}

/** Who asks, and whose subtree that is. */
export const users = [
  ['banca', 'banca'],
  ['distribuidor', 'norte'],
  ['agencia', 'agencia1'],
] as const satisfies [string, keyof World['partner']][]
export const sum = (values: readonly string[]) => add('0.00', ...values)

export function openDayOfTickets(): DayOfTickets {
  const counter = openCounter((world) =>
    world.db.run(sql`UPDATE products SET settings = settings || '{"tripleta_draws": 3}' WHERE code = 'LOTTO_ACTIVO'`),
  )
  const day = {
    counter,
    draw: {} as Draws,
    sold: {} as Sold,
    names: (rows: readonly { serial: string }[]) =>
      rows
        .map(({ serial }) => Object.entries(day.sold).find(([, ticket]) => ticket.serial === serial)?.[0] ?? serial)
        .sort(),
    days: () => ({ from: counter.world.today, to: counter.world.today }),
    ledger: async (partner_id: number, currency: string) =>
      (await counter.world.db.one<{ sold: string; prizes: string }>(sql`
      SELECT coalesce(-sum(p.amount) FILTER (WHERE a.kind = 'ventas'), 0)::numeric(16, 2) AS sold,
        coalesce(sum(p.amount) FILTER (WHERE a.kind = 'premios'), 0)::numeric(16, 2) AS prizes
      FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
      WHERE p.currency = ${currency} AND p.day = ${counter.world.today}
        AND a.partner_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${partner_id})`))!,
  }
  beforeAll(() => play(day))
  return day
}

async function play({ counter, draw, sold }: DayOfTickets): Promise<void> {
  const [first, second, third] = (await counter.draws('LOTTO_ACTIVO', 3)) as [number, number, number]
  const [open, suspended] = (await counter.draws('LA_GRANJITA', 2)) as [number, number]
  const figures = await counter.world.draw('TRIPLE_ZULIA')
  Object.assign(draw, { first, second, third, open, suspended, figures })
  const { sell, app } = counter
  Object.assign(sold, {
    waits: await sell([line(first, '5', '10.50'), line(open, '00', '20.25')]),
    paid: await sell([line(first, '5', '3.00')], 'vecina'),
    unpaid: await sell([line(first, '5', '1.10')], 'lejana'),
    expired: await sell([line(first, '5', '2.00')], 'taquilla', 'USD'),
    annulled: await sell([line(first, '7', '4.00')]),
    partly: await sell([line(first, '8', '5.00'), line(suspended, '9', '6.00')]),
    returned: await sell([line(suspended, '9', '7.77')], 'vecina'),
    tripleta: await sell([line(first, '9-1-5', '2.00', tripleta)]),
    figures: await sell([line(figures, '123', '1.00', betTypeId('TRIPLE_A'))], 'lejana'),
  })
  await app.call(tickets.annul, { params: { serial: sold.annulled.serial }, body: {} }, { as: 'taquilla' })
  const away = await app.call(
    suspendedDraws.create,
    { body: { draw_id: suspended, mode: 'devolver', reason: 'falla eléctrica' } },
    { as: 'banca' },
  )
  expect([away.status, away.problem.code]).toEqual([201, undefined])
  await counter.prize(first, '5')
  await counter.prize(second, '1')
  await counter.prize(third, '9')
  expect((await counter.pay(sold.paid, 'vecina')).status).toBe(200)
  await counter.world.db.run(
    sql`UPDATE tickets SET expires_on = ${addDays(counter.world.today, -1)} WHERE serial = ${sold.expired.serial}`,
  )
}
