/**
 * What weeks earn: the only home of the settlement's arithmetic, as SQL over the sums of
 * `settlement_hours`, with the functions `settle_commission` and `settle_participation` of the database.
 *
 * A unit is an agency (its offices together) × product × currency × week, apart for each set of frozen
 * rates. Its sums are rounded, clipped and carried once. A row's own part is the change of the week to
 * date, in the order of day, hour, office and bet type: parts add up to the week at every level, and
 * follow from the sums alone, in whatever order these came about.
 *
 * What ARRASTRE carries is the agency's of a product and currency, whatever the percentages: a new one goes
 * on with the loss so far, and while lines are sold on another participation it waits, untouched. Of a week
 * with several rates of ARRASTRE (one changed within it, or bet types have their own) each unit stays apart:
 *   - the loss carried into the week is made up for by the units that gained, each in proportion to its gain,
 *     to the cent (`part_of`, cumulative in the order of the rates' own values), and by none beyond its gain;
 *   - what they cannot make up for is written on the first unit in that order, one that moved before one of zeros;
 *   - a unit that lost makes up for nothing: its loss is carried into the next week, for all of them.
 * So `carried` of a week's units is the loss that the weeks before left, once, and each unit leaves
 * `min(0, carried + profit)`. Weeks before `banca.carried_together_since` keep a chain for each set of rates, as
 * they were settled, also when they are settled again; from that Monday on what all those left goes on together.
 */
import { sql, type SQL } from 'drizzle-orm'

const unitKey = sql`agency_id, currency, product_id, rate_id`
/** Whose losses are carried together; `chain` is the rates' id in weeks that keep them apart, and 0 in the others. */
const chainKey = sql`agency_id, currency, product_id, chain`
const byContent = sql`sold = 0 AND prizes = 0, commission_kind, commission_percent, participation_percent`

/** Columns of a cell, from a row `settlement_hour` of `settlement_hours` and its `office`. */
export const cellColumns = sql`
  settlement_hour.office_id, settlement_hour.day, settlement_hour.hour, settlement_hour.bet_type_id, settlement_hour.sold,
  settlement_hour.prizes, week_of(settlement_hour.day) AS week, office.father_id AS agency_id, settlement_hour.currency,
  settlement_hour.product_id, settlement_hour.rate_id`

/** What a settled `week` of a unit of ARRASTRE leaves to those that follow. */
const leaves = sql`least(week.carried + week.sold - week.prizes - week.commission, 0)`
const isCarrying = (rate: SQL) =>
  sql`(SELECT frozen.participation_kind = 'ARRASTRE' FROM frozen_rates frozen WHERE frozen.id = ${rate})`

/**
 * Of a row `unit` (currency, product_id, rate_id) of an agency's unit and week: it, or one that it carries from, waits to
 * be settled. Of ARRASTRE all rates of the product carry together.
 */
export const isUnsettled = (agency: SQL, week: SQL) => sql`EXISTS (
  SELECT 1 FROM unsettled waiting
  WHERE waiting.agency_id = ${agency} AND waiting.currency = unit.currency AND waiting.product_id = unit.product_id
    AND waiting.week <= ${week}
    AND (waiting.rate_id = unit.rate_id OR ${isCarrying(sql`waiting.rate_id`)} AND ${isCarrying(sql`unit.rate_id`)}))`

/**
 * `as` (the chain's key, week, opening, gained, after) from weeks `of` (key, week, gained, lost) and `opening` (key, carried): first
 * gains make up for losses, down to none, then the week's own losses come to them. What is left after each week is the
 * running balance, less the highest it has been above zero.
 */
