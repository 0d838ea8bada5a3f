import { describe, expect, it } from 'vitest'
import { offeredLevels } from '@contract/reports.ts'
import { reportDrill, prizesOf, soldLink } from './drill.ts'

const row = (
  key: string,
  type: 'distribuidor' | 'agencia' | 'taquilla' | 'producto' | 'dia',
  has_children = false,
) => ({ key, type, has_children })

describe('drillOf', () => {
  it('opens a partner into its dependants', () => {
    expect(reportDrill(row('7', 'distribuidor', true), { product_id: undefined })).toEqual({
      filters: { partner_id: 7, level: 'directos' },
    })
  })

  it('of what is compared opens an agency into the products that made it fall', () => {
    const compare = 'anterior' as const
    const agency = row('8', 'agencia', true)
    expect(reportDrill(agency, { product_id: undefined, compare })).toEqual({
      filters: { partner_id: 8, level: 'producto' },
    })
    expect(reportDrill(agency, { product_id: 3, compare })).toEqual({ filters: { partner_id: 8, level: 'directos' } })
    expect(reportDrill(row('7', 'distribuidor', true), { product_id: undefined, compare })).toEqual({
      filters: { partner_id: 7, level: 'directos' },
    })
  })

  it('opens a ticket office into its products, once', () => {
    expect(reportDrill(row('9', 'taquilla'), { product_id: undefined })).toEqual({
      filters: { partner_id: 9, level: 'producto' },
    })
    expect(reportDrill(row('9', 'taquilla'), { product_id: 3 })).toBeNull()
  })

  it('opens a product into who sold it, and a day into that day', () => {
    expect(reportDrill(row('3', 'producto'), { product_id: undefined })).toEqual({
      filters: { product_id: 3, level: 'directos' },
    })
    expect(reportDrill(row('2026-11-19', 'dia'), { product_id: undefined })).toEqual({
      filters: { level: 'directos' },
      days: { from: '2026-11-19', to: '2026-11-19' },
    })
  })

  it('does not open the offices that have no distributor: they are no partner', () => {
    expect(reportDrill(row('0', 'distribuidor'), { product_id: undefined })).toBeNull()
  })
})

describe('links', () => {
  const query = { from: '2026-11-16', to: '2026-11-20', level: 'directos' as const, partner_id: 4 }
  const linksOf = (row: Parameters<typeof soldLink>[0]) => ({
    sold: soldLink(row, query, 'semana'),
    prizes: prizesOf(row, query, 'semana'),
  })
  const path = '/admin/administrative/balance-report'
  const of = (key: string, type: 'agencia' | 'producto' | 'dia') => linksOf({ key, type, currency: 'USD' as const })

  it('of a partner or a day lead to its tickets and prizes, in its currency', () => {
    expect(of('9', 'agencia')).toEqual({
      sold: `${path}/ticketConsult?period=semana&partner_id=9&currency=USD`,
      prizes: `${path}/detailed-prize?period=semana&partner_id=9&currency=USD`,
    })
    expect(of('2026-11-19', 'dia').sold).toBe(
      `${path}/ticketConsult?period=rango&from=2026-11-19&to=2026-11-19&partner_id=4&currency=USD`,
    )
  })

  it('lead nowhere where the rows would sum to something else', () => {
    expect(of('3', 'producto')).toEqual({
      sold: undefined,
      prizes: `${path}/detailed-prize?period=semana&partner_id=4&currency=USD&product_id=3`,
    })
    expect(linksOf({ key: '0', type: 'distribuidor', currency: 'BS' })).toEqual({
      sold: undefined,
      prizes: undefined,
    })
  })
})

describe('offeredLevels', () => {
  it('offers no level that lies above the user', () => {
    expect(offeredLevels('banca')).toContain('distribuidor')
    expect(offeredLevels('agencia')).toEqual(['directos', 'taquilla', 'producto', 'dia'])
    expect(offeredLevels('taquilla')).toEqual(['producto', 'dia'])
  })
})
