/** The settlement to the cent: the agreed examples, the rounding of a week, and results that no stake can touch. */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '../../contract/reports.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { compare, fromCents, negate, percentOf, subtract } from '../../contract/values/money.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { atOnce, connections, line, openRush, sellerAt, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'
import { modelRuns } from '../support/length.ts'

let rush: Rush
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  expect(await rush?.finish()).toBe(0)
})

/** What a week settles by the functions that every unit is settled by. */
async function settle({
  sold,
  prizes,
  carried = '0',
  commission = ['VENTA', '12'],
  participation = ['COMPARTIDA', '30'],
  currency = 'BS',
}: {
  sold: string
  prizes: string
  carried?: string
  commission?: [string, string]
  participation?: [string, string]
  currency?: Currency
}) {
  return rush.world.db.one<{ commission: string; profit: string; participation: string; total: string }>(sql`
    SELECT commission, profit, participation, profit - participation AS total
    FROM (
      SELECT *,
        settle_participation(${participation[0]}, ${participation[1]}::numeric, ${carried}::numeric, profit,
          ${currency}::currency) AS participation
      FROM (
        SELECT commission, ${sold}::numeric - ${prizes}::numeric - commission AS profit
        FROM (
          SELECT settle_commission(
            ${commission[0]}, ${commission[1]}::numeric, ${sold}::numeric, ${prizes}::numeric, ${currency}::currency
          ) AS commission
        ) c
      ) p
    ) t`)
}

describe('the settlement', () => {
  it.each([
    ['7200.00', { commission: '1200.00', profit: '1600.00', participation: '480.00', total: '1120.00' }],
    ['9500.00', { commission: '1200.00', profit: '-700.00', participation: '-210.00', total: '-490.00' }],
  ])('10.000,00 sold and %s of prizes at 12 % and 30 %', async (prizes, expected) => {
    expect(await settle({ sold: '10000.00', prizes })).toEqual(expected)
  })

  it('rounds as the rest of the product does, half away from zero, and its parts add up', async () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => fromCents(BigInt(value)))
    const percent = fc
      .integer({ min: 0, max: 1_000_000 })
      .map((value) => `${Math.floor(value / 10_000)}.${String(value % 10_000).padStart(4, '0')}`)
    const kinds = fc.constantFrom('COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE')
    await fc.assert(
      fc.asyncProperty(
        cents,
        cents,
        cents,
        percent,
        percent,
        kinds,
        fc.constantFrom<Currency>('BS', 'COP'),
        async (sold, prizes, lost, commission, percentage, kind, currency) => {
          const settled = (await settle({
            sold,
            prizes,
            carried: negate(lost),
            commission: ['VENTA', commission],
            participation: [kind, percentage],
            currency,
          }))!
          expect(settled.commission).toBe(percentOf(sold, commission, currency))
          expect(settled.profit).toBe(subtract(subtract(sold, prizes), settled.commission))
          const left = kind === 'ARRASTRE' ? subtract(settled.profit, lost) : settled.profit
          const base = kind !== 'COMPARTIDA' && compare(left, '0') < 0 ? '0.00' : left
          expect(settled.participation).toBe(percentOf(base, percentage, currency))
          expect(settled.total).toBe(subtract(settled.profit, settled.participation))
        },
      ),
      modelRuns(150),
    )
  })

  it('is what the report shows of an office that sold and paid so', async () => {
    const [day, office] = [rush.world.today, rush.world.partner.taquilla1]
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    // 10.000,00 sold, of which 240,00 on the number drawn: at 30 to one, 7.200,00 of prizes.
    expect((await rush.sell([line(draw, '5', '240.00'), line(draw, '6', '9760.00')], 'taquilla')).status).toBe(201)
    await rush.world.closeDraw(draw)
    await rush.prize(draw, '5')
    const { body } = await rush.app.call(
      reports.general,
      { query: { from: day, to: day, level: 'taquilla', partner_id: office } },
      { as: 'banca' },
    )
    expect(body.data).toMatchObject([
      {
        name: 'Taquilla Uno',
        currency: 'BS',
        sold: '10000.00',
        prizes: '7200.00',
        commission: '1200.00',
        profit: '1600.00',
        participation: '480.00',
        total: '1120.00',
        payout_percent: '72.0',
      },
    ])
    expect(body.totals).toMatchObject([{ sold: '10000.00', total: '1120.00' }])
  })
})

describe('settling while offices sell, draws are awarded and others settle', () => {
  it('loses no sale and counts none twice', async () => {
    const { world } = rush
    const draw = await world.draw('LA_GRANJITA')
    const over = await world.draw('LA_GRANJITA')
    for (const as of ['taquilla', 'vecina', 'lejana'])
      expect((await rush.sell([line(over, '5', '3.33')], as)).status).toBe(201)
    await world.closeDraw(over)
    const sold = atOnce(connections, async (n) => {
      for (let time = 0; time < 4; time++)
        expect((await rush.sell([line(draw, String(n + 1), '0.05')], sellerAt(n))).status).toBe(201)
    })
    const settled = atOnce(4, async () => {
      for (let time = 0; time < 6; time++) await world.settle()
    })
    await Promise.all([sold, settled, rush.prize(over, '5')])
    await world.settle()
    expect(await world.db.rows(sql`SELECT 1 FROM unsettled`)).toEqual([])
    await expectBooksHold(world.db)
    expect((await world.run((tx) => rebuildDays(tx, world.today, world.today))).corrected).toBe(0)
  })
})

describe('a result', () => {
  it('is the numbers entered, however much was staked on others', async () => {
    const [heavy, empty] = [await rush.world.draw('LOTTO_ACTIVO'), await rush.world.draw('LOTTO_ACTIVO')]
    await rush.sell([line(heavy, '1', '5000.00'), line(heavy, '2', '0.01')], 'taquilla')
    for (const draw of [heavy, empty]) {
      await rush.world.closeDraw(draw)
      await rush.prize(draw, '1')
      expect(
        await rush.world.db.rows(
          sql`SELECT n.place, n.number, n.sign FROM results r JOIN result_numbers n ON n.result_id = r.id WHERE r.draw_id = ${draw}`,
        ),
      ).toEqual([{ place: '', number: '1', sign: null }])
    }
  })

  it('is written by the award alone, from what it was given; demo results are drawn knowing nothing of sales', () => {
    const text = (path: string) => readFileSync(new URL(`../../server/${path}`, import.meta.url), 'utf8')
    const source = text('rules/award/award.ts')
    const [entered = ''] = /INSERT INTO result_numbers[\s\S]*?`\)/.exec(source) ?? []
    expect(entered).toContain('numbers.map((one) => one.number)')
    expect(entered).not.toMatch(/draw_sales|ticket_lines|sold|stake/)
    const asked = [...text('seed/results.ts').matchAll(/from '([^']+)'/g)].map((match) => match[1]!)
    expect(asked.filter((path) => /sale|ticket|count|kpis|rollups|award\/(?!winning)/.test(path))).toEqual([])
    expect(text('seed/results.ts').replace(/\/\*\*[\s\S]*?\*\//g, '')).not.toMatch(
      /draw_sales|ticket_lines|\bsold\b|\bstake\b|liability/,
    )
  })
})
