/**
 * What came day by day to partners and those they answer for, of a period and since the last closing of each: what offices sold
 * and earned from their days (`sales_days`, which are the books', as `verify` says), all else from the accounts' days. An
 * office's day is one row there and a dozen in the books, among which those of a kind are only known by their account.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'
import { list } from '../../platform/db/connect.ts'
import { sundayOf } from './creditors.ts'
import { cameLate, latePosting } from './late.ts'
import { earningKinds } from './sum-up.ts'

export interface Asked extends Period {
  /** Which partners (`partner`) are rows: a condition. */
  rows: SQL
  currency?: Currency | undefined
  /**
   * The Sunday through which most of many rows are closed (`lastClosed`): what came since is read day by day for all of them,
   * and office by office of those who are behind. Of few rows it may be left out.
   */
  closed?: string | null | undefined
}

/** What is owed and paid: accounts of a row's partner itself, which have nothing of those it answers for. */
export const ownKinds = ['liquidacion', 'liquidado', 'cobranza'] as const satisfies readonly AccountKind[]
/** Columns of an office's day by the kind of account that says the same, and whether it is owed or kept. */
export const soldKinds = [
  ['ventas', 'sold', ''],
  ['premios', 'prizes', '-'],
  ['comision', 'commission', '-'],
  ['participacion', 'participation', '-'],
] as const satisfies readonly (readonly [(typeof earningKinds)[number], string, '' | '-'])[]
const isSold = (kind: string) => soldKinds.some(([sold]) => sold === kind)
/** What earns and no office's day tells. */
export const otherKinds = earningKinds.filter((kind) => !isSold(kind))

const inCurrency = (row: SQL, currency: Currency | undefined) =>
  currency ? sql`${row}.currency = ${currency}::currency` : sql`true`
/**
 * The row is of a book's currency. Of many rows of one currency this is said of the row alone, for all books are of it: said of
 * both, the planner would expect next to none of them.
 */
const ofBook = (row: SQL, book: SQL, { currency, closed }: Asked) =>
  currency && closed ? inCurrency(row, currency) : sql`${row}.currency = ${book}.currency`

