/**
 * Makes the files that wait (`platform/jobs/claimed.ts`). The rows are read with the rights that the person has by then,
 * and through the same door as a download: no more of them at once than one person may have.
 */
import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { fileText } from '@contract/access/file-names.ts'
import { mostFilesKept, type FileQuestion } from '@contract/files.ts'
import type { SessionUser } from '@contract/session.ts'
import { formatDay, inZone } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { transaction, type Tx } from '../../db/connect.ts'
import { scopeOf } from '../../db/scope.ts'
import type { Context, FileAnswer } from '../../http/context.ts'
import { Problem } from '../../http/problem.ts'
import { orTryLater, type Claim, type ClaimedWork, type Piece } from '../../jobs/claimed.ts'
import { answerQuestion, type Calls } from './question.ts'

const partBytes = 1_000_000
const largestBytes = 500_000_000
const tooLarge = 'El archivo pasa de 500 MB. Acorte el período o agregue filtros.'

interface Asked extends Piece {
  partner_id: number
  asked: FileQuestion
  title: string
  morning: string | null
  /** A saved view of a morning, which gave it its title. */
  is_sent: boolean
}

/** `calls` answer what the files are asked of. */
export const filesWork = (calls: Calls): ClaimedWork<Asked> => ({
  name: 'files',
  table: sql`files`,
  open: sql`w.state IN ('en_cola', 'en_curso')`,
  // Of whoever had none made for longest, then in the order of asking.
  order: sql`(SELECT max(p.started_at) FROM files p WHERE p.user_id = w.user_id) NULLS FIRST, w.requested_at, w.id`,
  columns: sql`w.user_id, w.partner_id, w.asked, w.title, w.morning, w.view_id IS NOT NULL AS is_sent`,
  begun: sql`state = 'en_curso', started_at = clock_timestamp(), rows = NULL, rows_done = 0, bytes = 0`,
  waits: sql`state = 'en_cola'`,
  run: (file, claim) => new Making(calls, file, claim).run().catch(orTryLater),
  gaveUp: async ({ id, title }, problem, tx) => {
    await tx.run(sql`DELETE FROM file_parts WHERE file_id = ${id}`)
    return {
      set: sql`state = 'fallido', ended_at = clock_timestamp(), problem = ${problem}`,
      notification: {
        kind: 'archivo',
        level: 'advierte',
        title: 'No se pudo preparar un archivo',
        text: `${title}: ${problem}`,
        file_id: id,
      },
    }
  },
})

/** One file, by one maker. */
class Making {
  private rows_done = 0
  private parts = 0
  private readonly calls: Calls
  private readonly file: Asked
  private readonly claim: Claim

  constructor(calls: Calls, file: Asked, claim: Claim) {
    this.calls = calls
    this.file = file
    this.claim = claim
  }

  private get jobs() {
    return this.claim.database.jobs
  }

  async run(): Promise<void> {
    const { id, asked, partner_id, morning } = this.file
    await this.jobs.db.run(sql`DELETE FROM file_parts WHERE file_id = ${id}`)
    // Who was moved elsewhere asked for other rows.
    const session = await this.claim.person(partner_id)
    const now = new Date()
    const { day: today } = inZone(now, session.zone)
    const answer = await answerQuestion(asked, this.context(session, now, today), morning ?? today)
    await this.keep(answer.stream)
    await this.done(answer)
  }

  /** What its handler is given: the person as of now, and nobody waiting at the other end. */
  private context(session: SessionUser, now: Date, today: string): Context {
    const nobody = () => undefined
    return {
      db: this.claim.database.lists.db as Tx,
      session,
      scope: scopeOf(session),
      now,
      today,
      timezone: session.zone,
      ip: '',
      request_id: `file-${this.file.id}`,
      signal: this.claim.signal,
      audit: nobody,
      afterwards: nobody,
      wire: {
        database: this.claim.database,
        calls: this.calls,
        access_token: undefined,
        cookie: nobody,
        secure: true,
        foreign_page: false,
        user_agent: '',
        setHeader: (name, value) => {
          if (name === 'x-row-count') this.claim.tell({ rows: Number(value) })
        },
        rowWritten: () => {
          this.claim.tell({ rows_done: ++this.rows_done })
        },
        closing: this.claim.signal,
      },
    } as Omit<Context, 'wire'> & { wire: Partial<Context['wire']> } as Context
  }

  /** Its bytes as they come, part by part, for as long as it is wanted. */
  private async keep(stream: Readable): Promise<void> {
    let held: Buffer[] = []
    let size = 0
    let total = 0
    const write = async () => {
      await transaction(this.jobs.pool, async (tx) => {
        await this.claim.keep(tx, sql`bytes = bytes + ${size}`)
        await tx.run(
          sql`INSERT INTO file_parts (file_id, part, bytes) VALUES (${this.file.id}, ${this.parts}, ${Buffer.concat(held)})`,
        )
      })
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
    const rows = `${formatCount(this.rows_done)} ${this.rows_done === 1 ? 'fila' : 'filas'}`
    await transaction(this.jobs.pool, async (tx) => {
      await this.claim.end(tx, {
        set: sql`state = 'listo', ended_at = clock_timestamp(), filename = ${filename}, content_type = ${content_type},
          rows = ${this.rows_done}, rows_done = ${this.rows_done}`,
        notification: {
          kind: 'archivo',
          level: 'informa',
          title: is_sent ? `${title}, ${formatDay(morning!)}` : 'Archivo listo',
          text: `${filename}: ${rows}.`,
          file_id: id,
        },
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
}
