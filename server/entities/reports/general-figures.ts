/**
 * The figures of the general settlement as SQL. `figures` are the sums of each row, a day, a product or a partner in each
 * currency; what follows from them is worked out in the statement that lists them. By distributor, which may lie inside one
 * another, the figures are told from those right above the agencies. Where every office or agency is a row, the page is
 * found by the sums that its order looks at, and the rest of them is added up for its own rows; the totals are then those
 * of the subject's own rows.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { GeneralLevel, reports } from '@contract/reports.ts'
import type { ListQueryOf } from '../../platform/lists/listing.ts'
import { foldedSql, holdsWordsSql } from '../../platform/lists/names.ts'
import { figuresCte } from '../../rules/figures/model/plan.ts'
import type { FigureQuestion } from '../../rules/figures/model/question.ts'
import { sources, type Sum } from '../../rules/figures/model/sources.ts'
import { isOffices, partnersAt, type Subject } from '../../rules/figures/subject.ts'
import { percentSql } from '../../rules/figures/model/measured.ts'
import type { Compared } from '../../rules/figures/lists/compared.ts'
import { distributorsCte, headOf, spreadCte } from '../../rules/figures/lists/distributors.ts'

export type GeneralAsked = ListQueryOf<typeof reports.general>
type PartnerLevel = Exclude<GeneralLevel, 'producto' | 'dia'>
type Asking = Pick<GeneralAsked, 'level' | 'q' | 'sort' | 'product_id'> & { per_page?: number | undefined }

const money = ['sold', 'prizes', 'commission', 'participation'] as const
const allSums = [...money, 'tickets', 'annulled'] as const
const sums = [...money, 'annulled', 'sold_before'] as const

export const amounts = [
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

/** What an order looks at beside what sold. */
const orderedBy: Readonly<Record<string, readonly Sum[]>> = {
  tickets: ['tickets'],
  prizes: ['prizes'],
  commission: ['commission'],
  participation: ['participation'],
  annulled: ['annulled'],
  payout_percent: ['prizes'],
  profit: ['prizes', 'commission'],
  total: ['prizes', 'commission', 'participation'],
}

const isPartner = (level: GeneralLevel): level is PartnerLevel => level !== 'dia' && level !== 'producto'

/** Are the rows told from partners that lie in several of them? */
const isSpread = ({ level }: Asking) => level === 'distribuidor'

/** Is the page found first, and then the sums of its rows? Where there are very many, and nothing narrows what they are sums of. */
export function isRankedReport(subject: Subject, { level, q, product_id, per_page }: Asking): boolean {
  return (
    subject.wide === true &&
    (level === 'agencia' || level === 'taquilla') &&
    per_page !== undefined &&
    !q &&
    product_id === undefined
  )
}

/** Partners whose name is looked for. */
const called = (q: string | undefined) => (q ? holdsWordsSql([sql`partner.name_key`], q) : undefined)

function dimensionsOf(subject: Subject, asked: Asking): FigureQuestion['by'] {
  const { level, q } = asked
  if (level === 'dia') return { time: 'day', few: subject.wide === true && 'always' }
  if (level === 'producto') return { product: true }
  if (isSpread(asked)) return headOf(subject) ? { head: true } : { office: true }
  const search = called(q)
  if (isOffices(subject, level) && !search) return { office: true }
  if (level === 'agencia' && headOf(subject) && !search) return { agency: true }
  const partner = search ? sql`${partnersAt(subject, level)} AND ${search}` : partnersAt(subject, level)
  return { partner, few: level === 'directos' && subject.wide_directs === true && !search && 'always' }
}