function chained(as: string, of: SQL, opening: SQL): SQL {
  const balance = sql.raw(`${as}_balance`)
  return sql`
    ${balance} AS (
      SELECT ${chainKey}, gain.week, gain.gained, gain.lost, opening.carried AS opening,
        opening.carried + sum(gain.gained + gain.lost) OVER (PARTITION BY ${chainKey} ORDER BY gain.week) AS balance
      FROM (${of}) gain JOIN (${opening}) opening USING (${chainKey})
    ), ${sql.raw(as)}_after AS (
      SELECT *, balance - greatest(max(balance - lost) OVER (PARTITION BY ${chainKey} ORDER BY week), 0) AS after FROM ${balance}
    ), ${sql.raw(as)} AS MATERIALIZED (
      SELECT ${chainKey}, week, gained, after,
        coalesce(lag(after) OVER (PARTITION BY ${chainKey} ORDER BY week), opening) AS opening
      FROM ${sql.raw(as)}_after
    )`
}

/**
 * What all weeks of ARRASTRE before `week` left of a row `unit` (agency_id, currency, product_id), zero or less: together what
 * the last of them left, or what each set of rates did while they were kept apart, or what the agency brought along.
 * `apart` are weeks of such sets that are being worked out (a SELECT of chain, week, after), in the place of those that are kept.
 */
export function leftBefore(
  week: SQL,
  apart = sql`SELECT 0 AS chain, NULL::date AS week, 0::numeric AS after WHERE false`,
): SQL {
  const since = sql`(SELECT carried_together_since FROM banca)`
  const settled = sql`settlement_weeks week JOIN frozen_rates frozen ON frozen.id = week.rate_id AND frozen.participation_kind = 'ARRASTRE'
    WHERE week.agency_id = unit.agency_id AND week.currency = unit.currency AND week.product_id = unit.product_id`
  return sql`coalesce((
      SELECT sum(${leaves})
      FROM ${settled} AND week.week = (SELECT max(week.week) FROM ${settled} AND week.week < ${week} AND week.week >= ${since})
    ), (
      SELECT sum(left_week.after) FROM (
        SELECT DISTINCT ON (left_week.chain) left_week.after FROM (
          SELECT chain_week.*, true AS is_new
          FROM (${apart}) chain_week
          UNION ALL
          SELECT week.rate_id, week.week, ${leaves}, false
          FROM ${settled} AND week.week < least(${week}, ${since})
        ) left_week ORDER BY left_week.chain, left_week.week DESC, left_week.is_new DESC) left_week
    ), (
      SELECT -opening.amount FROM openings opening
      WHERE opening.partner_id = unit.agency_id AND opening.currency = unit.currency AND opening.kind = 'arrastre'
        AND opening.product_id = unit.product_id AND opening.week < ${week}
    ), 0)`
}

/** `borne`: of each unit of ARRASTRE what it carries of its week's losses, as the head of this file says. */
const borneCtes = sql`
    bearing AS (
      SELECT ${unitKey}, week, opening, made_up, gained, greatest(profit, 0) AS gain,
        sum(greatest(profit, 0)) OVER units AS gain_to_here, row_number() OVER units AS n
      FROM (SELECT *, least(-opening, gained) AS made_up FROM (SELECT * FROM apart UNION ALL SELECT * FROM together) chain_week) chain_week
      JOIN earned USING (${chainKey}, week)
      WHERE participation_kind = 'ARRASTRE'
      WINDOW units AS (PARTITION BY ${chainKey}, week ORDER BY ${byContent} ROWS UNBOUNDED PRECEDING)
    ), borne AS (
      SELECT ${unitKey}, week, CASE WHEN n = 1 THEN opening + made_up ELSE 0 END
        - CASE
          WHEN made_up > 0 THEN part_of(made_up, gain_to_here, gained) - part_of(made_up, gain_to_here - gain, gained) ELSE 0
        END AS carried
      FROM bearing
    )`

