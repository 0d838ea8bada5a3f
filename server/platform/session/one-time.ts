/**
 * Passwords as users have them one after the other: those that somebody gave them, which let in once, and their own. What
 * each was before is kept hashed, five of either kind, so that none of them is chosen again.
 */
import { sql, type SQL } from 'drizzle-orm'
import { json, type Executor, type Tx } from '../db/connect.ts'
import { endFamilies } from './families.ts'
import { wasPassword } from './password.ts'

/** Of either kind. */
const remembered = 5

const kept = (column: SQL, isKept: SQL): SQL =>
  sql`
    ${column} = CASE
      WHEN ${isKept} AND u.password_hash <> '' THEN (ARRAY[u.password_hash] || u.${column})[1:${sql.raw(String(remembered))}]
        ELSE u.${column}
    END`

/** What an UPDATE of `users u` sets for a new password, so that the one of before is remembered. */
const remembering = sql`
  ${kept(sql`former_passwords`, sql`NOT u.password_must_change`)}, ${kept(sql`former_one_times`, sql`u.password_must_change`)},
  password_changed_at = now(), one_time_spent_at = NULL`

/** Gives each a password that lets in once, in the place of the one of before: whoever is signed in with that one is out. */
export async function giveOneTimes(db: Executor, given: readonly { id: number; hash: string }[]): Promise<void> {
  await db.run(sql`
    UPDATE users u SET ${remembering}, password_hash = r.hash, password_must_change = true, version = version + 1, updated_at = now()
    FROM jsonb_to_recordset(${json(given.map(({ id, hash }) => ({ id, hash })))}) AS r(id int, hash text) WHERE u.id = r.id`)
  await endFamilies(db, 'clave', { user_ids: given.map(({ id }) => id) })
}

/** A password that was looked at: whose, as its hash was then, and those of before. */
export interface Secret {
  id: number
  password_hash: string
  former: string[]
}

export const secretColumns = sql`id, password_hash, former_passwords || former_one_times AS former`

/**
 * Lets in with a password that was found right, if it still is theirs: a given one is spent by the first of however many
 * come at once, and `spent` for all others. Whoever gives a new one meanwhile waits for this transaction, or this one for theirs.
 */
export async function acceptPassword(
  tx: Tx,
  { id, password_hash }: Secret,
): Promise<{ by: 'own' | 'one_time' } | { refused: 'spent' | 'changed' }> {
  const entered = await tx.one<{ one_time: boolean }>(sql`
    UPDATE users SET last_sign_in_at = now(), one_time_spent_at = CASE WHEN password_must_change THEN now() END
    WHERE id = ${id} AND password_hash = ${password_hash} AND NOT (password_must_change AND one_time_spent_at IS NOT NULL)
    RETURNING password_must_change AS one_time`)
  if (entered) return { by: entered.one_time ? 'one_time' : 'own' }
  const same = await tx.one(sql`SELECT 1 FROM users WHERE id = ${id} AND password_hash = ${password_hash}`)
  return { refused: same ? 'spent' : 'changed' }
}

/** Did they have it before, or was it given to them? `turn` has each costly look wait for its place. */
export async function isFormerPassword(
  { former }: Secret,
  password: string,
  turn: (look: () => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  for (const hash of former) if (await turn(() => wasPassword(password, hash))) return true
  return false
}

/** Their own, while the password is still the one that was looked at. Answers whether it was. */
export async function storeOwnPassword(db: Executor, { id, password_hash }: Secret, next: string): Promise<boolean> {
  const taken = await db.run(sql`
    UPDATE users u
    SET ${remembering}, password_hash = ${next}, password_must_change = false
    WHERE id = ${id} AND password_hash = ${password_hash}`)
  return taken === 1
}
