/** Results, in force and withdrawn, as lists and details show them. Whoever may read the business may read them all. */
import { sql, type SQL } from 'drizzle-orm'
import type { manageDraws, ResultRow } from '@contract/manage-draws.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { daysBetween, longestRangeDays } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { textOfResult } from '../../rules/results/texts.ts'

const columns = sql`
  r.id, r.draw_id, r.product_id, p.name AS product_name, p.kind::text AS product_kind, d.day, d.scheduled_at,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('place', n.place, 'number', n.number, 'sign', n.sign, 'symbol_name', s.name, 'image_url', s.image_url) ORDER BY n.place)
    FROM result_numbers n LEFT JOIN product_symbols s ON s.product_id = r.product_id AND s.code = n.number WHERE n.result_id = r.id
  ), '[]'::jsonb) AS numbers,
  coalesce(${textOfResult(sql`r.id`, sql`r.product_id`)}, '') AS text, r.source, entered.name AS entered_by_name, confirmed.name AS confirmed_by_name, r.awarded_at, r.withdrawn_at, r.withdrawn_reason`
const tables = sql`results r JOIN draws d ON d.id = r.draw_id JOIN products p ON p.id = r.product_id LEFT JOIN users entered ON entered.id = r.entered_by LEFT JOIN users confirmed ON confirmed.id = r.confirmed_by`

/** Results that fit, latest draw first and of one draw the latest first. */
export function resultRows(db: Executor, where: SQL): Promise<ResultRow[]> {
  return db.rows<ResultRow>(
    sql`SELECT ${columns} FROM ${tables} WHERE ${where} ORDER BY d.scheduled_at DESC, r.id DESC`,
  )
}

const sortable: Record<string, SQL> = {
  scheduled_at: sql`d.scheduled_at`,
  day: sql`d.day`,
  product_name: sql`p.name`,
  awarded_at: sql`r.awarded_at`,
  source: sql`r.source`,
}

function ordered(sort = '-scheduled_at'): SQL {
  const field = sort.replace('-', '')
  const column = Object.hasOwn(sortable, field) ? sortable[field] : undefined
  if (!column) throw Problem.on('sort', 'invalid', 'No se puede ordenar por ese campo')
  return sql`ORDER BY ${column} ${sort.startsWith('-') ? sql`DESC` : sql`ASC`} NULLS LAST, p.position, r.id DESC`
}

/** What a person types finds a product by its name, or a number or symbol of the result. */
function matching(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const name = `%${fold(q).replace(/[\\%_]/g, '\\$&')}%`
  const folded = (column: SQL) => sql`translate(lower(${column}), 'áéíóúüñ', 'aeiouun') LIKE ${name}`
  return sql`(${folded(sql`p.name`)} OR EXISTS (
    SELECT 1 FROM result_numbers n LEFT JOIN product_symbols s ON s.product_id = r.product_id AND s.code = n.number WHERE n.result_id = r.id AND (n.number = ${q} OR ${folded(sql`s.name`)})))`
}

type Asked = Received<typeof manageDraws.results>['body']

/** One page of the results of some days. @throws Problem `range_backwards`, `range_too_long`, `invalid` for a sort there is not */
export async function listResults(db: Executor, asked: Asked): Promise<Answer<typeof manageDraws.results>> {
  if (asked.from > asked.to) throw Problem.on('from', 'range_backwards')
  if (daysBetween(asked.from, asked.to) > longestRangeDays) throw Problem.on('to', 'range_too_long')
  const where = every(
    sql`d.day BETWEEN ${asked.from}::date AND ${asked.to}::date`,
    !asked.withdrawn && sql`r.withdrawn_at IS NULL`,
    asked.product_ids.length > 0 && sql`r.product_id = ANY (${list(asked.product_ids)}::int[])`,
    matching(asked.q),
  )
  const order = ordered(asked.sort)
  const counted = await db.one<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${tables} WHERE ${where}`)
  const data = await db.rows<ResultRow>(
    sql`SELECT ${columns} FROM ${tables} WHERE ${where} ${order} LIMIT ${asked.per_page} OFFSET ${(asked.page - 1) * asked.per_page}`,
  )
  return { data, total: counted?.total ?? 0, page: asked.page, per_page: asked.per_page }
}
