/** Files of sales as other systems lay them out: each is read for what it says, and what it does not say is asked or told. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { externalSales, type ExternalFormat } from '../../contract/external-sales.ts'
import { formatDay } from '../../contract/values/dates.ts'
import { bookOf, serialOf, textOf, type Lines } from '../support/foreign-files.ts'
import { csv, openExternalSales } from './external-sales-setup.ts'

const { addSystem, at, codeOf, counter, load, name, post, rowsOf, show, upload, written } = openExternalSales()

/** A file of a system that knows no names but ours. */
async function read(bytes: Buffer, format: Partial<ExternalFormat> = {}, options = {}) {
  const system_id = await addSystem(format)
  const one = await load(system_id, bytes, options)
  const rows = await rowsOf(one.id, { per_page: 500 })
  const told = rows
    .filter(({ standing }) => standing !== 'ignorada')
    .map(({ day, agency_name, agency, product_name, currency, sold, prizes, standing, note }) =>
      standing === 'lista'
        ? [day, agency_name, product_name, currency, sold, prizes].join(' ')
        : [standing, agency ?? '', note].filter(Boolean).join(': '),
    )
  return { one, rows, told, system_id, fields: one.columns.map(({ field }) => field) }
}
const sold = (agency: string, amount: string, { product = 'Lotto Activo', prizes = '0.00', back = 0 } = {}) =>
  `${at(back)} ${agency} ${product} BS ${amount} ${prizes}`
const [lotto, granjita] = ['Lotto Activo', 'La Granjita']

