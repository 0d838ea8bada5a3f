/** What a press on a row of the general settlement leads to, and where the tickets and prizes behind it are. */
import type { reports, GeneralRow } from '@contract/reports.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import type { Drill } from '@/kit/screen/report-rows.tsx'
import type { FiltersOf } from '@/kit/table/query.ts'
import { fixedRange, type PeriodChoice } from '@/kit/values/period-days.ts'

type Query = FiltersOf<typeof reports.general>

/**
 * A partner's dependants, a ticket office's products, the partners that sold a product or sold on a day. Who compares asks
 * what made an agency fall, so it opens into its products. Nothing when the row
 * is already as deep as the report goes, or stands for no partner (offices without a distributor have the key 0).
 */
export function reportDrill(
  row: Pick<GeneralRow, 'key' | 'type' | 'has_children'>,
  { product_id, compare = 'ninguna' }: Pick<Query, 'product_id'> & Partial<Pick<Query, 'compare'>>,
): Drill<typeof reports.general> | null {
  if (row.type === 'dia') return { filters: { level: 'directos' }, days: { from: row.key, to: row.key } }
  const target = Number(row.key)
  if (target === 0) return null
  if (row.type === 'producto') return { filters: { product_id: target, level: 'directos' } }
  const blame = row.type === 'agencia' && compare !== 'ninguna' && product_id === undefined
  if (row.has_children && !blame) return { filters: { partner_id: target, level: 'directos' } }
  return product_id === undefined ? { filters: { partner_id: target, level: 'producto' } } : null
}

/** A ticket office's product, which nothing lies below, by itself; those without a distributor are nobody. */
export function selfDrill({ key }: Pick<GeneralRow, 'key'>): Drill<typeof reports.general> | null {
  return key === '0' ? null : { filters: { partner_id: Number(key), level: 'producto' } }
}

/** What rows behind a figure are of. */
type Asked = Pick<Query, 'from' | 'to' | 'partner_id' | 'product_id'>
type Linked = Pick<GeneralRow, 'key' | 'type' | 'currency'>

/** The same partner, days and currency, and what the row stands for; offices without a distributor are no partner to ask for. */
function behind({ key, type, currency }: Linked, { from, to, partner_id, product_id }: Asked, choice: PeriodChoice) {
  if (key === '0') return undefined
  const query = { from, to, partner_id, currency, product_id }
  if (type === 'dia') return { choice: fixedRange, query: { ...query, from: key, to: key } } as const
  return { choice, query: { ...query, [type === 'producto' ? 'product_id' : 'partner_id']: Number(key) } }
}

/** One ticket at a time. Tickets hold lines of several products, so the sales of one have none. */
export function soldLink(row: Linked, query: Asked, choice: PeriodChoice): string | undefined {
  const target = behind(row, query, choice)
  return target && target.query.product_id === undefined ? ticketsLink(target) : undefined
}

/** One prize at a time. */
export function prizesOf(row: Linked, query: Asked, choice: PeriodChoice): string | undefined {
  const target = behind(row, query, choice)
  return target && prizesLink(target)
}
