/**
 * Today's sales as SQL, from the sums that the sale keeps: of each office until now, and a week ago until
 * the same minute (whole hours from theirs, the minutes after them from the tickets), added up by the rows
 * that an office counts in. Totals are added up from the offices: distributors may lie inside one another.
 */
import { sql, type SQL } from 'drizzle-orm'
import { onlineSales } from '@contract/online-sales.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { formatDay, inZone } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { every, json } from '../../platform/db/connect.ts'
import { listing, saidElsewhere, type Reader } from '../../platform/lists/listing.ts'
import { named } from '../../rules/figures/names.ts'
import { partialHour } from '../../rules/figures/partial-day.ts'
import { previousOf, type Cut } from '../../rules/figures/stretch.ts'
import { narrowed, officeOf, onlyOffices, subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { soldUntil } from '../../rules/figures/until.ts'
import { placed } from './general.ts'

/** Whose day it is, and the one it is compared with. */
interface Day {
  subject: Subject
  today: string
  before: { day: string; cut: Cut }
}

interface Reaching {
  partner_id?: number | undefined
}

async function dayOf({ partner_id }: Reaching, { db, scope, now, today, session }: Reader): Promise<Day> {
  const subject = await subjectOf(db, scope, partner_id)
  const { window } = previousOf({ from: today, to: today }, 'mismo-dia-semana', { now, zone: session.zone })!
  return { subject, today, before: { day: window.to, cut: window.cut! } }
}

const validTickets = sql`(s.n_vendido + s.n_ganador + s.n_pagado + s.n_perdedor + s.n_vencido)`

/** Rows of offices: `office_id, currency, sold, tickets, last_sale_at, before`. */
function soldByOffice({ subject, today, before }: Day, currency: Currency | undefined): SQL {
  const { day, cut } = before
  const only = (alias: string) => currency && sql`${sql.raw(alias)}.currency = ${currency}`
  const minutes = (currency ? [currency] : currencies).map(
    (one) => sql`
      UNION ALL
      SELECT part.office_id, ${one}::currency, 0.00, 0, NULL, part.sold FROM (${partialHour(subject, { currency: one }, day, cut)}) part`,
  )
  return sql`
    SELECT s.office_id, s.currency, s.sold, ${validTickets} AS tickets, s.last_sale_at, 0.00 AS before FROM sales_days s
    WHERE ${every(sql`s.day = ${today}`, only('s'), officeOf(subject, sql`s.office_id`))}
    UNION ALL
    SELECT h.partner_id, h.currency, 0.00, 0, NULL, h.sold FROM sales_hours h
    WHERE ${every(sql`h.day = ${day}`, sql`h.hour < ${cut.hour}`, only('h'), onlyOffices(subject, sql`h.partner_id`))}
    ${sql.join(minutes)}`
}

/** How sums of rows `s` are compared with a week ago. */
const compared = sql`s.sold, s.before, s.sold - s.before AS change, round((s.sold - s.before) * 100 / nullif(s.before, 0), 1) AS change_percent`

/** What a file says of the two days. */
const compares = ({ about: { subject, today, before }, session }: { about: Day } & Pick<Reader, 'session'>) => ({
  Afiliado: subject.name,
  Día: formatDay(today),
  'Comparado con': `${formatDay(before.day)}, antes de las ${inZone(new Date(before.cut.at), session.zone).time.slice(0, 5)}`,
})

interface Gathering {
  subject: Subject
  asked: { level: Exclude<GeneralLevel, 'producto' | 'dia'>; q?: string | undefined }
  /** Rows `member, currency, …`: an office's id as text in each currency. */
  cells: SQL
  /** Sums over `c`, the cells of a row. */
  sums: SQL
  /** Of the sums `s`, the columns of a row, and of them those of the totals. */
  columns: SQL
  totals: readonly string[]
  /** Which rows are listed at all. */
  having?: SQL
}

/** `filtered`, the rows in no order, and `totals`, which has each office once. */
function gathered({ subject, asked, cells, sums, columns, totals, having = sql`true` }: Gathering): SQL {
  const own = sql.join(
    totals.map((one) => sql.identifier(one)),
    sql`, `,
  )
  return sql`
    cells AS MATERIALIZED (${cells}), ${placed(subject, asked.level)},
    filtered AS MATERIALIZED (
      SELECT n.key, n.name, n.search AS place, n.code, n.type, s.* FROM (
        SELECT s.key AS of, s.currency, ${columns} FROM (
          SELECT p.key, c.currency, ${sums} FROM cells c JOIN places p ON p.member = c.member GROUP BY 1, 2 HAVING ${having}) s
      ) s JOIN named n ON n.key = s.of WHERE ${asked.q ? sql`strpos(n.search, ${fold(asked.q)}) > 0` : sql`true`}
    ),
    totals AS (
      SELECT t.currency, ${own}, r.rows FROM (
        SELECT s.currency, ${columns} FROM (
          SELECT c.currency, ${sums} FROM cells c
          WHERE c.member IN (SELECT p.member FROM places p WHERE p.key IN (SELECT f.key FROM filtered f)) GROUP BY 1) s
      ) t JOIN (SELECT currency, count(*)::int AS rows FROM filtered GROUP BY 1) r USING (currency)
    )`
}

const counts = ['tickets', 'lines', 'offices_sold', 'offices_idle']
/** The sums of a page. Inside JSON an amount would turn into a binary float: as text it does not. */
function counted(totals: readonly string[]): SQL {
  const told = totals.map((one) => sql.raw(counts.includes(one) ? `t.${one}` : `t.${one}::text AS ${one}`))
  return sql`SELECT (SELECT count(*)::int FROM filtered) AS total, (
    SELECT coalesce(json_agg(s ORDER BY s.currency), '[]') FROM (SELECT t.currency, t.rows, ${sql.join(told, sql`, `)} FROM totals t) s) AS totals`
}

/** What all lists of partners say alike; their rows are `filtered f`. */
const ofPartners = {
  from: sql`filtered f`,
  key: [sql`f.key`, sql`f.currency`],
  scope: saidElsewhere,
  filter: { level: saidElsewhere, partner_id: saidElsewhere, currency: saidElsewhere },
  first: () => sql`f.currency, f.sold DESC, f.key`,
  amounts: { currency: sql`f.currency`, sold: sql`sum(f.sold)::text` },
} as const
const column = (name: string) => sql.raw(`f.${name}`)

const comparedTotals = ['tickets', 'sold', 'before', 'change', 'change_percent']
/** What each partner sold today. */
export const soldByPartner = listing<typeof onlineSales.partner, never, Day>(onlineSales.partner, {
  ...ofPartners,
  about: dayOf,
  gathered: ({ about, asked }) => ({
    tables: gathered({
      subject: about.subject,
      asked,
      cells: sql`SELECT o.office_id::text AS member, o.currency, o.sold, o.tickets, o.last_sale_at, o.before FROM (${soldByOffice(about, asked.currency)}) o`,
      sums: sql`sum(c.sold) AS sold, sum(c.tickets)::int AS tickets, max(c.last_sale_at) AS last_sale_at, sum(c.before) AS before`,
      columns: sql`s.tickets, ${compared}, s.last_sale_at`,
      totals: comparedTotals,
      having: sql`sum(c.tickets) <> 0 OR sum(c.before) <> 0`,
    }),
    taken: true,
  }),
  columns: sql`f.key, f.name, f.code, f.type, f.currency, f.tickets, f.sold, f.before, f.change, f.change_percent, f.last_sale_at`,
  order: {
    sold: column('sold'),
    before: column('before'),
    change: column('change'),
    change_percent: column('change_percent'),
    tickets: column('tickets'),
    last_sale_at: column('last_sale_at'),
    name: column('place'),
    code: column('code'),
  },
  counted: counted(comparedTotals),
  heading: compares,
})

/** Each product's sales of a week ago, in every currency that had some: what is kept of them is shared with the dashboards. */
async function productsBefore(
  asked: Reaching & { bet_type_id?: number | undefined; currency?: Currency | undefined },
  reader: Reader,
) {
  const day = await dayOf(asked, reader)
  const { subject, before } = day
  const { currency, bet_type_id } = asked
  const had = await reader.db.rows<{ currency: Currency }>(sql`
    SELECT DISTINCT s.currency::text AS currency FROM product_days s
    WHERE ${every(sql`s.partner_id = ${subject.id}`, sql`s.day = ${before.day}`, currency && sql`s.currency = ${currency}`)}`)
  const sold: { product_id: number; currency: Currency; before: string }[] = []
  for (const one of had) {
    const by = { currency: one.currency, bet_type_id }
    const keyed = sql`SELECT part.product_id AS key, part.sold FROM part`
    const products = await soldUntil(reader.db, subject, by, before.day, before.cut, { name: 'product', keyed })
    sold.push(...products.map((of) => ({ product_id: of.key, currency: one.currency, before: of.sold })))
  }
  return { ...day, sold }
}

/** What was sold today of each product. */
export const soldByProduct = listing<typeof onlineSales.product, never, Awaited<ReturnType<typeof productsBefore>>>(
  onlineSales.product,
  {
    about: productsBefore,
    gathered: ({ about: { subject, today, sold }, asked: { currency, bet_type_id } }) => ({
      tables: sql`sums AS MATERIALIZED (
        SELECT s.product_id, s.currency, s.lines, ${compared} FROM (
          SELECT m.product_id, m.currency, sum(m.lines)::int AS lines, sum(m.sold) AS sold, sum(m.before) AS before FROM (
            SELECT d.product_id, d.currency, d.lines, d.sold, 0.00 AS before FROM product_days d
            WHERE ${every(sql`d.partner_id = ${subject.id}`, sql`d.day = ${today}`, currency && sql`d.currency = ${currency}`, ...narrowed({ bet_type_id }, 'd'))}
            UNION ALL
            SELECT b.product_id, b.currency, 0, 0.00, b.before FROM jsonb_to_recordset(${json(sold)}) AS b (product_id smallint, currency currency, before numeric)
          ) m GROUP BY 1, 2 HAVING sum(m.lines) <> 0 OR sum(m.before) <> 0) s)`,
    }),
    from: sql`sums f JOIN products p ON p.id = f.product_id`,
    columns: sql`f.product_id::int, p.name, f.currency, f.lines, f.sold, f.before, f.change, f.change_percent`,
    key: [sql`f.product_id`, sql`f.currency`],
    scope: saidElsewhere,
    filter: { partner_id: saidElsewhere, bet_type_id: saidElsewhere, currency: saidElsewhere },
    search: { plain: [sql`p.name`] },
    order: {
      sold: column('sold'),
      before: column('before'),
      change: column('change'),
      change_percent: column('change_percent'),
      lines: column('lines'),
      name: sql`p.name`,
    },
    first: () => sql`f.currency, f.sold DESC, f.product_id`,
    amounts: {
      currency: sql`f.currency`,
      lines: sql`sum(f.lines)::int`,
      sold: sql`sum(f.sold)::text`,
      before: sql`sum(f.before)::text`,
      change: sql`sum(f.change)::text`,
      change_percent: sql`round(sum(f.change) * 100 / nullif(sum(f.before), 0), 1)::text`,
    },
    named,
    heading: compares,
  },
)

/** Every office of the subject in each currency that it may sell in or did, sold or not. */
function officesToday({ subject, today }: Day, currency: Currency | undefined): SQL {
  return sql`
    SELECT o.id::text AS member, m.currency, coalesce(s.sold, 0.00) AS sold, coalesce(s.prizes, 0.00) AS prizes, coalesce(s.commission, 0.00) AS commission,
      coalesce(${validTickets}, 0) AS tickets, o.status = 'activo' AND m.may_sell AS is_open
    FROM partners o
    CROSS JOIN LATERAL (
      SELECT c.currency, c.currency = ANY (o.currencies) AS may_sell FROM unnest(enum_range(NULL::currency)) AS c (currency)
      WHERE ${currency ? sql`c.currency = ${currency}` : sql`true`}) m
    LEFT JOIN sales_days s ON s.day = ${today} AND s.office_id = o.id AND s.currency = m.currency
    WHERE ${every(sql`o.type = 'taquilla'`, officeOf(subject, sql`o.id`), sql`(m.may_sell OR s.office_id IS NOT NULL)`)}`
}

const summaryTotals = ['sold', 'prizes', 'commission', 'profit', 'tickets', 'offices_sold', 'offices_idle']
/** The day of each partner, and how many of its offices sold. */
export const partnerSummary = listing<typeof onlineSales.summary, never, Day>(onlineSales.summary, {
  ...ofPartners,
  about: dayOf,
  gathered: ({ about, asked }) => ({
    tables: gathered({
      subject: about.subject,
      asked,
      cells: officesToday(about, asked.currency),
      sums: sql`sum(c.sold) AS sold, sum(c.prizes) AS prizes, sum(c.commission) AS commission, sum(c.tickets)::int AS tickets,
        count(*) FILTER (WHERE c.tickets > 0)::int AS offices_sold, count(*) FILTER (WHERE c.tickets = 0 AND c.is_open)::int AS offices_idle`,
      columns: sql`s.sold, s.prizes, s.commission, s.sold - s.prizes - s.commission AS profit, s.tickets, s.offices_sold, s.offices_idle`,
      totals: summaryTotals,
    }),
    taken: true,
  }),
  columns: sql`f.key, f.name, f.code, f.type, f.currency, f.sold, f.prizes, f.commission, f.profit, f.tickets, f.offices_sold, f.offices_idle`,
  order: {
    sold: column('sold'),
    prizes: column('prizes'),
    commission: column('commission'),
    profit: column('profit'),
    tickets: column('tickets'),
    offices_sold: column('offices_sold'),
    offices_idle: column('offices_idle'),
    name: column('place'),
    code: column('code'),
  },
  counted: counted(summaryTotals),
  heading: ({ about }) => ({ Afiliado: about.subject.name, Día: formatDay(about.today) }),
})
