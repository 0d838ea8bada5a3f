/**
 * What came day by day to partners and those they answer for, of a period and since the last closing of each: from the days of
 * their accounts. Of many partners, what their offices sold and earned since most of them were closed comes from the offices'
 * days (`sales_days`), which are the books', as `verify` says: an office's day is one row there and a dozen in the books, among
 * which those of a kind are only known by their account; days that no sale changes bear a mark there.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'
import { list } from '../../platform/db/connect.ts'
import { earnedWithoutSale, earningKinds, ownKinds, soldKinds } from '../ledger/debt-kinds.ts'
import { sundayOf } from './creditors.ts'
import { cameLate, latePosting } from './late.ts'

export interface AskedDebts extends Period {
  /** Which partners (`partner`) are rows: a condition. */
  rows: SQL
  currency?: Currency | undefined
  /**
   * The last Sunday until `to` through which anybody is closed (`lastClosed`), of many rows: what came since is read day by day
   * for all of them, and account by account of those who are behind. Of few rows it may be left out.
   */
  closed?: string | SQL | null | undefined
  /** Whether the rows are, or answer for, most partners: the books of all are then taken, not those of some looked up. */
  whole?: boolean | undefined
}

const inCurrency = (row: SQL, currency: Currency | undefined) =>
  currency ? sql`${row}.currency = ${currency}::currency` : sql`true`

/**
 * `row_partner`; `member`: who stands in a row's line of debt, of which weeks (their Sunday is from `since` on and before `until`);
 * `book`: how far each of them is closed.
 */
export function openBooks({ rows, to, currency, closed, whole }: AskedDebts): SQL {
  const debtors = whole
    ? sql`SELECT partner.id FROM partners partner WHERE partner.type IN ('agencia', 'distribuidor')`
    : sql`SELECT DISTINCT debtor_id AS id FROM member`
  const of = (closing: SQL) =>
    sql`${closing}.partner_id = debtor.id AND ${closing}.currency = each.currency AND ${closing}.reversed_at IS NULL`
  // Of many most have one of that week: found together, and only of the others the last one is looked up.
  const ofMost = closed && sql`LEFT JOIN closings recent ON recent.week = ${closed}::date AND ${of(sql`recent`)}`
  const last = (column: SQL) => (closed ? sql`coalesce(recent.${column}, earlier.${column})` : sql`earlier.${column}`)
  return sql`
    row_partner AS MATERIALIZED (
      SELECT partner.id FROM partners partner WHERE partner.type IN ('agencia', 'distribuidor') AND ${rows}
    ),
    member AS MATERIALIZED (
      SELECT debt_line.above_id AS row_id, debt_line.debtor_id, debt_line.since, debt_line.until FROM debt_line
    ),
    book AS MATERIALIZED (
      SELECT debtor.id AS partner_id, each.currency, coalesce(${last(sql`week`)}, '-infinity') AS through, ${last(sql`cut`)} AS cut,
        ${last(sql`closed_at`)} AS closed_at, coalesce(${last(sql`closing`)}, 0.00) AS closing
      FROM (${debtors}) debtor
      CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
      ${ofMost || sql``}
      LEFT JOIN LATERAL (
        SELECT closing.week, closing.cut, closing.closed_at, closing.closing FROM closings closing
        WHERE ${of(sql`closing`)} AND closing.week <= ${to}::date ${closed ? sql`AND recent.id IS NULL` : sql``}
        ORDER BY closing.week DESC LIMIT 1
      ) earlier ON true
      WHERE ${inCurrency(sql`each`, currency)}
    )`
}

/**
 * `booked`: what came each day to whose accounts, of the period and since the last closing (`is_open`); `booked_kind`: the same
 * by week and kind, of the period and of the open weeks; `earned`: what each of them earned by week, of the period, not closed
 * yet (`open`) and come late. Of many rows what offices sold since most were closed is in none of them (`soldRows`).
 */
export const bookedCtes = (asked: AskedDebts): SQL => sql`${asked.closed ? ofMany(asked) : ofFew(asked)},
    booked_kind AS MATERIALIZED (
      SELECT partner_id, currency, ${sundayOf(sql`day`)} AS sunday, kind, sum(amount) FILTER (WHERE day >= ${asked.from}::date) AS amount,
        sum(amount) FILTER (WHERE is_open) AS open
      FROM booked
      GROUP BY 1, 2, 3, 4
    ), ${earnedCtes(asked)}`

/** Whose book (`owned`) an `account` is in, where those of all are taken: an office's is in its agency's. */
const ownerOfAll = sql`
      JOIN partners owner ON owner.id = account.partner_id
      JOIN book owned ON owned.currency = account.currency
        AND owned.partner_id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END`
