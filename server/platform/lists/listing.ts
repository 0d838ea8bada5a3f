/**
 * The one engine under every list: from what a list's declaration in the contract promises and the SQL
 * that is said here once come its pages (rows, count and sums in one statement, so that all three speak
 * of the same instant), one row by its key, and the rows of its file.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Endpoint } from '@contract/endpoint.ts'
import type { ListFacts } from '@contract/lists.ts'
import { daysBetween, longestRangeDays, type Period } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { every } from '../db/connect.ts'
import type { Scope } from '../db/scope.ts'
import type { Context } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

/** What of a handler's context a reading needs. */
export type Reader = Pick<Context, 'scope' | 'db' | 'session' | 'now' | 'today'>

/** A list of the contract, made by `listEndpoint`. */
export type ListOfContract = Endpoint<any, any, any, any> & { list: ListFacts<any, any, any> }
export type FactsOf<E extends ListOfContract> = E['list']
export type RowOf<E extends ListOfContract> = z.input<E['list']['row']>
type FiltersOf<E extends ListOfContract> = E['list']['filters']
type SortOf<E extends ListOfContract> = E['list']['sort'][number]

/** What a list is asked, validated: its page where it is one, its order, search, period and filters. */
export interface Asked {
  page?: number
  per_page?: number
  sort?: string | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  [filter: string]: unknown
}

type Sql = SQL | ((reader: Reader) => SQL)

/** The SQL of a list. `Raw` is a row as it is read, before `toRow`. */
export interface Listing<E extends ListOfContract, Raw> {
  from: Sql
  /** The row's fields, each by its name. */
  columns: Sql
  /** A row's own key: ends every order, so that rows that tie never swap between two pages. */
  key: SQL | readonly SQL[]
  /** The caller's part of the table. A list of the whole banca says so: `wholeBanca`. */
  scope: (scope: Scope) => SQL | undefined
  /** Every filter of the contract; its conditions, or an error for a value out of reach. */
  filter: {
    [K in keyof FiltersOf<E>]-?: (
      value: NonNullable<z.output<FiltersOf<E>[K]>>,
      reader: Reader,
    ) => SQL | undefined | Promise<SQL | undefined>
  }
  /** Every order of the contract; several columns where one does not decide. Rows without a value come last. */
  order: { [K in SortOf<E>]: SQL | readonly SQL[] }
  /** Rows that tie stand in the key's own order, whichever way is asked; by default they turn with it, so that one index serves both ways. */
  ties?: 'ascending'
  /** No column of an order is ever null: then an index serves it either way. */
  never_null?: true
  /** What `q` is looked for in: names kept folded, and texts as they are. */
  search?: { folded?: readonly SQL[]; plain?: readonly SQL[]; more?: (q: string) => SQL }
  /** Rows of these business days. */
  period?: (period: Period, reader: Reader) => SQL
  /** The sums of the contract's totals by name, as aggregates; grouped by `currency`. */
  amounts?: { currency: SQL } & Record<string, SQL>
  toRow?: (raw: Raw, reader: Reader) => RowOf<E>
  /** For a file's heading: the name behind a filter's value, as a one-column query. */
  named?: { [K in keyof FiltersOf<E>]?: (value: NonNullable<z.output<FiltersOf<E>[K]>>) => SQL }
}

/** A list with its declaration: what the handlers are made of. */
export interface Listed<E extends ListOfContract, Raw = RowOf<E>> extends Listing<E, Raw> {
  endpoint: E
}

/** The columns of a table `alias` that a form writes, each under its own name. */
export function formColumns(alias: string, form: z.ZodObject): SQL {
  return sql.raw(
    Object.keys(form.shape)
      .map((name) => `${alias}.${name}`)
      .join(', '),
  )
}

/** Which rows of a list are read: a page's. */
export interface Window {
  offset: number
  limit: number
}

/** One reading of a list: how many rows there are (`total`, `totals`), and the rows in their order. */
export interface Statements {
  count: SQL
  rows: SQL
}

type AskedOf<E extends ListOfContract> = { [K in keyof FiltersOf<E>]: z.output<FiltersOf<E>[K]> } & {
  q?: string | undefined
}

/**
 * A list whose rows are reckoned and not stored: it says itself how they are counted and how a page is cut
 * without making all the others. Without a window all rows are meant.
 */
