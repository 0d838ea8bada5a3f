import { utils, write } from 'xlsx'
import { describe, expect, it } from 'vitest'
import { guessMapping, inParts, isMapped, readResultFile, readResultText, settled, toBulkRows } from './result-file.ts'

describe('a file of results', () => {
  it('keeps the zeros of a CSV and tells 0 from 00', async () => {
    const file = await readResultText(
      'Lotería;Fecha;Hora;Columna;Número;Signo\nTriple Zulia;20/11/2026;12:45;A;007;\nLotto Activo;20/11/2026;08:00;;00;\nLotto Activo;20/11/2026;09:00;;0;\n',
    )
    const rows = toBulkRows(file, guessMapping(file.headers))
    expect(rows.map(({ product, place, number }) => [product, place, number])).toEqual([
      ['Triple Zulia', 'A', '007'],
      ['Lotto Activo', '', '00'],
      ['Lotto Activo', '', '0'],
    ])
    expect(rows[0]).toMatchObject({ day: '20/11/2026', time: '12:45', sign: null })
  })

  it('passes on as a number what a spreadsheet stored as one, with its dates and hours in words', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Producto', 'Fecha', 'Hora', 'Resultado'],
      ['Lotto Activo', 46_346, 0.5, 0],
      ['Triple Zulia', '2026-11-20', '12:45', '007'],
    ])
    const bytes = write(
      { SheetNames: ['Hoja'], Sheets: { Hoja: sheet } },
      { type: 'array', bookType: 'xlsx' },
    ) as ArrayBuffer
    const file = await readResultFile(new File([bytes], 'resultados.xlsx'))
    const rows = toBulkRows(file, guessMapping(file.headers))
    expect(rows[0]).toMatchObject({ day: '2026-11-20', time: '12:00', number: 0 })
    expect(rows[1]).toMatchObject({ number: '007' })
  })

  it('says what is wrong with a file it cannot use', async () => {
    await expect(readResultText('Producto;Fecha\n')).rejects.toThrow('El archivo no tiene filas debajo del encabezado.')
  })

  it('knows the columns by their headers, and asks for those it does not know', () => {
    expect(guessMapping(['Juego', 'Día', 'Hora', 'Animalito'])).toMatchObject({
      product: 0,
      day: 1,
      time: 2,
      number: 3,
      place: -1,
      sign: -1,
    })
    expect(isMapped(guessMapping(['Juego', 'Día', 'x', 'y']))).toBe(false)
  })
})

describe('parts', () => {
  const row = (product: string, place: string) => ({
    product,
    day: '2026-11-20',
    time: '12:45',
    place,
    number: '123',
    sign: null,
  })

  it('never splits the lines of a draw', () => {
    const rows = [row('uno', 'A'), row('uno', 'B'), row('dos', 'A'), row('dos', 'B'), row('dos', 'C'), row('tres', 'A')]
    const parts = inParts(rows, 4)
    expect(parts.map((part) => [part.from, part.rows.length])).toEqual([
      [0, 2],
      [2, 4],
    ])
    expect(parts.flatMap((part) => part.rows)).toEqual(rows)
  })
})

describe('a number that a person settles', () => {
  const row = (place: string, number: string | number) => ({
    product: 'Triple Zulia',
    day: '2026-11-20',
    time: '12:45',
    place,
    number,
    sign: null,
  })
  const settle = (numbers: (string | number)[], lines: number[], number: string) =>
    settled(
      numbers.map((one) => row('A', one)),
      lines,
      number,
    ).map((one) => one.number)

  it('leaves the other numbers of its draw as they are', () => {
    expect(settle([7, '010', '100 LEO', '7'], [0, 1, 2], '007')).toEqual(['007', '010', '100 LEO', '7'])
    expect(settle(['7 LEO', '07', '70'], [0, 1, 2], '007')).toEqual(['007 LEO', '007', '70'])
  })

  it('replaces the only line of a draw whatever it says', () => {
    expect(settle([0, '5 Ballena'], [0], '00')).toEqual(['00', '5 Ballena'])
    expect(settle([0, '5 Ballena'], [1], '5')).toEqual([0, '5'])
  })
})
