/**
 * Money that is given back: owed from the day of the sale, handed over once at a counter, or lapsed; each step in the books
 * with its day and its accounts.
 */
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../contract/endpoint.ts'
import { banking } from '../../contract/banking.ts'
import { polla } from '../../contract/polla.ts'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { withdrawResult } from '../../server/rules/award/withdraw.ts'
import { list } from '../../server/platform/db/connect.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { lapseRefunds } from '../../server/rules/pay/lapse.ts'
import { refund as giveBack } from '../../server/rules/pay/refund.ts'
import { sell as sellOn } from '../../server/rules/sale/sell.ts'
import { addUser } from '../support/factories.ts'
import { openPolla } from './polla-setup.ts'
import { line, openCounter } from './sale-setup.ts'

type Act = NonNullable<Arguments<typeof ticketManagement.act>['body']>
interface Sold {
  serial: string
  code: string
}

const prizeDays = 3
const annulMinutes = 1_440
const counter = openCounter((world) =>
  world.db.run(sql`
    INSERT INTO partner_settings (partner_id, prize_days, annul_minutes)
    VALUES (${world.partner.banca}, ${prizeDays}, ${annulMinutes})`),
)
let today = ''
let yesterday = ''
beforeAll(() => {
  today = counter.world.today
  yesterday = addDays(today, -1)
})

const suspend = async (draw_id: number) => {
  const body = { draw_id, mode: 'devolver' as const, reason: 'Falla eléctrica' }
  const reply = await counter.app.call(suspendedDraws.create, { body }, { as: 'supervisor' })
  expect(reply.status).toBe(201)
  return reply.body
}
const refund = (
  { serial, code }: Sold,
  as = 'taquilla',
  { key, office_id }: { key?: string; office_id?: number } = {},
) =>
  counter.app.call(
    tickets.refund,
    { params: { serial }, body: { code, ...(office_id !== undefined && { office_id }) } },
    { as, ...(key && { key }) },
  )
const annul = ({ serial }: Sold, as = 'taquilla') =>
  counter.app.call(tickets.annul, { params: { serial }, body: {} }, { as })
const act = ({ serial }: Sold, body: Act, as: string) =>
  counter.app.call(ticketManagement.act, { params: { id: serial }, body }, { as })
const show = async ({ serial }: Sold, as = 'banca') =>
  (await counter.app.call(ticketManagement.show, { params: { id: serial } }, { as })).body
const lapse = (days = 0) => lapseRefunds(counter.world.pool, new Date(Date.now() + days * 86_400_000))
/** What is due of it could be given until so many days ago. */
const over = ({ serial }: Sold, days = 1) =>
  counter.world.db.run(
    sql`UPDATE tickets SET refund_until = ${addDays(today, -days)} WHERE serial = ${serial} AND returned > refunded`,
  )
const place = (name: keyof typeof counter.world.partner) => counter.world.partner[name]

/** A ticket of yesterday for draws of today, which may still be annulled. */
async function sellYesterday(lines: readonly ReturnType<typeof line>[]): Promise<Sold & { id: string }> {
  return counter.world.run((tx) =>
    sellOn(tx, {
      office_id: place('taquilla1'),
      seller_id: counter.world.user['taquilla']!,
      currency: 'BS',
      confirm_repeated: true,
      at: new Date(Date.now() - 3_600_000),
      day: yesterday,
      lines: [...lines],
    }),
  )
}

/** The entries that the work added, what the clock settles apart: each with its day, and what every account took. */
async function posted(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const { db } = counter.world
  const ids = async () =>
    (
      await db.rows<{ id: string }>(sql`SELECT id FROM ledger_entries WHERE ref_kind NOT IN ('settlement', 'jackpot')`)
    ).map(({ id }) => id)
  const before = await ids()
  await work()
  const added = (await ids()).filter((id) => !before.includes(id))
  return (
    await db.rows<{ kind: string; day: string; sides: Record<string, string> }>(sql`
      SELECT entry.kind, entry.day, json_object_agg(lower(partner.code) || '.' || account.kind, posting.amount::text) AS sides
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id
      JOIN partners partner ON partner.id = account.partner_id
      WHERE entry.id = ANY (${list(added)}::bigint[])
      GROUP BY entry.kind, entry.day, entry.id ORDER BY entry.kind, entry.id`)
  ).map(({ kind, day, sides }) => ({ kind, day, ...sides }))
}

