/**
 * What came day by day to partners and those they answer for, of a period and since the last closing of each: from the days of
 * their accounts. Of many partners, what their offices sold and earned since most of them were closed comes from the offices'
 * days (`sales_days`), which are the books', as `verify` says: an office's day is one row there and a dozen in the books, among
 * which those of a kind are only known by their account.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'
import { list } from '../../platform/db/connect.ts'
import { sundayOf } from './creditors.ts'
import { cameLate, latePosting } from './late.ts'
import { earningKinds } from './sum-up.ts'

export interface AskedDebts extends Period {
  /** Which partners (`partner`) are rows: a condition. */
  rows: SQL
  currency?: Currency | undefined
  /**
   * The Sunday through which most of many rows are closed (`lastClosed`): what came since is read day by day for all of them,
   * and account by account of those who are behind. Of few rows it may be left out.
   */
  closed?: string | SQL | null | undefined
}

/** What is owed and paid: accounts of a row's partner itself, which have nothing of those it answers for. */
export const ownKinds = ['liquidacion', 'liquidado', 'cobranza'] as const satisfies readonly AccountKind[]
/** Columns of an office's day by the kind of account that says the same, and whether it is owed or kept. */
const soldKinds = [
  ['ventas', 'sold', ''],
  ['premios', 'prizes', '-'],
  ['comision', 'commission', '-'],
  ['participacion', 'participation', '-'],
] as const satisfies readonly (readonly [(typeof earningKinds)[number], string, '' | '-'])[]
const isSold = (kind: string) => soldKinds.some(([sold]) => sold === kind)
/** What earns and no office's day tells. */
const otherKinds = earningKinds.filter((kind) => !isSold(kind))

const inCurrency = (row: SQL, currency: Currency | undefined) =>
  currency ? sql`${row}.currency = ${currency}::currency` : sql`true`
/** `row_partner`, `member`: who stands in a row's line of debt, of which weeks; `book`: how far each of them is closed. */
export function openBooks({ rows, to, currency }: AskedDebts): SQL {
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
      WHERE ${inCurrency(sql`each`, currency)}
    )`
}

/**
 * `booked`: what came each day to whose accounts, of the period and since the last closing (`is_open`); `booked_kind`: the same
 * by week and kind, of the period and of the open weeks; `week`: what each of them earned by week, of the period, not closed yet
 * (`open`) and come late. Of many rows what offices sold since most were closed is in `week` alone.
 */
export const bookedCtes = (asked: AskedDebts): SQL => sql`${ownedCtes}, ${asked.closed ? ofMany(asked) : ofFew(asked)},
    booked_kind AS MATERIALIZED (
      SELECT partner_id, currency, ${sundayOf(sql`day`)} AS sunday, kind, sum(amount) FILTER (WHERE day >= ${asked.from}::date) AS amount,
        sum(amount) FILTER (WHERE is_open) AS open
      FROM booked
      GROUP BY 1, 2, 3, 4
    ), ${earnedWeeks(asked)}`

/** By itself: of the few books that the planner expects it would join each to all accounts first. */
const ownedCtes = sql`
    office AS MATERIALIZED (
      SELECT office.id, book.partner_id, book.currency, book.through, book.cut
      FROM book JOIN partners office ON office.father_id = book.partner_id AND office.type = 'taquilla'
    ),
    owned AS MATERIALIZED (
      SELECT partner_id, currency, through, cut, partner_id AS id FROM book
      UNION ALL
      SELECT partner_id, currency, through, cut, id FROM office
    )`

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
    account AS MATERIALIZED (
      SELECT owned.partner_id, owned.currency, owned.through, account.id, account.kind
      FROM owned
      JOIN ledger_accounts account ON account.partner_id = owned.id AND account.currency = owned.currency
        AND ${inCurrency(sql`account`, currency)} AND account.kind = ANY (${list([...earningKinds, ...ownKinds])}::text[])
    ),
    booked AS (
      SELECT ${came} FROM account ${daysOf(sql`least(account.through, ${from}::date - 1)`, sql`${to}::date`)}
    )`
}

/**
 * `sold_day` has what offices sold and earned after the day through which most are closed; `booked` all other kinds and, of who
 * is behind, what came until then.
 */