describe('a layout of the world', () => {
  it('with titles above, a header of two lines, currencies in it, and its own total', async () => {
    const lines: Lines = [
      ['Banca El Trébol C.A.'],
      ['Reporte de ventas por agencia'],
      ['Desde', written(), 'Hasta', written()],
      [],
      ['Código', 'Agencia', 'Lotería', 'Fecha', 'Venta', 'Premios', '% comisión', 'Neto'],
      ['Ag.', '', '', '', 'Bs', 'Bs', '', 'Bs'],
      ['AGENCIA1', 'Agencia Uno', lotto, serialOf(at()), 1200.5, 100, '10 %', 900],
      ['AGENCIA2', 'Agencia Dos', granjita, serialOf(at()), 50, 0, '10 %', 45],
      ['TOTAL', '', '', '', 1250.5, 100, '', 945],
    ]
    const { told, one, fields } = await read(bookOf(lines), { currency: null })
    expect(told).toEqual([
      sold('Agencia Uno', '1200.50', { prizes: '100.00' }),
      sold('Agencia Dos', '50.00', { product: granjita }),
    ])
    expect(fields).toEqual(['agency', 'agency_label', 'product', 'day', 'sold', 'prizes', null, null])
    expect(one.totals).toMatchObject({ equal: 2, differ: 0, uncompared: 0 })
    expect(one.totals.lines.map(({ column, said, summed, standing }) => [column, said, summed, standing])).toEqual([
      ['sold', '1250.50', '1250.50', 'equal'],
      ['prizes', '100.00', '100.00', 'equal'],
    ])
  })

  it('with the day and the agency merged over their rows', async () => {
    const lines: Lines = [
      ['Fecha', 'Agencia', 'Producto', 'Ventas (Bs.)', 'Premios (Bs.)'],
      [serialOf(at(1)), 'Agencia Uno', lotto, 10, 1],
      ['', '', granjita, 20, 2],
      ['', 'Agencia Dos', lotto, 30, 3],
      [serialOf(at()), 'Agencia Dos', lotto, 40, 4],
      ['', '', granjita, 50, 5],
    ]
    const { told } = await read(bookOf(lines, { merged: ['A2:A4', 'B2:B3', 'A5:A6', 'B5:B6'] }))
    expect(told).toEqual([
      sold('Agencia Uno', '10.00', { back: 1, prizes: '1.00' }),
      sold('Agencia Uno', '20.00', { back: 1, product: granjita, prizes: '2.00' }),
      sold('Agencia Dos', '30.00', { back: 1, prizes: '3.00' }),
      sold('Agencia Dos', '40.00', { prizes: '4.00' }),
      sold('Agencia Dos', '50.00', { product: granjita, prizes: '5.00' }),
    ])
    // What is merely empty is not filled by anybody's guess.
    const guessed = await read(bookOf(lines))
    expect(guessed.told.slice(1)).toEqual([
      'falla: Falta la fecha. Falta la agencia',
      'falla: Agencia Dos: Falta la fecha',
      sold('Agencia Dos', '40.00', { prizes: '4.00' }),
      'falla: Falta la fecha. Falta la agencia',
    ])
    // Unless somebody said that this system leaves out what is the same.
    const said = await read(
      textOf(
        lines.map((cells) =>
          cells.map((cell, n) =>
            n === 0 && cell !== 'Fecha' && cell !== '' ? formatDay(at(cell === serialOf(at()) ? 0 : 1)) : cell,
          ),
        ),
      ),
      { blanks: 'repite' },
    )
    expect(said.told).toEqual(told)
  })

  it('with a million rows in one cell, which take no more than the rows that are there', async () => {
    const lines: Lines = [
      ['Fecha', 'Agencia', 'Producto', 'Ventas'],
      [serialOf(at()), 'Agencia Uno', lotto, 10],
      ['', 'Agencia Dos', lotto, 20],
    ]
    const { told } = await read(bookOf(lines, { merged: ['A2:A1048576'] }))
    expect(told).toEqual([sold('Agencia Uno', '10.00'), sold('Agencia Dos', '20.00')])
  })

  const grouped = (separator: string): Lines => [
    ['FECHA', 'TAQUILLA', 'JUEGO', 'VTA. BS', 'PREM. BS', 'COM. BS'],
    [written(), 'agencia uno', 'LOTTO ACTIVO', '1.000,00', '100,00', '50,00'],
    [written(), 'agencia uno', 'LA GRANJITA', '500,50', '0', '25,00'],
    ['', 'Sub-total agencia uno', '', '1.500,50', '100,00', '75,00'],
    [],
    [written(), 'Agencia Dos', 'LOTTO ACTIVO', '200,00', '20,00', '10,00'],
    ['', 'Subtotal Agencia Dos', '', '200,00', '20,00', '10,00'],
    ['', 'TOTAL GENERAL', '', '1.700,50', '120,00', '85,00'],
    [`Impreso el ${written()}${separator === ',' ? '' : ', 8:00 pm'}`],
  ]
  it.each([
    ['semicolons, Windows', ';', 'latin1'],
    ['two bytes a letter and tabs', '\t', 'utf16le'],
    ['tabs', '\t', 'utf8'],
    ['semicolons, two bytes a letter', ';', 'utf16le'],
  ] as const)('with totals of each agency and of all, in %s', async (_name, separator, encoding) => {
    const { told, one } = await read(textOf(grouped(separator), separator, encoding))
    expect(told).toEqual([
      sold('Agencia Uno', '1000.00', { prizes: '100.00' }),
      sold('Agencia Uno', '500.50', { product: granjita }),
      sold('Agencia Dos', '200.00', { prizes: '20.00' }),
    ])
    expect(one.totals).toMatchObject({ equal: 9, differ: 0, uncompared: 0 })
  })

  it('with names and no codes, no column of days or games, and a total that is no agency', async () => {
    const lines: Lines = [
      ['Nombre', 'Vendido', 'Premio'],
      ['AGENCIA  UNO', '10', '1'],
      ['Agencia dos', '20', '2'],
      ['TOTAL', '30', '3'],
    ]
    const format = { product_id: counter.world.product('LOTTO_ACTIVO') }
    const { told, one } = await read(textOf(lines), format, { day: at(2) })
    expect(told).toEqual([
      sold('Agencia Uno', '10.00', { back: 2, prizes: '1.00' }),
      sold('Agencia Dos', '20.00', { back: 2, prizes: '2.00' }),
    ])
    expect([one.totals.equal, one.standings.ignorada]).toEqual([2, 1])
    // Without a word it is known by what it comes to.
    const bare = await read(textOf([...lines.slice(0, 3), ['', '30', '3']]), format, { day: at(2) })
    expect([bare.told, bare.one.totals.equal]).toEqual([told, 2])
    const wrong = await read(textOf([...lines.slice(0, 3), ['', '31', '3']]), format, { day: at(2) })
    expect(wrong.told.at(-1)).toBe('falla: Falta la agencia')
  })

  it('with its page written again every few rows, as printers do', async () => {
    const page = (n: number): Lines => [
      ['Sistema de Loterías', '', `Página ${n} de 3`],
      ['Emitido', written(), '8:00 pm'],
      ['', '', '', 'Montos', ''],
      ['Fecha', 'Agencia', 'Producto', 'Venta', 'Premio'],
    ]
    const row = [written(), 'Agencia Uno', lotto, '1,00', '0,50']
    const lines = [1, 2, 3].flatMap((n) => [...page(n), ...Array.from({ length: 50 }, () => row)])
    const { told, one } = await read(bookOf([...lines, ['', '', 'Total', '150,00', '75,00']]))
    expect([new Set(told), told.length, one.standings.falla, one.totals.equal]).toEqual([
      new Set([sold('Agencia Uno', '1.00', { prizes: '0.50' })]),
      150,
      0,
      2,
    ])
  })

  it('with empty lines between groups, a partner’s columns at three levels, and a sheet of its own', async () => {
    const lines: Lines = [
      ['Banca', 'Agencia', 'Taquilla', 'Fecha', 'Lotería', 'Total venta', 'Saldo'],
      ['Otra Banca', 'Agencia Uno', 'Caja 1', serialOf(at()), lotto, 5, 5],
      [],
      [],
      ['Otra Banca', 'Agencia Dos', 'Caja 1', serialOf(at()), lotto, 6, 6],
    ]
    const { told, fields } = await read(bookOf(lines, { name: 'VTAS' }))
    expect(told).toEqual([sold('Agencia Uno', '5.00'), sold('Agencia Dos', '6.00')])
    expect(fields).toEqual([null, 'agency', null, 'day', 'product', 'sold', null])
  })
})

