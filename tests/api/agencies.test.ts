/** Agencies: who sees which, what a form may say, what two people at once may not both do. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies, type AgencyRow } from '../../contract/agencies.ts'
import { tickets } from '../../contract/tickets.ts'
import { placeOf } from '../../server/db/seed/locations.ts'
import { accountKinds } from '../../server/ledger/accounts.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
/** Under the banca itself: beside the distributors. */
let outside: AgencyRow

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  outside = await created({ name: 'Agencia Ajena', father_id: world.partner.banca })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const place = placeOf('Zulia', 'Maracaibo')
let count = 0
const form = (more: object = {}) => {
  count += 1
  return { name: `Agencia Nueva ${count}`, code: `NUEVA-${count}`, father_id: world.partner.norte, ...place, currencies: ['BS', 'USD'], ...more }
}
const create = (more: object = {}, as = 'banca') => app.call(agencies.create, { body: form(more) as never }, { as })
async function created(more: object = {}): Promise<AgencyRow> {
  const reply = await create(more)
  expect(reply.problem).not.toHaveProperty('code', expect.stringMatching(/_/))
  expect(reply.status).toBe(201)
  return reply.body
}
const formOf = ({ name, code, father_id, document, phone, email, address, state_id, municipality_id, currencies, status, version }: AgencyRow) =>
  ({ name, code, father_id, document, phone, email, address, state_id: state_id ?? place.state_id, municipality_id: municipality_id ?? place.municipality_id, currencies, status, version })
const update = (row: AgencyRow, more: object = {}, as = 'banca') => app.call(agencies.update, { params: { id: row.id }, body: { ...formOf(row), ...more } as never }, { as })
const show = async (id: number, as = 'banca') => (await app.call(agencies.show, { params: { id } }, { as })).body
const ancestorsOf = async (id: number) =>
  (await world.db.rows<{ ancestor_id: number }>(sql`SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${id} ORDER BY depth`)).map((row) => row.ancestor_id)
const lastAudit = (id: number) => world.db.one<{ action: string; before: { [key: string]: unknown } | null; after: { [key: string]: unknown } | null; significant: boolean }>(
  sql`SELECT action, before, after, significant FROM audit_log WHERE entity = 'agencies' AND entity_id = ${String(id)} ORDER BY id DESC LIMIT 1`)

async function addOffice(agency_id: number, currencies = '{BS,USD}'): Promise<number> {
  count += 1
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO partners (father_id, type, code, name, name_key, country_iso2, currencies)
    VALUES (${agency_id}, 'taquilla', ${`T-${count}`}, ${`Taquilla ${count}`}, ${`taquilla ${count}`}, 'VE', ${currencies}::currency[]) RETURNING id`)
  await world.db.run(sql`
    INSERT INTO partner_ancestors SELECT ${row!.id}, ${row!.id}, 0, 'taquilla' UNION ALL
    SELECT ${row!.id}, ancestor_id, depth + 1, 'taquilla' FROM partner_ancestors WHERE partner_id = ${agency_id}`)
  await world.db.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (${row!.id})`)
  return row!.id
}

