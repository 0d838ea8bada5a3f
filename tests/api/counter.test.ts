/** The counter before it sells: its catalogue is what its office may sell; a quote says what the sale then does, and takes nothing. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { counter as calls } from '../../contract/counter.ts'
import { addDays } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { addProduct } from '../support/factories.ts'
import { betTypeId } from '../support/world.ts'
import { animal, figures, line, openCounter, tripleta } from './sale-setup.ts'

type Line = ReturnType<typeof line>

const counter = openCounter()
const quoteOf = (lines: readonly Line[], as = 'taquilla', more: object = {}) =>
  counter.app.call(calls.quote, { body: { currency: 'BS', lines: [...lines], ...more } }, { as })
async function quote(...asked: Parameters<typeof quoteOf>) {
  const reply = await quoteOf(...asked)
  expect([reply.status, reply.status === 200 ? null : reply.problem]).toEqual([200, null])
  return reply.body
}
const catalogue = async (as = 'taquilla', office_id?: number) => {
  const query = office_id === undefined ? {} : { office_id }
  const reply = await counter.app.call(calls.catalogue, { query }, { as })
  expect([reply.status, reply.status === 200 ? null : reply.problem]).toEqual([200, null])
  return reply.body
}
/** Of the animals of a draw one comes out; each tripleta may win. In cents, by lines that may repeat a number. */
function mostOf(told: readonly (readonly [Line, string])[]): string {
  const won: Record<string, Record<string, bigint>> = {}
  for (const [{ draw_id, bet_type_id, number }, prize] of told) {
    const of = (won[bet_type_id === tripleta ? `${draw_id} ${number}` : String(draw_id)] ??= {})
    of[number] = (of[number] ?? 0n) + toCents(prize)
  }
  return fromCents(
    Object.values(won).reduce(
      (sum, of) => sum + Object.values(of).reduce((most, one) => (one > most ? one : most)),
      0n,
    ),
  )
}
const codes = (faults: readonly { code: string }[]) => faults.map(({ code }) => code)
const run = (query: Parameters<typeof counter.world.db.run>[0]) => counter.world.db.run(query)
const limit = (partner: 'norte' | 'agencia1', amount: string, product = 'LOTTO_ACTIVO') =>
  run(sql`
    INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
    VALUES (${counter.world.partner[partner]}, ${counter.world.product(product)}, ${animal}, 'BS', ${amount})`)
const prepay = (left: string) =>
  run(sql`
  INSERT INTO prepaid_agencies (partner_id, currency, available) VALUES (${counter.world.partner.agencia1}, 'BS', ${left})`)

/** Each test sets what it needs. */
afterEach(async () => {
  for (const table of ['regular_quotas', 'top_quotas', 'blocked_numbers', 'partner_limits', 'partner_settings'])
    await run(sql`DELETE FROM ${sql.raw(table)}`)
})

