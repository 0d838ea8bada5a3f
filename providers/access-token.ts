/**
 * The access token's home: a cookie of this site, so that every tab of the browser sees the same one.
 * The refresh token is in an HttpOnly cookie that script never sees.
 */

const name = 'sorteo_access'
/** Three days (spec, section 9). The server ends the token itself much earlier. */
const lifetimeSeconds = 3 * 24 * 60 * 60

/** The token in force, or null when nobody is signed in. */
export function readAccessToken(): string | null {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  const value = found ? decodeURIComponent(found.slice(name.length + 1)) : ''
  return value === '' ? null : value
}

/** The database whose session a token is of: it stands before the first dot. Null where it says none. */
export function tokenDatabase(token: string): string | null {
  const [database, rest] = token.split('.', 2)
  return database && rest !== undefined ? database : null
}

/** Keeps a token for all tabs. */
export function keepAccessToken(token: string): void {
  document.cookie = cookie(encodeURIComponent(token), lifetimeSeconds)
}

/** Forgets the token in all tabs. */
export function dropAccessToken(): void {
  document.cookie = cookie('', 0)
}

function cookie(value: string, seconds: number): string {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`
}
