import { describe, expect, it } from 'vitest'
import { findEntries, type PaletteEntry } from './palette-search.ts'

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
