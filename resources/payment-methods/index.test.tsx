import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Endpoint } from '@contract/endpoint.ts'
import { paymentMethods, type PaymentMethodRow } from '@contract/payment-methods.ts'
import { problems } from '@contract/problems.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import PaymentMethods from './index.tsx'

const asked = vi.hoisted(() => vi.fn())
const session = vi.hoisted(() => ({
  id: 1,
  database: 'banca',
  zone: 'America/Caracas',
  currency: 'BS',
  currencies: ['BS', 'USD'],
}))
const writes = vi.hoisted(() => ({ may: true }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({
  useSession: () => session,
  useCan: () => writes.may,
  serverNow: () => new Date(),
}))

const row: PaymentMethodRow = {
  id: 7,
  name: 'Caja chica',
  kind: 'efectivo',
  currency: 'BS',
  uses: ['ingresos'],
  bank: '',
  account_number: '',
  phone: '',
  email: '',
  wallet: '',
  holder: '',
  holder_document: '',
  account_id: null,
  account_name: null,
  notes: '',
  status: 'activo',
  partner_id: 1,
  partner_name: 'Banca La Fortuna',
  created_at: '2026-11-20T12:00:00.000Z',
  version: 3,
  actions: ['update', 'deactivate', 'remove'],
}
const resources = [
  { name: 'paymentMethods', list: '/metodos', create: '/metodos/create', edit: '/metodos/:id', show: '/metodos/:id' },
]

function open(path: string) {
  const element = (
    <TestRefine resources={resources}>
      <PaymentMethods />
    </TestRefine>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/metodos/*', element }], { initialEntries: [path] })} />)
}

/** What was sent to a call. */
const sentTo = (endpoint: Endpoint) => asked.mock.calls.filter(([of]) => of === endpoint).map(([, args]) => args)
const field = (name: string) => screen.getByRole('textbox', { name })
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

beforeEach(() => {
  writes.may = true
  window.matchMedia ??= vi.fn(() => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  })) as never
  asked.mockReset()
  asked.mockImplementation((endpoint: Endpoint) => {
    if (endpoint === paymentMethods.list) return Promise.resolve({ data: [row], total: 1, page: 1, per_page: 100 })
    if (endpoint === paymentMethods.show || endpoint === paymentMethods.update) return Promise.resolve(row)
    return Promise.reject(new Error(endpoint.path))
  })
})
afterEach(cleanup)

it('lists in words, and each row opens by its own address', async () => {
  open('/metodos')
  const link = await screen.findByRole('link', { name: 'Caja chica' })
  expect(link.getAttribute('href')).toBe('/metodos/7')
  const cells = within(link.closest('tr')!)
  for (const words of ['Efectivo', 'Ingresos', 'Activo']) expect(cells.getByText(words)).toBeTruthy()
})

it('asks only what the kind needs, and saves from the version it read', async () => {
  open('/metodos/7')
  expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveProperty('value', 'Caja chica')
  expect(screen.queryByRole('textbox', { name: 'Banco' })).toBeNull()
  fill('Nombre', 'Caja grande')
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sentTo(paymentMethods.update)).toHaveLength(1))
  expect(sentTo(paymentMethods.update)[0]).toMatchObject({
    params: { id: 7 },
    body: { name: 'Caja grande', kind: 'efectivo', version: 3 },
  })
})

it('says on each field what is missing, and then what the server refuses', async () => {
  open('/metodos/create')
  fireEvent.click(await screen.findByRole('button', { name: 'Crear método de pago' }))
  expect(await screen.findByText('Complete este dato: banco')).toBeTruthy()
  expect(screen.getByText('Escriba el nombre')).toBeTruthy()
  expect(sentTo(paymentMethods.create)).toEqual([])

  const refused = { type: 'about:blank', code: 'name_taken' as const, ...problems.name_taken }
  const errors = [{ path: 'name', message: 'Ya existe un método de pago con ese nombre.' }]
  asked.mockImplementationOnce(() => Promise.reject(new ProblemError({ ...refused, errors })))
  fill('Nombre', 'Banesco')
  fill('Banco', 'Banesco')
  fill('Número de cuenta', '01340000000000000001')
  fill('Titular', 'Ana Pérez')
  fill('Documento del titular', 'v-12345678')
  fireEvent.click(screen.getByRole('button', { name: 'Crear método de pago' }))
  expect(await screen.findByText('Ya existe un método de pago con ese nombre.')).toBeTruthy()
  expect(sentTo(paymentMethods.create)[0]).toMatchObject({
    body: { kind: 'transferencia', currency: 'BS', bank: 'Banesco', holder_document: 'V-12345678' },
  })
})

it('shows whoever may not write neither buttons nor an open door', async () => {
  writes.may = false
  open('/metodos/create')
  await screen.findByRole('link', { name: 'Caja chica' })
  expect(screen.queryByRole('button', { name: /Nuevo método|Acciones de/ })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Nombre' })).toBeNull()
})
