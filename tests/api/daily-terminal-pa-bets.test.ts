/** Panama's terminals by the day of the draw: what came, whose they are, and days that make no period. */
import { describe, expect, it } from 'vitest'
import { dailyTerminalPaBets } from '../../contract/daily-terminal-pa-bets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { openDrawnPast } from './daily-bets-setup.ts'

const drawn = openDrawnPast()

describe('terminals of Panama', () => {
  it('are told by day and draw with what came, and nothing else is among them', async () => {
    const query = { from: drawn.past.day, to: drawn.past.day, currency: 'BS' as const }
    const { body } = await drawn.app.call(dailyTerminalPaBets.list, { query }, { as: 'supervisor' })
    // 40 came first and third, 41 second: 56 and 8 times, and 12 times.
    expect(body.data).toMatchObject([
      {
        draw_id: drawn.panama,
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

  it('refuse days that make no period', async () => {
    const refusal = async (query: { from: string; to: string }) =>
      (await drawn.app.call(dailyTerminalPaBets.list, { query }, { as: 'banca' })).problem.code
    expect(await refusal({ from: drawn.past.day, to: addDays(drawn.past.day, -1) })).toBe('range_backwards')
    expect(await refusal({ from: addDays(drawn.past.day, -400), to: drawn.past.day })).toBe('range_too_long')
  })

  it('of somebody beside or above are not there', async () => {
    const query = { from: drawn.past.day, to: drawn.past.day, partner_id: drawn.past.world.partner.agencia2 }
    const reply = await drawn.app.call(dailyTerminalPaBets.list, { query }, { as: 'agencia' })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})