describe('create', () => {
  it('stores the agency with its place in the tree, its accounts and its father as responsible', async () => {
    const row = await created({ name: '  Agencia  Ñandú ', code: 'ñ'.length ? 'nandu-1' : '', document: 'j-12345678-9', currencies: ['USD', 'BS', 'USD'] })
    expect(row).toMatchObject({
      name: 'Agencia  Ñandú', code: 'NANDU-1', document: 'J-12345678-9', father_id: world.partner.norte, father_name: 'Distribuidor Norte',
      state_name: 'Zulia', municipality_name: 'Maracaibo', currencies: ['BS', 'USD'], status: 'activo', offices: 0, last_sale_at: null, version: 1,
      payments_responsible_partner_id: world.partner.norte, payments_responsible_name: 'Distribuidor Norte',
      actions: ['update', 'clone', 'deactivate', 'remove', 'responsible'],
    })
    expect(await ancestorsOf(row.id)).toEqual([row.id, world.partner.norte, world.partner.banca])
    const accounts = await world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM ledger_accounts WHERE partner_id = ${row.id}`)
    expect(accounts!.n).toBe(accountKinds.length * 2)
    expect(await lastAudit(row.id)).toMatchObject({ action: 'agencies.create', before: null, after: { code: 'NANDU-1' } })
  })

  it.each([
    ['a name too short', { name: 'A' }, 400, 'invalid', 'name'],
    ['a code with spaces', { code: 'A B' }, 400, 'invalid', 'code'],
    ['no currency', { currencies: [] }, 400, 'invalid', 'currencies'],
    ['an unknown currency', { currencies: ['EUR'] }, 400, 'invalid', 'currencies.0'],
    ['a bad document', { document: 'hola' }, 400, 'invalid', 'document'],
    ['a bad mail', { email: 'x@' }, 400, 'invalid', 'email'],
    ['a name in use, with other case and accents', { name: 'AGÉNCIA  uno' }, 422, 'name_taken', 'name'],
    ['a code in use by any partner', { code: 'taquilla1' }, 422, 'code_taken', 'code'],
    ['a municipality of another state', { municipality_id: placeOf('Lara', 'Iribarren').municipality_id }, 422, 'invalid_municipality', 'municipality_id'],
    ['a place in another country', { state_id: 101, municipality_id: 10_101 }, 422, 'invalid_municipality', 'state_id'],
    ['a father that does not exist', { father_id: 999_999 }, 422, 'invalid_father', 'father_id'],
  ])('refuses %s', async (_, more, status, code, path) => {
    const reply = await create(more)
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([status, code, path])
  })

  it('names both faults when name and code are in use', async () => {
    const reply = await create({ name: 'Agencia Uno', code: 'AGENCIA2' })
    expect(reply.problem.errors?.map(({ path, code }) => [path, code])).toEqual([['name', 'name_taken'], ['code', 'code_taken']])
  })

  it('refuses a father that is an agency, lies out of reach, or is inactive', async () => {
    const faults = async (father_id: number, as: string) => (await create({ father_id }, as)).problem.code
    expect(await faults(world.partner.agencia1, 'banca')).toBe('invalid_father')
    expect(await faults(world.partner.banca, 'distribuidor')).toBe('invalid_father')
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${world.partner.sur}`)
    expect(await faults(world.partner.sur, 'banca')).toBe('invalid_father')
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${world.partner.sur}`)
    expect((await create({ father_id: world.partner.sur }, 'distribuidor')).status).toBe(201)
  })

  it('refuses a currency that the father does not sell', async () => {
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${world.partner.sur}`)
    const reply = await create({ father_id: world.partner.sur, currencies: ['BS', 'COP'] })
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${world.partner.sur}`)
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.message]).toEqual([422, 'currency_not_sold', 'Distribuidor Sur no vende en Pesos Colombianos.'])
  })

  it('lets one of 16 people at once have a name, and one a code', async () => {
    const names = await Promise.all(Array.from({ length: 16 }, (_, n) => create({ name: n % 2 ? 'Agencia Única' : 'agencia  unica', code: `UNICA-${n}` })))
    expect(names.map((reply) => reply.problem.code ?? reply.status).sort()).toEqual([201, ...Array(15).fill('name_taken')])
    expect(names.filter((reply) => reply.status === 422).every((reply) => reply.problem.errors?.[0]?.path === 'name')).toBe(true)
    const codes = await Promise.all(Array.from({ length: 16 }, () => create({ code: 'MISMO' })))
    expect(codes.map((reply) => reply.problem.code ?? reply.status).sort()).toEqual([201, ...Array(15).fill('code_taken')])
  })
})

describe('reach', () => {
  it.each([
    ['show', () => app.call(agencies.show, { params: { id: outside.id } }, { as: 'distribuidor' })],
    ['update', () => update(outside, {}, 'distribuidor')],
    ['remove', () => app.call(agencies.remove, { params: { id: outside.id } }, { as: 'distribuidor' })],
    ['clone', () => app.call(agencies.clone, { body: { agency_id: outside.id, name: 'Copia Ajena', code: 'COPIA-AJENA' } }, { as: 'distribuidor' })],
    ['config', () => app.call(agencies.config, { query: { id: outside.id } }, { as: 'distribuidor' })],
    ['saveConfig', () => app.call(agencies.saveConfig, { body: { id: outside.id, payments_responsible_partner_id: outside.id } }, { as: 'distribuidor' })],
    ['list under it', () => app.call(agencies.list, { query: { partner_id: outside.id } }, { as: 'distribuidor' })],
    ['a partner that is no agency', () => app.call(agencies.show, { params: { id: world.partner.sur } }, { as: 'banca' })],
    ['an id that is none', () => app.call(agencies.show, { params: { id: 'x' } as never }, { as: 'banca' })],
  ])('%s outside the subtree is not found', async (_, call) => {
    const reply = await call()
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('changed nothing of it', async () => {
    expect(await show(outside.id)).toMatchObject({ version: 1, status: 'activo', payments_responsible_partner_id: world.partner.banca })
  })

  it('limits lists and selects to the subtree', async () => {
    const list = await app.call(agencies.list, { query: { per_page: 500 } }, { as: 'distribuidor' })
    expect(list.body.data.map((row) => row.id)).not.toContain(outside.id)
    expect(list.body.data.map((row) => row.id)).toEqual(expect.arrayContaining([world.partner.agencia1, world.partner.agencia2]))
    const own = await app.call(agencies.options, {}, { as: 'agencia' })
    expect(own.body.data).toEqual([expect.objectContaining({ id: world.partner.agencia1, type: 'agencia', father_id: null, path: '' })])
    const short = await app.call(agencies.short, { query: { q: 'agencia uno' } }, { as: 'distribuidor' })
    expect(short.body.data).toEqual([{ id: world.partner.agencia1, name: 'Agencia Uno', code: 'AGENCIA1', type: 'agencia', status: 'activo', father_id: world.partner.sur, path: 'Distribuidor Norte › Distribuidor Sur' }])
  })

  it('offers the actions of the role', async () => {
    expect((await show(world.partner.agencia1, 'supervisor')).actions).toEqual([])
    expect((await show(world.partner.agencia1, 'distribuidor')).actions).toEqual(['update', 'clone', 'deactivate', 'responsible'])
  })
})

describe('list', () => {
  it('pages over rows that tie without repeating or losing one', async () => {
    const ids = async (sort: string) => {
      const seen: number[] = []
      for (let page = 1; ; page++) {
        const { body } = await app.call(agencies.list, { query: { page, per_page: 3, sort } }, { as: 'banca' })
        if (body.data.length === 0) return { seen, total: body.total }
        seen.push(...body.data.map((row) => row.id))
      }
    }
    for (const sort of ['status', '-father_name', 'last_sale_at', '-offices']) {
      const { seen, total } = await ids(sort)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBe(total)
    }
  })

  it('finds by folded name, code and document, and takes wildcards as text', async () => {
    const row = await created({ name: 'Lotería La Cañada', code: 'CANADA', document: 'V-20111222' })
    const found = async (q: string) => (await app.call(agencies.list, { query: { q } }, { as: 'banca' })).body.data.map((one) => one.id)
    expect(await found('LOTERIA la canada')).toEqual([row.id])
    expect(await found('canad')).toEqual([row.id])
    expect(await found('20111')).toEqual([row.id])
    expect(await found('%')).toEqual([])
    expect(await found("'; DROP TABLE partners --")).toEqual([])
  })

  it('filters by state, status, currency and ancestor', async () => {
    const row = await created({ father_id: world.partner.sur, currencies: ['COP'], status: 'inactivo' })
    const ids = async (query: object) => (await app.call(agencies.list, { query: { per_page: 500, ...query } }, { as: 'banca' })).body.data.map((one) => one.id)
    expect(await ids({ status: 'inactivo', currency: 'COP', partner_id: world.partner.norte, state_id: place.state_id })).toContain(row.id)
    expect(await ids({ status: 'activo' })).not.toContain(row.id)
    expect(await ids({ currency: 'BS' })).not.toContain(row.id)
    expect(await ids({ partner_id: outside.id })).toEqual([outside.id])
    expect(await ids({ state_id: 2 })).not.toContain(row.id)
  })

  it.each([['-nada'], ['constructor'], ['id; drop']])('refuses to order by %s', async (sort) => {
    const reply = await app.call(agencies.list, { query: { sort } }, { as: 'banca' })
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([400, 'invalid', 'sort'])
  })

  it('tells the last sale of its offices', async () => {
    const draw = await world.draw('lotto-activo')
    const sold = await app.call(tickets.sell, { body: { currency: 'BS', lines: [{ draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake: '10.00' }] } }, { as: 'lejana' })
    expect(sold.status).toBe(201)
    const { body } = await app.call(agencies.list, { query: { sort: '-last_sale_at' } }, { as: 'banca' })
    expect(body.data[0]).toMatchObject({ id: world.partner.agencia2, offices: 1 })
    expect(Date.parse(body.data[0]!.last_sale_at!)).toBeGreaterThan(Date.now() - 60_000)
    expect(body.data[1]!.last_sale_at).toBeNull()
  })
})

describe('update', () => {
  it('saves, grows the version and leaves before and after in the audit log', async () => {
    const row = await created()
    const reply = await update(row, { name: 'Agencia Renombrada', phone: '0414-1234567' })
    expect(reply.body).toMatchObject({ name: 'Agencia Renombrada', phone: '0414-1234567', version: 2 })
    expect(await lastAudit(row.id)).toMatchObject({ action: 'agencies.update', before: { name: row.name, version: 1 }, after: { name: 'Agencia Renombrada' }, significant: false })
  })

  it('keeps its own name, and refuses another one in use', async () => {
    const row = await created()
    expect((await update(row, { name: row.name.toUpperCase() })).status).toBe(200)
    const reply = await update({ ...row, version: 2 }, { name: 'Agencia Dos' })
    expect([reply.status, reply.problem.code]).toEqual([422, 'name_taken'])
  })

  it('answers what is there now to whoever began with an older version', async () => {
    const row = await created()
    await update(row, { address: 'Calle 1' })
    const reply = await update(row, { address: 'Calle 2' })
    expect([reply.status, reply.problem.code]).toEqual([409, 'changed_meanwhile'])
    expect(reply.problem.current).toMatchObject({ address: 'Calle 1', version: 2 })
  })

  it('saves one of 16 forms sent at once', async () => {
    const row = await created()
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => update(row, { address: `Calle ${n}` })))
    expect(replies.map((reply) => reply.problem.code ?? reply.status).sort()).toEqual([200, ...Array(15).fill('changed_meanwhile')])
    expect((await show(row.id)).version).toBe(2)
  })

  it('deactivates and activates, and says that it matters', async () => {
    const row = await created()
    const off = await update(row, { status: 'inactivo' })
    expect(off.body).toMatchObject({ status: 'inactivo', actions: ['update', 'clone', 'activate', 'remove', 'responsible'] })
    expect((await lastAudit(row.id))!.significant).toBe(true)
    expect((await update(off.body, { status: 'activo' })).body.status).toBe('activo')
  })

  it('does not activate under an inactive father, but lets its data be saved', async () => {
    const row = await created({ father_id: world.partner.sur, status: 'inactivo' })
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${world.partner.sur}`)
    expect((await show(row.id)).actions).toEqual(['update', 'remove', 'responsible'])
    expect((await update(row, { status: 'activo' })).problem.code).toBe('invalid_father')
    expect((await update(row, { phone: '0414-7654321' })).status).toBe(200)
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${world.partner.sur}`)
  })

  it('moves the agency with its offices, and gives the payments to the new father', async () => {
    const row = await created({ father_id: world.partner.sur })
    const office = await addOffice(row.id)
    const moved = await update(row, { father_id: world.partner.banca })
    expect(moved.body).toMatchObject({ father_name: 'Banca de Prueba', payments_responsible_partner_id: world.partner.banca })
    expect(await ancestorsOf(office)).toEqual([office, row.id, world.partner.banca])
    expect((await app.call(agencies.show, { params: { id: row.id } }, { as: 'distribuidor' })).status).toBe(404)
    expect(await lastAudit(row.id)).toMatchObject({ before: { father_id: world.partner.sur }, after: { father_id: world.partner.banca }, significant: true })
    const back = await update(moved.body, { father_id: world.partner.norte })
    expect(await ancestorsOf(office)).toEqual([office, row.id, world.partner.norte, world.partner.banca])
    expect(back.body.payments_responsible_partner_id).toBe(world.partner.norte)
  })

  it('keeps a responsible that is still above it', async () => {
    const row = await created({ father_id: world.partner.sur })
    await app.call(agencies.saveConfig, { body: { id: row.id, payments_responsible_partner_id: world.partner.banca } }, { as: 'banca' })
    expect((await update(await show(row.id), { father_id: world.partner.norte })).body.payments_responsible_partner_id).toBe(world.partner.banca)
  })

  it('leaves one father after 16 moves at once', async () => {
    const row = await created({ father_id: world.partner.sur })
    const office = await addOffice(row.id)
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => update(row, { father_id: n % 2 ? world.partner.norte : world.partner.banca })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const { father_id } = await show(row.id)
    expect(await ancestorsOf(office)).toEqual([office, row.id, ...(await ancestorsOf(father_id))])
  })

  it('takes its offices along when it sells in other currencies', async () => {
    const row = await created({ currencies: ['BS', 'USD'] })
    const all = await addOffice(row.id, '{BS,USD}')
    const some = await addOffice(row.id, '{USD}')
    const sells = async (id: number) => (await world.db.one<{ currencies: string[] }>(sql`SELECT currencies::text[] AS currencies FROM partners WHERE id = ${id}`))!.currencies
    const more = await update(row, { currencies: ['BS', 'USD', 'COP'] })
    expect([await sells(all), await sells(some)]).toEqual([['BS', 'USD', 'COP'], ['USD']])
    await update(more.body, { currencies: ['BS'] })
    expect([await sells(all), await sells(some)]).toEqual([['BS'], []])
    const accounts = await world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM ledger_accounts WHERE partner_id = ${all} AND currency = 'COP'`)
    expect(accounts!.n).toBe(accountKinds.length)
  })
})

