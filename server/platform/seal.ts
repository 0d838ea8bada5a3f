/** What only the holder of a secret can read again: kept where the secret itself is not. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What a sealed thing is for: the same secret gives each purpose a key of its own. */
type Purpose = 'successor' | 'answer'

function keyOf(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sorteo ${purpose}`, 32))
}

/** Seals a JSON value with a key made from `secret`. */
export function seal(value: unknown, secret: string, purpose: Purpose): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** What was sealed. Throws for another secret, and when a byte of it was changed. */
export function unseal(box: Buffer, secret: string, purpose: Purpose): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), box.subarray(0, 12))
  decipher.setAuthTag(box.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]).toString('utf8'))
}
