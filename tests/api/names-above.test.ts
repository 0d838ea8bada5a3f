/** Whoever stands below reads no name of people or partners above, in whatever they may read. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allows } from '../../contract/access/rules.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { session } from '../../contract/session.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { addCommission } from '../support/factories.ts'
import { line } from './sale-setup.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let serial: string
/** One that waits for its result, which somebody of the banca wrote. */
let waiting: number
let app: TestApp
const person = 'Quetzalcoatlina'
const father = 'Xochimilca'
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const { sur, banca } = world.partner
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
  serial = sold.body.serial
  waiting = await world.draw('LA_GRANJITA')
  await plant(String(sold.body.id))
})

/** People of the banca did something wherever somebody below looks at it. */
async function plant(ticket: string): Promise<void> {
  const { banca, agencia1, taquilla1 } = world.partner
  const by = world.user['banca']!
  await world.db.run(sql`UPDATE users SET awarding_results = true WHERE username = 'distribuidor'`)
  await addCommission(world.db, { partner_id: agencia1, commission_percent: 10, participation_percent: 20 })
  await world.db.run(sql`UPDATE commissions SET set_by = ${by}`)
  await world.db.run(sql`
    INSERT INTO recalculations (partner_id, from_day, to_day, started_by, runner, beat_at)
    VALUES (${banca}, ${world.today}, ${world.today}, ${by}, gen_random_uuid(), now() + interval '1 hour')`)
  await world.db.run(sql`
    INSERT INTO saved_views (user_id, screen, name, name_key, query, shared_with)
    SELECT ${by}, 'tickets', 'De arriba', 'de arriba', '', '{DISTRIBUIDOR,ADMIN_TAQUILLA,VEND_TAQUILLA}'`)
  await world.db.run(sql`
    INSERT INTO pay_approvals (ticket_day, ticket_id, office_id, amount, currency, state, requested_by, decided_by, decided_at)
    SELECT day, id, ${taquilla1}, 100, 'BS', 'rechazado', ${by}, ${by}, now() FROM tickets WHERE id = ${ticket}`)
  await world.db.run(sql`
    UPDATE draws
    SET scheduled_at = date_trunc('minute', now()) - interval '2 minutes',
      closes_at = date_trunc('minute', now()) - interval '3 minutes'
    WHERE id = ${waiting}`)
  await world.db.run(sql`
    INSERT INTO result_entries (draw_id, kind, numbers, entered_by)
    VALUES (${waiting}, 'resultado', '[{"place":"","number":"6","sign":null}]', ${by})`)
}

afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

/** What a call is asked with: several ways, for no one query suits all. */
function askedOf(endpoint: Endpoint, ids: readonly (number | string)[]) {
  const period = { from: world.today, to: world.today }
  const query = { ...period, currency: 'BS', day: world.today, screen: 'tickets', serial }
  const file = endpoint.response === 'file' ? { format: 'csv', csv_style: 'international' } : {}
  const ways = [query, period, { screen: 'tickets' }, {}].map((way) => ({ ...way, ...file }))
  const paged = endpoint.method === 'POST' && { page: 1, per_page: 100 }
  return ids.flatMap((id) => {
    const params = { id, drawId: id, agencyId: id, partnerId: id, serial, code: serial }
    return ways.map((way) => (paged ? { params, body: { ...way, ...paged } } : { params, query: way }))
  })
}

describe('reads no name from above', () => {
  it.each(['agencia', 'taquilla', 'distribuidor'])('%s', { timeout: 120_000 }, async (as) => {
    const who = (await app.call(session.open, {}, { as })).body.user
    const draw = (await world.db.one<{ id: number }>(sql`SELECT max(draw_id) AS id FROM results`))!.id
    const { agencia1, taquilla1 } = world.partner
    const read = new Set<string>()
    for (const { entity, name, endpoint } of everyEndpoint()) {
      const reads = endpoint.method === 'GET' || endpoint.read_only
      if (!reads || endpoint.response === 'events' || !allows(endpoint.access, who)) continue
      const ids = endpoint.path.includes(':') ? [draw, agencia1, taquilla1, serial] : [draw]
      for (const asked of askedOf(endpoint, ids)) {
        const reply = await app.call(endpoint as never, asked as never, { as })
        if (reply.status !== 200) continue
        read.add(`${entity}.${name}`)
        const text = String(reply.raw)
        expect([`${entity}.${name}`, text.includes(person)]).toEqual([`${entity}.${name}`, false])
        if (as !== 'distribuidor')
          expect([`${entity}.${name}`, text.includes(father)]).toEqual([`${entity}.${name}`, false])
      }
    }
    // Where something was planted it was looked at.
    const looked = {
      agencia: ['reports.generalRecalculation', 'savedViews.list', 'ticketManagement.show', 'notifications.list'],
      taquilla: ['savedViews.list', 'tickets.bySerial', 'notifications.list'],
      distribuidor: [
        'reports.generalRecalculation',
        'savedViews.list',
        'commissions.history',
        'manageDraws.results',
        'ticketManagement.show',
      ],
    }[as]!
    expect([...read]).toEqual(expect.arrayContaining(looked))
    if (as !== 'taquilla') expect([...read].filter((name) => /export/i.test(name)).length).toBeGreaterThan(3)
  })

  it('a distributor who looks at a file of results, or decides a payment that was decided', async () => {
    const at = await world.db.one<{ day: string; time: string }>(sql`
      SELECT (scheduled_at AT TIME ZONE 'America/Caracas')::date::text AS day,
        to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS time
      FROM draws WHERE id = ${waiting}`)
    const rows = [{ product: 'La Granjita', ...at!, place: '', number: '5', sign: '' }]
    const as = 'distribuidor'
    const { body } = await app.call(manageDraws.checkFile, { body: { rows, day_order: 'dmy' } as never }, { as })
    expect(body.draws.map(({ note }) => note)).toEqual([
      'Otro resultado, anotado por otra persona, espera confirmación.',
    ])
    const named = await app.call(manageDraws.checkFile, { body: { rows, day_order: 'dmy' } as never }, { as: 'banca' })
    expect(named.body.draws[0]!.note).toContain(person)
    const action = { action: 'approve' as const }
    const decided = await app.call(ticketManagement.act, { params: { id: serial }, body: action as never }, { as })
    expect([decided.problem.code, String(decided.raw).includes(person)]).toEqual(['approval_decided', false])
  })
})
