/**
 * The server is killed while sixteen clients sell. What it acknowledged is there once; what it did not
 * is asked for again with the same key, by a client that cannot know, and is sold once all the same.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'
import { trials } from '../support/length.ts'
import { connections, line, sellerAt } from './rush.ts'

/** A kill takes a start of a server each, so there are fewer of them than of other trials. */
const kills = Math.max(2, Math.ceil(trials / 20))
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Server {
  url: string
  process: ChildProcess
}
interface Wish {
  key: string
  as: string
  body: { currency: 'BS'; confirm_repeated: true; lines: ReturnType<typeof line>[] }
  serial?: string
}

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

async function start(): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/server.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const text of createInterface({ input: child.stdout })) {
    const port = /^port (\d+)$/.exec(text)?.[1]
    if (port) return (running = { url: `http://127.0.0.1:${port}`, process: child })
  }
  throw new Error('the server ended before it listened')
}

async function kill({ process: child }: Server): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function send(
  server: Server,
  path: string,
  { token, key, body }: { token?: string; key?: string; body: unknown },
): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function signIn(server: Server): Promise<Map<string, string>> {
  const names = [...new Set(Array.from({ length: connections }, (_, n) => sellerAt(n)))]
  return new Map(
    await Promise.all(
      names.map(
        async (username) =>
          [
            username,
            (await send(server, session.open.path, { body: { username, password } })).body['access_token']!,
          ] as const,
      ),
    ),
  )
}

/** Asks for a wish to be sold; keeps the serial of what was acknowledged. False when the server went away. */
async function ask(server: Server, tokens: Map<string, string>, wish: Wish): Promise<boolean> {
  try {
    const reply = await send(server, tickets.sell.path, { token: tokens.get(wish.as)!, key: wish.key, body: wish.body })
    expect(reply.status).toBe(201)
    wish.serial = reply.body['serial']!
    return true
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'SyntaxError')) return false
    throw error
  }
}

it(`survives ${kills} kills under sale: nothing lost, nothing halved, nothing doubled`, async () => {
  const draw = await world.draw('LOTTO_ACTIVO')
  let made = 0
  const make = (n: number): Wish => ({
    key: randomUUID(),
    as: sellerAt(n),
    body: {
      currency: 'BS',
      confirm_repeated: true,
      lines: ['1', '2', '3'].map((number) => line(draw, number, `${(made++ % 9) + 1}.00`)),
    },
  })
  const wishes: Wish[] = []
  let server = await start()
  const tokens = await signIn(server)
  for (let round = 1; round <= kills; round++) {
    const unacknowledged: Wish[] = []
    const clients = Promise.all(
      Array.from({ length: connections }, async (_, n) => {
        for (;;) {
          const wish = make(n)
          wishes.push(wish)
          if (!(await ask(server, tokens, wish))) return unacknowledged.push(wish)
        }
      }),
    )
    await sleep(300 + Math.random() * 400)
    await kill(server)
    await clients
    // The database ends what the dead server left open before anybody asks again.
    server = await start()
    expect(unacknowledged).toHaveLength(connections)
    const again = await Promise.all(
      unacknowledged.flatMap((wish) => [ask(server, tokens, wish), ask(server, tokens, wish)]),
    )
    expect(again.every(Boolean)).toBe(true)
  }
  await kill(server)
  const kept = await world.db.rows<{ serial: string; lines: number }>(sql`
    SELECT t.serial, count(l.n)::int AS lines FROM tickets t LEFT JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id GROUP BY t.serial ORDER BY 1`)
  expect(kept.map((one) => one.serial)).toEqual(wishes.map((wish) => wish.serial!).sort())
  expect(kept.every((one) => one.lines === 3)).toBe(true)
  expect(wishes.length).toBeGreaterThan(kills * connections)
  expect(await verifyBooks(world.db)).toEqual([])
  expect(await world.db.one(sql`SELECT count(*)::int AS n FROM idempotency_keys WHERE response IS NULL`)).toEqual({
    n: 0,
  })
})
