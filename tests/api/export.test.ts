/** Files: what they say is what the report says, in types a spreadsheet adds up, and nothing runs. */
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils, type WorkSheet } from 'xlsx'
import { analytics } from '../../contract/analytics.ts'
import { generalRow, reports, type GeneralRow } from '../../contract/reports.ts'
import { add } from '../../contract/values/money.ts'
import { plainOf } from '../../contract/values/sheet-text.ts'
import { openSnapshot } from '../../server/platform/files/snapshot.ts'
import { exportRows, type ExportRequest } from '../../server/platform/files/export-rows.ts'
import { titleOf } from '../../contract/field.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let app: TestApp
let past: Past
const formula = '=HYPERLINK("http://x.test","ver"); y más'

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, day, sell, prize } = past
  await world.db.run(
    sql`UPDATE partners SET name = ${formula}, name_key = lower(${formula}) WHERE id = ${world.partner.taquilla1}`,
  )
  const draw = await world.draw('LOTTO_ACTIVO')
  await sell(day, '08:00', 'taquilla1', 'BS', [{ draw, number: '3', stake: '100.10' }])
  await sell(day, '08:00', 'taquilla2', 'BS', [{ draw, number: '4', stake: '1234567.89' }])
  await sell(day, '08:00', 'taquilla3', 'USD', [{ draw, number: '5', stake: '0.05' }])
  await prize(draw, day, '10:00', [{ place: '', number: '3', sign: null }])
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const download = async (query: object) => {
  const reply = await app.call(
    reports.generalExport,
    { query: { from: past.day, to: past.day, level: 'taquilla', ...query } },
    { as: 'banca' },
  )
  expect(reply.status, reply.raw.toString('utf8', 0, 300)).toBe(200)
  return reply
}
const rowsOf = async (query: object) =>
  (
    await app.call(
      reports.general,
      { query: { from: past.day, to: past.day, level: 'taquilla', ...query } },
      { as: 'banca' },
    )
  ).body.data

/** Cells of a sheet's rows, whose first begins with `header`. */
function table(sheet: WorkSheet, header: string): unknown[][] {
  const { e } = utils.decode_range(sheet['!ref'] ?? 'A1')
  const rows = Array.from({ length: e.r + 1 }, (_, r) =>
    Array.from(
      { length: e.c + 1 },
      (_none, c) => (sheet[utils.encode_cell({ r, c })] as { v?: unknown } | undefined)?.v,
    ),
  )
  expect(rows[0]![0]).toBe(header)
  return rows
}
/** As a spreadsheet holds it: a binary double of the same decimal text. */
const double = (value: string | null) =>
  value === null ? undefined : (JSON.parse(value.replace(/^(-?)0+(?=\d)/, '$1')) as number)

it('says in words by what a free question was told apart, and what was measured', async () => {
  const query = { from: past.day, to: past.day, by: ['dia', 'producto'], measures: ['profit', 'payout_percent'] }
  const reply = await app.call(analytics.rowsExport, { query: { ...query, format: 'csv' } }, { as: 'banca' })
  const lines = reply.raw.toString('utf8').split('\r\n')
  expect(lines).toEqual(expect.arrayContaining(['Por;"Día, Producto"', 'Medidas;"Utilidad, Premio/venta %"']))
})

