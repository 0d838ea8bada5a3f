/** The shape of a real banca's sales: when people play, how much, and which numbers they like. */
import type { Currency } from '@contract/values/currency.ts'
import { signs, type BetKind } from '@contract/values/bet-numbers.ts'
import { weekday } from '@contract/values/dates.ts'
import { catalogueSymbols, type CatalogueProduct } from './catalogue.ts'
import { stakeLimits } from './terms.ts'
import { Weighted, type Random } from './random.ts'

/** Monday to Sunday. */
const weekdayWeights = [0.95, 0.98, 1.02, 1, 1.08, 1.15, 0.82]
/** By hour of the day, from midnight. After 19:30 only the late triples are left. */
const hourWeights = [0, 0, 0, 0, 0, 0, 0, 0.3, 0.7, 1, 1.1, 1.2, 1.1, 0.9, 1, 1.1, 1.15, 1.1, 1, 0.35, 0.12, 0.06, 0, 0]

/** A banca finds its customers within a season: half of them had come this many days ago, most of them in two spans around it. */
const halfKnown = 80
const spread = 14

/** How much of today's custom there was `days_ago`: near all of it for two months, a twentieth a year before. */
function custom(days_ago: number): number {
  return 0.05 + 0.95 / (1 + Math.exp((days_ago - halfKnown) / spread))
}

/** How much a day sells against the others; `days_ago` is 0 for today. */
function dayWeight(day: string, days_ago: number, random: Random): number {
  const payday = day.endsWith('-15') || day.endsWith('-30') ? 1.08 : 1
  return weekdayWeights[weekday(day) - 1]! * custom(days_ago) * payday * (0.95 + random.unit() * 0.1)
}

export const minutesPerDay = 1440

/**
 * How much a minute of the day sells against the others: a shop opens at seven, queues grow before each draw and end when
 * it closes, and at night nobody sells. Whatever sells in the demo keeps these hours.
 */
export function minuteWeight(at: number): number {
  const within = at % 60
  return hourWeights[Math.floor(at / 60) % 24]! * (within < 55 ? 0.7 + within / 90 : 0.8)
}

/** The weight of the busiest minute. */
export const busiest = Math.max(...Array.from({ length: minutesPerDay }, (_, at) => minuteWeight(at)))

/** The minutes after a midnight in which something is sold, before minute `until`, which may lie some days later. */
export function minutesOfDay(until: number): Weighted<number> {
  const minutes = Array.from({ length: Math.max(until, minutesPerDay) }, (_, at) => at)
  return new Weighted(minutes, (at) => (at >= until ? 0 : minuteWeight(at)))
}

/** Splits the tickets over the days; today has had only a part of its hours. The parts add up to `tickets`. */
export function spreadOverDays(
  tickets: number,
  days: readonly string[],
  minutesToday: number,
  random: Random,
): number[] {
  const todayShare = minutesOfDay(minutesToday).total / minutesOfDay(minutesPerDay).total
  const weights = days.map(
    (day, at) => dayWeight(day, days.length - 1 - at, random) * (at === days.length - 1 ? todayShare : 1),
  )
  const all = weights.reduce((sum, one) => sum + one, 0)
  let sum = 0
  let given = 0
  return weights.map((weight) => {
    sum += weight
    const until = Math.round((tickets * sum) / all)
    const part = until - given
    given = until
    return part
  })
}

/** How often people ask for each product, by id. */
export const popularity: Record<number, number> = {
  1: 31,
  2: 21,
  3: 7,
  4: 12,
  5: 7,
  6: 5,
  7: 5.5,
  8: 4.5,
  9: 2,
  10: 5.5,
  11: 4,
  12: 3,
}
/** How often each kind of bet is asked for where a product has several. */
export const kindWeights: Partial<Record<BetKind, number>> = {
  triple: 45,
  terminal: 32,
  punta: 8,
  zodiacal: 10,
  terminal_signo: 8,
}

/** How many lines a ticket has. */
export const lineCounts = new Weighted([1, 2, 3, 4, 5, 6, 7, 8], (_, at) => [18, 21, 20, 14, 11, 7, 5, 4][at]!)

