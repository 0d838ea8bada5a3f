/** Passwords: scrypt with its parameters kept beside the hash, so that they can grow later. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

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

/**
 * `once$salt$hash`, of a password that was drawn by lot from more than 2^75 and has to be changed when it is used: nobody
 * guesses it, so its hash need not be slow, and thousands may be given at once.
 */
export function hashOneTime(password: string): string {
  const salt = randomBytes(16).toString('base64url')
  return ['once', salt, oneTimeKey(password, salt).toString('base64url')].join('$')
}

const oneTimeKey = (password: string, salt: string) =>
  createHash('sha256')
    .update(`${salt}$${password.normalize('NFKC')}`)
    .digest()

function fitsOneTime(password: string, salt: string, key: string): boolean {
  const expected = Buffer.from(key, 'base64url')
  const given = oneTimeKey(password, salt)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** As `verifyPassword`, for whoever is known already: a quick hash is looked at quickly. */
export async function wasPassword(password: string, hash: string): Promise<boolean> {
  const [kind, salt = '', key = ''] = hash.split('$')
  return kind === 'once' ? fitsOneTime(password, salt, key) : verifyPassword(password, hash)
}

/** Constant time in the password; a hash that no password can match, or that is quick, takes as long. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = (hash ?? '').split('$')
  if (kind === 'once') {
    await derive(password, randomBytes(16), cost)
    return fitsOneTime(password, N ?? '', r ?? '')
  }
  const usable = kind === 'scrypt'
  const parameters = usable ? { N: Number(N), r: Number(r), p: Number(p) } : cost
  const derived = await derive(password, Buffer.from(salt, 'base64url'), parameters)
  const expected = Buffer.from(key, 'base64url')
  return usable && expected.length === derived.length && timingSafeEqual(expected, derived)
}
