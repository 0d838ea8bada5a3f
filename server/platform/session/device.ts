/**
 * Devices on which somebody signed in before. A signed cookie that script cannot read names them and their
 * users, so that whoever guesses from elsewhere, or from the same address, uses up nothing of theirs. It opens
 * nothing by itself: the password is asked for as ever.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/connect.ts'

export interface Device {
  /** Random; what its tries are counted under. */
  id: string
  /** Marks of the users who signed in on it, the latest first. */
  users: readonly string[]
}

/** A counter's machine has its sellers of the week, not the whole agency. */
const mostUsers = 12
const shape = /^[\w-]{22}(?:\.[\w-]{12}){1,12}$/

/** The key devices are signed with: of the main banca's database, so that all instances have the same. */
export async function deviceKey(db: Executor): Promise<Buffer> {
  const kept = await db.one<{ value: Buffer }>(sql`SELECT value FROM server_secrets WHERE name = 'device'`)
  if (kept) return kept.value
  // Of two that make it at once, both get the first one's.
  const made = await db.one<{ value: Buffer }>(sql`
    INSERT INTO server_secrets AS s (name, value)
    VALUES ('device', ${randomBytes(32)})
    ON CONFLICT (name) DO UPDATE SET value = s.value
    RETURNING value`)
  return made!.value
}

/** What stands for a user in the cookie: a name there would be read by whoever finds the machine. */
function markOf(username: string): string {
  return createHash('sha256').update(username).digest('base64url').slice(0, 12)
}

function sign(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** The device a cookie names; null for none, and for one that this server did not sign. */
export function readDevice(key: Buffer, cookie: string | undefined): Device | null {
  const end = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || end < 0 || cookie.length > 300) return null
  const text = cookie.slice(0, end)
  const given = Buffer.from(cookie.slice(end + 1), 'base64url')
  const signature = sign(key, text)
  if (!shape.test(text) || given.length !== signature.length || !timingSafeEqual(given, signature)) return null
  const [id = '', ...users] = text.split('.')
  return { id, users }
}

/** Did this user sign in on it before? */
export function isKnownDevice(device: Device | null, username: string): device is Device {
  return device?.users.includes(markOf(username)) ?? false
}

/** The cookie after a user signed in: of the same device, or of one seen for the first time. */
export function withUser(key: Buffer, device: Device | null, username: string): string {
  const mark = markOf(username)
  const users = [mark, ...(device?.users ?? []).filter((one) => one !== mark)].slice(0, mostUsers)
  const text = [device?.id ?? randomBytes(16).toString('base64url'), ...users].join('.')
  return `${text}.${sign(key, text).toString('base64url')}`
}
