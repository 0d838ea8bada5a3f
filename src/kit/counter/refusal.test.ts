import { describe, expect, it } from 'vitest'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { approvalRefusal, obstacleOf, refusalOf } from './refusal.tsx'

const zone = 'America/Caracas'
const ticket = (some: Partial<Parameters<typeof obstacleOf>[0]>): Parameters<typeof obstacleOf>[0] => ({
  state: 'ganador',
  expires_on: '2026-11-27',
  paid_at: null,
  actions: [],
  ...some,
})
const unpaid = { pending: 'Van 3 de 12 sorteos.', lost: 'Ninguna jugada acertó.' }
const problem = (code: ProblemCode, extra: Record<string, unknown> = {}): ProblemBody => ({
  type: 'x',
  code,
  ...problems[code],
  ...extra,
})

describe('why a ticket may not be paid', () => {
  it('is another sentence for each state, and none when it may', () => {
    expect(obstacleOf(ticket({ actions: ['pay'] }), unpaid, zone)).toBeNull()
    const states = ['anulado', 'devuelto', 'pagado', 'vencido', 'vendido', 'perdedor', 'ganador'] as const
    const said = states.map(
      (state) =>
        obstacleOf(ticket({ state, paid_at: state === 'pagado' ? '2026-11-21T15:04:00Z' : null }), unpaid, zone)!,
    )
    expect(new Set(said.map((one) => one.text)).size).toBe(states.length)
    expect(said[2]!.text).toContain('21/11/2026 11:04')
    expect([said[4]!.text, said[5]!.text]).toEqual([unpaid.pending, unpaid.lost])
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

  it('that waits above says who asked, and one refused there says why', () => {
    const asked = { state: 'pendiente', requested_by_name: 'Ana', requested_at: '2026-11-21T15:04:00Z' } as const
    const open = { ...asked, decided_by_name: null, decided_at: null, reason: null }
    expect(approvalRefusal(open, zone).text).toContain('Lo pidió Ana el 21/11/2026 11:04')
    expect(approvalRefusal(null, zone).code).toBe('pay_needs_approval')
    const refused = { ...open, state: 'rechazado' as const, decided_by_name: 'Luis', reason: 'Recibo roto.' }
    expect(approvalRefusal(refused, zone)).toMatchObject({ code: 'pay_rejected' })
    expect(approvalRefusal(refused, zone).text).toContain('por Luis')
    expect(approvalRefusal(refused, zone).text).toContain('Recibo roto.')
  })
})
