/**
 * Reads one sheet of an XLSX: its values as they are kept, row by row. A formula's value is what somebody's program
 * thought last, and is refused.
 */
import { foreignSentence, foreignZip } from '@contract/foreign-files.ts'
import { lineEnds, plainOf } from '@contract/values/sheet-text.ts'
import { Problem } from '../../http/problem.ts'
import {
  cellName,
  columnOf,
  longestCell,
  type Cell,
  type Sheet,
  type SheetAsked,
  type SheetLimits,
  type SheetRow,
} from './cells.ts'
import { countLine, mostLooks, mostSheets, mostTexts, noMoreThan } from './counts.ts'
import { MergedCells, mergedPlace } from './merged.ts'
import { XmlReader, type Tags, type XmlListener } from './xml.ts'
import { mostParts, openZip, type Zip } from './zip.ts'

const damaged = () => new Problem('sheet_damaged')
/** Letters of all texts of a workbook together: they are kept while its rows are read. */
const mostLetters = 40_000_000

/** A workbook that is open. What its cells name by number is read once, whichever of its sheets is the first. */
interface Book {
  zip: Zip
  tags: Tags
  named?: Promise<Named>
}

interface Named {
  texts: readonly string[]
  percents: ReadonlySet<string>
}

async function readPart({ zip, tags }: Book, name: string, listener: XmlListener): Promise<void> {
  const reader = new XmlReader(listener, tags)
  const letters = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of zip.part(name)) reader.write(decoded(letters, bytes))
  reader.write(decoded(letters))
  reader.end()
}

function decoded(letters: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? letters.decode(bytes, { stream: true }) : letters.decode()
  } catch {
    throw damaged()
  }
}

/** No row lies further down than it can be named. */
const lastRow = 2_147_483_647

/** More of a text. @throws Problem `sheet_damaged` where it is longer than a cell may be */
function longer(text: string, some: string): string {
  if (text.length + some.length > longestCell) throw damaged()
  return text + some
}

