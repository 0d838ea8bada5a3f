import { describe, expect, it } from 'vitest'
import { clearEdits, rangeText, fillDownEdits, ownCount, pasteEdits, pastedText, type SheetView } from './actions.ts'
import {
  effectiveValue,
  ownOf,
  rebaseEdits,
  redoStep,
  recordStep,
  typedEdit,
  unclearEdits,
  undoStep,
  valueText,
  withEdits,
  type Edits,
  type GridCell,
  type History,
} from './edits.ts'

type Row = Record<'bs' | 'usd', GridCell<string>>
const cell = (path: string, own: string | null, inherited: string | null = null): GridCell<string> => ({
  path,
  label: `Celda ${path}`,
  own,
  inherited,
  from: inherited === null ? null : 'Banca',
  currency: 'BS',
  data: path,
})
const rows: Row[] = [
  { bs: cell('a1', '10.00', '100.00'), usd: cell('a2', null) },
  { bs: cell('b1', null, '100.00'), usd: cell('b2', '5.00') },
  { bs: cell('c1', '30.00'), usd: cell('c2', null, '7.00') },
]
const none: Edits<string> = new Map()
const sheet = (edits: Edits<string> = none): SheetView<Row, string> => ({
  rows,
  edits,
  columns: [
    { key: 'name', title: 'Nombre', width: 100, header: true, text: (row) => row.bs.label },
    { key: 'bs', title: 'Bs', width: 100, cell: (row) => row.bs },
    { key: 'usd', title: '$', width: 100, cell: (row) => row.usd },
  ],
})
const range = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const asText = (edits: readonly { cell: GridCell<string>; value: string | null }[]) =>
  edits.map((edit) => `${edit.cell.path}=${edit.value}`).join(' ')
const edited = (...more: [GridCell<string>, string | null][]) =>
  withEdits(
    none,
    more.map(([of, value]) => ({ cell: of, value })),
  )

describe('the change set', () => {
  it('has only what differs from what is saved, however it is written', () => {
    const edits = edited([rows[0]!.bs, '20.00'], [rows[1]!.usd, '5'], [rows[2]!.bs, null])
    expect(asText([...edits.values()])).toBe('a1=20.00 c1=null')
    expect(withEdits(edits, [{ cell: rows[0]!.bs, value: '10' }]).size).toBe(1)
  })

  it('keeps the saved value that the edit began from, though the row is newer', () => {
    const edits = withEdits(edited([rows[0]!.bs, '20.00']), [
      { cell: { ...rows[0]!.bs, own: '15.00' }, value: '30.00' },
    ])
    expect(edits.get('a1')).toMatchObject({ value: '30.00', cell: { own: '10.00' } })
  })

  it('says what holds: the edit, what is saved, or what is inherited', () => {
    const edits = edited([rows[0]!.bs, null], [rows[2]!.usd, '9.00'])
    expect([
      effectiveValue(rows[0]!.bs, edits),
      effectiveValue(rows[2]!.usd, edits),
      effectiveValue(rows[1]!.bs, edits),
      effectiveValue(rows[0]!.usd, edits),
    ]).toEqual(['100.00', '9.00', '100.00', null])
    expect([valueText(rows[0]!.bs, null), valueText(rows[0]!.bs, '1234.5'), valueText(rows[0]!.usd, null)]).toEqual([
      'hereda Bs 100,00',
      'Bs 1.234,50',
      'sin valor',
    ])
  })

  it('goes on over what another saved: equal is no change, different keeps mine', () => {
    const edits = edited([rows[0]!.bs, '20.00'], [rows[1]!.bs, '8.00'])
    const now = rebaseEdits(
      edits,
      new Map([
        ['a1', '20.00'],
        ['b1', '7.00'],
      ]),
    )
    expect([...now.values()].map((edit) => [edit.cell.path, edit.cell.own, edit.value])).toEqual([
      ['b1', '7.00', '8.00'],
    ])
  })

  it('is taken back and done again step by step; a new step forgets what was undone', () => {
    const first = edited([rows[0]!.bs, '1.00'])
    const second = withEdits(first, [{ cell: rows[1]!.bs, value: '2.00' }])
    const start: History<string> = { past: [], present: none, future: [] }
    const there = recordStep(recordStep(start, first), second)
    expect(undoStep(there).present).toBe(first)
    expect(undoStep(undoStep(undoStep(there))).present).toBe(none)
    expect(redoStep(undoStep(there)).present).toBe(second)
    expect(redoStep(there)).toBe(there)
    expect(redoStep(recordStep(undoStep(there), none)).present).toBe(none)
  })
})

