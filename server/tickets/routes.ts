/** Sale, look-up, payment and annulment at the counter. */
import type { tickets, TicketView } from '@contract/tickets.ts'
import type { Context, Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { pay } from '../pay/pay.ts'
import { annul } from '../sale/annul.ts'
import { sell } from '../sale/sell.ts'
import { actingOffice } from './office.ts'
import { findTicket, showTicket, type TicketKey } from './queries.ts'

async function locate({ db, scope }: Context, serial: string): Promise<TicketKey> {
  const key = await findTicket(db, scope, serial)
  if (!key) throw new Problem('not_found')
  return key
}

async function view({ db, today }: Context, key: Pick<TicketKey, 'day' | 'id'>): Promise<TicketView> {
  const ticket = await showTicket(db, key, today)
  if (!ticket) throw new Problem('not_found')
  return ticket
}

export const ticketsRoutes: Handlers<typeof tickets> = {
  sell: async (context, { body }) => {
    const office_id = await actingOffice(context, body.office_id)
    const sold = await sell(context.db, { ...body, office_id, seller_id: context.session.id, at: context.now, day: context.today })
    context.audit({ entity_id: sold.serial, after: { total: body.lines.length, currency: body.currency } })
    return { ...(await view(context, sold)), code: sold.code }
  },
  bySerial: async (context, { params }) => view(context, await locate(context, params.serial)),
  pay: async (context, { params, body }) => {
    const key = await locate(context, params.serial)
    const office_id = await actingOffice(context, body.office_id)
    await pay(context.db, { ...key, code: body.code, office_id, by: context.session.id, at: context.now, today: context.today })
    const paid = await view(context, key)
    context.audit({ entity_id: params.serial, before: { state: 'ganador' }, after: { state: paid.state, prize: paid.prize, office_id }, significant: true })
    return paid
  },
  annul: async (context, { params, body }) => {
    const key = await locate(context, params.serial)
    // Only the office that sold it, or its agency's administrator.
    const office_id = await actingOffice(context, body?.office_id ?? (context.session.partner_type === 'taquilla' ? undefined : key.office_id))
    if (office_id !== key.office_id) throw new Problem('ticket_other_office')
    await annul(context.db, { ...key, by: context.session.id, at: context.now, reason: body?.reason })
    context.audit({ entity_id: params.serial, before: { state: 'vendido' }, after: { state: 'anulado' }, ...(body?.reason && { reason: body.reason }) })
    return view(context, key)
  },
  reprint: async () => { throw new Problem('unavailable') },
}
