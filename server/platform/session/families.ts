/** Session families: one per sign-in; their tokens rotate, and using an old one again ends the family. */
import { sql } from 'drizzle-orm'
import { every, list, transaction, type Executor, type Tx } from '../db/connect.ts'
import type { Database } from '../db/databases.ts'
import { seal, unseal } from '../seal.ts'
import { hashToken, newPair, type Pair } from './tokens.ts'

/** Life of an access token on the server; its cookie in the browser lasts 3 days (spec, section 9). */
const accessLife = '15 minutes'
const familyLife = '3 days'
/** Of a session that was begun with a password from somebody else, and does nothing but choose another. */
const borrowedLife = '1 hour'
/** Two tabs may refresh with the same token at once: within this they are given the same successor. */
const grace = '30 seconds'

async function addPair(tx: Executor, family_id: string, pair: Pair): Promise<void> {
  await tx.run(sql`
    INSERT INTO session_tokens (family_id, access_hash, refresh_hash, access_expires_at)
    VALUES (${family_id}, ${hashToken(pair.access_token)}, ${hashToken(pair.refresh_token)}, now() + ${accessLife}::interval)`)
}

export async function openFamily(
  tx: Executor,
  database: Database,
  user_id: number,
  from: { ip: string; user_agent: string },
  { borrowed = false, guest }: { borrowed?: boolean; guest?: { id: string; until: string } } = {},
): Promise<Pair> {
  const life = sql`now() + ${borrowed ? borrowedLife : familyLife}::interval`
  const family = await tx.one<{ id: string }>(sql`
    INSERT INTO session_families (user_id, ip, user_agent, expires_at, guest_id)
    VALUES (${user_id}, ${from.ip}, ${from.user_agent}, ${guest ? sql`${guest.until}::timestamptz` : life}, ${guest?.id ?? null})
    RETURNING id`)
  const pair = newPair(database.key)
  await addPair(tx, family!.id, pair)
  return pair
}

/**
 * A further pair in the session of an access token, which lives and ends with it; null where that is over. What a session
 * leaves behind while it works in another banca's database: its refresh token itself goes to the call that renews alone.
 */
export async function anotherPair(tx: Executor, database: Database, access_token: string): Promise<Pair | null> {
  const family = await tx.one<{ id: string }>(sql`
    SELECT f.id FROM session_families f JOIN session_tokens t ON t.family_id = f.id
    WHERE t.access_hash = ${hashToken(access_token)} AND f.ended_at IS NULL AND f.expires_at > now() FOR KEY SHARE OF f`)
  if (!family) return null
  const pair = newPair(database.key)
  await addPair(tx, family.id, pair)
  return pair
}

export interface StandingFamily {
  id: string
  user_id: number
  expires_at: string
}

/**
 * The session that a token of either kind would go on with now, without using it; null where it would not, or where it was
 * opened from another banca itself.
 */
export async function standingFamily(
  db: Executor,
  token: { access_token: string } | { refresh_token: string },
): Promise<StandingFamily | null> {
  const which =
    'access_token' in token
      ? sql`t.access_hash = ${hashToken(token.access_token)}`
      : sql`t.refresh_hash = ${hashToken(token.refresh_token)} AND (t.replaced_at IS NULL OR t.replaced_at > now() - ${grace}::interval)`
  const found = await db.one<StandingFamily>(sql`
    SELECT f.id::text AS id, f.user_id, f.expires_at FROM session_families f JOIN session_tokens t ON t.family_id = f.id
    WHERE ${which} AND f.guest_id IS NULL AND f.ended_at IS NULL AND f.expires_at > now()`)
  return found ?? null
}

/** A user has a new password: the session that chose it stands for as long as any other, all others end. */
export async function endOthers(tx: Executor, user_id: number, access_token: string): Promise<void> {
  const own = sql`(SELECT family_id FROM session_tokens WHERE access_hash = ${hashToken(access_token)})`
  await tx.run(sql`
    UPDATE session_families SET ended_at = now(), ended_why = 'clave' WHERE user_id = ${user_id} AND ended_at IS NULL AND id <> ${own}`)
  await tx.run(sql`
    UPDATE session_families
    SET expires_at = greatest(expires_at, created_at + ${familyLife}::interval)
    WHERE id = ${own} AND ended_at IS NULL`)
}

export async function endFamilies(
  tx: Executor,
  why: 'salida' | 'reuso' | 'clave' | 'desconexion' | 'usuario',
  which:
    | { access_token: string }
    | { user_id: number; family_id?: string | undefined }
    | { user_ids: readonly number[] }
    | { partner_id: number }
    | { guest_ids: readonly string[] },
): Promise<number> {
  const where =
    'partner_id' in which
      ? sql`user_id IN (SELECT id FROM users WHERE partner_id = ${which.partner_id}) AND expires_at > now()`
      : 'user_ids' in which
        ? sql`user_id = ANY (${list(which.user_ids)}::int[]) AND expires_at > now()`
        : 'guest_ids' in which
          ? sql`guest_id = ANY (${list(which.guest_ids)}::uuid[])`
          : 'user_id' in which
            ? every(
                sql`user_id = ${which.user_id} AND expires_at > now()`,
                which.family_id !== undefined && sql`id = ${which.family_id}`,
              )
            : sql`id = (SELECT family_id FROM session_tokens WHERE access_hash = ${hashToken(which.access_token)})`
  return tx.run(
    sql`UPDATE session_families SET ended_at = now(), ended_why = ${why} WHERE ended_at IS NULL AND ${where}`,
  )
}

interface Held {
  family_id: string
  user_id: number
  guest_id: string | null
  replaced: boolean
  in_grace: boolean
  successor: Buffer | null
}

/** A new pair for a refresh token; null when it is unknown, ended, expired or was used before (which ends its family). */
export async function rotate(
  database: Database,
  refresh_token: string,
): Promise<({ pair: Pair } & Pick<Held, 'user_id' | 'guest_id'>) | null> {
  return transaction(database.pool, async (tx: Tx) => {
    const held = await tx.one<Held>(sql`
      SELECT t.family_id, f.user_id, f.guest_id, t.replaced_at IS NOT NULL AS replaced, t.successor,
        coalesce(t.replaced_at > now() - ${grace}::interval, false) AS in_grace
      FROM session_tokens t JOIN session_families f ON f.id = t.family_id
      WHERE t.refresh_hash = ${hashToken(refresh_token)} AND f.ended_at IS NULL AND f.expires_at > now()
      FOR UPDATE OF t`)
    if (!held) return null
    const { user_id, guest_id } = held
    if (held.replaced && held.in_grace && held.successor)
      return { pair: unseal(held.successor, refresh_token, 'successor') as Pair, user_id, guest_id }
    if (held.replaced) {
      await tx.run(sql`UPDATE session_families SET ended_at = now(), ended_why = 'reuso' WHERE id = ${held.family_id}`)
      return null
    }
    const pair = newPair(database.key)
    await tx.run(
      sql`
        UPDATE session_tokens
        SET replaced_at = now(), successor = ${seal(pair, refresh_token, 'successor')}
        WHERE refresh_hash = ${hashToken(refresh_token)}`,
    )
    await addPair(tx, held.family_id, pair)
    return { pair, user_id, guest_id }
  })
}
