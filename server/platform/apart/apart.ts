/**
 * Work that is done apart from the process that sells: what others send is read in processes of their own, a few at
 * a time, each with so much memory and so much time. What they find comes back in pieces, at the pace of whoever
 * takes them. A new kind of work is a name in `server/apart.ts`.
 */
import { Problem } from '../http/problem.ts'
import { Bulkhead } from '../http/bulkhead.ts'
import { Child } from './child.ts'
import type { OptionsOf, PieceOf, WorkerReply, WishOf, Work } from './protocol.ts'

/** Two of them leave the sales a core where there are more; of the waiting, each is held by its sender. */
const limits = { most: 2, each: 1, waiting_each: 3, waiting: 12, patience_ms: 15_000 }

/** One that has worked so often, or that still holds much when it is done, is not used again. */
const worn = { jobs: 100, resident: 180_000_000 }
const idleMs = 30_000

export interface JobRequest<W extends Work> {
  /** Whose job it is: nobody takes the places of all. */
  who: string
  /** As `server/apart.ts` calls it. */
  kind: string
  bytes: Uint8Array
  options: OptionsOf<W>
  /** Ends the waiting for a place. */
  signal?: AbortSignal | undefined
}

/** The next piece, when it is there; undefined when there are no more. */
export type Next<W extends Work> = (wish?: WishOf<W>) => Promise<PieceOf<W> | undefined>

export class Apart {
  /** What a job may take of its process's time, in milliseconds. What its taker does between pieces does not count. */
  patience_ms = 20_000
  /** What a process may hold, its buffers included, in bytes: seen while it works. */
  most_resident = 256_000_000
  private readonly bulkhead = new Bulkhead(limits)
  private readonly idle = new Map<Child, NodeJS.Timeout>()
  private readonly working = new Set<Child>()
  private readonly source: string
  private isClosed = false

  /** `source` is the program that works, as it lies in the house. */
  constructor(source = 'server/apart.ts') {
    this.source = source
  }

  /** The processes that there are, by their numbers. */
  get pids(): number[] {
    return [...this.working, ...this.idle.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
  }

  /**
   * Does a job and hands its pieces to `take`, which takes as many as it wants.
   * @throws Problem `busy`, `file_too_slow`, `file_too_heavy`, `file_interrupted`, and what the work itself throws
   */
  async run<W extends Work, T>(job: JobRequest<W>, take: (next: Next<W>) => Promise<T>): Promise<T> {
    const leave = await this.bulkhead.take(job.who, job.signal)
    try {
      return await this.work(job, take)
    } finally {
      leave()
    }
  }

  /** What comes of a job that has one piece. @throws Problem as `run` does */
  one<W extends Work>(job: JobRequest<W>): Promise<PieceOf<W>> {
    return this.run<W, PieceOf<W>>(job, async (next) => {
      const piece = (await next())!
      // Asked for more it is at its end, and good for the next job.
      await next()
      return piece
    })
  }

  /** Ends all of them, and what they are at. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const timer of this.idle.values()) clearTimeout(timer)
    await Promise.all([...this.idle.keys(), ...this.working].map((child) => child.end()))
    this.idle.clear()
  }

  private async work<W extends Work, T>(job: JobRequest<W>, take: (next: Next<W>) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new Problem('unavailable')
    const child = this.waiting() ?? new Child(this.source, this.most_resident)
    this.working.add(child)
    child.hold(true)
    let left = this.patience_ms
    let resident: number | undefined
    const ask = async (asked: Parameters<Child['ask']>[0], bytes?: Uint8Array) => {
      const from = performance.now()
      const reply = await child.ask(asked, { ms: left, resident: this.most_resident }, bytes)
      left -= performance.now() - from
      if ('resident' in reply) ({ resident } = reply)
      return pieceIn(reply)
    }
    try {
      if (child.jobs === 0) await child.ready()
      let first: Promise<unknown> | undefined = ask(
        { begin: job.kind, options: job.options, size: job.bytes.length },
        job.bytes,
      )
      // Whatever `take` waits for first, its failure is heard by whoever asks for the piece.
      first.catch(() => undefined)
      return await take(async (wish) => {
        const piece = first ?? ask({ more: wish })
        first = undefined
        return (await piece) as PieceOf<W> | undefined
      })
    } finally {
      this.working.delete(child)
      await this.rest(child, resident)
    }
  }

  /** One that is there already. */
  private waiting(): Child | undefined {
    for (const [child, timer] of this.idle) {
      clearTimeout(timer)
      this.idle.delete(child)
      if (!child.isGone) return child
    }
    return undefined
  }

  /** Kept for the next job where it came to the end of this one and is as good as new; otherwise ended. */
  private async rest(child: Child, resident: number | undefined): Promise<void> {
    child.jobs += 1
    child.hold(false)
    const isFit = resident !== undefined && resident < worn.resident && child.jobs < worn.jobs
    if (!isFit || child.isGone || this.isClosed) return child.end()
    const timer = setTimeout(() => {
      this.idle.delete(child)
      void child.end()
    }, idleMs)
    timer.unref()
    this.idle.set(child, timer)
  }
}

function pieceIn(reply: WorkerReply): unknown {
  if ('piece' in reply) return reply.piece
  if ('problem' in reply) throw new Problem(reply.problem.code, reply.problem as never)
  if ('fault' in reply) throw new Error(`Work that was done apart failed: ${reply.fault}`)
  return undefined
}

/** Of this instance. */
export const apart = new Apart()
