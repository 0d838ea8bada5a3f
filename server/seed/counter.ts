/** One day at the counters: which tickets people buy, line by line, and what comes of them. */
import { currencies, type Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import type { DemoOffice } from './plan.ts'
import { Weighted, type Random } from './random.ts'
import type { SeedDraw } from './results.ts'
import { boundedStake, kindWeights, lineCounts, Numbers, popularity, stakeOf } from './shape.ts'
import { stakeLimits, settings } from './terms.ts'
import type { SeedBet, World } from './world.ts'

export interface SoldLine {
  draw: SeedDraw
  bet: SeedBet
  number: string
  /** Hundredths, like every amount here. */
  stake: number
}

const mostAttempts = 40

interface Shelf {
  draws: readonly SeedDraw[]
  bets: Weighted<SeedBet>
  numbers: Numbers
  popularity: number
}

/** What may be sold on one day, and what has been sold of each number. */
export class Counter {
  readonly #world: World
  readonly #random: Random
  readonly #shelves: Shelf[]
  readonly #sold = new Map<number, Map<string, number>>()
  #open: { until: number; shelves: Weighted<Shelf> | undefined } = { until: 0, shelves: undefined }

  constructor(world: World, day: string, orders: ReadonlyMap<number, readonly number[]>, random: Random) {
    this.#world = world
    this.#random = random
    const draws = world.draws.get(day) ?? []
    this.#shelves = [...new Set(draws.map((draw) => draw.product))].map((product) => ({
      draws: draws.filter((draw) => draw.product === product).sort((left, right) => left.closes - right.closes),
      bets: new Weighted(world.bets.get(product.id)!, (bet) => kindWeights[bet.kind] ?? 1),
      numbers: new Numbers(product, random, orders.get(product.id)!),
      popularity: popularity[product.id] ?? 1,
    }))
  }

  /** The lines of one ticket, at least one; none when nothing is on sale at that instant. */
  lines(office: DemoOffice, currency: Currency, at: number): SoldLine[] {
    const random = this.#random
    const shelves = this.#onSale(at)
    if (!shelves) return []
    const wanted = lineCounts.pick(random)
    const style = random.unit()
    const stake = stakeOf(currency, office.stakes, random)
    const sameStake = random.chance(0.7)
    const lines: SoldLine[] = []
    let shelf = shelves.pick(random)
    let draw = this.#next(shelf, at)
    let bet = shelf.bets.pick(random)
    let number = shelf.numbers.pick(bet.kind, random)
    for (
      let attempt = 0;
      lines.length < wanted && (attempt < wanted * 3 || (lines.length === 0 && attempt < mostAttempts));
      attempt++
    ) {
      // Who finds no room for a large stake takes what there is.
      const asked =
        lines.length === 0 && attempt > mostAttempts / 4
          ? stakeLimits[currency].min_stake
          : sameStake
            ? stake
            : stakeOf(currency, office.stakes, random)
      const cents = boundedStake(asked, bet.kind, currency)
      if (!lines.some((line) => line.draw === draw && line.bet === bet && line.number === number))
        this.#take(lines, office, currency, { draw, bet, number, stake: cents })
      // Most play several numbers in one draw, some the same number in the draws that follow, a few a bit of everything.
      if (style > 0.85) {
        shelf = shelves.pick(random)
        draw = this.#next(shelf, at)
      } else if (style > 0.6) {
        const later = shelf.draws[shelf.draws.indexOf(draw) + 1]
        draw = later ?? this.#next(shelf, at)
        if (later) continue
      }
      bet = shelf.bets.pick(random)
      number = shelf.numbers.pick(bet.kind, random)
    }
    return lines
  }

  /** Gives back what an annulled ticket had taken. */
  giveBack(office: DemoOffice, currency: Currency, lines: readonly SoldLine[]): void {
    for (const line of lines) this.#count(office, currency, line, -line.stake)
  }

  /** The products that still have a draw; asked in time order. */
  #onSale(at: number): Weighted<Shelf> | undefined {
    if (at >= this.#open.until) {
      const left = this.#shelves.filter((shelf) => shelf.draws.at(-1)!.closes > at)
      this.#open = {
        until: Math.min(...left.map((shelf) => shelf.draws.at(-1)!.closes)),
        shelves: left.length > 0 ? new Weighted(left, (shelf) => shelf.popularity) : undefined,
      }
    }
    return this.#open.shelves
  }

  /** The next draw to close, or one of those after it. */
  #next(shelf: Shelf, at: number): SeedDraw {
    let index = shelf.draws.findIndex((draw) => draw.closes > at)
    while (index < shelf.draws.length - 1 && this.#random.chance(0.28)) index++
    return shelf.draws[index]!
  }

  #take(lines: SoldLine[], office: DemoOffice, currency: Currency, line: SoldLine): void {
    const quotas = this.#world.quotaOf(office, line.bet, currency)
    for (const { partner_id, cents } of quotas) {
      if ((this.#sold.get(groupOf(partner_id, line, currency))?.get(line.number) ?? 0) + line.stake > cents) return
    }
    this.#count(office, currency, line, line.stake)
    lines.push(line)
  }

  #count(office: DemoOffice, currency: Currency, line: SoldLine, cents: number): void {
    for (const { partner_id } of this.#world.quotaOf(office, line.bet, currency)) {
      const group = groupOf(partner_id, line, currency)
      let numbers = this.#sold.get(group)
      if (!numbers) this.#sold.set(group, (numbers = new Map()))
      numbers.set(line.number, (numbers.get(line.number) ?? 0) + cents)
    }
  }
}

/** One key for partner, draw, bet type and currency. */
function groupOf(partner_id: number, { draw, bet }: SoldLine, currency: Currency): number {
  return ((partner_id * 1_000_000 + draw.id) * 32 + bet.bet_type_id) * 4 + currencies.indexOf(currency)
}

/** What a line wins with its draw's result, in hundredths; zero for one that lost or still waits. */
export function wonBy({ draw, bet, number, stake }: SoldLine): number {
  const win = draw.wins.get(bet.bet_type_id)?.find((one) => one.number === number)
  if (!win) return 0
  const factor = win.places
    ? win.places.reduce((sum, place) => sum + (bet.place_factors?.[place] ?? 0), 0)
    : bet.potential_factor
  return Math.round((stake * factor) / 100)
}

const prizeDays = new Map<string, string>()

/** The last day on which a prize may be claimed. */
export function lastPrizeDay(lines: readonly SoldLine[]): string {
  let last = lines[0]!.draw
  for (const { draw } of lines) if (draw.scheduled > last.scheduled) last = draw
  let day = prizeDays.get(last.day)
  if (!day) prizeDays.set(last.day, (day = addDays(last.day, settings.prize_days)))
  return day
}
