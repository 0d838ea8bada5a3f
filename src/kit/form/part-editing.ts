/**
 * Editing one part of a record that is no plain form (a grid, cards): what differs from what is saved, its
 * draft, saving once, the server's refusals by path, and what somebody else saved meanwhile.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Answer, Arguments, Endpoint, Entity } from '@contract/endpoint.ts'
import type { FieldFault } from '@contract/problems.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { dropDraft, dropForeignDrafts, keepDraft, readDraft } from './drafts.ts'
import { namePath } from './errors.ts'
import { isConflict, useProblem } from './form.tsx'
import { useUnsaved, type Unsaved } from './unsaved.tsx'

/** A part as it is saved. */
export interface Saved<T> {
  value: T
  version: number
}

export interface PartOptions<T, E extends Endpoint> {
  /** Names the draft: `products:12:schedule`. */
  draft: string
  /** What it is a part of: `del producto`. */
  whole: string
  saved: Saved<T>
  /** What the contract asks of the part, so that it need not be sent to be refused. */
  schema: z.ZodType
  endpoint: E
  args: (value: T, version: number) => Arguments<E>
  savedOf: (answer: Answer<E>) => Saved<T>
  /** Reads the part again when somebody else saved it meanwhile. */
  latest: () => Promise<Saved<T>>
  invalidates: Entity[]
}

export interface PartEditing<T> {
  value: T
  /** What it started from. */
  base: T
  dirty: boolean
  set: (next: T) => void
  /** By dotted path, as in the body. */
  faults: Readonly<Record<string, string>>
  /** What belongs to no cell. */
  message: string | null
  /** Grows with each refusal, so that the screen can show the first one. */
  refusals: number
  /** What the other person saved, when it differs from what this one started from. */
  theirs: T | null
  resolve: (keep: 'mine' | 'theirs') => void
  pending: boolean
  restored: boolean
  unsaved: Unsaved
  discard: () => void
  save: () => Promise<boolean>
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Does every fault stand beside something of the part, so that nothing of the refusal is without its place? */
function liesIn(faults: readonly FieldFault[] = [], part: unknown): boolean {
  const isThere = (path: string) => {
    let at = part
    for (const name of namePath(path)) {
      if (typeof at !== 'object' || at === null || !(name in at)) return false
      at = (at as Record<string | number, unknown>)[name]
    }
    return true
  }
  return faults.length > 0 && faults.every(({ path }) => isThere(path))
}

export function usePartEditing<T, E extends Endpoint>(options: PartOptions<T, E>): PartEditing<T> {
  const { saved, endpoint } = options
  const [base, setBase] = useState(saved)
  const draft = usePartDraft<T>(options.draft)
  const [value, setValue] = useState<T>(draft.stored ?? saved.value)
  const refused = useRefusals()
  const [theirs, setTheirs] = useState<T | null>(null)
  const dirty = !same(value, base.value)
  const unsaved = useUnsaved(dirty, draft.drop)
  const action = useAction(endpoint, {
    invalidates: options.invalidates,
    failure: (problem) => !isConflict(problem) && !liesIn(problem.errors, value),
  })
  /** Goes over to a newer version; answers whether it differs where this person may be writing. */
  const take = (newer: Saved<T>): boolean => {
    const changed = !same(newer.value, base.value)
    setBase(newer)
    if (!dirty) setValue(newer.value)
    else if (changed) setTheirs(newer.value)
    return changed
  }
  if (saved.version > base.version && !action.pending) take(saved)

  const keep = draft.keep
  useEffect(() => keep(dirty ? value : null), [keep, dirty, value])
  useProblem(action.problem, (problem) => {
    if (isConflict(problem)) {
      void options.latest().then(
        (newer) => {
          if (!take(newer))
            refused.say(`Otra persona cambió otra parte ${options.whole}. Lo suyo sigue aquí: guarde de nuevo.`)
        },
        () => refused.say(problem.detail),
      )
      return
    }
    refused.refuse(
      Object.fromEntries((problem.errors ?? []).map((fault) => [fault.path, fault.message])),
      problem.detail,
    )
  })

  const save = async (): Promise<boolean> => {
    refused.clear()
    const checked = options.schema.safeParse(value)
    if (!checked.success) {
      refused.refuse(
        Object.fromEntries(checked.error.issues.map((issue) => [issue.path.join('.'), issue.message])),
        'Revise los campos señalados.',
      )
      return false
    }
    const answer = await action.run(options.args(value, base.version))
    if (answer === undefined) return false
    unsaved.release()
    const next = options.savedOf(answer)
    setBase(next)
    setValue(next.value)
    return true
  }
  return {
    value,
    base: base.value,
    dirty,
    theirs,
    unsaved,
    save,
    faults: refused.faults,
    message: refused.message,
    refusals: refused.count,
    pending: action.pending,
    restored: draft.restored && dirty,
    set: (next) => {
      setValue(next)
      refused.clear()
    },
    resolve: (choice) => {
      if (choice === 'theirs') setValue(base.value)
      setTheirs(null)
    },
    discard: () => {
      setValue(base.value)
      refused.clear()
      setTheirs(null)
    },
  }
}

/** What was refused, by path and in a few sentences (or the one given, where there are many), and how often. */
function useRefusals() {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [message, say] = useState<string | null>(null)
  const [count, setCount] = useState(0)
  return {
    faults,
    message,
    count,
    say,
    refuse: (found: Record<string, string>, text: string) => {
      setFaults(found)
      const sentences = [...new Set(Object.values(found))]
      say(sentences.length > 0 && sentences.length < 4 ? sentences.join(' ') : text)
      setCount((times) => times + 1)
    },
    clear: () => {
      setFaults({})
      say(null)
    },
  }
}

function usePartDraft<T>(name: string): {
  stored: T | null
  restored: boolean
  keep: (value: T | null) => void
  drop: () => void
} {
  const { id, database } = useSession()
  const owner = useMemo(() => ({ id, database }), [id, database])
  const [found] = useState(() => {
    dropForeignDrafts(owner)
    return readDraft(owner, name)
  })
  const drop = useCallback(() => dropDraft(owner, name), [owner, name])
  const keep = useCallback(
    (value: T | null) => (value === null ? drop() : keepDraft(owner, name, value)),
    [owner, name, drop],
  )
  return { stored: (found?.values ?? null) as T | null, restored: found !== null, keep, drop }
}
