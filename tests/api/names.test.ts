/** The order of names, and finding them by their words: the same on the server and in the console, in every list. */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import type { Endpoint, ListFacts } from '../../contract/endpoint.ts'
import { enumValues, fieldKind, looksOf } from '../../contract/field.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { partners } from '../../contract/partners.ts'
import { compareNames } from '../../contract/values/text.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { readerOf } from '../support/reader-of.ts'
import { addExternalLoad, addNetworkImport } from '../support/factories.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let app: TestApp
let pool: Pool
let db: Executor
let given: Record<string, unknown>
beforeAll(async () => {
  database = await createSeededDatabase()
  app = await startApp(database.url, { password: demoPassword })
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
  // Names that only counting puts in order, with accents, capitals and ñ among them.
  const odd = sql`(ARRAY['Zona ', 'zoná ', 'Ñandú ', 'Nube ', 'oso '])[1 + id % 5] || (id * 7 % 120)`
  await db.run(sql`UPDATE partners SET name = ${odd} || ' ' || id, code = 'P' || id WHERE type <> 'banca'`)
  await db.run(sql`UPDATE partners SET name_key = translate(lower(name), 'áéíóúüñ', 'aeiouun')`)
  await db.run(sql`UPDATE clients SET name = ${odd}`)
  await db.run(sql`UPDATE payment_methods SET name = ${odd} || ' ' || id`)
  await db.run(sql`UPDATE accounts SET name = ${odd} || ' ' || id`)
  await db.run(sql`UPDATE products SET name = 'Lotto ' || (id * 7 % 120)`)
  await db.run(sql`UPDATE users SET name = ${odd}`)
  const user = await db.one<{ id: number }>(sql`SELECT id FROM users WHERE username = 'banca'`)
  const draw = await db.one<{ id: number }>(sql`SELECT max(draw_id) AS id FROM ticket_lines`)
  const client = await db.one<{ id: number }>(sql`SELECT min(client_id) AS id FROM client_operations`)
  const account = await db.one<{ id: number }>(sql`SELECT min(id) AS id FROM accounts`)
  const days = await db.one<{ from: string; to: string }>(
    sql`SELECT (max(day) - 9)::text AS from, max(day)::text AS to FROM tickets`,
  )
  const change = await db.one<{ id: number }>(sql`SELECT nextval('changes_of_many')::int AS id`)
  await db.run(sql`
    INSERT INTO changed_rows (change_id, partner_id, product_id, currency, after)
    SELECT ${change!.id}::bigint, p.id, 1, 'BS', '50.00' FROM partners p`)
  given = {
    ...days,
    load_id: await addExternalLoad(db, user!.id),
    import_id: await addNetworkImport(db, user!.id),
    draw_id: draw!.id,
    client_id: client!.id,
    account_id: account!.id,
    change_id: change!.id,
  }
})
afterAll(async () => {
  await app?.close()
  await pool?.end()
  await database?.drop()
})

/** What Spanish names are made of. Signs that one Unicode knows and an older one does not may stand elsewhere. */
const letters = [...'aáAÁbcçdeéÉnñÑoóOuüÜzZ0123456789  .,-_/()&\'"ºª#+:;¡!¿?']
const anyName = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 })

describe('the order of names', () => {
  it('is the same in the tables and in the console', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyName, { maxLength: 60 }), async (names) => {
        const rows = await db.rows<{ name: string }>(sql`
          SELECT name FROM jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) AS n(name) ORDER BY name COLLATE names`)
        // Names alike in all that is read (01 and 1) stand by their bytes there; nothing in the console hangs from it.
        const own = names.toSorted(
          (one, other) => compareNames(one, other) || Buffer.compare(Buffer.from(one), Buffer.from(other)),
        )
        expect(rows.map(({ name }) => name)).toEqual(own)
      }),
      { numRuns: 150 },
    )
  })

  it('counts, and folds what Spanish folds', () => {
    const names = ['Zona 2', 'zona 10', 'Zóna 3', 'Nube', 'Ñandú', 'Oso', 'ñame']
    expect(names.toSorted(compareNames)).toEqual(['Nube', 'ñame', 'Ñandú', 'Oso', 'Zona 2', 'Zóna 3', 'zona 10'])
  })

  it('is that of every column that holds names', async () => {
    const others = await db.rows<{ column: string }>(sql`
      SELECT c.relname || '.' || a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_collation l ON l.oid = a.attcollation
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.atttypid = 'text'::regtype AND NOT a.attisdropped
        AND a.attname ~ '^(name|nombre|code|codigo|username|filename|holder|bank)$' AND l.collname <> 'names' ORDER BY 1`)
    // Codes of numbers and machines, what is kept as it was written then, and names that no list is ordered by.
    expect(others.map(({ column }) => column)).toEqual([
      'audit_log.username',
      'banca.name',
      'bet_types.code',
      'files.filename',
      'jobs.name',
      'network_imports.filename',
      'network_rows.name',
      'product_symbols.code',
      'server_secrets.name',
      'tickets.code',
    ])
  })
})

