/** What a key means at the counter beyond writing. The signs of the number pad are the ones a hand on it reaches. */

export interface EntryActions {
  /** Adds what is written. */
  onAdd: () => void
  /** Enter with nothing written. */
  onFinish: () => void
  /** What is written goes. */
  onClear: () => void
  /** Takes the last symbol away. */
  onUndo: () => void
  onRandom: () => void
  /** Up or down among the rounds. */
  onRound: (step: -1 | 1) => void
  /** An arrow that leaves the field for the board. */
  onBoard: () => void
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Keys that mean the same in the field and on the board. */
export function sharedAction(
  { key, ctrlKey, metaKey, altKey }: Key,
  typed: string,
  does: EntryActions,
): (() => void) | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === '-' || (key === 'Backspace' && typed === '')) return does.onUndo
  if (key === '*') return does.onRandom
  if (key === 'PageUp' || key === 'PageDown') return () => does.onRound(key === 'PageUp' ? -1 : 1)
  return null
}

/** What a key does in the field of codes; null for what it writes there. */
export function entryAction(event: Key, typed: string, does: EntryActions): (() => void) | null {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return null
  const empty = typed.trim() === ''
  if (key === 'Escape') return typed === '' ? null : does.onClear
  if (key === 'Enter') return empty ? does.onFinish : does.onAdd
  // A space or a plus before anything is written is no mistake to be told of.
  if (key === ' ' || key === '+') return empty ? () => {} : does.onAdd
  if (key === 'ArrowDown' || (empty && (key === 'ArrowRight' || key === 'ArrowLeft'))) return does.onBoard
  return sharedAction(event, typed, does)
}