export interface Reckoned<E extends ListOfContract, Raw = RowOf<E>> {
  endpoint: E
  /** Its filters and search are in `asked`; throws for a filter that names something out of reach. */
  reckon: (reader: Reader, asked: AskedOf<E>, window: Window | null) => Promise<Statements> | Statements
  toRow?: Listing<E, Raw>['toRow']
  named?: Listing<E, Raw>['named']
}

/** Binds a list of the contract to the statements that reckon it. */
export function reckoned<E extends ListOfContract, Raw = RowOf<E>>(
  endpoint: E,
  said: Omit<Reckoned<E, Raw>, 'endpoint'>,
): Reckoned<E, Raw> {
  return { endpoint, ...said }
}

export type AnyListed<E extends ListOfContract, Raw> = Listed<E, Raw> | Reckoned<E, Raw>

/** Says that a list is the banca's own, not a partner's: its rule lets nobody else in. */
export const wholeBanca = (): undefined => undefined

/** Binds a list of the contract to its SQL. */
export function listing<E extends ListOfContract, Raw = RowOf<E>>(endpoint: E, said: Listing<E, Raw>): Listed<E, Raw> {
  return { endpoint, ...said }
}

export function written(part: Sql, reader: Reader): SQL {
  return typeof part === 'function' ? part(reader) : part
}

/** Free text as a LIKE pattern: what a person types is never a wildcard. */
export function containing(text: string): string {
  return `%${startingWith(text)}`
}

/** What begins with the text, as a LIKE pattern. */
export function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** What `q` is found in, as a condition. */
export function found(search: Listing<ListOfContract, never>['search'], q: string | undefined): SQL | undefined {
  if (!q || !search) return undefined
  const conditions = [
    ...(search.folded ?? []).map((column) => sql`${column} LIKE ${containing(fold(q))}`),
    ...(search.plain ?? []).map((column) => sql`${column} ILIKE ${containing(q)}`),
    ...(search.more ? [search.more(q)] : []),
  ]
  return sql`(${sql.join(conditions, sql` OR `)})`
}

/**
 * The period asked, whole; one that is open reaches as far as there are days. @throws Problem `range_backwards`, `range_too_long`, and `invalid` when only one
 * end is given of a period that asks for both
 */
function periodOf({ from, to }: Asked, open: boolean): Period | undefined {
  if (from === undefined && to === undefined) return undefined
  if (open && (from === undefined || to === undefined)) return { from: from ?? '0001-01-01', to: to ?? '9999-12-31' }
  if (from === undefined || to === undefined)
    throw Problem.on(from === undefined ? 'from' : 'to', 'invalid', 'Indique el primer y el último día')
  if (from > to) throw Problem.on('to', 'range_backwards')
  if (daysBetween(from, to) > longestRangeDays) throw Problem.on('to', 'range_too_long')
  return { from, to }
}

/**
 * What of the list is asked, as a condition. @throws Problem what `periodOf` does, and `not_found` for a
 * filter that names something outside the caller's reach
 */
