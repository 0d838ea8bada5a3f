/**
 * Everything a list filters, as a file: the same rows in the same order as its pages, streamed from one
 * snapshot. Columns, their titles, types and words come from the contract's row.
 */
import { Readable } from 'node:stream'
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { fieldKind, itemOf, looksOf, namedKindOf, titleOf, wordOf } from '@contract/field.ts'
import type { FieldKind } from '@contract/field-kind.ts'
import { type ListFacts, asOfHeader, nameOf } from '@contract/endpoint.ts'
import { unknownNames } from '@contract/names.ts'
import { fileDays, listFileName } from '@contract/access/file-names.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { currencies } from '@contract/values/currency.ts'
import { formatAmount } from '@contract/values/money.ts'
import { isSums, type Sums } from '@contract/values/sums.ts'
import type { Store } from '../db/databases.ts'
import type { Context, FileAnswer } from '../http/context.ts'
import { amountKey, type ColumnType, type ExportColumn } from '../files/columns.ts'
import { exportRows } from '../files/export-rows.ts'
import type { TotalsLine } from '../files/heading.ts'
import { logoOf } from '../files/logo.ts'
import { openSnapshot } from '../files/snapshot.ts'
import {
  rowOf,
  withBeside,
  type AnyListed,
  type ListQuery,
  type Listed,
  type ListOfContract,
  type ListQuestion,
  type Reader,
} from './listing.ts'
import { listReading } from './reading.ts'

const typeOfKind: Record<FieldKind, ColumnType> = {
  text: 'text',
  money: 'money',
  count: 'integer',
  percent: 'percent',
  decimal: 'decimal',
  day: 'date',
  instant: 'instant',
  flag: 'text',
  list: 'text',
  web: 'text',
  picture: 'text',
}

/** A file's columns: every field of the row that has a title, in the row's order. */
export function fileColumns(row: z.ZodObject): ExportColumn[] {
  return Object.entries(row.shape).flatMap(([key, schema]): ExportColumn[] => {
    const title = titleOf(schema as z.ZodType)
    if (!title) return []
    const { width } = looksOf(schema as z.ZodType)
    const sums = isSums(schema as z.ZodType) && { sums: true as const }
    return [{ key, title, type: typeOfKind[fieldKind(schema as z.ZodType)], ...(width && { width }), ...sums }]
  })
}

/** A row with its words in the place of its codes. */
function inWords(row: z.ZodObject): (one: object) => object {
  const worded = Object.entries(row.shape).filter(([, schema]) => {
    const kind = fieldKind(schema as z.ZodType)
    return (
      kind === 'flag' || kind === 'list' || looksOf(schema as z.ZodType).labels || looksOf(schema as z.ZodType).words
    )
  }) as [string, z.ZodType][]
  const summed = worded.flatMap(([key, schema]) => (isSums(schema) ? key : []))
  return (one) => {
    const values = one as Record<string, unknown>
    const amounts = summed.flatMap((key) =>
      ((values[key] ?? []) as Sums).map(({ currency, amount }) => [amountKey(key, currency), amount]),
    )
    return {
      ...one,
      ...Object.fromEntries([...worded.map(([key, schema]) => [key, textOf(schema, values[key])]), ...amounts]),
    }
  }
}

function textOf(schema: z.ZodType, value: unknown): string {
  if (value === null || value === undefined) return ''
  const { words, labels } = looksOf(schema)
  if (words) return words(value as never)
  // The words of what may be chosen stand with the choice, or with one of what is chosen.
  if (Array.isArray(value)) return value.map((one) => textOf(labels ? schema : itemOf(schema), one)).join(', ')
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return wordOf(schema, value)
}

/** A value that no query has a name for. A number that stands for something is never told in its place. */
function unnamedText(schema: z.ZodType, value: unknown): string {
  const kind = namedKindOf(schema)
  if (kind) return unknownNames[kind]
  return fieldKind(schema) === 'money' ? formatAmount(String(value)) : textOf(schema, value)
}

