/** Settings of the sale and what each is; what partners set of them themselves, and what holds from above. */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { defaultTerms } from '../sale/facts.ts'

interface Fact {
  title: string
  /** What holds where nobody sets it; null is no limit. A multiplier is its product's then. */
  standard: string | null
  /** More of it is more risk, or (-1) less of it; 0 of what is only another. */
  order: 1 | -1 | 0
  /**
   * It holds somebody back: a place where it holds less takes away what was set. Anything else is given, and may be
   * given up to one's own.
   */
  kept: boolean
}

export const settingFacts = {
  annul_minutes: { title: 'Minutos para anular', standard: String(defaultTerms.annul_minutes), order: 1, kept: false },
  prize_days: { title: 'Días para cobrar', standard: String(defaultTerms.prize_days), order: 1, kept: false },
  pays_other_agencies: { title: 'Paga tickets de otras agencias', standard: '0', order: 1, kept: false },
  multiplier: { title: 'Multiplicador', standard: null, order: 1, kept: false },
  max_lines: { title: 'Jugadas por ticket', standard: String(defaultTerms.max_lines), order: 1, kept: true },
  min_stake: { title: 'Mínimo por jugada', standard: null, order: -1, kept: true },
  max_stake: { title: 'Máximo por jugada', standard: null, order: 1, kept: true },
  max_ticket: { title: 'Máximo por ticket', standard: null, order: 1, kept: true },
  enabled: { title: 'Venta', standard: '1', order: 1, kept: true },
  /** Where nobody says, the first there is. */
  rate_type_id: { title: 'Tipo de tasa', standard: null, order: 0, kept: false },
} satisfies Record<string, Fact>

export type SettingField = keyof typeof settingFacts

export interface SettingKey {
  field: SettingField
  product_id?: number | null
  bet_type_id?: number | null
  /** Of a bet that may win several prizes, which of them. */
  place?: number | null
  currency?: Currency | null
}

export interface SetValue extends Required<SettingKey> {
  partner_id: number
  value: string
}

/** Everything that partners set themselves, a row each. */
const settings = sql`(
  SELECT setting.partner_id, given.field, NULL::int AS product_id, NULL::int AS bet_type_id, NULL::int AS place, NULL::text AS currency,
    given.value
  FROM partner_settings setting
  CROSS JOIN LATERAL (
    VALUES ('annul_minutes', setting.annul_minutes::numeric), ('prize_days', setting.prize_days), ('max_lines', setting.max_lines),
      ('pays_other_agencies', setting.pays_other_agencies::int),
      ('rate_type_id', setting.rate_type_id)
  ) given(field, value)
  UNION ALL SELECT bound.partner_id, given.field, NULL, NULL, NULL, bound.currency::text, given.value FROM partner_limits bound
  CROSS JOIN LATERAL (VALUES ('min_stake', bound.min_stake), ('max_stake', bound.max_stake), ('max_ticket', bound.max_ticket)) given(field,
    value)
  UNION ALL SELECT enabled.partner_id, 'enabled', enabled.product_id, NULL, NULL, NULL, enabled.enabled::int FROM partner_products enabled
  UNION ALL SELECT multiplier.partner_id, 'multiplier', multiplier.product_id, multiplier.bet_type_id, given.place, NULL, given.value
  FROM partner_multipliers multiplier
  CROSS JOIN LATERAL (VALUES (1, multiplier.multiplier), (2, multiplier.second), (3, multiplier.third)) given(place, value))`

const isOf = (key: SettingKey | undefined): SQL =>
  every(
    sql`found.value IS NOT NULL`,
    key && sql`found.field = ${key.field}`,
    key?.product_id != null && sql`found.product_id = ${key.product_id}`,
    key?.bet_type_id != null && sql`found.bet_type_id = ${key.bet_type_id}`,
    key?.place != null && sql`found.place = ${key.place}`,
    key?.currency != null && sql`found.currency = ${key.currency}`,
  )

export const settingKeyOf = ({ field, product_id, bet_type_id, place, currency }: Required<SettingKey>) =>
  [field, product_id, bet_type_id, place, currency].join('|')

export type SetValues = ReadonlyMap<string, SetValue>
export type Sets = ReadonlyMap<number, SetValues>

export async function setBy(db: Executor, ids: readonly number[], only?: SettingKey): Promise<Sets> {
  const sets = new Map<number, Map<string, SetValue>>()
  if (ids.length === 0) return sets
  const rows = await db.rows<SetValue>(sql`
    SELECT found.partner_id, found.field, found.product_id, found.bet_type_id, found.place, found.currency, found.value::text AS value
    FROM ${settings} found
    WHERE found.partner_id = ANY (${list(ids)}::int[]) AND ${isOf(only)}`)
  for (const row of rows) {
    const own = sets.get(row.partner_id) ?? new Map<string, SetValue>()
    sets.set(row.partner_id, own.set(settingKeyOf(row), row))
  }
  return sets
}

/** What a partner has itself, where somebody sets it; multipliers also where only their product does. */
export function heldBy(db: Executor, partner_id: number, only?: SettingKey): Promise<SetValues> {
  return heldIn(db, sql`(SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${partner_id})`, only)
}

/** The same of whoever has these above it: rows `ancestor_id, depth`, the nearest with the smallest depth. */
export async function heldIn(db: Executor, above: SQL, only?: SettingKey): Promise<SetValues> {
  const rows = await db.rows<SetValue>(sql`
    SELECT DISTINCT ON (found.field, found.product_id, found.bet_type_id, found.place, found.currency) found.partner_id, found.field,
      found.product_id,
      found.bet_type_id, found.place, found.currency, found.value::text AS value
    FROM (
      SELECT own.*, above.depth
      FROM ${above} above
      JOIN ${settings} own ON own.partner_id = above.ancestor_id
      UNION ALL
      SELECT NULL, 'multiplier', offer.product_id, offer.bet_type_id, place.n, NULL,
        coalesce(offer.place_multipliers[place.n], offer.multiplier),
        32767
      FROM product_bet_types offer
      CROSS JOIN LATERAL generate_series(1, coalesce(cardinality(offer.place_multipliers), 1)) place(n)
    ) found
    WHERE ${isOf(only)}
    ORDER BY found.field, found.product_id, found.bet_type_id, found.place, found.currency, found.depth`)
  return new Map(rows.map((row) => [settingKeyOf(row), row]))
}
