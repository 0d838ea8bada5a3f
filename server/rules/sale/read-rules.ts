/** What rarely changes of a sale's rules, as it is read: the office with its chain, the games, and the terms it sells each under. */
import { sql, type SQL } from 'drizzle-orm'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { mostSpecific } from '../commissions/in-force.ts'
import { fallback, type LineFacts, type OfficeFacts } from './facts.ts'

/** An office in one currency. */
export interface OfficeRules extends OfficeFacts {
  agency_id: number
  zone: string
  /** The office and all above it, ascending. */
  levels: number[]
  /** Type of the exchange rate that its tickets are worth. */
  rate_type_id: number | null
  /** Ledger accounts: its cash, its sales. */
  cash_account: number | null
  sales_account: number | null
}

interface Days {
  from_day: string | null
  to_day: string | null
}

/** A bet type of a product, alike for all who sell it. */
export interface Game extends Pick<LineFacts, 'polla'> {
  product_name: string
  kind: BetKind | null
  offered: boolean
  multiplier: string | null
  place_multipliers: string[] | null
  /** How many draws a tripleta plays in, where the product says. */
  tripleta_draws: number | null
  /** Symbols of the product. */
  codes: ReadonlySet<string>
  wildcards: readonly (Days & { number: string; multiplier: string })[]
}

/** What an office sells a game under: of its chain the nearest that sets it. */
export interface BetTerms {
  product_enabled: boolean
  /** Its own instead of the game's, of the first prize, the second and the third. */
  multipliers: readonly (string | null)[]
  blocked: readonly (Days & { number: string; draw_id: number | null })[]
  commission_kind: string
  commission_percent: string
  participation_kind: string
  participation_percent: string
  rate_id: number | null
  /** Between which instants it holds, in milliseconds; null for always. */
  rate_since: number | null
  rate_until: number | null
  /** Quota of one number in one draw at each of the office's levels; `infinity` where none is set. */
  quotas: string[]
}

export interface Bet {
  product_id: number
  bet_type_id: number
}

export interface Office {
  version: string
  office: OfficeRules
  terms: Map<string, BetTerms>
}

/** Rules changed between two looks at them: the sale begins again. */
class RulesChanged extends Error {
  readonly code = '40001'
}

export const keyOf = ({ product_id, bet_type_id }: Bet) => `${product_id}|${bet_type_id}`

/** Of the chain from the office upwards, the first value set. */
function nearest(column: string, table: string, extra = sql``) {
  return sql`(
    SELECT ${sql.raw(column)}
    FROM chain
    JOIN ${sql.raw(table)} x ON x.partner_id = chain.ancestor_id
    WHERE ${sql.raw(column)} IS NOT NULL ${extra}
    ORDER BY chain.depth
    LIMIT 1
  )`
}

export async function readOffice(tx: Tx, office_id: number, currency: Currency): Promise<Office | undefined> {
  const own = sql`AND x.currency = ${currency}::currency`
  const account = (kind: string) =>
    sql`(SELECT a.id FROM ledger_accounts a WHERE a.partner_id = o.id AND a.kind = ${kind} AND a.currency = ${currency}::currency)`
  const [row] = await tx.prepared<OfficeRules & { version: string }>(
    'sale-office',
    sql`
    WITH chain AS (SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${office_id})
    SELECT o.father_id AS agency_id, t.device_id, t.binds_device, b.zone, ARRAY(SELECT ancestor_id FROM chain ORDER BY 1) AS levels,
      NOT EXISTS (SELECT 1 FROM chain JOIN partners p ON p.id = chain.ancestor_id WHERE p.status = 'inactivo') AS active,
      ${currency}::currency = ANY (o.currencies) AS sells_currency,
      coalesce(${nearest('annul_minutes', 'partner_settings')}, ${fallback.annul_minutes}) AS annul_minutes,
      coalesce(${nearest('prize_days', 'partner_settings')}, ${fallback.prize_days}) AS prize_days,
      coalesce(${nearest('max_lines', 'partner_settings')}, ${fallback.max_lines}) AS max_lines,
      coalesce(${nearest('rate_type_id', 'partner_settings')}, (SELECT min(id) FROM rate_types)) AS rate_type_id,
      ${nearest('min_stake', 'partner_limits', own)} AS min_stake, ${nearest('max_stake', 'partner_limits', own)} AS max_stake,
      ${nearest('max_ticket', 'partner_limits', own)} AS max_ticket,
      ${account('caja')} AS cash_account, ${account('ventas')} AS sales_account, v.version
    FROM partners o JOIN ticket_offices t ON t.partner_id = o.id CROSS JOIN rules_version v CROSS JOIN banca b
    WHERE o.id = ${office_id} AND o.type = 'taquilla'`,
  )
  if (!row) return undefined
  const { version, ...office } = row
  return { version, office, terms: new Map() }
}

