/**
 * What weeks earn: the only home of the settlement's arithmetic, as SQL over the sums of
 * `settlement_hours`, with the functions `settle_commission` and `settle_participation` of the database.
 *
 * A unit is an agency (its offices together) × product × currency × week, apart for each set of frozen
 * rates. Its sums are rounded, clipped and carried once. A row's own part is the change of the week to
 * date, in the order of day, hour, office and bet type: parts add up to the week at every level, and
 * follow from the sums alone, in whatever order these came about. What ARRASTRE carries is kept by
 * agency × product × currency × rates.
 */
import { sql, type SQL } from 'drizzle-orm'

const unitKey = sql`agency_id, currency, product_id, rate_id`

/** Columns of a cell, from a row `h` of `settlement_hours` and its office `o`. */
export const cellColumns = sql`h.office_id, h.day, h.hour, h.bet_type_id, h.sold, h.prizes, week_of(h.day) AS week, o.father_id AS agency_id, h.currency, h.product_id, h.rate_id`

/**
 * Common table expressions over cells (a SELECT of `cellColumns`), which must be all of their units' weeks,
 * and of ARRASTRE all weeks without a gap from the first on:
 * `settled_week` (the unit's key, week, sold, prizes, commission, participation, carried) and
 * `settled_hour` (the key of a row of `settlement_hours`, agency_id, week, commission, participation).
 */
export function settledCtes(cells: SQL): SQL {
  return sql`
    cell AS MATERIALIZED (${cells}
    ), earned AS (
      SELECT w.*, f.commission_kind, f.commission_percent, f.participation_kind, f.participation_percent, c.commission, w.sold - w.prizes - c.commission AS profit
      FROM (SELECT ${unitKey}, week, sum(sold) AS sold, sum(prizes) AS prizes FROM cell GROUP BY ${unitKey}, week) w
      JOIN frozen_rates f ON f.id = w.rate_id
      CROSS JOIN LATERAL (SELECT settle_commission(f.commission_kind, f.commission_percent, w.sold, w.prizes) AS commission) c
    ), opening AS (
      SELECT u.*, coalesce((
        SELECT least(e.carried + e.sold - e.prizes - e.commission, 0) FROM settlement_weeks e
        WHERE e.agency_id = u.agency_id AND e.currency = u.currency AND e.product_id = u.product_id AND e.rate_id = u.rate_id AND e.week < u.first
        ORDER BY e.week DESC LIMIT 1), 0) AS carried
      FROM (SELECT ${unitKey}, min(week) AS first FROM earned WHERE participation_kind = 'ARRASTRE' GROUP BY ${unitKey}) u
    ), balance AS (
      SELECT ${unitKey}, week, carried AS opening, carried + sum(profit) OVER chain AS balance
      FROM earned JOIN opening USING (${unitKey}) WINDOW chain AS (PARTITION BY ${unitKey} ORDER BY week)
    ), lost AS (
      -- After each week min(0, before + profit) is left: the running balance, less the highest it has been above zero.
      SELECT ${unitKey}, week, opening, balance - greatest(max(balance) OVER (PARTITION BY ${unitKey} ORDER BY week), 0) AS after FROM balance
    ), carrying AS (
      SELECT ${unitKey}, week, coalesce(lag(after) OVER (PARTITION BY ${unitKey} ORDER BY week), opening) AS carried FROM lost
    ), settled_week AS MATERIALIZED (
      SELECT e.*, coalesce(k.carried, 0) AS carried, settle_participation(e.participation_kind, e.participation_percent, coalesce(k.carried, 0), e.profit) AS participation
      FROM earned e LEFT JOIN carrying k USING (${unitKey}, week)
    ), to_date AS (
      SELECT c.*, w.commission_kind, w.commission_percent, w.participation_kind, w.participation_percent, w.carried, sum(c.sold) OVER upto AS sold_to_date, sum(c.prizes) OVER upto AS prizes_to_date
      FROM cell c JOIN settled_week w USING (${unitKey}, week)
      WINDOW upto AS (PARTITION BY ${unitKey}, week ORDER BY day, hour, office_id, bet_type_id)
    ), due AS (
      SELECT d.*, k.commission_due, settle_participation(participation_kind, participation_percent, carried, sold_to_date - prizes_to_date - k.commission_due) AS participation_due
      FROM to_date d CROSS JOIN LATERAL (SELECT settle_commission(commission_kind, commission_percent, sold_to_date, prizes_to_date) AS commission_due) k
    ), settled_hour AS (
      SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, week, agency_id,
        commission_due - lag(commission_due, 1, 0.00) OVER upto AS commission, participation_due - lag(participation_due, 1, 0.00) OVER upto AS participation
      FROM due WINDOW upto AS (PARTITION BY ${unitKey}, week ORDER BY day, hour, office_id, bet_type_id)
    )`
}
