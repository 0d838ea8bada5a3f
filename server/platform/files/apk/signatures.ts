/**
 * Who signed an APK, by the schemes that Android knows: v1 signs the entries (`jar.ts`), v2 and v3 the archive whole, and v3.1
 * is v3 for newer versions of Android. The newest scheme counts.
 */
import { createHash, type Hash } from 'node:crypto'
import { Problem } from '../../http/problem.ts'
import type { Archive } from './archive.ts'
import { partBytes, type PartedFile, type PartReading } from './file.ts'
import { lineageIn, type Ancestor } from './lineage.ts'
import { jarSignerOf } from './jar.ts'
import { checked, damagedApk, hashOf, isSigned, keyOf, knownOf, Lengths, pairsOf } from './signed-data.ts'

const wholeSchemes = ['v2', 'v3', 'v3.1'] as const
type WholeScheme = (typeof wholeSchemes)[number]
type SignatureScheme = 'v1' | WholeScheme

export interface ApkSigner {
  schemes: SignatureScheme[]
  /** SHA-256 of the certificate of the newest scheme, in hexadecimal. */
  certificate: string
  /** Those (SHA-256) over whose versions Android installs this one, as the proof of the rotation says. */
  replaces: string[]
}

/** Numbers of what stands in the block of signatures. */
const blockIds = { v2: 0x7109871a, v3: 0xf05368c0, 'v3.1': 0x1b93ad61 } as const

interface WholeSigner {
  certificate: Buffer
  /** The digest of all bytes, by the algorithm that signed it. */
  hash: 'sha256' | 'sha512'
  digest: Buffer
  /** Those whose place its certificate took. */
  before: Ancestor[]
}

/** The first who signed the archive whole, its signature checked. @throws Problem `apk_damaged`, `apk_altered`, `apk_lineage` */
function wholeSignerOf(block: Buffer, scheme: WholeScheme): WholeSigner {
  const [signer] = new Lengths(new Lengths(block).next()).each()
  if (!signer) return damagedApk()
  const signed = signer.next()
  // Which versions of Android it is for.
  if (scheme !== 'v2') signer.skip(2)
  const signatures = pairsOf(signer.next())
  const key = signer.next()
  const id = knownOf(signatures.keys()) ?? damagedApk()
  const parts = new Lengths(signed)
  const digest = pairsOf(parts.next()).get(id) ?? damagedApk()
  const certificate = new Lengths(parts.next()).next()
  if (!isSigned(id, signed, key, signatures.get(id)!) || !keyOf(certificate).equals(key))
    throw new Problem('apk_altered')
  let before: Ancestor[] = []
  if (scheme !== 'v2') {
    parts.skip(2)
    before = lineageIn(parts.next(), certificate)
  }
  return { certificate, hash: hashOf(id), digest, before }
}

/**
 * The digest of all of an archive but the block of its signatures, in chunks of a part's length; its last record says there
 * where the table would begin without the block.
 */
function* digestOf(file: PartedFile, { block, table, end }: Archive, hash: WholeSigner['hash']): PartReading<Buffer> {
  const digests: Buffer[] = []
  const take = (piece: Buffer) => {
    const head = Buffer.alloc(5)
    head[0] = 0xa5
    head.writeUInt32LE(piece.length, 1)
    digests.push(createHash(hash).update(head).update(piece).digest())
  }
  yield* file.each(0, block, take)
  yield* file.each(table, end, take)
  const record = Buffer.from(yield* file.read(end, file.size - end))
  record.writeUInt32LE(block, 16)
  for (let at = 0; at < record.length; at += partBytes) take(record.subarray(at, at + partBytes))
  const top: Hash = createHash(hash)
  const head = Buffer.alloc(5)
  head[0] = 0x5a
  head.writeUInt32LE(digests.length, 1)
  top.update(head)
  for (const one of digests) top.update(one)
  return top.digest()
}

/**
 * Each scheme is read by other versions of Android: whoever signed by an older one is the same, or one whose place was taken.
 * @throws Problem `apk_unsigned` where nobody signed it, `apk_altered` where it is not what was signed, `apk_lineage`, `apk_damaged`
 */
export function* signerOfApk(file: PartedFile, archive: Archive): PartReading<ApkSigner> {
  const schemes: SignatureScheme[] = []
  const others: Buffer[] = []
  let newest: Pick<WholeSigner, 'certificate' | 'before'> | undefined
  const isAlone = !wholeSchemes.some((scheme) => archive.signed.has(blockIds[scheme]))
  const jar = yield* jarSignerOf(file, archive, isAlone)
  if (jar) {
    schemes.push('v1')
    newest = { certificate: jar, before: [] }
  }
  for (const scheme of wholeSchemes) {
    const block = archive.signed.get(blockIds[scheme])
    if (!block) continue
    const signer = checked(() => wholeSignerOf(block, scheme))
    if (!(yield* digestOf(file, archive, signer.hash)).equals(signer.digest)) throw new Problem('apk_altered')
    if (newest) others.push(newest.certificate)
    newest = signer
    schemes.push(scheme)
  }
  if (!newest) throw new Problem('apk_unsigned')
  const { certificate, before } = newest
  const known = [certificate, ...before.map((one) => one.certificate)]
  if (others.some((other) => !known.some((one) => one.equals(other)))) throw new Problem('apk_lineage')
  return {
    schemes,
    certificate: printOf(certificate),
    replaces: before.filter(({ is_replaced }) => is_replaced).map((one) => printOf(one.certificate)),
  }
}

const printOf = (certificate: Buffer) => createHash('sha256').update(certificate).digest('hex')
