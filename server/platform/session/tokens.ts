/**
 * Tokens: random, opaque, prefixed with the key of their database, kept only as hashes. A refresh
 * token that was used holds its successor pair sealed with a key made from itself: two tabs that
 * refresh at once get the same pair, and a stolen database opens nothing.
 */
import { createHash, randomBytes } from 'node:crypto'

export interface Pair {
  access_token: string
  refresh_token: string
}

export function newPair(database: string): Pair {
  const token = () => `${database}.${randomBytes(32).toString('base64url')}`
  return { access_token: token(), refresh_token: token() }
}

/** A call looks at its token several times, one after the other. */
let latest: { token: string; hash: Buffer } | undefined

/** Whoever gets the hash leaves it as it is. */
export function hashToken(token: string): Buffer {
  if (latest?.token !== token) latest = { token, hash: createHash('sha256').update(token).digest() }
  return latest.hash
}
