/**
 * Random weeks of a polla beside a model of it in a few maps: sales ahead, annulments, money in and out by
 * hand, results and suspensions, settlement, a correction, payments. After every day the pots, the tickets
 * and the books are those of the model. A failure prints its seed.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { polla } from '../../contract/polla.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import type { TestApp } from '../support/app.ts'
import type { World } from '../support/world.ts'
import {
  expectBooks,
  openPolla,
  openPollaBanca,
  settle,
  type Polla,
  type PollaBanca,
  type Round,
} from './polla-setup.ts'
import { slowModelRuns } from '../support/length.ts'

let banca: PollaBanca
let world: World
let app: TestApp
beforeAll(async () => {
  banca = await openPollaBanca()
  world = banca.world
  app = banca.app
})
afterAll(() => banca?.close())

const codes = ['0', '00', '1', '2'] as const
const pairs = codes.flatMap((one, at) => codes.slice(at + 1).map((other) => [one, other]))
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), ahead: fc.nat(2), pair: fc.constantFrom(...pairs) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('annul' as const), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('INGRESO' as const, 'EGRESO' as const),
      ahead: fc.nat(1),
      pot: fc.constantFrom('primero' as const, 'segundo' as const, 'semanal' as const),
      cents: fc.integer({ min: 1, max: 2_500 }),
    }),
  },
)
const drawn = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string | null>(...codes) },
  { weight: 1, arbitrary: fc.constant<string | null>(null) },
)
const playedDay = fc.record({
  steps: fc.array(step, { maxLength: 7 }),
  drawn: fc.tuple(drawn, drawn),
  after: fc.option(step, { nil: null }),
  corrected: fc.option(fc.constantFrom(...codes), { nil: null, freq: 3 }),
  pays: fc.boolean(),
})
const week = fc.record({
  first: fc.integer({ min: 3, max: 6 }),
  price: fc.integer({ min: 1, max: 1_500 }),
  prize: fc.integer({ min: 0, max: 100 }),
  cuts: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
  days: fc.array(playedDay, { minLength: 2, maxLength: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Week = typeof week extends fc.Arbitrary<infer T> ? T : never
type PotName = 'primero' | 'segundo' | 'semanal'

interface Ticket {
  serial: string
  code: string
  day: number
  pair: readonly string[]
  state: 'vendido' | 'anulado' | 'devuelto' | 'ganador' | 'perdedor' | 'pagado'
  prize: bigint
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
/** Half-up of a percentage, in cents. */
const percent = (cents: bigint, of: number) => (cents * BigInt(of) * 2n + 100n) / 200n

/** The polla as it should be, in cents. `day` is a place in the week's days. */
class Model {
  readonly tickets: Ticket[] = []
  readonly pots = new Map<string, bigint>()
  readonly suspended = new Set<number>()
  readonly days: readonly string[]
  private readonly shares: Record<PotName, bigint>
  constructor(days: readonly string[], { price, prize, cuts }: Week) {
    this.days = days
    const part = percent(BigInt(price), prize)
    const [low, high] = [...cuts].sort((a, b) => a - b) as [number, number]
    const segundo = percent(part, high - low)
    const semanal = least(percent(part, 100 - high), part - segundo)
    this.shares = { primero: part - segundo - semanal, segundo, semanal }
  }

  /** A pot's name: of its day, or of its week's Monday. */
  key(pot: PotName, date: string): string {
    return `${pot} ${pot === 'semanal' ? addDays(date, 1 - weekday(date)) : date}`
  }

  held(pot: PotName, date: string): bigint {
    return this.pots.get(this.key(pot, date)) ?? 0n
  }

  change(pot: PotName, date: string, by: bigint): void {
    this.pots.set(this.key(pot, date), this.held(pot, date) + by)
  }

  sell(ticket: Ticket): void {
    this.tickets.push(ticket)
    for (const pot of ['primero', 'segundo', 'semanal'] as const)
      this.change(pot, this.days[ticket.day]!, this.shares[pot])
  }

