/** Tables that somebody uploads, as whoever takes their rows sees them; they are read in a process of their own. */
import { apart, type Next } from '../../apart/apart.ts'
import type { SheetCell, Merged, OpenedSheet, SheetRequest, SheetLimits, SheetRow } from './cells.ts'
import type { TablePiece, tables, TablesRequest } from './tables.ts'

interface Read {
  /** Whose file it is. */
  who: string
  bytes: Uint8Array
}

/**
 * Opens a table and hands it to `take`, which reads its rows.
 * @throws Problem as `openSheet` does, and as work that is done apart: `busy`, `file_too_slow`, `file_too_heavy`, `file_interrupted`
 */
export function withSheet<T>(file: Read, asked: SheetRequest, take: (sheet: OpenedSheet) => Promise<T>): Promise<T> {
  return reading(file, asked, ([sheet]) => take(sheet!))
}

/** Opens every sheet of a workbook that is not hidden and hands them to `take`. @throws Problem as `withSheet` does */
export function withBook<T>(file: Read, limits: SheetLimits, take: (sheets: OpenedSheet[]) => Promise<T>): Promise<T> {
  return reading(file, { limits }, take)
}

function reading<T>(
  { who, bytes }: Read,
  options: TablesRequest,
  take: (sheets: OpenedSheet[]) => Promise<T>,
): Promise<T> {
  return apart.run<typeof tables, T>({ who, kind: 'tables', bytes, options }, async (next) => {
    const { sheets } = (await next()) as Extract<TablePiece, { sheets: unknown }>
    const answer = await take(
      sheets.map((sheet, n) => {
        const merged: Merged[] = []
        return { ...sheet, merged, rows: rowsOf(next, n, merged) }
      }),
    )
    // Without a wish it is at its end, and good for the next file.
    await next()
    return answer
  })
}

async function* rowsOf(next: Next<typeof tables>, sheet: number, merged: Merged[]): AsyncGenerator<SheetRow> {
  for (;;) {
    const piece = (await next(sheet)) as Extract<TablePiece, { rows: string }>
    for (const [n, cells] of JSON.parse(piece.rows) as [number, SheetCell[]][]) yield { n, cells }
    merged.push(...piece.merged)
    if (piece.isLast) return
  }
}
