/** Results, in force and withdrawn, as lists and details show them. Whoever may read the business may read them all. */
import { sql, type SQL } from 'drizzle-orm'
import { manageDraws } from '@contract/manage-draws.ts'
import type { ResultRow } from '@contract/draw-detail.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { namedWithin, type Scope } from '../../platform/db/scope.ts'
import { listing, saidElsewhere, wholeBanca } from '../../platform/lists/listing.ts'
import { folded, holdsWords, markedName } from '../../platform/lists/names.ts'
import { textOfResult } from '../../rules/results/texts.ts'

const columns = (scope: Scope) => sql`
  r.id, r.draw_id, r.product_id, p.name AS product_name, p.kind::text AS product_kind, d.day, d.scheduled_at,
  coalesce((
    SELECT jsonb_agg(
      jsonb_build_object(
        'place', n.place, 'number', n.number, 'sign', n.sign, 'symbol_name', s.name, 'image_url', s.image_url
      )
      ORDER BY n.place
    )
    FROM result_numbers n LEFT JOIN product_symbols s ON s.product_id = r.product_id AND s.code = n.number WHERE n.result_id = r.id
  ), '[]'::jsonb) AS numbers,
  coalesce(${textOfResult(sql`r.id`, sql`r.product_id`)}, '') AS text, r.source,
  ${namedWithin(scope, sql`entered.partner_id`, sql`entered.name`)} AS entered_by_name,
  ${namedWithin(scope, sql`confirmed.partner_id`, sql`confirmed.name`)} AS confirmed_by_name, r.awarded_at, r.withdrawn_at,
  r.withdrawn_reason`
const tables = sql`
  results r
  JOIN draws d ON d.id = r.draw_id
  JOIN products p ON p.id = r.product_id
  LEFT JOIN users entered ON entered.id = r.entered_by
  LEFT JOIN users confirmed ON confirmed.id = r.confirmed_by`

/** Results that fit, latest draw first and of one draw the latest first. */
export function resultRows({ scope, db }: { scope: Scope; db: Executor }, where: SQL): Promise<ResultRow[]> {
  return db.rows<ResultRow>(
    sql`SELECT ${columns(scope)} FROM ${tables} WHERE ${where} ORDER BY d.scheduled_at DESC, r.id DESC`,
  )
}

/** What a person types finds a product by its name, or a number or symbol of the result. */
function matching(q: string): SQL {
  const alike = (column: SQL) => holdsWords([folded(column)], q)
  return sql`
    ${alike(sql`p.name`)}
    OR EXISTS (
      SELECT 1
      FROM result_numbers n
      LEFT JOIN product_symbols s ON s.product_id = r.product_id AND s.code = n.number
      WHERE n.result_id = r.id AND (n.number = ${q} OR ${alike(sql`s.name`)})
    )`
}

/** Results of some days as a list. Draws of one hour stand in the order of their products, whichever comes first of the hours. */
export const resultsOfDays = listing(manageDraws.results, {
  from: tables,
  columns: ({ scope }) => columns(scope),
  key: sql`r.id`,
  scope: wholeBanca,
  order: {
    scheduled_at: [sql`d.scheduled_at`, sql`-p.position`],
    day: [sql`d.day`, sql`-p.position`],
    product_name: [sql`p.name`, sql`-r.id`],
    awarded_at: [sql`r.awarded_at`, sql`-p.position`],
    source: [sql`r.source`, sql`-p.position`],
  },
  search: { more: matching },
  period: ({ from, to }) => sql`d.day BETWEEN ${from}::date AND ${to}::date`,
  together: ({ asked }) => (asked.withdrawn ? undefined : sql`r.withdrawn_at IS NULL`),
  filter: {
    product_ids: (products) => sql`r.product_id = ANY (${list(products)}::int[])`,
    withdrawn: saidElsewhere,
  },
  named: {
    product_ids: (products) =>
      sql`SELECT ${markedName('p')} FROM products p WHERE p.id = ANY (${list(products)}::int[]) ORDER BY p.status, p.position`,
  },
})
