/**
 * Bets that are not placed on one draw at one price: tripletas over their range, wildcards that pay more, pollas that
 * only their own sale sells.
 */
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { betTypeId } from '../support/world.ts'
import { animal, line, openCounter, tripleta } from './sale-setup.ts'
import { addWildcard } from '../support/factories.ts'

const counter = openCounter(async (world) => {
  await world.db.run(sql`INSERT INTO partner_settings (partner_id, prize_days) VALUES (${world.partner.banca}, 3)`)
  await world.db.run(
    sql`UPDATE products SET settings = settings || '{"tripleta_draws": 4}' WHERE code = 'LOTTO_ACTIVO'`,
  )
})
const bet = (draw_id: number, number = '1-2-3', stake = '2.00') => line(draw_id, number, stake, tripleta)
const rangeOf = (serial: string) =>
  counter.world.db.rows<{ draw_id: number; line_n: number }>(sql`
  SELECT r.draw_id, r.line_n
  FROM tickets t
  JOIN line_draws r ON r.day = t.day AND r.ticket_id = t.id
  JOIN draws d ON d.id = r.draw_id
  WHERE t.serial = ${serial}
  ORDER BY r.line_n, d.scheduled_at`)
/** Draws of earlier tests are over. */
afterEach(() =>
  counter.world.db.run(sql`
  UPDATE draws
  SET scheduled_at = scheduled_at - interval '40 days', closes_at = closes_at - interval '40 days',
    opens_at = opens_at - interval '40 days'
  WHERE scheduled_at > now()`),
)

