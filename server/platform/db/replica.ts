/**
 * A streaming replica that reports are read from, so that they cost the primary nothing. It may be behind, end a
 * statement for what it has to replay, or go away: none of that is the person's. Before a call reads, it is looked
 * whether the replica has all that the primary had by then, which it mostly has within milliseconds. Where it has not,
 * whoever wrote something that it lacks reads the primary, and all others are told as of when their figures are. What
 * a person wrote last stands in the audit log, in the transaction of its effect, so every instance knows it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { executing, executor, list, type Executor, type Pool, type PoolOptions } from './connect.ts'
import { executorUntil, sendUntil } from './until.ts'
import type { Database, Store } from './databases.ts'
import { CallerGone, isLost, isRecoveryConflict } from './lost.ts'

/** What is read there, of the primary or of the replica. */
export type ReadKind = 'reports' | 'files'
export type ReadStores = Record<ReadKind, Store>

/** Where one call reads. */
export interface ReadSource {
  shares: ReadStores
  isReplica: boolean
  /** Only where a person must hear of it: everything until then is in what is read, and something since is not. */
  as_of?: Date
}

/** A replica that follows has all that there was at the beginning of a call within this. */
const catchUpMs = 150
/** As of when figures are is said when it is longer ago than this. */
const saidAfterMs = 3_000
/** A replica that went away is looked for this often. */
const lookEveryMs = 2_000
/** A look that takes longer finds nobody. */
const lookPatienceMs = 1_000
/** The newest things a person did that are looked for: of some done at the same moment, the last counted may be committed first. */
const newestDeeds = 20

interface Seen {
  is_replica: boolean
  is_current: boolean
  replayed_at: string | null
}

export class Replica {
  readonly shares: ReadStores
  private readonly primary: ReadStores
  private readonly looking: Executor
  private fault: unknown
  private isThere = true
  /** As the last look found it: one that is behind is not waited for. Each instance finds it out for itself. */
  private isBehind = false
  private same: Promise<boolean> | undefined
  private timer: NodeJS.Timeout | undefined
  private ended = false
  /** Told when it goes, with the reason, and when it comes. */
  heard: (fault: unknown) => void = () => undefined

  constructor(
    primary: ReadStores,
    open: (name: string, max: number, options?: PoolOptions) => Pool,
    shares: ReadStores,
  ) {
    this.primary = primary
    this.shares = shares
    this.looking = executor(
      open('replica', 2, {
        patience_ms: lookPatienceMs,
        statement_timeout_ms: lookPatienceMs,
        answer_timeout_ms: lookPatienceMs,
      }),
    )
  }

  get standing(): 'away' | 'behind' | 'current' {
    return this.isThere ? (this.isBehind ? 'behind' : 'current') : 'away'
  }

  /** What keeps it from being read, after a look at it; undefined when nothing does. */
  async meet(): Promise<unknown> {
    await this.look()
    return this.isThere ? undefined : this.fault
  }

  close(): void {
    this.ended = true
    clearTimeout(this.timer)
  }

  /** Where what this person asks is read: never older than what they did. */
  async sourceFor(user_id: number): Promise<ReadSource> {
    const own = { shares: this.primary, isReplica: false }
    if (!this.isThere) return own
    const { aside } = this.primary.reports
    const now = await aside.one<{ lsn: string; at: string }>(
      sql`SELECT pg_current_wal_flush_lsn()::text AS lsn, clock_timestamp() AS at`,
    )
    try {
      const seen = await this.catchUp(now!.lsn)
      if (!seen.is_replica) throw new NoReplica()
      const theirs = { shares: this.shares, isReplica: true }
      this.isBehind = !seen.is_current
      if (seen.is_current) return theirs
      if (seen.replayed_at === null || !(await this.hasDeedsOf(user_id, aside))) return own
      const as_of = new Date(seen.replayed_at)
      return new Date(now!.at).getTime() - as_of.getTime() > saidAfterMs ? { ...theirs, as_of } : theirs
    } catch (fault) {
      if (!isRecoveryConflict(fault)) this.lose(fault)
      return own
    }
  }

