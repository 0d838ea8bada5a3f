/** Agencies that sell what they gave ahead: what is left to them, what moves it, and what is refused. After each test the books hold. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountEntries } from '../../contract/account-entries.ts'
import { agencies, type AgencyRow } from '../../contract/agencies.ts'
import { polla } from '../../contract/polla.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { add, negate } from '../../contract/values/money.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { postWithDays } from '../support/posted.ts'
import { prepaidRules } from '../../server/rules/prepaid/verify.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { lapseRefunds } from '../../server/rules/pay/lapse.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { suspend } from '../../server/rules/suspension/suspend.ts'
import { addPartner } from '../support/factories.ts'
import { formOf, place, refusal } from './agencies-setup.ts'
import { line, openCounter } from './sale-setup.ts'
import { openPolla, sellBody } from './polla-setup.ts'

const counter = openCounter(async ({ db, partner }) => {
  await db.run(
    sql`INSERT INTO partner_settings (partner_id, pays_other_agencies, annul_minutes) VALUES (${partner.banca}, true, 60)`,
  )
})
let partner: typeof counter.world.partner
beforeAll(() => {
  partner = counter.world.partner
})

const show = async (id: number, as = 'banca') =>
  (await counter.app.call(agencies.show, { params: { id } }, { as })).body
const save = (row: AgencyRow, more: object, as = 'banca') =>
  counter.app.call(
    agencies.update,
    { params: { id: row.id }, body: { ...formOf(row), ...place, ...more } as never },
    { as },
  )
/** Makes an agency prepaid, or not, by its form. */
async function turn(id: number, prepaid: boolean): Promise<AgencyRow> {
  const reply = await save(await show(id), { prepaid })
  expect([reply.status, reply.body.prepaid]).toEqual([200, prepaid])
  return reply.body
}
const left = async (id: number, currency: Currency = 'BS') =>
  (await show(id)).available?.find((one) => one.currency === currency)?.amount
/** By how much it grew meanwhile. */
async function grown(id: number, work: () => Promise<unknown>): Promise<string> {
  const before = (await left(id))!
  await work()
  return add((await left(id))!, negate(before))
}
/** An adjustment of the banca in favour of an agency, or against it: what it gives ahead, until payments are followed. */
async function give(id: number, amount: string, currency: Currency = 'BS', as = 'banca', other = partner.banca) {
  const day = counter.world.today
  const memo = 'Entregado por adelantado'
  const way = amount.startsWith('-') ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const)
  const plain = amount.replace('-', '')
  const entries = [
    { partner_id: id, account: 'ajustes', currency, day, memo, [way[0]]: plain },
    { partner_id: other, account: 'ajustes', currency, day, memo, [way[1]]: plain },
  ]
  const reply = await counter.app.call(accountEntries.create, { body: { entries } as never }, { as })
  expect([reply.status, reply.status === 201 ? null : reply.problem]).toEqual([201, null])
}
/** Leaves the agency exactly so much. */
async function leave(id: number, amount: string, currency: Currency = 'BS') {
  const difference = add(amount, negate((await left(id, currency))!))
  if (difference !== '0.00') await give(id, difference, currency)
}
const open = async () => (await counter.draws('LOTTO_ACTIVO', 1))[0]!
const giveBack = (draw_id: number) =>
  counter.world.run((tx) =>
    suspend(tx, {
      draw_id,
      mode: 'devolver',
      reason: 'prueba',
      by: counter.world.user['banca']!,
      at: new Date(),
      today: counter.world.today,
    }),
  )
const annul = (serial: string, as: string) => counter.app.call(tickets.annul, { params: { serial }, body: {} }, { as })

