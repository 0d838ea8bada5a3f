/** What the seeding of tickets reads: the plan with the ids the database gave it. */
import { sql } from 'drizzle-orm'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { toCents } from '@contract/values/money.ts'
import type { Executor } from '../platform/db/connect.ts'
import { betTypeId, betTypes, catalogueProducts, type Offer, type CatalogueProduct } from './catalogue.ts'
import { seller, type DemoPlan, type DemoOffice, type DemoRate } from './plan.ts'
import type { SeedDraw } from './results.ts'
import { regularQuotas, bancaCeilings } from './terms.ts'

/** A bet of one product, ready to be sold. */
export interface SeedBet {
  product: CatalogueProduct
  bet_type_id: number
  kind: (typeof betTypes)[number]['kind']
  multiplier: string
  /** Hundredths of the multiplier, of every place together. */
  potential_factor: number
  place_factors: readonly number[] | null
}

export interface World {
  plan: DemoPlan
  now: number
  first_day: string
  /** Midnight of a day in the banca's zone, against midnight UTC: its zone has no summer time. */
  zone_offset: number
  draws: ReadonlyMap<string, readonly SeedDraw[]>
  bets: ReadonlyMap<number, readonly SeedBet[]>
  sellers: ReadonlyMap<number, number>
  /** The frozen rates an office's sale is settled under. */
  rateOf(office: DemoOffice, product_id: number, bet_type_id: number, currency: Currency): number
  /** The exchange rate frozen with a sale of that instant, or null. Instants must not go back. */
  exchangeOf(at: number, currency: Currency): string | null
  /** Ceiling in hundredths of a number: of the banca, and of each partner of the chain that set one. */
  quotaOf(office: DemoOffice, bet: SeedBet, currency: Currency): readonly { partner_id: number; cents: number }[]
}

/** A multiplier or percentage in hundredths. */
const hundredths = (decimal: string) => Number(toCents(decimal))

/** Bets over several draws are sold by the counter's own rules, never in bulk. */
const severalDraws = new Set<string>(['TRIPLETA', 'POLLA'])

function betsOf(product: CatalogueProduct): SeedBet[] {
  return product.offers
    .filter((offer) => !severalDraws.has(offer.bet_type))
    .map((offer: Offer) => {
      const bet_type_id = betTypeId(offer.bet_type)
      const place_factors = offer.place_multipliers?.map(hundredths) ?? null
      const potential_factor = place_factors
        ? place_factors.reduce((sum, one) => sum + one, 0)
        : hundredths(offer.multiplier)
      return {
        product,
        bet_type_id,
        kind: betTypes.find((one) => one.id === bet_type_id)!.kind,
        multiplier: offer.multiplier,
        place_factors,
        potential_factor,
      }
    })
}

/** The nearest ancestor with a row that fits decides, and of its rows the most specific. */
function resolveRate(
  rates: readonly DemoRate[],
  chain: readonly number[],
  product_id: number,
  bet_type_id: number,
  currency: Currency,
): DemoRate {
  const fits = (rate: DemoRate) =>
    (rate.product_id ?? product_id) === product_id &&
    (rate.bet_type_id ?? bet_type_id) === bet_type_id &&
    (rate.currency ?? currency) === currency
  const specific = (rate: DemoRate) =>
    Number(rate.product_id !== undefined) + Number(rate.bet_type_id !== undefined) + Number(rate.currency !== undefined)
  for (const partner_id of chain) {
    const [best] = rates
      .filter((rate) => rate.partner_id === partner_id && fits(rate))
      .sort((left, right) => specific(right) - specific(left))
    if (best) return best
  }
  throw new Error('the banca itself has no commission')
}

const ratesKey = (rate: DemoRate) =>
  `${rate.commission_kind} ${rate.commission_percent} ${rate.participation_kind} ${rate.participation_percent}`

/** Writes the combinations of rates that sales will be frozen under; answers their ids. */
async function freezeRates(db: Executor, rates: readonly DemoRate[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const rate of rates) {
    if (ids.has(ratesKey(rate))) continue
    const row = await db.one<{ id: number }>(sql`
      INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent)
      VALUES (${rate.commission_kind}, ${rate.commission_percent}, ${rate.participation_kind}, ${rate.participation_percent}) RETURNING id`)
    ids.set(ratesKey(rate), row!.id)
  }
  return ids
}

