/** The detailed prizes: a figure is its rows, the dashboard and the ledger. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { prizeStateLabels, prizeStates, ticketReports } from '../../contract/ticket-reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { subtract } from '../../contract/values/money.ts'
import { tripleta } from './sale-setup.ts'
import { openDayOfTickets, sum, users, type Query } from './ticket-reports-setup.ts'

const { counter, draw, sold, names, days, ledger } = openDayOfTickets()
const prizes = async (query: Partial<Query<'detailedPrize'>> = {}, as = 'banca') =>
  (await counter.app.call(ticketReports.detailedPrize, { query: { ...days(), ...query } }, { as })).body

describe('the detailed prizes', () => {
  const summary = async (query: object = {}, as = 'banca') =>
    (
      await counter.app.call(
        ticketReports.detailedPrizeSummary,
        { query: { ...days(), ...query } as Query<'detailedPrizeSummary'> },
        { as },
      )
    ).body

  it.each(users)(
    'of %s are what the books and the dashboard say was won, by currency, product and row',
    async (as, partner) => {
      const { data, by_product } = await summary({}, as)
      const listed = await prizes({}, as)
      expect(listed.totals).toEqual(data)
      for (const whole of data) {
        const { currency, awarded } = whole
        expect(awarded).toBe((await ledger(counter.world.partner[partner], currency)).prizes)
        expect(awarded).toBe(
          (await counter.app.call(kpis.lossProfit, { query: { ...days(), currency, compare: 'ninguna' } }, { as })).body
            .totals.prizes,
        )
        expect(awarded).toBe(sum(listed.data.filter((row) => row.currency === currency).map((row) => row.prize)))
        expect(awarded).toBe(sum([whole.paid, whole.pending, whole.expired]))
        for (const key of ['awarded', 'paid', 'pending', 'expired'] as const)
          expect(sum(by_product.filter((row) => row.currency === currency).map((row) => row[key]))).toBe(whole[key])
      }
    },
  )

  it('are each in one state, whose rows are its figure', async () => {
    const whole = await prizes()
    const states = Object.fromEntries(
      await Promise.all(prizeStates.map(async (state) => [state, await prizes({ state })] as const)),
    )
    expect(Object.fromEntries(prizeStates.map((state) => [state, names(states[state]!.data)]))).toEqual({
      por_pagar: ['tripleta', 'unpaid'],
      pagado: ['paid'],
      vencido: ['expired'],
      pendiente: ['waits'],
    })
    expect(prizeStates.reduce((count, state) => count + states[state]!.total, 0)).toBe(whole.total)
    const bolivares = whole.totals.find(({ currency }) => currency === 'BS')!
    expect([bolivares.paid, bolivares.expired, bolivares.pending]).toEqual([
      '90.00',
      '0.00',
      sum([...states['por_pagar']!.data, ...states['pendiente']!.data].map((row) => row.prize)),
    ])
  })

  it('say of which line, draw and ticket, and where it was paid', async () => {
    expect((await prizes({ q: sold.paid.serial })).data).toMatchObject([
      {
        serial: sold.paid.serial,
        day: counter.world.today,
        product_name: 'Lotto Activo',
        bet_type_name: 'Animalito',
        number: '5',
        symbol_name: 'León',
        office_name: 'Taquilla Dos',
        agency_name: 'Agencia Uno',
        currency: 'BS',
        stake: '3.00',
        prize: '90.00',
        state: 'pagado',
        paid_office_name: 'Taquilla Dos',
      },
    ])
    expect((await prizes({ draw_id: draw.third })).data).toMatchObject([
      { bet_type_name: 'Tripleta', number: '1-5-9', prize: '100.00' },
    ])
  })

  it.each<[string, () => Partial<Query<'detailedPrize'>>, string[]]>([
    ['a bet type', () => ({ bet_type_id: tripleta }), ['tripleta']],
    ['a product', () => ({ product_id: counter.world.product('LA_GRANJITA') }), []],
    ['a draw', () => ({ draw_id: draw.first }), ['expired', 'paid', 'unpaid', 'waits']],
    ['a partner', () => ({ partner_id: counter.world.partner.agencia2 }), ['unpaid']],
    ['a currency', () => ({ currency: 'USD' }), ['expired']],
    ['an office', () => ({ q: 'tres' }), ['unpaid']],
    ['days before', () => ({ from: addDays(counter.world.today, -2), to: addDays(counter.world.today, -1) }), []],
  ])('by %s', async (_, query, expected) => {
    expect(names((await prizes(query())).data)).toEqual(expected)
    const { awarded } = (await prizes(query())).totals.find(({ currency }) => currency === 'BS') ?? { awarded: '0.00' }
    const { q: _q, ...filters } = query() as { q?: string }
    if (_q === undefined)
      expect((await summary(filters)).data.find(({ currency }) => currency === 'BS')?.awarded ?? '0.00').toBe(awarded)
  })

  it.each(['scheduled_at', 'day', 'prize', 'sold_at', 'expires_on', 'paid_at', 'serial', 'state'] as const)(
    'walk page by page by %s',
    async (field) => {
      for (const sort of [field, `-${field}`] as const) {
        const whole = (await prizes({ sort })).data.map(({ id }) => id)
        const paged = await Promise.all([1, 2, 3].map((page) => prizes({ sort, page, per_page: 2 })))
        expect([whole.length, paged.flatMap(({ data }) => data.map(({ id }) => id))]).toEqual([5, whole])
      }
    },
  )

  it('as a file are every row that is listed, in its order, and prove their sum', async () => {
    for (const query of [{}, { bet_type_id: tripleta }, { state: 'vencido' as const, currency: 'USD' as const }]) {
      const { data, totals } = await prizes({ ...query, sort: '-prize' })
      const file = await counter.app.call(
        ticketReports.detailedPrizeExport,
        { query: { ...days(), ...query, sort: '-prize', format: 'csv', csv_style: 'international' } },
        { as: 'banca' },
      )
      expect([file.headers['x-row-count'], file.headers['x-control-sum']]).toEqual([
        String(data.length),
        totals.map(({ currency, awarded }) => `${currency} ${awarded}`).join('; '),
      ])
      const lines = file.raw.toString('utf8').split('\r\n')
      const at = lines.findIndex((text) => text.startsWith('Serial,Día del sorteo,Sorteo,Producto,Jugada,Número,'))
      const cells = lines.slice(at + 1, at + 1 + data.length).map((text) => text.split(','))
      // Names of several symbols hold commas: what follows them is counted from the end.
      expect(cells.map((row) => [row[0], row.at(-6), row.at(-5)])).toEqual(
        data.map((row) => [row.serial, row.prize, prizeStateLabels[row.state]]),
      )
    }
  })

  it('leave out a prize withdrawn with its result', async () => {
    const { db } = counter.world
    const before = (await summary()).data[0]!
    const one = (await prizes({ q: sold.unpaid.serial })).data[0]!
    await db.run(sql`UPDATE prizes SET withdrawn_at = now() WHERE id = ${one.id}`)
    expect((await summary()).data[0]!.awarded).toBe(subtract(before.awarded, one.prize))
    expect((await prizes({ q: sold.unpaid.serial })).data).toEqual([])
    await db.run(sql`UPDATE prizes SET withdrawn_at = NULL WHERE id = ${one.id}`)
  })

  it('keep a prize whose payment was asked for in time from expiring', async () => {
    const { db, user, partner } = counter.world
    await db.run(sql`
      INSERT INTO pay_approvals (ticket_day, ticket_id, office_id, amount, currency, requested_by)
      SELECT day, id, ${partner.taquilla1}::int, prize, currency, ${user['taquilla']}::int
      FROM tickets
      WHERE serial = ${sold.expired.serial}`)
    expect(names((await prizes({ state: 'vencido' })).data)).toEqual([])
    await db.run(sql`DELETE FROM pay_approvals`)
    expect(names((await prizes({ state: 'vencido' })).data)).toEqual(['expired'])
  })
})
