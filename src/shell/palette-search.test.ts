import { describe, expect, it } from 'vitest'
import { daysAsked, findEntries, type PaletteEntry } from './palette-search.ts'

const entry = (group: string, label: string, hint?: string): PaletteEntry => ({
  key: label,
  group,
  label,
  ...(hint && { hint }),
  run: () => undefined,
})
const entries = [
  entry('Reportes', 'Ventas generales'),
  entry('Tableros', 'Analítico'),
  entry('Administrativo', 'Historial', 'Transacciones'),
  entry('Herramientas', 'Bitácora'),
]
const found = (text: string) => findEntries(entries, text).map(({ label }) => label)

describe('the palette', () => {
  it('finds without accents, capitals or order', () => {
    expect(found('ANALITICO')).toEqual(['Analítico'])
    expect(found('bitácora')).toEqual(['Bitácora'])
    expect(found('gen ven')).toEqual(['Ventas generales'])
  })

  it('finds by section and page, labels first', () => {
    expect(found('transacciones')).toEqual(['Historial'])
    expect(
      findEntries([entry('Agencias', 'La Sol'), entry('Registro', 'Agencias')], 'agencias').map(({ label }) => label),
    ).toEqual(['Agencias', 'La Sol'])
  })

  it('shows everything before the first letter and nothing for what is nowhere', () => {
    expect(found(' ')).toHaveLength(4)
    expect(found('xyz')).toEqual([])
    expect(found('entas')).toEqual([])
  })
})

describe('the day of a draw', () => {
  it.each([
    ['lotto 12', ['2026-12-30', '2026-12-31', '2026-12-29'], 'lotto 12'],
    ['lotto 12 ayer', ['2026-12-29'], 'lotto 12'],
    ['MAÑANA lotto', ['2026-12-31'], 'lotto'],
    ['lotto 28/12 9', ['2026-12-28'], 'lotto 9'],
    ['lotto 3/1', ['2027-01-03'], 'lotto'],
    ['lotto 05-02-2025', ['2025-02-05'], 'lotto'],
    ['lotto 31/02', ['2026-12-30', '2026-12-31', '2026-12-29'], 'lotto 31/02'],
  ])('%s', (text, days, words) => {
    expect(daysAsked(text, '2026-12-30')).toEqual({ days, words })
  })
})
