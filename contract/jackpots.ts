/** Pots of a polla: what feeds them, what they are moved by, and what they hold. */
import { z } from 'zod'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'

export const pots = ['primero', 'segundo', 'semanal'] as const
export type Pot = (typeof pots)[number]
export const potLabels: Record<Pot, string> = {
  primero: 'Primer pote',
  segundo: 'Segundo pote',
  semanal: 'Pote semanal',
}
export const movementKinds = [
  'ticket',
  'anulacion',
  'acumulado',
  'INGRESO',
  'EGRESO',
  'premio',
  'reverso',
  'apertura',
] as const
export const movementKindLabels: Record<(typeof movementKinds)[number], string> = {
  ticket: 'Aporte de ticket',
  anulacion: 'Anulación',
  acumulado: 'Acumulado',
  INGRESO: 'Ingreso',
  EGRESO: 'Egreso',
  premio: 'Premio',
  reverso: 'Reverso',
  apertura: 'Saldo inicial',
}

export const jackpot = z.object({
  id: z.number().int(),
  product_id: z.number().int(),
  product_name: z.string(),
  kind: z.enum(['diario', 'semanal']),
  currency,
  from_day: day,
  to_day: day,
  state: z.enum(['abierto', 'liquidado']),
  /** Sums of the movements: first and second of a daily one, the one of a weekly. */
  pots: z.array(z.object({ pot: z.enum(pots), amount: money })),
  movements: z.array(
    z.object({
      id: z.string(),
      pot: z.enum(pots),
      kind: z.enum(movementKinds),
      amount: money,
      reason: z.string(),
      count: z.number().int(),
      created_by_name: z.string().nullable(),
      created_at: instant,
    }),
  ),
})
export type Jackpot = z.infer<typeof jackpot>
