/** A ticket as the administration sees it: its history, and what may be done with it away from the counter. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { operationClient } from './clients.ts'
import { byId, endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { guardedPicture } from './images.ts'
import { bySerial, code, ticketView } from './tickets.ts'
import { motive } from './values/contact.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

const ticketDetail = ticketView.extend({
  /** Who did what with it, oldest first. */
  history: z.array(
    z.object({
      at: instant,
      kind: z.string(),
      text: z.string(),
      by: z.string().nullable(),
      amount: money.nullable(),
      /** Of a refusal with a picture: what `refusalPicture` takes. */
      picture_id: z.number().int().nullable(),
    }),
  ),
  /** The same of the refusal that stands. */
  refusal_picture_id: z.number().int().nullable().meta({ title: 'Imagen del rechazo' }),
  paid_office_name: z.string().nullable(),
  paid_by_name: z.string().nullable(),
  annulled_by_name: z.string().nullable(),
  annulled_reason: z.string().nullable(),
})
export type TicketDetail = z.infer<typeof ticketDetail>

const base = '/api/v2/admin/ticket-management'
const byTicket = z.object({ id: bySerial.shape.serial })

export const paymentRefusal = z.object({
  action: z.literal('reject'),
  reason: motive(200).meta({ title: 'Motivo' }),
  /** Only the banca's own people add one. */
  picture_url: field(guardedPicture, 'Imagen', {
    hint: 'Opcional: PNG, JPEG o WebP de hasta 1 MB. La ve quien ve el ticket desde la administración; la taquilla, no.',
  }).meta({ description: 'Subida con `guarded=true`; solo la adjunta la banca' }),
})

export const ticketManagement = entity('ticketManagement', {
  show: endpoint({
    method: 'GET',
    path: `${base}/detail/:id`,
    access: rules.business,
    params: byTicket,
    response: ticketDetail,
    summary: 'Un ticket con jugadas, premios e historia; `id` es su serial',
  }),
  act: endpoint({
    method: 'PATCH',
    path: `${base}/:id`,
    access: rules.business,
    moves_money: true,
    params: byTicket,
    body: z.discriminatedUnion('action', [
      z.object({
        action: z.literal('annul'),
        reason: motive(200).meta({ title: 'Motivo' }),
      }),
      z.object({
        action: z.literal('pay'),
        code,
        office_id: z.number().int().positive().optional().meta({ title: 'Taquilla que paga' }),
        client: operationClient,
      }),
      z.object({
        action: z.literal('refund'),
        code,
        office_id: z.number().int().positive().optional().meta({ title: 'Taquilla que devuelve' }),
      }),
      z.object({ action: z.literal('approve') }),
      paymentRefusal,
    ]),
    response: ticketDetail,
    summary: 'Anula, paga, devuelve, o decide un pago que espera aprobación',
  }),
  refusalPicture: endpoint({
    method: 'GET',
    path: `${base}/refusal-picture/:id`,
    access: rules.business,
    params: byId,
    response: 'file',
    summary: 'La imagen de un pago rechazado; `id` es el que dice el ticket',
  }),
})
