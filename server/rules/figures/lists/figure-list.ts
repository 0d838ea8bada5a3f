/** A report of figures as a list: its SQL, order, sums and file all follow from the row that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import type { FigureEndpoint } from '@contract/figures.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import { changes, type Measure } from '@contract/measures.ts'
import type { Period } from '@contract/values/dates.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { listOf } from '../../../platform/lists/list-of.ts'
import { listing, handledElsewhere } from '../../../platform/lists/listing.ts'
import { isMeasure, measureSql, settles, sumsOf } from '../model/measured.ts'
import { basesOf, figuresCte, heldSums, sourcesOf } from '../model/plan.ts'
import type { Dimensions, FigureQuestion, Narrowed } from '../model/question.ts'
import { daysKnownCte } from '../days-counted.ts'
import { nameQueries } from '../names.ts'
import { isOffices, partnersAt } from '../subject.ts'
import { expectReadable } from './bounds.ts'
import { filledColumns, comparedOf, figureHeading, type Compared } from './compared.ts'
import {
  distributorsCte,
  distributorsOrNone,
  figuresGrain,
  headOf,
  keptCount,
  keptCte,
  spreadCount,
  spreadCte,
  spreadRows,
  topmost,
} from './distributors.ts'
import {
  firstOrder,
  nameOrders,
  nestedIn,
  nestedOrder,
  ofAll,
  ofRow,
  orderedBy,
  rowShape,
  written,
  type Shape,
} from './figure-columns.ts'
import { detailSums, inDetail, isRanked, rankedCount, rankedCtes } from './ranked.ts'
import { settledListOf } from '../../settlement/readers.ts'

const names = sql`LEFT JOIN products product ON product.id = figure.product_id
  LEFT JOIN bet_types bet_type ON bet_type.id = figure.bet_type_id`
const rows = sql`figures figure LEFT JOIN partners partner ON partner.id = figure.partner_id ${names}`
/** Distributors may lie inside one another. */
const spread = sql`${spreadRows} ${names}`
/** What a row shows of its partner, product and bet type. */
const shownNames = sql`
  LEFT JOIN products of_product ON of_product.id = figure.product_id
  LEFT JOIN bet_types of_bet_type ON of_bet_type.id = figure.bet_type_id`

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
  return { partner: partnersAt(about, level), ...(about.wide_directs && { few: 'always' }) }
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

/** What rows are told apart by, of the fields that a contract declares. */
const keysOf = (fields: readonly string[]) =>
  ['currency', 'day', 'weekday', 'hour', 'partner_id', 'product_id', 'bet_type_id'].filter(
    (name) => fields.includes(name) || (name === 'day' && rowShape(fields).by.time !== undefined),
  )

/** The totals that a contract declares, as aggregates over rows `f`. */
function amountsOf({ list: { totals } }: FigureEndpoint): Record<string, SQL> {
  const named = Object.keys((totals as { shape: object }).shape).flatMap((name) => {
    const total = ofAll(name)
    return total ? [[name, written(name, total)] as const] : []
  })
  return Object.fromEntries(named)
}

/** What was not asked is not told, although something else may have been worked out from it. */
const toldOf = (amounts: Readonly<Record<string, SQL>>, { fields }: Shape) =>
  Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [name, fields.includes(name) ? sum : sql`NULL`]))

/** `figures`, the sums of all of them as `whole`, and of distributors those that they are told from. */
function tablesOf(about: About, asked: Own<Period & { level: string }>, at: { now: Date; zone: string }): SQL {
  const question = questionOf(about, asked)
  const known = about.shape.fields.includes('days')
    ? sql`, ${daysKnownCte({ ...question.period, weekday: question.weekday }, at)}`
    : sql``
  const figures = sql`${figuresCte(question)}${known}`
  const whole = sql`whole AS MATERIALIZED (SELECT figure.currency, sum(figure.sold) AS sold FROM figures figure`
  if (!isSpread(about, asked)) return sql`${figures}, ${whole} GROUP BY 1)`
  return areKept(about, asked)
    ? sql`${figures}, ${keptCte(about, figuresGrain)}, ${whole} ${topmost} GROUP BY 1)`
    : sql`${figures}, ${whole} GROUP BY 1), ${distributorsCte(about)}, ${spreadCte(figuresGrain)}`
}

/** A row's fields, each by its name, of whose page was found first the measures from there; one that is not asked is null. */
function fieldsOf(all: readonly string[], { fields }: Shape, isFound: boolean): SQL {
  const own = (name: string) =>
    isMeasure(name) && isFound ? measureSql(name, inDetail) : fields.includes(name) ? ofRow(name) : sql`NULL`
  return sql.join(
    all.map((name) => sql`${own(name)} AS ${sql.identifier(name)}`),
    sql`, `,
  )
}

/**
 * The handlers of a report of figures. A partner outside the caller's subtree is `not_found`; `shaped` says the shape
 * of a row where that hangs from what is asked, and then ordering by what was not asked is `invalid`.
 */
export function figureList(endpoint: FigureEndpoint, shaped?: (asked: never) => Shape) {
  const all = Object.keys(endpoint.list.row.shape)
  const own = rowShape(all)
  const keys = keysOf(all)
  const amounts = amountsOf(endpoint)
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
    gathered: ({ about, asked, now, session: { zone } }) => ({
      tables: ranks(about, asked)
        ? rankedCtes(questionOf(about, asked as Own<typeof asked>), asked)
        : tablesOf(about, asked as Own<typeof asked>, { now, zone }),
    }),
    from: ({ about, asked }) =>
      isSpread(about, asked) ? spread : byNames(asked) || nests(about, asked) ? rows : sql`figures figure`,
    shown: {
      row: sql`figure`,
      tables: ({ about, asked }) => {
        const partner = isSpread(about, asked) ? sql`JOIN named` : sql`LEFT JOIN partners named`
        const detail = ranks(about, asked) ? detailSums(questionOf(about, asked as Own<typeof asked>)) : sql``
        return sql`${partner} ON named.id = figure.partner_id ${shownNames} ${detail}`
      },
    },
    columns: ({ about, asked }) => fieldsOf(all, about.shape, ranks(about, asked)),
    key: keys.map((name) => sql`figure.${sql.identifier(name)}`),
    scope: handledElsewhere,
    period: handledElsewhere,
    filter: Object.fromEntries(Object.keys(endpoint.list.filters).map((name) => [name, handledElsewhere])) as never,
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
      const askedSums = toldOf(amounts, about.shape)
      if (isSpread(about, asked))
        return areKept(about, asked as Own<typeof asked>)
          ? keptCount(askedSums, names, figuresGrain, found)
          : spreadCount(askedSums, names, found)
      return shaped && rowCount(askedSums, where)
    },
    amounts: { currency: sql`figure.currency`, ...amounts },
    named: nameQueries as never,
    heading: figureHeading,
    file: { row: ({ about }) => (shaped ? pickedOf(endpoint, about.shape) : comparedRow(endpoint, about)) },
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

/** The columns of a row of this shape. */
const pickedOf = ({ list: { row } }: FigureEndpoint, { fields }: Shape) =>
  row.pick(Object.fromEntries(fields.map((name) => [name, true])) as never)

/** All columns, those of changes where something is compared. */
const comparedRow = ({ list: { row } }: FigureEndpoint, { before }: About) =>
  filledColumns(row, before ? [] : Object.keys(changes))
