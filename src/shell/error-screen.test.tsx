import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problems } from '@contract/problems.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const copied = vi.fn<(text: string) => Promise<void>>()
Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
vi.spyOn(console, 'error').mockImplementation(() => undefined)

function Broken({ error }: { error: Error }): never {
  throw error
}

afterEach(() => {
  cleanup()
  copied.mockReset()
})

describe('an uncaught rendering error', () => {
  it('shows the 500 screen with the way home', () => {
    render(
      <ErrorBoundary>
        <Broken error={new Error('boom')} />
      </ErrorBoundary>,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Error del servidor' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/admin/dashboards/sales')
  })

  it('can be reported: request, path and hour go to the clipboard, and the screen says so', async () => {
    copied.mockResolvedValue()
    const error = new ProblemError({ type: '', code: 'internal', ...problems.internal }, { request_id: 'req-7' })
    render(
      <ErrorBoundary>
        <Broken error={error} />
      </ErrorBoundary>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Reportar el problema' }))
    expect(await screen.findByText(/Copiamos los datos del error/)).toBeTruthy()
    const report = copied.mock.calls[0]?.[0]
    expect(report).toContain('Solicitud: req-7')
    expect(report).toContain(`Dirección: ${location.pathname}`)
    expect(report).toMatch(/Hora: \d{4}-\d{2}-\d{2}T/)
  })

  it('gives the text itself where the browser refuses the clipboard', async () => {
    copied.mockRejectedValue(new Error('denied'))
    render(
      <ErrorBoundary>
        <Broken error={new Error('boom')} />
      </ErrorBoundary>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Reportar el problema' }))
    expect(await screen.findByText(/Error: boom/)).toBeTruthy()
  })
})
