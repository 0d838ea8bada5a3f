/**
 * A terminal says that it is there. It comes each minute and must cost next to nothing: what a sale looks at is written
 * only when it changes, and that it was seen not more often than each half minute.
 */
import { sql } from 'drizzle-orm'
import { heartbeatSeconds, type ticketOffices } from '@contract/ticket-offices.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { availableSums } from '../../rules/prepaid/movements.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'

interface Machine {
  name: string
  device_id: string | null
  binds_device: boolean
  software_version: string | null
  pending_command: 'software' | 'hardware' | null
  available: Answer<typeof ticketOffices.terminal>['available']
  /** It was not noted for a while that it is there. */
  stale: boolean
}

async function machineOf({ db }: Context, id: number): Promise<Machine> {
  const machine = await db.one<Machine>(sql`
    SELECT p.name, t.device_id, t.binds_device, t.software_version, t.pending_command,
      ${availableSums(sql`p.father_id`, sql`p.currencies`)} AS available,
      coalesce(t.last_seen_at < now() - interval '30 seconds', true) AS stale
    FROM ticket_offices t JOIN partners p ON p.id = t.partner_id WHERE t.partner_id = ${id}`)
  if (!machine) throw new Problem('not_found')
  return machine
}

/** Of two that come at once the first is tied: one conditional UPDATE. */
async function bind({ db, audit }: Context, id: number, device_id: string): Promise<void> {
  const bound = await db.run(sql`
    UPDATE ticket_offices
    SET device_id = ${device_id}, device_bound_at = now()
    WHERE partner_id = ${id} AND binds_device AND device_id IS NULL`)
  if (bound) audit({ entity_id: id, before: { device_id: null }, after: { device_id }, significant: true })
}

type Heard = Received<typeof ticketOffices.terminal>['body']

/** Notes what a terminal that may sell says of itself. Answers what still waits for it. */
async function note(
  { db, audit }: Context,
  id: number,
  machine: Machine,
  { device_id, software_version = machine.software_version ?? undefined, done }: Heard,
): Promise<Machine['pending_command']> {
  const did = done !== undefined && done === machine.pending_command
  const { stale, pending_command } = machine
  if (!stale && !did && software_version === (machine.software_version ?? undefined)) return pending_command
  const left = await db.one<Pick<Machine, 'pending_command'>>(sql`
    UPDATE ticket_offices SET last_seen_at = now(), software_version = ${software_version ?? null},
      pending_command = CASE WHEN pending_command = ${done ?? null} THEN NULL ELSE pending_command END
    WHERE partner_id = ${id} AND (device_id IS NULL OR device_id = ${device_id}) RETURNING pending_command`)
  if (did) audit({ entity_id: id, before: { pending_command }, after: { pending_command: null, software_version } })
  return left?.pending_command ?? null
}

/** @throws Problem `not_found`, `invalid` where an agency's administrator does not say which office */
export async function checkIn(context: Context, heard: Heard): Promise<Answer<typeof ticketOffices.terminal>> {
  const { device_id } = heard
  const id = await actingOffice(context, heard.office_id)
  let machine = await machineOf(context, id)
  // Not even tried where it changes nothing: it would have every rule read again.
  if (machine.binds_device && machine.device_id === null) {
    await bind(context, id, device_id)
    machine = await machineOf(context, id)
  }
  const bound = machine.device_id === device_id
  const may_sell = machine.device_id === null ? !machine.binds_device : bound
  return {
    office_id: id,
    office_name: machine.name,
    may_sell,
    bound,
    pending_command: may_sell ? await note(context, id, machine, heard) : null,
    available: machine.available,
    seconds: heartbeatSeconds,
  }
}
