/** What a press on a row of the general settlement leads to. */
import type { GeneralLevel, GeneralRow } from '@contract/reports.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Period } from '@contract/values/dates.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import { fixedRange, type PeriodChoice } from '@/kit/values/period-days.ts'

export interface GeneralQuery extends Period {
  level: GeneralLevel
  partner_id?: number
  product_id?: number
  currency?: Currency
}

/** What a drill changes: the filters, and the days when one is opened. */
interface Drill {
  state: Pick<GeneralQuery, 'level' | 'partner_id' | 'product_id'>
  days?: Period
}

/**
 * The rows that a row is the sum of: a partner's dependants, a ticket office's products, the partners
 * that sold a product or sold on a day. `null` when the row is already as deep as the report goes, or
 * stands for no partner (offices without a distributor have the key 0).
 */
export function drillOf(
  row: Pick<GeneralRow, 'key' | 'type' | 'has_children'>,
  { product_id }: { product_id?: number | undefined },
): Drill | null {
  if (row.type === 'dia') return { state: { level: 'directos' }, days: { from: row.key, to: row.key } }
  const target = Number(row.key)
  if (target === 0) return null
  if (row.type === 'producto') return { state: { product_id: target, level: 'directos' } }
  if (row.has_children) return { state: { partner_id: target, level: 'directos' } }
  return product_id === undefined ? { state: { partner_id: target, level: 'producto' } } : null
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
