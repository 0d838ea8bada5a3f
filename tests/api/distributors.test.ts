/** Distributors: kept like any partner, moved with everything below them, and never switched off without who is below. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { distributors, type DistributorRow } from '../../contract/distributors.ts'
import { partners } from '../../contract/partners.ts'
import { session } from '../../contract/session.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addUser, password } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, type World } from '../support/world.ts'
import { outcome, place, refusal } from './agencies-setup.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  world = past.world
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

let count = 0
const form = (more: object = {}) => {
  count += 1
  return {
    name: `Distribuidor Nuevo ${count}`,
    code: `DIST-${count}`,
    father_id: world.partner.norte,
    ...place,
    currencies: ['BS', 'USD'],
    ...more,
  } as never
}
const create = (more: object = {}, as = 'banca') => app.call(distributors.create, { body: form(more) }, { as })
const made = async (more: object = {}): Promise<DistributorRow> => {
  const reply = await create(more)
  expect([reply.status, reply.problem?.detail]).toEqual([201, undefined])
  return reply.body
}
const show = async (id: number, as = 'banca') => (await app.call(distributors.show, { params: { id } }, { as })).body
/** The form of a row as it is now; the test's own distributors have no place yet. */
const formOf = async (id: number, more: object = {}) => {
  const row = { ...(await show(id)), ...place }
  return { ...(stripUnknown(distributors.update.body!, row) as object), ...more } as never
}
const update = async (id: number, more: object = {}, as = 'banca') =>
  app.call(distributors.update, { params: { id }, body: await formOf(id, more) }, { as })
const remove = (id: number, as = 'banca') => app.call(distributors.remove, { params: { id } }, { as })
const ancestorsOf = async (id: number) =>
  (
    await world.db.rows<{ id: number }>(
      sql`SELECT ancestor_id AS id FROM partner_ancestors WHERE partner_id = ${id} ORDER BY depth`,
    )
  ).map((row) => row.id)
const addAgency = async (father_id: number, currencies = ['BS']) => {
  const reply = await app.call(agencies.create, { body: form({ father_id, currencies }) }, { as: 'banca' })
  expect(reply.status).toBe(201)
  return reply.body.id
}
const sellNow = (draw_id: number, as = 'taquilla', stake = '5.00') => {
  const line = { draw_id, bet_type_id: betTypeId('ANIMALITO'), number: '00', stake }
  return app.call(tickets.sell, { body: { currency: 'BS', confirm_repeated: true, lines: [line] } as never }, { as })
}

describe('a new distributor', () => {
  it('hangs from the banca or from another, with its accounts', async () => {
    const one = await made({ father_id: world.partner.banca })
    const two = await made({ father_id: one.id, currencies: ['USD', 'BS'] })
    expect(two).toMatchObject({
      father_name: one.name,
      status: 'activo',
      currencies: ['BS', 'USD'],
      directs: 0,
      agencies: 0,
      sold_today: [],
      balance: [],
      actions: ['update', 'deactivate', 'remove'],
    })
    expect(await ancestorsOf(two.id)).toEqual([two.id, one.id, world.partner.banca])
    const accounts = await world.db.one(
      sql`SELECT array_agg(DISTINCT currency ORDER BY currency)::text[] AS of FROM ledger_accounts WHERE partner_id = ${two.id}`,
    )
    expect(accounts).toEqual({ of: ['BS', 'USD'] })
  })

  it.each([
    ['an agency', () => world.partner.agencia1, 'banca'],
    ['an office', () => world.partner.taquilla1, 'banca'],
    ['nobody', () => 900_001, 'banca'],
    ['what is above the caller', () => world.partner.banca, 'distribuidor'],
  ])('does not hang from %s', async (_, father, as) => {
    expect(refusal(await create({ father_id: father() }, as))).toEqual([422, 'invalid_father', 'father_id'])
  })

  it('has a name and a code of its own, whatever their case and accents', async () => {
    const { name, code } = await made({ name: 'Distribuidora Ávila Ñandú' })
    expect(refusal(await create({ name: 'DISTRIBUIDORA  AVILA ÑANDU'.replace('  ', ' ') }))).toEqual([
      422,
      'name_taken',
      'name',
    ])
    expect(refusal(await create({ code: code.toLowerCase() }))).toEqual([422, 'code_taken', 'code'])
    const documented = await made({ document: 'J-30111222-3' })
    const twin = { document: 'j301112223' }
    expect(refusal(await create(twin))).toEqual([409, 'document_taken', 'document'])
    expect(refusal(await update((await made()).id, twin))).toEqual([409, 'document_taken', 'document'])
    expect(outcome(await update(documented.id, { phone: '0414-1234567' }))).toBe(200)
    // Its owner may have an agency of their own.
    const owned = form({ ...twin, father_id: documented.id })
    expect(outcome(await app.call(agencies.create, { body: owned }, { as: 'banca' }))).toBe(201)
    // Names are unique among a type: an agency may be called so.
    const agency = await app.call(
      agencies.create,
      { body: form({ name, father_id: world.partner.norte }) },
      { as: 'banca' },
    )
    expect(outcome(agency)).toBe(201)
  })

  it('sells in what its father sells, and stands in a place that exists', async () => {
    const father = await made({ currencies: ['BS'] })
    expect(refusal(await create({ father_id: father.id }))).toEqual([422, 'currency_not_sold', 'currencies'])
    expect(refusal(await create({ municipality_id: 1_000_000 }))).toEqual([
      422,
      'invalid_municipality',
      'municipality_id',
    ])
  })
})

