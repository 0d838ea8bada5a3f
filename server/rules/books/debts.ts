/**
 * What partners owe on a day and how it came about in a period, as common table expressions: nothing is added up from the
 * beginning. A debt is what stood in `liquidacion` at the last closing, what moved there since, and what is earned and not
 * closed yet of everybody the partner answers for, late entries included. All of it as is known now.
 *
 * What others passed on is owed from the Sunday of their week on, although it is posted later where the partner had closed
 * that week: what they earned in it is open of nobody any more.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { subjectOf, type Subject } from '../figures/subject.ts'
import { assigned } from './assigned.ts'
import { ownKinds } from '../ledger/debt-kinds.ts'
import { bookedCtes, openBooks, soldRows, type AskedDebts } from './booked.ts'
import { debtLine } from './creditors.ts'

/** Whom a report of debts is about, and its `closed` and `whole`. */
export interface DebtsSubject extends Subject {
  closed: string | null
  whole: boolean
}

/** @throws Problem `not_found` */
export async function debtsSubject(
  { db, scope }: { db: Executor; scope: Scope },
  partner_id: number | undefined,
  to: string,
): Promise<DebtsSubject> {
  const subject = await subjectOf(db, scope, partner_id)
  return { ...subject, closed: await lastClosed(db, to), whole: subject.type === 'banca' }
}

/**
 * A list's count with its sums by currency, of rows `of` (partner_id, currency) that contain one another. `sums`: by name, the
 * amount and which rows (a condition) no other one contains.
 */
export function sumsOnce(
  of: SQL,
  where: SQL | undefined,
  sums: Readonly<Record<string, { amount: SQL; once: SQL }>>,
): SQL {
  const each = Object.entries(sums).map(
    ([name, { amount, once }]) =>
      sql`coalesce(sum(${amount}) FILTER (WHERE ${once}), 0.00)::text AS ${sql.identifier(name)}`,
  )
  return sql`
    SELECT coalesce(sum(sums.rows), 0)::int AS total, coalesce(json_agg(sums ORDER BY sums.currency::currency), '[]') AS totals
    FROM (
      SELECT ${of}.currency::text AS currency, count(*)::int AS rows, ${sql.join(each, sql`, `)}
      FROM ${of} ${where ? sql`JOIN partners partner ON partner.id = ${of}.partner_id WHERE ${where}` : sql``} GROUP BY 1
    ) sums`
}

/** The last week that anybody has closed by a day; none where nobody has. */
export async function lastClosed(db: Executor, day: string): Promise<string | null> {
  const closed = await db.one<{ week: string | null }>(sql`
    SELECT max(week)::text AS week FROM closings WHERE week <= ${day}::date AND reversed_at IS NULL`)
  return closed!.week
}

/**
 * `balance_row (partner_id, currency, before, sold, …, debt, late, closed_through, is_outermost)`, for a WITH RECURSIVE: of
 * each partner in every currency in which it has anything. What others owe is within the row of whoever answers for them:
 * only rows that no other one contains may be added up.
 */
export function balanceCtes(asked: AskedDebts): SQL {
  return sql`${debtLine(asked.rows)}, ${openBooks(asked)}, ${bookedCtes(asked)}, ${rowSums(asked)}, ${balanceRows(asked)}`
}

/**
 * `own`: what a row's partner owed at its last closing, moved and was paid since, and was paid in the period;
 * `passed_later`: of closings up to `to` what is posted after it; `assigned_row`: what passed from a creditor to another;
 * `earned_row`: what its line earned.
 */
