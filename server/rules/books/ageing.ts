/**
 * How old what partners owe is. Whatever lowers a debt, a payment or a week that came out against who is owed, goes onto the
 * oldest closed week: so what is owed of closed weeks is the newest of them, as many as it takes, and only the youngest need
 * to be looked at. What somebody was given is owed of the week of that day; a payment that was undone never was. What is
 * earned or given since the last closing is of no age yet; who paid more than its closed weeks come to has it in its favour.
 *
 * A debt passed to another creditor is owed by that one of the week in which it was passed, and lowers the debt of the one
 * that had it like a payment, the oldest first. A closing has both in its own result, among what others passed on, so they
 * are taken out of it and told apart.
 */
import { sql, type SQL } from 'drizzle-orm'
import { agedWeeks } from '@contract/debt-ages.ts'
import { assignedSteps } from './assigned.ts'
import type { AskedDebts } from './booked.ts'
import { sundayOf } from './creditors.ts'
import { balanceCtes } from './debts.ts'

/** As `balanceCtes` has it, of one day. */
interface Asked extends Omit<AskedDebts, 'from' | 'to'> {
  today: string
}

/** Days from a week's Sunday on within which it is to be paid. */
const dueDays = sql`(SELECT banca.week_due_days FROM banca)`

/** The first Sunday of those that must be told apart. */
const youngFrom = (today: string) => sql`${today}::date - greatest(${dueDays}, 7 * ${agedWeeks[2]}::int)`

const isTold = (today: string) => sql`(day.sunday > own.through OR day.sunday >= ${youngFrom(today)})`
const paidTo = (today: string): SQL => sql`
  SELECT own.row_id AS partner_id, own.currency, own.through, day.sunday, payment.amount
  FROM payments payment
  CROSS JOIN banca
  CROSS JOIN LATERAL (SELECT ${sundayOf(sql`(payment.decided_at AT TIME ZONE banca.zone)`)} AS sunday) day
  JOIN own ON own.row_id = ANY (payment.line[:cardinality(payment.line) - 1]) AND own.currency = payment.currency
  WHERE payment.state = 'confirmado' AND payment.direction = 'recibe' AND ${isTold(today)}`

/** `passed`: what each owes more or less by an assignment, and the closing in whose result that is; none of an open week. */
const passedCte = sql`
  passed AS MATERIALIZED (
    SELECT own.row_id AS partner_id, own.currency, own.through, ${sundayOf(sql`step.day`)} AS sunday, step.amount, (
      SELECT min(closing.week) FROM closings closing
      WHERE closing.partner_id = own.row_id AND closing.currency = own.currency AND closing.week >= step.day
        AND closing.reversed_at IS NULL
    ) AS told_in
    FROM (${assignedSteps(sql`true`)}) step
    JOIN own ON own.row_id = step.partner_id AND own.currency = step.currency
    WHERE step.amount <> 0
  )`

/**
 * `given`: what stands of payments to each partner or through it, and what it owes since by assignments, by the Sunday of its
 * week; with all of the open weeks.
 */
const givenCte = (today: string): SQL => sql`
  given AS MATERIALIZED (
    SELECT partner_id, currency, through, sunday, sum(amount) AS amount
    FROM (
      ${paidTo(today)}
      UNION ALL
      SELECT day.partner_id, day.currency, day.through, day.sunday, day.amount
      FROM passed day JOIN own ON own.row_id = day.partner_id AND own.currency = day.currency
      WHERE day.amount > 0 AND ${isTold(today)}
    ) each
    GROUP BY 1, 2, 3, 4
  )`

const sumOf = (where: SQL) => sql`coalesce(sum(amount) FILTER (WHERE ${where}), 0.00)`
const [first, second, last] = agedWeeks

/**
 * `aged (partner_id, currency, debt, open, week_1, week_2, week_3_4, older, credit, overdue, is_outermost)`, for a WITH
 * RECURSIVE: of each partner in every currency in which it owes or is owed anything. debt = open + the ages + credit, which
 * is never above zero; `overdue` is what of the ages is past the banca's days. Rows overlap as those of `balance_row` do.
 */
