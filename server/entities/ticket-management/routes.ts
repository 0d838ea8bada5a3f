/**
 * Tickets from the back office. Annulling follows the counter's window for who sells there; the banca's own
 * administrator may later, as long as nobody can know a result. Payments go through an office's cash; only the banca's
 * own people refuse one with a picture.
 */
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import type { Received } from '@contract/endpoint.ts'
import type { ticketManagement } from '@contract/ticket-management.ts'
import type { Context, FileAnswer, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { decideRequest } from '../../rules/pay/approvals.ts'
import { pay } from '../../rules/pay/pay.ts'
import { refund } from '../../rules/pay/refund.ts'
import { annul } from '../../rules/sale/annul.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
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
  const decided = { ...key, ...by, partner_id: session.partner_id }
  if (body.action === 'approve')
    return decideRequest(db, { ...decided, state: 'aprobado', reason: null, picture_url: null })
  const { reason, picture_url } = body
  if (picture_url !== null && !allows(rules.supervision, session))
    throw Problem.on('picture_url', 'forbidden', 'Solo la banca adjunta una imagen a un rechazo.')
  return decideRequest(db, { ...decided, state: 'rechazado', reason, picture_url })
}

interface Kept {
  serial: string
  url: string
  content_type: string
  bytes: Buffer
}

/** For whoever may see the ticket that was refused. @throws Problem `not_found` */
async function refusalPicture(context: Context, id: number): Promise<FileAnswer> {
  const kept = await context.db.one<Kept>(sql`
    SELECT ticket.serial, image.url, image.content_type, image.bytes
    FROM pay_approvals approval
    JOIN tickets ticket ON ticket.day = approval.ticket_day AND ticket.id = approval.ticket_id
    JOIN images image ON image.url = approval.picture_url
    WHERE approval.id = ${id}`)
  if (!kept) throw new Problem('not_found')
  const { serial, url, content_type, bytes } = kept
  await findManaged(context, serial)
  const filename = `rechazo-${serial}${url.slice(url.lastIndexOf('.'))}`
  return { filename, content_type, stream: Readable.from([bytes], { objectMode: false }) }
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
        ...(after.refusal_picture_id !== null && { refusal_picture_id: after.refusal_picture_id }),
        paid_to: after.paid_to,
      },
    })
    return after
  },
  refusalPicture: (context, { params }) => refusalPicture(context, params.id),
}
