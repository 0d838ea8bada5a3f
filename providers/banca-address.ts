/**
 * Which banca an address of a screen is of. For who has several it is said in each (`db-identifier`), so that a link or a
 * bookmark never opens another's: written where addresses leave the console, to the browser's bar and into links, and
 * taken off where they come back, so that no screen knows of it. Who has one banca has the addresses they always had.
 */
import { databaseParameter, queryWith } from '@contract/address.ts'
import { sessionState } from './session-store.ts'

/** The database that the address of this window is of; null where it says none. */
export function addressDatabase(): string | null {
  return new URLSearchParams(location.search).get(databaseParameter)
}

/** An address of this console with the session's banca in it, for who has several. One that says another keeps it. */
export function withDatabase(address: string): string {
  const { user } = sessionState()
  return user?.many_bancas ? ofDatabase(address, user.database) : address
}

/** The same of whichever database. */
export function ofDatabase(address: string, database: string | null): string {
  const url = new URL(address, location.href)
  if (database === null || url.origin !== location.origin || url.searchParams.has(databaseParameter)) return address
  return `${url.pathname}?${queryWith(url.search, { [databaseParameter]: database })}${url.hash}`
}

/** Says in the address of now which banca it is of. */
export function nameAddress(): void {
  const address = `${location.pathname}${location.search}${location.hash}`
  const named = withDatabase(address)
  if (named !== address) history.replaceState(history.state, '', named)
}

function bareSearch(): string {
  if (addressDatabase() === null) return location.search
  const search = queryWith(location.search, { [databaseParameter]: null })
  return search && `?${search}`
}

/** A stand-in whose `own` are its own, and all else the original's. */
function standIn<T extends object>(original: T, own: Readonly<Record<string, () => unknown>>): T {
  return new Proxy({} as T, {
    get: (_, name) => {
      const found = Object.hasOwn(own, name) ? own[String(name)]!() : (Reflect.get(original, name) as unknown)
      return typeof found === 'function' && !Object.hasOwn(own, name) ? (found as () => unknown).bind(original) : found
    },
  })
}

type Write = History['pushState']
const naming =
  (write: Write): Write =>
  (state, unused, url) =>
    write.call(history, state, unused, url ? withDatabase(String(url)) : url)

/** This window as the router sees it: its addresses say no banca, and what it writes says it. */
export function screenWindow(): Window {
  const bare = standIn(location, { search: bareSearch })
  const named = standIn(history, {
    pushState: () => naming(History.prototype.pushState),
    replaceState: () => naming(History.prototype.replaceState),
  })
  return standIn(window, { location: () => bare, history: () => named })
}