export function ageingCtes({ rows, today, currency, closed, whole }: Asked): SQL {
  return sql`
    ${balanceCtes({ rows, from: today, to: today, currency, closed, whole })},
    ${passedCte}, ${givenCte(today)},
    closed_debt AS MATERIALIZED (
      SELECT own.row_id AS partner_id, own.currency, least(posted.owed, 0.00) AS credit,
        greatest(posted.owed - coalesce(given.amount, 0.00), 0.00) AS owed
      FROM own
      LEFT JOIN (SELECT partner_id, currency, sum(amount) AS amount FROM passed WHERE told_in IS NULL GROUP BY 1, 2) since
        ON since.partner_id = own.row_id AND since.currency = own.currency
      CROSS JOIN LATERAL (SELECT own.closing - own.paid_since + coalesce(since.amount, 0.00) AS owed) posted
      LEFT JOIN (SELECT partner_id, currency, sum(amount) AS amount FROM given WHERE sunday > through GROUP BY 1, 2) given
        ON given.partner_id = own.row_id AND given.currency = own.currency
    ),
    charged AS (
      SELECT closing.partner_id, closing.currency, closing.week,
        greatest(CASE WHEN closing.is_first THEN closing.closing ELSE closing.total END - coalesce(told_with.amount, 0.00), 0.00) AS amount
      FROM closed_debt
      JOIN closings closing ON closing.partner_id = closed_debt.partner_id AND closing.currency = closed_debt.currency
        AND closing.reversed_at IS NULL AND closing.week <= ${today}::date AND closing.week >= ${youngFrom(today)}
      LEFT JOIN (SELECT partner_id, currency, told_in, sum(amount) AS amount FROM passed GROUP BY 1, 2, 3) told_with
        ON told_with.partner_id = closing.partner_id AND told_with.currency = closing.currency AND told_with.told_in = closing.week
      WHERE closed_debt.owed > 0
      UNION ALL
      SELECT given.partner_id, given.currency, given.sunday, given.amount FROM given WHERE given.sunday <= given.through
    ),
    unpaid AS (
      SELECT partner_id, currency, week, (${today}::date - week + 6) / 7 AS age,
        least(charge.amount, greatest(closed_debt.owed - (sum(charge.amount) OVER newest - charge.amount), 0.00)) AS amount
      FROM (SELECT partner_id, currency, week, sum(amount) AS amount FROM charged GROUP BY 1, 2, 3) charge
      JOIN closed_debt USING (partner_id, currency)
      WINDOW newest AS (PARTITION BY partner_id, currency ORDER BY week DESC)
    ),
    by_age AS (
      SELECT partner_id, currency, ${sumOf(sql`age <= ${first}`)} AS week_1, ${sumOf(sql`age = ${second}`)} AS week_2,
        ${sumOf(sql`age > ${second} AND age <= ${last}`)} AS week_3_4, ${sumOf(sql`week >= ${today}::date - ${dueDays}`)} AS due_later
      FROM unpaid GROUP BY 1, 2
    ),
    aged AS MATERIALIZED (
      SELECT told.partner_id, told.currency, told.debt, told.debt - closed_debt.owed - closed_debt.credit AS open, young.week_1,
        young.week_2, young.week_3_4, closed_debt.owed - young.week_1 - young.week_2 - young.week_3_4 AS older, closed_debt.credit,
        closed_debt.owed - young.due_later AS overdue, told.is_outermost
      FROM balance_sum told
      JOIN closed_debt USING (partner_id, currency)
      LEFT JOIN by_age USING (partner_id, currency)
      CROSS JOIN LATERAL (
        SELECT coalesce(by_age.week_1, 0.00) AS week_1, coalesce(by_age.week_2, 0.00) AS week_2,
          coalesce(by_age.week_3_4, 0.00) AS week_3_4, coalesce(by_age.due_later, 0.00) AS due_later
      ) young
      WHERE told.debt <> 0 OR closed_debt.owed <> 0 OR closed_debt.credit <> 0
    )`
}

/** The last confirmed payment of each partner and currency of `of`, undone ones apart: `paid_on`, `paid`. */
export const lastPayment = (of: SQL): SQL => sql`
  LEFT JOIN LATERAL (
    SELECT (payment.decided_at AT TIME ZONE banca.zone)::date AS paid_on, payment.amount AS paid
    FROM payments payment CROSS JOIN banca
    WHERE payment.partner_id = ${of}.partner_id AND payment.currency = ${of}.currency AND payment.state = 'confirmado'
      AND payment.direction = 'paga'
    ORDER BY payment.decided_at DESC, payment.id DESC LIMIT 1
  ) last_payment ON true`

/** When that was, for an order. */
export const lastPaid = (of: SQL): SQL => sql`(
  SELECT max(payment.decided_at) FROM payments payment
  WHERE payment.partner_id = ${of}.partner_id AND payment.currency = ${of}.currency AND payment.state = 'confirmado'
    AND payment.direction = 'paga')`
