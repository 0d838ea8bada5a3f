/**
 * The general settlement as SQL. Three parts make every level: `cells`, the sums of each member (an
 * office, a product, a day) in each currency; `places`, the rows a member counts in; and `named`, what
 * a row is called. Rows are members added up by place. Totals are always added up from the members,
 * never from the rows: distributors may lie inside one another, and then a sum of rows would count
 * the inner one twice.
 */
import { sql, type SQL } from 'drizzle-orm'
import { changes } from '@contract/measures.ts'
import { generalDayRow, generalRow, reports, type GeneralLevel } from '@contract/reports.ts'
import { fold } from '@contract/values/text.ts'
import { folded, listing, saidElsewhere, type AskedOf } from '../../platform/lists/listing.ts'
import { named, withoutDistributor } from '../../rules/figures/names.ts'
import { figuresCte } from '../../rules/figures/model/plan.ts'
import { listed, type Subject } from '../../rules/figures/subject.ts'
import { percent } from '../../rules/figures/model/measured.ts'
import { columnsOf, comparedOf, headingOf, type Compared } from './compared.ts'

type GeneralAsked = AskedOf<typeof reports.general>

/** Offices without a distributor above them, within the partner asked for, are still sales: they have a row of their own. */
const WITHOUT_DISTRIBUTOR = { key: '0', name: withoutDistributor } as const

const money = ['sold', 'prizes', 'commission', 'participation'] as const
const add = (alias: string) =>
  sql.join(
    [...money, 'annulled', 'sold_before'].map((column) => sql.raw(`sum(${alias}.${column}) AS ${column}`)),
    sql`, `,
  )

/** `figures`, then `cells (member, currency, …)`. Tickets and annulled amounts have no product, so they are null where products matter. */
function cells(subject: Compared, { from, to, level, product_id, currency }: GeneralAsked): SQL {
  const [by, member] =
    level === 'dia'
      ? [{ time: 'day' as const }, sql`f.day::text`]
      : level === 'producto'
        ? [{ product: true }, sql`f.product_id::text`]
        : [{ office: true }, sql`f.partner_id::text`]
  const period = { from, to }
  const before = subject.before?.window ?? null
  return sql`${figuresCte({ subject, by, sums: [...money, 'tickets', 'annulled'], period, before, currency, product_id })},
    cells AS (SELECT ${member} AS member, f.* FROM figures f)`
}

/**
 * `places (member, key)` and `named (key, name, search, code, type, has_children)` of `cells` of offices or of agencies, as
 * common table expressions.
 */
export function placed(subject: Subject, level: GeneralLevel, member: 'agencia' | 'taquilla' = 'taquilla'): SQL {
  if (level === 'dia') {
    return sql`places AS (SELECT DISTINCT member, member AS key FROM cells),
      named AS (SELECT key, to_char(key::date, 'DD/MM/YYYY') AS name, to_char(key::date, 'DD/MM/YYYY') AS search, NULL::text AS code, 'dia' AS type, false AS has_children FROM places)`
  }
  if (level === 'producto') {
    return sql`places AS (SELECT DISTINCT member, member AS key FROM cells),
      named AS (SELECT id::text AS key, name, ${folded(sql`name`)} AS search, code, 'producto' AS type, false AS has_children FROM products)`
  }
  const own = isItself(subject, level)
  const partners = sql`SELECT p.id, p.id::text AS key, p.name, p.name_key AS search, p.code, p.type::text AS type,
    ${own ? sql`false` : sql`EXISTS (SELECT 1 FROM partners c WHERE c.father_id = p.id)`} AS has_children FROM partners p WHERE ${listed(subject, level)}`
  if (own) return sql`named AS (${partners}), places AS (SELECT DISTINCT member, member AS key FROM cells)`
  // From the offices that have figures upwards by their agencies, which are fewer; downwards every office would be told its places.
  const offices =
    member === 'taquilla'
      ? sql`SELECT DISTINCT c.member, o.father_id FROM cells c JOIN partners o ON o.id = c.partner_id`
      : sql`SELECT DISTINCT c.member, c.partner_id AS father_id FROM cells c`
  const reached = sql`
    offices AS MATERIALIZED (${offices}),
    reached AS MATERIALIZED (
      SELECT a.partner_id AS father_id, a.ancestor_id FROM (SELECT DISTINCT father_id FROM offices) f JOIN partner_ancestors a ON a.partner_id = f.father_id)`
  const under = sql`SELECT c.member, n.key FROM named n JOIN reached r ON r.ancestor_id = n.id JOIN offices c ON c.father_id = r.father_id`
  if (level !== 'distribuidor') return sql`${reached}, named AS (${partners}), places AS (${under})`
  const { key, name } = WITHOUT_DISTRIBUTOR
  return sql`
    ${reached}, listed AS (${partners}),
    named AS (SELECT * FROM listed UNION ALL SELECT ${key}::int, ${key}, ${name}, ${fold(name)}, NULL, 'distribuidor', false),
    under AS (${under}),
    places AS (SELECT * FROM under UNION ALL SELECT DISTINCT c.member, ${key} FROM cells c WHERE NOT EXISTS (SELECT 1 FROM under u WHERE u.member = c.member))`
}