function ofMany({ from, to, closed, currency }: AskedDebts): SQL {
  const byDay = sql`least(${closed ?? null}::date, ${from}::date - 1)`
  const wanted = sql`
        ledger_day.day > ${byDay} AND ledger_day.day <= ${to}::date AND ledger_day.day > least(account.through, ${from}::date - 1)`
  // Where one currency is asked all books are of it: said of both sides, the planner would expect next to none of them.
  const ofBook = (row: SQL, book: SQL) =>
    currency ? inCurrency(row, currency) : sql`${row}.currency = ${book}.currency`
  return sql`
    sold_day AS (
      SELECT office.partner_id, office.currency, sales_day.day, ${sql.raw(soldKinds.map(([, name]) => `sales_day.${name}`).join(', '))},
        sales_day.day > office.through AS is_open
      FROM office
      JOIN sales_days sales_day ON sales_day.office_id = office.id AND ${ofBook(sql`sales_day`, sql`office`)}
        AND sales_day.day > ${byDay} AND sales_day.day <= ${to}::date AND sales_day.day > least(office.through, ${from}::date - 1)
    ),
    account AS MATERIALIZED (
      SELECT owned.partner_id, owned.currency, owned.through, account.id, account.kind, false AS is_sold
      FROM owned
      JOIN ledger_accounts account ON account.partner_id = owned.id AND ${ofBook(sql`account`, sql`owned`)}
        AND account.kind = ANY (${list([...otherKinds, ...ownKinds])}::text[])
      UNION ALL
      SELECT office.partner_id, office.currency, office.through, account.id, account.kind, true
      FROM office
      JOIN ledger_accounts account ON account.partner_id = office.id AND account.currency = office.currency
        AND account.kind = ANY (${list(soldKinds.map(([kind]) => kind))}::text[])
      WHERE office.through < ${byDay}
    ),
    booked AS MATERIALIZED (
      SELECT account.partner_id, account.currency, account.kind, ledger_day.day, ledger_day.credit - ledger_day.debit AS amount,
        ledger_day.day > account.through AS is_open
      -- By the account: hardly any of these has anything, and by day the offices' own would all be read.
      FROM ledger_days ledger_day JOIN account ON account.id = ledger_day.account_id
      WHERE ledger_day.account_id = ANY (ARRAY(SELECT id FROM account WHERE NOT is_sold)) AND ${wanted}
      UNION ALL
      SELECT ${came} FROM account ${daysOf(sql`account.through`, sql`least(${byDay}, ${to}::date)`)} WHERE account.through < ${byDay}
    )`
}

const amountOf = (kinds: readonly (typeof earningKinds)[number][], sign: '' | '-' = '') => sql`
  coalesce(${sql.raw(sign)}sum(amount) FILTER (WHERE kind = ANY (${list(kinds)}::text[])), 0.00)`

/** What a partner's offices sold by week, as columns of `weekSums`. */
function soldWeeks(from: string): SQL {
  const sums = soldKinds.map(
    ([, name]) => sql`coalesce(sum(${sql.raw(name)}) FILTER (WHERE day >= ${from}::date), 0.00)`,
  )
  const net = sql.raw(soldKinds.map(([, name, sign]) => `${sign} ${name}`).join(' '))
  return sql`
        SELECT partner_id, currency, ${sundayOf(sql`day`)}, ${sql.join(sums, sql`, `)}, 0.00, 0.00, 0.00,
          coalesce(sum(${net}) FILTER (WHERE is_open), 0.00), 0.00
        FROM sold_day GROUP BY 1, 2, 3`
}

function earnedWeeks({ from, closed }: AskedDebts): SQL {
  const sums = [...soldKinds.map(([, name]) => name), 'margin', 'external', 'adjustments', 'open', 'late']
  const summed = sums.map((name) => sql`sum(${sql.raw(name)}) AS ${sql.raw(name)}`)
  const sold = soldKinds.map(([kind, name, sign]) => sql`${amountOf([kind], sign)} AS ${sql.raw(name)}`)
  return sql`
    earned_late AS (
      SELECT owned.partner_id, owned.currency, ${sundayOf(sql`late.day`)} AS sunday, -late.amount AS amount
      FROM ${latePosting(sql`book`)} late
      JOIN ledger_accounts account ON account.id = late.account_id AND account.kind = ANY (${list(earningKinds)}::text[])
      JOIN owned ON owned.id = account.partner_id AND owned.currency = account.currency AND ${cameLate(sql`late`, sql`owned`)}
    ),
    week AS MATERIALIZED (
      SELECT partner_id, currency, sunday, ${sql.join(summed, sql`, `)}
      FROM (
        SELECT partner_id, currency, sunday, ${sql.join(sold, sql`, `)}, ${amountOf(['margen'], '-')} AS margin,
          ${amountOf(['ventas_externas', 'premios_externos', 'comision_externa'])} AS external, ${amountOf(['ajustes'])} AS adjustments,
          coalesce(sum(open), 0.00) AS open, 0.00 AS late
        FROM booked_kind WHERE kind = ANY (${list(earningKinds)}::text[]) GROUP BY 1, 2, 3
        ${closed ? sql`UNION ALL ${soldWeeks(from)}` : sql``}
        UNION ALL
        SELECT partner_id, currency, sunday, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, amount, amount FROM earned_late
      ) earned
      GROUP BY 1, 2, 3
    )`
}
