/** A banca with its counter open, for tests of what may happen to a ticket; after each test its books and its rollups are right. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays } from '../../contract/values/dates.ts'
import { award } from '../../server/rules/award/award.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { expectBooksHold, expectRollupsHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

export const animal = betTypeId('ANIMALITO')
export const tripleta = betTypeId('TRIPLETA')
export const line = (draw_id: number, number: string, stake = '10.00', bet_type_id: number = animal) => ({
  draw_id,
  bet_type_id,
  number,
  stake,
})
type Line = ReturnType<typeof line>

export interface Counter {
  /** Of its database. */
  url: string
  world: World
  app: TestApp
  /** Asks for a ticket, whatever the answer. */
  ask(lines: readonly Line[], as?: string, currency?: Currency): Promise<Reply<typeof tickets.sell>>
  /** A ticket that must be sold. */
  sell(lines: readonly Line[], as?: string, currency?: Currency): Promise<Reply<typeof tickets.sell>['body']>
  /** Closes a draw and awards it with one number. */
  prize(draw_id: number, number: string): Promise<void>
  look(serial: string, as?: string): Promise<Reply<typeof tickets.bySerial>['body']>
  pay(ticket: { serial: string; code: string }, as?: string, office_id?: number): Promise<Reply<typeof tickets.pay>>
  /** As many draws of a product one after another, all open. */
  draws(product: string, count: number): Promise<number[]>
}

/** Opens one for a file's tests. The object is filled before the first of them. */
export function openCounter(prepare?: (world: World) => Promise<unknown>): Counter {
  const counter = {} as Counter
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    const world = await createWorld(database.url)
    await prepare?.(world)
    Object.assign(counter, over(world, await startApp(database.url)), { url: database.url })
  })
  afterEach(async () => {
    const { world } = counter
    await expectBooksHold(world.db)
    await expectRollupsHold(world, addDays(world.today, -40), addDays(world.today, 20))
  })
  afterAll(async () => {
    await counter.app?.close()
    await counter.world?.close()
    await database?.drop()
  })
  return counter
}

function over(world: World, app: TestApp): Omit<Counter, 'url'> {
  const ask: Counter['ask'] = (lines, as = 'taquilla', currency = 'BS') =>
    app.call(tickets.sell, { body: { currency, lines: [...lines], confirm_repeated: true } }, { as })
  return {
    world,
    app,
    ask,
    sell: async (lines, as, currency) => {
      const reply = await ask(lines, as, currency)
      expect([reply.status, reply.status === 201 ? null : reply.problem]).toEqual([201, null])
      return reply.body
    },
    prize: async (draw_id, number) => {
      await world.closeDraw(draw_id)
      await world.run((tx) =>
        award(tx, {
          draw_id,
          numbers: [{ place: '', number, sign: null }],
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
        }),
      )
    },
    look: async (serial, as = 'taquilla') => (await app.call(tickets.bySerial, { params: { serial } }, { as })).body,
    pay: ({ serial, code }, as = 'taquilla', office_id) =>
      app.call(
        tickets.pay,
        { params: { serial }, body: { code, ...(office_id !== undefined && { office_id }) } },
        { as },
      ),
    draws: async (product, count) => {
      const ids: number[] = []
      for (let n = 0; n < count; n++) ids.push(await world.draw(product))
      return ids
    },
  }
}

/** Every figure of every level, to compare before and after: what was done and undone leaves none changed. */
export async function figures({ db, settle }: World): Promise<unknown[]> {
  await settle()
  return db.rows(sql`
    SELECT 'office' AS of, office_id AS id, day::text, currency::text, sold, prizes, commission, NULL::int AS lines
    FROM sales_days
    WHERE sold <> 0 OR prizes <> 0
    UNION ALL
    SELECT 'hour', partner_id, day::text || ' ' || hour || ' ' || shard, currency::text, sold, prizes, commission, tickets
    FROM sales_hours
    WHERE sold <> 0 OR prizes <> 0 OR commission <> 0 OR tickets <> 0
    UNION ALL
    SELECT 'product', partner_id, day::text || ' ' || product_id || ' ' || bet_type_id, currency::text, sold, prizes,
      commission, lines
    FROM product_days
    WHERE sold <> 0 OR lines <> 0
    UNION ALL
    SELECT 'number', partner_id, draw_id || ' ' || number, currency::text, sold, liability, 0, lines
    FROM draw_sales
    WHERE sold <> 0 OR lines <> 0
    ORDER BY 1, 2, 3, 4, 5`)
}
