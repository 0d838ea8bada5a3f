/** Quotas as lists and sheets show them: the own value, what it inherits and from whom, and the banca's ceiling. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { quotas, type QuotaRow } from '@contract/quotas.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { computedList, type PageWindow } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import {
  chosenCtes,
  countSql,
  nearestAbove,
  offerNames,
  offersOf,
  partnersMatching,
  offerRows,
  sizesOf,
  wholeSheet,
  type SheetFilter,
} from './matching.ts'
import type { OwnSizes } from './own-sizes.ts'

/** More rows than any banca has. */
const all: PageWindow = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

/**
 * One page of rows. Partners are placed by their counts first, so that rows are made only of those the page
 * touches, and what a row sets and inherits is looked up only for the page. Ancestors above the caller's
 * own partner are read as well: what they set rules below.
 */
function pageRows(partners: SQL, filter: SheetFilter, { offset, limit }: PageWindow, sizes?: OwnSizes): SQL {
  return sql`
    WITH ${chosenCtes(partners, filter, { offset, limit }, sizes)},
    cell AS MATERIALIZED (
      SELECT partner.id AS partner_id, partner.name AS partner_name, partner.type AS partner_type, offer.product_id, offer.product_name,
        offer.bet_type_id,
        offer.bet_type_name, offer.place, cur.currency
      FROM ${filter.own_only ? offerRows(sql`chosen`, filter) : offersOf(sql`chosen`)}
      ORDER BY partner.name, partner.id, offer.place, cur.currency
      OFFSET greatest(${offset}::bigint - (SELECT min(before) FROM chosen), 0)::bigint LIMIT ${limit}::bigint
    )
    SELECT cell.partner_id, cell.partner_name, cell.partner_type, cell.product_id, cell.product_name, cell.bet_type_id, cell.bet_type_name,
      cell.currency::text AS currency,
      (
        SELECT quota.amount
        FROM regular_quotas quota
        WHERE quota.partner_id = cell.partner_id AND quota.product_id = cell.product_id AND quota.bet_type_id = cell.bet_type_id
          AND quota.currency = cell.currency
      ) AS own,
      above.amount AS inherited, above.name AS "from", top.amount AS top
    FROM cell LEFT JOIN ${nearestAbove} above ON true
    LEFT JOIN top_quotas top ON top.product_id = cell.product_id AND top.bet_type_id = cell.bet_type_id AND top.currency = cell.currency
    ORDER BY cell.partner_name, cell.partner_id, cell.place, cell.currency`
}

/** @throws Problem `not_found` */
export const quotaList = computedList(quotas.list, {
  reckon: async ({ scope, db }, asked, window) => {
    const partners = await partnersMatching(scope, db, asked)
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
export async function partnerQuotaSheet(scope: Scope, db: Executor, id: number): Promise<Answer<typeof quotas.show>> {
  const partner = await db.one<{ partner_id: number; partner_name: string; version: number }>(sql`
    SELECT partner.id AS partner_id, partner.name AS partner_name,
      hashtext(
        coalesce(
          (
            SELECT string_agg(
              concat_ws(':', quota.product_id, quota.bet_type_id, quota.currency, quota.amount), ','
              ORDER BY quota.product_id, quota.bet_type_id, quota.currency
            )
            FROM regular_quotas quota
            WHERE quota.partner_id = partner.id
          ), ''
        )
      ) AS version
    FROM partners partner WHERE partner.id = ${id} AND ${within(scope, sql`partner.id`)}`)
  if (!partner) throw new Problem('not_found')
  return { ...partner, rows: await db.rows<QuotaRow>(pageRows(sql`partner.id = ${id}`, wholeSheet, all)) }
}
