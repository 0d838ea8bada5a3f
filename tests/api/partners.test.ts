/** Partners: the subtree as lists and selects see it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partners } from '../../contract/partners.ts'
import { openRegistry, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
  await registry.created({ name: 'Agencia Ajena', father_id: world.partner.banca })
})
afterAll(() => registry?.close())

describe('list', () => {
  it('holds the own partner as the root of what is below it', async () => {
    const { body } = await app.call(partners.list, { query: { sort: 'type' } }, { as: 'distribuidor' })
    const { norte, sur, agencia1, agencia2, taquilla1, taquilla2, taquilla3 } = world.partner
    expect(body.total).toBe(7)
    expect(body.data.map((row) => row.id)).toEqual([norte, sur, agencia1, agencia2, taquilla1, taquilla2, taquilla3])
    expect(body.data[0]).toEqual({
      id: norte,
      name: 'Distribuidor Norte',
      code: 'NORTE',
      type: 'distribuidor',
      status: 'activo',
      father_id: null,
      father_name: null,
      path: '',
      children: 2,
      sold_today: [],
      balance: [],
      debt: [],
    })
    expect(body.data[4]).toMatchObject({
      father_id: agencia1,
      father_name: 'Agencia Uno',
      path: 'Distribuidor Norte › Distribuidor Sur › Agencia Uno',
      children: 0,
    })
  })

  it('filters by type, status and text', async () => {
    const ids = async (query: object) =>
      (await app.call(partners.list, { query }, { as: 'banca' })).body.data.map((row) => row.id)
    expect(await ids({ type: 'distribuidor' })).toEqual([world.partner.norte, world.partner.sur])
    expect(await ids({ status: 'inactivo' })).toEqual([])
    expect(await ids({ q: 'TAQUILLA2' })).toEqual([world.partner.taquilla2])
  })

  it('holds what lies below an affiliate, or hangs from it, and never the affiliate itself', async () => {
    const { banca, norte, sur, agencia1, agencia2, taquilla1, taquilla2, taquilla3 } = world.partner
    const ids = async (query: object, as = 'distribuidor') =>
      (await app.call(partners.list, { query: { sort: 'type', ...query } }, { as })).body.data.map((row) => row.id)
    const all = [sur, agencia1, agencia2, taquilla1, taquilla2, taquilla3]
    expect(await ids({ partner_id: norte })).toEqual(all)
    expect(await ids({ partner_id: norte }, 'banca')).toEqual(all)
    expect(await ids({ father_id: norte })).toEqual([sur, agencia2])
    expect(await ids({ father_id: agencia1 })).toEqual([taquilla1, taquilla2])
    expect(await ids({ partner_id: banca, type: 'distribuidor' }, 'banca')).toEqual([norte, sur])
    for (const query of [{ partner_id: banca }, { father_id: banca }])
      expect(refusal(await app.call(partners.list, { query }, { as: 'distribuidor' }))[0]).toBe(404)
  })

  it('refuses an order that it does not offer', async () => {
    expect(refusal(await app.call(partners.list, { query: { sort: 'document' as 'name' } }, { as: 'banca' }))).toEqual([
      400,
      'invalid',
      'sort',
    ])
  })

  it('gives an agency its own offices and nothing else', async () => {
    const { body } = await app.call(partners.options, {}, { as: 'agencia' })
    expect(body.data.map((row) => row.id).sort()).toEqual(
      [world.partner.agencia1, world.partner.taquilla1, world.partner.taquilla2].sort(),
    )
    const offices = await app.call(partners.options, { query: { type: 'taquilla' } }, { as: 'agencia' })
    expect(offices.body.data.map((row) => row.name)).toEqual(['Taquilla Dos', 'Taquilla Uno'])
  })
})

describe('choices', () => {
  const namesOf = async (query: object, as = 'banca') =>
    (await app.call(partners.options, { query }, { as })).body.data.map((row) => row.name)

  it('are the first by name that hold the text in their own name, code or document', async () => {
    expect(await namesOf({ q: 'AGÉNCIA', limit: 2 })).toEqual(['Agencia Ajena', 'Agencia Dos'])
    expect(await namesOf({ q: 'agencia', type: 'distribuidor' })).toEqual([])
    expect(await namesOf({ q: '%' })).toEqual([])
  })

  it('where few do, are also those under one that does', async () => {
    expect(await namesOf({ q: 'distribuidor sur' })).toEqual([
      'Distribuidor Sur',
      'Agencia Uno',
      'Taquilla Dos',
      'Taquilla Uno',
    ])
    expect(await namesOf({ q: 'distribuidor sur', limit: 1 })).toEqual(['Distribuidor Sur'])
    expect(await namesOf({ q: 'agencia uno', type: 'taquilla' })).toEqual(['Taquilla Dos', 'Taquilla Uno'])
  })

  it('are of the own subtree, and found by nobody above it', async () => {
    expect(await namesOf({ q: 'distribuidor norte' }, 'agencia')).toEqual([])
    expect(await namesOf({ q: 'ajena' }, 'distribuidor')).toEqual([])
  })

  it('name the chosen one with those above it within reach, whatever else is asked', async () => {
    const { taquilla1, agencia1 } = world.partner
    const query = { id: taquilla1, q: 'nada', type: 'distribuidor', limit: 1 } as const
    const path = ['Distribuidor Norte', 'Distribuidor Sur', 'Agencia Uno', 'Taquilla Uno']
    expect(await namesOf(query, 'distribuidor')).toEqual(path)
    expect(await namesOf(query, 'agencia')).toEqual(path.slice(2))
    expect(await namesOf({ id: world.partner.norte }, 'agencia')).toEqual([])
    const fathers = await app.call(
      partners.fathers,
      { query: { type: 'taquilla', id: agencia1 } },
      { as: 'distribuidor' },
    )
    expect(fathers.body.data.map((row) => row.path)).toEqual(['Distribuidor Norte › Distribuidor Sur'])
  })

  it('are no more than a page', async () => {
    expect(refusal(await app.call(partners.options, { query: { limit: 101 } }, { as: 'banca' }))).toEqual([
      400,
      'invalid',
      'limit',
    ])
  })
})

describe('directs', () => {
  it('are the own ones unless a partner is named', async () => {
    const ids = async (query: object, as: string) =>
      (await app.call(partners.directs, { query }, { as })).body.data.map((row) => row.id)
    expect(await ids({}, 'distribuidor')).toEqual([world.partner.agencia2, world.partner.sur])
    expect(await ids({ partner_id: world.partner.sur }, 'distribuidor')).toEqual([world.partner.agencia1])
    expect(await ids({ status: 'inactivo' }, 'distribuidor')).toEqual([])
  })

  it('of a partner out of reach are not found', async () => {
    expect(
      refusal(await app.call(partners.directs, { query: { partner_id: world.partner.banca } }, { as: 'distribuidor' })),
    ).toEqual([404, 'not_found', undefined])
    expect(
      refusal(await app.call(partners.directs, { query: { partner_id: world.partner.agencia2 } }, { as: 'agencia' })),
    ).toEqual([404, 'not_found', undefined])
  })
})

describe('fathers', () => {
  const ids = async (query: { type: 'distribuidor' | 'agencia' | 'taquilla'; exclude_id?: number }, as = 'banca') =>
    (await app.call(partners.fathers, { query }, { as })).body.data.map((row) => row.id)

  it('are of a type that admits the new partner, and within reach', async () => {
    const { banca, norte, sur, agencia1, agencia2 } = world.partner
    expect(await ids({ type: 'agencia' })).toEqual([banca, norte, sur])
    expect(await ids({ type: 'agencia' }, 'distribuidor')).toEqual([norte, sur])
    expect(await ids({ type: 'taquilla' }, 'distribuidor')).toEqual([agencia2, agencia1])
  })

  it('are active, and not below the partner being edited', async () => {
    const { banca, norte, sur } = world.partner
    expect(await ids({ type: 'distribuidor', exclude_id: sur })).toEqual([banca, norte])
    expect(await ids({ type: 'distribuidor', exclude_id: norte })).toEqual([banca])
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${sur}`)
    expect(await ids({ type: 'agencia' })).toEqual([banca, norte])
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${sur}`)
  })

  it('are asked for a type', async () => {
    expect(refusal(await app.call(partners.fathers, { query: { type: 'banca' } as never }, { as: 'banca' }))).toEqual([
      400,
      'invalid',
      'type',
    ])
  })
})

describe('names in use', () => {
  const names = async (query: object, as = 'distribuidor') =>
    (await app.call(partners.invalidNames, { query }, { as })).body.data

  it('are found without case and accents, in the whole banca', async () => {
    expect(await names({ type: 'agencia', name: 'AGENCIA  ájena' })).toEqual(['Agencia Ajena'])
    expect(await names({ type: 'distribuidor', name: 'Agencia Ajena' })).toEqual([])
    expect(await names({ name: 'Agencia Libre' })).toEqual([])
    expect(await names({ name: 'Agencia Uno', exclude_id: world.partner.agencia1 })).toEqual([])
  })

  it('and documents, however they are written, in the whole banca', async () => {
    await world.db.run(sql`UPDATE partners SET document = 'J-05111222-3' WHERE name = 'Agencia Ajena'`)
    expect(await names({ type: 'agencia', document: 'j51112223' })).toEqual(['J-05111222-3'])
    expect(await names({ type: 'distribuidor', document: 'J-05111222-3' })).toEqual([])
    expect(await names({ document: 'J-05111222-4' })).toEqual([])
  })

  it('are listed only from the own subtree', async () => {
    expect(await names({ type: 'agencia' })).toEqual(['Agencia Dos', 'Agencia Uno'])
    expect(await names({ type: 'agencia' }, 'banca')).toEqual(['Agencia Ajena', 'Agencia Dos', 'Agencia Uno'])
  })
})