/** `settled_hour`: the change of the week to date at each of its cells. */
const settledHourCtes = sql`
    to_date AS (
      SELECT cell.*, settled_week.commission_kind, settled_week.commission_percent, settled_week.participation_kind,
        settled_week.participation_percent, settled_week.carried,
        sum(cell.sold) OVER upto AS sold_to_date, sum(cell.prizes) OVER upto AS prizes_to_date
      FROM cell JOIN settled_week USING (${unitKey}, week)
      WINDOW upto AS (PARTITION BY ${unitKey}, week ORDER BY day, hour, office_id, bet_type_id)
    ), due AS (
      SELECT to_date.*, due_now.commission_due,
        settle_participation(participation_kind, participation_percent, carried,
          sold_to_date - prizes_to_date - due_now.commission_due, currency) AS participation_due
      FROM to_date
      CROSS JOIN LATERAL (
        SELECT settle_commission(commission_kind, commission_percent, sold_to_date, prizes_to_date, currency) AS commission_due
      ) due_now
    ), settled_hour AS (
      SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, week, agency_id,
        commission_due - lag(commission_due, 1, 0.00) OVER upto AS commission,
        participation_due - lag(participation_due, 1, 0.00) OVER upto AS participation
      FROM due WINDOW upto AS (PARTITION BY ${unitKey}, week ORDER BY day, hour, office_id, bet_type_id)
    )`

/**
 * Common table expressions over cells (a SELECT of `cellColumns`), which must be all of their units' weeks,
 * and of ARRASTRE all weeks of all its rates without a gap from the first on; `rates` is the table that their rate_id is of:
 * `settled_week` (the unit's key, week, sold, prizes, commission, participation, carried) and
 * `settled_hour` (the key of a row of `settlement_hours`, agency_id, week, commission, participation).
 */
export function settledCtes(cells: SQL, rates: SQL = sql`frozen_rates`): SQL {
  const first = sql`SELECT ${chainKey}, min(week) AS first FROM carrying GROUP BY ${chainKey}`
  return sql`
    cell AS MATERIALIZED (${cells}
    ), since AS MATERIALIZED (
      SELECT carried_together_since AS together FROM banca
    ), earned AS MATERIALIZED (
      SELECT sums.*, rate.commission_kind, rate.commission_percent, rate.participation_kind, rate.participation_percent, due_of.commission,
        sums.sold - sums.prizes - due_of.commission AS profit,
        CASE WHEN sums.week < (SELECT together FROM since) THEN sums.rate_id ELSE 0 END AS chain
      FROM (SELECT ${unitKey}, week, sum(sold) AS sold, sum(prizes) AS prizes FROM cell GROUP BY ${unitKey}, week) sums
      JOIN ${rates} rate ON rate.id = sums.rate_id
      CROSS JOIN LATERAL (SELECT settle_commission(rate.commission_kind, rate.commission_percent, sums.sold,
        sums.prizes, sums.currency) AS commission) due_of
    ), carrying AS MATERIALIZED (
      SELECT ${chainKey}, week, sum(greatest(profit, 0)) AS gained, sum(least(profit, 0)) AS lost
      FROM earned
      WHERE participation_kind = 'ARRASTRE'
      GROUP BY ${chainKey}, week
    ),
    ${chained(
      'apart',
      sql`SELECT * FROM carrying WHERE chain <> 0`,
      sql`SELECT unit.*, coalesce((
          SELECT ${leaves}
          FROM settlement_weeks week
          WHERE week.agency_id = unit.agency_id AND week.currency = unit.currency AND week.product_id = unit.product_id
            AND week.rate_id = unit.chain
            AND week.week < unit.first
          ORDER BY week.week DESC LIMIT 1), 0) AS carried
        FROM (${first}) unit WHERE chain <> 0`,
    )},
    ${chained(
      'together',
      sql`SELECT * FROM carrying WHERE chain = 0`,
      sql`
        SELECT unit.*,
          ${leftBefore(
            sql`unit.first`,
            sql`
          SELECT apart.chain, apart.week, apart.after
          FROM apart
          WHERE apart.agency_id = unit.agency_id AND apart.currency = unit.currency AND apart.product_id = unit.product_id`,
          )}
            AS carried
        FROM (${first}) unit
        WHERE chain = 0`,
    )},
    ${borneCtes}, settled_week AS MATERIALIZED (
      SELECT earned.*, coalesce(borne.carried, 0) AS carried,
        settle_participation(earned.participation_kind, earned.participation_percent, coalesce(borne.carried, 0),
          earned.profit, earned.currency) AS participation
      FROM earned LEFT JOIN borne USING (${unitKey}, week)
    ), ${settledHourCtes}`
}