describe('an agency', () => {
  it('begins at what it has in its favour, without open commission and prizes that nobody came for', async () => {
    const draw = await open()
    await counter.sell([line(draw, '5', '10.00')])
    await counter.sell([line(draw, '6', '30.00')])
    await counter.prize(draw, '5')
    await counter.world.settle()
    await give(partner.agencia1, '100.00')
    expect((await turn(partner.agencia1, true)).available).toEqual([
      { currency: 'BS', amount: '60.00' },
      { currency: 'USD', amount: '0.00' },
      { currency: 'COP', amount: '0.00' },
    ])
    expect((await turn(partner.agencia1, false)).available).toBeNull()
    // On credit nothing is counted; what was sold meanwhile is told when it is prepaid again.
    await counter.sell([line(await open(), '7', '1.00')])
    expect((await turn(partner.agencia1, true)).available?.[0]).toEqual({ currency: 'BS', amount: '59.00' })
  })

  it('sells to the last cent, and is refused with what is left', async () => {
    await leave(partner.agencia1, '25.00')
    const draw = await open()
    await counter.sell([line(draw, '1', '20.00')])
    const short = await counter.ask([line(draw, '2', '5.01')])
    expect(refusal(short)).toEqual([422, 'prepaid_short', 'lines'])
    expect(short.problem.errors?.[0]?.extra).toEqual({ available: '5.00' })
    expect(short.problem.detail).toContain('5,00')
    // Its other office draws on the same.
    await counter.sell([line(draw, '3', '5.00')], 'vecina')
    expect(await left(partner.agencia1)).toBe('0.00')
    const none = await counter.ask([line(draw, '4', '0.50')], 'vecina')
    expect([none.status, none.problem.errors?.[0]?.extra]).toEqual([422, { available: '0.00' }])
    // Nothing of a refused ticket is left anywhere: others go on.
    await counter.sell([line(draw, '4', '0.50')], 'lejana')
    expect(await counter.world.db.rows(sql`SELECT 1 FROM tickets WHERE total IN (5.01)`)).toEqual([])
  })

  it('has each currency apart', async () => {
    await leave(partner.agencia1, '0.00')
    await give(partner.agencia1, '3.00', 'USD')
    await give(partner.agencia1, '2000.00', 'COP')
    const draw = await open()
    await counter.sell([line(draw, '1', '3.00')], 'taquilla', 'USD')
    expect(refusal(await counter.ask([line(draw, '1', '1.00')], 'taquilla', 'USD'))[1]).toBe('prepaid_short')
    await counter.sell([line(draw, '1', '2000.00')], 'taquilla', 'COP')
    expect(refusal(await counter.ask([line(draw, '1', '1.00')]))[1]).toBe('prepaid_short')
  })

  it('below zero by an adjustment sells nothing, and is told that nothing is left', async () => {
    await leave(partner.agencia1, '-12.50')
    expect(await left(partner.agencia1)).toBe('-12.50')
    const reply = await counter.ask([line(await open(), '1', '1.00')])
    expect([reply.problem.code, reply.problem.errors?.[0]?.extra]).toEqual(['prepaid_short', { available: '0.00' }])
    await leave(partner.agencia1, '0.00')
  })

  it('is told with a number without room: nothing is taken for what it cannot sell', async () => {
    await leave(partner.agencia1, '1.00')
    const draw = await open()
    await counter.world.db.run(sql`
      INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
      SELECT ${partner.agencia1}, product_id, 1, 'BS', 5 FROM draws WHERE id = ${draw} ON CONFLICT DO NOTHING`)
    const { problem } = await counter.ask([line(draw, '9', '6.00')])
    expect([problem.code, problem.errors?.map(({ code }) => code)]).toEqual([
      'sale_refused',
      ['quota_exceeded', 'prepaid_short'],
    ])
    await leave(partner.agencia1, '10.00')
    expect(refusal(await counter.ask([line(draw, '9', '6.00')]))[1]).toBe('quota_exceeded')
    expect(await left(partner.agencia1)).toBe('10.00')
    await counter.world.db.run(sql`DELETE FROM regular_quotas WHERE partner_id = ${partner.agencia1}`)
  })
})

