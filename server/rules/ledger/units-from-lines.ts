/** The settlement's units worked out anew, by other words than those of the settlement: what the books are verified by. */
import { sql, type SQL } from 'drizzle-orm'

/** Weeks of `of`, each with what was lost before it, walked one by one from `first` on. */
const walked = (of: SQL, first: SQL) => sql`
    SELECT p.*, ${first} AS before FROM ${of} p WHERE n = 1
    UNION ALL
    SELECT p.*, CASE WHEN w.before + w.gains > 0 THEN 0 ELSE w.before + w.gains END + w.losses
    FROM walked w JOIN ${of} p USING (agency_id, currency, product_id, chain) WHERE p.n = w.n + 1`

/**
 * Every unit of settlement from its lines and prizes, by other words than those it was settled by: sums of
 * the week, its rates written out, and what is carried walked from week to week.
 */
export const unitsFromLines = sql`
  WITH RECURSIVE moves AS (
    SELECT o.father_id AS agency_id, l.currency, l.product_id, l.rate_id, date_trunc('week', l.day::timestamp)::date AS week,
      l.stake AS sold, 0::numeric AS prize
    FROM ticket_lines l JOIN partners o ON o.id = l.office_id WHERE l.state NOT IN ('anulada', 'devuelta')
    UNION ALL
    SELECT o.father_id, l.currency, l.product_id, l.rate_id, date_trunc('week', d.day::timestamp)::date, 0, p.amount
    FROM prizes p
    JOIN draws d ON d.id = p.draw_id
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    JOIN partners o ON o.id = l.office_id WHERE p.withdrawn_at IS NULL
  ), week AS (
    SELECT agency_id, currency, product_id, rate_id, week, sum(sold) AS sold, sum(prize) AS prizes FROM moves GROUP BY 1, 2, 3, 4, 5
  ), priced AS (
    SELECT w.*, f.commission_kind, f.commission_percent, f.participation_kind, f.participation_percent, c.commission,
      w.sold - w.prizes - c.commission AS result,
      CASE WHEN w.week >= (SELECT carried_together_since FROM banca) THEN 0 ELSE w.rate_id END AS chain
    FROM week w
    JOIN frozen_rates f ON f.id = w.rate_id
    CROSS JOIN LATERAL (
      SELECT round(
        CASE
          f.commission_kind WHEN 'UTILIDAD' THEN CASE WHEN sold > prizes THEN sold - prizes ELSE 0 END ELSE sold
        END * f.commission_percent * 0.01, 2
      ) AS commission
    ) c
  ), pool AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY agency_id, currency, product_id, chain ORDER BY week) AS n FROM (
      SELECT agency_id, currency, product_id, chain, week, coalesce(sum(result) FILTER (WHERE result > 0), 0) AS gains,
        coalesce(sum(result) FILTER (WHERE result < 0), 0) AS losses
      FROM priced WHERE participation_kind = 'ARRASTRE' GROUP BY 1, 2, 3, 4, 5) w
  ), apart AS (
    WITH RECURSIVE walked AS (${walked(sql`(SELECT * FROM pool WHERE chain <> 0)`, sql`0::numeric`)}) SELECT * FROM walked
  ), left_apart AS (
    SELECT agency_id, currency, product_id, sum(CASE WHEN before + gains > 0 THEN 0 ELSE before + gains END + losses) AS lost
    FROM apart a
    WHERE n = (
      SELECT max(n)
      FROM apart l
      WHERE (l.agency_id, l.currency, l.product_id, l.chain) = (a.agency_id, a.currency, a.product_id, a.chain)
    )
    GROUP BY 1, 2, 3
  ), together AS (
    WITH RECURSIVE walked AS (
      ${walked(
        sql`(SELECT * FROM pool WHERE chain = 0)`,
        sql`
        coalesce(
          (
            SELECT l.lost
            FROM left_apart l
            WHERE (l.agency_id, l.currency, l.product_id) = (p.agency_id, p.currency, p.product_id)
          ), 0
        )`,
      )}
    )
    SELECT *
    FROM walked
  ), taken AS (
    SELECT p.*, w.before, w.gains, CASE WHEN -w.before > w.gains THEN w.gains ELSE -w.before END AS covered,
      row_number() OVER units AS place, coalesce(sum(result) FILTER (WHERE result > 0) OVER units, 0) AS upto,
      CASE WHEN result > 0 THEN result ELSE 0 END AS gain
    FROM priced p
    JOIN (SELECT * FROM apart UNION ALL SELECT * FROM together) w USING (agency_id, currency, product_id, chain, week)
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
    SELECT p.*, round(coalesce(c.carried, 0), 2) AS carried
    FROM priced p
    LEFT JOIN carried c USING (agency_id, currency, product_id, rate_id, week)
  )
  SELECT agency_id, currency, product_id, rate_id, week, sold, prizes, commission, carried,
    CASE
      WHEN participation_kind <> 'COMPARTIDA' AND carried + sold < prizes + commission THEN 0
        ELSE round((carried + sold - prizes - commission) * participation_percent * 0.01, 2)
    END AS participation
  FROM chained`
