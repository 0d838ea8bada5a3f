/**
 * Random days of a small banca beside a model of it in a few maps: sales, annulments, an award and its
 * payments. After every step the database says what the model says: who may still sell what, what each
 * office sold and won. A failure prints its seed.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { add, compare, multiply, subtract } from '../../contract/values/money.ts'
import { expectBooksHold } from '../support/holds.ts'
import { modelRuns } from '../support/length.ts'
import { animal, line, openRush, type Rush } from './rush.ts'

/** What hangs from what, written again here on purpose. */
const above = {
  taquilla1: ['taquilla1', 'agencia1', 'sur', 'norte', 'banca'],
  taquilla2: ['taquilla2', 'agencia1', 'sur', 'norte', 'banca'],
  taquilla3: ['taquilla3', 'agencia2', 'norte', 'banca'],
} as const
type Office = keyof typeof above
const sellerOf: Record<Office, string> = { taquilla1: 'taquilla', taquilla2: 'vecina', taquilla3: 'lejana' }
const offices = Object.keys(above) as Office[]
const levels = ['banca', 'norte', 'sur', 'agencia1', 'agencia2', 'taquilla1'] as const
const numbers = ['0', '00', '7'] as const

let rush: Rush
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  expect(await rush.finish()).toBe(0)
})

const stake = fc
  .integer({ min: 1, max: 4_000 })
  .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
const quota = fc.option(
  fc.integer({ min: 0, max: 90 }).map((whole) => `${whole}.00`),
  { nil: null },
)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      office: fc.constantFrom(...offices),
      lines: fc.array(fc.record({ number: fc.constantFrom(...numbers), stake }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('annul' as const), which: fc.nat(30) }) },
)
const plan = fc.record({
  top: quota,
  quotas: fc.record(
    Object.fromEntries(levels.map((level) => [level, quota])) as Record<(typeof levels)[number], typeof quota>,
  ),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  drawn: fc.constantFrom(...numbers),
})

interface Kept {
  serial: string
  code: string
  office: Office
  lines: { number: string; stake: string }[]
  annulled: boolean
}

/** The banca as it should be: what each level sold of each number, and every ticket. */
class Model {
  readonly sold = new Map<string, string>()
  readonly kept: Kept[] = []
  private readonly quotas: ReadonlyMap<string, string>
  constructor(quotas: ReadonlyMap<string, string>) {
    this.quotas = quotas
  }

  soldAt(level: string, number: string): string {
    return this.sold.get(`${level} ${number}`) ?? '0.00'
  }

  /** What the office could still sell of a number; null without limit. */
  left(office: Office, number: string): string | null {
    const rests = above[office]
      .flatMap((level) => [level, ...(level === 'banca' ? ['top'] : [])])
      .flatMap((level) => {
        const limit = this.quotas.get(level)
        return limit === undefined ? [] : [subtract(limit, this.soldAt(level === 'top' ? 'banca' : level, number))]
      })
    return rests.length === 0 ? null : rests.reduce((least, one) => (compare(one, least) < 0 ? one : least))
  }

  count({ office, lines }: Pick<Kept, 'office' | 'lines'>, by: (sum: string, one: string) => string): void {
    for (const { number, stake: amount } of lines) {
      for (const level of above[office]) this.sold.set(`${level} ${number}`, by(this.soldAt(level, number), amount))
    }
  }
}

function merged(lines: readonly { number: string; stake: string }[]): { number: string; stake: string }[] {
  return [...new Set(lines.map((one) => one.number))].map((number) => ({
    number,
    stake: add(...lines.filter((one) => one.number === number).map((one) => one.stake)),
  }))
}

async function setQuotas(chosen: typeof plan extends fc.Arbitrary<infer T> ? T : never): Promise<Map<string, string>> {
  const { db, partner, product } = rush.world
  const id = product('LOTTO_ACTIVO')
  await db.run(sql`DELETE FROM top_quotas`)
  await db.run(sql`DELETE FROM regular_quotas`)
  const quotas = new Map<string, string>()
  if (chosen.top !== null) {
    quotas.set('top', chosen.top)
    await db.run(sql`INSERT INTO top_quotas VALUES (${id}, ${animal}, 'BS', ${chosen.top})`)
  }
  for (const level of levels) {
    const amount = chosen.quotas[level]
    if (amount === null) continue
    quotas.set(level, amount)
    await db.run(sql`INSERT INTO regular_quotas VALUES (${partner[level]}, ${id}, ${animal}, 'BS', ${amount})`)
  }
  return quotas
}

async function trySell(
  model: Model,
  draw: number,
  office: Office,
  lines: { number: string; stake: string }[],
): Promise<void> {
  const wanted = merged(lines)
  const short = new Map(
    wanted.flatMap((one) => {
      const left = model.left(office, one.number)
      return left !== null && compare(one.stake, left) > 0 ? [[one.number, left] as const] : []
    }),
  )
  const reply = await rush.sell(
    lines.map((one) => line(draw, one.number, one.stake)),
    sellerOf[office],
  )
  if (short.size > 0) {
    const expected = lines.flatMap((one, at) =>
      short.has(one.number) ? [[`lines.${at}.stake`, short.get(one.number)]] : [],
    )
    expect(reply.problem.code).toBe('quota_exceeded')
    expect(reply.problem.errors?.map((fault) => [fault.path, fault.extra?.['available']]).sort()).toEqual(
      expected.sort(),
    )
    return
  }
  expect(reply.status).toBe(201)
  expect(reply.body.lines.map((one) => ({ number: one.number, stake: one.stake })).sort()).toEqual(wanted.sort())
  model.kept.push({ serial: reply.body.serial, code: reply.body.code, office, lines: wanted, annulled: false })
  model.count({ office, lines: wanted }, add)
}