describe('a change', () => {
  it('of its data grows its version, and the second of two is told', async () => {
    const { id } = await made()
    const body = await formOf(id, { phone: '0414-1234567' })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => app.call(distributors.update, { params: { id }, body }, { as: 'banca' })),
    )
    expect(replies.map(outcome).sort()).toEqual([200, ...Array(7).fill('changed_meanwhile')])
    expect(await show(id)).toMatchObject({ phone: '0414-1234567', version: 2 })
  })

  it('does not take the name or the code of another', async () => {
    const [one, other] = [await made(), await made()]
    expect(refusal(await update(one.id, { name: other.name }))).toEqual([422, 'name_taken', 'name'])
    expect(refusal(await update(one.id, { code: other.code }))).toEqual([422, 'code_taken', 'code'])
    const nowhere = { municipality_id: 1_000_000 }
    expect(refusal(await update(one.id, nowhere))).toEqual([422, 'invalid_municipality', 'municipality_id'])
  })

  it('of its currencies stays within its father’s and above what is below', async () => {
    const father = await made({ currencies: ['BS', 'USD'] })
    const { id } = await made({ father_id: father.id, currencies: ['BS'] })
    expect(refusal(await update(id, { currencies: ['BS', 'COP'] }))).toEqual([422, 'currency_not_sold', 'currencies'])
    expect((await update(id, { currencies: ['BS', 'USD'] })).body.currencies).toEqual(['BS', 'USD'])
    await addAgency(id, ['BS'])
    const refused = await update(father.id, { currencies: ['USD'] })
    expect([refusal(refused), refused.problem.detail]).toEqual([
      [422, 'currency_below', 'currencies'],
      '2 afiliados que dependen de él venden en Bolívares.',
    ])
    expect(outcome(await update(id, { currencies: ['BS'] }))).toBe(200)
  })

  it('is made by whoever is above it, not by itself', async () => {
    const { norte, sur } = world.partner
    expect((await show(norte, 'distribuidor')).actions).toEqual([])
    expect(await show(norte, 'distribuidor')).toMatchObject({ father_id: null, father_name: null })
    const body = await formOf(norte)
    const own = await app.call(distributors.update, { params: { id: norte }, body }, { as: 'distribuidor' })
    expect([own.status, own.problem.code]).toEqual([409, 'own_partner'])
    expect(outcome(await remove(norte, 'distribuidor'))).toBe('own_partner')
    expect(outcome(await update(sur, {}, 'distribuidor'))).toBe(200)
    expect(outcome(await update(sur, { father_id: world.partner.banca }, 'distribuidor'))).toBe('invalid_father')
  })
})

