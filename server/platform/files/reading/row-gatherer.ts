/** The cells of a sheet of an XLSX, gathered row by row as its XML comes. */
import { normalizeLineEnds, plainOf } from '@contract/values/sheet-text.ts'
import { Problem } from '../../http/problem.ts'
import { cellName, columnOf, longestCell, type SheetCell, type SheetRow } from './cells.ts'
import { countLine } from './counts.ts'
import type { MergedCells } from './merged.ts'
import type { XmlListener } from './xml.ts'

export const damaged = () => new Problem('sheet_damaged')

/** No row lies further down than it can be named. */
const lastRow = 2_147_483_647

/** More of a text. @throws Problem `sheet_damaged` where it is longer than a cell may be */
export function longer(text: string, some: string): string {
  if (text.length + some.length > longestCell) throw damaged()
  return text + some
}

/** Letters that XML cannot hold stand by their number: `_x000D_`, and `_x005F_` before what only looks so. Lines end alike. */
const lettered = /_x([0-9A-Fa-f]{4})_/g

const textOf = (kept: string): string =>
  plainOf(
    normalizeLineEnds(
      kept.replace(lettered, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    ).trim(),
  )

/** Gathers the cells of the rows of a sheet as its XML comes. */
export class RowGatherer implements XmlListener {
  /** Rows that are whole and not fetched yet. */
  ready: SheetRow[] = []
  private readonly texts: readonly string[]
  private readonly percents: ReadonlySet<string>
  private readonly mostColumns: number
  private readonly merged: MergedCells
  private row: SheetRow = { n: 0, cells: [] }
  private column = -1
  private type = 'n'
  private look = ''
  private value = ''
  private inValue = false
  private aside = 0
  private lines = 0

  constructor(texts: readonly string[], percents: ReadonlySet<string>, mostColumns: number, merged: MergedCells) {
    this.texts = texts
    this.percents = percents
    this.merged = merged
    this.mostColumns = mostColumns
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'row') {
      countLine(++this.lines)
      const n = Number(attribute('r') ?? this.row.n + 1)
      if (!Number.isInteger(n) || n < 1 || n > lastRow) throw damaged()
      this.row = { n, cells: [] }
      this.column = -1
    } else if (name === 'c') {
      const reference = attribute('r')
      this.column = reference === undefined ? this.column + 1 : columnOf(reference)
      this.type = attribute('t') ?? 'n'
      this.look = attribute('s') ?? ''
      this.value = ''
    } else if (name === 'f') {
      const cell = cellName(this.column, this.row.n)
      throw new Problem('sheet_formula', {
        detail: `La celda ${cell} tiene una fórmula, y lo que muestra puede no ser lo que vale. Péguela como valor.`,
        extra: { cell },
      })
    } else if (name === 'rPh') this.aside += 1
    this.inValue = name === 'v' || (name === 't' && this.aside === 0)
  }

  close(name: string): void {
    this.inValue = false
    if (name === 'rPh') this.aside -= 1
    // Of a line with nothing in it nobody hears.
    if (name === 'row' && this.row.cells.length > 0) this.ready.push(this.merged.fill(this.row))
    if (name !== 'c' || this.column < 0) return
    const cell = this.read()
    if (cell === '') return
    // Far to the right of all that is taken nothing is kept: the row is known as too wide by its place.
    const column = Math.min(this.column, this.mostColumns)
    while (this.row.cells.length < column) this.row.cells.push('')
    this.row.cells[column] = cell
  }

  text(text: string): void {
    if (this.inValue) this.value = longer(this.value, text)
  }

  private read(): SheetCell {
    const text = this.value
    if (this.type === 's') {
      const shared = text === '' ? '' : this.texts[Number(text)]
      if (shared === undefined) throw damaged()
      return textOf(shared)
    }
    if (this.type === 'b') return text === '1' ? 'Verdadero' : 'Falso'
    if (this.type !== 'n' || text === '') return textOf(text)
    const number = Number(text)
    if (!Number.isFinite(number)) throw damaged()
    // As it is shown: the point is moved, for a product would bring along what a binary fraction adds.
    return this.percents.has(this.look) ? `${Number(`${number}e2`) || number * 100} %` : number
  }
}
