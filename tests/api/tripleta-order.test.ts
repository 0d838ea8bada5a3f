/**
 * A line over several draws wins on the draw that completes it by the clock: in whatever order results are entered,
 * corrected, withdrawn and entered again, and whatever is paid or expires meanwhile, the books end alike.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { expireSome, expireTickets } from '../../server/rules/pay/expire.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { addCommission } from '../support/factories.ts'
import { expectRollupsHold } from '../support/holds.ts'
import { slowModelRuns } from '../support/length.ts'
import { zone } from '../support/world.ts'
import {
  animal,
  bet,
  correctIn,
  giveIn,
  imagine,
  openBench,
  pictureOf,
  withdrawIn,
  type Bench,
  type Line,
} from './award-setup.ts'

let bench: Bench
let sunday: string
beforeAll(async () => {
  bench = await openBench()
  const { world } = bench
  sunday = addDays(world.today, 14 - weekday(world.today))
  await addCommission(world.db, {
    partner_id: world.partner.agencia1,
    commission_percent: 12,
    participation_kind: 'ARRASTRE',
    participation_percent: 30,
  })
  await world.db.run(
    sql`UPDATE partner_settings SET pays_other_agencies = true WHERE partner_id = ${world.partner.banca}`,
  )
})
afterAll(() => bench?.close())
afterEach(async () => {
  await bench.holds()
  await expectRollupsHold(bench.world, sunday, addDays(sunday, 1))
})

/** When the draws are: the last two of a week and the first of the next. */
const clock = [
  [0, 18],
  [0, 19],
  [1, 8],
  [1, 9],
  [1, 10],
] as const
let made = 0

interface Sale {
  as: string
  lines: (draws: readonly number[]) => Line[]
}

/** Tickets of today on draws to come, that are then over: on both sides of a week's edge, or today. */
async function played(count: number, sales: readonly Sale[], edge: 'week' | 'none' = 'week') {
  await bench.world.db.run(
    sql`UPDATE products SET settings = settings || jsonb_build_object('tripleta_draws', ${count}::int) WHERE code = 'LOTTO_ACTIVO'`,
  )
  const draws = await bench.draws('LOTTO_ACTIVO', count)
  const sold = []
  for (const { as, lines } of sales) sold.push({ ...(await bench.sell(lines(draws), as)), as })
  await bench.over(...draws)
  made += 1
  for (const [n, id] of (edge === 'week' ? draws : []).entries()) {
    const [day, hour] = clock[n]!
    const on = addDays(sunday, day)
    await bench.world.db.run(sql`
      UPDATE draws
      SET day = ${on}::date,
        scheduled_at = (${on}::date + make_interval(hours => ${hour}, secs => ${made})) AT TIME ZONE ${zone}
      WHERE id = ${id}`)
  }
  return { draws, sold }
}

const prizesOf = (draw_id: number) =>
  bench.world.db
    .one<{ prizes: string }>(
      sql`SELECT coalesce(sum(amount), 0.00) AS prizes FROM prizes WHERE draw_id = ${draw_id} AND withdrawn_at IS NULL`,
    )
    .then((row) => row!.prizes)
const placesOf = (draws: readonly number[]) => Promise.all(draws.map(prizesOf))
const looked = async (draw_id: number, number: string) => {
  const { body } = await bench.app.call(
    manageDraws.saveResult,
    { body: { step: 'preview', draw_id, numbers: [{ place: '', number, sign: null }] } },
    { as: 'premiador' },
  )
  return body.preview!
}

