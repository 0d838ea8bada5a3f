/** Which field a column of a sheet is: by its name, in our files' words or in others', or as somebody said. */
import { networkColumns, networkSheets, type NetworkSheet } from '@contract/network-sheets.ts'
import { fold } from '@contract/values/text.ts'
import type { SheetCell } from '../../platform/files/reading/cells.ts'

/** What people said a column is, by sheet and by its name as it is compared. */
export type ColumnMeanings = ReadonlyMap<string, string | null>
const saidKey = (sheet: NetworkSheet, name: string) => `${sheet}|${columnMatch(name)}`
/** A column's name without case, accents, and the signs that people put around it. */
export const columnMatch = (name: string) =>
  fold(name)
    .replace(/[*:()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const usual = new Map(
  networkSheets.flatMap((sheet) =>
    Object.entries(networkColumns[sheet]).flatMap(([field, { title, also }]) =>
      // A title of ours wins over what another column may be called elsewhere.
      [...also.map((name) => [saidKey(sheet, name), field] as const), [saidKey(sheet, title), field] as const],
    ),
  ),
)

/** Null where somebody said that it is none, undefined where nobody knows. */
export function columnField(sheet: NetworkSheet, said: ColumnMeanings, cell: SheetCell): string | null | undefined {
  const key = saidKey(sheet, String(cell))
  return said.has(key) ? said.get(key) : usual.get(key)
}