async function tryAnnul(model: Model, which: number): Promise<void> {
  const ticket = model.kept[which % Math.max(model.kept.length, 1)]
  if (!ticket) return
  const reply = await rush.app.call(
    tickets.annul,
    { params: { serial: ticket.serial }, body: {} },
    { as: sellerOf[ticket.office] },
  )
  expect(reply.status < 300 ? reply.body.state : reply.problem.code).toBe(
    ticket.annulled ? 'ticket_annulled' : 'anulado',
  )
  if (ticket.annulled) return
  ticket.annulled = true
  model.count(ticket, subtract)
}

/** Every counter of the draw, at every level, as the model has it and within its quota. */
async function compareCounters(model: Model, draw: number): Promise<void> {
  const rows = await rush.world.db.rows<{ partner_id: number; number: string; sold: string; liability: string }>(
    sql`SELECT partner_id, number, sold, liability FROM draw_sales WHERE draw_id = ${draw}`,
  )
  for (const [name, partner_id] of Object.entries(rush.world.partner)) {
    for (const number of numbers) {
      const row = rows.find((one) => one.partner_id === partner_id && one.number === number)
      const sold = model.soldAt(name, number)
      expect([name, number, row?.sold ?? '0.00', row?.liability ?? '0.00']).toEqual([
        name,
        number,
        sold,
        multiply(sold, '30'),
      ])
    }
  }
}

/** Awards and pays every winner, twice. Answers what each office had to pay. */
async function awardAndPay(model: Model, draw: number, drawn: string): Promise<Map<Office, string>> {
  await rush.world.closeDraw(draw)
  await rush.prize(draw, drawn)
  const prizes = new Map<Office, string>()
  for (const ticket of model.kept) {
    const won = ticket.annulled ? undefined : ticket.lines.find((one) => one.number === drawn)
    const prize = won ? multiply(won.stake, '30') : '0.00'
    const pay = () =>
      rush.app.call(
        tickets.pay,
        { params: { serial: ticket.serial }, body: { code: ticket.code } },
        { as: sellerOf[ticket.office] },
      )
    const [first, second] = [await pay(), await pay()]
    expect(first.status < 300 ? [first.body.state, first.body.prize] : [first.problem.code]).toEqual(
      won ? ['pagado', prize] : [ticket.annulled ? 'ticket_annulled' : 'ticket_not_winner'],
    )
    expect(second.problem.code).toBe(won ? 'ticket_already_paid' : first.problem.code)
    prizes.set(ticket.office, add(prizes.get(ticket.office) ?? '0.00', prize))
  }
  return prizes
}

interface Day {
  office_id: number
  sold: string
  prizes: string
  annulled: string
  n_vendido: number
  n_anulado: number
  n_pagado: number
  n_perdedor: number
  n_ganador: number
}
const daysNow = () =>
  rush.world.db.rows<Day>(
    sql`SELECT office_id, sold, prizes, annulled, n_vendido, n_anulado, n_pagado, n_perdedor, n_ganador FROM sales_days`,
  )

describe('a random day', () => {
  it('is in the database as it is in the model', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (chosen) => {
        const model = new Model(await setQuotas(chosen))
        const draw = await rush.world.draw('LOTTO_ACTIVO')
        const before = await daysNow()
        for (const one of chosen.steps) {
          if (one.kind === 'sell') await trySell(model, draw, one.office, one.lines)
          else await tryAnnul(model, one.which)
        }
        await compareCounters(model, draw)
        const prizes = await awardAndPay(model, draw, chosen.drawn)
        const after = await daysNow()
        for (const office of offices) {
          const of = (days: Day[]) => days.find((one) => one.office_id === rush.world.partner[office])
          const mine = model.kept.filter((one) => one.office === office)
          const total = (annulled: boolean) =>
            add(
              ...mine.filter((one) => one.annulled === annulled).flatMap((one) => one.lines.map((each) => each.stake)),
            )
          const grown = (field: 'sold' | 'prizes' | 'annulled') =>
            subtract(of(after)?.[field] ?? '0.00', of(before)?.[field] ?? '0.00')
          expect([office, grown('sold'), grown('annulled'), grown('prizes')]).toEqual([
            office,
            total(false),
            total(true),
            prizes.get(office) ?? '0.00',
          ])
          const counted = (field: 'n_vendido' | 'n_anulado' | 'n_pagado' | 'n_perdedor' | 'n_ganador') =>
            (of(after)?.[field] ?? 0) - (of(before)?.[field] ?? 0)
          const winners = mine.filter(
            (one) => !one.annulled && one.lines.some((each) => each.number === chosen.drawn),
          ).length
          const annulled = mine.filter((one) => one.annulled).length
          expect([
            counted('n_vendido'),
            counted('n_anulado'),
            counted('n_pagado'),
            counted('n_perdedor'),
            counted('n_ganador'),
          ]).toEqual([0, annulled, winners, mine.length - annulled - winners, 0])
        }
        await expectBooksHold(rush.world.db)
      }),
      modelRuns(20),
    )
  })
})
