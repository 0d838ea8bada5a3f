/** A batch as a sheet: its cells, the lines that they say, and where each fault of a line stands. Pure. */
import type { FoundPartner } from '@contract/account-entries.ts'
import {
  batchEntries,
  batchLimits,
  batchLine,
  lineFaults,
  type BatchLine,
  type BatchSum,
} from '@contract/entry-batch.ts'
import { looksOf, titleOf } from '@contract/field.ts'
import { isZero } from '@contract/values/money.ts'
import { isUnread } from '@/kit/form/money-reading.ts'
import type { Edits, GridCell } from '@/kit/grid/edits.ts'
import { shownText, type Valued } from '@/kit/grid/values.ts'

/** A line of the sheet, from 0. */
export interface BatchRow {
  n: number
}
export const batchRows: readonly BatchRow[] = Array.from({ length: batchLimits.lines }, (_, n) => ({ n }))

export const batchFields = ['day', 'partner', 'account', 'currency', 'debit', 'credit', 'memo'] as const
export type BatchField = (typeof batchFields)[number]
export type BatchEdits = Edits<BatchRow>

const { shape } = batchLine
const schemaOf = (field: BatchField) => shape[field === 'partner' ? 'partner_id' : field]
export const batchTitle = (field: BatchField) => titleOf(schemaOf(field)) ?? field

const valued: Record<BatchField, Valued> = {
  day: { kind: 'day' },
  partner: { kind: 'text' },
  account: { kind: 'choice', labels: looksOf(shape.account).labels! },
  currency: { kind: 'currency' },
  debit: { kind: 'amount' },
  credit: { kind: 'amount' },
  memo: { kind: 'text' },
}
/** Where nothing is written, what the line above says holds. */
const carried: readonly BatchField[] = ['day', 'currency', 'memo']

const pathOf = (n: number, field: BatchField) => `${n}:${field}`

/** What each line that somebody wrote in says: a value as its cell has it, null for nothing. */
export interface WrittenLine {
  n: number
  values: Record<BatchField, string | null>
}

/** Of the same edits, which each fault of them asks for. */
const known = new WeakMap<BatchEdits, { today: string; lines: WrittenLine[] }>()

/** The lines in their order, each with what it takes from the one above it; the first day is `today`. */
export function writtenLines(edits: BatchEdits, today: string): WrittenLine[] {
  const found = known.get(edits)
  if (found?.today === today) return found.lines
  const lines = linesIn(edits, today)
  known.set(edits, { today, lines })
  return lines
}

function linesIn(edits: BatchEdits, today: string): WrittenLine[] {
  const rows = new Set([...edits.values()].map(({ cell }) => cell.data.n))
  let above: Partial<WrittenLine['values']> = { day: today }
  return [...rows]
    .sort((one, other) => one - other)
    .map((n) => {
      const values = Object.fromEntries(
        batchFields.map((field) => {
          const own = edits.get(pathOf(n, field))?.value ?? null
          return [field, own ?? (carried.includes(field) ? (above[field] ?? null) : null)]
        }),
      ) as WrittenLine['values']
      above = values
      return { n, values }
    })
}

/** A line as people read it. */
export function lineText({ values }: WrittenLine): string {
  return batchFields.flatMap((field) => shownText(valued[field], values[field]) || []).join(' · ')
}

/** The cell of a field of a line; `lines` are those that are written. */
export function batchCell(
  { n }: BatchRow,
  field: BatchField,
  lines: ReadonlyMap<number, WrittenLine>,
  found: PartnersByText,
): GridCell<BatchRow> {
  const line = lines.get(n)
  const inherits = carried.includes(field) && line !== undefined
  const named = field === 'partner' ? found.get(line?.values.partner ?? '')?.partner : undefined
  return {
    path: pathOf(n, field),
    label: `Línea ${n + 1}, ${batchTitle(field).toLowerCase()}`,
    ...valued[field],
    own: null,
    inherited: inherits ? line.values[field] : null,
    from: inherits ? 'arriba' : null,
    ...(named && { note: `${named.name} (${named.code})` }),
    fresh: true,
    data: { n },
  }
}

/** What is known of the texts that name partners. */
export type PartnersByText = ReadonlyMap<string, { partner: FoundPartner | null; near: readonly FoundPartner[] }>

