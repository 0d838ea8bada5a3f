import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Change } from './change.tsx'

afterEach(cleanup)

describe('Change', () => {
  it('tells the direction in words besides icon and colour, and names what it compares with', () => {
    const { container } = render(<Change now="900.00" before="1000.00" currency="BS" period="ayer hasta 14:05" />)
    expect(container.textContent).toBe('baja −10,0 %−Bs 100,00')
    expect(screen.getByTitle('baja −10,0 %, −Bs 100,00 contra ayer hasta 14:05').classList).toContain('bad')
  })

  it('knows which way is good', () => {
    const { container } = render(<Change now="900.00" before="1000.00" currency="BS" good="down" />)
    expect(container.firstElementChild?.classList).toContain('good')
  })

  it('says of a loss what changed and no percentage, on a card and in a table', () => {
    const { container, rerender } = render(<Change now="-44.00" before="-100.00" currency="BS" />)
    expect(container.textContent).toBe('sube sin base de comparación+Bs 56,00')
    rerender(<Change now="-44.00" before="-100.00" currency="BS" short />)
    expect(container.textContent).toBe('sube sin base+Bs 56,00')
  })

  it('says that there is no base of comparison when the value before is zero or missing', () => {
    const { container, rerender } = render(<Change now="10.00" before="0.00" currency="BS" />)
    expect(container.textContent).toContain('sin base de comparación')
    rerender(<Change now="10.00" before={null} currency="BS" />)
    expect(container.textContent).toBe('sin base de comparación')
    rerender(<Change now="10.00" before="0.00" currency="BS" short />)
    expect(container.textContent).toBe('sube sin base+Bs 10,00')
  })
})
