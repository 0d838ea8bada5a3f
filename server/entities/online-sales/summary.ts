/**
 * The running day of each partner: what it sold, won and earned, and how many of its offices sold. Most offices of a wide
 * banca have nothing yet, and each is a row all the same: where rows are offices, those without a sale are counted, and
 * only as many of them are made as a page reaches to.
 */
import { sql, type SQL } from 'drizzle-orm'
import { onlineSales } from '@contract/online-sales.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { every } from '../../platform/db/connect.ts'
import { listing } from '../../platform/lists/listing.ts'
import { holdsWordsSql } from '../../platform/lists/names.ts'
import { isOfficeOf } from '../../rules/figures/subject.ts'
import {
  columnSql,
  countedSums,
  salesDay,
  gatheredCtes,
  isRow,
  salesMember,
  partnerListParts,
  placeName,
  validTickets,
  whoColumns,
  type SalesDay,
} from './sales.ts'

interface Narrowed {
  currency?: Currency | undefined
  /** Looked for in the offices' own names. */
  q?: string | undefined
}

const isFound = ({ q }: Narrowed) => (q ? holdsWordsSql([sql`office.name_key`], q) : undefined)
/** Today's rows `sales_day` of each `office` that sold or won something. */
const ofToday = ({ subject, today }: SalesDay, { currency, q }: Narrowed) =>
  sql`
    sales_days sales_day
    JOIN partners office ON office.id = sales_day.office_id
    WHERE
      ${every(
        sql`sales_day.day = ${today}`,
        currency && sql`sales_day.currency = ${currency}`,
        isOfficeOf(subject, sql`sales_day.office_id`),
        isFound({ q }),
      )}`
const officesOf = ({ subject }: SalesDay, { q }: Narrowed = {}) =>
  every(sql`office.type = 'taquilla'`, isOfficeOf(subject, sql`office.id`), isFound({ q }))
const isActive = sql`office.status = 'activo'`
/** It is open in the currency of its row. */
const sells = sql`(${isActive} AND sales_day.currency = ANY (office.currencies))`

interface Offices extends Narrowed {
  sort?: string | undefined
  page?: number
  per_page?: number
}

/** What tells offices (`office`) apart that have nothing yet, before their key; in all else they are alike. */
const apart: Readonly<Record<string, SQL>> = { name: sql`office.name`, code: sql`office.code`, offices_idle: isActive }

/**
 * `idle (id, currency, is_open)`: offices in a currency that they may sell in and did not, as many as a page reaches to;
 * all where it is a file's. They stand among themselves as in the list: no more of them can be on the page.
 */
function idleOffices(day: SalesDay, { q, currency, sort, page = 1, per_page }: Offices): SQL {
  const way = sort?.startsWith('-') ? sql`DESC` : sql`ASC`
  const own = apart[sort?.replace('-', '') ?? '']
  const first = own ? sql`${own} ${way},` : sql``
  const reached = per_page === undefined ? null : page * per_page
  const place = own ? sql`quiet.place ${way},` : sql``
  const key = sort === undefined ? sql`quiet.currency, quiet.id` : sql`quiet.id ${way}, quiet.currency ${way}`
  return sql`idle AS MATERIALIZED (
    SELECT quiet.id, quiet.currency, quiet.is_open FROM unnest(enum_range(NULL::currency)) AS each(currency) CROSS JOIN LATERAL (
      SELECT office.id, each.currency, ${isActive} AS is_open, ${own ?? sql`NULL`} AS place FROM partners office
      WHERE ${officesOf(day, { q })} AND each.currency = ANY (office.currencies)
        AND (office.id, each.currency) NOT IN (SELECT sold.id, sold.currency FROM sold)
      ORDER BY ${first} office.id ${way} LIMIT ${reached}
    ) quiet WHERE ${currency ? sql`each.currency = ${currency}` : sql`true`} ORDER BY ${place} ${key} LIMIT ${reached})`
}

/**
 * `filtered` and `totals` where each office is a row in every currency that it may sell in or did, sold or not. The totals
 * follow from those that sold, and from how many may sell in what.
 */
function officesToday(day: SalesDay, asked: Offices): SQL {
  const { currency } = asked
  return sql`
    sold AS MATERIALIZED (
      SELECT sales_day.office_id AS id, sales_day.currency, sales_day.sold, sales_day.prizes, sales_day.commission,
        ${validTickets} AS tickets, ${sells} AS is_open,
        sales_day.currency = ANY (office.currencies) AS may
      FROM ${ofToday(day, asked)}
    ), ${idleOffices(day, asked)},
    filtered AS NOT MATERIALIZED (
      SELECT sold.id, sold.currency, sold.sold, sold.prizes, sold.commission, sold.tickets, (sold.tickets > 0)::int AS offices_sold,
        (sold.tickets = 0 AND sold.is_open)::int AS offices_idle, sold.id AS key
      FROM sold
      UNION ALL SELECT idle.id, idle.currency, 0.00, 0.00, 0.00, 0, 0, idle.is_open::int, idle.id FROM idle
    ), alike AS MATERIALIZED (
      SELECT unnest(office.currencies) AS currency, count(*) AS offices, count(*) FILTER (WHERE ${isActive}) AS open FROM partners office
      WHERE ${officesOf(day, asked)} GROUP BY office.currencies
    ), totals AS MATERIALIZED (
      SELECT added.currency, added.sold, added.prizes, added.commission, added.sold - added.prizes - added.commission AS profit,
        added.tickets,
        added.offices_sold, added.offices_idle, added.rows
      FROM (
        SELECT cell.currency, sum(cell.sold) AS sold, sum(cell.prizes) AS prizes, sum(cell.commission) AS commission,
          sum(cell.tickets)::int AS tickets,
          sum(cell.offices_sold)::int AS offices_sold, sum(cell.offices_idle)::int AS offices_idle, sum(cell.rows)::int AS rows
        FROM (
          SELECT sold.currency, sold.sold, sold.prizes, sold.commission, sold.tickets, (sold.tickets > 0)::int AS offices_sold,
            -(sold.is_open AND sold.tickets <> 0)::int AS offices_idle, (NOT sold.may)::int AS rows
          FROM sold
          UNION ALL
          SELECT alike.currency, 0.00, 0.00, 0.00, 0, 0, alike.open, alike.offices
          FROM alike
          WHERE ${currency ? sql`alike.currency = ${currency}` : sql`true`}
        ) cell GROUP BY 1
      ) added)`
}

