/** Suspended draws: what becomes of the lines sold in a draw that will not take place, or not yet. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { sums } from './draws.ts'
import { byId, endpoint, entity, id, paged, pageQuery } from './endpoint.ts'
import { day, instant } from './values/dates.ts'

export const suspensionModes = ['devolver', 'mover', 'mantener'] as const
export type SuspensionMode = (typeof suspensionModes)[number]
export const suspensionModeLabels: Record<SuspensionMode, string> = {
  devolver: 'Devolver las jugadas',
  mover: 'Mover las jugadas a otro sorteo',
  mantener: 'Mantener las jugadas en espera',
}
export const suspensionRow = z.object({
  id: z.number().int(),
  draw_id: z.number().int(),
  product_name: z.string().meta({ title: 'Producto' }),
  day: day.meta({ title: 'Día' }),
  scheduled_at: instant.meta({ title: 'Hora' }),
  closes_at: instant,
  mode: z.enum(suspensionModes).meta({ title: 'Qué se hizo' }),
  moved_to_draw_id: z.number().int().nullable(),
  moved_to_at: instant.nullable(),
  reason: z.string().meta({ title: 'Motivo' }),
  lines: z.number().int().meta({ title: 'Jugadas' }),
  amounts: sums,
  created_by_name: z.string().nullable().meta({ title: 'Suspendido por' }),
  created_at: instant.meta({ title: 'Suspendido' }),
  lifted_at: instant.nullable().meta({ title: 'Levantado' }),
  lifted_by_name: z.string().nullable(),
  actions: z.array(z.enum(['lift'])),
})
export type SuspensionRow = z.infer<typeof suspensionRow>

export const suspendedDraws = entity('suspendedDraws', {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/admin/suspended-draws/',
    access: rules.supervision,
    query: pageQuery.extend({ from: day.optional(), to: day.optional(), product_id: id.optional() }),
    response: paged(suspensionRow),
    summary: 'Sorteos suspendidos',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/admin/suspended-draws/',
    access: rules.supervision,
    moves_money: true,
    status: 201,
    body: z.object({
      draw_id: z.number({ error: 'Elija el sorteo' }).int().positive().meta({ title: 'Sorteo' }),
      mode: z.enum(suspensionModes).meta({ title: 'Jugadas vendidas' }),
      moved_to_draw_id: z.number().int().positive().optional().meta({ title: 'Sorteo de destino' }),
      reason: z
        .string({ error: 'Explique el motivo' })
        .trim()
        .min(5, 'Explique el motivo')
        .max(300)
        .meta({ title: 'Motivo' }),
    }),
    response: suspensionRow,
    summary: 'Suspende un sorteo: sus jugadas se devuelven, se mueven o se mantienen',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/suspended-draws/:id',
    access: rules.supervision,
    params: byId,
    response: suspensionRow,
    summary: 'Levanta una suspensión',
  }),
})