/** `figures`, for `totals` the sums of all of them as `whole`, and of distributors `spread`. */
export function tablesOf(subject: Compared, asked: GeneralAsked): SQL {
  const { from, to, product_id, currency } = asked
  const before = subject.before?.window ?? null
  const question = { subject, period: { from, to }, before, currency, product_id }
  const by = dimensionsOf(subject, asked)
  if (!isRankedReport(subject, asked)) {
    const figures = figuresCte({ ...question, by, sums: allSums })
    return isSpread(asked) ? sql`${figures}, ${distributorsCte(subject)}, ${spreadCte(grain)}` : figures
  }
  const ordered = orderedBy[asked.sort?.replace('-', '') ?? ''] ?? []
  // What was annulled is kept of offices alone, which are all looked at here; who has tickets has sold something.
  const ofAll = allSums.filter((sum) => sum !== 'annulled')
  return sql`${figuresCte({ ...question, by, sums: [...new Set<Sum>(['sold', 'annulled', ...ordered])], exists: money })},
    ${figuresCte({ ...question, by: { few: 'always' }, sums: ofAll }, 'whole')}`
}

/** Of distributors, by those right above the agencies. */
const grain = { keys: ['currency', 'partner_id'], sums: [...money, 'annulled', 'sold_before', 'tickets'] }

/** The sums of a page's own row `f`, from the days of its offices. */
export function detailOf({ from, to }: GeneralAsked): SQL {
  const { sums: kept } = sources.find(({ name }) => name === 'sales_days')!
  const added = money.map((sum) => sql`coalesce(few_sum(${kept[sum]}), 0.00) AS ${sql.identifier(sum)}`)
  return sql`CROSS JOIN LATERAL (
    SELECT ${sql.join(added, sql`, `)}, f.annulled, coalesce(sum(${kept.tickets}), 0)::int AS tickets
    FROM partner_ancestors o JOIN sales_days s ON s.office_id = o.partner_id AND s.day BETWEEN ${from} AND ${to} AND s.currency = f.currency
    WHERE o.ancestor_id = f.id AND o.partner_type = 'taquilla') d`
}

/** Amounts of rows `s` with what follows from them (domain, Money), by name; what they are compared with is of rows `b`. */
function derivedOf(alias: string, compared = alias): Record<(typeof amounts)[number], SQL> {
  const own = (name: string) => sql.raw(`${alias}.${name}`)
  const before = sql.raw(`${compared}.sold_before`)
  const profit = sql`${own('sold')} - ${own('prizes')} - ${own('commission')}`
  const change = sql`${own('sold')} - ${before}`
  return {
    sold: own('sold'),
    prizes: own('prizes'),
    commission: own('commission'),
    profit,
    participation: own('participation'),
    total: sql`${profit} - ${own('participation')}`,
    annulled: own('annulled'),
    payout_percent: percentSql(own('prizes'), own('sold')),
    sold_before: before,
    sold_change: change,
    sold_change_percent: percentSql(change, before),
  }
}
export function derived(alias: string, compared = alias): SQL {
  const all = Object.entries(derivedOf(alias, compared)).map(([name, of]) => sql`${of} AS ${sql.identifier(name)}`)
  return sql.join(all, sql`, `)
}

/** Of rows `s` of which the page is found first, what that looks at and its rows have of their own. */
function rankedBy({ before }: Compared, { sort }: Asking): SQL {
  const order = sort?.replace('-', '') ?? (before ? 'sold_change' : 'sold')
  const all = { tickets: sql`s.tickets`, ...derivedOf('s') }
  const names = new Set(['annulled', 'sold_before', ...(order in all ? [order] : [])]) as Set<keyof typeof all>
  return sql.join(
    [...names].map((name) => sql`${all[name]} AS ${sql.identifier(name)}`),
    sql`, `,
  )
}

/**
 * Rows `f`: `id` (a partner's, a product's), `key`, `currency`, `tickets` and the amounts; `place` is what it is
 * ordered by as its name.
 */
