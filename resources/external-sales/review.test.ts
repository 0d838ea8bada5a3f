import { describe, expect, it } from 'vitest'
import { blockersOf, postingText } from './review.ts'

const load = {
  stale: false,
  missing: [],
  standings: { lista: 59, pendiente: 0, falla: 0, moneda: 0, cerrada: 0, ajena: 0, ignorada: 1 },
  pending_total: 0,
  settled_weeks: [],
  sums: [{ currency: 'BS' as const, entries: 4, sold: '10.00', prizes: '0.00', commission: '0.00', net: '10.00' }],
  replaces: [],
  totals: { equal: 0, differ: 0, uncompared: 0, lines: [] },
}

describe('a load under review', () => {
  it('is ready, or says what stands before its posting', () => {
    const standing = (more: Partial<typeof load.standings>) => ({ ...load, standings: { ...load.standings, ...more } })
    expect(blockersOf(load)).toEqual([])
    expect(blockersOf({ ...load, stale: true })).toHaveLength(1)
    expect(blockersOf({ ...load, missing: ['day', 'sold'] })).toEqual([
      'Diga qué columna del archivo es: Fecha, Ventas.',
    ])
    expect(blockersOf({ ...standing({ pendiente: 3 }), pending_total: 1 })).toEqual([
      '1 nombre espera que se asigne, en 3 filas.',
    ])
    const week = { agency_name: 'Agencia Uno', currency: 'BS' as const, week: '2026-11-09' }
    const late = { ...standing({ cerrada: 1, lista: 0 }), settled_weeks: [week] }
    expect(blockersOf(late)).toEqual([])
    expect(postingText(late)).toContain(
      'de 1 fila. 1 fila es de una semana ya cerrada (del 09/11/2026): entra como tardío en el cierre siguiente.',
    )
    expect(blockersOf(standing({ moneda: 2 }))).toEqual(['2 filas son de una moneda con la que su agencia no trabaja.'])
    expect(blockersOf(standing({ lista: 0 }))).toEqual(['El archivo no tiene filas que se puedan publicar.'])
  })

  it('says what posting does', () => {
    const one = { ...load, sums: [{ ...load.sums[0]!, entries: 1 }], standings: { ...load.standings, lista: 1 } }
    expect(postingText(one)).toBe('Se publica 1 suma por día, agencia y producto, de 1 fila.')
    expect(postingText(load)).toBe('Se publican 4 sumas por día, agencia y producto, de 59 filas.')
    const replaces = [{ ...load.sums[0]!, entries: 1, load_ids: [3] }]
    expect(
      postingText({
        ...load,
        replaces,
        standings: { ...load.standings, falla: 2, ajena: 1 },
        totals: { ...load.totals, differ: 2 },
      }),
    ).toBe(
      'Se publican 4 sumas por día, agencia y producto, de 59 filas. 1 ocupa el lugar de ' +
        'lo que otra carga publicó: lo anterior se reversa en las cuentas. 2 filas con falla ' +
        'quedan fuera. 1 fila que no es nuestra queda fuera. 2 totales que dice el archivo ' +
        'no son la suma de sus filas.',
    )
  })
})
