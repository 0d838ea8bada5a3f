/**
 * Tickets from the back office. Annulling follows the counter's window for who sells there; the banca's own
 * administrator may later, as long as nobody can know a result. Payments go through an office's cash.
 */
import { allows, rules } from '@contract/access/rules.ts'
import type { Received } from '@contract/endpoint.ts'
import type { ticketManagement } from '@contract/ticket-management.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { decideRequest } from '../../rules/pay/approvals.ts'
import { pay } from '../../rules/pay/pay.ts'
import { refund } from '../../rules/pay/refund.ts'
import { annul } from '../../rules/sale/annul.ts'
import { actingOffice } from '../tickets/office.ts'
import { ticketDetail, findManaged, type Managed } from './detail.ts'

type Act = Received<typeof ticketManagement.act>['body']

async function act(context: Context, key: Managed, body: Act): Promise<void> {
  const { db, session, now, today } = context
  const by = { by: session.id, at: now, today }
  if (body.action === 'annul') {
    const late = allows(rules.banca, session)
    if (!key.own || (!late && !allows(rules.anyCounter, session))) throw new Problem('forbidden')
    return annul(db, { ...key, ...by, reason: body.reason, late })
  }
  if (body.action === 'pay') {
    await pay(db, {
      ...key,
      ...by,
      code: body.code,
      client: body.client,
      office_id: await actingOffice(context, body.office_id),
    })
    return
  }
  if (body.action === 'refund') {
    const office_id = await actingOffice(context, body.office_id)
    await refund(db, { ...key, ...by, code: body.code, office_id })
    return
  }
  const state = body.action === 'approve' ? 'aprobado' : 'rechazado'
  return decideRequest(db, {
    ...key,
    ...by,
    state,
    partner_id: session.partner_id,
    reason: body.action === 'reject' ? body.reason : null,
  })
}

export const ticketManagementRoutes: Handlers<typeof ticketManagement> = {
  show: async (context, { params }) => ticketDetail(context, await findManaged(context, params.id)),
  act: async (context, { params, body }) => {
    const key = await findManaged(context, params.id)
    const before = await ticketDetail(context, key)
    await act(context, key, body)
    const after = await ticketDetail(context, key)
    context.audit({
      entity_id: params.id,
      significant: true,
      ...('reason' in body && { reason: body.reason }),
      before: { state: before.state, approval: before.approval?.state, refund_due: before.refund_due },
      after: {
        action: body.action,
        state: after.state,
        prize: after.prize,
        refund_due: after.refund_due,
        refunded: after.refunded,
        approval: after.approval?.state,
        paid_to: after.paid_to,
      },
    })
    return after
  },
}