describe('the catalogue', () => {
  it('has what its office sells: bets as it pays them, symbols, keys, and the draws of today and those sold ahead', async () => {
    const { world } = counter
    const [lotto, granjita] = [world.product('LOTTO_ACTIVO'), world.product('LA_GRANJITA')]
    const draw = await world.draw('LOTTO_ACTIVO')
    const [ahead, later] = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
    await run(sql`UPDATE draws SET day = ${world.today}::date + 1 WHERE id IN (${ahead}, ${later})`)
    await run(sql`UPDATE draws SET opens_at = now() + interval '1 minute' WHERE id = ${later}`)
    await run(sql`INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
      VALUES (${world.partner.agencia1}, ${lotto}, ${animal}, 35)`)
    await run(
      sql`INSERT INTO partner_products (partner_id, product_id, enabled) VALUES (${world.partner.agencia1}, ${granjita}, false)`,
    )
    const found = await catalogue()
    expect(found.office).toMatchObject({ id: world.partner.taquilla1, max_lines: 60, annul_minutes: 5 })
    expect(found.offices.map(({ id }) => id)).toEqual([world.partner.taquilla1])
    expect(found.today).toBe(world.today)
    const ids = found.products.map(({ id }) => id)
    expect([ids.includes(lotto), ids.includes(granjita)]).toEqual([true, false])
    expect(found.products.map(({ kind }) => kind)).not.toContain('polla')
    const product = found.products.find(({ id }) => id === lotto)!
    expect(product).toMatchObject({ code: 'LOTTO_ACTIVO', kind: 'animalitos', tripleta_draws: 11 })
    expect(product.bet_types[0]).toEqual({
      id: animal,
      name: 'Animalito',
      kind: 'animalito',
      place: '',
      multiplier: '35.00',
    })
    expect(product.symbols.slice(0, 2).map(({ code }) => code)).toEqual(['0', '00'])
    expect(new Set(found.products.map(({ counter_key }) => counter_key)).size).toBe(found.products.length)
    const drawn = found.draws.map(({ id }) => id)
    expect([draw, ahead, later].map((one) => drawn.includes(one))).toEqual([true, true, false])
    expect(found.draws.find(({ id }) => id === draw)).toMatchObject({ product_id: lotto, state: 'abierto', result: [] })
    // Another branch pays as the product says, and sells it.
    const other = await catalogue('lejana')
    expect(other.products.find(({ id }) => id === lotto)!.bet_types[0]!.multiplier).toBe('30.00')
    expect(other.products.map(({ id }) => id)).toContain(granjita)
    await run(sql`DELETE FROM partner_multipliers`)
    await run(sql`DELETE FROM partner_products`)
    await run(sql`UPDATE products SET status = 'inactivo' WHERE id = ${lotto}`)
    const without = await catalogue()
    expect([
      ...without.products.map(({ id }) => id),
      ...without.draws.map(({ product_id }) => product_id),
    ]).not.toContain(lotto)
    await run(sql`UPDATE products SET status = 'activo' WHERE id = ${lotto}`)
    await counter.prize(draw, '23')
    expect((await catalogue()).draws.find(({ id }) => id === draw)).toMatchObject({
      state: 'premiado',
      result: [{ place: '', number: '23', sign: null }],
    })
  })

  it('says what may be staked in each currency, and its keys', async () => {
    await run(sql`INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
      VALUES (${counter.world.partner.agencia1}, 'BS', 2, 30, 500)`)
    const { limits } = await catalogue()
    expect(limits.find(({ currency }) => currency === 'BS')).toEqual({
      currency: 'BS',
      min_stake: '2.00',
      max_stake: '30.00',
      max_ticket: '500.00',
      client_from: null,
      quick_amounts: ['2.00', '4.00', '10.00', '20.00'],
    })
    expect(limits.find(({ currency }) => currency === 'USD')).toMatchObject({
      min_stake: null,
      quick_amounts: ['1.00', '2.00', '5.00', '10.00', '20.00'],
    })
  })

  it('is of the first office of who has several, or of the one that is named', async () => {
    const { partner } = counter.world
    const found = await catalogue('agencia')
    expect(found.offices.length).toBeGreaterThan(1)
    expect(found.office.id).toBe(found.offices[0]!.id)
    const last = found.offices.at(-1)!
    expect((await catalogue('agencia', last.id)).office).toMatchObject(last)
    const foreign = await counter.app.call(
      calls.catalogue,
      { query: { office_id: partner.taquilla3 } },
      { as: 'agencia' },
    )
    expect(foreign.problem.code).toBe('not_found')
  })

  it('gives a product the least key that is free, which stays its own', async () => {
    const { db } = counter.world
    const keys = () =>
      db.rows<{ id: number; key: number }>(sql`SELECT id, counter_key AS key FROM products ORDER BY id`)
    const before = await keys()
    expect(before.map(({ key }) => key).sort((left, right) => left - right)).toEqual(before.map((_, at) => at + 1))
    const make = (code: string) => addProduct(db, { code, kind: 'animalitos', multipliers: { [animal]: 30 } })
    const [first, second] = [await make('TECLA_UNO'), await make('TECLA_DOS')]
    const keyOf = async (id: number) => (await keys()).find((one) => one.id === id)?.key
    expect([await keyOf(first), await keyOf(second)]).toEqual([before.length + 1, before.length + 2])
    for (const table of ['product_bet_types', 'product_symbols'])
      await run(sql`DELETE FROM ${sql.raw(table)} WHERE product_id = ${first}`)
    await run(sql`DELETE FROM products WHERE id = ${first}`)
    const third = await make('TECLA_TRES')
    expect([await keyOf(second), await keyOf(third)]).toEqual([before.length + 2, before.length + 1])
    await run(sql`UPDATE products SET status = 'inactivo' WHERE code LIKE 'TECLA%'`)
  })
})

