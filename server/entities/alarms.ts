/** The alarms that stand now for whoever asks, and the banca's thresholds. */
import { sql } from 'drizzle-orm'
import type { alarmConfig } from '@contract/alarm-config.ts'
import { alarmKinds, alarmsShown, type alarms } from '@contract/alarms.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import type { Executor } from '../platform/db/connect.ts'
import { Problem } from '../platform/http/problem.ts'
import { groupedBy } from '../platform/grouped.ts'
import type { Alarm } from '../rules/alarms/alarm.ts'
import { keptThresholds, thresholdNames, watchedWords, type KeptThresholds } from '../rules/alarms/settings.ts'
import { standingAlarms } from '../rules/alarms/standing.ts'
import { subjectOf } from '../rules/figures/subject.ts'

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

/** When somebody was first told of these, alone or as one of many: by the key it was told under. */
async function toldAt(db: Executor, user_id: number, shown: readonly Alarm[]): Promise<Map<string, string>> {
  const keys = [...new Set(shown.flatMap(({ key, group }) => [key, group.key]))]
  if (keys.length === 0) return new Map()
  const told = await db.rows<{ key: string; at: string }>(sql`
    SELECT key, at FROM notifications WHERE user_id = ${user_id} AND key = ANY (${sql.param(keys)}::text[])`)
  return new Map(told.map(({ key, at }) => [key, at]))
}

export const alarmsRoutes: Handlers<typeof alarms> = {
  standing: async ({ db, scope, now, today, session }, { query: { partner_id, ...by } }) => {
    const subject = await subjectOf(db, scope, partner_id)
    const of = await keptThresholds(db)
    // Results are the banca's to enter: nobody else is told that one is late.
    const kinds = alarmKinds.filter((kind) => kind !== 'resultado' || scope.whole)
    const at = { now, today, zone: session.zone }
    const found = groupedBy(await standingAlarms({ db, subject, of, at, by }, kinds), ({ kind }) => kind)
    const shown = found.flatMap((some) => some.slice(0, alarmsShown))
    const told = await toldAt(db, session.id, shown)
    return {
      data: shown.map(({ group, link, ...one }) => ({
        ...one,
        link: link(session),
        since: told.get(one.key) ?? told.get(group.key) ?? null,
      })),
      counts: found.map((some) => ({ kind: some[0].kind, count: some.length })),
      watched: watchedWords(of, kinds),
    }
  },
}

export const alarmConfigRoutes: Handlers<typeof alarmConfig> = {
  config: ({ db }) => keptThresholds(db),
  saveConfig: (context, { body }) => save(context, body),
}
