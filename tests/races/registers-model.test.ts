/**
 * Registers of two offices of an agency in any order of sales, annulments, prizes, incomes, outcomes, what is handed from one to
 * the other and waits, sales that commit after the cut, sendings, returns with movements that change, recounts and days that
 * begin before the last one is approved: after every step what each register expects is added up by other code, each entry is in
 * one of them, and once all are approved the books hold what was counted.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Count } from '../../contract/cash-counts.ts'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters, type RegisterDetail } from '../../contract/cash-registers.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { incomes } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { tickets } from '../../contract/tickets.ts'
import { transactions } from '../../contract/transactions.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { sell as sellOn } from '../../server/rules/sale/sell.ts'
import { award } from '../../server/rules/award/award.ts'
import type { Reply } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { slowModelRuns, isLong } from '../support/length.ts'
import { openTill, type Till } from '../api/till-setup.ts'
import { line } from '../api/sale-setup.ts'

const { numRuns, ...seed } = slowModelRuns(4)
/** In the long run few sequences of many steps: days that follow one another are found by such alone. */
const steps = isLong ? { minLength: 700, maxLength: 700 } : { minLength: 40, maxLength: 80 }
const runs = isLong ? Math.max(1, Math.ceil(numRuns / 15)) : numRuns
/** The books are verified after so many steps, and at the end. */
const verifiedEach = 100

const offices = ['taquilla1', 'taquilla2'] as const
type Office = (typeof offices)[number]
const seller = { taquilla1: 'taquilla', taquilla2: 'vecina' } as const
const otherThan = (office: Office): Office => (office === 'taquilla1' ? 'taquilla2' : 'taquilla1')

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const moving = ['income', 'outcome', 'asked income', 'asked outcome'] as const
const picking = [
  'annul',
  'pay',
  'decide',
  'accept',
  'refuse',
  'take back',
  'correct',
  'erase',
  'send',
  'return',
] as const
const following = ['late', 'open', 'approve'] as const
type Step =
  | { do: 'sell' | 'give' | (typeof moving)[number]; at: Office; units: number }
  | { do: (typeof picking)[number] | (typeof following)[number]; at: Office; pick: number }

const at = fc.constantFrom(...offices)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('sell' as const, 'give' as const, ...moving),
      at,
      units: fc.integer({ min: 1, max: 500 }),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom(...picking), at, pick: fc.nat(1_000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom(...following), at, pick: fc.nat(1_000) }) },
)

interface Sold {
  serial: string
  code: string
  cents: bigint
}
/** An income or an outcome that nobody decided. */
interface Written {
  id: number
  comesIn: boolean
  cents: bigint
  asks: boolean
}
interface Given {
  gives: number
  takes: number
  by: Office
  /** The giver's, where it is taken back. */
  register: Register
  cents: bigint
}
/** A register as somebody adds it up who only sees what happens at its counter. */
interface Register {
  id: number
  state: 'open' | 'sent' | 'returned'
  /** What came and went. */
  moved: bigint
  /** Once it was sent. */
  counted: bigint
  written: Written[]
}
interface Drawer {
  /** What the last one that was approved counted. */
  approved: bigint
  /** Those that nobody has approved, each with what the one before counted. */
  registers: Register[]
  /** Of those that were approved, what somebody above has yet to decide. */
  waiting: Written[]
  /** What came and went since the last one was sent: of the next one. */
  next: bigint
  sold: Sold[]
}

const good = <E extends Endpoint>(reply: Reply<E>): Reply<E>['body'] => {
  expect([reply.status < 300, reply.status < 300 ? null : reply.problem]).toEqual([true, null])
  return reply.body
}
const bs = (row: Pick<RegisterDetail, 'sums'>) => row.sums.find(({ currency }) => currency === 'BS')!
/** One of them, of those that there are. */
const picked = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]
const without = <T>(all: T[], one: T) => all.splice(all.indexOf(one), 1)
const taken = (reason: string) => ({ observation: reason })

