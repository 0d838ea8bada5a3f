import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SymbolImage } from './symbol-image.tsx'

afterEach(cleanup)

it('shows the symbol’s picture, decorative beside its name', () => {
  const { container } = render(<SymbolImage code="5" name="León" image_url="/symbols/leon.svg" size={48} />)
  const image = container.querySelector('img')!
  expect([image.getAttribute('src'), image.alt, image.width]).toEqual(['/symbols/leon.svg', '', 48])
})

it('says code and name where it stands alone', () => {
  render(<SymbolImage code="00" name="Ballena" image_url="/symbols/ballena.svg" alone />)
  expect(screen.getByRole('img').getAttribute('alt')).toBe('00 Ballena')
})

it('draws a zodiac sign that no product keeps', () => {
  const { container } = render(<SymbolImage code="LEO" name="Leo" />)
  expect(container.querySelector('img')!.getAttribute('src')).toBe('/symbols/leo.svg')
})

it('falls back to a tile with the code, also when the picture cannot be read', () => {
  const { container, rerender } = render(<SymbolImage code="37" name="Tortuga" image_url={null} alone />)
  expect(screen.getByRole('img', { name: '37 Tortuga' }).textContent).toBe('37')
  rerender(<SymbolImage code="37" name="Tortuga" image_url="/images/x.png" alone />)
  fireEvent.error(container.querySelector('img')!)
  expect(screen.getByRole('img', { name: '37 Tortuga' }).textContent).toBe('37')
})
