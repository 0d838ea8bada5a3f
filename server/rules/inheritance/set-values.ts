/** Settings of the sale and what each is; what partners set of them themselves, and what holds from above. */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { fallback } from '../sale/facts.ts'

interface Fact {
  title: string
  /** What holds where nobody sets it; null is no limit. A multiplier is its product's then. */
  standard: string | null
  /** More of it is more risk, or (-1) less of it. */
  order: 1 | -1
  /**
   * It holds somebody back: a place where it holds less takes away what was set. Anything else is given, and may be
   * given up to one's own.
   */
  kept: boolean
}

export const facts = {
  annul_minutes: { title: 'Minutos para anular', standard: String(fallback.annul_minutes), order: 1, kept: false },
  prize_days: { title: 'Días para cobrar', standard: String(fallback.prize_days), order: 1, kept: false },
  pays_other_agencies: { title: 'Paga tickets de otras agencias', standard: '0', order: 1, kept: false },
  multiplier: { title: 'Multiplicador', standard: null, order: 1, kept: false },
  max_lines: { title: 'Jugadas por ticket', standard: String(fallback.max_lines), order: 1, kept: true },
  min_stake: { title: 'Mínimo por jugada', standard: null, order: -1, kept: true },
  max_stake: { title: 'Máximo por jugada', standard: null, order: 1, kept: true },
  max_ticket: { title: 'Máximo por ticket', standard: null, order: 1, kept: true },
  enabled: { title: 'Venta', standard: '1', order: 1, kept: true },
} satisfies Record<string, Fact>

export type Field = keyof typeof facts

export interface SettingKey {
  field: Field
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
  SELECT s.partner_id, v.field, NULL::int AS product_id, NULL::int AS bet_type_id, NULL::int AS place, NULL::text AS currency,
    v.value
  FROM partner_settings s
  CROSS JOIN LATERAL (
    VALUES ('annul_minutes', s.annul_minutes::numeric), ('prize_days', s.prize_days), ('max_lines', s.max_lines),
      ('pays_other_agencies', s.pays_other_agencies::int)
  ) v(field, value)
  UNION ALL SELECT l.partner_id, v.field, NULL, NULL, NULL, l.currency::text, v.value FROM partner_limits l
  CROSS JOIN LATERAL (VALUES ('min_stake', l.min_stake), ('max_stake', l.max_stake), ('max_ticket', l.max_ticket)) v(field, value)
  UNION ALL SELECT e.partner_id, 'enabled', e.product_id, NULL, NULL, NULL, e.enabled::int FROM partner_products e
  UNION ALL SELECT m.partner_id, 'multiplier', m.product_id, m.bet_type_id, v.place, NULL, v.value FROM partner_multipliers m
  CROSS JOIN LATERAL (VALUES (1, m.multiplier), (2, m.second), (3, m.third)) v(place, value))`

const isOf = (key: SettingKey | undefined): SQL =>
  every(
    sql`x.value IS NOT NULL`,
    key && sql`x.field = ${key.field}`,
    key?.product_id != null && sql`x.product_id = ${key.product_id}`,
    key?.bet_type_id != null && sql`x.bet_type_id = ${key.bet_type_id}`,
    key?.place != null && sql`x.place = ${key.place}`,
    key?.currency != null && sql`x.currency = ${key.currency}`,
  )

export const keyOf = ({ field, product_id, bet_type_id, place, currency }: Required<SettingKey>) =>
  [field, product_id, bet_type_id, place, currency].join('|')

export type Values = ReadonlyMap<string, SetValue>
export type Sets = ReadonlyMap<number, Values>

export async function setBy(db: Executor, ids: readonly number[], only?: SettingKey): Promise<Sets> {
  const sets = new Map<number, Map<string, SetValue>>()
  if (ids.length === 0) return sets
  const rows = await db.rows<SetValue>(sql`
    SELECT x.partner_id, x.field, x.product_id, x.bet_type_id, x.place, x.currency, x.value::text AS value
    FROM ${settings} x
    WHERE x.partner_id = ANY (${list(ids)}::int[]) AND ${isOf(only)}`)
  for (const row of rows) {
    const own = sets.get(row.partner_id) ?? new Map<string, SetValue>()
    sets.set(row.partner_id, own.set(keyOf(row), row))
  }
  return sets
}

/** What a partner has itself, where somebody sets it; multipliers also where only their product does. */
export function heldBy(db: Executor, partner_id: number, only?: SettingKey): Promise<Values> {
  return heldIn(db, sql`(SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${partner_id})`, only)
}

/** The same of whoever has these above it: rows `ancestor_id, depth`, the nearest with the smallest depth. */
export async function heldIn(db: Executor, above: SQL, only?: SettingKey): Promise<Values> {
  const rows = await db.rows<SetValue>(sql`
    SELECT DISTINCT ON (x.field, x.product_id, x.bet_type_id, x.place, x.currency) x.partner_id, x.field, x.product_id,
      x.bet_type_id, x.place, x.currency, x.value::text AS value
    FROM (
      SELECT s.*, a.depth
      FROM ${above} a
      JOIN ${settings} s ON s.partner_id = a.ancestor_id
      UNION ALL
      SELECT NULL, 'multiplier', o.product_id, o.bet_type_id, w.n, NULL, coalesce(o.place_multipliers[w.n], o.multiplier),
        32767
      FROM product_bet_types o
      CROSS JOIN LATERAL generate_series(1, coalesce(cardinality(o.place_multipliers), 1)) w(n)
    ) x
    WHERE ${isOf(only)}
    ORDER BY x.field, x.product_id, x.bet_type_id, x.place, x.currency, x.depth`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}
