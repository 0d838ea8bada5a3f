/** What every list of the contract promises: its pages, its order, its refusals, and a file of the same rows. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { utils, read } from 'xlsx'
import type { z } from 'zod'
import { auditLog } from '../../contract/audit-log.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { fieldKind, looksOf, titleOf } from '../../contract/field.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { currencies } from '../../contract/values/currency.ts'
import { add } from '../../contract/values/money.ts'
import { EXPORTS_PER_USER, openSnapshot } from '../../server/platform/files/snapshot.ts'
import { kept } from '../support/factories.ts'
import { eachDay } from '../support/length.ts'
import { everyList, openLists, type List, type Lists } from './lists-setup.ts'
import { readerOf } from '../support/reader-of.ts'

let opened: Lists
let { app, pool, db, banca, asking, ask, pageOf } = {} as Lists
beforeAll(async () => {
  opened = await openLists()
  ;({ app, pool, db, banca, asking, ask, pageOf } = opened)
})
afterAll(() => opened?.close())

const files = everyEndpoint()
  .filter(({ endpoint }) => endpoint.response === 'file' && !endpoint.params)
  .map(({ entity, name, endpoint }) => ({ name: `${entity}.${name}`, endpoint }))
const exported = new Set<Endpoint>(everyEndpoint().map(({ endpoint }) => endpoint))
/** Short ones for selects have no file of their own. */
const every = everyList.filter(({ endpoint }) => exported.has(endpoint.list.file as Endpoint))
const lists = every.filter(({ endpoint }) => !endpoint.list.whole)
const ofCurrency = every.filter(({ endpoint }) => 'currency' in endpoint.list.filters)
const withPeriod = lists.filter(({ endpoint }) => endpoint.list.period)

/** Of a list whose columns are asked for, and of one that may be compared, the fields that were asked. */
const isTold = ({ list }: List, rows: readonly Record<string, unknown>[]) => {
  const isAskedFor = 'measures' in list.filters || 'compare' in list.filters
  // Of draws without a result these are empty, and columns all the same.
  const ofResults = 'measures' in list.filters ? [] : ['result', 'balance', 'payout_percent']
  return (key: string) => !isAskedFor || ofResults.includes(key) || rows.some((row) => row[key] !== null)
}

/** Every row, page after page: four pages or so. */
async function walk(endpoint: List, asked: object): Promise<Record<string, unknown>[]> {
  const { total } = await pageOf(endpoint, { ...asked, per_page: 1 })
  const per_page = Math.min(500, Math.max(5, Math.ceil(total / 4)))
  const rows: Record<string, unknown>[] = []
  for (let page = 1; rows.length < total; page++) {
    const { data } = await pageOf(endpoint, { ...asked, page, per_page })
    expect(data.length).toBe(Math.min(per_page, total - rows.length))
    rows.push(...data)
  }
  return rows
}

const csv = { format: 'csv', csv_style: 'international' }
async function download(file: Endpoint, asked: object) {
  const { body, query } = asking(file, asked) as { body?: object; query?: object }
  return app.call(file, { ...(body && { body }), query: { ...query, ...csv } }, { as: readerOf(file) })
}

/** An agency that sold in it. */
async function sellerOf(currency: string): Promise<number> {
  const found = await db.one<{ id: number }>(sql`
    SELECT office.father_id AS id FROM sales_days sold JOIN partners office ON office.id = sold.office_id
    WHERE sold.currency = ${currency}::currency GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`)
  return found!.id
}

const refusalOf = ({ status, problem }: Awaited<ReturnType<typeof ask>>) => (status < 300 ? status : problem.code)

