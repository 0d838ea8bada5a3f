/** A further banca whose database is away, or that lends few connections: no other is kept from its work. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { session } from '../../contract/session.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'

let main: World
let further: World
let app: TestApp
let url: string
let name: string
beforeAll(async () => {
  const [one, two] = [await createDatabase(), await createDatabase()]
  url = one.url
  main = await createWorld(url)
  further = await createWorld(two.url)
  name = new URL(two.url).pathname.slice(1)
  await further.db.run(sql`UPDATE users SET username = 'de.lejos' WHERE username = 'taquilla'`)
  app = await startApp(one.url, { more: [{ key: 'panama', url: two.url }] })
})
afterAll(async () => {
  await app?.close()
  await main?.close()
})

const enter = async (username: string, given = password) => {
  const { status, problem } = await app.call(session.open, { body: { username, password: given } })
  return [status, problem.code, problem.detail]
}

it('keeps nobody else out while it is away, tells no names, and lets its own in when it is back', async () => {
  const token = await app.signInAs('de.lejos')
  await further.close()
  await main.db.run(sql.raw(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`))
  await main.db.run(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`)
  expect((await enter('supervisor'))[0]).toBe(200)
  const unknown = await enter('nadie.asi')
  expect(unknown.slice(0, 2)).toEqual([503, 'unavailable'])
  expect(await enter('supervisor', 'otra-Clave-9')).toEqual(unknown)
  expect(await enter('de.lejos')).toEqual(unknown)
  expect((await app.call(paymentMethods.list, {}, { token })).status).toBe(503)
  expect((await app.call(paymentMethods.list, {}, { as: 'banca' })).status).toBe(200)
  await main.db.run(sql.raw(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`))
  await expect.poll(async () => (await enter('de.lejos'))[0], { timeout: 15_000, interval: 500 }).toBe(200)
  expect((await enter('nadie.asi'))[0]).toBe(401)
})

it('lends what a pool has where the server refuses it more', async () => {
  const role = `few_${process.pid}`
  await main.db.run(sql.raw(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 2`))
  const few = new URL(url)
  few.username = role
  few.password = 'few'
  const pool = createPool(few.href, { max: 8 })
  try {
    const db = executor(pool)
    const asked = Array.from({ length: 40 }, (_, n) =>
      db.one<{ n: number }>(sql`SELECT ${n}::int AS n FROM pg_sleep(0.01)`),
    )
    expect((await Promise.all(asked)).map((row) => row!.n)).toEqual(Array.from({ length: 40 }, (_, n) => n))
  } finally {
    await pool.end()
    await main.db.run(sql.raw(`DROP ROLE ${role}`))
  }
})