/** The filters in force, in words. A partner's or a product's name comes from the database, as the list's `named` says. */
async function describe<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  question: ListQuestion,
  asked: ListQuery,
) {
  const { filters, period } = list.endpoint.list as ListFacts
  const headingWords = new Map<string, string>()
  if (period && asked.from) headingWords.set('Desde', formatDay(asked.from))
  if (period && asked.to) headingWords.set('Hasta', formatDay(asked.to))
  for (const [title, text] of Object.entries(('reckon' in list ? undefined : list.heading?.(question)) ?? {}))
    headingWords.set(title, text)
  for (const [name, schema] of Object.entries(filters)) {
    const value = asked[name]
    const title = titleOf(schema) ?? name
    if (value === undefined || (Array.isArray(value) && value.length === 0) || headingWords.has(title)) continue
    const query = (list.named as Record<string, (value: unknown, reader: Reader) => SQL> | undefined)?.[name]
    const found = query && (await question.db.rows<object>(query(value, question))).flatMap((row) => Object.values(row))
    headingWords.set(title, found?.length ? found.join(', ') : unnamedText(schema, value))
  }
  if (asked.q) headingWords.set('Búsqueda', asked.q)
  return [...headingWords]
}

/** By its screen, of whom it is and by its days. `described` is what `describe` says of the question. */
function fileNameOf<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  question: ListQuestion,
  asked: ListQuery,
  described: readonly (readonly [string, string])[],
): string {
  const { filters, title } = list.endpoint.list as ListFacts
  const { of, days } = ('reckon' in list ? undefined : list.file?.called?.(question)) ?? {}
  const [whose] = Object.entries(filters).flatMap(([name, schema]) =>
    looksOf(schema).control === 'partner' && asked[name] !== undefined ? [titleOf(schema)] : [],
  )
  const partner = described.find(([label]) => label === whose)?.[1]
  return `${listFileName(nameOf(list.endpoint), title, of ?? partner)} ${fileDays(days ?? asked, question.today)}`
}

/** So many rows of a file are asked at once for what stands beside them. */
const besideAtOnce = 500

/** The rows in their order, each with what stands beside it. */
async function* wholeRows<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  reader: Reader,
  rows: AsyncIterable<Raw>,
): AsyncGenerator<Raw> {
  let some: Raw[] = []
  for await (const raw of rows) {
    some.push(raw)
    if (some.length < besideAtOnce) continue
    yield* await withBeside(list, some, reader)
    some = []
  }
  yield* await withBeside(list, some, reader)
}

async function* eachRow<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  row: z.ZodObject,
  question: ListQuestion,
  rows: AsyncIterable<Raw>,
  passed: (() => void) | undefined,
): AsyncGenerator<object> {
  const words = inWords(row)
  for await (const raw of rows) {
    yield words(rowOf(list, raw, question) as object)
    passed?.()
  }
}

/** A line for each currency, with what stands under some column; `under` says which stand under one called otherwise. */
function totalsOf(
  totals: readonly Readonly<Record<string, string>>[],
  columns: readonly ExportColumn[],
  under: Readonly<Record<string, string>> = {},
): TotalsLine[] {
  const fields = columns.map(({ key }) => [key, under[key] ?? key] as const)
  return totals
    .map(({ currency, ...sums }) => ({
      label: currency === undefined ? 'Total' : `Total ${currency}`,
      ...(currency !== undefined && { currency }),
      values: Object.fromEntries(fields.flatMap(([key, total]) => (total in sums ? [[key, sums[total]]] : []))),
    }))
    .filter(({ values }) => Object.keys(values).length > 0)
}

interface Counted {
  total: number
  totals: Record<string, string>[] | null
}

/** The sum that proves a file whole: its first amount, per currency, or the first that its list says to stand under a field. */
function controlOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>) {
  const { totals, row } = list.endpoint.list as ListFacts
  const same = Object.keys(totals?.shape ?? {}).find(
    (one) => one in row.shape && fieldKind(row.shape[one] as z.ZodType) === 'money',
  )
  const [first] = Object.entries(('reckon' in list ? undefined : list.file?.totals) ?? {})
  const [key, amount] = same ? [same, same] : (first ?? [])
  if (!key || !amount) return undefined
  return { amount, column: { key, title: titleOf(row.shape[key] as z.ZodType) ?? key, by: 'currency' } }
}

