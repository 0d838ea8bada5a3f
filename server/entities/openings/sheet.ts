/** The sheet of openings as it is sent: its columns, its rows, and what of them nothing can be made of, by cell. */
import { sql } from 'drizzle-orm'
import type { UploadedFile } from '@contract/endpoint.ts'
import {
  openingColumns,
  openingFacts,
  openingLimits,
  type OpeningColumn,
  type OpeningFault,
  type OpeningKind,
  type OpeningRow,
  type ReadOpenings,
} from '@contract/openings.ts'
import { isThousandsOrDecimals, takeApart } from '@contract/values/amount-text.ts'
import { readCurrency } from '@contract/values/currency.ts'
import { isZero } from '@contract/values/money.ts'
import { readWrittenAmount } from '@contract/values/reading.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { foldedSql } from '../../platform/lists/names.ts'
import { withSheet } from '../../platform/files/reading/apart.ts'
import { cellName, type OpenedSheet, type SheetCell } from '../../platform/files/reading/cells.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { openingFaults, openingSums, openingWeek } from '../../rules/books/openings.ts'

/** The header stands in one of the first rows. */
const headerWithin = 20
const limits = {
  rows: openingLimits.rows + headerWithin,
  columns: openingLimits.columns,
  unpacked: 60_000_000,
}

const columnNames = Object.keys(openingColumns) as OpeningColumn[]
const needed = columnNames.filter((name) => name !== 'name' && name !== 'product')
const meant = new Map(
  columnNames.flatMap((name) =>
    [openingColumns[name].title, ...openingColumns[name].also].map((title) => [fold(title), name]),
  ),
)
const kindByWord = new Map(
  (Object.keys(openingFacts) as OpeningKind[]).map((kind) => [fold(openingFacts[kind].label), kind]),
)

type Places = Partial<Record<OpeningColumn, number>>

function placesIn(cells: readonly SheetCell[]): Places | null {
  const places: Places = {}
  for (const [at, cell] of cells.entries()) {
    const name = meant.get(fold(String(cell)))
    if (name && places[name] === undefined) places[name] = at
  }
  return needed.every((name) => places[name] !== undefined) ? places : null
}

interface Line {
  n: number
  cells: Record<OpeningColumn, SheetCell>
}

interface Sheet {
  places: Places
  lines: Line[]
}

/** Rows that say an amount. @throws Problem `sheet_header_missing`, `sheet_empty` */
async function linesOf({ rows }: OpenedSheet): Promise<Sheet> {
  let places: Places | null = null
  let looked = 0
  const lines: Line[] = []
  for await (const { n, cells } of rows) {
    if (places === null) {
      places = placesIn(cells)
      looked += 1
      if (places === null && looked >= headerWithin) break
      continue
    }
    const at = places
    const line = Object.fromEntries(columnNames.map((name) => [name, cells[at[name] ?? -1] ?? ''])) as Line['cells']
    if (String(line.amount).trim() !== '') lines.push({ n, cells: line })
  }
  if (places === null) {
    const titles = needed.map((name) => `«${openingColumns[name].title}»`).join(', ')
    throw new Problem('sheet_header_missing', { detail: `Faltan los títulos de las columnas: ${titles}.` })
  }
  if (lines.length === 0) throw new Problem('sheet_empty')
  return { places, lines }
}

interface Named {
  id: number
  type: string
  code: string
}

async function partnersOf(db: Executor, lines: readonly Line[]): Promise<Map<string, Named[]>> {
  const codes = [...new Set(lines.map(({ cells }) => fold(String(cells.code))))]
  const rows = await db.rows<Named>(sql`
    SELECT partner.id, partner.type::text AS type, ${foldedSql(sql`partner.code COLLATE "default"`)} AS code
    FROM partners partner
    WHERE ${foldedSql(sql`partner.code COLLATE "default"`)} = ANY (${list(codes)}::text[]) ORDER BY partner.id`)
  const found = new Map<string, Named[]>()
  for (const one of rows) found.set(one.code, [...(found.get(one.code) ?? []), one])
  return found
}

/** Products by their codes and their names; a code is never taken for the name of another one. */
async function productsOf(db: Executor, lines: readonly Line[]): Promise<Map<string, number>> {
  const words = [...new Set(lines.map(({ cells }) => fold(String(cells.product))))].filter((word) => word !== '')
  const name = foldedSql(sql`product.name COLLATE "default"`)
  const code = foldedSql(sql`product.code COLLATE "default"`)
  const rows = await db.rows<{ id: number; word: string }>(sql`
    SELECT product.id, said.word
    FROM products product
    CROSS JOIN LATERAL (VALUES (${name}, 1), (${code}, 2)) said(word, place)
    WHERE said.word = ANY (${list(words)}::text[]) ORDER BY said.place`)
  return new Map(rows.map(({ id, word }) => [word, id]))
}

