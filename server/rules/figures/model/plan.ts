/**
 * From a question to the figures' SQL. A stretch of time is laid out in pieces, each piece is answered by the
 * cheapest source that holds every sum and every base it is asked, and the pieces are added up by place.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween } from '@contract/values/dates.ts'
import { every } from '../../../platform/db/connect.ts'
import type { FigureWindow } from '../stretch.ts'
import { narrowedBy } from '../subject.ts'
import { partnerOf, partnerPlaces } from './partners.ts'
import type { Dimensions, FigureQuestion, Narrowed } from './question.ts'
import { allSums, counts, sources, type Base, type FigurePiece, type Source, type Sum } from './sources.ts'

/** The pieces of a window, in time's order; with `drawn` the cut's own instant too, at which a draw may have given prizes. */
export function piecesOf({ from, to, cut }: FigureWindow, drawn = false): FigurePiece[] {
  if (!cut) return [{ kind: 'days', from, to }]
  const { hour, hour_at, at } = cut
  return [
    ...(from < to ? [{ kind: 'days' as const, from, to: addDays(to, -1) }] : []),
    ...(hour > 0 ? [{ kind: 'hours' as const, day: to, hour }] : []),
    ...(drawn || hour_at < at ? [{ kind: 'minutes' as const, day: to, hour, from_at: hour_at, to_at: at }] : []),
  ]
}

/** What a question tells apart or narrows by, beside day, partner and currency. */
export function basesOf({ by, product_id, bet_type_id, hour }: Pick<FigureQuestion, 'by'> & Narrowed): Base[] {
  return [
    ...(by.product || product_id !== undefined ? (['product_id'] as const) : []),
    ...(by.bet_type || bet_type_id !== undefined ? (['bet_type_id'] as const) : []),
    ...(by.hour || hour !== undefined ? (['hour'] as const) : []),
  ]
}

/** Why a source cannot answer a piece by these bases; empty where it can. */
function lacks(source: Source, kind: FigurePiece['kind'], bases: readonly Base[]): string[] {
  return [
    ...(source.pieces.includes(kind) ? [] : [`answers ${source.pieces.join(', ')}`]),
    ...bases.filter((base) => !source.bases.includes(base)).map((base) => `has no ${base}`),
  ]
}

const able = (kind: FigurePiece['kind'], bases: readonly Base[]) =>
  sources.filter((source) => lacks(source, kind, bases).length === 0)

/** Of the sums asked, those that the bases leave a source for: of a product there are no tickets. */
export function heldSums(bases: readonly Base[], sums: readonly Sum[]): Sum[] {
  return sums.filter((sum) => able('days', bases).some((source) => source.sums[sum]))
}

/**
 * The sources of a piece, each with the sums that it is asked for: the one that holds most of them, the cheapest
 * where several do, then what is left. Of `few` partners rows of their own cost less than those of all their offices.
 * @throws Error naming every source's reason, where no source holds a sum: a fault of the report, not of who asks
 */
export function sourcesOf(
  kind: FigurePiece['kind'],
  bases: readonly Base[],
  sums: readonly Sum[],
  few: Dimensions['few'] = false,
): [Source, Sum[]][] {
  const cost = ({ partner, weight }: Source) => (few && partner === 'any' ? weight / 1_000 : weight)
  const isAside = ({ partner }: Source) => Number(few === 'always' && partner !== 'any')
  const chosen: [Source, Sum[]][] = []
  let left = [...sums]
  while (left.length > 0) {
    const best = able(kind, bases)
      .map((source): [Source, Sum[]] => [source, left.filter((sum) => source.sums[sum])])
      .filter(([, held]) => held.length > 0)
      .sort(
        ([one, ofOne], [other, ofOther]) =>
          isAside(one) - isAside(other) || ofOther.length - ofOne.length || cost(one) - cost(other),
      )[0]
    if (!best) throw new Error(unanswered(kind, bases, left))
    chosen.push(best)
    left = left.filter((sum) => !best[0].sums[sum])
  }
  return chosen
}

function unanswered(kind: FigurePiece['kind'], bases: readonly Base[], sums: readonly Sum[]): string {
  const reasons = sources.map((source) => {
    const kept = sums.filter((sum) => !source.sums[sum]).map((sum) => `keeps no ${sum}`)
    return `${source.name} ${[...lacks(source, kind, bases), ...kept].join(', ')}`
  })
  return `no source for ${kind} by ${bases.join(', ') || 'nothing'}: ${reasons.join('; ')}`
}

