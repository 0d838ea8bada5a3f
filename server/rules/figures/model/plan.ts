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

export interface FigureQuestion {
  subject: Subject
  /** Told apart by day, by product, by the partners of a level or else the subject's offices, `partner_id`; by currency always. */
  by: { day?: boolean; product?: boolean; partner?: SQL | undefined; office?: boolean }
  sums: readonly Sum[]
  period: Period
  /** What is compared with, cut where the period is still running; only what sold is compared. */
  before: Window | null
  currency?: string | undefined
  product_id?: number | undefined
  bet_type_id?: number | undefined
}

/** The pieces of a window, in time's order. */
export function piecesOf({ from, to, cut }: Window): Piece[] {
  if (!cut) return [{ kind: 'days', from, to }]
  return [
    ...(from < to ? [{ kind: 'days' as const, from, to: addDays(to, -1) }] : []),
    ...(cut.hour > 0 ? [{ kind: 'hours' as const, day: to, hour: cut.hour }] : []),
    ...(cut.hour_at < cut.at ? [{ kind: 'minutes' as const, day: to, from_at: cut.hour_at, to_at: cut.at }] : []),
  ]
}

/** What a question tells apart or narrows by, beside day, partner and currency. */
export function basesOf({
  by,
  product_id,
  bet_type_id,
}: Pick<FigureQuestion, 'by' | 'product_id' | 'bet_type_id'>): Base[] {
  return [
    ...(by.product || product_id !== undefined ? (['product_id'] as const) : []),
    ...(bet_type_id !== undefined ? (['bet_type_id'] as const) : []),
  ]
}

/**
 * The cheapest source of a piece. @throws Error naming every source's reason, where none holds all of it: a fault
 * of the report, not of who asks
 */
export function sourceOf(kind: Piece['kind'], bases: readonly Base[], sums: readonly Sum[]): Source {
  const reasons: string[] = []
  for (const source of [...sources].sort((left, right) => left.weight - right.weight)) {
    const lacks = [
      ...(source.piece === kind ? [] : [`answers ${source.piece}`]),
      ...bases.filter((base) => !source.bases.includes(base)).map((base) => `has no ${base}`),
      ...sums.filter((sum) => !source.sums[sum]).map((sum) => `keeps no ${sum}`),
    ]
    if (lacks.length === 0) return source
    reasons.push(`${source.name} ${lacks.join(', ')}`)
  }
  throw new Error(`no source for ${kind} by ${bases.join(', ') || 'nothing'}: ${reasons.join('; ')}`)
}

/** Of the sums asked, those that the bases leave a source for: of a product there are no tickets, of a day's offices no lines. */
export function heldSums(bases: readonly Base[], sums: readonly Sum[]): Sum[] {
  const most = sources
    .filter((source) => source.piece === 'days' && bases.every((base) => source.bases.includes(base)))
    .map((source) => sums.filter((sum) => source.sums[sum]))
  return most.reduce((best, held) => (held.length > best.length ? held : best), [])
}

/**
 * A common table expression `figures`: `currency`, the keys asked (`day`, `partner_id`, `product_id`), every sum
 * of the question (null where none is kept for what is asked) and `sold_before`, null where nothing is compared.
 */
