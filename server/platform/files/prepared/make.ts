/**
 * Makes the files that wait, one at a time in each instance. Their state lies in the database: whoever asked may
 * leave, and when an instance dies another begins its file again. The rows are read with the rights that the person
 * has by then, and through the same door as a download: no more of them at once than one person may have.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { fileText } from '@contract/access/file-names.ts'
import { mostFilesKept, type FileQuestion } from '@contract/files.ts'
import type { SessionUser } from '@contract/session.ts'
import { formatDay, inZone } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { transaction, type Tx } from '../../db/connect.ts'
import type { Database } from '../../db/databases.ts'
import { isDiskFull, isLost } from '../../db/lost.ts'
import { scopeOf } from '../../db/scope.ts'
import { loadUser } from '../../session/authenticate.ts'
import type { Context, FileAnswer } from '../../http/context.ts'
import { Problem } from '../../http/problem.ts'
import { notify } from '../../notices/notify.ts'
import { answered, type Calls } from './question.ts'

/** A maker says this often that it lives; after so long without a word another takes over. */
const beatEveryMs = 5_000
const takenOverAfter = '20 seconds'
/** Begun so often and not ended once, it is given up: what it asks for may be what ends the instances. */
const attempts = 5
const partBytes = 1_000_000
const largestBytes = 500_000_000
const tooLarge = 'El archivo pasa de 500 MB. Acorte el período o agregue filtros.'

interface Taken {
  id: number
  user_id: number
  partner_id: number
  asked: FileQuestion
  title: string
  attempts: number
  morning: string | null
  /** A saved view of a morning, which gave it its title. */
  is_sent: boolean
}

/** It was removed, or another instance took it over: nothing of it is wanted any more. */
class Superseded extends Error {}

const making = new WeakMap<Database, Promise<void>>()

/** Makes what waits, until nothing does or `closing` says so. Called again meanwhile, it is the same work. */
export function makeFiles(database: Database, calls: Calls, closing: AbortSignal): Promise<void> {
  const under_way = making.get(database)
  if (under_way) return under_way
  const work = makeAll(database, calls, closing).finally(() => making.delete(database))
  making.set(database, work)
  return work
}

async function makeAll(database: Database, calls: Calls, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const runner = randomUUID()
    const file = await take(database, runner)
    if (!file) return
    await new Making(database, calls, closing, file, runner).run()
  }
}

/** The next one: of whoever had none made for longest, then in the order of asking. One that met a busy server rests first. */
async function take({ jobs: { db } }: Database, runner: string): Promise<Taken | undefined> {
  return db.one<Taken>(sql`
    UPDATE files t SET state = 'en_curso', runner = ${runner}, beat_at = clock_timestamp(), started_at = clock_timestamp(),
      attempts = t.attempts + 1, rows = NULL, rows_done = 0, bytes = 0
    WHERE t.id = (
      SELECT f.id FROM files f
      WHERE (f.state = 'en_cola' AND (f.beat_at IS NULL OR f.beat_at < clock_timestamp() - ${beatEveryMs} * interval '1 millisecond'))
        OR (f.state = 'en_curso' AND f.beat_at < clock_timestamp() - ${takenOverAfter}::interval)
      ORDER BY (SELECT max(p.started_at) FROM files p WHERE p.user_id = f.user_id) NULLS FIRST, f.requested_at, f.id
      LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING t.id, t.user_id, t.partner_id, t.asked, t.title, t.attempts, t.morning,
      t.view_id IS NOT NULL AS is_sent`)
}

/** One file, by one maker. */
class Making {
  private readonly mine = () => sql`id = ${this.file.id} AND runner = ${this.runner} AND state = 'en_curso'`
  private readonly stop = new AbortController()
  private rows: number | null = null
  private rows_done = 0
  private parts = 0

  private readonly database: Database
  private readonly calls: Calls
  private readonly closing: AbortSignal
  private readonly file: Taken
  private readonly runner: string

  constructor(database: Database, calls: Calls, closing: AbortSignal, file: Taken, runner: string) {
    this.database = database
    this.calls = calls
    this.closing = closing
    this.file = file
    this.runner = runner
  }

  private get db() {
    return this.database.jobs.db
  }

  async run(): Promise<void> {
    const end = () => this.stop.abort()
    this.closing.addEventListener('abort', end, { once: true })
    const beat = setInterval(() => void this.beat(), beatEveryMs)
    try {
      if (this.file.attempts > attempts) throw new Problem('internal')
      await this.db.run(sql`DELETE FROM file_parts WHERE file_id = ${this.file.id}`)
      await this.make()
    } catch (error) {
      await this.failed(error)
    } finally {
      clearInterval(beat)
      this.closing.removeEventListener('abort', end)
    }
  }

  /** Says that it lives and how far it is; hears that nobody wants it any more. */
  private async beat(): Promise<void> {
    const standing = await this.db
      .run(
        sql`UPDATE files SET beat_at = clock_timestamp(), rows = ${this.rows}::int, rows_done = ${this.rows_done} WHERE ${this.mine()}`,
      )
      .catch(() => 1)
    if (standing === 0) this.stop.abort()
  }

  private async make(): Promise<void> {
    const { asked, user_id, partner_id } = this.file
    const session = await loadUser(this.db, this.database, sql`person.id = ${user_id}`)
    // Who was moved elsewhere asked for other rows.
    if (!session || session.partner_id !== partner_id) throw new Problem('forbidden')
    const now = new Date()
    const { day: today } = inZone(now, session.zone)
    const answer = await answered(asked, this.context(session, now, today), this.file.morning ?? today)
    await this.keep(answer.stream)
    await this.done(answer)
  }