/**
 * The currencies that a workbook has columns of: those that are asked for; else those of whoever asks, and any other
 * that the rows have. Where nothing says which those are, all of them: an amount without a column would be lost.
 */
function currenciesOf(asked: ListQuery, own: readonly string[], totals: Counted['totals']): string[] {
  const wanted = [asked['currency'], asked['currencies']].flat().filter((one) => one !== undefined)
  if (wanted.length > 0) return currencies.filter((one) => wanted.includes(one))
  const had = totals?.map(({ currency }) => currency) ?? currencies
  return currencies.filter((one) => own.includes(one) || had.includes(one))
}

/** What answers for a file that is only asked for. */
const nothing = (): FileAnswer => ({ filename: '', content_type: '', stream: Readable.from([]) })

/**
 * Throws what the list's conditions do, and `export_busy` when the user has too many files under way.
 */
export async function fileOf<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  context: Context,
  asked: ListQuery & { format: 'xlsx' | 'csv'; csv_style: 'es-VE' | 'international' },
): Promise<FileAnswer> {
  const { database, setHeader, only_asked } = context.wire
  if (only_asked) {
    await listReading(list, context, asked)
    return nothing()
  }
  const { files, replica } = database
  if (!list.endpoint.reports || !replica) return fileFrom(files, list, context, asked)
  const source = await replica.sourceFor(context.session.id)
  if (source.as_of) setHeader(asOfHeader, source.as_of.toISOString())
  return replica.read(source, 'files', (store) => fileFrom(store, list, context, asked, source.as_of))
}

async function fileFrom<E extends ListOfContract, Raw>(
  store: Store,
  list: AnyListed<E, Raw>,
  context: Context,
  asked: ListQuery & { format: 'xlsx' | 'csv'; csv_style: 'es-VE' | 'international' },
  as_of?: Date,
): Promise<FileAnswer> {
  const { session, now, signal, wire } = context
  const { title } = list.endpoint.list as ListFacts
  const snapshot = await openSnapshot(store, session.id)
  try {
    const reader = { ...context, db: snapshot.db as Context['db'] }
    const { question, count, totals, rows: all } = await listReading(list, reader, asked)
    const own = ('reckon' in list ? undefined : (list as Listed<E, Raw>).file) ?? {}
    const row = own.row?.(question) ?? (list.endpoint.list as ListFacts).row
    const counted = await snapshot.db.one<Counted>(count)
    const summed = totals ? await snapshot.db.one<Counted>(totals) : counted
    const control = controlOf(list)
    const of = currenciesOf(asked, session.currencies, counted?.totals ?? null)
    const columns = fileColumns(row)
    const described = await describe(list, question, asked)
    const heading = {
      filters: [
        ...described,
        ...(as_of ? [['Datos hasta', formatInstant(as_of.toISOString(), session.zone)] as const] : []),
      ],
      zone: session.zone,
      user: session.name,
      at: now,
      logo: asked.format === 'xlsx' ? await logoOf(snapshot.db, session.banca_logo) : undefined,
      rows: counted?.total ?? 0,
      totals: totalsOf(summed?.totals ?? [], columns, own.totals),
      ...(control && {
        sums: (counted?.totals ?? []).map((sums) => ({ label: sums['currency']!, amount: sums[control.amount]! })),
      }),
    }
    wire.setHeader('x-row-count', String(heading.rows))
    if (heading.sums)
      wire.setHeader('x-control-sum', heading.sums.map(({ label, amount }) => `${label} ${amount}`).join('; '))
    const found = snapshot.stream<Raw>(all)
    const rows = 'reckon' in list || !list.beside ? found : wholeRows(list, question, found)
    return exportRows({
      title,
      name: fileNameOf(list, question, asked, described),
      columns,
      currencies: of,
      rows: eachRow(list, row, question, rows, wire.rowWritten),
      format: asked.format,
      csv_style: asked.csv_style,
      heading,
      ...(control && { control: control.column }),
      signal,
      close: snapshot.close,
    })
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
