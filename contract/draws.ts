/** Draws: their states, what a result of one is made of, and the list of a day. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { signs } from './values/bet-numbers.ts'
import { field } from './field.ts'
import { day, instant } from './values/dates.ts'
import { sums } from './values/sums.ts'

/** By the clock, unless awarded or suspended: nobody stores that a draw is open. */
export const drawStates = ['programado', 'abierto', 'cerrado', 'premiado', 'suspendido'] as const
export type DrawState = (typeof drawStates)[number]
export const drawStateLabels: Record<DrawState, string> = {
  programado: 'Programado',
  abierto: 'Abierto',
  cerrado: 'Cerrado',
  premiado: 'Premiado',
  suspendido: 'Suspendido',
}
export const drawState = field(z.enum(drawStates), 'Estado', {
  labels: drawStateLabels,
  tones: { programado: 'neutral', abierto: 'good', cerrado: 'waiting', premiado: 'good', suspendido: 'bad' },
})
/** A closed draw that was played, without a result this long after its hour, is late: somebody must look. */
export const lateAfterMinutes = 15

/** '' where a result has one number, A B C for columns, 1 2 3 for Panama's prizes. */
export const places = ['', 'A', 'B', 'C', '1', '2', '3'] as const
export type Place = (typeof places)[number]

/** What a result of a product is made of: which numbers, how wide, with a sign or not. */
const resultPart = z.object({
  place: z.enum(places),
  label: z.string(),
  /** Digits of the number; null where it is a symbol of the product. */
  digits: z.number().int().nullable(),
  sign: z.boolean(),
})
export type ResultPart = z.infer<typeof resultPart>

/** A number as it was drawn: fixed-width text, zeros kept, never a JavaScript number. */
export const resultNumber = z.object({
  place: z.enum(places),
  number: z.string().trim().min(1, 'Escriba el número').max(6),
  sign: z.enum(signs).nullable(),
})
export type ResultNumber = z.infer<typeof resultNumber>
/** With the animal it stands for, where it is one. */
export const namedNumber = resultNumber.extend({ symbol_name: z.string().nullable(), image_url: z.string().nullable() })

/** A result that was entered and waits for its confirmation. */
export const resultEntry = z.object({
  id: z.number().int(),
  kind: z.enum(['resultado', 'correccion']),
  numbers: z.array(resultNumber),
  text: z.string(),
  source: z.string(),
  entered_by: z.number().int().nullable(),
  entered_by_name: z.string().nullable(),
  entered_at: instant,
  reason: z.string().nullable(),
  /** Whether this very user may confirm it. */
  can_confirm: z.boolean(),
})
export type ResultEntry = z.infer<typeof resultEntry>

export const drawRow = z.object({
  id: z.number().int(),
  product_id: z.number().int(),
  product_name: field(z.string(), 'Producto'),
  product_kind: z.enum(['animalitos', 'triples', 'panama', 'polla']),
  day,
  scheduled_at: field(instant, 'Hora'),
  opens_at: instant,
  closes_at: field(instant, 'Cierre'),
  state: drawState,
  result: field(z.string().nullable(), 'Resultado'),
  result_id: z.number().int().nullable(),
  /** Tickets stand on it, tripletas reach over it, or a polla that was sold counts it; of the whole banca. */
  played: z.boolean(),
  /** Played, closed, without a result, and past `lateAfterMinutes`. */
  late: z.boolean(),
  parts: z.array(resultPart),
  /** A result waiting for its confirmation; null for those who may not award. */
  entry: resultEntry.nullable(),
  /** Of the caller's subtree. */
  sold: sums,
  prizes: sums,
})
export type DrawRow = z.infer<typeof drawRow>

/** Draws that wait, shown at once. */
const mostPending = 200

export const draws = entity('draws', {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/admin/draws/lists',
    access: rules.business,
    query: z.object({
      day: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/, 'Fecha no válida')
        .optional()
        .meta({ description: 'Día de los sorteos; hoy si no se dice' }),
      product_id: id.optional(),
      state: z.enum(drawStates).optional().meta({ description: 'Solo los que están así ahora' }),
      partner_id: id
        .optional()
        .meta({ description: 'De quién se cuentan ventas y premios; los propios si no se dice' }),
    }),
    response: z.object({ server_time: z.string(), data: z.array(drawRow) }),
    summary: 'Sorteos de un día con su estado',
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/v2/admin/draws/pending',
    access: rules.business,
    query: z.object({
      limit: z.coerce
        .number()
        .int()
        .min(0)
        .max(mostPending)
        .default(mostPending)
        .meta({ description: 'Cuántos, los más antiguos; se cuentan todos' }),
      product_id: id.optional(),
    }),
    response: z.object({
      server_time: z.string(),
      /** Of any day: played and closed without a result, or with one that nobody confirmed. */
      count: z.number().int(),
      data: z.array(drawRow),
    }),
    summary: 'Sorteos de cualquier día que esperan su resultado o su confirmación',
  }),
})