const asked = (bets: readonly Bet[]) =>
  sql`
    unnest(
      ${list(bets.map((bet) => bet.product_id))}::int[], ${list(bets.map((bet) => bet.bet_type_id))}::int[]
    ) AS a(product_id, bet_type_id)`

function sameVersion(version: string, rows: readonly { version: string }[]): void {
  if (rows.some((row) => row.version !== version)) throw new RulesChanged('rules changed between two looks')
}

export async function readGames(tx: Tx, bets: readonly Bet[], version: string, into: Map<string, Game>): Promise<void> {
  if (bets.length === 0) return
  const rows = await tx.prepared<Omit<Game, 'codes'> & Bet & { codes: string[]; version: string }>(
    'sale-games',
    sql`
    SELECT a.product_id, a.bet_type_id, p.name AS product_name, b.kind::text AS kind,
      coalesce(o.enabled AND p.status = 'activo', false) AS offered,
      o.multiplier, o.place_multipliers::text[] AS place_multipliers,
      (p.settings ->> 'tripleta_draws')::int AS tripleta_draws, p.settings -> 'polla' AS polla,
      ARRAY(SELECT s.code FROM product_symbols s WHERE s.product_id = p.id) AS codes,
      coalesce(
        (
          SELECT jsonb_agg(
            jsonb_build_object(
              'number', w.number, 'multiplier', w.multiplier::text, 'from_day', w.from_day, 'to_day', w.to_day
            )
          )
          FROM product_wildcards w
          WHERE w.product_id = p.id AND w.bet_type_id = a.bet_type_id AND (w.to_day IS NULL OR w.to_day >= current_date - 1)
        ), '[]'
      ) AS wildcards, v.version
    FROM ${asked(bets)} JOIN products p ON p.id = a.product_id CROSS JOIN rules_version v
    LEFT JOIN bet_types b ON b.id = a.bet_type_id
    LEFT JOIN product_bet_types o ON o.product_id = a.product_id AND o.bet_type_id = a.bet_type_id`,
  )
  sameVersion(version, rows)
  for (const row of rows) into.set(keyOf(row), { ...row, codes: new Set(row.codes) })
}

/** The first or last instant at which a rate of the chain begins to hold, in milliseconds. */
const turns = (which: SQL, when: SQL) =>
  sql`(
    SELECT (extract(epoch FROM ${which}(x.starts_at)) * 1000)::float8
    FROM chain
    JOIN commissions x ON x.partner_id = chain.ancestor_id AND ${when}
  )`

/** The nearest of the chain's own multipliers of a bet `a`. */
const ownOf = (column: string) => {
  const own = sql.raw(`x.${column}`)
  return sql`(
    SELECT ${own}
    FROM chain
    JOIN partner_multipliers x ON x.partner_id = chain.ancestor_id AND x.product_id = a.product_id
      AND x.bet_type_id = a.bet_type_id AND ${own} IS NOT NULL
    ORDER BY chain.depth
    LIMIT 1
  )`
}