describe('every list', () => {
  it('is tried', () => {
    expect(lists.length).toBeGreaterThan(1)
  })

  describe.each(every)('$name', ({ endpoint }) => {
    let first: Promise<Record<string, unknown>[]> | undefined
    /** Its rows in the usual order, read once for all that is held against them. */
    const usual = () =>
      (first ??= endpoint.list.whole ? pageOf(endpoint, {}).then(({ data }) => data) : walk(endpoint, {}))

    it('page by page it is what its file holds, in the same order', async () => {
      const { file, title } = endpoint.list
      const rows = await usual()
      // A file may say more of a row, or less, than the list: what both say must agree.
      const row = endpoint.list.row
      const reply = await download(file, {})
      expect([reply.status, reply.headers['x-row-count']]).toEqual([200, String(rows.length)])
      const cells = utils.sheet_to_json<string[]>(
        Object.values(read(reply.raw.toString('utf8'), { type: 'string', raw: true }).Sheets)[0]!,
        { header: 1, raw: true, defval: '' },
      )
      // The file's columns that are the row's texts, as they are.
      const columns = Object.entries(row.shape as Record<string, z.ZodType>).filter(
        ([key, schema]) => titleOf(schema) && isTold(endpoint, rows)(key),
      )
      const header = cells.findIndex((one) => columns.every(([, schema], at) => one[at] === titleOf(schema)))
      expect([title, header]).not.toEqual([title, -1])
      const plain = columns.flatMap(([key, schema], at) => {
        const { labels, words } = looksOf(schema)
        return fieldKind(schema) === 'text' && !labels && !words ? [{ key, at }] : []
      })
      expect(plain.length).toBeGreaterThan(0)
      const neutral = (text: unknown) => String(text ?? '').replace(/^(?=[=+\-@])/, "'")
      const said = cells.slice(header + 1, header + 1 + rows.length).map((one) => plain.map(({ at }) => one[at]))
      expect(said).toEqual(rows.map((one) => plain.map(({ key }) => neutral(one[key]))))
    })

    if (endpoint.list.whole) return

    it('in every order it has, nothing is repeated and nothing left out', async () => {
      const keyOf = (one: object) => JSON.stringify(one)
      const rows = await usual()
      const all = rows.map(keyOf).sort()
      for (const sort of eachDay(endpoint.list.sort.filter(isTold(endpoint, rows)), (_, at) => at === 0)) {
        expect([sort, (await walk(endpoint, { sort: `-${sort}` })).map(keyOf).sort()]).toEqual([`${sort}`, all])
      }
    })

    if (!endpoint.list.totals) return

    it('its totals are the sums of its rows', async () => {
      const rows = await usual()
      const { totals = [] } = await pageOf(endpoint, {})
      const sums = Object.keys(endpoint.list.totals!.shape).filter((key) => key in endpoint.list.row.shape)
      for (const total of totals) {
        const own = rows.filter(({ currency }) => currency === total['currency'])
        for (const key of sums.filter((one) => fieldKind(endpoint.list.row.shape[one] as z.ZodType) === 'money')) {
          const sum = own.reduce((all, one) => add(all, String(one[key] ?? '0')), '0.00')
          expect([total['currency'], key, add(String(total[key] ?? '0'), '0.00')]).toEqual([
            total['currency'],
            key,
            sum,
          ])
        }
        if ('rows' in total) expect(total['rows']).toBe(own.length)
      }
    })
  })

  it.each(lists)('$name: a page past the end is empty and keeps the total', async ({ endpoint }) => {
    const { total, totals } = await pageOf(endpoint, { per_page: 5 })
    const past = await pageOf(endpoint, { page: 900_000, per_page: 5 })
    expect([past.data, past.total, past.totals]).toEqual([[], total, totals])
  })

  const ordered = lists.filter(({ endpoint }) => endpoint.list.sort.length > 0)
  it.each(ofCurrency)('$name: its file is whole in each currency', async ({ endpoint }) => {
    const { filters, file } = endpoint.list
    const isOffered = (one: string) => (filters['currency'] as z.ZodType).safeParse(one).success
    for (const currency of eachDay(currencies.filter(isOffered), (one) => one === 'USD')) {
      const asked = { currency, ...('partner_id' in filters && { partner_id: await sellerOf(currency) }) }
      const { total, data } = await pageOf(endpoint, asked)
      // It ends in the middle where its heading says other sums than its rows.
      const { status, headers } = await download(file as Endpoint, asked)
      expect([currency, status, headers['x-row-count']]).toEqual([currency, 200, String(total ?? data.length)])
    }
  })

  it.each(ordered)('$name: has no order that it does not know, nor does its file', async ({ endpoint }) => {
    for (const sort of ['nothing', '-', 'id;drop', '--name', 'constructor']) {
      const replies = [await ask(endpoint, { sort }), await download(endpoint.list.file, { sort })]
      for (const { status, problem } of replies)
        expect([sort, status, problem.errors?.[0]?.path]).toEqual([sort, 400, 'sort'])
    }
  })

  const searched = lists.filter(({ endpoint }) => endpoint.list.search)
  it.each(searched)('$name: what a person types is never a pattern', async ({ endpoint }) => {
    for (const q of ['%', '_', '\\', "'"]) {
      const { data, total } = await pageOf(endpoint, { q, per_page: 500 })
      for (const one of total <= 500 ? data : []) expect(JSON.stringify(one)).toContain(q === '\\' ? '\\\\' : q)
    }
  })

  const placed = lists.filter(({ endpoint }) => 'partner_id' in endpoint.list.filters)
  it.each(placed)('$name: finds no partner that is not there, nor does its file', async ({ endpoint }) => {
    const elsewhere = { partner_id: 2_000_000_000 }
    expect(refusalOf(await ask(endpoint, elsewhere))).toBe('not_found')
    expect(refusalOf(await download(endpoint.list.file, elsewhere))).toBe('not_found')
  })
})