describe('another father', () => {
  it('is never itself or what hangs from it, nor one that is inactive or sells in less', async () => {
    const top = await made({ father_id: world.partner.banca })
    const middle = await made({ father_id: top.id })
    const low = await made({ father_id: middle.id })
    for (const father_id of [top.id, middle.id, low.id])
      expect(refusal(await update(top.id, { father_id }))).toEqual([422, 'invalid_father', 'father_id'])
    expect(await ancestorsOf(low.id)).toEqual([low.id, middle.id, top.id, world.partner.banca])
    const inactive = await made({ status: 'inactivo' })
    expect(outcome(await update(low.id, { father_id: inactive.id }))).toBe('invalid_father')
    const poor = await made({ currencies: ['BS'] })
    expect(outcome(await update(low.id, { father_id: poor.id }))).toBe('currency_not_sold')
  })

  it('offers no circle to choose from', async () => {
    const top = await made()
    const low = await made({ father_id: top.id })
    const { body } = await app.call(
      partners.fathers,
      { query: { type: 'distribuidor', exclude_id: top.id, limit: 100 } },
      { as: 'banca' },
    )
    const ids = body.data.map((one) => one.id)
    expect([ids.includes(top.id), ids.includes(low.id), ids.includes(world.partner.norte)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('of two that go under each other at once, one goes and the tree stays a tree', async () => {
    for (let trial = 0; trial < 4; trial++) {
      const [one, other] = [await made(), await made()]
      const replies = await Promise.all([
        update(one.id, { father_id: other.id }),
        update(other.id, { father_id: one.id }),
      ])
      expect(replies.map(outcome).sort()).toEqual([200, 'invalid_father'])
      const roots = [await ancestorsOf(one.id), await ancestorsOf(other.id)].map((above) => above.at(-1))
      expect(roots).toEqual([world.partner.banca, world.partner.banca])
    }
  })

  it('takes everything below along, and the figures of all days of both fathers are right at once', async () => {
    const { banca, norte, sur, agencia1, taquilla1 } = world.partner
    const east = await made({ father_id: banca, currencies: ['BS', 'USD', 'COP'] })
    const draw = await world.draw('LOTTO_ACTIVO')
    // What is older than a month is carried by another way.
    for (const day of [addDays(world.today, -40), addDays(world.today, -3)]) {
      const then = await world.draw('LOTTO_ACTIVO')
      await world.db.run(sql`UPDATE draws SET day = ${day} WHERE id = ${then}`)
      for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries())
        await past.sell(day, `1${n}:30`, office, 'USD', [{ draw: then, number: String(n), stake: `${n + 2}.25` }])
    }
    expect((await sellNow(draw, 'taquilla', '7.00')).status).toBe(201)
    expect((await sellNow(draw, 'lejana', '9.00')).status).toBe(201)
    const soldToday = async () =>
      Object.fromEntries(
        (await app.call(distributors.list, { query: {} }, { as: 'banca' })).body.data
          .filter(({ id }) => [norte, sur, east.id].includes(id))
          .map((row) => [row.id, row.sold_today]),
      )
    const bs = (amount: string) => [{ currency: 'BS', amount }]
    expect(await soldToday()).toEqual({ [norte]: bs('16.00'), [sur]: bs('7.00'), [east.id]: [] })
    expect(outcome(await update(sur, { father_id: east.id }))).toBe(200)
    expect(await ancestorsOf(taquilla1)).toEqual([taquilla1, agencia1, sur, east.id, banca])
    expect(await soldToday()).toEqual({ [norte]: bs('9.00'), [sur]: bs('7.00'), [east.id]: bs('7.00') })
    const ofTickets = await world.db.rows(sql`
      SELECT a.ancestor_id AS id, l.currency::text AS currency, l.day::text AS day, sum(l.stake)::text AS sold FROM ticket_lines l
      JOIN partner_ancestors a ON a.partner_id = l.office_id
      WHERE a.ancestor_id = ANY (ARRAY[${norte}::int, ${east.id}::int])
      GROUP BY 1, 2, 3
      ORDER BY 1, 2, 3`)
    const counted = await world.db.rows(sql`
      SELECT partner_id AS id, currency::text AS currency, day::text AS day, sum(sold)::text AS sold FROM sales_hours
      WHERE partner_id = ANY (ARRAY[${norte}::int, ${east.id}::int]) GROUP BY 1, 2, 3 HAVING sum(sold) <> 0 ORDER BY 1, 2, 3`)
    expect(counted).toEqual(ofTickets)
    expect(counted.length).toBeGreaterThan(4)
    await world.settle()
    await expectBooksHold(world.db)
    const rebuilt = await world.run((tx) => rebuildDays(tx, addDays(world.today, -70), addDays(world.today, 20)))
    expect(rebuilt.corrected).toBe(0)
    expect(outcome(await update(sur, { father_id: norte }))).toBe(200)
    expect(await soldToday()).toEqual({ [norte]: bs('16.00'), [sur]: bs('7.00'), [east.id]: [] })
  })

  it('loses no sale that is made meanwhile, at no level', async () => {
    const { banca, norte, sur } = world.partner
    const draw = await world.draw('LOTTO_ACTIVO')
    let moving = true
    const sellers = ['taquilla', 'vecina', 'taquilla'].map(async (as) => {
      const statuses: number[] = []
      for (let n = 0; moving || n < 4; n++) statuses.push((await sellNow(draw, as, '1.50')).status)
      return statuses
    })
    const moves: (string | number)[] = []
    for (let n = 0; n < 6; n++) moves.push(outcome(await update(sur, { father_id: n % 2 ? norte : banca })))
    moving = false
    const sold = (await Promise.all(sellers)).flat()
    expect([new Set(moves), new Set(sold)]).toEqual([new Set([200]), new Set([201])])
    const wrong = await world.db.rows(sql`
      SELECT * FROM (SELECT partner_id, sum(sold) AS sold FROM sales_hours WHERE day = ${world.today} GROUP BY 1) c FULL JOIN (
        SELECT a.ancestor_id AS partner_id, sum(l.stake) AS sold FROM ticket_lines l JOIN partner_ancestors a ON a.partner_id = l.office_id
        WHERE l.day = ${world.today} GROUP BY 1) t USING (partner_id) WHERE coalesce(c.sold, 0) <> coalesce(t.sold, 0)`)
    expect(wrong).toEqual([])
  })
})

describe('switching off', () => {
  it('ends every session below it and stops its offices, and nobody beside it', async () => {
    const branch = await made({ father_id: world.partner.banca })
    const agency = await addAgency(branch.id)
    await addUser(world.db, { username: 'jefe.rama', role: 'DISTRIBUIDOR', partner_id: branch.id, manage_childs: true })
    await addUser(world.db, { username: 'gente.rama', role: 'ADMIN_TAQUILLA', partner_id: agency })
    const ask = async (as: string) => (await app.call(partners.list, { query: {} }, { as })).status
    for (const as of ['jefe.rama', 'gente.rama', 'agencia']) expect(await ask(as)).toBe(200)
    const { body } = await remove(branch.id)
    expect(body).toEqual({ id: branch.id, result: 'desactivado' })
    expect([await ask('jefe.rama'), await ask('gente.rama'), await ask('agencia')]).toEqual([401, 401, 200])
    const entering = await app.call(session.open, { body: { username: 'gente.rama', password } })
    expect(entering.status).toBe(401)
    expect((await show(branch.id)).actions).toEqual(['update', 'activate'])
    expect(outcome(await update(branch.id, { status: 'activo' }))).toBe(200)
    expect((await app.call(session.open, { body: { username: 'gente.rama', password } })).status).toBe(200)
  })

  it('removes only what nothing hangs from or speaks of', async () => {
    const [bare, paid, above] = [await made(), await made(), await made()]
    await made({ father_id: above.id })
    await world.db.run(sql`
      INSERT INTO payment_methods (partner_id, name, name_key, kind, currency, uses)
      VALUES (${paid.id}, 'Caja', 'caja', 'efectivo', 'BS', '{ingresos}')`)
    const results = await Promise.all([bare, paid, above].map(async ({ id }) => (await remove(id)).body.result))
    expect(results).toEqual(['eliminado', 'desactivado', 'desactivado'])
    expect(outcome(await remove(bare.id))).toBe('not_found')
  })

  it('of one that somebody hangs an agency from at the same instant removes it or finds it in use', async () => {
    for (let trial = 0; trial < 6; trial++) {
      const { id } = await made()
      const [gone, hung] = await Promise.all([
        remove(id),
        app.call(agencies.create, { body: form({ father_id: id, currencies: ['BS'] }) }, { as: 'banca' }),
      ])
      expect(gone.status).toBe(200)
      const both = [gone.body.result, outcome(hung)].join(' ')
      expect(['eliminado invalid_father', 'desactivado 201', 'desactivado invalid_father']).toContain(both)
    }
  })
})

describe('what is looked for', () => {
  it('is found by name, code and document, within reach', async () => {
    const one = await made({ name: 'Distribuidora Única', code: 'UNICA-1', document: 'J-55555555-5' })
    const found = async (q: string, as = 'banca') =>
      (await app.call(distributors.search, { query: { q } }, { as })).body.data.map(({ id }) => id)
    for (const q of ['unica', 'UNICA-1', '55555555']) expect(await found(q)).toEqual([one.id])
    expect(await found('norte', 'distribuidor')).toContain(world.partner.norte)
    const beside = await made({ name: 'Distribuidora Ajena', father_id: world.partner.banca })
    expect([await found('ajena'), await found('ajena', 'distribuidor')]).toEqual([[beside.id], []])
  })

  it('is filtered by what is above it, with how much hangs from each', async () => {
    const { norte, sur } = world.partner
    const { body } = await app.call(distributors.list, { query: { partner_id: sur } }, { as: 'banca' })
    expect(body.data).toMatchObject([{ id: sur, father_id: norte, directs: 1, agencies: 1, offices: 2 }])
    const out = await app.call(distributors.list, { query: { partner_id: 900_001 } }, { as: 'banca' })
    expect(outcome(out)).toBe('not_found')
  })

  it('stands first among the children of a level, which come by pages', async () => {
    const father = await made()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push((await made({ father_id: father.id, name: `Rama ${n} de ${father.id}` })).id)
    const page = async (page: number, more = {}) => {
      const query = { partner_id: father.id, page, per_page: 2, ...more }
      const { body } = await app.call(partners.directs, { query }, { as: 'banca' })
      return [body.total, body.data.map(({ id }) => id)]
    }
    expect([await page(1), await page(3)]).toEqual([
      [5, [ids[0], ids[1]]],
      [5, [ids[4]]],
    ])
    const first_id = ids[4]!
    expect([await page(1, { first_id }), await page(2, { first_id }), await page(3, { first_id })]).toEqual([
      [5, [ids[4], ids[0]]],
      [5, [ids[1], ids[2]]],
      [5, [ids[3]]],
    ])
  })
})

it('the first version of the interface is answered alike', async () => {
  const as = { as: 'banca' }
  const created = await app.call(distributors.v1Create, { body: form() }, as)
  expect(created.status).toBe(201)
  const { id } = created.body
  const body = await formOf(id, { address: 'Avenida 4' })
  const saved = await app.call(distributors.v1Update, { params: { id }, body }, as)
  expect(saved.body).toEqual(await show(id))
  expect(outcome(await app.call(distributors.v1Update, { params: { id }, body }, as))).toBe('changed_meanwhile')
  expect((await app.call(distributors.v1Show, { params: { id } }, as)).body).toEqual(saved.body)
  const query = { q: created.body.code }
  expect((await app.call(distributors.v1List, { query }, as)).body.data).toEqual([saved.body])
  expect(outcome(await app.call(distributors.v1List, { query: { partner_id: 900_001 } }, as))).toBe('not_found')
  expect((await app.call(distributors.v1Search, { query }, as)).body.data.map((one) => one.id)).toEqual([id])
  expect((await app.call(distributors.v1Remove, { params: { id } }, as)).body.result).toBe('eliminado')
})

it('and refuses alike', async () => {
  const as = { as: 'banca' }
  const [one, other] = [await made(), await made()]
  const poor = await made({ currencies: ['BS'] })
  const documented = await made({ document: 'J-31222333-4' })
  const father = await made({ currencies: ['BS', 'USD'] })
  await addAgency(father.id, ['BS'])
  const refusedNew = async (more: object) => outcome(await app.call(distributors.v1Create, { body: form(more) }, as))
  expect([
    await refusedNew({ father_id: 900_001 }),
    await refusedNew({ name: one.name }),
    await refusedNew({ code: one.code }),
    await refusedNew({ document: documented.document }),
    await refusedNew({ municipality_id: 1_000_000 }),
    await refusedNew({ father_id: poor.id }),
  ]).toEqual([
    'invalid_father',
    'name_taken',
    'code_taken',
    'document_taken',
    'invalid_municipality',
    'currency_not_sold',
  ])
  const refusedSave = async (id: number, more: object) =>
    outcome(await app.call(distributors.v1Update, { params: { id }, body: await formOf(id, more) }, as))
  expect([
    await refusedSave(one.id, { father_id: one.id }),
    await refusedSave(one.id, { name: other.name }),
    await refusedSave(one.id, { code: other.code }),
    await refusedSave(one.id, { document: documented.document }),
    await refusedSave(one.id, { municipality_id: 1_000_000 }),
    await refusedSave(one.id, { father_id: poor.id }),
    await refusedSave(father.id, { currencies: ['USD'] }),
  ]).toEqual([
    'invalid_father',
    'name_taken',
    'code_taken',
    'document_taken',
    'invalid_municipality',
    'currency_not_sold',
    'currency_below',
  ])
  const params = { id: world.partner.norte }
  expect(outcome(await app.call(distributors.v1Remove, { params }, { as: 'distribuidor' }))).toBe('own_partner')
})