const states = { open: 'abierta', sent: 'enviada', returned: 'devuelta' } as const
/** Pieces that come to so much, or to what there is of it. */
const counted = (cents: bigint): Count[] =>
  cents < 25n ? [] : [{ currency: 'BS', method_id: null, denomination: '0.25', pieces: Number(cents / 25n) }]
const worth = (counts: readonly Count[]) => counts.reduce((sum, { pieces }) => sum + BigInt(pieces) * 25n, 0n)

class Run {
  readonly drawers = new Map<Office, Drawer>(
    offices.map((office) => [office, { approved: 0n, registers: [], waiting: [], next: 0n, sold: [] }]),
  )
  given: Given[] = []

  private drawer(office: Office): Drawer {
    return this.drawers.get(office)!
  }
  /** The one in which its movements count. */
  private opened(office: Office): Register | undefined {
    const last = this.drawer(office).registers.at(-1)
    return last?.state === 'open' ? last : undefined
  }
  private expected(office: Office, register: Register): bigint {
    const { approved, registers } = this.drawer(office)
    return (registers[registers.indexOf(register) - 1]?.counted ?? approved) + register.moved
  }
  /** What comes by the cuts: to the open one, or to the next. */
  private moved(office: Office, cents: bigint): void {
    const open = this.opened(office)
    if (open) open.moved += cents
    else this.drawer(office).next += cents
  }
  private async show({ id }: Register): Promise<RegisterDetail> {
    return good(await till.app.call(cashRegisters.show, { params: { id } }, { as: 'agencia' }))
  }

  /** Every register that nobody approved expects what it should, in a list, and by itself while it is open. */
  async check(): Promise<void> {
    const listed = good(await till.app.call(cashRegisters.list, { query: { per_page: 500 } }, { as: 'agencia' })).data
    const told = (row: Pick<RegisterDetail, 'state' | 'sums'>) => [row.state, toCents(bs(row).expected)]
    for (const office of offices)
      for (const register of this.drawer(office).registers) {
        const row = listed.find(({ id }) => id === register.id)!
        const by = register.state === 'open' ? await this.show(register) : row
        const due = [states[register.state], this.expected(office, register)]
        expect([office, told(row), told(by)]).toEqual([office, due, due])
      }
  }

  /** An office's first: what it is said to hold counts, and nothing that was sold before. */
  async openFirst(office: Office): Promise<void> {
    await this.sell(office, 2_500n)
    const office_id = till.world.partner[office]
    const counts = counted(10_000n)
    const { id } = good(
      await till.app.call(cashRegisters.open, { body: { office_id, counts } }, { as: seller[office] }),
    )
    const drawer = this.drawer(office)
    drawer.approved = 10_000n
    drawer.next = 0n
    drawer.registers.push({ id, state: 'open', moved: 0n, counted: 0n, written: [] })
  }

  /** Opens the next one: it begins with what was counted, and has what came since. */
  async open(office: Office): Promise<void> {
    if (this.opened(office)) return
    const drawer = this.drawer(office)
    const id = await till.open(office)
    drawer.registers.push({ id, state: 'open', moved: drawer.next, counted: 0n, written: [] })
    drawer.next = 0n
  }

  async sell(office: Office, cents: bigint): Promise<void> {
    const draw = await till.world.draw('LOTTO_ACTIVO')
    const body = { currency: 'BS' as const, confirm_repeated: true, lines: [line(draw, '12', fromCents(cents))] }
    const sold = good(await till.app.call(tickets.sell, { body }, { as: seller[office] }))
    this.moved(office, cents)
    this.drawer(office).sold.push({ ...sold, cents })
  }

  async annul(office: Office, which: number): Promise<void> {
    const { sold } = this.drawer(office)
    const ticket = picked(sold, which)
    if (!ticket) return
    without(sold, ticket)
    good(await till.app.call(tickets.annul, { params: { serial: ticket.serial }, body: {} }, { as: seller[office] }))
    this.moved(office, -ticket.cents)
  }