describe('what is left', () => {
  it('is raised by annulments and returns, handed over or not', async () => {
    await leave(partner.agencia1, '100.00')
    const [draw, gone] = [await open(), await open()]
    const sold = await counter.sell([line(draw, '1', '10.00')])
    await counter.sell([line(gone, '1', '20.00')])
    expect(await left(partner.agencia1)).toBe('70.00')
    expect(await grown(partner.agencia1, () => annul(sold.serial, 'taquilla'))).toBe('10.00')
    expect(await grown(partner.agencia1, () => giveBack(gone))).toBe('20.00')
    // What nobody comes for goes back to the banca.
    const later = new Date(Date.now() + 60 * 86_400_000)
    expect(await grown(partner.agencia1, () => lapseRefunds(counter.world.pool, later))).toBe('-20.00')
  })

  it('is raised by prizes once they are paid, not when they are won, corrected or expired', async () => {
    await leave(partner.agencia1, '500.00')
    const draw = await open()
    const sold = await counter.sell([line(draw, '5', '2.00')])
    const lost = await counter.sell([line(draw, '5', '1.00')])
    expect(await grown(partner.agencia1, () => counter.prize(draw, '5'))).toBe('0.00')
    expect(await grown(partner.agencia1, () => counter.pay(sold))).toBe('60.00')
    const to = (number: string) =>
      counter.world.run((tx) =>
        correct(tx, {
          draw_id: draw,
          numbers: [{ place: '', number, sign: null }],
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
          reason: 'prueba',
          accept_paid: true,
        }),
      )
    expect(await grown(partner.agencia1, () => to('6'))).toBe('0.00')
    expect(await grown(partner.agencia1, () => to('5'))).toBe('0.00')
    await counter.world.db.run(sql`UPDATE tickets SET expires_on = current_date - 3 WHERE serial = ${lost.serial}`)
    expect(await grown(partner.agencia1, () => expireTickets(counter.world.pool, new Date()))).toBe('0.00')
    expect((await counter.look(lost.serial)).state).toBe('vencido')
  })

  it('of who pays for another agency is raised, and of who sold it is not', async () => {
    await turn(partner.agencia2, true)
    await give(partner.agencia2, '10.00')
    const draw = await open()
    const sold = await counter.sell([line(draw, '5', '1.00')])
    await counter.prize(draw, '5')
    const seller = await left(partner.agencia1)
    expect(await grown(partner.agencia2, () => counter.pay(sold, 'lejana'))).toBe('30.00')
    expect(await left(partner.agencia1)).toBe(seller)
    await turn(partner.agencia2, false)
  })

  it('is raised by payments and lowered by what the agency is given, whoever it owes', async () => {
    const pay = (amount: string) =>
      counter.world.run((tx) =>
        postWithDays(tx, [
          {
            day: counter.world.today,
            kind: 'pago',
            ref_kind: 'adjustment',
            ref_id: 1,
            currency: 'BS',
            moves: [
              {
                debit: { partner_id: partner.agencia1, kind: 'pagos' },
                credit: { partner_id: partner.agencia1, kind: 'liquidacion', sub: partner.sur },
                amount,
              },
            ],
          },
        ]),
      )
    await counter.world.db.run(sql`
      INSERT INTO ledger_accounts (partner_id, kind, currency, sub)
      VALUES (${partner.agencia1}, 'liquidacion', 'BS', ${partner.sur}) ON CONFLICT DO NOTHING`)
    expect(await grown(partner.agencia1, () => pay('40.00'))).toBe('40.00')
    expect(await grown(partner.agencia1, () => pay('-15.00'))).toBe('-15.00')
  })

  it('gets the commission with the closing, late ones with the next, and a reopening takes it back', async () => {
    const { world } = counter
    const last = addDays(world.today, -weekday(world.today))
    const week = addDays(last, -7)
    const earned = (day: string, amount: string) =>
      world.run((tx) =>
        postWithDays(tx, [
          {
            day,
            kind: 'comision',
            ref_kind: 'settlement',
            ref_id: partner.agencia1,
            currency: 'BS',
            moves: [
              {
                debit: { partner_id: partner.taquilla1, kind: 'comision' },
                credit: { partner_id: partner.taquilla1, kind: 'comision_por_pagar' },
                amount,
              },
            ],
          },
        ]),
      )
    const signature = { by: world.user['banca']!, at: new Date(), today: world.today }
    const close = (through: string) =>
      world.run((tx) =>
        closeWeek(tx, {
          week: through,
          of: sql`partner.id = ${partner.agencia1}`,
          signature: { ...signature, reason: 'x' },
        }),
      )
    const reopen = async () => {
      const one = await world.db.one<{ id: number }>(sql`
        SELECT id FROM closings WHERE partner_id = ${partner.agencia1} AND currency = 'BS' AND reversed_at IS NULL
        ORDER BY week DESC LIMIT 1`)
      await world.run((tx) => reopenWeek(tx, one!.id, { ...signature, reason: 'x' }))
    }
    const steps = async (...work: [string, () => Promise<unknown>][]) => {
      for (const [by, step] of work) {
        expect(await grown(partner.agencia1, step)).toBe(by)
        for (const [rule, query] of prepaidRules)
          expect([rule, await world.db.rows(sql`SELECT * FROM (${query}) broken LIMIT 1`)]).toEqual([rule, []])
      }
    }
    const before = (await world.db.rows(sql`SELECT 1 FROM closings WHERE partner_id = ${partner.agencia1}`)).length
    expect(before).toBe(0)
    await steps(
      ['0.00', () => earned(week, '3.00')],
      ['3.00', () => close(week)],
      ['0.00', () => earned(week, '0.50')],
      ['0.00', () => earned(last, '2.00')],
      ['2.50', () => close(last)],
      ['-2.50', reopen],
      // A reopened week is owed again as it is now.
      ['0.00', () => earned(last, '1.00')],
      ['3.50', () => close(last)],
      ['0.00', () => earned(week, '-0.25')],
      ['-3.50', reopen],
      ['-3.00', reopen],
    )
    // Switched off and on between, it begins where it was.
    await close(week)
    const told = await left(partner.agencia1)
    await earned(week, '7.00')
    await turn(partner.agencia1, false)
    await turn(partner.agencia1, true)
    expect(await left(partner.agencia1)).toBe(told)
    // Those entries stand for no sales: their opposites leave the figures of the days as they are.
    for (const [day, amount] of [
      [week, '-10.25'],
      [last, '-3.00'],
    ] as const)
      await earned(day, amount)
  })
})

