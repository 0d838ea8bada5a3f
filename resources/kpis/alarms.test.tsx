/** What lies under the alarms is drawn when they have their height, so that it need not move. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAlarmsPlaced, type useStandingAlarms } from './alarms.tsx'

type Call = ReturnType<typeof useStandingAlarms>
const waiting = { data: undefined, isError: false } as Call
const answered = { data: { data: [], counts: [], watched: [] }, isError: false } as unknown as Call
const failed = { data: undefined, isError: true } as unknown as Call

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const placed = (call: Call) => renderHook((now: Call) => useAlarmsPlaced(now), { initialProps: call })

it('waits for the alarms, or for the word that there are none to be had', () => {
  for (const end of [answered, failed]) {
    const { result, rerender } = placed(waiting)
    expect(result.current).toBe(false)
    rerender(end)
    expect(result.current).toBe(true)
  }
})

it('waits a second at most', () => {
  const { result } = placed(waiting)
  act(() => vi.advanceTimersByTime(999))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe(true)
})
