/** Sale, look-up, payment, annulment and reprint at the counter. */
import { sql } from 'drizzle-orm'
import type { tickets, TicketView } from '@contract/tickets.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { pay } from '../../rules/pay/pay.ts'
import { refund } from '../../rules/pay/refund.ts'
import { annul } from '../../rules/sale/annul.ts'
import { sell } from '../../rules/sale/sell.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { findTicket, showTicket, type TicketKey } from './queries.ts'

async function locate({ db, scope }: Context, serial: string): Promise<TicketKey> {
  const key = await findTicket(db, scope, serial)
  if (!key) throw new Problem('not_found')
  return key
}

async function view(context: Context, key: Pick<TicketKey, 'day' | 'id'>): Promise<TicketView> {
  const ticket = await showTicket(context.db, key, context)
  if (!ticket) throw new Problem('not_found')
  return ticket
}

/** Only the office that sold it, or its agency's administrator. */
async function mustBeOwn(context: Context, key: TicketKey, named: number | undefined): Promise<void> {
  const office_id = await actingOffice(
    context,
    named ?? (context.session.partner_type === 'taquilla' ? undefined : key.office_id),
  )
  if (office_id !== key.office_id) throw new Problem('ticket_other_office')
}

export const ticketsRoutes: Handlers<typeof tickets> = {
  sell: async (context, { body }) => {
    const office_id = await actingOffice(context, body.office_id)
    const sold = await sell(context.db, {
      ...body,
      office_id,
      seller_id: context.session.id,
      at: context.now,
      day: context.today,
    })
    const ticket = await view(context, sold)
    context.audit({
      entity_id: sold.serial,
      after: {
        total: body.lines.length,
        currency: body.currency,
        ...(ticket.client !== null && { client: ticket.client }),
      },
    })
    return { ...ticket, code: sold.code }
  },
  bySerial: async (context, { params }) => view(context, await locate(context, params.serial)),
  pay: async (context, { params, body }) => {
    const key = await locate(context, params.serial)
    const office_id = await actingOffice(context, body.office_id)
    await pay(context.db, {
      ...key,
      code: body.code,
      client: body.client,
      office_id,
      by: context.session.id,
      at: context.now,
      today: context.today,
    })
    const paid = await view(context, key)
    context.audit({
      entity_id: params.serial,
      before: { state: 'ganador' },
      after: {
        state: paid.state,
        prize: paid.prize,
        refunded: paid.refunded,
        office_id,
        approval: paid.approval?.state,
        paid_to: paid.paid_to,
      },
      significant: true,
    })
    return paid
  },
  refund: async (context, { params, body }) => {
    const key = await locate(context, params.serial)
    const office_id = await actingOffice(context, body.office_id)
    const amount = await refund(context.db, {
      ...key,
      code: body.code,
      office_id,
      by: context.session.id,
      at: context.now,
      today: context.today,
    })
    const given = await view(context, key)
    context.audit({
      entity_id: params.serial,
      before: { refund_due: amount },
      after: { refund_due: given.refund_due, state: given.state, office_id },
      significant: true,
    })
    return given
  },
  annul: async (context, { params, body }) => {
    const key = await locate(context, params.serial)
    await mustBeOwn(context, key, body?.office_id)
    await annul(context.db, {
      ...key,
      by: context.session.id,
      at: context.now,
      today: context.today,
      reason: body?.reason,
    })
    context.audit({
      entity_id: params.serial,
      before: { state: 'vendido' },
      after: { state: 'anulado' },
      ...(body?.reason && { reason: body.reason }),
    })
    return view(context, key)
  },
  reprint: async (context, { params }) => {
    const key = await locate(context, params.serial)
    await mustBeOwn(context, key, undefined)
    const copy = await context.db.one<{ code: string; reprints: number }>(sql`
      UPDATE tickets SET reprints = reprints + 1 WHERE day = ${key.day} AND id = ${key.id} AND state <> 'anulado' RETURNING code, reprints`)
    if (!copy) throw new Problem('ticket_annulled')
    context.audit({ entity_id: params.serial, after: { reprints: copy.reprints } })
    return { ...(await view(context, key)), code: copy.code }
  },
}
