import { describe, expect, it } from 'vitest'
import { betsDrill, linesLink, numbersLink, wonLink, type DailyBetsRow } from './drill.ts'

const day = '2026-11-19'
const nothing = { product_id: null, draw_id: null, time: null, bet_type_id: null, partner_id: null, type: null }
const row = (more: Partial<DailyBetsRow> = {}): DailyBetsRow => ({ ...nothing, day, currency: 'BS', ...more })
const draw = { product_id: 3, draw_id: 88, time: '14:00' }
const query = { from: '2026-11-16', to: day, detail: 'sorteo' as const, compare: 'mismo-dia-semana' as const }

describe('a press', () => {
  it('opens a day into its products, and a product into its draws of that day', () => {
    const days = { from: day, to: day }
    expect(betsDrill(row(), { ...query, detail: 'dia' })).toEqual({ filters: { detail: 'producto' }, days })
    expect(betsDrill(row({ product_id: 3 }), { ...query, detail: 'producto' })).toEqual({
      filters: { product_id: 3, detail: 'sorteo' },
      days,
    })
  })

  it('opens a draw into who sold it, and those into who sells below them', () => {
    expect(betsDrill(row(draw), query)?.filters).toEqual({ product_id: 3, time: '14:00', level: 'directos' })
    expect(
      betsDrill(row({ ...draw, partner_id: 7, type: 'agencia' }), { ...query, level: 'agencia' })?.filters,
    ).toEqual({
      product_id: 3,
      time: '14:00',
      partner_id: 7,
      level: 'directos',
    })
    expect(betsDrill(row({ ...draw, partner_id: 9, type: 'taquilla' }), query)).toBeNull()
  })
})

describe('links', () => {
  const path = '/admin/administrative/balance-report'
  it('lead to the lines, the numbers and the prizes of the draw, of whom and what the row is', () => {
    const own = row({ ...draw, bet_type_id: 1 })
    const asked = { ...query, partner_id: 4 }
    const of = `draw=88&partner_id=4&bet_type_id=1&currency=BS&draw_day=${day}`
    expect(linesLink(own, asked)).toBe(`${path}/ticketConsult?view=sorteo&${of}`)
    expect(numbersLink(own, asked)).toBe(`${path}/ticketConsult?view=numeros&${of}`)
    expect(wonLink(own, asked)).toBe(
      `${path}/detailed-prize?period=rango&from=${day}&to=${day}&currency=BS&partner_id=4&product_id=3&bet_type_id=1&draw_id=88`,
    )
  })

  it('lead nowhere where there is no such draw', () => {
    const missing = row({ ...draw, draw_id: null })
    expect([linesLink(missing, query), numbersLink(missing, query), wonLink(missing, query)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(linesLink(row({ product_id: 3 }), query)).toBeUndefined()
  })

  it('lead nowhere from those without a distributor, who have no partner to be asked for', () => {
    const nobody = row({ ...draw, partner_id: 0, type: 'distribuidor' })
    const asked = { ...query, level: 'distribuidor' as const }
    expect([betsDrill(nobody, asked), linesLink(nobody, asked), wonLink(nobody, asked)]).toEqual([
      null,
      undefined,
      undefined,
    ])
  })
})
