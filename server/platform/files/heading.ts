/** What a file says of itself above and below its rows, and the sums that prove it whole. */
import { add } from '@contract/values/money.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { controlLabel, rowCountLabel } from '@contract/values/sheet-text.ts'
import type { Logo } from './logo.ts'
import { exportCell, type ExportCell, type ColumnType, type ExportRow } from './columns.ts'

/** The sheet of a workbook that says what its rows are: their own has nothing but them. Older files of ours call it `Filtros`. */
export const aboutSheet = 'Información'
export const aboutSheets: readonly string[] = [aboutSheet, 'Filtros']

/** A sum over the rows of the file, one per value of `by` (a currency): two are never added. */
export interface ControlSum {
  label: string
  amount: string
}

export interface Control {
  /** The money column that is added up. */
  key: string
  title: string
  /** The column that tells apart what cannot be added. */
  by?: string
}

export interface FileHeading {
  /** Each filter in force, as label and value, in words. */
  filters: readonly (readonly [label: string, value: string])[]
  /** Zone in which the file's instants are written. */
  zone: string
  user: string
  at: Date
  /** Drawn beside these lines, where the file can hold a picture. */
  logo?: Logo | undefined
  /** Known beforehand when the rows come from one snapshot: then the file fails rather than contradict them. */
  rows?: number
  sums?: readonly ControlSum[]
  /** What all rows come to, as the screen says it, under the columns that have one. */
  totals?: readonly TotalsLine[]
}

/** What rows come to: what it is called, of which currency, and a value by its column. */
export interface TotalsLine {
  label: string
  currency?: string
  values: ExportRow
}

/** One line outside the table: a label and a typed value. */
export interface Note {
  label: string
  value: ExportCell
  type: ColumnType
}

/** Counts rows and adds the control column while they pass. */
export class Tally {
  readonly #control: Control | undefined
  readonly #sums = new Map<string, string>()
  rows = 0

  constructor(control?: Control) {
    this.#control = control
  }

  take(row: ExportRow): void {
    this.rows += 1
    if (!this.#control) return
    const label = this.#control.by ? String(exportCell(row, this.#control.by)) : ''
    this.#sums.set(label, add(this.#sums.get(label) ?? '0.00', String(exportCell(row, this.#control.key) ?? '0')))
  }

  get sums(): ControlSum[] {
    return [...this.#sums].map(([label, amount]) => ({ label, amount })).sort((a, b) => (a.label < b.label ? -1 : 1))
  }

  /** Throws if the rows that passed are not those announced. */
  check(heading: FileHeading): void {
    if (heading.rows !== undefined && heading.rows !== this.rows)
      throw new Error(`export announced ${heading.rows} rows and had ${this.rows}`)
    if (!heading.sums) return
    const said = signature(heading.sums)
    const had = signature(this.sums)
    if (said !== had) throw new Error(`export announced the sums ${said} and had ${had}`)
  }
}

/** A currency with nothing in it adds nothing, so it may be named or not. */
function signature(sums: readonly ControlSum[]): string {
  return sums
    .filter(({ amount }) => !/^-?0+(\.0+)?$/.test(amount))
    .map(({ label, amount }) => `${label} ${amount}`)
    .sort()
    .join(', ')
}

/** The lines above the table. */
export function openingNotes(title: string, heading: FileHeading, control?: Control): Note[] {
  return [
    { label: 'Reporte', value: title, type: 'text' },
    ...heading.filters.map(([label, value]): Note => ({ label, value, type: 'text' })),
    { label: 'Zona horaria', value: heading.zone, type: 'text' },
    { label: 'Generado por', value: heading.user, type: 'text' },
    { label: 'Generado el', value: formatInstant(heading.at.toISOString(), heading.zone), type: 'text' },
    ...closingNotes(heading.rows, heading.sums, control),
  ]
}

/** The lines below the table: what it held. */
export function closingNotes(
  rows: number | undefined,
  sums: readonly ControlSum[] | undefined,
  control?: Control,
): Note[] {
  return [
    ...(rows === undefined ? [] : [{ label: rowCountLabel, value: rows, type: 'integer' } as Note]),
    ...(control && sums
      ? sums.map(
          ({ label, amount }): Note => ({
            label: `${controlLabel}${control.title}${label && ` ${label}`}`,
            value: amount,
            type: 'money',
          }),
        )
      : []),
  ]
}
