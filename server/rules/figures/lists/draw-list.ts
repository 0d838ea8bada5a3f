/** A report over the days of the draw as a list: its SQL, order, sums and file follow from the row that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import { drawPartner, type DrawDetail, type drawReport } from '@contract/draw-figures.ts'
import { changes } from '@contract/measures.ts'
import { listOf } from '../../../platform/lists/list-of.ts'
import { listing, saidElsewhere } from '../../../platform/lists/listing.ts'
import { folded } from '../../../platform/lists/names.ts'
import { drawFiguresCte, drawsBefore, type DrawsBefore } from '../model/draws.ts'
import { named } from '../names.ts'
import { listed, subjectOf, type Subject } from '../subject.ts'
import { textOfResult } from '../../results/texts.ts'
import { stateAt } from '../../draws/state.ts'
import { percent } from '../model/measured.ts'
import { columnsOf, comparedHeading, comparedText } from './compared.ts'
import { distributorsCte, memberOf, spreadCount, spreadCte, spreadRows, type Told } from './distributors.ts'

type DrawEndpoint = ReturnType<typeof drawReport>['list']

interface About extends Subject {
  before: DrawsBefore | null
}

/** As the model of draws tells its rows. */
const told: Told = {
  keys: ['currency', 'day', 'product_id', 'time', 'bet_type_id', 'partner_id'],
  sums: ['sold', 'lines', 'prizes', 'awarded', 'sold_before'],
  largest: ['draw_id'],
}
const names = sql`
  LEFT JOIN products product ON product.id = f.product_id
  LEFT JOIN bet_types bet ON bet.id = f.bet_type_id
  LEFT JOIN draws d ON d.id = f.draw_id`
const plain = sql`figures f LEFT JOIN partners p ON p.id = f.partner_id ${names}`
const spread = sql`${spreadRows} ${names}`

const depth: Record<DrawDetail, number> = { dia: 0, producto: 1, sorteo: 2, jugada: 3 }
const balance = sql`f.awarded - f.prizes`
const change = sql`f.sold - f.sold_before`
const label = sql`concat_ws(' ', p.name, product.name, f.time, bet.name, to_char(f.day, 'DD/MM'))`

/** Over a row `f` of the model, its draw `d`, product, bet type and partner `p`. What has no base is null, never zero. */
const ofRows = (now: Date): Record<string, SQL> => ({
  label: sql`CASE WHEN f.product_id IS NULL AND f.partner_id IS NULL THEN to_char(f.day, 'DD/MM/YYYY') ELSE ${label} END`,
  day: sql`f.day`,
  product_id: sql`f.product_id::int`,
  product_name: sql`product.name`,
  draw_id: sql`f.draw_id`,
  time: sql`f.time`,
  state: sql`CASE WHEN d.id IS NOT NULL THEN ${stateAt(now.toISOString())} END`,
  result: textOfResult(sql`d.result_id`, sql`d.product_id`),
  bet_type_id: sql`f.bet_type_id::int`,
  bet_type_name: sql`bet.name`,
  partner_id: sql`f.partner_id`,
  name: sql`p.name`,
  code: sql`p.code`,
  type: sql`p.type::text`,
  currency: sql`f.currency`,
  lines: sql`f.lines`,
  sold: sql`f.sold`,
  prizes: sql`f.prizes`,
  balance,
  payout_percent: percent(sql`f.prizes`, sql`f.awarded`),
  sold_before: sql`f.sold_before`,
  sold_change: change,
  sold_change_percent: percent(change, sql`f.sold_before`),
})

/** Where another thing than what is shown decides. */
const orders: Record<string, SQL | SQL[]> = {
  label: [sql`f.day`, sql`product.position`, sql`f.time`],
  name: sql`p.name`,
  state: [sql`d.state`, sql`d.closes_at`],
}

const sums: Record<string, SQL> = {
  sold: sql`sum(f.sold)::text`,
  prizes: sql`sum(f.prizes)::text`,
  balance: sql`(sum(f.awarded) - sum(f.prizes))::text`,
  lines: sql`sum(f.lines)::int`,
  payout_percent: sql`${percent(sql`sum(f.prizes)`, sql`sum(f.awarded)`)}::text`,
  sold_before: sql`sum(f.sold_before)::text`,
  sold_change: sql`sum(${change})::text`,
  sold_change_percent: sql`${percent(sql`sum(${change})`, sql`sum(f.sold_before)`)}::text`,
}

