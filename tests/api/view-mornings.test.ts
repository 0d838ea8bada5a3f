/** Saved views sent in the morning: to whom, once, with whose rows, and of which days. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { files } from '../../contract/files.ts'
import { notifications } from '../../contract/notifications.ts'
import { mostFollowed, savedViews } from '../../contract/saved-views.ts'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { sendMornings } from '../../server/entities/saved-views/mornings.ts'
import { filesWork } from '../../server/platform/files/prepared/make.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { routes } from '../../server/routes.ts'
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
beforeEach(async () => {
  await world.db.run(sql`DELETE FROM saved_views`)
  await world.db.run(sql`DELETE FROM files`)
})
afterEach(() =>
  world.db.run(sql`UPDATE users SET status = 'activo', role = 'DISTRIBUIDOR' WHERE username = 'distribuidor'`),
)

const file = { entity: 'grossSales', call: 'export', query: { level: 'agencia' }, period: 'ayer' } as const
let count = 0
const keep = async (more: object = {}, as = 'banca') => {
  count += 1
  const body = { screen: 'gross-sales', name: `Vista ${count}`, query: 'period=ayer', file, ...more } as never
  const reply = await app.call(savedViews.create, { body }, { as })
  expect([reply.status, reply.problem?.code]).toEqual([201, undefined])
  return reply.body
}
const follow = (id: number, as = 'banca', body: object = { follow: true }) =>
  app.call(savedViews.follow, { params: { id }, body: body as never }, { as })
const tomorrow = () => addDays(world.today, 1)
/** The banca's clock of a day, four hours behind UTC. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00-04:00`)
const queued = () =>
  world.db.rows<{ who: string; title: string; morning: string; format: string }>(sql`
    SELECT u.username AS who, f.title, f.morning, f.asked->'query'->>'format' AS format
    FROM files f
    JOIN users u ON u.id = f.user_id
    ORDER BY 1, 2`)
const make = () => workOn(filesWork(routes), app.app.databases.main, new AbortController().signal)

it('comes once a morning, to each who follows it, from six on', async () => {
  const view = await keep({ name: 'Ventas de ayer', shared_with: ['DISTRIBUIDOR'] })
  expect(view).toMatchObject({ sendable: true, followed: false })
  expect((await follow(view.id)).body).toMatchObject({ followed: true })
  await follow(view.id, 'distribuidor', { follow: true, format: 'csv' })
  // Before six of today, that of today would still come.
  await world.db.run(sql`UPDATE view_followers SET last_morning = ${world.today}`)
  await sendMornings(world.db, at(tomorrow(), '05:59'))
  expect(await queued()).toEqual([])
  await Promise.all(Array.from({ length: 8 }, () => sendMornings(world.db, at(tomorrow(), '06:00'))))
  await sendMornings(world.db, at(tomorrow(), '23:59'))
  const one = { title: 'Ventas de ayer', morning: tomorrow() }
  expect(await queued()).toEqual([
    { who: 'banca', format: 'xlsx', ...one },
    { who: 'distribuidor', format: 'csv', ...one },
  ])
  // Whoever throws it away does not find it again.
  await world.db.run(sql`DELETE FROM files`)
  await sendMornings(world.db, at(tomorrow(), '12:00'))
  expect(await queued()).toEqual([])
  // A server that was off for days sends that of today alone.
  await sendMornings(world.db, at(addDays(tomorrow(), 4), '09:00'))
  expect((await queued()).map(({ morning }) => morning)).toEqual([addDays(tomorrow(), 4), addDays(tomorrow(), 4)])
})

it('who begins to follow after six finds the next one', async () => {
  const view = await keep()
  await follow(view.id)
  const [row] = await world.db.rows<{ last: string }>(sql`SELECT last_morning AS last FROM view_followers`)
  const { hour } = (await world.db.one<{ hour: number }>(
    sql`SELECT extract(hour FROM now() AT TIME ZONE 'America/Caracas')::int AS hour`,
  ))!
  expect(row!.last).toBe(hour >= 6 ? world.today : addDays(world.today, -1))
})

it('has the days before its morning and the rows of its follower', async () => {
  const view = await keep({ shared_with: ['DISTRIBUIDOR'] })
  await follow(view.id, 'distribuidor', { follow: true, format: 'csv', csv_style: 'international' })
  await sendMornings(world.db, at(tomorrow(), '07:00'))
  await make()
  const [made] = (await app.call(files.list, {}, { as: 'distribuidor' })).body.data
  expect(made).toMatchObject({ state: 'listo', title: view.name, morning: tomorrow() })
  const { raw } = await app.call(files.download, { params: { id: made!.id } }, { as: 'distribuidor' })
  const text = raw.toString()
  expect(text).toContain(`Desde,${formatDay(world.today)}`)
  expect(text).toContain(`Hasta,${formatDay(world.today)}`)
  const [told] = (await app.call(notifications.list, { body: {} }, { as: 'distribuidor' })).body.data
  expect(told).toMatchObject({ title: `${view.name}, ${formatDay(tomorrow())}`, file_id: made!.id })
})

it('comes no more to who stopped following, may not see it, or is switched off', async () => {
  const view = await keep({ shared_with: ['DISTRIBUIDOR'] })
  const stopped = await keep()
  await follow(view.id, 'distribuidor')
  await follow(stopped.id)
  expect((await follow(stopped.id, 'banca', { follow: false })).body.followed).toBe(false)
  await world.db.run(sql`UPDATE users SET status = 'inactivo' WHERE username = 'distribuidor'`)
  await sendMornings(world.db, at(tomorrow(), '07:00'))
  expect(await queued()).toEqual([])
  await world.db.run(sql`UPDATE users SET status = 'activo' WHERE username = 'distribuidor'`)
  const body = { name: view.name, query: '', shared_with: [] }
  await app.call(savedViews.update, { params: { id: view.id }, body }, { as: 'banca' })
  await sendMornings(world.db, at(addDays(tomorrow(), 1), '07:00'))
  expect(await queued()).toEqual([])
})

it('follows what its maker changes, and keeps its file where only the name changes', async () => {
  const view = await keep()
  await follow(view.id)
  const change = (more: object) =>
    app.call(
      savedViews.update,
      { params: { id: view.id }, body: { name: 'Otra', query: '', shared_with: [], ...more } as never },
      { as: 'banca' },
    )
  expect((await change({})).body).toMatchObject({ name: 'Otra', sendable: true, followed: true })
  expect((await change({ file: { ...file, query: { level: 'taquilla' } } })).body.sendable).toBe(true)
  await sendMornings(world.db, at(tomorrow(), '07:00'))
  expect(await world.db.one(sql`SELECT asked->'query'->>'level' AS level, title FROM files`)).toEqual({
    level: 'taquilla',
    title: 'Otra',
  })
  expect((await change({ file: null })).body.sendable).toBe(false)
})

it('is refused where there is no file, too many are followed, or the view is another’s', async () => {
  const bare = await keep({ file: null })
  expect((await follow(bare.id)).problem.code).toBe('view_without_file')
  const own = await keep()
  expect((await follow(own.id, 'supervisor')).problem.code).toBe('not_found')
  const views = await Promise.all(Array.from({ length: mostFollowed + 3 }, () => keep()))
  const answers = await Promise.all(views.map(({ id }) => follow(id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostFollowed)
  expect(answers.find(({ status }) => status !== 200)!.problem.code).toBe('too_many_followed')
  const broken = { screen: 'gross-sales', name: 'Rota', query: '' }
  const refused = async (question: object) =>
    (await app.call(savedViews.create, { body: { ...broken, file: question } as never }, { as: 'banca' })).problem.code
  expect(await refused({ ...file, call: 'list' })).toBe('not_found')
  expect(await refused({ ...file, query: { level: 'nadie' } })).toBe('invalid')
})