describe('a prize over several draws', () => {
  const lines = (draws: readonly number[]) => [bet(draws[0]!, '13-14-22', '2.00', 'TRIPLETA')]

  it('comes back to its draw when a result is corrected to another animal and back, and so does all that follows', async () => {
    const { draws } = await played(4, [{ as: 'taquilla', lines }])
    const [, d19, d8, d9] = draws as [number, number, number, number]
    await bench.give(d19, animal('13'))
    await bench.give(d8, animal('14'))
    await bench.give(d9, animal('22'))
    const before = await pictureOf(bench.world)
    expect(await placesOf(draws)).toEqual(['0.00', '0.00', '0.00', '100.00'])
    await bench.correct(d19, animal('1'))
    expect(await placesOf(draws)).toEqual(['0.00', '0.00', '0.00', '0.00'])
    await bench.correct(d19, animal('13'))
    expect(await pictureOf(bench.world)).toEqual(before)
    await bench.withdraw(d8)
    await bench.give(d8, animal('14'))
    expect(await pictureOf(bench.world)).toEqual(before)
  })

  it('entered the last draw first is the last draw’s, and the look before it is confirmed says so', async () => {
    const { draws } = await played(3, [{ as: 'taquilla', lines }], 'none')
    const [d1, d2, d3] = draws as [number, number, number]
    await bench.give(d3, animal('22'))
    await bench.give(d2, animal('14'))
    const preview = await looked(d1, '13')
    expect([preview.winning_lines, preview.by_currency.map((row) => row.prizes)]).toEqual([0, ['0.00']])
    expect(preview.anomalies).toContainEqual({ code: 'tripletas', text: '1 tripleta gana en otro sorteo: Bs 100,00.' })
    expect(await bench.give(d1, animal('13'))).toMatchObject({
      winners: 1,
      prizes: [{ currency: 'BS', amount: '100.00' }],
    })
    expect(await placesOf(draws)).toEqual(['0.00', '0.00', '100.00'])
  })

  it('moves though it was paid or has expired: the payment and the expiry stand, the prize goes to its day', async () => {
    const { draws, sold } = await played(
      4,
      [
        { as: 'taquilla', lines },
        { as: 'taquilla', lines },
        { as: 'vecina', lines },
      ],
      'none',
    )
    const [d1, d2, d3, d4] = draws as [number, number, number, number]
    const [paid, elsewhere, expired] = sold
    await bench.give(d1, animal('13'))
    await bench.give(d2, animal('14'))
    await bench.give(d4, animal('22'))
    expect([await bench.pay(paid!), await bench.pay(elsewhere!, 'lejana')]).toEqual(['pagado', 'pagado'])
    await bench.world.db.run(
      sql`UPDATE tickets SET expires_on = ${bench.world.today}::date - 1 WHERE serial = ${expired!.serial}`,
    )
    await expireTickets(bench.world.pool, new Date())
    const balances = async () => [
      await bench.balance(bench.world.partner.taquilla1, 'caja'),
      await bench.balance(bench.world.partner.taquilla2, 'ajustes'),
      await bench.balance(bench.world.partner.agencia1, 'ajustes'),
      await bench.balance(bench.world.partner.taquilla1, 'premios_por_pagar'),
    ]
    const before = await balances()
    const preview = await looked(d3, '22')
    expect([preview.winning_lines, preview.correction]).toEqual([3, null])
    expect(preview.anomalies.map((one) => one.text)).toContain(
      '3 premios de tripletas pasan al sorteo que ahora la completa por la hora.',
    )
    expect(await bench.give(d3, animal('22'))).toMatchObject({ winners: 0, prizes: [] })
    expect(await placesOf(draws)).toEqual(['0.00', '0.00', '300.00', '0.00'])
    expect(await balances()).toEqual(before)
    expect((await bench.look(expired!.serial)).state).toBe('vencido')
    // Corrected, it is the last draw's again: nobody who was paid is named, for nobody would win another sum.
    expect((await looked(d3, '1')).correction).toMatchObject({ paid_tickets: [] })
    await bench.correct(d3, animal('1'))
    expect(await placesOf(draws)).toEqual(['0.00', '0.00', '0.00', '300.00'])
    expect(await balances()).toEqual(before)
    // The first draw's correction takes prizes of the last: who was paid is named before it is confirmed.
    const named = (await looked(d1, '2')).correction!.paid_tickets
    expect(named.map(({ serial, paid, due }) => [serial, paid, due]).toSorted()).toEqual(
      [paid!, elsewhere!].map(({ serial }) => [serial, '100.00', '0.00']).toSorted(),
    )
  })
})