/** The same of the books of some. */
const ownerOfSome = sql`JOIN owned ON owned.id = account.partner_id AND owned.currency = account.currency`

/** Rows (partner_id, currency, through, cut, id): a book and each partner whose accounts are in it. */
const inBooks = (where: SQL) => sql`
      SELECT partner_id, currency, through, cut, partner_id AS id FROM book WHERE ${where}
      UNION ALL
      SELECT book.partner_id, book.currency, book.through, book.cut, office.id
      FROM book JOIN partners office ON office.father_id = book.partner_id AND office.type = 'taquilla'
      WHERE ${where}`
/** By itself: of the few books that the planner expects it would join each to all accounts first. */
const ownedCte = sql`owned AS MATERIALIZED (${inBooks(sql`true`)}),`

/** Looked up for each `owned`: OFFSET keeps the planner from reading all accounts for them. */
const accountsOf = (kinds: readonly AccountKind[]) => sql`
      CROSS JOIN LATERAL (
        SELECT account.id, account.kind FROM ledger_accounts account
        WHERE account.partner_id = owned.id AND account.currency = owned.currency AND account.kind = ANY (${list(kinds)}::text[])
        OFFSET 0
      ) account`
/** Looked up for each account: OFFSET keeps the planner from reading all accounts' days for it. */
const daysOf = (since: SQL, to: SQL) => sql`
      CROSS JOIN LATERAL (
        SELECT ledger_day.day, ledger_day.credit - ledger_day.debit AS amount
        FROM ledger_days ledger_day
        WHERE ledger_day.account_id = account.id AND ledger_day.day > ${since} AND ledger_day.day <= ${to}
        OFFSET 0
      ) came`
const came = sql`account.partner_id, account.currency, account.kind, came.day, came.amount, came.day > account.through AS is_open`

function ofFew({ from, to, currency }: AskedDebts): SQL {
  return sql`
    ${ownedCte}
    account AS MATERIALIZED (
      SELECT owned.partner_id, owned.currency, owned.through, owned.cut, account.id, account.kind
      FROM owned
      JOIN ledger_accounts account ON account.partner_id = owned.id AND account.currency = owned.currency
        AND ${inCurrency(sql`account`, currency)} AND account.kind = ANY (${list([...earningKinds, ...ownKinds])}::text[])
    ),
    booked AS (
      SELECT ${came} FROM account ${daysOf(sql`least(account.through, ${from}::date - 1)`, sql`${to}::date`)}
    )`
}

/**
 * `sold_week`: what offices sold and earned after the day through which most are closed (`soldWeeks`); `booked`: all other kinds
 * and, of who is behind, what came until then.
 */
function ofMany(asked: AskedDebts): SQL {
  const { from, to, closed, whole } = asked
  const byDay = sql`least(${closed ?? null}::date, ${from}::date - 1)`
  const inTime = (row: SQL) => sql`${row}.day > ${byDay} AND ${row}.day <= ${to}::date`
  return sql`
    sold_week AS MATERIALIZED (${soldWeeks(asked, inTime)}
    ),
    ${whole ? sql`` : ownedCte}
    booked AS MATERIALIZED (
      SELECT owned.partner_id, owned.currency, account.kind, came.day, came.amount, came.day > owned.through AS is_open
      FROM ${whole ? marked(inTime) : sql`owned ${accountsOf([...earnedWithoutSale, ...ownKinds])} ${daysOf(byDay, sql`${to}::date`)}`}
      WHERE came.day > least(owned.through, ${from}::date - 1)
      UNION ALL
      SELECT owned.partner_id, owned.currency, account.kind, came.day, came.amount, true
      FROM (${inBooks(sql`book.through < ${byDay}`)}) owned
      ${accountsOf([...earningKinds, ...ownKinds])} ${daysOf(sql`owned.through`, sql`least(${byDay}, ${to}::date)`)}
    )`
}

/** The days of all accounts that no sale changes (`came`), each with its `account` and whose book it is in (`owned`). */
const marked = (inTime: (row: SQL) => SQL) => sql`
      (
        SELECT ledger_day.account_id, ledger_day.day, ledger_day.credit - ledger_day.debit AS amount
        FROM ledger_days ledger_day WHERE ledger_day.without_sale AND ${inTime(sql`ledger_day`)}
      ) came
      JOIN ledger_accounts account ON account.id = came.account_id ${ownerOfAll}`

const amountOf = (kinds: readonly (typeof earningKinds)[number][], sign: '' | '-' = '') => sql`
  coalesce(${sql.raw(sign)}sum(amount) FILTER (WHERE kind = ANY (${list(kinds)}::text[])), 0.00)`