export async function conditionsOf<E extends ListOfContract, Raw>(
  list: Listed<E, Raw>,
  reader: Reader,
  asked: Asked,
): Promise<SQL> {
  const period = list.period && periodOf(asked, list.endpoint.list.period?.open ?? false)
  const conditions: (SQL | undefined)[] = [list.scope(reader.scope), period && list.period?.(period, reader)]
  for (const [name, condition] of Object.entries(list.filter)) {
    const value = asked[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    conditions.push(await (condition as (value: unknown, reader: Reader) => SQL)(value, reader))
  }
  return every(...conditions, found(list.search, asked.q))
}

function several(columns: SQL | readonly SQL[]): readonly SQL[] {
  return Array.isArray(columns) ? (columns as readonly SQL[]) : [columns as SQL]
}

/** `ORDER BY` of what was asked, else the list's own first order; ends with the key. */
export function orderOf<E extends ListOfContract, Raw>(list: Listed<E, Raw>, sort: string | undefined): SQL {
  const asked = sort ?? list.endpoint.list.first
  const columns = (list.order as Record<string, SQL | readonly SQL[]>)[asked.replace('-', '')]
  if (!columns) throw Problem.on('sort', 'invalid', 'No se puede ordenar por ese campo')
  const way = asked.startsWith('-') ? sql`DESC` : sql`ASC`
  const last = list.never_null ? sql`` : sql` NULLS LAST`
  const terms = several(columns).map((column) => sql`${column} ${way}${last}`)
  const tie = several(list.key).map((column) => sql`${column} ${list.ties ? sql`ASC` : way}`)
  return sql`ORDER BY ${sql.join([...terms, ...tie], sql`, `)}`
}

/** How many rows there are, and the sums of the totals, as one row: `total`, `totals`. */
export function countOf<E extends ListOfContract, Raw>(list: Listed<E, Raw>, from: SQL, where: SQL): SQL {
  if (!list.amounts) return sql`SELECT count(*)::int AS total, NULL::json AS totals FROM ${from} WHERE ${where}`
  const { currency, ...sums } = list.amounts
  const named = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s ORDER BY s.currency), '[]') AS totals
    FROM (SELECT ${sql.join([sql`${currency}::text AS currency`, sql`count(*)::int AS rows`, ...named], sql`, `)}
      FROM ${from} WHERE ${where} GROUP BY 1) s`
}

/** The SQL of one reading; without a window, of all rows. @throws Problem what `conditionsOf` and the list's own reckoning do */
export async function statementsOf<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  reader: Reader,
  asked: Asked,
  window: Window | null,
): Promise<Statements> {
  if ('reckon' in list) return list.reckon(reader, asked as never, window)
  const from = written(list.from, reader)
  const where = await conditionsOf(list, reader, asked)
  const cut = window ? sql`LIMIT ${window.limit} OFFSET ${window.offset}` : sql``
  return {
    count: countOf(list, from, where),
    rows: sql`SELECT ${written(list.columns, reader)} FROM ${from} WHERE ${where} ${orderOf(list, asked.sort)} ${cut}`,
  }
}

/** Every row of a list that has no pages. */
export async function allOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, reader: Reader, asked: Asked) {
  const { rows } = await statementsOf(list, reader, asked, null)
  return { data: (await reader.db.rows<Raw & object>(rows)).map((raw) => rowOf(list, raw, reader)) }
}

/** What stands beside each row of a page, under names that no field of a row has. */
interface Counted {
  ':total': number
  ':totals': object[] | null
  /** Null in the one row of a page that has none. */
  ':place': string | null
}

/** One page with its count and sums. Rows in the order asked; a page past the end keeps its total. */
export async function pageOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, reader: Reader, asked: Asked) {
  const { page = 1, per_page = 100 } = asked
  const read = await statementsOf(list, reader, asked, { offset: (page - 1) * per_page, limit: per_page })
  const rows = await reader.db.rows<Counted & Raw>(sql`
    SELECT counted.total AS ":total", counted.totals AS ":totals", r.* FROM (${read.count}) counted
    LEFT JOIN LATERAL (SELECT page.*, row_number() OVER () AS ":place" FROM (${read.rows}) page) r ON true ORDER BY r.":place"`)
  const { ':total': total = 0, ':totals': totals = null } = rows[0] ?? {}
  const data = rows.flatMap(({ ':total': _total, ':totals': _totals, ':place': place, ...raw }) =>
    place === null ? [] : [rowOf(list, raw as Raw, reader)],
  )
  return { data, total, page, per_page, ...(list.endpoint.list.totals && { totals: totals ?? [] }) }
}

export function rowOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, raw: Raw, reader: Reader): RowOf<E> {
  return list.toRow ? list.toRow(raw, reader) : (raw as unknown as RowOf<E>)
}

/** Reads one row of a list by its key, within the caller's reach. @throws Problem `not_found` */
export function readOne<E extends ListOfContract, Raw>(list: Listed<E, Raw>) {
  return async (reader: Reader, id: number): Promise<RowOf<E>> => {
    const raw = await reader.db.one<Raw & object>(sql`
      SELECT ${written(list.columns, reader)} FROM ${written(list.from, reader)}
      WHERE ${every(sql`${several(list.key)[0]} = ${id}`, list.scope(reader.scope))}`)
    if (!raw) throw new Problem('not_found')
    return rowOf(list, raw as Raw, reader)
  }
}
