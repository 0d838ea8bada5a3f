/**
 * What another father makes of a partner, told before it is moved: whose its past will be, who answers for it, who sees it,
 * and what it inherits. Nothing is moved by asking.
 */
import { z } from 'zod'
import { id } from './endpoint.ts'
import { field } from './field.ts'
import { currency } from './values/currency.ts'
import { day } from './values/dates.ts'
import { sums } from './values/sums.ts'

/** Rows of each part that are told one by one; beyond them they are counted. */
export const mostListed = 100

/** What a save says of what was shown before it: of anything else by then, nothing is saved and it is shown anew. */
export const previewMark = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'Pida la vista previa y envíe lo que ella dice en «shown»')
  .meta({
    description: 'Lo que dijo la vista previa; si ya es otra cosa, no se guarda (changed_meanwhile) y va de nuevo',
  })

export const moveForm = z.object({
  id: id.meta({ description: 'El afiliado que se mueve' }),
  father_id: id.meta({ description: 'De quién dependería' }),
  currencies: z.array(currency).min(1).optional().meta({ description: 'En qué vendería; sin ellas, en lo que vende' }),
})

const place = z.object({ id: z.number().int(), name: z.string(), path: z.string() })
const around = z.object({ id: z.number().int(), name: z.string(), before: sums, after: sums })

const kinds = {
  rate: 'Comisiones',
  setting: 'Reglas y límites',
  product: 'Productos y multiplicadores',
  quota: 'Cupos',
  block: 'Números bloqueados',
  payment_method: 'Métodos de pago',
} as const
export type MovedKind = keyof typeof kinds

const moved = z.object({
  kind: field(z.enum(Object.keys(kinds) as [MovedKind, ...MovedKind[]]), 'Qué', { labels: kinds }),
  /** `Comisión de Lotto Activo` */
  name: z.string(),
  /** In words, and whose it is; null where nobody of the tree sets it. */
  from: z.string(),
  from_of: z.string().nullable(),
  to: z.string(),
  to_of: z.string().nullable(),
  /** It sets more itself: what the new father has holds it back. */
  own: z.string().nullable(),
})
export type MovedHolding = z.infer<typeof moved>

const ownSettings = z.object({ name: z.string(), value: z.string() })
const person = z.object({ name: z.string(), partner_name: z.string(), manages: z.boolean() })
const people = z.object({ total: z.number().int(), first: z.array(person) })

export const movePreview = z.object({
  id: z.number().int(),
  name: z.string(),
  father: z.object({ before: place, after: place }),
  /** What goes along. */
  below: z.object({ distributors: z.number().int(), agencies: z.number().int(), offices: z.number().int() }),
  /** Its figures of all days since then go from those that lose them to those that gain them; who is above both sees no change. */
  past: z.object({ since: day.nullable(), balance: sums, losing: z.array(around), gaining: z.array(around) }),
  responsible: z.object({
    before: z.string(),
    after: z.string(),
    /** Of those below it, how many get another. */
    below: z.number().int(),
  }),
  /** Active users who see it no more, and who will. */
  people: z.object({ losing: people, gaining: people }),
  /** What would be otherwise, and what is its own and stays. */
  changes: z.object({ total: z.number().int(), first: z.array(moved) }),
  kept: z.object({ total: z.number().int(), first: z.array(ownSettings) }),
  shown: previewMark,
})
export type MovePreview = z.infer<typeof movePreview>
