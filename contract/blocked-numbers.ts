/** Numbers that are not sold, in one draw, some days or until lifted; what was sold before stays. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { byId, endpoint, entity, id, commaList } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { day, instant } from './values/dates.ts'
import { remark } from './values/contact.ts'

const blockedRow = z.object({
  id: z.number().int(),
  partner_id: z.number().int(),
  number: field(z.string(), 'Número'),
  symbol_name: field(z.string().nullable(), 'Símbolo'),
  product_id: z.number().int(),
  product_name: field(z.string(), 'Producto', { width: 22 }),
  bet_type_id: z.number().int().nullable(),
  bet_type_name: field(z.string().nullable(), 'Jugada', { nothing: 'Todas' }),
  partner_name: field(z.string(), 'Alcance', { width: 28 }),
  draw_id: z.number().int().nullable(),
  draw_at: field(instant.nullable(), 'Sorteo'),
  from_day: field(day.nullable(), 'Desde'),
  to_day: field(day.nullable(), 'Hasta'),
  reason: field(z.string(), 'Motivo', { width: 40 }),
  created_by_name: field(z.string().nullable(), 'Bloqueado por'),
  created_at: field(instant, 'Bloqueado'),
})
export type BlockedRow = z.infer<typeof blockedRow>

const base = '/api/v2/admin/blocked_number'

export const blockedNumbers = entity('blockedNumbers', {
  ...listEndpoint(base, {
    title: 'Números bloqueados',
    access: rules.supervision,
    row: blockedRow,
    search: 'número, símbolo o motivo',
    filters: {
      product_id: field(id, 'Producto', { control: 'product' }),
      bet_type_id: field(id, 'Jugada', { names: 'bet_type' }),
      draw_id: field(id, 'Sorteo', { names: 'draw' }),
      partner_id: field(id, 'Alcance', { control: 'partner' }),
      numbers: field(commaList(z.string().max(40)), 'Números'),
    },
    sort: ['created_at', 'number', 'product_name', 'partner_name', 'bet_type_name', 'draw_at', 'from_day', 'to_day'],
    first: '-created_at',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/`,
    access: rules.supervision,
    status: 201,
    body: z.object({
      /** The caller's own partner when missing. */
      partner_id: field(z.number().int().positive().optional(), 'Alcance'),
      product_id: field(z.number({ error: 'Elija el producto' }).int().positive(), 'Producto'),
      /** Every bet type of the product for which the number is valid when missing. */
      bet_type_id: field(z.number().int().positive().nullable().optional(), 'Jugada'),
      numbers: field(
        z.array(z.string().trim().min(1).max(40)).min(1, 'Elija al menos un número').max(1_000),
        'Números',
      ),
      draw_id: field(z.number().int().positive().nullable().optional(), 'Sorteo'),
      from_day: field(day.nullable().optional(), 'Desde'),
      to_day: field(day.nullable().optional(), 'Hasta'),
      reason: field(remark(200).default(''), 'Motivo'),
    }),
    response: z.object({ blocked: z.number().int(), already: z.number().int() }),
    summary: 'Bloquea números; lo ya vendido queda',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access: rules.supervision,
    params: byId,
    response: z.object({ id: z.number().int() }),
    summary: 'Desbloquea un número',
  }),
})
