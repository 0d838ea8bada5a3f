/** The workbook of every list: rows under one line of titles, every amount a number in a column of its currency, and what it is behind. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils, type CellObject, type WorkSheet } from 'xlsx'
import type { z } from 'zod'
import { auditLog } from '../../contract/audit-log.ts'
import { screens } from '../../contract/access/screens.ts'
import type { Endpoint, ListFacts } from '../../contract/endpoint.ts'
import { fieldKind, titleOf } from '../../contract/field.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { measures } from '../../contract/measures.ts'
import { network } from '../../contract/network.ts'
import { currencies } from '../../contract/values/currency.ts'
import { add } from '../../contract/values/money.ts'
import { isSums, type Sums } from '../../contract/values/sums.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { addExternalLoad, addNetworkImport } from '../support/factories.ts'
import { readerOf } from '../support/reader-of.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'
import { movedMost } from './lists-setup.ts'

type List = Endpoint & { list: ListFacts }
const offered = new Set<Endpoint>(everyEndpoint().map(({ endpoint }) => endpoint))
const lists = everyEndpoint()
  .filter(({ endpoint }) => endpoint.list && offered.has(endpoint.list.file as Endpoint))
  .map(({ entity, name, endpoint }) => ({ name: `${entity}.${name}`, endpoint: endpoint as List }))

let database: TestDatabase
let app: TestApp
let pool: Pool
let db: Executor
/** What some lists must be asked with. */
let given: Record<string, unknown>

beforeAll(async () => {
  database = await createSeededDatabase()
  app = await startApp(database.url, { password: demoPassword })
  pool = createPool(database.url, { max: 8 })
  db = executor(pool)
  const one = async (query: ReturnType<typeof sql>) => (await db.one<{ id: number }>(query))!.id
  const user = await one(sql`SELECT id FROM users WHERE username = 'banca'`)
  const days = await db.one<{ from: string; to: string }>(
    sql`SELECT (max(day) - 9)::text AS from, max(day)::text AS to FROM tickets`,
  )
  const change_id = await one(sql`SELECT nextval('changes_of_many')::int AS id`)
  await db.run(sql`
    INSERT INTO changed_rows (change_id, partner_id, product_id, bet_type_id, currency, before, after)
    SELECT ${change_id}::bigint, p.id, g.id, NULL, 'BS', NULL, '50.00' FROM partners p CROSS JOIN (SELECT min(id) AS id FROM products) g`)
  given = {
    ...days,
    change_id,
    load_id: await addExternalLoad(db, user),
    import_id: await addNetworkImport(db, user),
    draw_id: await one(sql`SELECT draw_id AS id FROM ticket_lines GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`),
    client_id: await one(sql`SELECT client_id AS id FROM client_operations GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`),
    account_id: await one(movedMost),
    fund_id: await one(sql`
      INSERT INTO cash_funds (partner_id, name, name_key) SELECT id, 'Bóveda', 'boveda' FROM partners WHERE type = 'banca' RETURNING id`),
    by: 'afiliado',
    level: 'taquilla',
    measures: Object.keys(measures).join(),
  }
})
afterAll(async () => {
  await app?.close()
  await pool?.end()
  await database?.drop()
})

function asking(endpoint: Endpoint, query: object = {}) {
  const { shape } = (endpoint.body ?? endpoint.query) as z.ZodObject
  const needed = Object.fromEntries(
    Object.entries(given).filter(([name]) => shape[name] && (name !== 'level' || shape['measures'])),
  )
  return (endpoint.body ? { body: needed, query } : { query: { ...needed, ...query } }) as never
}

/** The list whose workbook was read last: each is looked at by one test after the other. */
let last: { list: List; book: ReturnType<typeof readBook> } | undefined
function bookOf(list: List): ReturnType<typeof readBook> {
  if (last?.list !== list) last = { list, book: readBook(list) }
  return last.book
}

async function readBook(list: List) {
  const reply = await app.call(list.list.file as never, asking(list.list.file as Endpoint, { format: 'xlsx' }), {
    as: readerOf(list),
  })
  expect(reply.status, reply.raw.toString('utf8', 0, 300)).toBe(200)
  const book = read(reply.raw, { cellNF: true, bookFiles: true }) as ReturnType<typeof read> & {
    files: Record<string, { content: Uint8Array }>
  }
  return { reply, book, part: (name: string) => Buffer.from(book.files[name]!.content).toString() }
}