/** `row_partner`, `member`: who stands in a row's line of debt, of which weeks; `book`: how far each of them is closed. */
export function openBooks({ rows, to, currency }: Asked): SQL {
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
 * `sold_day`: what each day was sold and earned, of the period and since the last closing (`is_open`); `booked`: the same of all
 * other kinds, signed as owed; `booked_kind`: these by week, of the period and of the open weeks; `week`: what each of them
 * earned by week, of the period, not closed yet (`open`) and come late.
 */
export const bookedCtes = (asked: Asked): SQL =>
  sql`${soldDays(asked)}, ${otherDays(asked)}, ${earnedWeeks(asked.from)}`

/** The day after which all rows' days are read together. */
const byDay = ({ closed, from }: Asked) => sql`least(${closed ?? null}::date, ${from}::date - 1)`

function soldDays(asked: Asked): SQL {
  const { from, to } = asked
  const columns = sql.raw(soldKinds.map(([, name]) => `sales_day.${name}`).join(', '))
  return sql`
    office AS MATERIALIZED (
      SELECT office.id, book.partner_id, book.currency, book.through, book.cut
      FROM book JOIN partners office ON office.father_id = book.partner_id AND office.type = 'taquilla'
    ),
    sold_day AS (
      SELECT office.partner_id, office.currency, sales_day.day, ${columns}, sales_day.day > office.through AS is_open
      FROM office
      JOIN sales_days sales_day ON sales_day.office_id = office.id AND ${ofBook(sql`sales_day`, sql`office`, asked)}
        AND sales_day.day > ${byDay(asked)} AND sales_day.day <= ${to}::date
        AND sales_day.day > least(office.through, ${from}::date - 1)
      UNION ALL
      SELECT office.partner_id, office.currency, behind.*, true
      FROM office
      CROSS JOIN LATERAL (
        -- Looked up for each of them: OFFSET keeps the planner from reading all offices' days for it.
        SELECT sales_day.day, ${columns} FROM sales_days sales_day
        WHERE sales_day.office_id = office.id AND ${ofBook(sql`sales_day`, sql`office`, asked)}
          AND sales_day.day > office.through AND sales_day.day <= least(${byDay(asked)}, ${to}::date)
        OFFSET 0
      ) behind
      WHERE office.through < ${byDay(asked)}
    )`
}

function otherDays(asked: Asked): SQL {
  const { from, to } = asked
  return sql`
    owned AS MATERIALIZED (
      SELECT partner_id, currency, through, cut, partner_id AS id FROM book
      UNION ALL
      SELECT partner_id, currency, through, cut, id FROM office
    ),
    account AS MATERIALIZED (
      SELECT owned.partner_id, owned.currency, owned.through, account.id, account.kind
      FROM owned
      JOIN ledger_accounts account ON account.partner_id = owned.id AND ${ofBook(sql`account`, sql`owned`, asked)}
        AND account.kind = ANY (${list([...otherKinds, ...ownKinds])}::text[])
    ),
    booked AS MATERIALIZED (
      SELECT account.partner_id, account.currency, account.kind, ledger_day.day, ledger_day.credit - ledger_day.debit AS amount,
        ledger_day.day > account.through AS is_open
      FROM ledger_days ledger_day JOIN account ON account.id = ledger_day.account_id
      -- By the account: hardly any of these has anything, and by day the offices' own would all be read.
      WHERE ledger_day.account_id = ANY (ARRAY(SELECT id FROM account)) AND ledger_day.day > ${byDay(asked)}
        AND ledger_day.day <= ${to}::date AND ledger_day.day > least(account.through, ${from}::date - 1)
      UNION ALL
      SELECT account.partner_id, account.currency, account.kind, behind.day, behind.amount, true
      FROM account
      CROSS JOIN LATERAL (
        SELECT ledger_day.day, ledger_day.credit - ledger_day.debit AS amount
        FROM ledger_days ledger_day
        WHERE ledger_day.account_id = account.id AND ledger_day.day > account.through
          AND ledger_day.day <= least(${byDay(asked)}, ${to}::date)
        OFFSET 0
      ) behind
      WHERE account.through < ${byDay(asked)}
    ),
    booked_kind AS MATERIALIZED (
      SELECT partner_id, currency, ${sundayOf(sql`day`)} AS sunday, kind, sum(amount) FILTER (WHERE day >= ${from}::date) AS amount,
        sum(amount) FILTER (WHERE is_open) AS open
      FROM booked
      GROUP BY 1, 2, 3, 4
    )`
}

const amountOf = (kinds: readonly (typeof otherKinds)[number][], sign: '' | '-' = '') => sql`
  ${sql.raw(sign)}sum(amount) FILTER (WHERE kind = ANY (${list(kinds)}::text[]))`
const net = sql.raw(soldKinds.map(([, name, sign]) => `${sign === '-' ? '- ' : ''}${name}`).join(' '))

function earnedWeeks(from: string): SQL {
  const sums = soldKinds.map(
    ([, name]) => sql`sum(${sql.raw(name)}) FILTER (WHERE day >= ${from}::date) AS ${sql.raw(name)}`,
  )
  return sql`
    earned_late AS (
      SELECT owned.partner_id, owned.currency, ${sundayOf(sql`late.day`)} AS sunday, -late.amount AS amount
      FROM ${latePosting(sql`book`)} late
      JOIN ledger_accounts account ON account.id = late.account_id AND account.kind = ANY (${list(earningKinds)}::text[])
      JOIN owned ON owned.id = account.partner_id AND owned.currency = account.currency AND ${cameLate(sql`late`, sql`owned`)}
    ),
    week AS MATERIALIZED (
      SELECT partner_id, currency, sunday, coalesce(sum(sold), 0.00) AS sold, coalesce(sum(prizes), 0.00) AS prizes,
        coalesce(sum(commission), 0.00) AS commission, coalesce(sum(participation), 0.00) AS participation,
        coalesce(sum(margin), 0.00) AS margin, coalesce(sum(external), 0.00) AS external,
        coalesce(sum(adjustments), 0.00) AS adjustments, coalesce(sum(open), 0.00) AS open, coalesce(sum(late), 0.00) AS late
      FROM (
        SELECT partner_id, currency, ${sundayOf(sql`day`)} AS sunday, ${sql.join(sums, sql`, `)}, NULL::numeric AS margin,
          NULL::numeric AS external, NULL::numeric AS adjustments, sum(${net}) FILTER (WHERE is_open) AS open, NULL::numeric AS late
        FROM sold_day GROUP BY 1, 2, 3
        UNION ALL
        SELECT partner_id, currency, sunday, NULL, NULL, NULL, NULL, ${amountOf(['margen'], '-')},
          ${amountOf(['ventas_externas', 'premios_externos', 'comision_externa'])}, ${amountOf(['ajustes'])}, sum(open), NULL
        FROM booked_kind WHERE kind = ANY (${list(otherKinds)}::text[]) GROUP BY 1, 2, 3
        UNION ALL
        SELECT partner_id, currency, sunday, NULL, NULL, NULL, NULL, NULL, NULL, NULL, amount, amount FROM earned_late
      ) earned
      GROUP BY 1, 2, 3
    )`
}
