import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { agencies } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import { TestRefine } from '../tests/support/refine.tsx'
import * as http from './http.ts'
import { liveProviderOver, type LiveChannel, type LiveIdentity } from './live.ts'
import { useAction, useCall, useRecord, useRows } from './queries.ts'

const called = vi.spyOn(http, 'call') as unknown as ReturnType<typeof vi.fn>

/** Channels of one browser's tabs: each hears what another posts, and not itself. */
function tabs(...people: readonly LiveIdentity[]) {
  const listeners = people.map(() => new Set<(event: MessageEvent) => void>())
  return people.map((who, own) => {
    const channel = {
      postMessage: (data: unknown) =>
        listeners.forEach((set, at) => at !== own && set.forEach((hear) => hear({ data } as MessageEvent))),
      addEventListener: (_: string, hear: (event: MessageEvent) => void) => void listeners[own]!.add(hear),
    } as unknown as LiveChannel
    return liveProviderOver(channel, () => who)
  })
}
const ana = { id: 1, database: 'principal' }
const event = { channel: 'resources/agencies', type: 'updated', payload: {}, date: new Date() }

describe('the live provider', () => {
  it('tells the other tabs of the same person and database, and nobody else', () => {
    const [here, there, elsewhere, other] = tabs(ana, ana, { ...ana, database: 'panama' }, { ...ana, id: 2 })
    const heard = [here, there, elsewhere, other].map((tab) => {
      const callback = vi.fn()
      tab!.subscribe({ channel: event.channel, types: ['*'], callback })
      return callback
    })
    here!.publish(event)
    expect(heard.map((callback) => callback.mock.calls.length)).toEqual([0, 1, 0, 0])
  })

  it('keeps to the channel, to the kinds asked for and to those who still listen', () => {
    const [here, there] = tabs(ana, ana)
    const [partnersOnly, removals, gone] = [vi.fn(), vi.fn(), vi.fn()]
    there!.subscribe({ channel: 'resources/partners', types: ['*'], callback: partnersOnly })
    there!.subscribe({ channel: event.channel, types: ['deleted'], callback: removals })
    there!.unsubscribe(there!.subscribe({ channel: event.channel, types: ['*'], callback: gone }))
    here!.publish(event)
    expect([partnersOnly, removals, gone].map((callback) => callback.mock.calls.length)).toEqual([0, 0, 0])
  })

  it('without a channel or without a person says nothing', () => {
    const posted = vi.fn()
    const channel = { postMessage: posted, addEventListener: vi.fn() } as unknown as LiveChannel
    liveProviderOver(channel, () => null).publish(event)
    liveProviderOver(null, () => ana).publish(event)
    expect(posted).not.toHaveBeenCalled()
  })
})

describe('a change in one tab', () => {
  const page = { data: [], total: 0, page: 1, per_page: 100 }
  const useReads = () => ({
    list: useRows(agencies.list, { page: 1 }),
    record: useRecord(agencies, 7),
    name: useCall(agencies.config, { query: { id: 7 } }),
    partners: useCall(partners.list, { query: {} }),
  })
  const asked = (endpoint: unknown) => called.mock.calls.filter(([one]) => one === endpoint).length

  beforeEach(() => {
    called.mockReset()
    called.mockImplementation(async (endpoint: unknown) =>
      endpoint === agencies.list || endpoint === partners.list ? page : { id: 7 },
    )
  })

  async function open(here: LiveIdentity, there: LiveIdentity) {
    const [one, other] = tabs(here, there)
    const around = (live: typeof one) =>
      function Tab({ children }: { children: ReactNode }) {
        return <TestRefine live={live!}>{children}</TestRefine>
      }
    const reading = renderHook(useReads, { wrapper: around(other) }).result
    await waitFor(() => expect(Object.values(reading.current).every((one) => one.isSuccess)).toBe(true))
    called.mockClear()
    return renderHook(() => useAction(agencies.remove, { invalidates: [agencies] }), { wrapper: around(one) }).result
  }

  it('is read by what another shows of that entity, and by nothing else', async () => {
    const action = await open(ana, ana)
    await act(() => action.current.run({ params: { id: 9 } }))
    await waitFor(() => expect(asked(agencies.config)).toBeGreaterThan(0))
    expect(asked(agencies.list)).toBeGreaterThan(0)
    expect(asked(agencies.show)).toBeGreaterThan(0)
    expect(asked(partners.list)).toBe(0)
  })

  it('is not heard by a tab of another person', async () => {
    const action = await open(ana, { ...ana, id: 2 })
    await act(() => action.current.run({ params: { id: 9 } }))
    expect(called.mock.calls.map(([one]) => one)).toEqual([agencies.remove])
  })

  it('is not heard of when it failed', async () => {
    const action = await open(ana, ana)
    called.mockRejectedValue(new http.ProblemError({ type: '', code: 'conflict', title: '', status: 409, detail: '' }))
    await act(() => action.current.run({ params: { id: 9 } }))
    expect(called.mock.calls.map(([one]) => one)).toEqual([agencies.remove])
  })
})
