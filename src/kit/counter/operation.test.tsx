import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { problems, type ProblemCode } from '@contract/problems.ts'
import { networkProblem, ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { useCounterOperation } from './operation.ts'

const asked = vi.hoisted(() => vi.fn())
const user = vi.hoisted(() => ({ now: { id: 1, database: 'principal' } }))
const made = vi.hoisted(() => ({ keys: 0 }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => `key-${++made.keys}`,
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => user.now }))

const sell = endpoint({
  method: 'POST',
  path: '/cosas',
  access: rules.signedIn,
  moves_money: true,
  body: z.object({ n: z.number() }),
  response: z.object({ serial: z.string() }),
  summary: 'Vende',
})
entity('cosas', { sell })
const confirmed = vi.fn()
const counter = () => renderHook(() => useCounterOperation(sell, 'cosas', confirmed), { wrapper: TestRefine })
const refuse = (code: ProblemCode) => new ProblemError({ type: 'x', code, ...problems[code] })
const keysSent = () => asked.mock.calls.map(([, , options]) => (options as { operation_key: string }).operation_key)

beforeEach(() => {
  asked.mockReset()
  confirmed.mockReset()
  sessionStorage.clear()
  user.now = { id: 1, database: 'principal' }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('an operation at the counter', () => {
  it('keeps its key before it is sent, and forgets it once confirmed', async () => {
    let kept: string | null = null
    asked.mockImplementation(async () => {
      kept = sessionStorage.getItem('sorteo:operation:1:principal:cosas')
      return { serial: 'A1' }
    })
    const { result } = counter()
    act(() => result.current.send({ body: { n: 1 } }))
    expect(result.current.current.state).toBe('enviado')
    await waitFor(() => expect(result.current.current).toMatchObject({ state: 'confirmado', answer: { serial: 'A1' } }))
    expect(kept).toContain(keysSent()[0])
    expect(sessionStorage.length).toBe(0)
    expect(confirmed.mock.calls).toEqual([[{ serial: 'A1' }]])
  })

  it('is refused with its reason, and the next one has another key', async () => {
    asked.mockRejectedValueOnce(refuse('draw_closed')).mockResolvedValueOnce({ serial: 'B2' })
    const { result } = counter()
    act(() => result.current.send({ body: { n: 1 } }))
    await waitFor(() =>
      expect(result.current.current).toMatchObject({ state: 'rechazado', problem: { code: 'draw_closed' } }),
    )
    expect(sessionStorage.length).toBe(0)
    act(() => result.current.send({ body: { n: 1 } }))
    await waitFor(() => expect(result.current.current.state).toBe('confirmado'))
    expect(new Set(keysSent()).size).toBe(2)
  })

  it('without an answer is unknown, sells nothing else meanwhile, and is resolved with the same key', async () => {
    asked
      .mockRejectedValueOnce(networkProblem())
      .mockRejectedValueOnce(refuse('internal'))
      .mockRejectedValueOnce(refuse('too_many_requests'))
      .mockResolvedValueOnce({ serial: 'C3' })
    const { result } = counter()
    act(() => result.current.send({ body: { n: 3 } }))
    await waitFor(() => expect(result.current.current.state).toBe('desconocido'))
    act(() => result.current.send({ body: { n: 4 } }))
    act(() => result.current.dismiss())
    expect(result.current.current.state).toBe('desconocido')
    for (let n = 0; n < 3; n++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one question after the other
      await act(async () => result.current.verify())
    }
    await waitFor(() => expect(result.current.current).toMatchObject({ state: 'confirmado', answer: { serial: 'C3' } }))
    expect(new Set(keysSent()).size).toBe(1)
    expect(asked.mock.calls.every(([, args]) => (args as { body: { n: number } }).body.n === 3)).toBe(true)
  })

  it('after a reload asks again by itself with the same key, and is given back to the same user alone', async () => {
    asked.mockReturnValueOnce(new Promise(() => {}))
    const first = counter()
    act(() => first.result.current.send({ body: { n: 5 } }))
    first.unmount()
    user.now = { id: 2, database: 'principal' }
    const other = counter()
    expect(other.result.current.current.state).toBe('ninguna')
    other.unmount()
    user.now = { id: 1, database: 'principal' }
    asked.mockResolvedValueOnce({ serial: 'D4' })
    const again = counter()
    expect(again.result.current.current.state).toBe('desconocido')
    await waitFor(() =>
      expect(again.result.current.current).toMatchObject({ state: 'confirmado', answer: { serial: 'D4' } }),
    )
    expect(new Set(keysSent()).size).toBe(1)
    expect(keysSent().length).toBe(2)
  })

  it('of long ago waits for a person, who may also let it go', () => {
    sessionStorage.setItem(
      'sorteo:operation:1:principal:cosas',
      JSON.stringify({
        operation_key: 'k',
        args: { body: { n: 6 } },
        at: new Date(Date.now() - 3_600_000).toISOString(),
      }),
    )
    vi.useFakeTimers()
    const { result } = counter()
    expect(result.current.current).toMatchObject({ state: 'desconocido', old: true })
    act(() => vi.advanceTimersByTime(60_000))
    expect(asked).not.toHaveBeenCalled()
    act(() => result.current.dismiss())
    expect(result.current.current.state).toBe('ninguna')
    expect(sessionStorage.length).toBe(0)
  })
})