describe('the general report as XLSX', () => {
  const keys = [
    'name',
    'code',
    'type',
    'currency',
    'tickets',
    'sold',
    'prizes',
    'commission',
    'profit',
    'participation',
    'total',
    'annulled',
    'payout_percent',
  ] as const

  it("holds the report cell by cell, typed, under the contract's titles", async () => {
    const reply = await download({})
    const sheet = Object.values(read(reply.raw, { cellNF: true }).Sheets)[0]!
    const [header, ...found] = table(sheet, 'Nombre')
    const titles = keys.map((key) => titleOf(generalRow.shape[key])!)
    const amounts: readonly (string | undefined)[] = titles.slice(5, 12)
    expect(header).toEqual(
      titles.flatMap((title) =>
        amounts.includes(title) ? ['BS', 'USD', 'COP'].map((one) => `${title} ${one}`) : title,
      ),
    )
    // An amount stands in the column of its currency, and nothing in those of the others.
    const cells = found.map((row) =>
      titles.map((title) => {
        const [only, ...more] = row.filter(
          (value, at) => (header![at] === title || String(header![at]).startsWith(`${title} `)) && value !== undefined,
        )
        expect(more).toEqual([])
        return amounts.includes(title) ? row[header!.indexOf(`${title} ${String(row[3])}`)] : only
      }),
    )
    const rows = await rowsOf({})
    expect(rows).toHaveLength(3)
    for (const [index, row] of rows.entries()) {
      const {
        name,
        code,
        currency,
        tickets,
        sold,
        prizes,
        commission,
        profit,
        participation,
        total,
        annulled,
        payout_percent,
      } = row
      const percent = payout_percent === null ? undefined : double(payout_percent)! / 100
      const got = cells[index]!
      expect(got.slice(0, 12)).toEqual([
        name,
        code,
        'Taquilla',
        currency,
        tickets,
        double(sold),
        double(prizes),
        double(commission),
        double(profit),
        double(participation),
        double(total),
        double(annulled),
      ])
      if (percent === undefined) expect(got[12]).toBeUndefined()
      else expect(got[12]).toBeCloseTo(percent, 12)
    }
    const losing = rows.findIndex(({ profit }) => profit.startsWith('-'))
    const place = utils.encode_cell({ r: 1 + losing, c: header!.indexOf(`Utilidad ${rows[losing]!.currency}`) })
    expect(sheet[place]).toMatchObject({ t: 'n', z: '#,##0.00' })
    expect(sheet['!autofilter']!.ref).toBe('A1:AA4')
  })

  it('leaves a text that looks like a formula a text', async () => {
    const reply = await download({})
    const sheet = Object.values(read(reply.raw).Sheets)[0]!
    const cells = Object.entries(sheet)
      .filter(([address]) => !address.startsWith('!'))
      .map(([, cell]) => cell as { t: string; v: unknown; f?: string })
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
    expect(cells.find(({ v }) => v === formula)).toMatchObject({ t: 's' })
  })

  it('says what it is on a sheet of its own, with its rows and what they come to', async () => {
    const reply = await download({ q: 'taquilla', currency: 'BS' })
    const { SheetNames, Sheets } = read(reply.raw)
    expect(SheetNames).toEqual(['Liquidación general', 'Información'])
    const notes = table(Sheets['Información']!, 'Reporte').map(([label, value]) => [label, value])
    expect(notes).toEqual(
      expect.arrayContaining([
        ['Reporte', 'Liquidación general'],
        ['Nivel', 'Taquilla'],
        ['Afiliado', 'Banca de Prueba'],
        ['Moneda', 'Bolívares'],
        ['Búsqueda', 'taquilla'],
        ['Zona horaria', 'America/Caracas'],
        ['Generado por', 'Banca'],
      ]),
    )
    expect(notes).toEqual(
      expect.arrayContaining([
        ['Filas', 1],
        ['Totales', 'BS'],
        ['Ventas', 1_234_567.89],
        ['Suma de control: Ventas', 1_234_567.89],
      ]),
    )
    expect(table(Sheets['Liquidación general']!, 'Nombre')).toHaveLength(2)
    expect(reply.headers['content-disposition']).toContain(`filename="Ventas generales ${past.day}.xlsx"`)
    expect(reply.headers['x-control-sum']).toBe('BS 1234567.89')
  })

  it('by day has dates', async () => {
    const sheet = Object.values(read((await download({ level: 'dia' })).raw, { cellNF: true }).Sheets)[0]!
    const [, first] = table(sheet, 'Día')
    expect(first![0]).toBe(Date.parse(`${past.day}T00:00:00Z`) / 86_400_000 + 25_569)
  })
})

describe('the general report as CSV', () => {
  const lines = async (query: object) =>
    (await download({ format: 'csv', ...query })).raw.toString('utf8').split('\r\n')

  it('is es-VE: BOM, semicolons, decimal comma, formulas defused, negative numbers bare', async () => {
    const all = await lines({})
    expect(all[0]).toBe('\uFEFFReporte;Liquidación general')
    const at = all.findIndex((line) => line.startsWith('Nombre;Código;Tipo;Moneda;Tickets;Ventas;Premios;'))
    const rows = await rowsOf({})
    const comma = (value: string | null) => (value ?? '').replace('.', ',')
    for (const [index, row] of rows.entries()) {
      const name = row.name === formula ? '"\'=HYPERLINK(""http://x.test"",""ver""); y más"' : row.name
      expect(all[at + 1 + index]).toBe(
        [
          name,
          row.code,
          'Taquilla',
          row.currency,
          row.tickets,
          ...[
            row.sold,
            row.prizes,
            row.commission,
            row.profit,
            row.participation,
            row.total,
            row.annulled,
            row.payout_percent,
          ].map(comma),
        ].join(';'),
      )
    }
    expect(all.some((line) => line.includes(';-29'))).toBe(true)
    const total = add(...rows.filter(({ currency }) => currency === 'BS').map(({ sold }) => sold))
    expect(all).toContain(`Suma de control: Ventas BS;${comma(total)}`)
  })

  it('or international: commas, points, no BOM, ISO days', async () => {
    const all = await lines({ csv_style: 'international', level: 'dia', currency: 'BS' })
    expect(all[0]).toBe('Reporte,Liquidación general')
    expect(all.some((line) => line.startsWith(`${past.day},BS,2,1234667.99,3003.00,`))).toBe(true)
  })
})