  /** One of its tickets wins; it is paid at either office of the agency, out of its drawer. */
  async pay(office: Office, which: number): Promise<void> {
    const { sold } = this.drawer(office)
    const ticket = picked(sold, which)
    if (!ticket) return
    without(sold, ticket)
    const draw = await till.world.db.one<{ id: number }>(sql`
      SELECT line.draw_id AS id FROM ticket_lines line JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id
      WHERE ticket.serial = ${ticket.serial}`)
    await till.world.closeDraw(draw!.id)
    await till.world.run((tx) =>
      award(tx, {
        draw_id: draw!.id,
        numbers: [{ place: '', number: '12', sign: null }],
        entered_by: null,
        confirmed_by: null,
        source: 'prueba',
        at: new Date(),
      }),
    )
    const payer = which % 2 === 0 ? office : otherThan(office)
    const { serial, code } = ticket
    const paid = good(await till.app.call(tickets.pay, { params: { serial }, body: { code } }, { as: seller[payer] }))
    this.moved(payer, -toCents(paid.prize))
  }

  /** A sale that began before the cut and commits after it: the next register's. */
  async late(office: Office): Promise<void> {
    const register = this.opened(office)
    if (!register) return
    const draw = await till.world.draw('LOTTO_ACTIVO')
    let cut = () => {}
    const waits = new Promise<void>((resolve) => (cut = resolve))
    let began = () => {}
    const written = new Promise<void>((resolve) => (began = resolve))
    const sale = till.world.run(async (tx) => {
      await sellOn(tx, {
        office_id: till.world.partner[office],
        seller_id: till.world.user[seller[office]]!,
        currency: 'BS',
        confirm_repeated: true,
        at: new Date(),
        day: till.world.today,
        lines: [line(draw, '12', '7.00')],
      })
      // All that the sale writes is on its way once this is answered.
      await tx.one(sql`SELECT 1`)
      began()
      await waits
    })
    await Promise.race([written, sale])
    await this.sendOne(office, register, 1)
    cut()
    await sale
    this.drawer(office).next += 700n
  }

  async write(comesIn: boolean, asks: boolean, { at: office, cents }: { at: Office; cents: bigint }): Promise<void> {
    const register = this.opened(office)
    if (!register) return
    const type_id = till.type[comesIn ? (asks ? 'ingreso_pide' : 'ingreso') : asks ? 'egreso_pide' : 'egreso']
    const write = comesIn ? till.income : till.outcome
    const { id } = good<typeof incomes.create | typeof outcomes.create>(
      await write({ amount: fromCents(cents), type_id }, seller[office]),
    )
    register.moved += comesIn ? cents : -cents
    register.written.push({ id, comesIn, cents, asks })
  }

  /** Somebody above decides it, whatever became of its register: in or out of the drawer it stays. */
  async decide(office: Office, which: number): Promise<void> {
    const { registers, waiting } = this.drawer(office)
    const piles = [waiting, ...registers.map(({ written }) => written)]
    const one = picked(
      piles.flatMap((pile) => pile.filter(({ asks }) => asks)),
      which,
    )
    if (!one) return
    for (const pile of piles) if (pile.includes(one)) without(pile, one)
    const { show } = one.comesIn ? incomes : outcomes
    const { id, version } = good(await till.app.call(show, { params: { id: one.id } }, { as: 'agencia' }))
    const body = {
      rows: [{ id, version }],
      action: picked(['approve', 'reject'] as const, which)!,
      ...taken('De prueba'),
    }
    const decide = one.comesIn ? transactions.income : transactions.expense
    const decided = good(await till.app.call(decide, { body }, { as: 'banca' }))
    expect(decided.data.map(({ done }) => done)).toEqual([true])
  }

