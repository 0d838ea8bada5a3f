import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { useReducer } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { field as declared, ownChoices } from '@contract/field.ts'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { money } from '@contract/values/money.ts'
import { toaster } from '@providers/toasts.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { Field, FormActions } from './fields.tsx'
import type { FormStart } from './state.ts'
import { ServerFormView, useFormContext, useServerForm } from './form.tsx'

const asked = vi.hoisted(() => vi.fn())
const session = vi.hoisted(() => ({ id: 1, database: 'banca', zone: 'America/Caracas' }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => session }))

const schema = z.object({
  name: z.string({ error: 'Escriba el nombre' }).min(3, 'Mínimo 3 caracteres').meta({ title: 'Nombre' }),
  code: z.string({ error: 'Escriba el código' }).min(2, 'Mínimo 2').meta({ title: 'Código' }),
  phone: z.string().default('').meta({ title: 'Teléfono' }),
  bank: declared(z.number().optional(), 'Banco', {
    choices: ownChoices(() => [
      { value: 7, label: 'El de siempre' },
      { value: 8, label: 'El nuevo' },
    ]),
  }),
  limit: declared(money.optional(), 'Límite'),
  note: z.string().optional().meta({ title: 'Nota' }),
})
const save = endpoint({
  method: 'PUT',
  path: '/cosas/1',
  access: rules.signedIn,
  body: schema.extend({ version: z.number().optional() }),
  response: schema.extend({ version: z.number() }),
  summary: 'Guarda',
})
entity('cosas', { save })
const start: FormStart = { values: { name: 'Uno', code: 'A1', phone: '' }, version: 1 }
let theirs: FormStart = start

let offered: FormStart = start
let refresh: () => void = () => {}

function Screen() {
  const [, again] = useReducer((count: number) => count + 1, 0)
  refresh = again
  const form = useServerForm({
    schema,
    start: offered,
    draft: 'cosa:1',
    endpoint: save,
    invalidates: [],
    args: (values, version) => ({ body: { ...values, version } }),
    startOf: ({ version, ...values }) => ({ values, version }),
    latest: () => Promise.resolve(theirs),
  })
  return (
    <ServerFormView form={form}>
      <Name />
      <Field name="code">
        <Input />
      </Field>
      <Field name="phone">
        <Input />
      </Field>
      <FormActions save="Guardar" />
      <Link to="/otra">Otra</Link>
    </ServerFormView>
  )
}