type List = Endpoint & { list: ListFacts }
const isName = /(^|_)(name|code|username|target|agency|product|filename|place)$/
const lists = everyEndpoint()
  .filter(({ endpoint }) => endpoint.list && !endpoint.list.whole)
  .map(({ entity, name, endpoint }) => ({ name: `${entity}.${name}`, endpoint: endpoint as List }))
const ordered = lists.flatMap(({ name, endpoint }) =>
  endpoint.list.sort.flatMap((sort: string) => {
    const schema = endpoint.list.row.shape[sort]
    const isText = schema && fieldKind(schema) === 'text' && !enumValues(schema) && !looksOf(schema).labels
    return isText && isName.test(sort) ? [{ name, endpoint, sort }] : []
  }),
)

async function read(endpoint: List, asked: object) {
  const { shape } = (endpoint.body ?? endpoint.query) as unknown as { shape: Record<string, unknown> }
  const needed = Object.fromEntries(Object.entries(given).filter(([key]) => key in shape))
  const all = {
    ...needed,
    ...asked,
    ...(shape['measures'] !== undefined && { by: 'afiliado,producto,jugada', measures: 'sold' }),
  }
  const as = readerOf(endpoint)
  const reply = await app.call(endpoint, endpoint.method === 'POST' ? { body: all } : { query: all }, { as })
  expect([reply.status, reply.problem.errors]).toEqual([200, undefined])
  return (reply.body as unknown as { data: Record<string, unknown>[] }).data
}

describe('a list ordered by names', () => {
  it('is one of many', () => expect(ordered.length).toBeGreaterThan(40))

  it.each(ordered)('$name by $sort: counts both ways', async ({ endpoint, sort }) => {
    for (const way of [1, -1]) {
      const rows = await read(endpoint, { sort: way > 0 ? sort : `-${sort}`, per_page: 500 })
      const names = rows.map((row) => row[sort]).filter((one) => typeof one === 'string')
      for (const [at, name] of names.slice(1).entries())
        expect([names[at], name, way * Math.sign(compareNames(names[at]!, name)) <= 0]).toEqual([names[at], name, true])
    }
  })

  it('goes on from page to page in that order', async () => {
    const pages = []
    for (const page of [1, 2, 3])
      pages.push(...(await read(partners.list as never, { sort: 'name', page, per_page: 7 })))
    const names = pages.map(({ name }) => name as string)
    expect(names).toEqual(names.toSorted(compareNames))
    expect(new Set(names).size).toBe(21)
  })
})

describe('words that somebody types', () => {
  it('find a name in any order, each as a part', async () => {
    const { id } = (await db.one<{ id: number }>(sql`SELECT min(id) AS id FROM partners WHERE type = 'agencia'`))!
    await db.run(
      sql`UPDATE partners SET name = 'Señor del Ávila Norte', name_key = 'senor del avila norte', code = 'Q-77' WHERE id = ${id}`,
    )
    const found = async (q: string) => (await read(agencies.list as never, { q })).map((row) => row['id'])
    for (const q of ['norte señor', 'NORTE  senor', 'avi nor', 'q-77 avila', 'ávila Q-7'])
      expect([q, await found(q)]).toEqual([q, [id]])
    for (const q of ['norte sur', 'avila q-78', 'norte%señor']) expect([q, await found(q)]).toEqual([q, []])
  })

  it('are looked for in every list that searches: turned round they find the same row', async () => {
    const reached: string[] = []
    for (const { name, endpoint } of lists.filter(({ endpoint: { list } }) => list.search)) {
      const rows = await read(endpoint, { per_page: 50 })
      const keys = Object.keys(rows[0] ?? {}).filter((key) => /(^|_)name$/.test(key))
      for (const key of keys) {
        const text = rows.map((row) => row[key]).find((one) => typeof one === 'string' && /\S{2,} \S/.test(one))
        const finds = async (q: string) => (await read(endpoint, { q, per_page: 500 })).some((row) => row[key] === text)
        if (typeof text !== 'string' || !(await finds(text))) continue
        const turned = text.split(' ').toReversed().join(' ')
        expect([name, key, turned, await finds(turned)]).toEqual([name, key, turned, true])
        reached.push(name)
      }
    }
    expect(new Set(reached).size).toBeGreaterThan(12)
  })
})