function earnedCtes({ closed, whole }: AskedDebts): SQL {
  const sold = soldKinds.map(([kind, name, sign]) => sql`${amountOf([kind], sign)} AS ${sql.raw(name)}`)
  const parts = sql`
      SELECT partner_id, currency, sunday, ${sql.join(sold, sql`, `)}, ${amountOf(['margen'], '-')} AS margin,
        ${amountOf(['ventas_externas', 'premios_externos', 'comision_externa'])} AS external, ${amountOf(['ajustes'])} AS adjustments,
        coalesce(sum(open), 0.00) AS open, 0.00 AS late
      FROM booked_kind WHERE kind = ANY (${list(earningKinds)}::text[]) GROUP BY 1, 2, 3
      UNION ALL
      SELECT partner_id, currency, sunday, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, amount, amount FROM earned_late`
  // By itself (`earned_part`): what is guessed of late entries dwarfs the rest, and of the joins above it the planner would not
  // mind which compares each with each. Then beside all books: of what came it expects next to nothing.
  const earned = closed
    ? sql`
    earned_part AS MATERIALIZED (${parts}),
    earned AS MATERIALIZED (SELECT part.* FROM book LEFT JOIN earned_part part USING (partner_id, currency))`
    : sql`
    earned AS MATERIALIZED (${parts})`
  // Of few all accounts are known already.
  const postedTo = closed
    ? sql`JOIN ledger_accounts account ON account.id = late.account_id ${whole ? ownerOfAll : ownerOfSome}`
    : sql`JOIN account owned ON owned.id = late.account_id`
  return sql`
    earned_late AS (
      SELECT owned.partner_id, owned.currency, ${sundayOf(sql`late.day`)} AS sunday, -late.amount AS amount
      FROM ${latePosting(sql`book`)} late
      ${postedTo} AND ${cameLate(sql`late`, sql`owned`)}
      WHERE ${closed ? sql`account` : sql`owned`}.kind = ANY (${list(earningKinds)}::text[])
    ),${earned}`
}

/** By name, `sold(name)` of each kind that offices sell and earn. */
const soldSums = (sold: (name: SQL) => SQL) =>
  sql.join(
    soldKinds.map(([, name]) => sql`${sold(sql.raw(name))} AS ${sql.raw(name)}`),
    sql`, `,
  )

/**
 * Of each office and week (`sunday`) what it sold and earned in the period, and what is not closed yet (`open`). Its days are
 * added up before anything is looked up for them.
 */
function soldWeeks({ from, currency, whole }: AskedDebts, inTime: (row: SQL) => SQL): SQL {
  // Where one currency is asked all books are of it: said of both sides, the planner would expect next to none of them.
  const ofBook = (row: SQL) => (currency ? inCurrency(row, currency) : sql`${row}.currency = book.currency`)
  const days = whole
    ? sql`sales_days sales_day WHERE ${inCurrency(sql`sales_day`, currency)}`
    : sql`book
        JOIN partners office ON office.father_id = book.partner_id AND office.type = 'taquilla'
        JOIN sales_days sales_day ON sales_day.office_id = office.id
        WHERE ${ofBook(sql`sales_day`)}`
  const net = soldKinds.map(([, name, sign]) => `${sign} sales_day.${name}`).join(' ')
  return sql`
      SELECT book.partner_id, book.currency, sold.sunday, ${soldSums((name) => sql`sold.${name}`)},
        CASE WHEN sold.sunday > book.through THEN sold.net ELSE 0.00 END AS open
      FROM (
        SELECT office.father_id AS partner_id, sold.*
        FROM (
          SELECT sales_day.office_id, sales_day.currency, ${sundayOf(sql`sales_day.day`)} AS sunday, sum(${sql.raw(net)}) AS net,
            ${soldSums((name) => sql`coalesce(sum(sales_day.${name}) FILTER (WHERE sales_day.day >= ${from}::date), 0.00)`)}
          FROM ${days} AND ${inTime(sql`sales_day`)}
          GROUP BY 1, 2, 3
        ) sold
        JOIN partners office ON office.id = sold.office_id
        -- Whose office each is comes first: else offices are looked up for every book of its currency.
        OFFSET 0
      ) sold
      JOIN book ON book.partner_id = sold.partner_id AND ${ofBook(sql`sold`)}`
}

/** `sold_row`: what the offices of a row's line sold and earned: of the period, and not closed yet (`open`). */
export const soldRows = sql`
    sold_row AS (
      SELECT member.row_id, sold_week.currency, ${soldSums((name) => sql`sum(sold_week.${name})`)}, sum(sold_week.open) AS open
      FROM sold_week
      JOIN member ON member.debtor_id = sold_week.partner_id AND sold_week.sunday >= member.since AND sold_week.sunday < member.until
      GROUP BY 1, 2
    )`
