/**
 * Movements of drawers and funds: what comes in and goes out beside the tickets. One that somebody above decides waits as
 * `por_aprobar`, with its money in the drawer or out of it already; of a transfer both halves wait as `por_aceptar`.
 */
import { z } from 'zod'
import { currencyOfSession } from './account-data.ts'
import { id } from './endpoint.ts'
import { field, looksOf } from './field.ts'
import { paymentMethods } from './payment-methods.ts'
import { stateField } from './states.ts'
import { remark, text } from './values/contact.ts'
import { day, instant } from './values/dates.ts'
import { money, positiveAmount } from './values/money.ts'

/** Where a drawer's money is kept that was counted by no method: in cash. */
export const inCash = 'Efectivo'

export const movementStates = {
  registrado: { label: 'Registrado', tone: 'good' },
  por_aprobar: { label: 'Por aprobar', tone: 'waiting' },
  aprobado: { label: 'Aprobado', tone: 'good' },
  rechazado: { label: 'Rechazado', tone: 'bad' },
  por_aceptar: { label: 'Por aceptar', tone: 'waiting' },
  aceptado: { label: 'Aceptado', tone: 'good' },
  rehusado: { label: 'Rehusado', tone: 'bad' },
  eliminado: { label: 'Eliminado', tone: 'neutral' },
} as const
export const movementState = stateField(movementStates)
/** Those of what is handed over. */
export const handedState = field(
  movementState.extract(['por_aceptar', 'aceptado', 'rehusado', 'eliminado']),
  'Estado',
  looksOf(movementState),
)

const movementKinds = ['ingreso', 'egreso', 'transferencia', 'recarga'] as const
export type MovementKind = (typeof movementKinds)[number]
export const movementKind = field(z.enum(movementKinds), 'Movimiento', {
  labels: { ingreso: 'Ingreso', egreso: 'Egreso', transferencia: 'Transferencia', recarga: 'Recarga' },
})

/** What a movement says beside its type and its method, whose choices hang from which way it goes. */
export const movementForm = {
  currency: currencyOfSession,
  amount: field(positiveAmount, 'Monto'),
  concept: field(remark(200).default(''), 'Concepto', { control: 'area', wide: true }),
}
export const movementReference = field(text(3, 40).or(z.literal('')).default(''), 'Referencia', {
  hint: 'El número de la operación, si no es en efectivo.',
})

export const movementRow = z.object({
  /** The number of its receipt too. */
  id: field(z.number().int(), 'Recibo'),
  kind: movementKind,
  state: movementState,
  office_id: z.number().int().nullable(),
  /** Where it came in or went out: an office, or a fund. */
  office_name: field(z.string(), 'Taquilla'),
  type_id: z.number().int().nullable(),
  type_name: field(z.string().nullable(), 'Tipo'),
  /** The other half of a transfer: from whom it comes, or to whom it goes. */
  pair_id: z.number().int().nullable(),
  pair_name: field(z.string().nullable(), 'De quién o a quién'),
  /** Null is cash. */
  method_id: z.number().int().nullable(),
  method_name: field(z.string(), 'Método'),
  currency: currencyOfSession,
  amount: field(money, 'Monto'),
  /** What of it is in the drawer, or went out of it: nothing of one that waits to be accepted, came back or was deleted. */
  moved: field(money, 'Movido', { zero_is_nothing: true }),
  concept: field(z.string(), 'Concepto', { remark: true }),
  reference: field(z.string(), 'Referencia'),
  /** `V-12345678 Ana Pérez`. */
  client: field(z.string().nullable(), 'Cliente'),
  /** In which it counts: none before it is accepted, none of a fund. */
  register_id: z.number().int().nullable(),
  register_day: field(day.nullable(), 'Caja del'),
  day: field(day, 'Día'),
  /** Names of people above whoever reads are nobody's. */
  created_by: field(z.string().nullable(), 'Escribió'),
  created_at: field(instant, 'Escrito'),
  decided_by: field(z.string().nullable(), 'Decidió'),
  decided_at: field(instant.nullable(), 'Decidido'),
  observation: field(z.string().nullable(), 'Observación', { remark: true }),
  version: z.number().int(),
})
export type CashMovementRow = z.infer<typeof movementRow>

/** Sums of what is filtered, of what came into drawers or went out of them. */
export const movementTotals = z.object({ currency: currencyOfSession, moved: field(money, 'Movido') })

export const movementPeriod = { title: 'Escrito', preset: 'hoy', open: true } as const

/** A method that a drawer may use; cash, which comes first, has no number and every currency. */
export const drawerMethod = paymentMethods.list.list.row
  .pick({ name: true, kind: true })
  .extend({ id: z.number().int().nullable(), currency: currencyOfSession.nullable() })
type DrawerMethod = z.infer<typeof drawerMethod>

export const methodId = id.nullable().default(null)
export const methodLooks = { placeholder: inCash } as const

/** Those of a currency, as choices: cash is what stands where none is chosen. */
export function methodOptions(methods: readonly DrawerMethod[], currency: unknown) {
  return methods.flatMap((one) =>
    one.id !== null && one.currency === currency ? [{ value: one.id, label: one.name }] : [],
  )
}
