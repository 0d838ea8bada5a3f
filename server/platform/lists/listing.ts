/**
 * The one engine under every list: from what a list's declaration in the contract promises and the SQL
 * that is said here once come its pages (rows, count and sums in one statement, so that all three speak
 * of the same instant), one row by its key, and the rows of its file.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Endpoint, ListFacts } from '@contract/endpoint.ts'
import { daysBetween, longestRangeDays, type Period } from '@contract/values/dates.ts'
import { every } from '../db/connect.ts'
import type { Scope } from '../db/scope.ts'
import type { Context } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { found, type Search } from './names.ts'

/** What of a handler's context a reading needs. */
export type Reader = Pick<Context, 'scope' | 'db' | 'session' | 'now' | 'today'>

/** A list of the contract, made by `listEndpoint`. */
export type ListOfContract = Endpoint<any, any, any, any> & { list: ListFacts<any, any, any> }
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

type Given<T> = [NonNullable<T>] extends [never] ? unknown : T extends z.ZodType ? z.output<T> : unknown
/** What a list is asked, as its declaration says it. */
export type AskedOf<E extends ListOfContract> = Given<NonNullable<E['query']>> & Given<NonNullable<E['body']>>

/** Who reads, what is asked, and what the list found out about it first. */
export type Question<E extends ListOfContract = ListOfContract, About = any> = Reader & {
  asked: AskedOf<E>
  about: About
}

type Sql<Q = Reader> = SQL | ((question: Q) => SQL)

/** The SQL of a list. `Raw` is a row as it is read, before `toRow`; `About` is what `about` finds out. */
export interface Listing<E extends ListOfContract, Raw, About = any, Q = Question<E, About>> {
  /** Once for each question, before anything else: whose rows, of which days. Throws for what is out of reach. */
  about?: (asked: AskedOf<E>, reader: Reader) => Promise<About>
  from: Sql<Q>
  /** The row's fields, each by its name. */
  columns: Sql<Q>
  /**
   * Tables that a row only shows things of: joined to the rows of a page once they are found, under the name
   * that `from` has for what it lists.
   */
  shown?: { row: SQL; tables: Sql<Q> }
  /** Joins that only the sums look at. */
  summed?: Sql<Q>
  /**
   * Common table expressions that `from`, conditions, order and sums speak of, so that page, count and sums read
   * them once. With `where` it has taken the conditions into itself, and the statement keeps none.
   */
  gathered?: (question: Q, where: SQL) => { tables: SQL | undefined; taken?: true }
  /** A row's own key: ends every order, so that rows that tie never swap between two pages. */
  key: SQL | readonly SQL[]
  /** The caller's part of the table. A list of the whole banca says so: `wholeBanca`. */
  scope: (scope: Scope, question: Q) => SQL | undefined
  /** Every filter of the contract; its conditions, or an error for a value out of reach. */
  filter: {
    [K in keyof FiltersOf<E>]-?: (
      value: NonNullable<z.output<FiltersOf<E>[K]>>,
      question: Q,
    ) => SQL | undefined | Promise<SQL | undefined>
  }
  /** A condition that several filters make together, or that holds where one of them is not asked. */
  together?: (question: Q) => SQL | undefined
  /** Every order of the contract; several columns where one does not decide. Rows without a value come last. */
  order: { [K in SortOf<E>]: SQL | readonly SQL[] }
  /**
   * Rows that tie stand in the key's own order, whichever way is asked; by default they turn with it, so that one index
   * serves both ways.
   */
  ties?: 'ascending'
  /** No column of an order is ever null: then an index serves it either way. */
  never_null?: true
  search?: Search
  /** The order that nobody asked for, where it hangs from what is asked and the contract's `first` is null. */
  first?: (question: Q) => SQL | undefined
  /** Rows of these business days. */
  period?: (period: Period, question: Q) => SQL | undefined
  /** The sums of the contract's totals by name, as aggregates; grouped by `currency`. */
  amounts?: { currency: SQL } & Record<string, SQL>
  /**
   * `total` and `totals` of a page in one row, where they are not the count and the sums of the rows. A file proves
   * itself by `amounts` all the same.
   */
  counted?: SQL | ((question: Q, where: SQL) => SQL | undefined)
  /** The field of the row that a file is proved by and the amount that is its sum, where no field is called like an amount. */
  control?: { field: string; amount: string }
  /** Totals that stand in a file under fields called otherwise, by those fields. */
  under?: Readonly<Record<string, string>>
  toRow?: (raw: Raw, reader: Reader) => RowOf<E>
  /** For a file's heading: the name behind a filter's value, as a one-column query. One that is out of reach has none. */
  named?: { [K in keyof FiltersOf<E>]?: (value: NonNullable<z.output<FiltersOf<E>[K]>>, question: Reader) => SQL }
  /** What a file's heading says beside the filters, or in the place of the one with the same title. */
  heading?: (question: Q) => Readonly<Record<string, string>>
  /** The columns of a file, where they hang from what is asked; the row of the contract by default. */
  file_row?: (question: Q) => z.ZodObject
}

