import { describe, expect, it } from 'vitest'
import { courseLink, fellLink, kpiQuery, rowsLink } from './dashboard-filters.ts'

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

describe('courseLink', () => {
  const query = kpiQuery({ from: '2026-11-20', to: '2026-11-20' }, 'BS', { partner_id: 7 })

  it('leads from a day to the report of that day', () => {
    expect(courseLink('2026-11-16', { step: 'day', choice: '7d', query: { ...query, from: '2026-11-14' } })).toBe(
      '/admin/administrative/balance-report/general-sales?period=rango&currency=BS&level=directos' +
        '&from=2026-11-16&to=2026-11-16&partner_id=7',
    )
  })

  it('goes on comparing a day of a week with the day that stands at its place in the week before', () => {
    const week = { ...query, from: '2026-11-14' }
    const to = courseLink('2026-11-16', { step: 'day', choice: '7d', query: week, compared: { compare: 'anterior' } })
    expect(to).toContain('compare=mismo-dia-semana')
  })

  it('leads from an hour, and from a day of a bet type, to the free question', () => {
    expect(courseLink('09', { step: 'hour', choice: 'hoy', query })).toBe(
      '/admin/dashboards/analytical?period=hoy&currency=BS&view=pregunta&by=afiliado&level=directos&partner_id=7&hour=9',
    )
    const narrowed = { ...query, bet_type_id: 3 }
    expect(courseLink('2026-11-20', { step: 'day', choice: '7d', query: narrowed })).toBe(
      '/admin/dashboards/analytical?period=rango&currency=BS&view=pregunta&by=afiliado&level=directos' +
        '&from=2026-11-20&to=2026-11-20&partner_id=7&bet_type_id=3',
    )
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
