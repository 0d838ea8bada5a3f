/** Cookies of the session: kept from script and other sites, and sent to few calls. */
import { homeCookie, refreshCookie, session } from '@contract/session.ts'
import type { Wire } from '../http/context.ts'

const day = 24 * 60 * 60

interface Cookie {
  name: string
  path: string
  life: number
}

export const cookies = {
  refresh: { name: refreshCookie, path: session.refresh.path, life: 3 * day },
  /** The session of the banca that a person signed in to, while they work in another's: parked for the calls of the session. */
  home: { name: homeCookie, path: session.open.path.slice(0, session.open.path.lastIndexOf('/')), life: 3 * day },
  /** As long as a browser keeps any. */
  device: { name: 'sorteo_device', path: session.open.path, life: 400 * day },
} as const satisfies Record<string, Cookie>

/** Without a value it is taken back. */
export function setCookie(wire: Wire, { name, path, life }: Cookie, value: string | null): void {
  const secure = wire.secure ? '; Secure' : ''
  wire.setHeader(
    'set-cookie',
    `${name}=${value ?? ''}; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=${value ? life : 0}${secure}`,
  )
}
