/** The count of a register as it is being typed, kept until it is saved: over a reload, and over what somebody else saves. */
import { useEffect, useState } from 'react'
import type { RegisterDetail } from '@contract/cash-registers.ts'
import { useDraft } from '@/kit/form/draft.ts'
import { useUnsaved } from '@/kit/form/unsaved.tsx'
import { isSameCount, typedOf, type Typed } from './counting.ts'

/** Where a count begins: what was saved last. */
type Saved = Pick<RegisterDetail, 'id' | 'version' | 'counts' | 'observation'>

interface Written {
  typed: Typed
  observation: string
}

export interface CountDraft extends Written {
  /** The version it stands on: what is saved over another one is refused. */
  version: number
  dirty: boolean
  /** Somebody else saved meanwhile, and what is typed here is not what they saved. */
  overtaken: boolean
  type: (key: string, text: string) => void
  say: (observation: string) => void
  /** Goes on from what was saved; without it what is typed stays and is saved over it. */
  take: (saved?: Saved) => void
  /** Asks before what is typed goes; render it once. */
  dialog: ReturnType<typeof useUnsaved>['dialog']
}

const writtenOf = ({ counts, observation }: Saved): Written => ({ typed: typedOf(counts), observation })
const isSame = (one: Written, other: Written) =>
  isSameCount(one.typed, other.typed) && one.observation.trim() === other.observation.trim()

export function useCount(saved: Saved): CountDraft {
  const draft = useDraft(`cashRegisters:${saved.id}`)
  const [held, setHeld] = useState(() => {
    const own = writtenOf(saved)
    const { version = saved.version, ...kept } = (draft.stored ?? {}) as Partial<Written & Pick<Saved, 'version'>>
    return { version, base: own, written: { ...own, ...kept } }
  })
  const dirty = !isSame(held.written, held.base)
  if (saved.version > held.version && !dirty) {
    const own = writtenOf(saved)
    setHeld({ version: saved.version, base: own, written: own })
  }
  const { written, version } = held
  const { keep, drop } = draft
  useEffect(() => {
    if (dirty) keep({ ...written, version })
    else drop()
  }, [dirty, written, version, keep, drop])
  const change = (part: (before: Written) => Partial<Written>) =>
    setHeld((before) => ({ ...before, written: { ...before.written, ...part(before.written) } }))
  const take = (from?: Saved) =>
    setHeld((before) => {
      const own = writtenOf(from ?? saved)
      return { version: (from ?? saved).version, base: own, written: from ? own : before.written }
    })
  const { dialog } = useUnsaved(dirty, () => take(saved))
  return {
    ...written,
    version,
    dirty,
    overtaken: dirty && saved.version > version,
    type: (key, text) => change(({ typed }) => ({ typed: { ...typed, [key]: text } })),
    say: (observation) => change(() => ({ observation })),
    take,
    dialog,
  }
}
