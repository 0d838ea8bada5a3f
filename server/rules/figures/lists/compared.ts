/** What the figures of a report are of, and what they are compared with. */
import { z } from 'zod'
import { clockOf, formatDay, type Comparison, type Period } from '@contract/values/dates.ts'
import type { Reader } from '../../../platform/lists/listing.ts'
import { previousOf, type FigureWindow } from '../stretch.ts'
import { subjectOf, type Subject } from '../subject.ts'

export interface Compared extends Subject {
  before: { window: FigureWindow; name: string } | null
}

type Asked = Period & { compare: Comparison; compare_from?: string | undefined; partner_id?: number | undefined }

/** Throws `not_found` for a partner outside the caller's subtree. */
export async function comparedOf(
  { from, to, compare, compare_from, partner_id }: Asked,
  { db, scope, now, session }: Reader,
): Promise<Compared> {
  const subject = await subjectOf(db, scope, partner_id)
  const before = previousOf({ from, to }, compare, { now, zone: session.zone }, compare_from)
  if (!before) return { ...subject, before }
  const { window, stretch } = before
  return { ...subject, before: { window, name: comparedText(window, window.cut && stretch.to_at, stretch.zone) } }
}

/** What is compared with, in words; `at` is the instant where it is cut. */
export function comparedText({ from, to }: Period, at: string | null, zone: string): string {
  return `${formatDay(from)} - ${formatDay(to)}${at === null ? '' : ` hasta las ${clockOf(at, zone)}`}`
}

interface Headed {
  about: Subject
  asked: { compare_from?: string | undefined }
}

/** For a file's heading: whose figures, and the days compared with, by what rule unless somebody chose them. */
export function comparedHeading({ about, asked }: Headed, before: string | undefined): Record<string, string> {
  return {
    Afiliado: about.name,
    ...(before !== undefined && { 'Comparado con': before }),
    ...(asked.compare_from !== undefined && { 'Comparar con': 'Los días elegidos' }),
  }
}

export function figureHeading({ about, asked }: Headed & { about: Compared }): Record<string, string> {
  return comparedHeading({ about, asked }, about.before?.name)
}

/** The columns of a file, but for those that what is asked leaves empty. */
export function filledColumns({ shape }: z.ZodObject, empty: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => !empty.includes(name))))
}
