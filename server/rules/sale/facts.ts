/**
 * What a sale must know of its draws, fresh at every sale, and its facts as the rules take them: draws, office and
 * terms put together. What changes rarely comes from `known.ts`.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { PollaSettings } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import { compare } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { drawLockSpace, locks } from '../../platform/db/locks.ts'
import type { BetTerms, Game } from './read-rules.ts'

export interface Line {
  draw_id: number
  bet_type_id: number
  number: string
  stake: string
}

export interface LineFacts {
  /** Null when the draw does not exist. */
  product_id: number | null
  product_name: string | null
  /** Business day of the draw. */
  day: string | null
  closes_at: string | null
  open: boolean
  /** When it will open, in its own time (`23/11/2026 00:00`), while that lies ahead. */
  opens_on: string | null
  kind: BetKind | null
  offered: boolean
  product_enabled: boolean
  /** The partner's, or a wildcard of the product where that one is larger. */
  multiplier: string
  /** Where a number may win several prizes; the multiplier is the first one's. */
  place_multipliers: readonly string[] | null
  /** How many draws a tripleta of this product plays in. */
  tripleta_draws: number
  /** Of a polla product: how many symbols, and for which price. */
  polla: Pick<PollaSettings, 'symbols' | 'price'> | null
  blocked: boolean
  /** Symbols of the product. */
  known_codes: ReadonlySet<string>
  /** Null while nobody sold under these rates. */
  rate_id: number | null
}

/** Of the office and its chain: settings and limits of the nearest ancestor that sets them. */
export interface OfficeFacts {
  active: boolean
  device_id: string | null
  /** Sells from its device alone, also while it has none yet. */
  binds_device: boolean
  sells_currency: boolean
  annul_minutes: number
  prize_days: number
  max_lines: number
  min_stake: string | null
  max_stake: string | null
  max_ticket: string | null
  /** From which total of a ticket the banca asks for its client; null for never. */
  client_from: string | null
}

/** What a banca that never set them runs with. */
export const defaultTerms = { annul_minutes: 5, prize_days: 30, max_lines: 60 }
/** Draws of a tripleta where the product does not say. */
const usualTripletaDraws = 11

export interface HeldDraw {
  id: number
  product_id: number
  day: string
  closes_at: string
  open: boolean
  opens_on: string | null
}

/** The draws, and under which version of the rules they were looked at. */
export interface HeldDraws {
  draws: ReadonlyMap<number, HeldDraw>
  version: string
  /** This very transaction changes rules: none that are remembered hold for it. */
  changing: boolean
  /** Nobody looked: they are as a sale before found them. */
  guessed?: true
}

interface Seen {
  draws: Map<number, HeldDraw>
  version: string
}
/** Open draws of a database that are remembered; the ones looked at longest ago go first. */
const MOST_DRAWS = 5_000
const seen = new WeakMap<object, Seen>()

/**
 * The draws as a sale before found them: a sale that rests on them needs no answer before its commit, and has its last
 * statement prove them. Undefined where one is not known to be open.
 */
export function guessDraws(tx: Tx, lines: readonly Line[]): HeldDraws | undefined {
  const known = seen.get(tx.home)
  if (!known) return undefined
  const now = new Date().toISOString()
  const draws = new Map<number, HeldDraw>()
  for (const id of idsOf(lines)) {
    const draw = known.draws.get(id)
    if (!draw || draw.closes_at <= now) return undefined
    draws.set(id, draw)
  }
  return { draws, version: known.version, changing: false, guessed: true }
}

function remember(home: object, { draws, version }: HeldDraws): void {
  const ours = seen.get(home) ?? { draws: new Map<number, HeldDraw>(), version }
  seen.set(home, ours)
  ours.version = version
  for (const draw of draws.values()) {
    ours.draws.delete(draw.id)
    if (draw.open) ours.draws.set(draw.id, draw)
  }
  for (const id of ours.draws.keys()) {
    if (ours.draws.size <= MOST_DRAWS) return
    ours.draws.delete(id)
  }
}

/** Each once, ascending: everybody takes their locks in this order. */
export function idsOf(lines: readonly Pick<Line, 'draw_id'>[]): number[] {
  return [...new Set(lines.map((line) => line.draw_id))].sort((left, right) => left - right)
}

/** `held`: the share of the tree that a move waits for, and of each draw's lock (`ids`) that awarding and suspending wait for. */
export function heldCtes(ids: SQL): SQL {
  return sql`
    still AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint)),
    held AS MATERIALIZED (
      SELECT draw_id, pg_advisory_xact_lock_shared(${drawLockSpace}, draw_id) AS lock
      FROM still, unnest(${ids}::int[]) AS asked(draw_id)
    )`
}

/** Holds the draws as `heldCtes` does, and looks at them. */
export async function holdSaleDraws(tx: Tx, lines: readonly Line[]): Promise<HeldDraws> {
  const held = askDraws(tx, 'sale-hold', heldCtes(list(idsOf(lines))))
  // Rules that changed under a sale once do not again: whoever changes one waits for its commit. Behind the other
  // locks, as such a change takes it last.
  const rules =
    tx.attempt > 1 ? tx.prepared<Version>('sale-rules', sql`SELECT version FROM rules_version FOR SHARE`) : []
  const [found, [kept]] = await Promise.all([held, rules])
  const all = kept ? { ...found, version: kept.version } : found
  if (!all.changing) remember(tx.home, all)
  return all
}

