/** Suspended draws: what becomes of the lines sold in a draw that will not take place, or not yet. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { sums, sumsText } from './values/sums.ts'
import { byId, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { motive } from './values/contact.ts'
import { day, instant } from './values/dates.ts'

export const suspensionModes = ['devolver', 'mover', 'mantener'] as const
export type SuspensionMode = (typeof suspensionModes)[number]
export const suspensionModeLabels: Record<SuspensionMode, string> = {
  devolver: 'Devolver las jugadas',
  mover: 'Mover las jugadas a otro sorteo',
  mantener: 'Mantener las jugadas en espera',
}
const mode = z.enum(suspensionModes)
const reason = motive(300)

const suspensionRow = z.object({
  id: z.number().int(),
  draw_id: z.number().int(),
  product_name: field(z.string(), 'Producto', { width: 22 }),
  day: field(day, 'Día'),
  scheduled_at: field(instant, 'Sorteo'),
  closes_at: instant,
  mode: field(mode, 'Qué se hizo', { labels: { devolver: 'Devueltas', mover: 'Movidas', mantener: 'En espera' } }),
  moved_to_draw_id: z.number().int().nullable(),
  moved_to_at: field(instant.nullable(), 'Movidas al'),
  lines: field(z.number().int(), 'Jugadas'),
  amounts: field(sums, 'Monto', { words: sumsText, width: 28 }),
  reason: field(z.string(), 'Motivo', { width: 40 }),
  created_by_name: field(z.string().nullable(), 'Suspendido por'),
  created_at: field(instant, 'Suspendido'),
  lifted_at: field(instant.nullable(), 'Levantado'),
  lifted_by_name: field(z.string().nullable(), 'Levantado por'),
  actions: z.array(z.enum(['lift'])),
})
export type SuspensionRow = z.infer<typeof suspensionRow>

const base = '/api/v2/admin/suspended-draws'

export const suspendedDraws = entity('suspendedDraws', {
  ...listEndpoint(base, {
    title: 'Sorteos suspendidos',
    access: rules.supervision,
    row: suspensionRow,
    search: 'producto o motivo',
    filters: {
      from: field(day, 'Desde'),
      to: field(day, 'Hasta'),
      product_id: field(id, 'Producto', { control: 'product' }),
    },
    sort: ['created_at', 'scheduled_at', 'day', 'product_name', 'mode', 'lines', 'lifted_at'],
    first: '-created_at',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/`,
    access: rules.supervision,
    moves_money: true,
    status: 201,
    body: z.object({
      draw_id: field(z.number({ error: 'Elija el sorteo' }).int().positive(), 'Sorteo'),
      mode: field(mode, 'Jugadas vendidas', { labels: suspensionModeLabels }),
      moved_to_draw_id: field(z.number().int().positive().optional(), 'Sorteo de destino'),
      reason: field(reason, 'Motivo'),
    }),
    response: suspensionRow,
    summary: 'Suspende un sorteo: sus jugadas se devuelven, se mueven o se mantienen',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access: rules.supervision,
    params: byId,
    response: suspensionRow,
    summary: 'Levanta una suspensión',
  }),
})
