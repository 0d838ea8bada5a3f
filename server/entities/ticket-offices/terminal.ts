/**
 * A terminal says that it is there. It comes each minute and must cost next to nothing: what a sale looks at is written
 * only when it changes, and that it was seen not more often than each half minute.
 */
import { sql } from 'drizzle-orm'
import { comesAgainSeconds, type ticketOffices } from '@contract/ticket-offices.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { actingOffice } from '../tickets/office.ts'

interface Machine {
  name: string
  device_id: string | null
  binds_device: boolean
  pending_command: 'software' | 'hardware' | null
}

/** @throws Problem `not_found`, `invalid` where an agency's administrator does not say which office */
export async function comeIn(
  context: Context,
  { device_id, software_version, done, office_id }: Received<typeof ticketOffices.terminal>['body'],
): Promise<Answer<typeof ticketOffices.terminal>> {
  const { db, audit } = context
  const id = await actingOffice(context, office_id)
  const waiting = await db.one(
    sql`SELECT 1 FROM ticket_offices WHERE partner_id = ${id} AND binds_device AND device_id IS NULL`,
  )
  // Of two that come at once the first is tied: one conditional UPDATE. It is not even tried where it changes nothing: it would have every rule read again.
  const bound =
    waiting === undefined
      ? 0
      : await db.run(sql`
    UPDATE ticket_offices SET device_id = ${device_id}, device_bound_at = now() WHERE partner_id = ${id} AND binds_device AND device_id IS NULL`)
  await db.run(sql`
    UPDATE ticket_offices SET last_seen_at = now(), software_version = coalesce(${software_version ?? null}, software_version),
      pending_command = CASE WHEN pending_command = ${done ?? null} THEN NULL ELSE pending_command END
    WHERE partner_id = ${id} AND (device_id IS NULL OR device_id = ${device_id})
      AND (last_seen_at IS NULL OR last_seen_at < now() - interval '30 seconds' OR software_version IS DISTINCT FROM coalesce(${software_version ?? null}, software_version) OR pending_command = ${done ?? null})`)
  const machine = await db.one<Machine>(sql`
    SELECT p.name, t.device_id, t.binds_device, t.pending_command FROM ticket_offices t JOIN partners p ON p.id = t.partner_id WHERE t.partner_id = ${id}`)
  const { name, binds_device, pending_command } = machine!
  const isOwn = machine!.device_id === device_id
  const may_sell = machine!.device_id === null ? !binds_device : isOwn
  audit({
    entity_id: id,
    after: { device_id, ...(bound > 0 && { bound: true }), ...(done && { done }) },
    significant: bound > 0,
  })
  return {
    office_id: id,
    office_name: name,
    may_sell,
    bound: isOwn,
    pending_command: may_sell ? pending_command : null,
    seconds: comesAgainSeconds,
  }
}
