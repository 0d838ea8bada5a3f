/** What a seller reads when a draw is suspended or closes at another hour; a result says nothing, and a draw's last word stands alone. */
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DrawNews } from '@contract/counter.ts'
import { forgetToasts, holdToast, recentActivity, releaseToast, shownToasts } from '@providers/toasts.ts'
import DrawToasts from './draw-toasts.tsx'

const heard = vi.hoisted(() => ({ hear: (_: DrawNews) => undefined as void, phone: false }))
vi.mock('@providers/server-events.ts', () => ({
  useServerEvents: (_: unknown, _2: unknown, hear: (said: DrawNews) => void) => {
    heard.hear = hear
  },
}))
vi.mock('@/kit/table/phone.ts', () => ({ usePhone: () => heard.phone }))
vi.mock('@providers/session.ts', () => ({
  useSession: () => ({ zone: 'America/Caracas' }),
  serverNow: () => new Date('2026-11-20T14:00:00Z'),
}))

const news = (turn: DrawNews['turn'], draw_id = 1): DrawNews => ({
  draw_id,
  product_id: 1,
  product_name: 'Lotto Activo',
  scheduled_at: '2026-11-20T15:00:00Z',
  closes_at: '2026-11-20T14:50:00Z',
  turn,
})
const say = (one: DrawNews) => act(() => heard.hear(one))
const shown = () => shownToasts().map(({ kind, title, detail }) => [kind, title, detail])

beforeEach(() => void render(<DrawToasts />))
afterEach(() => {
  cleanup()
  forgetToasts()
})

describe('the news of draws', () => {
  it('say which draw it is, and the last word of each stands', () => {
    say(news('suspendido'))
    expect(shown()).toEqual([['error', 'Lotto Activo 11:00 fue suspendido', 'No se vende Lotto Activo de las 11:00.']])
    say(news('reanudado'))
    expect(shown()).toEqual([
      ['success', 'Lotto Activo 11:00 ya no está suspendido', 'Se vende hasta su cierre, a las 10:50.'],
    ])
    say(news('cierre', 2))
    expect(shown().at(-1)).toEqual([
      'success',
      'Lotto Activo 11:00 ahora cierra a las 10:50',
      'Cambió su hora de cierre.',
    ])
  })

  it('go by themselves, unless somebody reads them, and make room', () => {
    vi.useFakeTimers()
    say(news('suspendido'))
    act(() => vi.advanceTimersByTime(14_000))
    expect(shown()).toHaveLength(1)
    holdToast(shownToasts()[0]!.id)
    act(() => vi.advanceTimersByTime(60_000))
    expect(shown()).toHaveLength(1)
    releaseToast(shownToasts()[0]!.id)
    for (const id of [2, 3]) say(news('suspendido', id))
    act(() => vi.advanceTimersByTime(15_000))
    expect(shown()).toEqual([])
    for (const id of [4, 5, 6]) say(news('suspendido', id))
    expect(shown()).toHaveLength(3)
    expect(recentActivity()).toHaveLength(6)
    vi.useRealTimers()
  })

  it('are one at a time on a phone, and of a line', () => {
    cleanup()
    heard.phone = true
    render(<DrawToasts />)
    for (const id of [1, 2]) say(news('cierre', id))
    expect(shown()).toEqual([['success', 'Lotto Activo 11:00 ahora cierra a las 10:50', null]])
    heard.phone = false
  })

  it('are no results, never more than three, and none where nobody stands at the counter', () => {
    say(news('resultado'))
    expect(shown()).toEqual([])
    for (const id of [1, 2, 3, 4]) say(news('suspendido', id))
    expect(shown()).toHaveLength(3)
    cleanup()
    expect(shown()).toEqual([])
  })
})
