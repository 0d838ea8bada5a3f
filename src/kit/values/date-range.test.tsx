import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DateRange } from './date-range.tsx'
import { usePeriod } from './period.ts'

// A Friday, ten at night in Caracas: already Saturday in UTC and in Tokyo.
vi.mock('@providers/session.ts', () => ({
  useSession: () => ({ id: 1, zone: 'America/Caracas' }),
  serverNow: () => new Date('2026-11-21T02:00:00Z'),
}))

let address = ''
function Screen() {
  address = useLocation().search
  return (
    <>
      <input aria-label="campo" />
      <DateRange control={usePeriod('hoy')} />
    </>
  )
}
const show = (at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Screen />
    </MemoryRouter>,
  )

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('DateRange', () => {
  it('shows the day of the banca, wherever the browser is', () => {
    show()
    expect(screen.getByText('20/11')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Período siguiente' }).disabled).toBe(true)
  })

  it('opens by its key and chooses a preset by its number', () => {
    show()
    fireEvent.keyDown(document.body, { key: 'p' })
    fireEvent.keyDown(screen.getByRole('radio', { name: 'Hoy' }), { key: '4' })
    expect(address).toBe('?period=semana-pasada')
  })

  it('leaves the key alone where somebody writes', () => {
    show()
    fireEvent.keyDown(screen.getByLabelText('campo'), { key: 'p' })
    expect(screen.queryByRole('radio', { name: 'Hoy' })).toBeNull()
  })

  it('moves through the presets by arrows', () => {
    show()
    fireEvent.keyDown(document.body, { key: 'p' })
    const today = screen.getByRole('radio', { name: 'Hoy' })
    today.focus()
    fireEvent.keyDown(today, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toContain('Ayer')
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
    expect(document.activeElement?.textContent).toContain('Hoy')
  })

  it('steps to the day before and keeps it relative', () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Período anterior' }))
    expect(address).toBe('?period=ayer')
    fireEvent.click(screen.getByRole('button', { name: 'Período anterior' }))
    expect(address).toBe('?period=rango&from=2026-11-18&to=2026-11-18')
  })

  it('freezes a relative period into its days', () => {
    show('/?period=semana&currency=USD')
    fireEvent.keyDown(document.body, { key: 'p' })
    fireEvent.click(screen.getByRole('button', { name: /Congelar fechas/ }))
    expect(address).toBe('?period=rango&currency=USD&from=2026-11-16&to=2026-11-20')
  })
})
