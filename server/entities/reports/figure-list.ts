/** A report of figures as a list: its SQL, order, sums and file all follow from the row that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import type { figureReport } from '@contract/figures.ts'
import { changes, measures, type Measure } from '@contract/measures.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { listing, saidElsewhere } from '../../platform/lists/listing.ts'
import { figuresCte } from '../../rules/figures/model/plan.ts'
import type { Sum } from '../../rules/figures/model/sources.ts'
import { named } from '../../rules/figures/names.ts'
import { columnsOf, comparedOf, headingOf, percent, type Compared } from './compared.ts'
import { spreadCount, spreadCte, spreadRows } from './distributors.ts'
import { listed } from './general.ts'
import { settledListOf } from './settled.ts'

type FigureEndpoint = ReturnType<typeof figureReport>['list']

/** The sums that a measure is worked out from. */
const sumsOf: Record<Measure, readonly Sum[]> = {
  sold: ['sold'],
  prizes: ['prizes'],
  commission: ['commission'],
  profit: ['sold', 'prizes', 'commission'],
  participation: ['participation'],
  total: ['sold', 'prizes', 'commission', 'participation'],
  tickets: ['tickets'],
  lines: ['lines'],
  average_ticket: ['sold', 'tickets'],
  payout_percent: ['sold', 'prizes'],
}

const profit = sql`f.sold - f.prizes - f.commission`
/** Over a row `f` of sums. What has no base is null, never zero. */
const measured: Record<Measure | keyof typeof changes, SQL> = {
  sold: sql`f.sold`,
  prizes: sql`f.prizes`,
  commission: sql`f.commission`,
  profit,
  participation: sql`f.participation`,
  total: sql`${profit} - f.participation`,
  tickets: sql`f.tickets`,
  lines: sql`f.lines`,
  average_ticket: sql`round(f.sold / nullif(f.tickets, 0), 2)`,
  payout_percent: percent(sql`f.prizes`, sql`f.sold`),
  sold_before: sql`f.sold_before`,
  sold_change: sql`f.sold - f.sold_before`,
  sold_change_percent: percent(sql`f.sold - f.sold_before`, sql`f.sold_before`),
}
const ofRows: Record<string, SQL> = {
  day: sql`f.day`,
  partner_id: sql`f.partner_id`,
  name: sql`p.name`,
  code: sql`p.code`,
  type: sql`p.type`,
  product_id: sql`f.product_id::int`,
  product_name: sql`product.name`,
  currency: sql`f.currency`,
  /** Of all that the same currency sold under the same filters. */
  share_percent: percent(sql`f.sold`, sql`(SELECT w.sold FROM whole w WHERE w.currency = f.currency)`),
  ...measured,
}

/** Are commissions among them? Then what waits for it is settled before it is shown. */
const settles = (sums: readonly Sum[]) => sums.includes('commission') || sums.includes('participation')

/** The handlers of a report of figures. A partner outside the caller's subtree is `not_found`. */
export function figureList(endpoint: FigureEndpoint) {
  const fields = Object.keys(endpoint.list.row.shape)
  const by = { day: fields.includes('day'), product: fields.includes('product_id') }
  const asked = fields.filter((name): name is Measure => name in measures)
  const sums = [...new Set(asked.flatMap((name) => sumsOf[name]))]
  const keys = ['currency', ...(by.day ? ['day'] : []), 'partner_id', ...(by.product ? ['product_id'] : [])]
  const totals = Object.keys((endpoint.list.totals as { shape: object }).shape).filter((name) => name in measured)
  const sum = (name: string) => {
    const total = ofRows[name]!
    if (name === 'sold_change_percent')
      return sql`${percent(sql`sum(f.sold) - sum(f.sold_before)`, sql`sum(f.sold_before)`)}::text`
    if (name === 'payout_percent') return sql`${percent(sql`sum(f.prizes)`, sql`sum(f.sold)`)}::text`
    return name === 'tickets' || name === 'lines' ? sql`sum(${total})::int` : sql`sum(${total})::text`
  }
  const amounts = Object.fromEntries(totals.map((name) => [name, sum(name)]))
  const product = by.product ? sql`JOIN products product ON product.id = f.product_id` : sql``
  const rowsOf = (level: string) =>
    sql`${level === 'distribuidor' ? spreadRows : sql`figures f JOIN partners p ON p.id = f.partner_id`} ${product}`
  const list = listing<FigureEndpoint, never, Compared>(endpoint, {
    about: comparedOf,
    gathered: ({ about, asked: { level, from, to, currency, product_id, bet_type_id } }) => ({
      tables: sql`${figuresCte({
        subject: about,
        by: { ...by, ...(level === 'distribuidor' ? { office: true } : { partner: listed(about, level) }) },
        sums,
        period: { from, to },
        before: about.before?.window ?? null,
        currency,
        product_id,
        bet_type_id,
      })}, whole AS MATERIALIZED (SELECT currency, sum(sold) AS sold FROM figures GROUP BY 1)${level === 'distribuidor' ? sql`, ${spreadCte(about, keys, sums)}` : sql``}`,
    }),
    from: ({ asked }) => rowsOf(asked.level),
    columns: sql.join(
      fields.map((name) => sql`${ofRows[name]} AS ${sql.identifier(name)}`),
      sql`, `,
    ),
    key: keys.map((name) => sql`f.${sql.identifier(name)}`),
    scope: saidElsewhere,
    period: saidElsewhere,
    filter: {
      level: saidElsewhere,
      partner_id: saidElsewhere,
      product_id: saidElsewhere,
      bet_type_id: saidElsewhere,
      currency: saidElsewhere,
      compare: saidElsewhere,
    },
    search: { folded: [sql`p.name_key`], plain: [sql`p.code`, ...(by.product ? [sql`product.name`] : [])] },
    order: Object.fromEntries(fields.map((name) => [name, name === 'name' ? sql`p.name_key` : ofRows[name]!])) as never,
    // Who compares wants to know who fell most.
    first: ({ about }) =>
      sql`${by.day ? sql`f.day DESC, ` : sql``}f.currency, ${about.before ? sql`${ofRows['sold_change']}` : sql`f.sold DESC`}, f.partner_id${by.product ? sql`, f.product_id` : sql``}`,
    counted: ({ asked }, where) =>
      asked.level === 'distribuidor' ? spreadCount(keys, amounts, rowsOf(asked.level), where) : undefined,
    amounts: { currency: sql`f.currency`, ...amounts },
    named,
    heading: headingOf,
    file_row: ({ asked: { compare } }) =>
      columnsOf(endpoint.list.row, compare === 'ninguna' ? Object.keys(changes) : []),
  })
  return settles(sums) ? settledListOf(list) : listOf(list)
}
