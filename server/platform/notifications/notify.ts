/** Telling people something where they will find it. Who must know, and in which words, the caller says. */
import { sql, type SQL } from 'drizzle-orm'
import type { NotificationKind, NotificationLevel } from '@contract/notifications.ts'
import { json, type Executor } from '../db/connect.ts'

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
export function notify(db: Executor, who: SQL, said: NewNotification): Promise<number> {
  return notifyEach(db, sql`SELECT told.id, 0 FROM (${who}) AS told(id)`, [said])
}

/** Tells each whose id `who` selects (id, n) the n-th of what is said, from 0. Answers how many had not been told yet. */
export function notifyEach(db: Executor, who: SQL, said: readonly NewNotification[]): Promise<number> {
  return db.run(sql`
    INSERT INTO notifications (user_id, kind, level, title, text, link, file_id, key)
    SELECT w.id, said.kind, said.level, said.title, said.text, said.link, said.file_id, said.key
    FROM (${who}) AS w(id, n)
    JOIN jsonb_to_recordset(${json(said.map((one, n) => ({ ...one, n })))})
      AS said(n int, kind text, level text, title text, text text, link text, file_id int, key text) USING (n)
    ORDER BY said.n, w.id
    ON CONFLICT (user_id, key) DO NOTHING`)
}
