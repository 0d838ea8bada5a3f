/**
 * Reads a table that somebody uploads, as the world makes them: an XLSX or a CSV of any separator and encoding.
 * Rows come as they are read, so that a long file takes no more memory than a short one, and between its pieces
 * everybody else has their turn. What is no table that can be trusted is refused with its own reason.
 */
import { foreignBytes, foreignSentence } from '@contract/foreign-files.ts'
import { Problem } from '../../http/problem.ts'
import type { OpenedSheet, SheetRequest, SheetLimits, SheetRow } from './cells.ts'
import { csvRows } from './csv.ts'
import { sheetsIn, workbookOf } from './xlsx.ts'

const starts = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)
const zip = [0x50, 0x4b, 0x03, 0x04]
const compound = [0xd0, 0xcf, 0x11, 0xe0]
/**
 * Opens a table. @throws Problem `sheet_empty`, `sheet_unreadable`, `sheet_old_excel`, `sheet_encrypted`,
 * `sheet_macros`, `sheet_missing`, `sheet_damaged`, `sheet_too_large`; its rows throw the last two, `sheet_formula`,
 * `sheet_too_long` and `sheet_too_wide`
 */
export async function openSheet(bytes: Uint8Array, asked: SheetRequest): Promise<OpenedSheet> {
  const isZip = isBook(bytes)
  if (asked.kind !== 'cualquiera' && asked.kind !== (isZip ? 'xlsx' : 'csv')) {
    const [is, wanted] = isZip ? ['un XLSX', 'CSV'] : ['un CSV', 'XLSX']
    throw new Problem('sheet_unreadable', { detail: `El archivo es ${is} y este sistema manda ${wanted}.` })
  }
  const sheet = isZip ? await workbookOf(bytes, asked) : textSheet(bytes, asked.limits)
  return { ...sheet, rows: filled(sheet.rows, asked.limits) }
}

/** Opens every sheet of a workbook that is not hidden; a text is one of no name. @throws Problem as `openSheet` does */
export async function openBook(bytes: Uint8Array, limits: SheetLimits): Promise<OpenedSheet[]> {
  const sheets = isBook(bytes) ? await sheetsIn(bytes, limits) : [textSheet(bytes, limits)]
  return sheets.map((sheet) => ({ ...sheet, rows: filled(sheet.rows, limits) }))
}

const textSheet = (bytes: Uint8Array, limits: SheetLimits): OpenedSheet => ({
  kind: 'csv',
  name: '',
  from_1904: false,
  rows: csvRows(bytes, limits),
  merged: [],
})

/** Is it a workbook, or a text? @throws Problem for what is neither */
function isBook(bytes: Uint8Array): boolean {
  if (bytes.length === 0) throw new Problem('sheet_empty', { detail: 'El archivo está vacío.' })
  if (starts(bytes, ...compound)) throw new Problem(isEncrypted(bytes) ? 'sheet_encrypted' : 'sheet_old_excel')
  const foreign = foreignBytes(bytes)
  if (foreign) throw new Problem('sheet_unreadable', { detail: foreignSentence(foreign) })
  return starts(bytes, ...zip)
}

/** A compound file that holds another one sealed; its names are written in two bytes a letter. */
function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
}

/** The rows that hold something, no more of them and no wider than is taken. */
async function* filled(rows: AsyncIterable<SheetRow>, limits: SheetLimits): AsyncGenerator<SheetRow> {
  let count = 0
  for await (const { n, cells } of rows) {
    const last = cells.findLastIndex((cell) => cell !== '')
    if (last < 0) continue
    if (last >= limits.columns)
      throw new Problem('sheet_too_wide', {
        detail: `La fila ${n} tiene ${last + 1} columnas; el máximo es ${limits.columns}.`,
      })
    count += 1
    if (count > limits.rows)
      throw new Problem('sheet_too_long', {
        detail: `El archivo supera ${limits.rows.toLocaleString('es-VE')} filas: divídalo en partes.`,
      })
    yield { n, cells: cells.slice(0, last + 1) }
  }
}
