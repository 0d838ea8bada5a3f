/**
 * The seal over the audit log: each row's hash takes in the hash before it, so one changed byte breaks
 * every later link. Sealing runs after commit, in order of arrival, by one instance at a time: a chain
 * written inside each transaction would make every sale wait for every other.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { list, transaction, type Executor, type Pool } from '../db/connect.ts'
import { locks } from '../db/locks.ts'

const batch = 2_000
/** So many later rows may be sealed before one is committed: none of the log's beginnings is looked through again. */
const late = 100_000

interface Row {
  id: string
  /** The row as PostgreSQL writes it, so that every column is covered. */
  text: string
}

function link(previous: Buffer, row: Row): Buffer {
  return createHash('sha256').update(previous).update(row.text).digest()
}

const rowText = sql`row_to_json(a)::text`

/** Seals what was committed since the last time; answers how many rows. */
export async function sealAudit(pool: Pool): Promise<number> {
  return transaction(pool, async (tx) => {
    const [held] = await tx.rows<{ held: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${locks.seal_audit}::bigint) AS held`,
    )
    if (!held?.held) return 0
    const last = await tx.one<{ seq: string; hash: Buffer }>(
      sql`SELECT seq, hash FROM audit_chain ORDER BY seq DESC LIMIT 1`,
    )
    const rows = await tx.rows<Row>(sql`
      SELECT a.id, ${rowText} AS text FROM audit_log a
      WHERE a.id > (SELECT coalesce(max(audit_id), 0) - ${late} FROM audit_chain)
        AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id) ORDER BY a.id LIMIT ${batch}`)
    if (rows.length === 0) return 0
    let seq = BigInt(last?.seq ?? 0)
    let hash: Buffer = last?.hash ?? Buffer.alloc(32)
    const sealed = rows.map((row) => {
      seq += 1n
      hash = link(hash, row)
      return { seq: String(seq), id: row.id, hash: `\\x${hash.toString('hex')}` }
    })
    await tx.run(sql`
      INSERT INTO audit_chain (seq, audit_id, hash)
      SELECT * FROM unnest(${list(sealed.map((one) => one.seq))}::bigint[], ${list(sealed.map((one) => one.id))}::bigint[], ${list(sealed.map((one) => one.hash))}::bytea[])`)
    return rows.length
  })
}

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
  let hash: Buffer = reached?.hash ?? Buffer.alloc(32)
  let seq = from
  for (let left = most; left > 0; ) {
    const asked = Math.min(batch, left)
    const rows = await db.rows<Row & { seq: string; hash: Buffer; missing: boolean }>(sql`
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

/** How many rows are sealed, and how many of the last ones wait for it. */
export async function auditSeals(db: Executor): Promise<{ sealed: number; waiting: number }> {
  const row = await db.one<{ sealed: string; waiting: number }>(sql`
    SELECT coalesce((SELECT max(seq) FROM audit_chain), 0) AS sealed,
      (SELECT count(*)::int FROM (SELECT id FROM audit_log ORDER BY id DESC LIMIT ${batch}) a
        WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id)) AS waiting`)
  return { sealed: Number(row!.sealed), waiting: row!.waiting }
}