/** Stakes as people say them, in hundredths. */
const stakes: Record<Currency, readonly (readonly [cents: number, weight: number])[]> = {
  BS: [
    [10_00, 3],
    [20_00, 14],
    [30_00, 6],
    [50_00, 24],
    [100_00, 28],
    [150_00, 4],
    [200_00, 12],
    [300_00, 5],
    [500_00, 3],
    [1_000_00, 1],
  ],
  USD: [
    [25, 6],
    [50, 20],
    [1_00, 36],
    [2_00, 20],
    [3_00, 5],
    [5_00, 10],
    [10_00, 2.5],
    [20_00, 0.5],
  ],
  COP: [
    [500_00, 4],
    [1_000_00, 22],
    [2_000_00, 31],
    [3_000_00, 10],
    [5_000_00, 20],
    [10_000_00, 10],
    [20_000_00, 2.5],
    [50_000_00, 0.5],
  ],
}
const picks = Object.fromEntries(
  Object.entries(stakes).map(([currency, list]) => [currency, new Weighted(list, ([, weight]) => weight)]),
) as Record<Currency, Weighted<readonly [number, number]>>

/** Long odds are played with small change. */
const largest: Partial<Record<BetKind, Record<Currency, number>>> = {
  triple: { BS: 200_00, USD: 2_00, COP: 3_000_00 },
  terminal: { BS: 500_00, USD: 5_00, COP: 10_000_00 },
  punta: { BS: 500_00, USD: 5_00, COP: 10_000_00 },
  zodiacal: { BS: 20_00, USD: 25, COP: 500_00 },
  terminal_signo: { BS: 100_00, USD: 1_00, COP: 2_000_00 },
}

/** A stake in hundredths. `taste` is how an office's neighbourhood compares with the usual. */
export function stakeOf(currency: Currency, taste: number, random: Random): number {
  const [usual] = picks[currency].pick(random)
  const stake =
    taste > 1.15 && random.chance(taste - 1) ? usual * 2 : taste < 0.95 && random.chance(1 - taste) ? usual / 2 : usual
  return Math.min(Math.max(stake, stakeLimits[currency].min_stake), stakeLimits[currency].max_stake)
}

/** A stake as far as people go with this kind of bet. */
export function boundedStake(cents: number, kind: BetKind, currency: Currency): number {
  return Math.min(cents, largest[kind]?.[currency] ?? stakeLimits[currency].max_stake)
}

/** Dates, repetitions and sequences: what people play when they have not dreamt. */
const likedTriples = [
  '007',
  '111',
  '123',
  '222',
  '333',
  '444',
  '555',
  '666',
  '777',
  '888',
  '999',
  '000',
  '100',
  '112',
  '144',
  '169',
  '212',
  '234',
  '247',
  '317',
  '321',
  '345',
  '365',
  '369',
  '420',
  '456',
  '500',
  '515',
  '567',
  '619',
  '678',
  '707',
  '715',
  '724',
  '789',
  '808',
  '911',
  '987',
]
const likedPairs = ['00', '07', '10', '11', '13', '15', '17', '21', '22', '24', '27', '33', '55', '69', '77', '99']

/** Picks the numbers of one product on one day: lasting favourites, and what was dreamt that night. */
export class Numbers {
  readonly #animals: Weighted<string> | undefined

  constructor(product: CatalogueProduct, random: Random, order: readonly number[]) {
    const codes = catalogueSymbols(product).map(([code]) => code)
    if (codes.length === 0) return
    const dreamt = new Set([random.pick(codes), random.pick(codes)])
    this.#animals = new Weighted(codes, (code, at) => 0.6 + 5 / (order[at]! + 1) ** 0.9 + (dreamt.has(code) ? 5 : 0))
  }

  pick(kind: BetKind, random: Random): string {
    switch (kind) {
      case 'animalito':
        return this.#animals!.pick(random)
      case 'triple':
        return triple(random)
      case 'zodiacal':
        return `${triple(random)} ${random.pick(signs)}`
      case 'terminal_signo':
        return `${pair(random)} ${random.pick(signs)}`
      default:
        return pair(random)
    }
  }
}

function triple(random: Random): string {
  return random.chance(0.25) ? random.pick(likedTriples) : random.digits(3)
}

function pair(random: Random): string {
  return random.chance(0.25) ? random.pick(likedPairs) : random.digits(2)
}

/** Each product's own order of favourites: the place of every symbol in it. */
export function favouriteOrder(product: CatalogueProduct, random: Random): number[] {
  const order = Array.from({ length: product.symbols }, (_, at) => at)
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    const kept = order[at]!
    order[at] = order[other]!
    order[other] = kept
  }
  return order
}
