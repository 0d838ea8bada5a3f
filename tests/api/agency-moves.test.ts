/**
 * An agency that gets another father takes the figures of all days along: at every level a father is the sum of
 * those below it, with nobody having recalculated, and a rebuild from the tickets finds nothing to correct.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { agencies, type AgencyRow } from '../../contract/agencies.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { kpis } from '../../contract/kpis.ts'
import { reports } from '../../contract/reports.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { list } from '../../server/platform/db/connect.ts'
import { closeDays } from '../../server/rules/balances/close.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { withdrawResult } from '../../server/rules/award/withdraw.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { carryPast } from '../../server/rules/tree/carry.ts'
import { lockTree, moveSubtree } from '../../server/rules/tree/tree.ts'
import { Random } from '../../server/seed/random.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { tableOf } from '../support/csv.ts'
import { addCommission } from '../support/factories.ts'
import { expectBooksHold, expectRollupsHold } from '../support/holds.ts'
import { slowModelRuns } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { endOf } from '../support/recalculation.ts'
import { betTypeId } from '../support/world.ts'
import { formOf } from './agencies-setup.ts'
import { createPast, type Past } from './figures.ts'

type Father = 'banca' | 'norte' | 'sur'
type Agency = 'agencia1' | 'agencia2'
const fathers = ['banca', 'norte', 'sur'] as const
const offices = ['taquilla1', 'taquilla2', 'taquilla3'] as const

let database: TestDatabase
let past: Past
let app: TestApp

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  // What a father takes and what losses carry depend on where an office hangs when it sells.
  await addCommission(world.db, {
    partner_id: world.partner.sur,
    kind: 'UTILIDAD',
    commission_percent: 9.5,
    participation_kind: 'ARRASTRE',
    participation_percent: 21.25,
  })
  // What is closed of the balances goes along too.
  await closeDays(past.world.pool)
  app = await startApp(database.url)
})
afterEach(async () => {
  const { world } = past
  await expectBooksHold(world.db)
  await expectRollupsHold(world, addDays(world.today, -70), addDays(world.today, 20))
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const show = async (agency: Agency): Promise<AgencyRow> =>
  (await app.call(agencies.show, { params: { id: past.world.partner[agency] } }, { as: 'banca' })).body
async function moveTo(father: Father, { agency = 'agencia1' as Agency, more = {} } = {}) {
  const row = await show(agency)
  const body = { ...formOf(row), father_id: past.world.partner[father], ...more }
  return app.call(agencies.update, { params: { id: row.id }, body }, { as: 'banca' })
}
async function moved(father: Father, options: Parameters<typeof moveTo>[1] = {}) {
  const reply = await moveTo(father, options)
  expect([reply.status, reply.status === 200 ? null : reply.problem]).toEqual([200, null])
}

/** What is counted at every level, without the quota that the last sale found. A row of zeros is none. */
const tables = {
  draw_sales: ['draw_id, bet_type_id, number', ['sold', 'liability', 'lines']],
  number_days: ['day, product_id, bet_type_id, number', ['sold', 'lines']],
  draw_totals: ['day, draw_id, bet_type_id', ['sold', 'prizes', 'lines']],
  sales_hours: ['day, hour, shard', ['sold', 'prizes', 'commission', 'tickets']],
  product_days: ['day, product_id, bet_type_id, shard', ['sold', 'prizes', 'commission', 'participation', 'lines']],
} as const
async function everyRow(): Promise<object[]> {
  await past.world.settle()
  const found = Object.entries(tables).map(([table, [keys, sums]]) =>
    past.world.db.rows<object>(
      sql.raw(
        `
          SELECT '${table}' AS of, partner_id, currency::text, ${keys}, ${sums.join(', ')}
          FROM ${table}
          WHERE ${sums.map((one) => `${one} <> 0`).join(' OR ')}
          ORDER BY partner_id, currency, ${keys}`,
      ),
    ),
  )
  return (await Promise.all(found)).flat()
}

/** A day of `past` with sales of every office and an award, in two currencies. */
async function aDay(day: string, stake: number): Promise<void> {
  const draw = await past.world.draw('LOTTO_ACTIVO')
  for (const [n, office] of offices.entries())
    for (const currency of ['BS', 'USD'] as const)
      await past.sell(day, `${10 + n}:15`, office, currency, [
        { draw, number: String(n + 3), stake: `${stake + n}.35` },
        { draw, number: '9', stake: '2.10' },
      ])
  await past.prize(draw, day, '19:00', [{ place: '', number: '4', sign: null }])
}

