/** A partner's rates as the cells of a sheet, and as the body that saves them. Pure. */
import {
  commissionKindLabels,
  participationKindLabels,
  partText,
  type RatePart,
  type RateField,
} from '@contract/commission-rates.ts'
import type { CommissionSheetRow, RateKey } from '@contract/commissions.ts'
import { titleOf } from '@contract/field.ts'
import { rate } from '@contract/commission-rates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { ownOf, type Edits, type GridCell } from '@/kit/grid/edits.ts'
import type { OwnValues } from '@/kit/grid/saving.ts'
import type { Valued } from '@/kit/grid/values.ts'

export const rateFields = [
  'commission_kind',
  'commission_percent',
  'participation_kind',
  'participation_percent',
] as const

const valued: Record<RateField, Valued> = {
  commission_kind: { kind: 'choice', labels: commissionKindLabels },
  commission_percent: { kind: 'percent' },
  participation_kind: { kind: 'choice', labels: participationKindLabels },
  participation_percent: { kind: 'percent' },
}
export const fieldTitle = (field: RateField) => titleOf(rate.shape[field]) ?? field

export type RateCell = GridCell<CommissionSheetRow>

export const rateKey = ({ partner_id, product_id, bet_type_id, currency }: RateKey) =>
  [partner_id, product_id ?? '', bet_type_id ?? '', currency ?? ''].join(':')

function lineLabel({ product_name, bet_type_name, currency }: CommissionSheetRow): string {
  const of = [product_name ?? 'Todos los productos', bet_type_name].filter(Boolean).join(' · ')
  return currency ? `${of} en ${currencyFacts[currency].name}` : of
}

export function rateCell(row: CommissionSheetRow, field: RateField, zone: string): RateCell {
  const { own, inherited, from, next } = row
  return {
    path: `${rateKey(row)}/${field}`,
    label: `${lineLabel(row)}, ${fieldTitle(field).toLowerCase()}`,
    ...valued[field],
    own: own?.[field] ?? null,
    inherited: inherited?.[field] ?? null,
    from,
    ...(next && {
      note: `Desde el ${formatInstant(next.starts_at, zone)}: ${next.rate ? partText(next.rate) : 'hereda'}.`,
    }),
    data: row,
  }
}

export interface RateEdit extends RateKey {
  rate: RatePart | null
  before: RatePart | null
  next: CommissionSheetRow['next']
}

/** Each row that has an edit, as the call takes it: what of it nobody set stays inherited. */
export function editsOf(edits: Edits<CommissionSheetRow>, zone: string): RateEdit[] {
  const rows = new Map([...edits.values()].map(({ cell }) => [rateKey(cell.data), cell.data]))
  return [...rows.values()].map((row) => {
    const { partner_id, product_id, bet_type_id, currency, own, next } = row
    const set = rateFields.map((field) => ownOf(rateCell(row, field, zone), edits))
    const whole = set.every((value) => value === null)
      ? null
      : (Object.fromEntries(rateFields.map((field, at) => [field, set[at]])) as unknown as RatePart)
    return { partner_id, product_id, bet_type_id, currency, rate: whole, before: own, next }
  })
}

/** The path of the cell at a place of the body: `commissions.0.rate.commission_percent`; of a row alone, its first cell. */
export function ratePathAt(place: string, edits: Edits<CommissionSheetRow>, zone: string): string | undefined {
  const row = editsOf(edits, zone)[Number(/^commissions\.(\d+)/.exec(place)?.[1])]
  const field = rateFields.find((one) => place.endsWith(`.${one}`)) ?? 'commission_percent'
  return row && `${rateKey(row)}/${field}`
}

/** What holds by now for rows that somebody else saved, by the path of each cell. */
export function ownRates(rows: readonly (RateKey & { own: RatePart | null })[]): OwnValues {
  return new Map(
    rows.flatMap((row) => rateFields.map((field) => [`${rateKey(row)}/${field}`, row.own?.[field] ?? null] as const)),
  )
}