/** A list with its declaration: what the handlers are made of. */
export interface Listed<E extends ListOfContract, Raw = RowOf<E>> extends Listing<E, Raw, any, any> {
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
interface Statements {
  count: SQL
  rows: SQL
}

type FilteredBy<E extends ListOfContract> = { [K in keyof FiltersOf<E>]: z.output<FiltersOf<E>[K]> } & {
  q?: string | undefined
}

/**
 * A list whose rows are reckoned and not stored: it says itself how they are counted and how a page is cut
 * without making all the others. Without a window all rows are meant.
 */
export interface Reckoned<E extends ListOfContract, Raw = RowOf<E>> {
  endpoint: E
  /** Its filters and search are in `asked`; throws for a filter that names something out of reach. */
  reckon: (reader: Reader, asked: FilteredBy<E>, window: Window | null) => Promise<Statements> | Statements
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

/** Says that a list is the banca's own, not a partner's: its rule alone says who reads it. */
export const wholeBanca = (): undefined => undefined

/** For a filter whose condition another one, or `together`, says. */
export const saidElsewhere = (): undefined => undefined

/** Binds a list of the contract to its SQL. */
export function listing<E extends ListOfContract, Raw = RowOf<E>, About = undefined>(
  endpoint: E,
  said: Listing<NoInfer<E>, Raw, About>,
): Listed<E, Raw> {
  return { endpoint, ...said }
}

export function written<Q>(part: Sql<Q> | undefined, question: Q): SQL {
  return typeof part === 'function' ? part(question) : (part ?? sql``)
}

/**
 * The period asked, whole; one that is open reaches as far as there are days. @throws Problem `range_backwards`,
 * `range_too_long`, and `invalid` when only one
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

/** Is one end of the period enough? */
const isOpen = (list: { endpoint: ListOfContract }): boolean => list.endpoint.list.period?.open ?? false

async function conditionsOf<E extends ListOfContract, Raw>(
  list: Listed<E, Raw>,
  question: Question,
  asked: Asked,
): Promise<SQL> {
  const period = list.period && periodOf(asked, isOpen(list))
  const conditions: (SQL | undefined)[] = [
    period && list.period?.(period, question),
    list.scope(question.scope, question),
    list.together?.(question),
  ]
  for (const [name, condition] of Object.entries(list.filter)) {
    const value = asked[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    conditions.push(await (condition as (value: unknown, question: Question) => SQL)(value, question))
  }
  return every(...conditions, found(list.search, asked.q))
}

/** A question to a list as SQL: what stands before a statement, after FROM and after WHERE. */
export interface Prepared {
  question: Question
  gathered: SQL
  from: SQL
  where: SQL
  order: SQL
}

/**
 * Makes a question to a list ready. @throws Problem what `periodOf` and the list's `about` do, `invalid` for an
 * order there is not, and `not_found` for a filter that names something outside the caller's reach
 */
export async function preparedOf<E extends ListOfContract, Raw>(
  list: Listed<E, Raw>,
  reader: Reader,
  asked: Asked,
): Promise<Prepared> {
  if (list.period) periodOf(asked, isOpen(list))
  const question = { ...reader, asked, about: await list.about?.(asked as never, reader) } as Question
  const order = orderOf(list, asked.sort, question)
  const where = await conditionsOf(list, question, asked)
  const before = list.gathered?.(question, where)
  return {
    question,
    gathered: before?.tables ? sql`WITH ${before.tables}` : sql``,
    from: written(list.from, question),
    where: before?.taken ? sql`true` : where,
    order,
  }
}

function several(columns: SQL | readonly SQL[]): readonly SQL[] {
  return Array.isArray(columns) ? (columns as readonly SQL[]) : [columns as SQL]
}

/** `ORDER BY` of what was asked, else the list's own first order; ends with the key. */
function orderOf<E extends ListOfContract, Raw>(
  list: Listed<E, Raw>,
  sort: string | undefined,
  question: Question,
): SQL {
  const own = sort === undefined ? list.first?.(question) : undefined
  if (own) return sql`ORDER BY ${own}`
  const asked = sort ?? list.endpoint.list.first ?? list.endpoint.list.sort[0] ?? ''
  const columns = (list.order as Record<string, SQL | readonly SQL[]>)[asked.replace('-', '')]
  if (!columns) throw Problem.on('sort', 'invalid', 'No se puede ordenar por ese campo')
  const way = asked.startsWith('-') ? sql`DESC` : sql`ASC`
  const last = list.never_null ? sql`` : sql` NULLS LAST`
  const terms = several(columns).map((column) => sql`${column} ${way}${last}`)
  const tie = several(list.key).map((column) => sql`${column} ${list.ties ? sql`ASC` : way}`)
  return sql`ORDER BY ${sql.join([...terms, ...tie], sql`, `)}`
}

/** How many rows there are, and the sums of the totals, as one row: `total`, `totals`. */
export function countOf<E extends ListOfContract, Raw>(list: Listed<E, Raw>, { question, from, where }: Prepared): SQL {
  const tables = sql`${from} ${written(list.summed, question)}`
  if (!list.amounts) return sql`SELECT count(*)::int AS total, NULL::json AS totals FROM ${tables} WHERE ${where}`
  const { currency, ...sums } = list.amounts
  const named = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s), '[]') AS totals
    FROM (SELECT ${sql.join([sql`${currency}::text AS currency`, sql`count(*)::int AS rows`, ...named], sql`, `)}
      FROM ${tables} WHERE ${where} GROUP BY ${currency} ORDER BY ${currency}) s`
}

/** All the rows, in order, each whole. */
export function rowsOf<E extends ListOfContract, Raw>(list: Listed<E, Raw>, prepared: Prepared): SQL {
  const { question, gathered, from, where, order } = prepared
  return sql`${gathered}
    SELECT ${written(list.columns, question)} FROM ${from} ${written(list.shown?.tables, question)} WHERE ${where} ${order}`
}

export function rowOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, raw: Raw, reader: Reader): RowOf<E> {
  return list.toRow ? list.toRow(raw, reader) : (raw as unknown as RowOf<E>)
}

/** Reads one row of a list by its key, within the caller's reach. @throws Problem `not_found` */
export function readOne<E extends ListOfContract, Raw>(list: Listed<E, Raw>) {
  return async (reader: Reader, id: number): Promise<RowOf<E>> => {
    const question = { ...reader, asked: {}, about: undefined } as Question
    const raw = await reader.db.one<Raw & object>(sql`
      SELECT ${written(list.columns, question)} FROM ${written(list.from, question)} ${written(list.shown?.tables, question)}
      WHERE ${every(sql`${several(list.key)[0]} = ${id}`, list.scope(reader.scope, question))}`)
    if (!raw) throw new Problem('not_found')
    return rowOf(list, raw as Raw, reader)
  }
}
