/** A report of figures as a list: its SQL, order, sums and file all follow from the row that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import type { FigureEndpoint } from '@contract/figures.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import { changes, type Measure } from '@contract/measures.ts'
import type { Period } from '@contract/values/dates.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { listOf } from '../../../platform/lists/list-of.ts'
import { listing, saidElsewhere } from '../../../platform/lists/listing.ts'
import { changed, comparedBy, inAll, inRow, isMeasure, measured, percent, settles, sumsOf } from '../model/measured.ts'
import {
  basesOf,
  figuresCte,
  heldSums,
  sourcesOf,
  type Dimensions,
  type FigureQuestion,
  type Narrowed,
} from '../model/plan.ts'
import { daysKnownCte, daysOfRow } from '../days-counted.ts'
import { named } from '../names.ts'
import { isOffices, listed } from '../subject.ts'
import { expectReadable } from './bounds.ts'
import { columnsOf, comparedOf, headingOf, type Compared } from './compared.ts'
import {
  distributorsCte,
  distributorsOrNone,
  figuresTold,
  headOf,
  keptCount,
  keptCte,
  spreadCount,
  spreadCte,
  spreadRows,
  topmost,
} from './distributors.ts'
import { detailOf, inDetail, isRanked, rankedCount, rankedCtes } from './ranked.ts'
import { settledListOf } from '../../settlement/readers.ts'

/** Fields that stand for no measure, over a row `figure` of `figures`, its partner `named`, product and bet type. */
const places: Record<string, SQL> = {
  day: sql`figure.day`,
  week: sql`figure.day`,
  month: sql`to_char(figure.day, 'MM/YYYY')`,
  weekday: sql`figure.weekday::text`,
  hour: sql`to_char(figure.hour, 'FM00') || ':00'`,
  partner_id: sql`figure.partner_id`,
  name: sql`named.name`,
  code: sql`named.code`,
  type: sql`named.type`,
  product_id: sql`figure.product_id::int`,
  product_name: sql`of_product.name`,
  bet_type_id: sql`figure.bet_type_id::int`,
  bet_type_name: sql`of_bet_type.name`,
  currency: sql`figure.currency`,
  days: daysOfRow,
  sold_by_day: sql`round(figure.sold / nullif(${daysOfRow}, 0), 2)`,
  /** Of all that the same currency sold under the same filters. */
  share_percent: percent(sql`figure.sold`, sql`(SELECT whole.sold FROM whole WHERE whole.currency = figure.currency)`),
}
const ofRow = (name: string): SQL => places[name] ?? (isMeasure(name) ? measured(name, inRow) : changed(name, 'row')!)
const ofAll = (name: string): SQL | undefined => (isMeasure(name) ? measured(name, inAll) : changed(name, 'all'))
const written = (name: string, total: SQL) => (name === 'tickets' || name === 'lines' ? total : sql`(${total})::text`)
/** Names that rows are ordered by. */
const nameOrders: Record<string, SQL> = {
  name: sql`partner.name`,
  code: sql`partner.code`,
  type: sql`partner.type`,
  product_name: sql`product.name`,
  bet_type_name: sql`bet_type.name`,
}
const orderedBy: Record<string, SQL> = {
  ...nameOrders,
  month: sql`figure.day`,
  weekday: sql`figure.weekday`,
  hour: sql`figure.hour`,
}
const names = sql`LEFT JOIN products product ON product.id = figure.product_id
  LEFT JOIN bet_types bet_type ON bet_type.id = figure.bet_type_id`
const rows = sql`figures figure LEFT JOIN partners partner ON partner.id = figure.partner_id ${names}`
/** Distributors may lie inside one another. */
const spread = sql`${spreadRows} ${names}`
/** What a row shows of its partner, product and bet type. */
const shownNames = sql`
  LEFT JOIN products of_product ON of_product.id = figure.product_id
  LEFT JOIN bet_types of_bet_type ON of_bet_type.id = figure.bet_type_id`

/** What a row of figures shows: its fields, and what follows from them. */
export interface Shape {
  fields: readonly string[]
  by: Omit<Dimensions, 'partner'> & { partner: boolean }
  measures: readonly Measure[]
  /** Measures whose changes are shown. */
  compared: readonly Measure[]
}

/** The shape of a row with these fields. */
export function shapeOf(fields: readonly string[]): Shape {
  const has = (name: string) => fields.includes(name)
  return {
    fields,
    by: {
      time: has('day') ? 'day' : has('week') ? 'week' : has('month') ? 'month' : undefined,
      weekday: has('weekday'),
      hour: has('hour'),
      partner: has('partner_id'),
      product: has('product_id'),
      bet_type: has('bet_type_id'),
    },
    measures: fields.filter(isMeasure),
    compared: [...new Set(fields.flatMap((name) => comparedBy(name) ?? []))],
  }
}

const summed = (of: readonly Measure[]) => [...new Set(of.flatMap((measure) => sumsOf[measure]))]

interface About extends Compared {
  shape: Shape
}