  /**
   * Does what only reads at a source. A statement that recovery ended is tried again, the last time at the primary;
   * a replica that goes away meanwhile leaves it to the primary at once. `work` is done anew each time.
   */
  async read<T>(source: ReadSource, share: ReadKind, work: (store: Store) => Promise<T>): Promise<T> {
    if (!source.isReplica) return work(source.shares[share])
    for (let tries = 1; ; tries++) {
      try {
        return await work(this.shares[share])
      } catch (fault) {
        const isConflict = isRecoveryConflict(fault)
        if (fault instanceof CallerGone || !(isConflict || isLost(fault))) throw fault
        if (isConflict && tries === 1) continue
        if (!isConflict) this.noteLost(fault)
        return work(this.primary[share])
      }
    }
  }

  /** Statements of a person's call, each as `read` does it. `told` hears as of when they are, where that must be said. */
  executorFor(user_id: number, signal: AbortSignal, told: (as_of: Date) => void): Executor {
    let source: Promise<ReadSource> | undefined
    const chosen = () =>
      (source ??= this.sourceFor(user_id).then((one) => {
        if (one.as_of) told(one.as_of)
        return one
      }))
    return executing(this.shares.reports.pool, async (query) =>
      this.read(await chosen(), 'reports', (store) => sendUntil(store, signal, query)),
    )
  }

  /** A lost statement is no lost server: whether that is so, a look tells. */
  private noteLost(fault: unknown): void {
    if ((fault as { code?: string }).code !== '25006') this.lose(fault)
  }

  private lose(fault: unknown): void {
    if (this.ended) return
    this.fault = fault
    if (!this.isThere) return
    this.isThere = false
    this.heard(fault)
    this.lookAgain()
  }

  private lookAgain(): void {
    this.timer = setTimeout(() => void this.look(), lookEveryMs)
    this.timer.unref()
  }

  private async look(): Promise<void> {
    const wasThere = this.isThere
    try {
      const seen = await this.seen('0/0')
      if (!seen.is_replica || !(await this.isOfThePrimary())) throw new NoReplica()
      this.isThere = true
      if (!wasThere) this.heard(undefined)
    } catch (fault) {
      this.lose(fault)
      if (!wasThere && !this.ended) this.lookAgain()
    }
  }

  private async seen(lsn: string): Promise<Seen> {
    const row = await this.looking.one<Seen>(sql`
      SELECT pg_is_in_recovery() AS is_replica, coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) AS is_current,
        pg_last_xact_replay_timestamp() AS replayed_at`)
    return row!
  }

  private async catchUp(lsn: string): Promise<Seen> {
    const until = Date.now() + (this.isBehind ? 0 : catchUpMs)
    for (let wait = 2; ; wait *= 2) {
      const seen = await this.seen(lsn)
      if (seen.is_current || !seen.is_replica || Date.now() + wait > until) return seen
      await sleep(wait)
    }
  }

  /** Whether the replica has what this person did last. */
  private async hasDeedsOf(user_id: number, primary: Executor): Promise<boolean> {
    const deeds = await primary.rows<{ id: string }>(
      sql`SELECT id FROM audit_log WHERE user_id = ${user_id} ORDER BY id DESC LIMIT ${newestDeeds}`,
    )
    const ids = deeds.map(({ id }) => id)
    const there = await this.looking.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM audit_log WHERE id = ANY (${list(ids)}::bigint[])`,
    )
    return there!.n === ids.length
  }

  /** Of the same cluster and the same database in it. */
  private isOfThePrimary(): Promise<boolean> {
    const who = sql`SELECT system_identifier::text || ' ' || current_database() AS name FROM pg_control_system()`
    return (this.same ??= Promise.all(
      [this.primary.reports.aside, this.looking].map((one) => one.one<{ name: string }>(who)),
    )
      .then(([one, other]) => one!.name === other!.name)
      .catch((fault: unknown) => {
        this.same = undefined
        throw fault
      }))
  }
}

/** What answers there follows no primary, or another one. */
export class NoReplica extends Error {}

/** Where a report of a person's is read: the replica while there is one. `told` as `executorFor` has it. */
export function reportsUntil(
  { reports, replica }: Pick<Database, 'reports' | 'replica'>,
  user_id: number,
  signal: AbortSignal,
  told: (as_of: Date) => void,
): Executor {
  return replica ? replica.executorFor(user_id, signal, told) : executorUntil(reports, signal)
}
