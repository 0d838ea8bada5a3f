/** The settlement's units worked out anew, by other words than those of the settlement: what the books are verified by. */
import { sql, type SQL } from 'drizzle-orm'

/** Decimals of what is paid in a currency. */
const coins = (money: SQL) => sql`CASE WHEN ${money} IN ('BS', 'USD') THEN 2 ELSE 0 END`

/** Weeks `of`, each with what was lost before it, walked one by one from `first` on. */
const walked = (of: SQL, first: SQL) => sql`
    SELECT own.*, ${first} AS before FROM ${of} own WHERE n = 1
    UNION ALL
    SELECT own.*, CASE WHEN walked.before + walked.gains > 0 THEN 0 ELSE walked.before + walked.gains END + walked.losses
    FROM walked JOIN ${of} own USING (agency_id, currency, product_id, chain) WHERE own.n = walked.n + 1`

/**
 * Every unit of settlement from its lines and prizes, by other words than those it was settled by: sums of
 * the week, its rates written out, and what is carried walked from week to week.
 */
export const unitsFromLines = sql`
  WITH RECURSIVE moves AS (
    SELECT office.father_id AS agency_id, line.currency, line.product_id, line.rate_id,
      date_trunc('week', line.day::timestamp)::date AS week,
      line.stake AS sold, 0::numeric AS prize
    FROM ticket_lines line JOIN partners office ON office.id = line.office_id WHERE line.state NOT IN ('anulada', 'devuelta')
    UNION ALL
    SELECT office.father_id, line.currency, line.product_id, line.rate_id, date_trunc('week', draw.day::timestamp)::date, 0, prize.amount
    FROM prizes prize
    JOIN draws draw ON draw.id = prize.draw_id
    JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
    JOIN partners office ON office.id = line.office_id WHERE prize.withdrawn_at IS NULL
  ), week AS (
    SELECT agency_id, currency, product_id, rate_id, week, sum(sold) AS sold, sum(prize) AS prizes FROM moves GROUP BY 1, 2, 3, 4, 5
  ), priced AS (
    SELECT week.*, frozen.commission_kind, frozen.commission_percent, frozen.participation_kind, frozen.participation_percent,
      chained.commission,
      week.sold - week.prizes - chained.commission AS result,
      CASE WHEN week.week >= (SELECT carried_together_since FROM banca) THEN 0 ELSE week.rate_id END AS chain
    FROM week
    JOIN frozen_rates frozen ON frozen.id = week.rate_id
    CROSS JOIN LATERAL (
      SELECT round(
        CASE
          frozen.commission_kind WHEN 'UTILIDAD' THEN CASE WHEN sold > prizes THEN sold - prizes ELSE 0 END ELSE sold
        END * frozen.commission_percent * 0.01, ${coins(sql`week.currency`)}
      ) AS commission
    ) chained
  ), pool AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY agency_id, currency, product_id, chain ORDER BY week) AS n FROM (
      SELECT agency_id, currency, product_id, chain, week, coalesce(sum(result) FILTER (WHERE result > 0), 0) AS gains,
        coalesce(sum(result) FILTER (WHERE result < 0), 0) AS losses
      FROM priced WHERE participation_kind = 'ARRASTRE' GROUP BY 1, 2, 3, 4, 5) loss
  ), apart AS (
    WITH RECURSIVE walked AS (${walked(sql`(SELECT * FROM pool WHERE chain <> 0)`, sql`0::numeric`)}) SELECT * FROM walked
  ), left_apart AS (
    SELECT agency_id, currency, product_id, sum(CASE WHEN before + gains > 0 THEN 0 ELSE before + gains END + losses) AS lost
    FROM apart
    WHERE n = (
      SELECT max(n)
      FROM apart later
      WHERE (later.agency_id, later.currency, later.product_id, later.chain)
        = (apart.agency_id, apart.currency, apart.product_id, apart.chain)
    )
    GROUP BY 1, 2, 3
  ), together AS (
    WITH RECURSIVE walked AS (
      ${walked(
        sql`(SELECT * FROM pool WHERE chain = 0)`,
        sql`
        coalesce(
          (
            SELECT left_apart.lost
            FROM left_apart
            WHERE (left_apart.agency_id, left_apart.currency, left_apart.product_id) = (own.agency_id, own.currency, own.product_id)
          ), (
            SELECT 0 - brought.amount FROM openings brought
            WHERE brought.kind = 'arrastre'
              AND (brought.partner_id, brought.currency, brought.product_id) = (own.agency_id, own.currency, own.product_id)
          ), 0
        )`,
      )}
    )
    SELECT *
    FROM walked
  ), taken AS (
    SELECT priced.*, chain_week.before, chain_week.gains,
      CASE WHEN -chain_week.before > chain_week.gains THEN chain_week.gains ELSE -chain_week.before END AS covered,
      row_number() OVER units AS place, coalesce(sum(result) FILTER (WHERE result > 0) OVER units, 0) AS upto,
      CASE WHEN result > 0 THEN result ELSE 0 END AS gain
    FROM priced
    JOIN (SELECT * FROM apart UNION ALL SELECT * FROM together) chain_week USING (agency_id, currency, product_id, chain, week)
    WHERE participation_kind = 'ARRASTRE'
    WINDOW units AS (
      PARTITION BY agency_id, currency, product_id, chain, week
      ORDER BY commission_kind, commission_percent, participation_percent ROWS UNBOUNDED PRECEDING
    )
  ), carried AS (
    SELECT agency_id, currency, product_id, rate_id, week,
      CASE place WHEN 1 THEN before + covered ELSE 0 END - CASE WHEN gains = 0 THEN 0 ELSE
      (covered * upto * 200 + gains - mod(covered * upto * 200 + gains, 2 * gains)) / (200 * gains) - (
        covered * (upto - gain) * 200 + gains - mod(covered * (upto - gain) * 200 + gains, 2 * gains)
      ) / (200 * gains)
        END AS carried
    FROM taken
  ), chained AS (
    SELECT priced.*, round(coalesce(carried.carried, 0), 2) AS carried
    FROM priced
    LEFT JOIN carried USING (agency_id, currency, product_id, rate_id, week)
  )
  SELECT agency_id, currency, product_id, rate_id, week, sold, prizes, commission, carried,
    CASE
      WHEN participation_kind <> 'COMPARTIDA' AND carried + sold < prizes + commission THEN 0
        ELSE round((carried + sold - prizes - commission) * participation_percent * 0.01, ${coins(sql`chained.currency`)})
    END AS participation
  FROM chained`
