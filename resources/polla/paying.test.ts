import { describe, expect, it } from 'vitest'
import type { PollaTicket } from '@contract/polla.ts'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { obstacleOf, refusalOf } from './paying.ts'

const zone = 'America/Caracas'
const ticket = (some: Partial<PollaTicket>): PollaTicket => ({
  id: '1',
  serial: '2D9ABCDEFG',
  state: 'ganador',
  round_id: 1,
  product_id: 1,
  product_name: 'Polla del día',
  day: '2026-11-20',
  symbols: [],
  hits: 6,
  draws_done: 12,
  draws_total: 12,
  currency: 'BS',
  total: '50.00',
  prize: '900.00',
  prize_id: '7',
  refund_due: '0.00',
  office_id: 31,
  client: null,
  paid_to: null,
  office_name: 'T1',
  agency_name: 'A1',
  banca_name: 'B',
  seller_name: 'V',
  sold_at: '2026-11-20T11:00:00Z',
  annul_before: '2026-11-20T11:05:00Z',
  closes_at: '2026-11-20T11:55:00Z',
  draws_from: '2026-11-20T12:00:00Z',
  draws_to: '2026-11-20T23:00:00Z',
  expires_on: '2026-11-27',
  paid_at: null,
  reprints: 0,
  actions: [],
  ...some,
})
const problem = (code: ProblemCode, extra: Record<string, unknown> = {}): ProblemBody => ({
  type: 'x',
  code,
  ...problems[code],
  ...extra,
})

describe('why a ticket may not be paid', () => {
  it('is another sentence for each state, and none when it may', () => {
    expect(obstacleOf(ticket({ actions: ['pay'] }), zone)).toBeNull()
    const states = ['anulado', 'devuelto', 'pagado', 'vencido', 'vendido', 'perdedor', 'ganador'] as const
    const said = states.map(
      (state) =>
        obstacleOf(
          ticket({ state, paid_at: state === 'pagado' ? '2026-11-21T15:04:00Z' : null, draws_done: 3, hits: 2 }),
          zone,
        )!,
    )
    expect(new Set(said.map((one) => one.text)).size).toBe(states.length)
    expect(said[2]!.text).toContain('21/11/2026 11:04')
    expect(said[4]!.text).toContain('3 de 12')
  })

  it('of the server tells when, where and by whom it was paid', () => {
    expect(
      refusalOf(
        problem('ticket_already_paid', {
          paid_at: '2026-11-21T15:04:00Z',
          paid_office: 'Taquilla Centro',
          paid_by: 'Ana Pérez',
        }),
        zone,
      ).text,
    ).toBe('Se pagó el 21/11/2026 11:04, en Taquilla Centro, por Ana Pérez. No se paga dos veces.')
    expect(refusalOf(problem('ticket_already_paid', { paid_at: null }), zone).text).toBe(
      problems.ticket_already_paid.detail,
    )
  })

  it('of the server keeps every reason apart', () => {
    const codes = [
      'not_found',
      'ticket_already_paid',
      'ticket_wrong_code',
      'ticket_annulled',
      'ticket_expired',
      'ticket_not_winner',
      'pay_needs_approval',
      'ticket_other_office',
    ] as const
    expect(new Set(codes.map((code) => refusalOf(problem(code), zone).title)).size).toBe(codes.length)
  })
})