const whatIsDue = async (ticket: Sold, as?: string) => {
  const { refund_due, refunded, actions } = await counter.look(ticket.serial, as)
  return [refund_due, refunded, actions.includes('refund')]
}

describe('lines of a draw that is not held', () => {
  it('leave the sales of their day and are owed, not given; the counter gives them today, once', async () => {
    const [gone] = await counter.draws('LOTTO_ACTIVO', 1)
    const sold = await sellYesterday([line(gone!, '5', '10.00'), line(gone!, '6', '0.50')])
    expect(await posted(() => suspend(gone!))).toEqual([
      { kind: 'devolucion', day: yesterday, 'taquilla1.ventas': '10.50', 'taquilla1.devoluciones_por_pagar': '-10.50' },
    ])
    expect(await counter.look(sold.serial)).toMatchObject({
      state: 'devuelto',
      refund_due: '10.50',
      refunded: '0.00',
      refund_until: addDays(today, prizeDays),
      actions: ['refund', 'reprint'],
    })
    const key = 'devolucion-dos-veces'
    const given = await posted(async () => {
      const [first, again] = [await refund(sold, 'taquilla', { key }), await refund(sold, 'taquilla', { key })]
      expect(first.body).toMatchObject({
        refund_due: '0.00',
        refunded: '10.50',
        refund_until: null,
        actions: ['reprint'],
      })
      expect(again.body).toEqual(first.body)
    })
    expect(given).toEqual([
      { kind: 'reintegro', day: today, 'taquilla1.devoluciones_por_pagar': '10.50', 'taquilla1.caja': '-10.50' },
    ])
    expect((await refund(sold, 'vecina')).problem).toMatchObject({
      code: 'refund_none',
      refunded_office: 'Taquilla Uno',
      detail: expect.stringContaining('Taquilla Uno'),
    })
    expect((await show(sold)).history.map(({ kind, by, amount }) => [kind, by, amount])).toEqual([
      ['venta', 'Taquilla', '10.50'],
      ['devolucion', 'Supervisor', '10.50'],
      ['reintegro', 'Taquilla', '10.50'],
    ])
  })

  it('of a ticket that plays on are given while it does, and again when another of its draws is not held either', async () => {
    const [first, second, third] = await counter.draws('LOTTO_ACTIVO', 3)
    const sold = await counter.sell([line(first!, '5', '1.00'), line(second!, '5', '2.00'), line(third!, '5', '4.00')])
    expect((await refund(sold)).problem.code).toBe('refund_none')
    await suspend(first!)
    expect(await whatIsDue(sold)).toEqual(['1.00', '0.00', true])
    expect((await refund(sold)).body).toMatchObject({ state: 'vendido', refund_due: '0.00', refunded: '1.00' })
    await suspend(second!)
    expect(await whatIsDue(sold)).toEqual(['2.00', '1.00', true])
    const { day, id } = (await counter.world.db.one<{ day: string; id: string }>(
      sql`SELECT day, id FROM tickets WHERE serial = ${sold.serial}`,
    ))!
    const tomorrow = { at: new Date(Date.now() + 86_400_000), today: addDays(today, 1) }
    expect(
      await posted(() =>
        counter.world.run((tx) =>
          giveBack(tx, {
            day,
            id,
            code: sold.code,
            office_id: place('taquilla1'),
            by: counter.world.user['taquilla']!,
            ...tomorrow,
          }),
        ),
      ),
    ).toEqual([
      {
        kind: 'reintegro',
        day: tomorrow.today,
        'taquilla1.devoluciones_por_pagar': '2.00',
        'taquilla1.caja': '-2.00',
      },
    ])
    await counter.prize(third!, '5')
    expect((await counter.pay(sold)).body).toMatchObject({ state: 'pagado', prize: '120.00', refunded: '3.00' })
  })

  it('are given with the prize of the same ticket, in one go', async () => {
    const [won, gone] = await counter.draws('LOTTO_ACTIVO', 2)
    const sold = await counter.sell([line(won!, '7', '2.00'), line(gone!, '7', '3.33')])
    await counter.prize(won!, '7')
    await suspend(gone!)
    expect((await counter.look(sold.serial)).actions).toEqual(['pay', 'refund', 'reprint'])
    expect(await posted(() => counter.pay(sold, 'vecina'))).toEqual([
      { kind: 'pago_premio', day: today, 'taquilla1.premios_por_pagar': '60.00', 'taquilla2.caja': '-60.00' },
      { kind: 'reintegro', day: today, 'taquilla1.devoluciones_por_pagar': '3.33', 'taquilla2.caja': '-3.33' },
    ])
    expect(await whatIsDue(sold)).toEqual(['0.00', '3.33', false])
    expect((await refund(sold)).problem.code).toBe('refund_none')
  })

  it('of a ticket that was paid already are nobody’s: the receipt was handed in', async () => {
    const [won, lost] = await counter.draws('LOTTO_ACTIVO', 2)
    const sold = await counter.sell([line(won!, '7', '1.00'), line(lost!, '7', '2.50')])
    const beside = await counter.sell([line(lost!, '7', '0.50')])
    await counter.prize(won!, '7')
    await counter.prize(lost!, '8')
    await counter.pay(sold)
    const { id } = (await counter.world.db.one<{ id: number }>(
      sql`SELECT result_id AS id FROM draws WHERE id = ${lost}`,
    ))!
    await counter.world.run((tx) => withdrawResult(tx, { result_id: id, reason: 'prueba', by: null, at: new Date() }))
    expect(await posted(() => suspend(lost!))).toEqual([
      { kind: 'devolucion', day: today, 'taquilla1.ventas': '0.50', 'taquilla1.devoluciones_por_pagar': '-0.50' },
      { kind: 'devolucion', day: today, 'taquilla1.ventas': '2.50', 'taquilla1.ajustes': '-2.50' },
    ])
    expect([await whatIsDue(sold), await whatIsDue(beside)]).toEqual([
      ['0.00', '0.00', false],
      ['0.50', '0.00', true],
    ])
    expect((await refund(sold)).problem.code).toBe('refund_none')
  })

  it('stay owed when the suspension is lifted, and are given all the same', async () => {
    const [gone] = await counter.draws('LOTTO_ACTIVO', 1)
    const sold = await counter.sell([line(gone!, '5', '2.00')])
    const { id } = await suspend(gone!)
    expect(await posted(() => counter.app.call(suspendedDraws.remove, { params: { id } }, { as: 'banca' }))).toEqual([])
    expect(await whatIsDue(sold)).toEqual(['2.00', '0.00', true])
    expect((await refund(sold)).body).toMatchObject({ state: 'devuelto', refunded: '2.00' })
  })

  it('are owed for as many days as a prize from the day they came back, however late that is', async () => {
    const [gone] = await counter.draws('LOTTO_ACTIVO', 1)
    const sold = await counter.sell([line(gone!, '5')])
    await counter.world.db.run(sql`UPDATE draws SET day = day - 20 WHERE id = ${gone}`)
    await counter.world.db.run(sql`UPDATE tickets SET expires_on = expires_on - 20 WHERE serial = ${sold.serial}`)
    await suspend(gone!)
    expect((await counter.look(sold.serial)).refund_until).toBe(addDays(today, prizeDays))
    expect((await refund(sold)).status).toBe(200)
  })
})

