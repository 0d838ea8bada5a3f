/**
 * Work that goes on when whoever asked for it has left. A piece of it is a row of its kind's table, which says who asked,
 * how far it is and how it ended. Whichever instance is free claims one, one of a kind at a time in each instance; it
 * says every two seconds that it lives, and of one that says nothing any more another takes over. What a piece writes,
 * it writes as its claimant or not at all.
 *
 * A kind is a `ClaimedWork` beside what it does, a line in `server/jobs.ts` (`clockedJob`), and `soon` in the calls that
 * leave something to be done. Its table has `id int`, `runner uuid`, `beat_at timestamptz`, `attempts smallint`, and
 * whatever else it likes; where no two of a banca may be under way at once, a unique index over those that are open.
 */
import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { SessionUser } from '@contract/session.ts'
import { transaction, type Executor, type Tx } from '../db/connect.ts'
import type { Database } from '../db/databases.ts'
import { isDiskFull, isLost } from '../db/lost.ts'
import type { Context } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { notify, type NewNotification } from '../notifications/notify.ts'
import { loadUser } from '../session/authenticate.ts'
import type { Job } from './jobs.ts'

/** Whoever looks on sees it move; connections are those of `aside`, which no other work can take. */
const beatEveryMs = 2_000
/** After so long without a word another takes it over. */
const takenOverAfter = '20 seconds'
/** What could not be done now waits so long until it is tried again. */
const restsFor = '5 seconds'
/** Begun so often and not ended once, a piece is given up: what it asks for may be what ends the instances. */
export const mostAttempts = 3
/** How often the clock looks: for what another instance left, what rested, and what was queued without a word. */
const lookEverySeconds = 5

/** What is known of any piece: `user_id` is whoever asked for it, and is told how it ended; null for what the clock asked. */
export interface Piece {
  id: number
  user_id: number | null
}

/** How a piece ends: what its row says then, and what its person is told. */
export interface WorkEnding {
  set: SQL
  notification?: Omit<NewNotification, 'key'>
}

/** A kind of work. Its SQL calls a row of the table `w`. */
export interface ClaimedWork<P extends Piece> {
  /** Of its job in the clock. */
  name: string
  table: SQL
  /** Those that wait or are under way: as soon as a row is neither, its claim is over. */
  open: SQL
  /** Which of those that wait is next. */
  order: SQL
  /** What `run` is given of it; `id` comes by itself. */
  columns: SQL
  /** What else a claim sets. */
  begun?: SQL
  /** What else is set where it goes back among those that wait. */
  waits?: SQL
  /**
   * Does a piece and ends it (`claim.end`). A Problem that it throws is the reason that its person is told; `TryLater` makes it
   * wait; anything else is tried again. When `claim.signal` aborts it ends, by whatever it throws.
   */
  run(piece: P, claim: Claim): Promise<void>
  /** How one ends that is given up, for a reason in words. */
  gaveUp(piece: P, reason: string, tx: Tx): WorkEnding | Promise<WorkEnding>
}

/** What it needs is taken: another time, and this one does not count. */
export class TryLater extends Error {}

/** For what fails because a server was busy, and would not a little later. */
export function orTryLater(error: unknown): never {
  const isBusy = error instanceof Problem && ['busy', 'export_busy', 'unavailable'].includes(error.code)
  throw isBusy ? new TryLater() : error
}

/** It was ended, removed or taken over: nothing of what this claimant did is wanted any more. */
export class Superseded extends Error {}

/** Set with a state in which a piece is to be done anew: nobody's, and begun at once. */
export const unclaimed = sql`runner = NULL, beat_at = NULL, attempts = 0`

const alive = sql`beat_at = clock_timestamp()`

/** Others held what it waits for: no more its doing than that a server is busy. */
const isHeld = (error: unknown) => (error as { code?: string }).code === '55P03'

interface Taken<P> {
  piece: P & { attempts: number }
  /** Names whoever took it, this once. */
  runner: string
}

/** A piece and whoever is at it. */
export class Claim<P extends Piece = Piece> {
  /** The piece's row `w`, while it is this claimant's. */
  readonly mine: SQL
  readonly database: Database
  private readonly work: ClaimedWork<P>
  private readonly piece: Taken<P>['piece']
  private readonly runner: string
  private readonly closing: AbortSignal
  private readonly stop = new AbortController()
  private readonly progress: Record<string, string | number | null> = {}
  private isBeating = false
  private hasEnded = false

