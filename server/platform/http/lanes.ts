/**
 * Which connections a call runs on, and how many calls at a time: of all callers, and of one. The sale has
 * a lane that nothing else takes; a report waits for reports, in turns that no caller can take from the others.
 * The turns are an instance's own: with two, a caller may have twice as many under way.
 */
import type { Endpoint } from '@contract/endpoint.ts'
import { connections, type Database, type Store } from '../db/databases.ts'
import { Problem } from './problem.ts'
import { Bulkhead, type BulkheadLimits } from './bulkhead.ts'

type Lane = 'money' | 'work' | 'lists' | 'reports'

const patience_ms = 10_000
/** Turns at so many connections: two of them stay free for the session checks that come before. */
const bulkheadAt = (count: number) => count - 2
const limits: Record<Lane, BulkheadLimits> = {
  money: { most: bulkheadAt(connections.money), each: 6, waiting_each: 200, waiting: 1_000, patience_ms },
  work: { most: bulkheadAt(connections.work), each: 3, waiting_each: 100, waiting: 500, patience_ms },
  lists: { most: bulkheadAt(connections.lists), each: 3, waiting_each: 60, waiting: 300, patience_ms },
  // A dashboard asks for a dozen at once, each of which is short; a long one takes a core.
  reports: { most: connections.reports, each: connections.reports / 2, waiting_each: 60, waiting: 300, patience_ms },
}
/** Files that come in or are being worked on, each of them whole in memory: the next ones wait in their senders' hands. */
const files: BulkheadLimits = { most: 12, each: 3, waiting_each: 12, waiting: 60, patience_ms }
/** Calls of one token under way and waiting, whatever they ask for: more of them cost not even a look at its session. */
const crowd = 80

/** A call that only reads, by its method or because its filter is too large for an address. */
export function isReading({ method, read_only }: Endpoint): boolean {
  return method === 'GET' || read_only === true
}

export function laneOf(endpoint: Endpoint): Lane {
  // A large body is long work, whatever it moves: no sale waits for it.
  if (endpoint.moves_money && !endpoint.largest_body) return 'money'
  if (!isReading(endpoint)) return 'work'
  return endpoint.reports ? 'reports' : 'lists'
}

export function storeOf(database: Database, lane: Lane): Store {
  return lane === 'work' ? database : database[lane]
}

/** The turns of one instance at its databases. */
export class Lanes {
  private readonly bulkheads = new WeakMap<Database, Record<Lane, Bulkhead>>()
  private readonly files = new Bulkhead(files)
  private readonly tokens = new Map<string, number>()

  /** Counts a call of a token in, before anything is known of it. Answers what counts it out. Throws `busy`. */
  arrive(token: string): () => void {
    const here = this.tokens.get(token) ?? 0
    if (here >= crowd) throw new Problem('busy')
    this.tokens.set(token, here + 1)
    return () => {
      const left = this.tokens.get(token)! - 1
      if (left === 0) this.tokens.delete(token)
      else this.tokens.set(token, left)
    }
  }

  /** Waits for a place for a file of `who`. Answers what gives it back. Throws `busy`. */
  receive({ key }: Database, who: string): Promise<() => void> {
    return this.files.take(`${key} ${who}`)
  }

  /** Waits for a turn of `who`. Answers what gives it back. Throws `busy`, or `CallerGone`. */
  enter(database: Database, lane: Lane, who: string, signal: AbortSignal): Promise<() => void> {
    let own = this.bulkheads.get(database)
    if (!own) {
      own = {
        money: new Bulkhead(limits.money),
        work: new Bulkhead(limits.work),
        lists: new Bulkhead(limits.lists),
        reports: new Bulkhead(limits.reports),
      }
      this.bulkheads.set(database, own)
    }
    return own[lane].take(who, signal)
  }
}
