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
const uploaded = vi.hoisted(() => vi.fn())
/** Is whoever looks one of the banca's own people? */
let ofBanca = true
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  upload: uploaded,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({
  useSession: () => ({ id: 1, zone: 'America/Caracas', partner_type: 'banca' }),
  useCan: () => ofBanca,
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
  client: null,
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
      product_id: 1,
      product_name: 'Lotto Activo',
      scheduled_at: '2026-11-20T12:00:00.000Z',
      bet_type_id: 13,
      bet_type_name: 'Tripleta',
      bet_kind: 'tripleta',
      place: '',
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
    {
      at: '2026-11-20T11:00:00.000Z',
      kind: 'venta',
      text: 'Vendido en Taquilla Dos',
      by: 'Ana',
      amount: '3.00',
      picture_id: null,
    },
  ],
  refusal_picture_id: null,
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
  URL.createObjectURL = (blob) => `blob:${(blob as File).name ?? 'picture'}`
  URL.revokeObjectURL = () => undefined
  forgetScanned()
  ofBanca = true
  uploaded.mockReset()
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
    if (endpoint === ticketManagement.refusalPicture) return new Blob(['x'], { type: 'image/png' })
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

describe('refusing a payment that waits', () => {
  const waits: TicketDetail = {
    ...winner,
    actions: ['approve', 'reject'],
    approval: {
      state: 'pendiente',
      requested_by_name: 'Ana',
      requested_at: '2026-11-20T11:30:00.000Z',
      decided_by_name: null,
      decided_at: null,
      reason: null,
    },
  }
  const refused: TicketDetail = {
    ...waits,
    actions: [],
    approval: {
      ...waits.approval!,
      state: 'rechazado',
      decided_by_name: 'Banca',
      decided_at: '2026-11-20T11:40:00.000Z',
      reason: 'La cédula no es la suya',
    },
    history: [
      ...waits.history,
      {
        at: '2026-11-20T11:35:00.000Z',
        kind: 'rechazado',
        text: 'Rechazado antes',
        by: null,
        amount: null,
        picture_id: 6,
      },
      {
        at: '2026-11-20T11:40:00.000Z',
        kind: 'rechazado',
        text: 'Pago rechazado',
        by: null,
        amount: null,
        picture_id: 7,
      },
    ],
    refusal_picture_id: 7,
  }
  const picture_url = `/images/guarded/${'a'.repeat(64)}.png`
  type Shown = Awaited<ReturnType<typeof dialogOf>>
  const refuseButton = (dialog: Shown) =>
    dialog.getByRole('button', { name: /Rechazar pago/, hidden: true }) as HTMLButtonElement
  const choose = (dialog: Shown) =>
    fireEvent.change(dialog.getByLabelText('Archivo: Imagen'), {
      target: { files: [new File(['x'], 'cedula.png', { type: 'image/png' })] },
    })
  async function openRefusal() {
    ticket = waits
    show()
    fireEvent.click(await screen.findByRole('button', { name: /Rechazar pago/ }))
    const dialog = await dialogOf(/Rechazar el pago/)
    expect(refuseButton(dialog).disabled).toBe(true)
    fireEvent.change(dialog.getByLabelText('Motivo'), { target: { value: 'La cédula no es la suya' } })
    return dialog
  }

  it('takes a picture with the reason, which is shown from the file and waited for', async () => {
    let answer = (_value: { url: string }): void => undefined
    uploaded.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    acts = () => refused
    const dialog = await openRefusal()
    choose(dialog)
    await waitFor(() => expect(refuseButton(dialog).disabled).toBe(true))
    expect(uploaded.mock.calls[0]![2]).toMatchObject({ query: { guarded: true } })
    answer({ url: picture_url })
    const preview = await dialog.findByRole('img', { name: 'Imagen', hidden: true })
    expect(preview.getAttribute('src')).toBe('blob:cedula.png')
    fireEvent.click(refuseButton(dialog))
    await waitFor(() => expect(sent()).toEqual([{ action: 'reject', reason: 'La cédula no es la suya', picture_url }]))
  })

  it('goes without one, and offers none to whoever is not of the banca', async () => {
    ofBanca = false
    acts = () => refused
    const dialog = await openRefusal()
    expect(dialog.queryByLabelText('Archivo: Imagen')).toBeNull()
    fireEvent.click(refuseButton(dialog))
    await waitFor(() => expect(sent()).toEqual([{ action: 'reject', reason: 'La cédula no es la suya' }]))
  })

  it.each(['image_gone', 'approval_decided'] as const)('refused as %s says so in the dialog', async (code) => {
    acts = () => {
      throw new ProblemError(problemOfCode(code))
    }
    const dialog = await openRefusal()
    fireEvent.click(refuseButton(dialog))
    expect((await dialog.findByRole('alert', { hidden: true })).textContent).toContain(problemOfCode(code).detail)
    expect(refuseButton(dialog).disabled).toBe(code === 'approval_decided')
  })

  it('is shown with its picture, and an earlier one in the history', async () => {
    ticket = refused
    show()
    expect(await screen.findByText(/Motivo: La cédula no es la suya/)).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('img', { name: 'Imagen del rechazo' })).toHaveLength(2))
    const ids = asked.mock.calls.flatMap(([endpoint, args]) =>
      endpoint === ticketManagement.refusalPicture ? [(args as { params: { id: number } }).params.id] : [],
    )
    expect(ids.sort()).toEqual([6, 7])
  })

  it('whose picture does not come says so, and asks again', async () => {
    ticket = refused
    asked.mockImplementation(async (endpoint: unknown) => {
      if (endpoint === ticketManagement.refusalPicture) throw new ProblemError(problemOfCode('not_found'))
      return ticket
    })
    show()
    await waitFor(() => expect(screen.getAllByText(/La imagen no se pudo mostrar/)).toHaveLength(2))
    expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(2)
  })
})
