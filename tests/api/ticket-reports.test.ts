/** The consultation of tickets: a figure is its rows, its file and the ledger. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { betTypeId } from '../support/world.ts'
import { openDayOfTickets, sum, users, type Query } from './ticket-reports-setup.ts'

const { counter, draw, sold, names, days, ledger } = openDayOfTickets()
const consult = async (query: Query<'consult'> = {}, as = 'banca') => {
  const reply = await counter.app.call(
    ticketReports.consult,
    { query: { ...(query.serial === undefined && days()), ...query } },
    { as },
  )
  expect([reply.status, reply.status === 200 ? null : reply.problem]).toEqual([200, null])
  return reply.body
}

describe('the consultation of tickets', () => {
  it.each(users)('of %s sums what the books hold, and all it lists', async (as, partner) => {
    const { data, totals, total } = await consult({}, as)
    expect(total).toBe(data.length)
    expect(totals.reduce((count, { tickets: of }) => count + of, 0)).toBe(total)
    for (const { currency, sold: counted, prizes: won, annulled, returned, paid } of totals) {
      const rows = data.filter((row) => row.currency === currency)
      expect({ sold: counted, prizes: won }).toEqual(await ledger(counter.world.partner[partner], currency))
      expect(add(counted, annulled, returned)).toBe(sum(rows.map((row) => row.total)))
      expect(won).toBe(sum(rows.map((row) => row.prize)))
      expect(paid).toBe(sum(rows.filter(({ state }) => state === 'pagado').map((row) => row.prize)))
    }
  })

  it('counts annulled and returned tickets without adding them up, nor the returned lines of others', async () => {
    const of = async (name: keyof typeof sold) => (await consult({ serial: sold[name].serial })).totals[0]
    expect(await of('annulled')).toMatchObject({ tickets: 1, sold: '0.00', annulled: '4.00', returned: '0.00' })
    expect(await of('returned')).toMatchObject({ tickets: 1, sold: '0.00', annulled: '0.00', returned: '7.77' })
    expect(await of('partly')).toMatchObject({ tickets: 1, sold: '5.00', annulled: '0.00', returned: '6.00' })
  })

  it('by serial alone finds its day, and nothing of another subtree', async () => {
    const { data } = await consult({ serial: sold.unpaid.serial.toLowerCase() })
    expect(data).toMatchObject([
      {
        office_name: 'Taquilla Tres',
        agency_name: 'Agencia Dos',
        seller_name: 'Lejana',
        lines: 1,
        total: '1.10',
        prize: '33.00',
        state: 'ganador',
        paid_at: null,
        approval: null,
      },
    ])
    expect((await consult({ serial: sold.unpaid.serial }, 'agencia')).data).toEqual([])
  })

  it.each<[string, () => Query<'consult'>, string[]]>([
    ['a number', () => ({ number: '5' }), ['expired', 'paid', 'unpaid', 'waits']],
    ['a number of a product', () => ({ number: '00', product_id: counter.world.product('LA_GRANJITA') }), ['waits']],
    ['a number of another product', () => ({ number: '00', product_id: counter.world.product('LOTTO_ACTIVO') }), []],
    ['a tripleta in any order', () => ({ number: '5-9-1' }), ['tripleta']],
    ['a bet type', () => ({ bet_type_id: betTypeId('TRIPLE_A') }), ['figures']],
    ['a product', () => ({ product_id: counter.world.product('LA_GRANJITA') }), ['partly', 'returned', 'waits']],
    ['a draw', () => ({ draw_id: draw.suspended }), ['partly', 'returned']],
    ['a draw that a tripleta passes through', () => ({ draw_id: draw.second }), ['tripleta']],
    ['a state', () => ({ state: 'ganador' }), ['expired', 'tripleta', 'unpaid', 'waits']],
    ['a currency', () => ({ currency: 'USD' }), ['expired']],
    ['amounts', () => ({ min_total: '7.77', max_total: '11.00' }), ['partly', 'returned']],
    ['a partner below', () => ({ partner_id: counter.world.partner.taquilla2 }), ['paid', 'returned']],
    ['an office by name', () => ({ q: 'taquilla TRES' }), ['figures', 'unpaid']],
    ['the beginning of a serial', () => ({ q: sold.partly.serial.slice(0, 9).toLowerCase() }), ['partly']],
    ['what is a pattern elsewhere', () => ({ q: '%' }), []],
    ['an approval', () => ({ approval: 'pendiente' }), []],
  ])('by %s', async (_, query, expected) => {
    const { data, total } = await consult(query())
    expect([names(data), total]).toEqual([expected, expected.length])
  })

  it('shows where a payment that waited for approval stands now', async () => {
    const { db, user, partner } = counter.world
    const decide = (state: string) =>
      db.run(sql`
      INSERT INTO pay_approvals (ticket_day, ticket_id, office_id, amount, currency, state, requested_by)
      SELECT day, id, ${partner.taquilla3}::int, prize, currency, ${state}, ${user['lejana']}::int
      FROM tickets
      WHERE serial = ${sold.unpaid.serial}`)
    await decide('rechazado')
    await decide('pendiente')
    expect((await consult({ approval: 'rechazado' })).data).toEqual([])
    expect((await consult({ approval: 'pendiente' })).data).toMatchObject([
      { serial: sold.unpaid.serial, approval: 'pendiente' },
    ])
    await db.run(sql`DELETE FROM pay_approvals`)
  })

  it.each(['sold_at', 'total', 'prize'] as const)(
    'walks page by page by %s without repeating or losing one',
    async (field) => {
      for (const sort of [field, `-${field}`] as const) {
        const whole = (await consult({ sort })).data.map(({ id }) => id)
        const seen: string[] = []
        for (let page = 1; page <= 5; page++)
          seen.push(...(await consult({ sort, page, per_page: 2 })).data.map(({ id }) => id))
        expect([new Set(seen).size, seen]).toEqual([9, whole])
      }
      const beyond = await consult({ page: 9, per_page: 2 })
      expect([beyond.data, beyond.total, beyond.totals.length]).toEqual([[], 9, 2])
    },
  )

  it('asks for days or a serial, for a range that holds, and for an order that exists', async () => {
    const refused = async (query: object) =>
      (await counter.app.call(ticketReports.consult, { query }, { as: 'banca' })).problem
    const { today } = counter.world
    expect(await refused({})).toMatchObject({ code: 'invalid', errors: [{ path: 'from' }] })
    expect(await refused({ serial: 'CORTO' })).toMatchObject({ code: 'invalid', errors: [{ path: 'serial' }] })
    expect((await refused({ from: today, to: addDays(today, -1) })).code).toBe('range_backwards')
    expect((await refused({ from: addDays(today, -366), to: today })).code).toBe('range_too_long')
    for (const call of [
      ticketReports.consultExport,
      ticketReports.detailedPrizeExport,
      ticketReports.detailedPrizeSummary,
    ])
      for (const [from, code] of [
        [addDays(today, 1), 'range_backwards'],
        [addDays(today, -366), 'range_too_long'],
      ]) {
        const { problem } = await counter.app.call(call, { query: { from, to: today } as never }, { as: 'banca' })
        expect(problem.code).toBe(code)
      }
    expect(await refused({ from: today, to: today, sort: 'code' })).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'sort' }],
    })
  })

  it('as a file holds every row that is listed, and its sum is the figure on screen', async () => {
    for (const query of [{}, { state: 'ganador' as const }, { product_id: counter.world.product('LA_GRANJITA') }]) {
      const { data, totals } = await consult({ ...query, sort: 'total' })
      const file = await counter.app.call(
        ticketReports.consultExport,
        { query: { ...days(), ...query, sort: 'total', format: 'csv', csv_style: 'international' } },
        { as: 'banca' },
      )
      expect([file.headers['x-row-count'], file.headers['x-control-sum']]).toEqual([
        String(data.length),
        totals.map(({ currency, sold: counted }) => `${currency} ${counted}`).join('; '),
      ])
      const lines = file.raw.toString('utf8').split('\r\n')
      const at = lines.findIndex((text) => text.startsWith('Serial,Vendido,Agencia,Taquilla,'))
      const cells = lines.slice(at + 1, at + 1 + data.length).map((text) => text.split(','))
      expect(cells.map((row) => [row[0], row[8]])).toEqual(data.map((row) => [row.serial, row.total]))
      for (const { currency, sold: counted } of totals)
        expect(sum(cells.filter((row) => row[7] === currency).map((row) => row[9]!))).toBe(counted)
    }
  })
})
