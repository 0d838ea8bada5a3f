import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useReducer } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { toaster } from '@providers/toasts.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { PartFrame, Fault } from './part-frame.tsx'
import { usePartEditing, type Saved } from './part-editing.ts'

const asked = vi.hoisted(() => vi.fn())
const session = vi.hoisted(() => ({ id: 1, database: 'banca', zone: 'America/Caracas' }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => session }))

interface Part {
  hours: string[]
}
const schema = z.object({ hours: z.array(z.string().min(5, 'Hora no válida')) })
const save = endpoint({
  method: 'PUT',
  path: '/cosas/1',
  access: rules.signedIn,
  body: schema.extend({ version: z.number() }),
  response: schema.extend({ version: z.number() }),
  summary: 'Guarda',
})
entity('cosas', { save })

let saved: Saved<Part>
let theirs: Saved<Part>
let refresh: () => void = () => {}

function Screen() {
  const [, again] = useReducer((count: number) => count + 1, 0)
  refresh = again
  const editing = usePartEditing({
    draft: 'cosa:1:horas',
    whole: 'del producto',
    saved,
    schema,
    endpoint: save,
    invalidates: [],
    args: (value, version) => ({ body: { ...value, version } }),
    savedOf: ({ version, ...value }) => ({ value, version }),
    latest: () => Promise.resolve(theirs),
  })
  return (
    <PartFrame editing={editing} describe={(value: Part) => value.hours}>
      <label>
        Horas{' '}
        <input
          value={editing.value.hours.join(' ')}
          onChange={(event) => editing.set({ hours: event.target.value.split(' ') })}
        />
      </label>
      <Fault text={editing.faults['hours.1']} />
      <Link to="/otra">Otra</Link>
    </PartFrame>
  )
}

function show() {
  const screen = (
    <TestRefine>
      <Screen />
    </TestRefine>
  )
  const router = createMemoryRouter([
    { path: '/', element: screen },
    { path: '/otra', element: <p>Otra pantalla</p> },
  ])
  return render(<RouterProvider router={router} />)
}
const toast = vi.spyOn(toaster, 'error')
const input = () => screen.getByLabelText('Horas') as HTMLInputElement
const type = (value: string) => fireEvent.change(input(), { target: { value } })
/** While it works a button is named after its spinner too. */
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}$`) }) as HTMLButtonElement
const press = (name: string) => fireEvent.click(button(name))
const bar = () => screen.queryByRole('region', { name: 'Cambios sin guardar' })
const refuse = (code: ProblemCode, extra: Partial<ProblemBody> = {}) =>
  asked.mockRejectedValueOnce(new ProblemError({ type: 'x', code, ...problems[code], ...extra }))
const sent = () => (asked.mock.lastCall as unknown as [unknown, { body: object }])[1].body

beforeEach(() => {
  const media = {
    matches: false,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  vi.stubGlobal('matchMedia', () => media)
  Element.prototype.scrollIntoView = () => {}
  toast.mockClear()
  sessionStorage.clear()
  saved = { value: { hours: ['08:00', '09:00'] }, version: 1 }
  theirs = saved
  asked
    .mockReset()
    .mockImplementation((_endpoint, { body }: { body: object }) => Promise.resolve({ ...body, version: 2 }))
})
afterEach(cleanup)

describe('usePartEditing', () => {
  it('offers to save only what differs, and goes on from the answer', async () => {
    show()
    expect(bar()).toBeNull()
    type('08:00 10:00')
    press('Guardar')
    await waitFor(() => expect(bar()).toBeNull())
    expect(sent()).toEqual({ hours: ['08:00', '10:00'], version: 1 })
    type('08:00')
    press('Guardar')
    await waitFor(() => expect(sent()).toEqual({ hours: ['08:00'], version: 2 }))
  })

  it('does not send what the contract refuses, and says where', () => {
    show()
    type('08:00 9')
    press('Guardar')
    expect(screen.getAllByText('Hora no válida')).toHaveLength(2)
    expect(asked).not.toHaveBeenCalled()
    type('08:00 09:30')
    expect(screen.queryByText('Hora no válida')).toBeNull()
  })

  it('puts the server’s refusals on their cells', async () => {
    show()
    type('08:00 08:00')
    refuse('schedule_repeated', { errors: [{ path: 'hours.1', message: 'Repetida' }] })
    press('Guardar')
    await waitFor(() => expect(screen.getAllByText('Repetida')).toHaveLength(2))
    expect(toast).not.toHaveBeenCalled()
  })

  it('tells in a toast too what has no cell', async () => {
    show()
    type('08:00 08:00')
    refuse('schedule_repeated', { errors: [{ path: 'hours.9', message: 'Repetida' }] })
    press('Guardar')
    await screen.findByText('Repetida')
    expect(toast).toHaveBeenCalledOnce()
  })

  it('shows what another person saved of it, and keeps what is chosen', async () => {
    show()
    type('08:00 11:00')
    theirs = { value: { hours: ['07:00'] }, version: 5 }
    refuse('changed_meanwhile')
    press('Guardar')
    await screen.findByText('Otra persona guardó esta parte mientras usted la editaba')
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['07:00', '08:00', '11:00'])
    expect(button('Guardar').disabled).toBe(true)
    expect(toast).not.toHaveBeenCalled()
    press('Seguir con lo suyo y reemplazarlo al guardar')
    press('Guardar')
    await waitFor(() => expect(sent()).toEqual({ hours: ['08:00', '11:00'], version: 5 }))
  })

  it('keeps what another person saved when that is chosen', async () => {
    show()
    type('08:00 11:00')
    saved = { value: { hours: ['07:00'] }, version: 5 }
    act(() => refresh())
    press('Quedarse con lo guardado')
    expect(input().value).toBe('07:00')
    expect(bar()).toBeNull()
  })

  it('says so when another part of the record changed, and saves under its version', async () => {
    show()
    type('08:00 11:00')
    theirs = { value: saved.value, version: 7 }
    refuse('changed_meanwhile')
    press('Guardar')
    await screen.findByText(/Otra persona cambió otra parte del producto/)
    press('Guardar')
    await waitFor(() => expect(sent()).toEqual({ hours: ['08:00', '11:00'], version: 7 }))
  })

  it('takes a newer record in silence while nothing was written', () => {
    show()
    saved = { value: { hours: ['07:00'] }, version: 2 }
    act(() => refresh())
    expect(input().value).toBe('07:00')
  })

  it('asks before leaving, and gives the draft back to the same person only', async () => {
    const first = show()
    type('08:00 11:00')
    fireEvent.click(screen.getByText('Otra'))
    await screen.findByText('Tiene cambios sin guardar')
    first.unmount()
    show()
    expect(input().value).toBe('08:00 11:00')
    expect(screen.getByText('Recuperamos los cambios que no había guardado.')).toBeTruthy()
    cleanup()
    session.id = 2
    show()
    expect(input().value).toBe('08:00 09:00')
    session.id = 1
  })
})
