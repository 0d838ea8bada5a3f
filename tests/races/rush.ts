/** What the races share: a banca, sixteen callers at once, how often each race is run, and the proof that nobody waited in a circle. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { award } from '../../server/rules/award/award.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { tickets } from '../../contract/tickets.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { addCommission } from '../support/factories.ts'
import { isLong, trials } from '../support/length.ts'

export const connections = 16

const sellers = ['taquilla', 'vecina', 'lejana', 'polla'] as const
export const sellerAt = (n: number): string => sellers[n % sellers.length]!
export const animal = betTypeId('ANIMALITO')

export interface Line {
  draw_id: number
  bet_type_id: number
  number: string
  stake: string
}
export const line = (draw_id: number, number: string, stake = '10.00'): Line => ({
  draw_id,
  bet_type_id: animal,
  number,
  stake,
})

export interface Rush {
  /** Of its database. */
  url: string
  world: World
  app: TestApp
  sell(
    lines: readonly Line[],
    as: string,
    options?: { key?: string; office_id?: number },
  ): Promise<Reply<typeof tickets.sell>>
  /** Awards a draw with one number, as the award does it: in a transaction of its own. */
  prize(draw_id: number, number: string): Promise<unknown>
  /** Ends everything, and answers how many deadlocks the database broke up. */
  finish(): Promise<number>
}

export async function openRush(): Promise<Rush> {
  const database = await createDatabase()
  const world = await createWorld(database.url)
  // One branch earns on sales, the other on sales less prizes: an award changes its commission too.
  await addCommission(world.db, {
    partner_id: world.partner.agencia2,
    kind: 'UTILIDAD',
    commission_percent: 10,
    participation_percent: 25,
  })
  const app = await startApp(database.url)
  for (const username of sellers) await app.signInAs(username)
  return {
    url: database.url,
    world,
    app,
    sell: (lines, as, { key, office_id } = {}) =>
      app.call(
        tickets.sell,
        {
          body: {
            currency: 'BS',
            confirm_repeated: true,
            lines: [...lines],
            ...(office_id !== undefined && { office_id }),
          },
        },
        { as, ...(key && { key }) },
      ),
    prize: (draw_id, number) =>
      world.run((tx) =>
        award(tx, {
          draw_id,
          numbers: [{ place: '', number, sign: null }],
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
        }),
      ),
    finish: async () => {
      await app.close()
      await world.close()
      const deadlocks = await countDeadlocks(database.url)
      await database.drop()
      return deadlocks
    },
  }
}

/** A connection tells its counters when it ends, so all others must be gone first. */
export async function countDeadlocks(url: string): Promise<number> {
  const pool = createPool(url, { max: 1 })
  const db = executor(pool)
  for (;;) {
    const others = await db.one<{ n: number }>(
      sql`
        SELECT count(*)::int AS n
        FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )
    if (others?.n === 0) break
    await sleep(20)
  }
  const row = await db.one<{ deadlocks: string }>(
    sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  )
  await pool.end()
  return Number(row?.deadlocks)
}

/**
 * Runs a race as often as asked; its number is in the message of whatever fails. Where no trial asks for its number, one
 * is as the other, and each day tries half as many. `before` each of them is no part of it.
 */
export async function race(
  run: (trial: number) => Promise<void>,
  before?: (trial: number) => Promise<void>,
): Promise<void> {
  const many = isLong || run.length > 0 ? trials : Math.ceil(trials / 2)
  for (let trial = 1; trial <= many; trial++) {
    try {
      await before?.(trial)
      await run(trial)
    } catch (error) {
      if (error instanceof Error) error.message = `trial ${trial} of ${many}: ${error.message}`
      throw error
    }
  }
}

/** So many calls at the same instant. */
export function atOnce<T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => call(n)))
}

/** How calls ended, each outcome with how often. */
export function tally(
  replies: readonly { status: number; problem?: { code?: string } | undefined }[],
): Record<string, number> {
  const count: Record<string, number> = {}
  for (const { status, problem } of replies) {
    const outcome = status < 300 ? String(status) : (problem?.code ?? String(status))
    count[outcome] = (count[outcome] ?? 0) + 1
  }
  return count
}
