/**
 * Sends a file of terminal software: hashed first, so that one that is half way up goes on where it was, then part by part,
 * each again for as long as the connection comes and goes, and read by the server at last.
 */
import { useEffect, useRef, useState } from 'react'
import type { ProblemBody } from '@contract/problems.ts'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'
import { sendPart } from '@providers/uploads.ts'
import { Sha256 } from '@/kit/files/sha256.ts'

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

/** Of one part, before it is left to the person. */
const mostTries = 6
const firstWaitMs = 500
/** A connection that comes and goes, a server that is busy, a part that came otherwise than it left. */
const isPassing = ({ body: { status, code } }: ProblemError) =>
  status === 0 || status >= 500 || status === 408 || status === 429 || code === 'upload_part_altered'

const tooLarge: Told = {
  title: 'Archivo demasiado grande',
  detail: `El archivo supera los ${softwareLimits.bytes / 1_000_000} MB que puede medir una versión.`,
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer())
const sha256Of = (bytes: Uint8Array) => new Sha256().update(bytes).hex()

/** Waits, or ends with the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

/** Of all of a file, a part at a time; the screen goes on meanwhile. */
async function hashFile(file: File, signal: AbortSignal, tell: (done: number) => void): Promise<string> {
  const hash = new Sha256()
  for (let at = 0; at < file.size; at += softwareLimits.part_bytes) {
    signal.throwIfAborted()
    hash.update(await bytesOf(file.slice(at, at + softwareLimits.part_bytes)))
    tell(Math.min(file.size, at + softwareLimits.part_bytes))
  }
  return hash.hex()
}

interface PartOf {
  id: number
  part: number
  bytes: Uint8Array<ArrayBuffer>
}

/** One part, tried again with longer and longer waits. */
async function sendSurely(
  { id, part, bytes }: PartOf,
  signal: AbortSignal,
  onFailed: (tries: number) => void,
): Promise<void> {
  const query = { sha256: sha256Of(bytes) }
  for (let tries = 1; ; tries++) {
    try {
      await sendPart(updates.part, new File([bytes], 'parte'), { params: { id, part }, query, signal })
      return
    } catch (error) {
      if (!(error instanceof ProblemError) || !isPassing(error) || tries >= mostTries) throw error
      onFailed(tries)
      await pause(firstWaitMs * 2 ** (tries - 1), signal)
    }
  }
}

type Tell = (sending: Sending) => void

/** The parts that are not there yet, in their order. */
async function sendMissing(file: File, detail: UpdateDetail, signal: AbortSignal, tell: Tell): Promise<void> {
  const { id, upload } = detail
  if (!upload) return
  const there = new Set(upload.received)
  let done = detail.received
  const say = (retrying: boolean) => tell({ phase: 'sending', done, total: file.size, retrying })
  say(false)
  for (let part = 0; part < upload.parts; part++) {
    if (there.has(part)) continue
    const at = part * upload.part_bytes
    const bytes = (await bytesOf(file.slice(at, at + upload.part_bytes))) as Uint8Array<ArrayBuffer>
    await sendSurely({ id, part, bytes }, signal, () => say(true))
    done += bytes.length
    say(false)
  }
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
    const tell: Tell = (next) => !signal.aborted && setSending(next)
    const hashed = (done: number) => tell({ phase: 'hashing', done, total: file.size, retrying: false })
    hashed(0)
    const sha256 = await hashFile(file, signal, hashed)
    const detail = await announce({ body: { filename: file.name, bytes: file.size, sha256, notes } }, { signal })
    void invalidate(updates)
    await sendMissing(file, detail, signal, tell)
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
