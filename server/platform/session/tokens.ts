/**
 * Tokens: random, opaque, prefixed with the key of their database, kept only as hashes. A refresh
 * token that was used holds its successor pair sealed with a key made from itself: two tabs that
 * refresh at once get the same pair, and a stolen database opens nothing.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export interface Pair {
  access_token: string
  refresh_token: string
}

export function newPair(database: string): Pair {
  const token = () => `${database}.${randomBytes(32).toString('base64url')}`
  return { access_token: token(), refresh_token: token() }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function sealingKey(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'sorteo successor', 32))
}

export function seal(pair: Pair, token: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(token), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(pair), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

export function unseal(box: Buffer, token: string): Pair {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(token), box.subarray(0, 12))
  decipher.setAuthTag(box.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]).toString('utf8')) as Pair
}