  /** What its handler is given: the person as of now, and nobody waiting at the other end. */
  private context(session: SessionUser, now: Date, today: string): Context {
    const nobody = () => undefined
    return {
      db: this.database.lists.db as Tx,
      session,
      scope: scopeOf(session),
      now,
      today,
      timezone: session.zone,
      ip: '',
      request_id: `file-${this.file.id}`,
      signal: this.stop.signal,
      audit: nobody,
      afterwards: nobody,
      wire: {
        database: this.database,
        calls: this.calls,
        access_token: undefined,
        cookie: nobody,
        secure: true,
        foreign_page: false,
        user_agent: '',
        setHeader: (name, value) => {
          if (name === 'x-row-count') this.rows = Number(value)
        },
        rowWritten: () => {
          this.rows_done += 1
        },
        closing: this.closing,
      },
    } as Omit<Context, 'wire'> & { wire: Partial<Context['wire']> } as Context
  }

  /** Its bytes as they come, part by part, for as long as it is wanted. */
  private async keep(stream: Readable): Promise<void> {
    let held: Buffer[] = []
    let size = 0
    let total = 0
    const write = async () => {
      const kept = await this.db.run(sql`
        WITH mine AS (
          UPDATE files SET bytes = bytes + ${size}, rows = ${this.rows}::int, rows_done = ${this.rows_done}, beat_at = clock_timestamp()
          WHERE ${this.mine()} RETURNING id)
        INSERT INTO file_parts (file_id, part, bytes) SELECT id, ${this.parts}::int, ${Buffer.concat(held)} FROM mine`)
      if (kept === 0) throw new Superseded()
      this.parts += 1
      held = []
      size = 0
    }
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk as Uint8Array)
      held.push(bytes)
      size += bytes.length
      total += bytes.length
      if (total > largestBytes) throw new Problem('too_large', { detail: tooLarge })
      if (size >= partBytes) await write()
    }
    if (size > 0 || this.parts === 0) await write()
  }

  private async done({ filename: named, content_type }: FileAnswer): Promise<void> {
    const { id, user_id, title, is_sent, morning } = this.file
    // Two views of one report come on the same morning: each says which it is.
    const filename = is_sent ? named.replace(/(?=\.[^.]+$)/, ` (${fileText(title)})`) : named
    await transaction(this.database.jobs.pool, async (tx) => {
      const ended = await tx.run(sql`
        UPDATE files
        SET state = 'listo', ended_at = clock_timestamp(), runner = NULL, filename = ${filename},
          content_type = ${content_type},
          rows = ${this.rows_done}, rows_done = ${this.rows_done} WHERE ${this.mine()}`)
      if (ended === 0) throw new Superseded()
      const rows = `${formatCount(this.rows_done)} ${this.rows_done === 1 ? 'fila' : 'filas'}`
      await notify(tx, sql`SELECT ${user_id}::int`, {
        kind: 'archivo',
        level: 'informa',
        title: is_sent ? `${title}, ${formatDay(morning!)}` : 'Archivo listo',
        text: `${filename}: ${rows}.`,
        file_id: id,
        key: `file:${id}`,
      })
      await tx.run(sql`
        DELETE FROM files WHERE user_id = ${user_id} AND state IN ('listo', 'fallido')
          AND id NOT IN (
            SELECT id
            FROM files
            WHERE user_id = ${user_id} AND state IN ('listo', 'fallido')
            ORDER BY id DESC
            LIMIT ${mostFilesKept}
          )`)
    })
  }

  /** Another time, when the server is to blame and not the question; otherwise it is said why there is none. */
  private async failed(fault: unknown): Promise<void> {
    if (fault instanceof Superseded) return
    const error = isDiskFull(fault) ? new Problem('disk_full') : fault
    if (this.closing.aborted || isBusy(error)) return this.putBack(1)
    if (this.stop.signal.aborted) return
    const isRefused = error instanceof Problem
    if (!isRefused && this.file.attempts < attempts) {
      await this.putBack(0)
      if (isLost(error)) return
      throw error
    }
    await this.giveUp(isRefused ? error : new Problem('internal')).catch(async (unsaid: unknown) => {
      // Where not even that can be written down it is begun again, until it is given up.
      await this.putBack(0)
      throw unsaid
    })
  }

  /** Back among those that wait; `uncounted` attempts do not count. Not said where the database is away: then it is taken over. */
  private async putBack(uncounted: 0 | 1): Promise<void> {
    await this.db
      .run(
        sql`
          UPDATE files
          SET state = 'en_cola', runner = NULL, beat_at = clock_timestamp(), attempts = attempts - ${uncounted}
          WHERE ${this.mine()}`,
      )
      .catch(() => undefined)
  }

  private async giveUp({ detail, errors }: Problem): Promise<void> {
    const { id, user_id, title } = this.file
    const problem = [detail, ...(errors ?? []).map(({ message }) => message)].join(' ').slice(0, 500)
    await transaction(this.database.jobs.pool, async (tx) => {
      const ended = await tx.run(
        sql`UPDATE files SET state = 'fallido', ended_at = clock_timestamp(), runner = NULL, problem = ${problem} WHERE ${this.mine()}`,
      )
      if (ended === 0) return
      await tx.run(sql`DELETE FROM file_parts WHERE file_id = ${id}`)
      await notify(tx, sql`SELECT ${user_id}::int`, {
        kind: 'archivo',
        level: 'advierte',
        title: 'No se pudo preparar un archivo',
        text: `${title}: ${problem}`,
        file_id: id,
        key: `file:${id}`,
      })
    })
  }
}

const isBusy = (error: unknown) => error instanceof Problem && (error.code === 'export_busy' || error.code === 'busy')
