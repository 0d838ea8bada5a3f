/** A registered banca that is away: the person's own goes on, what asks says so, and what was ended meanwhile is ended there. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crossDb } from '../../contract/cross-db.ts'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { keepRegistrations } from '../../server/entities/cross-db/keeping.ts'
import { betTypeId } from '../support/world.ts'
import { Browser, openTwoBancas, type TwoBancas } from './cross-db-setup.ts'

let two: TwoBancas
beforeAll(async () => {
  two = await openTwoBancas()
})
afterAll(() => two?.close())

/** As the clock does, of both. */
async function keep(): Promise<void> {
  const { all } = two.app.app.databases
  for (const one of all) if (!one.presence.isAway) await keepRegistrations(one.jobs, all)
}
const age = (world: TwoBancas['here'], table: string, column: string) =>
  world.db.run(
    sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} = ${sql.identifier(column)} - interval '31 seconds'`,
  )
const halves = async (id: string) => {
  const of = (world: TwoBancas['here'], table: string) =>
    world.db.rows(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE id = ${id}`)
  return [(await of(two.here, 'user_databases')).length, (await of(two.there, 'database_guests')).length]
}

async function registered() {
  const [own, remote] = [await two.person(two.here), await two.person(two.there)]
  const browser = new Browser(two.app)
  await browser.enter(own.username)
  const { body } = await browser.register(remote.username)
  return { own, remote, browser, id: body.id }
}

it('is said to be away, keeps nobody from selling, and is ended behind its back', async () => {
  const { own, remote, browser, id } = await registered()
  const inside = new Browser(two.app)
  await inside.enter(own.username)
  await inside.change('otra')
  const stuck = new Browser(two.app)
  await stuck.enter(own.username)
  await stuck.change('otra')
  const fresh = new Browser(two.app)
  await fresh.enter((await two.person(two.here)).username)
  const name = (await two.there.db.one<{ name: string }>(sql`SELECT current_database() AS name`))!.name
  await two.here.db.run(sql.raw(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`))
  await two.here.db.run(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`)
  const draw_id = await two.here.draw('LOTTO_ACTIVO')
  const line = { draw_id, bet_type_id: betTypeId('ANIMALITO'), number: '7', stake: '1.00' }
  const sell = () =>
    two.app.call(tickets.sell, { body: { currency: 'BS', confirm_repeated: true, lines: [line] } }, { as: 'taquilla' })
  const [figures, ...sales] = await Promise.all([browser.call(crossDb.figures), sell(), sell(), sell()])
  expect(sales.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(figures.body.data).toMatchObject([
    { database: 'principal', state: 'disponible' },
    { database: 'otra', banca_name: 'La Otra', state: 'no_responde', currencies: [] },
  ])
  expect((await browser.call(crossDb.conns)).body.data[0]).toMatchObject({
    state: 'no_responde',
    banca_name: 'La Otra',
  })
  expect((await browser.change('otra')).problem.code).toBe('database_away')
  // Whoever works there comes back without it.
  expect((await stuck.change('principal')).status).toBe(503)
  expect((await stuck.renew(true)).body.user).toMatchObject({ id: own.id, database: 'principal' })
  expect((await fresh.register(remote.username)).problem.code).toBe('database_away')
  expect((await browser.call(crossDb.end, { params: { id } })).body).toEqual({ ended: true })
  expect((await browser.call(crossDb.conns)).body.data).toEqual([])
  await keep()
  await two.here.db.run(sql.raw(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`))
  const { presence } = two.app.app.databases.find('otra')!
  await expect.poll(() => presence.isAway, { timeout: 15_000, interval: 200 }).toBe(false)
  expect(await halves(id)).toEqual([0, 1])
  await keep()
  expect(await halves(id)).toEqual([0, 1])
  await age(two.there, 'database_guests', 'registered_at')
  await keep()
  expect(await halves(id)).toEqual([0, 0])
  expect((await inside.me()).problem.code).toBe('session_expired')
})

it('claims that stayed alone are swept, and keep nobody from registering', async () => {
  const { own, remote, browser, id } = await registered()
  await two.here.db.run(sql`UPDATE user_databases SET registered_at = NULL WHERE id = ${id}`)
  expect((await browser.register(remote.username)).problem.code).toBe('database_registered')
  await age(two.here, 'user_databases', 'claimed_at')
  await keep()
  expect(await halves(id)).toEqual([0, 0])
  const again = (await browser.register(remote.username)).body.id
  await two.here.db.run(sql`UPDATE user_databases SET registered_at = NULL WHERE id = ${again}`)
  await age(two.here, 'user_databases', 'claimed_at')
  expect((await browser.register(remote.username)).status).toBe(201)
  await two.here.db.run(sql`DELETE FROM users WHERE id = ${own.id}`)
})

it('who may no longer enter the banca they came from is out of the other too; the registration stays', async () => {
  const { own, browser, id } = await registered()
  await browser.change('otra')
  await two.here.db.run(sql`UPDATE users SET status = 'inactivo' WHERE id = ${own.id}`)
  await age(two.there, 'database_guests', 'registered_at')
  await keep()
  expect((await two.app.call(session.open, {}, { token: browser.token })).problem.code).toBe('session_expired')
  expect(await halves(id)).toEqual([1, 1])
})
