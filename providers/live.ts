/**
 * What one tab changed, told to the other tabs of the same person and database: their lists and records
 * of that entity are read again. Nothing of the change itself travels, only which entity it was.
 */
import type { LiveEvent, LiveProvider } from '@refinedev/core'
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
  return `resources/${entity}`
}

/** A live provider over `channel`; a browser without one hears and tells nothing. */
export function liveProviderOver(channel: LiveChannel | null, identity: () => LiveIdentity | null) {
  const subscriptions = new Set<Subscription>()
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
    const own = identity()
    if (!own || own.id !== data.id || own.database !== data.database) return
    const event: LiveEvent = { channel: data.channel, type: data.type, payload: {}, date: new Date() }
    for (const one of subscriptions) {
      if (one.channel === data.channel && (one.types.includes('*') || one.types.includes(data.type)))
        one.callback(event)
    }
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
      return one
    },
    unsubscribe: (one: Subscription) => void subscriptions.delete(one),
  } satisfies LiveProvider
}

export const liveProvider = liveProviderOver(
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sorteo-live'),
  () => sessionState().user,
)
