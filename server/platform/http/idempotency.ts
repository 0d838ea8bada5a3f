/**
 * Safe to press twice: the key and a hash of the request are kept with the effect, in its
 * transaction. A second call with the same key waits for the first and gets its answer. Answers hold tickets'
 * codes: they are sealed with the key, of which only the hash is kept, so that nobody reads them in the table.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { json, type Tx } from '../db/connect.ts'
import { seal, unseal } from '../seal.ts'
import { Problem } from './problem.ts'

/** What may be a key. */
export const keyPattern = /^[\w.:-]{8,100}$/

interface Operation {
  user_id: number
  key: string
  body_hash: Buffer
}

/** Runs `work` once per key and user; later calls answer what the first answered. Throws `idempotency_mismatch`. */
export async function runOnce(
  tx: Tx,
  { user_id, key: secret, body_hash }: Operation,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = createHash('sha256').update(secret).digest('hex')
  const claimed = await tx.prepared(
    'idempotency-claim',
    sql`
    INSERT INTO idempotency_keys (user_id, key, body_hash) VALUES (${user_id}, ${key}, ${body_hash})
    ON CONFLICT DO NOTHING RETURNING 1`,
  )
  if (claimed.length === 0) {
    const [first] = await tx.prepared<{ same: boolean; response: unknown }>(
      'idempotency-first',
      sql`
      SELECT body_hash = ${body_hash} AS same, response FROM idempotency_keys WHERE user_id = ${user_id} AND key = ${key}`,
    )
    if (!first?.same) throw new Problem('idempotency_mismatch')
    // One of before answers were sealed is as it was.
    return typeof first.response === 'string'
      ? unseal(Buffer.from(first.response, 'base64'), secret, 'answer')
      : first.response
  }
  const answer = await work()
  tx.behind(
    'idempotency-answer',
    sql`
    UPDATE idempotency_keys
    SET response = ${json(seal(answer, secret, 'answer').toString('base64'))}
    WHERE user_id = ${user_id} AND key = ${key}`,
  )
  return answer
}
