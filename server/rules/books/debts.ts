/**
 * What partners owe on a day and how it came about in a period, as common table expressions: nothing is added up from the
 * beginning. A debt is what stood in `liquidacion` at the last closing, what moved there since, and what is earned and not
 * closed yet of everybody the partner answers for, late entries included. All of it as is known now.
 *
 * What others passed on is owed from the Sunday of their week on, although it is posted later where the partner had closed
 * that week: what they earned in it is open of nobody any more.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'
import { list } from '../../platform/db/connect.ts'
import { assigned } from './assigned.ts'
import { debtLine, sundayOf } from './creditors.ts'
import { lateEntry } from './late.ts'
import { earningKinds } from './sum-up.ts'

type Kind = (typeof earningKinds)[number]

interface Asked extends Period {
  /** Which partners (`partner`) are rows: a condition. */
  rows: SQL
  currency?: Currency | undefined
}

const inPeriod = (from: string) => sql`day >= ${from}::date`
const amountOf = (from: string, kinds: readonly Kind[], sign: '' | '-' = '') => sql`
  coalesce(${sql.raw(sign)}sum(amount) FILTER (WHERE ${inPeriod(from)} AND NOT is_late AND kind = ANY (${list(kinds)}::text[])), 0.00)`

/**
 * `balance_row (partner_id, currency, before, sold, …, debt, late, closed_through, is_outermost)`, for a WITH RECURSIVE: of
 * each partner in every currency in which it has anything. What others owe is within the row of whoever answers for them:
 * only rows that no other one contains may be added up.
 */
export function balanceCtes(asked: Asked): SQL {
  return sql`${debtLine(asked.rows)}, ${openBooks(asked)}, ${earnedWeeks(asked)}, ${rowSums(asked)}, ${balanceRows}`
}

/** `row_partner`, `member`: who stands in a row's line of debt, of which weeks; `book`: how far each of them is closed. */
function openBooks({ rows, to, currency }: Asked): SQL {
  const only = currency ? sql`${currency}::currency` : sql`ANY (enum_range(NULL::currency))`
  return sql`
    row_partner AS MATERIALIZED (
      SELECT partner.id FROM partners partner WHERE partner.type IN ('agencia', 'distribuidor') AND ${rows}
    ),
    member AS MATERIALIZED (
      SELECT debt_line.above_id AS row_id, debt_line.debtor_id, debt_line.since, debt_line.until
      FROM debt_line
    ),
    book AS MATERIALIZED (
      SELECT debtor.id AS partner_id, each.currency, coalesce(last.week, '-infinity') AS through, last.cut, last.closed_at,
        coalesce(last.closing, 0.00) AS closing
      FROM (SELECT DISTINCT debtor_id AS id FROM member) debtor
      CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
      LEFT JOIN LATERAL (
        SELECT closing.week, closing.cut, closing.closed_at, closing.closing FROM closings closing
        WHERE closing.partner_id = debtor.id AND closing.currency = each.currency AND closing.week <= ${to}::date
          AND closing.reversed_at IS NULL
        ORDER BY closing.week DESC LIMIT 1
      ) last ON true
      WHERE each.currency = ${only}
    )`
}

/** `week`: what each of them earned by week, of the period, not closed yet (`open`) and come late. */
function earnedWeeks({ from, to }: Asked): SQL {
  return sql`
    owner AS (
      SELECT debtor_id AS partner_id, debtor_id AS id FROM member
      UNION
      SELECT office.father_id, office.id
      FROM member JOIN partners office ON office.father_id = member.debtor_id AND office.type = 'taquilla'
    ),
    owned AS MATERIALIZED (
      SELECT book.partner_id, book.currency, book.through, book.cut, owner.id FROM book JOIN owner ON owner.partner_id = book.partner_id
    ),
    account AS MATERIALIZED (
      SELECT owned.partner_id, owned.currency, owned.through, owned.cut, account.id, account.kind
      FROM owned
      JOIN ledger_accounts account ON account.partner_id = owned.id AND account.currency = owned.currency
        AND account.kind = ANY (${list(earningKinds)}::text[])
    ),
    earned AS (
      SELECT account.partner_id, account.currency, account.kind, ledger_day.day, ledger_day.credit - ledger_day.debit AS amount,
        ledger_day.day > account.through AS is_open, false AS is_late
      FROM account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
        AND ledger_day.day > least(account.through, ${from}::date - 1) AND ledger_day.day <= ${to}::date
      UNION ALL
      SELECT account.partner_id, account.currency, account.kind, entry.day, -posting.amount, true, true
      FROM ${lateEntry(sql`book`)} entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN account ON account.id = posting.account_id
      WHERE entry.day <= account.through AND NOT pg_visible_in_snapshot(entry.xid, account.cut)
    ),
    week AS MATERIALIZED (
      SELECT partner_id, currency, ${sundayOf(sql`day`)} AS sunday, ${amountOf(from, ['ventas'])} AS sold,
        ${amountOf(from, ['premios'], '-')} AS prizes, ${amountOf(from, ['comision'], '-')} AS commission,
        ${amountOf(from, ['participacion'], '-')} AS participation,
        ${amountOf(from, ['margen'], '-')} AS margin,
        ${amountOf(from, ['ventas_externas', 'premios_externos', 'comision_externa'])} AS external,
        ${amountOf(from, ['ajustes'])} AS adjustments,
        coalesce(sum(amount) FILTER (WHERE is_open), 0.00) AS open, coalesce(sum(amount) FILTER (WHERE is_late), 0.00) AS late
      FROM earned
      GROUP BY 1, 2, 3
    )`
}

