/**
 * Who asks for a database that is not registered for them, in the sight of their banca's administrators. However often
 * somebody does, the log has one row of theirs in a minute, which says how often, and the administrators hear once an hour.
 */
import type { SessionUser } from '@contract/session.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../db/databases.ts'
import { notifyAdministrators } from '../notifications/administrators.ts'

const everyMs = 60_000
/** Letters kept of a name that no database has. */
const longest = 40

interface Asked {
  by: Pick<SessionUser, 'id' | 'username' | 'name' | 'role'>
  ip: string
  request_id: string
  wanted: string
  /** What was asked there. */
  address: string
}

/** Of those who asked within the last minute, how often since their row: one of a user at most. */
const since = new WeakMap<Database, Map<number, { times: number; last: Asked }>>()

/** Writes it down, or counts it. */
export async function noteForeign(database: Database, asked: Asked): Promise<void> {
  const counted = since.get(database) ?? new Map<number, { times: number; last: Asked }>()
  since.set(database, counted)
  const known = counted.get(asked.by.id)
  if (known) {
    known.times += 1
    known.last = asked
    return
  }
  counted.set(asked.by.id, { times: 0, last: asked })
  const over = () => {
    const { times, last } = counted.get(asked.by.id)!
    counted.delete(asked.by.id)
    // Nobody waits for it: the database may be gone by then.
    if (times > 0) write(database, last, times).catch(() => undefined)
  }
  setTimeout(over, everyMs).unref()
  await write(database, asked, 1)
  const hour = new Date().toISOString().slice(0, 13)
  const { name, username } = asked.by
  const text = `${name} (${username}) preguntó por una base de datos que no tiene registrada. No se le respondió nada.`
  await notifyAdministrators(
    database.aside,
    { level: 'advierte', title: 'Consulta a otra banca rechazada', text, key: `foreign-database:${hour}` },
    null,
  )
}

function write({ aside }: Database, { by, ip, request_id, wanted, address }: Asked, times: number): Promise<void> {
  const after = { database: wanted.slice(0, longest), asked: address, times }
  return writeAudit(aside, {
    session: by,
    ip,
    request_id,
    entity: 'crossDb',
    action: 'crossDb.foreign',
    changes: [{ after, significant: true }],
  })
}
