/** What figures are asked: of whom, told apart by what, narrowed to what, and which sums of which days. */
import type { SQL } from 'drizzle-orm'
import type { Period } from '@contract/values/dates.ts'
import type { FigureWindow } from '../stretch.ts'
import type { Subject } from '../subject.ts'
import type { Sum } from './sources.ts'

/** What is told apart beside currency, which always is. */
export interface Dimensions {
  /** By day, or by the Monday or the first of the month that it lies in. */
  time?: 'day' | 'week' | 'month' | undefined
  /** 1 Monday … 7 Sunday. */
  weekday?: boolean
  /** Of the day of the sale; prizes at that of their draw. */
  hour?: boolean
  /** By the partners that this condition lists, as `partner`. */
  partner?: SQL | undefined
  /** They are few beside the offices below them: where rows of theirs are kept, these are read; `always`, before any of offices. */
  few?: boolean | 'always'
  /** By the subject's offices, as `partner_id`. */
  office?: boolean
  /** By the subject's agencies, as `partner_id`. */
  agency?: boolean
  /** By the fathers of the subject's agencies, as `partner_id`: distributors, and the banca for agencies without one. */
  head?: boolean
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
  /** A row is one of `figures` too where any of these is not zero, although it is not told. Of the sources that are read for `sums`. */
  exists?: readonly Sum[]
  /** Where it is cut, commission of the hour divided is that of the whole hour, by what was sold of it. */
  period: Period & { cut?: FigureWindow['cut'] }
  /** What is compared with, cut where the period is still running. */
  before: FigureWindow | null
  /** The sums compared: what sold, unless said. Those that no source has to the minute of a cut are not. */
  compared?: readonly Sum[]
  currency?: string | undefined
}
