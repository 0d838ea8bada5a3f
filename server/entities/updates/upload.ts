/** How the file of a version comes up: announced, then part by part, each as often as it takes. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Answer, Received, UploadedFile } from '@contract/endpoint.ts'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import type { updates } from '@contract/updates.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { cleanName } from '../../rules/external-sales/columns.ts'
import { versionDetail } from './lists.ts'

type Announced = Received<typeof updates.create>['body']

/**
 * Announces a file. One that is half way up goes on where it was, whoever began it.
 * @throws Problem `apk_too_large`, `apk_known`, `upload_too_many`
 */
export async function announce(context: Context, { filename, bytes, sha256, notes }: Announced): Promise<UpdateDetail> {
  const { db, session, audit } = context
  if (bytes > softwareLimits.bytes) throw Problem.on('bytes', 'apk_too_large')
  // Of several that announce at once each sees what the one before left.
  await db.run(sql`LOCK TABLE software_versions IN SHARE ROW EXCLUSIVE MODE`)
  const known = await db.one<{ id: number; state: string }>(sql`
    SELECT own.id, own.state FROM software_versions own WHERE own.sha256 = ${sha256}`)
  if (known && known.state !== 'subiendo') throw new Problem('apk_known')
  if (known) {
    // Gone on with: it is kept for as long again.
    await db.run(sql`UPDATE software_versions SET updated_at = now() WHERE id = ${known.id}`)
    return versionDetail(context, known.id)
  }
  const name = cleanName(filename) || 'terminal.apk'
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO software_versions (filename, bytes, sha256, notes, created_by)
    SELECT ${name}, ${bytes}::int, ${sha256}, ${notes}, ${session.id}::int
    WHERE (SELECT count(*) FROM software_versions WHERE state = 'subiendo') < ${softwareLimits.waiting}
    RETURNING id`)
  if (!made) throw new Problem('upload_too_many')
  audit({ entity_id: made.id, after: { filename: name, bytes, sha256, notes } })
  return versionDetail(context, made.id)
}

/** Bytes that a part of a file must have. */
const lengthOf = (bytes: number, part: number) =>
  Math.min(softwareLimits.part_bytes, bytes - part * softwareLimits.part_bytes)

/**
 * Keeps a part. Sent again it stays as it was: what all of them come to is checked when the file is read.
 * @throws Problem `not_found`, `upload_over`, `upload_part_altered`, `invalid`
 */
export async function keepPart(
  { db }: Context,
  { params: { id, part }, query: { sha256 } }: Received<typeof updates.part>,
  { bytes }: UploadedFile,
): Promise<Answer<typeof updates.part>> {
  // Not while it is being read.
  const own = await db.one<{ bytes: number; state: string }>(
    sql`SELECT bytes, state FROM software_versions WHERE id = ${id} FOR SHARE`,
  )
  if (!own) throw new Problem('not_found')
  if (own.state !== 'subiendo') throw new Problem('upload_over')
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Problem('upload_part_altered')
  if (bytes.length !== lengthOf(own.bytes, part))
    throw new Problem('invalid', { detail: `La parte ${part} del archivo no mide eso.` })
  await db.run(sql`
    INSERT INTO software_parts (version_id, part, bytes) VALUES (${id}, ${part}, ${Buffer.from(bytes)})
    ON CONFLICT (version_id, part) DO NOTHING`)
  return { part, received: bytes.length }
}
