/** Files made apart: each person's own. */
import { Readable } from 'node:stream'
import { sql, type SQL } from 'drizzle-orm'
import { mostFilesKept, mostFilesWaiting, type FileQuestion, type PreparedFile, type files } from '@contract/files.ts'
import { every, json, type Executor } from '../platform/db/connect.ts'
import { filesWork } from '../platform/files/prepared/make.ts'
import { parsedQuestion, callFor, fileTitle, mustBeAnswerable } from '../platform/files/prepared/question.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import { soon } from '../platform/jobs/claimed.ts'

type Caller = Pick<Context, 'db' | 'session'>

function read({ db, session: { id } }: Caller, which?: SQL): Promise<PreparedFile[]> {
  return db.rows<PreparedFile>(sql`
    SELECT f.id, f.title, f.filename, f.state, f.requested_at, f.ended_at, f.rows, f.rows_done, f.bytes::int AS bytes, f.problem, f.morning
    FROM files f
    WHERE ${every(sql`f.user_id = ${id}`, which)} ORDER BY f.id DESC LIMIT ${mostFilesWaiting + mostFilesKept}`)
}

/** @throws Problem `not_found` */
async function readOne(caller: Caller, id: number): Promise<PreparedFile> {
  const [found] = await read(caller, sql`f.id = ${id}`)
  if (!found) throw new Problem('not_found')
  return found
}

/** Its bytes, a part at a time, at the pace of the download. */
async function* partsOf(db: Executor, id: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await db.one<{ bytes: Buffer }>(
      sql`SELECT bytes FROM file_parts WHERE file_id = ${id} AND part = ${part}`,
    )
    if (!row) return
    yield row.bytes
  }
}

/** Whoever took a file away, or threw it away, need not be told of it any more. */
const readOf = (id: number, user_id: number) =>
  sql`UPDATE notifications SET read_at = now() WHERE user_id = ${user_id} AND file_id = ${id} AND read_at IS NULL`

interface Kept {
  asked: FileQuestion
  partner_id: number
  filename: string
  content_type: string
  bytes: number
  rows: number
}

export const filesRoutes: Handlers<typeof files> = {
  list: async (caller) => ({ data: await read(caller) }),
  show: (caller, { params: { id } }) => readOne(caller, id),
  create: async (context, { body }) => {
    const { db, session, today, wire } = context
    const { endpoint } = parsedQuestion(body, session, today)
    await mustBeAnswerable(body, context)
    // One person from many tabs at once: what it waits for is counted in one place.
    await db.run(sql`SELECT 1 FROM users WHERE id = ${session.id} FOR NO KEY UPDATE`)
    const made = await db.one<{ id: number }>(sql`
      INSERT INTO files (user_id, partner_id, entity, call, asked, title)
      SELECT ${session.id}, ${session.partner_id}, ${body.entity}, ${body.call}, ${json(body)}, ${fileTitle(endpoint)}
      WHERE (
        SELECT count(*) FROM files WHERE user_id = ${session.id} AND state IN ('en_cola', 'en_curso')
      ) < ${mostFilesWaiting}
      RETURNING id`)
    if (!made) throw new Problem('too_many_files')
    soon(context, filesWork(wire.calls))
    return readOne(context, made.id)
  },
  remove: async (context, { params: { id } }) => {
    const { db, session, audit } = context
    const before = await readOne(context, id)
    await db.run(sql`DELETE FROM files WHERE id = ${id} AND user_id = ${session.id}`)
    await db.run(readOf(id, session.id))
    audit({ entity_id: id, before })
    return { id }
  },
  download: async ({ db, session, wire }, { params: { id } }) => {
    const kept = await db.one<Kept>(sql`
      SELECT asked, partner_id, filename, content_type, bytes::int AS bytes, rows FROM files
      WHERE id = ${id} AND user_id = ${session.id} AND state = 'listo'`)
    if (!kept) throw new Problem('not_found')
    // What was theirs to see when it was made may be no longer.
    if (kept.partner_id !== session.partner_id) throw new Problem('forbidden')
    callFor(kept.asked, session)
    await db.run(readOf(id, session.id))
    wire.setHeader('content-length', String(kept.bytes))
    wire.setHeader('x-row-count', String(kept.rows))
    const { filename, content_type } = kept
    return { filename, content_type, stream: Readable.from(partsOf(wire.database.lists.db, id), { objectMode: false }) }
  },
}