/**
 * The cells of agencies; `alone` each once in a currency, which costs more than adding up its cells where they are added up
 * anyway. Offices that may sell are counted by what they may, which those of an agency have in common.
 */
function agenciesToday(day: SalesDay, currency: Currency | undefined, alone: boolean): SQL {
  const sold = sql`
    SELECT office.father_id AS member, sales_day.currency, few_sum(sales_day.sold) AS sold, few_sum(sales_day.prizes) AS prizes,
      few_sum(sales_day.commission) AS commission, sum(${validTickets})::int AS tickets,
      count(*) FILTER (WHERE ${validTickets} > 0)::int AS offices_sold,
      count(*) FILTER (WHERE ${validTickets} <> 0 AND ${sells})::int AS busy
    FROM ${ofToday(day, { currency })} GROUP BY 1, 2`
  const open = sql`
    (
      SELECT alike.father_id AS member, unnest(alike.currencies) AS currency, alike.open
      FROM (
        SELECT office.father_id, office.currencies, count(*) FILTER (WHERE ${isActive})::int AS open
        FROM partners office
        WHERE ${officesOf(day)}
        GROUP BY 1, 2
      ) alike
    ) openness
    WHERE ${currency ? sql`openness.currency = ${currency}` : sql`true`}`
  return alone
    ? sql`
      SELECT member, currency, coalesce(sums.sold, 0.00) AS sold, coalesce(sums.prizes, 0.00) AS prizes,
        coalesce(sums.commission, 0.00) AS commission,
        coalesce(sums.tickets, 0) AS tickets, coalesce(sums.offices_sold, 0) AS offices_sold,
        coalesce(openness.open, 0) - coalesce(sums.busy, 0) AS offices_idle
      FROM (${sold}) sums
      FULL JOIN (SELECT openness.member, openness.currency, sum(openness.open)::int AS open FROM ${open}
        GROUP BY 1, 2) openness USING (member, currency)`
    : sql`
      SELECT sums.member, sums.currency, sums.sold, sums.prizes, sums.commission, sums.tickets, sums.offices_sold,
        -sums.busy AS offices_idle FROM (${sold}) sums
      UNION ALL SELECT openness.member, openness.currency, NULL, NULL, NULL, NULL, NULL, openness.open FROM ${open}`
}

const profitOf = (alias: 's' | 'f') => sql.raw(`${alias}.sold - ${alias}.prizes - ${alias}.commission`)
const summaryTotals = ['sold', 'prizes', 'commission', 'profit', 'tickets', 'offices_sold', 'offices_idle']
/** The day of each partner, and how many of its offices sold. */
export const partnerSummary = listing<typeof onlineSales.summary, never, SalesDay>(onlineSales.summary, {
  ...partnerListParts,
  about: salesDay,
  gathered: ({ about, asked }) => ({
    tables:
      salesMember(about.subject, asked.level) === 'taquilla'
        ? officesToday(about, asked)
        : gatheredCtes({
            subject: about.subject,
            asked,
            cells: agenciesToday(about, asked.currency, isRow(about.subject, asked.level)),
            alone: isRow(about.subject, asked.level),
            // Most offices of a quiet day have nothing: that is not added.
            sums: (add) => sql`
              coalesce(${add}(nullif(c.sold, 0)), 0.00) AS sold, coalesce(${add}(nullif(c.prizes, 0)), 0.00) AS prizes,
              coalesce(${add}(nullif(c.commission, 0)), 0.00) AS commission,
              coalesce(sum(c.tickets), 0)::int AS tickets, coalesce(sum(c.offices_sold), 0)::int AS offices_sold,
              sum(c.offices_idle)::int AS offices_idle`,
            derived: sql`${profitOf('s')} AS profit`,
            totals: summaryTotals,
          }),
    taken: true,
  }),
  columns: sql`${whoColumns}, f.sold, f.prizes, f.commission, ${profitOf('f')} AS profit, f.tickets, f.offices_sold, f.offices_idle`,
  order: {
    sold: columnSql('sold'),
    prizes: columnSql('prizes'),
    commission: columnSql('commission'),
    profit: profitOf('f'),
    tickets: columnSql('tickets'),
    offices_sold: columnSql('offices_sold'),
    offices_idle: columnSql('offices_idle'),
    name: placeName,
    code: sql`place.code`,
  },
  counted: countedSums(summaryTotals),
  heading: ({ about }) => ({ Afiliado: about.subject.name, Día: formatDay(about.today) }),
})
