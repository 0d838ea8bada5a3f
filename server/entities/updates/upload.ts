/** How the file of a version comes up: announced, then part by part, each as often as it takes. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Answer, Received, UploadedFile } from '@contract/endpoint.ts'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import type { updates } from '@contract/updates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { staged, type Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { cleanName } from '../../rules/external-sales/columns.ts'
import { versionDetail } from './lists.ts'
import {
  addressesOf,
  beginStored,
  bytesOf,
  partsOf,
  resumeStored,
  objectsOf,
  type StoredFile,
  type StoredUpload,
} from './stored.ts'

type Announced = Received<typeof updates.create>['body']

interface Known extends Partial<StoredFile> {
  id: number
  state: string
}

const fileOf = (db: Executor, sha256: string): Promise<Known | undefined> =>
  db.one<Known>(
    sql`SELECT own.id, own.state, own.object_name, own.upload_id FROM software_versions own WHERE own.sha256 = ${sha256}`,
  )

const waiting = sql`(SELECT count(*) FROM software_versions WHERE state = 'subiendo')`

/** Where the file is in a store, and what of it is there; null where it goes into the database. */
async function placeOf(context: Context, { bytes, sha256, part_sha256 }: Announced): Promise<StoredUpload | null> {
  const { db, wire } = context
  const known = await fileOf(db, sha256)
  if (known && known.state !== 'subiendo') throw new Problem('apk_known')
  const isNew = known ? false : (wire.database.objects?.takesUploads ?? false)
  if (!isNew && !known?.object_name) return null
  const objects = objectsOf(context)
  if (objects.checks && part_sha256?.length !== partsOf(bytes))
    throw Problem.on('part_sha256', 'invalid', `Falta el SHA-256 de cada una de las ${partsOf(bytes)} partes de 8 MiB.`)
  const { object_name, upload_id = null } = known ?? {}
  if (object_name) return resumeStored(objects, { object_name, upload_id }, bytes)
  const others = await db.one(sql`SELECT 1 WHERE ${waiting} >= ${softwareLimits.waiting}`)
  if (others) throw new Problem('upload_too_many')
  return beginStored(context, objects)
}

/**
 * Announces a file. One that is half way up goes on where it was, whoever began it; the store, if it goes there, is asked
 * before there is a transaction.
 * @throws Problem `apk_too_large`, `apk_known`, `upload_too_many`, and what is the matter with the store
 */
export const announce = staged<typeof updates.create>(async (context, { body }) => {
  if (body.bytes > softwareLimits.bytes) throw Problem.on('bytes', 'apk_too_large')
  const place = await placeOf(context, body)
  return (inside) => keepAnnounced(inside, body, place)
})

async function keepAnnounced(context: Context, body: Announced, place: StoredUpload | null): Promise<UpdateDetail> {
  const { db, session, audit } = context
  const { filename, bytes, sha256, notes } = body
  // Of several that announce at once each sees what the one before left.
  await db.run(sql`LOCK TABLE software_versions IN SHARE ROW EXCLUSIVE MODE`)
  const known = await fileOf(db, sha256)
  if (known && known.state !== 'subiendo') throw new Problem('apk_known')
  if (known) {
    const { object_name, upload_id = null } = known
    // Another announced it meanwhile: what was begun for this one is let go of, and of its own nothing is known yet.
    const own = place?.object_name === object_name ? place : object_name && { object_name, upload_id, there: [] }
    // Gone on with: it is kept for as long again.
    await db.run(sql`
      UPDATE software_versions SET updated_at = now(), upload_id = ${(own && own.upload_id) || null}::text,
        object_bytes = ${own ? bytesOf(own.there, bytes) : 0}::int
      WHERE id = ${known.id}`)
    return announced(context, known.id, body, own || null)
  }
  const name = cleanName(filename) || 'terminal.apk'
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO software_versions (filename, bytes, sha256, notes, created_by, object_name, upload_id)
    SELECT ${name}, ${bytes}::int, ${sha256}, ${notes}, ${session.id}::int, ${place?.object_name ?? null}::text,
      ${place?.upload_id ?? null}::text
    WHERE ${waiting} < ${softwareLimits.waiting}
    RETURNING id`)
  if (!made) throw new Problem('upload_too_many')
  if (place) await db.run(sql`DELETE FROM software_leftovers WHERE object_name = ${place.object_name}`)
  audit({ entity_id: made.id, after: { filename: name, bytes, sha256, notes } })
  return announced(context, made.id, body, place)
}

/** What whoever announced it is told: with the addresses, of one that goes to a store. */
async function announced(
  context: Context,
  id: number,
  { bytes, part_sha256 }: Announced,
  place: StoredUpload | null,
): Promise<UpdateDetail> {
  const detail = await versionDetail(context, id)
  if (!place) return detail
  return {
    ...detail,
    received: bytesOf(place.there, bytes),
    upload: await addressesOf(objectsOf(context), place, bytes, part_sha256),
  }
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
  const own = await db.one<{ bytes: number; takes: boolean }>(
    sql`SELECT bytes, state = 'subiendo' AND object_name IS NULL AS takes FROM software_versions WHERE id = ${id} FOR SHARE`,
  )
  if (!own) throw new Problem('not_found')
  if (!own.takes) throw new Problem('upload_over')
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Problem('upload_part_altered')
  if (bytes.length !== lengthOf(own.bytes, part))
    throw new Problem('invalid', { detail: `La parte ${part} del archivo no mide eso.` })
  await db.run(sql`
    INSERT INTO software_parts (version_id, part, bytes) VALUES (${id}, ${part}, ${Buffer.from(bytes)})
    ON CONFLICT (version_id, part) DO NOTHING`)
  return { part, received: bytes.length }
}