type Own<Q> = Omit<Q, 'level'> & Narrowed & { level: Exclude<GeneralLevel, 'producto' | 'dia'>; currency?: string }

/** Are the rows told from offices? */
const isSpread = ({ shape }: About, { level }: { level: string }) => shape.by.partner && level === 'distribuidor'

/** Are rows kept of the distributors themselves that hold all that is asked, and fewer than those of all that is below them? */
function areKept(about: About, asked: Own<{ level: string }>): boolean {
  const bases = basesOf({
    by: { product: about.shape.by.product, bet_type: about.shape.by.bet_type, hour: about.shape.by.hour },
    ...asked,
  })
  const sums = heldSums(bases, summed(about.shape.measures))
  return (
    headOf(about) &&
    bases.length > 0 &&
    sourcesOf('days', bases, sums, 'always').every(([{ partner }]) => partner === 'any')
  )
}

/** Are rows found or ordered by what they are called? Else names are looked up for those of a page alone. */
const byNames = ({ q, sort }: { q?: string | undefined; sort?: string | undefined }) =>
  Boolean(q) || (sort?.replace('-', '') ?? '') in nameOrders

/** Which partners the figures are told apart by. */
function partnersBy(about: About, asked: Own<{ level: string }>): Dimensions & { partner: SQL | undefined } {
  const { level } = asked
  if (!about.shape.by.partner) return { partner: undefined, ...(about.wide && { few: 'always' }) }
  if (level === 'distribuidor') {
    if (areKept(about, asked)) return { partner: distributorsOrNone(about), few: 'always' }
    return headOf(about) ? { partner: undefined, head: true } : { partner: undefined, office: true }
  }
  if (isOffices(about, level)) return { partner: undefined, office: true }
  if (level === 'agencia' && headOf(about)) return { partner: undefined, agency: true }
  return { partner: listed(about, level), ...(about.wide_directs && { few: 'always' }) }
}

function questionOf(about: About, asked: Own<Period & { level: string }>): FigureQuestion {
  const { from, to, currency, product_id, bet_type_id, weekday, hour } = asked
  const { by, measures, compared } = about.shape
  return {
    subject: about,
    by: { ...by, ...partnersBy(about, asked) },
    sums: summed(measures),
    compared: summed(compared),
    period: { from, to },
    before: about.before?.window ?? null,
    currency,
    product_id,
    bet_type_id,
    weekday,
    hour,
  }
}

/**
 * The handlers of a report of figures. A partner outside the caller's subtree is `not_found`; `shaped` says the shape
 * of a row where that hangs from what is asked, and then ordering by what was not asked is `invalid`.
 */