describe('a period', () => {
  const faults = [
    [{ from: '2026-03-02', to: '2026-03-01' }, 'range_backwards', 'to'],
    [{ from: '2024-03-01', to: '2026-03-01' }, 'range_too_long', 'to'],
    [{ from: '2026-03-01' }, 'invalid', 'to'],
    [{ to: '2026-03-01' }, 'invalid', 'from'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'invalid', 'from'],
  ] as const

  it.each(withPeriod)(
    'of $name has two ends in their order, within a year, as has that of its file',
    async ({ endpoint }) => {
      // Where one end is enough, half a period is none of the faults.
      const told = faults.filter(([asked]) => !endpoint.list.period?.open || Object.keys(asked).length === 2)
      for (const [asked, code, path] of told) {
        const bare = { from: undefined, to: undefined, ...asked }
        for (const { problem } of [await ask(endpoint, bare), await download(endpoint.list.file, bare)])
          expect([asked, problem.code, problem.errors?.[0]?.path]).toEqual([asked, code, path])
      }
    },
  )
})

describe('files', () => {
  it('are two at a time for one person, and there is room again after them', async () => {
    const held = []
    const readers = await db.rows<{ id: number }>(
      sql`SELECT id FROM users WHERE username IN ('banca', 'agencia', 'polla')`,
    )
    for (const { id } of readers)
      for (let n = 0; n < EXPORTS_PER_USER; n++) held.push(await openSnapshot({ pool, aside: db }, id))
    const answered: (string | number | undefined)[] = []
    for (const { endpoint } of files) answered.push(refusalOf(await download(endpoint, {})))
    for (const one of held) await one.close()
    expect(answered).toEqual(files.map(() => 'export_busy'))
    expect(refusalOf(await download(paymentMethods.export, {}))).toBe(200)
  })
})

describe('rows that are added while somebody reads', () => {
  it('repeat none of the old ones and hide none, oldest first', async () => {
    const seen: unknown[] = []
    const { total } = await pageOf(auditLog.list, {})
    const before = (await walk(auditLog.list as unknown as List, { sort: 'at' })).map(({ id }) => id)
    expect(before).toHaveLength(total)
    for (let page = 1; seen.length < total; page++) {
      const { data } = await pageOf(auditLog.list, { sort: 'at', page, per_page: 3 })
      seen.push(...data.map(({ id }) => id))
      await db.run(sql`INSERT INTO audit_log (action, entity) VALUES ('polla.settle', 'polla')`)
    }
    expect(seen.slice(0, total)).toEqual(before)
  })

  it('are counted with the page that shows them: one statement reads both', async () => {
    const only = { kind: 'efectivo', q: 'de prisa', per_page: 500 }
    let adding = true
    const adder = (async () => {
      for (let n = 0; adding; n++)
        await kept.paymentMethods.add(db, { partner_id: banca.partner_id, name: `De prisa ${n}` })
    })()
    for (let n = 0; n < 60; n++) {
      const { data, total } = await pageOf(paymentMethods.list, only)
      expect(data.length).toBe(Math.min(total, 500))
    }
    adding = false
    await adder
  })
})
