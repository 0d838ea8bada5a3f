/**
 * What a person changes on a sheet, before it is saved once: by cell, the new own value. An edit back to
 * what is saved is no change; each step can be taken back.
 */
import type { ReadAmount } from '@contract/values/money.ts'
import { isUnread, sameAmount, textOfValue } from '../form/money-reading.ts'
import { fullText, readTypedValue, type Valued } from './values.ts'

/** A value of a sheet that may be edited. `Data` is what saving it needs to name it. */
export interface GridCell<Data> extends Valued {
  /** Names it among all cells of the sheet. */
  path: string
  /** Full name, for the list of changes and for screen readers. */
  label: string
  /** Set here; null inherits. */
  own: string | null
  inherited: string | null
  /** Whom it inherits from. */
  from: string | null
  /** What else rules the value, in a sentence. */
  note?: string
  /** Nothing is saved in its place: what is written there changes nothing, and nothing written is nothing. */
  fresh?: true
  data: Data
}

/** `value` is the new own value: a decimal string, null to inherit again, or a marked text that is not clear yet. */
export interface Edit<Data> {
  cell: GridCell<Data>
  value: string | null
}
export type Edits<Data> = ReadonlyMap<string, Edit<Data>>

/** The edits with more; the cell's saved value is the one known when it was first edited. */
export function withEdits<Data>(edits: Edits<Data>, more: readonly Edit<Data>[]): Edits<Data> {
  const next = new Map(edits)
  for (const { cell, value } of more) {
    const known = edits.get(cell.path)?.cell ?? cell
    if (sameAmount(known.own, value)) next.delete(cell.path)
    else next.set(cell.path, { cell: known, value })
  }
  return next
}

/** The own value as edited. */
export function ownOf<Data>(cell: GridCell<Data>, edits: Edits<Data>): string | null {
  const edit = edits.get(cell.path)
  return edit ? edit.value : cell.own
}

/** What holds as edited: the own value, or the inherited one. */
export function effectiveValue<Data>(cell: GridCell<Data>, edits: Edits<Data>): string | null {
  return ownOf(cell, edits) ?? cell.inherited
}

/** An edit made of what was typed or pasted: nothing inherits again, and what is not clear is kept to be asked. */
export function typedEdit<Data>(cell: GridCell<Data>, text: string): Edit<Data> {
  return { cell, value: readTypedValue(cell, text.trim()).value }
}

/** Edits that still have to be made clear, each with what it may mean. */
export function unclearEdits<Data>(edits: Edits<Data>): { edit: Edit<Data>; typed: string; reading: ReadAmount }[] {
  return [...edits.values()].flatMap((edit) => {
    if (!isUnread(edit.value)) return []
    const typed = textOfValue(edit.value)
    return [{ edit, typed, reading: readTypedValue(edit.cell, typed).reading }]
  })
}

/**
 * The edits over values that somebody else saved meanwhile (`now`, own values by path). Where both
 * ended at the same value there is nothing left to change.
 */
export function rebaseEdits<Data>(edits: Edits<Data>, now: ReadonlyMap<string, string | null>): Edits<Data> {
  return new Map(
    [...edits].flatMap(([path, { cell, value }]): [string, Edit<Data>][] => {
      const own = now.has(path) ? now.get(path)! : cell.own
      return sameAmount(own, value) ? [] : [[path, { cell: { ...cell, own }, value }]]
    }),
  )
}

/** A value as the list of changes reads it: null names what comes in its place. */
export function valueText<Data>(cell: GridCell<Data>, value: string | null): string {
  if (isUnread(value)) return `«${textOfValue(value)}», sin aclarar`
  if (value !== null) return fullText(cell, value)
  return cell.inherited === null ? 'sin valor' : `hereda ${fullText(cell, cell.inherited)}`
}

/** The steps of an edit, the newest last. */
export interface History<Data> {
  past: readonly Edits<Data>[]
  present: Edits<Data>
  future: readonly Edits<Data>[]
}
/** Steps that can be taken back. */
const deepest = 100

export function recordStep<Data>({ past, present }: History<Data>, next: Edits<Data>): History<Data> {
  return { past: [...past, present].slice(-deepest), present: next, future: [] }
}

export function undoStep<Data>(history: History<Data>): History<Data> {
  const before = history.past.at(-1)
  return before
    ? { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] }
    : history
}

export function redoStep<Data>(history: History<Data>): History<Data> {
  const [next, ...future] = history.future
  return next ? { past: [...history.past, history.present], present: next, future } : history
}
