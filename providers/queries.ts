/**
 * The contract's calls as Refine's hooks: cached reads, and actions that are safe to press twice. Each
 * has the types of its endpoint. What is cached lies under its entity, so that a change to the entity
 * finds it: `['data', 'default', entity, endpoint, arguments]`, one record as Refine itself names it.
 */
import {
  useCustom,
  useCustomMutation,
  useDataProvider,
  useInvalidate,
  useList,
  useOne,
  usePublish,
  useResourceSubscription,
  type BaseKey,
} from '@refinedev/core'
import { keepPreviousData, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { nameOf, type Answer, type Arguments, type Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { listWords, metaOf } from './data.ts'
import { ProblemError } from './http.ts'
import { liveChannel } from './live.ts'
import { useToasts } from './notifications.ts'
import { perform, type Operation, type SendCall } from './operation.ts'

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

/** The parts of a call, whatever its endpoint. */
interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

type CustomMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'
const methodOf = ({ method }: Endpoint) => method.toLowerCase() as CustomMethod

/** The cache key of a call. An entity's record has one key, whichever hook reads it. */
export function queryKey<E extends Endpoint>(endpoint: E, args?: Arguments<E>): QueryKey {
  const { entity, name } = nameOf(endpoint)
  const { params, query, body } = (args ?? {}) as Parts
  const ids = Object.entries(params ?? {})
  const [only] = ids
  if (name === 'show' && ids.length === 1 && only?.[0] === 'id' && query === undefined && body === undefined)
    return ['data', 'default', entity, 'one', String(only[1]), {}]
  return ['data', 'default', entity, name, args ?? {}]
}

/** Refine caches every answer as `{ data }`. */
const inside = (cached: { data: unknown }): never => cached.data as never

function readingOf({ enabled, refetchInterval, keepPrevious }: CallHookOptions) {
  return {
    ...(enabled !== undefined && { enabled }),
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  }
}

/** A cached read. Aborted when nobody waits for it any more; asked again when another tab changed the entity. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  args?: Arguments<E>,
  options: CallHookOptions = {},
): UseQueryResult<Answer<E>, ProblemError> {
  const { entity } = nameOf(endpoint)
  const { params, query, body } = (args ?? {}) as Parts
  useResourceSubscription({
    resource: entity,
    channel: liveChannel(entity),
    types: ['*'],
    enabled: options.enabled ?? true,
  })
  const { query: result } = useCustom<object, ProblemError>({
    url: endpoint.path,
    method: methodOf(endpoint),
    config: { payload: body },
    meta: metaOf({ params, query }),
    queryOptions: { ...readingOf(options), queryKey: queryKey(endpoint, args), select: inside },
    errorNotification: false,
  })
  return result as unknown as UseQueryResult<Answer<E>, ProblemError>
}

/** One record of an entity, by the id that its `show` takes. */
export function useRecord<S extends Endpoint>(
  { name }: { name: string; show: S },
  id: BaseKey,
  options: CallHookOptions = {},
): UseQueryResult<Answer<S>, ProblemError> {
  const { query: result } = useOne<object, ProblemError>({
    resource: name,
    id,
    queryOptions: { ...readingOf(options), select: inside },
    errorNotification: false,
  })
  return result as unknown as UseQueryResult<Answer<S>, ProblemError>
}

/**
 * One page of a list, by the list's query as it stands. The last page stays while the next one loads; rows that move
 * come again by themselves.
 */
export function useRows<E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, unknown>>,
  every_seconds?: number,
): UseQueryResult<Answer<E>, ProblemError> {
  const { entity, name } = nameOf(endpoint)
  const words = listWords(query)
  const { query: result } = useList<object, ProblemError>({
    resource: entity,
    ...words,
    meta: metaOf({ list: name }),
    queryOptions: {
      queryKey: ['data', 'default', entity, name, words],
      placeholderData: keepPreviousData as never,
      ...(every_seconds && { refetchInterval: every_seconds * 1_000 }),
    },
    errorNotification: false,
  })
  return result as unknown as UseQueryResult<Answer<E>, ProblemError>
}

/** Reads any call once. Rejects with a `ProblemError`. */
export type ReadCall = <E extends Endpoint>(endpoint: E, args: Arguments<E>) => Promise<Answer<E>>

/**
 * Reads once, when something happens and not because it is on screen: the record as it is now, after a
 * conflict. Past what is cached and without touching it, so that no form changes under its own question.
 */
export function useReadOnce<E extends Endpoint>(endpoint: E): (args: Arguments<E>) => Promise<Answer<E>> {
  const read = useReading()
  return useCallback((args) => read(endpoint, args), [read, endpoint])
}

/** The same of whichever call it turns out to be. */
export function useReading(): ReadCall {
  const client = useQueryClient()
  const { custom } = useDataProvider()()
  return useCallback(
    async (endpoint, args) => {
      const { params, query, body: payload } = args as Parts
      const meta = metaOf({ params, query })
      const read = await client.fetchQuery({
        queryKey: ['data', 'default', nameOf(endpoint).entity, 'once', endpoint.path, args],
        queryFn: () => custom!({ url: endpoint.path, method: methodOf(endpoint), payload, meta }),
        retry: false,
        gcTime: 0,
      })
      return read.data as never
    },
    [client, custom],
  )
}

/** Marks what is cached of an entity as old: what is on screen is asked for again, in the other tabs too. */
export function useEndpointCache(): { invalidate(entity: Named): Promise<void> } {
  const invalidateResource = useInvalidate()
  const publish = usePublish()
  const invalidate = useCallback(
    ({ name: resource }: Named) => {
      publish?.({ channel: liveChannel(resource), type: 'updated', payload: {}, date: new Date() })
      return invalidateResource({
        resource,
        invalidates: ['resourceAll'],
        // A read that began before the change would bring back what was.
        invalidationOptions: { cancelRefetch: true },
      })
    },
    [invalidateResource, publish],
  )
  return { invalidate }
}

/** What was sent is not kept: it may be a password. */
export const uncached = { gcTime: 0 } as const

/**
 * A write as it is, for what runs many or keeps its own key: it throws, says nothing and invalidates
 * nothing. Everything else is `useAction`.
 */
export function useSend<E extends Endpoint>(endpoint: E): SendCall<E> {
  const { mutateAsync } = useCustomMutation<object, ProblemError, unknown>({ mutationOptions: uncached })
  return useCallback(
    async (args, options = {}) => {
      const { params, query, body } = args as Parts
      const { data } = await mutateAsync({
        url: endpoint.path,
        method: methodOf(endpoint) as Exclude<CustomMethod, 'get'>,
        values: body,
        meta: metaOf({ params, query, options }),
        successNotification: false,
        errorNotification: false,
      })
      return data as Answer<E>
    },
    [endpoint, mutateAsync],
  )
}

export interface ActionOptions {
  /** What the action changes: asked for again after it. */
  invalidates?: readonly Named[]
  /** The sentence under 'Operación Exitosa!'; false for no toast. */
  success?: string | false
  /** Does a toast say what went wrong? It does unless the screen itself shows it: always, or this problem. */
  failure?: false | ((problem: ProblemBody) => boolean)
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
  return useKeyed(endpoint, useSend(endpoint), options)
}

/** An action over any way to send: one at a time, keyed for money, told of and followed by what it changed. */
export function useKeyed<E extends Endpoint>(endpoint: E, send: SendCall<E>, options: ActionOptions): Action<E> {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<ProblemBody | null>(null)
  const operation = useRef<Operation>({ running: false, unanswered: null })
  const latest = useRef({ send, options })
  latest.current = { send, options }
  const { invalidate } = useEndpointCache()
  const toasts = useToasts()
  const run = useCallback(
    async (args: Arguments<E>) => {
      if (operation.current.running) return undefined
      operation.current.running = true
      setPending(true)
      setProblem(null)
      try {
        const answer = await perform(endpoint, args, operation.current, latest.current.send)
        const { invalidates = [], success } = latest.current.options
        await Promise.all(invalidates.map(invalidate))
        if (success !== false) toasts.success(success)
        return answer
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        setProblem(error.body)
        const { failure } = latest.current.options
        if (failure !== false && (failure?.(error.body) ?? true)) toasts.error(error)
        return undefined
      } finally {
        operation.current.running = false
        setPending(false)
      }
    },
    [endpoint, invalidate, toasts],
  )
  const reset = useCallback(() => setProblem(null), [])
  return { run, pending, problem, reset }
}
