/**
 * What everybody of a small tree owes, by other code than the product's: facts are added up from the beginning, weeks are
 * settled anew from what was sold and won, and each fact goes up to whoever answered on the Sunday of its week.
 */
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import type { PaymentToPost } from '../../server/rules/books/payments.ts'
import { bearing, weekOf } from '../api/settlement-setup.ts'

/** Percents in ten-thousandths of one per cent. */
export interface Rate {
  commission_kind: 'VENTA' | 'UTILIDAD'
  commission: bigint
  participation_kind: 'COMPARTIDA' | 'SOLO_POSITIVA' | 'ARRASTRE'
  participation: bigint
}
/** What lines are sold at. Two of them carry losses, together where they are of one product. */
export const lineRates: readonly Rate[] = [
  { commission_kind: 'VENTA', commission: 100_000n, participation_kind: 'COMPARTIDA', participation: 200_000n },
  { commission_kind: 'VENTA', commission: 75_000n, participation_kind: 'ARRASTRE', participation: 300_000n },
  { commission_kind: 'VENTA', commission: 110_000n, participation_kind: 'ARRASTRE', participation: 355_000n },
  { commission_kind: 'UTILIDAD', commission: 125_000n, participation_kind: 'SOLO_POSITIVA', participation: 250_000n },
  { commission_kind: 'UTILIDAD', commission: 80_000n, participation_kind: 'COMPARTIDA', participation: 150_000n },
]
/** What distributors have: VENTA of sales, COMPARTIDA of what is left. */
export const ownRates = { under: { sales: 125_000n, left: 250_000n }, top: { sales: 150_000n, left: 300_000n } }
const whole = 1_000_000n

/** What was earned; positive is owed. */
interface Fact {
  partner_id: number
  day: string
  cents: bigint
}
interface Answers {
  since: string
  by: number
}
/** What passed from one line of creditors to another. */
interface Passed {
  day: string
  cents: bigint
  from: number[]
  to: number[]
}
/** A confirmed payment: whose debt it lowers, and the accounts that it left and came to. */
interface Paid extends Pick<PaymentToPost, 'id' | 'line'> {
  cents: bigint
  /** Accounts and what it changed in each. */
  money: readonly (readonly [number, bigint])[]
}
/** Cash that came to another debtor: whose debt it lowers, and by how much. */
type Carried = Pick<Paid, 'line' | 'cents'>
/** What came into an account, a fund or a drawer, beside payments and tickets. */
interface Moved {
  at: 'banco' | 'fondo' | 'caja'
  /** Of the account, the fund or the office. */
  id: number
  cents: bigint
}
/** What was sold, or won, of an agency's day at one rate (by its place in `lineRates`), in cents. */
interface Sold {
  agency_id: number
  product: number
  rate: number
  day: string
  sold: bigint
  prizes: bigint
}
/** A day of it as it is settled: the change of the week to date. */
interface SettledDay extends Sold {
  commission: bigint
  participation: bigint
}