interface Version {
  version: string
}

/** Looks at the draws alone: what is said of them holds for that moment. */
export function lookAtDraws(db: Executor, lines: readonly Pick<Line, 'draw_id'>[]): Promise<HeldDraws> {
  return askDraws(db, 'quote-draws', sql`held AS (SELECT unnest(${list(idsOf(lines))}::int[]) AS draw_id)`)
}

/** `held`: a table expression of that name, with the draws' ids. */
async function askDraws(db: Executor, name: string, held: SQL): Promise<HeldDraws> {
  const rows = await db.prepared<Omit<HeldDraw, 'id'> & Version & { id: number | null; changing: boolean }>(
    name,
    sql`
    WITH ${held}
    SELECT draw.id, draw.product_id, draw.day, draw.closes_at,
      coalesce(draw.state = 'activo' AND draw.opens_at <= clock_timestamp() AND draw.closes_at > clock_timestamp(), false) AS open,
      CASE WHEN draw.state = 'activo' AND draw.opens_at > clock_timestamp()
        THEN to_char(draw.opens_at AT TIME ZONE (SELECT product.zone FROM products product
          WHERE product.id = draw.product_id), 'DD/MM/YYYY HH24:MI')
          END AS opens_on,
      version.version, EXISTS (SELECT 1 FROM rules_touched touched WHERE touched.transaction = pg_current_xact_id_if_assigned()) AS changing
    FROM held CROSS JOIN rules_version version LEFT JOIN draws draw ON draw.id = held.draw_id`,
  )
  const draws = new Map<number, HeldDraw>()
  for (const { id, ...row } of rows) if (id !== null) draws.set(id, { id, ...row })
  return { draws, version: rows[0]?.version ?? '', changing: rows[0]?.changing ?? true }
}

const nothing: ReadonlySet<string> = new Set()

/** One line's facts. A draw, a game or terms that are missing are what the rules say so of. */
export function lineFactsOf(line: Line, draw?: HeldDraw, game?: Game, terms?: BetTerms): LineFacts {
  const wild = game && draw ? wildcardOf(game, line.number, draw.day) : null
  const own = terms?.multipliers ?? []
  const places = game?.place_multipliers
  return {
    product_id: draw?.product_id ?? null,
    product_name: game?.product_name ?? null,
    day: draw?.day ?? null,
    closes_at: draw?.closes_at ?? null,
    open: draw?.open ?? false,
    opens_on: draw?.opens_on ?? null,
    kind: game?.kind ?? null,
    offered: game?.offered ?? false,
    product_enabled: terms?.product_enabled ?? true,
    multiplier: larger(own[0] ?? game?.multiplier ?? '0.00', wild),
    // A wildcard is of the first prize; each of the others is the partner's own too, or the product's.
    place_multipliers: places?.map((standard, n) => larger(own[n] ?? standard, n === 0 ? wild : null)) ?? null,
    tripleta_draws: game?.tripleta_draws ?? usualTripletaDraws,
    polla: game?.polla ?? null,
    blocked: isBlocked(line, draw, terms),
    known_codes: game?.codes ?? nothing,
    rate_id: terms?.rate_id ?? null,
  }
}

function larger(one: string, other: string | null): string {
  return other !== null && compare(other, one) > 0 ? other : one
}

const isOn = (day: string, { from_day, to_day }: { from_day: string | null; to_day: string | null }) =>
  (from_day === null || from_day <= day) && (to_day === null || to_day >= day)

/** The largest wildcard of a number on a draw's day. */
function wildcardOf({ wildcards }: Game, number: string, day: string): string | null {
  return wildcards.reduce<string | null>(
    (most, one) =>
      one.number === number && isOn(day, one) ? (most === null ? one.multiplier : larger(most, one.multiplier)) : most,
    null,
  )
}

function isBlocked(line: Line, draw?: HeldDraw, terms?: BetTerms): boolean {
  if (!draw || !terms) return false
  return terms.blocked.some(
    (one) =>
      one.number === line.number && (one.draw_id === null || one.draw_id === line.draw_id) && isOn(draw.day, one),
  )
}

/** Rates that a line is sold under, as a sale freezes them. */
export type FrozenRates = Pick<
  BetTerms,
  'commission_kind' | 'commission_percent' | 'participation_kind' | 'participation_percent'
>

/** The id of a combination of rates, made if it is new. An existing row is left untouched: others hold on to it by its key. */
export async function frozenRate(tx: Tx, rates: FrozenRates): Promise<number> {
  await tx.run(sql`
    INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (
      ${rates.commission_kind}, ${rates.commission_percent}, ${rates.participation_kind}, ${rates.participation_percent}
    )
    ON CONFLICT DO NOTHING`)
  const row = await tx.one<{ id: number }>(sql`
    SELECT id FROM frozen_rates WHERE commission_kind = ${rates.commission_kind} AND commission_percent = ${rates.commission_percent}
      AND participation_kind = ${rates.participation_kind} AND participation_percent = ${rates.participation_percent}`)
  return row!.id
}