/** A workbook without macros. @throws Problem as `openSheet` does */
async function bookOf(bytes: Uint8Array, unpacked: number): Promise<Book> {
  const zip = openZip(bytes, unpacked)
  const book = { zip, tags: { read: 0 } }
  const foreign = foreignZip(zip.has)
  if (foreign) throw new Problem('sheet_unreadable', { detail: foreignSentence(foreign) })
  if (!zip.has('[Content_Types].xml')) throw damaged()
  if (zip.names.some((name) => /vbaproject|macrosheets\//i.test(name))) throw new Problem('sheet_macros')
  let isMacro = false
  await readPart(book, '[Content_Types].xml', {
    open: (_name, attribute) => {
      // Programs name kinds of parts that a file does not have: of the workbook alone it says something.
      if (attribute('PartName') === '/xl/workbook.xml') isMacro ||= /macroEnabled/i.test(attribute('ContentType') ?? '')
    },
    close: () => undefined,
    text: () => undefined,
  })
  if (isMacro) throw new Problem('sheet_macros')
  return book
}

/** Every sheet of a workbook that is not hidden, in its order. @throws Problem as `openSheet` does */
export async function sheetsIn(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[]> {
  const book = await bookOf(bytes, limits.unpacked)
  const { sheets, from_1904 } = await sheetsOf(book)
  return sheets
    .filter(({ hidden }) => !hidden)
    .map(({ name, path }) => ({ kind: 'xlsx', name, from_1904, ...rowsIn(book, path, limits.columns) }))
}

/** Opens the workbook and finds the sheet. @throws Problem as `openSheet` does */
export async function workbookOf(bytes: Uint8Array, { sheet: wanted, limits }: SheetAsked): Promise<Sheet> {
  const book = await bookOf(bytes, limits.unpacked)
  const { sheets, from_1904 } = await sheetsOf(book)
  const visible = sheets.filter(({ hidden }) => !hidden)
  const found = wanted === '' ? visible[0] : sheets.find(({ name }) => same(name, wanted))
  if (!found)
    throw new Problem('sheet_missing', {
      detail:
        wanted === ''
          ? 'El archivo no tiene hojas visibles.'
          : `El archivo no tiene la hoja «${wanted}». Tiene: ${sheets.map(({ name }) => name).join(', ')}.`,
    })
  return { kind: 'xlsx', name: found.name, from_1904, ...rowsIn(book, found.path, limits.columns) }
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

interface FoundSheet {
  name: string
  path: string
  hidden: boolean
}

async function sheetsOf(book: Book): Promise<{ sheets: FoundSheet[]; from_1904: boolean }> {
  const paths = new Map<string, string>()
  await readPart(book, 'xl/_rels/workbook.xml.rels', {
    open: (name, attribute) => {
      const target = attribute('Target')
      if (name !== 'Relationship' || target === undefined) return
      noMoreThan(mostParts, paths.size, 'partes')
      paths.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
    close: () => undefined,
    text: () => undefined,
  })
  const sheets: FoundSheet[] = []
  let from_1904 = false
  let count = 0
  await readPart(book, 'xl/workbook.xml', {
    open: (name, attribute) => {
      if (name === 'workbookPr') from_1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      noMoreThan(mostSheets, ++count, 'hojas')
      const path = paths.get(attribute('id') ?? '')
      const state = attribute('state') ?? 'visible'
      if (path?.includes('worksheets/'))
        sheets.push({ name: attribute('name') ?? '', path, hidden: state !== 'visible' })
    },
    close: () => undefined,
    text: () => undefined,
  })
  return { sheets, from_1904 }
}

/** The texts that cells name by number. What a text says of its reading aloud is no part of it. */
async function textsOf(book: Book): Promise<string[]> {
  const texts: string[] = []
  if (!book.zip.has('xl/sharedStrings.xml')) return texts
  let letters = 0
  let text = ''
  let inText = false
  let aside = 0
  await readPart(book, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') aside += 1
      inText = name === 't' && aside === 0
    },
    close: (name) => {
      if (name === 'rPh') aside -= 1
      if (name === 't') inText = false
      if (name !== 'si') return
      letters += text.length
      if (letters > mostLetters) throw new Problem('sheet_too_large')
      texts.push(text)
      noMoreThan(mostTexts, texts.length, 'textos')
    },
    text: (some) => {
      if (inText) text = longer(text, some)
    },
  })
  return texts
}

/** Formats of the standard that show a number as a percentage. */
const percentFormats = ['9', '10']

/** Which of the looks that cells name by number show a percentage: people read 12 % where the cell holds 0.12. */
async function percentLooks(book: Book): Promise<ReadonlySet<string>> {
  const formats = new Set(percentFormats)
  const looks = new Set<string>()
  if (!book.zip.has('xl/styles.xml')) return looks
  let inLooks = false
  let look = 0
  let count = 0
  await readPart(book, 'xl/styles.xml', {
    open: (name, attribute) => {
      if (name === 'numFmt' || name === 'xf') noMoreThan(2 * mostLooks, ++count, 'estilos')
      // What stands in quotes is shown as it is, and makes no percentage.
      if (name === 'numFmt' && (attribute('formatCode') ?? '').replace(/"[^"]*"|\\./g, '').includes('%'))
        formats.add(attribute('numFmtId') ?? '')
      if (name === 'cellXfs') inLooks = true
      if (name !== 'xf' || !inLooks) return
      if (formats.has(attribute('numFmtId') ?? '')) looks.add(String(look))
      noMoreThan(mostLooks, ++look, 'estilos')
    },
    close: (name) => {
      if (name === 'cellXfs') inLooks = false
    },
    text: () => undefined,
  })
  return looks
}

/** Letters that XML cannot hold stand by their number: `_x000D_`, and `_x005F_` before what only looks so. Lines end alike. */
const lettered = /_x([0-9A-Fa-f]{4})_/g

const textOf = (kept: string): string =>
  plainOf(
    lineEnds(kept.replace(lettered, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))).trim(),
  )

/** Gathers the cells of the rows of a sheet as its XML comes. */
class RowGatherer implements XmlListener {
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

  private read(): Cell {
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

/** The rows of a sheet, and what is known of it when they are through. */
function rowsIn(book: Book, path: string, mostColumns: number): Pick<Sheet, 'rows' | 'merged'> {
  const merged = new MergedCells(mostColumns)
  return { rows: rowsOf(book, path, mostColumns, merged), merged: merged.wide }
}

/**
 * Cells that were made one stand behind all rows, and are needed before the first: their place is looked for in the
 * bytes, which is quick, and only from there on is the part read twice.
 */
async function findMerged(book: Book, path: string, merged: MergedCells): Promise<void> {
  const mark = Buffer.from('mergeCells')
  let reader: XmlReader | undefined
  let tail = Buffer.alloc(0)
  const letters = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of book.zip.again(path)) {
    if (reader) {
      reader.write(decoded(letters, bytes))
      continue
    }
    const some = Buffer.concat([tail, bytes])
    const at = some.indexOf(mark)
    if (at >= 0) {
      reader = new XmlReader(
        {
          open: (name, attribute) => {
            if (name === 'mergeCell') merged.add(mergedPlace(attribute('ref') ?? ''))
          },
          close: () => undefined,
          text: () => undefined,
        },
        book.tags,
      )
      reader.write(decoded(letters, some.subarray(at)))
    } else tail = some.subarray(-mark.length)
  }
  merged.order()
}

async function namedIn(book: Book): Promise<Named> {
  return { texts: await textsOf(book), percents: await percentLooks(book) }
}

async function* rowsOf(book: Book, path: string, mostColumns: number, merged: MergedCells): AsyncGenerator<SheetRow> {
  const { texts, percents } = await (book.named ??= namedIn(book))
  await findMerged(book, path, merged)
  const gatherer = new RowGatherer(texts, percents, mostColumns, merged)
  const reader = new XmlReader(gatherer, book.tags)
  const letters = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of book.zip.part(path)) {
    reader.write(decoded(letters, bytes))
    yield* gatherer.ready
    gatherer.ready = []
  }
  reader.write(decoded(letters))
  reader.end()
  yield* gatherer.ready
}
