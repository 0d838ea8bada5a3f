/** From where on a figure is an alarm: what the banca keeps, with the version that the next save must name. */
import { sql } from 'drizzle-orm'
import { alarmThresholds, type AlarmThresholds } from '@contract/alarms.ts'
import type { Executor } from '../../platform/db/connect.ts'

/** The thresholds' columns are called as they are. */
export const thresholdNames = Object.keys(alarmThresholds.shape) as (keyof AlarmThresholds)[]

export type KeptThresholds = AlarmThresholds & { version: number; updated_at: string }

export async function keptThresholds(db: Executor): Promise<KeptThresholds> {
  const columns = thresholdNames.map((name) => sql.identifier(name))
  const kept = await db.one<KeptThresholds>(
    sql`SELECT ${sql.join(columns, sql`, `)}, version, updated_at FROM alarm_settings`,
  )
  if (!kept) throw new Error('the alarms have no thresholds')
  return kept
}