/** Are sums known exactly in every piece of a window? Prizes and commissions are not, to the minute. */
export function comparable(window: FigureWindow, bases: readonly Base[], sums: readonly Sum[]): boolean {
  return piecesOf(window).every(({ kind }) =>
    sums.every((sum) => (kind === 'minutes' ? sum === 'sold' : able(kind, bases).some((source) => source.sums[sum]))),
  )
}

/** The sums of a question that its comparison has: all that it compares, or what sold alone. */
function comparedSums(question: FigureQuestion, held: readonly Sum[]): readonly Sum[] {
  if (!question.before) return []
  const asked = (question.compared ?? ['sold']).filter((sum) => sum === 'sold' || held.includes(sum))
  return comparable(question.before, basesOf(question), asked) ? asked : ['sold']
}

/** What rows of `figures` are told apart by beside currency, null where not asked. */
export const keys = {
  day: 'date',
  weekday: 'int',
  hour: 'int',
  partner_id: 'int',
  product_id: 'int',
  bet_type_id: 'int',
} as const
type Key = keyof typeof keys

/**
 * A common table expression `figures`: `currency`; every key (`day`, `weekday`, `hour`, `partner_id`, `product_id`,
 * `bet_type_id`), every sum, and every sum of the period before as `…_before`. What is not asked or not kept is null.
 * Under another `name` where a statement has several.
 */
export function figuresCte(question: FigureQuestion, name = 'figures'): SQL {
  const { period, before, sums, by } = question
  const held = heldSums(basesOf(question), sums)
  const compared = comparedSums(question, held)
  const step = before ? daysBetween(before.from, period.from) - 1 : 0
  const parts = [
    ...piecesOf({ cut: null, ...period }, true).flatMap((piece) => partsOf(question, piece, held, 0, 0)),
    ...(before ? piecesOf(before).flatMap((piece) => partsOf(question, piece, compared, 1, step)) : []),
  ]
  const asked = keysOf(by)
  const names = ['currency', ...asked].map((key) => sql`f.${sql.identifier(key)}`)
  const unasked = (Object.keys(keys) as Key[])
    .filter((key) => !asked.includes(key))
    .map((key) => sql`NULL::${sql.raw(keys[key])} AS ${sql.identifier(key)}`)
  // What a single source answers is added up by its keys already.
  const alone = !before && parts.length === 1
  const sumsOf = [
    ...held.map((sum) => ({ sum, name: sum as string, w: 0 as const })),
    ...compared.map((sum) => ({ sum, name: `${sum}_before`, w: 1 as const })),
  ]
  const known = [...new Set([...held, 'sold' as const])].map((sum) => sql`f.${sql.identifier(sum)} <> 0`)
  const isAny = (any: (one: SQL) => SQL) => sql.join(known.map(any), sql` OR `)
  const kept = sql.identifier(`${name}_kept`)
  const told = sumsOf.map((one) => sql`f.${sql.identifier(one.name)}`)
  const untold = allSums.flatMap((sum) => [sum, `${sum}_before`]).filter((one) => !sumsOf.some((of) => of.name === one))
  const nulls = untold.map((one) => sql`NULL::${sql.raw(counts(one) ? 'int' : 'numeric')} AS ${sql.identifier(one)}`)
  const kind = question.exists
    ? sql``
    : alone
      ? sql`WHERE ${isAny((one) => one)}`
      : sql`HAVING ${isAny((one) => sql`bool_or(${one})`)}`
  // Kept without the columns that nobody asked for: there may be very many rows.
  return sql`${kept} AS MATERIALIZED (
    SELECT ${sql.join([...names, ...sumsOf.map(({ sum, name: as, w }) => added(sum, as, alone ? undefined : w))], sql`, `)}
    FROM (${sql.join(parts, sql` UNION ALL `)}) f ${alone ? kind : sql`GROUP BY ${sql.join(names, sql`, `)} ${kind}`}),
    ${sql.identifier(name)} AS NOT MATERIALIZED (SELECT ${sql.join([...names, ...told, ...unasked, ...nulls], sql`, `)} FROM ${kept} f)`
}

/** A sum of rows `f` of window `w`; without one nothing is left to add, and it is the row's own. */
function added(sum: Sum, name: string, w: 0 | 1 | undefined): SQL {
  const as = sql`AS ${sql.identifier(name)}`
  const own = sql`f.${sql.identifier(sum)}`
  // A row has few parts, one of each piece and source.
  const of =
    w === undefined
      ? own
      : sql`${sql.raw(counts(sum) ? 'sum' : 'few_sum')}(${own}) FILTER (WHERE f.w = ${sql.raw(String(w))})`
  return counts(sum) ? sql`coalesce(${of}, 0)::int ${as}` : sql`coalesce(${of}, 0.00) ${as}`
}