export async function readTerms(
  tx: Tx,
  bets: readonly Bet[],
  { version, office, terms }: Office,
  { office_id, currency, at }: { office_id: number; currency: Currency; at: Date },
): Promise<void> {
  const instant = sql`${at.toISOString()}::timestamptz`
  if (bets.length === 0) return
  const rows = await tx.prepared<BetTerms & Bet & { version: string }>(
    'sale-terms',
    sql`
    WITH chain AS (SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${office_id})
    SELECT a.product_id, a.bet_type_id, v.version,
      coalesce(
        (
          SELECT x.enabled
          FROM chain
          JOIN partner_products x ON x.partner_id = chain.ancestor_id AND x.product_id = a.product_id
          ORDER BY chain.depth
          LIMIT 1
        ), true
      ) AS product_enabled,
      ARRAY[${ownOf('multiplier')}, ${ownOf('second')}, ${ownOf('third')}]::text[] AS multipliers,
      coalesce(
        (
          SELECT jsonb_agg(
            jsonb_build_object('number', k.number, 'draw_id', k.draw_id, 'from_day', k.from_day, 'to_day', k.to_day)
          )
          FROM blocked_numbers k
          JOIN chain ON chain.ancestor_id = k.partner_id
          WHERE k.lifted_at IS NULL AND k.product_id = a.product_id
            AND (k.bet_type_id IS NULL OR k.bet_type_id = a.bet_type_id)
            AND (k.to_day IS NULL OR k.to_day >= current_date - 1)
        ), '[]'
      ) AS blocked,
      coalesce(c.commission_kind, 'VENTA') AS commission_kind, coalesce(c.commission_percent, 0)::numeric(7, 4) AS commission_percent,
      coalesce(c.participation_kind, 'COMPARTIDA') AS participation_kind,
      coalesce(c.participation_percent, 0)::numeric(7, 4) AS participation_percent,
      f.id AS rate_id,
      ${turns(sql`max`, sql`x.starts_at <= ${instant} AND x.starts_at > '-infinity'`)} AS rate_since,
      ${turns(sql`min`, sql`x.starts_at > ${instant}`)} AS rate_until,
      ARRAY(
        SELECT coalesce(least(q.amount, t.amount), 'infinity')::text
        FROM unnest(${list(office.levels)}::int[]) WITH ORDINALITY AS l(partner_id, n)
        JOIN partners p ON p.id = l.partner_id
        LEFT JOIN regular_quotas q ON q.partner_id = l.partner_id AND q.product_id = a.product_id
          AND q.bet_type_id = a.bet_type_id AND q.currency = ${currency}::currency
        LEFT JOIN top_quotas t ON p.type = 'banca' AND t.product_id = a.product_id AND t.bet_type_id = a.bet_type_id
          AND t.currency = ${currency}::currency
        ORDER BY l.n
      ) AS quotas
    FROM ${asked(bets)} CROSS JOIN rules_version v
    LEFT JOIN LATERAL (
      SELECT x.* FROM chain JOIN commissions_at(${instant}) x ON x.partner_id = chain.ancestor_id
      WHERE (x.product_id IS NULL OR x.product_id = a.product_id) AND (x.bet_type_id IS NULL OR x.bet_type_id = a.bet_type_id)
        AND (x.currency IS NULL OR x.currency = ${currency}::currency)
      ORDER BY chain.depth, ${mostSpecific} LIMIT 1
    ) c ON true
    LEFT JOIN frozen_rates f ON f.commission_kind = coalesce(c.commission_kind, 'VENTA')
      AND f.commission_percent = coalesce(c.commission_percent, 0)
      AND f.participation_kind = coalesce(c.participation_kind, 'COMPARTIDA')
        AND f.participation_percent = coalesce(c.participation_percent, 0)`,
  )
  sameVersion(version, rows)
  for (const row of rows) terms.set(keyOf(row), row)
}
