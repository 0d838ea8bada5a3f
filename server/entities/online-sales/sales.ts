/**
 * Today's sales as SQL, from the sums that the sale keeps: of each office until now, and a week ago until
 * the same minute (whole hours from theirs, the minutes after them from the tickets), added up by the rows
 * that an office counts in. Totals are added up from the offices: distributors may lie inside one another.
 * Not asked of the model, but for the minutes: the last sale stands in the row that is read anyway, the hours are looked
 * up for offices that sold that day alone, and an office that sold nothing has no figures to be asked for.
 */
import { sql, type SQL } from 'drizzle-orm'
import { onlineSales } from '@contract/online-sales.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay, inZone } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { every, json } from '../../platform/db/connect.ts'
import { listing, handledElsewhere, type Reader } from '../../platform/lists/listing.ts'
import { holdsWordsSql } from '../../platform/lists/names.ts'
import { nameQueries, withoutDistributor } from '../../rules/figures/names.ts'
import { ticketsIn } from '../../rules/figures/model/minutes.ts'
import { percentSql } from '../../rules/figures/model/measured.ts'
import { previousOf, type Cut } from '../../rules/figures/stretch.ts'
import { partnersAt, narrowedBy, isOfficeOf, subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { soldUntil } from '../../rules/figures/until.ts'

/** Whose day it is, and the one it is compared with. */
export interface SalesDay {
  subject: Subject
  today: string
  before: { day: string; cut: Cut }
}

interface Reaching {
  partner_id?: number | undefined
}

export async function salesDay(
  { partner_id }: Reaching,
  { db, scope, now, today, session }: Reader,
): Promise<SalesDay> {
  const subject = await subjectOf(db, scope, partner_id)
  const { window } = previousOf({ from: today, to: today }, 'mismo-dia-semana', { now, zone: session.zone })!
  return { subject, today, before: { day: window.to, cut: window.cut! } }
}

export const validTickets = sql`(
  sales_day.n_vendido + sales_day.n_ganador + sales_day.n_pagado + sales_day.n_perdedor + sales_day.n_vencido)`

/** Rows of offices: `office_id, currency, sold, tickets, last_sale_at, before`. */
function soldByOffice({ subject, today, before }: SalesDay, currency: Currency | undefined): SQL {
  const { day, cut } = before
  const only = (alias: string) => currency && sql`${sql.raw(alias)}.currency = ${currency}`
  const minutes = { day, hour: cut.hour, from_at: cut.hour_at, to_at: cut.at }
  return sql`
    SELECT sales_day.office_id, sales_day.currency, sales_day.sold, ${validTickets} AS tickets, sales_day.last_sale_at, 0.00 AS before
    FROM sales_days sales_day
    WHERE ${every(sql`sales_day.day = ${today}`, only('sales_day'), isOfficeOf(subject, sql`sales_day.office_id`))}
    UNION ALL
    SELECT h.partner_id, h.currency, 0.00, 0, NULL, h.sold
    FROM sales_days d
    JOIN sales_hours h ON h.partner_id = d.office_id AND h.currency = d.currency AND h.day = d.day AND h.hour < ${cut.hour}
    WHERE ${every(sql`d.day = ${day}`, only('d'), isOfficeOf(subject, sql`d.office_id`))}
    UNION ALL
    SELECT m.office_id, m.currency, 0.00, 0, NULL, m.sold FROM (${ticketsIn(minutes, { subject, currency })}) m`
}

/** How sums of rows are compared with a week ago: the change, in money and in %. */
const changeOf = (alias: 's' | 'f') => sql.raw(`${alias}.sold - ${alias}.before`)
const changePercentOf = (alias: 's' | 'f') => percentSql(changeOf(alias), sql.raw(`${alias}.before`))
const compared = (alias: 's' | 'f') => sql`${changeOf(alias)} AS change, ${changePercentOf(alias)} AS change_percent`

/** What a file says of the two days. */
const compares = ({ about: { subject, today, before }, session }: { about: SalesDay } & Pick<Reader, 'session'>) => ({
  Afiliado: subject.name,
  Día: formatDay(today),
  'Comparado con': `${formatDay(before.day)}, antes de las ${inZone(new Date(before.cut.at), session.zone).time.slice(0, 5)}`,
})

export type SalesLevel = Exclude<GeneralLevel, 'producto' | 'dia'>

/**
 * Whose sums the cells are: offices where a row is an office, else their agencies, which are fewer. An agency has
 * nothing below it but offices.
 */
export function salesMember(subject: Subject, level: SalesLevel): 'taquilla' | 'agencia' {
  const isOffice =
    level === 'taquilla' || subject.type === 'taquilla' || (level === 'directos' && subject.type === 'agencia')
  return isOffice ? 'taquilla' : 'agencia'
}

/** Is a row what its member is? Else it has all those below it. */
export function isRow(subject: Subject, level: SalesLevel): boolean {
  return salesMember(subject, level) === 'taquilla' || level === 'agencia' || subject.type === 'agencia'
}

/** `places (member, id)`: the rows that an agency counts in. Without a distributor above it within the subject it has one all the same. */
function placesOf(subject: Subject, level: SalesLevel): SQL {
  const below = sql`
    SELECT a.partner_id AS member, partner.id
    FROM partners partner
    JOIN partner_ancestors a ON a.ancestor_id = partner.id AND a.partner_type = 'agencia'
    WHERE ${partnersAt(subject, level)}`
  if (level !== 'distribuidor') return sql`places AS (${below})`
  return sql`
    below AS MATERIALIZED (${below}),
    places AS (
      SELECT member, id FROM below
      UNION ALL SELECT DISTINCT c.member, 0 FROM cells c WHERE NOT EXISTS (SELECT 1 FROM below b WHERE b.member = c.member))`
}

interface Gathering {
  subject: Subject
  asked: { level: SalesLevel; q?: string | undefined }
  /** Rows `member, currency, …` of what is added up. */
  cells: SQL
  /** Each member has one cell in a currency. */
  alone?: boolean
  /** The sums of several cells `c`, under the names that they have there, added up as where there are few of them or many. */
  sums: (add: SQL) => SQL
  /** What follows from the sums `s`: of the totals here, of a row where it is shown or ordered by. */
  derived: SQL
  totals: readonly string[]
  /** Which sums `s` are listed at all. */
  listed?: SQL
}

/** What the row of a partner is ordered by, and found by; an id of none is the row of those without a distributor. */
export const placeName = sql`coalesce(place.name, ${withoutDistributor})`
const placeWords = sql`coalesce(n.name_key, ${fold(withoutDistributor)})`

/** `filtered`, the rows in no order and without their names, and `totals`, which has each member once, with how many `rows` it is of. */
export function gatheredCtes({
  subject,
  asked: { level, q },
  cells,
  alone,
  sums,
  derived,
  totals,
  listed: admitted = sql`true`,
}: Gathering): SQL {
  const own = sql.join(
    totals.map((one) => sql.identifier(one)),
    sql`, `,
  )
  const direct = isRow(subject, level)
  const grouped = direct
    ? sql`SELECT c.member AS id, c.currency, ${sums(sql`few_sum`)} FROM cells c GROUP BY 1, 2`
    : sql`SELECT p.id, c.currency, ${sums(sql`sum`)} FROM cells c JOIN places p ON p.member = c.member GROUP BY 1, 2`
  const summed = alone ? sql`SELECT c.member AS id, c.* FROM cells c` : grouped
  // Distributors lie inside one another: only there a sum of rows would have some cells twice.
  const overlapping = level === 'distribuidor' && !direct
  const inFiltered =
    q && sql`WHERE c.member IN (SELECT p.member FROM places p WHERE p.id IN (SELECT f.id FROM filtered f))`
  const each = overlapping
    ? sql`
      SELECT s.*, r.rows FROM (
        SELECT c.currency, ${sums(sql`sum`)} FROM cells c ${inFiltered || sql``} GROUP BY 1
      ) s JOIN (SELECT currency, count(*)::int AS rows FROM filtered GROUP BY 1) r USING (currency)`
    : sql`SELECT c.currency, ${sums(sql`sum`)}, count(*)::int AS rows FROM filtered c GROUP BY 1`
  return sql`
    cells AS MATERIALIZED (${cells}), ${direct ? sql`` : sql`${placesOf(subject, level)},`}
    filtered AS ${sql.raw(alone ? 'NOT MATERIALIZED' : 'MATERIALIZED')} (
      SELECT s.*, s.id AS key FROM (${summed}) s
      ${q ? sql`LEFT JOIN partners n ON n.id = s.id WHERE ${holdsWordsSql([placeWords], q)} AND ${admitted}` : sql`WHERE ${admitted}`}
    ),
    totals AS MATERIALIZED (SELECT s.currency, ${own}, s.rows FROM (SELECT s.*, ${derived} FROM (${each}) s) s)`
}

const counts = ['tickets', 'lines', 'offices_sold', 'offices_idle']
/** The sums of a page. Inside JSON an amount would turn into a binary float: as text it does not. */
export function countedSums(totals: readonly string[]): SQL {
  const columns = totals.map((one) => sql.raw(counts.includes(one) ? `t.${one}` : `t.${one}::text AS ${one}`))
  return sql`
    SELECT (SELECT coalesce(sum(rows), 0)::int FROM totals) AS total,
      (
        SELECT coalesce(json_agg(s ORDER BY s.currency), '[]')
        FROM (SELECT t.currency, t.rows, ${sql.join(columns, sql`, `)} FROM totals t) s
      ) AS totals`
}

/** What all lists of partners say alike; their rows are `filtered f`. */
export const partnerListParts = {
  from: sql`filtered f LEFT JOIN partners place ON place.id = f.id`,
  shown: { row: sql`f`, tables: sql`LEFT JOIN partners n ON n.id = f.id` },
  key: [sql`f.key`, sql`f.currency`],
  scope: handledElsewhere,
  filter: { level: handledElsewhere, partner_id: handledElsewhere, currency: handledElsewhere },
  first: () => sql`f.currency, f.sold DESC, f.key`,
  amounts: { currency: sql`f.currency`, sold: sql`sum(f.sold)::text` },
} as const
export const whoColumns = sql`
  f.key::text AS key, coalesce(n.name, ${withoutDistributor}) AS name, n.code, coalesce(n.type::text, 'distribuidor') AS type,
  f.currency`
export const columnSql = (name: string) => sql.raw(`f.${name}`)

const comparedTotals = ['tickets', 'sold', 'before', 'change', 'change_percent']
/** What each partner sold today. */
export const soldByPartner = listing<typeof onlineSales.partner, never, SalesDay>(onlineSales.partner, {
  ...partnerListParts,
  about: salesDay,
  gathered: ({ about, asked }) => ({
    tables: gatheredCtes({
      subject: about.subject,
      asked,
      cells:
        salesMember(about.subject, asked.level) === 'taquilla'
          ? sql`SELECT c.office_id AS member, c.* FROM (${soldByOffice(about, asked.currency)}) c`
          : sql`SELECT o.father_id AS member, c.* FROM (${soldByOffice(about, asked.currency)}) c JOIN partners o ON o.id = c.office_id`,
      sums: (add) =>
        sql`${add}(c.sold) AS sold, sum(c.tickets)::int AS tickets, max(c.last_sale_at) AS last_sale_at, ${add}(c.before) AS before`,
      derived: compared('s'),
      totals: comparedTotals,
      listed: sql`(s.tickets <> 0 OR s.before <> 0)`,
    }),
    taken: true,
  }),
  columns: sql`${whoColumns}, f.tickets, f.sold, f.before, ${compared('f')}, f.last_sale_at`,
  order: {
    sold: columnSql('sold'),
    before: columnSql('before'),
    change: changeOf('f'),
    change_percent: changePercentOf('f'),
    tickets: columnSql('tickets'),
    last_sale_at: columnSql('last_sale_at'),
    name: placeName,
    code: sql`place.code`,
  },
  counted: countedSums(comparedTotals),
  heading: compares,
})

/** Each product's sales of a week ago, in every currency that had some: what is kept of them is shared with the dashboards. */
async function productsBefore(
  asked: Reaching & { bet_type_id?: number | undefined; currency?: Currency | undefined },
  reader: Reader,
) {
  const day = await salesDay(asked, reader)
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
        SELECT s.*, ${compared('s')} FROM (
          SELECT m.product_id, m.currency, sum(m.lines)::int AS lines, sum(m.sold) AS sold, sum(m.before) AS before FROM (
            SELECT d.product_id, d.currency, d.lines, d.sold, 0.00 AS before FROM product_days d
            WHERE d.partner_id = ${subject.id} AND d.day = ${today}
              AND ${every(currency && sql`d.currency = ${currency}`, ...narrowedBy({ bet_type_id }, 'd'))}
            UNION ALL
            SELECT b.product_id, b.currency, 0, 0.00, b.before
            FROM jsonb_to_recordset(${json(sold)}) AS b (product_id smallint, currency currency, before numeric)
          ) m GROUP BY 1, 2 HAVING sum(m.lines) <> 0 OR sum(m.before) <> 0) s)`,
    }),
    from: sql`sums f JOIN products p ON p.id = f.product_id`,
    columns: sql`f.product_id::int, p.name, f.currency, f.lines, f.sold, f.before, f.change, f.change_percent`,
    key: [sql`f.product_id`, sql`f.currency`],
    scope: handledElsewhere,
    filter: { partner_id: handledElsewhere, bet_type_id: handledElsewhere, currency: handledElsewhere },
    search: { plain: [sql`p.name`] },
    order: {
      sold: columnSql('sold'),
      before: columnSql('before'),
      change: columnSql('change'),
      change_percent: columnSql('change_percent'),
      lines: columnSql('lines'),
      name: sql`p.name`,
    },
    first: () => sql`f.currency, f.sold DESC, f.product_id`,
    amounts: {
      currency: sql`f.currency`,
      lines: sql`sum(f.lines)::int`,
      sold: sql`sum(f.sold)::text`,
      before: sql`sum(f.before)::text`,
      change: sql`sum(f.change)::text`,
      change_percent: sql`(${percentSql(sql`sum(f.change)`, sql`sum(f.before)`)})::text`,
    },
    named: nameQueries,
    heading: compares,
  },
)
