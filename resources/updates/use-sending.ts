/** Sends a file of terminal software from a screen: hashed, sent (`send-parts.ts`), read by the server, and broken off when one likes. */
import { useEffect, useRef, useState } from 'react'
import type { ProblemBody } from '@contract/problems.ts'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'
import { hashFile, isPassing, sendMissing } from './send-parts.ts'

type Told = Pick<ProblemBody, 'title' | 'detail'>

export interface Sending {
  phase: 'hashing' | 'sending' | 'reading'
  done: number
  total: number
  /** The last try of a part failed, and it is tried again. */
  retrying: boolean
}

export interface Sender {
  /** Null while nothing is on its way. */
  sending: Sending | null
  problem: Told | null
  /** What was begun and broke off: it goes on where it was. */
  broken: { file: File; notes: string } | null
  start: (file: File, notes: string) => Promise<void>
  stop: () => void
}

const tooLarge: Told = {
  title: 'Archivo demasiado grande',
  detail: `El archivo supera los ${softwareLimits.bytes / 1_000_000} MB que puede medir una versión.`,
}

/** `onRead` hears of the version once the server has read it. */
export function useSending(onRead: (version: UpdateDetail) => void): Sender {
  const announce = useSend(updates.create)
  const analyze = useSend(updates.analyze)
  const { invalidate } = useEndpointCache()
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<Told | null>(null)
  const [broken, setBroken] = useState<Sender['broken']>(null)
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])

  async function work(file: File, notes: string, signal: AbortSignal): Promise<UpdateDetail> {
    const tell = (next: Sending) => !signal.aborted && setSending(next)
    const hashed = (done: number) => tell({ phase: 'hashing', done, total: file.size, retrying: false })
    hashed(0)
    const sums = await hashFile(file, signal, hashed)
    const body = { filename: file.name, bytes: file.size, notes, ...sums }
    const detail = await announce({ body }, { signal })
    void invalidate(updates)
    const say = (done: number, retrying: boolean) => tell({ phase: 'sending', done, total: file.size, retrying })
    await sendMissing({ file, detail, renew: () => announce({ body }, { signal }), signal, say })
    tell({ phase: 'reading', done: file.size, total: file.size, retrying: false })
    return analyze({ body: { id: detail.id } }, { signal })
  }

  async function start(file: File, notes: string): Promise<void> {
    if (going.current) return
    setProblem(null)
    setBroken(null)
    if (file.size > softwareLimits.bytes) return setProblem(tooLarge)
    const controller = new AbortController()
    going.current = controller
    try {
      onRead(await work(file, notes, controller.signal))
    } catch (error) {
      if (!controller.signal.aborted && !(error instanceof ProblemError)) throw error
      if (error instanceof ProblemError) setProblem(error.body)
      const goesOn = controller.signal.aborted || (error instanceof ProblemError && isPassing(error))
      setBroken(goesOn ? { file, notes } : null)
    } finally {
      going.current = null
      setSending(null)
      void invalidate(updates)
    }
  }
  return { sending, problem, broken, start, stop: () => going.current?.abort() }
}
