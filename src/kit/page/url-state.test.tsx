import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { commaList } from '@contract/endpoint.ts'
import { readUrlState, useUrlState, writeUrlState } from './url-state.ts'

const schema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  status: z.enum(['activo', 'inactivo']).optional(),
  ids: commaList(z.coerce.number()).default([]),
  q: z.string().optional(),
})

describe('readUrlState', () => {
  it('reads each field and falls back one by one', () => {
    expect(readUrlState(schema, '?page=3&status=roto&ids=1,2')).toEqual({
      page: 3,
      status: undefined,
      ids: [1, 2],
      q: undefined,
    })
    expect(readUrlState(schema, '?page=-4&status=activo')).toEqual({ page: 1, status: 'activo', ids: [], q: undefined })
  })
})

describe('writeUrlState', () => {
  it('leaves defaults out, keeps what is not its own and starts from the first page', () => {
    expect(writeUrlState(schema, '?page=3&clone=9', { status: 'activo' })).toBe('clone=9&status=activo')
    expect(writeUrlState(schema, '?status=activo', { page: 1, status: undefined })).toBe('')
  })

  it('takes away what is not its own, and never sets it', () => {
    const foreign = { sort: undefined, view: 'tabla', status: 'activo' }
    expect(writeUrlState(schema, '?sort=-sold&clone=9', foreign as never)).toBe('clone=9&status=activo')
  })

  it('keeps the page when asked to, or when the page itself changes', () => {
    expect(writeUrlState(schema, '?page=3', { q: 'centro' }, true)).toBe('page=3&q=centro')
    expect(writeUrlState(schema, '?page=3', { page: 4 })).toBe('page=4')
  })

  it('reads back what it writes, lists included', () => {
    const search = writeUrlState(schema, '', { ids: [4, 5], q: 'a&b=c', page: 2 })
    expect(search).toContain('ids=4,5')
    expect(readUrlState(schema, search)).toEqual({ page: 2, status: undefined, ids: [4, 5], q: 'a&b=c' })
  })
})

describe('useUrlState', () => {
  function use() {
    const [state, set] = useUrlState(schema)
    return { state, set, location: useLocation(), navigate: useNavigate() }
  }
  function mount(at: string) {
    return renderHook(use, {
      wrapper: ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>,
    }).result
  }

  it('puts two changes of one tick together, as one step back', () => {
    const view = mount('/lista?page=5')
    act(() => {
      view.current.set({ status: 'activo' })
      view.current.set({ q: 'centro' })
    })
    expect(view.current.location.search).toBe('?status=activo&q=centro')
    expect(view.current.state).toMatchObject({ page: 1, status: 'activo', q: 'centro' })
    act(() => void view.current.navigate(-1))
    expect(view.current.location.search).not.toContain('centro')
  })

  it('does not add a step for a change that changes nothing', () => {
    const view = mount('/lista?status=activo')
    const before = view.current.location.key
    act(() => view.current.set({ status: 'activo' }))
    expect(view.current.location.key).toBe(before)
  })
})