describe('a quote', () => {
  it('of a sound ticket has no fault: its total, what it can win and what is left of each number', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await limit('norte', '100.00')
    await counter.sell([line(draw, '7', '40.00')], 'vecina')
    expect(await quote([line(draw, '7', '10.00'), line(draw, '8', '0.50')])).toEqual({
      total: '10.50',
      // Of two animals one comes out.
      prize: '300.00',
      faults: [],
      lines: [
        { faults: [], left: '60.00', prize: '300.00' },
        { faults: [], left: '100.00', prize: '15.00' },
      ],
    })
    await run(sql`DELETE FROM regular_quotas`)
    expect((await quote([line(draw, '7')])).lines[0]!.left).toBeNull()
    // Another draw's comes out besides.
    const next = await counter.world.draw('LOTTO_ACTIVO')
    const both = [line(draw, '7', '10.00'), line(draw, '8', '12.00'), line(next, '8', '0.50')]
    expect((await quote(both)).prize).toBe('375.00')
  })

  it('says all at once: what each line breaks, what it has no room for, and what the ticket is too large for', async () => {
    const [open, closed] = await counter.draws('LOTTO_ACTIVO', 2)
    await counter.world.closeDraw(closed!)
    await limit('norte', '20.00')
    await run(sql`INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
      VALUES (${counter.world.partner.banca}, 'BS', 2, 30, 50)`)
    await run(sql`INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number)
      VALUES (${counter.world.partner.norte}, ${counter.world.product('LOTTO_ACTIVO')}, ${animal}, '13')`)
    const asked = [
      line(open!, '5', '1.00'),
      line(open!, '99'),
      line(closed!, '7'),
      line(99_999_999, '8'),
      line(open!, '8', '3.00', betTypeId('TRIPLE_A')),
      line(open!, '13', '5.00'),
      line(open!, '9', '12.00'),
      line(open!, '9', '12.00'),
      line(open!, '10', '2.00'),
    ]
    const told = await quote(asked)
    expect(told.lines.map(({ faults, left }) => [codes(faults)[0], faults[0]?.field, left])).toEqual([
      ['stake_too_small', 'stake', '20.00'],
      ['number_invalid', 'number', '20.00'],
      ['draw_closed', 'draw_id', '20.00'],
      ['draw_unknown', 'draw_id', null],
      ['bet_type_not_offered', 'bet_type_id', null],
      ['number_blocked', 'number', '20.00'],
      ['quota_exceeded', 'stake', '20.00'],
      ['quota_exceeded', 'stake', '20.00'],
      [undefined, undefined, '20.00'],
    ])
    expect([codes(told.faults), told.total, told.prize]).toEqual([['ticket_too_large'], '65.00', '60.00'])
    // The sale that would be refused is told the same, in one answer.
    const refused = await counter.ask(asked)
    expect(refused.problem.code).toBe('sale_refused')
    expect(refused.problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ...told.lines.flatMap(({ faults }, at) => faults.map(({ field, code }) => [`lines.${at}.${field}`, code])),
      ['lines', 'ticket_too_large'],
    ])
  })

  it('says what office, device, currency and number of lines have against it, and the lines beside it', async () => {
    const { partner } = counter.world
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await run(sql`INSERT INTO partner_settings (partner_id, max_lines) VALUES (${partner.banca}, 1)`)
    await run(sql`UPDATE ticket_offices SET device_id = 'equipo-1' WHERE partner_id = ${partner.taquilla1}`)
    await run(sql`UPDATE partners SET currencies = '{USD}' WHERE id = ${partner.taquilla1}`)
    const told = await quote([line(draw, '5'), line(draw, '99')])
    expect(codes(told.faults)).toEqual(['device_not_bound', 'currency_not_sold', 'ticket_too_long'])
    expect(told.lines.map(({ faults }) => codes(faults))).toEqual([[], ['number_invalid']])
    expect(codes((await quote([], 'taquilla', { device_id: 'equipo-1' })).faults)).toEqual([
      'currency_not_sold',
      'ticket_empty',
    ])
    await run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${partner.taquilla1}`)
    await run(sql`UPDATE ticket_offices SET device_id = NULL WHERE partner_id = ${partner.taquilla1}`)
    // Its administrator quotes for an office that was switched off.
    await run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${partner.taquilla1}`)
    const off = await quote([line(draw, '5')], 'agencia', { office_id: partner.taquilla1 })
    expect(off.faults).toEqual([{ code: 'office_inactive', field: '', message: expect.stringMatching(/inactivo/) }])
    await run(sql`UPDATE partners SET status = 'activo' WHERE id = ${partner.taquilla1}`)
    counter.app.signInAnew('taquilla')
  })

  it('finds too few draws for a tripleta, and a polla is none of its bets', async () => {
    const draws = await counter.draws('LOTTO_ACTIVO', 2)
    const told = await quote([line(draws[1]!, '1-2-3', '2.00', tripleta), line(draws[1]!, '3-2-1', '1.00', tripleta)])
    expect(told.lines.map(({ faults }) => codes(faults))).toEqual([
      ['tripleta_draws_missing'],
      ['tripleta_draws_missing'],
    ])
    expect(told.prize).toBe('0.00')
    expect(codes((await quote([line(draws[0]!, '1', '2.00', betTypeId('POLLA'))])).lines[0]!.faults)).toEqual([
      'bet_type_not_offered',
    ])
  })

  it('takes nothing and writes nothing, and is for an office of the caller', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const before = await figures(counter.world)
    const rows = () =>
      counter.world.db.one(
        sql`SELECT (SELECT count(*) FROM tickets) AS tickets, (SELECT count(*) FROM audit_log) AS audited`,
      )
    const written = await rows()
    await quote([line(draw, '7'), line(draw, '8')])
    expect([await figures(counter.world), await rows()]).toEqual([before, written])
    const other = await quoteOf([line(draw, '7')], 'taquilla', { office_id: counter.world.partner.taquilla3 })
    expect(other.problem.code).toBe('not_found')
    const unnamed = await quoteOf([line(draw, '7')], 'agencia')
    expect([unnamed.status, unnamed.problem.errors?.[0]?.path]).toEqual([400, 'office_id'])
  })

  it('says what a prepaid agency has too little left for', async () => {
    const { partner } = counter.world
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await run(sql`UPDATE partners SET prepaid = true WHERE id = ${partner.agencia1}`)
    await prepay('5.00')
    expect((await quote([line(draw, '7', '5.00')])).faults).toEqual([])
    expect(codes((await quote([line(draw, '7', '5.01')])).faults)).toEqual(['prepaid_short'])
    await run(sql`DELETE FROM prepaid_agencies`)
    await run(sql`UPDATE partners SET prepaid = false WHERE id = ${partner.agencia1}`)
  })
})