describe('an annulled ticket', () => {
  it('annulled where it was sold, days later: out of the sales of its day, out of the drawer of today, with what else is due', async () => {
    const [gone, open] = await counter.draws('LOTTO_ACTIVO', 2)
    const sold = await sellYesterday([line(gone!, '5', '1.25'), line(open!, '5', '10.00')])
    await suspend(gone!)
    expect(await posted(() => annul(sold))).toEqual([
      { kind: 'anulacion', day: yesterday, 'taquilla1.ventas': '10.00', 'taquilla1.devoluciones_por_pagar': '-10.00' },
      { kind: 'reintegro', day: today, 'taquilla1.devoluciones_por_pagar': '11.25', 'taquilla1.caja': '-11.25' },
    ])
    expect(await whatIsDue(sold)).toEqual(['0.00', '11.25', false])
    expect((await refund(sold)).problem.code).toBe('refund_none')
  })

  it('annulled by its agency’s administrator is handed over at its office too', async () => {
    const [open] = await counter.draws('LOTTO_ACTIVO', 1)
    const sold = await counter.sell([line(open!, '5', '4.00')], 'vecina')
    expect(await posted(() => act(sold, { action: 'annul', reason: 'error de tipeo' }, 'agencia'))).toEqual([
      { kind: 'anulacion', day: today, 'taquilla2.ventas': '4.00', 'taquilla2.devoluciones_por_pagar': '-4.00' },
      { kind: 'reintegro', day: today, 'taquilla2.devoluciones_por_pagar': '4.00', 'taquilla2.caja': '-4.00' },
    ])
  })

  it('annulled from above is owed with what else is due, and given at any office of its agency', async () => {
    const [gone, open] = await counter.draws('LOTTO_ACTIVO', 2)
    const sold = await sellYesterday([line(gone!, '5', '1.25'), line(open!, '5', '10.00')])
    await suspend(gone!)
    expect(await posted(() => act(sold, { action: 'annul', reason: 'error de tipeo' }, 'banca'))).toEqual([
      { kind: 'anulacion', day: yesterday, 'taquilla1.ventas': '10.00', 'taquilla1.devoluciones_por_pagar': '-10.00' },
    ])
    expect(await whatIsDue(sold)).toEqual(['11.25', '0.00', true])
    expect(await posted(() => refund(sold, 'vecina'))).toEqual([
      { kind: 'reintegro', day: today, 'taquilla1.devoluciones_por_pagar': '11.25', 'taquilla2.caja': '-11.25' },
    ])
    expect((await show(sold)).history.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['venta', '11.25'],
      ['devolucion', '1.25'],
      ['anulacion', '10.00'],
      ['reintegro', '11.25'],
    ])
  })
})

