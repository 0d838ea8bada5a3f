/** Ticket offices: kept like any partner, told whether they live, tied to a device, and ordered one by one or many at once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crossDb } from '../../contract/cross-db.ts'
import { session } from '../../contract/session.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { ticketOffices, type OfficeAction, type TicketOfficeRow } from '../../contract/ticket-offices.ts'
import { tickets } from '../../contract/tickets.ts'
import { addUser, password } from '../support/factories.ts'
import { openRegistry, outcome, type Registry } from './agencies-setup.ts'
import { line } from './sale-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
})
afterAll(() => registry?.close())

let count = 0
const form = (more: object = {}) => {
  count += 1
  return {
    name: `Taquilla Nueva ${count}`,
    code: `TQ-${count}`,
    father_id: world.partner.agencia1,
    currencies: ['BS', 'USD'],
    ...more,
  } as never
}
const create = (more: object = {}, as = 'banca') => app.call(ticketOffices.create, { body: form(more) }, { as })
async function made(more: object = {}): Promise<TicketOfficeRow> {
  const reply = await create(more)
  expect([reply.status, reply.problem?.detail]).toEqual([201, undefined])
  return reply.body
}
const show = async (id: number, as = 'banca') => (await app.call(ticketOffices.show, { params: { id } }, { as })).body
const update = async (id: number, more: object = {}, as = 'banca') => {
  const body = { ...(stripUnknown(ticketOffices.update.body!, await show(id)) as object), ...more }
  return app.call(ticketOffices.update, { params: { id }, body: body as never }, { as })
}
/** An office with a seller of its own. */
async function withSeller(more: object = {}): Promise<{ office: TicketOfficeRow; seller: string }> {
  const office = await made(more)
  const seller = `vende${office.id}`
  await addUser(world.db, { username: seller, role: 'VEND_TAQUILLA', partner_id: office.id })
  return { office, seller }
}
const sell = async (as: string, device_id?: string) => {
  const draw = await world.draw('LOTTO_ACTIVO')
  return app.call(
    tickets.sell,
    { body: { currency: 'BS', lines: [line(draw, '5')], confirm_repeated: true, ...(device_id && { device_id }) } },
    { as },
  )
}
const comes = (as: string, device_id: string, more: object = {}) =>
  app.call(ticketOffices.terminal, { body: { device_id, ...more } }, { as })
const bulk = (action: OfficeAction, ids: number[], as = 'banca') =>
  app.call(ticketOffices.bulk, { body: { action, ids } }, { as })

