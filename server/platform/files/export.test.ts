import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { z } from 'zod'
import { field } from '@contract/field.ts'
import { money } from '@contract/values/money.ts'
import { plainTableText } from '@contract/values/sheet-text.ts'
import { fileColumns } from '../lists/file.ts'
import { csvChunks } from './csv.ts'
import { openingNotes, Tally } from './heading.ts'
import { escapeText, fraction } from './xlsx-cells.ts'
import { xlsxStream } from './xlsx.ts'
import { columnName } from './xlsx-parts.ts'
import { zoneClock } from './zone-clock.ts'

describe('text cells', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1'])('%j is defused', (value) => {
    expect(plainTableText(value)).toBe(`'${value}`)
  })
  it.each(['Agencia', '1-2', 'a=b', ''])('%j is left alone', (value) => {
    expect(plainTableText(value)).toBe(value)
  })
  it('of a sheet are well-formed XML whatever they hold', () => {
    expect(escapeText('<a & "b">\u0000\u001F')).toBe('&lt;a &amp; "b"&gt;')
    expect(escapeText('\uD800x')).toBe('\uFFFDx')
    expect(escapeText('🐬\r\n_x0041_')).toBe('🐬_x000D_\n_x005F_x0041_')
    expect(escapeText('x'.repeat(40_000))).toHaveLength(32_767)
  })
})

it.each([
  ['12.5', '0.125'],
  ['0', '0.00'],
  ['100', '1.00'],
  ['-3.25', '-0.0325'],
  ['1234.5', '12.345'],
])('%s %% is the fraction %s', (percent, expected) => {
  expect(fraction(percent)).toBe(expected)
})

it.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [703, 'AAA'],
])('column %i is %s', (n, name) => {
  expect(columnName(n)).toBe(name)
})

it('reads wall clocks across a change of offset', () => {
  const clock = zoneClock('America/New_York')
  const wall = (instant: string) => new Date(clock(instant)).toISOString()
  expect(wall('2026-11-01T05:59:59.999Z')).toBe('2026-11-01T01:59:59.999Z')
  expect(wall('2026-11-01T06:00:00.000Z')).toBe('2026-11-01T01:00:00.000Z')
  expect(zoneClock('Asia/Kathmandu')('2026-01-01T00:00:00Z')).toBe(Date.parse('2026-01-01T05:45:00Z'))
})

it('takes titles and types from the contract and shows no field without a title', () => {
  const row = z.object({ sold: field(money, 'Ventas', { width: 20 }), bare: z.string() })
  expect(fileColumns(row)).toEqual([{ key: 'sold', title: 'Ventas', type: 'money', width: 20 }])
})

describe('control sums', () => {
  const heading = { filters: [], zone: 'UTC', user: 'Ana', at: new Date(0) }
  it('never add two currencies', () => {
    const tally = new Tally({ key: 'sold', title: 'Ventas', by: 'currency' })
    for (const row of [
      { sold: '0.10', currency: 'USD' },
      { sold: '0.20', currency: 'BS' },
      { sold: '0.20', currency: 'USD' },
    ])
      tally.take(row)
    expect(tally.sums).toEqual([
      { label: 'BS', amount: '0.20' },
      { label: 'USD', amount: '0.30' },
    ])
    expect(() =>
      tally.check({
        ...heading,
        rows: 3,
        sums: [
          { label: 'USD', amount: '0.30' },
          { label: 'BS', amount: '0.20' },
          { label: 'COP', amount: '0.00' },
        ],
      }),
    ).not.toThrow()
    expect(() => tally.check({ ...heading, rows: 4 })).toThrow('announced 4')
    expect(() => tally.check({ ...heading, sums: [{ label: 'USD', amount: '0.50' }] })).toThrow('announced the sums')
  })
  it('are left out where they are not known', () => {
    expect(openingNotes('X', heading).map(({ label }) => label)).toEqual([
      'Reporte',
      'Zona horaria',
      'Generado por',
      'Generado el',
    ])
  })
})

describe('totals', () => {
  const request = () => ({
    title: 'Ventas',
    columns: fileColumns(
      z.object({
        day: field(z.iso.date(), 'Día', { kind: 'day' }),
        name: field(z.string(), 'Nombre'),
        sold: field(money, 'Ventas'),
      }),
    ),
    rows: Readable.from([{ day: '2026-11-20', name: 'Agencia', sold: '10.50' }]),
    tally: new Tally(),
    heading: {
      filters: [],
      zone: 'America/Caracas',
      user: 'Ana',
      at: new Date('2026-11-20T16:00:00Z'),
      totals: [
        { label: 'Total BS', currency: 'BS', values: { sold: '10.50' } },
        { label: 'Total USD', currency: 'USD', values: { sold: null } },
      ],
    },
  })
  it('stand on the sheet that says what the file is, each under its currency, and not among the rows', async () => {
    const [sheet, about] = Object.values(read(await buffer(xlsxStream(request()))).Sheets)
    const rowsIn = (one: typeof sheet) =>
      utils.sheet_to_json<unknown[]>(one!, { header: 1, raw: true, blankrows: true })
    expect(rowsIn(sheet).slice(1)).toEqual([[46_346, 'Agencia', 10.5]])
    expect(sheet!['!autofilter']?.ref).toBe('A1:C2')
    expect(rowsIn(about).slice(-4)).toEqual([['Filas', 1], [], ['Totales', 'BS', 'USD'], ['Ventas', 10.5]])
  })
  it('stand below the rows of a CSV, each under its column, and above what proves them whole', async () => {
    const chunks = []
    for await (const chunk of csvChunks({ ...request(), style: 'es-VE' })) chunks.push(chunk)
    const lines = chunks.join('').split('\r\n')
    const head = lines.indexOf('Día;Nombre;Ventas')
    expect(lines.slice(head + 1)).toEqual([
      '20/11/2026;Agencia;10.50'.replace('.', ','),
      '',
      'Total BS;;10,50',
      'Total USD;;',
      '',
      'Filas;1',
      '',
    ])
  })
})

