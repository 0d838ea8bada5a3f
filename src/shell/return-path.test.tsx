import { describe, expect, it } from 'vitest'
import { loginWith, returnPath } from './return-path.ts'

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })

describe('the way back', () => {
  it('survives signing in, query and all', () => {
    const login = loginWith(at('/admin/registry/agencies', '?q=a%26b&page=2'))
    expect(returnPath(login.slice(login.indexOf('?')))).toBe('/admin/registry/agencies?q=a%26b&page=2')
  })

  it('says of which banca it was, where the address did', () => {
    history.replaceState(null, '', '/admin/registry/agencies?db-identifier=panama')
    const login = loginWith(at('/admin/registry/agencies', '?page=2'))
    history.replaceState(null, '', '/')
    expect(returnPath(login.slice(login.indexOf('?')))).toBe('/admin/registry/agencies?page=2&db-identifier=panama')
  })

  it('is not kept for the start, the login page or signing out', () => {
    for (const path of ['/', '/login', '/sign-out']) expect(loginWith(at(path))).toBe('/login')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login?to=/x',
    'admin',
    '',
  ])('never leaves the product: %s', (to) => {
    expect(returnPath(`?${new URLSearchParams({ to })}`)).toBe('/')
  })
})
