import { beforeEach, describe, expect, it } from 'vitest'
import {
  defaultPreferences,
  keepPreferences,
  moveColumn,
  orderColumns,
  readPreferences,
  visibleColumns,
  type Column,
} from './columns.ts'

const columns: Column<object>[] = [
  { key: 'name', fixed: true },
  { key: 'code' },
  { key: 'sold', width: 100 },
  { key: 'email', optional: true },
]
const ana = { id: 1, database: 'banca' }
const keys = (list: Column<object>[]) => list.map((column) => column.key)

beforeEach(() => localStorage.clear())

describe('columns', () => {
  it('shows what is not optional, pinned ones at their side', () => {
    const chosen = {
      ...defaultPreferences,
      shown: { email: true, code: false, name: false },
      pinned: { email: 'left' as const, name: 'right' as const },
    }
    expect(keys(visibleColumns(columns, defaultPreferences))).toEqual(['name', 'code', 'sold'])
    expect(keys(visibleColumns(columns, chosen))).toEqual(['email', 'sold', 'name'])
  })

  it('moves one place and stops at the ends', () => {
    const moved = moveColumn(columns, defaultPreferences, 'code', -1)
    expect(keys(orderColumns(columns, moved))).toEqual(['code', 'name', 'sold', 'email'])
    expect(moveColumn(columns, moved, 'code', -1)).toBe(moved)
  })

  it('moves what is shown past the next that is shown at its side, and what is hidden one place', () => {
    const many: Column<object>[] = [...columns, { key: 'phone', optional: true }, { key: 'prizes' }, { key: 'net' }]
    const order = (key: string, step: -1 | 1, chosen = defaultPreferences) =>
      keys(visibleColumns(many, moveColumn(many, chosen, key, step)))
    expect(order('sold', 1)).toEqual(['name', 'code', 'prizes', 'sold', 'net'])
    expect(order('prizes', -1)).toEqual(['name', 'code', 'prizes', 'sold', 'net'])
    expect(keys(orderColumns(many, moveColumn(many, defaultPreferences, 'email', -1)))).toEqual([
      'name',
      'code',
      'email',
      'sold',
      'phone',
      'prizes',
      'net',
    ])
    // The pinned one stands before all others wherever it is among them: nothing is gained by going past it.
    const pinned = { ...defaultPreferences, pinned: { prizes: 'left' as const } }
    expect(order('sold', 1, pinned)).toEqual(['prizes', 'name', 'code', 'net', 'sold'])
    expect(moveColumn(many, pinned, 'prizes', -1)).toBe(pinned)
    // With none that is shown behind it there is nowhere to go.
    expect(moveColumn(columns, defaultPreferences, 'sold', 1)).toBe(defaultPreferences)
  })

  it('gives a column that is newer than the preference its place', () => {
    const chosen = { ...defaultPreferences, order: ['sold', 'name', 'gone', 'email'] }
    expect(keys(orderColumns(columns, chosen))).toEqual(['sold', 'name', 'code', 'email'])
  })
})

describe('preferences', () => {
  it('are one person’s in one banca, and a reset leaves nothing', () => {
    keepPreferences(ana, 'agencies', { ...defaultPreferences, density: 'comoda', widths: { name: 200 } })
    expect(readPreferences(ana, 'agencies')).toMatchObject({ density: 'comoda', widths: { name: 200 } })
    expect(readPreferences({ ...ana, id: 2 }, 'agencies')).toEqual(defaultPreferences)
    expect(readPreferences({ ...ana, database: 'panama' }, 'agencies')).toEqual(defaultPreferences)
    keepPreferences(ana, 'agencies', defaultPreferences)
    expect(localStorage.length).toBe(0)
  })

  it('fall back to the defaults when they cannot be read', () => {
    localStorage.setItem('sorteo:table:1:banca:agencies', '{"density":"enorme"}')
    expect(readPreferences(ana, 'agencies')).toEqual(defaultPreferences)
  })
})
