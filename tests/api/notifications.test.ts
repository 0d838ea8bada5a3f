/** Notifications: each person's own, said once, counted right while many tabs read them at once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifications } from '../../contract/notifications.ts'
import { notify, type NewNotification } from '../../server/platform/notifications/notify.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})
beforeEach(() => world.db.run(sql`DELETE FROM notifications`))

const notice: NewNotification = {
  kind: 'cupo',
  level: 'urge',
  title: 'Cupo lleno',
  text: 'El 07 no acepta más.',
  link: '/admin',
}
const tell = (more: Partial<NewNotification> = {}, who = sql`SELECT id FROM users WHERE role = 'ADMIN_BANCA'`) =>
  notify(world.db, who, { ...notice, ...more })
const list = (body: object = {}, as = 'banca') => app.call(notifications.list, { body: body as never }, { as })
const read = (body: object, as = 'banca') => app.call(notifications.read, { body: body as never }, { as })
const unread = async (as = 'banca') => (await app.call(notifications.count, {}, { as })).body.unread

it('is found by those who were told, the last one first, until it is read', async () => {
  for (const title of ['Uno', 'Dos', 'Tres']) await tell({ title })
  const { body } = await list()
  expect([body.data.map(({ title }) => title), body.total, body.unread]).toEqual([['Tres', 'Dos', 'Uno'], 3, 3])
  expect(body.data[0]).toMatchObject({ ...notice, title: 'Tres', file_id: null, read_at: null })
  expect(await unread('supervisor')).toBe(0)
  const answer = await read({ notification_ids: [body.data[1]!.id] })
  expect(answer.body).toEqual({ read: 1, unread: 2 })
  const left = (await list({ without_reading: true })).body
  expect([left.data.map(({ title }) => title), left.total]).toEqual([['Tres', 'Uno'], 2])
  const { body: seen } = await app.call(notifications.seen, { query: {} }, { as: 'banca' })
  expect(seen.data.map(({ title }) => title)).toEqual(['Dos'])
  expect((await read({ read_all: true })).body).toEqual({ read: 2, unread: 0 })
})

it('is said once of the same thing, to each who has not been told', async () => {
  expect(await tell({ key: 'cupo:7' })).toBe(1)
  expect(await tell({ key: 'cupo:7' })).toBe(0)
  expect(await tell({ key: 'cupo:7' }, sql`SELECT id FROM users WHERE role IN ('ADMIN_BANCA', 'SUPERV_BANCA')`)).toBe(2)
  expect([await unread(), await unread('supervisor'), await unread('premiador')]).toEqual([1, 1, 1])
  // Without a key each time is another one.
  await tell()
  await tell()
  expect(await unread()).toBe(3)
})

it('nobody reads those of another', async () => {
  await tell()
  const { data } = (await list()).body
  expect((await read({ notification_ids: data.map(({ id }) => id) }, 'supervisor')).body).toEqual({
    read: 0,
    unread: 0,
  })
  expect((await read({ read_all: true }, 'agencia')).body.read).toBe(0)
  expect(await unread()).toBe(1)
})

it('each is read once, however many tabs say so together', async () => {
  for (let n = 0; n < 40; n++) await tell()
  const { data } = (await list({ per_page: 40 })).body
  const ids = data.map(({ id }) => id)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => read(n % 3 ? { notification_ids: ids } : { read_all: true })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.reduce((sum, { body }) => sum + body.read, 0)).toBe(40)
  expect(await unread()).toBe(0)
})

it.each([
  [{ page: 0 }, 'page'],
  [{ per_page: 501 }, 'per_page'],
  [{ without_reading: 'sí' }, 'without_reading'],
])('%j is refused on its field', async (body, path) => {
  const { status, problem } = await list(body)
  expect([status, problem.errors?.[0]?.path]).toEqual([400, path])
})
