/** Reads a CSV of whatever encoding and separator, row by row. */
import { isUtf8 } from 'node:buffer'
import { setImmediate as turn } from 'node:timers/promises'
import { foreignSentence, foreignText } from '@contract/foreign-files.ts'
import { plainOf } from '@contract/values/sheet-text.ts'
import { Problem } from '../../http/problem.ts'
import { cellName, longestCell, type SheetLimits, type SheetRow } from './cells.ts'
import { countLine, mostCells, noMoreThan } from './counts.ts'

const separators = [';', '\t', ',', '|'] as const
type Separator = (typeof separators)[number]

const piece = 64 * 1024

interface Encoding {
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  /** Bytes of its mark at the beginning. */
  mark: number
}

/** By its mark; without one, two bytes a letter show by their zeros, and what is no UTF-8 is what Windows writes. */
function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', mark: 3 }
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', mark: 2 }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', mark: 2 }
  const start = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1
  const many = start.length * 0.3
  if (zeros[1]! > many && zeros[0]! < many / 10) return { name: 'utf-16le', mark: 0 }
  if (zeros[0]! > many && zeros[1]! < many / 10) return { name: 'utf-16be', mark: 0 }
  return { name: isUtf8(bytes) ? 'utf-8' : 'windows-1252', mark: 0 }
}

/** What no table of text holds. */
// oxlint-disable-next-line no-control-regex
const foreign = /[\u0000-\u0008\u000E-\u001F]/

async function* lettersOf(bytes: Uint8Array): AsyncGenerator<string> {
  const { name, mark } = encodingOf(bytes)
  const letters = new TextDecoder(name, { ignoreBOM: true })
  for (let from = mark; from < bytes.length; from += piece) {
    const text = letters.decode(bytes.subarray(from, from + piece), { stream: true })
    if (foreign.test(text))
      throw new Problem('sheet_unreadable', { detail: 'El archivo no es de texto: no es un XLSX ni un CSV.' })
    yield text
    // A long file leaves everybody else their turn.
    await turn()
  }
  const rest = letters.decode()
  if (rest !== '') yield rest
}

/** Cuts text into rows of cells, as it comes; of lines with nothing in them it only knows how many there were. */
class RowCutter {
  rows: SheetRow[] = []
  private readonly separator: Separator
  private cells: string[] = []
  private cell = ''
  private state: 'start' | 'plain' | 'quoted' | 'closing' = 'start'
  private line = 1
  /** The line its row began on. */
  private began = 1
  private skipFeed = false
  private lines = 0
  private isFilled = false

  constructor(separator: Separator) {
    this.separator = separator
  }

  write(text: string): void {
    for (const letter of text) {
      const isFeed = letter === '\n' && this.skipFeed
      this.skipFeed = letter === '\r'
      if (!isFeed) this.take(letter)
    }
  }

  end(): void {
    if (this.state === 'quoted') throw this.unclosed()
    if (this.cell !== '' || this.cells.length > 0) this.endRow()
  }

  private take(letter: string): void {
    const isEnd = letter === '\n' || letter === '\r'
    if (isEnd) this.line += 1
    if (this.state === 'quoted') {
      if (letter === '"') this.state = 'closing'
      else this.add(isEnd ? '\n' : letter)
      return
    }
    if (letter === '"' && this.state === 'start') this.state = 'quoted'
    else if (letter === '"' && this.state === 'closing') {
      this.add('"')
      this.state = 'quoted'
    } else if (letter === this.separator) this.endCell()
    else if (isEnd) this.endRow()
    else {
      this.add(letter)
      // Spaces before a quote are the writer's own.
      if (letter !== ' ' || this.state !== 'start') this.state = 'plain'
    }
  }

  private add(letter: string): void {
    this.cell += letter
    if (this.cell.length > longestCell) throw this.unclosed()
  }

  /** A quote that nobody closes swallows the rest of the file. */
  private unclosed(): Problem {
    return new Problem('sheet_damaged', {
      detail: `La fila ${this.began} tiene una celda demasiado larga: falta cerrar unas comillas.`,
    })
  }

  private endCell(): void {
    const cell = this.cell.trim()
    if (cell.startsWith('=')) {
      const name = cellName(this.cells.length, this.began)
      throw new Problem('sheet_formula', {
        detail: `La celda ${name} tiene una fórmula (${cell.slice(0, 20)}). Escriba su valor.`,
        extra: { cell: name },
      })
    }
    this.isFilled ||= cell !== ''
    noMoreThan(mostCells, this.cells.push(plainOf(cell)), 'columnas')
    this.cell = ''
    this.state = 'start'
  }

  private endRow(): void {
    this.endCell()
    countLine(++this.lines)
    if (this.isFilled) this.rows.push({ n: this.began, cells: this.cells })
    this.isFilled = false
    this.cells = []
    this.began = this.line
  }
}

/** The separator whose cells are the same number in most of the first lines, and the most of them. */
function separatorOf(start: string): Separator {
  const said = /^sep=(.)\r?\n/i.exec(start)?.[1]
  if (said && separators.includes(said as Separator)) return said as Separator
  const lines = start
    .split(/\r\n|\n|\r/)
    .slice(0, 60)
    .filter((line) => line.trim() !== '')
  const scores = separators.map((separator) => {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const cells = line.replace(/"[^"]*"/g, '').split(separator).length
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
    }
    return Math.max(0, ...[...counts].map(([cells, times]) => times * cells))
  })
  return separators[scores.indexOf(Math.max(...scores))]!
}

/** @throws Problem `sheet_unreadable`, `sheet_damaged`, `sheet_formula`, `sheet_too_large`, `sheet_too_long` */
export async function* csvRows(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow> {
  if (bytes.length > limits.unpacked) throw new Problem('sheet_too_large')
  let cutter: RowCutter | undefined
  for await (const text of lettersOf(bytes)) {
    if (!cutter) {
      const foreign = foreignText(text)
      if (foreign) throw new Problem('sheet_unreadable', { detail: foreignSentence(foreign) })
      cutter = new RowCutter(separatorOf(text))
    }
    cutter.write(text)
    for (const row of cutter.rows) if (row.n > 1 || !/^sep=/i.test(String(row.cells[0]))) yield row
    cutter.rows = []
  }
  cutter?.end()
  yield* cutter?.rows ?? []
}
