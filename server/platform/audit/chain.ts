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
      WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id) ORDER BY a.id LIMIT ${batch}`)
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

/** Walks the chain; answers the first row that no longer matches its seal, or null. */
export async function verifyAudit(db: Executor): Promise<{ sealed: number; broken_at: string | null }> {
  let hash: Buffer = Buffer.alloc(32)
  let sealed = 0
  for (let after = '0'; ; ) {
    const rows = await db.rows<Row & { seq: string; hash: Buffer; missing: boolean }>(sql`
      SELECT c.seq, c.hash, c.audit_id AS id, a.id IS NULL AS missing, ${rowText} AS text
      FROM audit_chain c LEFT JOIN audit_log a ON a.id = c.audit_id WHERE c.seq > ${after} ORDER BY c.seq LIMIT ${batch}`)
    for (const row of rows) {
      hash = link(hash, row)
      if (row.missing || !hash.equals(row.hash) || BigInt(row.seq) !== BigInt(sealed) + 1n)
        return { sealed, broken_at: row.id }
      sealed += 1
      after = row.seq
    }
    if (rows.length < batch) return { sealed, broken_at: null }
  }
}
