/** From a list's SQL and what it is asked to its statements: conditions, order, count and sums, and rows. */
import { sql, type SQL } from 'drizzle-orm'
import { daysBetween, longestRangeDays, type Period } from '@contract/values/dates.ts'
import { every } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'
import {
  several,
  partSql,
  type ListQuery,
  type Listed,
  type ListOfContract,
  type ListQuestion,
  type Reader,
} from './listing.ts'
import { searchCondition } from './names.ts'

/**
 * The period asked, whole; one that is open reaches as far as there are days. @throws Problem `range_backwards`,
 * `range_too_long`, and `invalid` when only one
 * end is given of a period that asks for both
 */
function periodOf({ from, to }: ListQuery, open: boolean): Period | undefined {
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
  question: ListQuestion,
  asked: ListQuery,
): Promise<SQL> {
  const period = list.period && periodOf(asked, isOpen(list))
  const conditions: (SQL | undefined)[] = [
    period && list.period?.(period, question),
    list.scope(question.scope, question),
    list.alsoWhere?.(question),
  ]
  for (const [name, condition] of Object.entries(list.filter)) {
    const value = asked[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    conditions.push(await (condition as (value: unknown, question: ListQuestion) => SQL)(value, question))
  }
  return every(...conditions, searchCondition(list.search, asked.q))
}

/** A question to a list as SQL: what stands before a statement, after FROM and after WHERE. */
export interface Prepared {
  question: ListQuestion
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
  asked: ListQuery,
): Promise<Prepared> {
  if (list.period) periodOf(asked, isOpen(list))
  const question = { ...reader, asked, about: await list.about?.(asked as never, reader) } as ListQuestion
  const order = orderOf(list, asked.sort, question)
  const where = await conditionsOf(list, question, asked)
  const before = list.gathered?.(question, where)
  return {
    question,
    gathered: before?.tables ? sql`WITH ${before.tables}` : sql``,
    from: partSql(list.from, question),
    where: before?.taken ? sql`true` : where,
    order,
  }
}

/** `ORDER BY` of what was asked, else the list's own first order; ends with the key. */
function orderOf<E extends ListOfContract, Raw>(
  list: Listed<E, Raw>,
  sort: string | undefined,
  question: ListQuestion,
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
export function countAll<E extends ListOfContract, Raw>(list: Listed<E, Raw>, { from, where }: Prepared): SQL {
  if (!list.amounts) return sql`SELECT count(*)::int AS total, NULL::json AS totals FROM ${from} WHERE ${where}`
  const { currency, ...sums } = list.amounts
  const named = Object.entries(sums).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s), '[]') AS totals
    FROM (SELECT ${sql.join([sql`${currency}::text AS currency`, sql`count(*)::int AS rows`, ...named], sql`, `)}
      FROM ${from} WHERE ${where} GROUP BY ${currency} ORDER BY ${currency}) s`
}

/** All the rows, in order, each whole. */
export function listRows<E extends ListOfContract, Raw>(list: Listed<E, Raw>, prepared: Prepared): SQL {
  const { question, gathered, from, where, order } = prepared
  return sql`${gathered}
    SELECT ${partSql(list.columns, question)} FROM ${from} ${partSql(list.shown?.tables, question)} WHERE ${where} ${order}`
}
