/**
 * The one engine under every list: from what a list's declaration in the contract promises and the SQL
 * that is said here once come its pages (rows, count and sums in one statement, so that all three speak
 * of the same instant), one row by its key, and the rows of its file.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Endpoint, ListFacts } from '@contract/endpoint.ts'
import type { Period } from '@contract/values/dates.ts'
import { every, list as listOf } from '../db/connect.ts'
import type { Scope } from '../db/scope.ts'
import type { Context } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import type { Search } from './names.ts'

/** What of a handler's context a reading needs. */
export type Reader = Pick<Context, 'scope' | 'db' | 'session' | 'now' | 'today'>

/** A list of the contract, made by `listEndpoint`. */
export type ListOfContract = Endpoint<any, any, any, any> & { list: ListFacts<any, any, any> }
export type ListRowOf<E extends ListOfContract> = z.input<E['list']['row']>
type FiltersOf<E extends ListOfContract> = E['list']['filters']
type SortOf<E extends ListOfContract> = E['list']['sort'][number]

/** What a list is asked, validated: its page where it is one, its order, search, period and filters. */
export interface ListQuery {
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
export type ListQueryOf<E extends ListOfContract> = Given<NonNullable<E['query']>> & Given<NonNullable<E['body']>>

/** Who reads, what is asked, and what the list found out about it first. */
export type ListQuestion<E extends ListOfContract = ListOfContract, About = any> = Reader & {
  asked: ListQueryOf<E>
  about: About
}

type Sql<Q = Reader> = SQL | ((question: Q) => SQL)

interface FileSaid<Q> {
  /** Its columns, where they hang from what is asked; the row of the contract by default. */
  row?: (question: Q) => z.ZodObject
  /**
   * Totals that stand under fields called otherwise, by those fields. The first proves the file, where no field is called
   * like an amount: its column adds up to the total.
   */
  totals?: Readonly<Record<string, string>>
  /** For its name: of whom or what, and of which days, where neither a partner that is asked for nor the period says it. */
  called?: (question: Q) => { of?: string; days?: Period }
}

/** The SQL of a list. `Raw` is a row as it is read, before `toRow`; `About` is what `about` finds out. */
export interface Listing<E extends ListOfContract, Raw, About = any, Q = ListQuestion<E, About>> {
  /** Once for each question, before anything else: whose rows, of which days. Throws for what is out of reach. */
  about?: (asked: ListQueryOf<E>, reader: Reader) => Promise<About>
  from: Sql<Q>
  /** The row's fields, each by its name. */
  columns: Sql<Q>
  /**
   * Tables that a row only shows things of: joined to the rows of a page once they are found, under the name
   * that `from` has for what it lists.
   */
  shown?: { row: SQL; tables: Sql<Q> }
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
  alsoWhere?: (question: Q) => SQL | undefined
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
  /**
   * A page is asked again and again of one record each, with the same text: it is planned once per connection, where its
   * plan takes longer than what is read.
   */
  planned_once?: true
  /**
   * What the contract says to stand beside: these rows as they were found, each with it. Asked for all rows of a page at
   * once, of a file for some hundreds at a time, before `toRow`.
   */
  beside?: (found: readonly Raw[], reader: Reader) => Promise<readonly Raw[]>
  toRow?: (raw: Raw, reader: Reader) => ListRowOf<E>
  /** For a file's heading: the name behind a filter's value, as a one-column query. One that is out of reach has none. */
  named?: { [K in keyof FiltersOf<E>]?: (value: NonNullable<z.output<FiltersOf<E>[K]>>, question: Reader) => SQL }
  /** What a file's heading says beside the filters, or in the place of the one with the same title. */
  heading?: (question: Q) => Readonly<Record<string, string>>
  /** What its file has otherwise than its declaration says. */
  file?: FileSaid<Q>
}

/** A list with its declaration: what the handlers are made of. */
export interface Listed<E extends ListOfContract, Raw = ListRowOf<E>> extends Listing<E, Raw, any, any> {
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
export interface PageWindow {
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
export interface ComputedList<E extends ListOfContract, Raw = ListRowOf<E>> {
  endpoint: E
  /** Its filters and search are in `asked`; throws for a filter that names something out of reach. */
  reckon: (reader: Reader, asked: FilteredBy<E>, window: PageWindow | null) => Promise<Statements> | Statements
  toRow?: Listing<E, Raw>['toRow']
  named?: Listing<E, Raw>['named']
}

/** Binds a list of the contract to the statements that reckon it. */
export function computedList<E extends ListOfContract, Raw = ListRowOf<E>>(
  endpoint: E,
  said: Omit<ComputedList<E, Raw>, 'endpoint'>,
): ComputedList<E, Raw> {
  return { endpoint, ...said }
}

export type AnyListed<E extends ListOfContract, Raw> = Listed<E, Raw> | ComputedList<E, Raw>

/** Says that a list is the banca's own, not a partner's: its rule alone says who reads it. */
export const wholeBanca = (): undefined => undefined

/** For a filter whose condition another one, or `together`, says. */
export const handledElsewhere = (): undefined => undefined

/** Binds a list of the contract to its SQL. */
export function listing<E extends ListOfContract, Raw = ListRowOf<E>, About = undefined>(
  endpoint: E,
  said: Listing<NoInfer<E>, Raw, About>,
): Listed<E, Raw> {
  const { title, beside = [] } = (endpoint as ListOfContract).list
  if (beside.length > 0 !== (said.beside !== undefined))
    throw new Error(`${title}: what stands beside its rows, nobody asks for`)
  return { endpoint, ...said }
}

export function partSql<Q>(part: Sql<Q> | undefined, question: Q): SQL {
  return typeof part === 'function' ? part(question) : (part ?? sql``)
}

export function several(columns: SQL | readonly SQL[]): readonly SQL[] {
  return Array.isArray(columns) ? (columns as readonly SQL[]) : [columns as SQL]
}

export function rowOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, raw: Raw, reader: Reader): ListRowOf<E> {
  return list.toRow ? list.toRow(raw, reader) : (raw as unknown as ListRowOf<E>)
}

/** Rows of any list with what stands beside them. */
export async function withBeside<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  found: readonly Raw[],
  reader: Reader,
): Promise<readonly Raw[]> {
  return 'reckon' in list || !list.beside || found.length === 0 ? found : list.beside(found, reader)
}

/**
 * The rows of a list within the caller's reach that meet a condition on its key. There are two texts of it at most for a
 * list, and to plan such a look-up at every call takes many times what it finds in.
 */
async function readWhere<E extends ListOfContract, Raw>(list: Listed<E, Raw>, reader: Reader, where: SQL) {
  const question = { ...reader, asked: {}, about: undefined } as ListQuestion
  const rows = await reader.db.often<Raw & object>(sql`
    SELECT ${partSql(list.columns, question)} FROM ${partSql(list.from, question)} ${partSql(list.shown?.tables, question)}
    WHERE ${every(where, list.scope(reader.scope, question))}`)
  const whole = await withBeside(list, rows as Raw[], reader)
  return whole.map((raw) => rowOf(list, raw, reader))
}

/** Reads one row of a list by its key, within the caller's reach. @throws Problem `not_found` */
export function readOne<E extends ListOfContract, Raw>(list: Listed<E, Raw>) {
  return async (reader: Reader, id: number): Promise<ListRowOf<E>> => {
    const [row] = await readWhere(list, reader, sql`${several(list.key)[0]} = ${id}`)
    if (row === undefined) throw new Problem('not_found')
    return row
  }
}

/** Reads those rows of a list with a key of `ids` that are within the caller's reach, in no order. */
export function readSome<E extends ListOfContract, Raw>(list: Listed<E, Raw>) {
  return (reader: Reader, ids: readonly number[]): Promise<ListRowOf<E>[]> =>
    readWhere(list, reader, sql`${several(list.key)[0]} = ANY (${listOf(ids)}::int[])`)
}
