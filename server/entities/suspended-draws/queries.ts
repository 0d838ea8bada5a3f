/** Suspensions as their list shows them. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import type { suspendedDraws, SuspensionRow } from '@contract/suspended-draws.ts'
import { fold } from '@contract/values/text.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { ordered, pageOf, type Page } from '../../platform/lists/paging.ts'

type Stored = Omit<SuspensionRow, 'actions'>

/** `p` is the suspension: what pages are ordered by last. */
const tables = sql`draw_suspensions p JOIN draws d ON d.id = p.draw_id JOIN products product ON product.id = d.product_id
  LEFT JOIN draws target ON target.id = p.moved_to_draw_id LEFT JOIN users maker ON maker.id = p.created_by LEFT JOIN users lifter ON lifter.id = p.lifted_by`

const columns = sql`p.id, p.draw_id, product.name AS product_name, d.day, d.scheduled_at, d.closes_at, p.mode, p.moved_to_draw_id, target.scheduled_at AS moved_to_at, p.reason, p.lines,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', a.key, 'amount', a.value) ORDER BY a.key), '[]') FROM jsonb_each_text(p.amounts) a) AS amounts,
  maker.name AS created_by_name, p.created_at, p.lifted_at, lifter.name AS lifted_by_name`

const sortable = {
  created_at: sql`p.created_at`,
  scheduled_at: sql`d.scheduled_at`,
  day: sql`d.day`,
  product_name: sql`product.name`,
  mode: sql`p.mode`,
  lines: sql`p.lines`,
  lifted_at: sql`p.lifted_at`,
}

const toRow = (row: Stored): SuspensionRow => ({ ...row, actions: row.lifted_at === null ? ['lift'] : [] })

export async function listSuspensions(
  db: Executor,
  asked: Received<typeof suspendedDraws.list>['query'],
): Promise<Page<SuspensionRow>> {
  const text = asked.q === undefined ? undefined : `%${fold(asked.q).replace(/[\\%_]/g, '\\$&')}%`
  const where = every(
    asked.from !== undefined && sql`d.day >= ${asked.from}::date`,
    asked.to !== undefined && sql`d.day <= ${asked.to}::date`,
    asked.product_id !== undefined && sql`d.product_id = ${asked.product_id}`,
    text !== undefined && sql`(lower(product.name) LIKE ${text} OR lower(p.reason) LIKE ${text})`,
  )
  const page = await pageOf<Stored>(db, asked, {
    columns,
    from: tables,
    where,
    order: ordered(asked.sort ?? '-created_at', sortable),
  })
  return { ...page, data: page.data.map(toRow) }
}

/** @throws Problem `not_found` */
export async function suspensionOf(db: Executor, id: number): Promise<SuspensionRow> {
  const row = await db.one<Stored>(sql`SELECT ${columns} FROM ${tables} WHERE p.id = ${id}`)
  if (!row) throw new Problem('not_found')
  return toRow(row)
}
