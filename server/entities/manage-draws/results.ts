/** Results, in force and withdrawn, as lists and details show them. Whoever may read the business may read them all. */
import { sql, type SQL } from 'drizzle-orm'
import { manageDraws } from '@contract/manage-draws.ts'
import type { ResultRow } from '@contract/draw-detail.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { namedWithin, type Scope } from '../../platform/db/scope.ts'
import { listing, handledElsewhere, wholeBanca } from '../../platform/lists/listing.ts'
import { foldedSql, holdsWordsSql, markedNameSql } from '../../platform/lists/names.ts'
import { textOfResult } from '../../rules/results/texts.ts'

const columns = (scope: Scope) => sql`
  result.id, result.draw_id, result.product_id, product.name AS product_name, product.kind::text AS product_kind, draw.day,
  draw.scheduled_at,
  coalesce((
    SELECT jsonb_agg(
      jsonb_build_object(
        'place', number.place, 'number', number.number, 'sign', number.sign, 'symbol_name', symbol.name, 'image_url', symbol.image_url
      )
      ORDER BY number.place
    )
    FROM result_numbers number LEFT JOIN product_symbols symbol ON symbol.product_id = result.product_id AND symbol.code = number.number
    WHERE number.result_id = result.id
  ), '[]'::jsonb) AS numbers,
  coalesce(${textOfResult(sql`result.id`, sql`result.product_id`)}, '') AS text, result.source,
  ${namedWithin(scope, sql`entered.partner_id`, sql`entered.name`)} AS entered_by_name,
  ${namedWithin(scope, sql`confirmed.partner_id`, sql`confirmed.name`)} AS confirmed_by_name, result.awarded_at, result.withdrawn_at,
  result.withdrawn_reason`
const tables = sql`
  results result
  JOIN draws draw ON draw.id = result.draw_id
  JOIN products product ON product.id = result.product_id
  LEFT JOIN users entered ON entered.id = result.entered_by
  LEFT JOIN users confirmed ON confirmed.id = result.confirmed_by`

/** Results that fit, latest draw first and of one draw the latest first. */
export function resultRows({ scope, db }: { scope: Scope; db: Executor }, where: SQL): Promise<ResultRow[]> {
  return db.rows<ResultRow>(
    sql`SELECT ${columns(scope)} FROM ${tables} WHERE ${where} ORDER BY draw.scheduled_at DESC, result.id DESC`,
  )
}

/** What a person types finds a product by its name, or a number or symbol of the result. */
function matching(q: string): SQL {
  const alike = (column: SQL) => holdsWordsSql([foldedSql(column)], q)
  return sql`
    ${alike(sql`product.name`)}
    OR EXISTS (
      SELECT 1
      FROM result_numbers number
      LEFT JOIN product_symbols symbol ON symbol.product_id = result.product_id AND symbol.code = number.number
      WHERE number.result_id = result.id AND (number.number = ${q} OR ${alike(sql`symbol.name`)})
    )`
}

/** Results of some days as a list. Draws of one hour stand in the order of their products, whichever comes first of the hours. */
export const resultsOfDays = listing(manageDraws.results, {
  from: tables,
  columns: ({ scope }) => columns(scope),
  key: sql`result.id`,
  scope: wholeBanca,
  order: {
    scheduled_at: [sql`draw.scheduled_at`, sql`-product.position`],
    day: [sql`draw.day`, sql`-product.position`],
    product_name: [sql`product.name`, sql`-result.id`],
    awarded_at: [sql`result.awarded_at`, sql`-product.position`],
    source: [sql`result.source`, sql`-product.position`],
  },
  search: { more: matching },
  period: ({ from, to }) => sql`draw.day BETWEEN ${from}::date AND ${to}::date`,
  alsoWhere: ({ asked }) => (asked.withdrawn ? undefined : sql`result.withdrawn_at IS NULL`),
  filter: {
    product_ids: (products) => sql`result.product_id = ANY (${list(products)}::int[])`,
    withdrawn: handledElsewhere,
  },
  named: {
    product_ids: (products) =>
      sql`SELECT ${markedNameSql('product')} FROM products product WHERE product.id = ANY (${list(products)}::int[])
        ORDER BY product.status, product.position`,
  },
})