interface Known {
  partners: ReadonlyMap<string, Named[]>
  products: ReadonlyMap<string, number>
}

/** What a line means, or the columns of which nothing can be made with why. */
function meaningOf({ cells }: Line, { partners, products }: Known): OpeningRow | [OpeningColumn, string][] {
  const kind = kindByWord.get(fold(String(cells.kind)))
  const currency = readCurrency(String(cells.currency))
  const amount = readWrittenAmount(cells.amount, 'es-VE', currency)
  const named = partners.get(fold(String(cells.code))) ?? []
  // An office may be called as its agency is: what it is says whose it can be.
  const fitting = kind ? named.filter(({ type }) => openingFacts[kind].at.includes(type as 'agencia')) : named
  const [partner, another] = fitting.length > 0 ? fitting : named
  const word = String(cells.product).trim()
  const product = products.get(fold(word))
  const faults: [OpeningColumn, string][] = []
  if (!partner)
    faults.push(['code', String(cells.code).trim() === '' ? 'Falta el código' : 'Ningún afiliado tiene ese código'])
  else if (another) faults.push(['code', 'Varios afiliados tienen ese código'])
  if (!currency) faults.push(['currency', `No es una moneda: ${openingColumns.currency.hint}`])
  if (!kind) faults.push(['kind', `Diga qué es: ${openingColumns.kind.hint}`])
  if (amount === null) faults.push(['amount', 'No es un monto como 1.234,56'])
  // Brought in once: what a text may mean twice is not guessed. A number cell means one.
  else if (typeof cells.amount === 'string' && isThousandsOrDecimals(takeApart(cells.amount)?.figures ?? ''))
    faults.push(['amount', 'Puede ser de miles o con decimales: escríbalo como 1.234,00'])
  if (word !== '' && product === undefined) faults.push(['product', 'Ningún producto se llama así'])
  if (faults.length > 0) return faults
  return { partner_id: partner!.id, currency: currency!, kind: kind!, product_id: product ?? null, amount: amount! }
}

/** Where a fault of a row stands in the sheet. */
const columnOf: Record<keyof OpeningRow, OpeningColumn> = {
  partner_id: 'code',
  currency: 'currency',
  kind: 'kind',
  product_id: 'product',
  amount: 'amount',
}

const ownCodes = ['sheet_header_missing', 'sheet_empty', 'busy', 'unavailable']

/** Whatever is wrong with the file itself is told in its own sentence, under one code. */
function asUnreadable(error: unknown): never {
  if (!(error instanceof Problem) || ownCodes.includes(error.code)) throw error
  throw new Problem('sheet_unreadable', { detail: error.detail })
}

/** @throws Problem `sheet_unreadable`, `sheet_header_missing`, `sheet_empty` */
export async function readOpenings(context: Context, { bytes }: UploadedFile): Promise<ReadOpenings> {
  const { db, session, today } = context
  const file = { who: `${session.database} ${session.id}`, bytes }
  const { places, lines } = await withSheet(file, { limits, kind: 'cualquiera', sheet: '' }, linesOf).catch(
    asUnreadable,
  )
  const known = { partners: await partnersOf(db, lines), products: await productsOf(db, lines) }
  const faults: OpeningFault[] = []
  const told = ({ n, cells }: Line, column: OpeningColumn, message: string) => {
    // What only some rows need may have no column: they say what they are in another one.
    const at = places[column] ?? places.kind!
    faults.push({ line: n, cell: cellName(at, n), value: String(cells[column]).slice(0, 80), message })
  }
  const data: OpeningRow[] = []
  const from: Line[] = []
  for (const line of lines) {
    const meaning = meaningOf(line, known)
    if (Array.isArray(meaning)) {
      for (const [column, message] of meaning) told(line, column, message)
      continue
    }
    if (isZero(meaning.amount)) continue
    data.push(meaning)
    from.push(line)
  }
  for (const { path, message } of await openingFaults(db, data)) {
    const [, n, name] = path.split('.')
    told(from[Number(n)]!, columnOf[name as keyof OpeningRow], message)
  }
  faults.sort((one, other) => one.line - other.line)
  const week = await openingWeek(db, [...new Set(data.map(({ partner_id }) => partner_id))], today)
  return {
    week,
    data,
    sums: openingSums(data),
    faults: faults.length,
    fault_list: faults.slice(0, openingLimits.faults),
  }
}
