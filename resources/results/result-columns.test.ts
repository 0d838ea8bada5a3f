import { utils, write } from 'xlsx'
import { describe, expect, it } from 'vitest'
import { readTables, type Table } from '@/kit/files/tables.ts'
import { missingFieldsText, tableReading, rowsWithNumber, toRows } from './result-columns.ts'

const names = ['Lotto Activo', 'LOTTO_ACTIVO', 'Triple Zulia', 'Guácharo Activo', 'Panama Dominical']
const limits = { bytes: 1_000_000, rows: 1_000 }
const tableOf = async (content: BlobPart): Promise<Table> =>
  (await readTables(new File([content], 'a.csv'), limits))[0]!
async function look(content: BlobPart) {
  const table = await tableOf(content)
  const reading = tableReading(table, names)
  const { rows, lines } = toRows(table, reading)
  return {
    fields: reading.fields,
    sure: reading.sure,
    product: reading.product,
    missing: missingFieldsText(reading),
    rows: rows.map((row) => [row.product, row.day, row.time, row.place, row.number, row.sign]),
    lines,
  }
}

describe('the columns of a file', () => {
  it('are known by their names, wherever these stand', async () => {
    const seen = await look(
      'BANCA LA SUERTE\nResultados; semana ' +
        '47\n\nLotería;Fecha;Hora;Columna;Número;Signo\nTriple Zulia;20/11/2026;12:45 ' +
        'm;A;007;\nLotto Activo;20/11/2026;8:00 am;;00;\n',
    )
    expect(seen).toMatchObject({ sure: true, missing: [], lines: [5, 6] })
    expect(seen.rows).toEqual([
      ['Triple Zulia', '20/11/2026', '12:45 m', 'A', '007', ''],
      ['Lotto Activo', '20/11/2026', '8:00 am', '', '00', ''],
    ])
  })

  it('are known by what stands in them where there are no names', async () => {
    const seen = await look(
      'Resultados\n\n20/11/2026,08:00 AM,lotto activo,00\n20/11/2026,09:00 AM,LOTTO_ACTIVO,7 Perico\n',
    )
    expect(seen).toMatchObject({ fields: ['day', 'time', 'product', 'number'], sure: true, missing: [], lines: [3, 4] })
    expect(seen.rows[1]).toEqual(['LOTTO_ACTIVO', '20/11/2026', '09:00 AM', '', '7 Perico', ''])
  })

  it('are asked about where several may be the number', async () => {
    const seen = await look('20/11/2026,08:00,Lotto Activo,1,00\n20/11/2026,09:00,Lotto Activo,2,7\n')
    expect(seen.sure).toBe(false)
    const unknown = await look('Juego;Día;x;y\nLotto Activo;20/11/2026;mañana;algo\n')
    expect(unknown).toMatchObject({ missing: ['el número'] })
    const half = await look('Juego;Día;x;y\nLotto Activo;20/11/2026;09:00;5\n')
    expect(half).toMatchObject({ fields: ['product', 'day', 'time', 'number'], sure: false, missing: [] })
  })

  it('may be a date in three, or one that carries its hour', async () => {
    expect(
      (
        await look(
          'Día,Mes,Año,Sorteo,Lotería,Animalito\n5,11,2026,1:00 PM,Lotto Activo,Delfín\n31,noviembre,26,1:00 PM,Lotto Activo,5\n',
        )
      ).rows,
    ).toEqual([
      ['Lotto Activo', '2026-11-05', '1:00 PM', '', 'Delfín', ''],
      ['Lotto Activo', '31 noviembre 26', '1:00 PM', '', '5', ''],
    ])
    const moment = await look(
      'Producto|Fecha|Resultado\nLotto Activo|2026-11-20T13:00:00|5\nLotto Activo|2026-11-20T18:00:00Z|6\n',
    )
    expect(moment).toMatchObject({ sure: true, missing: [] })
    expect(moment.rows[0]).toEqual(['Lotto Activo', '2026-11-20T13:00:00', '', '', '5', ''])
    expect((await look('Producto|Fecha|Resultado\nLotto Activo|2026-11-20|5\n')).missing).toEqual([])
  })

  it('may be a cipher each, and an empty one is no number', async () => {
    const seen = await look(
      'Fecha\tHora\tLotería\tC1\tC2\tC3\n20/11/2026\t12:45\tTriple Zulia\t0\t0\t7\n20/11/2026\t16:45\tTriple Zulia\t\t4\t5\n',
    )
    expect(seen.fields).toEqual(['day', 'time', 'product', 'digit', 'digit', 'digit'])
    expect(seen.rows.map((row) => row[4])).toEqual(['007', '?45'])
  })

  it('may be a triple each, with what is empty left for the server to miss', async () => {
    const seen = await look(
      'Fecha;Hora;Lotería;A;B;C;Signo\n20/11/2026;12:45;Triple ' +
        'Zulia;007;123;456;Leo\n20/11/2026;16:45;Triple ' +
        'Zulia;007;;456;Géminis\n21/11/2026;16:45;Triple Zulia;;;;\n',
    )
    expect(seen.rows.map(([, day, , place, number, sign]) => [day, place, number, sign])).toEqual([
      ['20/11/2026', 'A', '007', 'Leo'],
      ['20/11/2026', 'B', '123', 'Leo'],
      ['20/11/2026', 'C', '456', 'Leo'],
      ['20/11/2026', 'A', '007', 'Géminis'],
      ['20/11/2026', 'C', '456', 'Géminis'],
      ['21/11/2026', 'A', '', ''],
    ])
    expect(seen.lines).toEqual([2, 2, 2, 3, 3, 4])
    const prizes = await look(
      'Lotería;Fecha;Hora;1er premio;2do premio;3er premio\nPanama Dominical;15/11/2026;15:00;0045;1200;9999\n',
    )
    expect(prizes.rows.map((row) => row[3])).toEqual(['1', '2', '3'])
  })

  it('say no product where a title says it of all, and that is asked', async () => {
    const seen = await look('Resultados Triple Zulia noviembre\nFecha;Hora;A;B;C\n20/11/2026;12:45;007;123;456\n')
    expect(seen).toMatchObject({ product: 'Triple Zulia', sure: false, missing: [] })
    expect(seen.rows[0]![0]).toBe('Triple Zulia')
    expect((await look('Fecha;Hora;A;B;C\n20/11/2026;12:45;007;123;456\n')).missing).toEqual(['el producto'])
  })

  it('of a sheet keep a number a number, and count its days', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Producto', 'Fecha', 'Hora', 'Resultado'],
      ['Lotto Activo', 46_346, 0.5, 0],
      ['Lotto Activo', 46_346, 46_346.541_666_7, '00'],
    ])
    const bytes = write({ SheetNames: ['H'], Sheets: { H: sheet } }, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
    expect((await look(bytes)).rows).toEqual([
      ['Lotto Activo', '2026-11-20', '12:00', '', 0, ''],
      ['Lotto Activo', '2026-11-20', '13:00', '', '00', ''],
    ])
  })
})

