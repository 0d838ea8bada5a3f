/** Ticket offices. */
import { sql } from 'drizzle-orm'
import type { ticketOffices } from '@contract/ticket-offices.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { createPartner } from '../partners/create.ts'
import { mustNotHaveSold } from '../partners/placement.ts'
import { updatePartner } from '../partners/update.ts'
import { officeKind } from './kind.ts'
import { requestUpdate, disconnect, inBulk, release, remove, switchTo, toAllMatching } from './orders.ts'
import { officeList, readTicketOffice } from './queries.ts'
import { checkIn } from './terminal.ts'

/** Whether it is tied is kept beside the partner. Untied, its device goes too. */
async function tie({ db, audit }: Context, id: number, binds: boolean): Promise<void> {
  const changed = await db.run(sql`
    UPDATE ticket_offices
    SET binds_device = ${binds}, device_id = CASE WHEN ${binds} THEN device_id END,
      device_bound_at = CASE WHEN ${binds} THEN device_bound_at END
    WHERE partner_id = ${id} AND binds_device <> ${binds}`)
  if (changed)
    audit({ entity_id: id, before: { binds_device: !binds }, after: { binds_device: binds }, significant: true })
}

/** An office stands where its agency does, until somebody says otherwise. */
async function placeOf({ db }: Context, agency_id: number) {
  const place = await db.one<{ state_id: number | null; municipality_id: number | null }>(
    sql`SELECT state_id, municipality_id FROM partners WHERE id = ${agency_id} AND type = 'agencia'`,
  )
  return place ?? { state_id: null, municipality_id: null }
}

type Calls = Handlers<typeof ticketOffices>

const create: Calls['create'] = async (context, { body: { binds_device, ...body } }) => {
  const made = await createPartner(context, officeKind, {
    ...body,
    ...(await placeOf(context, body.father_id)),
  })
  if (!binds_device) return made
  await tie(context, made.id, true)
  return readTicketOffice(context, made.id)
}

const update: Calls['update'] = async (context, { params: { id }, body: { binds_device, ...body } }) => {
  const before = await readTicketOffice(context, id)
  const { state_id, municipality_id } = before
  const moves = before.father_id !== body.father_id
  if (moves) await mustNotHaveSold(context.db, id)
  const place = moves ? await placeOf(context, body.father_id) : { state_id, municipality_id }
  await updatePartner(context, officeKind, id, { ...body, ...place })
  // A move has the tree alone, behind the sales under way: one of them may have been its first.
  if (moves) await mustNotHaveSold(context.db, id)
  await tie(context, id, binds_device)
  return readTicketOffice(context, id)
}

export const ticketOfficesRoutes: Calls = {
  ...listOf(officeList),
  show: (context, { params: { id } }) => readTicketOffice(context, id),
  create,
  update,
  remove: async (context, { params: { id } }) => ({ id, result: await remove(context, id) }),
  status: (context, { params: { id }, body: { status } }) => switchTo(context, id, status),
  disconnect: (context, { params: { id } }) => disconnect(context, id),
  release: (context, { params: { id } }) => release(context, id),
  software: (context, { params: { id }, body }) => requestUpdate(context, id, 'software', body?.cancel ?? false),
  hardware: (context, { params: { id }, body }) => requestUpdate(context, id, 'hardware', body?.cancel ?? false),
  bulk: async (context, { body: { action, ids } }) => ({ data: await inBulk(context, action, ids) }),
  matching: async (context, { query: { expected_matched_rows }, body: { action, filter } }) => ({
    data: await toAllMatching(context, action, filter, expected_matched_rows),
  }),
  terminal: (context, { body }) => checkIn(context, body),
}
