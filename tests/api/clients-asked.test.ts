/** From the banca's amounts on nothing is sold and no prize is paid to nobody, whichever way it is asked for. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { banking } from '../../contract/banking.ts'
import { clients } from '../../contract/clients.ts'
import { counter as counterCalls } from '../../contract/counter.ts'
import { polla as pollas } from '../../contract/polla.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { add, compare, fromCents, multiply } from '../../contract/values/money.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import type { Reply } from '../support/app.ts'
import { openPolla, openPollaBanca, sellBody, settle, type PollaBanca } from './polla-setup.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter()
type Line = ReturnType<typeof line>
type Client = { type: 'V'; dni: string; name?: string } | null

const ana = { type: 'V', dni: '17.000.001', name: 'Ana Pérez' } as const
const anaWhole = 'V-17000001 Ana Pérez'

/** Of the banca, in bolívares; null for never. */
const asksFrom = (from: { ticket?: string | null; prize?: string | null }, db = counter.world.db) => {
  const json = (amount: string | null | undefined) => JSON.stringify(amount ? { BS: amount } : {})
  return db.run(
    sql`UPDATE banca SET client_from_ticket = ${json(from.ticket)}::jsonb, client_from_prize = ${json(from.prize)}::jsonb`,
  )
}
const body = (lines: readonly Line[], client: Client = null, currency: 'BS' | 'USD' = 'BS') => ({
  currency,
  lines: [...lines],
  client,
  confirm_repeated: true,
})
const sell = (...asked: Parameters<typeof body>) =>
  counter.app.call(tickets.sell, { body: body(...asked) }, { as: 'taquilla' })
const quote = async (lines: readonly Line[], client: Client = null) => {
  const reply = await counter.app.call(
    counterCalls.quote,
    { body: { currency: 'BS', lines: [...lines], client } },
    { as: 'taquilla' },
  )
  return reply.body.faults.map(({ code, field }) => [code, field])
}
/** Status, or code and field of what was refused. */
const told = ({ status, problem }: Pick<Reply<typeof tickets.sell>, 'status' | 'problem'>) =>
  status < 300 ? status : [problem.code, problem.errors?.[0]?.path]