/** A draw of a past day that is open still. */
async function drawOn(product: string, day: string): Promise<number> {
  const id = await past.world.draw(product)
  await past.world.db.run(sql`UPDATE draws SET day = ${day} WHERE id = ${id}`)
  return id
}

describe('past days', () => {
  // What is older than a month is carried by another way.
  const period = () => ({ from: addDays(past.day, -40), to: past.day })
  beforeAll(async () => {
    for (const [stake, ago] of [40, 1, 0].entries()) await aDay(addDays(past.day, -ago), stake + 4)
  })

  const ask = (partner: Father | Agency, more = {}) => ({
    query: { ...period(), currency: 'BS', partner_id: past.world.partner[partner], ...more } as never,
  })
  const sold = (rows: readonly { sold: string }[]) => add('0', ...rows.map((row) => row.sold))
  /** The father's own figure, and the sum of those below it, on each screen that shows them. */
  async function shown(father: Father) {
    const as = { as: 'banca' }
    const own = (await app.call(kpis.lossProfit, ask(father, { compare: 'ninguna' }), as)).body.totals.sold
    const hours = (await app.call(kpis.lossProfit, ask(father, { compare: 'ninguna', step: 'hour' }), as)).body
    const product = past.world.product('LOTTO_ACTIVO')
    const file = await app.call(
      grossSales.export,
      ask(father, { format: 'csv', csv_style: 'international', level: 'directos' }),
      as,
    )
    const { titles, rows } = tableOf(file.raw, 'Afiliado,Código')
    const column = titles.findIndex((title) => title.startsWith('Venta'))
    return {
      own,
      others: {
        hours: hours.totals.sold,
        product: (await app.call(kpis.lossProfit, ask(father, { compare: 'ninguna', product_id: product }), as)).body
          .totals.sold,
        children: sold((await app.call(kpis.salesByPartner, ask(father), as)).body.data),
        children_of_product: sold(
          (await app.call(kpis.salesByPartner, ask(father, { product_id: product }), as)).body.data,
        ),
        general: sold((await app.call(reports.general, ask(father, { level: 'directos' }), as)).body.data),
        gross: sold((await app.call(grossSales.list, ask(father, { level: 'directos' }), as)).body.data),
        file: sold(rows.map((cells) => ({ sold: cells[column] ?? '' }))),
      },
    }
  }
  const same = (own: string) => ({
    hours: own,
    product: own,
    children: own,
    children_of_product: own,
    general: own,
    gross: own,
    file: own,
  })

  it('are with the new father on every screen and in its files, and the banca stays as it was', async () => {
    const before = { banca: await shown('banca'), norte: await shown('norte'), sur: await shown('sur') }
    const agency = (await app.call(kpis.lossProfit, ask('agencia1', { compare: 'ninguna' }), { as: 'banca' })).body
    for (const { own, others } of Object.values(before)) expect(others).toEqual(same(own))
    await moved('banca')
    const after = { banca: await shown('banca'), norte: await shown('norte'), sur: await shown('sur') }
    for (const { own, others } of Object.values(after)) expect(others).toEqual(same(own))
    expect(after.banca.own).toBe(before.banca.own)
    expect(after.sur.own).toBe('0.00')
    expect(add(after.norte.own, agency.totals.sold)).toBe(before.norte.own)
    expect(after.norte.own).not.toBe(before.norte.own)
    await moved('sur')
    expect(await shown('sur')).toEqual(before.sur)
    expect(await shown('norte')).toEqual(before.norte)
  })

  it('of an inactive agency go along too, and inside one father’s branch only the level between changes', async () => {
    const before = await shown('norte')
    await moved('norte', { more: { status: 'inactivo' } })
    const [norte, sur] = [await shown('norte'), await shown('sur')]
    expect(norte).toEqual(before)
    expect([sur.own, sur.others]).toEqual(['0.00', same('0.00')])
    await moved('sur', { more: { status: 'activo' } })
  })

  it('are exactly what they were once it is back, whatever the way', async () => {
    const before = await everyRow()
    expect(before.length).toBeGreaterThan(50)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...fathers), { maxLength: 5 }), async (way) => {
        for (const father of [...way, 'sur' as const]) await moved(father)
        expect(await everyRow()).toEqual(before)
      }),
      slowModelRuns(4),
    )
  })
})

