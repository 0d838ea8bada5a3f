/** What every paged list of the registry shares: search, a whitelisted order and the page itself. */
import { sql, type SQL } from 'drizzle-orm'
import { fold } from '@contract/values/text.ts'
import { Problem } from '../http/problem.ts'
import type { Executor } from '../db/connect.ts'

/** A validated `pageQuery` of the contract. */
export interface PageAsked {
  page: number
  per_page: number
  sort?: string | undefined
  q?: string | undefined
}

export interface Page<T> {
  data: T[]
  total: number
  page: number
  per_page: number
}

/** Free text as a LIKE pattern: what a person types is never a wildcard. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** `q` in a partner's folded name, its code or its document. `p` is the partner's alias. */
export function matching(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const text = containing(q)
  return sql`(p.name_key LIKE ${containing(fold(q))} OR p.code ILIKE ${text} OR p.document ILIKE ${text})`
}

/**
 * `ORDER BY` of `sort` (`field` or `-field`) over the columns offered, the first of them when none is asked.
 * Ends with `p.id`, or rows that tie would swap between two pages. Rows without a value come last.
 * @throws Problem `invalid` when the list cannot be ordered by that field.
 */
export function ordered(sort: string | undefined, columns: Record<string, SQL>): SQL {
  const field = sort?.replace('-', '') ?? Object.keys(columns)[0] ?? ''
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!column) throw Problem.on('sort', 'invalid', 'No se puede ordenar por ese campo')
  return sql`ORDER BY ${column} ${sort?.startsWith('-') ? sql`DESC` : sql`ASC`} NULLS LAST, p.id`
}

/** One page of `columns` and how many rows there are in all. `from` names the tables, with the partner as `p`. */
export async function pageOf<T>(
  db: Executor,
  asked: PageAsked,
  parts: { columns: SQL; from: SQL; where: SQL; order: SQL },
): Promise<Page<T>> {
  const counted = await db.one<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ${parts.from} WHERE ${parts.where}`,
  )
  const data = await db.rows<T>(sql`
    SELECT ${parts.columns} FROM ${parts.from} WHERE ${parts.where} ${parts.order}
    LIMIT ${asked.per_page} OFFSET ${(asked.page - 1) * asked.per_page}`)
  return { data, total: counted?.total ?? 0, page: asked.page, per_page: asked.per_page }
}