describe('the order of days', () => {
  /** A day of the last weeks over twelve, and one that reads two ways. */
  const days = () => {
    const all = Array.from({ length: 60 }, (_none, back) => at(back))
    const date = (day: string) => Number(day.slice(8))
    return {
      over: all.find((day) => date(day) > 12)!,
      open: all.find((day) => date(day) <= 12 && day.slice(5, 7) !== day.slice(8))!,
    }
  }
  const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
  const file = (...written: string[]) =>
    textOf([['Fecha', 'Agencia', 'Producto', 'Venta'], ...written.map((day) => [day, 'Agencia Uno', lotto, '1'])])
  const daysOf = async (bytes: Buffer, format: Partial<ExternalFormat> = {}) => {
    const { rows, one } = await read(bytes, format)
    return [one.day_order, ...rows.map(({ day, note }) => day ?? note)]
  }

  it('is told for all by one over twelve, whatever the system says', async () => {
    const { over, open } = days()
    expect(await daysOf(file(us(open), us(over)))).toEqual(['mdy', open, over])
    expect(await daysOf(file(formatDay(open), formatDay(over)), { day_order: 'mdy' })).toEqual(['dmy', open, over])
    expect(await daysOf(file(open, over), { day_order: 'mdy' })).toEqual([null, open, over])
  })

  it('is nobody’s where days contradict one another: those that read two ways are told', async () => {
    const { over, open } = days()
    const [order, ...read] = await daysOf(file(formatDay(over), us(over), formatDay(open)))
    expect([order, ...read]).toEqual([
      null,
      over,
      `No es una fecha: ${us(over)}`,
      expect.stringMatching(/^Unas fechas del archivo van día\/mes y otras mes\/día/),
    ])
  })
})

