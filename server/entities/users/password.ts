/** Passwords that work once: made here, told once, and kept by nobody. */
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { passwordFault } from '@contract/values/passwords.ts'
import type { Context } from '../../platform/http/context.ts'
import { atDesk } from '../../platform/session/desk.ts'
import { endFamilies } from '../../platform/session/families.ts'
import { hashPassword } from '../../platform/session/password.ts'

/** Read aloud and typed by hand: nothing that is taken for another sign. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

function random(): string {
  const group = () => Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** One that the user's name does not forbid. */
export function randomPassword(username: string): string {
  let password = random()
  while (passwordFault(password, username) !== null) password = random()
  return password
}

interface Secret {
  password: string
  hash: string
}

/** One that the user's name does not forbid, and its hash. Hashing takes a core: it waits for its turn, outside of any transaction. */
export function freshSecret(
  { session, signal }: Pick<Context, 'session' | 'signal'>,
  username: string,
): Promise<Secret> {
  return atDesk('known', `user:${session.id}`, signal, async () => {
    const password = randomPassword(username)
    return { password, hash: await hashPassword(password) }
  })
}

/** Takes the place of the password of before: whoever is signed in with that one is out. */
export async function setOneTime({ db }: Pick<Context, 'db'>, user_id: number, { hash }: Secret): Promise<void> {
  await db.run(sql`
    UPDATE users SET password_hash = ${hash}, password_must_change = true, password_changed_at = now(), version = version + 1, updated_at = now()
    WHERE id = ${user_id}`)
  await endFamilies(db, 'clave', { user_id })
}
