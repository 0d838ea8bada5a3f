/**
 * Pollas for tests: a product of its own over sources of its own, rounds on the days a test asks for, and
 * their draws opened, closed and awarded by moving their clock.
 */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { polla, type PollaTicket } from '../../contract/polla.ts'
import type { Pot } from '../../contract/jackpots.ts'
import type { PollaSettings } from '../../contract/products.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { award } from '../../server/rules/award/award.ts'
import { executor } from '../../server/platform/db/connect.ts'
import { ensurePollaRounds } from '../../server/rules/polla/rounds.ts'
import { settlePollas } from '../../server/rules/polla/settle.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { addDraw, addProduct } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'

export interface Round {
  id: number
  day: string
  /** Its listed draws. */
  draws: number[]
}

export interface Polla {
  product_id: number
  /** A round of a day over so many draws, selling now and for an hour. Days are made in order. */
  round(day: string, draws?: number): Promise<Round>
  /** Closes a round and its draws: all of them lie in the past. */
  close(round: Round): Promise<void>
  /** Awards the draw with the symbol; null suspends it. */
  draw(id: number, symbol: string | null): Promise<void>
  /** Closes and draws these symbols, one per draw. */
  finish(round: Round, symbols: readonly (string | null)[]): Promise<void>
  /** No more rounds of it are made. */
  end(): Promise<void>
}

let made = 0

const usual = {
  symbols: 3,
  price: { BS: '10.00', USD: '1.00' },
  prize_percent: '80',
  first_percent: '60',
  second_percent: '30',
  weekly_percent: '10',
}

export async function openPolla(
  world: World,
  settings: Partial<Omit<PollaSettings, 'source_products'>> = {},
): Promise<Polla> {
  const { db } = world
  made += 1
  const source = await addProduct(db, {
    code: `FUENTE_${made}`,
    kind: 'animalitos',
    multipliers: { [betTypeId('ANIMALITO')]: 30 },
  })
  const product_id = await addProduct(db, {
    code: `POLLA_${made}`,
    kind: 'polla',
    settings: { sale_days_before: 7, polla: { ...usual, ...settings, source_products: [source] } },
    multipliers: { [betTypeId('POLLA')]: 1 },
  })
  let minutes = 0
  const prize = (id: number, symbol: string) =>
    world.run((tx) =>
      award(tx, {
        draw_id: id,
        numbers: [{ place: '', number: symbol, sign: null }],
        entered_by: null,
        confirmed_by: null,
        source: 'prueba',
        at: new Date(),
      }),
    )
  const suspendDraw = (id: number) =>
    db.run(sql`
    WITH gone AS (UPDATE draws SET state = 'suspendido', suspended_reason = 'prueba' WHERE id = ${id} RETURNING id)
    INSERT INTO draw_suspensions (draw_id, mode, reason, created_by)
    SELECT id, 'devolver', 'prueba', ${world.user['banca']}::int
    FROM gone`)
  const close = async (round: Round) => {
    for (const id of [...round.draws, round.id]) {
      await db.run(
        sql`
          UPDATE draws
          SET closes_at = now() - interval '1 second',
            scheduled_at = now() - make_interval(secs => 0.5) + make_interval(secs => id * 0.000001),
            opens_at = least(opens_at, now() - interval '1 day')
          WHERE id = ${id}`,
      )
    }
  }
  const draw = async (id: number, symbol: string | null) => {
    await (symbol === null ? suspendDraw(id) : prize(id, symbol))
  }
  return {
    product_id,
    close,
    draw,
    round: async (day, count = 3) => {
      const draws: number[] = []
      for (let n = 0; n < count; n++) {
        minutes += 1
        draws.push(await addDraw(db, { product_id: source, day, drawn_in: 7_200 + minutes * 60 }))
      }
      await world.run((tx) => ensurePollaRounds(tx, day, day))
      const found = await db.one<{ id: number }>(
        sql`SELECT id FROM draws WHERE product_id = ${product_id} AND day = ${day}::date`,
      )
      return { id: found!.id, day, draws }
    },
    finish: async (round, symbols) => {
      await close(round)
      for (const [at, id] of round.draws.entries()) await draw(id, symbols[at] ?? null)
    },
    end: async () => {
      await db.run(sql`UPDATE products SET status = 'inactivo' WHERE id = ${product_id}`)
    },
  }
}