describe('a tripleta', () => {
  it('plays in its draw and the next ones of the product, closes with the first and is good for days after the last', async () => {
    const product = 'LOTTO_ACTIVO'
    const [d1, d2, d3, d4, d5] = await counter.draws(product, 5)
    const other = await counter.world.draw('LA_GRANJITA')
    await counter.world.db.run(sql`UPDATE draws SET day = day + 2 WHERE id = ${d4}`)
    const ticket = await counter.sell([
      bet(d1!, '30-1-5'),
      bet(d1!, '5-30-1', '1.00'),
      line(d1!, '7'),
      line(other, '7'),
    ])
    expect(
      ticket.lines.map(({ number, stake, symbol_names, multiplier, draws, draws_done }) => ({
        number,
        stake,
        symbol_names,
        multiplier,
        draws,
        draws_done,
      })),
    ).toEqual([
      {
        number: '1-5-30',
        stake: '3.00',
        symbol_names: ['Carnero', 'León', 'Caimán'],
        multiplier: '50.00',
        draws: 4,
        draws_done: 0,
      },
      { number: '7', stake: '10.00', symbol_names: ['Perico'], multiplier: '30.00', draws: 1, draws_done: 0 },
      { number: '7', stake: '10.00', symbol_names: ['Perico'], multiplier: '30.00', draws: 1, draws_done: 0 },
    ])
    expect(ticket.lines[0]!.last_at).not.toBeNull()
    expect(ticket.expires_on).toBe(addDays(counter.world.today, 5))
    expect(await rangeOf(ticket.serial)).toEqual([d1, d2, d3, d4].map((draw_id) => ({ draw_id, line_n: 1 })))
    expect(
      await counter.world.db.one(
        sql`
          SELECT t.first_close_at = date_trunc('milliseconds', d.closes_at) AS same
          FROM tickets t, draws d
          WHERE t.serial = ${ticket.serial} AND d.id = ${d1}`,
      ),
    ).toEqual({ same: true })
    await counter.world.closeDraw(d1!)
    expect((await counter.ask([bet(d1!)])).problem.code).toBe('draw_closed')
    expect(d5).toBeDefined()
  })

  it('wins where its three came, counts its quota in the first draw, and loses when none is left to come', async () => {
    const product = counter.world.product('LOTTO_ACTIVO')
    const [d1, d2, d3, d4] = await counter.draws('LOTTO_ACTIVO', 4)
    await counter.world.db.run(
      sql`
        INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
        VALUES (${counter.world.partner.sur}, ${product}, ${tripleta}, 'BS', 5)`,
    )
    const [wins, loses] = [await counter.sell([bet(d1!, '3-1-2')]), await counter.sell([bet(d1!, '1-2-9')], 'lejana')]
    expect((await counter.ask([bet(d1!, '2-3-1', '3.01')], 'vecina')).problem).toMatchObject({
      code: 'quota_exceeded',
      errors: [{ extra: { available: '3.00' } }],
    })
    await counter.world.db.run(sql`DELETE FROM regular_quotas`)
    await counter.prize(d1!, '2')
    await counter.prize(d2!, '3')
    expect((await counter.look(wins.serial)).lines[0]).toMatchObject({
      state: 'pendiente',
      draws: 4,
      draws_done: 2,
      result: '2 Toro, 3 Ciempiés',
    })
    await counter.prize(d3!, '1')
    expect(await counter.look(wins.serial)).toMatchObject({ state: 'ganador', prize: '100.00' })
    expect((await counter.pay(wins)).body.state).toBe('pagado')
    await counter.prize(d4!, '7')
    expect((await counter.look(loses.serial, 'lejana')).state).toBe('perdedor')
  })

  it('is refused where not enough draws are ahead, with three that are not three, and repeated in another order', async () => {
    const draws = await counter.draws('LOTTO_ACTIVO', 4)
    expect((await counter.ask([line(draws[1]!, '5'), bet(draws[1]!)])).problem).toMatchObject({
      code: 'tripleta_draws_missing',
      errors: [{ path: 'lines.1.draw_id', extra: { available: 3 } }],
    })
    for (const number of ['1-2', '1-2-2', '1-2-3-4', '1-2-99', '1--2', '-'])
      expect((await counter.ask([bet(draws[0]!, number)])).problem.code).toBe('number_invalid')
    expect((await counter.ask([bet(await counter.world.draw('GUACHARO_ACTIVO'))])).problem.code).toBe(
      'bet_type_not_offered',
    )
    await counter.sell([bet(draws[0]!, '7-8-9')])
    const again = await counter.app.call(
      tickets.sell,
      { body: { currency: 'BS', lines: [bet(draws[0]!, '9-8-7')] } },
      { as: 'taquilla' },
    )
    expect(again.problem.code).toBe('ticket_repeated')
  })

  it('leaves suspended draws out of its range, and gives everything back when annulled', async () => {
    const [d1, d2, d3, d4, d5] = await counter.draws('LOTTO_ACTIVO', 5)
    await counter.app.call(
      suspendedDraws.create,
      { body: { draw_id: d2!, mode: 'mantener', reason: 'Falla eléctrica' } },
      { as: 'banca' },
    )
    const ticket = await counter.sell([bet(d1!)])
    expect((await rangeOf(ticket.serial)).map((row) => row.draw_id)).toEqual([d1, d3, d4, d5])
    expect(
      (await counter.app.call(tickets.annul, { params: { serial: ticket.serial }, body: {} }, { as: 'taquilla' })).body
        .state,
    ).toBe('anulado')
    await counter.prize(d1!, '1')
    expect((await counter.look(ticket.serial)).lines[0]!.state).toBe('anulada')
  })
})

