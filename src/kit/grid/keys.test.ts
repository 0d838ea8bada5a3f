import { describe, expect, it } from 'vitest'
import { commandOf, movedTo } from './keys.ts'
import { rowHeight, rowWindow } from './window.ts'

const press = (key: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })
const size = { rows: 50, columns: 4 }
const goes = (key: string, more = {}) => {
  const command = press(key, more)
  return command?.kind === 'move' ? movedTo(command, { row: 10, column: 1 }, size, 8) : null
}

describe('keys', () => {
  it('move within the sheet', () => {
    expect(
      [goes('ArrowDown'), goes('ArrowLeft'), goes('PageUp'), goes('Home'), goes('End')].map(
        (place) => `${place?.row},${place?.column}`,
      ),
    ).toEqual(['11,1', '10,0', '2,1', '10,0', '10,3'])
    expect(
      [goes('ArrowDown', { ctrlKey: true }), goes('Home', { ctrlKey: true }), goes('End', { ctrlKey: true })].map(
        (place) => `${place?.row},${place?.column}`,
      ),
    ).toEqual(['49,1', '0,0', '49,3'])
    expect(press('ArrowDown', { shiftKey: true })).toMatchObject({ kind: 'move', extend: true })
  })

  it('edit, fill, lift and take back', () => {
    expect(['Enter', 'F2', 'Delete', 'Escape'].map((key) => press(key)?.kind)).toEqual([
      'edit',
      'edit',
      'clear',
      'escape',
    ])
    expect(['d', 'z', 'y', 'a', 'D'].map((key) => press(key, { ctrlKey: true })?.kind)).toEqual([
      'fill',
      'undo',
      'redo',
      'all',
      'fill',
    ])
    expect(press('Z', { ctrlKey: true, shiftKey: true })?.kind).toBe('redo')
    expect(press('z', { metaKey: true })?.kind).toBe('undo')
    expect(press('7')).toEqual({ kind: 'type', text: '7' })
  })

  it('begin a word by any letter where that is what a cell holds', () => {
    const word = (key: string, more = {}) =>
      commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }, { kind: 'text' })
    expect(['a', 'Ñ', '7', '$'].map((key) => word(key))).toEqual(
      ['a', 'Ñ', '7', '$'].map((text) => ({ kind: 'type', text })),
    )
    expect([word(' '), word('Tab'), word('v', { ctrlKey: true }), press('a')]).toEqual([null, null, null, null])
  })

  it('say yes or no where that is what a cell holds', () => {
    const flag = (key: string) =>
      commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }, { kind: 'flag' })
    expect(['s', 'N', '1', ' ', 'Enter', '5', 'p'].map((key) => flag(key)?.kind)).toEqual([
      'type',
      'type',
      'type',
      'edit',
      'edit',
      undefined,
      undefined,
    ])
    expect(press(' ')).toBeNull()
  })

  it("leave to the browser what is the browser's: letters, Tab, copy and paste", () => {
    expect([
      press('Tab'),
      press('g'),
      press('?'),
      press('c', { ctrlKey: true }),
      press('v', { ctrlKey: true }),
      press('k', { ctrlKey: true }),
      press('ArrowLeft', { altKey: true }),
    ]).toEqual(Array(7).fill(null))
  })
})

describe('the rows drawn', () => {
  it('are all of a short sheet, and those around what is in sight of a long one', () => {
    expect(rowWindow(0, 500, 200)).toMatchObject({ from: 0, to: 200 })
    const deep = rowWindow(1_000 * rowHeight, 10 * rowHeight, 5_000)
    expect([deep.from <= 1_000, deep.to >= 1_010, deep.to - deep.from < 40, deep.page]).toEqual([true, true, true, 9])
    expect(rowWindow(1e9, 420, 300)).toMatchObject({ to: 300 })
  })
})
