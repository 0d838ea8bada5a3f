/**
 * Keeps a picture under the hash of its bytes: the same picture is kept once, and its address never changes
 * meaning. A partner uploads so much in a day, and what nothing refers to is given up after a day (`sweep.ts`).
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { UploadedFile } from '@contract/endpoint.ts'
import { apart } from '../../platform/apart/apart.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { pictures } from './picture.ts'

/** New pictures of one partner in a day: the symbols of several products, tried a few times. */
const daily = { pictures: 300, bytes: 50_000_000 }

/**
 * Answers the picture's address. A guarded one has another than the same picture for everybody, by a hash of its own.
 * @throws Problem `image_invalid`, `image_allowance`, `busy`, and as work that is done apart
 */
export async function keepImage(
  context: Context,
  { filename, bytes: sent }: UploadedFile,
  guarded: boolean,
): Promise<{ url: string }> {
  const { db, session, today, audit, signal } = context
  const who = `${session.database} ${session.id}`
  const job = { who, kind: 'pictures', bytes: sent, options: undefined, signal }
  const { content_type, bytes } = await apart.one<typeof pictures>(job)
  const hash = createHash('sha256')
    .update(guarded ? 'guarded' : '')
    .update(bytes)
    .digest('hex')
  // One that is uploaded again is about to be shown, and is not swept meanwhile.
  const kept = await db.one<{ url: string; fresh: boolean }>(sql`
    INSERT INTO images AS i (hash, content_type, bytes, created_by, guarded)
    VALUES (${hash}, ${content_type}, ${bytes}, ${session.id}, ${guarded})
    ON CONFLICT (hash) DO UPDATE SET created_at = now() RETURNING url, xmax = 0 AS fresh`)
  if (kept!.fresh) await take(db, session.partner_id, today, bytes.length)
  audit({ entity_id: hash, after: { filename, content_type, size: bytes.length, ...(guarded && { guarded }) } })
  return { url: kept!.url }
}

/** Counts a picture in, if the day still has room for it. */
async function take(db: Executor, partner_id: number, day: string, size: number): Promise<void> {
  const taken = await db.run(sql`
    INSERT INTO image_days AS d (partner_id, day, pictures, bytes) VALUES (${partner_id}, ${day}, 1, ${size})
    ON CONFLICT (partner_id, day) DO UPDATE SET pictures = d.pictures + 1, bytes = d.bytes + excluded.bytes
    WHERE d.pictures < ${daily.pictures} AND d.bytes + excluded.bytes <= ${daily.bytes}`)
  if (taken === 0) throw new Problem('image_allowance')
}
