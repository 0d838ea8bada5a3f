/**
 * A record as it was last read, by whoever read it last. A form over part of it sends the rest as it is now:
 * with what it opened with it would undo what somebody else saved.
 */
import { useRef } from 'react'

export interface Newest<T> {
  get: () => T
  /** Takes an answer of the server, and gives the newest back. */
  take: (answer: unknown) => T
}

export function useNewest<T extends object>(row: T): Newest<T> {
  const known = useRef(row)
  const versionOf = (one: T) => (one as { version: number }).version
  const offer = (one: T) => {
    if (versionOf(one) >= versionOf(known.current)) known.current = one
    return known.current
  }
  return { get: () => offer(row), take: (answer) => offer(answer as T) }
}
