/** Files of results as other systems lay them out, read from the bytes a person would choose. */
import { utils, write, type Range } from 'xlsx'
import { describe, expect, it } from 'vitest'
import { readTables } from '@/kit/files/tables.ts'
import { missingFieldsText, tableReading, toRows } from './result-columns.ts'
import { longTable } from './wide-tables.ts'

const names = ['Lotto Activo', 'Triple Zulia']

async function look(content: BlobPart) {
  const tables = await readTables(new File([content], 'a'), { bytes: 1_000_000, rows: 1_000 })
  const table = longTable(tables[0]!, names, 1_000)
  const reading = tableReading(table, names)
  const { rows } = toRows(table, reading)
  return { missing: missingFieldsText(reading), rows: rows.map((row) => [row.product, row.day, row.time, row.number]) }
}

function workbook(rows: unknown[][], merges: Range[]): BlobPart {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!merges'] = merges
  return write({ SheetNames: ['Hoja'], Sheets: { Hoja: sheet } }, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
}

const expected = [
  ['Lotto Activo', '20/11/2026', '08:00', '5'],
  ['Lotto Activo', '20/11/2026', '09:00', '12'],
]

describe('a layout of the world', () => {
  it('with day and lottery merged over their rows', async () => {
    const rows = [
      ['Fecha', 'Lotería', 'Hora', 'Número'],
      ['20/11/2026', 'Lotto Activo', '08:00', '5'],
      [null, null, '09:00', '12'],
    ]
    const merges = [0, 1].map((c) => ({ s: { r: 1, c }, e: { r: 2, c } }))
    expect(await look(workbook(rows, merges))).toEqual({ missing: [], rows: expected })
  })

  it.each([',', ';', '\t'])('with a column for each hour, parted by %j', async (mark) => {
    const lines = [
      ['Fecha', 'Lotería', '08:00', '09:00'],
      ['20/11/2026', 'Lotto Activo', '5', '12'],
    ]
    const seen = await look(lines.map((cells) => cells.join(mark)).join('\n'))
    expect(seen).toEqual({ missing: [], rows: expected })
  })

  it('with a column for each lottery', async () => {
    const seen = await look('Fecha;Hora;Lotto Activo;Triple Zulia\n20/11/2026;08:00;5;123\n')
    expect(seen.rows).toEqual([expected[0], ['Triple Zulia', '20/11/2026', '08:00', '123']])
  })

  it('with no hour, which is no fault of it, and a series and a checking hour that are neither', async () => {
    const seen = await look(
      'Fecha;Lotería;Número de serie;Número;Hora chequeo\n20/11/2026;Triple Zulia;045;123;20:15\n',
    )
    expect(seen).toEqual({ missing: [], rows: [['Triple Zulia', '20/11/2026', '', '123']] })
  })

  it('with a total below, that is no result', async () => {
    const seen = await look('Fecha;Lotería;Hora;Número\n20/11/2026;Lotto Activo;08:00;5\nTOTAL;;;1\n')
    expect(seen.rows).toEqual([expected[0]])
  })

  it('that is JSON is refused as JSON', async () => {
    await expect(look('[{"fecha": "20/11/2026"}]')).rejects.toThrow(/JSON/)
  })
})
