/** What an APK is, read apart from the process that sells: it asks for the parts of the file and holds few of them. */
import { createHash } from 'node:crypto'
import { Problem } from '../../http/problem.ts'
import { bytesOfEntry, openArchive } from './archive.ts'
import { PartedFile, type PartWish, type PartReading } from './file.ts'
import { apkManifest, type ApkManifest } from './manifest.ts'
import { signerOfApk, type ApkSigner } from './signatures.ts'

export interface Apk extends ApkManifest, ApkSigner {}
export interface ApkRequest {
  /** Of all of it. */
  size: number
  /** What its bytes must come to, in hexadecimal. */
  sha256: string
}

/** @throws Problem `upload_altered` where the bytes are not those that were announced */
function* mustBeAnnounced(file: PartedFile, sha256: string): PartReading<void> {
  const hash = createHash('sha256')
  yield* file.each(0, file.size, (piece) => hash.update(piece))
  if (hash.digest('hex') !== sha256) throw new Problem('upload_altered')
}

function* apkOf({ size, sha256 }: ApkRequest): PartReading<Apk> {
  const file = new PartedFile(size)
  yield* mustBeAnnounced(file, sha256)
  const archive = yield* openArchive(file)
  const manifest = archive.entries.get('AndroidManifest.xml')
  if (!manifest) throw new Problem('apk_not')
  const said = apkManifest(yield* bytesOfEntry(file, manifest))
  return { ...said, ...(yield* signerOfApk(file, archive)) }
}

/**
 * Yields the parts that it needs, each of which it is given in answer, and at last the APK.
 * @throws Problem `upload_altered`, `apk_not`, `apk_cut`, `apk_damaged`, `apk_unsigned`, `apk_altered`, `apk_lineage`
 */
export async function* apks(
  _none: Buffer,
  asked: ApkRequest,
): AsyncGenerator<PartWish | { apk: Apk }, void, Uint8Array> {
  const reading = apkOf(asked)
  let next = reading.next()
  while (!next.done) next = reading.next(yield next.value)
  yield { apk: next.value }
}