describe('the flag', () => {
  it('is of a new agency from the start, of its offices and currencies as they come, and of its copy', async () => {
    const { app, world } = counter
    const form = { name: 'Prepago Nueva', code: 'PREPAGO', father_id: partner.norte, ...place, currencies: ['BS'] }
    const made = await app.call(agencies.create, { body: { ...form, prepaid: true } as never }, { as: 'banca' })
    expect([made.status, made.body.available]).toEqual([201, [{ currency: 'BS', amount: '0.00' }]])
    const office = await addPartner(world.db, {
      father_id: made.body.id,
      type: 'taquilla',
      code: 'PREPAGO-T',
      name: 'Taquilla Prepago',
      currencies: ['BS'],
    })
    const marked = (currency: Currency) =>
      world.db.rows<{ kind: string; prepaid_of: number | null }>(sql`
        SELECT kind, prepaid_of FROM ledger_accounts WHERE partner_id = ${office} AND currency = ${currency}::currency
          AND kind IN ('ventas', 'premios_por_pagar', 'caja', 'comision') ORDER BY kind`)
    const own = [
      { kind: 'caja', prepaid_of: null },
      { kind: 'comision', prepaid_of: null },
      { kind: 'premios_por_pagar', prepaid_of: made.body.id },
      { kind: 'ventas', prepaid_of: made.body.id },
    ]
    expect(await marked('BS')).toEqual(own)
    const more = await save(await show(made.body.id), { currencies: ['BS', 'USD'] })
    expect(more.body.available).toEqual([
      { currency: 'BS', amount: '0.00' },
      { currency: 'USD', amount: '0.00' },
    ])
    expect(await marked('USD')).toEqual(own)
    const copy = await app.call(
      agencies.clone,
      { body: { agency_id: made.body.id, name: 'Prepago Copia', code: 'PREPAGO-C' } },
      { as: 'banca' },
    )
    expect((await show(copy.body.agency_id)).prepaid).toBe(true)
    // One that never sold may go to another agency, and so do its accounts.
    const row = (await app.call(ticketOffices.show, { params: { id: office } }, { as: 'banca' })).body
    const { name, code, phone, currencies, status, version, binds_device } = row
    const moved = await app.call(
      ticketOffices.update,
      {
        params: { id: office },
        body: { name, code, phone, currencies, status, version, binds_device, father_id: partner.agencia2 },
      },
      { as: 'banca' },
    )
    expect(moved.status).toBe(200)
    expect((await marked('BS')).map(({ prepaid_of }) => prepaid_of)).toEqual([null, null, null, null])
  })

  it('is switched while the agency gets another father, and only by who it owes', async () => {
    const row = await show(partner.agencia2)
    const outside = await save(row, { prepaid: true }, 'distribuidor')
    expect(outside.status).toBe(200)
    expect((await save(outside.body, { prepaid: false, father_id: partner.sur })).body.available).toBeNull()
    const back = await save(await show(partner.agencia2), { prepaid: true, father_id: partner.norte })
    expect([back.status, back.body.prepaid, back.body.father_id]).toEqual([200, true, partner.norte])
    // Who answers for itself owes the banca, and the banca alone lets it sell on credit.
    await counter.world.db.run(
      sql`UPDATE partners SET payments_responsible_partner_id = id WHERE id = ${partner.agencia2}`,
    )
    const now = await show(partner.agencia2)
    expect(refusal(await save(now, { prepaid: false }, 'distribuidor'))).toEqual([403, 'not_your_side', 'prepaid'])
    expect((await save(now, { phone: '0414-5551234' }, 'distribuidor')).status).toBe(200)
    expect((await turn(partner.agencia2, false)).prepaid).toBe(false)
    const audited = await counter.world.db.one<{ before: object; after: object; significant: boolean }>(sql`
      SELECT before, after, significant FROM audit_log WHERE entity = 'agencies' AND entity_id = ${String(partner.agencia2)}
      ORDER BY id DESC LIMIT 1`)
    expect(audited).toMatchObject({ before: { prepaid: true }, after: { prepaid: false }, significant: true })
  })

  it('finds its agencies in the list', async () => {
    const found = async (sells: 'prepago' | 'credito') =>
      (await counter.app.call(agencies.list, { query: { sells, per_page: 100 } as never }, { as: 'banca' })).body.data
    expect((await found('prepago')).map(({ id }) => id)).toContain(partner.agencia1)
    expect((await found('credito')).map(({ id }) => id)).not.toContain(partner.agencia1)
  })
})

