/** Reads the file of a version once it is up: what it is, and whether the terminals could run it. What will not do is not kept. */
import { sql } from 'drizzle-orm'
import type { ProblemCode } from '@contract/problems.ts'
import { finalRefusals } from '@contract/software-refusals.ts'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import type { updates } from '@contract/updates.ts'
import { apart } from '../../platform/apart/apart.ts'
import { list } from '../../platform/db/connect.ts'
import type { Apk, apks } from '../../platform/files/apk/read.ts'
import { staged, type Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { versionDetail } from './lists.ts'
import { discardNow, giveUp, putTogether, readerOf, objectsOf, type StoredFile } from './stored.ts'

const final: ReadonlySet<ProblemCode> = new Set<ProblemCode>(finalRefusals)

interface Sent extends Partial<StoredFile> {
  bytes: number
  sha256: string
  state: string
  parts: number
}

/** Of all that is read from a store, which may be slow. */
const longestReadMs = 300_000

/** Answers its parts by their numbers. @throws Problem `upload_incomplete`, and what is the matter with the store */
async function partsOfFile(context: Context, id: number, sent: Sent): Promise<(part: number) => Promise<Uint8Array>> {
  const { db, signal } = context
  const { bytes, parts, object_name, upload_id = null } = sent
  if (object_name) {
    const objects = objectsOf(context)
    await putTogether(objects, { object_name, upload_id }, bytes)
    await db.run(sql`
      UPDATE software_versions SET upload_id = NULL, object_bytes = bytes
      WHERE id = ${id} AND state = 'subiendo' AND upload_id IS NOT DISTINCT FROM ${upload_id}::text`)
    return readerOf(objects, object_name, bytes, AbortSignal.any([signal, AbortSignal.timeout(longestReadMs)]))
  }
  const expected = Math.ceil(bytes / softwareLimits.part_bytes)
  if (parts < expected) throw new Problem('upload_incomplete', { extra: { missing: expected - parts } })
  return async (part) => {
    const kept = await db.one<{ bytes: Buffer }>(
      sql`SELECT bytes FROM software_parts WHERE version_id = ${id} AND part = ${part}`,
    )
    // Somebody removed it meanwhile.
    if (!kept) throw new Problem('not_found')
    return kept.bytes
  }
}

/** @throws Problem `upload_incomplete` and what the reading of it refuses */
async function readApk(context: Context, id: number, sent: Sent): Promise<Apk> {
  const partOf = await partsOfFile(context, id, sent)
  const { session, signal } = context
  const { bytes, sha256 } = sent
  const job = { who: `${session.database} ${session.id}`, kind: 'apks', bytes: Buffer.alloc(0) }
  return apart.run<typeof apks, Apk>({ ...job, options: { size: bytes, sha256 }, signal }, async (next) => {
    let piece = await next()
    while (piece && 'part' in piece) {
      piece = await next(await partOf(piece.part))
    }
    // Asked for more it is at its end, and good for the next job.
    await next()
    return (piece as { apk: Apk }).apk
  })
}

const named = ({ version_name, version_code }: Pick<Apk, 'version_name' | 'version_code'>) =>
  version_name ? `${version_name} (${version_code})` : String(version_code)

/** The newest of all that were read, those taken back among them: no terminal goes from a newer number to an older one. */
async function mustFollow({ db }: Context, apk: Apk): Promise<void> {
  const newest = await db.one<Pick<Apk, 'package' | 'version_code' | 'version_name' | 'certificate'>>(sql`
    SELECT package, version_code, version_name, certificate FROM software_versions
    WHERE state <> 'subiendo' ORDER BY version_code DESC LIMIT 1`)
  if (!newest) return
  if (apk.package !== newest.package)
    throw new Problem('apk_other_package', {
      detail: `El APK es de «${apk.package}», y las terminales usan «${newest.package}». No se guardó nada.`,
    })
  // Signed by the same, or by one that took its place.
  if (![apk.certificate, ...apk.replaces].includes(newest.certificate)) throw new Problem('apk_other_signer')
  if (apk.version_code <= newest.version_code)
    throw new Problem('apk_older', {
      detail: `El APK es la versión ${named(apk)}, y ya hay la ${named(newest)}. No se guardó nada.`,
    })
}

/** One conditional UPDATE: of two files of one number the first is it. */
async function keep(context: Context, id: number, apk: Apk): Promise<UpdateDetail> {
  await context.db.run(sql`LOCK TABLE software_versions IN SHARE ROW EXCLUSIVE MODE`)
  await mustFollow(context, apk)
  const kept = await context.db.run(sql`
    UPDATE software_versions SET state = 'lista', package = ${apk.package}, version_code = ${apk.version_code},
      version_name = ${apk.version_name}, min_sdk = ${apk.min_sdk}, target_sdk = ${apk.target_sdk},
      permissions = ${list(apk.permissions)}::text[], schemes = ${list(apk.schemes)}::text[], certificate = ${apk.certificate},
      version = version + 1, updated_at = now()
    WHERE id = ${id} AND state = 'subiendo'`)
  const row = await versionDetail(context, id)
  if (kept > 0) context.audit({ entity_id: id, after: apk, significant: true })
  return row
}

/** Reads it without a transaction: it waits for another process. Pressed again it answers what it is by then. */
export const analyze = staged<typeof updates.analyze>(async (context, { body: { id } }) => {
  const sent = await context.db.one<Sent>(sql`
    SELECT own.bytes, own.sha256, own.state, own.object_name, own.upload_id,
      (SELECT count(*)::int FROM software_parts kept WHERE kept.version_id = own.id) AS parts
    FROM software_versions own WHERE own.id = ${id}`)
  if (!sent) throw new Problem('not_found')
  if (sent.state !== 'subiendo') return (inside) => versionDetail(inside, id)
  const dropping = async (error: unknown): Promise<never> => {
    if (error instanceof Problem && final.has(error.code)) {
      const { names } = await giveUp(context.db, sql`id = ${id} AND state = 'subiendo'`)
      // It is written down: where the store is away by now the clock comes back to it.
      for (const name of names) await discardNow(context.db, objectsOf(context), name).catch(() => undefined)
    }
    throw error
  }
  const apk = await readApk(context, id, sent).catch(dropping)
  await mustFollow(context, apk).catch(dropping)
  return (inside) => keep(inside, id, apk)
})
