/** Reads tables apart from the process that sells: which sheets there are, then the rows of those that are wanted, some at a time. */
import type { SheetCell, Merged, SheetRequest, SheetLimits, SheetRow, OpenedSheet } from './cells.ts'
import { openBook, openSheet } from './sheet.ts'

/** One sheet as it is asked for, or every one that is not hidden. */
export type TablesRequest = SheetRequest | { limits: SheetLimits }

export type TablePiece =
  | { sheets: Pick<OpenedSheet, 'kind' | 'name' | 'from_1904'>[] }
  /** Rows as JSON, `[line, cells][]`: a text is handed over as it is. */
  | { rows: string; isLast: boolean; merged: readonly Merged[] }

/** Of one piece: what the other side takes in without a pause. */
const most = { rows: 500, letters: 100_000 }

/** Answers the sheets, then for the number of one its next rows, until there is no wish any more. @throws Problem as `openSheet` does */
export async function* tables(
  bytes: Buffer,
  asked: TablesRequest,
): AsyncGenerator<TablePiece, void, number | undefined> {
  const sheets = 'kind' in asked ? [await openSheet(bytes, asked)] : await openBook(bytes, asked.limits)
  const readers = sheets.map(({ rows }) => rows[Symbol.asyncIterator]())
  let wanted = yield { sheets: sheets.map(({ kind, name, from_1904 }) => ({ kind, name, from_1904 })) }
  while (wanted !== undefined) {
    const { rows, isLast } = await someOf(readers[wanted]!)
    wanted = yield { rows: JSON.stringify(rows), isLast, merged: isLast ? sheets[wanted]!.merged : [] }
  }
}

async function someOf(reader: AsyncIterator<SheetRow>): Promise<{ rows: [number, SheetCell[]][]; isLast: boolean }> {
  const rows: [number, SheetCell[]][] = []
  let letters = 0
  while (rows.length < most.rows && letters < most.letters) {
    const { done, value } = await reader.next()
    if (done) return { rows, isLast: true }
    rows.push([value.n, value.cells])
    for (const cell of value.cells) letters += typeof cell === 'string' ? cell.length + 1 : 1
  }
  return { rows, isLast: false }
}
