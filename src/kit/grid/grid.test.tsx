import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { amount } from '@contract/values/money.ts'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { toaster } from '@providers/toasts.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import type { GridColumn } from './columns.ts'
import { sheet, SheetFrame, SheetGrid, useSheet } from './sheet.tsx'

const asked = vi.hoisted(() => vi.fn())
const session = vi.hoisted(() => ({ id: 1, database: 'banca' }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => session }))

interface Key {
  name: string
  currency: string
}
interface Row extends Key {
  own: string | null
}
const save = endpoint({
  method: 'PUT',
  path: '/cosas',
  access: rules.signedIn,
  body: z.object({ rows: z.array(z.looseObject({ amount: amount.nullable() })).max(100) }),
  response: z.object({ saved: z.number() }),
  summary: 'Guarda',
})
entity('cosas', { save })
const own: Record<string, string> = { 'Uno:BS': '10.00', 'Dos:USD': '5.00' }
const rowOf = (name: string, currency: string): Row => ({ name, currency, own: own[`${name}:${currency}`] ?? null })
const things = sheet<Row>()({
  keys: ['name', 'currency'],
  cell: (row) => ({
    label: `${row.name} en ${row.currency}`,
    own: row.own,
    ...(row.currency === 'BS' && { inherited: '100.00', from: 'Banca' }),
    currency: row.currency as 'BS',
  }),
  save,
  touches: [],
  noun: ['cosa', 'cosas'],
})
const columns: GridColumn<string, Key>[] = [
  { key: 'name', title: 'Nombre', width: 100, header: true, render: (name) => name, text: (name) => name },
  { key: 'bs', title: 'Bolívares', width: 100, cell: (name) => things.cellOf(rowOf(name, 'BS')) },
  { key: 'usd', title: 'Dólares', width: 100, cell: (name) => things.cellOf(rowOf(name, 'USD')) },
]

function Sheet({ names, readOnly = false }: { names: string[]; readOnly?: boolean }) {
  const open = useSheet(things, 'prueba', readOnly)
  return (
    <SheetFrame sheet={open}>
      <SheetGrid
        sheet={open}
        label="Hoja"
        rows={names}
        columns={columns}
        rowKey={(name) => name}
        nothing={{ title: 'Nada' }}
      />
    </SheetFrame>
  )
}
function show(props: Partial<Parameters<typeof Sheet>[0]> = {}) {
  const page = (
    <TestRefine>
      <Sheet names={['Uno', 'Dos', 'Tres']} {...props} />
    </TestRefine>
  )
  const router = createMemoryRouter([{ path: '/', element: page }])
  return render(<RouterProvider router={router} />)
}
const grid = () => screen.getByRole('grid', { name: 'Hoja' })
const cell = (place: string) => grid().querySelector<HTMLElement>(`[data-place="${place}"]`)!
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const active = () => (document.activeElement as HTMLElement).dataset['place']
const paste = (text: string) =>
  fireEvent(
    document.activeElement!,
    Object.assign(createEvent.paste(document.activeElement!), { clipboardData: { getData: () => text } }),
  )
const choose = (place: string) => {
  fireEvent.pointerDown(cell(place), { button: 0 })
  cell(place).focus()
}
const type = (text: string, key: string) => {
  const input = document.activeElement as HTMLInputElement
  fireEvent.change(input, { target: { value: text } })
  press(key)
}
const sent = () => (asked.mock.lastCall as unknown as [unknown, { body: { rows: object[] } }])[1].body.rows
const refuse = (code: ProblemCode, extra: Partial<ProblemBody>) =>
  asked.mockRejectedValueOnce(new ProblemError({ type: 'x', code, ...problems[code], ...extra }))
const toast = vi.spyOn(toaster, 'error')

beforeEach(() => {
  toast.mockClear()
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
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  asked.mockReset()
})

