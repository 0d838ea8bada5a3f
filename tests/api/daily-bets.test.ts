/** Daily bets and Panama's terminals over the API: on the day of the draw, whose they are, as a file, and what a correction leaves. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dailyBets } from '../../contract/daily-bets.ts'
import { dailyTerminalPaBets } from '../../contract/daily-terminal-pa-bets.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { repository } from '../../server/platform/repository.ts'
import { withdraw } from '../../server/rules/award/withdraw.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { tableOf } from '../support/csv.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let app: TestApp
let past: Past
/** Of animals: at noon, and at the last minute of the day; of Panama. */
let noon: number
let late: number
let panama: number

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, day, sell, prize } = past
  noon = await world.draw('LOTTO_ACTIVO')
  late = await world.draw('LA_GRANJITA')
  panama = await world.draw('PANAMA_DOMINICAL')
  const before = addDays(day, -1)
  for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries()) {
    await sell(before, '23:59', office, 'BS', [{ draw: noon, number: String(n + 1), stake: `${n + 2}.35` }], 59_999)
    await sell(day, '00:00', office, 'BS', [
      { draw: noon, number: '2', stake: '10.00' },
      { draw: late, number: String(n + 7), stake: '5.15' },
    ])
    await sell(day, '09:00', office, 'USD', [{ draw: late, number: '9', stake: '1.25' }])
    await sell(day, '09:30', office, 'BS', [{ draw: panama, number: `4${n}`, stake: '3.00', type: 'TERMINAL_PA' }])
  }
  await prize(noon, day, '12:00', [{ place: '', number: '2', sign: null }])
  await prize(late, day, '23:59', [{ place: '', number: '9', sign: null }])
  await prize(
    panama,
    day,
    '15:00',
    ['1240', '7741', '0040'].map((number, place) => ({ place: String(place + 1), number, sign: null })),
  )
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

async function asked(query: object, as = 'banca') {
  const reply = await app.call(dailyBets.list, { query: { from: past.day, to: past.day, ...query } }, { as })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.body as unknown as Omit<typeof reply.body, 'totals'> & { totals: Totals[] }
}
/** Of one currency. */
interface Totals {
  sold: string
  prizes: string
  balance: string | null
  lines: number
  rows: number
}
const total = (rows: readonly { sold: string }[]) => add('0', ...rows.map(({ sold }) => sold))

