/** Calls as hooks: cached reads, and actions that are safe to press twice. */
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import { entities } from '@contract/index.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { notice } from '@/kit/page/notice.ts'
import { call, newOperationKey, ProblemError } from './http.ts'

export interface CallHookOptions {
  enabled?: boolean
  /** Milliseconds, or false. */
  refetchInterval?: number | false
  /** Goes on showing the last answer while the one for new arguments is on its way. */
  keepPrevious?: boolean
}

/** Anything with an entity's name. */
interface Named {
  name: string
}

const names = new Map<Endpoint, readonly [entity: string, endpoint: string]>()
for (const entity of Object.values(entities)) {
  for (const [name, endpoint] of Object.entries(entity.endpoints)) names.set(endpoint as Endpoint, [entity.name, name])
}

/** The cache key of a call: entity, endpoint, arguments. */
export function queryKey<E extends Endpoint>(endpoint: E, args?: Arguments<E>): readonly unknown[] {
  return [...(names.get(endpoint) ?? ['', endpoint.path]), args ?? {}]
}

/** A cached read. Aborted when nobody waits for it any more. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  args?: Arguments<E>,
  options: CallHookOptions = {},
): UseQueryResult<Answer<E>, ProblemError> {
  const { keepPrevious, ...rest } = options
  return useQuery<Answer<E>, ProblemError, Answer<E>>({
    queryKey: queryKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, args ?? ({} as Arguments<E>), { signal }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    ...rest,
  })
}

/** Marks what is cached of an entity as old: what is on screen is asked for again. */
export function useEndpointCache(): { invalidate(entity: Named): Promise<void> } {
  const client = useQueryClient()
  const invalidate = useCallback(
    (entity: Named) =>
      client.invalidateQueries({
        predicate: ({ queryKey: key }) => key[0] === entity.name || (key[0] === 'data' && key[2] === entity.name),
      }),
    [client],
  )
  return { invalidate }
}

export interface ActionOptions {
  /** What the action changes: asked for again after it. */
  invalidates?: readonly Named[]
  /** The sentence under 'Operación Exitosa!'; false for no toast. */
  success?: string | false
  /** False when the screen itself shows what went wrong. */
  failure?: false
}

export interface Action<E extends Endpoint> {
  /** Answers undefined when it failed (see `problem`) or when the previous run is still in flight. */
  run(args: Arguments<E>): Promise<Answer<E> | undefined>
  pending: boolean
  problem: ProblemBody | null
  reset(): void
}

/**
 * A write, pessimistic: the screen changes when the server has answered. If no answer came, running it
 * again with the same arguments repeats the same operation, so that it cannot happen twice.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions = {}): Action<E> {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<ProblemBody | null>(null)
  const operation = useRef<Operation>({ running: false, unanswered: null })
  const latest = useRef(options)
  latest.current = options
  const { invalidate } = useEndpointCache()
  const run = useCallback(
    async (args: Arguments<E>) => {
      if (operation.current.running) return undefined
      operation.current.running = true
      setPending(true)
      setProblem(null)
      try {
        const answer = await perform(endpoint, args, operation.current)
        const { invalidates = [], success } = latest.current
        await Promise.all(invalidates.map(invalidate))
        if (success !== false) notice.success(success)
        return answer
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        setProblem(error.body)
        if (latest.current.failure !== false) notice.error(error)
        return undefined
      } finally {
        operation.current.running = false
        setPending(false)
      }
    },
    [endpoint, invalidate],
  )
  const reset = useCallback(() => setProblem(null), [])
  return { run, pending, problem, reset }
}

interface Operation {
  running: boolean
  /** The last run, when nobody knows whether it happened. */
  unanswered: { asked: string; operation_key: string } | null
}

async function perform<E extends Endpoint>(endpoint: E, args: Arguments<E>, operation: Operation): Promise<Answer<E>> {
  const asked = JSON.stringify(args)
  const repeated = operation.unanswered?.asked === asked ? operation.unanswered.operation_key : null
  const operation_key = endpoint.moves_money ? (repeated ?? newOperationKey()) : undefined
  try {
    const answer = await call(endpoint, args, operation_key ? { operation_key } : {})
    operation.unanswered = null
    return answer
  } catch (error) {
    const unsure = error instanceof ProblemError && (error.unanswered || error.body.status >= 500)
    operation.unanswered = unsure && operation_key ? { asked, operation_key } : null
    throw error
  }
}
