/** Numbers that are not sold, in one draw, some days or until lifted; what was sold before stays. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { byId, endpoint, entity, id, listOf, paged, pageQuery } from './endpoint.ts'
import { day, instant } from './values/dates.ts'

export const blockedRow = z.object({
  id: z.number().int(),
  partner_id: z.number().int(),
  partner_name: z.string().meta({ title: 'Alcance' }),
  product_id: z.number().int(),
  product_name: z.string().meta({ title: 'Producto' }),
  bet_type_id: z.number().int().nullable(),
  bet_type_name: z.string().nullable().meta({ title: 'Jugada' }),
  number: z.string().meta({ title: 'Número' }),
  symbol_name: z.string().nullable(),
  draw_id: z.number().int().nullable(),
  draw_at: instant.nullable().meta({ title: 'Sorteo' }),
  from_day: day.nullable().meta({ title: 'Desde' }),
  to_day: day.nullable().meta({ title: 'Hasta' }),
  reason: z.string().meta({ title: 'Motivo' }),
  created_by_name: z.string().nullable().meta({ title: 'Bloqueado por' }),
  created_at: instant.meta({ title: 'Bloqueado' }),
})
export type BlockedRow = z.infer<typeof blockedRow>

export const blockedNumbers = entity('blockedNumbers', {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/admin/blocked_number/',
    access: rules.supervision,
    query: pageQuery.extend({
      product_id: id.optional(),
      bet_type_id: id.optional(),
      draw_id: id.optional(),
      partner_id: id.optional(),
      numbers: listOf(z.string().max(40)).optional(),
    }),
    response: paged(blockedRow),
    summary: 'Números bloqueados, por páginas',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/admin/blocked_number/',
    access: rules.supervision,
    status: 201,
    body: z.object({
      /** The caller's own partner when missing. */
      partner_id: z.number().int().positive().optional().meta({ title: 'Alcance' }),
      product_id: z.number({ error: 'Elija el producto' }).int().positive().meta({ title: 'Producto' }),
      /** Every bet type of the product for which the number is valid when missing. */
      bet_type_id: z.number().int().positive().nullable().optional().meta({ title: 'Jugada' }),
      numbers: z
        .array(z.string().trim().min(1).max(40))
        .min(1, 'Elija al menos un número')
        .max(1_000)
        .meta({ title: 'Números' }),
      draw_id: z.number().int().positive().nullable().optional().meta({ title: 'Sorteo' }),
      from_day: day.nullable().optional().meta({ title: 'Desde' }),
      to_day: day.nullable().optional().meta({ title: 'Hasta' }),
      reason: z.string().trim().max(200).default('').meta({ title: 'Motivo' }),
    }),
    response: z.object({ blocked: z.number().int(), already: z.number().int() }),
    summary: 'Bloquea números; lo ya vendido queda',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/blocked_number/:id',
    access: rules.supervision,
    params: byId,
    response: z.object({ id: z.number().int() }),
    summary: 'Desbloquea un número',
  }),
})
