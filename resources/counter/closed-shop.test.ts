/** A counter that can sell nothing says why before anybody types. */
import { describe, expect, it } from 'vitest'
import { counterAt } from '../../tests/support/counter-catalogue.ts'
import { closedShop } from './closed-shop.ts'

const context = counterAt()
const of = (more: Partial<typeof context.catalogue>) => ({ ...context, catalogue: { ...context.catalogue, ...more } })

describe('a counter', () => {
  it('with something open says nothing', () => {
    expect(closedShop(context)).toBe(null)
  })

  it('without products, currency or open draws says which of them it lacks', () => {
    expect(closedShop(of({ products: [] }))).toContain('no tiene productos a la venta')
    expect(closedShop(of({ limits: [] }))).toContain('no tiene moneda')
    expect(closedShop(of({ draws: [] }))).toBe('No hay sorteos abiertos: los de hoy ya cerraron.')
    const closed = context.catalogue.draws.map((draw) => ({ ...draw, closes_at: new Date(context.now).toISOString() }))
    expect(closedShop(of({ draws: closed }))).toBe('No hay sorteos abiertos: los de hoy ya cerraron.')
  })

  it('before its first draw opens says when that is, leaving out what is suspended', () => {
    const [one, other] = context.catalogue.draws
    const soon = new Date(context.now + 60_000).toISOString()
    const later = new Date(context.now + 3_600_000).toISOString()
    const draws = [
      { ...one!, opens_at: later, closes_at: later },
      { ...other!, opens_at: soon, closes_at: later, state: 'suspendido' as const },
    ]
    expect(closedShop(of({ draws }))).toMatch(/^No hay sorteos abiertos: el próximo abre (el .* )?a las \d\d:\d\d\.$/)
    const hour = (said: string | null) => said?.match(/\d\d:\d\d/)?.[0]
    const lifted = draws.map((draw) => ({ ...draw, state: one!.state }))
    expect(hour(closedShop(of({ draws })))).not.toBe(hour(closedShop(of({ draws: lifted }))))
  })
})
