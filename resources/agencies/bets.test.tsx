import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { betsConfigurations } from '@contract/bets-configurations.ts'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { toaster } from '@providers/toasts.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { betsConfiguration } from '../../tests/support/bets-configuration.ts'
import { TestRefine, testClient } from '../../tests/support/refine.tsx'
import { AgencyBets } from './bets.tsx'

const save = vi.hoisted(() => vi.fn())
const shown = vi.hoisted(() => vi.fn())
const session = vi.hoisted(() => ({ id: 1, database: 'banca' }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: (endpoint: unknown, args: unknown) => (endpoint === betsConfigurations.show ? shown() : save(args)),
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => session }))

const alarmed = vi.spyOn(toaster, 'error')
const [rules, limits, products] = ['Reglas de venta y pago', 'Límites por moneda', 'Productos y multiplicadores']
const cell = (grid: string | undefined, place: string) =>
  screen.getByRole('grid', { name: grid! }).querySelector<HTMLElement>(`[data-place="${place}"]`)!
const choose = (grid: string | undefined, place: string) => {
  fireEvent.pointerDown(cell(grid, place), { button: 0 })
  cell(grid, place).focus()
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const write = (grid: string | undefined, place: string, text: string) => {
  choose(grid, place)
  press('Enter')
  fireEvent.change(document.activeElement!, { target: { value: text } })
  press('Enter')
}
const paste = (text: string) =>
  fireEvent(
    document.activeElement!,
    Object.assign(createEvent.paste(document.activeElement!), { clipboardData: { getData: () => text } }),
  )
const saveButton = () => screen.getByRole('button', { name: /Guardar$/ }) as HTMLButtonElement
const sent = () => (save.mock.lastCall as [{ body: Record<string, unknown> }])[0].body
const refuse = (code: ProblemCode, extra: Partial<ProblemBody>) =>
  save.mockRejectedValueOnce(new ProblemError({ type: 'x', code, ...problems[code], ...extra }))

async function show(readOnly = false, first = products) {
  const client = testClient()
  const page = (
    <TestRefine client={client}>
      <AgencyBets agencyId={7} readOnly={readOnly} />
    </TestRefine>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  await screen.findByRole('grid', { name: first! })
  return client
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => {}
  sessionStorage.clear()
  shown.mockResolvedValue(betsConfiguration())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  save.mockReset()
  alarmed.mockClear()
  shown.mockReset()
})

describe('the sheets of an agency', () => {
  it('show what is inherited with whose it is, what is own, and where there is nothing to set', async () => {
    await show()
    expect([
      cell(rules, '0:0').textContent,
      cell(rules, '0:1').textContent,
      cell(rules, '0:3').textContent,
      cell(limits, '0:2').textContent,
      cell(products, '1:1').title,
      cell(products, '0:3').dataset['void'],
    ]).toEqual([
      'Banca Demo5, heredado de Banca Demo',
      '10',
      'Banca DemoNo, heredado de Banca Demo',
      '20,00',
      'Heredado de su producto',
      'true',
    ])
  })

  it('take a block from a spreadsheet into values of several kinds, undo it, and name what found no place', async () => {
    await show()
    choose(products, '0:1')
    paste('No\t28,5\t500\nsí\t27\t580\nNo\t1\t2\n')
    expect(screen.getByRole('note').textContent).toContain(
      '4 celdas sin lugar en la hoja, de lo pegado: «500» (fila 1, columna 3), «No» (fila 3, columna 1)',
    )
    expect([cell(products, '0:0').textContent, cell(products, '1:3').textContent]).toEqual([
      'Lotto ActivoNo se vende',
      '580, con cambios',
    ])
    press('z', { ctrlKey: true })
    expect(screen.queryByRole('region', { name: 'Cambios sin guardar' })).toBeNull()
    press('y', { ctrlKey: true })
    save.mockResolvedValueOnce(betsConfiguration(4))
    fireEvent.click(saveButton())
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    expect(sent()).toMatchObject({
      version: 3,
      prize_days: 10,
      products: [
        { product_id: 4, enabled: false },
        { product_id: 6, enabled: true },
      ],
      multipliers: [{ multiplier: '28.50' }, { multiplier: '27.00' }, { multiplier: '580.00' }],
    })
  })

  it('change yes and no with one key, and inherit a selection again', async () => {
    await show()
    choose(rules, '0:3')
    press('Enter')
    expect(cell(rules, '0:3').textContent).toBe('Sí, con cambios')
    press('n')
    expect(cell(rules, '0:3').textContent).toBe('No, con cambios')
    const flag = cell(rules, '0:3')
    fireEvent.pointerDown(flag, { button: 0, pointerType: 'touch' })
    fireEvent.click(flag)
    fireEvent.doubleClick(flag)
    expect(flag.textContent).toBe('Sí, con cambios')
    fireEvent.pointerDown(flag, { button: 0 })
    fireEvent.doubleClick(flag)
    expect(flag.textContent).toBe('No, con cambios')
    press('Home', { shiftKey: true })
    const frame = cell(rules, '0:0').closest<HTMLElement>('.grid-frame')!
    fireEvent.click(within(frame).getByRole('button', { name: /Heredar de nuevo \(2\)/ }))
    expect([cell(rules, '0:1').textContent, cell(rules, '0:3').textContent]).toEqual([
      'Banca Demo30, heredado de Banca Demo, con cambios',
      'Banca DemoNo, heredado de Banca Demo',
    ])
  })

  it("refuse in the contract's words and in the server's, also where nothing was edited", async () => {
    await show()
    write(rules, '0:0', '2000')
    expect([cell(rules, '0:0').textContent, saveButton().disabled]).toEqual(['2.000, con cambios, Máximo 1.440', true])
    write(rules, '0:0', '3')
    write(limits, '0:3', '10')
    refuse('limit_contradiction', { errors: [{ path: 'limits.0.max_stake', message: 'Supera al ticket' }] })
    fireEvent.click(saveButton())
    await waitFor(() => expect(document.activeElement).toBe(cell(limits, '0:2')))
    expect([cell(limits, '0:2').textContent, saveButton().disabled]).toEqual(['20,00, Supera al ticket', false])
    expect(alarmed).not.toHaveBeenCalled()
    write(limits, '0:2', '9')
    expect(cell(limits, '0:2').textContent).toBe('9,00, con cambios')
  })

  it('say so where there is nothing to sell', async () => {
    shown.mockResolvedValue({ ...betsConfiguration(), limits: [], products: [] })
    await show(false, rules)
    expect([
      screen.getAllByRole('grid').length,
      screen.getByRole('region', { name: limits! }).textContent,
      screen.getByRole('region', { name: products! }).textContent,
    ]).toEqual([
      1,
      'Límites por monedaNo vende en ninguna moneda',
      'Productos y multiplicadoresNo hay productos activosActive uno en Productos para fijar qué se vende aquí.',
    ])
  })

  it('only show where nothing may be changed', async () => {
    await show(true)
    choose(rules, '0:0')
    paste('3')
    choose(rules, '0:3')
    press('Enter')
    expect([cell(rules, '0:3').textContent, screen.queryByText(/sin guardar/)]).toEqual([
      'Banca DemoNo, heredado de Banca Demo',
      null,
    ])
  })
})

describe('when somebody else saved meanwhile', () => {
  it('shows what is inherited as it is above now', async () => {
    const client = await show()
    shown.mockResolvedValue({ ...betsConfiguration(), max_lines: { own: null, inherited: 45, from: 'Banca Demo' } })
    await client.invalidateQueries()
    await waitFor(() => expect(cell(rules, '0:2').textContent).toBe('Banca Demo45, heredado de Banca Demo'))
  })

  const theirs = () => ({
    ...betsConfiguration(5),
    prize_days: { own: 20, inherited: 30, from: 'Banca Demo' },
    max_lines: { own: 40, inherited: 50, from: 'Banca Demo' },
  })

  it('asks about what both changed, without an alarm, and saves over their version', async () => {
    await show()
    write(rules, '0:1', '15')
    write(rules, '0:0', '3')
    refuse('changed_meanwhile', { current: theirs() })
    fireEvent.click(saveButton())
    const clash = await screen.findByRole('radiogroup', { name: /^Qué queda/ })
    expect([
      screen.getAllByRole('radiogroup').length,
      cell(rules, '0:2').textContent,
      saveButton().disabled,
      alarmed.mock.calls.length,
    ]).toEqual([1, '40', true, 0])
    fireEvent.click(within(clash).getByRole('radio', { name: 'Guardado: 20' }))
    save.mockResolvedValueOnce(betsConfiguration(6))
    fireEvent.click(saveButton())
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
    expect(sent()).toMatchObject({ version: 5, annul_minutes: 3, prize_days: 20, max_lines: 40 })
  })

  it('says so where both changed other values, and keeps mine', async () => {
    await show()
    write(rules, '0:0', '3')
    refuse('changed_meanwhile', { current: theirs() })
    fireEvent.click(saveButton())
    expect(await screen.findByText(/Lo suyo sigue marcado/)).toBeTruthy()
    expect([cell(rules, '0:0').textContent, saveButton().disabled]).toEqual(['3, con cambios', false])
  })

  it('asks when a draft comes back over what was saved since', async () => {
    await show()
    write(rules, '0:1', '15')
    cleanup()
    shown.mockResolvedValue(theirs())
    await show()
    expect(screen.getByRole('radiogroup', { name: 'Qué queda en Días para cobrar' })).toBeTruthy()
  })
})
