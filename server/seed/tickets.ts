/** Turns the days at the counters into rows of tickets, lines and prizes, in the order of their sale. */
import type { Currency } from '@contract/values/currency.ts'
import { catalogueProducts } from './catalogue.ts'
import { Counter, lastPrizeDay, wonBy, type SoldLine } from './counter.ts'
import type { DemoOffice } from './plan.ts'
import { Random, Weighted } from './random.ts'
import { Serials } from './serials.ts'
import { favouriteOrder, minutesOfDay } from './shape.ts'
import { refundHours, settings } from './terms.ts'
import {
  centsText,
  contentHash,
  copyLine,
  isoInstant,
  lineRow,
  none,
  prizeRow,
  type PricedLine,
  type Rows,
} from './ticket-rows.ts'
import { businessDayAt, timeOf, type World } from './world.ts'

const minute = 60_000
const hour = 60 * minute
/** Of those whose lines were given back by a draw, one of so many never comes for the money; the others within `refundHours`. */
const forgetful = 6
/** Tickets in one piece of rows: enough to be quick, few enough to let other work in between. */
const pieceSize = 500

interface Fate {
  state: 'vendido' | 'anulado' | 'ganador' | 'pagado' | 'perdedor' | 'devuelto' | 'vencido'
  pending: number
  prize: number
  paid?: { at: number; office_id: number }
  annulled_at?: number
}

/** Sells day after day; one for the whole seed, since ids and favourites go on. */
export class TicketWriter {
  readonly #world: World
  readonly #random: Random
  readonly #orders: ReadonlyMap<number, readonly number[]>
  readonly #agencies = new Map<number, number[]>()
  #id = 0

