/** What a user does: their sessions, and what they sold and did of late. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { users, UserRow } from '@contract/users.ts'
import type { Executor } from '../../platform/db/connect.ts'

type Metrics = Answer<typeof users.metrics>
type Sessions = Answer<typeof users.sessions>

const spans = [7, 30] as const
const days = (count: number) => sql`now() - make_interval(days => ${count})`

/** Sales are looked for where the user sits: of who was moved, only those since. */
async function span(db: Executor, { id, partner_id }: UserRow, count: number): Promise<Metrics['spans'][number]> {
  const [sold, done] = await Promise.all([
    db.rows<Metrics['spans'][number]['sold'][number]>(sql`
      SELECT t.currency::text AS currency, count(*)::int AS tickets, sum(t.total)::text AS amount FROM tickets t
      WHERE t.office_id = ${partner_id} AND t.day >= current_date - ${count + 1}::int AND t.sold_at >= ${days(count)}
        AND t.seller_id = ${id} AND t.state <> 'anulado'
      GROUP BY 1
      ORDER BY 1`),
    db.one<{ operations: number }>(sql`
      SELECT count(*)::int AS operations FROM audit_log
      WHERE user_id = ${id} AND id >= (SELECT l.id FROM audit_log l WHERE l.at >= ${days(count)} ORDER BY l.at LIMIT 1)
        AND at >= ${days(count)} AND entity NOT IN ('tickets', 'polla') AND action <> 'session.open'`),
  ])
  return { days: count, sold, operations: done!.operations }
}

export async function metricsOf(db: Executor, user: UserRow): Promise<Metrics> {
  const [refused, ...each] = await Promise.all([
    db.one<{ refused: number; last: string | null }>(sql`
      SELECT count(*)::int AS refused, max(at) AS last FROM audit_log
      WHERE entity = 'session' AND entity_id = ${user.username} AND action = 'session.refused' AND at >= ${days(spans[1])}`),
    ...spans.map((count) => span(db, user, count)),
  ])
  return {
    last_sign_in_at: user.last_sign_in_at,
    refused: refused!.refused,
    last_refused_at: refused!.last,
    spans: each,
  }
}

const named = (text: string, names: readonly (readonly [mark: RegExp, name: string])[]) =>
  names.find(([mark]) => mark.test(text))?.[1]

/** The browser and the system of a `User-Agent`, in words. Several call themselves like others: the most particular comes first. */
export function deviceWords(user_agent: string): string {
  const browser = named(user_agent, [
    [/Edg\w*\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = named(user_agent, [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux|X11/, 'Linux'],
  ])
  if (browser && system) return `${browser} en ${system}`
  return browser ?? system ?? (user_agent.slice(0, 40) || 'Sin nombre')
}

interface RawSession {
  id: string
  user_agent: string | null
  ip: string | null
  since: string
  last_seen_at: string
}

/** The sessions that stand, the one that was seen last first. */
export async function sessionsOf(db: Executor, user_id: number): Promise<Sessions> {
  const open = await db.rows<RawSession>(sql`
    SELECT f.id, f.user_agent, f.ip, f.created_at AS since, coalesce(max(t.created_at), f.created_at) AS last_seen_at
    FROM session_families f LEFT JOIN session_tokens t ON t.family_id = f.id
    WHERE f.user_id = ${user_id} AND f.ended_at IS NULL AND f.expires_at > now() GROUP BY f.id ORDER BY last_seen_at DESC, f.id LIMIT 100`)
  const data = open.map(({ user_agent, ip, ...one }) => ({
    ...one,
    ip: ip ?? '',
    device: deviceWords(user_agent ?? ''),
  }))
  return { data }
}