describe('an office', () => {
  it('is created under an agency, with its machine and its accounts, and sells', async () => {
    const { office, seller } = await withSeller()
    expect(office).toMatchObject({
      father_name: 'Agencia Uno',
      live: 'nunca',
      users: 0,
      binds_device: false,
      sold_today: [],
      status: 'activo',
    })
    expect((await sell(seller)).status).toBe(201)
    expect(await show(office.id)).toMatchObject({
      live: 'en_linea',
      users: 1,
      sold_today: [{ currency: 'BS', amount: '10.00' }],
    })
  })

  it('that sold a while ago and never gave a signal is away: the filter finds what the column says', async () => {
    const { office, seller } = await withSeller()
    expect((await sell(seller)).status).toBe(201)
    await world.db.run(
      sql`UPDATE sales_days SET last_sale_at = last_sale_at - interval '3 hours' WHERE office_id = ${office.id}`,
    )
    expect(await show(office.id)).toMatchObject({ live: 'fuera', last_seen_at: null })
    const away = await app.call(ticketOffices.list, { query: { live: 'fuera', per_page: 500 } }, { as: 'banca' })
    expect(away.body.data.map(({ id }) => id)).toContain(office.id)
  })

  it('is refused what no office may be, each on its field', async () => {
    const taken = await made()
    expect(outcome(await create({ name: taken.name.toUpperCase() }))).toBe('name_taken')
    expect(outcome(await create({ code: taken.code }))).toBe('code_taken')
    expect(outcome(await create({ father_id: world.partner.norte }))).toBe('invalid_father')
    expect((await create({ currencies: [] })).problem.errors?.[0]?.path).toBe('currencies')
    await world.db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id = ${world.partner.agencia2}`)
    expect(outcome(await create({ father_id: world.partner.agencia2 }))).toBe('currency_not_sold')
    const other = await made({ father_id: world.partner.agencia2, currencies: ['BS'] })
    expect(outcome(await update(other.id, { currencies: ['BS', 'USD'] }))).toBe('currency_not_sold')
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${world.partner.agencia2}`)
    expect(outcome(await update(other.id, { name: taken.name }))).toBe('name_taken')
    expect(outcome(await update(other.id, { code: taken.code }))).toBe('code_taken')
    expect(outcome(await update(other.id, { father_id: world.partner.sur }))).toBe('invalid_father')
    expect(outcome(await update(other.id, { version: 99 }))).toBe('changed_meanwhile')
  })

  it('changes its agency until it has sold', async () => {
    const { office, seller } = await withSeller()
    await world.db.run(
      sql`
        UPDATE partners
        SET state_id = m.state_id, municipality_id = m.id
        FROM (SELECT id, state_id FROM municipalities ORDER BY id LIMIT 1) m
        WHERE partners.id = ${world.partner.agencia2}`,
    )
    const stands = await world.db.one(
      sql`SELECT state_id, municipality_id FROM partners WHERE id = ${world.partner.agencia2}`,
    )
    expect((await update(office.id, { father_id: world.partner.agencia2 })).body).toMatchObject({
      father_name: 'Agencia Dos',
      ...(stands as object),
    })
    const above = await registry.ancestorsOf(office.id)
    expect(above).toEqual([office.id, world.partner.agencia2, world.partner.norte, world.partner.banca])
    expect((await sell(seller)).status).toBe(201)
    expect(outcome(await update(office.id, { father_id: world.partner.agencia1 }))).toBe('office_sold')
  })

  it('is removed when nothing speaks of it, and switched off otherwise', async () => {
    const empty = await made()
    const { office } = await withSeller()
    const remove = (id: number, as = 'banca') => app.call(ticketOffices.remove, { params: { id } }, { as })
    expect((await remove(empty.id)).body).toEqual({ id: empty.id, result: 'eliminada' })
    expect((await remove(empty.id)).problem.code).toBe('not_found')
    expect((await remove(office.id)).body).toEqual({ id: office.id, result: 'desactivada' })
    expect((await show(office.id)).status).toBe('inactivo')
  })

  it('lies within reach of whoever stands above, and is changed by those who may', async () => {
    const near = await made({ father_id: world.partner.agencia1 })
    await addUser(world.db, {
      username: 'delsur',
      role: 'DISTRIBUIDOR',
      partner_id: world.partner.sur,
      manage_childs: true,
    })
    expect((await show(near.id, 'delsur')).id).toBe(near.id)
    const far = await made({ father_id: world.partner.agencia2 })
    expect(outcome(await app.call(ticketOffices.show, { params: { id: far.id } }, { as: 'delsur' }))).toBe('not_found')
    expect(outcome(await app.call(ticketOffices.disconnect, { params: { id: far.id } }, { as: 'delsur' }))).toBe(
      'not_found',
    )
    expect(outcome(await create({}, 'supervisor'))).toBe('forbidden')
    const list = await app.call(ticketOffices.list, { query: { per_page: 500 } }, { as: 'delsur' })
    expect(list.body.data.every(({ father_name }) => father_name === 'Agencia Uno')).toBe(true)
    expect(list.body.data.length).toBe(list.body.total)
    const seen = await app.call(ticketOffices.list, { query: { live: 'en_linea' } }, { as: 'banca' })
    expect(seen.body.data.every(({ live }) => live === 'en_linea')).toBe(true)
    const states = await Promise.all(
      (['en_linea', 'fuera', 'nunca'] as const).map(
        async (live) => (await app.call(ticketOffices.list, { query: { live } }, { as: 'banca' })).body.total,
      ),
    )
    expect(states.reduce((sum, one) => sum + one, 0)).toBe(
      (await app.call(ticketOffices.list, {}, { as: 'banca' })).body.total,
    )
  })
})

