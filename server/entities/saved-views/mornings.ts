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

/** Views `v` of people `u` that somebody finds: their own, and those of people at or above their partner that name their role. */
export function visibleTo({ id, role, partner_id }: Viewer): SQL {
  return sql`(v.user_id = ${id} OR (v.shared_with <> '{}' AND ${role} = ANY (v.shared_with)
    AND u.partner_id IN (SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = ${partner_id})))`
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
  const follower = { id: sql`w.id`, role: sql`w.role`, partner_id: sql`w.partner_id` }
  await db.run(sql`
    WITH due AS (
      UPDATE view_followers SET last_morning = ${morning} WHERE last_morning < ${morning} RETURNING view_id, user_id, format, csv_style)
    INSERT INTO files (user_id, partner_id, entity, call, asked, title, view_id, morning)
    SELECT w.id, w.partner_id, v.file->>'entity', v.file->>'call',
      v.file
      || jsonb_build_object(
        'query', coalesce(v.file->'query', '{}') || jsonb_build_object('format', d.format, 'csv_style', d.csv_style)
      ),
      v.name, v.id, ${morning}
    FROM due d JOIN saved_views v ON v.id = d.view_id JOIN users u ON u.id = v.user_id JOIN users w ON w.id = d.user_id
    WHERE v.file IS NOT NULL AND w.status = 'activo' AND ${visibleTo(follower)}`)
}
