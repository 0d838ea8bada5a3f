/**
 * From a question to the figures' SQL. A stretch of time is laid out in pieces, each piece is answered by the
 * cheapest source that holds every sum and every base it is asked, and the pieces are added up by place.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween, type Period } from '@contract/values/dates.ts'
import { every } from '../../../platform/db/connect.ts'
import type { Window } from '../stretch.ts'
import { narrowed, officeOf, onlyOffices, type Subject } from '../subject.ts'
import { allSums, sources, type Base, type Piece, type Source, type Sum } from './sources.ts'

/** What is told apart beside currency, which always is. */
export interface Dimensions {
  /** By day, or by the Monday or the first of the month that it lies in. */
  time?: 'day' | 'week' | 'month' | undefined
  /** 1 Monday … 7 Sunday. */
  weekday?: boolean
  /** Of the day of the sale; prizes at that of their draw. */
  hour?: boolean
  /** By the partners that this condition lists, as `p`. */
  partner?: SQL | undefined
  /** They are few beside the offices below them: where rows of theirs are kept, these are read. */
  few?: boolean
  /** By the subject's offices, as `partner_id`. */
  office?: boolean
  product?: boolean
  bet_type?: boolean
}

/** Only these products, bet types, days of the week and hours. */
export interface Narrowed {
  product_id?: number | undefined
  bet_type_id?: number | undefined
  weekday?: number | undefined
  hour?: number | undefined
}

export interface FigureQuestion extends Narrowed {
  subject: Subject
  by: Dimensions
  sums: readonly Sum[]
  /** Where it is cut, commission of the hour divided is that of the whole hour, by what was sold of it. */
  period: Period & { cut?: Window['cut'] }
  /** What is compared with, cut where the period is still running. */
  before: Window | null
  /** The sums compared: what sold, unless said. Those that no source has to the minute of a cut are not. */
  compared?: readonly Sum[]
  currency?: string | undefined
}

/** The pieces of a window, in time's order; with `drawn` the cut's own instant too, at which a draw may have given prizes. */
export function piecesOf({ from, to, cut }: Window, drawn = false): Piece[] {
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
function lacks(source: Source, kind: Piece['kind'], bases: readonly Base[]): string[] {
  return [
    ...(source.pieces.includes(kind) ? [] : [`answers ${source.pieces.join(', ')}`]),
    ...bases.filter((base) => !source.bases.includes(base)).map((base) => `has no ${base}`),
  ]
}

const able = (kind: Piece['kind'], bases: readonly Base[]) =>
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
  kind: Piece['kind'],
  bases: readonly Base[],
  sums: readonly Sum[],
  few = false,
): [Source, Sum[]][] {
  const cost = ({ partner, weight }: Source) => (few && partner === 'any' ? weight / 1_000 : weight)
  const chosen: [Source, Sum[]][] = []
  let left = [...sums]
  while (left.length > 0) {
    const best = able(kind, bases)
      .map((source): [Source, Sum[]] => [source, left.filter((sum) => source.sums[sum])])
      .sort(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || cost(one) - cost(other))[0]
    if (!best || best[1].length === 0) throw new Error(unanswered(kind, bases, left))
    chosen.push(best)
    left = left.filter((sum) => !best[0].sums[sum])
  }
  return chosen
}

function unanswered(kind: Piece['kind'], bases: readonly Base[], sums: readonly Sum[]): string {
  const reasons = sources.map((source) => {
    const kept = sums.filter((sum) => !source.sums[sum]).map((sum) => `keeps no ${sum}`)
    return `${source.name} ${[...lacks(source, kind, bases), ...kept].join(', ')}`
  })
  return `no source for ${kind} by ${bases.join(', ') || 'nothing'}: ${reasons.join('; ')}`
}

