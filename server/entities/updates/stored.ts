/**
 * Versions whose file lies in a store of files and not in the database: how it comes up there, whether it is whole, and how
 * it is let go of. What the store has to let go of is written down before it is told to, so that nothing stays behind there.
 */
import { sql, type SQL } from 'drizzle-orm'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Context } from '../../platform/http/context.ts'
import type { ObjectStore, PartToSend, StoredPart } from '../../platform/objects/object-store.ts'

const { stored_part_bytes, address_seconds } = softwareLimits
export const apkType = 'application/vnd.android.package-archive'

/** Where the file of a version is; without an `upload_id` all of it came up and was put together. */
export interface StoredFile {
  object_name: string
  upload_id: string | null
}
/** One that comes up, and the parts of it that are there. */
export interface StoredUpload extends StoredFile {
  there: number[]
}

/** The store that holds a version. @throws Problem `store_missing` where there is none any more */
export function objectsOf({ wire }: Pick<Context, 'wire'>): ObjectStore {
  const { objects } = wire.database
  if (!objects) throw new Problem('store_missing')
  return objects
}

export const partsOf = (bytes: number): number => Math.ceil(bytes / stored_part_bytes)
const lengthOf = (bytes: number, part: number): number => Math.min(stored_part_bytes, bytes - part * stored_part_bytes)

const numbersOf = (bytes: number) => Array.from({ length: partsOf(bytes) }, (_, part) => part)
/** Those that are as long as they must be. */
const goodOf = (parts: readonly StoredPart[], bytes: number) =>
  parts.filter((part) => part.number < partsOf(bytes) && part.bytes === lengthOf(bytes, part.number))

/** Begins a file in the store. Until a version has it, it is one of those to be let go of. */
export async function beginStored({ db }: Context, objects: ObjectStore): Promise<StoredUpload> {
  const object_name = objects.newName()
  await db.run(
    sql`INSERT INTO software_leftovers (object_name, due_at) VALUES (${object_name}, now() + interval '1 hour')`,
  )
  return { object_name, upload_id: await objects.begin(object_name, apkType), there: [] }
}

/** What of a file is there; null where the store knows nothing of it any more. @throws Problem `store_away`, `store_refused` */
export async function whatIsThere(
  objects: ObjectStore,
  { object_name, upload_id }: StoredFile,
  bytes: number,
): Promise<StoredUpload | null> {
  const parts = upload_id === null ? null : await objects.parts(object_name, upload_id)
  if (parts) return { object_name, upload_id, there: goodOf(parts, bytes).map(({ number }) => number) }
  const isWhole = (await objects.size(object_name)) === bytes
  return isWhole ? { object_name, upload_id: null, there: numbersOf(bytes) } : null
}

/** Goes on with a file, or begins it anew where the store lost it. @throws Problem `store_away`, `store_refused` */
export async function resumeStored(objects: ObjectStore, file: StoredFile, bytes: number): Promise<StoredUpload> {
  const { object_name } = file
  return (
    (await whatIsThere(objects, file, bytes)) ?? {
      object_name,
      upload_id: await objects.begin(object_name, apkType),
      there: [],
    }
  )
}

/** The parts that are missing, each with where it goes. */
export async function addressesOf(
  objects: ObjectStore,
  { object_name, upload_id, there }: StoredUpload,
  bytes: number,
  hashes: readonly string[] | undefined,
): Promise<NonNullable<UpdateDetail['upload']>> {
  const toSend = (number: number): PartToSend => ({
    number,
    bytes: lengthOf(bytes, number),
    sha256: objects.checks ? hashes?.[number] : undefined,
  })
  const missing = upload_id === null ? [] : numbersOf(bytes).filter((number) => !there.includes(number))
  return {
    method: 'PUT',
    path: null,
    part_bytes: stored_part_bytes,
    parts: partsOf(bytes),
    received: there,
    addresses: await Promise.all(
      missing.map((number) => objects.partAddress(object_name, upload_id!, toSend(number), address_seconds)),
    ),
    seconds: address_seconds,
  }
}

/** Bytes of the parts that are there. */
export const bytesOf = (there: readonly number[], bytes: number): number =>
  there.reduce((sum, part) => sum + lengthOf(bytes, part), 0)

/**
 * Has the store put a file together, once all its parts are there.
 * @throws Problem `upload_incomplete`, `store_away`, `store_refused`
 */
export async function putTogether(
  objects: ObjectStore,
  { object_name, upload_id }: StoredFile,
  bytes: number,
): Promise<void> {
  const parts = upload_id === null ? null : await objects.parts(object_name, upload_id)
  if (parts) {
    const missing = partsOf(bytes) - goodOf(parts, bytes).length
    if (missing > 0) throw new Problem('upload_incomplete', { extra: { missing } })
    if (await objects.finish(object_name, upload_id!, goodOf(parts, bytes))) return
  }
  // Another call may have done it.
  if ((await objects.size(object_name)) !== bytes)
    throw new Problem('upload_incomplete', { extra: { missing: parts ? 1 : partsOf(bytes) } })
}

/** Reads a file of the store by parts of the database's length, from larger pieces that it holds one at a time of. */
export function readerOf(
  objects: ObjectStore,
  name: string,
  bytes: number,
  signal: AbortSignal,
): (part: number) => Promise<Buffer> {
  const { part_bytes } = softwareLimits
  let held: { piece: number; bytes: Buffer } | undefined
  return async (part) => {
    const piece = Math.floor((part * part_bytes) / stored_part_bytes)
    if (held?.piece !== piece)
      held = { piece, bytes: await objects.read(name, piece * stored_part_bytes, lengthOf(bytes, piece), signal) }
    const from = part * part_bytes - piece * stored_part_bytes
    return held.bytes.subarray(from, from + part_bytes)
  }
}

/** Deletes versions, and writes down what the store has to let go of for them. Answers how many went, and their files there. */
export async function giveUp(db: Executor, which: SQL): Promise<{ count: number; names: string[] }> {
  const gone = await db.rows<{ object_name: string | null }>(sql`
    WITH gone AS (DELETE FROM software_versions WHERE ${which} RETURNING object_name),
    left_over AS (
      INSERT INTO software_leftovers (object_name, due_at)
      SELECT object_name, now() FROM gone WHERE object_name IS NOT NULL
      ON CONFLICT (object_name) DO UPDATE SET due_at = excluded.due_at
    )
    SELECT object_name FROM gone`)
  return { count: gone.length, names: gone.flatMap(({ object_name }) => object_name ?? []) }
}

/** @throws Problem `store_away`, `store_refused`: it stays written down */
export async function discardNow(db: Executor, objects: ObjectStore, name: string): Promise<void> {
  await objects.discard(name)
  await db.run(sql`DELETE FROM software_leftovers WHERE object_name = ${name}`)
}
