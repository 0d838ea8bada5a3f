/** Notifications: each person's own, and nobody else's. */
import { sql, type SQL } from 'drizzle-orm'
import type { Notification, notifications } from '@contract/notifications.ts'
import { every, list, type Executor } from '../platform/db/connect.ts'
import type { Handlers } from '../platform/http/context.ts'

interface Asked {
  page: number
  per_page: number
}

/** A page of those that `which` leaves, and how many there are. */
async function read(db: Executor, which: SQL, { page, per_page }: Asked) {
  const [counted, data] = await Promise.all([
    db.one<{ total: number }>(sql`SELECT count(*)::int AS total FROM notifications n WHERE ${which}`),
    db.rows<Notification>(sql`
      SELECT n.id::int, n.kind, n.level, n.title, n.text, n.link, f.id AS file_id, n.at, n.read_at
      FROM notifications n LEFT JOIN files f ON f.id = n.file_id AND f.user_id = n.user_id WHERE ${which}
      ORDER BY n.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`),
  ])
  return { data, total: counted!.total, page, per_page }
}

async function unreadOf(db: Executor, user_id: number): Promise<number> {
  const row = await db.one<{ unread: number }>(
    sql`SELECT count(*)::int AS unread FROM notifications WHERE user_id = ${user_id} AND read_at IS NULL`,
  )
  return row!.unread
}

export const notificationsRoutes: Handlers<typeof notifications> = {
  list: async ({ db, session: { id } }, { body }) => {
    const which = every(sql`n.user_id = ${id}`, body.without_reading && sql`n.read_at IS NULL`)
    const [page, unread] = await Promise.all([read(db, which, body), unreadOf(db, id)])
    return { ...page, unread }
  },
  seen: ({ db, session: { id } }, { query }) => read(db, sql`n.user_id = ${id} AND n.read_at IS NOT NULL`, query),
  read: async ({ db, session: { id } }, { body: { notification_ids, read_all } }) => {
    const which = read_all ? sql`true` : sql`id = ANY (${list(notification_ids)}::bigint[])`
    const read = await db.run(
      sql`UPDATE notifications SET read_at = now() WHERE user_id = ${id} AND read_at IS NULL AND ${which}`,
    )
    return { read, unread: await unreadOf(db, id) }
  },
  count: async ({ db, session: { id } }) => ({ unread: await unreadOf(db, id) }),
}
