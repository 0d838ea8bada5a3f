/** What an entry of the books says: what happened, what it came from, and the accounts it moved. */
import { z } from 'zod'
import { field } from './field.ts'
import { accountKind, chart } from './ledger-accounts.ts'
import { day } from './values/dates.ts'
import { isZero, money } from './values/money.ts'

/** What happened, as an entry says it. */
const entryKinds = {
  venta: 'Venta',
  anulacion: 'Anulación',
  devolucion: 'Devolución',
  /** What was given back, handed over at a counter. */
  reintegro: 'Reintegro',
  /** What was given back and nobody came for. */
  caducidad: 'Caducidad',
  premiacion: 'Premiación',
  correccion: 'Corrección',
  pago_premio: 'Pago de premio',
  vencimiento: 'Vencimiento',
  comision: 'Comisión',
  participacion: 'Participación',
  margen: 'Margen',
  reliquidacion: 'Reliquidación',
  pago: 'Pago',
  ingreso: 'Ingreso',
  egreso: 'Egreso',
  transferencia: 'Transferencia',
  recarga: 'Recarga',
  fondo: 'Fondo',
  pote: 'Pote',
  ajuste: 'Ajuste',
  externa: 'Venta externa',
  cierre: 'Cierre de semana',
  reapertura: 'Reapertura',
  apertura: 'Apertura',
  /** What is owed to one creditor passed to another. */
  asignacion: 'Asignación',
  /** What a drawer was counted to hold more or less than it should, once its register is approved. */
  diferencia: 'Diferencia de caja',
} as const
export type EntryKind = keyof typeof entryKinds
export const entryKind = field(z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]), 'Tipo', {
  labels: entryKinds,
  placeholder: 'Todos los tipos',
  width: 16,
})

/** What an entry came from. */
const refKinds = {
  ticket: 'Ticket',
  draw: 'Sorteo',
  payment: 'Pago',
  register: 'Caja',
  movement: 'Movimiento de caja',
  jackpot: 'Pote',
  adjustment: 'Ajuste',
  settlement: 'Liquidación',
  external_load: 'Carga externa',
  batch: 'Lote',
  closing: 'Cierre',
  assignment: 'Asignación',
} as const
export type RefKind = keyof typeof refKinds
export const entryReference = {
  ref_kind: field(z.enum(Object.keys(refKinds) as [RefKind, ...RefKind[]]), 'Viene de', {
    labels: refKinds,
    width: 14,
  }),
  ref_id: z.string(),
  /** Of a closing, whose week it told and that week's Sunday: what its statement is found by. */
  ref_partner_id: z.number().int().nullable(),
  ref_week: day.nullable(),
  /** As people know it: a ticket's serial, a draw's product and hour, a load's file, who paid. */
  ref_name: field(z.string(), 'Referencia', { width: 28 }),
}

export const entryPosting = z.object({
  partner_id: z.number().int(),
  partner_name: z.string(),
  account: accountKind,
  debit: money,
  credit: money,
})
export type EntryPosting = z.infer<typeof entryPosting>

/** A file's cell holds no more. */
const mostNamed = 12

/** What was debited, and what it was credited to: `Caja → Ventas, Taquilla Uno`. */
export function postingsText(postings: readonly EntryPosting[], most = mostNamed): string {
  const [first] = postings
  const of_one = postings.every(({ partner_id }) => partner_id === first?.partner_id)
  const side = (of: 'debit' | 'credit') => {
    const named = postings
      .filter((one) => !isZero(one[of]))
      .map(({ account, partner_name }) => `${chart[account].label}${of_one ? '' : ` de ${partner_name}`}`)
    const more = named.length - most
    return [...named.slice(0, most), ...(more > 0 ? [`${more} más`] : [])].join(', ') || 'fuera de su alcance'
  }
  return `${side('debit')} → ${side('credit')}${of_one && first ? `, ${first.partner_name}` : ''}`
}
