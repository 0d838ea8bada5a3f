import { describe, expect, it } from 'vitest'
import type { Rate } from '@contract/commission-rates.ts'
import type { CommissionSheetRow } from '@contract/commissions.ts'
import type { Edit } from '@/kit/grid/edits.ts'
import { rateCell, editsOf, ownRates, ratePathAt, rateFields } from './cells.ts'

const zone = 'America/Caracas'
const rate: Rate = {
  commission_kind: 'VENTA',
  commission_percent: '12',
  participation_kind: 'ARRASTRE',
  participation_percent: '30',
}
const row = (more: Partial<CommissionSheetRow> = {}): CommissionSheetRow => ({
  partner_id: 7,
  product_id: null,
  bet_type_id: null,
  currency: null,
  product_name: null,
  bet_type_name: null,
  own: null,
  inherited: rate,
  from: 'Banca',
  since: null,
  next: null,
  ...more,
})
const none = { commission_kind: null, commission_percent: null, participation_kind: null, participation_percent: null }
const edited = (...edits: Edit<CommissionSheetRow>[]) => new Map(edits.map((edit) => [edit.cell.path, edit]))

describe('edits of a rate', () => {
  it('of one of its parts leave the others to be inherited', () => {
    const edits = edited({ cell: rateCell(row(), 'commission_percent', zone), value: '14' })
    expect(editsOf(edits, zone)).toEqual([
      {
        partner_id: 7,
        product_id: null,
        bet_type_id: null,
        currency: null,
        rate: { ...none, commission_percent: '14' },
        before: null,
        next: null,
      },
    ])
    expect(ratePathAt('commissions.0.rate.participation_kind', edits, zone)).toBe('7:::/participation_kind')
    expect(ratePathAt('commissions.0.partner_id', edits, zone)).toBe('7:::/commission_percent')
    expect(ratePathAt('starts_at', edits, zone)).toBeUndefined()
  })

  it('that lift all of its parts inherit again, and set one part where nobody set any', () => {
    const own = row({ own: rate, inherited: null, currency: 'USD' })
    const lifted = edited(...rateFields.map((field) => ({ cell: rateCell(own, field, zone), value: null })))
    expect(editsOf(lifted, zone)).toMatchObject([{ rate: null, before: rate, currency: 'USD' }])
    const first = edited({ cell: rateCell(row({ inherited: null }), 'commission_percent', zone), value: '5' })
    expect(editsOf(first, zone)[0]!.rate).toEqual({ ...none, commission_percent: '5' })
  })

  it('meet what somebody else saved by the path of each part', () => {
    const now = ownRates([{ partner_id: 7, product_id: null, bet_type_id: null, currency: null, own: rate }])
    expect(now.get('7:::/participation_percent')).toBe('30')
  })

  it('say what is set ahead', () => {
    const ahead = row({ next: { starts_at: '2026-12-01T04:00:00.000Z', rate: null } })
    expect(rateCell(ahead, 'commission_kind', zone).note).toBe('Desde el 01/12/2026 00:00: hereda.')
  })
})
