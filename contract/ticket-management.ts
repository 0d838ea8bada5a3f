/** A ticket as the administration sees it: its history, and what may be done with it away from the counter. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { operationClient } from './clients.ts'
import { endpoint, entity } from './endpoint.ts'
import { bySerial, code, ticketView } from './tickets.ts'
import { motive } from './values/contact.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

const ticketDetail = ticketView.extend({
  /** Who did what with it, oldest first. */
  history: z.array(
    z.object({ at: instant, kind: z.string(), text: z.string(), by: z.string().nullable(), amount: money.nullable() }),
  ),
  paid_office_name: z.string().nullable(),
  paid_by_name: z.string().nullable(),
  annulled_by_name: z.string().nullable(),
  annulled_reason: z.string().nullable(),
})
export type TicketDetail = z.infer<typeof ticketDetail>

const base = '/api/v2/admin/ticket-management'
const byTicket = z.object({ id: bySerial.shape.serial })

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
      z.object({
        action: z.literal('reject'),
        reason: motive(200).meta({ title: 'Motivo' }),
      }),
    ]),
    response: ticketDetail,
    summary: 'Anula, paga, devuelve, o decide un pago que espera aprobación',
  }),
})