describe('typing', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1234', '1234.00'],
    [' 20 ', '20.00'],
    ['', null],
    ['Bs 50', '50.00'],
  ])('«%s» is %s', (text, value) => {
    expect(typedEdit(rows[0]!.bs, text).value).toBe(value)
  })
  it.each(['12.50', '1.234', '1,234.56', 'diez', '-5'])('«%s» is kept to be asked, never guessed', (text) => {
    const edit = typedEdit(rows[0]!.bs, text)
    const [asked] = unclearEdits(withEdits(none, [edit]))
    expect([asked?.typed, asked?.reading.kind]).toEqual([text, /^[\d.,]+$/.test(text) ? 'ambiguous' : 'invalid'])
  })
})

describe('what is done to a range', () => {
  it('pastes es-VE numbers, asks what is not clear, counts what has no place', () => {
    const result = pasteEdits(sheet(), range(0, 1), '1.500,00\t2\n12.50\t\n7\t8\n9\t10\n')
    expect(asText(result.edits)).toBe('a1=1500.00 a2=2.00 b1=¿12.50 b2=null c1=7.00 c2=8.00')
    expect([result.lost, result.unclear]).toEqual([
      [
        { text: '9', row: 3, column: 0 },
        { text: '10', row: 3, column: 1 },
      ],
      1,
    ])
    expect(pastedText(result)).toBe('Pegadas 6 celdas, 1 por aclarar, 2 celdas sin lugar en la hoja')
  })

  it('pastes nothing over what is only read', () => {
    const result = pasteEdits(sheet(), range(0, 0), 'Nombre\t4')
    expect([asText(result.edits), result.lost]).toEqual(['a1=4.00', [{ text: 'Nombre', row: 0, column: 0 }]])
    // Nothing was in it, so nothing is lost.
    expect(pasteEdits(sheet(), range(0, 2), '4\t\t\n').lost).toEqual([])
  })

  it('copies what holds, as people write it, and pastes it back as own values', () => {
    const text = rangeText(sheet(), range(0, 0, 1, 2))
    expect(text).toBe('Celda a1\t10,00\t\nCelda b1\t100,00\t5,00')
    expect(asText(pasteEdits(sheet(), range(2, 1), '100,00\t5,00').edits)).toBe('c1=100.00 c2=5.00')
  })

  it('fills down from the top of the range, or from above a single row; inherited goes down as inherited', () => {
    expect(asText(fillDownEdits(sheet(), range(0, 1, 2, 1)))).toBe('b1=10.00 c1=10.00')
    expect(asText(fillDownEdits(sheet(), range(1, 1, 1, 2)))).toBe('b1=10.00 b2=null')
    expect(fillDownEdits(sheet(), range(0, 1))).toEqual([])
    expect(asText(fillDownEdits(sheet(edited([rows[0]!.bs, '3.00'])), range(1, 1)))).toBe('b1=3.00')
  })

  it('lifts what is own and counts it', () => {
    expect(ownCount(sheet(), range(0, 0, 2, 2))).toBe(3)
    const edits = withEdits(none, clearEdits(sheet(), range(0, 0, 2, 2)))
    expect(asText([...edits.values()])).toBe('a1=null b2=null c1=null')
    expect(rows.map((row) => ownOf(row.bs, edits))).toEqual([null, null, null])
  })
})
