/**
 * Everything a sale must know, in one statement: the office and its chain, settings and limits from
 * the nearest ancestor that sets them, and for each line its draw, bet type, multiplier and rates.
 * It also takes the share of each draw's lock that awarding and suspending wait for.
 */
import { sql } from 'drizzle-orm'
import type { PollaSettings } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { drawLockSpace, locks } from '../../platform/db/locks.ts'

export interface Line {
  draw_id: number
  bet_type_id: number
  number: string
  stake: string
}

export interface LineFacts {
  n: number
  /** Null when the draw does not exist. */
  product_id: number | null
  product_name: string | null
  product_kind: string | null
  /** Business day of the draw. */
  day: string | null
  scheduled_at: string | null
  closes_at: string | null
  open: boolean
  /** When it will open, in its own time (`23/11/2026 00:00`), while that lies ahead. */
  opens_on: string | null
  bet_type_name: string | null
  kind: BetKind | null
  offered: boolean
  product_enabled: boolean
  /** The partner's, or a wildcard of the product where that one is larger. */
  multiplier: string
  /** Where a number may win several prizes; the multiplier is the first one's. */
  place_multipliers: string[] | null
  /** How many draws a tripleta of this product plays in. */
  tripleta_draws: number
  /** Of a polla product: how many symbols, and for which price. */
  polla: Pick<PollaSettings, 'symbols' | 'price'> | null
  blocked: boolean
  known_codes: string[]
  commission_kind: string
  commission_percent: string
  participation_kind: string
  participation_percent: string
  rate_id: number | null
}

export interface OfficeFacts {
  office_name: string
  agency_id: number
  agency_name: string
  active: boolean
  device_id: string | null
  sells_currency: boolean
  annul_minutes: number
  prize_days: number
  max_lines: number
  min_stake: string | null
  max_stake: string | null
  max_ticket: string | null
  banca_id: number
  hour: number
}

/** What a banca that never set them runs with. */
export const fallback = { annul_minutes: 5, prize_days: 30, max_lines: 60 }
/** Draws of a tripleta where the product does not say. */
const usualTripletaDraws = 11

/** Of the chain from the office upwards, the first value set. */
function nearest(column: string, table: string, extra = sql``) {
  return sql`(SELECT ${sql.raw(column)} FROM chain JOIN ${sql.raw(table)} x ON x.partner_id = chain.ancestor_id WHERE ${sql.raw(column)} IS NOT NULL ${extra} ORDER BY chain.depth LIMIT 1)`
}

export async function officeFacts(
  tx: Tx,
  office_id: number,
  currency: Currency,
  at: Date,
): Promise<OfficeFacts | undefined> {
  const [row] = await tx.prepared<OfficeFacts>(
    'sale-office',
    sql`
    WITH still AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint)),
    chain AS (SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${office_id})
    SELECT o.name AS office_name, agency.id AS agency_id, agency.name AS agency_name, t.device_id,
      NOT EXISTS (SELECT 1 FROM chain JOIN partners p ON p.id = chain.ancestor_id WHERE p.status = 'inactivo') AS active,
      ${currency}::currency = ANY (o.currencies) AS sells_currency,
      coalesce(${nearest('annul_minutes', 'partner_settings')}, ${fallback.annul_minutes}) AS annul_minutes,
      coalesce(${nearest('prize_days', 'partner_settings')}, ${fallback.prize_days}) AS prize_days,
      coalesce(${nearest('max_lines', 'partner_settings')}, ${fallback.max_lines}) AS max_lines,
      ${nearest('min_stake', 'partner_limits', sql`AND x.currency = ${currency}::currency`)} AS min_stake,
      ${nearest('max_stake', 'partner_limits', sql`AND x.currency = ${currency}::currency`)} AS max_stake,
      ${nearest('max_ticket', 'partner_limits', sql`AND x.currency = ${currency}::currency`)} AS max_ticket,
      (SELECT ancestor_id FROM chain ORDER BY depth DESC LIMIT 1) AS banca_id,
      extract(hour FROM ${at.toISOString()}::timestamptz AT TIME ZONE (SELECT zone FROM banca))::int AS hour
    FROM partners o JOIN ticket_offices t ON t.partner_id = o.id JOIN partners agency ON agency.id = o.father_id CROSS JOIN still
    WHERE o.id = ${office_id} AND o.type = 'taquilla'`,
  )
  return row
}

