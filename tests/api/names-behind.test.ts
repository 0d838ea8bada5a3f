/**
 * What is switched off stays findable by its name, and a number never stands in the place of a name: calls, and the
 * files of every list.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../contract/audit-log.ts'
import type { Endpoint, Fields, ListFacts } from '../../contract/endpoint.ts'
import { fieldKind, isMultiple, itemOf, namedKindOf, titleOf } from '../../contract/field.ts'
import { general, includingPast } from '../../contract/general.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { unknownNames, type NamedKind } from '../../contract/names.ts'
import { partners } from '../../contract/partners.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { readerOf } from '../support/reader-of.ts'
import { addExternalLoad, addNetworkImport } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
/** Of each kind one that is switched off, or that cannot be. */
let one: Record<NamedKind, { id: number; name: string }>
let given: Record<string, unknown>
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const { db, partner, user, today } = world
  const load_id = await addExternalLoad(db, user['banca']!)
  const draw = await world.draw('LOTTO_ACTIVO')
  await db.run(sql`UPDATE products SET status = 'inactivo' WHERE code = 'LOTTO_ACTIVO'`)
  await db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${partner.agencia2}`)
  await db.run(sql`UPDATE users SET status = 'inactivo' WHERE id = ${user['lejana']}`)
  await db.run(sql`UPDATE external_systems SET status = 'inactivo'`)
  const named = async (of: string, where = 'true') =>
    (await db.one<{ id: number; name: string }>(
      sql`SELECT id::int AS id, name FROM ${sql.identifier(of)} WHERE ${sql.raw(where)} ORDER BY id LIMIT 1`,
    ))!
  one = {
    partner: { id: partner.agencia2, name: 'Agencia Dos' },
    product: await named('products', `code = 'LOTTO_ACTIVO'`),
    bet_type: await named('bet_types'),
    draw: { id: draw, name: 'Lotto Activo' },
    user: await named('users', `id = ${user['lejana']}`),
    system: await named('external_systems'),
    state: await named('states'),
    municipality: await named('municipalities'),
  }
  const import_id = await addNetworkImport(db, user['banca']!)
  given = { from: today, to: today, load_id, import_id, draw_id: draw, change_id: 1, client_id: 1, account_id: 1 }
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const names = async (kind: NamedKind, ids: number[], as = 'banca') =>
  (await app.call(general.names, { query: { kind, ids } }, { as })).body.data

const off: readonly NamedKind[] = ['partner', 'product', 'user', 'system']

describe('the names behind numbers', () => {
  it('are told of each kind, what is switched off among them', async () => {
    for (const kind of Object.keys(unknownNames) as NamedKind[]) {
      const [found, ...more] = await names(kind, [one[kind].id, 32_000])
      expect([kind, found?.id, more.length]).toEqual([kind, one[kind].id, 0])
      expect([kind, found?.name.startsWith(one[kind].name)]).toEqual([kind, true])
      expect([kind, found?.status]).toEqual([kind, off.includes(kind) ? 'inactivo' : null])
    }
  })

  it('are told within reach alone', async () => {
    const { agencia1, agencia2, banca } = world.partner
    expect(await names('partner', [agencia1, agencia2, banca], 'agencia')).toMatchObject([{ id: agencia1 }])
    expect(await names('user', [world.user['banca']!, world.user['taquilla']!], 'agencia')).toMatchObject([
      { id: world.user['taquilla'] },
    ])
    expect(await names('system', [one.system.id], 'distribuidor')).toEqual([])
    expect(await names('product', [one.product.id], 'taquilla')).toHaveLength(1)
  })

  it('are asked of a hundred at once at most, and of one at least', async () => {
    for (const ids of [[], Array.from({ length: 101 }, (_, at) => at + 1), [0], ['x' as never]]) {
      const { status, problem } = await app.call(general.names, { query: { kind: 'product', ids } }, { as: 'banca' })
      expect([ids.length, status, problem.errors?.[0]?.path.split('.')[0]]).toEqual([ids.length, 400, 'ids'])
    }
  })
})

describe('what may be chosen', () => {
  it('holds what is switched off, after the rest, where the past is looked at', async () => {
    const past = (await app.call(general.products, { query: includingPast }, { as: 'banca' })).body.data
    const now = (await app.call(general.products, {}, { as: 'banca' })).body.data
    expect([past.at(-1)?.name, past.at(-1)?.status, past.length]).toEqual(['Lotto Activo', 'inactivo', now.length + 1])
    expect(now.every(({ status }) => status === 'activo')).toBe(true)
    for (const q of [undefined, 'agencia', 'norte']) {
      const rows = (await app.call(partners.options, { query: { ...(q && { q }) } }, { as: 'banca' })).body.data
      const found = rows.map(({ status }) => status)
      if (!q) expect(found).toEqual([...found].sort())
      expect([q, found.includes('inactivo'), found[0]]).toEqual([q, true, 'activo'])
    }
    const active = (await app.call(partners.options, { query: { status: 'activo' } }, { as: 'banca' })).body.data
    expect(active.some(({ id }) => id === one.partner.id)).toBe(false)
    const people = (await app.call(auditLog.people, { query: {} }, { as: 'banca' })).body.data
    expect(people.at(-1)).toMatchObject({ username: 'lejana', status: 'inactivo' })
  })

  it('of a first few are the active ones, and the others where there is room', async () => {
    const asked = { query: { limit: 2, type: 'agencia' as const } }
    const rows = (await app.call(partners.options, asked, { as: 'banca' })).body.data
    expect(rows.map(({ name }) => name)).toEqual(['Agencia Uno', 'Agencia Dos'])
    const first = (await app.call(partners.options, { query: { limit: 1 } }, { as: 'banca' })).body.data
    expect(first.map(({ status }) => status)).toEqual(['activo'])
  })
})

type List = Endpoint & { list: ListFacts }
const lists = everyEndpoint()
  .filter(({ endpoint }) => endpoint.list)
  .map(({ entity, name, endpoint }) => ({ name: `${entity}.${name}`, endpoint: endpoint as List }))
const filters = lists.flatMap(({ name, endpoint }) =>
  Object.entries(endpoint.list.filters as Fields).flatMap(([filter, schema]) =>
    /_ids?$/.test(filter) && fieldKind(itemOf(schema)) === 'count' ? [{ name, endpoint, filter, schema }] : [],
  ),
)
const exported = new Set<Endpoint>(everyEndpoint().map(({ endpoint }) => endpoint))
/** What its screen is of: named by the screen itself. */
const own = ['load_id', 'import_id', 'change_id', 'client_id', 'account_id', 'register_id', 'fund_id']
const asked = filters.filter(({ filter }) => !own.includes(filter))

describe('a filter by a number', () => {
  it.each(asked)('$name by $filter: says what the number stands for', ({ schema }) => {
    expect(namedKindOf(schema)).toBeDefined()
  })

  it.each(asked.filter(({ endpoint }) => exported.has(endpoint.list.file as Endpoint)))(
    'the file of $name by $filter: tells the name, marked, and never the number',
    async ({ endpoint, filter, schema }) => {
      const kind = namedKindOf(schema)!
      const title = titleOf(schema) ?? filter
      const file = endpoint.list.file as Endpoint
      const as = readerOf(file)
      const shape = ((file.body ?? file.query) as unknown as { shape: object }).shape
      const needed = Object.fromEntries(Object.entries(given).filter(([key]) => key in shape))
      const headingOf = async (id: number) => {
        const all = { ...needed, [filter]: isMultiple(schema) ? [id] : id }
        const csv = { format: 'csv', csv_style: 'international' }
        const reply = await app.call(
          file,
          endpoint.method === 'POST' ? { body: all, query: csv } : { query: { ...all, ...csv } },
          { as },
        )
        return { status: reply.status, text: reply.raw?.toString('utf8') ?? '' }
      }
      // Whose place is their own agency's office: a counter sees none beside.
      const { id, name } =
        kind === 'partner' && as !== 'banca' ? { id: world.partner.taquilla1, name: 'Taquilla Uno' } : one[kind]
      const told = await headingOf(id)
      expect(told.status).toBe(200)
      const line = told.text.split('\n').find((each) => each.startsWith(title)) ?? ''
      expect(line).toContain(name)
      if (off.includes(kind) && id === one[kind].id && kind !== 'user')
        expect(told.text).toContain(`${name} (inactivo)`)
      const unknown = await headingOf(31_999)
      if (unknown.status === 200) expect(unknown.text).toContain(unknownNames[kind])
      else expect(unknown.status).toBe(404)
    },
  )
})
