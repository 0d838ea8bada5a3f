/** One setting for many affiliates as a person composes it: complete or not, in words, and what it makes of one affiliate. */
import type { z } from 'zod'
import { betsChange, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatCount, formatMoney } from '@contract/values/money.ts'
import { refusal } from '@/kit/form/errors.ts'
import { isUnread, textOfValue } from '@/kit/form/money-reading.ts'

export type BetsChange = z.output<typeof betsChange>
export type BetsField = BetsChange['field']
type BetsValue = string | number | boolean | null

export const fieldLabels: Record<BetsField, string> = {
  annul_minutes: 'Minutos para anular',
  prize_days: 'Días para cobrar',
  max_lines: 'Jugadas por ticket',
  pays_other_agencies: 'Paga tickets de otras agencias',
  min_stake: 'Mínimo por jugada',
  max_stake: 'Máximo por jugada',
  max_ticket: 'Máximo por ticket',
  enabled: 'Se vende un producto',
  multiplier: 'Multiplicador de una jugada',
}
export const fields = Object.keys(fieldLabels) as BetsField[]

export interface BetsDraft {
  field: BetsField
  /** The value is lifted: each affiliate inherits again. */
  inherit: boolean
  value: BetsValue
  currency: Currency | undefined
  product_id: number | undefined
  bet_type_id: number | undefined
}

export function emptyBets(currency: Currency | undefined): BetsDraft {
  return {
    field: 'annul_minutes',
    inherit: false,
    value: null,
    currency,
    product_id: undefined,
    bet_type_id: undefined,
  }
}

export function isLimit(field: BetsField): field is 'min_stake' | 'max_stake' | 'max_ticket' {
  return field === 'min_stake' || field === 'max_stake' || field === 'max_ticket'
}

/** The change as the server takes it; null while it is not complete, or what it says is not valid. */
export function changeOf(draft: BetsDraft): BetsChange | null {
  const { field, inherit, currency, product_id, bet_type_id } = draft
  if (!inherit && (draft.value === null || (typeof draft.value === 'string' && isUnread(draft.value)))) return null
  const parsed = betsChange.safeParse({
    field,
    value: inherit ? null : draft.value,
    ...(isLimit(field) && { currency }),
    ...((field === 'enabled' || field === 'multiplier') && { product_id }),
    ...(field === 'multiplier' && { bet_type_id }),
  })
  return parsed.success ? parsed.data : null
}

/** Why the value is refused, in the contract's words; null when it is not, or is not there yet. */
export function valueFault(draft: BetsDraft): string | null {
  if (draft.inherit || draft.value === null) return null
  const shape = betsChange.options.find(
    (option) =>
      option.safeParse({ field: draft.field, value: null, currency: 'BS', product_id: 1, bet_type_id: 1 }).success,
  )?.shape.value
  return shape ? refusal(shape as z.ZodType, draft.value) : null
}

/** A value of the field as people read it. */
function valueText(change: Pick<BetsChange, 'field'> & { currency?: Currency }, value: BetsValue): string {
  if (value === null) return 'sin valor'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'number') return formatCount(value)
  return change.currency ? formatMoney(value, change.currency, true) : `× ${textOfValue(value, true)}`
}

/** The change in words, after "Va a". `offer` names the product and bet. */
export function changeText(change: BetsChange, offer: string): string {
  const of =
    'currency' in change
      ? `${fieldLabels[change.field]} en ${currencyFacts[change.currency].name}`
      : offer
        ? `${fieldLabels[change.field]} (${offer})`
        : fieldLabels[change.field]
  return change.value === null ? `heredar de nuevo «${of}»` : `poner ${valueText(change, change.value)} en «${of}»`
}

interface Held {
  own: BetsValue
  inherited: BetsValue
}

/** The setting that the change touches, in one affiliate's configuration; undefined where it has none. */
function heldIn(configuration: BetsConfiguration, change: BetsChange): Held | undefined {
  if (isLimit(change.field) && 'currency' in change)
    return configuration.limits.find((one) => one.currency === change.currency)?.[change.field]
  if (change.field === 'enabled')
    return configuration.products.find((one) => one.product_id === change.product_id)?.enabled
  if (change.field === 'multiplier')
    return configuration.products
      .find((one) => one.product_id === change.product_id)
      ?.bet_types.find((one) => one.bet_type_id === change.bet_type_id)?.multiplier
  return configuration[change.field as 'annul_minutes' | 'prize_days' | 'max_lines' | 'pays_other_agencies']
}

/** Before and after, in words. */
export function effectIn(
  configuration: BetsConfiguration,
  change: BetsChange,
): { before: string; after: string } | null {
  const held = heldIn(configuration, change)
  if (!held) return null
  const text = (own: BetsValue) =>
    own === null
      ? held.inherited === null
        ? 'sin valor'
        : `hereda ${valueText(change, held.inherited)}`
      : valueText(change, own)
  return { before: text(held.own), after: text(change.value) }
}