describe('at a counter', () => {
  /** Sold at the first office, and owed. */
  async function owed(stake = '8.00', currency: 'BS' | 'USD' = 'BS') {
    const [gone] = await counter.draws('LOTTO_ACTIVO', 1)
    const sold = await counter.sell([line(gone!, '5', stake)], 'taquilla', currency)
    await suspend(gone!)
    return sold
  }

  it('with the receipt’s code, for one’s own office, in a currency that it has', async () => {
    const sold = await owed()
    expect((await refund({ ...sold, code: '0000000000000' })).problem).toMatchObject({
      code: 'ticket_wrong_code',
      errors: [{ path: 'code' }],
    })
    expect((await refund(sold, 'lejana')).problem.code).toBe('not_found')
    expect((await refund(sold, 'taquilla', { office_id: place('taquilla2') })).problem.code).toBe('not_found')
    expect((await refund(sold, 'agencia')).problem.errors).toMatchObject([{ path: 'office_id' }])
    const none = await counter.app.call(
      tickets.refund,
      { params: { serial: sold.serial }, body: { code: sold.code } },
      { as: 'taquilla', headers: { 'idempotency-key': '' } },
    )
    expect(none.problem.code).toBe('idempotency_key_missing')
    const dollars = await owed('1.00', 'USD')
    await counter.world.db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id = ${place('taquilla2')}`)
    expect((await refund(dollars, 'vecina')).problem.code).toBe('currency_not_sold')
    expect((await refund(dollars)).body.refunded).toBe('1.00')
    await counter.world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${place('taquilla2')}`)
    expect((await refund(sold, 'agencia', { office_id: place('taquilla2') })).body.refunded).toBe('8.00')
  })

  it('of another agency only where the banca lets them, and then crossed as prizes are', async () => {
    const { db } = counter.world
    await addUser(db, { username: 'agencia2', role: 'ADMIN_TAQUILLA', partner_id: place('agencia2') })
    await db.run(sql`UPDATE partner_settings SET pays_other_agencies = true WHERE partner_id = ${place('banca')}`)
    await db.run(
      sql`INSERT INTO partner_settings (partner_id, pays_other_agencies) VALUES (${place('taquilla3')}, false)`,
    )
    const sold = await owed()
    expect((await refund(sold, 'agencia2', { office_id: place('taquilla3') })).problem).toMatchObject({
      code: 'ticket_other_office',
      detail: expect.stringContaining('se devuelve'),
    })
    await db.run(sql`UPDATE partner_settings SET pays_other_agencies = NULL WHERE partner_id = ${place('taquilla3')}`)
    expect(await posted(() => refund(sold, 'lejana'))).toEqual([
      {
        kind: 'reintegro',
        day: today,
        'taquilla1.devoluciones_por_pagar': '8.00',
        'taquilla3.caja': '-8.00',
        'agencia2.ajustes': '8.00',
        'agencia1.ajustes': '-8.00',
      },
    ])
    const [won, gone] = await counter.draws('LOTTO_ACTIVO', 2)
    const winner = await counter.sell([line(won!, '7', '1.00'), line(gone!, '7', '2.00')])
    await counter.prize(won!, '7')
    await suspend(gone!)
    expect(
      (await posted(() => counter.pay(winner, 'lejana'))).map((entry) => [entry['kind'], entry['agencia2.ajustes']]),
    ).toEqual([
      ['pago_premio', '30.00'],
      ['reintegro', '2.00'],
    ])
    await db.run(sql`UPDATE partner_settings SET pays_other_agencies = false WHERE partner_id = ${place('banca')}`)
  })

  it('from the back office in the name of an office; those who only look are offered it through one of theirs alone', async () => {
    const sold = await owed()
    const body = { action: 'refund' as const, code: sold.code }
    expect((await show(sold, 'distribuidor')).actions).toContain('refund')
    expect((await act(sold, body, 'agencia')).problem.errors).toMatchObject([{ path: 'office_id' }])
    expect((await act(sold, { ...body, code: 'MALO' }, 'agencia')).problem.errors).toMatchObject([
      { path: 'office_id' },
    ])
    const done = await act(sold, { ...body, office_id: place('taquilla2') }, 'agencia')
    expect(done.body).toMatchObject({ refund_due: '0.00', refunded: '8.00' })
    expect((await act(sold, { ...body, office_id: place('taquilla2') }, 'agencia')).problem.code).toBe('refund_none')
  })

  it('is found in the consultation by what is due, with its sum', async () => {
    const { body: before } = await counter.app.call(
      ticketReports.consult,
      { query: { from: today, to: today, refund: 'por_devolver' } },
      { as: 'banca' },
    )
    const sold = await owed('9.00')
    const ask = async (query: object) =>
      (await counter.app.call(ticketReports.consult, { query: { from: today, to: today, ...query } }, { as: 'banca' }))
        .body
    const found = await ask({ refund: 'por_devolver' })
    expect(found.total).toBe(before.total + 1)
    expect(found.data[0]).toMatchObject({ serial: sold.serial, state: 'devuelto', refund_due: '9.00' })
    const dueIn = (rows: typeof found.totals) => Number(rows.find((row) => row.currency === 'BS')?.refund_due ?? 0)
    expect(dueIn(found.totals) - dueIn(before.totals)).toBe(9)
    await refund(sold)
    expect((await ask({ refund: 'por_devolver' })).total).toBe(before.total)
    expect((await ask({ serial: sold.serial })).data[0]).toMatchObject({ refund_due: '0.00' })
  })
})