describe('a wildcard', () => {
  it("replaces the multiplier where it is larger, on its days; Panama's first prize follows", async () => {
    const { world } = counter
    const [product, panama] = [world.product('LOTTO_ACTIVO'), world.product('PANAMA_DOMINICAL')]
    const draw = await world.draw('LOTTO_ACTIVO')
    const terminal = betTypeId('TERMINAL_PA')
    for (const wildcard of [
      { product_id: product, bet_type_id: animal, number: '5', multiplier: 40 },
      { product_id: product, bet_type_id: animal, number: '6', multiplier: 20 },
      { product_id: product, bet_type_id: animal, number: '7', multiplier: 60, from_day: addDays(world.today, 1) },
      { product_id: product, bet_type_id: animal, number: '8', multiplier: 45.5, to_day: world.today },
      { product_id: panama, bet_type_id: terminal, number: '45', multiplier: 60 },
    ])
      await addWildcard(world.db, wildcard)
    await world.db.run(
      sql`
        INSERT INTO partner_multipliers
        VALUES (${world.partner.agencia1}, ${product}, ${animal}, 42), (${world.partner.norte}, ${panama}, ${terminal}, 50)`,
    )
    const multipliers = async (as: string) =>
      (
        await counter.sell(
          ['5', '6', '7', '8'].map((number) => line(draw, number, '1.00')),
          as,
        )
      ).lines.map((one) => one.multiplier)
    expect([await multipliers('taquilla'), await multipliers('lejana')]).toEqual([
      ['42.00', '42.00', '42.00', '45.50'],
      ['40.00', '30.00', '30.00', '45.50'],
    ])
    const dominical = await world.draw('PANAMA_DOMINICAL')
    const sold = await counter.sell([line(dominical, '45', '1.00', terminal), line(dominical, '46', '1.00', terminal)])
    expect(
      (
        await world.db.rows<{ place_multipliers: string[] }>(
          sql`
            SELECT l.place_multipliers::text[] AS place_multipliers
            FROM tickets t
            JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
            WHERE t.serial = ${sold.serial}
            ORDER BY l.n`,
        )
      ).map((row) => row.place_multipliers),
    ).toEqual([
      ['60.00', '12.00', '8.00'],
      ['50.00', '12.00', '8.00'],
    ])
    await world.db.run(sql`DELETE FROM partner_multipliers`)
    await world.db.run(sql`DELETE FROM product_wildcards`)
    expect(await multipliers('taquilla')).toEqual(['30.00', '30.00', '30.00', '30.00'])
    await counter.prize(draw, '8')
  })
})

describe('a polla', () => {
  it('is not sold by the general sale, and its own sale sells nothing else', async () => {
    const { world } = counter
    await world.db.run(
      sql`UPDATE products SET settings = settings || '{"polla": {"symbols": 3, "price": {"BS": "50.00"}}}' WHERE code = 'MICRO_POLLA'`,
    )
    const [round, draw] = [await world.draw('MICRO_POLLA'), await world.draw('LOTTO_ACTIVO')]
    const polla = line(round, '9-1-5', '50.00', betTypeId('POLLA'))
    expect((await counter.ask([polla])).problem).toMatchObject({
      code: 'bet_type_not_offered',
      errors: [{ path: 'lines.0.bet_type_id' }],
    })
    const own = (lines: ReturnType<typeof line>[], currency: 'BS' | 'USD' = 'BS') =>
      world.run((tx) =>
        sell(tx, {
          office_id: world.partner.taquilla1,
          seller_id: world.user['polla']!,
          currency,
          lines,
          confirm_repeated: true,
          polla: true,
          at: new Date(),
          day: world.today,
        }),
      )
    for (const [lines, code, path] of [
      [[line(draw, '5')], 'bet_type_not_offered', 'lines.0.bet_type_id'],
      [[polla, polla], 'ticket_too_long', 'lines'],
      [[{ ...polla, stake: '49.99' }], 'polla_price', 'lines.0.stake'],
      [[{ ...polla, number: '1-5' }], 'polla_symbols', 'lines.0.number'],
      [[{ ...polla, number: '1-1-5' }], 'number_invalid', 'lines.0.number'],
      [[{ ...polla, number: '1-5-77' }], 'number_invalid', 'lines.0.number'],
    ] as const)
      await expect(own([...lines])).rejects.toMatchObject({ code, errors: [{ path }] })
    await expect(own([polla], 'USD')).rejects.toMatchObject({ code: 'currency_not_sold' })
    const { serial } = await own([polla])
    expect((await counter.look(serial)).lines).toMatchObject([
      { number: '1-5-9', multiplier: '1.00', symbol_names: ['Carnero', 'León', 'Águila'] },
    ])
  })
})