  /** A movement of a register that is open or came back. */
  private changeable(office: Office, which: number): { register: Register; one: Written } | undefined {
    const registers = this.drawer(office).registers.filter(({ state }) => state !== 'sent')
    return picked(
      registers.flatMap((register) => register.written.map((one) => ({ register, one }))),
      which,
    )
  }

  async erase(office: Office, which: number): Promise<void> {
    const found = this.changeable(office, which)
    if (!found) return
    const { register, one } = found
    const { remove } = one.comesIn ? incomes : outcomes
    good(await till.app.call(remove, { params: { id: one.id } }, { as: seller[office] }))
    without(register.written, one)
    register.moved -= one.comesIn ? one.cents : -one.cents
  }

  async correct(office: Office, which: number): Promise<void> {
    const found = this.changeable(office, which)
    if (!found) return
    const { register, one } = found
    const calls = one.comesIn ? incomes : outcomes
    const params = { id: one.id }
    const { type_id, version } = good(await till.app.call(calls.show, { params }, { as: seller[office] }))
    const body = { type_id, currency: 'BS', amount: fromCents(one.cents + 75n), version }
    good(await till.app.call(calls.update, { params, body } as never, { as: seller[office] }))
    one.cents += 75n
    register.moved += one.comesIn ? 75n : -75n
  }

  /** Gone from its drawer at once; it waits until the other one, or whoever gave it, says something. */
  async give(office: Office, cents: bigint): Promise<void> {
    const register = this.opened(office)
    if (!register) return
    const to_office_id = till.world.partner[otherThan(office)]
    const { id, pair_id } = good(await till.give({ amount: fromCents(cents), to_office_id }, seller[office]))
    register.moved -= cents
    this.given.push({ gives: id, takes: pair_id!, by: office, register, cents })
  }

  /** Into the open register of whoever accepts it, or back into what the giver's drawer has now. */
  async settle(accepts: boolean, office: Office, which: number): Promise<void> {
    const one = picked(
      this.given.filter(({ by }) => by !== office),
      which,
    )
    if (!one || (accepts && !this.opened(office))) return
    const half = good(await till.app.call(incomes.show, { params: { id: one.takes } }, { as: seller[office] }))
    const body = { version: half.version, ...(!accepts && taken('No llegó')) }
    const call = accepts ? incomes.accept : incomes.refuse
    good(await till.app.call(call, { params: { id: half.id }, body } as never, { as: seller[office] }))
    without(this.given, one)
    this.moved(accepts ? office : one.by, one.cents)
  }

  /** Back into the register out of which it was given, which is open or came back. */
  async takeBack(office: Office, which: number): Promise<void> {
    const { registers } = this.drawer(office)
    const mine = this.given.filter(({ by, register }) => by === office && registers.includes(register))
    const one = picked(
      mine.filter(({ register }) => register.state !== 'sent'),
      which,
    )
    if (!one) return
    good(await till.app.call(outcomes.remove, { params: { id: one.gives } }, { as: seller[office] }))
    without(this.given, one)
    one.register.moved += one.cents
  }

  /** Counted as it should be, or with something missing; then sent, whether for the first time or again. */
  private async sendOne(office: Office, register: Register, which: number): Promise<void> {
    const { id, version } = await this.show(register)
    const cents = this.expected(office, register) - (which % 3 === 0 ? 0n : 130n)
    const counts = counted(cents)
    const as = { as: seller[office] }
    const counting = { params: { id }, body: { version, counts, ...taken('De prueba') } }
    const { version: now } = good(await till.app.call(cashRegisters.count, counting, as))
    register.counted = worth(counts)
    const body = { version: now, ...taken('De prueba') }
    const sent = good(await till.app.call(cashRegisters.send, { params: { id }, body }, as))
    const expected = this.expected(office, register)
    const again = { params: { id }, body: { version: sent.version } }
    const recalculated = good(await till.app.call(cashRegisters.recalculate, again, as))
    const both = [sent, recalculated].map((row) => [toCents(bs(row).expected), toCents(bs(row).counted!)])
    expect(both).toEqual([
      [expected, register.counted],
      [expected, register.counted],
    ])
    register.state = 'sent'
  }

