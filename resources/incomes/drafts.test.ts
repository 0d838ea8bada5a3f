import { describe, expect, it } from 'vitest'
import { emptyDraft, draftFault, givenOf, movementOf, nextDraft, placeKey, type Draft } from './drafts.ts'

const whole: Draft = { ...emptyDraft, amount: '200.00', type_id: 4, to: placeKey({ kind: 'taquilla', id: 9 }) }
const fault = (some: Partial<Draft>, written: 'ingreso' | 'entrega' = 'ingreso', currency: 'BS' | 'COP' = 'BS') =>
  draftFault(written, { ...whole, ...some }, currency)

describe('a movement that is typed', () => {
  it('is whole, or says at which field it is not', () => {
    expect([fault({}), fault({}, 'entrega')]).toEqual([null, null])
    expect(fault({ amount: null })).toEqual({ field: 'amount', text: 'Escriba el monto.' })
    expect(fault({ amount: '0.00' })?.text).toBe('El monto debe ser mayor que cero.')
    // What the field still asks about is no amount.
    expect(fault({ amount: '¿1.234' })?.field).toBe('amount')
    expect(fault({ amount: '10.50' }, 'ingreso', 'COP')?.text).toMatch(/^En .* no hay céntimos\.$/)
    expect(fault({ type_id: null })?.field).toBe('type_id')
    expect(fault({ type_id: null }, 'entrega')).toBeNull()
    expect(fault({ to: null }, 'entrega')?.field).toBe('to')
    expect(fault({ reference: 'ab' })?.field).toBe('reference')
    expect(fault({ client: { type: 'V', dni: 'xx', name: '' } })?.field).toBe('client')
    expect(fault({ client: { type: 'V', dni: '', name: '' } })).toBeNull()
  })

  it('names a client only where one was written: else whoever stood on it stays', () => {
    expect('client' in movementOf(whole, 'BS')).toBe(false)
    expect('client' in movementOf({ ...whole, client: { type: 'V', dni: ' ', name: '' } }, 'BS')).toBe(false)
    expect(movementOf({ ...whole, client: { type: 'V', dni: '12345678', name: '' } }, 'BS').client).toEqual({
      type: 'V',
      dni: '12345678',
    })
  })

  it('goes to a drawer by any method, to a fund in cash', () => {
    expect(givenOf({ ...whole, method_id: 3 }, 'USD')).toMatchObject({ to_office_id: 9, method_id: 3, currency: 'USD' })
    const to_fund = { ...whole, method_id: 3, to: placeKey({ kind: 'fondo', id: 2 }) }
    expect(givenOf(to_fund, 'USD')).toMatchObject({ to_fund_id: 2, method_id: null })
  })

  it('leaves its type to the next one, and nothing else', () => {
    expect(nextDraft({ ...whole, concept: 'Algo', reference: '123' })).toEqual({ ...emptyDraft, type_id: 4 })
  })
})
