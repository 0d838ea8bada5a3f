import { act, cleanup, renderHook } from '@testing-library/react'
import { useReducer } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PollaRound } from '@contract/polla.ts'
import type { Choice } from './use-sale.ts'
import { useSale } from './use-sale.ts'

const clock = vi.hoisted(() => ({ now: 0 }))
const sent = vi.hoisted(() => vi.fn())
const operation = vi.hoisted(() => ({ current: { state: 'ninguna' } as { state: string } }))
vi.mock('@/kit/counter/clock.ts', () => ({ useServerClock: () => clock.now }))
vi.mock('@/kit/counter/operation.ts', () => ({
  useCounterOperation: () => ({ current: operation.current, send: sent, verify: vi.fn(), dismiss: vi.fn() }),
}))
vi.mock('@providers/session.ts', () => ({
  useSession: () => ({ id: 1, database: 'b', currency: 'BS', zone: 'America/Caracas' }),
}))

const at = (text: string) => Date.parse(`2026-11-20T${text}:00Z`)
const symbols = ['0', '00', '1', '2', '3'].map((code) => ({ code, name: code, image_url: null }))
const round = (some: Partial<PollaRound>): PollaRound => ({
  id: 1,
  product_id: 13,
  product_name: 'Polla del día',
  day: '2026-11-20',
  opens_at: '2026-11-19T04:00:00Z',
  closes_at: '2026-11-20T11:55:00Z',
  state: 'abierto',
  symbols_needed: 3,
  prices: [
    { currency: 'BS', amount: '50.00' },
    { currency: 'USD', amount: '1.00' },
  ],
  symbols,
  draws: [],
  ...some,
})
const rounds = [
  round({}),
  round({ id: 2, product_name: 'Micro polla', symbols_needed: 2 }),
  round({ id: 3, day: '2026-11-21', closes_at: '2026-11-21T11:55:00Z' }),
]

function counter() {
  return renderHook(() => {
    const [choice, choose] = useReducer((before: Choice, next: Partial<Choice>): Choice => ({ ...before, ...next }), {
      round: undefined,
      currency: undefined,
    })
    return useSale(rounds, choice, choose, () => {})
  })
}

beforeEach(() => {
  clock.now = at('11:00')
  operation.current = { state: 'ninguna' }
  sent.mockReset()
})
afterEach(cleanup)

describe('the sale in hand', () => {
  it('begins with the first round that sells, says what is missing, and sends what was chosen', () => {
    const { result } = counter()
    expect([result.current.round?.id, result.current.price, result.current.obstacle]).toEqual([
      1,
      '50.00',
      'Faltan 3 símbolos.',
    ])
    act(() => result.current.sell())
    expect(sent).not.toHaveBeenCalled()
    act(() => result.current.random())
    expect(result.current.obstacle).toBeNull()
    act(() => result.current.nextCurrency())
    expect([result.current.currency, result.current.price]).toEqual(['USD', '1.00'])
    act(() => result.current.sell())
    const device_id = expect.stringMatching(/^navegador-/) as string
    expect(sent.mock.calls).toEqual([
      [{ body: { round_id: 1, currency: 'USD', symbols: [...result.current.picks], device_id } }],
    ])
    expect(new Set(result.current.picks).size).toBe(3)
  })

  it('with symbols chosen is not moved to another day when its round closes', () => {
    const { result, rerender } = counter()
    act(() => result.current.random())
    clock.now = at('11:56')
    rerender()
    expect([result.current.round?.id, result.current.closed]).toEqual([1, true])
    expect(result.current.obstacle).toContain('ya cerró')
    act(() => result.current.sell())
    expect(sent).not.toHaveBeenCalled()
    act(() => result.current.chooseRound(3))
    expect([result.current.closed, result.current.obstacle, result.current.picks.length]).toEqual([false, null, 3])
  })

  it('without any goes on to the next round, and a smaller game keeps what it asks for', () => {
    const { result, rerender } = counter()
    act(() => result.current.random())
    act(() => result.current.chooseRound(2))
    expect(result.current.picks.length).toBe(2)
    act(() => result.current.change({ do: 'clear' }))
    clock.now = at('11:56')
    rerender()
    expect([result.current.round?.id, result.current.closed]).toEqual([3, false])
    act(() => result.current.random())
    expect([result.current.round?.id, result.current.closed, result.current.obstacle]).toEqual([3, false, null])
  })

  it('waits while the last one is not resolved', () => {
    operation.current = { state: 'desconocido' }
    const { result } = counter()
    act(() => result.current.random())
    act(() => result.current.sell())
    expect(result.current.obstacle).toBe('Primero hay que saber qué pasó con la venta anterior.')
    expect(sent).not.toHaveBeenCalled()
  })
})