describe('facts in any order', () => {
  const codes = ['1-2-3', '1-2-4', '1-3-4', '2-3-4', '1-4-5', '2-3-5']
  const number = fc.integer({ min: 1, max: 5 }).map(String)
  const at = fc.integer({ min: 0, max: clock.length - 1 })
  const sale = fc.record({
    as: fc.constantFrom('taquilla', 'vecina', 'lejana'),
    /** Where it is paid, or how it ends: never asked for, or expired. */
    end: fc.constantFrom('taquilla', 'lejana', 'open', 'expired'),
    lines: fc.array(
      fc.record({
        code: fc.option(fc.constantFrom(...codes), { nil: null, freq: 3 }),
        number,
        draw: at,
        cents: fc.integer({ min: 1, max: 5_000 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('right' as const), draw: at }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wrong' as const), draw: at, number }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), draw: at }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), ticket: fc.nat() }) },
  )

  interface Ticket {
    day: string
    id: string
    serial: string
    code: string
    end: string
    prize: string
    pending_lines: number
    state: string
  }
  const now = (serial: string, db: Pick<Tx, 'one'> = bench.world.db) =>
    db.one<Pick<Ticket, 'day' | 'id' | 'prize' | 'pending_lines' | 'state'>>(
      sql`SELECT day, id, prize, pending_lines, state::text AS state FROM tickets WHERE serial = ${serial}`,
    )
  const dueIn = (tx: Tx, id: string) =>
    tx.run(sql`UPDATE tickets SET expires_on = ${bench.world.today}::date - 1 WHERE id = ${id}`)

  /** Pays it where it is paid, or lets it expire; whoever never comes leaves it. */
  async function end(tx: Tx, { day, id, code, end }: Ticket): Promise<void> {
    const { partner, user, today } = bench.world
    const at = new Date()
    if (end === 'open') return
    if (end === 'expired') {
      await dueIn(tx, id)
      await expireSome(tx, { now: at, batch: 1_000, after: undefined })
    } else {
      const office_id = end === 'lejana' ? partner.taquilla3 : partner.taquilla1
      await pay(tx, { day, id, code, office_id, by: user[end]!, at, today })
    }
  }

  it('of the same final results end in the same books as by the clock', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 5 }),
        fc.tuple(number, number, number, number, number),
        fc.array(step, { maxLength: 14 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        async (sales, right, steps, last) => {
          const { draws, sold } = await played(
            clock.length,
            sales.map(({ as, lines }) => ({
              as,
              lines: (all) =>
                lines.map(({ code, number: one, draw, cents }) =>
                  code === null
                    ? bet(all[draw]!, one, (cents / 100).toFixed(2))
                    : bet(all[0]!, code, (cents / 100).toFixed(2), 'TRIPLETA'),
                ),
            })),
          )
          const ends: Ticket[] = []
          const expected = await imagine(bench.world, async (tx) => {
            for (const [n, draw] of draws.entries()) await giveIn(tx, draw, animal(right[n]!))
            for (const [n, { serial, code }] of sold.entries())
              ends.push({ ...(await now(serial, tx))!, serial, code, end: sales[n]!.end })
            for (const ticket of ends) if (ticket.state === 'ganador') await end(tx, ticket)
          })
          const { run, db } = bench.world
          const inForce = async (draw: number) =>
            (
              await db.one<{ number: string }>(
                sql`SELECT n.number FROM draws d JOIN result_numbers n ON n.result_id = d.result_id WHERE d.id = ${draw}`,
              )
            )?.number
          /** What is refused because somebody was paid is not done: the final results come afterwards. */
          const tried = (work: (tx: Tx) => Promise<unknown>) =>
            run(work).catch((error: unknown) => {
              if (!(error instanceof Problem) || error.code !== 'result_paid') throw error
            })
          const set = async (draw: number, to: string) => {
            const is = await inForce(draw)
            if (is === to) return
            await tried((tx) =>
              is === undefined ? giveIn(tx, draw, animal(to)) : correctIn(tx, draw, animal(to), true),
            )
          }
          for (const one of steps) {
            if (one.kind === 'end') {
              const ticket = ends[one.ticket % ends.length]!
              const is = (await now(ticket.serial))!
              if (
                ticket.state === 'ganador' &&
                is.state === 'ganador' &&
                is.pending_lines === 0 &&
                is.prize === ticket.prize
              )
                await run((tx) => end(tx, ticket))
            } else if (one.kind === 'withdraw') {
              if ((await inForce(draws[one.draw]!)) !== undefined) await tried((tx) => withdrawIn(tx, draws[one.draw]!))
            } else await set(draws[one.draw]!, one.kind === 'right' ? right[one.draw]! : one.number)
          }
          for (const n of last) await set(draws[n]!, right[n]!)
          for (const ticket of ends)
            if ((await now(ticket.serial))!.state === 'ganador') await run((tx) => end(tx, ticket))
          expect(await pictureOf(bench.world)).toEqual(expected)
        },
      ),
      slowModelRuns(15),
    )
  }, 240_000)
})
