/** What was played in a draw, line by line and number by number: the counters of every level, and the prizes of its result. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { animal, tripleta } from './sale-setup.ts'
import { openDayOfTickets, sum, users } from './ticket-reports-setup.ts'

const { counter, draw, sold, names } = openDayOfTickets()

describe('the lines of a draw', () => {
  const played = async (draw_id: number, query: object = {}, as = 'banca') =>
    (await counter.app.call(ticketReports.played, { query: { draw_id, ...query } }, { as })).body
  const summary = async (draw_id: number, as = 'banca') =>
    (await counter.app.call(ticketReports.playedSummary, { query: { draw_id } }, { as })).body

  it.each(users)('sum for %s what its counters sold and its result won', async (as, partner) => {
    for (const draw_id of Object.values(draw)) {
      const counters = await counter.world.db.rows(sql`
        SELECT s.currency::text AS currency, sum(s.sold) AS sold
        FROM draw_sales s
        WHERE s.draw_id = ${draw_id} AND s.partner_id = ${counter.world.partner[partner]} AND s.lines > 0
        GROUP BY s.currency
        ORDER BY s.currency`)
      const won = await counter.world.db.one<{ won: string }>(sql`
        SELECT coalesce(sum(amount), 0)::numeric(16, 2) AS won
        FROM prizes
        WHERE draw_id = ${draw_id}
          AND office_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${counter.world.partner[partner]})`)
      const { data, by_bet_type } = await summary(draw_id, as)
      expect(
        data
          .filter(({ sold: counted }) => counted !== '0.00')
          .map(({ currency, sold: counted }) => ({ currency, sold: counted })),
      ).toEqual(counters)
      expect(sum(data.map(({ prizes: given }) => given))).toBe(won!.won)
      for (const whole of data) {
        const parts = by_bet_type.filter(({ currency }) => currency === whole.currency)
        expect([
          sum(parts.map((one) => one.sold)),
          sum(parts.map((one) => one.prizes)),
          parts.reduce((count, { lines }) => count + lines, 0),
        ]).toEqual([whole.sold, whole.prizes, whole.lines])
      }
      expect((await played(draw_id, {}, as)).totals).toEqual(data)
    }
  })

  it('tell a tripleta that passes through apart: its stake is in its first draw, its prize where it is completed', async () => {
    const { data, totals } = await played(draw.third)
    expect(data).toMatchObject([
      {
        serial: sold.tripleta.serial,
        number: '1-5-9',
        symbol_name: 'Carnero, León, Águila',
        stake: '2.00',
        prize: '100.00',
        state: 'ganadora',
      },
    ])
    expect(data[0]!.bet_type_name).toMatch(/^Tripleta desde \d\d\/\d\d \d\d:\d\d$/)
    expect(totals).toMatchObject([{ lines: 1, sold: '0.00', prizes: '100.00', winners: 1 }])
    expect((await summary(draw.third)).by_bet_type).toMatchObject([
      { bet_type_id: tripleta, bet_type_name: 'Tripleta de sorteos anteriores' },
    ])
    expect((await played(draw.first, { bet_type_id: tripleta })).data).toMatchObject([
      { bet_type_name: 'Tripleta', stake: '2.00', prize: '0.00' },
    ])
  })

  it('list annulled and returned ones without counting them', async () => {
    const first = await played(draw.first)
    expect(first.data.map(({ state }) => state).filter((state) => state === 'anulada')).toHaveLength(1)
    expect(first.totals.find(({ currency }) => currency === 'BS')).toMatchObject({ lines: 5, tickets: 5, winners: 3 })
    expect(await played(draw.suspended)).toMatchObject({
      total: 2,
      totals: [{ lines: 0, sold: '0.00' }],
      data: [{ state: 'devuelta' }, { state: 'devuelta' }],
    })
  })

  it('as a file are every line that is listed, in its order, and prove what was won', async () => {
    const { data, totals } = await played(draw.first, { sort: 'number' })
    const file = await counter.app.call(
      ticketReports.playedExport,
      { query: { draw_id: draw.first, sort: 'number', format: 'csv', csv_style: 'international' } },
      { as: 'banca' },
    )
    expect([file.headers['x-row-count'], file.headers['x-control-sum']]).toEqual([
      String(data.length),
      totals.map(({ currency, prizes }) => `${currency} ${prizes}`).join('; '),
    ])
    const lines = file.raw.toString('utf8').split('\r\n')
    const at = lines.findIndex((text) => text.startsWith('Serial,Vendido,Taquilla,Agencia,Jugada,Número,'))
    const cells = lines.slice(at + 1, at + 1 + data.length).map((text) => text.split(','))
    // Names of several symbols hold commas: what follows them is counted from the end.
    expect(cells.map((row) => [row[0], row.at(-3), row.at(-1)])).toEqual(
      data.map((row) => [row.serial, row.stake, row.prize]),
    )
    expect(lines.find((text) => text.startsWith('Sorteo,'))).toMatch(/^Sorteo,Lotto Activo \d\d\/\d\d\/\d{4} /)
  })

  it('are found by number or serial, sorted, page by page, within reach', async () => {
    expect(names((await played(draw.first, { q: '5' })).data)).toEqual(['expired', 'paid', 'unpaid', 'waits'])
    expect(names((await played(draw.first, { q: sold.paid.serial })).data)).toEqual(['paid'])
    expect(names((await played(draw.first, { currency: 'USD' })).data)).toEqual(['expired'])
    for (const sort of ['stake', '-stake', 'prize', '-number', 'sold_at', '-sold_at', 'multiplier', 'bet_type_name']) {
      const whole = (await played(draw.first, { sort })).data.map((row) => `${row.serial} ${row.number}`)
      const paged = await Promise.all([1, 2, 3, 4].map((page) => played(draw.first, { sort, page, per_page: 2 })))
      expect(paged.flatMap(({ data }) => data.map((row) => `${row.serial} ${row.number}`))).toEqual(whole)
    }
    expect(names((await played(draw.first, {}, 'agencia')).data)).not.toContain('unpaid')
    for (const endpoint of [
      ticketReports.played,
      ticketReports.playedExport,
      ticketReports.playedSummary,
      ticketReports.betNumber,
    ] as const) {
      expect(
        (
          await counter.app.call(
            endpoint as typeof ticketReports.played,
            { query: { draw_id: 2_000_000_000 } },
            { as: 'banca' },
          )
        ).problem.code,
      ).toBe('not_found')
    }
    expect(
      (
        await counter.app.call(
          ticketReports.played,
          { query: { draw_id: draw.first, sort: 'code' as 'stake' } },
          { as: 'banca' },
        )
      ).problem.code,
    ).toBe('invalid')
  })
})

describe('the numbers of a draw', () => {
  const numbers = async (query: object, as = 'banca') =>
    (await counter.app.call(ticketReports.betNumber, { query: { draw_id: draw.open, ...query } }, { as })).body
  const zero = (data: Awaited<ReturnType<typeof numbers>>['data']) => data.find(({ number }) => number === '00')

  it('say what each sold and would pay, and every symbol when asked', async () => {
    const { data, total, product_name } = await numbers({})
    expect([product_name, total]).toEqual(['La Granjita', { sold: '20.25', lines: 1 }])
    expect(data).toMatchObject([
      {
        bet_type_id: animal,
        number: '00',
        symbol_name: 'Ballena',
        lines: 1,
        sold: '20.25',
        liability: '607.50',
        quota: null,
        available: null,
        used_percent: null,
        blocked_id: null,
      },
    ])
    const all = await numbers({ all: true })
    expect([all.data.length, all.total]).toEqual([38, total])
    expect(all.data.filter(({ sold: counted }) => counted === '0.00')).toHaveLength(37)
    expect((await numbers({ currency: 'USD' })).data).toEqual([])
    expect((await numbers({ draw_id: draw.figures, all: true })).data).toMatchObject([
      { number: '123', symbol_name: null },
    ])
  })

  it('are of the partner asked about, with the quota that leaves it least', async () => {
    const { db, partner, product } = counter.world
    const quota = (partner_id: number, amount: string) =>
      db.run(
        sql`
          INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
          VALUES (${partner_id}, ${product('LA_GRANJITA')}, ${animal}, 'BS', ${amount})`,
      )
    await quota(partner.sur, '50.00')
    await quota(partner.taquilla2, '30.00')
    await db.run(
      sql`INSERT INTO top_quotas (product_id, bet_type_id, currency, amount) VALUES (${product('LA_GRANJITA')}, ${animal}, 'BS', 100)`,
    )
    expect(zero((await numbers({})).data)).toMatchObject({
      sold: '20.25',
      quota: '100.00',
      available: '79.75',
      used_percent: '20.3',
    })
    expect(zero((await numbers({ partner_id: partner.agencia1 })).data)).toMatchObject({
      sold: '20.25',
      quota: '50.00',
      available: '29.75',
      used_percent: '40.5',
    })
    // Its own quota has more room left than what its neighbours left of the one above.
    expect(zero((await numbers({ partner_id: partner.taquilla2, all: true })).data)).toMatchObject({
      sold: '0.00',
      lines: 0,
      quota: '50.00',
      available: '29.75',
    })
    expect(zero((await numbers({ partner_id: partner.taquilla3, all: true })).data)).toMatchObject({
      sold: '0.00',
      quota: '100.00',
      available: '79.75',
    })
    await db.run(sql`UPDATE top_quotas SET amount = 0`)
    expect(zero((await numbers({})).data)).toMatchObject({ quota: '0.00', available: '0.00', used_percent: '100.0' })
    await db.run(sql`DELETE FROM top_quotas`)
    await db.run(sql`DELETE FROM regular_quotas`)
  })

  it('tell what blocks them for that partner, whether they sold or not', async () => {
    const { db, partner, product } = counter.world
    const block = async (
      partner_id: number,
      number: string,
      more: { draw_id?: number; to_day?: string; lifted?: boolean } = {},
    ) =>
      (await db.one<{ id: number }>(sql`
      INSERT INTO blocked_numbers (partner_id, product_id, number, draw_id, to_day, lifted_at)
      VALUES (
        ${partner_id}, ${product('LA_GRANJITA')}, ${number}, ${more.draw_id ?? null}, ${more.to_day ?? null},
        ${more.lifted ? 'now' : null}
      )
      RETURNING id`))!.id
    const [whole, own] = [await block(partner.norte, '00'), await block(partner.agencia1, '17', { draw_id: draw.open })]
    await block(partner.banca, '20', { draw_id: draw.suspended })
    await block(partner.banca, '21', { to_day: addDays(counter.world.today, -1) })
    await block(partner.banca, '22', { lifted: true })
    const blocked = async (query: object) =>
      (await numbers(query)).data
        .filter(({ blocked_id, bet_type_id }) => blocked_id !== null && bet_type_id === animal)
        .map(({ number, blocked_id }) => [number, blocked_id])
    expect(await blocked({ all: true })).toEqual([])
    expect(await blocked({ partner_id: partner.agencia1 })).toEqual([
      ['00', whole],
      ['17', own],
    ])
    expect(await blocked({ partner_id: partner.agencia2 })).toEqual([['00', whole]])
    await db.run(sql`DELETE FROM blocked_numbers`)
  })
})