describe('a polla', () => {
  it('whose round is not held is given back at its counter', async () => {
    const game = await openPolla(counter.world)
    const round = await game.round(today, 2)
    const body = { round_id: round.id, currency: 'BS' as const, symbols: ['1', '2', '3'], confirm_repeated: true }
    const { body: sold } = await counter.app.call(polla.sell, { body }, { as: 'polla' })
    await suspend(round.id)
    const look = async () =>
      (await counter.app.call(polla.show, { params: { serial: sold.serial } }, { as: 'polla' })).body
    expect(await look()).toMatchObject({ state: 'devuelto', refund_due: sold.total, actions: ['refund', 'reprint'] })
    const due = async () =>
      (await counter.app.call(polla.list, { query: { refund: 'por_devolver' } }, { as: 'polla' })).body.data.map(
        (one) => one.serial,
      )
    expect(await due()).toEqual([sold.serial])
    expect((await refund(sold, 'polla')).body).toMatchObject({ refunded: sold.total, refund_due: '0.00' })
    expect([await due(), (await look()).actions]).toEqual([[], ['reprint']])
    await game.end()
  })
})

describe('what nobody comes for', () => {
  async function owed(stake = '6.00') {
    const [gone] = await counter.draws('LOTTO_ACTIVO', 1)
    const sold = await counter.sell([line(gone!, '5', stake)])
    await suspend(gone!)
    return sold
  }

  it('lapses after its last day, to the office’s adjustments; what was not yet over does not', async () => {
    await lapse(30)
    const [late, inTime, given] = [await owed('6.00'), await owed('7.00'), await owed('8.00')]
    await refund(given)
    await over(late)
    await over(inTime, 0)
    expect((await refund(late)).problem.code).toBe('refund_expired')
    expect(await whatIsDue(late)).toEqual(['6.00', '0.00', false])
    const entries = await posted(async () => expect([await lapse(), await lapse()]).toEqual([1, 0]))
    expect(entries).toEqual([
      { kind: 'caducidad', day: today, 'taquilla1.devoluciones_por_pagar': '6.00', 'taquilla1.ajustes': '-6.00' },
    ])
    expect([await whatIsDue(late), await whatIsDue(inTime)]).toEqual([
      ['0.00', '0.00', false],
      ['7.00', '0.00', true],
    ])
    expect((await refund(late)).problem.code).toBe('refund_expired')
    expect((await show(late)).history.at(-1)).toMatchObject({ kind: 'caducidad', amount: '6.00' })
    expect((await refund(inTime)).body.refunded).toBe('7.00')
    const asked = { action: 'refund' as const, code: late.code, office_id: place('taquilla1') }
    expect((await act(late, asked, 'banca')).problem.code).toBe('refund_expired')
  })

  it('never lapses where the banca says so: it has no last day and is given however late', async () => {
    const sold = await owed()
    await over(sold, 100)
    const { has_sold: _sold, ...kept } = (await counter.app.call(banking.config, {}, { as: 'banca' })).body
    expect(kept.refunds_lapse).toBe(true)
    const set = (refunds_lapse: boolean) => counter.world.db.run(sql`UPDATE banca SET refunds_lapse = ${refunds_lapse}`)
    const saved = await counter.app.call(
      banking.saveConfig,
      { body: { ...kept, refunds_lapse: false } },
      { as: 'banca' },
    )
    expect(saved.body.refunds_lapse).toBe(false)
    expect(await lapse(1_000)).toBe(0)
    expect(await counter.look(sold.serial)).toMatchObject({ refund_due: '6.00', refund_until: null })
    expect((await refund(sold)).body.refunded).toBe('6.00')
    await set(true)
  })

  it('waits with a prize that was asked for in time, and is given with it', async () => {
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "20.00"}'`)
    const [won, gone] = await counter.draws('LOTTO_ACTIVO', 2)
    const sold = await counter.sell([line(won!, '7', '1.00'), line(gone!, '7', '2.00')])
    await counter.prize(won!, '7')
    await suspend(gone!)
    expect((await counter.pay(sold)).body).toMatchObject({
      state: 'ganador',
      approval: { state: 'pendiente' },
      refunded: '0.00',
    })
    await over(sold)
    await counter.world.db.run(sql`UPDATE tickets SET expires_on = ${yesterday} WHERE serial = ${sold.serial}`)
    expect([await lapse(), await expireTickets(counter.world.pool, new Date())]).toEqual([0, 0])
    expect((await act(sold, { action: 'approve' }, 'banca')).status).toBe(200)
    expect((await counter.pay(sold)).body).toMatchObject({ state: 'pagado', refunded: '2.00' })
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{}'`)
  })

  it('in more batches than one, once each', async () => {
    const some = [await owed('1.00'), await owed('2.00'), await owed('3.00')]
    for (const one of some) await over(one)
    const runs = await Promise.all([0, 1].map(() => lapseRefunds(counter.world.pool, new Date(), 1)))
    expect(runs.reduce((sum, one) => sum + one, 0) + (await lapse())).toBe(3)
  })
})

