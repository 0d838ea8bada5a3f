/** Reading a list: a page with its count and sums in one statement, all its rows, or what a file is made of. */
import { sql, type SQL } from 'drizzle-orm'
import { pageLimits } from '@contract/endpoint.ts'
import type { Scope } from '../db/scope.ts'
import {
  rowOf,
  partSql,
  withBeside,
  type AnyListed,
  type ListQuery,
  type Listed,
  type ListOfContract,
  type ListQuestion,
  type Reader,
} from './listing.ts'
import { countAll, preparedOf, listRows, type Prepared } from './statements.ts'

/** A question to a list, ready to be read: its count and sums as one row, all its rows, or a page of it. */
export interface ListReading {
  question: ListQuestion
  count: SQL
  /** The totals of all rows, where the list says them by itself: rows that overlap sum to more than there is. */
  totals?: SQL
  rows: SQL
}

/** Of any list. Without a window all rows are meant. @throws Problem what `preparedOf` and the list's own reckoning do */
export async function listReading<E extends ListOfContract, Raw>(
  list: AnyListed<E, Raw>,
  reader: Reader,
  asked: ListQuery,
): Promise<ListReading> {
  if ('reckon' in list) {
    const question = { ...reader, asked, about: undefined } as ListQuestion
    return { question, ...(await list.reckon(reader, asked as never, null)) }
  }
  const prepared = await preparedOf(list, reader, asked)
  const count = sql`${prepared.gathered} ${countAll(list, prepared)}`
  const own = ownCount(list, prepared)
  return {
    question: prepared.question,
    count,
    // It may begin with tables of its own.
    ...(own && { totals: sql`${prepared.gathered} SELECT own.* FROM (${own}) own` }),
    rows: listRows(list, prepared),
  }
}

/** Every row of a list that has no pages. */
export async function allOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, reader: Reader, asked: ListQuery) {
  const { rows } = await listReading(list, reader, asked)
  const found = await reader.db.rows<Raw & object>(rows)
  return { data: (await withBeside<E, Raw>(list, found, reader)).map((raw) => rowOf(list, raw, reader)) }
}

/** The sums `counted` beside the first row `r` alone: each row that had them would send them, and have them read as JSON. */
const totalsOnce = sql.raw('CASE WHEN r.":place" > 1 THEN NULL ELSE counted.totals END')

/** The statement of a page of any list, with its count and its sums. */
async function pageQuery<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, reader: Reader, asked: ListQuery) {
  if (!('reckon' in list)) return pageStatement(list, await preparedOf(list, reader, asked), asked)
  const { page = 1, per_page = 100 } = asked
  const { count, rows } = await list.reckon(reader, asked as never, { offset: (page - 1) * per_page, limit: per_page })
  const placed = sql`SELECT page.*, row_number() OVER () AS ":place" FROM (${rows}) page`
  return sql`
    SELECT counted.total AS ":total", ${totalsOnce} AS ":totals", r.* FROM (${count}) counted
    LEFT JOIN LATERAL (${placed}) r ON true ORDER BY r.":place"`
}

/** Under names that no field of a row has. */
interface Counted {
  ':total': number
  /** Null in every row but the first. */
  ':totals': object[] | null
  /** Null in the one row of a page that has none. */
  ':place': string | null
}

const paging = new Set(['page', 'per_page'])

/**
 * The page that the banca's screen begins with, of a list that has no period: the one most asked for, and the same for
 * all who ask. Its size stands in the text, so that a plan made once knows how few rows are wanted. Those of a partner
 * below are planned each time: one plan for a distributor and for an office would suit neither.
 */
function isOpening<E extends ListOfContract, Raw>(
  { endpoint }: AnyListed<E, Raw>,
  scope: Scope,
  asked: ListQuery,
): boolean {
  const { page = 1, per_page = pageLimits.size } = asked
  if (!scope.whole || page !== 1 || per_page !== pageLimits.size || endpoint.list.period || endpoint.reports)
    return false
  return Object.entries(asked).every(([name, value]) => value === undefined || paging.has(name))
}

/** `total` and `totals` as the list says them by itself. */
function ownCount<E extends ListOfContract, Raw>({ counted }: Listed<E, Raw>, prepared: Prepared): SQL | undefined {
  return typeof counted === 'function' ? counted(prepared.question, prepared.where) : counted
}

/** The statement of a page, its count and its sums. */
export function pageStatement<E extends ListOfContract, Raw>(
  list: Listed<E, Raw>,
  prepared: Prepared,
  asked: ListQuery,
): SQL {
  const { page = 1, per_page = pageLimits.size } = asked
  const { question, gathered, from, where, order } = prepared
  const { shown } = list
  const columns = partSql(list.columns, question)
  const opening = sql.raw(`LIMIT ${pageLimits.size}`)
  const found = sql`
    SELECT page.*, row_number() OVER () AS ":place"
    FROM (
      SELECT ${shown ? sql`${shown.row}.*` : columns}
      FROM ${from}
      WHERE ${where} ${order}
        ${isOpening(list, question.scope, asked) ? opening : sql`LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`}
    ) page`
  const rows = shown
    ? sql`SELECT ${columns}, ${shown.row}.":place" FROM (${found}) ${shown.row} ${partSql(shown.tables, question)}`
    : found
  return sql`${gathered}
    SELECT counted.total AS ":total", ${totalsOnce} AS ":totals", r.* FROM (${ownCount(list, prepared) ?? countAll(list, prepared)}) counted
    LEFT JOIN LATERAL (${rows}) r ON true ORDER BY r.":place"`
}

/** One page with its count and sums. Rows in the order asked; a page past the end keeps its total. */
export async function pageOf<E extends ListOfContract, Raw>(list: AnyListed<E, Raw>, reader: Reader, asked: ListQuery) {
  const { page = 1, per_page = 100 } = asked
  const query = await pageQuery(list, reader, asked)
  const rows = await (isOpening(list, reader.scope, asked) || ('planned_once' in list && list.planned_once)
    ? reader.db.often<Counted & Raw>(query)
    : reader.db.rows<Counted & Raw>(query))
  const { ':total': total = 0, ':totals': totals = null } = rows[0] ?? {}
  // The columns of the count stay in the rows: an answer is written by its schema, which has no such fields.
  const found = rows.filter((raw) => raw[':place'] !== null)
  const data = (await withBeside<E, Raw>(list, found, reader)).map((raw) => rowOf(list, raw, reader))
  return { data, total, page, per_page, ...(list.endpoint.list.totals && { totals: totals ?? [] }) }
}
