/** Daily bets over the API: on the day of the draw, whose they are, as a file, and what a correction leaves. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dailyBets } from '../../contract/daily-bets.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { repository } from '../../server/platform/repository.ts'
import { withdrawResult } from '../../server/rules/award/withdraw.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { tableOf } from '../support/csv.ts'
import { openDrawnPast } from './daily-bets-setup.ts'

const drawn = openDrawnPast()

async function asked(query: object, as = 'banca') {
  const reply = await drawn.app.call(
    dailyBets.list,
    { query: { from: drawn.past.day, to: drawn.past.day, ...query } },
    { as },
  )
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
      [drawn.late, '23:59', '15.45', 3, 'premiado'],
      [drawn.panama, '15:00', '9.00', 3, 'premiado'],
      [drawn.noon, '12:00', '40.05', 6, 'premiado'],
    ])
    expect((await asked({ from: addDays(drawn.past.day, -1), to: addDays(drawn.past.day, -1) })).data).toEqual([])
    expect((await asked({ from: addDays(drawn.past.day, 1), to: addDays(drawn.past.day, 1) })).data).toEqual([])
  })

  it('are what the lines, the numbers and the prizes behind them sum to', async () => {
    const { data } = await asked({ currency: 'BS' })
    for (const { draw_id, sold, prizes, lines } of data) {
      const summary = await drawn.app.call(
        ticketReports.playedSummary,
        { query: { draw_id: draw_id!, currency: 'BS' } },
        { as: 'banca' },
      )
      expect(summary.body.data).toMatchObject([{ sold, prizes, lines }])
      const numbers = await drawn.app.call(
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
          const file = await drawn.app.call(
            dailyBets.export,
            {
              query: { from: drawn.past.day, to: drawn.past.day, format: 'csv', csv_style: 'international', ...query },
            },
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
    const file = await drawn.app.call(
      dailyBets.export,
      { query: { from: drawn.past.day, to: drawn.past.day, level: 'distribuidor', currency: 'BS', format: 'csv' } },
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
    expect((await asked({ time: '12:00', currency: 'BS' })).data.map(({ draw_id }) => draw_id)).toEqual([drawn.noon])
    const query = { from: drawn.past.day, to: drawn.past.day, time: '25:00' }
    const { problem } = await drawn.app.call(dailyBets.list, { query }, { as: 'banca' })
    expect(problem).toMatchObject({ status: 400, errors: [{ path: 'time' }] })
  })

  it('of somebody beside or above are not there, and each sees its own', async () => {
    const query = { from: drawn.past.day, to: drawn.past.day, partner_id: drawn.past.world.partner.agencia2 }
    const reply = await drawn.app.call(dailyBets.list, { query }, { as: 'agencia' })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    const own = await asked({ currency: 'BS', level: 'taquilla' }, 'agencia')
    const mine = await asked({ currency: 'BS', level: 'taquilla', partner_id: drawn.past.world.partner.agencia1 })
    expect(own.data).toEqual(mine.data)
    expect(own.data.length).toBeGreaterThan(0)
  })

  it('follow a result that is taken back: nothing is said of prizes until there is another', async () => {
    const before = await asked({ currency: 'BS' })
    const undone = new Error('undone')
    await drawn.past.world
      .run(async (tx) => {
        const { result_id } = (await tx.one<{ result_id: number }>(
          sql`SELECT result_id FROM draws WHERE id = ${drawn.noon}`,
        ))!
        await withdrawResult(tx, { result_id, reason: 'Prueba', by: null, at: new Date() })
        const kept = await tx.rows(
          sql`SELECT sold, prizes, lines FROM draw_totals WHERE draw_id = ${drawn.noon} AND (sold <> 0 OR prizes <> 0 OR lines <> 0)`,
        )
        expect(kept).toEqual([])
        expect(await rebuildDays(tx, drawn.past.day, drawn.past.day)).toMatchObject({ corrected: 0 })
        throw undone
      })
      .catch((error: unknown) => expect(error).toBe(undone))
    expect(await asked({ currency: 'BS' })).toEqual(before)
  })
})

it('a database from before is given the totals of all its draws', async () => {
  const { run, db } = drawn.past.world
  const kept = sql`SELECT * FROM draw_totals WHERE sold <> 0 OR prizes <> 0 ORDER BY 1, 2, 3, 4, 5`
  const before = await db.rows(kept)
  expect(before.length).toBeGreaterThan(10)
  await db.run(sql`DROP TABLE draw_totals`)
  const text = readFileSync(join(repository, 'server/migrations/0013_draw_totals.sql'), 'utf8')
  await run((tx) => tx.run(sql.raw(text)))
  expect(await db.rows(kept)).toEqual(before)
  expect((await run((tx) => rebuildDays(tx, addDays(drawn.past.day, -2), drawn.past.day))).corrected).toBe(0)
})
