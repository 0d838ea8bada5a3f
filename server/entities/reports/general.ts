/** The general settlement as a list: what a row is called is looked up for the page alone. */
import { sql, type SQL } from 'drizzle-orm'
import { changes } from '@contract/measures.ts'
import { generalDayRow, generalRow, reports } from '@contract/reports.ts'
import { listing, handledElsewhere } from '../../platform/lists/listing.ts'
import { nameQueries, withoutDistributor } from '../../rules/figures/names.ts'
import { isOffices } from '../../rules/figures/subject.ts'
import { filledColumns, comparedOf, figureHeading, type Compared } from '../../rules/figures/lists/compared.ts'
import {
  amounts,
  derived,
  detailOf,
  isRankedReport,
  rowsOf,
  searched,
  tablesOf,
  reportTotals,
  type GeneralAsked,
} from './general-figures.ts'

/** What a row is called, beside its sums. */
function nameOf(about: Compared, asked: GeneralAsked): SQL {
  const { level } = asked
  if (level === 'dia')
    return sql`to_char(f.key::date, 'DD/MM/YYYY') AS name, NULL::text AS code, 'dia' AS type, false AS has_children`
  if (level === 'producto') return sql`n.name, n.code, 'producto' AS type, false AS has_children`
  const parent = isOffices(about, level) ? sql`false` : sql`EXISTS (SELECT 1 FROM partners c WHERE c.father_id = f.id)`
  return sql`
    coalesce(n.name, ${withoutDistributor}) AS name, n.code, coalesce(n.type::text, 'distribuidor') AS type,
    ${parent} AS has_children`
}

function shownOf(about: Compared, asked: GeneralAsked): SQL {
  if (asked.level === 'dia') return sql``
  if (asked.level === 'producto') return sql`JOIN products n ON n.id = f.id`
  return sql`LEFT JOIN partners n ON n.id = f.id ${isRankedReport(about, asked) ? detailOf(asked) : sql``}`
}

/** Inside JSON a figure would turn into a binary float: as text it does not. */
const asText = sql.join(
  amounts.map((column) => sql.raw(`t.${column}::text AS ${column}`)),
  sql`, `,
)
const written = (alias: string) =>
  sql.join(
    amounts.map((column) => sql.raw(`${alias}.${column}`)),
    sql`, `,
  )

/** The general settlement as a list. */
export const generalSettlement = listing(reports.general, {
  about: comparedOf,
  gathered: ({ about, asked }) => ({ tables: tablesOf(about, asked) }),
  alsoWhere: ({ asked }) => searched(asked),
  from: ({ about, asked }) => rowsOf(about, asked),
  shown: { row: sql`f`, tables: ({ about, asked }) => shownOf(about, asked) },
  columns: ({ about, asked }) =>
    sql`
      f.key::text AS key, ${nameOf(about, asked)}, f.currency,
      ${isRankedReport(about, asked) ? sql`d.tickets, ${derived('d', 'f')}` : sql`f.tickets, ${written('f')}`}`,
  key: [sql`f.key`, sql`f.currency`],
  scope: handledElsewhere,
  period: handledElsewhere,
  filter: {
    level: handledElsewhere,
    partner_id: handledElsewhere,
    product_id: handledElsewhere,
    currency: handledElsewhere,
    compare: handledElsewhere,
    compare_from: handledElsewhere,
  },
  order: {
    name: sql`place.place`,
    key: sql`place.place`,
    code: sql`place.code`,
    type: sql`place.type`,
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
  counted: ({ about, asked }) => sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s ORDER BY s.currency), '[]') AS totals
    FROM (SELECT t.currency, t.tickets, t.rows, ${asText} FROM (${reportTotals(about, asked)}) t) s`,
  amounts: { currency: sql`f.currency`, sold: sql`sum(f.sold)::text` },
  named: nameQueries,
  heading: figureHeading,
  file: {
    row: ({ about, asked: { level } }) =>
      filledColumns(level === 'dia' ? generalDayRow : generalRow, about.before ? [] : Object.keys(changes)),
  },
})
