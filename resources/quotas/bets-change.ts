/** One setting for many affiliates as a person composes it: complete or not, in words, and what it makes of one affiliate. */
import type { z } from 'zod'
import { betsChange, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { betsCells, decimalOf, pathOf, valueKinds } from '@resources/agencies/bets-cells.ts'
import { refusal } from '@/kit/form/errors.ts'
import { isUnread } from '@/kit/form/money-reading.ts'
import { valueText } from '@/kit/grid/edits.ts'
import { fullText } from '@/kit/grid/values.ts'

export type BetsChange = z.output<typeof betsChange>
export type BetsField = BetsChange['field']
type BetsValue = string | number | boolean | null

export const betsFieldLabels: Record<BetsField, string> = {
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
export const betsFields = Object.keys(betsFieldLabels) as BetsField[]

export interface BetsDraft {
  field: BetsField
  /** The value is lifted: each affiliate inherits again. */
  inherit: boolean
  value: BetsValue
  currency: Currency | undefined
  product_id: number | undefined
  bet_type_id: number | undefined
  /** Of a bet that may win several prizes, which one: the first unless said. */
  place: number | undefined
}

export function emptyBets(currency: Currency | undefined): BetsDraft {
  return {
    field: 'annul_minutes',
    inherit: false,
    value: null,
    currency,
    product_id: undefined,
    bet_type_id: undefined,
    place: undefined,
  }
}

export function isLimit(field: BetsField): field is 'min_stake' | 'max_stake' | 'max_ticket' {
  return field === 'min_stake' || field === 'max_stake' || field === 'max_ticket'
}

/** The change as the server takes it; null while it is not complete, or what it says is not valid. */
export function betsChangeOf(draft: BetsDraft): BetsChange | null {
  const { field, inherit, currency, product_id, bet_type_id, place } = draft
  if (!inherit && (draft.value === null || (typeof draft.value === 'string' && isUnread(draft.value)))) return null
  const parsed = betsChange.safeParse({
    field,
    value: inherit ? null : draft.value,
    ...(isLimit(field) && { currency }),
    ...((field === 'enabled' || field === 'multiplier') && { product_id }),
    ...(field === 'multiplier' && { bet_type_id, place }),
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

/** The change in words, after "Va a". `offer` names the product and bet. */
export function betsChangeText(change: BetsChange, offer: string): string {
  const of =
    'currency' in change
      ? `${betsFieldLabels[change.field]} en ${currencyFacts[change.currency].name}`
      : offer
        ? `${betsFieldLabels[change.field]} (${offer})`
        : betsFieldLabels[change.field]
  const value = decimalOf(change.value)
  if (value === null) return `heredar de nuevo «${of}»`
  const currency = 'currency' in change ? { currency: change.currency } : {}
  return `poner ${fullText({ kind: valueKinds[change.field], ...currency }, value)} en «${of}»`
}

/** Before and after, in words; null where the affiliate has no such setting. */
export function effectIn(
  configuration: BetsConfiguration,
  change: BetsChange,
): { before: string; after: string } | null {
  const cell = [...betsCells(configuration).values()].find(({ path }) => path === pathOf(change))
  return cell ? { before: valueText(cell, cell.own), after: valueText(cell, decimalOf(change.value)) } : null
}
