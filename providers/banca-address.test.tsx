/** Addresses of who has several bancas say which one; the router and its screens never see it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBrowserRouter } from 'react-router'
import type { SessionUser } from '@contract/session.ts'
import { addressDatabase, nameAddress, screenWindow, withDatabase } from './banca-address.ts'
import { sessionClosed, sessionOpened } from './session-store.ts'

const user = { id: 1, username: 'ana', database: 'panama', many_bancas: true } as SessionUser
const shown = () => `${location.pathname}${location.search}${location.hash}`
let router: ReturnType<typeof createBrowserRouter>

beforeEach(() => {
  history.replaceState(null, '', '/admin/registry/agencies?q=a%20b&db-identifier=panama#fila')
  router = createBrowserRouter([{ path: '*', element: null }], { window: screenWindow() })
  sessionOpened(user)
})
afterEach(() => {
  router.dispose()
  sessionClosed(false)
})

describe('addresses of who has several bancas', () => {
  it('are written with the banca and read without it', async () => {
    expect(router.state.location).toMatchObject({
      pathname: '/admin/registry/agencies',
      search: '?q=a+b',
      hash: '#fila',
    })
    await router.navigate('/admin/registry/users?page=2')
    expect(shown()).toBe('/admin/registry/users?page=2&db-identifier=panama')
    expect(router.state.location.search).toBe('?page=2')
    await router.navigate('/admin/registry/users', { replace: true })
    expect(shown()).toBe('/admin/registry/users?db-identifier=panama')
    expect(router.state.location.search).toBe('')
  })

  it('are the same after going back', async () => {
    await router.navigate('/admin/registry/users')
    const back = new Promise<void>((resolve) => {
      router.subscribe(({ location: { pathname } }) => pathname.endsWith('agencies') && resolve())
    })
    await router.navigate(-1)
    await back
    expect(router.state.location.search).toBe('?q=a+b')
    expect(addressDatabase()).toBe('panama')
  })

  it('get the banca where they came without, and keep the one that a link says', () => {
    history.replaceState({ idx: 0 }, '', '/admin/registry/users#x')
    nameAddress()
    expect(shown()).toBe('/admin/registry/users?db-identifier=panama#x')
    expect(history.state).toEqual({ idx: 0 })
    expect(withDatabase('/a?db-identifier=principal')).toBe('/a?db-identifier=principal')
    expect(withDatabase('https://example.org/a')).toBe('https://example.org/a')
  })
})

it('addresses of who has one banca are as they always were', async () => {
  sessionOpened({ ...user, many_bancas: false })
  expect(withDatabase('/admin/registry/users?page=2')).toBe('/admin/registry/users?page=2')
  await router.navigate('/admin/registry/users?page=2')
  expect(shown()).toBe('/admin/registry/users?page=2')
})
