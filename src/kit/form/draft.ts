/** A form's draft: kept at each change, given back once to the same user when the form opens again. */
import type { FormInstance } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clockOf } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { dropDraft, dropForeignDrafts, keepDraft, readDraft } from './drafts.ts'
import type { Values } from './state.ts'

export interface DraftHandle {
  keep: (changes: Values) => void
  drop: () => void
  /** Drops it and no longer says that it was given back. */
  forget: () => void
  /** The changed fields that were found when the form opened. */
  stored: Values | null
  /** The clock time, in the banca's zone, at which they were kept. */
  restored: string | null
}

/** `name` is the form's: `agency:12`. */
export function useDraft(name: string): DraftHandle {
  const { id, database, zone } = useSession()
  const owner = useMemo(() => ({ id, database }), [id, database])
  const [found, setFound] = useState(() => {
    dropForeignDrafts(owner)
    return readDraft(owner, name)
  })
  return useMemo(() => {
    const drop = () => dropDraft(owner, name)
    return {
      drop,
      keep: (changes) => keepDraft(owner, name, changes),
      forget: () => {
        drop()
        setFound(null)
      },
      stored: found ? (found.values as Values) : null,
      restored: found ? clockOf(found.saved_at, zone) : null,
    }
  }, [owner, name, found, zone])
}

/** Once, over the record as it is now: only what this person had changed comes back. */
export function useRestoredDraft(form: FormInstance, start: Values, draft: DraftHandle, onRestored: () => void): void {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !draft.stored) return
    done.current = true
    form.setFieldsValue({ ...start, ...draft.stored })
    onRestored()
  }, [form, start, draft, onRestored])
}
