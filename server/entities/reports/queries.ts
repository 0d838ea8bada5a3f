/** The general settlement: a page with its totals, and the whole for a file. */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { generalRow, generalTotals } from '@contract/reports.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Subject } from '../../rules/figures/subject.ts'
import { generalOrder, generalRows, generalTotalsOf, writtenAmounts, type GeneralAsked } from './general.ts'

export interface GeneralPage {
  data: z.input<typeof generalRow>[]
  totals: z.input<typeof generalTotals>[]
  total: number
}

const row = sql`f.key, f.name, f.code, f.type, f.has_children, f.currency, f.tickets, ${writtenAmounts('f')}`

interface PageOf {
  page: number
  per_page: number
}

/** Page, totals and count in one statement, so that all three speak of the same instant. */
export function generalStatement(subject: Subject, asked: GeneralAsked, { page, per_page }: PageOf): SQL {
  return sql`
    ${generalRows(subject, asked)}, ${generalTotalsOf()}
    SELECT json_build_object(
      'total', (SELECT count(*) FROM filtered),
      'totals', (SELECT coalesce(json_agg(t), '[]') FROM (SELECT f.currency, f.tickets, ${writtenAmounts('f')}, f.rows FROM totals f ORDER BY f.currency) t),
      'data', (SELECT coalesce(json_agg(r), '[]') FROM (SELECT ${row} FROM filtered f ${generalOrder(asked)} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) r)
    ) AS page`
}

export async function generalPage(
  db: Executor,
  subject: Subject,
  asked: GeneralAsked,
  page: PageOf,
): Promise<GeneralPage> {
  const answer = await db.one<{ page: GeneralPage }>(generalStatement(subject, asked, page))
  return answer!.page
}

export interface ControlRow {
  currency: string
  rows: number
  sold: string
}

/** Rows and sold of every currency, over the very rows of the file. */
export async function generalControl(db: Executor, subject: Subject, asked: GeneralAsked): Promise<ControlRow[]> {
  return db.rows<ControlRow>(
    sql`${generalRows(subject, asked)} SELECT f.currency, count(*)::int AS rows, sum(f.sold) AS sold FROM filtered f GROUP BY 1 ORDER BY 1`,
  )
}

/** Every row in order, as a query for a cursor. Its rows are GeneralRow. */
export function generalQuery(subject: Subject, asked: GeneralAsked): SQL {
  return sql`${generalRows(subject, asked)} SELECT ${row} FROM filtered f ${generalOrder(asked)}`
}
