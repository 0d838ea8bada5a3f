/**
 * A page of figures where very many partners have rows: it is found by what it is ordered by alone, the other sums are
 * added up for its own rows, and the totals are those of who is asked for.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Measure } from '@contract/measures.ts'
import { every } from '../../../platform/db/connect.ts'
import { comparedBy, isMeasure, sumsOf } from '../model/measured.ts'
import { basesOf, figuresCte, heldSums, sourcesOf } from '../model/plan.ts'
import type { FigureQuestion } from '../model/question.ts'
import { counts, type Source, type Sum } from '../model/sources.ts'
import { narrowedBy, type Subject } from '../subject.ts'

interface Asked {
  level: string
  q?: string | undefined
  sort?: string | undefined
  per_page?: number | undefined
}

/** Of offices or agencies of a wide partner, each beside the others, of which a page is asked and nothing is looked for. */
export function isRanked({ wide }: Subject, { level, q, per_page }: Asked): boolean {
  return wide === true && (level === 'agencia' || level === 'taquilla') && per_page !== undefined && !q
}

/** The sums that rows are ordered by, beside what they sold. */
function orderedBy(sort: string | undefined): readonly Sum[] {
  const name = sort?.replace('-', '') ?? ''
  const measure: Measure | undefined = isMeasure(name) ? name : comparedBy(name)
  return measure ? sumsOf[measure] : []
}

/** `figures` with what decides the order, and `whole`, all sums of who is asked for, by currency. */
export function rankedCtes(question: FigureQuestion, { sort }: Asked): SQL {
  const exists = heldSums(basesOf(question), question.sums)
  const sums = [...new Set<Sum>(['sold', ...orderedBy(sort).filter((sum) => question.sums.includes(sum))])]
  return sql`${figuresCte({ ...question, sums, exists })}, ${figuresCte({ ...question, by: { few: 'always' }, exists }, 'whole')}`
}

/** Count and totals; `amounts` are aggregates over rows `figure`. */
export function rankedCount(amounts: Readonly<Record<string, SQL>>): SQL {
  const totals = Object.entries(amounts).map(([name, sum]) => sql`${sum} AS ${sql.identifier(name)}`)
  return sql`
    SELECT coalesce(sum(s.rows), 0)::int AS total, coalesce(json_agg(s), '[]') AS totals
    FROM (
      SELECT figure.currency::text AS currency, n.rows, ${sql.join(totals, sql`, `)}
      FROM whole figure
      JOIN (SELECT m.currency, count(*)::int AS rows FROM figures m GROUP BY 1) n ON n.currency = figure.currency
      GROUP BY figure.currency, n.rows
      ORDER BY figure.currency
    ) s`
}

/** Rows `s` that are added up in a row `figure`: where they are kept of offices alone, those of an agency are its own offices'. */
function ofPartner({ partner, column }: Source, isOffice: boolean): SQL {
  const own = sql.raw(`s.${column}`)
  return partner === 'office' && !isOffice
    ? sql`${own} IN (SELECT o.id FROM partners o WHERE o.father_id = figure.partner_id AND o.type = 'taquilla')`
    : sql`${own} = figure.partner_id`
}

/** `d`, all sums of a page's own row `figure`, from where its order came. */
export function detailSums(question: FigureQuestion): SQL {
  const { by, period, sums } = question
  const bases = basesOf(question)
  const held = heldSums(bases, sums)
  const parts = sourcesOf('days', bases, held).map(([source, own], at) => {
    const added = own.map((sum) => sql`${addedUp(sum, source)} AS ${sql.identifier(sum)}`)
    const of = every(
      ofPartner(source, by.office === true),
      sql`s.currency = figure.currency`,
      by.time && sql`s.day = figure.day`,
      by.product && sql`s.product_id = figure.product_id`,
      ...narrowedBy(question, 's'),
    )
    const rows = source.rows({ kind: 'days', ...period }, question)
    return sql`(SELECT ${sql.join(added, sql`, `)} FROM ${rows} AND ${of}) ${sql.raw(`d_${at}`)}`
  })
  const unheld = sums.filter((sum) => !held.includes(sum)).map((sum) => sql`NULL::int AS ${sql.identifier(sum)}`)
  const columns = sql.join([sql`*`, ...unheld], sql`, `)
  return sql`CROSS JOIN LATERAL (SELECT ${columns} FROM ${sql.join(parts, sql` CROSS JOIN `)}) d`
}

/** A sum of a page's own row. */
export const inDetail = (sum: Sum): SQL => sql.raw(`d.${sum}`)

/** A group has few rows. */
function addedUp(sum: Sum, { sums }: Source): SQL {
  return counts(sum) ? sql`coalesce(sum(${sums[sum]}), 0)::int` : sql`coalesce(few_sum(${sums[sum]}), 0.00)`
}
