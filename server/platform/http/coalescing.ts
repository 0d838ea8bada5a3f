/**
 * Readings that many ask for at the same moment, because the server told them that something moved: those who ask
 * alike are answered from one. It begins after each of them has asked, so nobody gets an older answer than by asking
 * alone; while it is under way the next one gathers, so that of one question one reading runs at a time.
 */
import { CallerGone } from '../db/lost.ts'

/** How one caller asks. What `key` says must say all that the answer hangs from. */
export interface CoalescedRead<T> {
  key: string
  /** Whose turn it may take, and how. Throws `busy`. */
  who: string
  enter: (signal: AbortSignal) => Promise<() => void>
  /** Ended when nobody waits for it any more. */
  read: (signal: AbortSignal) => Promise<T>
  signal: AbortSignal
}

/** So many callers wait for a turn in the name of all: one who asks for too much holds up no others. */
const mostInQueue = 8

export class Coalescer<T = unknown> {
  /** The last one asked for of each question: its answer, or that it failed, is still to come. */
  private readonly last = new Map<string, Reading<T>>()

  /** The answer of a reading that begins from now on. Throws what it throws, and `CallerGone` when `signal` ends. */
  async read(asked: CoalescedRead<T>): Promise<T> {
    if (asked.signal.aborted) throw new CallerGone()
    const { key } = asked
    let reading = this.last.get(key)
    if (!reading || reading.hasBegun) {
      const one = new Reading<T>(reading?.ended)
      reading = one
      this.last.set(key, one)
      void one.ended.then(() => {
        if (this.last.get(key) === one) this.last.delete(key)
      })
    }
    return reading.join(asked)
  }
}

class Reading<T> {
  hasBegun = false
  /** With the one before it, which may outlast one that everybody left. Never fails. */
  readonly ended: Promise<void>
  private readonly answer: Promise<T>
  private settle!: { resolve: (answer: T) => void; reject: (error: unknown) => void }
  private readonly before: Promise<void> | undefined
  private waiting = 0
  private readonly inQueue = new Set<string>()
  /** Turns that are no longer needed. */
  private readonly queued = new AbortController()
  private readonly abandoned = new AbortController()

  constructor(before: Promise<void> | undefined) {
    this.before = before
    this.answer = new Promise((resolve, reject) => {
      this.settle = { resolve, reject }
    })
    this.ended = this.answer.then(
      () => before,
      () => before,
    )
  }

  join({ who, enter, read, signal }: CoalescedRead<T>): Promise<T> {
    this.waiting += 1
    if (this.inQueue.size < mostInQueue && !this.inQueue.has(who)) {
      this.inQueue.add(who)
      void this.queue(who, enter, read)
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(new CallerGone())
        this.waiting -= 1
        if (this.waiting === 0) this.abandon()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const stay = () => signal.removeEventListener('abort', onAbort)
      this.answer.then(resolve, reject).finally(stay)
    })
  }

  private abandon(): void {
    this.hasBegun = true
    this.queued.abort()
    this.abandoned.abort()
    this.settle.reject(new CallerGone())
  }

  private async queue(who: string, enter: CoalescedRead<T>['enter'], read: CoalescedRead<T>['read']): Promise<void> {
    let leave: (() => void) | undefined
    try {
      await this.before
      leave = await enter(this.queued.signal)
      if (this.hasBegun) return
      this.hasBegun = true
      // Few readings have others in the queue, and ending nothing costs a fault with its stack.
      if (this.inQueue.size > 1) this.queued.abort()
      this.settle.resolve(await read(this.abandoned.signal))
    } catch (error) {
      this.inQueue.delete(who)
      // Whoever else waits for a turn still may get one; a turn that was no longer needed says nothing.
      if (leave || (!this.hasBegun && this.inQueue.size === 0)) {
        this.hasBegun = true
        this.settle.reject(error)
      }
    } finally {
      leave?.()
    }
  }
}