const refused = ['client_required', 'client.dni']
const count = async () => (await counter.world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets`))!.n
/** A ticket that won this much. */
async function won(stake: string): Promise<Reply<typeof tickets.sell>['body']> {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const sold = await counter.sell([line(draw, '5', stake)])
  await counter.prize(draw, '5')
  return sold
}
const pay = ({ serial, code }: { serial: string; code: string }, client: Client = null) =>
  counter.app.call(tickets.pay, { params: { serial }, body: { code, client } }, { as: 'taquilla' })
const payAbove = ({ serial, code }: { serial: string; code: string }, client: Client = null, as = 'agencia') =>
  counter.app.call(
    ticketManagement.act,
    {
      params: { id: serial },
      body: { action: 'pay', code, office_id: counter.world.partner.taquilla1, client },
    },
    { as },
  )

afterEach(() => asksFrom({}))

describe('a ticket', () => {
  it('asks for its client from the amount on, whatever its lines, and sells nothing without one', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const cents = fc.integer({ min: 100, max: 20_000 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(cents, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: -2, max: 2 }),
        async (of, off) => {
          // Equal numbers are one line: what is asked for goes by the ticket.
          const lines = of.map((stake, at) => line(draw, String((at % 2) + 1), fromCents(BigInt(stake))))
          const total = add(...lines.map(({ stake }) => stake))
          const from = fromCents(BigInt(of.reduce((sum, one) => sum + one) + off))
          await asksFrom({ ticket: from })
          const asked = compare(total, from) >= 0
          expect(await quote(lines)).toEqual(asked ? [refused] : [])
          expect(await quote(lines, ana)).toEqual([])
          const before = await count()
          expect(told(await sell(lines))).toEqual(asked ? refused : 201)
          expect(await count()).toBe(asked ? before : before + 1)
          const sold = await sell(lines, ana)
          expect([told(sold), sold.body.client]).toEqual([201, anaWhole])
        },
      ),
      { numRuns: 15 },
    )
  })

  it('says in Spanish from which amount, beside whatever else stands against it', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    await asksFrom({ ticket: '20.00' })
    const { problem } = await sell([line(draw, '7', '20.00')])
    expect(problem.errors).toMatchObject([
      { message: 'Desde Bs 20,00 el ticket lleva cliente: escriba su documento.', extra: { limit: '20.00' } },
    ])
    const both = await sell([line(draw, '77', '20.00')])
    expect(both.problem.code).toBe('sale_refused')
    expect(both.problem.errors?.map(({ code }) => code)).toEqual(['number_invalid', 'client_required'])
    // Another currency has no amount.
    expect(told(await sell([line(draw, '7', '500.00')], null, 'USD'))).toBe(201)
    const { body: sells } = await counter.app.call(counterCalls.catalogue, {}, { as: 'taquilla' })
    expect(sells.limits.map(({ currency, client_from }) => [currency, client_from])).toEqual(
      expect.arrayContaining([
        ['BS', '20.00'],
        ['USD', null],
      ]),
    )
  })

  it('is refused for a client that is none, new without a name or switched off, as its quote says, and leaves nothing', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const lines = [line(draw, '8', '30.00')]
    await counter.world.db.run(sql`
      INSERT INTO clients (type, dni, name, name_key, partner_id, status)
      VALUES ('V', '17000009', 'Otro', 'otro', ${counter.world.partner.taquilla1}, 'inactivo')`)
    const before = await count()
    for (const [dni, fault] of [
      ['12A4', ['invalid', 'client.dni']],
      ['17000008', ['invalid', 'client.name']],
      ['17000009', ['client_inactive', 'client.dni']],
    ] as const) {
      expect(await quote(lines, { type: 'V', dni })).toEqual([fault])
      expect(told(await sell(lines, { type: 'V', dni }))).toEqual(fault)
    }
    expect(await count()).toBe(before)
    const rows = await counter.world.db.rows(sql`SELECT 1 FROM clients WHERE dni = '17000008'`)
    expect(rows).toEqual([])
  })

  it('stands among what its client did, and in the trail', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const luis = { type: 'V', dni: '17000002', name: 'Luis Mora' } as const
    const sold = await sell([line(draw, '9', '12.00')], luis)
    expect(sold.body.client).toBe('V-17000002 Luis Mora')
    expect((await counter.look(sold.body.serial)).client).toBe('V-17000002 Luis Mora')
    const list = await counter.app.call(clients.list, { query: { q: '17000002' } as never }, { as: 'banca' })
    const client_id = list.body.data[0]!.id
    const done = async (kind: 'ticket' | 'polla') =>
      (await counter.app.call(clients.operations, { query: { client_id, kind } }, { as: 'banca' })).body.data
    expect(await done('ticket')).toMatchObject([{ kind: 'ticket', serial: sold.body.serial, amount: '12.00' }])
    expect(await done('polla')).toEqual([])
    const [logged] = await counter.world.db.rows<{ after: object }>(
      sql`SELECT after FROM audit_log WHERE action = 'tickets.sell' ORDER BY id DESC LIMIT 1`,
    )
    expect(logged!.after).toMatchObject({ client: 'V-17000002 Luis Mora' })
  })
})

describe('a prize', () => {
  it('is paid to a client alone from the amount on, at the counter and above it, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(-1, 0, 1),
        fc.boolean(),
        async (stake, off, above) => {
          await asksFrom({})
          const sold = await won(`${stake}.00`)
          const prize = multiply(`${stake}.00`, '30')
          await asksFrom({ prize: fromCents(BigInt(stake * 3_000 + off)) })
          const ask = above ? payAbove : pay
          expect((await counter.look(sold.serial)).prize).toBe(prize)
          expect(told(await ask(sold))).toEqual(off > 0 ? 200 : refused)
          if (off > 0) return
          expect((await counter.look(sold.serial)).state).toBe('ganador')
          const paid = await ask(sold, ana)
          expect([told(paid), paid.body.state, paid.body.paid_to]).toEqual([200, 'pagado', anaWhole])
        },
      ),
      { numRuns: 12 },
    )
  })

  it('is refused to nobody before it waits for its approval, and after', async () => {
    const sold = await won('10.00')
    await asksFrom({ prize: '300.00' })
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "100.00"}'`)
    expect(told(await pay(sold))).toEqual(refused)
    expect((await counter.look(sold.serial)).approval).toBeNull()
    expect((await pay(sold, ana)).body).toMatchObject({
      state: 'ganador',
      paid_to: null,
      approval: { state: 'pendiente' },
    })
    const approved = await counter.app.call(
      ticketManagement.act,
      { params: { id: sold.serial }, body: { action: 'approve' } },
      { as: 'distribuidor' },
    )
    expect(told(approved)).toBe(200)
    expect(told(await pay(sold))).toEqual(refused)
    expect((await pay(sold, ana)).body).toMatchObject({ state: 'pagado', paid_to: anaWhole })
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{}'`)
  })

  it('that grows while it is being paid to nobody is not', async () => {
    const sold = await won('10.00')
    const { db, pool } = counter.world
    await asksFrom({ prize: '300.01' })
    const asking = await transaction(pool, async (tx) => {
      await tx.run(sql`UPDATE tickets SET prize = 300.01 WHERE serial = ${sold.serial}`)
      const asked = pay(sold)
      await expect
        .poll(async () => (await db.rows(sql`SELECT 1 FROM pg_locks WHERE NOT granted`)).length, { timeout: 5_000 })
        .toBeGreaterThan(0)
      return { asked }
    })
    expect(told(await asking.asked)).toEqual(refused)
    await db.run(sql`UPDATE tickets SET prize = 300.00 WHERE serial = ${sold.serial}`)
  })
})