const cell = (sheet: WorkSheet, r: number, c: number) => sheet[utils.encode_cell({ r, c })] as CellObject | undefined

/** What a column may hold, by its title: amounts of a currency, days, instants, other numbers, texts. */
function kindsOf(row: z.ZodObject): ReadonlyMap<string, string> {
  return new Map(
    Object.values(row.shape as Record<string, z.ZodType>).flatMap((schema) => {
      const title = titleOf(schema)
      if (!title) return []
      const kind = isSums(schema) ? 'sums' : fieldKind(schema)
      const apart = kind === 'sums' || (kind === 'money' && 'currency' in row.shape)
      return apart ? currencies.map((one) => [`${title} ${one}`, 'money'] as const) : [[title, kind] as const]
    }),
  )
}
const looks: Record<string, RegExp> = {
  money: /^#,##0\.00$/,
  count: /^#,##0$/,
  percent: /^0\.00%$/,
  decimal: /^#,##0\.00####$/,
  day: /^dd\/mm\/yyyy$/,
  instant: /^dd\/mm\/yyyy\\? hh:mm:ss$/,
}
/** Columns that say in words how an amount comes about, which stands beside them by itself. */
const arithmetic = new Set(['statements.lines: Detalle'])
/** Lists of a screen of several whose titles say what they are of. */
const saysItself = new Set([
  'accountBalance.ageing',
  'accountBalance.closings',
  'accountBalance.clock',
  'statements.lines',
  'accountEntries.summary',
  'accountEntries.ledger',
  'accounts.movements',
  'cashFunds.history',
  'fundMovements.list',
  'reloads.me',
])
/** An amount that somebody wrote: `Bs 1.200,00`, `$ -3,00`, `1.200,00 BS`. */
const writtenAmount = /(^|\s)(Bs|COP|\$)\s?\$?\s?-?\d[\d.]*,\d{2}\b|\d,\d{2}\s?(BS|USD|COP)\b/

describe.each(lists)('the workbook of $name', ({ name: list, endpoint }) => {
  it('is rows under one line of titles, that is filtered and stands still', async () => {
    const { reply, book, part } = await bookOf(endpoint)
    const [name, about] = book.SheetNames as [string, string]
    expect(book.SheetNames.slice(1)).toEqual(['Información'])
    const sheet = book.Sheets[name]!
    const { e } = utils.decode_range(sheet['!autofilter']!.ref)
    expect(sheet['!autofilter']!.ref).toBe(`A1:${utils.encode_col(e.c)}${Number(reply.headers['x-row-count']) + 1}`)
    expect(part('xl/worksheets/sheet1.xml')).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft"')
    expect(part('xl/worksheets/sheet2.xml')).not.toContain('<pane')
    const titles = Array.from({ length: e.c + 1 }, (_, c) => String(cell(sheet, 0, c)?.v))
    // Nothing stands beyond what is filtered: neither titles over it nor sums below it.
    expect(utils.decode_range(sheet['!ref']!)).toEqual({ s: { r: 0, c: 0 }, e })
    expect(new Set(titles).size >= titles.length - 1).toBe(true)
    const told = utils.sheet_to_json<unknown[]>(book.Sheets[about]!, { header: 1 })
    expect(told[0]).toEqual(['Reporte', endpoint.list.title])
    expect(told.map(([label]) => label)).toEqual(expect.arrayContaining(['Generado por', 'Generado el', 'Filas']))
  })

  it('has numbers for amounts, of one currency a column, dates, and texts for all else', async () => {
    const { book } = await bookOf(endpoint)
    const sheet = book.Sheets[book.SheetNames[0]!]!
    const { e } = utils.decode_range(sheet['!ref']!)
    const kinds = kindsOf(endpoint.list.row as z.ZodObject)
    const titles = Array.from({ length: e.c + 1 }, (_, c) => String(cell(sheet, 0, c)?.v))
    const currencyAt = titles.indexOf('Moneda')
    const wrong: string[] = []
    for (const [c, title] of titles.entries()) {
      const kind = kinds.get(title) ?? (/ (BS|USD|COP)$/.test(title) ? 'money' : 'text')
      for (let r = 1; r <= e.r; r++) {
        const one = cell(sheet, r, c)
        if (one === undefined || one.t === 'z') continue
        const is = looks[kind]
          ? one.t === 'n' && looks[kind].test(String(one.z))
          : one.t === 's' && (arithmetic.has(`${list}: ${title}`) || !writtenAmount.test(String(one.v)))
        const hasCurrency =
          kind !== 'money' || currencyAt < 0 || title.split(' ').at(-1) === cell(sheet, r, currencyAt)?.v
        if (!is || !hasCurrency) wrong.push(`${title} ${r + 1}: ${one.t} ${String(one.v)} ${String(one.z)}`)
      }
    }
    expect(wrong).toEqual([])
    // No amount of several currencies stands in one column.
    if ('currency' in endpoint.list.row.shape || [...kinds.values()].includes('sums'))
      for (const title of titles.filter((one) => kinds.get(one) === 'money')) expect(title).toMatch(/ (BS|USD|COP)$/)
  })

  it('is called as its screen, by its days', async () => {
    const { reply } = await bookOf(endpoint)
    const [, encoded = ''] = /filename\*=UTF-8''(.+)$/.exec(String(reply.headers['content-disposition'])) ?? []
    const [, name = '', days] =
      /^(.+?) ((?:\d{4}-\d\d-\d\d)(?: a \d{4}-\d\d-\d\d)?)\.xlsx$/.exec(decodeURIComponent(encoded)) ?? []
    const labels = screens.map(({ page, label, key }) =>
      page && page.label !== 'Contabilidad'
        ? `${page.label}, ${label.toLowerCase()}`
        : key.startsWith('polla')
          ? `Polla, ${label.toLowerCase()}`
          : label,
    )
    expect([
      name,
      [...labels, ...(saysItself.has(list) ? [endpoint.list.title] : [])].some(
        (label) => name === label || name.startsWith(`${label}, `) || name.startsWith(`${label} por`),
      ),
    ]).toEqual([name, true])
    if (endpoint.list.period?.needed) expect(days).toBe(`${String(given['from'])} a ${String(given['to'])}`)
  })
})