describe('a device', () => {
  it('is tied when it comes in first; no other sells until it is released', async () => {
    const { office, seller } = await withSeller({ binds_device: true })
    expect(outcome(await sell(seller, 'equipo-uno'))).toBe('device_not_bound')
    expect((await comes(seller, 'equipo-uno', { software_version: '2.4.1' })).body).toMatchObject({
      office_id: office.id,
      bound: true,
      may_sell: true,
      seconds: 60,
    })
    expect((await sell(seller, 'equipo-uno')).status).toBe(201)
    expect(outcome(await sell(seller, 'equipo-dos'))).toBe('device_not_bound')
    expect((await comes(seller, 'equipo-dos', { software_version: '9' })).body).toMatchObject({
      bound: false,
      may_sell: false,
      pending_command: null,
    })
    expect(await show(office.id)).toMatchObject({
      device_id: 'equipo-uno',
      software_version: '2.4.1',
      live: 'en_linea',
    })
    const released = await app.call(ticketOffices.release, { params: { id: office.id } }, { as: 'banca' })
    expect(released.body).toMatchObject({ device_id: null, device_bound_at: null })
    expect((await comes(seller, 'equipo-dos')).body.bound).toBe(true)
    expect((await sell(seller, 'equipo-dos')).status).toBe(201)
    expect((await update(office.id, { binds_device: false })).body).toMatchObject({
      binds_device: false,
      device_id: null,
    })
    expect((await sell(seller)).status).toBe(201)
  })

  it('is one, however many come at once', async () => {
    const { office, seller } = await withSeller({ binds_device: true })
    const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => comes(seller, `carrera-${n}`)))
    expect(replies.filter(({ body }) => body.bound)).toHaveLength(1)
    const { device_id } = await show(office.id)
    expect(replies.findIndex(({ body }) => body.bound)).toBe(Number(device_id!.split('-')[1]))
  })

  it('of an office that ties none is only heard of: no rule changes', async () => {
    const { office, seller } = await withSeller()
    const version = () => world.db.one(sql`SELECT version FROM rules_version`)
    const before = await version()
    expect((await comes(seller, 'cualquiera')).body).toMatchObject({ bound: false, may_sell: true })
    expect(await version()).toEqual(before)
    const seen = (await show(office.id)).last_seen_at
    await comes(seller, 'cualquiera')
    expect((await show(office.id)).last_seen_at).toBe(seen)
  })

  it('leaves a row in the log when it is tied, untied or does something, and none for being there', async () => {
    const { office, seller } = await withSeller({ binds_device: true })
    const logged = () =>
      world.db.rows<{ action: string; before: object; after: object; significant: boolean }>(sql`
        SELECT action, before, after, significant
        FROM audit_log
        WHERE entity = 'ticketOffices' AND entity_id = ${String(office.id)}
        ORDER BY id`)
    await comes(seller, 'equipo-uno')
    await comes(seller, 'equipo-uno', { software_version: '2' })
    await comes(seller, 'equipo-dos')
    await update(office.id, { binds_device: false })
    const rows = await logged()
    expect(rows.map(({ action }) => action)).toEqual([
      'ticketOffices.create',
      'ticketOffices.create',
      'ticketOffices.terminal',
      'ticketOffices.update',
      'ticketOffices.update',
    ])
    expect(rows[2]).toMatchObject({ after: { device_id: 'equipo-uno' }, significant: true })
    expect(rows[4]).toMatchObject({
      before: { binds_device: true },
      after: { binds_device: false },
      significant: true,
    })
    const nobody = await world.db.rows(
      sql`SELECT 1 FROM audit_log WHERE action = 'ticketOffices.terminal' AND entity_id IS NULL`,
    )
    expect(nobody).toEqual([])
  })

  it('of another agency is not there', async () => {
    expect(outcome(await comes('agencia', 'equipo-uno', { office_id: world.partner.taquilla3 }))).toBe('not_found')
    expect(outcome(await comes('agencia', 'corto'))).toBe('invalid')
    expect((await comes('agencia', 'equipo-uno', { office_id: world.partner.taquilla2 })).body.may_sell).toBe(true)
  })

  it('hears what it is asked, does it once, and says so', async () => {
    const { office, seller } = await withSeller()
    const ask = (name: 'software' | 'hardware', cancel = false) =>
      app.call(ticketOffices[name], { params: { id: office.id }, ...(cancel && { body: { cancel } }) }, { as: 'banca' })
    expect((await ask('software')).body.pending_command).toBe('software')
    expect((await ask('software')).body.pending_command).toBe('software')
    expect((await comes(seller, 'equipo-uno')).body.pending_command).toBe('software')
    expect((await comes(seller, 'equipo-uno', { done: 'hardware' })).body.pending_command).toBe('software')
    expect(
      (await comes(seller, 'equipo-uno', { done: 'software', software_version: '3' })).body.pending_command,
    ).toBeNull()
    await ask('hardware')
    expect((await ask('software', true)).body.pending_command).toBe('hardware')
    expect((await ask('hardware', true)).body.pending_command).toBeNull()
  })
})

