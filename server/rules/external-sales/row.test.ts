import { describe, expect, it } from 'vitest'
import { readColumns } from './columns.ts'
import { readRow, type RowFormat } from './row.ts'

const names = ['day', 'agency', 'product', 'currency', 'sold', 'prizes', 'commission']
const columns = readColumns(names, new Map(names.map((name) => [name, name as never])), new Set())
const format: RowFormat = {
  number_style: 'es-VE',
  day_order: 'dmy',
  currency: 'BS',
  day: null,
  today: '2026-11-22',
  from_1904: false,
}
const around = { names, above: new Set<string>(), seen: new Set<string>() }
const read = (cells: (string | number)[], own: Partial<RowFormat> = {}) =>
  readRow(cells, columns, around, { ...format, ...own })
const good = ['21/11/2026', 'Agencia Uno', 'Lotto', 'Bs.', 'Bs 1.234,56', '10', '']

describe('a line', () => {
  it('is read by its columns', () => {
    expect(read(good)).toEqual({
      state: 'leida',
      note: '',
      day: '2026-11-21',
      agency: 'Agencia Uno',
      agency_label: null,
      product: 'Lotto',
      product_label: null,
      currency: 'BS',
      sold: '1234.56',
      prizes: '10.00',
      commission: '0.00',
    })
  })

  it.each<[string, number, string | number, string]>([
    ['no day', 0, '', 'Falta la fecha'],
    ['no day of the calendar', 0, '31/02/2026', 'No es una fecha: 31/02/2026'],
    ['a day to come', 0, '23/11/2026', 'El 23/11/2026 aún no llega'],
    ['a day long ago', 0, '2026-08-01', 'El 01/08/2026 está a más de 85 días'],
    ['no agency', 1, '', 'Falta la agencia'],
    ['a name as long as a page', 1, 'x'.repeat(121), 'El nombre de la agencia es demasiado largo'],
    ['no product', 2, '', 'Falta el producto'],
    ['another currency', 3, 'EUR', 'Moneda desconocida: EUR'],
    ['no amount', 4, '', 'Ventas: falta el monto'],
    ['an amount by another style', 4, '12.50', 'Ventas: «12.50» no es un monto como 1.234,56'],
    ['two amounts in one', 4, '10 50', 'Ventas: «10 50» no es un monto como 1.234,56'],
    ['thousands that begin with zero', 4, '0.500', 'Ventas: «0.500» no es un monto como 1.234,56'],
    ['an amount in dollars', 4, 'USD 1.234,50', 'Ventas: «USD 1.234,50» está en dólares y aquí va en bolívares'],
    [
      'a sign of two currencies, none its own',
      5,
      '$ 12,50',
      'Premios: «$ 12,50» está en dólares o pesos colombianos y aquí va en bolívares',
    ],
    ['an amount in pesos', 6, 'COP 1.500', 'Comisión: «COP 1.500» está en pesos colombianos y aquí va en bolívares'],
    [
      'a currency that its amount does not say',
      3,
      'USD',
      'Ventas: «Bs 1.234,56» está en bolívares y aquí va en dólares',
    ],
    ['an amount below zero', 5, '-1', 'Premios: monto negativo'],
    ['an error of a spreadsheet', 6, '#N/A', 'Comisión: «#N/A» no es un monto como 1.234,56'],
  ])('with %s says so', (_name, place, value, note) => {
    expect(read(good.with(place, value as string))).toMatchObject({ state: 'falla', note })
  })

  it('has no cents of pesos, in what was sold and won', () => {
    const pesos = good.with(3, 'COP').with(4, '1.234').with(5, '10').with(6, '0,50')
    expect(read(pesos)).toMatchObject({ state: 'leida', sold: '1234.00', prizes: '10.00' })
    for (const [place, title] of [
      [4, 'Ventas'],
      [5, 'Premios'],
    ] as const)
      expect(read(pesos.with(place, '10,50'))).toMatchObject({
        state: 'falla',
        note: `${title}: en pesos colombianos no hay céntimos`,
      })
  })

  it('says the sign of its own currency, dollars and pesos the same one', () => {
    for (const currency of ['USD', 'COP']) expect(read(good.with(3, currency).with(4, '$ 1.234')).sold).toBe('1234.00')
    expect(read(good.with(3, '').with(4, '$ 5'), { currency: 'COP' })).toMatchObject({ currency: 'COP', sold: '5.00' })
  })

  it('tells all its faults', () => {
    expect(read(good.with(1, '').with(4, 'x')).note).toBe('Falta la agencia. Ventas: «x» no es un monto como 1.234,56')
  })

  it.each<[string, (string | number)[], string]>([
    ['a total', ['TOTAL GENERAL', '', '', '', '99'], 'Fila de totales'],
    ['a total of an agency', ['', 'Sub-total Agencia Uno', '', '', 10], 'Fila de totales'],
    ['a header again', ['Day', 'AGENCY', 'product', '', 'sold'], 'Encabezado repetido'],
    ['a footer', ['Impreso el 22/11/2026'], 'Texto fuera de la tabla'],
  ])('that is %s is no sale', (_name, cells, note) => {
    expect(read(cells)).toMatchObject({ state: 'ignorada', note })
  })

  it('of an agency that is called like a total is a sale', () => {
    expect(read(good.with(1, 'Total Bet'))).toMatchObject({ state: 'leida', agency: 'Total Bet' })
  })

  it('of a spreadsheet counts its days as the workbook does', () => {
    expect([read([46_347, ...good.slice(1)]).day, read([44_885.5, ...good.slice(1)], { from_1904: true }).day]).toEqual(
      ['2026-11-21', '2026-11-21'],
    )
  })
})

it.each([
  ['Ventas USD', 'BS', 'Ventas: la columna «Ventas USD» está en dólares y aquí va en bolívares'],
  ['Venta ($)', 'BS', 'Ventas: la columna «Venta ($)» está en dólares o pesos colombianos y aquí va en bolívares'],
  ['Venta Bs.', 'USD', 'Ventas: la columna «Venta Bs.» está en bolívares y aquí va en dólares'],
  ['Venta ($)', 'COP', ''],
  ['Venta Bs', 'BS', ''],
  ['Lo vendido', 'USD', ''],
])('a column called %s, of a line in %s', (heading, currency, note) => {
  const named = names.map((name) => (name === 'sold' ? heading : name))
  const cells = good.map((cell, at) => (at === 3 ? currency : at === 4 ? '1.234' : cell))
  expect(readRow(cells, columns, { ...around, names: named }, format)).toMatchObject({
    state: note ? 'falla' : 'leida',
    note,
  })
})
