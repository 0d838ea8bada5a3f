/** Refusals that belong to no other test: each thing done to a ticket against each state of one, and what single calls turn away. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { polla } from '../../contract/polla.ts'
import { products } from '../../contract/products.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { reports } from '../../contract/reports.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { betTypeId } from '../support/world.ts'
import { openPolla, sellBody } from './polla-setup.ts'
import { line } from './sale-setup.ts'
import { openDayOfTickets } from './ticket-reports-setup.ts'

const { counter, sold, draw } = openDayOfTickets()

/** The code of the refusal, or the status of a success. */
async function ask(endpoint: Endpoint, args: object, as: string): Promise<string | number> {
  const { status, problem } = await counter.app.call(endpoint, args, { as })
  return status < 300 ? status : problem.code
}

/** Who sold each ticket; none of them has a prize that nobody asked for yet, so that the table can be read in any order. */
const seller = {
  waits: 'taquilla',
  paid: 'vecina',
  expired: 'taquilla',
  annulled: 'taquilla',
  returned: 'vecina',
} as const
type Name = keyof typeof seller

describe('a ticket', () => {
  const act = (name: Name, body: object) =>
    ask(ticketManagement.act, { params: { id: sold[name].serial }, body }, 'banca')
  const office_id = () => counter.world.partner.taquilla2
  type Act = [what: string, by: (name: Name) => Promise<string | number>, answers: Record<Name, string | number>]
  const all = (answer: string | number) => ({
    waits: answer,
    paid: answer,
    expired: answer,
    annulled: answer,
    returned: answer,
  })
  const gone = { paid: 'ticket_already_paid', annulled: 'ticket_annulled', returned: 'ticket_returned' }
  const acts: Act[] = [
    [
      'paid',
      (name) => ask(tickets.pay, { params: sold[name], body: { code: sold[name].code } }, seller[name]),
      { ...gone, waits: 'ticket_pending', expired: 'ticket_expired' },
    ],
    [
      'paid with another code',
      (name) => ask(tickets.pay, { params: sold[name], body: { code: '00000000' } }, seller[name]),
      all('ticket_wrong_code'),
    ],
    [
      'annulled by its office',
      (name) => ask(tickets.annul, { params: sold[name], body: {} }, seller[name]),
      { ...gone, waits: 'annul_draw_closed', expired: 'annul_draw_closed' },
    ],
    [
      'printed again',
      (name) => ask(tickets.reprint, { params: sold[name] }, seller[name]),
      { ...all(200), annulled: 'ticket_annulled' },
    ],
    [
      'annulled by the banca',
      (name) => act(name, { action: 'annul', reason: 'se vendió mal' }),
      { ...gone, waits: 'annul_result_known', expired: 'annul_result_known' },
    ],
    [
      'paid by the banca',
      (name) => act(name, { action: 'pay', code: sold[name].code, office_id: office_id() }),
      { ...gone, waits: 'ticket_pending', expired: 'ticket_expired' },
    ],
    [
      'paid by the banca with another code',
      (name) => act(name, { action: 'pay', code: '00000000', office_id: office_id() }),
      all('ticket_wrong_code'),
    ],
    ['approved without being asked for', (name) => act(name, { action: 'approve' }), all('conflict')],
  ]

  it.each(acts)('%s: what its state says', async (_what, by, answers) => {
    const answered: [string, string | number][] = []
    for (const name of Object.keys(seller) as Name[]) answered.push([name, await by(name)])
    expect(Object.fromEntries(answered)).toEqual(answers)
  })

  it('is paid by the banca at an office of its agency, and at no other', async () => {
    const { serial: id, code } = sold.unpaid
    const body = { action: 'pay', code, office_id: office_id() }
    expect(await ask(ticketManagement.act, { params: { id }, body }, 'banca')).toBe('ticket_other_office')
  })

  it('is not sold in a currency its office does not take', async () => {
    const { db, partner } = counter.world
    await db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${partner.taquilla1}`)
    const reply = await counter.ask([line(draw.open, '5')], 'taquilla', 'COP')
    expect(reply.problem.code).toBe('currency_not_sold')
  })
})

describe('a prize in a currency the paying office does not sell', () => {
  it('is refused there, by its seller and by the banca, and paid where it was sold', async () => {
    const { app, world, sell, prize, pay } = counter
    const { db, partner } = world
    const there = await world.draw('LA_GRANJITA')
    const ticket = await sell([line(there, '5')], 'taquilla', 'USD')
    await prize(there, '5')
    // Both offices gave the currency up; only the one that sold the ticket has a cash of it.
    await db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id IN (${partner.taquilla1}, ${partner.taquilla2})`)
    await db.run(sql`DELETE FROM ledger_accounts WHERE partner_id = ${partner.taquilla2} AND currency = 'USD'`)
    const refused = await pay(ticket, 'vecina')
    expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
      422,
      'currency_not_sold',
      'El ticket es en dólares y la taquilla que paga no trabaja con esa moneda.',
    ])
    const body = { action: 'pay', code: ticket.code, office_id: partner.taquilla2 }
    expect(await ask(ticketManagement.act, { params: { id: ticket.serial }, body }, 'banca')).toBe('currency_not_sold')
    expect((await app.call(tickets.bySerial, { params: ticket }, { as: 'taquilla' })).body.state).toBe('ganador')
    expect((await pay(ticket)).status).toBe(200)
  })
})