/** Settles what is ready, as the clock's job does. */
export const settle = ({ pool }: World) => settlePollas({ pool, db: executor(pool) })

/** What a jackpot of the day holds, by pot; `null` says it is closed. */
export async function potsOf(
  app: TestApp,
  product_id: number,
  day: string,
  currency = 'BS',
): Promise<Record<Pot, string> & { open: string[] }> {
  const { body } = await app.call(polla.jackpots, { query: { day, product_id } }, { as: 'banca' })
  const mine = body.data.filter((one) => one.currency === currency)
  const amounts = Object.fromEntries(mine.flatMap((one) => one.pots.map(({ pot, amount }) => [pot, amount])))
  for (const { pots, movements } of mine) {
    for (const { pot, amount } of pots) {
      const cents = movements
        .filter((one) => one.pot === pot)
        .reduce((sum, one) => sum + BigInt(one.amount.replace('.', '')), 0n)
      expect([pot, cents]).toEqual([pot, BigInt(amount.replace('.', ''))])
    }
  }
  return {
    ...(amounts as Record<Pot, string>),
    open: mine
      .filter((one) => one.state === 'abierto')
      .map((one) => one.kind)
      .sort(),
  }
}

/** The books hold, every pot is in the ledger to the cent, and none is below zero. */
export async function expectBooks({ db }: Pick<World, 'db'>): Promise<void> {
  await expectBooksHold(db)
  expect(
    await db.rows(sql`
    SELECT currency, m.amount, l.amount FROM (
      SELECT j.currency, sum(m.amount) AS amount FROM jackpot_movements m JOIN jackpots j ON j.id = m.jackpot_id GROUP BY 1
    ) m FULL JOIN (
      SELECT a.currency, -sum(p.amount) AS amount
      FROM ledger_postings p
      JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'potes'
      GROUP BY 1
    ) l USING (currency) WHERE coalesce(m.amount, 0) <> coalesce(l.amount, 0)`),
  ).toEqual([])
  expect(
    await db.rows(sql`SELECT jackpot_id, pot, sum(amount) FROM jackpot_movements GROUP BY 1, 2 HAVING sum(amount) < 0`),
  ).toEqual([])
  expect(
    await db.rows(sql`
    SELECT m.day, j.currency
    FROM (
      SELECT day, currency, sum(-amount) AS amount
      FROM jackpot_movements m
      JOIN jackpots x ON x.id = m.jackpot_id
      GROUP BY 1, 2
    ) j
    FULL JOIN (
      SELECT p.day, p.currency, sum(p.amount) AS amount
      FROM ledger_postings p
      JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'provision'
      GROUP BY 1, 2
    ) m USING (day, currency)
    WHERE coalesce(m.amount, 0) <> -coalesce(j.amount, 0)`),
  ).toEqual([])
}

/** A banca of one test file whose only pollas are those the file opens, and what a counter does with them. */
export interface PollaBanca {
  world: World
  app: TestApp
  /** Sells for bolivares as the polla's seller; the symbols with spaces between them. */
  sell(round: Round, symbols: string, more?: object): Promise<PollaTicket & { code: string }>
  show(ticket: { serial: string }): Promise<PollaTicket>
  /** A Monday some weeks ago: a test has its week to itself. */
  monday(): string
  close(): Promise<void>
}

/** What a sale is asked with. */
export function sellBody(round: Round, symbols: string[], more: object = {}) {
  return { body: { round_id: round.id, currency: 'BS' as const, symbols, confirm_repeated: true, ...more } }
}

export async function openPollaBanca(): Promise<PollaBanca> {
  const database = await createDatabase()
  const world = await createWorld(database.url)
  const app = await startApp(database.url)
  // Whole weeks lie ahead of the sale's day: the weekly pot is in play where the test says so.
  await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE kind = 'polla'`)
  return {
    world,
    app,
    sell: async (round, symbols, more) => {
      const reply = await app.call(polla.sell, sellBody(round, symbols.split(' '), more), { as: 'polla' })
      expect([reply.status, reply.problem.detail]).toEqual([201, undefined])
      return reply.body
    },
    show: async (ticket) => (await app.call(polla.show, { params: { serial: ticket.serial } }, { as: 'polla' })).body,
    monday: () => addDays(world.today, 1 - weekday(world.today) - 7),
    close: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}