describe('a ticket that was sold', () => {
  it('says of each line which product, bet and column it was, so that it can be played again', async () => {
    const { world } = counter
    const [animals, triples] = [await world.draw('LOTTO_ACTIVO'), await world.draw('TRIPLE_ZULIA')]
    const ticket = await counter.sell([line(animals, '7'), line(triples, '253', '10.00', betTypeId('TRIPLE_B'))])
    expect(ticket.lines.map(({ product_id, bet_kind, place }) => [product_id, bet_kind, place])).toEqual([
      [world.product('LOTTO_ACTIVO'), 'animalito', ''],
      [world.product('TRIPLE_ZULIA'), 'triple', 'B'],
    ])
  })
})

describe('what the office sold', () => {
  const list = async (query: object, as = 'taquilla') => {
    const reply = await counter.app.call(calls.tickets, { query }, { as })
    expect([reply.status, reply.status === 200 ? null : reply.problem]).toEqual([200, null])
    return reply.body.data
  }

  it('is of today where no day is asked, found by its serial, and of its own offices', async () => {
    const { partner, today } = counter.world
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const own = await counter.sell([line(draw, '7', '3.00'), line(draw, '8', '4.00')])
    const beside = await counter.sell([line(draw, '7')], 'vecina')
    const far = await counter.sell([line(draw, '7')], 'lejana')
    const serials = async (query: object, as?: string) =>
      (await list({ per_page: 500, ...query }, as)).map(({ serial }) => serial)
    const shown = (seen: readonly string[]) => [own, beside, far].map(({ serial }) => seen.includes(serial))
    expect((await list({ q: own.serial.slice(0, 8).toLowerCase() }))[0]).toMatchObject({
      id: own.id,
      serial: own.serial,
      state: 'vendido',
      lines: 2,
      currency: 'BS',
      total: '7.00',
      refund_due: '0.00',
      seller_name: own.seller_name,
      office_name: own.office_name,
    })
    expect(shown(await serials({}))).toEqual([true, false, false])
    expect(shown(await serials({}, 'agencia'))).toEqual([true, true, false])
    expect(shown(await serials({ office_id: partner.taquilla2 }, 'agencia'))).toEqual([false, true, false])
    const yesterday = addDays(today, -1)
    expect(shown(await serials({ from: yesterday, to: yesterday }))).toEqual([false, false, false])
    await run(sql`UPDATE tickets SET state = 'perdedor' WHERE serial = ${own.serial}`)
    expect(shown(await serials({ state: 'vendido' }))).toEqual([false, false, false])
    await run(sql`UPDATE tickets SET state = 'vendido' WHERE serial = ${own.serial}`)
    const file = await counter.app.call(calls.ticketsExport, { query: { format: 'csv' } }, { as: 'taquilla' })
    expect([file.raw.includes(own.serial), file.raw.includes(beside.serial)]).toEqual([true, false])
  })

  it('of an office out of reach is not told, as a list or a file', async () => {
    const query = { office_id: counter.world.partner.taquilla3 }
    for (const call of [calls.tickets, calls.ticketsExport]) {
      const reply = await counter.app.call(call, { query } as never, { as: 'agencia' })
      expect(reply.problem.code).toBe('not_found')
    }
  })
})

