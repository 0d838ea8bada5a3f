/** Reads a load's file into its rows, piece by piece, in the transaction of whoever asked: all of it or nothing. */
import { sql, type SQL } from 'drizzle-orm'
import { externalLimits, type ExternalField } from '@contract/external-file.ts'
import { fold } from '@contract/values/text.ts'
import type { DayOrder, DayOrders } from '@contract/values/reading.ts'
import { json, list, type Tx } from '../../platform/db/connect.ts'
import { withSheet } from '../../platform/files/reading/apart.ts'
import type { OpenedSheet, SheetRow } from '../../platform/files/reading/cells.ts'
import { asAnyTable } from '../../platform/files/reading/own-file.ts'
import { Problem } from '../../platform/http/problem.ts'
import {
  cleanName,
  readColumns,
  currencyOfColumns,
  headerIn,
  headerWithin,
} from '../../rules/external-sales/columns.ts'
import { lineKey, type ReadRow } from '../../rules/external-sales/row.ts'
import { TableReader } from '../../rules/external-sales/table.ts'
import { columnNames, type SystemFormat } from './systems.ts'

const limits = { rows: externalLimits.rows + headerWithin, columns: externalLimits.columns, unpacked: 300_000_000 }
/** Rows of one statement, and read without a pause: some ten milliseconds. */
const batchSize = 500
/** Letters of a cell that are kept to be shown. */
const longestShown = 200

export interface LoadFile {
  id: number
  bytes: Uint8Array
  /** Of rows that do not tell theirs. */
  day: string | null
  /** Who reads it: nobody takes the places of all. */
  who: string
}

/** Fields that the file need not have. */
export function givenFields(
  system: Pick<SystemFormat, 'product_id' | 'currency'>,
  day: string | null,
): Set<ExternalField> {
  const given = new Set<ExternalField>()
  if (day !== null) given.add('day')
  if (system.product_id !== null) given.add('product')
  if (system.currency !== null) given.add('currency')
  return given
}

/** How the days of a file are read. */
interface Days {
  order: DayOrder
  contradict: boolean
}

/**
 * Reads the rows below the header and writes them in the place of those of before. The order of its days is the
 * system's until one of them tells another: then all are read again by what the file itself says.
 * @throws Problem as `withSheet` and its rows do, `sheet_header_missing`, `sheet_empty`
 */
export async function readFile(tx: Tx, system: SystemFormat, load: LoadFile, today: string): Promise<void> {
  const known = await columnNames(tx, system.id)
  const asked = { limits, kind: system.file_kind, sheet: system.sheet }
  const read = (days: Days) =>
    withSheet(load, asked, (sheet) => keepRows(tx, { system, known, load, today, days }, sheet))
  const usual = { order: system.day_order, contradict: false }
  const said = await read(usual)
  const days = { order: said.order ?? usual.order, contradict: said.contradict }
  if (days.order !== usual.order || days.contradict) await read(days)
  await tx.run(sql`UPDATE external_loads SET day_order = ${days.contradict ? null : said.order} WHERE id = ${load.id}`)
  if ((await writeNames(tx, load.id)) > fewNames) await countRows(tx)
}

/** Of fewer it does not matter in which order they are looked at. */
const fewNames = 200
/**
 * A file is shown, and its rows joined to its names, before the autovacuum tells the planner how many they are. Whoever
 * counts already is not waited for.
 */
const countRows = (tx: Tx) =>
  tx.run(sql`
    ANALYZE (SKIP_LOCKED) external_names (load_id), external_rows (load_id, state, day, agency_match, product_match)`)

interface Kept {
  system: SystemFormat
  known: Awaited<ReturnType<typeof columnNames>>
  load: LoadFile
  today: string
  days: Days
}