/** Facts of each line, in the lines' order. The tree stays as `officeFacts` found it. */
export async function lineFacts(
  tx: Tx,
  office_id: number,
  currency: Currency,
  lines: readonly Line[],
): Promise<LineFacts[]> {
  return tx.prepared<LineFacts>(
    'sale-lines',
    sql`
    WITH chain AS (SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${office_id}),
    asked AS (
      SELECT * FROM unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.number))}::text[])
        WITH ORDINALITY AS a(draw_id, bet_type_id, number, n)
    ),
    held AS MATERIALIZED (SELECT draw_id, pg_advisory_xact_lock_shared(${drawLockSpace}, draw_id) AS lock FROM (SELECT DISTINCT draw_id FROM asked ORDER BY draw_id) d)
    SELECT a.n::int AS n, d.product_id, p.name AS product_name, p.kind::text AS product_kind, d.day, d.scheduled_at, d.closes_at,
      coalesce(d.state = 'activo' AND d.opens_at <= clock_timestamp() AND d.closes_at > clock_timestamp(), false) AS open,
      CASE WHEN d.state = 'activo' AND d.opens_at > clock_timestamp() THEN to_char(d.opens_at AT TIME ZONE p.zone, 'DD/MM/YYYY HH24:MI') END AS opens_on,
      b.name AS bet_type_name, b.kind::text AS kind, coalesce(o.enabled AND p.status = 'activo', false) AS offered,
      coalesce((SELECT x.enabled FROM chain JOIN partner_products x ON x.partner_id = chain.ancestor_id AND x.product_id = d.product_id ORDER BY chain.depth LIMIT 1), true) AS product_enabled,
      greatest(coalesce(own.multiplier, o.multiplier, 0), wild.multiplier) AS multiplier,
      CASE WHEN o.place_multipliers IS NOT NULL THEN (greatest(coalesce(own.multiplier, o.place_multipliers[1]), wild.multiplier) || o.place_multipliers[2:])::text[] END AS place_multipliers,
      coalesce((p.settings ->> 'tripleta_draws')::int, ${usualTripletaDraws}::int) AS tripleta_draws, p.settings -> 'polla' AS polla,
      EXISTS (SELECT 1 FROM blocked_numbers k JOIN chain ON chain.ancestor_id = k.partner_id
        WHERE k.lifted_at IS NULL AND k.product_id = d.product_id AND k.number = a.number AND (k.bet_type_id IS NULL OR k.bet_type_id = a.bet_type_id)
          AND (k.draw_id IS NULL OR k.draw_id = a.draw_id) AND (k.from_day IS NULL OR k.from_day <= d.day) AND (k.to_day IS NULL OR k.to_day >= d.day)) AS blocked,
      ARRAY(SELECT s.code FROM product_symbols s WHERE s.product_id = d.product_id AND s.code = ANY (string_to_array(a.number, '-'))) AS known_codes,
      coalesce(c.commission_kind, 'VENTA') AS commission_kind, coalesce(c.commission_percent, 0)::numeric(7, 4) AS commission_percent,
      coalesce(c.participation_kind, 'COMPARTIDA') AS participation_kind, coalesce(c.participation_percent, 0)::numeric(7, 4) AS participation_percent,
      f.id AS rate_id
    FROM asked a
    LEFT JOIN (held JOIN draws d ON d.id = held.draw_id) ON d.id = a.draw_id
    LEFT JOIN products p ON p.id = d.product_id
    LEFT JOIN bet_types b ON b.id = a.bet_type_id
    LEFT JOIN product_bet_types o ON o.product_id = d.product_id AND o.bet_type_id = a.bet_type_id
    LEFT JOIN LATERAL (
      SELECT x.multiplier FROM chain JOIN partner_multipliers x ON x.partner_id = chain.ancestor_id AND x.product_id = d.product_id AND x.bet_type_id = a.bet_type_id ORDER BY chain.depth LIMIT 1
    ) own ON true
    LEFT JOIN LATERAL (
      SELECT max(w.multiplier) AS multiplier FROM product_wildcards w
      WHERE w.product_id = d.product_id AND w.bet_type_id = a.bet_type_id AND w.number = a.number AND (w.from_day IS NULL OR w.from_day <= d.day) AND (w.to_day IS NULL OR w.to_day >= d.day)
    ) wild ON true
    LEFT JOIN LATERAL (
      SELECT x.* FROM chain JOIN commissions x ON x.partner_id = chain.ancestor_id
      WHERE (x.product_id IS NULL OR x.product_id = d.product_id) AND (x.bet_type_id IS NULL OR x.bet_type_id = a.bet_type_id) AND (x.currency IS NULL OR x.currency = ${currency}::currency)
      ORDER BY chain.depth, (x.product_id IS NOT NULL)::int + (x.bet_type_id IS NOT NULL)::int + (x.currency IS NOT NULL)::int DESC, x.id LIMIT 1
    ) c ON true
    LEFT JOIN frozen_rates f ON f.commission_kind = coalesce(c.commission_kind, 'VENTA') AND f.commission_percent = coalesce(c.commission_percent, 0)
      AND f.participation_kind = coalesce(c.participation_kind, 'COMPARTIDA') AND f.participation_percent = coalesce(c.participation_percent, 0)
    ORDER BY a.n`,
  )
}

/** The id of a combination of rates, made if it is new. An existing row is left untouched: others hold on to it by its key. */
export async function frozenRate(
  tx: Tx,
  rates: Pick<LineFacts, 'commission_kind' | 'commission_percent' | 'participation_kind' | 'participation_percent'>,
): Promise<number> {
  await tx.run(sql`
    INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${rates.commission_kind}, ${rates.commission_percent}, ${rates.participation_kind}, ${rates.participation_percent}) ON CONFLICT DO NOTHING`)
  const row = await tx.one<{ id: number }>(sql`
    SELECT id FROM frozen_rates WHERE commission_kind = ${rates.commission_kind} AND commission_percent = ${rates.commission_percent}
      AND participation_kind = ${rates.participation_kind} AND participation_percent = ${rates.participation_percent}`)
  return row!.id
}
