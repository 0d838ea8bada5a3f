/** What the server tells of an entity: this tab's one connection for it, and how it stands. */
import type { AxiosResponse } from 'axios'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { nameOf, type Endpoint } from '@contract/endpoint.ts'
import { useResourceSubscription } from '@refinedev/core'
import { refreshedUser, urlOf } from './http.ts'
import { liveChannel } from './live.ts'
import { LiveStream, type LiveState } from './live-stream.ts'
import { networkProblem, ProblemError, problemFrom } from './problem-error.ts'
import { queryClient } from './query-client.ts'
import { renew } from './refresh.ts'
import { tabToken } from './tab-token.ts'

/** By their entity: those that somebody looked at. */
const opened = new Map<string, LiveStream>()
const watchers = new Set<() => void>()
/** Who hears what an entity's events say, by the entity. */
const hearers = new Map<string, Set<(name: string, data: string) => void>>()

/** The stream of an entity over its call `live`; `moved` is the first caller's. */
export function streamOf(entity: string, live: Endpoint, moved: () => void): LiveStream {
  const stream =
    opened.get(entity) ??
    new LiveStream({
      open: (signal) => openEvents(live, signal),
      unanswered: (error) => error instanceof ProblemError && error.unanswered,
      moved,
      said: (name, data) => hearers.get(entity)?.forEach((hear) => hear(name, data)),
      changed: () => watchers.forEach((watcher) => watcher()),
      busy: () => queryClient.isFetching({ queryKey: ['data', 'default', entity] }) > 0,
    })
  opened.set(entity, stream)
  return stream
}

/**
 * Opens an endpoint that answers events, for as long as `signal` lets it. Throws `ProblemError`; a session
 * that is over is left to whatever is asked next.
 */
async function openEvents(endpoint: Endpoint, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const ask = async (token: string | null) => {
    const headers = { accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) }
    return fetch(urlOf(endpoint, {}), { headers, signal, cache: 'no-store' }).catch((): never => {
      throw networkProblem()
    })
  }
  const token = await tabToken(signal)
  let response = await ask(token)
  if (response.status === 401 && (await renew(token, refreshedUser)) === 'renewed')
    response = await ask(await tabToken(signal))
  if (response.ok && response.body) return response.body
  const { status } = response
  throw await problemFrom({ status, data: await response.blob() } as AxiosResponse<unknown>)
}

const notYet: LiveState = { way: 'opening', since: 0 }
function watchStates(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** How this tab hears of an entity's movements now. */
export function useLiveState({ name }: { name: string }): LiveState {
  return useSyncExternalStore(watchStates, () => opened.get(name)?.state ?? notYet)
}

/**
 * Hears what an event of a call says (`data`, one of those that it `says`), for as long as its screen is there, over
 * the one connection of the entity; what a screen reads of that entity is read again by itself.
 */
export function useServerEvents<T extends z.ZodType>(
  endpoint: Endpoint,
  data: T,
  hear: (said: z.output<T>) => void,
): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  const { entity } = nameOf(endpoint)
  useResourceSubscription({ resource: entity, channel: liveChannel(entity), types: ['*'], enabled: true })
  useEffect(() => {
    const told = (name: string, text: string) => {
      if (endpoint.says?.[name] !== data) return
      // A page older than its server does not know all that it says, and reads again all the same.
      const read = data.safeParse(JSON.parse(text))
      if (read.success) latest.current(read.data)
    }
    const all = hearers.get(entity) ?? new Set()
    hearers.set(entity, all.add(told))
    return () => void all.delete(told)
  }, [endpoint, entity, data])
}