/**
 * `own`: what a row's partner owed at its last closing, moved and was paid since, and was paid in the period;
 * `passed_later`: of closings up to `to` what is posted after it; `assigned_row`: what passed from a creditor to another;
 * `earned_row`: the weeks of its line.
 */
function rowSums({ from, to }: Asked): SQL {
  return sql`
    own AS (
      SELECT row_partner.id AS row_id, book.currency, book.through, book.closing,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'liquidacion' AND ledger_day.day > book.through) AS moved,
        sum(ledger_day.credit - ledger_day.debit) FILTER (WHERE ${inPeriod(from)}) AS payments,
        coalesce(sum(ledger_day.credit - ledger_day.debit) FILTER (WHERE ledger_day.day > book.through), 0.00) AS paid_since
      FROM row_partner
      JOIN book ON book.partner_id = row_partner.id
      LEFT JOIN ledger_accounts account ON account.partner_id = row_partner.id AND account.currency = book.currency
        AND account.kind IN ('liquidacion', 'liquidado', 'cobranza')
      LEFT JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
        AND ledger_day.day > least(book.through, ${from}::date - 1) AND ledger_day.day <= ${to}::date
      GROUP BY 1, 2, 3, 4
    ),
    passed_later AS (
      SELECT account.partner_id AS row_id, account.currency, sum(posting.amount) AS amount
      FROM ledger_accounts account
      JOIN ledger_postings posting ON posting.account_id = account.id AND posting.day > ${to}::date
      JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id AND entry.ref_kind = 'closing'
      JOIN closings closing ON closing.id = entry.ref_id AND closing.week <= ${to}::date
      WHERE account.partner_id IN (SELECT id FROM row_partner) AND account.kind = 'liquidacion'
      GROUP BY 1, 2
    ),
    assigned_row AS (${assigned(sql`day BETWEEN ${from}::date AND ${to}::date`)}),
    earned_row AS (
      SELECT member.row_id, week.currency, sum(week.sold) AS sold, sum(week.prizes) AS prizes, sum(week.commission) AS commission,
        sum(week.participation) AS participation, sum(week.margin) AS margin,
        sum(week.external) AS external, sum(week.adjustments) AS adjustments,
        sum(week.open) AS open, sum(week.late) AS late
      FROM member
      JOIN week ON week.partner_id = member.debtor_id AND week.sunday >= member.since AND week.sunday < member.until
      GROUP BY 1, 2
    )`
}

const balanceRows = sql`
    balance_sum AS (
      SELECT own.row_id AS partner_id, own.currency, coalesce(row.sold, 0.00) AS sold, coalesce(row.prizes, 0.00) AS prizes,
        coalesce(row.commission, 0.00) AS commission, coalesce(row.participation, 0.00) AS participation,
        coalesce(row.margin, 0.00) AS margin,
        coalesce(row.external, 0.00) AS external, coalesce(row.adjustments, 0.00) AS adjustments,
        coalesce(own.payments, 0.00) AS payments, coalesce(assigned.amount, 0.00) AS assigned,
        own.closing + coalesce(own.moved, 0.00) + coalesce(passed_later.amount, 0.00) + coalesce(row.open, 0.00) AS debt,
        coalesce(row.late, 0.00) AS late,
        nullif(own.through, '-infinity') AS closed_through,
        NOT EXISTS (SELECT 1 FROM debt_line line JOIN row_partner ON row_partner.id = line.above_id
          WHERE line.debtor_id = own.row_id AND line.step > 0 AND line.until = 'infinity') AS is_outermost
      FROM own
      LEFT JOIN passed_later ON passed_later.row_id = own.row_id AND passed_later.currency = own.currency
      LEFT JOIN assigned_row assigned ON assigned.partner_id = own.row_id AND assigned.currency = own.currency
      LEFT JOIN earned_row row ON row.row_id = own.row_id AND row.currency = own.currency
    ),
    balance_row AS MATERIALIZED (
      SELECT balance_sum.*, debt - sold + prizes + commission + participation + margin - external - adjustments + payments
        - assigned AS before
      FROM balance_sum
      WHERE (sold, prizes, commission, participation, margin, external, adjustments, payments, assigned, debt, late)
        IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    )`
