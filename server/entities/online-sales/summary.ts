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
import { holdsWords } from '../../platform/lists/names.ts'
import { officeOf } from '../../rules/figures/subject.ts'
import {
  column,
  counted,
  dayOf,
  gathered,
  isRow,
  memberOf,
  ofPartners,
  placeName,
  validTickets,
  who,
  type Day,
} from './sold.ts'

interface Narrowed {
  currency?: Currency | undefined
  /** Looked for in the offices' own names. */
  q?: string | undefined
}

const isFound = ({ q }: Narrowed) => (q ? holdsWords([sql`o.name_key`], q) : undefined)
/** Today's rows `s` of offices `o` that sold or won something. */
const ofToday = ({ subject, today }: Day, { currency, q }: Narrowed) =>
  sql`
    sales_days s
    JOIN partners o ON o.id = s.office_id
    WHERE
      ${every(sql`s.day = ${today}`, currency && sql`s.currency = ${currency}`, officeOf(subject, sql`s.office_id`), isFound({ q }))}`
const officesOf = ({ subject }: Day, { q }: Narrowed = {}) =>
  every(sql`o.type = 'taquilla'`, officeOf(subject, sql`o.id`), isFound({ q }))
const isActive = sql`o.status = 'activo'`
/** It is open in the currency of its row. */
const sells = sql`(${isActive} AND s.currency = ANY (o.currencies))`

interface Offices extends Narrowed {
  sort?: string | undefined
  page?: number
  per_page?: number
}

/** What tells offices `o` apart that have nothing yet, before their key; in all else they are alike. */
const apart: Readonly<Record<string, SQL>> = { name: sql`o.name`, code: sql`o.code`, offices_idle: isActive }

/**
 * `idle (id, currency, is_open)`: offices in a currency that they may sell in and did not, as many as a page reaches to;
 * all where it is a file's. They stand among themselves as in the list: no more of them can be on the page.
 */
function idleOffices(day: Day, { q, currency, sort, page = 1, per_page }: Offices): SQL {
  const way = sort?.startsWith('-') ? sql`DESC` : sql`ASC`
  const own = apart[sort?.replace('-', '') ?? '']
  const first = own ? sql`${own} ${way},` : sql``
  const reached = per_page === undefined ? null : page * per_page
  const place = own ? sql`m.place ${way},` : sql``
  const key = sort === undefined ? sql`m.currency, m.id` : sql`m.id ${way}, m.currency ${way}`
  return sql`idle AS MATERIALIZED (
    SELECT m.id, m.currency, m.is_open FROM unnest(enum_range(NULL::currency)) AS c(currency) CROSS JOIN LATERAL (
      SELECT o.id, c.currency, ${isActive} AS is_open, ${own ?? sql`NULL`} AS place FROM partners o
      WHERE ${officesOf(day, { q })} AND c.currency = ANY (o.currencies)
        AND (o.id, c.currency) NOT IN (SELECT s.id, s.currency FROM s)
      ORDER BY ${first} o.id ${way} LIMIT ${reached}
    ) m WHERE ${currency ? sql`c.currency = ${currency}` : sql`true`} ORDER BY ${place} ${key} LIMIT ${reached})`
}

/**
 * `filtered` and `totals` where each office is a row in every currency that it may sell in or did, sold or not. The totals
 * follow from those that sold, and from how many may sell in what.
 */
function officesToday(day: Day, asked: Offices): SQL {
  const { currency } = asked
  return sql`
    s AS MATERIALIZED (
      SELECT s.office_id AS id, s.currency, s.sold, s.prizes, s.commission, ${validTickets} AS tickets, ${sells} AS is_open,
        s.currency = ANY (o.currencies) AS may
      FROM ${ofToday(day, asked)}
    ), ${idleOffices(day, asked)},
    filtered AS NOT MATERIALIZED (
      SELECT s.id, s.currency, s.sold, s.prizes, s.commission, s.tickets, (s.tickets > 0)::int AS offices_sold,
        (s.tickets = 0 AND s.is_open)::int AS offices_idle, s.id AS key
      FROM s
      UNION ALL SELECT m.id, m.currency, 0.00, 0.00, 0.00, 0, 0, m.is_open::int, m.id FROM idle m
    ), alike AS MATERIALIZED (
      SELECT unnest(o.currencies) AS currency, count(*) AS offices, count(*) FILTER (WHERE ${isActive}) AS open FROM partners o
      WHERE ${officesOf(day, asked)} GROUP BY o.currencies
    ), totals AS MATERIALIZED (
      SELECT t.currency, t.sold, t.prizes, t.commission, t.sold - t.prizes - t.commission AS profit, t.tickets,
        t.offices_sold, t.offices_idle, t.rows
      FROM (
        SELECT c.currency, sum(c.sold) AS sold, sum(c.prizes) AS prizes, sum(c.commission) AS commission, sum(c.tickets)::int AS tickets,
          sum(c.offices_sold)::int AS offices_sold, sum(c.offices_idle)::int AS offices_idle, sum(c.rows)::int AS rows
        FROM (
          SELECT s.currency, s.sold, s.prizes, s.commission, s.tickets, (s.tickets > 0)::int AS offices_sold,
            -(s.is_open AND s.tickets <> 0)::int AS offices_idle, (NOT s.may)::int AS rows
          FROM s
          UNION ALL
          SELECT a.currency, 0.00, 0.00, 0.00, 0, 0, a.open, a.offices
          FROM alike a
          WHERE ${currency ? sql`a.currency = ${currency}` : sql`true`}
        ) c GROUP BY 1
      ) t)`
}