/** Is each member a row by itself? An agency has nothing below it but offices. */
function isItself(subject: Subject, level: GeneralLevel): boolean {
  if (level === 'dia' || level === 'producto' || level === 'taquilla' || subject.type === 'taquilla') return true
  return level === 'directos' && subject.type === 'agencia'
}

/**
 * `cells`, `places`, `named`, `filtered` (the rows that the filters admit, in no order) and `totals` (currency, …),
 * which has each member once, however many of the rows it counts in.
 */
function gathered(subject: Compared, asked: GeneralAsked): SQL {
  return sql`
    ${cells(subject, asked)}, ${placed(subject, asked.level)},
    summed AS (
      ${
        isItself(subject, asked.level)
          ? sql`SELECT c.member AS key, c.* FROM cells c`
          : sql`SELECT p.key, c.currency, ${add('c')}, sum(c.tickets)::int AS tickets FROM cells c JOIN places p ON p.member = c.member GROUP BY 1, 2`
      }
    ),
    filtered AS MATERIALIZED (
      SELECT n.key, n.name, CASE WHEN n.type = 'dia' THEN n.key ELSE n.search END AS place, n.code, n.type, n.has_children, s.currency, s.tickets, ${derived('s')}
      FROM summed s JOIN named n ON n.key = s.key WHERE ${asked.q ? sql`strpos(n.search, ${fold(asked.q)}) > 0` : sql`true`}
    ),
    totals AS (
      SELECT s.currency, s.tickets, ${derived('s')}, r.rows
      FROM (
        SELECT c.currency, ${add('c')}, sum(c.tickets)::int AS tickets FROM cells c
        ${asked.q ? sql`WHERE c.member IN (SELECT p.member FROM places p WHERE p.key IN (SELECT f.key FROM filtered f))` : sql``} GROUP BY 1
      ) s JOIN (SELECT currency, count(*)::int AS rows FROM filtered GROUP BY 1) r ON r.currency = s.currency
    )`
}

/** Amounts with what follows from them (domain, Money). */
function derived(alias: string): SQL {
  const s = sql.raw(alias)
  return sql`${s}.sold, ${s}.prizes, ${s}.commission, ${s}.sold - ${s}.prizes - ${s}.commission AS profit, ${s}.participation,
    ${s}.sold - ${s}.prizes - ${s}.commission - ${s}.participation AS total, ${s}.annulled, ${percent(sql`${s}.prizes`, sql`${s}.sold`)} AS payout_percent,
    ${s}.sold_before, ${s}.sold - ${s}.sold_before AS sold_change, ${percent(sql`${s}.sold - ${s}.sold_before`, sql`${s}.sold_before`)} AS sold_change_percent`
}

const amounts = [
  'sold',
  'prizes',
  'commission',
  'profit',
  'participation',
  'total',
  'annulled',
  'payout_percent',
  'sold_before',
  'sold_change',
  'sold_change_percent',
] as const
/** Inside JSON a figure would turn into a binary float: as text it does not. */
const written = sql.join(
  amounts.map((column) => sql.raw(`t.${column}::text AS ${column}`)),
  sql`, `,
)

/** The general settlement as a list. Its rows, file and sums all come from `gathered`. */
export const generalSettlement = listing(reports.general, {
  about: comparedOf,
  gathered: ({ about, asked }) => ({ tables: gathered(about, asked), taken: true }),
  from: sql`filtered f`,
  columns: sql`f.*`,
  key: [sql`f.key`, sql`f.currency`],
  scope: saidElsewhere,
  period: saidElsewhere,
  filter: {
    level: saidElsewhere,
    partner_id: saidElsewhere,
    product_id: saidElsewhere,
    currency: saidElsewhere,
    compare: saidElsewhere,
  },
  order: {
    name: sql`f.place`,
    key: sql`f.place`,
    code: sql`f.code`,
    type: sql`f.type`,
    currency: sql`f.currency`,
    tickets: sql`f.tickets`,
    sold: sql`f.sold`,
    prizes: sql`f.prizes`,
    commission: sql`f.commission`,
    profit: sql`f.profit`,
    participation: sql`f.participation`,
    total: sql`f.total`,
    annulled: sql`f.annulled`,
    payout_percent: sql`f.payout_percent`,
    sold_before: sql`f.sold_before`,
    sold_change: sql`f.sold_change`,
    sold_change_percent: sql`f.sold_change_percent`,
  },
  // Who compares wants to know who fell most; days stay in their order.
  first: ({ asked, about }) =>
    asked.level === 'dia'
      ? sql`f.key, f.currency`
      : sql`f.currency, ${about.before ? sql`f.sold_change` : sql`f.sold DESC`}, f.key`,
  counted: sql`SELECT (SELECT count(*)::int FROM filtered) AS total, (
    SELECT coalesce(json_agg(s ORDER BY s.currency), '[]') FROM (SELECT t.currency, t.tickets, t.rows, ${written} FROM totals t) s) AS totals`,
  amounts: { currency: sql`f.currency`, sold: sql`sum(f.sold)::text` },
  named,
  heading: headingOf,
  file_row: ({ asked: { level, compare } }) =>
    columnsOf(level === 'dia' ? generalDayRow : generalRow, compare === 'ninguna' ? Object.keys(changes) : []),
})
