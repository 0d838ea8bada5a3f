/**
 * Puts the seals on the audit log: after commit, in order of arrival, by one instance at a time. A chain
 * written inside each transaction would make every sale wait for every other.
 */
import { sql } from 'drizzle-orm'
import { list, transaction, type Executor, type Pool, type Tx } from '../db/connect.ts'
import { locks } from '../db/locks.ts'
import { chainStart, link, rowText, type ChainRow } from './chain.ts'

/** Rows of one transaction: some half a megabyte. */
const batch = 2_000
/** How long one run goes on while rows keep coming (milliseconds): whoever stops the server waits for it. */
const longest = 5_000
/**
 * Rows below the watermark that are looked at all the same: a number is drawn a moment before its transaction
 * has one of its own, by which the watermark knows that it ended.
 */
const overlap = 1_000

interface Tip {
  seq: bigint
  hash: Buffer
}

async function tipOf(tx: Executor): Promise<Tip> {
  const last = await tx.one<{ seq: string; hash: Buffer }>(
    sql`SELECT seq, hash FROM audit_chain ORDER BY seq DESC LIMIT 1`,
  )
  return { seq: BigInt(last?.seq ?? 0), hash: last?.hash ?? chainStart }
}

async function append(tx: Executor, rows: readonly ChainRow[]): Promise<void> {
  if (rows.length === 0) return
  let { seq, hash } = await tipOf(tx)
  const sealed = rows.map((row) => {
    seq += 1n
    hash = link(hash, row)
    return { seq: String(seq), hash: `\\x${hash.toString('hex')}` }
  })
  await tx.run(sql`
    INSERT INTO audit_chain (seq, audit_id, hash)
    SELECT *
    FROM unnest(
      ${list(sealed.map((one) => one.seq))}::bigint[], ${list(rows.map((one) => one.id))}::bigint[],
      ${list(sealed.map((one) => one.hash))}::bytea[]
    )`)
}

/** Rows without a seal, above one that is sealed or, by default, above the watermark. */
const unsealed = (from: string | null) => sql`
  FROM audit_log a WHERE a.id > ${from === null ? sql`(SELECT through - ${overlap} FROM audit_seals)` : sql`${from}::bigint`}
    AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id)`

/** How far the log will be sealed when everything there is now has its seal: nothing below can arrive any more. */
async function closable(tx: Executor): Promise<string | null> {
  const row = await tx.one<{ next: string }>(
    sql`SELECT next FROM audit_seals WHERE horizon <= pg_snapshot_xmin(pg_current_snapshot())`,
  )
  return row?.next ?? null
}

/** Writes down how far the log is sealed, and the newest number drawn by now as the next to wait for. */
async function raise(tx: Executor, through: string): Promise<void> {
  const drawn = await tx.one<{ number: string }>(
    sql`SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_log', 'id')), 0) AS number`,
  )
  // A statement of its own: whoever drew one of these numbers began before it.
  await tx.run(sql`
    UPDATE audit_seals SET through = greatest(through, ${through}::bigint), next = ${drawn!.number},
      horizon = pg_snapshot_xmax(pg_current_snapshot())`)
}

/** Where a run is: the last row it reached, and how far the log is sealed once it has reached them all. */
interface Run {
  from: string | null
  through: string | null
}

/** One transaction's worth, or none where another instance is at it; answers the rows. */
async function sealBatch(tx: Tx, run: Run | undefined): Promise<{ run: Run; sealed: number; ended: boolean }> {
  const [lock] = await tx.rows<{ held: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${locks.seal_audit}::bigint) AS held`,
  )
  if (!lock?.held) return { run: { from: null, through: null }, sealed: 0, ended: true }
  // Asked before the rows are read: what had ended by then is among them.
  const through = run ? run.through : await closable(tx)
  const rows = await tx.rows<ChainRow>(
    sql`SELECT a.id, ${rowText} AS text ${unsealed(run?.from ?? null)} ORDER BY a.id LIMIT ${batch}`,
  )
  await append(tx, rows)
  const ended = rows.length < batch
  if (ended && through !== null) await raise(tx, through)
  return { run: { from: rows.at(-1)?.id ?? null, through }, sealed: rows.length, ended }
}

/** Seals what was committed since the last time, within a time; answers how many rows. */
export async function sealAudit(pool: Pool): Promise<number> {
  const until = Date.now() + longest
  let run: Run | undefined
  for (let sealed = 0; ; ) {
    const step = await transaction(pool, (tx) => sealBatch(tx, run))
    sealed += step.sealed
    if (step.ended || Date.now() > until) return sealed
    run = step.run
  }
}

/** How far the seals have come. */
export interface Seals {
  /** Rows in the chain. */
  sealed: number
  /** When the last row was written that has no row without a seal before it. */
  sealed_until: string | null
  /** Rows that wait, of the first hundred thousand. */
  waiting: number
}

export async function auditSeals(db: Executor): Promise<Seals> {
  const row = await db.one<{ sealed: string; sealed_until: string | null; waiting: number }>(sql`
    SELECT coalesce((SELECT max(seq) FROM audit_chain), 0) AS sealed,
      (SELECT a.at FROM audit_log a WHERE a.id <= (SELECT through FROM audit_seals) ORDER BY a.id DESC LIMIT 1) AS sealed_until,
      (SELECT count(*)::int FROM (SELECT 1 ${unsealed(null)} LIMIT 100000) u) AS waiting`)
  return { ...row!, sealed: Number(row!.sealed) }
}