  async send(office: Office, which: number): Promise<void> {
    const register = picked(
      this.drawer(office).registers.filter(({ state }) => state !== 'sent'),
      which,
    )
    if (register) await this.sendOne(office, register, which)
  }

  async giveBack(office: Office, which: number): Promise<void> {
    const register = picked(
      this.drawer(office).registers.filter(({ state }) => state === 'sent'),
      which,
    )
    if (!register) return
    const { id, version } = await this.show(register)
    const body = { version, refusal: 'Revise sus movimientos' }
    good(await till.app.call(cashManage.giveBack, { params: { id }, body }, { as: 'agencia' }))
    register.state = 'returned'
  }

  /** The first that waits is approved, and none before it: the books have what it counted, and what came since. */
  async approve(office: Office): Promise<void> {
    const drawer = this.drawer(office)
    const [first, second] = drawer.registers
    const approving = async (register: Register) => {
      const { id, version } = await this.show(register)
      return till.app.call(cashManage.approve, { params: { id }, body: { version } }, { as: 'agencia' })
    }
    if (second?.state === 'sent') expect((await approving(second)).problem?.code).toBe('register_order')
    if (first?.state !== 'sent') return
    good(await approving(first))
    drawer.registers.shift()
    drawer.waiting.push(...first.written.filter(({ asks }) => asks))
    drawer.approved = first.counted
    const since = drawer.registers.reduce((sum, { moved }) => sum + moved, drawer.next)
    expect(toCents(await till.held(office, 'caja'))).toBe(drawer.approved + since)
  }

  /** Everything that waits is decided, and every register sent and approved. */
  async end(): Promise<void> {
    for (const office of offices) {
      await this.open(office)
      while (this.given.some(({ by }) => by !== office)) await this.settle(true, office, 0)
    }
    for (const office of offices) {
      const { registers } = this.drawer(office)
      while (registers.some(({ state }) => state !== 'sent')) await this.send(office, 1)
      while (registers.length > 0) await this.approve(office)
    }
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'sell':
      case 'give':
        return this[one.do](one.at, BigInt(one.units) * 25n)
      case 'income':
      case 'outcome':
      case 'asked income':
      case 'asked outcome':
        return this.write(one.do.endsWith('income'), one.do.startsWith('asked'), {
          at: one.at,
          cents: BigInt(one.units) * 25n,
        })
      case 'accept':
      case 'refuse':
        return this.settle(one.do === 'accept', one.at, one.pick)
      case 'take back':
        return this.takeBack(one.at, one.pick)
      case 'return':
        return this.giveBack(one.at, one.pick)
      default:
        return this[one.do](one.at, one.pick)
    }
  }
}

/** Less than a session does: the long run outlives one. */
const sessionLasts = 10 * 60_000

it('each entry is in one register, and what is approved is what was counted', { timeout: 60 * 60_000 }, async () => {
  const run = new Run()
  for (const office of offices) await run.openFirst(office)
  let since = Date.now()
  await fc.assert(
    fc.asyncProperty(fc.array(step, steps), async (sequence) => {
      for (const [n, one] of sequence.entries()) {
        if (Date.now() - since > sessionLasts) {
          for (const who of ['taquilla', 'vecina', 'lejana', 'agencia', 'banca']) till.app.signInAnew(who)
          since = Date.now()
        }
        if (n === 0) for (const office of offices) await run.open(office)
        await run.take(one)
        await run.check()
        if ((n + 1) % verifiedEach === 0) await expectBooksHold(till.world.db)
      }
      await run.end()
      await expectBooksHold(till.world.db)
    }),
    // What failed left its drawers half done: a shorter sequence on top of them would fail for that.
    { numRuns: runs, ...seed, endOnFailure: true },
  )
})
