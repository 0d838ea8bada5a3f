/** A sheet being edited: its edits with their steps, a draft that survives the end of the session, and the question before leaving. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSession } from '@providers/session.ts'
import { dropDraft, dropForeignDrafts, keepDraft, readDraft } from '../form/drafts.ts'
import { rebaseEdits, redoStep, recordStep, undoStep, withEdits, type Edit, type Edits, type History } from './edits.ts'
import { useUnsaved, type Unsaved } from '../form/unsaved.tsx'

export interface GridEditing<Data> {
  edits: Edits<Data>
  /** Some were brought back from a draft and are still there. */
  restored: boolean
  unsaved: Unsaved
  /** One step, however many cells it changes. */
  apply: (more: readonly Edit<Data>[]) => void
  /** Null when there is no step to take. */
  undo: (() => void) | null
  redo: (() => void) | null
  discard: () => void
  /** Goes on over values that somebody else saved, by path; what was undone before stays undone. */
  rebase: (now: ReadonlyMap<string, string | null>) => void
}

const nothing: History<never> = { past: [], present: new Map(), future: [] }

/** Edits that outlive the session: those found at the start, and where the present ones are kept. */
function useEditsDraft<Kept>(name: string): {
  found: Kept | null
  keep: (edits: Kept | null) => void
  drop: () => void
} {
  const { id, database } = useSession()
  const owner = useMemo(() => ({ id, database }), [id, database])
  const [found] = useState(() => {
    dropForeignDrafts(owner)
    return (readDraft(owner, name)?.values ?? null) as Kept | null
  })
  const drop = useCallback(() => dropDraft(owner, name), [owner, name])
  const keep = useCallback(
    (edits: Kept | null) => (edits ? keepDraft(owner, name, edits) : drop()),
    [owner, name, drop],
  )
  return { found, keep, drop }
}

/** `draft` names the sheet: `quotas:12`. */
export function useGridEditing<Data>(draft: string): GridEditing<Data> {
  const { found: stored, keep, drop } = useEditsDraft<Edit<Data>[]>(`sheet:${draft}`)
  const found = stored ?? []
  const [history, setHistory] = useState<History<Data>>(() => ({
    ...nothing,
    present: withEdits<Data>(new Map(), found),
  }))
  const edits = history.present
  const unsaved = useUnsaved(edits.size > 0, drop)
  useEffect(() => keep(edits.size > 0 ? [...edits.values()] : null), [keep, edits])
  const apply = useCallback(
    (more: readonly Edit<Data>[]) =>
      setHistory((now) => {
        const next = withEdits(now.present, more)
        return sameEdits(next, now.present) ? now : recordStep(now, next)
      }),
    [],
  )
  const undo = useCallback(() => setHistory(undoStep), [])
  const redo = useCallback(() => setHistory(redoStep), [])
  return {
    edits,
    unsaved,
    apply,
    undo: history.past.length > 0 ? undo : null,
    redo: history.future.length > 0 ? redo : null,
    restored: found.length > 0 && edits.size > 0,
    discard: useCallback(() => setHistory(nothing), []),
    rebase: useCallback((now) => setHistory(({ present }) => ({ ...nothing, present: rebaseEdits(present, now) })), []),
  }
}

function sameEdits<Data>(one: Edits<Data>, other: Edits<Data>): boolean {
  return (
    one.size === other.size &&
    [...one].every(([path, { value }]) => other.has(path) && other.get(path)!.value === value)
  )
}