  constructor(work: ClaimedWork<P>, database: Database, closing: AbortSignal, { piece, runner }: Taken<P>) {
    this.work = work
    this.database = database
    this.closing = closing
    this.piece = piece
    this.runner = runner
    this.mine = sql`w.id = ${piece.id} AND w.runner = ${runner} AND ${work.open}`
  }

  /** Aborted when the server ends, or the piece is somebody else's or nobody's. */
  get signal(): AbortSignal {
    return this.stop.signal
  }

  /** Whoever asked, with the rights of now. @throws Problem `forbidden` where they may not enter, or went elsewhere */
  async person(partner_id: number): Promise<SessionUser> {
    const session = await loadUser(this.database.jobs.db, this.database, this.piece.user_id)
    if (!session || session.partner_id !== partner_id) throw new Problem('forbidden')
    return session
  }

  /** How far it is, by columns: written with the next word that it lives, or with what it keeps. */
  tell(progress: Readonly<Claim['progress']>): void {
    Object.assign(this.progress, progress)
  }

  /** Writes to its row, and how far it is, with what else the transaction does. @throws Superseded */
  async keep(tx: Tx, set: SQL): Promise<void> {
    await this.write(tx, this.standing(sql`${set}, ${alive}`))
  }

  /** Ends it: once, or not at all. @throws Superseded */
  async end(tx: Tx, { set, notification }: WorkEnding): Promise<void> {
    await this.write(tx, sql`${set}, runner = NULL`)
    const { id, user_id } = this.piece
    const key = `${this.work.name}:${id}:${this.runner}`
    if (notification && user_id !== null) await notify(tx, sql`SELECT ${user_id}::int`, { ...notification, key })
    this.hasEnded = true
  }

  /** Does it, whatever comes of that. Throws what whoever operates the server should hear of. */
  async run(): Promise<void> {
    const end = () => this.stop.abort()
    this.closing.addEventListener('abort', end, { once: true })
    const beat = setInterval(() => void this.beat(), beatEveryMs)
    try {
      this.closing.throwIfAborted()
      if (this.piece.attempts > mostAttempts) throw new Problem('internal')
      await this.work.run(this.piece, this)
      if (!this.hasEnded) throw new Error(`${this.work.name} ${this.piece.id} was left without an end`)
    } catch (error) {
      await this.failed(error)
    } finally {
      clearInterval(beat)
      this.closing.removeEventListener('abort', end)
    }
  }

