/**
 * A partner's last closed week worked through under other rates: the sums that were sold and won, settled as weeks are
 * settled (a unit is an agency × product × currency × rate), by the rates that would hold once the edits are saved.
 * Nothing is written.
 */
import { sql } from 'drizzle-orm'
import type { CommissionPreviewRow, commissions } from '@contract/commissions.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { addDays } from '@contract/values/dates.ts'
import { json } from '../../platform/db/connect.ts'
import { under } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { mostSpecific, rateColumns, speaksOf, whenSet } from '../../rules/commissions/in-force.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

/** Monday of the last week that is over on `today`. */
function lastWeek(today: string): { from: string; to: string } {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const from = addDays(today, -weekday - 7)
  return { from, to: addDays(from, 6) }
}

/** @throws Problem `not_found` */
export async function previewOf(
  { scope, db, today }: Context,
  { partner_id, commissions: rows }: Received<typeof commissions.preview>['body'],
): Promise<Answer<typeof commissions.preview>> {
  for (const id of new Set([partner_id, ...rows.map((row) => row.partner_id)])) await mustBeWithin(scope, db, id)
  const isBelow = scope.whole && partner_id === scope.partner_id ? sql`true` : under(partner_id, sql`h.office_id`)
  const { from, to } = lastWeek(today)
  const flat = rows.map(({ rate, ...key }) => ({ ...key, ...rate }))
  const data = await db.rows<CommissionPreviewRow & { agencies: number }>(sql`
    WITH edited AS (
      SELECT * FROM jsonb_to_recordset(${json(flat)}) AS e(partner_id int, product_id smallint, bet_type_id smallint, currency currency,
        commission_kind text, commission_percent numeric, participation_kind text, participation_percent numeric)
    ), cell AS MATERIALIZED (
      SELECT h.office_id, h.currency, h.product_id, h.bet_type_id, sum(h.sold) AS sold, sum(h.prizes) AS prizes,
        coalesce(sum(s.commission), 0) AS commission, coalesce(sum(s.participation), 0) AS participation
      FROM settlement_hours h LEFT JOIN settled_hours s USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE h.day BETWEEN ${from}::date AND ${to}::date AND ${isBelow} GROUP BY 1, 2, 3, 4
    ), above AS MATERIALIZED (
      SELECT o.office_id, a.ancestor_id, a.depth FROM (SELECT DISTINCT office_id FROM cell) o JOIN partner_ancestors a ON a.partner_id = o.office_id
    ), rate AS MATERIALIZED (
      -- Of the partners above these offices alone: a wide banca has hundreds of thousands of rates, and each partner few.
      SELECT x.partner_id, x.product_id, x.bet_type_id, x.currency, ${rateColumns} FROM commissions_at(${whenSet}) x
      WHERE x.partner_id = ANY (ARRAY(SELECT DISTINCT ancestor_id FROM above)) AND NOT EXISTS (SELECT 1 FROM edited e WHERE e.partner_id = x.partner_id
        AND e.product_id IS NOT DISTINCT FROM x.product_id AND e.bet_type_id IS NOT DISTINCT FROM x.bet_type_id AND e.currency IS NOT DISTINCT FROM x.currency)
      UNION ALL SELECT partner_id, product_id, bet_type_id, currency, ${rateColumns} FROM edited WHERE commission_kind IS NOT NULL
    ), rated AS (
      SELECT DISTINCT ON (c.office_id, c.product_id, c.bet_type_id, c.currency) c.office_id, c.product_id, c.bet_type_id, c.currency, ${rateColumns}
      FROM cell c JOIN above a USING (office_id) JOIN rate x ON x.partner_id = a.ancestor_id AND ${speaksOf(sql`c`)}
      ORDER BY c.office_id, c.product_id, c.bet_type_id, c.currency, a.depth, ${mostSpecific}
    ), priced AS (
      SELECT agency.ancestor_id AS agency_id, c.*, coalesce(r.commission_kind, 'VENTA') AS commission_kind, coalesce(r.commission_percent, 0)::numeric(7, 4) AS commission_percent,
        coalesce(r.participation_kind, 'COMPARTIDA') AS participation_kind, coalesce(r.participation_percent, 0)::numeric(7, 4) AS participation_percent
      FROM cell c JOIN above agency ON agency.office_id = c.office_id AND agency.depth = 1
      LEFT JOIN rated r ON r.office_id = c.office_id AND r.product_id = c.product_id AND r.bet_type_id = c.bet_type_id AND r.currency = c.currency
    ), unit AS (
      SELECT agency_id, currency, product_id, ${rateColumns}, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(participation) AS participation
      FROM priced GROUP BY agency_id, currency, product_id, ${rateColumns}
    ), earned AS (
      SELECT u.*, settle_commission(u.commission_kind, u.commission_percent, u.sold, u.prizes) AS new_commission,
        CASE WHEN u.participation_kind = 'ARRASTRE' THEN coalesce((
          -- What these very rates had lost by then; other ones begin without a loss.
          SELECT least(w.carried + w.sold - w.prizes - w.commission, 0) FROM settlement_weeks w JOIN frozen_rates f ON f.id = w.rate_id
          WHERE w.agency_id = u.agency_id AND w.currency = u.currency AND w.product_id = u.product_id AND w.week < ${from}::date
            AND (f.commission_kind, f.commission_percent, f.participation_kind, f.participation_percent) = (u.commission_kind, u.commission_percent, u.participation_kind, u.participation_percent)
          ORDER BY w.week DESC LIMIT 1), 0) ELSE 0 END AS carried
      FROM unit u
    ), worked AS (
      SELECT e.*, settle_participation(e.participation_kind, e.participation_percent, e.carried, e.sold - e.prizes - e.new_commission) AS new_participation FROM earned e
    )
    SELECT w.currency::text AS currency, w.product_id, g.name AS product_name, sum(w.sold) AS sold, sum(w.prizes) AS prizes, sum(w.commission) AS commission,
      sum(w.participation) AS participation, sum(w.new_commission) AS new_commission, sum(w.new_participation) AS new_participation,
      (SELECT count(DISTINCT ancestor_id)::int FROM above WHERE depth = 1) AS agencies
    FROM worked w JOIN products g ON g.id = w.product_id GROUP BY w.currency, w.product_id, g.name, g.position ORDER BY w.currency, g.position, g.name`)
  return { from, to, agencies: data[0]?.agencies ?? 0, data: data.map(({ agencies: _agencies, ...row }) => row) }
}
