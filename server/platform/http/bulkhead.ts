/**
 * Turns at something there is little of: so many at a time, so many of them one caller's, and a queue that
 * is short and patient for seconds only. Whoever has least under way comes first, so that a caller with
 * three hundred calls makes only itself wait.
 */
import { CallerGone } from '../db/lost.ts'
import { Problem } from './problem.ts'

export interface BulkheadLimits {
  /** Under way at once. */
  most: number
  /** Of them, one caller's. */
  each: number
  /** Waiting at once, one caller's and all together. */
  waiting_each: number
  waiting: number
  patience_ms: number
}

interface Waiting {
  who: string
  begin(): void
}

export class Bulkhead {
  private readonly underWay = new Map<string, number>()
  private readonly queue: Waiting[] = []
  private inUse = 0
  private readonly limits: BulkheadLimits

  constructor(limits: BulkheadLimits) {
    this.limits = limits
  }

  /**
   * Waits for a turn; answers what gives it back, which may be called twice. Throws the problem `busy` when
   * the queue is full or the wait too long, and `CallerGone` when `signal` ends it.
   */
  async take(who: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new CallerGone()
    if (!this.mayBegin(who)) await this.wait(who, signal)
    else this.begin(who)
    let given = false
    return () => {
      if (given) return
      given = true
      this.end(who)
    }
  }

  private mayBegin(who: string): boolean {
    return this.inUse < this.limits.most && (this.underWay.get(who) ?? 0) < this.limits.each
  }

  private begin(who: string): void {
    this.inUse += 1
    this.underWay.set(who, (this.underWay.get(who) ?? 0) + 1)
  }

  private end(who: string): void {
    this.inUse -= 1
    const left = (this.underWay.get(who) ?? 1) - 1
    if (left === 0) this.underWay.delete(who)
    else this.underWay.set(who, left)
    this.callNext()
  }

  /** Of those that may begin, the first of a caller who has least under way. */
  private callNext(): void {
    let best: Waiting | undefined
    for (const one of this.queue) {
      if (!this.mayBegin(one.who)) continue
      if (!best || (this.underWay.get(one.who) ?? 0) < (this.underWay.get(best.who) ?? 0)) best = one
    }
    best?.begin()
  }

  private wait(who: string, signal?: AbortSignal): Promise<void> {
    const own = this.queue.filter((one) => one.who === who).length
    if (own >= this.limits.waiting_each || this.queue.length >= this.limits.waiting) throw new Problem('busy')
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.queue.splice(this.queue.indexOf(waiting), 1)
      }
      const onAbort = () => {
        leave()
        reject(new CallerGone())
      }
      const timer = setTimeout(() => {
        leave()
        reject(new Problem('busy'))
      }, this.limits.patience_ms)
      const waiting: Waiting = {
        who,
        begin: () => {
          leave()
          this.begin(who)
          resolve()
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.queue.push(waiting)
    })
  }
}
