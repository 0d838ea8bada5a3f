/**
 * Every write of the registry leaves in the log what was before and what is after: looked at in the log of each test's
 * app when it closes, whichever call wrote it. Which writes were met is noted beside the answers (`tests/answers.ts`).
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint, type EntityName } from '../../contract/index.ts'
import type { Executor } from '../../server/platform/db/connect.ts'
import { isReading } from '../../server/platform/http/lanes.ts'
import { foldersVariable } from './answers-folder.mjs'

const registry: ReadonlySet<string> = new Set<EntityName>([
  'agencies',
  'awardingControl',
  'banking',
  'betsConfigurations',
  'clients',
  'commissions',
  'distributors',
  'images',
  'network',
  'products',
  'quotas',
  'ticketOffices',
  'topQuotas',
  'users',
])
/** Make something although their status does not say so: a picture, passwords that nobody had. */
const making = ['images.upload', 'network.passwords']
/** Does several things, removing among them. */
const removing = ['ticketOffices.bulk', 'ticketOffices.matching', 'commissions.withdraw']

type Sides = 'before' | 'after' | 'both'
const sidesOf = (call: string, { method, status }: Endpoint): Sides => {
  if (status !== undefined && status !== 200) return 'after'
  if (making.includes(call)) return 'after'
  return method === 'DELETE' || removing.includes(call) ? 'before' : 'both'
}

/** The writes of the registry, and which sides their rows of the log must have. */
const writes = new Map(
  everyEndpoint().flatMap(({ entity, name, endpoint }) => {
    const call = `${entity}.${name}`
    return registry.has(entity) && !isReading(endpoint) ? [[call, sidesOf(call, endpoint)] as const] : []
  }),
)
const met = (call: string) => `audited ${call}`
/** A line for each write of the registry: its row in the log was met. */
export const auditedLines = [...writes.keys()].map(met)

/** The writes whose rows tell less than they must. */
export async function untoldIn(db: Executor): Promise<string[]> {
  const rows = await db.rows<{ action: string; has_before: boolean; has_after: boolean }>(sql`
    SELECT DISTINCT action, before IS NOT NULL AS has_before, after IS NOT NULL AS has_after FROM audit_log
    WHERE entity = split_part(action, '.', 1)`)
  const known = rows.flatMap((row) => {
    const sides = writes.get(row.action)
    return sides ? [{ ...row, sides }] : []
  })
  const folder = process.env[foldersVariable]
  if (folder && known.length > 0)
    appendFileSync(join(folder, `${process.pid}.txt`), known.map(({ action }) => `${met(action)}\n`).join(''))
  return known
    .filter(
      ({ sides, has_before, has_after }) => (sides !== 'after' && !has_before) || (sides !== 'before' && !has_after),
    )
    .map(({ action, sides }) => `${sides} of ${action}`)
}