  constructor(world: World, seed: number) {
    this.#world = world
    this.#random = new Random(seed, 21)
    this.#orders = new Map(
      catalogueProducts.map((product) => [product.id, favouriteOrder(product, new Random(seed, 100 + product.id))]),
    )
    for (const office of world.plan.offices)
      this.#agencies.set(office.agency_id, [...(this.#agencies.get(office.agency_id) ?? []), office.partner_id])
  }

  /** Tickets made so far, which is also the last id. */
  get made(): number {
    return this.#id
  }

  /** The rows of `count` tickets sold on a day, a piece at a time, in time order. `index` counts days from the first of the demo. */
  *day(day: string, index: number, count: number): Generator<Rows> {
    const random = this.#random
    const midnight = Date.parse(`${day}T00:00:00Z`) + this.#world.zone_offset
    // Nobody comes after the last draw has closed, nor later than now.
    const lastClose = Math.max(midnight, ...(this.#world.draws.get(day) ?? []).map((draw) => draw.closes))
    const minutes = minutesOfDay(Math.floor((Math.min(this.#world.now, lastClose) - midnight) / minute))
    const at = Float64Array.from(
      { length: count },
      () => midnight + minutes.pick(random) * minute + random.below(minute),
    ).sort()
    const offices = new Weighted(
      this.#world.plan.offices.filter(
        (office) => index >= (office.from_day ?? 0) && index < (office.until_day ?? Infinity),
      ),
      (office) => office.weight,
    )
    const counter = new Counter(this.#world, day, this.#orders, random)
    const serials = new Serials(day, random)
    let rows: Rows = { tickets: '', lines: '', prizes: '' }
    for (let n = 0; n < count; n++) {
      this.#ticket(rows, { day, at: at[n]!, office: offices.pick(random), counter, serials })
      if ((n + 1) % pieceSize === 0) {
        yield rows
        rows = { tickets: '', lines: '', prizes: '' }
      }
    }
    yield rows
  }

  #ticket(
    rows: Rows,
    {
      day,
      at,
      office,
      counter,
      serials,
    }: { day: string; at: number; office: DemoOffice; counter: Counter; serials: Serials },
  ): void {
    const random = this.#random
    const currency = pickCurrency(office, random)
    const sold = counter.lines(office, currency, at)
    if (sold.length === 0) return
    const first_close = Math.min(...sold.map((line) => line.draw.closes))
    const annul_before = Math.min(first_close, at + settings.annul_minutes * minute)
    const annulled_at = random.chance(0.022) ? at + random.between(15_000, settings.annul_minutes * minute - 10_000) : 0
    const annulled = annulled_at > 0 && annulled_at < Math.min(annul_before, this.#world.now)
    if (annulled) counter.giveBack(office, currency, sold)
    const lines = sold.map((line) => this.#priced(line, office, currency, annulled))
    const expires_on = lastPrizeDay(sold)
    const fate: Fate = annulled
      ? { state: 'anulado', pending: 0, prize: 0, annulled_at }
      : this.#fate(lines, office, expires_on)
    if (fate.state === 'vencido') for (const line of lines) if (line.state === 'ganadora') line.state = 'vencida'
    const id = ++this.#id
    const head = { day, id, office_id: office.partner_id, currency }
    let total = 0
    let potential = 0
    lines.forEach((line, n) => {
      total += line.stake
      potential += Math.round((line.stake * line.bet.potential_factor) / 100)
      rows.lines += lineRow(head, n + 1, line)
      if (line.prize > 0) rows.prizes += prizeRow(head, n + 1, line)
    })
    const seller = this.#world.sellers.get(office.partner_id)!
    const paid = fate.paid
      ? `${isoInstant(fate.paid.at)}\t${this.#world.sellers.get(fate.paid.office_id)!}\t${fate.paid.office_id}`
      : `${none}\t${none}\t${none}`
    const annulment = fate.annulled_at ? `${isoInstant(fate.annulled_at)}\t${seller}` : `${none}\t${none}`
    rows.tickets += copyLine([
      day,
      id,
      serials.next(),
      serials.code(),
      office.partner_id,
      seller,
      currency,
      centsText(total),
      centsText(potential),
      centsText(fate.prize),
      fate.state,
      fate.pending,
      isoInstant(at),
      isoInstant(first_close),
      isoInstant(annul_before),
      expires_on,
      this.#world.exchangeOf(at, currency) ?? none,
      contentHash(currency, sold),
      paid,
      annulment,
      ...this.#refund(lines, fate, { id, expires_on }),
    ])
  }

  /** A line with its rates, and what has become of it. */
  #priced(line: SoldLine, office: DemoOffice, currency: Currency, annulled: boolean): PricedLine {
    const prize = annulled ? 0 : wonBy(line)
    const state = annulled
      ? 'anulada'
      : line.draw.state === 'suspendido'
        ? 'devuelta'
        : line.draw.state === 'activo'
          ? 'pendiente'
          : prize > 0
            ? 'ganadora'
            : 'perdedora'
    const { draw, bet, number, stake } = line
    const rate_id = this.#world.rateOf(office, bet.product.id, bet.bet_type_id, currency)
    return { draw, bet, number, stake, rate_id, prize, state }
  }

  /** What has become of a ticket that was not annulled, at this moment. */
  #fate(lines: readonly PricedLine[], office: DemoOffice, expires_on: string): Fate {
    const pending = lines.filter((line) => line.state === 'pendiente').length
    const prize = lines.reduce((sum, line) => sum + line.prize, 0)
    if (lines.every((line) => line.state === 'devuelta')) return { state: 'devuelto', pending: 0, prize: 0 }
    if (prize === 0) return { state: pending > 0 ? 'vendido' : 'perdedor', pending, prize }
    if (pending > 0) return { state: 'ganador', pending, prize }
    const decided = ({ draw }: PricedLine) => (draw.state === 'suspendido' ? draw.closes : draw.awarded)
    const paid_at = this.#paymentTime(Math.max(...lines.map(decided)))
    if (paid_at !== null && paid_at <= this.#world.now && businessDayAt(this.#world, paid_at) <= expires_on) {
      const neighbours = this.#agencies.get(office.agency_id)!
      return {
        state: 'pagado',
        pending,
        prize,
        paid: { at: paid_at, office_id: this.#random.chance(0.08) ? this.#random.pick(neighbours) : office.partner_id },
      }
    }
    return { state: expires_on < businessDayAt(this.#world, this.#world.now) ? 'vencido' : 'ganador', pending, prize }
  }

  /**
   * What of it is owed back, what of that was given, and until when: an annulled ticket's money left with the receipt,
   * lines of a suspended draw are given with a prize, or to whoever comes; what is left lapses with the ticket.
   */
  #refund(
    lines: readonly PricedLine[],
    { state }: Fate,
    { id, expires_on }: { id: number; expires_on: string },
  ): [returned: string, refunded: string, until: string] {
    const gone = lines.filter((line) => line.state === 'anulada' || line.state === 'devuelta')
    if (gone.length === 0) return [centsText(0), centsText(0), none]
    const amount = centsText(gone.reduce((sum, line) => sum + line.stake, 0))
    if (state === 'anulado') return [amount, amount, none]
    const comes = Math.max(...gone.map((line) => line.draw.scheduled)) + refundHours * hour
    if (state === 'pagado' || (id % forgetful !== 0 && comes <= this.#world.now)) return [amount, amount, expires_on]
    const lapsed = expires_on < businessDayAt(this.#world, this.#world.now)
    return [lapsed ? centsText(0) : amount, centsText(0), expires_on]
  }

  /** Most come within hours, at hours when the office is open; some never do. */
  #paymentTime(awarded: number): number | null {
    const random = this.#random
    if (random.chance(0.045)) return null
    const at = awarded + 5 * minute - Math.log(1 - random.unit()) * 5 * hour
    const time = timeOf(this.#world, at)
    const opening = 7.75 * hour
    if (time >= opening && time < 21 * hour) return Math.floor(at)
    return Math.floor(at - time + (time < opening ? 0 : 24 * hour) + opening + random.unit() * 2 * hour)
  }
}

function pickCurrency(office: DemoOffice, random: Random): Currency {
  let left = random.unit() * office.currencies.reduce((sum, [, share]) => sum + share, 0)
  for (const [currency, share] of office.currencies) if ((left -= share) < 0) return currency
  return office.currencies[0]![0]
}
