/** A movement as it is typed at a counter: what still stands in its way, and the body that it becomes. */
import { dniOf } from '@contract/clients.ts'
import { movementForm, movementReference, type CashMovementRow } from '@contract/cash-movements.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { hasCents } from '@contract/values/money.ts'
import { refusal } from '@/kit/form/errors.ts'
import { clientOf, type ClientDraft } from '../clients/client-draft.ts'

/** What is written: what comes in, what goes out, or what is given to another drawer or a fund. */
export type DraftKind = 'ingreso' | 'egreso' | 'entrega'

export interface Draft {
  /** A decimal string, or what the field still asks about. */
  amount: string | null
  type_id: number | null
  /** Null is cash. */
  method_id: number | null
  reference: string
  concept: string
  /** Null while nobody asked for one. */
  client: ClientDraft | null
  /** Of a delivery, as `placeKey` names it. */
  to: string | null
}

export const emptyDraft: Draft = {
  amount: null,
  type_id: null,
  method_id: null,
  reference: '',
  concept: '',
  client: null,
  to: null,
}

/** What follows one that was written: its type stays, since those of a kind come together. */
export const nextDraft = ({ type_id }: Draft): Draft => ({ ...emptyDraft, type_id })

/** As it was written, to be corrected; its client stays unless another is named. */
export const draftOfRow = (row: CashMovementRow): Draft => ({
  ...emptyDraft,
  amount: row.amount,
  type_id: row.type_id,
  method_id: row.method_id,
  reference: row.reference,
  concept: row.concept,
})

export interface DraftFault {
  field: keyof Draft
  text: string
}

/** The first thing that keeps it from being registered, in the order of its fields. */
export function draftFault(written: DraftKind, draft: Draft, currency: Currency): DraftFault | null {
  const { amount, type_id, to, reference, client } = draft
  if (amount === null) return { field: 'amount', text: 'Escriba el monto.' }
  const unread = refusal(movementForm.amount, amount)
  if (unread !== null) return { field: 'amount', text: `${unread}.` }
  if (hasCents(amount, currency)) return { field: 'amount', text: `${centsFault(currency)}.` }
  if (written === 'entrega') return to === null ? { field: 'to', text: 'Elija a quién se le entrega.' } : null
  if (type_id === null) return { field: 'type_id', text: 'Elija el tipo.' }
  const reference_fault = refusal(movementReference, reference)
  if (reference_fault !== null) return { field: 'reference', text: `${reference_fault}.` }
  if (client === null || client.dni.trim() === '') return null
  const read = dniOf(client.type, client.dni)
  return 'fault' in read ? { field: 'client', text: `${read.fault}.` } : null
}

/** An income or an outcome; of a draft without a fault. Whoever is not named stays who it was. */
export function movementOf({ amount, type_id, method_id, reference, concept, client }: Draft, currency: Currency) {
  const named = client && clientOf(client)
  const base = { type_id: type_id!, currency, amount: amount!, method_id, reference, concept }
  return { ...base, ...(named && { client: named }) }
}

/** Where a delivery goes to, as a choice names it. */
export const placeKey = ({ kind, id }: { kind: 'taquilla' | 'fondo'; id: number }) => `${kind}:${id}`

/** A fund takes cash alone. */
export const isToFund = ({ to }: Pick<Draft, 'to'>) => to?.startsWith('fondo:') ?? false

export function givenOf(draft: Draft, currency: Currency) {
  const { to, amount, method_id, concept } = draft
  const place = Number(to!.split(':')[1])
  return {
    ...(isToFund(draft) ? { to_fund_id: place } : { to_office_id: place }),
    currency,
    amount: amount!,
    method_id: isToFund(draft) ? null : method_id,
    concept,
  }
}
