/**
 * Reads one sheet of an XLSX: its values as they are kept, row by row. A formula's value is what somebody's program
 * thought last, and is refused.
 */
import { foreignSentence, foreignZip } from '@contract/foreign-files.ts'
import { Problem } from '../../http/problem.ts'
import type { OpenedSheet, SheetRequest, SheetLimits, SheetRow } from './cells.ts'
import { mostLooks, mostSheets, mostTexts, noMoreThan } from './counts.ts'
import { MergedCells, mergedPlace } from './merged.ts'
import { damaged, longer, RowGatherer } from './row-gatherer.ts'
import { XmlReader, type Tags, type XmlListener } from './xml.ts'
import { mostParts, openZip, type Zip } from './zip.ts'

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
export async function sheetsIn(bytes: Uint8Array, limits: SheetLimits): Promise<OpenedSheet[]> {
  const book = await bookOf(bytes, limits.unpacked)
  const { sheets, from_1904 } = await sheetsOf(book)
  return sheets
    .filter(({ hidden }) => !hidden)
    .map(({ name, path }) => ({ kind: 'xlsx', name, from_1904, ...rowsIn(book, path, limits.columns) }))
}

/** Opens the workbook and finds the sheet. @throws Problem as `openSheet` does */
export async function workbookOf(bytes: Uint8Array, { sheet: wanted, limits }: SheetRequest): Promise<OpenedSheet> {
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

/** The rows of a sheet, and what is known of it when they are through. */
function rowsIn(book: Book, path: string, mostColumns: number): Pick<OpenedSheet, 'rows' | 'merged'> {
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
