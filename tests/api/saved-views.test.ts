/** Saved views: whose they are, who finds them, what is refused, and one person from many tabs at once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analytics } from '../../contract/analytics.ts'
import { mostViews, savedViews } from '../../contract/saved-views.ts'
import { addDays } from '../../contract/values/dates.ts'
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

const screen = 'gross-sales'
const create = (body: object, as = 'banca') =>
  app.call(savedViews.create, { body: { screen, query: 'period=7d', ...body } as never }, { as })
const made = async (body: object, as = 'banca') => {
  const reply = await create(body, as)
  expect([reply.status, reply.problem?.code]).toEqual([201, undefined])
  return reply.body
}
const seenBy = async (as: string) => {
  const { body } = await app.call(savedViews.list, { query: { screen } }, { as })
  return body.data
}
const names = async (as: string) => (await seenBy(as)).map(({ name }) => name)

describe('a saved view', () => {
  it('keeps an address as it is, a relative period too, and is its own maker’s', async () => {
    const view = await made({ name: 'Mi semana', query: 'compare=anterior&period=semana-pasada' })
    expect(view).toMatchObject({
      query: 'compare=anterior&period=semana-pasada',
      own: true,
      shared_with: [],
      usual: false,
    })
    expect(await names('banca')).toContain('Mi semana')
    for (const other of ['supervisor', 'distribuidor', 'agencia']) expect(await names(other)).not.toContain('Mi semana')
  })

  it('is found by the roles named, at the partner of its maker and below it, and changed by its maker alone', async () => {
    const own = await made({ name: 'De distribuidores', shared_with: ['DISTRIBUIDOR', 'ADMIN_TAQUILLA'] }, 'banca')
    const below = await made({ name: 'De mi agencia', shared_with: ['ADMIN_TAQUILLA', 'SUPERV_BANCA'] }, 'distribuidor')
    expect(await names('distribuidor')).toContain('De distribuidores')
    expect(await names('agencia')).toEqual(expect.arrayContaining(['De distribuidores', 'De mi agencia']))
    expect(await names('supervisor')).toEqual([])
    const [shared] = (await seenBy('agencia')).filter(({ id }) => id === own.id)
    expect(shared).toMatchObject({ own: false, by: expect.any(String) })
    const changed = { name: 'Ajena', query: '', shared_with: [] }
    for (const [as, id] of [
      ['agencia', own.id],
      ['banca', below.id],
    ] as const) {
      const update = await app.call(savedViews.update, { params: { id }, body: changed }, { as })
      const remove = await app.call(savedViews.remove, { params: { id } }, { as })
      expect([update.problem?.code, remove.problem?.code]).toEqual(['not_found', 'not_found'])
    }
    const saved = await app.call(
      savedViews.update,
      { params: { id: own.id }, body: { ...changed, name: 'Solo mía' } },
      { as: 'banca' },
    )
    expect(saved.body).toMatchObject({ name: 'Solo mía', query: '', shared_with: [] })
    expect(await names('agencia')).toEqual(['De mi agencia'])
  })

  it('opens its screen where somebody chose it, for that person alone, until it is gone', async () => {
    const view = await made({ name: 'De siempre', shared_with: ['SUPERV_BANCA'] })
    const choose = (view_id: number | null, as: string) =>
      app.call(savedViews.choose, { body: { screen, view_id } }, { as })
    expect((await choose(view.id, 'supervisor')).body).toEqual({ view_id: view.id })
    const usual = async (as: string) => (await seenBy(as)).filter((one) => one.usual).map(({ id }) => id)
    expect([await usual('supervisor'), await usual('banca')]).toEqual([[view.id], []])
    const other = await made({ name: 'Otra de siempre' }, 'supervisor')
    await choose(other.id, 'supervisor')
    expect(await usual('supervisor')).toEqual([other.id])
    expect((await choose(view.id, 'distribuidor')).problem.code).toBe('not_found')
    await choose(null, 'supervisor')
    expect(await usual('supervisor')).toEqual([])
    await choose(view.id, 'supervisor')
    await app.call(savedViews.remove, { params: { id: view.id } }, { as: 'banca' })
    expect(await usual('supervisor')).toEqual([])
  })

  it('is refused where it says nothing that could be opened', async () => {
    const codes = async (body: object, as?: string) => {
      const { problem } = await create(body, as)
      return [problem.code, problem.errors?.[0]?.path]
    }
    await made({ name: 'Única' })
    expect(await codes({ name: 'ÚNICA' })).toEqual(['name_taken', 'name'])
    expect(await codes({ name: ' ' })).toEqual(['invalid', 'name'])
    expect(await codes({ name: 'Mala', query: 'x=<script>' })).toEqual(['invalid', 'query'])
    expect(await codes({ name: 'Larga', query: 'q'.repeat(2_001) })).toEqual(['invalid', 'query'])
    expect(await codes({ name: 'Rol', shared_with: ['JEFE'] })).toEqual(['invalid', 'shared_with.0'])
    expect(await codes({ name: 'Nada', screen: 'no-hay' })).toEqual(['forbidden', undefined])
    expect(await codes({ name: 'Ajena' }, 'taquilla')).toEqual(['forbidden', undefined])
    const chosen = await app.call(savedViews.choose, { body: { screen: 'no-hay', view_id: null } }, { as: 'banca' })
    expect(chosen.problem.code).toBe('forbidden')
    const first = await made({ name: 'Primera' })
    const taken = await app.call(
      savedViews.update,
      { params: { id: first.id }, body: { name: 'única', query: '', shared_with: [] } },
      { as: 'banca' },
    )
    expect(taken.problem.code).toBe('name_taken')
  })

  it('is kept fifty times and not once more, however many tabs save at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: mostViews + 12 }, (_, n) => create({ name: `Vista ${n}` }, 'sinhijos')),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(mostViews)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ problem }) => problem.code))).toEqual(
      new Set(['too_many_views']),
    )
    expect(await names('sinhijos')).toHaveLength(mostViews)
  })

  it('leaves what it was before and after in the log', async () => {
    const view = await made({ name: 'Con rastro' })
    await app.call(
      savedViews.update,
      { params: { id: view.id }, body: { name: 'Con otro', query: 'period=mes', shared_with: [] } },
      { as: 'banca' },
    )
    const row = await world.db.one<{ before: { name: string }; after: { name: string; query: string } }>(
      sql`SELECT before, after FROM audit_log WHERE entity = 'savedViews' AND entity_id = ${String(view.id)} ORDER BY id DESC LIMIT 1`,
    )
    expect([row!.before.name, row!.after.name, row!.after.query]).toEqual(['Con rastro', 'Con otro', 'period=mes'])
  })
})

describe('a question to the figures', () => {
  it('is refused where its days make no sense', async () => {
    const { today } = world
    const ask = async (endpoint: typeof analytics.chart | typeof analytics.rows, query: object) => {
      const { status, problem } = await app.call(
        endpoint as typeof analytics.chart,
        { query: { from: addDays(today, -6), to: today, ...query } as never },
        { as: 'banca' },
      )
      return status < 300 ? 'there' : problem.code
    }
    for (const endpoint of [analytics.chart, analytics.rows]) {
      expect(await ask(endpoint, {})).toBe('there')
      expect(await ask(endpoint, { from: addDays(today, 1) })).toBe('range_backwards')
      expect(await ask(endpoint, { from: addDays(today, -400) })).toBe('range_too_long')
      expect(await ask(endpoint, { compare_from: today })).toBe('range_backwards')
    }
    for (const by of ['dia,semana', 'dia,hora,producto,jugada', 'nada'])
      expect(await ask(analytics.rows, { by })).toBe('invalid')
  })
})