/** A live check warns of all names but the first. */
function Name() {
  const written = Form.useWatch<string | undefined>('name', useFormContext().form)
  return (
    <Field name="name" warning={written !== undefined && written !== 'Uno' && 'Se parece a otro'}>
      <Input />
    </Field>
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
const sight = vi.fn()
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const button = () => screen.getByRole('button', { name: /Guardar/ }) as HTMLButtonElement
const refuse = (code: ProblemCode, extra: Partial<ProblemBody> = {}) =>
  asked.mockRejectedValueOnce(new ProblemError({ type: 'x', code, ...problems[code], ...extra }))
const sent = () => (asked.mock.lastCall as unknown as [unknown, { body: Record<string, unknown> }])[1].body

beforeEach(() => {
  const media = {
    matches: false,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  vi.stubGlobal('matchMedia', () => media)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = sight.mockReset()
  Element.prototype.scrollTo = () => {}
  toast.mockClear()
  sessionStorage.clear()
  session.id = 1
  theirs = start
  offered = start
  asked
    .mockReset()
    .mockImplementation((_endpoint, { body }: { body: object }) => Promise.resolve({ ...body, version: 2 }))
})
afterEach(cleanup)

describe('useServerForm', () => {
  it('saves once with the version it began with, and goes on from the answer', async () => {
    show()
    expect(button().disabled).toBe(true)
    type('Nombre', 'Dos y')
    fireEvent.click(button())
    fireEvent.click(button())
    await waitFor(() => expect(button().disabled).toBe(true))
    expect(asked).toHaveBeenCalledTimes(1)
    expect(sent()).toEqual({ name: 'Dos y', code: 'A1', phone: '', version: 1 })
    type('Nombre', 'Tres')
    fireEvent.click(button())
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(sent()).toMatchObject({ version: 2 })
    await waitFor(() => expect(button().disabled).toBe(true))
  })

  it('stops what the contract refuses, in its words, with the cursor in the first field', async () => {
    show()
    type('Código', '')
    type('Nombre', 'ab')
    fireEvent.click(button())
    await screen.findByText('Mínimo 3 caracteres')
    expect(screen.getByText('Escriba el código')).toBeTruthy()
    expect(asked).not.toHaveBeenCalled()
    await waitFor(() => expect(document.activeElement).toBe(field('Nombre')))
  })

  it('puts the server’s faults on their fields until those change', async () => {
    show()
    type('Código', 'B2')
    refuse('code_taken', {
      errors: [
        { path: 'code', message: 'Ya existe ese código' },
        { path: 'nada', message: 'Suelta' },
      ],
    })
    fireEvent.click(button())
    await screen.findByText('Ya existe ese código')
    expect(screen.getByText('Suelta')).toBeTruthy()
    expect(toast).toHaveBeenCalledOnce()
    await waitFor(() => expect(document.activeElement).toBe(field('Código')))
    type('Código', 'B3')
    await waitFor(() => expect(screen.queryByText('Ya existe ese código')).toBeNull())
  })

  it('says a fault of a field instead of its warning, which comes back when the fault goes', async () => {
    show()
    type('Nombre', 'Dos')
    expect(screen.getByText('Se parece a otro')).toBeTruthy()
    refuse('invalid', { errors: [{ path: 'name', message: 'Ya existe ese nombre' }] })
    fireEvent.click(button())
    await screen.findByText('Ya existe ese nombre')
    await waitFor(() => expect(screen.queryByText('Se parece a otro')).toBeNull())
    expect(field('Nombre').closest('.ant-form-item')!.className).toMatch(/has-error/)
    type('Nombre', 'Tres')
    await screen.findByText('Se parece a otro')
    await waitFor(() => expect(screen.queryByText('Ya existe ese nombre')).toBeNull())
  })

  it('says once what stands beside its field, without a toast', async () => {
    show()
    type('Código', 'B2')
    refuse('code_taken', { errors: [{ path: 'code', message: 'Ya existe ese código' }] })
    fireEvent.click(button())
    await screen.findByText('Ya existe ese código')
    expect(toast).not.toHaveBeenCalled()
  })

  it('says above the form what is wrong with a field that it does not draw, with a toast', async () => {
    show()
    type('Código', 'B2')
    refuse('invalid', { errors: [{ path: 'note', message: 'Nota no válida' }] })
    fireEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('Nota no válida')
    expect(toast).toHaveBeenCalledOnce()
  })

  it('tells a refusal without faults in a toast too', async () => {
    show()
    type('Código', 'B2')
    refuse('unavailable')
    fireEvent.click(button())
    await screen.findByText(problems.unavailable.detail)
    expect(toast).toHaveBeenCalledOnce()
  })

  it('shows what another person saved meanwhile, with both values, and saves over their version', async () => {
    show()
    type('Nombre', 'Mío')
    theirs = { values: { name: 'Suyo', code: 'A1', phone: '0212' }, version: 7 }
    refuse('changed_meanwhile')
    fireEvent.click(button())
    await screen.findByText('Guardado: Suyo')
    expect(toast).not.toHaveBeenCalled()
    // However far down the button stands, what happened is in sight and has the keyboard.
    const told = screen.getByRole('alert').parentElement
    expect(document.activeElement).toBe(told)
    expect(sight).toHaveBeenCalledOnce()
    expect(screen.getByText(/^Elija antes/)).toBeTruthy()
    expect(screen.getByText('Ahora: 0212')).toBeTruthy()
    expect(button().disabled).toBe(true)
    fireEvent.click(screen.getByText('Suyo: Mío'))
    fireEvent.click(screen.getByRole('button', { name: 'Usar lo elegido' }))
    await waitFor(() => expect(document.activeElement).toBe(button()))
    fireEvent.click(button())
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(sent()).toEqual({ name: 'Mío', code: 'A1', phone: '0212', version: 7 })
  })

  it('tells what another person chose in words, not by its number', async () => {
    show()
    type('Nombre', 'Mío')
    theirs = { values: { ...start.values, bank: 8, limit: '1500.50' }, version: 7 }
    refuse('changed_meanwhile')
    fireEvent.click(button())
    await screen.findByText('Ahora: El nuevo')
    expect(screen.getByText('Ahora: 1.500,50')).toBeTruthy()
    expect(screen.getAllByText('· antes: (vacío)', { exact: false })).toHaveLength(2)
  })

  it('takes its own save for no one else’s, and tells of one that comes in the background', async () => {
    show()
    type('Nombre', 'Mío')
    let arrive: () => void = () => {}
    asked.mockReturnValueOnce(
      new Promise((resolve) => {
        arrive = () => resolve({ name: 'Mío', code: 'A1', phone: '', version: 2 })
      }),
    )
    fireEvent.click(button())
    await waitFor(() => expect(asked).toHaveBeenCalled())
    offered = { values: { name: 'Mío', code: 'A1', phone: '' }, version: 2 }
    act(refresh)
    expect(screen.queryByText(/Otra persona/)).toBeNull()
    await act(async () => arrive())
    expect(screen.queryByText(/Otra persona/)).toBeNull()
    type('Nombre', 'Mío otra vez')
    offered = { values: { name: 'Mío', code: 'A1', phone: '0212' }, version: 3 }
    act(refresh)
    expect(screen.getByText('Ahora: 0212')).toBeTruthy()
    // Who is typing goes on doing so.
    expect(sight).not.toHaveBeenCalled()
    expect(field('Nombre').value).toBe('Mío otra vez')
    expect(field('Teléfono').value).toBe('0212')
  })

  it('asks before leaving with changes, and leaves without them', async () => {
    show()
    type('Nombre', 'Otro nombre')
    fireEvent.click(screen.getByText('Otra'))
    fireEvent.click(await screen.findByRole('button', { name: 'Seguir editando' }))
    expect(field('Nombre').value).toBe('Otro nombre')
    fireEvent.click(screen.getByText('Otra'))
    fireEvent.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
    await screen.findByText('Otra pantalla')
    expect(sessionStorage.length).toBe(0)
  })

  it('gives what was written back to the same user after a session ended, to no other', async () => {
    const { unmount } = show()
    type('Teléfono', '0414')
    unmount()
    const again = show()
    await screen.findByText(/Recuperamos lo que escribió/)
    expect(field('Teléfono').value).toBe('0414')
    fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(field('Teléfono').value).toBe('')
    type('Teléfono', '0424')
    again.unmount()
    session.id = 2
    await act(async () => void show())
    expect(field('Teléfono').value).toBe('')
    expect(sessionStorage.length).toBe(0)
  })
})
