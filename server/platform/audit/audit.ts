/** Every write leaves a row: who, from where, what, before and after. Rows are only ever added. */
import { sql } from 'drizzle-orm'
import type { SessionUser } from '@contract/session.ts'
import { isTransaction, type Executor } from '../db/connect.ts'
import type { AuditedChange } from '../http/context.ts'

interface Deed {
  session: Pick<SessionUser, 'id' | 'username' | 'role'> | null
  ip: string
  request_id: string
  action: string
  entity: string
  changes: readonly AuditedChange[]
  /** The validated request, kept when the handler said nothing better. */
  asked?: unknown
}

const secret = /password|token|clave/i
/** Letters of what a request said by itself, and of what its handler says it changed: a save of two thousand cells is whole. */
const longest = { asked: 20_000, told: 2_000_000 }

/** A value without secrets, bounded: an audit row must not become a second place where they leak. */
function asJson(value: unknown, longest: number): string | null {
  if (value === undefined) return null
  const whole = JSON.stringify(value)
  // A name that is a secret's stands in the text: without one there is nothing to look for at each of ten thousand names.
  const text = secret.test(whole)
    ? JSON.stringify(value, (key, inner) => (secret.test(key) && typeof inner === 'string' ? '•' : inner))
    : whole
  return text.length > longest ? JSON.stringify({ truncated: text.slice(0, longest) }) : text
}

/** Rows written by one statement: each has twelve values, and a statement takes some 65,000. */
const batchSize = 500

/** Writes one row per change (one for the request itself when none was described), in their order. */
export async function writeAudit(tx: Executor, deed: Deed): Promise<void> {
  const hasChanges = deed.changes.length > 0
  const changes: readonly AuditedChange[] = hasChanges ? deed.changes : [{ after: deed.asked }]
  const most = hasChanges ? longest.told : longest.asked
  const row = (change: AuditedChange) => sql`(
        ${deed.session?.id ?? null}, ${deed.session?.username ?? null}, ${deed.session?.role ?? null}, ${deed.ip}, ${deed.request_id},
        ${deed.action}, ${deed.entity}, ${change.entity_id === undefined ? null : String(change.entity_id)},
        ${asJson(change.before, most)}::jsonb, ${asJson(change.after, most)}::jsonb,
        ${change.reason ?? null}, ${change.significant ?? false})`
  for (let from = 0; from < changes.length; from += batchSize) {
    const rows = changes.slice(from, from + batchSize).map(row)
    const insert = sql`
      INSERT INTO audit_log (user_id, username, role, ip, request_id, action, entity, entity_id, before, after, reason, significant)
      VALUES ${sql.join(rows, sql`, `)}`
    if (rows.length > 1) await tx.run(insert)
    else if (isTransaction(tx)) tx.behind('audit-write', insert)
    else await tx.prepared('audit-write', insert)
  }
}