describe('a quote and the sale behind it', () => {
  it('agree on any ticket: what has no fault is sold, what has one is refused with the same', async () => {
    const [first, second, closed] = await counter.draws('LOTTO_ACTIVO', 3)
    await counter.world.closeDraw(closed!)
    await limit('norte', '60.00')
    await run(sql`INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
      VALUES (${counter.world.partner.banca}, 'BS', 2, 40, 70)`)
    await run(sql`INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number)
      VALUES (${counter.world.partner.norte}, ${counter.world.product('LOTTO_ACTIVO')}, ${animal}, '13')`)
    const played = fc.record({
      draw_id: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(first!, second!) },
        { weight: 1, arbitrary: fc.constantFrom(closed!, 99_999_999) },
      ),
      bet_type_id: fc.oneof(
        { weight: 20, arbitrary: fc.constant<number>(animal) },
        { weight: 1, arbitrary: fc.constantFrom(betTypeId('TRIPLE_A'), tripleta, 9_999) },
      ),
      number: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom('0', '00', '5', '7') },
        { weight: 1, arbitrary: fc.constantFrom('13', '99', '1-2-3') },
      ),
      stake: fc.constantFrom('1.00', '2.00', '7.50', '20.00', '40.00', '40.01'),
    })
    const outcomes = { sold: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(played, { minLength: 1, maxLength: 5 }), async (lines) => {
        const told = await quote(lines)
        const sold = await counter.ask(lines)
        const faults = told.lines.flatMap((one, at) =>
          one.faults.map(({ field, code, message }) => ({ path: `lines.${at}.${field}`, code, message })),
        )
        const against = [...faults, ...told.faults.map(({ field, ...one }) => ({ path: field, ...one }))]
        expect(sold.status).toBe(against.length === 0 ? 201 : 422)
        if (sold.status === 201) {
          outcomes.sold++
          expect(sold.body.total).toBe(told.total)
          expect(told.prize).toBe(mostOf(told.lines.map(({ prize }, at) => [lines[at]!, prize])))
          return
        }
        outcomes.refused++
        const byPath = (one: { path: string; code?: string | undefined }) => `${one.path} ${one.code}`
        const errors = sold.problem.errors!.map(({ path, code, message }) => ({ path, code, message }))
        expect(errors.map(byPath).sort()).toEqual(against.map(byPath).sort())
        expect(new Set(errors.map((one) => one.message))).toEqual(new Set(against.map((one) => one.message)))
      }),
      { numRuns: 120 },
    )
    expect(Math.min(outcomes.sold, outcomes.refused)).toBeGreaterThan(5)
  })

  it.each([
    ['its quota is gone', (draw: number) => counter.sell([line(draw, '7', '55.00')], 'vecina'), 'quota_exceeded'],
    [
      'its number was blocked',
      () =>
        run(sql`INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number)
          VALUES (${counter.world.partner.norte}, ${counter.world.product('LOTTO_ACTIVO')}, ${animal}, '7')`),
      'number_blocked',
    ],
    ['its draw closed', (draw: number) => counter.world.closeDraw(draw), 'draw_closed'],
  ])('a ticket that was sound is refused where meanwhile %s', async (_, meanwhile, code) => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await limit('norte', '60.00')
    const asked = [line(draw, '7', '10.00'), line(draw, '8', '10.00')]
    const told = await quote(asked)
    expect([...told.faults, ...told.lines.flatMap(({ faults }) => faults)]).toEqual([])
    await meanwhile(draw)
    const before = await figures(counter.world)
    expect((await counter.ask(asked)).problem.code).toBe(code)
    expect(await figures(counter.world)).toEqual(before)
  })
})
