/**
 * The server is killed while sixteen clients sell. What it acknowledged is there once; what it did not
 * is asked for again with the same key, by a client that cannot know, and is sold once all the same.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import { trials } from '../support/length.ts'
import { connections } from './rush.ts'
import { killServer, startServer, type Server } from '../support/server-process.ts'
import { askFor, expectSoldOnce, signIn, wishesFor, type Wish } from './terminals.ts'

/** A kill takes a start of a server each, so there are fewer of them than of other trials. */
const kills = Math.max(2, Math.ceil(trials / 20))

let database: TestDatabase
let world: World
let running: Server | undefined
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
})
afterAll(async () => {
  running?.process.kill('SIGKILL')
  await world?.close()
  await database?.drop()
})

const start = async () => (running = await startServer(database.url))

it(`survives ${kills} kills under sale: nothing lost, nothing halved, nothing doubled`, async () => {
  const make = wishesFor(await world.draw('LOTTO_ACTIVO'))
  const wishes: Wish[] = []
  let server = await start()
  const tokens = await signIn(server)
  /** False when the server went away. */
  const ask = async (wish: Wish) => {
    const answer = await askFor(server, tokens, wish)
    if (answer) expect(answer.status).toBe(201)
    return answer !== undefined
  }
  for (let round = 1; round <= kills; round++) {
    const unacknowledged: Wish[] = []
    const clients = Promise.all(
      Array.from({ length: connections }, async (_, n) => {
        for (;;) {
          const wish = make(n)
          wishes.push(wish)
          if (!(await ask(wish))) return unacknowledged.push(wish)
        }
      }),
    )
    // On a busy machine the first sales take their time.
    const acknowledged = () => wishes.filter((wish) => wish.serial !== undefined).length
    const before = acknowledged()
    await expect.poll(() => acknowledged() - before, { timeout: 60_000 }).toBeGreaterThan(connections)
    await sleep(Math.random() * 400)
    await killServer(server)
    await clients
    // The database ends what the dead server left open before anybody asks again.
    server = await start()
    expect(unacknowledged).toHaveLength(connections)
    const again = await Promise.all(unacknowledged.flatMap((wish) => [ask(wish), ask(wish)]))
    expect(again.every(Boolean)).toBe(true)
  }
  await killServer(server)
  expect(wishes.length).toBeGreaterThan(kills * connections)
  await expectSoldOnce(world, wishes)
})