  takeBack(ticket: Ticket, state: 'anulado' | 'devuelto'): void {
    ticket.state = state
    const date = this.days[ticket.day]!
    for (const pot of ['primero', 'segundo', 'semanal'] as const)
      this.change(pot, date, -least(this.shares[pot], this.held(pot, date)))
  }

  /** The date that takes over from a day, of those still to be played. */
  next(day: number): string {
    return this.days.find((_, at) => at > day && !this.suspended.has(at)) ?? addDays(this.days[day]!, 1)
  }

  endsWeek(day: number): boolean {
    const monday = addDays(this.days[day]!, 1 - weekday(this.days[day]!))
    return !this.days.some((date, at) => at > day && !this.suspended.has(at) && date <= addDays(monday, 6))
  }

  /** What a round takes out of a pot and passes on. */
  settle(day: number, symbols: readonly (string | null)[]): void {
    const date = this.days[day]!
    const mine = this.tickets.filter((ticket) => ticket.day === day && ticket.state === 'vendido')
    const misses = (ticket: Ticket) => ticket.pair.filter((code) => !symbols.includes(code)).length
    for (const [pot, miss] of [
      ['primero', 0],
      ['segundo', 1],
      ['semanal', 0],
    ] as const) {
      if (pot === 'semanal' && !this.endsWeek(day)) continue
      const winners = mine.filter((ticket) => misses(ticket) === miss)
      const amount = this.held(pot, date)
      const share = winners.length ? amount / BigInt(winners.length) : 0n
      for (const ticket of winners) ticket.prize += share
      this.pass(pot, day, amount - share * BigInt(winners.length))
    }
    for (const ticket of mine) ticket.state = ticket.prize > 0n ? 'ganador' : 'perdedor'
  }

  /** Empties the pot of a day and puts the rest into the next one. */
  pass(pot: PotName, day: number, rest: bigint): void {
    this.change(pot, this.days[day]!, -this.held(pot, this.days[day]!))
    const sunday = addDays(this.days[day]!, 7 - weekday(this.days[day]!))
    const to =
      pot === 'semanal'
        ? (this.days.find((date, at) => !this.suspended.has(at) && date > sunday) ?? addDays(sunday, 1))
        : this.next(day)
    this.change(pot, to, rest)
  }

  /**
   * A round that gave its tickets back passes its pots on, the week's too when nothing of the week is left to play;
   * they wait for a round.
   */
  giveBack(day: number): void {
    for (const ticket of this.tickets)
      if (ticket.day === day && ticket.state === 'vendido') this.takeBack(ticket, 'devuelto')
    this.suspended.add(day)
    if (!this.days.some((_, at) => at > day)) return
    for (const pot of ['primero', 'segundo'] as const) this.pass(pot, day, this.held(pot, this.days[day]!))
    if (this.endsWeek(day)) this.pass('semanal', day, this.held('semanal', this.days[day]!))
  }

  copy(): () => void {
    const [pots, tickets] = [new Map(this.pots), this.tickets.map((ticket) => ({ ...ticket }))]
    return () => {
      this.pots.clear()
      for (const [key, amount] of pots) this.pots.set(key, amount)
      for (const [at, ticket] of tickets.entries()) Object.assign(this.tickets[at]!, ticket)
    }
  }
}

interface Played {
  game: Polla
  model: Model
  rounds: Round[]
}