/** Are sums known exactly in every piece of a window? Prizes and commissions are not, to the minute. */
export function comparable(window: Window, bases: readonly Base[], sums: readonly Sum[]): boolean {
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
 */
export function figuresCte(question: FigureQuestion): SQL {
  const { period, before, sums, by } = question
  const held = heldSums(basesOf(question), sums)
  const compared = comparedSums(question, held)
  const step = before ? daysBetween(before.from, period.from) - 1 : 0
  const parts = [
    ...piecesOf({ cut: null, ...period }, true).flatMap((piece) => partsOf(question, piece, held, 0, 0)),
    ...(before ? piecesOf(before).flatMap((piece) => partsOf(question, piece, compared, 1, step)) : []),
  ]
  const asked = keysOf(by)
  const names = sql.join(
    ['currency', ...asked].map((key) => sql`f.${sql.identifier(key)}`),
    sql`, `,
  )
  const unasked = (Object.keys(keys) as Key[])
    .filter((key) => !asked.includes(key))
    .map((key) => sql`NULL::${sql.raw(keys[key])} AS ${sql.identifier(key)}`)
  // What a single source answers is added up by its keys already.
  const [first, ...others] = parts
  const alone = !before && others.length === 0 && !first?.placed
  const totals = allSums.flatMap((sum) => [
    added(sum, held.includes(sum), sum, alone ? undefined : 0),
    added(sum, compared.includes(sum), `${sum}_before`, 1),
  ])
  const known = [...new Set([...held, 'sold' as const])].map((sum) => sql`f.${sql.identifier(sum)} <> 0`)
  return sql`figures AS MATERIALIZED (
    SELECT ${sql.join([names, ...unasked, ...totals], sql`, `)}
    FROM (${sql.join(
      parts.map(({ rows }) => rows),
      sql` UNION ALL `,
    )}) f ${
      alone
        ? sql`WHERE ${sql.join(known, sql` OR `)}`
        : sql`GROUP BY ${names} HAVING ${sql.join(
            known.map((one) => sql`bool_or(${one})`),
            sql` OR `,
          )}`
    })`
}

/** A sum of rows `f` of window `w`; without one nothing is left to add, and it is the row's own. */
function added(sum: Sum, known: boolean, name: string, w: 0 | 1 | undefined): SQL {
  const counts = sum === 'tickets' || sum === 'lines'
  const as = sql`AS ${sql.identifier(name)}`
  if (!known) return sql`NULL::${sql.raw(counts ? 'int' : 'numeric')} ${as}`
  const own = sql`f.${sql.identifier(sum)}`
  const of = w === undefined ? own : sql`sum(${own}) FILTER (WHERE f.w = ${sql.raw(String(w))})`
  return counts ? sql`coalesce(${of}, 0)::int ${as}` : sql`coalesce(${of}, 0.00) ${as}`
}

function keysOf({ time, weekday, hour, partner, office, product, bet_type }: Dimensions): Key[] {
  const asked: Record<Key, unknown> = {
    day: time,
    weekday,
    hour,
    partner_id: partner ?? office,
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

/** Rows of a source; `placed` says that several of them, of offices, count in one. */
interface Answered {
  rows: SQL
  placed: boolean
}

/** One piece by its keys from each of its sources, as of window `w`. */
function partsOf(question: FigureQuestion, piece: Piece, known: readonly Sum[], w: number, step: number): Answered[] {
  const { partner, office, few = !partner && !office } = question.by
  return sourcesOf(piece.kind, basesOf(question), known, few).map(([source, sums]) =>
    partOf(question, piece, source, sums, w, step),
  )
}

function partOf(
  question: FigureQuestion,
  piece: Piece,
  source: Source,
  known: readonly Sum[],
  w: number,
  step: number,
): Answered {
  const { by, subject, currency, weekday, hour } = question
  const where = every(
    currency !== undefined && sql`s.currency = ${currency}`,
    weekday !== undefined && sql`extract(isodow FROM s.day) = ${weekday}`,
    hour !== undefined && sql`s.hour = ${hour}`,
    ...narrowed(question, 's'),
    partnerOf(source, subject, by),
  )
  const asked = keysOf(by)
  const own = asked.map((key) => sql`${keyIn(key, source, by, step)} AS ${sql.identifier(key)}`)
  const counted = known.map((sum) => sql`${source.sums[sum]} AS ${sql.identifier(sum)}`)
  // Added up by the source's own partner before the tree is looked at: joined first, each of its rows is a look-up.
  const places = [sql`1`, ...asked.map((_key, at) => sql.raw(String(at + 2)))]
  const rows = sql`SELECT ${sql.join([sql`s.currency`, ...own, ...counted], sql`, `)} FROM ${source.rows(piece, question)} AND ${where} GROUP BY ${sql.join(places, sql`, `)}`
  const placed = by.partner !== undefined && source.partner === 'office'
  const columns = [
    sql`${sql.raw(String(w))} AS w`,
    sql`r.currency`,
    ...asked.map((key) =>
      key === 'partner_id' && placed
        ? sql`o.partner_id`
        : sql`r.${sql.identifier(key)}${sql.raw(key === 'day' ? '::date' : '')} AS ${sql.identifier(key)}`,
    ),
    ...allSums.map((sum) =>
      known.includes(sum) ? sql`r.${sql.identifier(sum)}` : sql`NULL::numeric AS ${sql.identifier(sum)}`,
    ),
  ]
  const from = placed ? sql`JOIN (${officesUnder(by.partner!)}) o ON o.office_id = r.partner_id` : sql``
  return { rows: sql`SELECT ${sql.join(columns, sql`, `)} FROM (${rows}) r ${from}`, placed }
}

/** Rows `office_id, partner_id` of the offices under the partners listed. */
export function officesUnder(listed: SQL): SQL {
  return sql`SELECT a.partner_id AS office_id, p.id AS partner_id FROM partners p JOIN partner_ancestors a ON a.ancestor_id = p.id AND a.partner_type = 'taquilla' WHERE ${listed}`
}

/** The subject's rows of a source: of its offices, of the partners listed, or its own. */
function partnerOf(source: Source, subject: Subject, { partner: listed, office }: Dimensions): SQL | undefined {
  if (source.partner === 'office') return officeOf(subject, sql`s.office_id`)
  if (office) return onlyOffices(subject, sql`s.partner_id`)
  return listed ? sql`s.partner_id IN (SELECT p.id FROM partners p WHERE ${listed})` : sql`s.partner_id = ${subject.id}`
}