describe('a product', () => {
  it("keeps no other's code or name, and offers no bet of another kind", async () => {
    const { app, world } = counter
    const show = async (code: string) =>
      (await app.call(products.show, { params: { id: world.product(code) } }, { as: 'banca' })).body
    const [mine, other] = [await show('LOTTO_ACTIVO'), await show('LA_GRANJITA')]
    const triple = { bet_type_id: betTypeId('TRIPLE_A'), multiplier: '500', place_multipliers: null, enabled: true }
    const answered: (string | number)[] = []
    for (const change of [{ code: other.code }, { name: other.name }, { offers: [triple] }])
      answered.push(
        await ask(
          products.update,
          { params: { id: mine.id }, body: stripUnknown(products.update.body!, { ...mine, ...change }) as never },
          'banca',
        ),
      )
    expect(answered).toEqual(['code_taken', 'name_taken', 'bet_type_not_offered'])
  })
})

describe('a result', () => {
  it('is not withdrawn once a prize of it was paid', async () => {
    const row = await counter.world.db.one<{ id: number }>(sql`SELECT id FROM results WHERE draw_id = ${draw.first}`)
    const args = { params: { id: row!.id }, query: { reason: 'se leyó mal' } }
    expect(await ask(manageDraws.withdraw, args, 'banca')).toBe('result_paid')
  })
})

describe('a report', () => {
  it.each([
    reports.generalExport,
    ticketReports.consultExport,
    ticketReports.detailedPrizeExport,
    ticketReports.detailedPrizeSummary,
  ] as unknown as Endpoint[])('$summary: not of more than a year', async (endpoint) => {
    const { today } = counter.world
    expect(await ask(endpoint, { query: { from: addDays(today, -400), to: today } }, 'banca')).toBe('range_too_long')
  })
})

describe('a polla', () => {
  it('is sold twice only when confirmed, and not annulled after its close', async () => {
    const { app, world } = counter
    const game = await openPolla(world)
    const round = await game.round(world.today)
    const sale = sellBody(round, ['1', '2', '3'], { confirm_repeated: false })
    const { body } = await app.call(polla.sell, sale, { as: 'polla' })
    expect(await ask(polla.sell, sale, 'polla')).toBe('ticket_repeated')
    await game.close(round)
    // A ticket knows its hour from the sale on.
    await world.db.run(
      sql`UPDATE tickets SET first_close_at = now() - interval '1 second' WHERE serial = ${body.serial}`,
    )
    expect(await ask(polla.annul, { params: { id: body.serial }, body: {} }, 'polla')).toBe('annul_draw_closed')
  })

  it('has a weekly pot that gives no more than it holds, takes no nothing, and is closed once it is shared', async () => {
    const { app, world } = counter
    const game = await openPolla(world)
    const round = await game.round(world.today)
    await app.call(polla.sell, sellBody(round, ['1', '2', '3']), { as: 'polla' })
    const { body } = await app.call(polla.jackpots, { query: { product_id: game.product_id } }, { as: 'banca' })
    const pot = body.data.find((one) => one.kind === 'semanal')!
    const move = (tipo: string, monto_acu_abono: string) =>
      ask(polla.payWeekly, { body: { pote_semanal_id: pot.id, tipo, monto_acu_abono } }, 'banca')
    expect([await move('EGRESO', '999999.00'), await move('INGRESO', '0')]).toEqual([
      'jackpot_too_small',
      'jackpot_zero',
    ])
    const daily = body.data.find((one) => one.kind === 'diario')!
    const pots = sql`id IN (${pot.id}, ${daily.id})`
    await world.db.run(sql`UPDATE jackpots SET currency = 'COP' WHERE ${pots}`)
    expect(await move('INGRESO', '1.50')).toBe('amount_decimals')
    const day = { pote_diario_id: daily.id, tipo: 'INGRESO' as const, primer_acu_abono: '1', segundo_acu_abono: '0.50' }
    expect(await ask(polla.payDaily, { body: day }, 'banca')).toBe('amount_decimals')
    await world.db.run(sql`UPDATE jackpots SET currency = 'BS' WHERE ${pots}`)
    await world.db.run(sql`UPDATE jackpots SET state = 'liquidado' WHERE id = ${pot.id}`)
    expect(await move('INGRESO', '1')).toBe('jackpot_closed')
    await world.db.run(sql`UPDATE jackpots SET state = 'abierto' WHERE id = ${pot.id}`)
  })
})