async function payPot(
  { game, model }: Played,
  date: string,
  { kind, pot, cents }: Extract<Step, { pot: string }>,
): Promise<void> {
  const { body } = await app.call(
    polla.jackpots,
    { query: { day: date, product_id: game.product_id } },
    { as: 'banca' },
  )
  const { id } = body.data.find((one) => one.currency === 'BS' && (one.kind === 'semanal') === (pot === 'semanal'))!
  const amount = fromCents(BigInt(cents))
  const reply =
    pot === 'semanal'
      ? await app.call(
          polla.payWeekly,
          { body: { pote_semanal_id: id, monto_acu_abono: amount, tipo: kind } },
          { as: 'banca' },
        )
      : await app.call(
          polla.payDaily,
          {
            body: {
              pote_diario_id: id,
              [pot === 'primero' ? 'primer_acu_abono' : 'segundo_acu_abono']: amount,
              tipo: kind,
            } as never,
          },
          { as: 'banca' },
        )
  const refused = kind === 'EGRESO' && BigInt(cents) > model.held(pot, date)
  expect(reply.status < 300 ? 'done' : reply.problem.code).toBe(refused ? 'jackpot_too_small' : 'done')
  if (!refused) model.change(pot, date, kind === 'EGRESO' ? -BigInt(cents) : BigInt(cents))
}

/** One step; `from` is the first day that still sells. */
async function take(played: Played, one: Step, from: number): Promise<void> {
  const { model, rounds } = played
  if (one.kind === 'annul') {
    const open = model.tickets.filter((ticket) => ticket.day >= from)
    const ticket = open[one.which % Math.max(open.length, 1)]
    if (!ticket) return
    const reply = await app.call(polla.annul, { params: { id: ticket.serial } }, { as: 'polla' })
    expect(reply.status < 300 ? 'anulado' : reply.problem.code).toBe(
      ticket.state === 'vendido' ? 'anulado' : 'ticket_annulled',
    )
    if (ticket.state === 'vendido') model.takeBack(ticket, 'anulado')
    return
  }
  const day = from + one.ahead
  if (!rounds[day]) return
  if (one.kind !== 'sell') return payPot(played, rounds[day].day, one)
  const { body, status } = await app.call(
    polla.sell,
    { body: { round_id: rounds[day].id, currency: 'BS', symbols: one.pair, confirm_repeated: true } },
    { as: 'polla' },
  )
  expect(status).toBe(201)
  model.sell({ serial: body.serial, code: body.code, day, pair: one.pair, state: 'vendido', prize: 0n })
}

async function compare({ game, model }: Played): Promise<void> {
  const amounts = await world.db.rows<{ key: string; amount: string }>(sql`
    SELECT m.pot || ' ' || j.from_day AS key, sum(m.amount) AS amount
    FROM jackpots j
    JOIN jackpot_movements m ON m.jackpot_id = j.id
    WHERE j.product_id = ${game.product_id} AND j.currency = 'BS'
    GROUP BY 1`)
  const nonzero = (pairs: (readonly [string, bigint])[]) => pairs.filter(([, amount]) => amount !== 0n).sort()
  expect(nonzero(amounts.map(({ key, amount }) => [key, toCents(amount)] as const))).toEqual(nonzero([...model.pots]))
  const found = await world.db.rows<{ serial: string; state: string; prize: string }>(sql`
    SELECT t.serial, t.state::text AS state, t.prize
    FROM tickets t
    JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
    WHERE l.product_id = ${game.product_id}
    ORDER BY 1`)
  expect(found).toEqual(
    model.tickets
      .map(({ serial, state, prize }) => ({ serial, state, prize: fromCents(prize) }))
      .sort((a, b) => (a.serial < b.serial ? -1 : 1)),
  )
  await expectBooks(world)
}

