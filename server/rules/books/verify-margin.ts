/**
 * What must hold of distributors' margins: what is posted of a week is what its tickets' lines and prizes come to, worked
 * out here by other code than what posts it. Weeks of which something came since are as they were; the next closing
 * brings the difference.
 */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (agency_id, sunday, day, currency, product_id, bet_type_id, rate_id, sold, profit): a line each, a prize, a commission. */
const parts = sql`
  SELECT line.office_id, line.day, line.currency, line.product_id, line.bet_type_id, line.rate_id, line.stake AS sold, line.stake AS profit
  FROM ticket_lines line WHERE line.state NOT IN ('anulada', 'devuelta')
  UNION ALL
  SELECT prize.office_id, draw.day, prize.currency, line.product_id, line.bet_type_id, line.rate_id, 0, -prize.amount
  FROM prizes prize
  JOIN draws draw ON draw.id = prize.draw_id
  JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
  WHERE prize.withdrawn_at IS NULL
  UNION ALL
  SELECT office_id, day, currency, product_id, bet_type_id, rate_id, 0, -commission FROM settled_hours`

/** Each pair (earner_id over below_id) on the way from an agency up, by its week's Sunday. */
const climb = sql`
  climb(agency_id, sunday, earner_id, below_id) AS (
    SELECT week.agency_id, week.sunday, above.id, week.agency_id
    FROM (SELECT DISTINCT agency_id, sunday FROM part) week
    JOIN LATERAL (SELECT responsible_id AS id FROM payment_responsibles answer
      WHERE answer.partner_id = week.agency_id AND answer.since <= week.sunday ORDER BY answer.since DESC LIMIT 1) above
      ON above.id <> week.agency_id
    UNION ALL
    SELECT climb.agency_id, climb.sunday, above.id, climb.earner_id
    FROM climb
    JOIN LATERAL (SELECT responsible_id AS id FROM payment_responsibles answer
      WHERE answer.partner_id = climb.earner_id AND answer.since <= climb.sunday ORDER BY answer.since DESC LIMIT 1) above
      ON above.id <> climb.earner_id
  )`

/** Rows (agency, product_id, …): what a distributor has at the instant before which rates were last set. */
const rates = sql`
  moment AS MATERIALIZED (
    SELECT each.day, max(change.at) AS at
    FROM (SELECT DISTINCT day FROM part) each
    CROSS JOIN banca
    JOIN (SELECT starts_at AS at FROM commissions UNION SELECT until FROM commissions) change
      ON change.at <= each.day::timestamp AT TIME ZONE banca.zone
    GROUP BY each.day
  ),
  rate AS MATERIALIZED (
    SELECT DISTINCT ON (key.partner_id, key.product_id, key.bet_type_id, key.currency, key.at) key.*, held.commission_kind,
      held.commission_percent, held.participation_kind, held.participation_percent
    FROM (
      SELECT DISTINCT climb.earner_id AS partner_id, part.product_id, part.bet_type_id, part.currency, moment.at
      FROM part JOIN climb USING (agency_id, sunday) JOIN moment USING (day)
    ) key
    JOIN partner_ancestors above ON above.partner_id = key.partner_id
    JOIN LATERAL commissions_at(key.at) held ON held.partner_id = above.ancestor_id
      AND coalesce(held.product_id, key.product_id) = key.product_id AND coalesce(held.bet_type_id, key.bet_type_id) = key.bet_type_id
      AND coalesce(held.currency, key.currency) = key.currency
    ORDER BY key.partner_id, key.product_id, key.bet_type_id, key.currency, key.at, above.depth,
      num_nonnulls(held.product_id, held.bet_type_id, held.currency) DESC, num_nulls(held.product_id), num_nulls(held.bet_type_id)
  )`

export const marginRules: readonly [string, SQL][] = [
  [
    'el margen de cada semana es lo que sale de sus líneas por la diferencia de porcentajes',
    sql`
    WITH RECURSIVE part AS MATERIALIZED (
      SELECT office.father_id AS agency_id, day + 7 - extract(isodow FROM day)::int AS sunday, day, currency, product_id, bet_type_id,
        rate_id, sum(sold) AS sold, sum(profit) AS profit
      FROM (${parts}) each JOIN partners office ON office.id = each.office_id
      WHERE day >= (SELECT margin_since FROM banca)
      GROUP BY 1, 2, 3, 4, 5, 6, 7
    ), ${climb}, ${rates}, worked AS MATERIALIZED (
      SELECT climb.earner_id AS partner_id, part.currency, part.sunday, greatest(0, round(sum(
        CASE WHEN own.commission_kind = 'VENTA' AND coalesce(below.commission_kind, frozen.commission_kind) = 'VENTA'
          THEN part.sold * (own.commission_percent - coalesce(below.commission_percent, frozen.commission_percent)) / 100 ELSE 0 END
        + CASE WHEN own.participation_kind = 'COMPARTIDA' AND coalesce(below.participation_kind, frozen.participation_kind) = 'COMPARTIDA'
          THEN part.profit * (own.participation_percent - coalesce(below.participation_percent, frozen.participation_percent)) / 100
          ELSE 0 END), CASE part.currency WHEN 'COP' THEN 0 ELSE 2 END)) AS amount
      FROM part
      JOIN climb USING (agency_id, sunday)
      JOIN partners earner ON earner.id = climb.earner_id AND earner.type = 'distribuidor'
      JOIN moment USING (day)
      JOIN rate own ON (own.partner_id, own.product_id, own.bet_type_id, own.currency, own.at)
        = (climb.earner_id, part.product_id, part.bet_type_id, part.currency, moment.at)
      LEFT JOIN rate below ON (below.partner_id, below.product_id, below.bet_type_id, below.currency, below.at)
        = (climb.below_id, part.product_id, part.bet_type_id, part.currency, moment.at)
      LEFT JOIN frozen_rates frozen ON frozen.id = part.rate_id AND climb.below_id = climb.agency_id
      GROUP BY 1, 2, 3
    ), posted AS (
      SELECT account.partner_id, account.currency, ledger_day.day + 7 - extract(isodow FROM ledger_day.day)::int AS sunday,
        sum(ledger_day.debit - ledger_day.credit) AS amount
      FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'margen' GROUP BY 1, 2, 3
    ), since AS MATERIALIZED (
      SELECT DISTINCT margins.partner_id, entry.day + 7 - extract(isodow FROM entry.day)::int AS sunday
      FROM margins JOIN ledger_entries entry ON entry.created_at >= margins.closed_at - interval '1 hour'
        AND entry.xid IS NOT NULL AND NOT pg_visible_in_snapshot(entry.xid, margins.cut)
    )
    SELECT 1
    FROM worked FULL JOIN posted USING (partner_id, currency, sunday)
    JOIN margins ON margins.partner_id = coalesce(worked.partner_id, posted.partner_id) AND sunday <= margins.through
    WHERE coalesce(worked.amount, 0) <> coalesce(posted.amount, 0)
      AND NOT EXISTS (SELECT 1 FROM since
        WHERE since.partner_id = margins.partner_id AND since.sunday = coalesce(worked.sunday, posted.sunday))`,
  ],
]