describe('with the keyboard', () => {
  it('moves, edits and goes on; one cell at a time takes the focus', () => {
    show()
    expect(grid().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    choose('0:1')
    press('ArrowDown')
    expect([active(), cell('1:1').getAttribute('aria-selected'), cell('0:1').getAttribute('aria-selected')]).toEqual([
      '1:1',
      'true',
      'false',
    ])
    press('Enter')
    type('1.234,5', 'Tab')
    expect([active(), cell('1:1').textContent]).toEqual(['1:2', '1.234,50, con cambios'])
    press('F2')
    type('7', 'Escape')
    expect([active(), cell('1:2').textContent]).toEqual(['1:2', '5,00'])
    press('9')
    type('9', 'Enter')
    expect([active(), cell('1:2').textContent, screen.getByText('2 cambios sin guardar').textContent]).toEqual([
      '2:2',
      '9,00, con cambios',
      '2 cambios sin guardar',
    ])
    press('z', { ctrlKey: true })
    press('z', { ctrlKey: true })
    expect(screen.queryByRole('region', { name: 'Cambios sin guardar' })).toBeNull()
    press('y', { ctrlKey: true })
    expect(screen.getByText('1 cambio sin guardar')).toBeTruthy()
  })

  it('fills a range down and lifts it again; inherited is told with whose it is', () => {
    show()
    choose('0:1')
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    press('d', { ctrlKey: true })
    expect(['0:1', '1:1', '2:1'].map((place) => cell(place).textContent)).toEqual([
      '10,00',
      '10,00, con cambios',
      '10,00, con cambios',
    ])
    press('Delete')
    expect(['0:1', '1:1'].map((place) => cell(place).textContent)).toEqual([
      'Banca100,00, heredado de Banca, con cambios',
      'Banca100,00, heredado de Banca',
    ])
  })

  it('says where each row and cell is, and that nothing can be edited where it cannot', () => {
    show({ readOnly: true })
    expect([
      grid().getAttribute('aria-rowcount'),
      grid().getAttribute('aria-colcount'),
      grid().getAttribute('aria-readonly'),
    ]).toEqual(['4', '3', 'true'])
    expect(
      within(grid())
        .getAllByRole('rowheader')
        .map((one) => one.textContent),
    ).toEqual(['Uno', 'Dos', 'Tres'])
    choose('0:1')
    press('Enter')
    paste('5')
    press('Delete')
    expect([document.activeElement?.tagName, cell('0:1').textContent, screen.queryByText(/sin guardar/)]).toEqual([
      'DIV',
      '10,00',
      null,
    ])
  })

  it('draws of a long sheet only what is in sight, and the active row wherever it is', () => {
    show({ names: Array.from({ length: 1_000 }, (_, n) => `Fila ${n}`) })
    expect(within(grid()).getAllByRole('row').length).toBeLessThan(60)
    choose('0:1')
    press('End', { ctrlKey: true })
    expect([active(), within(grid()).getAllByRole('row').length < 60]).toEqual(['999:2', true])
  })
})

describe('pasting', () => {
  it('takes a block, asks what is not clear, and saves nothing until it is answered', async () => {
    show()
    choose('0:1')
    paste('1.500,00\t20\n12.50\t\n')
    expect(screen.getByText('Pegadas 4 celdas, 1 por aclarar')).toBeTruthy()
    expect([cell('1:1').getAttribute('aria-invalid'), cell('1:2').textContent]).toEqual([
      'true',
      '—, sin valor, con cambios',
    ])
    const button = screen.getByRole('button', { name: /Guardar$/ }) as HTMLButtonElement
    expect(button.disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Bs 1.250,00' }))
    asked.mockResolvedValueOnce({ saved: 4 })
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull())
    expect(sent()).toEqual([
      { name: 'Uno', currency: 'BS', amount: '1500.00', before: '10.00' },
      { name: 'Uno', currency: 'USD', amount: '20.00', before: null },
      { name: 'Dos', currency: 'BS', amount: '1250.00', before: null },
      { name: 'Dos', currency: 'USD', amount: null, before: '5.00' },
    ])
  })
})

describe('what no amount may be made of', () => {
  it('is pasted, and neither put together nor taken for the currency of its column', () => {
    show()
    choose('0:1')
    paste('10 50\t20 Bs\n0.500\t$5 $10\nBs 7\t$ 8\n')
    expect(screen.getByText('Pegadas 6 celdas, 4 por aclarar')).toBeTruthy()
    const asked_about = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(asked_about).toEqual([
      expect.stringContaining('«10 50» no se entiende. Escriba un monto como 1.234,56'),
      expect.stringContaining('«20 Bs» no va aquí. Está en bolívares y aquí va en dólares'),
      expect.stringContaining('«0.500»Bs 0,50Dejar'),
      expect.stringContaining('«$5 $10» no se entiende'),
    ])
    expect((screen.getByRole('button', { name: /Guardar$/ }) as HTMLButtonElement).disabled).toBe(true)
    expect([cell('2:1').textContent, cell('2:2').textContent]).toEqual([
      expect.stringContaining('7,00'),
      expect.stringContaining('8,00'),
    ])
  })
})

describe('what a paste loses', () => {
  it('is said on the screen: how many and which, until it is closed', () => {
    show()
    choose('2:2')
    paste('7\t8\n9\t10\n')
    const note = screen.getByRole('note')
    expect(note.textContent).toContain(
      '3 celdas sin lugar en la hoja, de lo pegado: «8» (fila 1, columna 2), «9» (fila 2, columna 1), «10» (fila 2, columna 2).',
    )
    fireEvent.click(within(note).getByRole('button'))
    expect(screen.queryByRole('note')).toBeNull()
    choose('0:2')
    paste('5\n6\n')
    expect(screen.queryByRole('note')).toBeNull()
  })
})

describe('saving', () => {
  const edit = (place: string, text: string) => {
    choose(place)
    press('Enter')
    type(text, 'Enter')
  }

  it("puts the server's refusal on its cell until the cell is edited", async () => {
    show()
    edit('0:1', '20')
    edit('2:2', '30')
    refuse('setting_above_father', { errors: [{ path: 'rows.1.amount', message: 'Demasiado' }] })
    fireEvent.click(screen.getByRole('button', { name: /Guardar$/ }))
    await waitFor(() => expect(cell('2:2').getAttribute('aria-invalid')).toBe('true'))
    expect([cell('2:2').textContent, cell('0:1').getAttribute('aria-invalid'), active()]).toEqual([
      '30,00, con cambios, Demasiado',
      null,
      '2:2',
    ])
    expect(toast).not.toHaveBeenCalled()
    edit('2:2', '3')
    expect(cell('2:2').getAttribute('aria-invalid')).toBeNull()
  })

  it('tells a refusal that is of no cell in a toast too', async () => {
    show()
    edit('0:1', '20')
    refuse('invalid', { errors: [{ path: 'reason', message: 'Falta el motivo' }] })
    fireEvent.click(screen.getByRole('button', { name: /Guardar$/ }))
    await screen.findByText('Falta el motivo')
    expect(toast).toHaveBeenCalledOnce()
  })

  it('asks about each value that another person changed too, and saves from theirs', async () => {
    show()
    edit('0:1', '20')
    edit('2:1', '30')
    refuse('changed_meanwhile', {
      rows: [
        { name: 'Uno', currency: 'BS', before: '10.00', own: '15.00' },
        { name: 'Tres', currency: 'BS', before: null, own: '30.00' },
      ],
    })
    fireEvent.click(screen.getByRole('button', { name: /Guardar$/ }))
    const clash = await screen.findByRole('radiogroup', { name: 'Qué queda en Uno en BS' })
    expect(toast).not.toHaveBeenCalled()
    // The other one ended at the same value: nothing is left to ask or to save.
    expect([
      screen.getAllByRole('radiogroup').length,
      screen.getByText('1 cambio sin guardar').textContent,
      (screen.getByRole('button', { name: /Guardar$/ }) as HTMLButtonElement).disabled,
    ]).toEqual([1, '1 cambio sin guardar', true])
    fireEvent.click(within(clash).getByRole('radio', { name: 'Suyo: Bs 20,00' }))
    asked.mockResolvedValueOnce({ saved: 1 })
    fireEvent.click(screen.getByRole('button', { name: /Guardar$/ }))
    await waitFor(() => expect(sent()).toEqual([{ name: 'Uno', currency: 'BS', amount: '20.00', before: '15.00' }]))
  })

  it('gives a draft back to the same user and to no other', () => {
    show()
    edit('0:1', '20')
    cleanup()
    show()
    expect([screen.getByText('Recuperamos los cambios que no había guardado.'), cell('0:1').textContent][1]).toBe(
      '20,00, con cambios',
    )
    cleanup()
    session.id = 2
    show()
    expect(cell('0:1').textContent).toBe('10,00')
    session.id = 1
  })
})
