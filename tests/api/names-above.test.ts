/** Whoever stands below reads no name of people or partners above, in whatever they may read. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allows } from '../../contract/access/rules.ts'
import { isStreamed } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { session } from '../../contract/session.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { tickets } from '../../contract/tickets.ts'
import { line } from './sale-setup.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
const person = 'Quetzalcoatlina'
const father = 'Xochimilca'
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const { sur, agencia1, banca } = world.partner
  // The distributor right above the agency, and everybody of the banca and of the distributors above.
  await world.db.run(sql`UPDATE partners SET name = ${father}, name_key = lower(${father}) WHERE id = ${sur}`)
  await world.db.run(sql`UPDATE users SET name = ${person} || ' ' || id WHERE partner_id = ${banca}`)
  const draw = await world.draw('LOTTO_ACTIVO')
  const bet = { currency: 'BS', lines: [line(draw, '5')] }
  const sold = await app.call(tickets.sell, { body: bet as never }, { as: 'taquilla' })
  expect(sold.status).toBe(201)
  await world.closeDraw(draw)
  await world.db.run(sql`
    INSERT INTO results (draw_id, product_id, source, entered_by, confirmed_by, awarded_at)
    SELECT id, product_id, 'manual', ${world.user['banca']!}, ${world.user['premiador']!}, now() FROM draws WHERE id = ${draw}`)
  await world.db.run(
    sql`UPDATE draws SET state = 'premiado', result_id = (SELECT max(id) FROM results) WHERE id = ${draw}`,
  )
  expect(agencia1).toBeDefined()
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

describe('reads no name from above', () => {
  it.each(['agencia', 'taquilla', 'distribuidor'])('%s', async (as) => {
    const who = (await app.call(session.open, {}, { as })).body.user
    const draw = (await world.db.one<{ id: number }>(sql`SELECT max(draw_id) AS id FROM results`))!.id
    const serial = (await world.db.one<{ serial: string }>(sql`SELECT max(serial) AS serial FROM tickets`))!.serial
    const params = { id: String(draw), drawId: String(draw), serial, code: serial }
    const query = { from: world.today, to: world.today, currency: 'BS', day: world.today, product_id: undefined }
    let read = 0
    for (const { entity, name, endpoint } of everyEndpoint()) {
      if (endpoint.method !== 'GET' || isStreamed(endpoint.response) || !allows(endpoint.access, who)) continue
      for (const asked of [query, {}]) {
        const reply = await app.call(endpoint as never, { params, query: asked } as never, { as })
        if (reply.status !== 200) continue
        read += 1
        const text = String(reply.raw)
        expect([`${entity}.${name}`, text.includes(person)]).toEqual([`${entity}.${name}`, false])
        if (as !== 'distribuidor')
          expect([`${entity}.${name}`, text.includes(father)]).toEqual([`${entity}.${name}`, false])
      }
    }
    expect(read).toBeGreaterThan(5)
  })
})
