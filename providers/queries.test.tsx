import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { agencies } from '@contract/agencies.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { problems } from '@contract/problems.ts'
import { testClient, TestRefine } from '../tests/support/refine.tsx'
import * as http from './http.ts'
import { toaster } from './toasts.ts'
import { networkProblem, ProblemError } from './problem-error.ts'
import { queryKey, useAction, useCall, useReadOnce, useRecord, useSend } from './queries.ts'

const pay = endpoint({
  method: 'POST',
  path: '/pay',
  access: rules.signedIn,
  moves_money: true,
  body: z.object({ amount: z.string() }),
  response: z.object({ ok: z.boolean() }),
  summary: 'Paga',
})
entity('payments', { pay })
const ten = { body: { amount: '10.00' } }
const called = vi.spyOn(http, 'call') as unknown as ReturnType<typeof vi.fn>
const succeeded = vi.spyOn(toaster, 'success')
const failed = vi.spyOn(toaster, 'error')

const client = testClient()
const wrapper = ({ children }: { children: ReactNode }) => <TestRefine client={client}>{children}</TestRefine>
const keys = () => called.mock.calls.map(([, , options]) => (options as http.CallOptions).operation_key)

beforeEach(() => {
  for (const spy of [called, succeeded, failed]) spy.mockReset()
  client.clear()
})

describe('an action', () => {
  const action = () => renderHook(() => useAction(pay), { wrapper }).result

  it('repeats the same operation after no answer came, and begins a new one after an answer', async () => {
    const { current } = action()
    called.mockRejectedValueOnce(networkProblem()).mockResolvedValue({ ok: true })
    await act(() => current.run(ten))
    await act(() => current.run(ten))
    await act(() => current.run(ten))
    expect(keys()[0]).toBe(keys()[1])
    expect(keys()[2]).not.toBe(keys()[1])
  })

  it('does not give the key of one operation to another', async () => {
    const { current } = action()
    called.mockRejectedValueOnce(networkProblem()).mockResolvedValue({ ok: true })
    await act(() => current.run(ten))
    await act(() => current.run({ body: { amount: '20.00' } }))
    expect(keys()[0]).not.toBe(keys()[1])
  })

  it('does nothing the second time while the first is in flight', async () => {
    const { current } = action()
    let answer: (value: unknown) => void = () => undefined
    called.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    await act(async () => {
      const first = current.run(ten)
      await expect(current.run(ten)).resolves.toBeUndefined()
      answer({ ok: true })
      await expect(first).resolves.toEqual({ ok: true })
    })
    expect(called).toHaveBeenCalledTimes(1)
    expect(succeeded).toHaveBeenCalledTimes(1)
  })

  it('keeps the problem and says it', async () => {
    const result = action()
    const problem = new ProblemError({ type: '', code: 'quota_exceeded', ...problems.quota_exceeded })
    called.mockRejectedValue(problem)
    await act(() => result.current.run(ten))
    expect(result.current).toMatchObject({ pending: false, problem: { code: 'quota_exceeded' } })
    expect(failed).toHaveBeenCalledWith(problem.body.detail)
    expect(succeeded).not.toHaveBeenCalled()
    act(() => result.current.reset())
    expect(result.current.problem).toBeNull()
  })

  it('asks again for what it changed, after success only', async () => {
    called.mockImplementation(async (asked: unknown) =>
      asked === pay ? { ok: true } : { data: [], total: 0, page: 1, per_page: 100 },
    )
    const { result } = renderHook(
      () => ({
        list: useCall(agencies.list, { query: {} }),
        action: useAction(pay, { invalidates: [agencies], success: false }),
      }),
      { wrapper },
    )
    await vi.waitFor(() => expect(result.current.list.isSuccess).toBe(true))
    await act(() => result.current.action.run(ten))
    expect(called.mock.calls.filter(([asked]) => asked === agencies.list)).toHaveLength(2)
    expect(succeeded).not.toHaveBeenCalled()
  })
})

it('a query is named by its entity, endpoint and arguments', () => {
  expect(queryKey(agencies.list, { query: { page: 2 } })).toEqual([
    'data',
    'default',
    agencies.name,
    'list',
    { query: { page: 2 } },
  ])
  expect(queryKey(agencies.show, { params: { id: 7 } })).toEqual(['data', 'default', agencies.name, 'one', '7', {}])
})

describe('a read', () => {
  const record = { id: 7, name: 'Sol' }

  it('of a record is one, whether it is called by its endpoint or by its entity', async () => {
    called.mockResolvedValue(record)
    const useBoth = () => [useRecord(agencies, 7), useCall(agencies.show, { params: { id: 7 } })]
    const { result } = renderHook(useBoth, { wrapper })
    await vi.waitFor(() => expect(result.current.map(({ data }) => data)).toEqual([record, record]))
    expect(called).toHaveBeenCalledTimes(1)
  })

  it('waits until it is enabled, and says no failure by itself', async () => {
    // Of another record than the last, which is drawn still and may ask again.
    called.mockRejectedValue(new ProblemError({ type: '', code: 'not_found', ...problems.not_found }))
    const useRead = ({ enabled }: { enabled: boolean }) => useCall(agencies.show, { params: { id: 8 } }, { enabled })
    const { result, rerender } = renderHook(useRead, { wrapper, initialProps: { enabled: false } })
    expect(result.current.fetchStatus).toBe('idle')
    rerender({ enabled: true })
    await vi.waitFor(() => expect(result.current.error?.body.code).toBe('not_found'))
    expect(failed).not.toHaveBeenCalled()
  })

  it('is stopped when nobody waits for it any more', async () => {
    let signal: AbortSignal | undefined
    called.mockImplementation((_: unknown, __: unknown, options: http.CallOptions) => {
      signal = options.signal
      return new Promise(() => undefined)
    })
    const { unmount } = renderHook(() => useCall(agencies.list, { query: {} }), { wrapper })
    await vi.waitFor(() => expect(signal).toBeDefined())
    unmount()
    expect(signal?.aborted).toBe(true)
  })

  it('made once is new each time and changes nothing on screen', async () => {
    called.mockResolvedValue(record)
    const useBoth = () => ({ shown: useRecord(agencies, 7), once: useReadOnce(agencies.show) })
    const { result } = renderHook(useBoth, { wrapper })
    await vi.waitFor(() => expect(result.current.shown.data).toEqual(record))
    called.mockResolvedValue({ ...record, name: 'Luna' })
    await expect(result.current.once({ params: { id: 7 } })).resolves.toMatchObject({ name: 'Luna' })
    expect(result.current.shown.data).toEqual(record)
    called.mockResolvedValue({ ...record, name: 'Mar' })
    await expect(result.current.once({ params: { id: 7 } })).resolves.toMatchObject({ name: 'Mar' })
  })
})

it('calls of one kind may be made side by side, each with its own answer', async () => {
  called.mockImplementation(async (_: unknown, { params }: { params: { id: number } }) => ({ result: params.id }))
  const { result } = renderHook(() => useSend(agencies.remove), { wrapper })
  const answers = await act(() => Promise.all([1, 2, 3].map((id) => result.current({ params: { id } }))))
  expect(answers).toEqual([{ result: 1 }, { result: 2 }, { result: 3 }])
  expect(succeeded).not.toHaveBeenCalled()
})
