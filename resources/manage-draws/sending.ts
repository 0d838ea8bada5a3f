/**
 * Confirmations on their way. Whoever awards goes on to the next draw at once: what was confirmed is sent behind them, one
 * after the other, and what the server refuses waits here, by its draw, until they are back at it.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { draws, type DrawRow, type ResultEntry, type ResultNumber } from '@contract/draws.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { AwardPreview as Preview } from '@contract/award-preview.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { newOperationKey, ProblemError } from '@providers/http.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'

export interface SentAward {
  draw: DrawRow
  entry: ResultEntry
  numbers: ResultNumber[]
  /** A correction that leaves paid tickets as they are says so. */
  accept_paid: boolean
}

export interface Refused {
  draw: DrawRow
  problem: ProblemBody
}

export interface Awards {
  send: (award: SentAward) => void
  /** Draws whose confirmation is on its way, or was taken and is not on the screen yet. */
  sent: ReadonlySet<number>
  refused: readonly Refused[]
  /** The person is at it again. */
  forget: (draw_id: number) => void
}

const without = (set: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set([...set].filter((one) => one !== id))

/** `onAwarded` hears of each that awarded its draw, `onRefused` of each that did not. */
export function useAwards(
  onAwarded: (draw: DrawRow, done: Preview | null) => void,
  onRefused: (refused: Refused) => void,
): Awards {
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const call = useSend(manageDraws.saveResult)
  const { invalidate } = useEndpointCache()
  const last = useRef<Promise<void>>(Promise.resolve())
  const left = useRef(false)
  // Nothing is awarded behind somebody who can no longer be told, or under the name of who signs in next.
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  /** Keys of those of which nobody knows whether they happened: sent again, they are the same operation. */
  const unanswered = useRef(new Map<string, string>())
  const hear = useRef({ onAwarded, onRefused })
  hear.current = { onAwarded, onRefused }

  const forget = useCallback(
    (id: number) =>
      setRefused((now) => (now.some(({ draw }) => draw.id === id) ? now.filter(({ draw }) => draw.id !== id) : now)),
    [],
  )
  const perform = async ({ draw, entry, numbers, accept_paid }: SentAward) => {
    const body = { step: 'confirm' as const, entry_id: entry.id, numbers, ...(accept_paid && { accept_paid }) }
    const asked = JSON.stringify(body)
    const operation_key = unanswered.current.get(asked) ?? newOperationKey()
    try {
      const answer = await call({ body }, { operation_key })
      unanswered.current.delete(asked)
      hear.current.onAwarded(draw, answer.preview)
      await Promise.all([draws, manageDraws].map(invalidate))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.unanswered || error.body.status >= 500) unanswered.current.set(asked, operation_key)
      else unanswered.current.delete(asked)
      const refusal = { draw, problem: error.body }
      setRefused((now) => [...now.filter((one) => one.draw.id !== draw.id), refusal])
      hear.current.onRefused(refusal)
      // What stands there may be another's work by now.
      await Promise.all([draws, manageDraws].map(invalidate))
    } finally {
      setSent((now) => without(now, draw.id))
    }
  }
  const send = (award: SentAward) => {
    forget(award.draw.id)
    setSent((now) => new Set(now).add(award.draw.id))
    last.current = last.current.then(() => (left.current ? undefined : perform(award)))
  }
  return { send, sent, refused, forget }
}