it('holds of each currency what the list holds, where a row says several', async () => {
  const { endpoint } = lists.find(({ name }) => name === 'partners.list')!
  const { book } = await bookOf(endpoint)
  const sheet = book.Sheets[book.SheetNames[0]!]!
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet)
  const { body } = await app.call(endpoint, { query: { per_page: 500 } } as never, { as: 'banca' })
  const { data } = body as unknown as { data: { code: string; balance: Sums; sold_today: Sums }[] }
  const said = new Map(rows.map((row) => [row['Código'], row]))
  for (const { code, balance } of data)
    for (const currency of currencies) {
      const amount = balance.find((one) => one.currency === currency)?.amount
      expect([code, said.get(code)?.[`Resultado ${currency}`]]).toEqual([code, amount && Number(add(amount, '0.00'))])
    }
  expect(data.some(({ balance }) => balance.length > 1)).toBe(true)
})

it('of a change of quotas has amounts, and of one of other things words', async () => {
  const of = async () => {
    const reply = await app.call(
      auditLog.changedExport,
      { query: { change_id: given['change_id'] as number, format: 'xlsx' } },
      { as: 'banca' },
    )
    return utils.sheet_to_json<Record<string, unknown>>(Object.values(read(reply.raw).Sheets)[0]!)
  }
  expect((await of())[0]).toMatchObject({ Moneda: 'BS', 'Después BS': 50 })
  await db.run(
    sql`UPDATE changed_rows SET after = 'Sí', currency = NULL WHERE change_id = ${given['change_id'] as number}`,
  )
  expect((await of())[0]).toMatchObject({ Después: 'Sí' })
})

it('of the network has its titles in the first row of every sheet, filtered and still, and no amount as text', async () => {
  const reply = await app.call(network.book, { query: {} }, { as: 'banca' })
  const book = read(reply.raw, { bookFiles: true }) as ReturnType<typeof read> & {
    files: Record<string, { content: Uint8Array }>
  }
  expect(String(reply.headers['content-disposition'])).toMatch(/filename="Afiliados red \d{4}-\d\d-\d\d\.xlsx"/)
  for (const [n, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]!
    expect(sheet['!autofilter']!.ref).toMatch(/^A1:/)
    expect(Buffer.from(book.files[`xl/worksheets/sheet${n + 1}.xml`]!.content).toString()).toContain('<pane ySplit="1"')
    for (const row of utils.sheet_to_json<Record<string, unknown>>(sheet))
      for (const [title, value] of Object.entries(row))
        if (title.startsWith('% de ')) expect([title, typeof value]).toEqual([title, 'number'])
  }
})