describe('remove', () => {
  const remove = (id: number) => app.call(agencies.remove, { params: { id } }, { as: 'banca' })

  it('removes one that never was anything', async () => {
    const row = await created()
    expect((await remove(row.id)).body).toEqual({ id: row.id, result: 'eliminada' })
    expect((await app.call(agencies.show, { params: { id: row.id } }, { as: 'banca' })).status).toBe(404)
    expect((await remove(row.id)).status).toBe(404)
    expect(await lastAudit(row.id)).toMatchObject({ action: 'agencies.remove', before: { name: row.name }, significant: true })
  })

  it('deactivates one with an office, and is safe to ask twice', async () => {
    const row = await created()
    await addOffice(row.id)
    expect((await remove(row.id)).body.result).toBe('desactivada')
    expect((await remove(row.id)).body.result).toBe('desactivada')
    expect(await show(row.id)).toMatchObject({ status: 'inactivo', version: 2 })
  })

  it('deactivates one with a user of its own', async () => {
    const row = await created()
    await world.db.run(sql`INSERT INTO users (username, name, password_hash, role, partner_id) VALUES ('delagencia', 'De', 'x', 'ADMIN_TAQUILLA', ${row.id})`)
    expect((await remove(row.id)).body.result).toBe('desactivada')
  })

  it('never removes under an office that arrives at the same instant', async () => {
    for (let trial = 0; trial < 12; trial++) {
      const row = await created()
      const [reply, office] = await Promise.all([remove(row.id), addOffice(row.id).then(() => true, () => false)])
      expect([reply.body.result, office]).toEqual(office ? ['desactivada', true] : ['eliminada', false])
    }
  })
})

