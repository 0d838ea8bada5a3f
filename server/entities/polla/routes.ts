/** The polla's counter, its pots, its winners, and what anybody may read of it. */
import { sql } from 'drizzle-orm'
import { isBancaRole } from '@contract/access/rules.ts'
import type { polla, PollaTicket } from '@contract/polla.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { pay } from '../../rules/pay/pay.ts'
import { annul } from '../../rules/sale/annul.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { findTicket, type TicketKey } from '../tickets/queries.ts'
import { jackpots } from '../../rules/polla/jackpots.ts'
import { payPot } from '../../rules/polla/payments.ts'
import { fileOf } from '../../platform/lists/file.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { pageOf } from '../../platform/lists/reading.ts'
import { pollaPrizes, serialOfPrize } from './prize-view.ts'
import { publicResults } from './public-results.ts'
import { rounds } from './round-view.ts'
import { sellPolla } from '../../rules/polla/sell.ts'
import { inUsualDays, showPollaTicket, pollaTickets } from './ticket-view.ts'

/** A ticket of the polla that the caller may look up. */
async function locate(context: Context, serial: string): Promise<TicketKey & { ticket: PollaTicket }> {
  const key = await findTicket(context.db, context.scope, serial)
  const ticket = key && (await showPollaTicket(context, key))
  if (!key || !ticket) throw new Problem('not_found')
  return { ...key, ticket }
}

async function view(context: Context, key: Pick<TicketKey, 'day' | 'id'>): Promise<PollaTicket> {
  const ticket = await showPollaTicket(context, key)
  if (!ticket) throw new Problem('not_found')
  return ticket
}

/** The office that acts on a ticket: the seller's own, or that of the ticket where an agency's administrator acts. */
function officeFor(context: Context, key: TicketKey): Promise<number> {
  return actingOffice(context, context.session.partner_type === 'taquilla' ? undefined : key.office_id)
}

/** Rounds that sell now or next, and what still counts hits, yesterday's late ones included. */
function sellingOrCounting({ db, today }: Context) {
  return rounds(
    db,
    sql`(draw.day >= ${today}::date AND draw.day <= ${today}::date + 7 AND draw.opens_at <= clock_timestamp() AND product.status = 'activo')
      OR (draw.day < ${today}::date AND draw.day >= ${today}::date - 7 AND draw.state = 'activo')`,
  )
}

const wonPrizes = listOf(pollaPrizes)

export const pollaRoutes: Handlers<typeof polla> = {
  list: async (context, { query }) => ({
    ...(await pageOf(pollaTickets, context, inUsualDays(query, context.today))),
    server_time: context.now.toISOString(),
    rounds: await sellingOrCounting(context),
  }),
  export: (context, { query }) => fileOf(pollaTickets, context, inUsualDays(query, context.today)),
  sell: async (context, { body }) => {
    const office_id = await actingOffice(context, undefined)
    const sold = await sellPolla(context.db, {
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
        round_id: body.round_id,
        number: sold.number,
        currency: body.currency,
        total: sold.total,
        client: ticket.client,
      },
    })
    return { ...ticket, code: sold.code }
  },
  show: async (context, { params }) => (await locate(context, params.serial)).ticket,
  annul: async (context, { params, body }) => {
    const reason = body?.reason
    const key = await locate(context, params.id)
    if ((await officeFor(context, key)) !== key.office_id) throw new Problem('ticket_other_office')
    await annul(context.db, {
      day: key.day,
      id: key.id,
      by: context.session.id,
      at: context.now,
      today: context.today,
      reason,
    })
    context.audit({
      entity_id: params.id,
      before: { state: key.ticket.state },
      after: { state: 'anulado' },
      ...(reason && { reason }),
    })
    return view(context, key)
  },
  jackpots: async ({ db, session, today }, { query }) => {
    const authors = isBancaRole(session.role)
    const product = query.product_id === undefined ? sql`true` : sql`j.product_id = ${query.product_id}`
    // Without a day: today's and those of the rounds that sell already.
    const last = query.day
      ? sql`${query.day}::date`
      : sql`
        greatest(
          ${today}::date,
          (
            SELECT max(d.day)
            FROM draws d
            WHERE d.product_id = j.product_id AND d.state = 'activo' AND d.day >= ${today}::date
              AND d.opens_at <= clock_timestamp()
          )
        )`
    return {
      data: await jackpots(db, sql`${product} AND j.to_day >= ${query.day ?? today}::date AND j.from_day <= ${last}`, {
        authors,
      }),
    }
  },
  payDaily: async (context, { body }) =>
    payPot(context, {
      jackpot_id: body.pote_diario_id,
      kind: 'diario',
      type: body.tipo,
      reason: body.reason,
      amounts: [
        { pot: 'primero', amount: body.primer_acu_abono, field: 'primer_acu_abono' },
        { pot: 'segundo', amount: body.segundo_acu_abono, field: 'segundo_acu_abono' },
      ],
    }),
  payWeekly: async (context, { body }) =>
    payPot(context, {
      jackpot_id: body.pote_semanal_id,
      kind: 'semanal',
      type: body.tipo,
      reason: body.reason,
      amounts: [{ pot: 'semanal', amount: body.monto_acu_abono, field: 'monto_acu_abono' }],
    }),
  prizes: wonPrizes.list,
  prizesExport: wonPrizes.export,
  payPrize: async (context, { params, body }) => {
    const serial = await serialOfPrize(context.db, params.id)
    if (!serial) throw new Problem('not_found')
    const key = await locate(context, serial)
    const office_id = await (body.office_id === undefined
      ? officeFor(context, key)
      : actingOffice(context, body.office_id))
    const outcome = await pay(context.db, {
      day: key.day,
      id: key.id,
      code: body.code,
      client: body.client,
      office_id,
      by: context.session.id,
      at: context.now,
      today: context.today,
    })
    const paid = await view(context, key)
    context.audit({
      entity_id: serial,
      before: { state: key.ticket.state },
      after: { state: paid.state, prize: paid.prize, office_id, outcome, paid_to: paid.paid_to },
      significant: true,
    })
    return paid
  },
  publicResults: async ({ db, now }, { query }) => publicResults(db, query.day, now),
}
