/**
 * An operation of a counter that must happen once: its key is made and kept before it is first sent, so
 * that a reload, a lost connection or an impatient hand asks again with the same key and cannot repeat
 * it. It is always in one of four states, and the unknown one is resolved by asking, not by doing again.
 */
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { newOperationKey, ProblemError } from '@providers/http.ts'
import { useSend } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ownKey } from '../page/own-key.ts'

/** What this tab keeps of an operation until its end is known. */
interface Kept<E extends Endpoint> {
  operation_key: string
  args: Arguments<E>
  /** When it was first sent, ISO 8601 by the browser's clock. */
  at: string
}

type Operation<E extends Endpoint> =
  | { state: 'ninguna' }
  | { state: 'enviado'; args: Arguments<E> }
  /** `asking`: the question is on its way. `old`: too long ago to be asked without a person saying so. */
  | { state: 'desconocido'; args: Arguments<E>; at: string; asking: boolean; old: boolean }
  | { state: 'confirmado'; args: Arguments<E>; answer: Answer<E> }
  | { state: 'rechazado'; args: Arguments<E>; problem: ProblemBody }

export interface CounterOperation<E extends Endpoint> {
  current: Operation<E>
  /** Starts one; nothing while another is not resolved. */
  send(args: Arguments<E>): void
  /** Asks now what became of the unknown one. */
  verify(): void
  /** Takes the last one off the screen. An unknown one is forgotten only once it is old. */
  dismiss(): void
}

const askEveryMs = 3_000
/** After this the customer has left: asking could sell what nobody waits for any more. */
const oldAfterMs = 10 * 60_000

function readKept<E extends Endpoint>(storage: string): Kept<E> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storage) ?? 'null') as Kept<E> | null
    return kept && typeof kept.operation_key === 'string' && typeof kept.at === 'string' ? kept : null
  } catch {
    return null
  }
}

/** A browser that keeps nothing goes on, and only a reload would lose the key. */
function keep(storage: string, kept: unknown): void {
  try {
    if (kept !== null) sessionStorage.setItem(storage, JSON.stringify(kept))
    else sessionStorage.removeItem(storage)
  } catch {
    return
  }
}

/** No answer of the server's own; or, when asking again, one that says nothing about the operation. */
function saysNothing({ unanswered, body }: ProblemError, again: boolean): boolean {
  return unanswered || body.status >= 500 || (again && [401, 403, 429].includes(body.status))
}

function unknown<E extends Endpoint>({ args, at }: Kept<E>, asking: boolean): Operation<E> {
  return { state: 'desconocido', args, at, asking, old: Date.now() - Date.parse(at) > oldAfterMs }
}

/**
 * `name` tells operations of one screen apart; what is kept belongs to the signed-in user of this
 * database and is given back to nobody else. `onConfirmed` runs once, when the server said it happened.
 */
export function useCounterOperation<E extends Endpoint>(
  endpoint: E,
  name: string,
  onConfirmed: (answer: Answer<E>) => void,
): CounterOperation<E> {
  const storage = ownKey('operation', useSession(), name)
  const pending = useRef<Kept<E> | null | undefined>(undefined)
  if (pending.current === undefined) pending.current = readKept<E>(storage)
  const [current, setCurrent] = useState<Operation<E>>(() =>
    pending.current ? unknown(pending.current, false) : { state: 'ninguna' },
  )
  const call = useSend(endpoint)
  const onTheWay = useRef(false)
  const onScreen = useRef(true)
  const confirmed = useRef(onConfirmed)
  useEffect(() => {
    confirmed.current = onConfirmed
  })
  useEffect(() => {
    onScreen.current = true
    return () => {
      onScreen.current = false
    }
  }, [])

  const ask = useCallback(
    async (kept: Kept<E>, again: boolean) => {
      if (onTheWay.current) return
      onTheWay.current = true
      if (again) setCurrent(unknown(kept, true))
      // The call leaves first: to draw a whole screen before it would only make a customer wait.
      else startTransition(() => setCurrent({ state: 'enviado', args: kept.args }))
      const settle = (next: Operation<E>) => {
        pending.current = null
        keep(storage, null)
        setCurrent(next)
      }
      try {
        const answer = await call(kept.args, { operation_key: kept.operation_key })
        // Whoever left the screen finds the key kept, and asks again on coming back.
        if (!onScreen.current) return
        settle({ state: 'confirmado', args: kept.args, answer })
        confirmed.current(answer)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        if (!onScreen.current) return
        if (saysNothing(error, again)) setCurrent(unknown(kept, false))
        else settle({ state: 'rechazado', args: kept.args, problem: error.body })
      } finally {
        onTheWay.current = false
      }
    },
    [call, storage],
  )

  const send = useCallback(
    (args: Arguments<E>) => {
      if (onTheWay.current || pending.current) return
      const kept: Kept<E> = { operation_key: newOperationKey(), args, at: new Date().toISOString() }
      pending.current = kept
      keep(storage, kept)
      void ask(kept, false)
    },
    [ask, storage],
  )

  const verify = useCallback(() => {
    if (pending.current) void ask(pending.current, true)
  }, [ask])

  const dismiss = useCallback(() => {
    if (onTheWay.current || (pending.current && Date.now() - Date.parse(pending.current.at) <= oldAfterMs)) return
    pending.current = null
    keep(storage, null)
    setCurrent({ state: 'ninguna' })
  }, [storage])

  useAskingAgain(current, verify)
  return { current, send, verify, dismiss }
}

/** Asks by itself while the end is unknown: at once on arrival, then every few seconds, and when the network is back. */
function useAskingAgain<E extends Endpoint>(current: Operation<E>, verify: () => void): void {
  const asked = useRef(false)
  const waits = current.state === 'desconocido' && !current.asking && !current.old
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(verify, asked.current ? askEveryMs : 0)
    asked.current = true
    window.addEventListener('online', verify)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', verify)
    }
  }, [waits, current, verify])
}
