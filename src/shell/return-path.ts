/** Where a person wanted to go before they were asked who they are. */
import { addressOf } from '@contract/address.ts'
import { addressDatabase, ofDatabase } from '@providers/banca-address.ts'

const loginPath = '/login'
export const signOutPath = '/sign-out'

/** The login page's address, with the way back in it. */
export function loginWith(location: { pathname: string; search: string; hash: string }): string {
  const { pathname, search, hash } = location
  if ([loginPath, signOutPath, '/'].includes(pathname)) return loginPath
  return addressOf(loginPath, { to: ofDatabase(`${pathname}${search}${hash}`, addressDatabase()) })
}

/** The way back, if it stays inside this product: a link could carry any address. */
export function returnPath(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/'
  try {
    const url = new URL(to, location.origin)
    const inside = url.origin === location.origin && /^\/(?![/\\])/.test(to) && url.pathname !== loginPath
    return inside ? `${url.pathname}${url.search}${url.hash}` : '/'
  } catch {
    return '/'
  }
}
