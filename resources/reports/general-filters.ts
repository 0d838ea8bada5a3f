/** The filters of the general settlement, all in its URL, and what a press on a row leads to. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import type { PartnerType } from '@contract/partners.ts'
import { generalLevels, type GeneralLevel, type GeneralRow } from '@contract/reports.ts'
import { currency, type Currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import { fixedRange, type PeriodChoice, type PeriodState } from '@/kit/values/period-days.ts'

export const generalState = z.object({
  level: z.enum(generalLevels).default('directos'),
  /** Without one each currency has rows and totals of its own. */
  currency: currency.optional(),
  partner_id: id.optional(),
  product_id: id.optional(),
  chart: z.enum(['si', 'no']).default('si'),
})
export type GeneralState = z.output<typeof generalState>

export interface GeneralQuery {
  from: string
  to: string
  level: GeneralLevel
  partner_id?: number
  product_id?: number
  currency?: Currency
}

/** What table, chart and export ask for; what is not filtered is left out. */
export function generalQuery(
  days: Period,
  { level, currency: of, partner_id, product_id }: GeneralState,
): GeneralQuery {
  return {
    from: days.from,
    to: days.to,
    level,
    ...(partner_id !== undefined && { partner_id }),
    ...(product_id !== undefined && { product_id }),
    ...(of !== undefined && { currency: of }),
  }
}

/** What a drill changes: the screen's state, and the period when a day is opened. */
export interface Drill {
  state: Partial<GeneralState>
  period?: PeriodState
}

/**
 * The rows that a row is the sum of: a partner's dependants, a ticket office's products, the partners
 * that sold a product or sold on a day. `null` when the row is already as deep as the report goes, or
 * stands for no partner (offices without a distributor have the key 0).
 */
export function drillOf(
  row: Pick<GeneralRow, 'key' | 'type' | 'has_children'>,
  state: Pick<GeneralState, 'product_id'>,
): Drill | null {
  if (row.type === 'dia')
    return { state: { level: 'directos' }, period: { period: fixedRange, from: row.key, to: row.key } }
  const target = Number(row.key)
  if (target === 0) return null
  if (row.type === 'producto') return { state: { product_id: target, level: 'directos' } }
  if (row.has_children) return { state: { partner_id: target, level: 'directos' } }
  return state.product_id === undefined ? { state: { partner_id: target, level: 'producto' } } : null
}

/** Levels that can have rows under a user's own partner: an agency has no distributors under it. */
export function offeredLevels(own: PartnerType): GeneralLevel[] {
  if (own === 'agencia') return generalLevels.filter((level) => level !== 'distribuidor' && level !== 'agencia')
  if (own === 'taquilla') return generalLevels.filter((level) => level === 'producto' || level === 'dia')
  return [...generalLevels]
}

/** Where the tickets and the prizes behind a row's sales and prizes are; what would sum to something else has no link. */
export interface RowLinks {
  sold: string | undefined
  prizes: string | undefined
}

/**
 * The same partner, days and currency, one ticket and one prize at a time. Tickets hold lines of several products, so the
 * sales of one have none; offices without a distributor are no partner to ask for.
 */
export function linksOf(
  row: Pick<GeneralRow, 'key' | 'type' | 'currency'>,
  { level: _level, ...query }: GeneralQuery,
  choice: PeriodChoice,
): RowLinks {
  if (row.key === '0') return { sold: undefined, prizes: undefined }
  const own =
    row.type === 'dia'
      ? { from: row.key, to: row.key }
      : row.type === 'producto'
        ? { product_id: Number(row.key) }
        : { partner_id: Number(row.key) }
  const target = {
    choice: row.type === 'dia' ? fixedRange : choice,
    query: { ...query, currency: row.currency, ...own },
  } as const
  return {
    sold: target.query.product_id === undefined ? ticketsLink(target, undefined) : undefined,
    prizes: prizesLink(target),
  }
}