describe('whatever happens between moves', () => {
  it('a rebuild of every day corrects nothing', async () => {
    const { world } = past
    let minutes = 0
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = new Random(seed)
        // Nothing is sold for a draw after its day. Some lives go on over the days that separate the past from the rest.
        const ago = random.pick([0, 27, 40])
        const draws: { id: number; day: string; state: 'open' | 'drawn' }[] = []
        for (const product of ['LOTTO_ACTIVO', 'LA_GRANJITA', 'LOTTO_ACTIVO']) {
          // Today's hours may not have come yet.
          const day = addDays(world.today, -ago - random.between(1, 4))
          draws.push({ id: await drawOn(product, day), day, state: 'open' })
        }
        let sold: { day: string; id: string }[] = []
        const steps = {
          sell: async () => {
            const day = addDays(world.today, -ago - random.between(5, 15))
            const bets = draws
              .filter(({ state }) => state === 'open')
              .map(({ id }) => ({
                draw: id,
                number: String(random.between(5, 8)),
                stake: `${random.between(1, 40)}.${random.between(10, 99)}`,
              }))
            if (bets.length === 0) return
            const hour = `${random.between(10, 20)}:30`
            sold.push(await past.sell(day, hour, random.pick(offices), random.pick(['BS', 'USD']), bets))
          },
          annul: async () => {
            const ticket = sold.pop()
            if (ticket) await past.annul(ticket)
          },
          award: async () => {
            const draw = draws.find(({ state }) => state === 'open')
            if (!draw) return
            draw.state = 'drawn'
            // What was sold may have won: it is not annulled any more.
            sold = []
            minutes += 1
            const time = `0${1 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
            await past.prize(draw.id, draw.day, time, [{ place: '', number: String(random.between(5, 8)), sign: null }])
          },
          withdraw: async () => {
            const result = await world.db.one<{ id: number }>(sql`
              SELECT r.id
              FROM results r
              JOIN draws d ON d.id = r.draw_id AND d.state = 'premiado'
              WHERE d.id = ANY (${list(draws.map(({ id }) => id))}::int[])
                AND NOT EXISTS (
                  SELECT 1
                  FROM prizes p
                  JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id
                  WHERE p.draw_id = d.id AND t.state = 'pagado'
                )
                LIMIT 1`)
            if (result)
              await world.run((tx) =>
                withdrawResult(tx, { result_id: result.id, reason: 'prueba', by: null, at: new Date() }),
              )
          },
          pay: async () => {
            const won = await world.db.one<{ day: string; id: string; code: string; office_id: number }>(
              sql`
                SELECT day, id, code, office_id
                FROM tickets
                WHERE state = 'ganador' AND pending_lines = 0 AND expires_on >= ${world.today}
                LIMIT 1`,
            )
            if (won)
              await world.run((tx) =>
                pay(tx, { ...won, by: world.user['taquilla']!, at: new Date(), today: world.today }),
              )
          },
          settle: () => world.settle(),
          move: () => moved(random.pick(fathers), { agency: random.pick(['agencia1', 'agencia2']) }),
        }
        for (const step of ['sell', 'sell', 'sell'] as const) await steps[step]()
        for (let n = 0; n < 24; n++)
          await steps[
            random.pick([
              'sell',
              'sell',
              'sell',
              'annul',
              'award',
              'withdraw',
              'pay',
              'settle',
              'move',
              'move',
            ] as const)
          ]()
        const rebuilt = await world.run((tx) => rebuildDays(tx, addDays(world.today, -70), addDays(world.today, 20)))
        expect(rebuilt.corrected).toBe(0)
      }),
      slowModelRuns(4),
    )
  })
})

describe('between the halves of a move', () => {
  /** What is older than a month is carried; then `between` happens, and the rest follows with the tree held. */
  async function movedAround(to: 'norte' | 'sur', between: () => Promise<unknown>) {
    const { world } = past
    const { agencia1, norte, sur } = world.partner
    const move = { partner_id: agencia1, from: to === 'sur' ? norte : sur, to: world.partner[to] }
    // Norte is above both.
    const exchange = { partner_id: agencia1, losing: to === 'sur' ? [] : [sur], gaining: to === 'sur' ? [sur] : [] }
    await world.run(async (tx) => {
      await carryPast(tx, exchange, addDays(world.today, -31))
      await between()
      await lockTree(tx, 'move')
      await tx.run(sql`UPDATE partners SET father_id = ${move.to} WHERE id = ${agencia1}`)
      await moveSubtree(tx, move, { pastCarried: true })
    })
  }

  it('a day of the past that changes is carried as it is in the end', async () => {
    await moved('sur')
    const old = addDays(past.world.today, -35)
    const draw = await drawOn('GUACHARO_ACTIVO', addDays(old, 1))
    const bets = [{ draw, number: '4', stake: '31.75' }]
    const ticket = await past.sell(old, '05:20', 'taquilla1', 'BS', bets)
    // One that is there already is waited for, while whoever waits keeps the tree: one of the two is begun anew.
    let annulled: Promise<void> | undefined
    await movedAround('norte', async () => {
      annulled ??= past.annul(ticket)
      await sleep(200)
    })
    await annulled
    // New ones meet nobody.
    await movedAround('sur', () => past.sell(old, '04:10', 'taquilla2', 'USD', bets))
  })
})

describe('quotas of open draws', () => {
  const sellOf = (draw: number, stake: string, as: string) =>
    app.call(
      tickets.sell,
      {
        body: {
          currency: 'BS',
          lines: [{ draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number: '7', stake }],
          confirm_repeated: true,
        },
      },
      { as },
    )

  it('hold for what an agency brings along, and are free of what it takes away', async () => {
    const { world } = past
    await moved('sur')
    await moved('norte', { agency: 'agencia2' })
    const draw = await world.draw('LOTTO_ACTIVO')
    await world.db.run(
      sql`INSERT INTO regular_quotas VALUES (${world.partner.sur}, ${world.product('LOTTO_ACTIVO')}, ${betTypeId('ANIMALITO')}, 'BS', 100)`,
    )
    expect((await sellOf(draw, '60.00', 'taquilla')).status).toBe(201)
    expect((await sellOf(draw, '70.00', 'lejana')).status).toBe(201)
    expect((await sellOf(draw, '50.00', 'taquilla')).problem.errors?.[0]).toMatchObject({ code: 'quota_exceeded' })
    await moved('sur', { agency: 'agencia2' })
    // 130.00 of 100.00: more than any sale could have taken, which breaks no rule of the books, and takes no more.
    await expectBooksHold(world.db)
    expect((await sellOf(draw, '1.00', 'taquilla')).problem.errors?.[0]).toMatchObject({
      code: 'quota_exceeded',
      extra: { available: '0' },
    })
    await moved('banca')
    expect((await sellOf(draw, '30.00', 'lejana')).status).toBe(201)
    expect((await sellOf(draw, '0.50', 'lejana')).problem.errors?.[0]).toMatchObject({ code: 'quota_exceeded' })
    expect((await sellOf(draw, '500.00', 'taquilla')).status).toBe(201)
    await world.db.run(sql`DELETE FROM regular_quotas`)
    await moved('sur')
    await moved('norte', { agency: 'agencia2' })
  })
})

describe('a recalculation', () => {
  it('of the whole banca goes on while agencies move, and corrects nothing', async () => {
    const { from, to } = { from: addDays(past.world.today, -12), to: past.world.today }
    const begun = await app.call(reports.generalRecalculate, { body: { from, to } }, { as: 'banca' })
    for (const father of ['banca', 'norte', 'sur'] as const) await moved(father)
    expect(await endOf(app, begun.body.id)).toMatchObject({ state: 'terminado', corrected: 0, days_done: 13 })
  })

  it('or an award that takes too long has the move say so, and nothing is done', { timeout: 20_000 }, async () => {
    const before = await show('agencia1')
    const reply = await past.world.run(async (tx) => {
      await lockTree(tx, 'add')
      return moveTo('banca')
    })
    expect([reply.status, reply.problem.code, reply.problem.detail]).toEqual([
      409,
      'conflict',
      'Hay una premiación, un recálculo u otro traslado en curso. Espere unos segundos y guarde de nuevo.',
    ])
    expect(await show('agencia1')).toEqual(before)
    await moved('banca')
    await moved('sur')
  })
})