/** The texts of the sheet that name partners, each once. */
export function partnerTexts(lines: readonly WrittenLine[]): string[] {
  return [...new Set(lines.flatMap(({ values }) => values.partner ?? []))].sort()
}

const clear = (value: string | null) => (value === null || isUnread(value) ? undefined : value)
/** An amount of zero is what a spreadsheet has beside the other side. */
const amountOf = (value: string | null) => {
  const known = clear(value)
  return known === undefined || isZero(known) ? undefined : known
}

/** The lines as they are sent: whole ones are a `BatchLine`, of the others the contract says what is missing. */
export function linesOf(lines: readonly WrittenLine[], found: PartnersByText): Partial<BatchLine>[] {
  return lines.map(({ values }) => {
    const [debit, credit] = [amountOf(values.debit), amountOf(values.credit)]
    return {
      day: clear(values.day),
      partner_id: found.get(values.partner ?? '')?.partner?.id,
      account: clear(values.account) as BatchLine['account'],
      currency: clear(values.currency) as BatchLine['currency'],
      ...(debit !== undefined && { debit }),
      ...(credit !== undefined && { credit }),
      memo: clear(values.memo),
    } as Partial<BatchLine>
  })
}

/** The path of the cell at a place of the body: `entries.3.partner_id`. */
export function batchPathAt(place: string, lines: readonly WrittenLine[]): string | undefined {
  const [, at, name] = /^entries\.(\d+)(?:\.(\w+))?/.exec(place) ?? []
  const line = at === undefined ? undefined : lines[Number(at)]
  if (!line) return undefined
  const field = name === 'partner_id' ? 'partner' : batchFields.find((one) => one === name)
  return pathOf(line.n, field ?? 'day')
}

/** Has a line all that its place among the entries hangs from? */
const isCounted = (line: Partial<BatchLine>): line is BatchLine =>
  line.day !== undefined && line.currency !== undefined && (line.debit !== undefined || line.credit !== undefined)
export const countedLines = (lines: readonly Partial<BatchLine>[]): BatchLine[] => lines.filter(isCounted)

/** The entry that each line is of, from 1, by the line's place in the sheet. */
export function entryNumbers(
  written: readonly WrittenLine[],
  lines: readonly Partial<BatchLine>[],
): Map<number, number> {
  const counted = written.filter((_, at) => isCounted(lines[at]!))
  const numbers = new Map<number, number>()
  for (const [entry, at] of batchEntries(countedLines(lines)).entries())
    for (const one of at) numbers.set(counted[one]!.n, entry + 1)
  return numbers
}

/**
 * Faults by cell that the contract's shape does not tell: a partner whom nobody is called like, days and cents. Of names that are
 * still being looked up nothing is said.
 */
export function batchFaults(
  written: readonly WrittenLine[],
  lines: readonly Partial<BatchLine>[],
  found: PartnersByText,
  today: string,
): Map<string, string> {
  const faults = new Map<string, string>()
  for (const [at, { n, values }] of written.entries()) {
    const known = found.get(values.partner ?? '')
    if (values.partner === null) faults.set(pathOf(n, 'partner'), 'Escriba el código o el nombre del afiliado')
    else if (known?.partner === null)
      faults.set(
        pathOf(n, 'partner'),
        known.near.length > 0 ? 'Elija arriba a cuál afiliado se refiere' : 'Ningún afiliado de su red se llama así',
      )
    const line = lines[at]!
    if (isCounted(line))
      for (const { path, message } of lineFaults(line, today)) faults.set(pathOf(n, path as BatchField), message)
  }
  return faults
}

/** Are there names of which nothing is known yet? */
export const isLookingUp = (written: readonly WrittenLine[], found: PartnersByText) =>
  partnerTexts(written).some((text) => !found.has(text))

/** Edits by which every line that says a text says the partner's code in its place. */
export function meantEdits(edits: BatchEdits, text: string, { code }: FoundPartner) {
  return [...edits.values()]
    .filter(({ cell, value }) => cell.path.endsWith(':partner') && value === text)
    .map(({ cell }) => ({ cell, value: code }))
}

/** The sums of a currency over all its days. */
export const isEven = ({ difference }: BatchSum) => isZero(difference)
