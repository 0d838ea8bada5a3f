/**
 * Passwords of tests' users: a suite signs in hundreds of times, and what a sign-in costs on purpose is tried once
 * (`server/platform/session/password.test.ts`).
 */
import crypto, { randomBytes, scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'drizzle-orm'
import type { Executor } from '../../server/platform/db/connect.ts'

const least = { N: 2, r: 1, p: 1 }

/** The hash of a password in the product's own form, `scrypt$N$r$p$salt$hash`, made at the least cost. It is verified as any other. */
export function cheapHash(password: string): string {
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, least)
  return ['scrypt', least.N, least.r, least.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Gives everybody who can sign in to a database that was seeded the same password again, at the least cost. */
export async function cheapenPasswords(db: Executor, password: string): Promise<void> {
  await db.run(sql`UPDATE users SET password_hash = ${cheapHash(password)} WHERE password_hash LIKE 'scrypt$%'`)
}

const paid = crypto.scrypt

/**
 * From here on a password costs this process nothing, whatever its hash says: only hashes of this process fit. What
 * should cost as in the product may be made to wait instead, for tests of what comes while passwords are looked at.
 */
export function costOfPasswords(waits: () => Promise<unknown> | undefined = () => undefined): void {
  const cheap = async (...[password, salt, length, cost, done]: Parameters<typeof crypto.scrypt>) => {
    if (Number(cost.N) > least.N) await waits()
    paid(password, salt, length, least, done)
  }
  crypto.scrypt = cheap as unknown as typeof crypto.scrypt
  syncBuiltinESMExports()
}
