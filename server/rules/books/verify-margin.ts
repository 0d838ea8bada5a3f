/**
 * What must hold of distributors' margins, by other code than what settles them: parts are what tickets' lines and prizes
 * come to, and what is posted of each day is what the parts of its week do. What waits to be settled or posted is left out.
 */
import { sql, type SQL } from 'drizzle-orm'
import { debtLine, sundayOf } from './creditors.ts'

/** Rows (office_id, day, currency, product_id, bet_type_id, rate_id, sold, left_over): a line each, a prize, a commission. */
const facts = sql`
  SELECT line.office_id, line.day, line.currency, line.product_id, line.bet_type_id, line.rate_id, line.stake AS sold,
    line.stake AS left_over
  FROM ticket_lines line WHERE line.state NOT IN ('anulada', 'devuelta')
  UNION ALL
  SELECT prize.office_id, draw.day, prize.currency, line.product_id, line.bet_type_id, line.rate_id, 0, -prize.amount
  FROM prizes prize
  JOIN draws draw ON draw.id = prize.draw_id
  JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
  WHERE prize.withdrawn_at IS NULL
  UNION ALL
  SELECT office_id, day, currency, product_id, bet_type_id, rate_id, 0, -commission FROM settled_hours`

/** `line`: who earns on an agency's weeks, over whom (none where that is the agency), of which Sundays. */
const lineCte = sql`
  line AS MATERIALIZED (
    SELECT upper.debtor_id AS agency_id, upper.above_id AS earner_id, CASE WHEN upper.step > 1 THEN lower.above_id END AS below_id,
      greatest(upper.since, lower.since) AS since, least(upper.until, lower.until) AS until
    FROM debt_line upper
    JOIN debt_line lower ON lower.debtor_id = upper.debtor_id AND lower.step = upper.step - 1
      AND greatest(upper.since, lower.since) < least(upper.until, lower.until)
    JOIN partners earner ON earner.id = upper.above_id AND earner.type = 'distribuidor'
  )`

const rateOf = (name: 'own' | 'below', partner: SQL) => {
  const rate = sql.raw(name)
  return sql`margin_rates ${rate} ON (${rate}.partner_id, ${rate}.day, ${rate}.currency, ${rate}.product_id, ${rate}.bet_type_id)
    = (${partner}, fact.day, fact.currency, fact.product_id, fact.bet_type_id)`
}

const partsOfLines = sql`
  WITH RECURSIVE ${debtLine(sql`true`)}, ${lineCte}, fact AS MATERIALIZED (
    SELECT office.father_id AS agency_id, each.day, each.currency, each.product_id, each.bet_type_id, each.rate_id,
      sum(each.sold) AS sold, sum(each.left_over) AS left_over
    FROM (${facts}) each JOIN partners office ON office.id = each.office_id
    WHERE each.day >= (SELECT margin_since FROM banca)
    GROUP BY 1, 2, 3, 4, 5, 6
  ), worked AS (
    SELECT line.earner_id, fact.agency_id, fact.currency, fact.day,
      sum(CASE WHEN line.below_id IS NOT NULL THEN coalesce((own.sales_percent - below.sales_percent) * fact.sold, 0)
          + coalesce((own.shared_percent - below.shared_percent) * fact.left_over, 0)
        ELSE CASE WHEN frozen.commission_kind = 'VENTA'
            THEN coalesce(own.sales_percent - frozen.commission_percent, 0) * fact.sold ELSE 0 END
          + CASE WHEN frozen.participation_kind = 'COMPARTIDA'
            THEN coalesce(own.shared_percent - frozen.participation_percent, 0) * fact.left_over ELSE 0 END
      END) / 100 AS amount
    FROM fact
    JOIN line ON line.agency_id = fact.agency_id AND ${sundayOf(sql`fact.day`)} >= line.since AND ${sundayOf(sql`fact.day`)} < line.until
    JOIN frozen_rates frozen ON frozen.id = fact.rate_id
    LEFT JOIN ${rateOf('own', sql`line.earner_id`)}
    LEFT JOIN ${rateOf('below', sql`line.below_id`)}
    GROUP BY 1, 2, 3, 4
  )
  SELECT earner_id AS partner_id, currency, day FROM worked FULL JOIN margin_parts kept USING (earner_id, agency_id, currency, day)
  WHERE round(coalesce(worked.amount, 0), 8) <> coalesce(kept.amount, 0) AND NOT EXISTS (
    SELECT 1 FROM unsettled waiting
    WHERE waiting.agency_id = coalesce(worked.agency_id, kept.agency_id) AND waiting.currency = coalesce(worked.currency, kept.currency)
      AND waiting.week = week_of(coalesce(worked.day, kept.day)))`

const postedOfParts = sql`
  SELECT partner_id, currency, day
  FROM (
    SELECT partner_id, currency, day,
      so_far - coalesce(lag(so_far) OVER (PARTITION BY partner_id, currency, ${sundayOf(sql`day`)} ORDER BY day), 0) AS amount
    FROM (
      SELECT part.earner_id AS partner_id, part.currency, part.day, greatest(0, round(
        sum(sum(part.amount)) OVER (PARTITION BY part.earner_id, part.currency, ${sundayOf(sql`part.day`)} ORDER BY part.day),
        CASE part.currency WHEN 'COP' THEN 0 ELSE 2 END)) AS so_far
      FROM margin_parts part GROUP BY 1, 2, 3
    ) told
  ) worked
  FULL JOIN (
    SELECT account.partner_id, account.currency, ledger_day.day, ledger_day.debit - ledger_day.credit AS amount
    FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id WHERE account.kind = 'margen'
  ) posted USING (partner_id, currency, day)
  WHERE coalesce(worked.amount, 0) <> coalesce(posted.amount, 0) AND NOT EXISTS (
    SELECT 1 FROM unposted_margins waiting
    WHERE (waiting.earner_id, waiting.currency, waiting.week) = (partner_id, currency, week_of(day)))`

/** What is posted of the parts, apart for whoever has no lines. */
export const postedRule: readonly [string, SQL] = [
  'el margen de cada día es lo que el distribuidor gana de sus agencias en la semana',
  postedOfParts,
]

export const marginRules: readonly (readonly [string, SQL])[] = [
  [
    'lo que un distribuidor gana de cada agencia es lo que dejan sus líneas por la diferencia de porcentajes',
    partsOfLines,
  ],
  postedRule,
]
