/** What a partner sets for the bets of its subtree, and what it inherits of each value and from whom. */
import { sql } from 'drizzle-orm'
import { placeNames, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { publicName, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'

interface LimitValues {
  min_stake: string | null
  max_stake: string | null
  max_ticket: string | null
}

/** What one partner of the chain sets; null, or a missing key, inherits. */
interface Level {
  name: string
  bets_version: number
  currencies: Currency[]
  annul_minutes: number | null
  prize_days: number | null
  max_lines: number | null
  pays_other_agencies: boolean | null
  limits: Partial<Record<Currency, LimitValues>>
  /** By product. */
  products: Record<string, boolean>
  /** By `product:bet type:place`. */
  multipliers: Record<string, string>
}

/** One of the prizes that a bet of a product may win, the first unless said. */
export interface Bet {
  product_id: number
  bet_type_id: number
  place?: number | undefined
}

interface Offered {
  product_id: number
  name: string
  bet_types: (Omit<Bet, 'product_id'> & { name: string; multiplier: string })[]
}

export interface Setting<T> {
  own: T | null
  inherited: T | null
  from: string | null
}

/** Where a value comes from when no partner sets it. */
const fromProduct = 'Producto'

/**
 * The partner and its ancestors, nearest first. Ancestors above the caller's own partner are read as
 * well: what they set rules below. @throws Problem `not_found`
 */
async function chainOf(scope: Scope, db: Executor, partner_id: number): Promise<[Level, ...Level[]]> {
  const [own, ...above] = await db.rows<Level>(sql`
    SELECT ${publicName(scope, sql`p`)} AS name, p.bets_version, p.currencies::text[] AS currencies, s.annul_minutes,
      s.prize_days, s.max_lines, s.pays_other_agencies,
      coalesce(
        (
          SELECT jsonb_object_agg(
            l.currency,
            jsonb_build_object(
              'min_stake', l.min_stake::text, 'max_stake', l.max_stake::text, 'max_ticket', l.max_ticket::text
            )
          )
          FROM partner_limits l
          WHERE l.partner_id = p.id
        ), '{}'::jsonb
      ) AS limits,
      coalesce(
        (SELECT jsonb_object_agg(e.product_id, e.enabled) FROM partner_products e WHERE e.partner_id = p.id), '{}'::jsonb
      ) AS products,
      coalesce(
        (
          SELECT jsonb_object_agg(concat_ws(':', m.product_id, m.bet_type_id, v.place), v.multiplier)
          FROM partner_multipliers m
          CROSS JOIN LATERAL unnest(ARRAY[m.multiplier, m.second, m.third]::text[]) WITH ORDINALITY v(multiplier, place)
          WHERE m.partner_id = p.id AND v.multiplier IS NOT NULL
        ), '{}'::jsonb
      ) AS multipliers
    FROM partner_ancestors a
    JOIN partners p ON p.id = a.ancestor_id
    LEFT JOIN partner_settings s ON s.partner_id = p.id
    WHERE a.partner_id = ${partner_id} AND ${within(scope, sql`a.partner_id`)}
    ORDER BY a.depth`)
  if (!own) throw new Problem('not_found')
  return [own, ...above]
}

/** Active products and the bet types they offer, each prize of one apart, with the multiplier that holds where no partner sets one. */
async function offeredProducts(db: Executor): Promise<Offered[]> {
  return db.rows<Offered>(sql`
    SELECT p.id AS product_id, p.name, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('bet_type_id', b.id, 'place', nullif(w.n, 1),
      'name', concat_ws(', ', b.name, CASE WHEN o.place_multipliers IS NOT NULL THEN lower((${list(placeNames)}::text[])[w.n]) END),
      'multiplier', coalesce(o.place_multipliers[w.n], o.multiplier)::text)) ORDER BY b.id, w.n) AS bet_types
    FROM products p JOIN product_bet_types o ON o.product_id = p.id AND o.enabled JOIN bet_types b ON b.id = o.bet_type_id
    CROSS JOIN LATERAL generate_series(1, coalesce(cardinality(o.place_multipliers), 1)) w(n)
    WHERE p.status = 'activo' GROUP BY p.id ORDER BY p.position, p.name, p.id`)
}

/** The own value, and the nearest ancestor's that sets one. */
function nearest<T>(
  [own, ...above]: readonly Level[],
  read: (level: Level) => T | null | undefined,
  standard?: T,
): Setting<T> {
  const source = above.find((level) => read(level) != null)
  const inherited = (source && read(source)) ?? standard ?? null
  return { own: (own && read(own)) ?? null, inherited, from: source?.name ?? (inherited === null ? null : fromProduct) }
}

/** Names a prize of a bet among all of a partner's. */
export function multiplierKey({ product_id, bet_type_id, place = 1 }: Bet): string {
  return `${product_id}:${bet_type_id}:${place}`
}

/** Of any partner; the answer calls it `agency_id`. @throws Problem `not_found` when there is none in the caller's subtree */
export async function configurationOf(scope: Scope, db: Executor, agency_id: number): Promise<BetsConfiguration> {
  const chain = await chainOf(scope, db, agency_id)
  const products = await offeredProducts(db)
  const [own] = chain
  const limit = (currency: Currency, field: keyof LimitValues) =>
    nearest(chain, (level) => level.limits[currency]?.[field])
  return {
    agency_id,
    version: own.bets_version,
    annul_minutes: nearest(chain, (level) => level.annul_minutes),
    prize_days: nearest(chain, (level) => level.prize_days),
    max_lines: nearest(chain, (level) => level.max_lines),
    pays_other_agencies: nearest(chain, (level) => level.pays_other_agencies),
    limits: currencies
      .filter((one) => own.currencies.includes(one))
      .map((currency) => ({
        currency,
        min_stake: limit(currency, 'min_stake'),
        max_stake: limit(currency, 'max_stake'),
        max_ticket: limit(currency, 'max_ticket'),
      })),
    products: products.map(({ product_id, name, bet_types }) => ({
      product_id,
      name,
      // A product that nobody switched off is sold.
      enabled: nearest(chain, (level) => level.products[product_id], true),
      bet_types: bet_types.map(({ multiplier, ...bet }) => ({
        ...bet,
        multiplier: nearest(chain, (level) => level.multipliers[multiplierKey({ product_id, ...bet })], multiplier),
      })),
    })),
  }
}