type Looked = [office: DemoOffice, product_id: number, bet_type_id: number, currency: Currency]

/** Remembers the answer for each key: it is asked for every line, twenty million times in a large seed. */
function remembered<T>(make: (...key: Looked) => T): (...key: Looked) => T {
  const known = new Map<number, T>()
  return (office, product_id, bet_type_id, currency) => {
    const key = ((office.partner_id * 64 + product_id) * 32 + bet_type_id) * 4 + currencies.indexOf(currency)
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = make(office, product_id, bet_type_id, currency)))
    return value
  }
}

async function exchange(db: Executor): Promise<World['exchangeOf']> {
  const rows = await db.rows<{ currency: Currency; rate: string; valid_from: string }>(sql`
    SELECT currency::text AS currency, rate, valid_from FROM rates WHERE rate_type_id = 1 ORDER BY valid_from`)
  const known = currencies.map((currency) =>
    rows
      .filter((row) => row.currency === currency)
      .map((row) => ({ rate: row.rate, from: Date.parse(row.valid_from) })),
  )
  // Sales come in time order, so each look-up goes on from the last.
  const place = currencies.map(() => -1)
  return (at, currency) => {
    const n = currencies.indexOf(currency)
    const of = known[n]!
    while (place[n]! + 1 < of.length && of[place[n]! + 1]!.from <= at) place[n]!++
    return of[place[n]!]?.rate ?? null
  }
}

/** Gathers what is written so far. `scale` is that of the quotas. */
export async function openWorld(
  db: Executor,
  plan: DemoPlan,
  draws: readonly SeedDraw[],
  scale: number,
  first_day: string,
  now: Date,
): Promise<World> {
  const frozen = await freezeRates(db, plan.rates)
  const sellers = await db.rows<{ id: number; partner_id: number }>(sql`
    SELECT DISTINCT ON (u.partner_id) u.id, u.partner_id
    FROM users u
    JOIN ticket_offices o USING (partner_id)
    ORDER BY u.partner_id, u.role = ${seller}::user_role DESC, u.id`)
  const byDay = new Map<string, SeedDraw[]>()
  for (const draw of draws) {
    const day = byDay.get(draw.day)
    if (day) day.push(draw)
    else byDay.set(draw.day, [draw])
  }
  const tops = bancaCeilings(plan, scale)
  const regulars = regularQuotas(plan, scale)
  const quotas = remembered((office, product_id, bet_type_id, currency) => {
    const fits = (quota: { product_id: number; bet_type_id: number; currency: Currency }) =>
      quota.product_id === product_id && quota.bet_type_id === bet_type_id && quota.currency === currency
    const own = regulars
      .filter((quota) => fits(quota) && office.chain.includes(quota.partner_id))
      .map(({ partner_id, amount }) => ({ partner_id, cents: amount * 100 }))
    return [
      ...own,
      ...tops.filter(fits).map(({ amount }) => ({ partner_id: office.chain.at(-1)!, cents: amount * 100 })),
    ]
  })
  const first = draws[0]!
  return {
    plan,
    first_day,
    now: now.getTime(),
    zone_offset: first.opens - Date.parse(`${first.day}T00:00:00Z`),
    draws: byDay,
    bets: new Map(catalogueProducts.map((product) => [product.id, betsOf(product)])),
    sellers: new Map(sellers.map((row) => [row.partner_id, row.id])),
    rateOf: remembered((office, product_id, bet_type_id, currency) => {
      const rate = resolveRate(plan.rates, office.chain, product_id, bet_type_id, currency)
      return frozen.get(ratesKey(rate))!
    }),
    exchangeOf: await exchange(db),
    quotaOf: (office, bet, currency) => quotas(office, bet.product.id, bet.bet_type_id, currency),
  }
}

/** The business day of an instant. */
export function businessDayAt(world: World, at: number): string {
  return new Date(at - world.zone_offset).toISOString().slice(0, 10)
}

/** Milliseconds since the midnight of its business day. */
export function timeOf(world: World, at: number): number {
  return (((at - world.zone_offset) % 86_400_000) + 86_400_000) % 86_400_000
}
