/** What rarely changes of a sale's rules, as it is read: the office with its chain, the games, and the terms it sells each under. */
import { sql, type SQL } from 'drizzle-orm'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'
import { firstRateType } from '../rates/in-force.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { mostSpecific } from '../commissions/in-force.ts'
import { defaultTerms, type LineFacts, type OfficeFacts } from './facts.ts'

/** An office in one currency. */
export interface OfficeRules extends OfficeFacts {
  agency_id: number
  /** Its agency sells what it gave ahead, and no more. */
  is_prepaid: boolean
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

export interface KnownBet {
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

export const betKey = ({ product_id, bet_type_id }: KnownBet) => `${product_id}|${bet_type_id}`

/** Of the chain from the office upwards, the first value set. */
function nearest(column: string, table: string, extra = sql``) {
  return sql`(
    SELECT ${sql.raw(column)}
    FROM chain
    JOIN ${sql.raw(table)} own ON own.partner_id = chain.ancestor_id
    WHERE ${sql.raw(column)} IS NOT NULL ${extra}
    ORDER BY chain.depth
    LIMIT 1
  )`
}

export async function readOffice(db: Executor, office_id: number, currency: Currency): Promise<Office | undefined> {
  const own = sql`AND own.currency = ${currency}::currency`
  const account = (kind: string) =>
    sql`(SELECT account.id FROM ledger_accounts account
      WHERE account.partner_id = office.id AND account.kind = ${kind} AND account.currency = ${currency}::currency
        AND account.sub = 0)`
  const [row] = await db.prepared<OfficeRules & { version: string }>(
    'sale-office',
    sql`
    WITH chain AS (SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${office_id})
    SELECT office.father_id AS agency_id, agency.prepaid AS is_prepaid, terminal.device_id, terminal.binds_device, banca.zone,
      ARRAY(SELECT ancestor_id FROM chain ORDER BY 1) AS levels,
      NOT EXISTS (SELECT 1 FROM chain JOIN partners partner ON partner.id = chain.ancestor_id WHERE partner.status = 'inactivo') AS active,
      ${currency}::currency = ANY (office.currencies) AS sells_currency,
      coalesce(${nearest('annul_minutes', 'partner_settings')}, ${defaultTerms.annul_minutes}) AS annul_minutes,
      coalesce(${nearest('prize_days', 'partner_settings')}, ${defaultTerms.prize_days}) AS prize_days,
      coalesce(${nearest('max_lines', 'partner_settings')}, ${defaultTerms.max_lines}) AS max_lines,
      coalesce(${nearest('rate_type_id', 'partner_settings')}, ${firstRateType}) AS rate_type_id,
      ${nearest('min_stake', 'partner_limits', own)} AS min_stake, ${nearest('max_stake', 'partner_limits', own)} AS max_stake,
      ${nearest('max_ticket', 'partner_limits', own)} AS max_ticket,
      (banca.client_from_ticket ->> ${currency})::numeric(16, 2)::text AS client_from,
      ${account('caja')} AS cash_account, ${account('ventas')} AS sales_account, version.version
    FROM partners office
    JOIN ticket_offices terminal ON terminal.partner_id = office.id
    JOIN partners agency ON agency.id = office.father_id
    CROSS JOIN rules_version version CROSS JOIN banca
    WHERE office.id = ${office_id} AND office.type = 'taquilla'`,
  )
  if (!row) return undefined
  const { version, ...office } = row
  return { version, office, terms: new Map() }
}

const asked = (bets: readonly KnownBet[]) =>
  sql`
    unnest(
      ${list(bets.map((bet) => bet.product_id))}::int[], ${list(bets.map((bet) => bet.bet_type_id))}::int[]
    ) AS asked(product_id, bet_type_id)`

function sameVersion(version: string, rows: readonly { version: string }[]): void {
  if (rows.some((row) => row.version !== version)) throw new RulesChanged('rules changed between two looks')
}

export async function readGames(
  db: Executor,
  bets: readonly KnownBet[],
  version: string,
  into: Map<string, Game>,
): Promise<void> {
  if (bets.length === 0) return
  const rows = await db.prepared<Omit<Game, 'codes'> & KnownBet & { codes: string[]; version: string }>(
    'sale-games',
    sql`
    SELECT asked.product_id, asked.bet_type_id, product.name AS product_name, bet.kind::text AS kind,
      coalesce(offer.enabled AND product.status = 'activo', false) AS offered,
      offer.multiplier, offer.place_multipliers::text[] AS place_multipliers,
      (product.settings ->> 'tripleta_draws')::int AS tripleta_draws, product.settings -> 'polla' AS polla,
      ARRAY(SELECT symbol.code FROM product_symbols symbol WHERE symbol.product_id = product.id) AS codes,
      coalesce(
        (
          SELECT jsonb_agg(
            jsonb_build_object(
              'number', wildcard.number, 'multiplier', wildcard.multiplier::text, 'from_day', wildcard.from_day, 'to_day', wildcard.to_day
            )
          )
          FROM product_wildcards wildcard
          WHERE wildcard.product_id = product.id AND wildcard.bet_type_id = asked.bet_type_id
            AND (wildcard.to_day IS NULL OR wildcard.to_day >= current_date - 1)
        ), '[]'
      ) AS wildcards, version.version
    FROM ${asked(bets)} JOIN products product ON product.id = asked.product_id CROSS JOIN rules_version version
    LEFT JOIN bet_types bet ON bet.id = asked.bet_type_id
    LEFT JOIN product_bet_types offer ON offer.product_id = asked.product_id AND offer.bet_type_id = asked.bet_type_id`,
  )
  sameVersion(version, rows)
  for (const row of rows) into.set(betKey(row), { ...row, codes: new Set(row.codes) })
}

/** The first or last instant at which a rate of the chain begins to hold, in milliseconds. */
const turns = (which: SQL, when: SQL) =>
  sql`(
    SELECT (extract(epoch FROM ${which}(rate.starts_at)) * 1000)::float8
    FROM chain
    JOIN commissions rate ON rate.partner_id = chain.ancestor_id AND ${when}
  )`

/** The nearest of the chain's own multipliers of a bet `asked`. */
const ownOf = (column: string) => {
  const own = sql.raw(`multiplier.${column}`)
  return sql`(
    SELECT ${own}
    FROM chain
    JOIN partner_multipliers multiplier ON multiplier.partner_id = chain.ancestor_id AND multiplier.product_id = asked.product_id
      AND multiplier.bet_type_id = asked.bet_type_id AND ${own} IS NOT NULL
    ORDER BY chain.depth
    LIMIT 1
  )`
}

export async function readTerms(
  db: Executor,
  bets: readonly KnownBet[],
  { version, office, terms }: Office,
  { office_id, currency, at }: { office_id: number; currency: Currency; at: Date },
): Promise<void> {
  const instant = sql`${at.toISOString()}::timestamptz`
  if (bets.length === 0) return
  const rows = await db.prepared<BetTerms & KnownBet & { version: string }>(
    'sale-terms',
    sql`
    WITH chain AS (SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${office_id})
    SELECT asked.product_id, asked.bet_type_id, version.version,
      coalesce(
        (
          SELECT enabled.enabled
          FROM chain
          JOIN partner_products enabled ON enabled.partner_id = chain.ancestor_id AND enabled.product_id = asked.product_id
          ORDER BY chain.depth
          LIMIT 1
        ), true
      ) AS product_enabled,
      ARRAY[${ownOf('multiplier')}, ${ownOf('second')}, ${ownOf('third')}]::text[] AS multipliers,
      coalesce(
        (
          SELECT jsonb_agg(
            jsonb_build_object('number', block.number, 'draw_id', block.draw_id, 'from_day', block.from_day, 'to_day', block.to_day)
          )
          FROM blocked_numbers block
          JOIN chain ON chain.ancestor_id = block.partner_id
          WHERE block.lifted_at IS NULL AND block.product_id = asked.product_id
            AND (block.bet_type_id IS NULL OR block.bet_type_id = asked.bet_type_id)
            AND (block.to_day IS NULL OR block.to_day >= current_date - 1)
        ), '[]'
      ) AS blocked,
      coalesce(held.commission_kind, 'VENTA') AS commission_kind,
      coalesce(held.commission_percent, 0)::numeric(7, 4) AS commission_percent,
      coalesce(held.participation_kind, 'COMPARTIDA') AS participation_kind,
      coalesce(held.participation_percent, 0)::numeric(7, 4) AS participation_percent,
      frozen.id AS rate_id,
      ${turns(sql`max`, sql`rate.starts_at <= ${instant} AND rate.starts_at > '-infinity'`)} AS rate_since,
      ${turns(sql`min`, sql`rate.starts_at > ${instant}`)} AS rate_until,
      ARRAY(
        SELECT coalesce(least(quota.amount, top.amount), 'infinity')::text
        FROM unnest(${list(office.levels)}::int[]) WITH ORDINALITY AS level(partner_id, n)
        JOIN partners partner ON partner.id = level.partner_id
        LEFT JOIN regular_quotas quota ON quota.partner_id = level.partner_id AND quota.product_id = asked.product_id
          AND quota.bet_type_id = asked.bet_type_id AND quota.currency = ${currency}::currency
        LEFT JOIN top_quotas top ON partner.type = 'banca' AND top.product_id = asked.product_id AND top.bet_type_id = asked.bet_type_id
          AND top.currency = ${currency}::currency
        ORDER BY level.n
      ) AS quotas
    FROM ${asked(bets)} CROSS JOIN rules_version version
    LEFT JOIN LATERAL (
      SELECT rate.* FROM chain JOIN commissions_at(${instant}) rate ON rate.partner_id = chain.ancestor_id
      WHERE (rate.product_id IS NULL OR rate.product_id = asked.product_id)
        AND (rate.bet_type_id IS NULL OR rate.bet_type_id = asked.bet_type_id)
        AND (rate.currency IS NULL OR rate.currency = ${currency}::currency)
      ORDER BY chain.depth, ${mostSpecific} LIMIT 1
    ) held ON true
    LEFT JOIN frozen_rates frozen ON frozen.commission_kind = coalesce(held.commission_kind, 'VENTA')
      AND frozen.commission_percent = coalesce(held.commission_percent, 0)
      AND frozen.participation_kind = coalesce(held.participation_kind, 'COMPARTIDA')
        AND frozen.participation_percent = coalesce(held.participation_percent, 0)`,
  )
  sameVersion(version, rows)
  for (const row of rows) terms.set(betKey(row), row)
}
