import { describe, expect, it } from 'vitest'
import { soldDayLink, wonDayLink } from './links.ts'

const row = { day: '2026-11-20', partner_id: 7, currency: 'BS' } as const
const path = '/admin/administrative/balance-report'
const of = 'period=rango&from=2026-11-20&to=2026-11-20&currency=BS&partner_id=7'

describe('a figure of a day', () => {
  it('leads to its tickets and its prizes', () => {
    expect(soldDayLink(row, {})).toBe(`${path}/ticketConsult?${of}`)
    expect(wonDayLink(row, {})).toBe(`${path}/detailed-prize?${of}`)
  })
  it('of one product leads to its prizes alone', () => {
    expect([soldDayLink(row, { product_id: 3 }), soldDayLink(row, { bet_type_id: 2 })]).toEqual([undefined, undefined])
    expect(wonDayLink(row, { product_id: 3, bet_type_id: 2 })).toBe(
      `${path}/detailed-prize?${of}&product_id=3&bet_type_id=2`,
    )
  })
  it('of those without a distributor leads nowhere', () => {
    const nobody = { ...row, partner_id: 0 }
    expect([soldDayLink(nobody, {}), wonDayLink(nobody, {})]).toEqual([undefined, undefined])
  })
})