export function figureList(endpoint: FigureEndpoint, shaped?: (asked: never) => Shape) {
  const all = Object.keys(endpoint.list.row.shape)
  const own = shapeOf(all)
  const keys = ['currency', 'day', 'weekday', 'hour', 'partner_id', 'product_id', 'bet_type_id'].filter(
    (name) => all.includes(name) || (name === 'day' && own.by.time !== undefined),
  )
  const amounts = Object.fromEntries(
    Object.keys((endpoint.list.totals as { shape: object }).shape).flatMap((name) => {
      const total = ofAll(name)
      return total ? [[name, written(name, total)] as const] : []
    }),
  )
  // What was not asked is not told, although something else may have been worked out from it.
  const told = ({ fields }: Shape) =>
    Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [name, fields.includes(name) ? sum : sql`NULL`]))
  const ranks = (about: About, asked: Parameters<typeof isRanked>[1]) => !shaped && isRanked(about, asked)
  const nests = ({ shape }: About, { sort }: { sort?: string | undefined }) =>
    shaped !== undefined && sort === undefined && nestedIn(shape).length > 1
  const settled = shaped !== undefined || settles(summed(own.measures))
  const list = listing<FigureEndpoint, never, About>(endpoint, {
    about: async (question, reader) => {
      const shape = shaped?.(question as never) ?? own
      const order = question.sort?.replace('-', '')
      if (order !== undefined && !shape.fields.includes(order))
        throw Problem.on('sort', 'invalid', 'No se puede ordenar por ese campo')
      const about = { ...(await comparedOf(question, reader)), shape }
      if (shaped) await expectReadable(reader.db, about, shape.by, question as Own<typeof question>)
      return about
    },
    gathered: ({ about, asked, now, session: { zone } }) => {
      const question = questionOf(about, asked as Own<typeof asked>)
      if (ranks(about, asked)) return { tables: rankedCtes(question, asked) }
      const days = about.shape.fields.includes('days')
      const known = days
        ? sql`, ${daysKnownCte({ ...question.period, weekday: question.weekday }, { now, zone })}`
        : sql``
      const figures = sql`${figuresCte(question)}${known}`
      const whole = sql`whole AS MATERIALIZED (SELECT figure.currency, sum(figure.sold) AS sold FROM figures figure`
      if (!isSpread(about, asked)) return { tables: sql`${figures}, ${whole} GROUP BY 1)` }
      return areKept(about, asked as Own<typeof asked>)
        ? { tables: sql`${figures}, ${keptCte(about, figuresTold)}, ${whole} ${topmost} GROUP BY 1)` }
        : { tables: sql`${figures}, ${whole} GROUP BY 1), ${distributorsCte(about)}, ${spreadCte(figuresTold)}` }
    },
    from: ({ about, asked }) =>
      isSpread(about, asked) ? spread : byNames(asked) || nests(about, asked) ? rows : sql`figures figure`,
    shown: {
      row: sql`figure`,
      tables: ({ about, asked }) => {
        const partner = isSpread(about, asked) ? sql`JOIN named` : sql`LEFT JOIN partners named`
        const detail = ranks(about, asked) ? detailOf(questionOf(about, asked as Own<typeof asked>)) : sql``
        return sql`${partner} ON named.id = figure.partner_id ${shownNames} ${detail}`
      },
    },
    columns: ({ about, asked }) => {
      const { fields } = about.shape
      const own = (name: string) =>
        isMeasure(name) && ranks(about, asked)
          ? measured(name, inDetail)
          : fields.includes(name)
            ? ofRow(name)
            : sql`NULL`
      return sql.join(
        all.map((name) => sql`${own(name)} AS ${sql.identifier(name)}`),
        sql`, `,
      )
    },
    key: keys.map((name) => sql`figure.${sql.identifier(name)}`),
    scope: saidElsewhere,
    period: saidElsewhere,
    filter: Object.fromEntries(Object.keys(endpoint.list.filters).map((name) => [name, saidElsewhere])) as never,
    search: {
      folded: [sql`partner.name_key`],
      plain: [
        sql`partner.code`,
        ...(own.by.product ? [sql`product.name`] : []),
        ...(own.by.bet_type ? [sql`bet_type.name`] : []),
      ],
    },
    order: Object.fromEntries(all.map((name) => [name, orderedBy[name] ?? ofRow(name)])) as never,
    first: ({ about, asked }) =>
      nests(about, asked) ? nestedOrder(about.shape, keys) : firstOrder(about.shape, about.before !== null, keys),
    counted: ({ about, asked }, where) => {
      if (ranks(about, asked)) return rankedCount(amounts)
      const found = asked.q ? where : undefined
      if (isSpread(about, asked))
        return areKept(about, asked as Own<typeof asked>)
          ? keptCount(told(about.shape), names, figuresTold, found)
          : spreadCount(told(about.shape), names, found)
      return shaped && rowCount(told(about.shape), where)
    },
    amounts: { currency: sql`figure.currency`, ...amounts },
    named: named as never,
    heading: headingOf,
    file_row: ({ about }) =>
      shaped
        ? endpoint.list.row.pick(picked(about.shape))
        : columnsOf(endpoint.list.row, about.before ? [] : Object.keys(changes)),
  })
  return settled ? settledListOf(list) : listOf(list)
}

/** Count and totals of the rows that `where` admits, by currency; `amounts` are aggregates over rows `figure`. */
function rowCount(amounts: Readonly<Record<string, SQL>>, where: SQL): SQL {
  const totals = Object.entries(amounts).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  return sql`
    SELECT coalesce(sum(sums.rows), 0)::int AS total, coalesce(json_agg(sums ORDER BY sums.currency), '[]') AS totals
    FROM (
      SELECT figure.currency::text AS currency, count(*)::int AS rows, ${sql.join(totals, sql`, `)}
      FROM ${rows}
      WHERE ${where}
      GROUP BY figure.currency
    ) sums`
}

function picked({ fields }: Shape): never {
  return Object.fromEntries(fields.map((name) => [name, true])) as never
}

/** The order of each dimension of a row; those that are called by nothing stand last. */
const nested: Record<string, SQL> = {
  day: sql`figure.day DESC`,
  week: sql`figure.day DESC`,
  month: sql`figure.day DESC`,
  weekday: sql`figure.weekday`,
  hour: sql`figure.hour`,
  name: sql`partner.name_key`,
  product_name: sql`product.name`,
  bet_type_name: sql`bet_type.name`,
}
const nestedIn = ({ fields }: Shape) => fields.flatMap((name) => nested[name] ?? [])

/** Rows of several dimensions stand in the order in which these were asked, as their columns do. */
function nestedOrder(shape: Shape, keys: readonly string[]): SQL {
  return sql.join([...nestedIn(shape), ...keys.map((name) => sql`figure.${sql.identifier(name)}`)], sql`, `)
}

/** A course in time's order, the rest by what sold; who compares wants to know who fell most. */
function firstOrder({ by }: Shape, compares: boolean, keys: readonly string[]): SQL {
  const course = [
    ...(by.time ? [sql`figure.day DESC`] : []),
    ...(by.weekday ? [sql`figure.weekday`] : []),
    ...(by.hour ? [sql`figure.hour`] : []),
  ]
  const largest = compares ? changed('sold_change', 'row')! : sql`figure.sold DESC`
  return sql.join(
    [...course, sql`figure.currency`, largest, ...keys.map((name) => sql`figure.${sql.identifier(name)}`)],
    sql`, `,
  )
}
