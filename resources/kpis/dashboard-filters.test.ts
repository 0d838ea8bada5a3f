import { describe, expect, it } from 'vitest'
import { fellLink, kpiQuery, rowsLink } from './dashboard-filters.ts'

const days = { from: '2026-11-14', to: '2026-11-20' }

describe('kpiQuery', () => {
  it('always says one currency and leaves out what is not filtered', () => {
    expect(kpiQuery(days, 'USD', {})).toEqual({ ...days, currency: 'USD' })
    expect(kpiQuery(days, 'BS', { partner_id: 7, product_id: 2, bet_type_id: 3 })).toEqual({
      ...days,
      currency: 'BS',
      partner_id: 7,
      product_id: 2,
      bet_type_id: 3,
    })
  })
})

describe('rowsLink', () => {
  it('carries the same filters and keeps a relative period relative', () => {
    expect(rowsLink({ choice: 'hoy', query: kpiQuery(days, 'BS', { partner_id: 7, product_id: 2 }) })).toBe(
      '/admin/administrative/balance-report/general-sales?period=hoy&currency=BS&level=directos&partner_id=7&product_id=2',
    )
  })

  it('carries fixed days as days', () => {
    expect(rowsLink({ choice: 'rango', query: kpiQuery(days, 'COP', {}), level: 'producto' })).toBe(
      '/admin/administrative/balance-report/general-sales?period=rango&currency=COP&level=producto&from=2026-11-14&to=2026-11-20',
    )
  })

  it('does not lead to rows that would sum to something else', () => {
    expect(rowsLink({ choice: 'hoy', query: kpiQuery(days, 'BS', { bet_type_id: 3 }) })).toBeUndefined()
  })
})

describe('fellLink', () => {
  const query = kpiQuery(days, 'BS', { partner_id: 7, bet_type_id: 3 })
  it('compares as the dashboard does, with the same filters', () => {
    expect(fellLink({ choice: 'hoy', query }, 'anterior', 'taquilla')).toBe(
      '/admin/administrative/balance-report/grossSales?period=hoy&currency=BS&level=taquilla&compare=anterior&partner_id=7&bet_type_id=3',
    )
  })

  it('leads to rows that open into the products to blame', () => {
    expect(fellLink({ choice: 'ayer', query: kpiQuery(days, 'BS', { partner_id: 7 }) }, 'anterior', 'agencia')).toBe(
      '/admin/administrative/balance-report/general-sales?period=ayer&currency=BS&level=agencia&compare=anterior&partner_id=7',
    )
  })

  it('compares with the same weekdays where the dashboard does not compare', () => {
    expect(fellLink({ choice: 'hoy', query }, 'ninguna', 'agencia')).toContain('compare=mismo-dia-semana')
  })
})
