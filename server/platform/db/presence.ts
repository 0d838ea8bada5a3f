/**
 * Whether a further banca's database is there. One that is away is not asked: what can do without it goes on at once,
 * and what cannot says so at once. It is looked for behind that, ever less often, until it comes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway, isLost } from './lost.ts'

const firstMs = 1_000
const longestMs = 30_000
/** What others wait for must not hang from one that does not answer. */
const patienceMs = 3_000

export class Presence {
  private away = false
  private ended = false
  private timer: NodeJS.Timeout | undefined
  private prepare: () => Promise<unknown> = () => Promise.resolve()
  private readonly ask: () => Promise<unknown>
  /** Told when it goes and when it comes. */
  heard: (isAway: boolean) => void = () => undefined

  /** `ask` fails while it is away; without one the server cannot do without this database, and it is never said to be. */
  constructor(ask?: () => Promise<unknown>) {
    this.ask = ask ?? (() => Promise.resolve())
    this.isNeeded = ask === undefined
  }

  private readonly isNeeded: boolean

  get isAway(): boolean {
    return this.away
  }

  /** It is away from now on, until it answers and `prepare` is done with it. */
  lose(prepare?: () => Promise<unknown>): void {
    if (prepare) this.prepare = prepare
    if (this.isNeeded || this.away || this.ended) return
    this.away = true
    this.heard(true)
    this.lookIn(firstMs)
  }

  /** It is away if this is what one hears then. */
  noteFault(fault: unknown): void {
    if (isLost(fault)) this.lose()
  }

  /** @throws DatabaseAway */
  expect(): void {
    if (this.away) throw new DatabaseAway()
  }

  /** What `work` found there; undefined where it is away, or does not answer. Where it is needed, a fault is thrown. */
  async ifThere<T>(work: () => Promise<T>): Promise<{ found: T } | undefined> {
    if (this.isNeeded) return { found: await work() }
    if (this.away) return undefined
    const over = new AbortController()
    const late = sleep(patienceMs, undefined, { signal: over.signal, ref: false }).then(() => {
      throw new DatabaseAway()
    })
    late.catch(() => undefined)
    try {
      return { found: await Promise.race([work(), late]) }
    } catch (fault) {
      if (!isLost(fault)) throw fault
      this.lose()
      return undefined
    } finally {
      over.abort()
    }
  }

  close(): void {
    this.ended = true
    clearTimeout(this.timer)
  }

  private lookIn(ms: number): void {
    if (this.ended) return
    this.timer = setTimeout(() => void this.look(ms), ms)
    this.timer.unref()
  }

  private async look(ms: number): Promise<void> {
    try {
      await this.prepare()
      await this.ask()
      if (this.ended) return
      this.away = false
      this.prepare = () => Promise.resolve()
      this.heard(false)
    } catch {
      this.lookIn(Math.min(ms * 2, longestMs))
    }
  }
}
