import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problems } from '@contract/problems.ts'
import { dismissNotice, forgetNotices, holdNotice, letGo, notice, recentActivity, shownNotices } from './notice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetNotices()
  vi.useRealTimers()
})

describe('toasts', () => {
  it('last 2500 ms and stay in the recent activity', () => {
    notice.success('Agencia creada')
    vi.advanceTimersByTime(2499)
    expect(shownNotices()).toMatchObject([{ title: 'Operación Exitosa!', detail: 'Agencia creada' }])
    vi.advanceTimersByTime(1)
    expect(shownNotices()).toEqual([])
    expect(recentActivity()).toMatchObject([{ kind: 'success', detail: 'Agencia creada' }])
  })

  it('say what a problem says', () => {
    notice.error({ body: { code: 'forbidden', ...problems.forbidden } })
    notice.error('Sin red')
    notice.error(new Error('inner words'))
    expect(shownNotices().map(({ title, detail }) => [title, detail])).toEqual([
      ['Ha ocurrido un error', problems.forbidden.detail],
      ['Ha ocurrido un error', 'Sin red'],
      ['Ha ocurrido un error', null],
    ])
  })

  it('wait while they are held', () => {
    notice.success()
    const { id } = shownNotices()[0]!
    holdNotice(id)
    vi.advanceTimersByTime(10_000)
    expect(shownNotices()).toHaveLength(1)
    letGo(id)
    vi.advanceTimersByTime(2500)
    expect(shownNotices()).toEqual([])
  })

  it('of long work stay until it ends, and are no activity', () => {
    const loading = notice.loading()
    loading.update('40 %')
    vi.advanceTimersByTime(60_000)
    expect(shownNotices()).toMatchObject([{ title: 'Cargando', detail: '40 %' }])
    loading.close()
    expect(shownNotices()).toEqual([])
    expect(recentActivity()).toEqual([])
  })

  it('are never more than four, and go when closed', () => {
    for (const text of ['1', '2', '3', '4', '5']) notice.success(text)
    expect(shownNotices().map(({ detail }) => detail)).toEqual(['2', '3', '4', '5'])
    dismissNotice(shownNotices()[0]!.id)
    expect(shownNotices()).toHaveLength(3)
  })
})
