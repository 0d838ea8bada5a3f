import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { partners } from '@contract/partners.ts'
import { ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { problems, type ProblemCode } from '@contract/problems.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import { forgetScanned, keepScanned, scannedCode } from './serial.ts'
import { TicketDrawer } from './ticket-drawer.tsx'

const problemOfCode = (code: ProblemCode) => ({ type: 'about:blank', code, ...problems[code] })

const asked = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({
  useSession: () => ({ id: 1, zone: 'America/Caracas', partner_type: 'banca' }),
  serverNow: () => new Date('2026-11-20T12:00:00Z'),
}))

const serial = '2EK0000001'
const winner: TicketDetail = {
  id: '1',
  serial,
  state: 'ganador',
  currency: 'BS',
  total: '3.00',
  prize: '90.00',
  office_id: 7,
  office_name: 'Taquilla Dos',
  agency_name: 'Agencia Uno',
  seller_name: 'Ana',
  sold_at: '2026-11-20T11:00:00.000Z',
  expires_on: '2026-11-23',
  annul_before: null,
  paid_at: null,
  paid_to: null,
  annulled_at: null,
  refund_due: '0.00',
  refund_until: null,
  refunded: '0.00',
  banca_name: 'Banca',
  reprints: 0,
  approval: null,
  actions: ['pay', 'annul'],
  lines: [
    {
      draw_id: 1,
      product_name: 'Lotto Activo',
      scheduled_at: '2026-11-20T12:00:00.000Z',
      bet_type_id: 13,
      bet_type_name: 'Tripleta',
      number: '1-5-9',
      symbol_names: ['Carnero', 'León', 'Águila'],
      stake: '3.00',
      multiplier: '30.00',
      prize: '90.00',
      state: 'ganadora',
      last_at: '2026-11-20T14:00:00.000Z',
      draws: 3,
      draws_done: 2,
      result: '5 León, 1 Carnero',
    },
  ],
  history: [
    { at: '2026-11-20T11:00:00.000Z', kind: 'venta', text: 'Vendido en Taquilla Dos', by: 'Ana', amount: '3.00' },
  ],
  paid_office_name: null,
  paid_by_name: null,
  annulled_by_name: null,
  annulled_reason: null,
}
let ticket: TicketDetail
/** How the server answers what is done with the ticket. */
let acts: (body: unknown) => TicketDetail
const sent = () =>
  asked.mock.calls
    .filter(([endpoint]) => endpoint === ticketManagement.act)
    .map(([, args]) => (args as { body: unknown }).body)

function show() {
  render(
    <TestRefine>
      <TicketDrawer serial={serial} onClose={() => undefined} />
    </TestRefine>,
  )
}
/** By its title: jsdom takes a window that is still opening for hidden. */
async function dialogOf(title: RegExp) {
  return within((await screen.findByText(title, { selector: '.ant-modal-title' })).closest<HTMLElement>('.ant-modal')!)
}
async function openPayment() {
  show()
  fireEvent.click(await screen.findByRole('button', { name: /Pagar premio/ }))
  return dialogOf(/Pagar el premio/)
}
const payButton = (dialog: Awaited<ReturnType<typeof dialogOf>>) => dialog.getByText(/^Pagar Bs/).closest('button')!

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
  forgetScanned()
  ticket = winner
  acts = () => winner
  asked.mockReset().mockImplementation(async (endpoint: unknown, args: { body?: unknown }) => {
    if (endpoint === partners.options)
      return {
        data: [
          {
            id: 7,
            name: 'Taquilla Dos',
            code: 'T2',
            type: 'taquilla',
            father_id: 3,
            status: 'activo',
            path: 'Agencia Uno',
          },
        ],
      }
    return endpoint === ticketManagement.act ? acts(args.body) : ticket
  })
})
afterEach(cleanup)

describe('a ticket', () => {
  it('shows its lines with how far each is, its history, and only the actions that the server offers', async () => {
    show()
    expect(await screen.findByText('Carnero · León · Águila')).toBeTruthy()
    expect(screen.getByText('2 de 3 sorteos con resultado')).toBeTruthy()
    expect(screen.getByText('Sorteos del 20/11/2026 08:00 al 10:00')).toBeTruthy()
    expect(screen.getByText('Vendido en Taquilla Dos')).toBeTruthy()
    expect(screen.getByText('23/11/2026, pronto')).toBeTruthy()
    expect(
      screen
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter(Boolean),
    ).toEqual(['Pagar premio', 'Anular ticket'])
  })

  it('out of reach says so', async () => {
    asked.mockRejectedValue(new ProblemError(problemOfCode('not_found')))
    show()
    expect(await screen.findByText('No encontrado')).toBeTruthy()
  })
})

describe('paying it', () => {
  it('asks for the code, and takes the one that the receipt was scanned with', async () => {
    const empty = await openPayment()
    fireEvent.click(payButton(empty))
    expect(await empty.findByText('Escriba el código')).toBeTruthy()
    expect(sent()).toEqual([])
    cleanup()
    keepScanned({ serial, code: 'SECRETO' })
    acts = () => ({ ...winner, state: 'pagado', actions: [] })
    const scanned = await openPayment()
    fireEvent.click(payButton(scanned))
    await waitFor(() => expect(sent()).toEqual([{ action: 'pay', code: 'SECRETO', office_id: 7 }]))
    await waitFor(() => expect(screen.queryByText(/Pagar el premio/)).toBeNull())
    expect(scannedCode(serial)).toBe('')
  })

  it('a wrong code is said at the code, and may be written again', async () => {
    acts = () => {
      throw new ProblemError(problemOfCode('ticket_wrong_code'))
    }
    const dialog = await openPayment()
    fireEvent.change(dialog.getByLabelText(/Código del recibo/), { target: { value: 'malo' } })
    fireEvent.click(payButton(dialog))
    expect(await dialog.findByText('El código del ticket no es correcto.')).toBeTruthy()
    expect(payButton(dialog).disabled).toBe(false)
    fireEvent.change(dialog.getByLabelText(/Código del recibo/), { target: { value: 'bueno' } })
    await waitFor(() => expect(dialog.getByLabelText(/Código del recibo/).getAttribute('aria-invalid')).toBe('false'))
    expect(sent()).toEqual([{ action: 'pay', code: 'MALO', office_id: 7 }])
  })

  it.each([
    'ticket_already_paid',
    'ticket_annulled',
    'ticket_expired',
    'ticket_not_winner',
    'ticket_pending',
    'pay_rejected',
  ] as const)('refused as %s says which, and is not offered again', async (code) => {
    acts = () => {
      throw new ProblemError(problemOfCode(code))
    }
    keepScanned({ serial, code: 'SECRETO' })
    const dialog = await openPayment()
    fireEvent.click(payButton(dialog))
    expect(await dialog.findByText(problemOfCode(code).title)).toBeTruthy()
    expect(payButton(dialog).disabled).toBe(true)
  })
})

it('annulling asks for a reason first', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: /Anular ticket/ }))
  const dialog = await dialogOf(/Anular el ticket/)
  const button = dialog.getByRole('button', { name: 'Anular ticket', hidden: true }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  fireEvent.change(dialog.getByLabelText('Motivo'), { target: { value: 'error de tipeo' } })
  fireEvent.click(button)
  await waitFor(() => expect(sent()).toEqual([{ action: 'annul', reason: 'error de tipeo' }]))
})
