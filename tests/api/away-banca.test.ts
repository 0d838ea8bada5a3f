/** A further banca whose database is away, and a server of databases that gives no further connection: neither is anybody else's fault. */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '../../contract/session.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url, { more: [{ key: 'lejos', url: 'postgres://127.0.0.1:1/lejos' }] })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

it('keeps nobody else out, and tells no stranger which names there are', async () => {
  const open = (username: string, given: string) => app.call(session.open, { body: { username, password: given } })
  const unknown = await open('bancaa', password)
  const known = await open('banca', 'otra-clave-2026')
  for (const reply of [unknown, known])
    expect([reply.status, reply.problem.code, reply.problem.detail]).toEqual([
      503,
      'unavailable',
      'No se pudo comprobar el usuario en todas las bancas, porque una no responde. Revise el usuario y la contraseña, o intente en unos minutos.',
    ])
  expect((await open('banca', password)).status).toBe(200)
  const offered = await app.call(session.databases, {}, { as: 'banca' })
  expect(offered.status).toBe(200)
  const theirs = await app.call(session.databases, {}, { token: 'lejos.none' })
  expect([theirs.status, theirs.problem.code]).toEqual([503, 'unavailable'])
  const ready = await app.app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { ready: true, bancas: { principal: 'there', lejos: 'away' }, replicas: {} },
  ])
})

it('a pool that is refused a further connection waits for its own', async () => {
  const role = `few_${randomBytes(4).toString('hex')}`
  await world.db.run(sql.raw(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 2 PASSWORD 'few'`))
  const url = new URL(database.url)
  url.username = role
  url.password = 'few'
  const pool = createPool(url.href, { name: 'few', max: 10 })
  const answers = await Promise.allSettled(
    Array.from({ length: 60 }, () =>
      executor(pool).one(sql`SELECT pg_sleep(0.01), current_setting('application_name') AS name`),
    ),
  )
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(answers[0]).toMatchObject({ value: { name: expect.stringMatching(/^sorteo few .+:\d+$/) } })
  await pool.end()
  await world.db.run(sql.raw(`DROP ROLE ${role}`))
})
