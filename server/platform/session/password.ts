/** Passwords: scrypt with its parameters kept beside the hash, so that they can grow later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const cost = { N: 32_768, r: 8, p: 3 }
const maxmem = 256 * 1024 * 1024

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Constant time in the password; a hash that no password can match takes as long. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = (hash ?? '').split('$')
  const usable = kind === 'scrypt'
  const parameters = usable ? { N: Number(N), r: Number(r), p: Number(p) } : cost
  const derived = await derive(password, Buffer.from(salt, 'base64url'), parameters)
  const expected = Buffer.from(key, 'base64url')
  return usable && expected.length === derived.length && timingSafeEqual(expected, derived)
}