describe('the verification', () => {
  const owedRule = 'lo que los tickets tienen por devolver es el saldo de las devoluciones por pagar'
  const givenRule = 'lo entregado de cada ticket es lo que salió del libro, y nunca más de lo devuelto'
  const linesRule = 'lo devuelto de cada ticket es lo de sus jugadas devueltas y anuladas'
  const crossedRule = 'lo devuelto en otra agencia está cruzado entre las dos, y nada más'
  /** The rules that a change breaks, which is undone again. */
  async function broken(change: SQL): Promise<string[]> {
    let rules: string[] = []
    await counter.world
      .run(async (tx) => {
        await tx.run(change)
        rules = (await verifyBooks(tx)).map((one) => one.rule)
        throw new Error('undone')
      })
      .catch(() => undefined)
    return rules
  }

  it('finds what is owed, given, lapsed or crossed otherwise than the tickets say', async () => {
    const [gone] = await counter.draws('LOTTO_ACTIVO', 1)
    const [due, given] = [
      await counter.sell([line(gone!, '5', '3.00')]),
      await counter.sell([line(gone!, '6', '4.00')]),
    ]
    await suspend(gone!)
    await refund(given)
    const of = ({ serial }: Sold) => sql`serial = ${serial}`
    const entryOf = ({ serial }: Sold) => sql`(
      SELECT entry.id FROM ledger_entries entry JOIN tickets ticket ON ticket.id = entry.ref_id
      WHERE entry.kind = 'reintegro' AND ticket.serial = ${serial})`
    expect(await broken(sql`SELECT 1`)).toEqual([])
    expect(await broken(sql`UPDATE tickets SET returned = returned + 1 WHERE ${of(due)}`)).toEqual([
      owedRule,
      linesRule,
    ])
    expect(await broken(sql`UPDATE tickets SET refunded = returned WHERE ${of(due)}`)).toEqual([owedRule, givenRule])
    expect(await broken(sql`UPDATE tickets SET refunded = 0 WHERE ${of(given)}`)).toEqual([owedRule, givenRule])
    // One given in the place of another.
    expect(
      await broken(sql`
        UPDATE tickets ticket SET refunded = CASE WHEN ${of(due)} THEN 3 ELSE 1 END
        WHERE serial IN (${due.serial}, ${given.serial})`),
    ).toEqual([givenRule])
    expect(
      await broken(sql`UPDATE ticket_lines line SET stake = stake + 1 FROM tickets ticket
        WHERE line.day = ticket.day AND line.ticket_id = ticket.id AND ticket.${of(due)}`),
    ).toContain(linesRule)
    expect(
      await broken(sql`INSERT INTO ledger_postings SELECT * FROM ledger_postings WHERE entry_id = ${entryOf(given)}`),
    ).toContain(givenRule)
    expect(
      await broken(sql`UPDATE ledger_entries SET office_id = ${place('taquilla3')} WHERE id = ${entryOf(given)}`),
    ).toEqual([crossedRule])
    await expect(
      counter.world.db.run(sql`UPDATE tickets SET refunded = returned + 1 WHERE ${of(due)}`),
    ).rejects.toMatchObject({ constraint: 'tickets_refunds_check' })
    await refund(due)
  })
})