describe('an animal that is written twice', () => {
  const again = async (content: BlobPart) => {
    const table = await tableOf(content)
    return toRows(table, tableReading(table, names)).rows.map(({ number, name, beside }) => [number, name, beside])
  }

  it('is read from both columns, whichever comes first, with names over them or without', async () => {
    const line = (...cells: string[]) => `Lotto Activo;20/11/2026;08:00;${cells.join(';')}\n`
    const head = (...cells: string[]) => `Producto;Fecha;Hora;${cells.join(';')}\n`
    expect(await again(head('Número', 'Animal') + line('00', 'Delfín'))).toEqual([['00', 'Delfín', undefined]])
    expect(await again(head('Animal', 'Número') + line('Delfín', '00'))).toEqual([['Delfín', '00', undefined]])
    expect(await again(head('Ganador', 'Resultado') + line('Delfín', '00'))).toEqual([['Delfín', '00', undefined]])
    expect(await again(head('Código', 'Animalito') + line('25', 'Vaca'))).toEqual([['Vaca', '25', undefined]])
    expect(await again(head('Número', 'Mascota') + line('25', 'Vaca'))).toEqual([['25', undefined, ['Vaca']]])
    const two = line('Vaca', '25') + line('Delfín', '00')
    expect(await again(two)).toEqual([
      ['25', undefined, ['Vaca']],
      ['00', undefined, ['Delfín']],
    ])
    expect(await again(head('Animalito') + line('Delfín'))).toEqual([['Delfín', undefined, undefined]])
  })

  it('in text has a 0 that may be another, in a sheet of texts one that is not', async () => {
    const lines = [
      ['Producto', 'Fecha', 'Hora', 'Número'],
      ['Lotto Activo', '20/11/2026', '08:00', '0'],
      ['Lotto Activo', '20/11/2026', '09:00', '00'],
    ]
    expect((await again(lines.map((cells) => cells.join(';')).join('\n'))).map(([number]) => number)).toEqual([0, '00'])
    const sheet = utils.aoa_to_sheet(lines)
    const bytes = write({ SheetNames: ['H'], Sheets: { H: sheet } }, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
    expect((await again(bytes)).map(([number]) => number)).toEqual(['0', '00'])
  })
})

describe('a number that a person settles', () => {
  const row = (place: string, number: string | number) => ({
    product: 'Triple Zulia',
    day: '2026-11-20',
    time: '12:45',
    place,
    number,
    sign: '',
  })
  const settle = (numbers: (string | number)[], lines: number[], number: string) =>
    rowsWithNumber(
      numbers.map((one) => row('A', one)),
      lines,
      number,
    ).map((one) => one.number)

  it('leaves the other numbers of its draw as they are', () => {
    expect(settle([7, '010', '100 LEO', '7'], [0, 1, 2], '007')).toEqual(['007', '010', '100 LEO', '7'])
    expect(settle(['7 LEO', '07', '70'], [0, 1, 2], '007')).toEqual(['007 LEO', '007', '70'])
  })

  it('is the animal of all cells that say one', () => {
    const line = { ...row('', '25'), name: 'Vaca', beside: ['Vaca'] }
    expect(rowsWithNumber([line, line, { ...line, name: 'Gallina' }], [0, 1], '26')).toEqual([
      { ...row('', '26') },
      { ...row('', '26') },
      { ...line, name: 'Gallina' },
    ])
  })

  it('replaces the only line of a draw whatever it says', () => {
    expect(settle([0, '5 Ballena'], [0], '00')).toEqual(['00', '5 Ballena'])
    expect(settle([0, '5 Ballena'], [1], '5')).toEqual([0, '5'])
  })
})
