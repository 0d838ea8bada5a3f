/** Passwords that work once: made here, told once, and kept by nobody. */
import { randomInt } from 'node:crypto'
import { passwordFault } from '@contract/values/passwords.ts'
import type { UserRow } from '@contract/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { notifyAdministrators } from '../../platform/notifications/administrators.ts'
import { giveOneTimes } from '../../platform/session/one-time.ts'
import { hashOneTime } from '../../platform/session/password.ts'
import { givenNotification } from '../../platform/session/one-time-notifications.ts'

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

/** Gives a password that lets in once; answers it, to be told and forgotten. The administrators hear of it. */
export async function giveOneTime({ db, session, request_id }: Context, user: UserRow): Promise<string> {
  const password = randomPassword(user.username)
  await giveOneTimes(db, [{ id: user.id, hash: hashOneTime(password) }])
  await notifyAdministrators(db, givenNotification(session, user, request_id), session.id)
  return password
}