describe('a total of the file', () => {
  const lines = (total: string): Lines => [
    ['Fecha', 'Agencia', 'Producto', 'Venta Bs', 'Premios Bs'],
    [written(), 'Agencia Uno', lotto, '1.000,00', '10,00'],
    [written(), 'Agencia Dos', lotto, '150,00', '5,00'],
    ['Total', '', '', total, '15,00'],
  ]
  it('that is not what its rows come to is told, and must be known before it is posted', async () => {
    const { one } = await read(textOf(lines('1.200,00')))
    expect(one.totals).toEqual({
      equal: 1,
      differ: 1,
      uncompared: 0,
      lines: [
        {
          n: 4,
          label: 'Total',
          column: 'sold',
          currency: 'BS',
          written: '1.200,00',
          said: '1200.00',
          summed: '1150.00',
          standing: 'differ',
        },
        {
          n: 4,
          label: 'Total',
          column: 'prizes',
          currency: 'BS',
          written: '15,00',
          said: '15.00',
          summed: '15.00',
          standing: 'equal',
        },
      ],
    })
    const refused = await post(one.id)
    expect([codeOf(refused), refused.status]).toEqual(['external_totals', 409])
    expect(codeOf(await post(one.id, { without_totals: 2 }))).toBe('external_totals')
    expect(codeOf(await post(one.id, { without_totals: 1 }))).toBe(200)
  })

  it('that differs within one group is told of that group', async () => {
    const group = (agency: string, total: string): Lines => [
      [written(3), agency, lotto, '10', '0'],
      [written(3), agency, granjita, '20', '0'],
      ['', `Total ${agency}`, '', total, '0'],
    ]
    const head = lines('0')[0]!
    const { one } = await read(
      textOf([head, ...group('Agencia Uno', '30'), ...group('Agencia Dos', '35'), ['Gran total', '', '', '60', '0']]),
    )
    expect(one.totals).toMatchObject({ equal: 5, differ: 1 })
    expect(one.totals.lines[0]).toMatchObject({ n: 7, label: 'Total Agencia Dos', said: '35.00', summed: '30.00' })
  })

  it('of several currencies is never of them added up', async () => {
    const rows: Lines = [
      ['Fecha', 'Agencia', 'Producto', 'Moneda', 'Venta'],
      [written(4), 'Agencia Uno', lotto, 'Bs', '10'],
      [written(4), 'Agencia Uno', lotto, 'USD', '20'],
      ['Total Bs', '', '', 'Bs', '10'],
      ['Total USD', '', '', 'USD', '20'],
      ['Total general', '', '', '', '30'],
    ]
    const { one } = await read(textOf(rows), { currency: null })
    expect(one.totals).toMatchObject({ equal: 2, differ: 0, uncompared: 1 })
  })
})