/** The model of draws narrows by all of them itself. */
const narrowing = {
  detail: saidElsewhere,
  level: saidElsewhere,
  partner_id: saidElsewhere,
  product_id: saidElsewhere,
  bet_type_id: saidElsewhere,
  time: saidElsewhere,
  currency: saidElsewhere,
  compare: saidElsewhere,
  compare_from: saidElsewhere,
}

/** The handlers of a report; `only` narrows its draws `d` and their rows `s`. A partner outside the caller's subtree is `not_found`. */
export function drawList(endpoint: DrawEndpoint, only?: SQL) {
  const fields = Object.keys(endpoint.list.row.shape)
  const rows = ofRows(new Date(0))
  const totals = Object.keys((endpoint.list.totals as { shape: object }).shape).filter((name) => name in sums)
  const amounts = Object.fromEntries(totals.map((name) => [name, sums[name]!]))
  const list = listing<DrawEndpoint, never, About>(endpoint, {
    about: async ({ partner_id, from, to, compare, compare_from }, { db, scope, now, session }) => ({
      ...(await subjectOf(db, scope, partner_id)),
      before: drawsBefore({ from, to }, { compare, compare_from }, { now, zone: session.zone }),
    }),
    gathered: ({ about, session, asked: { detail, level, from, to, ...rest } }) => {
      const spreads = level === 'distribuidor'
      const figures = drawFiguresCte({
        ...rest,
        subject: about,
        by: {
          product: depth[detail] >= 1,
          draw: depth[detail] >= 2,
          bet_type: depth[detail] >= 3,
          partner: level && listed(about, spreads ? memberOf(about) : level),
        },
        period: { from, to },
        before: about.before,
        zone: session.zone,
        only,
      })
      return { tables: spreads ? sql`${figures}, ${distributorsCte(about)}, ${spreadCte(told)}` : figures }
    },
    from: ({ asked }) => (asked.level === 'distribuidor' ? spread : plain),
    counted: ({ asked }, where) =>
      asked.level === 'distribuidor' ? spreadCount(amounts, names, asked.q ? where : undefined) : undefined,
    columns: ({ now }) =>
      sql.join(
        fields.map((name) => sql`${ofRows(now)[name]} AS ${sql.identifier(name)}`),
        sql`, `,
      ),
    key: told.keys.map((name) => sql`f.${sql.identifier(name)}`),
    scope: saidElsewhere,
    period: saidElsewhere,
    filter: narrowing,
    search: { folded: [folded(sql`concat_ws(' ', product.name, bet.name)`), sql`p.name_key`], plain: [sql`p.code`] },
    order: Object.fromEntries(fields.map((name) => [name, orders[name] ?? rows[name]!])) as never,
    // Who compares wants to know what fell most; days stay in their order.
    first: ({ about, asked }) =>
      about.before && asked.detail !== 'dia'
        ? sql`f.currency, ${change}, f.day DESC, f.product_id, f.time, f.bet_type_id, f.partner_id`
        : sql`f.day DESC, f.time DESC, product.position, f.bet_type_id, f.currency, f.sold DESC, f.partner_id`,
    amounts: { currency: sql`f.currency`, ...amounts },
    named,
    file: {
      row: ({ about, asked: { detail, level } }) =>
        columnsOf(endpoint.list.row, [
          ...(depth[detail] < 1 ? ['product_name'] : []),
          ...(depth[detail] < 2 ? ['time', 'state', 'result'] : []),
          ...(depth[detail] < 3 ? ['bet_type_name'] : []),
          ...(level === undefined ? Object.keys(drawPartner) : []),
          ...(about.before ? [] : Object.keys(changes)),
        ]),
    },
    heading: ({ about, asked, session }) =>
      comparedHeading(
        { about, asked },
        about.before ? comparedText(about.before, about.before.at, session.zone) : undefined,
      ),
  })
  return listOf(list)
}