describe('responsible', () => {
  const save = (id: number, payments_responsible_partner_id: number, as = 'banca') => app.call(agencies.saveConfig, { body: { id, payments_responsible_partner_id } }, { as })

  it('offers the agency and its ancestors within reach, nearest first', async () => {
    const { body } = await app.call(agencies.config, { query: { id: world.partner.agencia1 } }, { as: 'distribuidor' })
    expect(body.data[0]!.candidates.map(({ name, type }) => [name, type])).toEqual([['Agencia Uno', 'agencia'], ['Distribuidor Sur', 'distribuidor'], ['Distribuidor Norte', 'distribuidor']])
    const all = await app.call(agencies.config, {}, { as: 'distribuidor' })
    expect(all.body.data.map((row) => row.id)).not.toContain(outside.id)
  })

  it('saves one of them', async () => {
    const row = await created()
    const reply = await save(row.id, row.id)
    expect(reply.body).toMatchObject({ id: row.id, payments_responsible_partner_id: row.id, payments_responsible_name: row.name })
    expect(await lastAudit(row.id)).toMatchObject({ before: { payments_responsible_partner_id: world.partner.norte }, after: { payments_responsible_partner_id: row.id }, significant: true })
  })

  it.each([
    ['another agency', () => world.partner.agencia2, 'banca'],
    ['a distributor beside', () => world.partner.sur, 'banca'],
    ['an ancestor out of reach', () => world.partner.banca, 'distribuidor'],
  ])('refuses %s', async (_, responsible, as) => {
    const row = await created()
    const reply = await save(row.id, responsible(), as)
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([422, 'invalid_responsible', 'payments_responsible_partner_id'])
  })
})

