/** Telling people something where they will find it. Who must know, and in which words, the caller says. */
import { sql, type SQL } from 'drizzle-orm'
import type { NotificationKind, NotificationLevel } from '@contract/notifications.ts'
import type { Executor } from '../db/connect.ts'

export interface NewNotification {
  kind: NotificationKind
  level: NotificationLevel
  title: string
  text: string
  /** A path of the console. */
  link?: string
  file_id?: number
  /** What it is about: the same is said to a person once, however often it is found. */
  key?: string
}

/** Tells those whose ids `who` selects (one column). Answers how many had not been told yet. */
export function notify(
  db: Executor,
  who: SQL,
  { kind, level, title, text, link, file_id, key }: NewNotification,
): Promise<number> {
  return db.run(sql`
    INSERT INTO notifications (user_id, kind, level, title, text, link, file_id, key)
    SELECT w.id, ${kind}, ${level}, ${title}, ${text}, ${link ?? null}, ${file_id ?? null}::int, ${key ?? null} FROM (${who}) AS w(id)
    ON CONFLICT (user_id, key) DO NOTHING`)
}
