import { describe, expect, it } from 'vitest'
import { batchSums } from '@contract/entry-batch.ts'
import type { FoundPartner } from '@contract/account-entries.ts'
import { pasteEdits } from '@/kit/grid/actions.ts'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { withEdits } from '@/kit/grid/edits.ts'
import {
  batchCell,
  batchFaults,
  batchFields,
  batchPathAt,
  batchRows,
  countedLines,
  entryNumbers,
  isLookingUp,
  linesOf,
  meantEdits,
  partnerTexts,
  writtenLines,
  type BatchRow,
  type PartnersByText,
} from './batch-cells.ts'

const today = '2026-11-20'
const nobody: PartnersByText = new Map()
const found = (id: number, name: string): FoundPartner => ({ id, name, code: `A-${id}`, type: 'agencia' })
const uno = { partner: found(1, 'Agencia Uno'), near: [] }
const dos = { partner: found(2, 'Agencia Dos'), near: [] }

const columns: GridColumn<BatchRow, BatchRow>[] = batchFields.map((field) => ({
  key: field,
  title: field,
  width: 1,
  cell: (row) => batchCell(row, field, new Map(), nobody),
}))
/** The sheet after a paste at its corner. */
function pasted(...rows: string[][]) {
  const sheet = { rows: batchRows, columns, edits: new Map() }
  const range = { top: 0, left: 0, bottom: 0, right: 0 }
  const { edits, lost } = pasteEdits(sheet, range, rows.map((row) => row.join('\t')).join('\n'))
  return { edits: withEdits(new Map(), edits), lost }
}

describe('a batch that was pasted', () => {
  const { edits } = pasted(
    ['19/11/2026', 'uno', 'Banco', 'Bs', '1.500,00', '0,00', 'Ajuste'],
    ['', 'dos', 'ajustes', '', '', '1500', ''],
    [],
    ['', 'uno', 'Fondo', '$', '5', '', 'Otro'],
  )
  const written = writtenLines(edits, today)
  const names: PartnersByText = new Map([
    ['uno', uno],
    ['dos', dos],
  ])
  const lines = linesOf(written, names)

  it('says what each line is; what a line leaves out is what the one above says', () => {
    expect(lines).toEqual([
      { day: '2026-11-19', partner_id: 1, account: 'banco', currency: 'BS', debit: '1500.00', memo: 'Ajuste' },
      { day: '2026-11-19', partner_id: 2, account: 'ajustes', currency: 'BS', credit: '1500.00', memo: 'Ajuste' },
      { day: '2026-11-19', partner_id: 1, account: 'fondo', currency: 'USD', debit: '5.00', memo: 'Otro' },
    ])
    const cell = batchCell({ n: 1 }, 'day', new Map(written.map((line) => [line.n, line])), names)
    expect([cell.inherited, cell.from]).toEqual(['2026-11-19', 'arriba'])
    // The first line is of today, and a line that nobody wrote in says nothing.
    expect(writtenLines(pasted(['', 'uno']).edits, today)[0]!.values.day).toBe(today)
    expect(batchCell({ n: 9 }, 'day', new Map(), names).inherited).toBe(null)
  })

  it('is numbered by its entries, and summed by day and currency', () => {
    expect([...entryNumbers(written, lines)]).toEqual([
      [0, 1],
      [1, 1],
      [3, 2],
    ])
    expect(batchSums(countedLines(lines)).map(({ currency, difference }) => [currency, difference])).toEqual([
      ['BS', '0.00'],
      ['USD', '5.00'],
    ])
  })

  it('has each fault of what is sent on the cell it came from', () => {
    expect(
      ['entries.1.partner_id', 'entries.2.debit', 'entries.2', 'entries'].map((at) => batchPathAt(at, written)),
    ).toEqual(['1:partner', '3:debit', '3:day', undefined])
  })

  it('looks names up, each once, and says who is not known', () => {
    expect(partnerTexts(written)).toEqual(['dos', 'uno'])
    expect([isLookingUp(written, nobody), isLookingUp(written, names)]).toEqual([true, false])
    const some: PartnersByText = new Map([
      ['uno', { partner: null, near: [found(1, 'Agencia Uno'), found(3, 'Agencia Uno B')] }],
      ['dos', { partner: null, near: [] }],
    ])
    expect([...batchFaults(written, linesOf(written, some), some, today)]).toEqual([
      ['0:partner', 'Elija arriba a cuál afiliado se refiere'],
      ['1:partner', 'Ningún afiliado de su red se llama así'],
      ['3:partner', 'Elija arriba a cuál afiliado se refiere'],
    ])
    // Of a name that is being looked up nothing is said.
    expect([...batchFaults(written, linesOf(written, nobody), nobody, today)]).toEqual([])
    expect(meantEdits(edits, 'uno', found(7, 'Siete')).map(({ cell, value }) => [cell.path, value])).toEqual([
      ['0:partner', 'A-7'],
      ['3:partner', 'A-7'],
    ])
  })

  it('tells days that have not come and cents that are none', () => {
    const wrong = pasted(['21/11/2026', 'uno', 'Banco', 'COP', '', '10,50', 'x'], ['', '', 'Banco', '', '1', '', ''])
    const own = writtenLines(wrong.edits, today)
    expect([...batchFaults(own, linesOf(own, names), names, today)]).toEqual([
      ['0:day', 'El 21/11/2026 no ha llegado'],
      ['0:credit', 'En pesos colombianos no hay céntimos'],
      ['1:partner', 'Escriba el código o el nombre del afiliado'],
      ['1:day', 'El 21/11/2026 no ha llegado'],
    ])
  })

  it('has room for as many lines as one batch takes, and says what found none', () => {
    const many = pasted(...Array.from({ length: 502 }, (_, n) => ['', `afiliado ${n}`]))
    expect(writtenLines(many.edits, today)).toHaveLength(500)
    expect(many.lost.map(({ text }) => text)).toEqual(['afiliado 500', 'afiliado 501'])
  })
})