async function keepRows(tx: Tx, { system, known, load, today, days }: Kept, sheet: OpenedSheet): Promise<DayOrders> {
  const { id, day } = load
  const rows = asAnyTable(sheet.rows)[Symbol.asyncIterator]()
  const first = await firstOf(rows)
  if (first.length === 0) throw new Problem('sheet_empty')
  const header = headerIn(first, known, system.header_row)
  if (!header) throw new Problem('sheet_header_missing')
  const columns = readColumns(header.names, known, givenFields(system, day))
  const currency = system.currency ?? currencyOfColumns(header.names, known)
  const format = { ...system, currency, day, today, from_1904: sheet.from_1904, day_order: days.order }
  await tx.run(sql`DELETE FROM external_rows WHERE load_id = ${id}`)
  await tx.run(sql`DELETE FROM external_names WHERE load_id = ${id}`)
  const above = new Set(first.filter((row) => row.n <= header.n).map(({ cells }) => lineKey(cells)))
  const reader = new TableReader(columns, { ...format, contradict: days.contradict }, header.names, above)
  const writer = new RowWriter(tx, id, reader)
  for (const row of first) if (row.n > header.n) await writer.add(row)
  for (let next = await rows.next(); !next.done; next = await rows.next()) await writer.add(next.value)
  await writer.flush()
  const counted = await tx.run(sql`
    UPDATE external_loads SET format_version = ${system.format_version}, sheet = ${sheet.name}, header_row = ${header.n},
      columns = ${list(header.names)}::text[], totals = ${json(reader.totals.result())}, rows = c.rows, ignored = c.ignored,
      faults = c.faults,
      first_day = c.first_day, last_day = c.last_day
    FROM (
      SELECT count(*)::int AS rows, (count(*) FILTER (WHERE state = 'ignorada'))::int AS ignored,
        (count(*) FILTER (WHERE state = 'falla'))::int AS faults,
        min(day) FILTER (WHERE state = 'leida') AS first_day, max(day) FILTER (WHERE state = 'leida') AS last_day
      FROM external_rows WHERE load_id = ${id}
    ) c WHERE id = ${id} AND c.rows > c.ignored`)
  if (counted !== 1) throw new Problem('sheet_empty', { detail: 'El archivo no tiene filas debajo del encabezado.' })
  return reader.orders
}

/** The rows among which the header is looked for. */
async function firstOf(rows: AsyncIterator<SheetRow>): Promise<SheetRow[]> {
  const first: SheetRow[] = []
  while (first.length < headerWithin) {
    const next = await rows.next()
    if (next.done) break
    first.push(next.value)
  }
  return first
}

/** A line as it is written to the database. */
type Written = ReadRow & { n: number; cells: string[]; agency_match: string | null; product_match: string | null }

class RowWriter {
  private waiting: Written[] = []
  private readonly tx: Tx
  private readonly load_id: number
  private readonly reader: TableReader

  constructor(tx: Tx, load_id: number, reader: TableReader) {
    this.tx = tx
    this.load_id = load_id
    this.reader = reader
  }

  async add({ n, cells }: SheetRow): Promise<void> {
    const row = this.reader.read(n, cells)
    this.waiting.push({
      ...row,
      n,
      cells: cells.map((cell) => cleanName(cell).slice(0, longestShown)),
      agency_match: row.agency === null ? null : fold(row.agency),
      product_match: row.product === null ? null : fold(row.product),
    })
    if (this.waiting.length >= batchSize) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return
    await this.tx.run(sql`
      INSERT INTO external_rows (
        load_id, n, state, note, cells, day, agency, agency_match, agency_label, product, product_match, product_label,
        currency, sold, prizes, commission
      )
      SELECT ${this.load_id}::int, r.* FROM jsonb_to_recordset(${json(this.waiting)})
        AS r(n int, state text, note text, cells text[], day date, agency text, agency_match text, agency_label text,
          product text, product_match text, product_label text, currency currency, sold numeric, prizes numeric, commission numeric)`)
    this.waiting = []
  }
}

/** With the first of the names that stand beside each in the file. Answers how many there are. */
async function writeNames(tx: Tx, load_id: number): Promise<number> {
  const of = (kind: 'agency' | 'product', name: SQL, match: SQL, label: SQL) => sql`
    SELECT load_id, ${kind}, ${match}, (array_agg(${name} ORDER BY n))[1],
      (array_agg(${label} ORDER BY n) FILTER (WHERE ${label} IS NOT NULL))[1], count(*)
    FROM external_rows WHERE load_id = ${load_id} AND state = 'leida' AND ${match} IS NOT NULL GROUP BY 1, 3`
  return tx.run(sql`
    INSERT INTO external_names (load_id, kind, match, name, label, rows)
    ${of('agency', sql`agency`, sql`agency_match`, sql`agency_label`)}
    UNION ALL ${of('product', sql`product`, sql`product_match`, sql`product_label`)}`)
}
