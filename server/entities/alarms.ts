/** The alarms that stand now for whoever asks. */
import { sql } from 'drizzle-orm'
import { alarmKinds, alarmsShown, type alarms } from '@contract/alarms.ts'
import type { Handlers } from '../platform/http/context.ts'
import type { Executor } from '../platform/db/connect.ts'
import { groupBy } from '../platform/group-by.ts'
import type { Alarm } from '../rules/alarms/alarm.ts'
import { keptThresholds, watchedText } from '../rules/alarms/settings.ts'
import { activeAlarms } from '../rules/alarms/active.ts'
import { subjectOf } from '../rules/figures/subject.ts'

/** When somebody was first told of these, alone or as one of many: by the key it was told under. */
async function notifiedAt(db: Executor, user_id: number, shown: readonly Alarm[]): Promise<Map<string, string>> {
  const keys = [...new Set(shown.flatMap(({ key, group }) => [key, group.key]))]
  if (keys.length === 0) return new Map()
  const notified = await db.rows<{ key: string; at: string }>(sql`
    SELECT key, at FROM notifications WHERE user_id = ${user_id} AND key = ANY (${sql.param(keys)}::text[])`)
  return new Map(notified.map(({ key, at }) => [key, at]))
}

export const alarmsRoutes: Handlers<typeof alarms> = {
  standing: async ({ db, scope, now, today, session }, { query: { partner_id, ...by } }) => {
    const subject = await subjectOf(db, scope, partner_id)
    const of = await keptThresholds(db)
    // Results are the banca's to enter: nobody else is told that one is late.
    const kinds = alarmKinds.filter((kind) => kind !== 'resultado' || scope.whole)
    const at = { now, today, zone: session.zone }
    const found = groupBy(await activeAlarms({ db, subject, of, at, by }, kinds), ({ kind }) => kind)
    const shown = found.flatMap((some) => some.slice(0, alarmsShown))
    const notified = await notifiedAt(db, session.id, shown)
    return {
      data: shown.map(({ group, link, ...one }) => ({
        ...one,
        link: link(session),
        since: notified.get(one.key) ?? notified.get(group.key) ?? null,
      })),
      counts: found.map((some) => ({ kind: some[0].kind, count: some.length })),
      watched: watchedText(of, kinds),
    }
  },
}
