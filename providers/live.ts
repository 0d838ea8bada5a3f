/**
 * What one tab changed, told to the other tabs of the same person and database: their lists and records
 * of that entity are read again. Nothing of the change itself travels, only which entity it was. Where the
 * server tells of an entity's movements (its call `live`), they are heard for as long as somebody looks at it.
 */
import type { LiveEvent, LiveProvider } from '@refinedev/core'
import { endpointsOf } from '@contract/endpoint.ts'
import { sessionState } from './session-store.ts'

/** Who changed it. Tabs of other people of this browser, or of another database, must not even hear. */
export interface LiveIdentity {
  id: number
  database: string
}

/** The part of a `BroadcastChannel` that is used. */
export type LiveChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

interface LiveMessage extends LiveIdentity {
  channel: string
  type: LiveEvent['type']
}

interface Subscription {
  channel: string
  types: readonly LiveEvent['type'][]
  callback: (event: LiveEvent) => void
}

/** Refine's name for the changes of an entity. */
export function liveChannel(entity: string): string {
  return `${rooms}${entity}`
}
const rooms = 'resources/'

/** What the server tells of a channel, where it tells anything. */
type ServerStreams = (
  channel: string,
  moved: () => void,
) => { join: () => Promise<void>; leave: () => Promise<void> } | undefined

/** A live provider over `channel`; a browser without one hears and tells no other tab. */
export function liveProviderOver(
  channel: LiveChannel | null,
  identity: () => LiveIdentity | null,
  streams: ServerStreams = () => undefined,
) {
  const subscriptions = new Set<Subscription>()
  const tell = (event: LiveEvent) => {
    for (const one of subscriptions) {
      if (one.channel === event.channel && (one.types.includes('*') || one.types.includes(event.type)))
        one.callback(event)
    }
  }
  const streamOf = (name: string) =>
    streams(name, () => tell({ channel: name, type: 'updated', payload: {}, date: new Date() }))
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
    const own = identity()
    if (!own || own.id !== data.id || own.database !== data.database) return
    tell({ channel: data.channel, type: data.type, payload: {}, date: new Date() })
  })
  return {
    publish: (event) => {
      const own = identity()
      if (!own) return
      const message: LiveMessage = { id: own.id, database: own.database, channel: event.channel, type: event.type }
      channel?.postMessage(message)
    },
    subscribe: ({ channel: name, types, callback }) => {
      const one: Subscription = { channel: name, types, callback }
      subscriptions.add(one)
      void streamOf(name)?.join()
      return one
    },
    unsubscribe: (one: Subscription) => {
      subscriptions.delete(one)
      void streamOf(one.channel)?.leave()
    },
  } satisfies LiveProvider
}

/** The code of it comes with the first screen that needs it. */
const serverEvents: ServerStreams = (channel, moved) => {
  const entity = channel.slice(rooms.length)
  const live = endpointsOf(entity)?.['live']
  if (live?.response !== 'events') return undefined
  const stream = async () => (await import('./server-events.ts')).streamOf(entity, live, moved)
  return { join: async () => (await stream()).join(), leave: async () => (await stream()).leave() }
}

export const liveProvider = liveProviderOver(
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sorteo-live'),
  () => sessionState().user,
  serverEvents,
)
