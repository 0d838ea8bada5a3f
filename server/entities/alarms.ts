/** The alarms that stand now for whoever asks. */
import { sql } from 'drizzle-orm'
import { alarmKinds, alarmsShown, type alarms } from '@contract/alarms.ts'
import type { Handlers } from '../platform/http/context.ts'
import type { Executor } from '../platform/db/connect.ts'
import { groupedBy } from '../platform/grouped.ts'
import type { Alarm } from '../rules/alarms/alarm.ts'
import { keptThresholds, watchedWords } from '../rules/alarms/settings.ts'
import { standingAlarms } from '../rules/alarms/standing.ts'
import { subjectOf } from '../rules/figures/subject.ts'

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