describe('on a polla', () => {
  let banca: PollaBanca
  beforeAll(async () => {
    banca = await openPollaBanca()
  })
  afterAll(() => banca?.close())

  it('its sale and its prize ask for the client too', async () => {
    const { world, app } = banca
    const polla = await openPolla(world)
    const round = await polla.round(world.today)
    const buy = (client: Client) =>
      app.call(pollas.sell, sellBody(round, ['1', '2', '3'], { client }) as never, { as: 'polla' })
    await asksFrom({ ticket: '10.00', prize: '0.01' }, world.db)
    expect(told((await buy(null)) as never)).toEqual(refused)
    const sold = await buy(ana)
    expect([sold.status, sold.body.client]).toEqual([201, anaWhole])
    const found = async (q: string) => (await app.call(pollas.list, { query: { q } }, { as: 'polla' })).body.data
    expect([await found('perez ana'), await found('17.000.001')]).toMatchObject([
      [{ serial: sold.body.serial }],
      [{ serial: sold.body.serial }],
    ])
    expect(await found('luis mora')).toEqual([])
    await polla.finish(round, ['1', '2', '3'])
    await settle(world)
    const { prize_id } = await banca.show(sold.body)
    const collect = (client: Client) =>
      app.call(pollas.payPrize, { params: { id: prize_id! }, body: { code: sold.body.code, client } }, { as: 'polla' })
    expect(told((await collect(null)) as never)).toEqual(refused)
    expect((await collect(ana)).body).toMatchObject({ state: 'pagado', paid_to: anaWhole })
    await asksFrom({}, world.db)
  })
})

describe('the banca', () => {
  it('sets both amounts by currency, and without them nobody is asked', async () => {
    const { version, has_sold: _sold, ...form } = (await counter.app.call(banking.config, {}, { as: 'banca' })).body
    expect([form.client_ticket_bs, form.client_prize_cop]).toEqual([null, null])
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    expect(told(await sell([line(draw, '4', '900.00')]))).toBe(201)
    const save = (more: object, as_of: number) =>
      counter.app.call(banking.saveConfig, { body: { ...form, ...more, version: as_of } }, { as: 'banca' })
    const set = await save({ client_ticket_bs: '900.00', client_prize_usd: '50.00' }, version)
    expect(set.body).toMatchObject({ client_ticket_bs: '900.00', client_ticket_usd: null, client_prize_usd: '50.00' })
    expect(told(await sell([line(draw, '4', '900.00')]))).toEqual(refused)
    expect((await save({}, set.body.version)).body.client_ticket_bs).toBeNull()
    expect(told(await sell([line(draw, '4', '900.00')]))).toBe(201)
  })
})
