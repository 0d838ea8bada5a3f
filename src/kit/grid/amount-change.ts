/** One change over many amounts as a person composes it, and what it makes of one of them. */
import type { QuotaChange } from '@contract/quotas.ts'
import { readPercent } from '@contract/values/amount-text.ts'
import { compare, formatDecimal, multiply, toCents } from '@contract/values/money.ts'
import { isUnread, textOfValue } from '../form/money-reading.ts'

const changeKinds = ['set', 'up', 'down', 'inherit'] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface ChangeDraft {
  kind: ChangeKind
  /** As the amount field reports it. */
  amount: string | null
  /** As it is typed: `12,5`. */
  percent: string
}

export const emptyChange: ChangeDraft = { kind: 'set', amount: null, percent: '' }

/** `12,5` → `12.5`; null when it is no change. */
function percentOf(typed: string): string | null {
  const percent = readPercent(typed, 2)
  return percent !== null && compare(percent, '0') > 0 ? percent : null
}

/** Why the percentage is none; null when it is one, or nothing was typed yet. */
export function percentFault({ kind, percent }: ChangeDraft): string | null {
  if (percent.trim() === '') return null
  const read = percentOf(percent)
  if (read === null) return 'Escriba un porcentaje como 10 o 12,5'
  return kind === 'down' && compare(read, '100') > 0 ? 'Un cupo no puede bajar más de 100 %' : null
}

/** The change as the server takes it; null while it is not complete. */
export function amountChangeOf(draft: ChangeDraft): QuotaChange | null {
  if (draft.kind === 'inherit') return { kind: 'inherit' }
  if (draft.kind === 'set')
    return draft.amount === null || isUnread(draft.amount) ? null : { kind: 'set', amount: draft.amount }
  const percent = percentOf(draft.percent)
  if (percent === null || percentFault(draft) !== null) return null
  return { kind: 'percent', percent: draft.kind === 'down' ? `-${percent}` : percent }
}

/** The change in words, after "Va a". `lift` says what having no value of its own is. */
export function amountChangeText(change: QuotaChange, lift: string): string {
  if (change.kind === 'inherit') return lift
  if (change.kind === 'set') return `fijar ${textOfValue(change.amount)}`
  return change.percent.startsWith('-')
    ? `bajar ${formatDecimal(change.percent.slice(1))} %`
    : `subir ${formatDecimal(change.percent)} %`
}

/**
 * The own value after the change of a row that sets `own` and for which `present` holds: as the server
 * reckons it, half a cent away from zero, and a percentage of nothing is nothing.
 */
export function nextOwn(
  change: QuotaChange,
  { own, present }: { own: string | null; present: string | null },
): string | null {
  if (change.kind === 'inherit') return null
  if (change.kind === 'set') return change.amount
  if (present === null) return own
  const factor = toCents('100') + toCents(change.percent)
  const digits = factor.toString().padStart(5, '0')
  return multiply(present, `${digits.slice(0, -4)}.${digits.slice(-4)}`)
}
