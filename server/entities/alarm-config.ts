/** The banca's thresholds: from what on something is an alarm. */
import { sql } from 'drizzle-orm'
import type { alarmConfig } from '@contract/alarm-config.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import { keptThresholds, thresholdNames, type KeptThresholds } from '../rules/alarms/settings.ts'

/** One conditional UPDATE decides between two people; the second is told what the first one saved. */
async function save(context: Context, { version, ...of }: KeptThresholdsForm): Promise<KeptThresholds> {
  const { db, audit } = context
  const before = await keptThresholds(db)
  const set = thresholdNames.map((name) => sql`${sql.identifier(name)} = ${of[name]}`)
  const rows = await db.run(sql`
    UPDATE alarm_settings SET ${sql.join(set, sql`, `)}, version = version + 1, updated_at = now() WHERE version = ${version}`)
  const after = await keptThresholds(db)
  if (rows !== 1) throw new Problem('changed_meanwhile', { extra: { current: after } })
  audit({ before, after, significant: true })
  return after
}
type KeptThresholdsForm = Omit<KeptThresholds, 'updated_at'>

export const alarmConfigRoutes: Handlers<typeof alarmConfig> = {
  config: ({ db }) => keptThresholds(db),
  saveConfig: (context, { body }) => save(context, body),
}
