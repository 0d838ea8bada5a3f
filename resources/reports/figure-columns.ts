/** What reports of figures have in common on the screen. */
import type { FlatLevel } from '@contract/figures.ts'

export const partnerColumns = [
  { key: 'name', fixed: true, width: 240 },
  { key: 'code', optional: true, width: 110 },
  { key: 'type', optional: true, width: 110 },
] as const

const changeColumns = [
  { key: 'sold_before', width: 140 },
  { key: 'sold_change', width: 140 },
  { key: 'sold_change_percent', width: 110 },
]

/** The report's columns and, where it is compared, what changed: right beside what sold. */
export function comparing<C extends { key: string }>(columns: readonly C[]) {
  const compared = columns.flatMap((one) => (one.key === 'sold' ? [one, ...changeColumns] : [one]))
  return ({ query }: { query: { compare?: string | undefined } }) => ({
    columns: (query.compare ?? 'ninguna') === 'ninguna' ? columns : compared,
  })
}

/** A row by all that it stands for. */
export function rowKey(row: { day?: string; partner_id: number; product_id?: number; currency: string }): string {
  return [row.day, row.partner_id, row.product_id, row.currency].filter((part) => part !== undefined).join(':')
}

/** The partners below a row's own; null below a ticket office. */
export function dependantsOf({ partner_id, type }: { partner_id: number; type: string }) {
  return type === 'taquilla' ? null : { partner_id, level: 'directos' as FlatLevel }
}
