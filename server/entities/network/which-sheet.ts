/**
 * Which rows a table holds. A sheet says it by its name; a CSV, and a sheet of another name that is alone in its file,
 * by what our own files say over their rows, by its columns, or by the name of the file.
 */
import {
  networkColumns,
  networkSheetLabels,
  networkSheets,
  otherSheetNames,
  type NetworkSheet,
} from '@contract/network-sheets.ts'
import { partners, partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { fold } from '@contract/values/text.ts'
import type { SheetCell, SheetRow } from '../../platform/files/reading/cells.ts'
import { columnMatch, columnField, type ColumnMeanings } from './columns.ts'

/** Partners of all levels together: the column `Tipo` says what each row is. */
export const mixedSheet = 'afiliados'
export type SheetKind = NetworkSheet | typeof mixedSheet

const byName = new Map<string, SheetKind>([
  ...networkSheets.flatMap((sheet) =>
    [networkSheetLabels[sheet], ...otherSheetNames[sheet]].map((name) => [fold(name), sheet] as const),
  ),
  [fold(partners.list.list.title), mixedSheet],
])
export const kindByName = (name: string): SheetKind | undefined => byName.get(fold(name))

const sheetOfType: Record<PartnerType, NetworkSheet | null> = {
  banca: null,
  distribuidor: 'distribuidores',
  agencia: 'agencias',
  taquilla: 'taquillas',
}
const typeWords = new Map(
  Object.entries(partnerTypeLabels).map(([type, label]) => [fold(label), sheetOfType[type as PartnerType]] as const),
)
export const partnerSheets = Object.values(sheetOfType).flatMap((sheet) => sheet ?? [])
export const typeWanted = Object.entries(sheetOfType)
  .flatMap(([type, sheet]) => (sheet ? partnerTypeLabels[type as PartnerType] : []))
  .join(', ')
/** The sheet that a row of this type belongs to; null for the banca, which no row changes, undefined for no type. */
export const sheetOfRow = (cell: SheetCell | undefined): NetworkSheet | null | undefined =>
  typeWords.get(fold(String(cell ?? '')))
export const isTypeColumn = (cell: SheetCell) => columnMatch(String(cell)) === 'tipo'

/** Over the rows of a CSV of ours stands which list it is. */
function saidAbove(rows: readonly SheetRow[]): SheetKind | undefined {
  const line = rows.find(({ cells }) => cells.length === 2 && cells[0] === 'Reporte')
  return line && kindByName(String(line.cells[1]))
}

function byColumns(rows: readonly SheetRow[], said: ColumnMeanings): SheetKind | undefined {
  for (const { cells } of rows) {
    const has = (sheet: NetworkSheet) =>
      Object.entries(networkColumns[sheet]).every(
        ([field, { key }]) => !key || cells.some((cell) => cell !== '' && columnField(sheet, said, cell) === field),
      )
    if (has('comisiones')) return 'comisiones'
    if (has('usuarios')) return 'usuarios'
    if (!has('agencias') || cells.length < 2) continue
    if (cells.some(isTypeColumn)) return mixedSheet
    // An office's agency is a column of its own: what is named first is the lowest.
    const names = new Set(cells.map((cell) => columnMatch(String(cell))))
    for (const [name, sheet] of [...typeWords].reverse()) if (sheet && names.has(name)) return sheet
  }
  return undefined
}

const byFile = (filename: string): SheetKind | undefined =>
  fold(filename)
    .split(/[^a-z]+/)
    .map((word) => byName.get(word))
    .find((kind) => kind !== undefined)

export const guessSheet = (rows: readonly SheetRow[], said: ColumnMeanings, filename: string): SheetKind | undefined =>
  saidAbove(rows) ?? byColumns(rows, said) ?? byFile(filename)