function rowSums(asked: AskedDebts): SQL {
  const { from, to } = asked
  return sql`
    own AS (
      SELECT row_partner.id AS row_id, book.currency, book.through, book.closing, part.moved, part.payments,
        coalesce(part.paid_since, 0.00) AS paid_since
      FROM row_partner
      JOIN book ON book.partner_id = row_partner.id
      LEFT JOIN (
        SELECT partner_id, currency, -sum(open) FILTER (WHERE kind = 'liquidacion') AS moved, sum(amount) AS payments,
          sum(open) AS paid_since
        FROM booked_kind WHERE kind = ANY (${list(ownKinds)}::text[]) GROUP BY 1, 2
      ) part ON part.partner_id = book.partner_id AND part.currency = book.currency
    ),
    ${passedLater(asked)},
    assigned_row AS (${assigned(sql`day BETWEEN ${from}::date AND ${to}::date`)}),
    earned_row AS (
      SELECT member.row_id, earned.currency, sum(earned.sold) AS sold, sum(earned.prizes) AS prizes,
        sum(earned.commission) AS commission, sum(earned.participation) AS participation, sum(earned.margin) AS margin,
        sum(earned.external) AS external, sum(earned.adjustments) AS adjustments, sum(earned.open) AS open, sum(earned.late) AS late
      FROM member
      JOIN earned ON earned.partner_id = member.debtor_id AND earned.sunday >= member.since AND earned.sunday < member.until
      GROUP BY 1, 2
    )${asked.closed ? sql`, ${soldRows}` : sql``}`
}

/** Of many rows they are found by the entries of closings posted since, of few by the rows' accounts. */
function passedLater({ to, closed }: AskedDebts): SQL {
  const entries = sql`
    SELECT entry.day, entry.id FROM ledger_entries entry JOIN closings closing ON closing.id = entry.ref_id AND closing.week <= ${to}::date
    WHERE entry.ref_kind = 'closing' AND entry.day > ${to}::date`
  const postings = closed
    ? // Looked up for each of them: OFFSET keeps the planner from asking each account for postings first.
      sql`CROSS JOIN LATERAL (
        SELECT written.account_id, written.amount FROM ledger_postings written
        WHERE written.day = later.day AND written.entry_id = later.id AND written.day > ${to}::date
        OFFSET 0
      ) posting`
    : sql`JOIN ledger_postings posting ON posting.day = later.day AND posting.entry_id = later.id AND posting.day > ${to}::date`
  return sql`
    later AS ${sql.raw(closed ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (${entries}),
    passed_later AS (
      SELECT account.partner_id AS row_id, account.currency, sum(posting.amount) AS amount
      FROM later
      ${postings}
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'liquidacion'
      WHERE account.partner_id IN (SELECT id FROM row_partner)
      GROUP BY 1, 2
    )`
}

/** What a row earned of a kind: of many rows what offices sold is apart (`sold_row`). */
function balanceRows({ closed }: AskedDebts): SQL {
  const earned = (name: string) => sql`coalesce(row.${sql.identifier(name)}, 0.00)`
  const sold = (name: string) =>
    closed ? sql`${earned(name)} + coalesce(sold.${sql.identifier(name)}, 0.00)` : earned(name)
  return sql`
    balance_sum AS MATERIALIZED (
      SELECT own.row_id AS partner_id, own.currency, ${sold('sold')} AS sold, ${sold('prizes')} AS prizes,
        ${sold('commission')} AS commission, ${sold('participation')} AS participation, ${earned('margin')} AS margin,
        ${earned('external')} AS external, ${earned('adjustments')} AS adjustments,
        coalesce(own.payments, 0.00) AS payments, coalesce(assigned.amount, 0.00) AS assigned,
        own.closing + coalesce(own.moved, 0.00) + coalesce(passed_later.amount, 0.00) + ${sold('open')} AS debt,
        ${earned('late')} AS late, nullif(own.through, '-infinity') AS closed_through,
        NOT EXISTS (SELECT 1 FROM debt_line line JOIN row_partner ON row_partner.id = line.above_id
          WHERE line.debtor_id = own.row_id AND line.step > 0 AND line.until = 'infinity') AS is_outermost
      FROM own
      LEFT JOIN passed_later ON passed_later.row_id = own.row_id AND passed_later.currency = own.currency
      LEFT JOIN assigned_row assigned ON assigned.partner_id = own.row_id AND assigned.currency = own.currency
      LEFT JOIN earned_row row ON row.row_id = own.row_id AND row.currency = own.currency
      ${closed ? sql`LEFT JOIN sold_row sold ON sold.row_id = own.row_id AND sold.currency = own.currency` : sql``}
    ),
    balance_row AS MATERIALIZED (
      SELECT balance_sum.*, debt - sold + prizes + commission + participation + margin - external - adjustments + payments
        - assigned AS before
      FROM balance_sum
      WHERE (sold, prizes, commission, participation, margin, external, adjustments, payments, assigned, debt, late)
        IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    )`
}