it.each(['es-VE', 'international'] as const)('a CSV (%s) quotes whatever may part cells', async (style) => {
  const texts = ['a,b', 'a;b', 'a\tb', 'a|b', 'a"b', 'a\nb', 'a\rb', 'a b']
  const request = {
    title: 'Textos',
    columns: [{ key: 'a', title: 'A', type: 'text' as const }],
    rows: Readable.from(texts.map((a) => ({ a }))),
    style,
    tally: new Tally(),
    heading: { filters: [], zone: 'America/Caracas', user: 'Ana', at: new Date('2026-11-20T16:00:00Z') },
  }
  const lines = (await text(Readable.from(csvChunks(request)))).split('\r\n')
  const first = lines.indexOf('A') + 1
  expect(lines.slice(first, first + texts.length)).toEqual([
    '"a,b"',
    '"a;b"',
    '"a\tb"',
    '"a|b"',
    '"a""b"',
    '"a\nb"',
    '"a\rb"',
    'a b',
  ])
})

it('a CSV without rows still says what it is', async () => {
  const request = {
    title: 'Vacío',
    columns: [{ key: 'a', title: 'A', type: 'text' as const }],
    rows: Readable.from([]),
    style: 'es-VE' as const,
    tally: new Tally(),
    heading: {
      filters: [['Desde', '20/11/2026']] as const,
      zone: 'America/Caracas',
      user: 'Ana',
      at: new Date('2026-11-20T16:00:00Z'),
    },
  }
  expect((await text(Readable.from(csvChunks(request)))).split('\r\n')).toEqual([
    '\uFEFFReporte;Vacío',
    'Desde;20/11/2026',
    'Zona horaria;America/Caracas',
    'Generado por;Ana',
    'Generado el;20/11/2026 12:00',
    '',
    'A',
    '',
    'Filas;0',
    '',
  ])
})

describe('a workbook', () => {
  const filters = [['Agencia', 'Centro'] as const]
  const heading = { filters, zone: 'America/Caracas', user: 'Ana', at: new Date('2026-11-20T16:00:00Z') }
  const columns = [{ key: 'a', title: 'A', type: 'integer' as const }]

  it.each([
    [5, 3],
    [4, 2],
    [0, 1],
  ])(
    'of %i rows, two to a sheet, has %i sheets below the same titles, and one that says what they are',
    async (count, sheets) => {
      const rows = Array.from({ length: count }, (_, a) => ({ a }))
      const book = read(
        await buffer(
          xlsxStream({
            title: 'Con: barras/y *',
            columns,
            rows: Readable.from(rows),
            heading,
            tally: new Tally(),
            rows_per_sheet: 2,
          }),
        ),
      )
      const names = ['Con  barras y', 'Hoja 2', 'Hoja 3'].slice(0, sheets)
      expect(book.SheetNames).toEqual([...names, 'Información'])
      expect(utils.sheet_to_json(book.Sheets['Información']!, { header: 1 })).toEqual([
        ['Reporte', 'Con: barras/y *'],
        ['Agencia', 'Centro'],
        ['Zona horaria', 'America/Caracas'],
        ['Generado por', 'Ana'],
        ['Generado el', '20/11/2026 12:00'],
        ['Filas', count],
      ])
      const cells = names.map((name) =>
        Object.entries(book.Sheets[name]!)
          .filter(([address]) => address.startsWith('A'))
          .map(([, cell]) => (cell as { v: unknown }).v),
      )
      expect(cells.flat().filter((value) => typeof value === 'number')).toEqual(rows.map(({ a }) => a))
      expect(cells.map(([title]) => title)).toEqual(cells.map(() => 'A'))
      expect(cells.flat()).toHaveLength(rows.length + sheets)
    },
  )

  it('ends its rows when nobody reads on', async () => {
    let [given, ended] = [0, false]
    async function* endless() {
      try {
        for (let a = 0; ; a++) {
          given = a
          yield { a }
        }
      } finally {
        ended = true
      }
    }
    const stream = xlsxStream({ title: 'X', columns, rows: endless(), heading, tally: new Tally() })
    stream.resume()
    await expect.poll(() => given).toBeGreaterThan(1_000)
    stream.destroy()
    await expect.poll(() => ended).toBe(true)
  })
})