export function figuresCte(question: FigureQuestion): SQL {
  const { period, before, sums, by } = question
  const held = heldSums(basesOf(question), sums)
  const step = before ? daysBetween(before.from, period.from) - 1 : 0
  const parts = [
    partOf(question, { kind: 'days', ...period }, held, 0, 0),
    ...(before ? piecesOf(before).map((piece) => partOf(question, piece, ['sold'], 1, step)) : []),
  ]
  const keys = keysOf(by)
  const names = sql.join(
    keys.map((key) => sql`f.${sql.identifier(key)}`),
    sql`, `,
  )
  const totals = sums.map((sum) => {
    const name = sql.identifier(sum)
    if (!held.includes(sum)) return sql`NULL::${sum === 'annulled' ? sql`numeric` : sql`int`} AS ${name}`
    const of = sql`sum(f.${name}) FILTER (WHERE f.w = 0)`
    return sum === 'tickets' || sum === 'lines'
      ? sql`coalesce(${of}, 0)::int AS ${name}`
      : sql`coalesce(${of}, 0.00) AS ${name}`
  })
  return sql`figures AS MATERIALIZED (
    SELECT ${names}, ${sql.join(totals, sql`, `)}, ${before ? sql`coalesce(sum(f.sold) FILTER (WHERE f.w = 1), 0.00)` : sql`NULL::numeric`} AS sold_before
    FROM (${sql.join(parts, sql` UNION ALL `)}) f GROUP BY ${names}
    HAVING ${sql.join(
      [...held, 'sold' as const].map((sum) => sql`bool_or(f.${sql.identifier(sum)} <> 0)`),
      sql` OR `,
    )})`
}

function keysOf({ day, partner, office, product }: FigureQuestion['by']): string[] {
  return [
    'currency',
    ...(day ? ['day'] : []),
    ...(partner || office ? ['partner_id'] : []),
    ...(product ? ['product_id'] : []),
  ]
}

/** One piece by its keys, as of window `w`; days of another window stand at their place in the one asked. */
function partOf(question: FigureQuestion, piece: Piece, held: readonly Sum[], w: number, step: number): SQL {
  const { by, subject, currency } = question
  const source = sourceOf(piece.kind, basesOf(question), held)
  const where = every(
    currency !== undefined && sql`s.currency = ${currency}`,
    ...narrowed(question, 's'),
    partnerOf(source, subject, by),
  )
  const own = [
    sql`s.currency`,
    ...(by.day ? [sql`s.day`] : []),
    ...(by.partner || by.office ? [sql.raw(`s.${source.column}`)] : []),
    ...(by.product ? [sql`s.product_id`] : []),
  ]
  const counted = held.map((sum) => sql`${source.sums[sum]} AS ${sql.identifier(sum)}`)
  // Added up by the source's own partner before the tree is looked at: joined first, each of its rows is a look-up.
  const rows = sql`SELECT ${sql.join([...own, ...counted], sql`, `)} FROM ${source.rows(piece)} AND ${where} GROUP BY ${sql.join(own, sql`, `)}`
  const placed = by.partner && source.partner === 'office'
  const columns = [
    sql`${w}::int AS w`,
    sql`r.currency`,
    ...(by.day ? [sql`r.day + ${step}::int AS day`] : []),
    ...(by.partner || by.office ? [sql`${sql.raw(placed ? 'o.partner_id' : `r.${source.column}`)} AS partner_id`] : []),
    ...(by.product ? [sql`r.product_id`] : []),
    ...allSums
      .filter((sum) => question.sums.includes(sum) || sum === 'sold')
      .map((sum) =>
        held.includes(sum) ? sql`r.${sql.identifier(sum)}` : sql`NULL::numeric AS ${sql.identifier(sum)}`,
      ),
  ]
  return sql`SELECT ${sql.join(columns, sql`, `)} FROM (${rows}) r${placed ? sql` JOIN (${officesUnder(by.partner!)}) o ON o.office_id = r.office_id` : sql``}`
}

/** Rows `office_id, partner_id` of the offices under the partners listed. */
export function officesUnder(listed: SQL): SQL {
  return sql`SELECT a.partner_id AS office_id, p.id AS partner_id FROM partners p JOIN partner_ancestors a ON a.ancestor_id = p.id AND a.partner_type = 'taquilla' WHERE ${listed}`
}

/** The subject's rows of a source: of its offices, of the partners listed, or its own. */
function partnerOf(
  source: Source,
  subject: Subject,
  { partner: listed, office }: FigureQuestion['by'],
): SQL | undefined {
  if (source.partner === 'office') return officeOf(subject, sql`s.office_id`)
  if (office) return onlyOffices(subject, sql`s.partner_id`)
  return listed ? sql`s.partner_id IN (SELECT p.id FROM partners p WHERE ${listed})` : sql`s.partner_id = ${subject.id}`
}