  /** Columns that say how far it is, and others. */
  private standing(set: SQL): SQL {
    const told = Object.entries(this.progress).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`)
    return sql.join([...told, set], sql`, `)
  }

  private async write(db: Executor, set: SQL): Promise<void> {
    const written = await db.run(sql`UPDATE ${this.work.table} w SET ${set} WHERE ${this.mine}`)
    if (written === 0) throw new Superseded()
  }

  /** Says that it lives and how far it is; hears that nobody wants it any more. */
  private async beat(): Promise<void> {
    if (this.isBeating) return
    this.isBeating = true
    const lives = this.write(this.database.aside, this.standing(alive))
    await lives.catch((error: unknown) => error instanceof Superseded && this.stop.abort())
    this.isBeating = false
  }

  /** Another time, where the server is to blame and not what was asked; otherwise it is said why nothing came of it. */
  private async failed(fault: unknown): Promise<void> {
    if (fault instanceof Superseded) return
    const error = isDiskFull(fault) ? new Problem('disk_full') : fault
    if (this.closing.aborted) return void (await this.putBack('at once'))
    if (error instanceof TryLater || isHeld(error)) return void (await this.putBack('rested'))
    if (this.signal.aborted) return
    if (error instanceof Problem) return this.giveUp(error)
    if (!(await this.putBack('counted'))) await this.giveUp(new Problem('internal'))
    if (!isLost(error)) throw error
  }

  /**
   * Back among those that wait, its attempt counted or not; answers whether it is there, which one that has had all its
   * attempts is not. Where the database is away nothing is said, and it is taken over.
   */
  private async putBack(how: 'at once' | 'rested' | 'counted'): Promise<boolean> {
    const isCounted = how === 'counted'
    const done = await this.database.jobs.db
      .run(
        sql`
          UPDATE ${this.work.table} w
          SET ${and(this.work.waits)}runner = NULL, beat_at = ${how === 'at once' ? sql`NULL` : sql`clock_timestamp()`},
            attempts = greatest(w.attempts - ${isCounted ? 0 : 1}, 0)
          WHERE ${this.mine} AND (NOT ${isCounted} OR w.attempts < ${mostAttempts})`,
      )
      .catch(() => 1)
    return done > 0
  }

  private async giveUp({ detail, errors }: Problem): Promise<void> {
    const reason = [...new Set([detail, ...(errors ?? []).map(({ message }) => message)])].join(' ').slice(0, 500)
    await transaction(this.database.jobs.pool, async (tx) =>
      this.end(tx, await this.work.gaveUp(this.piece, reason, tx)),
    ).catch((unsaid: unknown) => {
      // Where not even that can be written down it is taken over, and given up then.
      if (!(unsaid instanceof Superseded)) throw unsaid
    })
  }
}

/** Columns that are set before others, where there are any. */
const and = (set: SQL | undefined) => (set ? sql`${set}, ` : sql``)

/** The next one: of those that nobody is at, or whose claimant fell silent. One that rests is not looked at. */
async function claim<P extends Piece>(
  { table, open, order, columns, begun }: ClaimedWork<P>,
  { jobs: { db } }: Database,
): Promise<Taken<P> | undefined> {
  const runner = randomUUID()
  const piece = await db.one<Taken<P>['piece']>(sql`
    UPDATE ${table} w
    SET ${and(begun)}runner = ${runner}, beat_at = clock_timestamp(), attempts = w.attempts + 1
    WHERE w.id = (
      SELECT w.id FROM ${table} w
      WHERE ${open} AND (w.beat_at IS NULL
        OR w.beat_at < clock_timestamp()
          - CASE WHEN w.runner IS NULL THEN ${restsFor}::interval ELSE ${takenOverAfter}::interval END)
      ORDER BY ${order} LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING w.id, w.attempts, ${columns}`)
  return piece && { piece, runner }
}

interface UnderWay {
  ended: Promise<void>
  /** Somebody queued more meanwhile: the last look may have come too early. */
  again: boolean
}

const underWay = new WeakMap<Database, Map<string, UnderWay>>()

/** Does what waits of a kind, until nothing does or `closing` says so. Called again meanwhile, it is the same work. */
export function workOn<P extends Piece>(work: ClaimedWork<P>, database: Database, closing: AbortSignal): Promise<void> {
  const kinds = underWay.get(database) ?? new Map<string, UnderWay>()
  underWay.set(database, kinds)
  const known = kinds.get(work.name)
  if (known) {
    known.again = true
    return known.ended
  }
  const own: UnderWay = { ended: Promise.resolve(), again: true }
  kinds.set(work.name, own)
  own.ended = (async () => {
    try {
      while (own.again && !closing.aborted) {
        own.again = false
        const taken = await claim(work, database)
        if (!taken) continue
        own.again = true
        await new Claim(work, database, closing, taken).run()
      }
    } finally {
      kinds.delete(work.name)
    }
  })()
  return own.ended
}

/** Has what a call left to be done begun as soon as it is committed, by this instance, and told of to nobody. */
export function soon<P extends Piece>({ afterwards, wire }: Context, work: ClaimedWork<P>): void {
  afterwards(() => workOn(work, wire.database, wire.closing))
}

/** The clock's look at a kind of work. */
export function clockedJob<P extends Piece>(work: ClaimedWork<P>): Job {
  const run: Job['run'] = (_store, database, closing) => workOn(work, database, closing)
  return { name: work.name, every_seconds: lookEverySeconds, run }
}

/** Waits until what is under way in this instance has been put back or has ended, which `closing` asks of it. */
export async function workEnded(databases: readonly Database[]): Promise<void> {
  await Promise.allSettled(databases.flatMap((one) => [...(underWay.get(one)?.values() ?? [])].map((at) => at.ended)))
}
