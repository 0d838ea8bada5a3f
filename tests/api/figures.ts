/**
 * Sales, annulments and prizes at chosen instants of past days, through the real engine, for tests of
 * figures; and what those figures must be, counted from the tickets and from the ledger.
 */
import { sql } from 'drizzle-orm'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays } from '../../contract/values/dates.ts'
import type { SessionUser } from '../../contract/session.ts'
import type { BetTypeCode } from '../../server/seed/catalogue.ts'
import { award } from '../../server/rules/award/award.ts'
import { every, type Tx } from '../../server/platform/db/connect.ts'
import { scopeOf } from '../../server/platform/db/scope.ts'
import type { Context } from '../../server/platform/http/context.ts'
import { instantOf } from '../../server/rules/figures/stretch.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { betTypeId, createWorld, zone, type World } from '../support/world.ts'

type Office = 'taquilla1' | 'taquilla2' | 'taquilla3'
interface Bet {
  draw: number
  number: string
  stake: string
  type?: BetTypeCode
}
interface Sums {
  sold: string
  prizes: string
  commission: string
  tickets: number
}

/** What `counted` narrows by; `until` is exclusive for sales and inclusive for draws. */
interface Asked {
  partner_id: number
  currency: Currency
  from: string
  to: string
  until?: Date
  product_id?: number
}

export interface Past {
  world: World
  /** A past Wednesday-like day in the middle of the tests' data, and the one a week before it. */
  day: string
  before: string
  /** The instant of a clock time in Caracas; `ms` past it. */
  at(day: string, time: string, ms?: number): Date
  sell(
    day: string,
    time: string,
    office: Office,
    currency: Currency,
    bets: readonly Bet[],
    ms?: number,
  ): Promise<{ day: string; id: string; serial: string }>
  annul(ticket: { day: string; id: string }): Promise<void>
  /** Puts a draw on a past day and awards it. */
  prize(
    draw: number,
    day: string,
    time: string,
    numbers: { place: string; number: string; sign: string | null }[],
  ): Promise<void>
  /** Sums straight from tickets, lines and prizes. */
  counted(asked: Asked): Promise<Omit<Sums, 'commission'>>
  /** Sums of the ledger's accounts. */
  ledger(asked: Omit<Asked, 'until' | 'product_id'>): Promise<Omit<Sums, 'tickets'>>
  /** A call's surroundings for a partner, at an instant of the test's choosing. */
  contextOf(partner_id: number, now: Date): Context
}

/** Builds the world; nothing is sold yet. */
export async function createPast(url: string): Promise<Past> {
  const world = await createWorld(url)
  const day = addDays(world.today, -7)
  const at: Past['at'] = (on, time, ms = 0) => new Date(instantOf(on, time, zone).getTime() + ms)
  return {
    world,
    day,
    before: addDays(day, -7),
    at,
    sell: (on, time, office, currency, bets, ms = 0) =>
      world.run((tx) =>
        sell(tx, {
          office_id: world.partner[office],
          seller_id: world.user.taquilla!,
          currency,
          confirm_repeated: true,
          at: at(on, time, ms),
          day: on,
          lines: bets.map(({ draw, number, stake, type = 'ANIMALITO' }) => ({
            draw_id: draw,
            bet_type_id: betTypeId(type),
            number,
            stake,
          })),
        }),
      ),
    annul: async (ticket) => {
      await world.db.run(
        sql`UPDATE tickets SET annul_before = now() + interval '1 minute' WHERE day = ${ticket.day} AND id = ${ticket.id}`,
      )
      await world.run((tx) => annul(tx, { ...ticket, by: world.user.banca!, at: new Date() }))
    },
    prize: async (draw_id, on, time, numbers) => {
      const when = at(on, time).toISOString()
      await world.db.run(
        sql`
          UPDATE draws
          SET day = ${on}, scheduled_at = ${when}, closes_at = ${when}::timestamptz - interval '5 minutes',
            opens_at = ${when}::timestamptz - interval '1 day'
          WHERE id = ${draw_id}`,
      )
      await world.run((tx) =>
        award(tx, { draw_id, numbers, entered_by: null, confirmed_by: null, source: 'prueba', at: new Date() }),
      )
    },
    counted: (asked) => counted(world, asked),
    ledger: (asked) => ledger(world, asked),
    contextOf: (partner_id, now) => ({
      db: world.db as Tx,
      scope: scopeOf({ partner_id }),
      now,
      today: world.today,
      timezone: zone,
      ip: '127.0.0.1',
      request_id: 'prueba',
      session: { id: 1, name: 'Prueba', zone, partner_id } as SessionUser,
      signal: new AbortController().signal,
      audit: () => undefined,
      afterwards: () => undefined,
      wire: { database: { pool: world.pool } } as unknown as Context['wire'],
    }),
  }
}

const under = (partner_id: number, column: string) =>
  sql`${sql.raw(column)} IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${partner_id})`

async function counted(
  { db }: World,
  { partner_id, currency, from, to, until, product_id }: Asked,
): Promise<Omit<Sums, 'commission'>> {
  const narrowed = product_id !== undefined && sql`l.product_id = ${product_id}`
  const sales = await db.one<{ sold: string; tickets: number; lines: number }>(sql`
    SELECT coalesce(sum(l.stake), 0)::numeric(16,2) AS sold, count(DISTINCT t.id)::int AS tickets, count(l.n)::int AS lines
    FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
    WHERE l.state NOT IN ('anulada', 'devuelta') AND t.currency = ${currency}
      AND (t.sold_at AT TIME ZONE ${zone}::text)::date BETWEEN ${from} AND ${to}
      AND ${every(under(partner_id, 't.office_id'), until && sql`t.sold_at < ${until.toISOString()}`, narrowed)}`)
  const won = await db.one<{ prizes: string }>(sql`
    SELECT coalesce(sum(p.amount), 0)::numeric(16,2) AS prizes
    FROM prizes p
    JOIN draws d ON d.id = p.draw_id
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    WHERE p.withdrawn_at IS NULL AND p.currency = ${currency}
      AND (d.scheduled_at AT TIME ZONE ${zone}::text)::date BETWEEN ${from} AND ${to}
      AND ${every(under(partner_id, 'p.office_id'), until && sql`d.scheduled_at <= ${until.toISOString()}`, narrowed)}`)
  return { sold: sales!.sold, prizes: won!.prizes, tickets: product_id === undefined ? sales!.tickets : sales!.lines }
}

async function ledger(
  { db, settle }: World,
  { partner_id, currency, from, to }: Omit<Asked, 'until' | 'product_id'>,
): Promise<Omit<Sums, 'tickets'>> {
  await settle()
  const row = await db.one<Omit<Sums, 'tickets'>>(sql`
    SELECT coalesce(-sum(p.amount) FILTER (WHERE a.kind = 'ventas'), 0)::numeric(16,2) AS sold,
      coalesce(sum(p.amount) FILTER (WHERE a.kind = 'premios'), 0)::numeric(16,2) AS prizes,
      coalesce(sum(p.amount) FILTER (WHERE a.kind = 'comision'), 0)::numeric(16,2) AS commission
    FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
    WHERE p.currency = ${currency} AND p.day BETWEEN ${from} AND ${to} AND ${under(partner_id, 'a.partner_id')}`)
  return row!
}
