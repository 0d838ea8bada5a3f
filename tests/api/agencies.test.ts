/** Agencies: who sees which, and what a new one may be. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { agencies, type AgencyRow } from '../../contract/agencies.ts'
import { accountKinds, chart } from '../../contract/ledger-accounts.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, outcome, place, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app, create, created, update, show, ancestorsOf, lastAudit } = {} as Registry
/** Under the banca itself: beside the distributors. */
let outside: AgencyRow

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app, create, created, update, show, ancestorsOf, lastAudit } = registry)
  outside = await created({ name: 'Agencia Ajena', father_id: world.partner.banca })
})
afterAll(() => registry?.close())

describe('create', () => {
  it('stores the agency with its place in the tree, its accounts and its father as responsible', async () => {
    const row = await created({
      name: '  Agencia  Ñandú ',
      code: 'nandu-1',
      document: 'j-12345678-9',
      currencies: ['USD', 'BS', 'USD'],
    })
    expect(row).toMatchObject({
      name: 'Agencia  Ñandú',
      code: 'NANDU-1',
      document: 'J-12345678-9',
      father_id: world.partner.norte,
      father_name: 'Distribuidor Norte',
      state_name: 'Zulia',
      municipality_name: 'Maracaibo',
      currencies: ['BS', 'USD'],
      status: 'activo',
      offices: 0,
      last_sale_at: null,
      version: 1,
      payments_responsible_partner_id: world.partner.norte,
      payments_responsible_name: 'Distribuidor Norte',
      actions: ['update', 'clone', 'deactivate', 'remove', 'responsible'],
    })
    expect(await ancestorsOf(row.id)).toEqual([row.id, world.partner.norte, world.partner.banca])
    const accounts = await world.db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM ledger_accounts WHERE partner_id = ${row.id}`,
    )
    // What is owed to somebody is opened when it is.
    expect(accounts!.n).toBe((accountKinds.filter((kind) => chart[kind].at.includes('agencia')).length - 2) * 2)
    expect(await lastAudit(row.id)).toMatchObject({
      action: 'agencies.create',
      before: null,
      after: { code: 'NANDU-1' },
    })
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
    [
      'a municipality of another state',
      { municipality_id: placeOf('Lara', 'Iribarren').municipality_id },
      422,
      'invalid_municipality',
      'municipality_id',
    ],
    ['a place in another country', { state_id: 101, municipality_id: 10_101 }, 422, 'invalid_municipality', 'state_id'],
    ['a father that does not exist', { father_id: 999_999 }, 422, 'invalid_father', 'father_id'],
  ])('refuses %s', async (_, more, status, code, path) => {
    const reply = await create(more)
    expect(refusal(reply)).toEqual([status, code, path])
  })

  it('names both faults when name and code are in use', async () => {
    const reply = await create({ name: 'Agencia Uno', code: 'AGENCIA2' })
    expect(reply.problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['name', 'name_taken'],
      ['code', 'code_taken'],
    ])
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
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.message]).toEqual([
      422,
      'currency_not_sold',
      'Distribuidor Sur no vende en Pesos Colombianos.',
    ])
  })

  it('lets one of 16 people at once have a name, one a code, and one a document', async () => {
    const names = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        create({ name: n % 2 ? 'Agencia Única' : 'agencia  unica', code: `UNICA-${n}` }),
      ),
    )
    expect(names.map(outcome).sort()).toEqual([201, ...Array(15).fill('name_taken')])
    expect(
      names.filter((reply) => reply.status === 422).every((reply) => reply.problem.errors?.[0]?.path === 'name'),
    ).toBe(true)
    const codes = await Promise.all(Array.from({ length: 16 }, () => create({ code: 'MISMO' })))
    expect(codes.map(outcome).sort()).toEqual([201, ...Array(15).fill('code_taken')])
    const written = ['J-07654321-0', 'J07654321-0', 'j-7654321-0', 'J076543210']
    const documents = await Promise.all(Array.from({ length: 16 }, (_, n) => create({ document: written[n % 4] })))
    expect(documents.map(outcome).sort()).toEqual([201, ...Array(15).fill('document_taken')])
    expect(refusal(documents.find(({ status }) => status !== 201)!)).toEqual([409, 'document_taken', 'document'])
  })

  it('keeps a document that another has too until somebody writes it anew', async () => {
    const [one, other] = [await created({ document: 'J-40111222-3' }), await created({ document: 'J-40111222-4' })]
    // As before documents were compared.
    await world.db.run(sql`UPDATE partners SET document = ${one.document} WHERE id = ${other.id}`)
    const kept = await update(await show(other.id), { phone: '0414-1234567' })
    expect(kept.status).toBe(200)
    const anew = await update(kept.body, { document: 'J401112223' })
    expect(refusal(anew)).toEqual([409, 'document_taken', 'document'])
  })
})

describe('reach', () => {
  it.each([
    ['show', () => app.call(agencies.show, { params: { id: outside.id } }, { as: 'distribuidor' })],
    ['update', () => update(outside, {}, 'distribuidor')],
    ['remove', () => app.call(agencies.remove, { params: { id: outside.id } }, { as: 'distribuidor' })],
    [
      'clone',
      () =>
        app.call(
          agencies.clone,
          { body: { agency_id: outside.id, name: 'Copia Ajena', code: 'COPIA-AJENA' } },
          { as: 'distribuidor' },
        ),
    ],
    ['config', () => app.call(agencies.config, { query: { id: outside.id } }, { as: 'distribuidor' })],
    [
      'saveConfig',
      () =>
        app.call(
          agencies.saveConfig,
          { body: { id: outside.id, payments_responsible_partner_id: outside.id } },
          { as: 'distribuidor' },
        ),
    ],
    ['list under it', () => app.call(agencies.list, { query: { partner_id: outside.id } }, { as: 'distribuidor' })],
    [
      'a partner that is no agency',
      () => app.call(agencies.show, { params: { id: world.partner.sur } }, { as: 'banca' }),
    ],
    ['an id that is none', () => app.call(agencies.show, { params: { id: 'x' } as never }, { as: 'banca' })],
  ])('%s outside the subtree is not found', async (_, call) => {
    const reply = await call()
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('changed nothing of it', async () => {
    expect(await show(outside.id)).toMatchObject({
      version: 1,
      status: 'activo',
      payments_responsible_partner_id: world.partner.banca,
    })
  })

  it('limits lists and selects to the subtree', async () => {
    const list = await app.call(agencies.list, { query: { per_page: 500 } }, { as: 'distribuidor' })
    expect(list.body.data.map((row) => row.id)).not.toContain(outside.id)
    expect(list.body.data.map((row) => row.id)).toEqual(
      expect.arrayContaining([world.partner.agencia1, world.partner.agencia2]),
    )
    const own = await app.call(agencies.options, {}, { as: 'agencia' })
    expect(own.body.data).toEqual([
      expect.objectContaining({ id: world.partner.agencia1, type: 'agencia', father_id: null, path: '' }),
    ])
    const short = await app.call(agencies.short, { query: { q: 'agencia uno' } }, { as: 'distribuidor' })
    expect(short.body.data).toEqual([
      {
        id: world.partner.agencia1,
        name: 'Agencia Uno',
        code: 'AGENCIA1',
        type: 'agencia',
        status: 'activo',
        father_id: world.partner.sur,
        path: 'Distribuidor Norte › Distribuidor Sur',
      },
    ])
  })

  it('offers the actions of the role', async () => {
    expect((await show(world.partner.agencia1, 'supervisor')).actions).toEqual([])
    expect((await show(world.partner.agencia1, 'distribuidor')).actions).toEqual([
      'update',
      'clone',
      'deactivate',
      'responsible',
    ])
  })
})

describe('list', () => {
  it('pages over rows that tie without repeating or losing one', async () => {
    const ids = async (sort: string) => {
      const seen: number[] = []
      for (let page = 1; ; page++) {
        const { body } = await app.call(
          agencies.list,
          { query: { page, per_page: 3, sort: sort as 'name' } },
          { as: 'banca' },
        )
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
    const found = async (q: string) =>
      (await app.call(agencies.list, { query: { q } }, { as: 'banca' })).body.data.map((one) => one.id)
    expect(await found('LOTERIA la canada')).toEqual([row.id])
    expect(await found('canad')).toEqual([row.id])
    expect(await found('20111')).toEqual([row.id])
    expect(await found('%')).toEqual([])
    expect(await found("'; DROP TABLE partners --")).toEqual([])
  })

  it('filters by state, status, currency and ancestor', async () => {
    const row = await created({ father_id: world.partner.sur, currencies: ['COP'], status: 'inactivo' })
    const ids = async (query: object) =>
      (await app.call(agencies.list, { query: { per_page: 500, ...query } }, { as: 'banca' })).body.data.map(
        (one) => one.id,
      )
    expect(
      await ids({ status: 'inactivo', currency: 'COP', partner_id: world.partner.norte, state_id: place.state_id }),
    ).toContain(row.id)
    expect(await ids({ status: 'activo' })).not.toContain(row.id)
    expect(await ids({ currency: 'BS' })).not.toContain(row.id)
    expect(await ids({ partner_id: outside.id })).toEqual([outside.id])
    expect(await ids({ state_id: 2 })).not.toContain(row.id)
  })

  it.each([['-nada'], ['constructor'], ['id; drop']])('refuses to order by %s', async (sort) => {
    const reply = await app.call(agencies.list, { query: { sort: sort as 'name' } }, { as: 'banca' })
    expect(refusal(reply)).toEqual([400, 'invalid', 'sort'])
  })

  it('tells the last sale of its offices', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const sold = await app.call(
      tickets.sell,
      {
        body: {
          currency: 'BS',
          lines: [{ draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake: '10.00' }],
        },
      },
      { as: 'lejana' },
    )
    expect(sold.status).toBe(201)
    const { body } = await app.call(agencies.list, { query: { sort: '-last_sale_at' } }, { as: 'banca' })
    expect(body.data[0]).toMatchObject({ id: world.partner.agencia2, offices: 1 })
    expect(Date.parse(body.data[0]!.last_sale_at!)).toBeGreaterThan(Date.now() - 60_000)
    expect(body.data[1]!.last_sale_at).toBeNull()
  })

  it('orders by it also those whose last sale lies before the newest days', async () => {
    const { db, partner, today } = world
    await db.run(sql`
      INSERT INTO sales_days (day, office_id, currency, last_sale_at)
      SELECT ${today}::date - ago, office, currency::currency, (${today}::date - ago)::timestamptz + hour * interval '1 hour'
      FROM (
        VALUES (5, ${partner.taquilla1}::int, 'BS', 14), (5, ${partner.taquilla1}::int, 'USD', 16),
          (3, ${partner.taquilla2}::int, 'BS', 9)
      ) AS sold (ago, office, currency, hour)`)
    const order = async (sort: 'last_sale_at' | '-last_sale_at') =>
      (await app.call(agencies.list, { query: { sort, per_page: 500 } }, { as: 'banca' })).body.data.map((row) => [
        row.id,
        row.last_sale_at,
      ])
    const [down, up] = [await order('-last_sale_at'), await order('last_sale_at')]
    expect(down.slice(0, 2).map(([id]) => id)).toEqual([partner.agencia2, partner.agencia1])
    expect(down[1]![1]).toBe(`${addDays(today, -3)}T09:00:00.000Z`)
    expect(up.slice(0, 2).map(([id]) => id)).toEqual([partner.agencia1, partner.agencia2])
    // A day as full as a large banca's, of offices that nobody lists: those before it are looked at one by one.
    await db.run(sql`
      INSERT INTO sales_days (day, office_id, currency, last_sale_at)
      SELECT ${today}::date - 1, 1000000 + n, 'BS', now() FROM generate_series(1, 20000) n`)
    expect(await order('-last_sale_at')).toEqual(down)
    expect(await order('last_sale_at')).toEqual(up)
  })
})
