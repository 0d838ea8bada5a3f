/**
 * Tells the alarms of the banca to whom they concern: all of them to those who supervise it, and an agency that
 * stopped selling to those of the agency and of the distributors above it. The same is told to a person once; more
 * than a few about one draw, hour or day are told as one, and then none of them apart.
 */
import { sql } from 'drizzle-orm'
import { allows, rules, type Who } from '@contract/access/rules.ts'
import { isWatched } from '@contract/alarm-config.ts'
import { alarmKinds, mostSeparateAlarms } from '@contract/alarms.ts'
import { inZone } from '@contract/values/dates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { notify, type NewNotification } from '../../platform/notifications/notify.ts'
import { silentAgencies } from './agency.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Alarm, Look } from './alarm.ts'
import { keptThresholds } from './settings.ts'
import { activeAlarms } from './active.ts'

interface Person extends Who {
  id: number
  partner_id: number
}
interface Said {
  person: Person
  notification: NewNotification & { key: string }
  /** Whoever was told of all is not told of one. */
  group: string
}

/** Names that a notification of many gives. */
const named = 3

/** Looks for what is out of the ordinary and tells it. Answers how many notifications that made. */
export async function notifyAlarms(db: Executor, now: Date): Promise<number> {
  const banca = await db.one<{ id: number; name: string; zone: string }>(
    sql`SELECT p.id, p.name, b.zone FROM banca b CROSS JOIN partners p WHERE p.type = 'banca'`,
  )
  if (!banca) return 0
  const of = await keptThresholds(db)
  const { zone } = banca
  const at = { now, zone, today: inZone(now, zone).day }
  const look: Look = { db, subject: { ...banca, type: 'banca' }, of, at, by: {} }
  const others = alarmKinds.filter((kind) => kind !== 'agencia')
  const alarms = await activeAlarms(look, others)
  const silence = isWatched(of, 'agencia') ? await silentAgencies(look) : null
  const all = [...alarms, ...(silence?.alarms ?? [])]
  if (all.length === 0) return 0
  const supervisors = (await peopleOf(db, sql`p.type = 'banca'`)).filter((who) => allows(rules.supervision, who))
  const said = supervisors.flatMap((person) => sayings(all, person))
  if (silence && !silence.general) said.push(...(await saidBelow(look, silence.agencies, silence.alarms)))
  return tellNew(db, said)
}

/** People who may sign in, of partners `p`. */
function peopleOf(db: Executor, where: ReturnType<typeof sql>): Promise<Person[]> {
  return db.rows<Person>(sql`
    SELECT u.id, u.partner_id, u.role, u.manage_childs, u.awarding_results, p.country_iso2
    FROM users u
    JOIN partners p ON p.id = u.partner_id
    WHERE u.status = 'activo' AND ${where} ORDER BY u.id`)
}

/** What a person hears of these alarms. */
function sayings(alarms: readonly Alarm[], person: Person): Said[] {
  return groupBy(alarms, (alarm) => alarm.group.key).flatMap((members) => {
    const [{ kind, level, group }] = members
    if (members.length <= mostSeparateAlarms)
      return members.map((one) => ({
        person,
        group: group.key,
        notification: {
          kind,
          level: one.level,
          key: one.key,
          title: one.title,
          text: one.text,
          link: one.link(person),
        },
      }))
    const rest = members.length - named
    const text = `${members
      .slice(0, named)
      .map((one) => one.title)
      .join('; ')}; y ${rest} más.`
    const notification = {
      kind,
      level,
      key: group.key,
      title: group.title(members.length),
      text,
      link: group.link(person),
    }
    return [{ person, group: group.key, notification }]
  })
}

/** Of silent agencies, to their own people and those of the distributors above: each about those that are theirs. */
async function saidBelow(look: Look, agencies: readonly { id: number }[], alarms: readonly Alarm[]): Promise<Said[]> {
  if (agencies.length === 0) return []
  const { db } = look
  const above = await db.rows<{ agency_id: number; partner_id: number }>(sql`
    SELECT a.partner_id AS agency_id, a.ancestor_id AS partner_id
    FROM partner_ancestors a
    JOIN partners p ON p.id = a.ancestor_id AND p.type <> 'banca'
    WHERE a.partner_id = ANY (${sql.param(agencies.map((one) => one.id))}::int[])`)
  const theirs = new Map(groupBy(above, (row) => String(row.partner_id)).map((rows) => [rows[0].partner_id, rows]))
  const people = await peopleOf(db, sql`p.id = ANY (${sql.param([...theirs.keys()])}::int[])`)
  const alarmOf = new Map(agencies.map(({ id }, n) => [id, alarms[n]!]))
  return people
    .filter((who) => allows(rules.business, who))
    .flatMap((person) => {
      const mine = theirs.get(person.partner_id)!.map((row) => alarmOf.get(row.agency_id)!)
      return sayings(mine, person)
    })
}

/** Writes those that nobody has been told yet; another instance that does the same at once adds nothing. */
async function tellNew(db: Executor, said: readonly Said[]): Promise<number> {
  const asked = said.flatMap(({ person, notification, group }) =>
    [...new Set([notification.key, group])].map((key) => ({ id: person.id, key })),
  )
  const notified = await db.rows<{ user_id: number; key: string }>(sql`
    SELECT n.user_id, n.key FROM notifications n
    JOIN unnest(
      ${sql.param(asked.map((one) => one.id))}::int[], ${sql.param(asked.map((one) => one.key))}::text[]
    ) AS a(id, key) ON n.user_id = a.id AND n.key = a.key`)
  const known = new Set(notified.map(({ user_id, key }) => `${user_id} ${key}`))
  const fresh = said.filter(
    ({ person, notification, group }) =>
      !known.has(`${person.id} ${notification.key}`) && !known.has(`${person.id} ${group}`),
  )
  // Whoever hears the same words is told in one statement.
  const alike = groupBy(fresh, ({ notification }) => JSON.stringify(notification))
  let count = 0
  for (const some of alike) {
    const ids = some.map(({ person }) => person.id)
    count += await notify(db, sql`SELECT unnest(${sql.param(ids)}::int[])`, some[0].notification)
  }
  return count
}
