/**
 * The database goes away while sixteen clients sell: a session of the server is killed or ended, or the
 * whole database is. The server stays, says that it is unavailable and for how long, and goes on by itself;
 * what it acknowledged is there once, and what it did not is sold once when it is asked for again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Embedded } from '../../server/platform/db/embedded.ts'
import { trials } from '../support/length.ts'
import type { World } from '../support/world.ts'
import { openOwnBanca, type OwnBanca } from '../support/own-banca.ts'
import { connections } from './rush.ts'
import type { Server } from '../support/server-process.ts'
import { askFor, expectSoldOnce, signIn, wishesFor, type Wish } from './terminals.ts'

/** Two of each way every day. */
const kills = Math.max(6, trials)

let own: OwnBanca
let database: Embedded
let world: World
let server: Server
beforeAll(async () => {
  own = await openOwnBanca()
  ;({ database, world, server } = own)
})
afterAll(() => own?.close())

/** Sessions at work for the server, those of this test apart. */
async function sessions(): Promise<number[]> {
  const rows = await world.db.rows<{ pid: number }>(sql`
    SELECT pid FROM pg_stat_activity WHERE datname = 'banca' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    ORDER BY state = 'active' DESC, state_change DESC`)
  return rows.map((one) => one.pid)
}

const ways: Record<string, () => Promise<void>> = {
  // PostgreSQL then ends all others too, and recovers.
  'a session is killed': async () => {
    const [first] = await sessions()
    process.kill(first!, 'SIGKILL')
  },
  'all sessions are ended': async () => {
    for (const pid of await sessions()) await world.db.run(sql`SELECT pg_terminate_backend(${pid}::int)`)
  },
  'the server of the database is killed': async () => {
    process.kill(database.pid, 'SIGKILL')
  },
}

/** Sells one ticket after the other, each until it is acknowledged, until it is told that the last one was. */
async function sellAll(
  make: () => Wish,
  isOver: () => boolean,
  told: (status: number, again: string | null) => void,
  tokens: Map<string, string>,
) {
  const sold: Wish[] = []
  while (!isOver()) {
    const wish = make()
    sold.push(wish)
    while (wish.serial === undefined) {
      const answer = await askFor(server, tokens, wish)
      if (!answer) throw new Error('the server went away')
      told(answer.status, answer.retry_after)
      if (answer.status !== 201) await sleep(50)
    }
  }
  return sold
}

it(`survives that the database is lost ${kills} times under sale`, { timeout: 60_000 + kills * 15_000 }, async () => {
  const make = wishesFor(await world.draw('LOTTO_ACTIVO'))
  const tokens = await signIn(server)
  const answers: Record<string, number> = {}
  let over = false
  let sold = 0
  const selling = Promise.all(
    Array.from({ length: connections }, (_, n) =>
      sellAll(
        () => make(n),
        () => over,
        (status, again) => {
          const answer = status === 503 ? `503 in ${again}` : String(status)
          answers[answer] = (answers[answer] ?? 0) + 1
          if (status === 201) sold += 1
        },
        tokens,
      ),
    ),
  )
  let fault: unknown
  selling.catch((error: unknown) => {
    fault = error
  })
  const names = Object.keys(ways)
  for (let round = 0; round < kills; round++) {
    await sleep(100 + Math.random() * 300)
    // What asks here may meet the round before it.
    const name = names[round % names.length]!
    const done = await ways[name]!().then(
      () => true,
      () => false,
    )
    const before = sold
    await expect.poll(() => fault ?? sold > before + connections, { timeout: 60_000, message: name }).toBe(true)
    if (!done) round -= 1
  }
  over = true
  const wishes = (await selling).flat()
  expect(Object.keys(answers).sort()).toEqual(['201', '503 in 2'])
  expect(server.process.exitCode).toBeNull()
  expect(wishes.length).toBeGreaterThan(kills * connections)
  await expectSoldOnce(world, wishes)
})