function keysOf({ time, weekday, hour, partner, office, agency, head, product, bet_type }: Dimensions): Key[] {
  const asked: Record<Key, unknown> = {
    day: time,
    weekday,
    hour,
    partner_id: partner ?? (office || agency || head),
    product_id: product,
    bet_type_id: bet_type,
  }
  return (Object.keys(keys) as Key[]).filter((key) => asked[key])
}

/** A row's key in a source; days of another window stand at their place in the one asked, days of the week at their own. */
function keyIn(key: Key, source: Source, { time }: Dimensions, step: number): SQL {
  if (key === 'partner_id') return sql.raw(`s.${source.column}`)
  if (key === 'weekday') return sql`extract(isodow FROM s.day)::int`
  if (key === 'hour') return sql`s.hour::int`
  if (key !== 'day') return sql.raw(`s.${key}`)
  const placed = step === 0 ? sql`s.day` : sql`s.day + ${sql.raw(String(step))}`
  return time === 'day' ? placed : sql`date_trunc(${sql.raw(`'${time}'`)}, (${placed})::timestamp)::date`
}

/** One piece by its keys from each of its sources, as of window `w`. */
function partsOf(question: FigureQuestion, piece: FigurePiece, known: readonly Sum[], w: number, step: number): SQL[] {
  const { partner, office, agency, head, few = !partner && !office && !agency && !head } = question.by
  return sourcesOf(piece.kind, basesOf(question), known, few).map(([source, sums]) =>
    partOf(question, piece, source, sums, w, step),
  )
}

function partOf(
  question: FigureQuestion,
  piece: FigurePiece,
  source: Source,
  known: readonly Sum[],
  w: number,
  step: number,
): SQL {
  const { by, subject, currency, weekday, hour } = question
  const where = every(
    currency !== undefined && sql`s.currency = ${currency}`,
    weekday !== undefined && sql`extract(isodow FROM s.day) = ${weekday}`,
    hour !== undefined && sql`s.hour = ${hour}`,
    ...narrowedBy(question, 's'),
    partnerOf(source, subject, by),
    anythingIn(question, source, known, w),
  )
  const asked = keysOf(by)
  const under = partnerPlaces(source, subject, by)
  const own = asked.map((key) => {
    const column = key === 'partner_id' && under ? sql`o.partner_id` : keyIn(key, source, by, step)
    return sql`${key === 'day' ? sql`(${column})::date` : column} AS ${sql.identifier(key)}`
  })
  // Of an office or an agency there are few rows for each sum, and very many sums.
  const many = by.office === true || by.agency === true || (by.partner !== undefined && !by.few)
  const add = (sum: Sum) =>
    sql`${sql.raw(many && !counts(sum) ? 'few_sum' : 'sum')}(${source.sums[sum]})${sql.raw(counts(sum) ? '::int' : '')}`
  const sums = allSums.map((sum) =>
    known.includes(sum)
      ? sql`${add(sum)} AS ${sql.identifier(sum)}`
      : sql`NULL::${sql.raw(counts(sum) ? 'int' : 'numeric')} AS ${sql.identifier(sum)}`,
  )
  const columns = [sql`s.currency`, ...own, ...sums]
  const places = [sql`2`, ...asked.map((_key, at) => sql.raw(String(at + 3)))]
  const tables = under ? sql`(${under}) o CROSS JOIN ` : sql``
  return sql`
    SELECT ${sql.raw(String(w))} AS w, ${sql.join(columns, sql`, `)}
    FROM ${tables}${source.rows(piece, question)}
      AND ${every(where, under && sql`o.member = ${sql.raw(`s.${source.column}`)}`)}
    GROUP BY ${sql.join(places, sql`, `)}`
}

/** Of a source's rows, those that have anything that lets a row exist; of what is compared with, what is compared alone does. */
function anythingIn({ exists }: FigureQuestion, source: Source, known: readonly Sum[], w: number): SQL | undefined {
  if (!exists) return undefined
  const asked = [...new Set([...known, ...(w === 0 ? exists : [])])].filter((sum) => source.sums[sum])
  // Most rows have something, and a number says so sooner than an amount.
  const looked = [...asked.filter(counts), ...asked.filter((sum) => !counts(sum))]
  return sql`(${sql.join(
    looked.map((sum) => sql`${source.sums[sum]} <> 0`),
    sql` OR `,
  )})`
}
