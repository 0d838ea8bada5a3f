import { cleanup, render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PollaTicket } from '@contract/polla.ts'
import type { TicketView } from '@contract/tickets.ts'
import { printReceipt } from './print-receipt.tsx'
import { receiptKey, receiptOfPolla, receiptOfTicket } from './receipt-ticket.ts'
import { Receipt } from './receipt.tsx'

const zone = 'America/Caracas'
const shared = {
  id: '1',
  serial: '2D9ABCDEFG',
  code: '0123456789ABC',
  currency: 'BS' as const,
  total: '1250.00',
  banca_name: 'Banca Ávila',
  agency_name: 'Agencia Centro',
  office_name: 'Taquilla 1',
  seller_name: 'Ana',
  sold_at: '2026-11-20T11:30:00Z',
  expires_on: '2026-11-27',
  reprints: 0,
  prize: '0.00',
  paid_at: null,
  client: null,
  paid_to: null,
  refund_due: '0.00',
  office_id: 1,
}
const polla: PollaTicket & { code: string } = {
  ...shared,
  state: 'vendido',
  round_id: 9,
  product_id: 13,
  product_name: 'Polla del día',
  day: '2026-11-20',
  hits: 0,
  draws_done: 0,
  draws_total: 12,
  prize_id: null,
  client: 'V-12345678 Ana Pérez',
  symbols: [
    { code: '00', name: 'Ballena', image_url: null, hit: false },
    { code: '5', name: 'León', image_url: null, hit: false },
  ],
  annul_before: '2026-11-20T11:35:00Z',
  closes_at: '2026-11-20T11:55:00Z',
  draws_from: '2026-11-20T12:00:00Z',
  draws_to: '2026-11-20T23:00:00Z',
  actions: [],
}
const line = (some: Partial<TicketView['lines'][number]>): TicketView['lines'][number] => ({
  draw_id: 1,
  product_id: 1,
  product_name: 'Lotto Activo',
  scheduled_at: '2026-11-20T15:00:00Z',
  bet_type_id: 1,
  bet_type_name: 'Animalito',
  bet_kind: 'animalito',
  place: '',
  number: '5',
  symbol_names: ['León'],
  stake: '10.00',
  multiplier: '30',
  prize: '0.00',
  state: 'pendiente',
  last_at: null,
  draws: 1,
  draws_done: 0,
  result: null,
  ...some,
})

afterEach(() => {
  cleanup()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
})

describe('the receipt', () => {
  it("says all that a polla's paper must", () => {
    render(<Receipt ticket={receiptOfPolla(polla, zone)} copy={0} />)
    const text = screen.getByRole('article').textContent
    for (const said of [
      'Banca Ávila',
      'Agencia Centro',
      'Taquilla 1',
      'Ana',
      '2D9ABCDEFG',
      '0123456789ABC',
      '00Ballena',
      '5León',
      'Polla del día',
      '20/11/2026, 12 sorteos de 08:00 a 19:00',
      'Bs 1.250,00',
      '20/11/2026 07:30',
      '27/11/2026',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('DUPLICADO')
  })

  it('says which duplicate it is', () => {
    render(<Receipt ticket={receiptOfPolla(polla, zone)} copy={2} />)
    expect(screen.getByText('DUPLICADO 2')).toBeTruthy()
  })

  it('draws exactly the modules of SERIAL-CODE', () => {
    render(<Receipt ticket={receiptOfPolla(polla, zone)} copy={0} />)
    expect(receiptKey(polla)).toBe('2D9ABCDEFG-0123456789ABC')
    const drawn = screen.getByRole('img').querySelector('path')!.getAttribute('d')!
    const modules = new Set<string>()
    for (const [, x, y, width] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      for (let n = 0; n < Number(width); n++) modules.add(`${Number(x) + n},${y}`)
    const { data } = encode('2D9ABCDEFG-0123456789ABC', { ecc: 'M', border: 4 })
    const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x},${y}`] : [])))
    expect([...modules].sort()).toEqual(dark.sort())
  })

  it('groups an ordinary ticket by draw, with each stake', () => {
    const ticket: TicketView & { code: string } = {
      ...shared,
      state: 'vendido',
      refund_until: null,
      refunded: '0.00',
      annul_before: null,
      annulled_at: null,
      approval: null,
      actions: [],
      lines: [
        line({}),
        line({ number: '123', symbol_names: [], bet_type_name: 'Triple A', draw_id: 2, product_name: 'Triple Zulia' }),
        line({ number: '00', symbol_names: ['Ballena'], stake: '5.50' }),
        line({
          number: '1-5-10',
          symbol_names: ['Carnero', 'León', 'Tigre'],
          bet_type_name: 'Tripleta',
          last_at: '2026-11-21T01:00:00Z',
          draws: 11,
        }),
      ],
    }
    const { groups } = receiptOfTicket(ticket, zone)
    expect(
      groups.map((group) => [group.title, group.when, group.lines.map((one) => [one.number, one.text, one.stake])]),
    ).toEqual([
      [
        'Lotto Activo',
        '20/11/2026 11:00',
        [
          ['5', 'León', '10.00'],
          ['00', 'Ballena', '5.50'],
        ],
      ],
      ['Triple Zulia', '20/11/2026 11:00', [['123', 'Triple A', '10.00']]],
      [
        'Lotto Activo',
        '20/11/2026 11:00, 11 sorteos hasta 20/11/2026 21:00',
        [['1-5-10', 'Carnero, León, Tigre', '10.00']],
      ],
    ])
  })
})

describe('printing', () => {
  it('prints the receipt alone, on 80 mm paper as long as it needs', () => {
    const print = vi.fn()
    const frameOf = vi
      .spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get')
      .mockReturnValue({ print } as unknown as WindowProxy)
    printReceipt(receiptOfPolla(polla, zone), 0)
    printReceipt(receiptOfPolla(polla, zone), 3)
    const frames = [...document.querySelectorAll('iframe')]
    expect([frames.length, print.mock.calls.length]).toEqual([1, 2])
    const page = frames[0]!.contentDocument!
    expect(page.body.textContent).toContain('DUPLICADO 3')
    expect(page.head.textContent).toMatch(/@page \{ size: 80mm \d+mm; margin: 4mm \}/)
    expect(page.querySelectorAll('link, script').length).toBe(0)
    frameOf.mockRestore()
  })
})
