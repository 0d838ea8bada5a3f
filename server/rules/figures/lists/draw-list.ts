/** A report over the days of the draw as a list: its SQL, order, sums and file follow from the row that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import { drawPartner, type DrawDetail, type drawReport } from '@contract/draw-figures.ts'
import { changes } from '@contract/measures.ts'
import { listOf } from '../../../platform/lists/list-of.ts'
import { listing, handledElsewhere } from '../../../platform/lists/listing.ts'
import { foldedSql } from '../../../platform/lists/names.ts'
import { drawFiguresCte, drawsBefore, type DrawsBefore } from '../model/draws.ts'
import { nameQueries } from '../names.ts'
import { partnersAt, subjectOf, type Subject } from '../subject.ts'
import { textOfResult } from '../../results/texts.ts'
import { stateSql } from '../../draws/state.ts'
import { percentSql } from '../model/measured.ts'
import { filledColumns, comparedHeading, comparedText } from './compared.ts'
import { distributorsCte, spreadMember, spreadCount, spreadCte, spreadRows, type RowGrain } from './distributors.ts'

type DrawEndpoint = ReturnType<typeof drawReport>['list']

interface About extends Subject {
  before: DrawsBefore | null
}

/** As the model of draws tells its rows. */
const grain: RowGrain = {
  keys: ['currency', 'day', 'product_id', 'time', 'bet_type_id', 'partner_id'],
  sums: ['sold', 'lines', 'prizes', 'awarded', 'sold_before'],
  largest: ['draw_id'],
}
const names = sql`
  LEFT JOIN products product ON product.id = figure.product_id
  LEFT JOIN bet_types bet ON bet.id = figure.bet_type_id
  LEFT JOIN draws draw ON draw.id = figure.draw_id`
const plain = sql`figures figure LEFT JOIN partners partner ON partner.id = figure.partner_id ${names}`
const spread = sql`${spreadRows} ${names}`

const depth: Record<DrawDetail, number> = { dia: 0, producto: 1, sorteo: 2, jugada: 3 }
const balance = sql`figure.awarded - figure.prizes`
const change = sql`figure.sold - figure.sold_before`
const label = sql`concat_ws(' ', partner.name, product.name, figure.time, bet.name, to_char(figure.day, 'DD/MM'))`

/** Over a row `figure` of the model, its `draw`, product, bet type and `partner`. What has no base is null, never zero. */
const ofRows = (now: Date): Record<string, SQL> => ({
  label: sql`CASE WHEN figure.product_id IS NULL AND figure.partner_id IS NULL THEN to_char(figure.day, 'DD/MM/YYYY') ELSE ${label} END`,
  day: sql`figure.day`,
  product_id: sql`figure.product_id::int`,
  product_name: sql`product.name`,
  draw_id: sql`figure.draw_id`,
  time: sql`figure.time`,
  state: sql`CASE WHEN draw.id IS NOT NULL THEN ${stateSql(now.toISOString())} END`,
  result: textOfResult(sql`draw.result_id`, sql`draw.product_id`),
  bet_type_id: sql`figure.bet_type_id::int`,
  bet_type_name: sql`bet.name`,
  partner_id: sql`figure.partner_id`,
  name: sql`partner.name`,
  code: sql`partner.code`,
  type: sql`partner.type::text`,
  currency: sql`figure.currency`,
  lines: sql`figure.lines`,
  sold: sql`figure.sold`,
  prizes: sql`figure.prizes`,
  balance,
  payout_percent: percentSql(sql`figure.prizes`, sql`figure.awarded`),
  sold_before: sql`figure.sold_before`,
  sold_change: change,
  sold_change_percent: percentSql(change, sql`figure.sold_before`),
})

/** Where another thing than what is shown decides. */
const orders: Record<string, SQL | SQL[]> = {
  label: [sql`figure.day`, sql`product.position`, sql`figure.time`],
  name: sql`partner.name`,
  state: [sql`draw.state`, sql`draw.closes_at`],
}

const sums: Record<string, SQL> = {
  sold: sql`sum(figure.sold)::text`,
  prizes: sql`sum(figure.prizes)::text`,
  balance: sql`(sum(figure.awarded) - sum(figure.prizes))::text`,
  lines: sql`sum(figure.lines)::int`,
  payout_percent: sql`${percentSql(sql`sum(figure.prizes)`, sql`sum(figure.awarded)`)}::text`,
  sold_before: sql`sum(figure.sold_before)::text`,
  sold_change: sql`sum(${change})::text`,
  sold_change_percent: sql`${percentSql(sql`sum(${change})`, sql`sum(figure.sold_before)`)}::text`,
}

/** The model of draws narrows by all of them itself. */
const narrowing = {
  detail: handledElsewhere,
  level: handledElsewhere,
  partner_id: handledElsewhere,
  product_id: handledElsewhere,
  bet_type_id: handledElsewhere,
  time: handledElsewhere,
  currency: handledElsewhere,
  compare: handledElsewhere,
  compare_from: handledElsewhere,
}

const newest = sql`
  figure.day DESC, figure.time DESC, product.position, figure.bet_type_id, figure.currency, figure.sold DESC, figure.partner_id`

/** The handlers of a report; `only` narrows its draws (`draw`, `sale`). A partner outside the caller's subtree is `not_found`. */
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
          partner: level && partnersAt(about, spreads ? spreadMember(about) : level),
        },
        period: { from, to },
        before: about.before,
        zone: session.zone,
        only,
      })
      return { tables: spreads ? sql`${figures}, ${distributorsCte(about)}, ${spreadCte(grain)}` : figures }
    },
    from: ({ asked }) => (asked.level === 'distribuidor' ? spread : plain),
    counted: ({ asked }, where) =>
      asked.level === 'distribuidor' ? spreadCount(amounts, names, asked.q ? where : undefined) : undefined,
    columns: ({ now }) =>
      sql.join(
        fields.map((name) => sql`${ofRows(now)[name]} AS ${sql.identifier(name)}`),
        sql`, `,
      ),
    key: grain.keys.map((name) => sql`figure.${sql.identifier(name)}`),
    scope: handledElsewhere,
    period: handledElsewhere,
    filter: narrowing,
    search: {
      folded: [foldedSql(sql`concat_ws(' ', product.name, bet.name)`), sql`partner.name_key`],
      plain: [sql`partner.code`],
    },
    order: Object.fromEntries(fields.map((name) => [name, orders[name] ?? rows[name]!])) as never,
    // Who compares wants to know what fell most; days stay in their order.
    first: ({ about, asked }) =>
      about.before && asked.detail !== 'dia'
        ? sql`figure.currency, ${change}, figure.day DESC, figure.product_id, figure.time, figure.bet_type_id, figure.partner_id`
        : newest,
    amounts: { currency: sql`figure.currency`, ...amounts },
    named: nameQueries,
    file: {
      row: ({ about, asked: { detail, level } }) =>
        filledColumns(endpoint.list.row, [
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