describe('limits', () => {
  it('refuses a third export of one user at once, and lets it in when one ends', async () => {
    const { world } = past
    const open = [
      await openSnapshot({ pool: world.pool, aside: world.db }, world.user.banca!),
      await openSnapshot({ pool: world.pool, aside: world.db }, world.user.banca!),
    ]
    const ask = (as: string) =>
      app.call(reports.generalExport, { query: { from: past.day, to: past.day, format: 'csv' } }, { as })
    expect((await ask('banca')).problem).toMatchObject({ status: 429, code: 'export_busy' })
    expect((await ask('supervisor')).status).toBe(200)
    await open[0]!.close()
    expect((await ask('banca')).status).toBe(200)
    expect((await ask('banca')).status).toBe(200)
    await open[1]!.close()
  })

  it('refuses what the report refuses, before any byte', async () => {
    const code = async (query: object, as = 'banca') =>
      (await app.call(reports.generalExport, { query: { from: past.day, to: past.day, ...query } }, { as })).problem
        .code
    expect(await code({ to: '2020-01-01' })).toBe('range_backwards')
    expect(await code({ partner_id: past.world.partner.agencia2 }, 'agencia')).toBe('not_found')
    expect(await code({ sort: 'nada' })).toBe('invalid')
    expect(await code({}, 'taquilla')).toBe('forbidden')
  })

  it('gives its connection back when the caller leaves, a query under way included', async () => {
    const { world } = past
    for (const slow of [sql`SELECT n FROM generate_series(1, 100000000) n`, sql`SELECT pg_sleep(600)`]) {
      const snapshot = await openSnapshot({ pool: world.pool, aside: world.db }, world.user.banca!)
      const gone = new AbortController()
      const { stream } = exportRows({
        ...request([]),
        rows: snapshot.stream<{ n: number }>(slow),
        signal: gone.signal,
        close: snapshot.close,
      })
      await new Promise((resolve) => {
        stream.once('data', resolve)
      })
      gone.abort()
      await expect
        .poll(() =>
          world.db.one(
            sql`
              SELECT count(*)::int AS held
              FROM pg_locks
              WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          ),
        )
        .toEqual({ held: 0 })
    }
  })

  it('closes when it is abandoned before its first byte, and breaks off when its rows fail', async () => {
    let closed = 0
    const close = async () => {
      closed += 1
    }
    const gone = AbortSignal.abort()
    exportRows({ ...request([]), signal: gone, close })
    await expect.poll(() => closed).toBe(1)
    async function* failing() {
      yield { a: 'uno' }
      throw new Error('lost')
    }
    for (const format of ['csv', 'xlsx'] as const) {
      const { stream } = exportRows({ ...request([]), format, rows: failing(), close })
      await expect(buffer(stream)).rejects.toThrow('lost')
    }
    expect(closed).toBe(3)
  })

  it('breaks off rather than contradict what it announced', async () => {
    for (const heading of [{ rows: 2 }, { rows: 1, sums: [{ label: '', amount: '9.99' }] }]) {
      const { stream } = exportRows({
        ...request([{ a: 'x', b: '1.00' }]),
        control: { key: 'b', title: 'B' },
        heading: { ...request([]).heading, ...heading },
      })
      await expect(buffer(stream)).rejects.toThrow('announced')
    }
  })
})

function request(rows: object[]): ExportRequest {
  return {
    title: 'Prueba',
    name: 'Prueba',
    format: 'csv',
    csv_style: 'es-VE',
    rows: Readable.from(rows),
    columns: [
      { key: 'a', title: 'Texto', type: 'text' },
      { key: 'b', title: 'Monto', type: 'money' },
      { key: 'c', title: 'Instante', type: 'instant' },
      { key: 'd', title: 'Entero', type: 'integer' },
    ],
    heading: { filters: [], zone: 'America/Caracas', user: 'Ana', at: new Date('2026-11-20T12:00:00Z') },
  }
}

describe('any values', () => {
  const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((value) => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  })
  const hostile = fc.constantFrom(
    '=1+1',
    '+58 412',
    '-uno',
    '@x',
    '\tx',
    '\rx',
    'a;b',
    'a,"b"',
    'línea\nnueva',
    '<&>"\'',
    '_x0041_',
    '007',
    '00',
    'É ñ 🐬',
    '',
  )
  const row = fc.record({
    a: fc.oneof(
      hostile,
      fc
        .string({ unit: 'grapheme', maxLength: 40 })
        .filter((one) => [...one].every((char) => char >= ' ' && char < '\uFFFE')),
    ),
    b: fc.option(cents),
    c: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    d: fc.integer(),
  })

  it('come back from a sheet as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const book = read(await buffer(exportRows({ ...request(rows), format: 'xlsx' }).stream))
        const cells = table(Object.values(book.Sheets)[0]!, 'Texto').slice(1)
        for (const [index, { a, b, c, d }] of rows.entries()) {
          const [text_, amount, at, whole] = cells[index]!
          expect(plainOf(String(text_ ?? ''))).toBe(a)
          expect(amount).toBe(double(b))
          const local = Date.parse(c) - 4 * 3_600_000
          // Venezuela kept another time zone between 2007 and 2016.
          expect(Math.abs(((at as number) - 25_569) * 86_400_000 - local)).toBeLessThanOrEqual(30 * 60_000 + 2)
          expect(whole).toBe(d)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('never begin a CSV field with what a spreadsheet runs, unless it is a number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), async (rows) => {
        const file = await text(exportRows(request(rows)).stream)
        const fields = [...file.slice(1).matchAll(/(?:^|;|\r\n)(?:"((?:[^"]|"")*)"|([^;"\r\n]*))/g)].map(
          ([, quoted, bare]) => quoted ?? bare ?? '',
        )
        for (const field of fields) expect(/^[=+\-@\t\r]/.test(field) && !/^-\d+(,\d{2})?$/.test(field)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

it('streams: the first bytes come before the rows do', async () => {
  const never: AsyncIterable<GeneralRow> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const { stream } = exportRows({ ...request([]), format, rows: never })
    const first = await new Promise<Buffer>((resolve) => {
      stream.once('data', resolve)
    })
    expect(first.length).toBeGreaterThan(20)
    stream.destroy()
  }
})

it('a workbook of a banca with a logo has it where it says what it is, and its cells stay as they were', async () => {
  const before = read((await download({ format: 'xlsx' })).raw, { bookFiles: true }) as ReturnType<typeof read> & {
    keys: string[]
  }
  expect(before.keys.filter((name) => /media|drawing/.test(name))).toEqual([])
  const bytes = await sharp({ create: { width: 600, height: 100, channels: 4, background: '#0a5' } })
    .webp()
    .toBuffer()
  const { db } = past.world
  const hash = 'a'.repeat(64)
  await db.run(sql`INSERT INTO images (hash, content_type, bytes) VALUES (${hash}, 'image/webp', ${bytes})`)
  await db.run(sql`UPDATE banca SET logo_url = ${`/images/${hash}.webp`}`)
  const { raw } = await download({ format: 'xlsx' })
  await db.run(sql`UPDATE banca SET logo_url = NULL`)
  const after = read(raw, { bookFiles: true }) as typeof before & { files: Record<string, { content: Uint8Array }> }
  const part = (name: string) => Buffer.from(after.files[name]!.content)
  const { format, width, height } = await sharp(part('xl/media/logo.png')).metadata()
  expect([format, width, height]).toEqual(['png', 260, 43])
  expect(part('xl/worksheets/sheet2.xml').toString()).toContain('<drawing r:id="rId1"/>')
  expect(part('xl/worksheets/_rels/sheet2.xml.rels').toString()).toContain('../drawings/drawing1.xml')
  expect(part('xl/drawings/_rels/drawing1.xml.rels').toString()).toContain('../media/logo.png')
  expect(part('[Content_Types].xml').toString()).toContain('/xl/drawings/drawing1.xml')
  const [one, other] = [before, after].map(({ Sheets }) => Object.values(Sheets)[0]!)
  expect(other).toEqual(one)
})