describe('elsewhere', () => {
  it('a polla is sold of what is left too', async () => {
    const game = await openPolla(counter.world)
    const round = await game.round(counter.world.today)
    const sell = () => counter.app.call(polla.sell, sellBody(round, ['1', '2', '3']), { as: 'polla' })
    await leave(partner.agencia1, '9.99')
    expect(refusal(await sell())).toEqual([422, 'prepaid_short', 'lines'])
    await leave(partner.agencia1, '10.00')
    expect((await sell()).status).toBe(201)
    expect(await left(partner.agencia1)).toBe('0.00')
    await game.end()
  })

  it('its terminals hear what is left, and nobody else’s do', async () => {
    await leave(partner.agencia1, '4.00')
    const hear = async (as: string) =>
      (await counter.app.call(ticketOffices.terminal, { body: { device_id: `equipo-${as}` } }, { as })).body.available
    expect((await hear('taquilla'))?.[0]).toEqual({ currency: 'BS', amount: '4.00' })
    expect(await hear('lejana')).toBeNull()
  })

  it('a distributor gives of its own to those below it', async () => {
    await leave(partner.agencia1, '5.00')
    const own = (work: string) => give(partner.agencia1, work, 'BS', 'distribuidor', partner.norte)
    expect(await grown(partner.agencia1, () => own('2.00'))).toBe('2.00')
    expect(await grown(partner.agencia1, () => own('-3.00'))).toBe('-3.00')
  })
})