describe('a name of the file', () => {
  const head = ['Fecha', 'Cód. Agencia', 'Agencia', 'Producto', 'Venta']
  it('that is exactly one of ours is taken at once, by code or name, and is told', async () => {
    const { one, told } = await read(
      csv(
        head,
        [written(), 'agencia1', 'Agencia Uno', 'LOTTO_ACTIVO', '1'],
        [written(), 'Agencia Dos', '', 'lotto  activo', '2'],
      ),
    )
    expect(told).toEqual([sold('Agencia Uno', '1.00'), sold('Agencia Dos', '2.00')])
    expect(one.known_names.map(({ kind, name, target }) => [kind, name, target]).sort()).toEqual([
      ['agency', 'Agencia Dos', 'Agencia Dos'],
      ['agency', 'agencia1', 'Agencia Uno'],
      ['product', 'LOTTO_ACTIVO', 'Lotto Activo'],
      ['product', 'lotto activo', 'Lotto Activo'],
    ])
  })

  it('that is doubtful is asked, with what the file itself calls it', async () => {
    const { one } = await read(
      csv(
        head,
        [written(), '0457', 'Agencia Dos', lotto, '1'],
        [written(), '0999', 'Bodega Juan', lotto, '2'],
        [written(), 'AGENCIA1', 'Agencia Dos', lotto, '3'],
      ),
    )
    expect(one.pending_names.map(({ name: own, label, suggested_name }) => [own, label, suggested_name])).toEqual([
      ['0457', 'Agencia Dos', 'Agencia Dos'],
      ['0999', 'Bodega Juan', null],
      ['AGENCIA1', 'Agencia Dos', 'Agencia Dos'],
    ])
    const waiting = await counter.app.call(externalSales.pending, { query: { q: 'bodega' } }, { as: 'banca' })
    expect(waiting.body.data).toMatchObject([{ name: '0999', label: 'Bodega Juan' }])
    expect((await rowsOf(one.id))[1]).toMatchObject({ agency: '0999', agency_label: 'Bodega Juan', agency_name: null })
  })

  it('that is not ours is left out by name, told with its amounts, in this file and the next, until it is taken back', async () => {
    const { partner } = counter.world
    const rows = (back: number): Buffer =>
      csv(
        head,
        [written(back), 'AGENCIA1', '', lotto, '10'],
        [written(back), 'X-9', 'Bodega Juan', lotto, '100'],
        [written(back), 'X-9', 'Bodega Juan', granjita, '50,5'],
        [written(back), 'AGENCIA2', '', 'Ruleta', '7'],
      )
    const { one, system_id } = await read(rows(10))
    expect(one.standings).toMatchObject({ lista: 1, pendiente: 3 })
    const { review } = one
    const said = await name({ system_id, kind: 'agency', name: 'x-9', agency_id: null })
    const other = await name({ system_id, kind: 'product', name: 'Ruleta', product_id: null })
    expect([said.status, said.body.target, said.body.left_out]).toEqual([200, 'No es nuestra', true])
    const left = await show(one.id)
    expect(left.standings).toMatchObject({ lista: 1, pendiente: 0, ajena: 3 })
    const fuera = [
      {
        kind: 'agency',
        name: 'X-9',
        label: 'Bodega Juan',
        dictionary_id: said.body.id,
        rows: 2,
        currency: 'BS',
        sold: '150.50',
        prizes: '0.00',
        commission: '0.00',
      },
      {
        kind: 'product',
        name: 'Ruleta',
        label: null,
        dictionary_id: other.body.id,
        rows: 1,
        currency: 'BS',
        sold: '7.00',
        prizes: '0.00',
        commission: '0.00',
      },
    ]
    expect(left.left_out).toEqual(fuera)
    // What was reviewed before did not leave them out.
    const ask = { body: { load_id: one.id, review } }
    expect(codeOf(await counter.app.call(externalSales.post, ask, { as: 'banca' }))).toBe('external_changed')
    expect(codeOf(await post(one.id))).toBe(200)
    // The next file leaves them out by itself.
    const next = await load(system_id, rows(11))
    expect(next.left_out).toEqual(fuera)
    // Listed, and taken back: it waits again, and what was posted stays as it was.
    const list = await counter.app.call(
      externalSales.dictionary,
      { query: { system_id, left_out: 'si' } },
      { as: 'banca' },
    )
    expect(list.body.data.map(({ key, target }) => [key, target])).toEqual([
      ['Ruleta', 'No es nuestro'],
      ['x-9', 'No es nuestra'],
    ])
    await counter.app.call(externalSales.forget, { query: { id: said.body.id } }, { as: 'banca' })
    expect((await show(next.id)).standings).toMatchObject({ pendiente: 2, ajena: 1 })
    expect(await show(one.id)).toMatchObject({ state: 'publicada', standings: { lista: 1, ajena: 3, pendiente: 0 } })
    const books = await counter.world.db.rows(
      sql`SELECT sold::text AS sold FROM external_entries WHERE load_id = ${one.id}`,
    )
    expect([books, partner.agencia1 > 0]).toEqual([[{ sold: '10.00' }], true])
  })

  it('that was left out by mistake is posted once its file comes again, with what stood in one posting', async () => {
    const { db, partner } = counter.world
    const file = csv(
      head,
      [written(12), 'AGENCIA1', '', lotto, '10'],
      [written(12), 'X-10', 'Bodega Ana', lotto, '100'],
    )
    const { one, system_id } = await read(file)
    const said = await name({ system_id, kind: 'agency', name: 'X-10', agency_id: null })
    expect(codeOf(await post(one.id))).toBe(200)
    // As long as nobody says otherwise it is the load that it was, however often it is brought.
    expect(await load(system_id, file)).toMatchObject({ id: one.id, repeated: true })
    await name({ system_id, kind: 'agency', name: 'X-10', agency_id: partner.agencia2 })
    expect(said.body.id).toBeGreaterThan(0)
    // Brought by several at once it comes again once.
    const brought = await Promise.all([1, 2, 3, 4].map(() => load(system_id, file)))
    const again = brought[0]!
    expect([new Set(brought.map(({ id }) => id)).size, brought.filter(({ repeated }) => !repeated).length]).toEqual([
      1, 1,
    ])
    expect(again.id).not.toBe(one.id)
    expect(again).toMatchObject({ standings: { lista: 2, ajena: 0 }, replaces: [{ sold: '10.00' }] })
    expect(codeOf(await post(again.id, { replace: true }))).toBe(200)
    const stands = await db.rows(sql`
      SELECT load_id::int AS load, sum(sold)::text AS sold
      FROM external_entries
      WHERE load_id IN (${one.id}, ${again.id}) AND replaced_by IS NULL
      GROUP BY 1`)
    expect(stands).toEqual([{ load: again.id, sold: '110.00' }])
    expect(await show(one.id)).toMatchObject({ state: 'reemplazada' })
    expect(await load(system_id, file)).toMatchObject({ id: again.id, repeated: true })
  })
})

