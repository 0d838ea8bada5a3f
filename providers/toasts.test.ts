import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problems } from '@contract/problems.ts'
import { dismissToast, forgetToasts, holdToast, releaseToast, toaster, recentActivity, shownToasts } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetToasts()
  vi.useRealTimers()
})

describe('toasts', () => {
  it('last 2500 ms and stay in the recent activity', () => {
    toaster.success('Agencia creada')
    vi.advanceTimersByTime(2499)
    expect(shownToasts()).toMatchObject([{ title: 'Operación Exitosa!', detail: 'Agencia creada' }])
    vi.advanceTimersByTime(1)
    expect(shownToasts()).toEqual([])
    expect(recentActivity()).toMatchObject([{ kind: 'success', detail: 'Agencia creada' }])
  })

  it('say what a problem says', () => {
    toaster.error({ body: { code: 'forbidden', ...problems.forbidden } })
    toaster.error('Sin red')
    toaster.error(new Error('inner words'))
    expect(shownToasts().map(({ title, detail }) => [title, detail])).toEqual([
      ['Ha ocurrido un error', problems.forbidden.detail],
      ['Ha ocurrido un error', 'Sin red'],
      ['Ha ocurrido un error', null],
    ])
  })

  it('wait while they are held', () => {
    toaster.success()
    const { id } = shownToasts()[0]!
    holdToast(id)
    vi.advanceTimersByTime(10_000)
    expect(shownToasts()).toHaveLength(1)
    releaseToast(id)
    vi.advanceTimersByTime(2500)
    expect(shownToasts()).toEqual([])
  })

  it('of long work stay until it ends, and are no activity', () => {
    const loading = toaster.loading()
    loading.update('40 %')
    vi.advanceTimersByTime(60_000)
    expect(shownToasts()).toMatchObject([{ title: 'Cargando', detail: '40 %' }])
    loading.close()
    expect(shownToasts()).toEqual([])
    expect(recentActivity()).toEqual([])
  })

  it('are never more than four, and go when closed', () => {
    for (const text of ['1', '2', '3', '4', '5']) toaster.success(text)
    expect(shownToasts().map(({ detail }) => detail)).toEqual(['2', '3', '4', '5'])
    dismissToast(shownToasts()[0]!.id)
    expect(shownToasts()).toHaveLength(3)
  })
})
