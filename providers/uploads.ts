/** Sending files: one at a time, saying how far it got, or part by part. Leaving the screen abandons it. */
import { useEffect, useRef, useState } from 'react'
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { upload } from './http.ts'

export interface Upload<E extends Endpoint> {
  /** Percent sent, `mostWhileGoing` until the answer; null while nothing is on its way. */
  progress: number | null
  /** Rejects with a `ProblemError`. Answers undefined when another file is on its way or the screen was left. */
  send: (file: File, query?: Arguments<E>['query']) => Promise<Answer<E> | undefined>
  /** Gives up what is on its way. */
  stop: () => void
}

/** An endpoint that takes one file. Refine's provider knows no files, so this asks past it. */
export function useUpload<E extends Endpoint>(endpoint: E): Upload<E> {
  const [progress, setProgress] = useState<number | null>(null)
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])
  const send: Upload<E>['send'] = async (file, query) => {
    if (going.current) return undefined
    const controller = new AbortController()
    going.current = controller
    setProgress(0)
    try {
      return await upload(endpoint, file, {
        ...(query && { query }),
        signal: controller.signal,
        onUpload: (sent, total) => going.current === controller && setProgress(goingPercent(sent, total)),
      })
    } catch (error) {
      if (!controller.signal.aborted) throw error
      return undefined
    } finally {
      going.current = null
      setProgress(null)
    }
  }
  return { progress, send, stop: () => going.current?.abort() }
}

interface SentPart<E extends Endpoint> {
  params: Arguments<E>['params']
  query: Arguments<E>['query']
  signal: AbortSignal
}

/** One part of a file that goes up in many, for whoever sends them: it throws, and says nothing. */
export function sendPart<E extends Endpoint>(endpoint: E, part: File, asked: SentPart<E>): Promise<Answer<E>> {
  return upload(endpoint, part, asked as Parameters<typeof upload<E>>[2])
}
