/** Saved views that people find as files among their notifications each morning. Each is asked with its follower's own rights. */
import { sql, type SQL } from 'drizzle-orm'
import { morningHour } from '@contract/saved-views.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import type { Executor } from '../../platform/db/connect.ts'

interface Viewer {
  id: SQL
  role: SQL
  partner_id: SQL
}

/** Views `view` of people `author` that somebody finds: their own, and those of people at or above their partner that name their role. */
export function visibleTo({ id, role, partner_id }: Viewer): SQL {
  return sql`(view.user_id = ${id} OR (view.shared_with <> '{}' AND ${role} = ANY (view.shared_with)
    AND author.partner_id IN (SELECT above.ancestor_id FROM partner_ancestors above WHERE above.partner_id = ${partner_id})))`
}

/** The day of the last morning that has begun. */
export function lastMorning(now: Date, zone: string): string {
  const { day, time } = inZone(now, zone)
  return Number(time.slice(0, 2)) >= morningHour ? day : addDays(day, -1)
}

/**
 * Leaves the file of each followed view to be made, once a morning, whichever instance asks and however often; a
 * server that was off in the morning sends it when it is back. Relative periods are counted from the morning's day.
 */
export async function sendMornings(db: Executor, now: Date): Promise<void> {
  const banca = await db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (!banca) return
  const morning = lastMorning(now, banca.zone)
  const follower = { id: sql`recipient.id`, role: sql`recipient.role`, partner_id: sql`recipient.partner_id` }
  await db.run(sql`
    WITH due AS (
      UPDATE view_followers SET last_morning = ${morning} WHERE last_morning < ${morning} RETURNING view_id, user_id, format, csv_style)
    INSERT INTO files (user_id, partner_id, entity, call, asked, title, view_id, morning)
    SELECT recipient.id, recipient.partner_id, view.file->>'entity', view.file->>'call',
      view.file
      || jsonb_build_object(
        'query', coalesce(view.file->'query', '{}') || jsonb_build_object('format', due.format, 'csv_style', due.csv_style)
      ),
      view.name, view.id, ${morning}
    FROM due JOIN saved_views view ON view.id = due.view_id JOIN users author ON author.id = view.user_id
    JOIN users recipient ON recipient.id = due.user_id
    WHERE view.file IS NOT NULL AND recipient.status = 'activo' AND ${visibleTo(follower)}`)
}
