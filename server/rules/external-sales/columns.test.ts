import { describe, expect, it } from 'vitest'
import type { ExternalField } from '@contract/external-file.ts'
import { readColumns, headerIn } from './columns.ts'

const known = new Map<string, ExternalField | null>()
const lines = (...rows: (string | number)[][]) => rows.map((cells, at) => ({ n: at + 1, cells }))

describe('the header of a file', () => {
  it('is the line with the most known names, whatever stands above it', () => {
    const first = lines(
      ['Agencia Central'],
      ['Fecha', '22/11/2026'],
      ['FECHA', 'Agencia', 'Lotería', 'Venta'],
      ['x', 'y'],
    )
    expect(headerIn(first, known, null)).toEqual({ n: 3, names: ['FECHA', 'Agencia', 'Lotería', 'Venta'] })
  })

  it('of two lines is the lower one, with what merged cells leave above it', () => {
    const first = lines(
      ['Fecha', 'Agencia', 'Juego', 'Montos', ''],
      ['', '', '', 'Venta', 'Premio'],
      ['22/11/2026', 'a', 'b', 1, 2],
    )
    expect(headerIn(first, known, null)).toEqual({ n: 2, names: ['Fecha', 'Agencia', 'Juego', 'Venta', 'Premio'] })
  })

  it('is the first line of texts where no name is known, the line that is said, or none', () => {
    const first = lines(['Reporte'], ['Uno', 'Dos', 'Tres'], ['a', 'b', 'c'])
    expect(headerIn(first, known, null)?.n).toBe(2)
    expect(headerIn(first, known, 3)?.names).toEqual(['a', 'b', 'c'])
    expect(headerIn(first, known, 9)).toBeNull()
    expect(headerIn(lines(['Reporte'], [1, 2, 3]), known, null)).toBeNull()
  })
})

describe('the columns of a file', () => {
  it('that two names claim, or that are needed and not there, are missing', () => {
    const { at, missing, fields } = readColumns(
      ['Fecha', 'Agencia', 'Venta', 'Ventas', '', 'Premio'],
      known,
      new Set(['currency']),
    )
    expect([at, missing, fields]).toEqual([
      { day: 0, agency: 1, prizes: 5 },
      ['product', 'sold'],
      ['day', 'agency', 'sold', 'sold', null, 'prizes'],
    ])
  })
})