export function rowsOf(subject: Compared, asked: Asking): SQL {
  const { level } = asked
  const [id, key] =
    level === 'dia'
      ? [sql`NULL::int`, sql`s.day::text`]
      : level === 'producto'
        ? [sql`s.product_id`, sql`s.product_id::text`]
        : [sql`s.partner_id`, sql`s.partner_id`]
  const own = isRankedReport(subject, asked) ? rankedBy(subject, asked) : sql`s.tickets, ${derived('s')}`
  const rows = sql`(SELECT ${id} AS id, ${key} AS key, s.currency, ${own} FROM ${sql.raw(isSpread(asked) ? 'spread' : 'figures')} s) f`
  if (level === 'dia')
    return sql`
      ${rows}
      CROSS JOIN LATERAL (
        SELECT f.key AS place, to_char(f.key::date, 'DD/MM/YYYY') AS words, NULL::text AS code, 'dia' AS type
      ) place`
  if (level === 'producto')
    return sql`
      ${rows}
      JOIN (SELECT id, name AS place, ${foldedSql(sql`name`)} AS words, code, 'producto' AS type FROM products) place
        ON place.id = f.id`
  const places = isSpread(asked)
    ? sql`SELECT id, name AS place, name_key AS words, code, type FROM named`
    : sql`SELECT id, name AS place, name_key AS words, code, type::text AS type FROM partners`
  return sql`${rows} LEFT JOIN (${places}) place ON place.id = f.id`
}

/** Partners were narrowed before anything was added up. */
export function searched(asked: Asking): SQL {
  const { level, q } = asked
  if (!q || (isPartner(level) && !isSpread(asked))) return sql`true`
  return holdsWordsSql([sql`place.words`], q)
}

/** How many rows there are and what they come to in each currency: rows `currency, rows, tickets` and the amounts. */
export function reportTotals(subject: Compared, asked: Asking): SQL {
  if (isRankedReport(subject, asked)) return rankedTotals(subject)
  const added = sql.join(
    sums.map((column) => sql.raw(`sum(m.${column}) AS ${column}`)),
    sql`, `,
  )
  const rows = sql`SELECT f.currency, count(*)::int AS rows FROM ${rowsOf(subject, asked)} WHERE ${searched(asked)} GROUP BY 1`
  // Each once, however many of the distributors found it lies in.
  const found = sql`
    WHERE m.partner_id IN (
      SELECT pl.member FROM places pl WHERE pl.id IN (SELECT f.id FROM ${rowsOf(subject, asked)} WHERE ${searched(asked)})
    )`
  const members = isSpread(asked)
    ? sql`figures m ${asked.q ? found : sql``}`
    : sql`
      figures m
        ${
          asked.q && !isPartner(asked.level)
            ? sql`
          WHERE (
            m.${sql.raw(asked.level === 'dia' ? 'day::text' : 'product_id::text')}
          ) IN (SELECT f.key FROM ${rowsOf(subject, asked)} WHERE ${searched(asked)})`
            : sql``
        }`
  return sql`
    SELECT s.currency, r.rows, s.tickets, ${derived('s')}
    FROM (SELECT m.currency, ${added}, sum(m.tickets)::int AS tickets FROM ${members} GROUP BY 1) s
    JOIN (${rows}) r ON r.currency = s.currency`
}

/** The same of a page that is found first: of those that were looked at, and of the subject's own rows. */
function rankedTotals({ before }: Compared): SQL {
  const own = [...money, ...(before ? ['sold_before'] : [])].map((name) =>
    sql.raw(`coalesce(w.${name}, 0.00) AS ${name}`),
  )
  return sql`
    SELECT s.currency, s.rows, s.tickets, ${derived('s')} FROM (
      SELECT f.currency, f.rows, f.annulled, coalesce(w.tickets, 0) AS tickets,
        ${sql.join(own, sql`, `)}${before ? sql`` : sql`, NULL::numeric AS sold_before`}
      FROM (SELECT m.currency, count(*)::int AS rows, sum(m.annulled) AS annulled FROM figures m GROUP BY 1) f
      LEFT JOIN whole w ON w.currency = f.currency
    ) s`
}
