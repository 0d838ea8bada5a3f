/** Commissions as the list, a partner's sheet and its history show them. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { commissions, type CommissionHistoryRow, type CommissionSheetRow } from '@contract/commissions.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { namedWithin, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { computedList, type PageWindow } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { rateAt, isKey, partJson, rateJson, setAsOf } from '../../rules/commissions/in-force.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { offerNames } from '../quotas/matching.ts'
import { commissionCount, pageSql, partnersIn, sizesIn } from './matching.ts'

/** More rows than any banca has. */
const all: PageWindow = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

/** @throws Problem `not_found` */
export const commissionList = computedList(commissions.list, {
  reckon: async ({ scope, db }, asked, window) => {
    const partners = await partnersIn(scope, db, asked)
    const sizes = window ? await sizesIn(scope, db, partners, asked) : undefined
    return { count: commissionCount(partners, asked, sizes), rows: pageSql(partners, asked, window ?? all, sizes) }
  },
  named: {
    partner_id: (partner_id) => nameById('partners', partner_id),
    ...offerNames,
  },
})

/**
 * Everything that may be set for one partner: for all it sells, for each product, and for each bet type; in every
 * currency together and in each apart. @throws Problem `not_found`
 */
export async function commissionSheet(
  scope: Scope,
  db: Executor,
  id: number,
): Promise<Answer<typeof commissions.show>> {
  const partner = await db.one<Omit<Answer<typeof commissions.show>, 'rows'>>(sql`
    SELECT partner.id AS partner_id, partner.name AS partner_name, partner.currencies::text[] AS currencies,
      hashtext(
        coalesce(
          (
            SELECT string_agg(concat_ws(':', rate.id, rate.starts_at), ',' ORDER BY rate.id)
            FROM commissions rate
            WHERE rate.partner_id = partner.id
          ), ''
        )
      ) AS version
    FROM partners partner WHERE partner.id = ${id} AND ${within(scope, sql`partner.id`)}`)
  if (!partner) throw new Problem('not_found')
  const rows = await db.rows<CommissionSheetRow>(sql`
    WITH offer AS (
      SELECT offer.product_id, offer.bet_type_id, product.name AS product_name, bet.name AS bet_type_name,
        row_number() OVER (ORDER BY product.position, product.name, product.id, bet.id) AS place
      FROM product_bet_types offer
      JOIN products product ON product.id = offer.product_id AND product.status = 'activo'
      JOIN bet_types bet ON bet.id = offer.bet_type_id
      WHERE offer.enabled
    ), line AS (
      SELECT NULL::int AS product_id, NULL::int AS bet_type_id, NULL::text AS product_name, NULL::text AS bet_type_name,
        0 AS place, 0 AS level
      UNION ALL SELECT product_id, NULL, min(product_name), NULL, min(place), 1 FROM offer GROUP BY 1
      UNION ALL SELECT product_id, bet_type_id, product_name, bet_type_name, place, 2 FROM offer
    ), cell AS (
      SELECT partner.id AS partner_id, line.*, cur.currency FROM partners partner CROSS JOIN line
      CROSS JOIN LATERAL (SELECT NULL::currency AS currency UNION ALL SELECT unnest(partner.currencies)) cur WHERE partner.id = ${id}
    )
    SELECT cell.partner_id, cell.product_id, cell.bet_type_id, cell.currency::text AS currency, cell.product_name, cell.bet_type_name,
      ${partJson(sql`own`)} AS own, CASE WHEN own.starts_at > '-infinity' THEN own.starts_at END AS since,
        ${rateJson(sql`held`)} AS inherited,
      CASE WHEN held.depth = 0 THEN concat_ws(' · ', coalesce(held_product.name, 'Su tasa general'), held_bet.name)
        ELSE father.name END AS "from",
      CASE
        WHEN ahead.starts_at IS NOT NULL THEN jsonb_build_object(
          'starts_at', to_char(ahead.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rate',
          ${partJson(sql`ahead`)}
        )
      END AS next
    FROM cell
    LEFT JOIN LATERAL (SELECT rate.* FROM commissions_set_at(${setAsOf}) rate WHERE ${isKey(sql`cell`)} LIMIT 1) own ON true
    LEFT JOIN LATERAL (
      SELECT rate.* FROM commissions rate WHERE ${isKey(sql`cell`)} AND rate.starts_at > ${setAsOf} ORDER BY rate.starts_at LIMIT 1
    ) ahead ON true
    LEFT JOIN ${rateAt(sql`cell`, setAsOf, { but_own: true })} held ON true LEFT JOIN partners father ON father.id = held.from_id
    LEFT JOIN products held_product ON held_product.id = held.product_id LEFT JOIN bet_types held_bet ON held_bet.id = held.bet_type_id
    ORDER BY cell.product_id IS NOT NULL, (SELECT min(place) FROM offer WHERE offer.product_id = cell.product_id), cell.level, cell.place,
      cell.currency NULLS FIRST`)
  return { ...partner, rows }
}

/** The last rows of a partner, those that are still to begin first. @throws Problem `not_found` */
export async function commissionHistory(scope: Scope, db: Executor, id: number): Promise<CommissionHistoryRow[]> {
  await mustBeWithin(scope, db, id)
  return db.rows<CommissionHistoryRow>(sql`
    SELECT rate.partner_id, rate.product_id, rate.bet_type_id, rate.currency::text AS currency, product.name AS product_name,
      bet.name AS bet_type_name, ${partJson(sql`rate`)} AS rate,
      CASE WHEN rate.starts_at > '-infinity' THEN rate.starts_at END AS starts_at,
      ${namedWithin(scope, sql`author.partner_id`, sql`author.name`)} AS set_by, rate.starts_at > now() AS ahead
    FROM commissions rate
    LEFT JOIN products product ON product.id = rate.product_id
    LEFT JOIN bet_types bet ON bet.id = rate.bet_type_id
    LEFT JOIN users author ON author.id = rate.set_by
    WHERE rate.partner_id = ${id} ORDER BY rate.starts_at DESC, rate.id DESC LIMIT 200`)
}
