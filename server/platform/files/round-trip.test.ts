/** What our files say is what is read from them: by the server and by the console, from text of both styles and from workbooks. */
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeLineEnds } from '@contract/values/sheet-text.ts'
import { readTables } from '@/kit/files/tables.ts'
import { bookStream } from './book.ts'
import { csvChunks } from './csv.ts'
import { Tally } from './heading.ts'
import type { SheetRow } from './reading/cells.ts'
import { openSheet } from './reading/sheet.ts'
import { xlsxStream } from './xlsx.ts'

const columns = [
  { key: 'n', title: 'Fila', type: 'integer' as const },
  { key: 'a', title: 'Uno', type: 'text' as const },
  { key: 'b', title: 'Dos', type: 'text' as const },
]
const at = new Date('2026-11-20T16:00:00Z')
const rowsOf = (texts: readonly string[]) => texts.map((a, n) => ({ n: n + 1, a, b: [...a].reverse().join('').trim() }))
const request = (texts: readonly string[]) => ({
  title: 'Textos',
  columns,
  rows: Readable.from(rowsOf(texts)),
  tally: new Tally(),
  heading: { filters: [], zone: 'America/Caracas', user: 'Ana', at },
})

const files = {
  'CSV es-VE': async (texts: readonly string[]) =>
    Buffer.from(await text(Readable.from(csvChunks({ ...request(texts), style: 'es-VE' })))),
  'CSV international': async (texts: readonly string[]) =>
    Buffer.from(await text(Readable.from(csvChunks({ ...request(texts), style: 'international' })))),
  XLSX: (texts: readonly string[]) => buffer(xlsxStream(request(texts))),
  'a workbook of several tables': (texts: readonly string[]) =>
    buffer(bookStream([{ name: 'Textos', columns, rows: rowsOf(texts) }], 'America/Caracas', at)),
}

async function byServer(bytes: Buffer): Promise<unknown[][]> {
  const limits = { rows: 5_000, columns: 10, unpacked: 50_000_000 }
  const read: SheetRow[] = []
  for await (const row of (await openSheet(bytes, { limits, kind: 'cualquiera', sheet: '' })).rows) read.push(row)
  return read.map(({ cells }) => cells)
}
async function byConsole(bytes: Buffer): Promise<unknown[][]> {
  const [table] = await readTables(new File([new Uint8Array(bytes)], 'x'), { bytes: 5_000_000, rows: 5_000 })
  return table!.rows.map(({ cells }) => cells)
}

/** The rows of the table, each text as it was read; what is empty has no cell. */
function texts(rows: unknown[][], count: number) {
  const header = rows.findIndex(([, one]) => one === 'Uno')
  return rows.slice(header + 1, header + 1 + count).map((cells) => [String(cells[0]), cells[1] ?? '', cells[2] ?? ''])
}

const odd = [
  '+58 4141234567',
  '-Zona',
  '=SUMA',
  '@casa',
  "'=x",
  "''=x",
  "'",
  "D'Amico, Hijos; \"Los\" 'Dos'",
  'dos\nlíneas',
  '007',
  '00012345678901234567890',
  '1e5',
  '12/11/2026',
  '12,50',
  'Verdadero',
  '_x0041_ y _x005F_',
  '＝ancho',
  '<a> & b',
  '10 %',
]
/** As the contract keeps texts: nothing that cannot be seen, no spaces around. What ends a line does so in one way. */
const kept = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom("'", '=', '+', '-', '@', '"', ';', ',', '\n', '\t', '0', 'x', '_', 'á'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  })
  .map((one) =>
    normalizeLineEnds(one)
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
      .trim(),
  )

describe.each(Object.entries(files))('%s', (_, file) => {
  it.each([
    ['server', byServer],
    ['console', byConsole],
  ])('read by the %s says what was written', async (_who, read) => {
    expect(texts(await read(await file(odd)), odd.length)).toEqual(rowsOf(odd).map(({ n, a, b }) => [String(n), a, b]))
    await fc.assert(
      fc.asyncProperty(fc.array(kept, { minLength: 1, maxLength: 30 }), async (some) => {
        expect(texts(await read(await file(some)), some.length)).toEqual(
          rowsOf(some).map(({ n, a, b }) => [String(n), a, b]),
        )
      }),
      { numRuns: 60 },
    )
  })
})