describe('clone', () => {
  const clone = (agency_id: number, name: string, code: string) => app.call(agencies.clone, { body: { agency_id, name, code } }, { as: 'banca' })

  it('copies what is set for the agency, counts it, and leaves its identity behind', async () => {
    const source = await created({ document: 'J-1111111', father_id: world.partner.sur })
    const product = world.product('lotto-activo')
    const bet = betTypeId('ANIMALITO')
    await world.db.run(sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${source.id}, 9)`)
    await world.db.run(sql`INSERT INTO partner_limits VALUES (${source.id}, 'BS', 1, 100, 500), (${source.id}, 'USD', 1, 10, 50)`)
    await world.db.run(sql`INSERT INTO partner_products VALUES (${source.id}, ${product}, false)`)
    await world.db.run(sql`INSERT INTO partner_multipliers VALUES (${source.id}, ${product}, ${bet}, 28)`)
    await world.db.run(sql`INSERT INTO regular_quotas VALUES (${source.id}, ${product}, ${bet}, 'BS', 1000)`)
    await world.db.run(sql`INSERT INTO commissions (partner_id, commission_percent) VALUES (${source.id}, 10)`)
    await app.call(agencies.saveConfig, { body: { id: source.id, payments_responsible_partner_id: source.id } }, { as: 'banca' })
    const reply = await clone(source.id, 'Agencia Copiada', 'COPIADA')
    expect(reply.status).toBe(201)
    expect(reply.body.copied).toEqual({ limits: 2, products: 1, multipliers: 1, quotas: 1, commissions: 1 })
    const copy = await show(reply.body.agency_id)
    expect(copy).toMatchObject({ name: 'Agencia Copiada', document: '', father_id: world.partner.sur, currencies: ['BS', 'USD'], payments_responsible_partner_id: copy.id, state_id: place.state_id })
    expect(await ancestorsOf(copy.id)).toEqual([copy.id, ...(await ancestorsOf(world.partner.sur))])
    for (const table of ['partner_settings', 'partner_limits', 'partner_products', 'partner_multipliers', 'regular_quotas', 'commissions']) {
      const rows = (id: number) => world.db.rows(sql`SELECT to_jsonb(t) - 'partner_id' - 'id' AS row FROM ${sql.raw(table)} t WHERE partner_id = ${id} ORDER BY 1`)
      expect(await rows(copy.id)).toEqual(await rows(source.id))
    }
    expect(await lastAudit(copy.id)).toMatchObject({ action: 'agencies.clone', after: { cloned_from: source.id } })
  })

  it.each([
    ['name_taken', () => clone(world.partner.agencia1, 'agencia dos', 'OTRA-COPIA'), 'name'],
    ['code_taken', () => clone(world.partner.agencia1, 'Otra Copia', 'AGENCIA2'), 'code'],
  ])('refuses with %s', async (code, call, path) => {
    const reply = await call()
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([422, code, path])
  })

  it('refuses under an inactive father', async () => {
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${world.partner.sur}`)
    const reply = await clone(world.partner.agencia1, 'Copia Huérfana', 'HUERFANA')
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${world.partner.sur}`)
    expect([reply.status, reply.problem.code]).toEqual([422, 'invalid_father'])
  })

  it('makes one copy of 16 asked at once under one name', async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => clone(world.partner.agencia1, 'Copia Sola', `SOLA-${n}`)))
    expect(replies.map((reply) => reply.problem.code ?? reply.status).sort()).toEqual([201, ...Array(15).fill('name_taken')])
  })
})