describe('orders', () => {
  it('disconnect ends the sessions of its people', async () => {
    const { office, seller } = await withSeller()
    const { body } = await app.call(session.open, { body: { username: seller, password } })
    const me = () => app.call(crossDb.enabled, {}, { token: body.access_token! })
    expect((await me()).status).toBe(200)
    expect((await show(office.id)).sessions).toBe(1)
    expect(
      (await app.call(ticketOffices.disconnect, { params: { id: office.id } }, { as: 'banca' })).body.sessions,
    ).toBe(0)
    expect((await me()).problem.code).toBe('session_expired')
  })

  it('switching off stops the sale at once; on again needs an active agency', async () => {
    const agency = await registry.created()
    const { office, seller } = await withSeller({ father_id: agency.id })
    const status = (to: 'activo' | 'inactivo') =>
      app.call(ticketOffices.status, { params: { id: office.id }, body: { status: to } }, { as: 'banca' })
    await app.signInAs(seller)
    expect((await status('inactivo')).body.status).toBe('inactivo')
    expect((await sell(seller)).status).not.toBe(201)
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${agency.id}`)
    expect(outcome(await status('activo'))).toBe('invalid_father')
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${agency.id}`)
    expect((await status('activo')).body.status).toBe('activo')
    app.signInAnew(seller)
    expect((await sell(seller)).status).toBe(201)
  })

  it('one that is switched off refuses whoever sells for it from its agency', async () => {
    const office = await made()
    const draw = await world.draw('LOTTO_ACTIVO')
    await app.call(ticketOffices.status, { params: { id: office.id }, body: { status: 'inactivo' } }, { as: 'banca' })
    const body = { currency: 'BS' as const, lines: [line(draw, '5')], office_id: office.id }
    expect(outcome(await app.call(tickets.sell, { body }, { as: 'agencia' }))).toBe('office_inactive')
  })

  it('many at once answer each for itself, and again the same', async () => {
    const [one, two] = [await made(), await made()]
    const { office } = await withSeller()
    const reply = await bulk('remove', [one.id, office.id, 999_999, two.id, one.id])
    expect(reply.body.data.map(({ id, done, text, code }) => [id, done, text, code])).toEqual([
      [one.id, true, 'eliminada', null],
      [two.id, true, 'eliminada', null],
      [office.id, true, 'desactivada', null],
      [999_999, false, expect.any(String), 'not_found'],
    ])
    const agency = await registry.created()
    const far = await made({ father_id: agency.id })
    await world.db.run(
      sql`UPDATE partners SET status = 'inactivo' WHERE id = ANY (ARRAY[${agency.id}, ${far.id}]::int[])`,
    )
    const mixed = await bulk('activate', [office.id, far.id])
    expect(mixed.body.data.map(({ done, code }) => [done, code])).toEqual([
      [true, null],
      [false, 'invalid_father'],
    ])
    expect((await show(office.id)).status).toBe('activo')
    expect((await bulk('activate', [office.id])).body.data[0]!.done).toBe(true)
    for (const action of ['software', 'hardware', 'release', 'disconnect', 'deactivate'] as const)
      expect((await bulk(action, [office.id])).body.data[0]!.done).toBe(true)
    const audits = await world.db.rows(
      sql`SELECT DISTINCT entity_id FROM audit_log WHERE action = 'ticketOffices.bulk' AND significant`,
    )
    expect(audits.length).toBeGreaterThan(2)
    expect(
      (
        await bulk(
          'remove',
          Array.from({ length: 201 }, (_, n) => n + 1),
        )
      ).problem.code,
    ).toBe('invalid')
  })

  it('to all that a filter finds: those beyond the page too, as many as were seen, within reach, only what fits each', async () => {
    const agency = await registry.created()
    const made_here = []
    for (let n = 0; n < 4; n++) made_here.push(await made({ father_id: agency.id }))
    const ids = made_here.map(({ id }) => id)
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${ids[0]}`)
    const matching = (action: OfficeAction, expected: number, filter: object, as = 'banca') =>
      app.call(
        ticketOffices.matching,
        { query: { expected_matched_rows: expected }, body: { action, filter: { partner_id: agency.id, ...filter } } },
        { as },
      )
    const standing = async () => Promise.all(ids.map(async (id) => (await show(id)).status))
    expect((await matching('deactivate', 3, {})).problem).toMatchObject({ code: 'matched_rows_changed', matched: 4 })
    expect((await matching('deactivate', 4, {}, 'sinhijos')).status).toBe(403)
    expect((await matching('deactivate', 4, { partner_id: world.partner.banca }, 'distribuidor')).status).toBe(404)
    expect(await standing()).toEqual(['inactivo', 'activo', 'activo', 'activo'])
    const one = await matching('deactivate', 1, { q: made_here[1]!.code })
    expect(one.body.data.map(({ id, done }) => [id, done])).toEqual([[ids[1], true]])
    const reply = await matching('deactivate', 4, {})
    expect(reply.body.data.map(({ id, done, code }) => [id, done, code])).toEqual([
      [ids[0], false, null],
      [ids[1], false, null],
      [ids[2], true, null],
      [ids[3], true, null],
    ])
    expect((await matching('activate', 4, {})).body.data.every(({ done }) => done)).toBe(true)
    // Used, it is not to be removed: its own menu does not say so, and neither is it switched off in its stead.
    await addUser(world.db, { username: `dela${ids[0]}`, role: 'VEND_TAQUILLA', partner_id: ids[0]! })
    expect((await matching('remove', 4, {})).body.data.map(({ done }) => done)).toEqual([false, true, true, true])
    expect((await show(ids[0]!)).status).toBe('activo')
    await world.db.run(sql`
      WITH added AS (
        INSERT INTO partners (father_id, type, code, name, name_key, country_iso2, currencies)
        SELECT ${agency.id}, 'taquilla', 'MIL' || n, 'Mil ' || n, 'mil ' || n, 'VE', '{BS}'::currency[]
        FROM generate_series(1, 500) n
        RETURNING id
      ), hung AS (
        INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
        SELECT id, id, 0, 'taquilla'::partner_type FROM added
        UNION ALL SELECT o.id, a.ancestor_id, a.depth + 1, 'taquilla' FROM added o, partner_ancestors a WHERE a.partner_id = ${agency.id})
      INSERT INTO ticket_offices (partner_id) SELECT id FROM added`)
    expect((await matching('software', 501, {})).problem.errors?.[0]).toMatchObject({
      path: 'filter',
      code: 'invalid',
    })
    const most = await matching('software', 500, { q: 'mil' })
    expect([most.body.data.length, most.body.data.filter(({ done }) => done).length]).toEqual([500, 500])
  }, 120_000)

  it('removal against use: a seller or a sale that comes at the same moment keeps the office', async () => {
    for (let n = 0; n < 10; n++) {
      const office = await made()
      const [, user] = await Promise.all([
        app.call(ticketOffices.remove, { params: { id: office.id } }, { as: 'banca' }),
        addUser(world.db, { username: `justo${office.id}`, role: 'VEND_TAQUILLA', partner_id: office.id }).then(
          () => 'made' as const,
          () => 'refused' as const,
        ),
      ])
      const left = await world.db.one(sql`SELECT 1 FROM partners WHERE id = ${office.id}`)
      expect(left !== undefined).toBe(user === 'made')
    }
  })
})
