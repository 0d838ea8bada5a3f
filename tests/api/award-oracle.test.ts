/** The game against results known beforehand: which line wins how much, to the cent, and what another result makes of it. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureDraws } from '../../server/rules/draws/generate.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { betTypeId } from '../support/world.ts'
import {
  animal,
  bet,
  columns,
  correctIn,
  giveIn,
  imagine,
  openBench,
  pictureOf,
  withdrawIn,
  type Bench,
  type Line,
  type Numbers,
} from './award-setup.ts'
import { slowModelRuns } from '../support/length.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())
afterEach(() => bench.holds())

const states = async (serial: string) => (await bench.look(serial)).lines.map(({ state, prize }) => [state, prize])

describe('numbers', () => {
  it('0 and 00 on two draws in a row are four different bets', async () => {
    const [first, second] = (await bench.draws('LOTTO_ACTIVO', 2)) as [number, number]
    const sold = await bench.sell([bet(first, '0'), bet(first, '00'), bet(second, '0'), bet(second, '00')])
    await bench.over(first, second)
    await bench.give(first, animal('00'))
    await bench.give(second, animal('0'))
    expect(await states(sold.serial)).toEqual([
      ['perdedora', '0.00'],
      ['ganadora', '300.00'],
      ['ganadora', '300.00'],
      ['perdedora', '0.00'],
    ])
  })

  it('the same number twice in a row pays both draws', async () => {
    const [first, second] = (await bench.draws('LOTTO_ACTIVO', 2)) as [number, number]
    const sold = await bench.sell([bet(first, '14', '1.25'), bet(second, '14', '2.00')])
    await bench.over(first, second)
    await bench.give(first, animal('14'))
    await bench.give(second, animal('14'))
    expect(await bench.look(sold.serial)).toMatchObject({ state: 'ganador', prize: '97.50' })
  })

  it('007 keeps its zeros, on its column alone', async () => {
    const [draw] = (await bench.draws('TRIPLE_ZULIA', 1)) as [number]
    const sold = await bench.sell([
      bet(draw, '007', '1.00', 'TRIPLE_A'),
      bet(draw, '007', '1.00', 'TRIPLE_B'),
      bet(draw, '07', '1.00', 'TERMINAL_A'),
      bet(draw, '00', '1.00', 'PUNTA_A'),
      bet(draw, '70', '1.00', 'TERMINAL_A'),
      bet(draw, '123 ARI', '1.00', 'ZODIACAL'),
      bet(draw, '123 LEO', '1.00', 'ZODIACAL'),
      bet(draw, '23 LEO', '1.00', 'TERMINAL_SIGNO'),
    ])
    await bench.over(draw)
    await bench.give(draw, columns('007', '070', '123'))
    expect((await bench.look(sold.serial)).lines.map((line) => line.prize)).toEqual([
      '600.00',
      '0.00',
      '60.00',
      '60.00',
      '0.00',
      '0.00',
      '6000.00',
      '600.00',
    ])
  })

  it('a result that leaves out a column somebody played is refused', async () => {
    const [draw] = (await bench.draws('TRIPLE_ZULIA', 1)) as [number]
    await bench.sell([bet(draw, '007', '1.00', 'TRIPLE_B')])
    await bench.over(draw)
    await expect(bench.give(draw, columns('007', '070', '123').slice(0, 1))).rejects.toMatchObject({
      code: 'result_invalid',
    })
    await bench.give(draw, columns('007', '070', '123'))
  })

  it('a Panama number equal to two prizes, or all three, wins each of them', async () => {
    const [two, three] = (await bench.draws('PANAMA_DOMINICAL', 2)) as [number, number]
    const sold = await bench.sell([
      bet(two, '45', '2.00', 'TERMINAL_PA'),
      bet(two, '01', '2.00', 'TERMINAL_PA'),
      bet(three, '00', '0.05', 'TERMINAL_PA'),
    ])
    await bench.over(two, three)
    const prizes = (...numbers: string[]): Numbers =>
      numbers.map((number, at) => ({ place: String(at + 1), number, sign: null }))
    await bench.give(two, prizes('9901', '1245', '0045'))
    await bench.give(three, prizes('0000', '1100', '2200'))
    expect((await bench.look(sold.serial)).lines.map((line) => line.prize)).toEqual(['40.00', '112.00', '3.80'])
  })

  it('prizes are rounded half up at the cent, line by line', async () => {
    const { world } = bench
    await world.db.run(
      sql`
        INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
        VALUES (${world.partner.agencia1}, ${world.product('LA_GRANJITA')}, ${betTypeId('ANIMALITO')}, 1.55)`,
    )
    const [draw] = (await bench.draws('LA_GRANJITA', 1)) as [number]
    const sold = [
      await bench.sell([bet(draw, '5', '0.30')]),
      await bench.sell([bet(draw, '5', '0.33')]),
      await bench.sell([bet(draw, '5', '0.10')]),
    ]
    await bench.over(draw)
    expect((await bench.give(draw, animal('5'))).prizes).toEqual([{ currency: 'BS', amount: '1.14' }])
    expect(await Promise.all(sold.map(async ({ serial }) => (await bench.look(serial)).prize))).toEqual([
      '0.47',
      '0.51',
      '0.16',
    ])
  })
})

describe('a tripleta', () => {
  const at = async (serial: string) =>
    bench.world.db.one<{ draw_id: number }>(sql`
    SELECT p.draw_id
    FROM prizes p
    JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
    WHERE t.serial = ${serial} AND p.withdrawn_at IS NULL`)
  const tripleta = async (codes: string, count = 4) => {
    await bench.world.db.run(
      sql`UPDATE products SET settings = settings || jsonb_build_object('tripleta_draws', ${count}::int) WHERE code = 'LOTTO_ACTIVO'`,
    )
    const draws = (await bench.draws('LOTTO_ACTIVO', count)) as [number, number, number, number]
    const won = await bench.sell([bet(draws[0]!, codes, '2.00', 'TRIPLETA')])
    const lost = await bench.sell([bet(draws[0]!, '34-35-36', '2.00', 'TRIPLETA')], 'lejana')
    await bench.over(...draws)
    return { draws, won, lost }
  }

  it('wins with the draw that completes it, in any order, and may be paid at once; without hope it loses with the last', async () => {
    const {
      draws: [d1, d2, d3, d4],
      won,
      lost,
    } = await tripleta('1-2-3')
    await bench.give(d1, animal('2'))
    await bench.give(d2, animal('3'))
    expect(await states(won.serial)).toEqual([['pendiente', '0.00']])
    expect(await bench.pay(won)).toBe('ticket_pending')
    expect(await bench.give(d3, animal('1'))).toMatchObject({
      winners: 1,
      prizes: [{ currency: 'BS', amount: '100.00' }],
    })
    expect([await states(won.serial), await at(won.serial)]).toEqual([[['ganadora', '100.00']], { draw_id: d3 }])
    expect(await bench.pay(won)).toBe('pagado')
    await bench.give(d4, animal('2'))
    expect(
      (
        await bench.world.db.one<{ state: string }>(
          sql`SELECT state::text AS state FROM tickets WHERE serial = ${lost.serial}`,
        )
      )?.state,
    ).toBe('perdedor')
    expect(await bench.look(won.serial)).toMatchObject({ state: 'pagado', prize: '100.00' })
  })

  it('is complete with the last of its draws by the clock, in whatever order results come', async () => {
    const {
      draws: [d1, d2, d3, d4],
      won,
    } = await tripleta('1-2-3')
    await bench.give(d4, animal('1'))
    await bench.give(d3, animal('2'))
    await bench.give(d1, animal('3'))
    expect([await states(won.serial), await at(won.serial)]).toEqual([[['ganadora', '100.00']], { draw_id: d4 }])
    await bench.give(d2, animal('1'))
    expect([await states(won.serial), await at(won.serial)]).toEqual([[['ganadora', '100.00']], { draw_id: d3 }])
    expect(await bench.look(won.serial)).toMatchObject({ state: 'ganador', prize: '100.00' })
  })

  it('follows the correction of a draw in the middle, and of another back', async () => {
    const {
      draws: [d1, d2, d3, d4],
      won,
    } = await tripleta('1-2-3')
    await bench.give(d1, animal('1'))
    await bench.give(d2, animal('2'))
    await bench.give(d3, animal('3'))
    await bench.correct(d2, animal('20'))
    expect([await states(won.serial), await at(won.serial)]).toEqual([[['pendiente', '0.00']], undefined])
    await bench.holds()
    await bench.give(d4, animal('2'))
    expect(await at(won.serial)).toEqual({ draw_id: d4 })
    await bench.correct(d2, animal('2'))
    expect([await states(won.serial), await at(won.serial)]).toEqual([[['ganadora', '100.00']], { draw_id: d3 }])
    await bench.correct(d4, animal('21'))
    expect([await states(won.serial), await at(won.serial)]).toEqual([[['ganadora', '100.00']], { draw_id: d3 }])
    await bench.correct(d3, animal('22'))
    expect(await states(won.serial)).toEqual([['perdedora', '0.00']])
    await bench.withdraw(d1)
    expect(await states(won.serial)).toEqual([['pendiente', '0.00']])
  })

  it('that was paid and no longer wins names its ticket, though the prize was another draw’s', async () => {
    const {
      draws: [d1, d2, d3],
      won,
    } = await tripleta('1-2-3', 3)
    for (const [draw, number] of [
      [d1, '1'],
      [d2, '2'],
      [d3, '3'],
    ] as const)
      await bench.give(draw, animal(number))
    expect(await bench.pay(won)).toBe('pagado')
    await expect(bench.withdraw(d1)).rejects.toMatchObject({
      code: 'result_paid',
      extra: { tickets: [{ serial: won.serial, office_name: 'Taquilla Uno', amount: '100.00', currency: 'BS' }] },
    })
    await expect(bench.correct(d1, animal('11'))).rejects.toMatchObject({ code: 'result_paid' })
    const owed = await bench.balance(bench.world.partner.taquilla1, 'premios_por_pagar')
    await bench.correct(d1, animal('11'), true)
    expect(await bench.balance(bench.world.partner.taquilla1, 'premios_por_pagar')).toBe(owed)
    expect(await bench.look(won.serial)).toMatchObject({
      state: 'pagado',
      prize: '100.00',
      lines: [{ state: 'perdedora', prize: '0.00' }],
    })
  })
})

describe('zones', () => {
  it('a draw of Panama and one of Caracas at the same instant close at the same instant', async () => {
    const { world } = bench
    const sunday = addDays(world.today, 14 - weekday(world.today))
    await world.run((tx) => ensureDraws(tx, sunday, sunday))
    const both = await world.db.rows<{
      id: number
      code: string
      scheduled_at: string
      closes_at: string
      day: string
    }>(sql`
      SELECT d.id, p.code, d.scheduled_at, d.closes_at, d.day FROM draws d JOIN products p ON p.id = d.product_id
      WHERE d.day = ${sunday}::date AND p.code IN ('PANAMA_DOMINICAL', 'LOTTO_ACTIVO')
        AND d.scheduled_at = (${sunday}::date + time '16:00') AT TIME ZONE 'America/Caracas'
      ORDER BY p.code`)
    expect(both.map(({ id: _, ...draw }) => draw)).toEqual(
      ['LOTTO_ACTIVO', 'PANAMA_DOMINICAL'].map((code) => ({
        code,
        scheduled_at: `${sunday}T20:00:00.000Z`,
        closes_at: `${sunday}T19:55:00.000Z`,
        day: sunday,
      })),
    )
    const lines = [bet(both[0]!.id, '5'), bet(both[1]!.id, '45', '2.00', 'TERMINAL_PA')]
    const move = (until: string) =>
      world.db.run(sql`
      UPDATE draws
      SET opens_at = now() - interval '5 hours', closes_at = now() + ${until}::interval,
        scheduled_at = now() + ${until}::interval + (scheduled_at - closes_at)
      WHERE id IN (${both[0]!.id}, ${both[1]!.id})`)
    await move('10 minutes')
    await bench.sell(lines)
    await move('-1 second')
    for (const one of lines) await expect(bench.sell([one])).rejects.toThrow(/draw_closed/)
    await world.db.run(sql`UPDATE draws SET day = ${world.today}::date WHERE id IN (${both[0]!.id}, ${both[1]!.id})`)
  })
})

describe('another result', () => {
  const draws4 = async () =>
    [
      ...(await bench.draws('GUACHARO_ACTIVO', 1)),
      ...(await bench.draws('LOTTO_ACTIVO', 2)),
      ...(await bench.draws('TRIPLE_ZULIA', 1)),
    ] as [number, number, number, number]
  const drawn = fc.record({
    animals: fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .map((codes) => codes.map(String)),
    triple: fc.tuple(
      fc.constantFrom('007', '070', '100'),
      fc.constantFrom('007', '070'),
      fc.constantFrom('007', '123'),
      fc.constantFrom('LEO', 'ARI'),
    ),
  })
  const sale = fc.record({
    as: fc.constantFrom('taquilla', 'vecina', 'lejana'),
    lines: fc.array(
      fc.record({
        kind: fc.integer({ min: 0, max: 5 }),
        number: fc.integer({ min: 0, max: 3 }),
        cents: fc.integer({ min: 1, max: 5_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })
  type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

  const numbersOf = (one: Drawn): Numbers[] => [...one.animals.map(animal), columns(...one.triple)]
  function lineOf(
    draws: readonly number[],
    { kind, number, cents }: { kind: number; number: number; cents: number },
  ): Line {
    const stake = (cents / 100).toFixed(2)
    const three = ['007', '070', '100', '123'][number]!
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return bet(draws[kind]!, String(number + 1), stake)
      case 3:
        return bet(draws[3]!, three, stake, 'TRIPLE_A')
      case 4:
        return bet(draws[3]!, `${three} LEO`, stake, 'ZODIACAL')
      default:
        return bet(draws[1]!, ['1-2-3', '1-2-4', '1-3-4', '2-3-4'][number]!, stake, 'TRIPLETA')
    }
  }

  it('is the same as if it had come first: corrected, or withdrawn and given anew', async () => {
    // The third draw of a tripleta is given before, alike in both.
    await bench.world.db.run(
      sql`UPDATE products SET settings = settings || '{"tripleta_draws": 3}' WHERE code = 'LOTTO_ACTIVO'`,
    )
    await fc.assert(
      fc.asyncProperty(
        drawn,
        drawn,
        order,
        order,
        fc.array(sale, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (wrong, right, first, second, sales, corrected) => {
          const draws = await draws4()
          const [more] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
          for (const { as, lines } of sales)
            await bench.sell(
              lines.map((line) => lineOf(draws, line)),
              as,
            )
          await bench.over(...draws, more)
          await bench.give(more, animal('4'))
          const [bad, good] = [numbersOf(wrong), numbersOf(right)]
          const expected = await imagine(bench.world, async (tx) => {
            for (const at of first) await giveIn(tx, draws[at]!, good[at]!)
          })
          for (const at of first) await bench.give(draws[at]!, bad[at]!)
          for (const at of second) {
            if (JSON.stringify(bad[at]) === JSON.stringify(good[at])) continue
            await bench.world.run(async (tx) => {
              if (corrected) await correctIn(tx, draws[at]!, good[at]!)
              else {
                await withdrawIn(tx, draws[at]!)
                await giveIn(tx, draws[at]!, good[at]!)
              }
            })
          }
          expect(await pictureOf(bench.world)).toEqual(expected)
          await bench.holds()
        },
      ),
      slowModelRuns(10),
    )
  }, 240_000)

  it('withdrawn leaves the banca as if there had never been one', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn,
        order,
        order,
        fc.array(sale, { minLength: 1, maxLength: 6 }),
        async (one, first, second, sales) => {
          const draws = await draws4()
          await bench.draws('LOTTO_ACTIVO', 1)
          for (const { as, lines } of sales)
            await bench.sell(
              lines.map((line) => lineOf(draws, line)),
              as,
            )
          await bench.over(...draws)
          const before = await pictureOf(bench.world)
          const numbers = numbersOf(one)
          for (const at of first) await bench.give(draws[at]!, numbers[at]!)
          for (const at of second) await bench.withdraw(draws[at]!)
          expect(await pictureOf(bench.world)).toEqual(before)
        },
      ),
      slowModelRuns(8),
    )
  }, 240_000)
})
