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
  const { from, to } = lastWeek(today)
  const flat = rows.map(({ rate, ...key }) => ({ ...key, ...rate }))
  const data = await db.rows<CommissionPreviewRow & { agencies: number }>(sql`
    WITH edited AS (
      SELECT * FROM jsonb_to_recordset(${json(flat)}) AS e(partner_id int, product_id smallint, bet_type_id smallint, currency currency,
        commission_kind text, commission_percent numeric, participation_kind text, participation_percent numeric)
    ), cell AS MATERIALIZED (
      SELECT h.office_id, o.father_id AS agency_id, h.currency, h.product_id, h.bet_type_id, sum(h.sold) AS sold, sum(h.prizes) AS prizes,
        coalesce(sum(s.commission), 0) AS commission, coalesce(sum(s.participation), 0) AS participation
      FROM settlement_hours h JOIN partners o ON o.id = h.office_id
      LEFT JOIN settled_hours s USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE h.day BETWEEN ${from}::date AND ${to}::date AND ${under(partner_id, sql`h.office_id`)} GROUP BY 1, 2, 3, 4, 5
    ), holder AS MATERIALIZED (
      -- Of each office the nearest above it, itself included, that has rates of its own: what holds for it is what holds there.
      SELECT o.office_id, coalesce((
        SELECT a.ancestor_id FROM partner_ancestors a
        WHERE a.partner_id = o.office_id AND (EXISTS (SELECT 1 FROM commissions x WHERE x.partner_id = a.ancestor_id) OR a.ancestor_id IN (SELECT e.partner_id FROM edited e))
        ORDER BY a.depth LIMIT 1), 0) AS holder_id
      FROM (SELECT DISTINCT office_id FROM cell) o
    ), rated AS MATERIALIZED (
      SELECT k.*, coalesce(n.commission_kind, 'VENTA') AS commission_kind, coalesce(n.commission_percent, 0)::numeric(7, 4) AS commission_percent,
        coalesce(n.participation_kind, 'COMPARTIDA') AS participation_kind, coalesce(n.participation_percent, 0)::numeric(7, 4) AS participation_percent
      FROM (SELECT DISTINCT h.holder_id, c.product_id, c.bet_type_id, c.currency FROM cell c JOIN holder h USING (office_id)) k LEFT JOIN LATERAL (
        -- Of each level by itself: a wide banca has hundreds of thousands of rates, and a chain has few.
        SELECT ${rateColumns} FROM partner_ancestors a CROSS JOIN LATERAL (
          SELECT x.product_id, x.bet_type_id, x.currency, ${rateColumns} FROM commissions_at(${whenSet}) x
          WHERE x.partner_id = a.ancestor_id AND NOT EXISTS (SELECT 1 FROM edited e WHERE e.partner_id = x.partner_id AND e.product_id IS NOT DISTINCT FROM x.product_id
            AND e.bet_type_id IS NOT DISTINCT FROM x.bet_type_id AND e.currency IS NOT DISTINCT FROM x.currency)
          UNION ALL SELECT product_id, bet_type_id, currency, ${rateColumns} FROM edited WHERE partner_id = a.ancestor_id AND commission_kind IS NOT NULL
        ) x
        WHERE a.partner_id = k.holder_id AND ${speaksOf(sql`k`)} ORDER BY a.depth, ${mostSpecific} LIMIT 1
      ) n ON true
    ), priced AS (
      SELECT c.*, ${rateColumns} FROM cell c JOIN holder h USING (office_id) JOIN rated r USING (holder_id, product_id, bet_type_id, currency)
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
      (SELECT count(DISTINCT agency_id)::int FROM cell) AS agencies
    FROM worked w JOIN products g ON g.id = w.product_id GROUP BY w.currency, w.product_id, g.name, g.position ORDER BY w.currency, g.position, g.name`)
  return { from, to, agencies: data[0]?.agencies ?? 0, data: data.map(({ agencies: _agencies, ...row }) => row) }
}
