import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstOf, useRowsInTurn } from './first-rows.ts'

const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `Agencia ${id}`, tags: [] as string[] }))

afterEach(() => vi.unstubAllGlobals())

describe('the rows a table begins with', () => {
  it('are those that the window holds', () => {
    vi.stubGlobal('innerHeight', 840)
    expect(firstOf(rows, ['id'])).toEqual(rows.slice(0, 20))
    expect(firstOf(rows.slice(0, 20), ['id'])).toHaveLength(20)
  })

  it('hold the longest of each column, in the order of the page', () => {
    vi.stubGlobal('innerHeight', 840)
    const long = rows.map((row) => (row.id === 70 ? { ...row, name: 'Agencia de la Gran Parada' } : row))
    long[90] = { ...long[90]!, tags: ['BS', 'USD'] }
    expect(firstOf(long, ['name', 'tags']).map(({ id }) => id)).toEqual([
      ...rows.slice(0, 20).map(({ id }) => id),
      70,
      90,
    ])
  })

  it('are followed by the others, and a later page is drawn whole', () => {
    vi.stubGlobal('innerHeight', 840)
    const seen: number[] = []
    const { rerender } = renderHook(({ page }) => seen.push(useRowsInTurn(page, ['id']).length), {
      initialProps: { page: rows },
    })
    act(() => rerender({ page: rows.slice(0, 60) }))
    expect(seen[0]).toBeLessThan(25)
    expect(seen.slice(-2)).toEqual([100, 60])
  })
})