describe('daily bets', () => {
  it('stand on the day of the draw, whenever they were sold and until its last minute', async () => {
    const { data } = await asked({ currency: 'BS' })
    expect(data.map(({ draw_id, time, sold, lines, state }) => [draw_id, time, sold, lines, state])).toEqual([
      [late, '23:59', '15.45', 3, 'premiado'],
      [panama, '15:00', '9.00', 3, 'premiado'],
      [noon, '12:00', '40.05', 6, 'premiado'],
    ])
    expect((await asked({ from: addDays(past.day, -1), to: addDays(past.day, -1) })).data).toEqual([])
    expect((await asked({ from: addDays(past.day, 1), to: addDays(past.day, 1) })).data).toEqual([])
  })

  it('are what the lines, the numbers and the prizes behind them sum to', async () => {
    const { data } = await asked({ currency: 'BS' })
    for (const { draw_id, sold, prizes, lines } of data) {
      const summary = await app.call(
        ticketReports.playedSummary,
        { query: { draw_id: draw_id!, currency: 'BS' } },
        { as: 'banca' },
      )
      expect(summary.body.data).toMatchObject([{ sold, prizes, lines }])
      const numbers = await app.call(
        ticketReports.betNumber,
        { query: { draw_id: draw_id!, currency: 'BS' } },
        { as: 'banca' },
      )
      expect(numbers.body.total).toEqual({ sold, lines })
    }
  })

  it.each(['dia', 'producto', 'sorteo', 'jugada'] as const)(
    'by %s sum to the same, as do their levels and the file',
    async (detail) => {
      for (const currency of ['BS', 'USD'] as const) {
        const whole = (await asked({ currency })).totals[0]!
        for (const level of [undefined, 'directos', 'agencia', 'taquilla'] as const) {
          const query = { detail, currency, ...(level && { level }) }
          const { data, totals } = await asked(query)
          expect(totals).toMatchObject([
            { sold: whole.sold, prizes: whole.prizes, balance: whole.balance, lines: whole.lines },
          ])
          expect([total(data), totals[0]!.rows]).toEqual([whole.sold, data.length])
          const file = await app.call(
            dailyBets.export,
            { query: { from: past.day, to: past.day, format: 'csv', csv_style: 'international', ...query } },
            { as: 'banca' },
          )
          expect(file.headers['x-control-sum']).toBe(`${currency} ${whole.sold}`)
          const { titles, rows } = tableOf(file.raw, 'Día')
          expect(rows.map((row) => row[titles.indexOf('Ventas')])).toEqual(data.map(({ sold }) => sold))
        }
      }
    },
  )

  it('by distributor show each with all below it, and have every line once in the totals', async () => {
    const whole = await asked({ detail: 'sorteo', currency: 'BS' })
    const { data, totals } = await asked({ detail: 'sorteo', level: 'distribuidor', currency: 'BS' })
    const by = (name: string) => data.filter((row) => row.name === name)
    // The south lies inside the north, which has all that is played.
    const facts = (rows: typeof data) => rows.map(({ draw_id, sold, lines, prizes }) => [draw_id, sold, lines, prizes])
    expect(facts(by('Distribuidor Norte'))).toEqual(facts(whole.data))
    expect(by('Distribuidor Sur')).toHaveLength(3)
    expect(totals).toEqual([{ ...whole.totals[0], rows: 6 }])
    const found = await asked({ detail: 'sorteo', level: 'distribuidor', currency: 'BS', q: 'granjita' })
    expect(found.totals).toMatchObject([{ sold: by('Distribuidor Norte')[0]!.sold, rows: 2 }])
    // A file's control sum is of its rows, which it proves to be all there.
    const file = await app.call(
      dailyBets.export,
      { query: { from: past.day, to: past.day, level: 'distribuidor', currency: 'BS', format: 'csv' } },
      { as: 'banca' },
    )
    expect(file.headers['x-control-sum']).toBe(`BS ${total(data)}`)
    // Below them stands what was played, once.
    const { sold, prizes } = whole.totals[0]!
    const lines = file.raw.toString('utf8').split('\r\n')
    const [line] = lines.filter((one) => one.startsWith('Total BS'))
    expect(line!.split(';').filter(Boolean)).toEqual(
      expect.arrayContaining([sold, prizes].map((amount) => amount.replace('.', ','))),
    )
  })

  it('narrow to an hour, and refuse one that is none', async () => {
    expect((await asked({ time: '12:00', currency: 'BS' })).data.map(({ draw_id }) => draw_id)).toEqual([noon])
    const query = { from: past.day, to: past.day, time: '25:00' }
    const { problem } = await app.call(dailyBets.list, { query }, { as: 'banca' })
    expect(problem).toMatchObject({ status: 400, errors: [{ path: 'time' }] })
  })

  it('refuse days that make no period', async () => {
    const refusal = async (query: { from: string; to: string }, endpoint: typeof dailyTerminalPaBets.list) =>
      (await app.call(endpoint, { query }, { as: 'banca' })).problem.code
    const terminals = dailyTerminalPaBets.list
    expect(await refusal({ from: past.day, to: addDays(past.day, -1) }, terminals)).toBe('range_backwards')
    expect(await refusal({ from: addDays(past.day, -400), to: past.day }, terminals)).toBe('range_too_long')
  })

  it('of somebody beside or above are not there, and each sees its own', async () => {
    const query = { from: past.day, to: past.day, partner_id: past.world.partner.agencia2 }
    for (const endpoint of [dailyBets.list, dailyTerminalPaBets.list]) {
      const reply = await app.call(endpoint, { query }, { as: 'agencia' })
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    }
    const own = await asked({ currency: 'BS', level: 'taquilla' }, 'agencia')
    const mine = await asked({ currency: 'BS', level: 'taquilla', partner_id: past.world.partner.agencia1 })
    expect(own.data).toEqual(mine.data)
    expect(own.data.length).toBeGreaterThan(0)
  })

  it('follow a result that is taken back: nothing is said of prizes until there is another', async () => {
    const before = await asked({ currency: 'BS' })
    const undone = new Error('undone')
    await past.world
      .run(async (tx) => {
        const { result_id } = (await tx.one<{ result_id: number }>(
          sql`SELECT result_id FROM draws WHERE id = ${noon}`,
        ))!
        await withdraw(tx, { result_id, reason: 'Prueba', by: null, at: new Date() })
        const kept = await tx.rows(
          sql`SELECT sold, prizes, lines FROM draw_totals WHERE draw_id = ${noon} AND (sold <> 0 OR prizes <> 0 OR lines <> 0)`,
        )
        expect(kept).toEqual([])
        expect(await rebuildDays(tx, past.day, past.day)).toMatchObject({ corrected: 0 })
        throw undone
      })
      .catch((error: unknown) => expect(error).toBe(undone))
    expect(await asked({ currency: 'BS' })).toEqual(before)
  })
})

describe('terminals of Panama', () => {
  it('are told by day and draw with what came, and nothing else is among them', async () => {
    const query = { from: past.day, to: past.day, currency: 'BS' as const }
    const { body } = await app.call(dailyTerminalPaBets.list, { query }, { as: 'supervisor' })
    // 40 came first and third, 41 second: 56 and 8 times, and 12 times.
    expect(body.data).toMatchObject([
      {
        draw_id: panama,
        product_name: 'Panamá Dominical',
        time: '15:00',
        lines: 3,
        sold: '9.00',
        prizes: '228.00',
        balance: '-219.00',
      },
    ])
    expect(body.data[0]!.result).toBe('1 1240 · 2 7741 · 3 0040')
    expect(body.totals).toMatchObject([{ currency: 'BS', sold: '9.00', prizes: '228.00', rows: 1 }])
  })
})

it('a database from before is given the totals of all its draws', async () => {
  const { run, db } = past.world
  const kept = sql`SELECT * FROM draw_totals WHERE sold <> 0 OR prizes <> 0 ORDER BY 1, 2, 3, 4, 5`
  const before = await db.rows(kept)
  expect(before.length).toBeGreaterThan(10)
  await db.run(sql`DROP TABLE draw_totals`)
  const text = readFileSync(join(repository, 'server/migrations/0013_draw_totals.sql'), 'utf8')
  await run((tx) => tx.run(sql.raw(text)))
  expect(await db.rows(kept)).toEqual(before)
  expect((await run((tx) => rebuildDays(tx, addDays(past.day, -2), past.day))).corrected).toBe(0)
})
