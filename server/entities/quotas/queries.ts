/** Quotas as lists and sheets show them: the own value, what it inherits and from whom, and the banca's ceiling. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { quotas, type QuotaRow } from '@contract/quotas.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { reckoned, type Window } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import {
  chosenCtes,
  countSql,
  nearestAbove,
  offerNames,
  offersOf,
  partnersOf,
  rowsOf,
  sizesOf,
  wholeSheet,
  type Filter,
} from './matching.ts'
import type { OwnSizes } from './own-sizes.ts'

/** More rows than any banca has. */
const all: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

/**
 * One page of rows. Partners are placed by their counts first, so that rows are made only of those the page
 * touches, and what a row sets and inherits is looked up only for the page. Ancestors above the caller's
 * own partner are read as well: what they set rules below.
 */
function pageRows(partners: SQL, filter: Filter, { offset, limit }: Window, sizes?: OwnSizes): SQL {
  return sql`
    WITH ${chosenCtes(partners, filter, { offset, limit }, sizes)},
    r AS MATERIALIZED (
      SELECT c.id AS partner_id, c.name AS partner_name, c.type AS partner_type, o.product_id, o.product_name, o.bet_type_id,
        o.bet_type_name, o.place, cur.currency
      FROM ${filter.own_only ? rowsOf(sql`chosen`, filter) : offersOf(sql`chosen`)} ORDER BY c.name, c.id, o.place, cur.currency
      OFFSET greatest(${offset}::bigint - (SELECT min(before) FROM chosen), 0)::bigint LIMIT ${limit}::bigint
    )
    SELECT r.partner_id, r.partner_name, r.partner_type, r.product_id, r.product_name, r.bet_type_id, r.bet_type_name,
      r.currency::text AS currency,
      (
        SELECT q.amount
        FROM regular_quotas q
        WHERE q.partner_id = r.partner_id AND q.product_id = r.product_id AND q.bet_type_id = r.bet_type_id
          AND q.currency = r.currency
      ) AS own,
      above.amount AS inherited, above.name AS "from", t.amount AS top
    FROM r LEFT JOIN ${nearestAbove} above ON true
    LEFT JOIN top_quotas t ON t.product_id = r.product_id AND t.bet_type_id = r.bet_type_id AND t.currency = r.currency
    ORDER BY r.partner_name, r.partner_id, r.place, r.currency`
}

/** @throws Problem `not_found` */
export const quotaList = reckoned(quotas.list, {
  reckon: async ({ scope, db }, asked, window) => {
    const partners = await partnersOf(scope, db, asked)
    const sizes = window ? await sizesOf(db, scope, partners, asked) : undefined
    return { count: countSql(partners, asked, sizes), rows: pageRows(partners, asked, window ?? all, sizes) }
  },
  named: {
    partner_id: (partner_id) => nameById('partners', partner_id),
    ...offerNames,
  },
})

/**
 * Every quota of one partner. `version` changes whenever one of its own values does.
 * @throws Problem `not_found`
 */
export async function sheetOf(scope: Scope, db: Executor, id: number): Promise<Answer<typeof quotas.show>> {
  const partner = await db.one<{ partner_id: number; partner_name: string; version: number }>(sql`
    SELECT p.id AS partner_id, p.name AS partner_name,
      hashtext(
        coalesce(
          (
            SELECT string_agg(
              concat_ws(':', q.product_id, q.bet_type_id, q.currency, q.amount), ','
              ORDER BY q.product_id, q.bet_type_id, q.currency
            )
            FROM regular_quotas q
            WHERE q.partner_id = p.id
          ), ''
        )
      ) AS version
    FROM partners p WHERE p.id = ${id} AND ${within(scope, sql`p.id`)}`)
  if (!partner) throw new Problem('not_found')
  return { ...partner, rows: await db.rows<QuotaRow>(pageRows(sql`p.id = ${id}`, wholeSheet, all)) }
}
