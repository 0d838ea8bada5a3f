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
  rate_type_id: number | null
  limits: Partial<Record<Currency, LimitValues>>
  /** By product. */
  products: Record<string, boolean>
  /** By `product:bet type:place`. */
  multipliers: Record<string, string>
}

/** One of the prizes that a bet of a product may win, the first unless said. */
export interface BetPrize {
  product_id: number
  bet_type_id: number
  place?: number | undefined
}

interface Offered {
  product_id: number
  name: string
  bet_types: (Omit<BetPrize, 'product_id'> & { name: string; multiplier: string })[]
}

export interface Setting<T> {
  own: T | null
  inherited: T | null
  from: string | null
}

/** Where a value comes from when no partner sets it. */
const fromProduct = 'Producto'
/** The type of rates that there was first. */
export const fromRates = 'Tasas'

/**
 * The partner and its ancestors, nearest first. Ancestors above the caller's own partner are read as
 * well: what they set rules below. @throws Problem `not_found`
 */
async function chainOf(scope: Scope, db: Executor, partner_id: number): Promise<[Level, ...Level[]]> {
  const [own, ...above] = await db.rows<Level>(sql`
    SELECT ${publicName(scope, sql`partner`)} AS name, partner.bets_version, partner.currencies::text[] AS currencies,
      setting.annul_minutes,
      setting.prize_days, setting.max_lines, setting.pays_other_agencies, setting.rate_type_id,
      coalesce(
        (
          SELECT jsonb_object_agg(
            bound.currency,
            jsonb_build_object(
              'min_stake', bound.min_stake::text, 'max_stake', bound.max_stake::text, 'max_ticket', bound.max_ticket::text
            )
          )
          FROM partner_limits bound
          WHERE bound.partner_id = partner.id
        ), '{}'::jsonb
      ) AS limits,
      coalesce(
        (SELECT jsonb_object_agg(enabled.product_id, enabled.enabled) FROM partner_products enabled
          WHERE enabled.partner_id = partner.id), '{}'::jsonb
      ) AS products,
      coalesce(
        (
          SELECT jsonb_object_agg(concat_ws(':', multiplier.product_id, multiplier.bet_type_id, paid.place), paid.multiplier)
          FROM partner_multipliers multiplier
          CROSS JOIN LATERAL unnest(ARRAY[multiplier.multiplier, multiplier.second,
            multiplier.third]::text[]) WITH ORDINALITY paid(multiplier, place)
          WHERE multiplier.partner_id = partner.id AND paid.multiplier IS NOT NULL
        ), '{}'::jsonb
      ) AS multipliers
    FROM partner_ancestors above
    JOIN partners partner ON partner.id = above.ancestor_id
    LEFT JOIN partner_settings setting ON setting.partner_id = partner.id
    WHERE above.partner_id = ${partner_id} AND ${within(scope, sql`above.partner_id`)}
    ORDER BY above.depth`)
  if (!own) throw new Problem('not_found')
  return [own, ...above]
}

/** Active products and the bet types they offer, each prize of one apart, with the multiplier that holds where no partner sets one. */
async function offeredProducts(db: Executor): Promise<Offered[]> {
  return db.rows<Offered>(sql`
    SELECT product.id AS product_id, product.name,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object('bet_type_id', bet.id, 'place', nullif(place.n, 1),
      'name',
      concat_ws(', ', bet.name, CASE WHEN offer.place_multipliers IS NOT NULL THEN lower((${list(placeNames)}::text[])[place.n]) END),
      'multiplier', coalesce(offer.place_multipliers[place.n], offer.multiplier)::text)) ORDER BY bet.id, place.n) AS bet_types
    FROM products product JOIN product_bet_types offer ON offer.product_id = product.id AND offer.enabled
    JOIN bet_types bet ON bet.id = offer.bet_type_id
    CROSS JOIN LATERAL generate_series(1, coalesce(cardinality(offer.place_multipliers), 1)) place(n)
    WHERE product.status = 'activo' GROUP BY product.id ORDER BY product.position, product.name, product.id`)
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

/** By whom it works with a type of rates; where nobody says, with the first there is. */
function rateTypeIn(chain: readonly Level[], types: BetsConfiguration['rate_types']): Setting<number> {
  const said = nearest(chain, (level) => level.rate_type_id)
  const [first] = types
  return said.inherited === null && first ? { ...said, inherited: first.id, from: fromRates } : said
}

/** Names a prize of a bet among all of a partner's. */
export function multiplierKey({ product_id, bet_type_id, place = 1 }: BetPrize): string {
  return `${product_id}:${bet_type_id}:${place}`
}

/** Of any partner; the answer calls it `agency_id`. @throws Problem `not_found` when there is none in the caller's subtree */
export async function configurationOf(scope: Scope, db: Executor, agency_id: number): Promise<BetsConfiguration> {
  const chain = await chainOf(scope, db, agency_id)
  const products = await offeredProducts(db)
  const rate_types = await db.rows<BetsConfiguration['rate_types'][number]>(
    sql`SELECT id, nombre AS name, by_offices FROM rate_types ORDER BY id`,
  )
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
    rate_type_id: rateTypeIn(chain, rate_types),
    rate_types,
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