/** Corrects the first result and settles again; refused where what passed on is no longer there. */
async function tryCorrection(
  played: Played,
  day: number,
  symbols: (string | null)[],
  to: string,
  undo: () => void,
  passed: ReadonlyMap<string, bigint>,
): Promise<void> {
  const { model, rounds } = played
  if (symbols[0] === null || symbols[0] === to) return
  const since = new Map(model.pots)
  const short = [...passed].some(([key, amount]) => amount > 0n && (since.get(key) ?? 0n) < amount)
  const done = await world
    .run((tx) =>
      correct(tx, {
        draw_id: rounds[day]!.draws[0]!,
        numbers: [{ place: '', number: to, sign: null }],
        entered_by: null,
        confirmed_by: world.user['banca']!,
        source: 'prueba',
        at: new Date(),
        reason: 'Se anotó mal',
      }),
    )
    .then(
      () => 'done',
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    )
  expect(done).toBe(short ? 'jackpot_too_small' : 'done')
  if (short) return
  symbols[0] = to
  undo()
  await compare(played)
  expect(await settle(world)).toBe(1)
  model.settle(day, symbols)
}

async function playDay(
  played: Played,
  day: number,
  { steps, drawn: result, after, corrected, pays }: Week['days'][number],
): Promise<void> {
  const { game, model, rounds } = played
  for (const one of steps) await take(played, one, day)
  const symbols = [...result]
  await game.finish(rounds[day]!, symbols)
  expect(await settle(world)).toBe(1)
  if (symbols.every((one) => one === null)) {
    await settle(world)
    model.giveBack(day)
    return compare(played)
  }
  const before = new Map(model.pots)
  const undo = model.copy()
  model.settle(day, symbols)
  await compare(played)
  const passed = new Map([...model.pots].map(([key, amount]) => [key, amount - (before.get(key) ?? 0n)]))
  // By hand into or out of the next day's pots, before a correction wants back what was passed on.
  const touched = after && after.kind !== 'sell' && after.kind !== 'annul' && rounds[day + 1] ? after : null
  if (touched) await payPot(played, rounds[day + 1]!.day, { ...touched, ahead: 0 })
  const delta = touched
    ? [...model.pots].map(([key, amount]) => [key, amount - (before.get(key) ?? 0n) - (passed.get(key) ?? 0n)] as const)
    : []
  const undoAll = () => {
    undo()
    for (const [key, by] of delta) model.pots.set(key, (model.pots.get(key) ?? 0n) + by)
  }
  if (corrected !== null) await tryCorrection(played, day, symbols, corrected, undoAll, passed)
  for (const ticket of pays
    ? model.tickets.filter((one) => one.day === day && one.state !== 'anulado' && one.state !== 'devuelto')
    : [])
    await payTicket(ticket)
  await compare(played)
}

async function payTicket(ticket: Ticket): Promise<void> {
  const { body } = await app.call(polla.show, { params: { serial: ticket.serial } }, { as: 'polla' })
  expect(body.prize_id === null).toBe(ticket.state === 'perdedor')
  if (ticket.state === 'perdedor') return
  const paid = await app.call(
    polla.payPrize,
    { params: { id: body.prize_id! }, body: { code: ticket.code } },
    { as: 'polla' },
  )
  expect(paid.body).toMatchObject({ state: 'pagado', prize: fromCents(ticket.prize) })
  ticket.state = 'pagado'
}

describe('random weeks of a polla', () => {
  it('are in the database as they are in the model', async () => {
    await fc.assert(
      fc.asyncProperty(week, async (chosen) => {
        const monday = addDays(world.today, 1 - weekday(world.today) - 21)
        const days = chosen.days.map((_, at) => addDays(monday, chosen.first + at))
        const [low, high] = [...chosen.cuts].sort((a, b) => a - b) as [number, number]
        const game = await openPolla(world, {
          symbols: 2,
          price: { BS: fromCents(BigInt(chosen.price)) },
          prize_percent: String(chosen.prize),
          first_percent: String(low),
          second_percent: String(high - low),
          weekly_percent: String(100 - high),
        })
        try {
          const rounds: Round[] = []
          for (const day of days) rounds.push(await game.round(day, 2))
          const played = { game, model: new Model(days, chosen), rounds }
          for (const [at, one] of chosen.days.entries()) await playDay(played, at, one)
        } finally {
          await game.end()
        }
      }),
      slowModelRuns(6),
    )
  })
})
