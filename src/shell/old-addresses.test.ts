import { describe, expect, it } from 'vitest'
import { screens } from '@contract/access/screens.ts'
import { currentAddress } from './old-addresses.ts'

function now(address: string): string | null {
  const { pathname, search, hash } = new URL(address, 'http://sorteo.test')
  return currentAddress({ pathname, search, hash })
}

describe('an old address', () => {
  it.each([
    ['/admin/registry/agencies?clonar=12', '/admin/registry/agencies?clone=12'],
    ['/admin/registry/agencies/12/general?responsable=12', '/admin/registry/agencies/12/general?responsible=12'],
    [
      '/admin/registry/quotas/all?currencies=BS,USD&cambio=true',
      '/admin/registry/quotas/all?currencies=BS,USD&change=true',
    ],
    [
      '/admin/administrative/balance-report/results?period=ayer&vista=tablero',
      '/admin/administrative/balance-report/results?period=ayer&view=tablero',
    ],
    [
      '/admin/administrative/balance-report/results?carga=si#fin',
      '/admin/administrative/balance-report/results?upload=si#fin',
    ],
    ['/ticket-office/polla?ronda=3&moneda=USD&pagina=2', '/ticket-office/polla?round=3&currency=USD&page=2'],
    ['/ticket-office/results?dia=2026-11-18', '/ticket-office/results?day=2026-11-18'],
    ['/ticket-office/prizes?pote=7', '/ticket-office/prizes?jackpot=7'],
    ['/admin/registry/products/4/horario', '/admin/registry/products/4/schedule'],
    ['/admin/registry/products/4/jugadas', '/admin/registry/products/4/bets'],
    ['/admin/registry/products/4/simbolos?pagina=2', '/admin/registry/products/4/symbols?page=2'],
  ])('%s leads to %s, and there it ends', (before, after) => {
    expect(now(before)).toBe(after)
    expect(now(after)).toBeNull()
  })

  it('keeps what the new name says when it has both', () => {
    expect(now('/ticket-office/polla?moneda=USD&currency=BS')).toBe('/ticket-office/polla?currency=BS')
  })

  it('is none that a screen has', () => {
    for (const { path } of screens) expect(now(`${path}?partner_id=1&page=2&period=ayer`)).toBeNull()
  })
})