it('a currency in a heading is its column’s, and against the system’s own it is a fault', async () => {
  const file = (heading: string) =>
    csv(['Fecha', 'Agencia', 'Producto', heading], [written(), 'Agencia Uno', lotto, '5'])
  const told = async (heading: string, format: Partial<ExternalFormat>) => {
    const { one, rows } = await read(file(heading), format)
    return one.missing.length > 0
      ? one.missing
      : rows.map(({ currency, sold: amount, note }) => [currency, amount, note])
  }
  expect(await told('Venta USD', { currency: null })).toEqual([['USD', '5.00', '']])
  expect(await told('Ventas en bolívares', { currency: null })).toEqual([['BS', '5.00', '']])
  // A sign of two currencies is none.
  expect(await told('Venta ($)', { currency: null })).toEqual(['currency'])
  expect(await told('Venta ($)', { currency: 'COP' })).toEqual([['COP', '5.00', '']])
  expect(await told('Venta USD', { currency: 'BS' })).toEqual([
    ['BS', null, 'Ventas: la columna «Venta USD» está en dólares y aquí va en bolívares'],
  ])
})

it('two hundred thousand cells that were made one are refused before they are held', async () => {
  const system_id = await addSystem()
  const bytes = bookOf(
    [
      ['Fecha', 'Agencia', 'Producto', 'Ventas'],
      [written(), 'Agencia Uno', lotto, 1],
    ],
    {
      change: (sheet) => {
        sheet['!merges'] = Array.from({ length: 200_002 }, (_none, n) => ({
          s: { r: 3 * n, c: 0 },
          e: { r: 3 * n + 1, c: 0 },
        }))
      },
    },
  )
  const { status, problem } = await upload(system_id, bytes)
  expect([status, problem.code, problem.detail]).toEqual([
    422,
    'sheet_too_large',
    expect.stringContaining('celdas combinadas'),
  ])
})