export const sundayOf = (day: string) => addDays(day, 7 - weekday(day))
const byDay = (one: { day: string }, other: { day: string }) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)
/** Hundredths of the smallest coin there is. */
export const coinOf = (currency: Currency) => (currency === 'COP' ? 100n : 1n)
const atLeastNone = (cents: bigint) => (cents < 0n ? 0n : cents)
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)
function grouped<One>(all: readonly One[], keyOf: (one: One) => string): One[][] {
  const groups = new Map<string, One[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

export class Model {
  readonly facts: Fact[] = []
  /** Those that were not undone. */
  readonly paid: Paid[] = []
  readonly sold: Sold[] = []
  readonly passed: Passed[] = []
  readonly carried: Carried[] = []
  readonly moved: Moved[] = []
  /** Who answers for whom, the latest last. */
  readonly answers = new Map<number, Answers[]>()
  private readonly top: number
  private readonly banca: number
  private readonly currency: Currency

  constructor({ top, banca, currency }: { top: number; banca: number; currency: Currency }) {
    this.top = top
    this.banca = banca
    this.currency = currency
  }

  creditor(partner_id: number, sunday: string): number {
    const found = this.answers.get(partner_id)!.findLast(({ since }) => since <= sunday)!
    return found.by === partner_id ? this.banca : found.by
  }

  /** All that was earned so far, as is known now. */
  earned(): Fact[] {
    const days = this.settled()
    const kept = days.map(({ agency_id, day, commission, participation }) => ({
      partner_id: agency_id,
      day,
      cents: -commission - participation,
    }))
    return [...this.facts, ...kept, ...this.margins(days)]
  }

  /** Of `earned` everything up to a day by those whose line of debt passes the partner in its week, and what was passed to and from it. */
  debt(
    partner_id: number,
    { earned, until, today }: { earned: readonly Fact[]; until: string; today: string },
  ): bigint {
    const own = earned.filter((fact) => fact.day <= until && this.isAbove(partner_id, fact))
    return (
      sum(own.map(({ cents }) => cents)) +
      this.passedTo(partner_id, until) -
      (until < today ? 0n : this.paidBy(partner_id))
    )
  }

  /** The creditor and whom it owes on a Sunday, without the banca. */
  above(creditor_id: number, sunday: string): number[] {
    const line: number[] = []
    for (let at = creditor_id; at !== this.banca; at = this.creditor(at, sunday)) line.push(at)
    return line
  }

  /** A partner and all whom its debt goes up through on a Sunday, the banca last. */
  line(partner_id: number, sunday: string): number[] {
    return [...this.above(partner_id, sunday), this.banca]
  }

  holds(at: Moved['at'], id: number): bigint {
    const paid = at === 'banco' ? this.paid.flatMap(({ money }) => money) : []
    return (
      sum(paid.flatMap(([account, cents]) => (account === id ? [cents] : []))) +
      sum(this.moved.flatMap((one) => (one.at === at && one.id === id ? [one.cents] : [])))
    )
  }

  private paidBy(partner_id: number): bigint {
    const all: readonly Carried[] = [...this.paid, ...this.carried]
    return sum(all.filter(({ line }) => line.slice(0, -1).includes(partner_id)).map(({ cents }) => cents))
  }

  private passedTo(partner_id: number, until: string): bigint {
    const moved = this.passed.filter(({ day }) => day <= until)
    return sum(
      moved.map(
        ({ cents, from, to }) => (to.includes(partner_id) ? cents : 0n) - (from.includes(partner_id) ? cents : 0n),
      ),
    )
  }

  /** Week by week, with what is carried from one to the next. */
  private settled(): SettledDay[] {
    const days: SettledDay[] = []
    for (const chain of grouped(this.sold, ({ agency_id, product }) => `${agency_id} ${product}`)) {
      let lost = 0n
      for (const week of grouped(chain.toSorted(byDay), ({ day }) => sundayOf(day))) {
        const units = grouped(week, ({ rate }) => String(rate)).map((of) => ({
          of,
          ...lineRates[of[0]!.rate]!,
          currency: this.currency,
          sold: sum(of.map(({ sold }) => sold)),
          prizes: sum(of.map(({ prizes }) => prizes)),
        }))
        const carrying = units.filter(({ participation_kind }) => participation_kind === 'ARRASTRE')
        const borne = bearing(carrying, lost)
        for (const { of, ...rate } of units) days.push(...daysOf(of, rate, borne.get(of) ?? 0n))
        if (carrying.length > 0)
          lost = sum(carrying.map((unit) => weekOf(unit, unit.sold, unit.prizes, borne.get(unit.of)!).lost))
      }
    }
    return days
  }

  /** Of each distributor and week the change of what it earned so far, by day, and never less than nothing. */
  private margins(settled: readonly SettledDay[]): Fact[] {
    const days = new Map<string, bigint>()
    for (const { agency_id, day, rate, sold, prizes, commission } of settled) {
      const line = lineRates[rate]!
      const left = sold - prizes - commission
      let below = {
        sales: line.commission_kind === 'VENTA' ? line.commission : undefined,
        left: line.participation_kind === 'COMPARTIDA' ? line.participation : undefined,
      }
      for (let at = this.earner(agency_id, day); at !== undefined; at = this.earner(at, day)) {
        const own = at === this.top ? ownRates.top : ownRates.under
        const earned =
          (below.sales === undefined ? 0n : sold * (own.sales - below.sales)) +
          (below.left === undefined ? 0n : left * (own.left - below.left))
        days.set(`${at} ${day}`, (days.get(`${at} ${day}`) ?? 0n) + earned)
        below = own
      }
    }
    const so_far = new Map<string, bigint>()
    const coin = coinOf(this.currency)
    return [...days.keys()].sort().map((key) => {
      const [earner, day] = key.split(' ') as [string, string]
      const week = `${earner} ${sundayOf(day)}`
      const before = so_far.get(week) ?? 0n
      const now = before + days.get(key)!
      so_far.set(week, now)
      return { partner_id: Number(earner), day, cents: told(before, coin) - told(now, coin) }
    })
  }

  /** The distributor that answers for a partner in the week of a day. */
  private earner(partner_id: number, day: string): number | undefined {
    const found = this.creditor(partner_id, sundayOf(day))
    return found === this.banca ? undefined : found
  }

  private isAbove(partner_id: number, { partner_id: of, day }: Fact): boolean {
    const sunday = sundayOf(day)
    for (let at = of; at !== this.banca; at = this.creditor(at, sunday)) if (at === partner_id) return true
    return false
  }
}

/** A margin of millionths of a cent, in whole coins: half of one counts whole, and less than nothing is nothing. */
const told = (exact: bigint, coin: bigint) => ((2n * atLeastNone(exact) + whole * coin) / (2n * whole * coin)) * coin

/** The days of a week at one rate, each with what it changed in the week so far. */
function daysOf(of: readonly Sold[], rate: Rate & { currency: Currency }, lost: bigint): SettledDay[] {
  const to_date = { sold: 0n, prizes: 0n, commission: 0n, participation: 0n }
  return grouped(of, ({ day }) => day).map((some) => {
    const [sold, prizes] = [sum(some.map((one) => one.sold)), sum(some.map((one) => one.prizes))]
    to_date.sold += sold
    to_date.prizes += prizes
    const { commission, participation } = weekOf(rate, to_date.sold, to_date.prizes, lost)
    const day = {
      ...some[0]!,
      sold,
      prizes,
      commission: commission - to_date.commission,
      participation: participation - to_date.participation,
    }
    Object.assign(to_date, { commission, participation })
    return day
  })
}
