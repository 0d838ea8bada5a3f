import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { byId, endpoint, entity } from '@contract/endpoint.ts'
import { problems } from '@contract/problems.ts'
import { TestRefine } from '../tests/support/refine.tsx'
import { dataProvider } from './data.ts'
import * as http from './http.ts'
import { toaster } from './toasts.ts'
import { networkProblem, ProblemError } from './problem-error.ts'
import { useRecord } from './queries.ts'
import { useSave } from './saving.ts'

const row = z.object({ id: z.number(), name: z.string() })
const form = z.object({ name: z.string() })
const shared = { access: rules.signedIn, response: row, summary: 'Cosa' } as const
const things = entity('things', {
  show: endpoint({ ...shared, method: 'GET', path: '/things/:id', params: byId }),
  create: endpoint({ ...shared, method: 'POST', path: '/things', body: form, moves_money: true }),
  update: endpoint({ ...shared, method: 'PUT', path: '/things/update/:id', params: byId, body: form }),
  clone: endpoint({ ...shared, method: 'POST', path: '/things/clone/:id', params: byId, body: form }),
})
const luna = { body: { name: 'Luna' } }

const called = vi.spyOn(http, 'call') as unknown as ReturnType<typeof vi.fn>
const created = vi.spyOn(dataProvider, 'create')
const updated = vi.spyOn(dataProvider, 'update')
const custom = vi.spyOn(dataProvider, 'custom')
const said = [vi.spyOn(toaster, 'success'), vi.spyOn(toaster, 'error')] as const
const carriers = () => [created, updated, custom].map((spy) => spy.mock.calls.length)

/** An address that tries to give the calls its own parts. */
const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/?id=666&params[id]=666&query[x]=1&operation_key=mine&call=remove']}>
    <TestRefine>{children}</TestRefine>
  </MemoryRouter>
)

beforeEach(() => {
  for (const spy of [created, updated, custom, ...said]) spy.mockClear()
  called.mockReset().mockResolvedValue({ id: 7, name: 'Luna' })
})

describe('a form’s save', () => {
  it('of a new record is Refine’s create, said once', async () => {
    const { result } = renderHook(() => useSave(things.create, {}), { wrapper })
    await act(async () => expect(await result.current.run(luna)).toEqual({ id: 7, name: 'Luna' }))
    expect(carriers()).toEqual([1, 0, 0])
    expect(called).toHaveBeenCalledWith(things.create, luna, { operation_key: expect.any(String) })
    expect(said.map((spy) => spy.mock.calls.length)).toEqual([1, 0])
  })

  it('of a record is Refine’s update, which does not read the record itself', async () => {
    const { result } = renderHook(() => useSave(things.update, { id: 7 }), { wrapper })
    await act(() => result.current.run({ params: { id: 7 }, ...luna }))
    expect(carriers()).toEqual([0, 1, 0])
    expect(called.mock.calls).toEqual([[things.update, { params: { id: 7 }, ...luna }, {}]])
  })

  it('by any other call is an action', async () => {
    const { result } = renderHook(() => useSave(things.clone, { id: 7 }), { wrapper })
    await act(() => result.current.run({ params: { id: 7 }, ...luna }))
    expect(carriers()).toEqual([0, 0, 1])
    expect(called.mock.calls).toEqual([[things.clone, { params: { id: 7 }, ...luna }, {}]])
  })

  it('repeats the same operation while nobody knows whether it happened', async () => {
    const { result } = renderHook(() => useSave(things.create, {}), { wrapper })
    called.mockRejectedValueOnce(networkProblem())
    await act(() => result.current.run(luna))
    await act(() => result.current.run(luna))
    const keys = called.mock.calls.map(([, , options]) => (options as http.CallOptions).operation_key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe('mine')
  })

  it('waits for what it changed to be read again; a refused one changes nothing and is said once', async () => {
    const useBoth = () => ({
      record: useRecord(things, 7),
      save: useSave(things.update, { id: 7, invalidates: [things] }),
    })
    const { result } = renderHook(useBoth, { wrapper })
    await waitFor(() => expect(result.current.record.isSuccess).toBe(true))
    const reads = () => called.mock.calls.filter(([one]) => one === things.show).length
    called.mockRejectedValueOnce(new ProblemError({ type: '', code: 'conflict', ...problems.conflict }))
    await act(() => result.current.save.run({ params: { id: 7 }, ...luna }))
    expect(result.current.save.problem).toMatchObject({ code: 'conflict' })
    expect(reads()).toBe(1)
    expect(said.map((spy) => spy.mock.calls.length)).toEqual([0, 1])
    called.mockImplementation(async (one: unknown) => ({ id: 7, name: one === things.show ? 'Releída' : 'Luna' }))
    await act(() => result.current.save.run({ params: { id: 7 }, ...luna }))
    expect(reads()).toBe(2)
    expect(result.current.record.data).toMatchObject({ name: 'Releída' })
  })
})