/**
 * The cells of agencies; `alone` each once in a currency, which costs more than adding up its cells where they are added up
 * anyway. Offices that may sell are counted by what they may, which those of an agency have in common.
 */
function agenciesToday(day: Day, currency: Currency | undefined, alone: boolean): SQL {
  const sold = sql`
    SELECT o.father_id AS member, s.currency, few_sum(s.sold) AS sold, few_sum(s.prizes) AS prizes,
      few_sum(s.commission) AS commission, sum(${validTickets})::int AS tickets,
      count(*) FILTER (WHERE ${validTickets} > 0)::int AS offices_sold,
      count(*) FILTER (WHERE ${validTickets} <> 0 AND ${sells})::int AS busy
    FROM ${ofToday(day, { currency })} GROUP BY 1, 2`
  const open = sql`
    (
      SELECT alike.father_id AS member, unnest(alike.currencies) AS currency, alike.open
      FROM (
        SELECT o.father_id, o.currencies, count(*) FILTER (WHERE ${isActive})::int AS open
        FROM partners o
        WHERE ${officesOf(day)}
        GROUP BY 1, 2
      ) alike
    ) m
    WHERE ${currency ? sql`m.currency = ${currency}` : sql`true`}`
  return alone
    ? sql`
      SELECT member, currency, coalesce(s.sold, 0.00) AS sold, coalesce(s.prizes, 0.00) AS prizes,
        coalesce(s.commission, 0.00) AS commission,
        coalesce(s.tickets, 0) AS tickets, coalesce(s.offices_sold, 0) AS offices_sold,
        coalesce(m.open, 0) - coalesce(s.busy, 0) AS offices_idle
      FROM (${sold}) s
      FULL JOIN (SELECT m.member, m.currency, sum(m.open)::int AS open FROM ${open} GROUP BY 1, 2) m USING (member, currency)`
    : sql`
      SELECT s.member, s.currency, s.sold, s.prizes, s.commission, s.tickets, s.offices_sold, -s.busy AS offices_idle FROM (${sold}) s
      UNION ALL SELECT m.member, m.currency, NULL, NULL, NULL, NULL, NULL, m.open FROM ${open}`
}

const profitOf = (alias: 's' | 'f') => sql.raw(`${alias}.sold - ${alias}.prizes - ${alias}.commission`)
const summaryTotals = ['sold', 'prizes', 'commission', 'profit', 'tickets', 'offices_sold', 'offices_idle']
/** The day of each partner, and how many of its offices sold. */
export const partnerSummary = listing<typeof onlineSales.summary, never, Day>(onlineSales.summary, {
  ...ofPartners,
  about: dayOf,
  gathered: ({ about, asked }) => ({
    tables:
      memberOf(about.subject, asked.level) === 'taquilla'
        ? officesToday(about, asked)
        : gathered({
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
  columns: sql`${who}, f.sold, f.prizes, f.commission, ${profitOf('f')} AS profit, f.tickets, f.offices_sold, f.offices_idle`,
  order: {
    sold: column('sold'),
    prizes: column('prizes'),
    commission: column('commission'),
    profit: profitOf('f'),
    tickets: column('tickets'),
    offices_sold: column('offices_sold'),
    offices_idle: column('offices_idle'),
    name: placeName,
    code: sql`place.code`,
  },
  counted: counted(summaryTotals),
  heading: ({ about }) => ({ Afiliado: about.subject.name, Día: formatDay(about.today) }),
})
