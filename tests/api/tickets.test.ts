/** The game end to end by its rules: sale, annulment, award, payment, and the books after each. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { award } from '../../server/rules/award/award.ts'
import { tickets } from '../../contract/tickets.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  await world.db.run(
    sql`INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines) VALUES (${world.partner.banca}, 5, 3, 10)`,
  )
  await world.db.run(
    sql`
      INSERT INTO partner_limits (partner_id, currency, min_stake, max_stake, max_ticket)
      VALUES (${world.partner.banca}, 'BS', 1, 5000, 9000)`,
  )
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})
afterEach(() => expectBooksHold(world.db))

const animal = betTypeId('ANIMALITO')
const line = (draw_id: number, number: string, stake = '10.00', bet_type_id = animal) => ({
  draw_id,
  bet_type_id,
  number,
  stake,
})
const sale = (lines: ReturnType<typeof line>[], more: object = {}) => ({
  body: { currency: 'BS' as const, lines, ...more },
})
const result = (number: string, place = '', sign: string | null = null) => [{ place, number, sign }]
const prize = (draw_id: number, numbers: ReturnType<typeof result>) =>
  world.run((tx) =>
    award(tx, { draw_id, numbers, entered_by: null, confirmed_by: null, source: 'prueba', at: new Date() }),
  )

async function sell(lines: ReturnType<typeof line>[], as = 'taquilla') {
  const reply = await app.call(tickets.sell, sale(lines, { confirm_repeated: true }), { as })
  expect(reply.problem).not.toHaveProperty('code', expect.stringMatching(/_/))
  expect(reply.status).toBe(201)
  return reply.body
}

describe('sale', () => {
  it('sells, merges equal lines, freezes the multiplier and answers serial and code', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const ticket = await sell([line(draw, '0', '10.00'), line(draw, '00', '5.50'), line(draw, '0', '2.50')])
    expect(ticket.total).toBe('18.00')
    expect(ticket.lines.map(({ number, stake, multiplier }) => [number, stake, multiplier])).toEqual([
      ['0', '12.50', '30.00'],
      ['00', '5.50', '30.00'],
    ])
    expect(ticket.serial).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(ticket.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
    expect(ticket.actions).toEqual(['annul', 'reprint'])
  })

  it.each([
    ['an unknown draw', () => [line(99_999_999, '5')], 'draw_unknown', 'lines.0.draw_id'],
    ['a number that is no animal', (draw: number) => [line(draw, '37')], 'number_invalid', 'lines.0.number'],
    [
      'a triple on an animal product',
      (draw: number) => [line(draw, '123', '10.00', betTypeId('TRIPLE_A'))],
      'bet_type_not_offered',
      'lines.0.bet_type_id',
    ],
    ['less than the minimum', (draw: number) => [line(draw, '5', '0.50')], 'stake_too_small', 'lines.0.stake'],
    ['more than the maximum', (draw: number) => [line(draw, '5', '5000.01')], 'stake_too_large', 'lines.0.stake'],
    [
      'more than a ticket may hold',
      (draw: number) => [line(draw, '5', '5000.00'), line(draw, '6', '4000.01')],
      'ticket_too_large',
      'lines',
    ],
    ['no lines', () => [], 'ticket_empty', 'lines'],
    [
      'too many lines',
      (draw: number) => Array.from({ length: 11 }, (_, at) => line(draw, String(at + 1))),
      'ticket_too_long',
      'lines',
    ],
    ['a negative amount', (draw: number) => [line(draw, '5', '-3.00')], 'invalid', 'lines.0.stake'],
    ['an amount with three decimals', (draw: number) => [line(draw, '5', '3.001')], 'invalid', 'lines.0.stake'],
    [
      'a currency of its own on a line',
      (draw: number) => [{ ...line(draw, '5'), currency: 'USD' }],
      'invalid',
      'lines.0.currency',
    ],
    ['a range of numbers', (draw: number) => [{ ...line(draw, '5'), number_to: '9' }], 'invalid', 'lines.0.number_to'],
    ['a huge amount', (draw: number) => [line(draw, '5', '9'.repeat(30))], 'invalid', 'lines.0.stake'],
  ])('refuses %s', async (_, lines, code, path) => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const before = await world.db.one(sql`SELECT count(*) AS n FROM tickets`)
    const reply = await app.call(tickets.sell, sale(lines(draw)), { as: 'taquilla' })
    expect(reply.problem).toMatchObject({ code, errors: expect.arrayContaining([expect.objectContaining({ path })]) })
    expect(reply.problem.detail).toMatch(/^[A-ZÁÉÍÓÚ«].*\.$/)
    expect(await world.db.one(sql`SELECT count(*) AS n FROM tickets`)).toEqual(before)
  })

  it('refuses cents of a currency that has none', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const body = { currency: 'COP' as const, lines: [line(draw, '5', '100.50')] }
    const reply = await app.call(tickets.sell, { body }, { as: 'taquilla' })
    expect(reply.problem.errors).toMatchObject([{ path: 'lines.0.stake', code: 'stake_without_cents' }])
  })

  it('refuses a closed draw and a blocked number', async () => {
    const [open, closed] = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
    await world.closeDraw(closed)
    await world.db.run(
      sql`
        INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number)
        VALUES (${world.partner.norte}, ${world.product('LOTTO_ACTIVO')}, ${animal}, '13')`,
    )
    const reply = await app.call(tickets.sell, sale([line(closed, '5'), line(open, '13'), line(open, '14')]), {
      as: 'taquilla',
    })
    expect(reply.problem.code).toBe('sale_refused')
    expect(reply.problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['lines.0.draw_id', 'draw_closed'],
      ['lines.1.number', 'number_blocked'],
    ])
  })

  it('asks before selling the same ticket again within three minutes', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const first = await app.call(tickets.sell, sale([line(draw, '21')]), { as: 'taquilla' })
    const again = await app.call(tickets.sell, sale([line(draw, '21')]), { as: 'taquilla' })
    expect([first.status, again.status, again.problem.code, again.problem['serial']]).toEqual([
      201,
      409,
      'ticket_repeated',
      first.body.serial,
    ])
    expect(
      (await app.call(tickets.sell, sale([line(draw, '21')], { confirm_repeated: true }), { as: 'taquilla' })).status,
    ).toBe(201)
    expect((await app.call(tickets.sell, sale([line(draw, '21')]), { as: 'vecina' })).status).toBe(201)
  })

  it('the same key answers the first answer; with another body it is refused; without a key too', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const request = sale([line(draw, '22')], { confirm_repeated: true })
    const first = await app.call(tickets.sell, request, { as: 'taquilla', key: 'clave-repetida-1' })
    const again = await app.call(tickets.sell, request, { as: 'taquilla', key: 'clave-repetida-1' })
    expect(again.body).toEqual(first.body)
    const [kept] = await world.db.rows<{ row: string }>(
      sql`SELECT k::text AS row FROM idempotency_keys k WHERE key = encode(sha256('clave-repetida-1'), 'hex')`,
    )
    for (const secret of [first.body.code, first.body.serial, 'clave-repetida-1'])
      expect(kept!.row).not.toContain(secret)
    // As they were kept before answers were sealed.
    await world.db.run(
      sql`
        UPDATE idempotency_keys
        SET response = ${JSON.stringify(first.body)}::jsonb
        WHERE key = encode(sha256('clave-repetida-1'), 'hex')`,
    )
    const old = await app.call(tickets.sell, request, { as: 'taquilla', key: 'clave-repetida-1' })
    expect(old.body).toEqual(first.body)
    const other = await app.call(tickets.sell, sale([line(draw, '23')]), { as: 'taquilla', key: 'clave-repetida-1' })
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_mismatch'])
    const none = await app.call(tickets.sell, request, { as: 'taquilla', headers: { 'idempotency-key': '' } })
    expect([none.status, none.problem.code]).toEqual([400, 'idempotency_key_missing'])
  })

  it('a seller cannot sell for another office', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const reply = await app.call(tickets.sell, sale([line(draw, '5')], { office_id: world.partner.taquilla3 }), {
      as: 'taquilla',
    })
    expect(reply.problem.code).toBe('not_found')
  })

  it('a device that is not the bound one, and an inactive ancestor, cannot sell', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    await world.db.run(
      sql`UPDATE ticket_offices SET device_id = 'equipo-1' WHERE partner_id = ${world.partner.taquilla3}`,
    )
    expect((await app.call(tickets.sell, sale([line(draw, '5')]), { as: 'lejana' })).problem.code).toBe(
      'device_not_bound',
    )
    expect(
      (await app.call(tickets.sell, sale([line(draw, '5')], { device_id: 'equipo-1' }), { as: 'lejana' })).status,
    ).toBe(201)
    await world.db.run(sql`UPDATE ticket_offices SET device_id = NULL WHERE partner_id = ${world.partner.taquilla3}`)
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${world.partner.agencia2}`)
    expect((await app.call(tickets.sell, sale([line(draw, '5')]), { as: 'lejana' })).problem.code).toBe(
      'session_expired',
    )
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${world.partner.agencia2}`)
    app.signInAnew('lejana')
  })
})

describe('quota', () => {
  it('the smallest remainder over the levels decides, and the refusal says what is left', async () => {
    const draw = await world.draw('LA_GRANJITA')
    const product = world.product('LA_GRANJITA')
    await world.db.run(sql`INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount) VALUES
      (${world.partner.norte}, ${product}, ${animal}, 'BS', 100), (${world.partner.agencia1}, ${product}, ${animal}, 'BS', 60)`)
    await sell([line(draw, '7', '50.00')])
    const full = await app.call(tickets.sell, sale([line(draw, '7', '10.01'), line(draw, '8', '5.00')]), {
      as: 'vecina',
    })
    expect(full.problem).toMatchObject({
      code: 'quota_exceeded',
      errors: [{ path: 'lines.0.stake', extra: { available: '10.00' } }],
    })
    await sell([line(draw, '7', '10.00')], 'vecina')
    // Another branch of the same distributor: 60 of its 100 are gone.
    const other = await app.call(tickets.sell, sale([line(draw, '7', '41.00')]), { as: 'lejana' })
    expect(other.problem).toMatchObject({ code: 'quota_exceeded', errors: [{ extra: { available: '40.00' } }] })
    await sell([line(draw, '7', '40.00')], 'lejana')
    const over = await app.call(tickets.sell, sale([line(draw, '9', '60.01')]), { as: 'taquilla' })
    expect(over.problem).toMatchObject({ code: 'quota_exceeded', errors: [{ extra: { available: '60.00' } }] })
  })

  it('the ceiling of the banca holds over every branch, and an annulment gives back', async () => {
    const draw = await world.draw('GUACHARO_ACTIVO')
    await world.db.run(
      sql`
        INSERT INTO top_quotas (product_id, bet_type_id, currency, amount)
        VALUES (${world.product('GUACHARO_ACTIVO')}, ${animal}, 'BS', 30)`,
    )
    const first = await sell([line(draw, '40', '30.00')])
    expect(
      (await app.call(tickets.sell, sale([line(draw, '40', '1.00')]), { as: 'lejana' })).problem.errors?.[0]?.extra,
    ).toEqual({ available: '0.00' })
    expect(
      (await app.call(tickets.annul, { params: { serial: first.serial }, body: {} }, { as: 'taquilla' })).body.state,
    ).toBe('anulado')
    await sell([line(draw, '40', '30.00')], 'lejana')
  })
})

describe('annulment', () => {
  it('takes everything back once; another office and a late one are refused', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const before = await world.db.rows(
      sql`SELECT * FROM sales_hours WHERE sold <> 0 OR tickets <> 0 ORDER BY 1, 2, 3, 4, 5`,
    )
    const ticket = await sell([line(draw, '30', '33.33')])
    const request = { params: { serial: ticket.serial }, body: { reason: 'error de tipeo' } }
    expect((await app.call(tickets.annul, request, { as: 'vecina' })).problem.code).toBe('ticket_other_office')
    expect((await app.call(tickets.annul, request, { as: 'lejana' })).problem.code).toBe('not_found')
    expect((await app.call(tickets.annul, request, { as: 'taquilla' })).body).toMatchObject({
      state: 'anulado',
      actions: [],
    })
    expect((await app.call(tickets.annul, request, { as: 'taquilla' })).problem.code).toBe('ticket_annulled')
    expect(
      await world.db.rows(sql`SELECT * FROM sales_hours WHERE sold <> 0 OR tickets <> 0 ORDER BY 1, 2, 3, 4, 5`),
    ).toEqual(before)
    const late = await sell([line(draw, '31')])
    await world.db.run(sql`UPDATE tickets SET annul_before = now() WHERE serial = ${late.serial}`)
    expect(
      (await app.call(tickets.annul, { params: { serial: late.serial }, body: {} }, { as: 'taquilla' })).problem.code,
    ).toBe('annul_window_over')
    await world.closeDraw(draw)
    await world.db.run(
      sql`UPDATE tickets SET annul_before = now(), first_close_at = now() WHERE serial = ${late.serial}`,
    )
    expect(
      (await app.call(tickets.annul, { params: { serial: late.serial }, body: {} }, { as: 'taquilla' })).problem.code,
    ).toBe('annul_draw_closed')
  })
})

describe('award and payment', () => {
  it('0 and 00 are two animals; a prize is paid once, with its code, to the cent', async () => {
    const draw = await world.draw('LOTTO_ACTIVO')
    const [delfin, ballena] = [await sell([line(draw, '0', '12.35')]), await sell([line(draw, '00', '10.00')])]
    await expect(prize(draw, result('0'))).rejects.toMatchObject({ code: 'draw_open' })
    await world.closeDraw(draw)
    expect(await prize(draw, result('0'))).toMatchObject({ winners: 1, prizes: [{ currency: 'BS', amount: '370.50' }] })
    await expect(prize(draw, result('0'))).rejects.toMatchObject({ code: 'draw_already_awarded' })
    const look = (serial: string) => app.call(tickets.bySerial, { params: { serial } }, { as: 'taquilla' })
    expect((await look(ballena.serial)).body).toMatchObject({ state: 'perdedor', actions: ['reprint'] })
    expect((await look(delfin.serial)).body).toMatchObject({
      state: 'ganador',
      prize: '370.50',
      actions: ['pay', 'reprint'],
    })
    const pay = (code: string, as = 'taquilla', serial = delfin.serial) =>
      app.call(tickets.pay, { params: { serial }, body: { code } }, { as })
    expect((await pay('0000000000000')).problem.code).toBe('ticket_wrong_code')
    expect((await pay(ballena.code, 'taquilla', ballena.serial)).problem.code).toBe('ticket_not_winner')
    expect((await pay(delfin.code, 'lejana')).problem.code).toBe('not_found')
    // The same agency's other office may pay it.
    expect((await pay(delfin.code, 'vecina')).body.state).toBe('pagado')
    const twice = await pay(delfin.code)
    expect(twice.problem).toMatchObject({ code: 'ticket_already_paid', paid_office: 'Taquilla Dos', paid_by: 'Vecina' })
  })

  it('a triple wins on its own column only; terminal, punta and zodiacal by their digits; zeros are kept', async () => {
    const draw = await world.draw('TRIPLE_ZULIA')
    const bets = ['TRIPLE_A', 'TRIPLE_B', 'TERMINAL_A', 'PUNTA_A'] as const
    const numbers = { TRIPLE_A: '007', TRIPLE_B: '007', TERMINAL_A: '07', PUNTA_A: '00' }
    const sold = await sell(bets.map((bet) => line(draw, numbers[bet], '1.00', betTypeId(bet))))
    await world.closeDraw(draw)
    await prize(draw, [
      { place: 'A', number: '007', sign: null },
      { place: 'B', number: '123', sign: null },
      { place: 'C', number: '456', sign: 'LEO' },
    ])
    const { body } = await app.call(tickets.bySerial, { params: { serial: sold.serial } }, { as: 'taquilla' })
    expect(body.lines.map(({ state }) => state)).toEqual(['ganadora', 'perdedora', 'ganadora', 'ganadora'])
  })

  it('a Panama number equal to two prizes wins both', async () => {
    const draw = await world.draw('PANAMA_DOMINICAL')
    const sold = await sell([line(draw, '45', '2.00', betTypeId('TERMINAL_PA'))])
    await world.closeDraw(draw)
    await prize(draw, [
      { place: '1', number: '1245', sign: null },
      { place: '2', number: '9945', sign: null },
      { place: '3', number: '0001', sign: null },
    ])
    const { body } = await app.call(tickets.bySerial, { params: { serial: sold.serial } }, { as: 'taquilla' })
    expect(body.prize).toBe('136.00')
  })

  it('a ticket across draws waits for its last, and an expired one is not paid', async () => {
    const [first, second] = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
    const sold = await sell([line(first, '11'), line(second, '12')])
    await world.closeDraw(first)
    await prize(first, result('11'))
    const pay = () =>
      app.call(tickets.pay, { params: { serial: sold.serial }, body: { code: sold.code } }, { as: 'taquilla' })
    expect((await pay()).problem.code).toBe('ticket_pending')
    await world.closeDraw(second)
    await prize(second, result('13'))
    await world.db.run(sql`UPDATE tickets SET expires_on = ${world.today}::date - 1 WHERE serial = ${sold.serial}`)
    expect((await pay()).problem.code).toBe('ticket_expired')
    await world.db.run(sql`UPDATE tickets SET expires_on = ${world.today}::date WHERE serial = ${sold.serial}`)
    expect((await pay()).body.state).toBe('pagado')
  })
})
