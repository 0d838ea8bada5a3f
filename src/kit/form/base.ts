/** What a form stands on: the record it started from, what differs from it by now, and what others did to it. */
import type { FormInstance } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useRestoredDraft, type DraftHandle } from './draft.ts'
import { changedFields, mergeChanges, type Difference, type FormStart, type Values } from './state.ts'

interface FormBaseOptions {
  form: FormInstance
  fields: readonly string[]
  /** The record as the screen has it now; a newer version is taken. */
  offered: FormStart
  draft: DraftHandle
  /** A save is on its way: the newer version that it brings is this form's own. */
  saving: boolean
}

export interface FormBase {
  start: FormStart
  dirty: boolean
  messages: string[]
  conflict: Difference[] | null
  setMessages: (messages: string[]) => void
  /** Compares the fields with what they started from, and keeps the draft. */
  track: (from: FormStart) => void
  /** Starts over from a record, with other values in the fields where `values` says so. */
  begin: (next: FormStart, values?: Values) => void
  /** Goes over to what another person saved, keeping this one's changes. False when no field of the form differs. */
  rebase: (theirs: FormStart) => boolean
  /** The form is done: nothing in it is unsaved. */
  settle: () => void
  /** Answers a conflict with these values. */
  resolve: (chosen: Values) => void
}

/** All values, those of fields that are not drawn included. */
export function formValues(form: FormInstance): Values {
  return form.getFieldsValue(true) as Values
}

export function useFormBase({ form, fields, offered, draft, saving }: FormBaseOptions): FormBase {
  const [start, setStart] = useState(offered)
  const [dirty, setDirty] = useState(false)
  const [messages, setMessages] = useState<string[]>([])
  const [conflict, setConflict] = useState<Difference[] | null>(null)
  const track = useCallback(
    (from: FormStart) => {
      const changes = changedFields(from.values, formValues(form), fields)
      const changed = Object.keys(changes).length > 0
      setDirty(changed)
      if (changed) draft.keep(changes)
      else draft.drop()
    },
    [form, fields, draft],
  )
  const begin = useCallback(
    (next: FormStart, values: Values = next.values) => {
      setStart(next)
      setConflict(null)
      setMessages([])
      form.setFieldsValue(values)
      track(next)
    },
    [form, track],
  )
  const rebase = useCallback(
    (theirs: FormStart): boolean => {
      const { differences, merged } = mergeChanges(start.values, formValues(form), theirs.values, fields)
      begin(theirs, merged)
      if (differences.length > 0) setConflict(differences)
      return differences.length > 0
    },
    [form, fields, start, begin],
  )

  useRestoredDraft(form, start.values, draft, () => setDirty(true))
  useNewerStart(offered, start, saving ? null : dirty ? rebase : begin)
  return {
    start,
    dirty,
    messages,
    conflict,
    setMessages,
    track,
    begin,
    rebase,
    settle: () => {
      setDirty(false)
      setConflict(null)
    },
    resolve: (chosen) => {
      form.setFieldsValue(chosen)
      setConflict(null)
      track(start)
    },
  }
}

/** A record read again in the background: a newer version is taken, unless `take` is null for now. */
function useNewerStart(offered: FormStart, current: FormStart, take: ((start: FormStart) => void) | null): void {
  useEffect(() => {
    if (offered.version !== undefined && current.version !== undefined && offered.version > current.version)
      take?.(offered)
  }, [offered, current, take])
}
