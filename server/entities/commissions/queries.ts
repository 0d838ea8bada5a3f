/** Commissions as the list, a partner's sheet and its history show them. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { commissions, type CommissionHistoryRow, type CommissionSheetRow } from '@contract/commissions.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { namedWithin, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { reckoned, type Window } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { holding, isKey, partJson, rateJson, whenSet } from '../../rules/commissions/in-force.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { offerNames } from '../quotas/matching.ts'
import { countOf, pageSql, partnersIn, sizesIn } from './matching.ts'

/** More rows than any banca has. */
const all: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

/** @throws Problem `not_found` */
export const commissionList = reckoned(commissions.list, {
  reckon: async ({ scope, db }, asked, window) => {
    const partners = await partnersIn(scope, db, asked)
    const sizes = window ? await sizesIn(scope, db, partners, asked) : undefined
    return { count: countOf(partners, asked, sizes), rows: pageSql(partners, asked, window ?? all, sizes) }
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
export async function sheetOf(scope: Scope, db: Executor, id: number): Promise<Answer<typeof commissions.show>> {
  const partner = await db.one<Omit<Answer<typeof commissions.show>, 'rows'>>(sql`
    SELECT p.id AS partner_id, p.name AS partner_name, p.currencies::text[] AS currencies,
      hashtext(
        coalesce(
          (
            SELECT string_agg(concat_ws(':', c.id, c.starts_at), ',' ORDER BY c.id)
            FROM commissions c
            WHERE c.partner_id = p.id
          ), ''
        )
      ) AS version
    FROM partners p WHERE p.id = ${id} AND ${within(scope, sql`p.id`)}`)
  if (!partner) throw new Problem('not_found')
  const rows = await db.rows<CommissionSheetRow>(sql`
    WITH offer AS (
      SELECT o.product_id, o.bet_type_id, pr.name AS product_name, b.name AS bet_type_name,
        row_number() OVER (ORDER BY pr.position, pr.name, pr.id, b.id) AS place
      FROM product_bet_types o
      JOIN products pr ON pr.id = o.product_id AND pr.status = 'activo'
      JOIN bet_types b ON b.id = o.bet_type_id
      WHERE o.enabled
    ), line AS (
      SELECT NULL::int AS product_id, NULL::int AS bet_type_id, NULL::text AS product_name, NULL::text AS bet_type_name,
        0 AS place, 0 AS level
      UNION ALL SELECT product_id, NULL, min(product_name), NULL, min(place), 1 FROM offer GROUP BY 1
      UNION ALL SELECT product_id, bet_type_id, product_name, bet_type_name, place, 2 FROM offer
    ), r AS (
      SELECT p.id AS partner_id, l.*, cur.currency FROM partners p CROSS JOIN line l
      CROSS JOIN LATERAL (SELECT NULL::currency AS currency UNION ALL SELECT unnest(p.currencies)) cur WHERE p.id = ${id}
    )
    SELECT r.partner_id, r.product_id, r.bet_type_id, r.currency::text AS currency, r.product_name, r.bet_type_name,
      ${partJson(sql`own`)} AS own, CASE WHEN own.starts_at > '-infinity' THEN own.starts_at END AS since, ${rateJson(sql`h`)} AS inherited,
      CASE WHEN h.depth = 0 THEN concat_ws(' · ', coalesce(hp.name, 'Su tasa general'), hb.name) ELSE f.name END AS "from",
      CASE
        WHEN ahead.starts_at IS NOT NULL THEN jsonb_build_object(
          'starts_at', to_char(ahead.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rate',
          ${partJson(sql`ahead`)}
        )
      END AS next
    FROM r
    LEFT JOIN LATERAL (SELECT x.* FROM commissions_set_at(${whenSet}) x WHERE ${isKey(sql`r`)} LIMIT 1) own ON true
    LEFT JOIN LATERAL (
      SELECT x.* FROM commissions x WHERE ${isKey(sql`r`)} AND x.starts_at > ${whenSet} ORDER BY x.starts_at LIMIT 1
    ) ahead ON true
    LEFT JOIN ${holding(sql`r`, whenSet, { but_own: true })} h ON true LEFT JOIN partners f ON f.id = h.from_id
    LEFT JOIN products hp ON hp.id = h.product_id LEFT JOIN bet_types hb ON hb.id = h.bet_type_id
    ORDER BY r.product_id IS NOT NULL, (SELECT min(place) FROM offer o WHERE o.product_id = r.product_id), r.level, r.place,
      r.currency NULLS FIRST`)
  return { ...partner, rows }
}

/** The last rows of a partner, those that are still to begin first. @throws Problem `not_found` */
export async function historyOf(scope: Scope, db: Executor, id: number): Promise<CommissionHistoryRow[]> {
  await mustBeWithin(scope, db, id)
  return db.rows<CommissionHistoryRow>(sql`
    SELECT c.partner_id, c.product_id, c.bet_type_id, c.currency::text AS currency, g.name AS product_name,
      b.name AS bet_type_name, ${partJson(sql`c`)} AS rate,
      CASE WHEN c.starts_at > '-infinity' THEN c.starts_at END AS starts_at,
      ${namedWithin(scope, sql`u.partner_id`, sql`u.name`)} AS set_by, c.starts_at > now() AS ahead
    FROM commissions c
    LEFT JOIN products g ON g.id = c.product_id
    LEFT JOIN bet_types b ON b.id = c.bet_type_id
    LEFT JOIN users u ON u.id = c.set_by
    WHERE c.partner_id = ${id} ORDER BY c.starts_at DESC, c.id DESC LIMIT 200`)
}
