/**
 * The chain of seals over the audit log: each row's hash takes in the hash before it, so one changed byte
 * breaks every later link. What puts the seals on is `seal.ts`.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/connect.ts'

const batch = 2_000

export interface ChainRow {
  id: string
  /** The row as PostgreSQL writes it, so that every column is covered. */
  text: string
}

/** What the first row's hash takes in. */
export const chainStart = Buffer.alloc(32)

/** The hash of a row behind the one before it. */
export function link(previous: Buffer, row: ChainRow): Buffer {
  return createHash('sha256').update(previous).update(row.text).digest()
}

/** Of `audit_log a`. */
export const rowText = sql`row_to_json(a)::text`

/** How far a walk along the chain came. */
export interface Walk {
  /** The last seal that agrees with its row and with the seal before it. */
  seq: number
  /** The first row that no longer matches its seal. */
  broken_at: string | null
}

/** Goes on from a seal that a walk reached (0 is the beginning), at most so many rows further. */
export async function walkAudit(db: Executor, from: number, most: number): Promise<Walk> {
  const reached = await db.one<{ hash: Buffer }>(sql`SELECT hash FROM audit_chain WHERE seq = ${from}`)
  let hash: Buffer = reached?.hash ?? chainStart
  let seq = from
  for (let left = most; left > 0; ) {
    const asked = Math.min(batch, left)
    const rows = await db.rows<ChainRow & { seq: string; hash: Buffer; missing: boolean }>(sql`
      SELECT c.seq, c.hash, c.audit_id AS id, a.id IS NULL AS missing, ${rowText} AS text
      FROM audit_chain c LEFT JOIN audit_log a ON a.id = c.audit_id WHERE c.seq > ${seq} ORDER BY c.seq LIMIT ${asked}`)
    for (const row of rows) {
      hash = link(hash, row)
      if (row.missing || !hash.equals(row.hash) || Number(row.seq) !== seq + 1) return { seq, broken_at: row.id }
      seq += 1
    }
    if (rows.length < asked) break
    left -= asked
  }
  return { seq, broken_at: null }
}

/** Walks the whole chain; answers the first row that no longer matches its seal, or null. */
export async function verifyAudit(db: Executor): Promise<{ sealed: number; broken_at: string | null }> {
  const { seq, broken_at } = await walkAudit(db, 0, Infinity)
  return { sealed: seq, broken_at }
}
