/**
 * The server is killed while payments are confirmed, many in one call: all of it is posted, numbered and told, or nothing of
 * it, and asked again with the same key it is confirmed once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { payments } from '../../contract/payments.ts'
import { expectBooksHold } from '../support/holds.ts'
import { trials } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callServer, killServer, quiet, startAsBanca, type Server } from '../support/server-process.ts'
import { createWorld, type World } from '../support/world.ts'

/** Each is a kill, with two starts of a server. */
const rounds = Math.max(2, Math.ceil(trials / 20))
const together = 100

let database: TestDatabase
let world: World
let server: Server | undefined
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await world?.close()
  await database?.drop()
})

const call = (endpoint: Endpoint, body: object, more: Record<string, string> = {}) =>
  callServer(server!, endpoint, body, more)
async function start(): Promise<string> {
  const begun = await startAsBanca(database.url)
  server = begun.server
  return begun.token
}
/** Payments that wait, of both agencies, all the way to the banca. */
const waiting = () =>
  world.db.rows<{ id: number; version: number }>(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
      reporter_id, created_by, written_by)
    SELECT debtor.id, ${world.partner.banca}, debtor.id, ${world.partner.banca}, debtor.line, 'paga', 'banca', 1 + n, 'BS',
      ${world.today}, debtor.id, ${world.user['banca']!}, ${world.user['banca']!}
    FROM generate_series(1, ${together}) n
    JOIN (VALUES
      (0, ${world.partner.agencia1}::int, 
        ARRAY[${world.partner.agencia1}::int, ${world.partner.sur}, ${world.partner.norte}, ${world.partner.banca}]),
      (1, ${world.partner.agencia2}::int, ARRAY[${world.partner.agencia2}::int, ${world.partner.norte}, ${world.partner.banca}])
    ) debtor(which, id, line) ON debtor.which = n % 2
    RETURNING id, version`)
const confirm = (token: string, rows: readonly object[], key: string) =>
  call(payments.many, { action: 'confirm', rows }, { authorization: `Bearer ${token}`, 'idempotency-key': key })

it('nothing is left half confirmed, and the same key confirms once', { timeout: 10 * 60_000 }, async () => {
  let token = await start()
  let confirmed = 0
  for (let round = 1; round <= rounds; round++) {
    const rows = await waiting()
    const key = `confirm-round-${round}`
    const asked = confirm(token, rows, key).catch(() => null)
    await sleep(40 + ((round * 97) % 260))
    await killServer(server!)
    await asked
    await quiet(world.db)
    const left = await world.db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM payments WHERE state = 'pendiente'`,
    )
    expect([0, together]).toContain(left!.n)
    await expectBooksHold(world.db)
    token = await start()
    const again = await confirm(token, rows, key)
    expect(again.status).toBe(200)
    expect((again.body['data'] as { done: boolean }[]).filter(({ done }) => done)).toHaveLength(together)
    confirmed += together
    const last = await world.db.one<{ last: number }>(sql`
      SELECT last FROM payment_receipts WHERE receiver_id = ${world.partner.banca}`)
    expect(last!.last).toBe(confirmed)
    await expectBooksHold(world.db)
  }
})
