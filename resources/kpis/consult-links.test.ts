import { describe, expect, it } from 'vitest'
import { numberLink, prizesLink, ticketsLink } from './consult-links.ts'
import { kpiQuery } from './dashboard-filters.ts'

const query = kpiQuery({ from: '2026-11-14', to: '2026-11-20' }, 'BS', { partner_id: 7, product_id: 2 })
const path = '/admin/administrative/balance-report'

describe('links to the rows of a figure', () => {
  it('carry its filters and keep a relative period relative', () => {
    expect(ticketsLink({ choice: '7d', query }, 'ganador')).toBe(
      `${path}/ticketConsult?period=7d&currency=BS&partner_id=7&product_id=2&state=ganador`,
    )
    expect(prizesLink({ choice: '7d', query })).toBe(
      `${path}/detailed-prize?period=7d&currency=BS&partner_id=7&product_id=2`,
    )
  })

  it('carry fixed days, and every ticket where no state is meant', () => {
    expect(ticketsLink({ choice: 'rango', query }, undefined)).toBe(
      `${path}/ticketConsult?period=rango&from=2026-11-14&to=2026-11-20&currency=BS&partner_id=7&product_id=2`,
    )
  })

  it('of a number name the product and bet type it was played on', () => {
    expect(numberLink({ choice: 'hoy', query }, { number: '123 LEO', product_id: 9, bet_type_id: 4 })).toBe(
      `${path}/ticketConsult?period=hoy&currency=BS&partner_id=7&product_id=9&bet_type_id=4&number=123+LEO`,
    )
  })
})
