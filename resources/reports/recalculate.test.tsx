import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reports, type Recalculation } from '@contract/reports.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import { Recalculate, recalculatedText } from './recalculate.tsx'

const called = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: called,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => ({ id: 2, zone: 'America/Caracas' }) }))

const going: Recalculation = {
  id: 4,
  from: '2026-11-14',
  to: '2026-11-20',
  state: 'en_curso',
  by: 'Ana',
  own: true,
  started_at: '2026-11-20T14:05:00.000Z',
  ended_at: null,
  days: 7,
  days_done: 3,
  rows: 1_340,
  corrected: 12,
}
/** What the server tells of the run. */
let run: Recalculation | null = null
beforeEach(() => {
  run = null
  called.mockImplementation(async (endpoint: unknown) => {
    if (endpoint === reports.generalRecalculate) return (run = { ...going, days_done: 0 })
    if (endpoint === reports.generalRecalculateStop) return (run = { ...going, state: 'detenido' })
    return { run }
  })
})
afterEach(() => {
  cleanup()
  called.mockReset()
})

function show(from = '2026-11-14') {
  render(
    <TestRefine>
      <Recalculate period={{ from, to: '2026-11-20' }} />
    </TestRefine>,
  )
}
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^((reload|loading) ?)?${name}$`) }))
const asked = () => called.mock.calls.map(([endpoint]) => endpoint as unknown)

describe('the dialog', () => {
  it('starts a run, shows how far it is, and can be closed and found again', async () => {
    show()
    await press('Recalcular')
    await press('Recalcular 7 días')
    expect(await screen.findByText(/^0 de 7 días/)).toBeTruthy()
    expect(called).toHaveBeenCalledWith(
      reports.generalRecalculate,
      { body: { from: '2026-11-14', to: '2026-11-20' } },
      expect.anything(),
    )
    await press('Cerrar')
    await press('Recalculando 0 de 7')
    expect(await screen.findByText(/Lo empezó usted el 20\/11\/2026 10:05/)).toBeTruthy()
    run = { ...going, state: 'terminado', days_done: 7 }
    expect(
      await screen.findByText(/12 filas corregidas de 1.340 revisadas en 7 días/, undefined, { timeout: 10_000 }),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Recalcular 7 días' })).toBeTruthy()
  })

  it('stops its own, and says what was done until then', async () => {
    run = going
    show()
    await press('Recalculando 3 de 7')
    await press('Detener')
    expect(await screen.findByText(/Detenido antes de terminar/)).toBeTruthy()
  })

  it('shows whose another one is, and neither stops it nor starts a second', async () => {
    run = { ...going, own: false }
    show()
    await press('Recalculando 3 de 7')
    expect(await screen.findByText(/Lo empezó Ana el/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Detener|Recalcular \d/ })).toBeNull()
  })

  it('asks for a shorter period than the server refuses', async () => {
    show('2026-10-01')
    await press('Recalcular')
    await waitFor(() => expect(screen.getByText('Elija un período de 31 días o menos.')).toBeTruthy())
    await press('Recalcular 51 días')
    expect(asked()).not.toContain(reports.generalRecalculate)
  })
})

describe('recalculatedText', () => {
  it('says how many rows were corrected', () => {
    const of = (days_done: number, rows: number, corrected: number) =>
      recalculatedText({ ...going, days_done, rows, corrected })
    expect(of(7, 1_340, 12)).toBe('12 filas corregidas de 1.340 revisadas en 7 días.')
    expect(of(1, 1, 1)).toBe('1 fila corregida de 1 revisada en 1 día.')
    expect(of(1, 340, 0)).toBe('Ninguna fila necesitó corrección: 340 revisadas en 1 día.')
  })
})
