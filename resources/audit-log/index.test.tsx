import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { auditLog, type AuditRow } from '@contract/audit-log.ts'
import type { Endpoint } from '@contract/endpoint.ts'
import { roles } from '@contract/access/rules.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import AuditLog from './index.tsx'

const asked = vi.hoisted(() => vi.fn())
const session = vi.hoisted(() => ({ id: 1, database: 'banca', zone: 'America/Caracas', currencies: ['BS'] }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({
  useSession: () => session,
  useCan: () => true,
  serverNow: () => new Date('2026-11-20T15:00:00Z'),
}))

const row: AuditRow = {
  id: '41',
  at: '2026-11-20T14:05:00.000Z',
  username: 'gladys',
  role: roles[0],
  entity: 'paymentMethods',
  action: 'paymentMethods.update',
  entity_id: '7',
  reason: null,
  significant: true,
  ip: '127.0.0.1',
  request_id: 'r-1',
  before: { name: 'Caja chica', status: 'activo' },
  after: { name: 'Caja grande', status: 'activo' },
  sealed: true,
  touched: null,
}
/** The chain is walked in two parts, and the second one ends it as each test says. */
let end: { verified: number; broken_at: string | null }

let shown: AuditRow
/** Of 60 rows of a change, fifty a page. */
function changedRows(page: number) {
  const data = Array.from({ length: page === 1 ? 50 : 10 }, (_, n) => ({
    id: String((page - 1) * 50 + n),
    partner_id: n,
    partner_name: n === 0 ? null : `Agencia ${(page - 1) * 50 + n}`,
    product_name: 'Lotto Activo',
    bet_type_name: 'Animalito',
    currency: 'BS',
    before: null,
    after: 'Bs 50,00',
  }))
  return { data, total: 60, page, per_page: 50 }
}

function open(path: string) {
  const element = (
    <TestRefine>
      <AuditLog />
    </TestRefine>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/*', element }], { initialEntries: [path] })} />)
}
const queriesOf = (endpoint: Endpoint) =>
  asked.mock.calls.filter(([of]) => of === endpoint).map(([, { query }]) => query)

beforeEach(() => {
  window.matchMedia ??= vi.fn(() => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  })) as never
  end = { verified: 30, broken_at: null }
  shown = row
  asked.mockReset()
  asked.mockImplementation(
    (endpoint: Endpoint, { query }: { query: { after?: number; most?: number; page: number } }) => {
      const { page } = query
      if (endpoint === auditLog.list) return Promise.resolve({ data: [shown], total: 1, page: 1, per_page: 100 })
      if (endpoint === auditLog.changed) return Promise.resolve(changedRows(page))
      if (endpoint === auditLog.people) return Promise.resolve({ data: [] })
      const chain = { sealed: 30, sealed_until: row.at, waiting: 1, server_time: row.at }
      if (query.most === 0) return Promise.resolve({ ...chain, verified: 0, broken_at: null })
      return Promise.resolve({ ...chain, ...(query.after ? end : { verified: 20, broken_at: null }) })
    },
  )
})
afterEach(cleanup)

it('asks for the days and filters of its address, and tells what was done in words', async () => {
  open('/?period=rango&from=2026-11-01&to=2026-11-20&entity=paymentMethods')
  const opener = await screen.findByRole('button', { name: '20/11/2026 10:05' })
  expect(within(opener.closest('tr')!).getByText('Guarda un método de pago')).toBeTruthy()
  expect(queriesOf(auditLog.list)[0]).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-20',
    entity: 'paymentMethods',
    sort: '-at',
  })
})

it('opens a row with what it was before beside what it is after, by the names people know', async () => {
  open('/')
  fireEvent.click(await screen.findByRole('button', { name: '20/11/2026 10:05' }))
  const changes = await screen.findByRole('table', { name: /antes y después/i })
  const changed = within(changes).getByRole('row', { name: /Nombre/ })
  expect(changed.textContent).toContain('Caja chica')
  expect(changed.textContent).toContain('Caja grande')
})

it('opens a change over many with each of its rows, a page at a time', async () => {
  const after = {
    change_id: '8',
    change: { kind: 'set', amount: '50' },
    matched: 70,
    changed: 60,
    rows: [{ partner_id: 1, after: '50.00' }],
  }
  shown = { ...row, entity: 'quotas', action: 'quotas.global', before: { rows: [{ partner_id: 1 }] }, after }
  open('/')
  fireEvent.click(await screen.findByRole('button', { name: '20/11/2026 10:05' }))
  expect((await screen.findByRole('row', { name: /Qué hace/ })).textContent).toBe('Cambio › Qué hace—Fija')
  const rows = within(await screen.findByRole('table', { name: 'Cada fila que cambió: 60' }))
  expect(rows.getByRole('row', { name: /^Afiliado eliminado/ }).textContent).toBe(
    'Afiliado eliminadoLotto Activo · Animalito · BSHeredabaBs 50,00',
  )
  fireEvent.click([...document.querySelectorAll('.ant-pagination-next button')].at(-1)!)
  expect(await rows.findByText('Agencia 59')).toBeTruthy()
  expect(queriesOf(auditLog.changed)).toEqual([
    { change_id: 8, page: 1, per_page: 50 },
    { change_id: 8, page: 2, per_page: 50 },
  ])
})

it('asked for an affiliate, tells how many rows of it a change over many touched, and opens it with those first', async () => {
  shown = { ...row, entity: 'quotas', action: 'quotas.global', after: { change_id: '8', changed: 60 }, touched: 12 }
  open('/?partner_id=5')
  const opener = await screen.findByRole('button', { name: '20/11/2026 10:05' })
  expect(screen.getByRole('columnheader', { name: /Filas suyas/ })).toBeTruthy()
  expect(within(opener.closest('tr')!).getByText('12')).toBeTruthy()
  fireEvent.click(opener)
  fireEvent.click(await screen.findByRole('radio', { name: 'De todos los afiliados' }))
  await waitFor(() =>
    expect(queriesOf(auditLog.changed)).toEqual([
      { change_id: 8, partner_id: 5, page: 1, per_page: 50 },
      { change_id: 8, page: 1, per_page: 50 },
    ]),
  )
})

it('walks the chain to its end when asked, and says where it breaks', async () => {
  open('/')
  fireEvent.click(await screen.findByRole('button', { name: /Verificar la cadena/ }))
  expect(await screen.findByText(/Cadena verificada: 30 filas/)).toBeTruthy()
  expect(screen.getByText(/Sellada hasta el 20\/11\/2026 10:05/)).toBeTruthy()
  expect(queriesOf(auditLog.verify).filter(({ most }) => most === undefined)).toEqual([{ after: 0 }, { after: 20 }])

  end = { verified: 24, broken_at: '99' }
  // The button takes no click until it has drawn that nothing runs any more, a moment after the text.
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: /Verificar de nuevo/ }))
  await waitFor(() => expect(screen.getByText(/La cadena se rompe en la fila 99/)).toBeTruthy())
})
