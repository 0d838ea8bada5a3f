/**
 * Who signed an APK, by the schemes that Android knows: v1 signs the entries, v2 and v3 the archive whole. Of v2 and v3 the
 * signature and the digest of all bytes are checked; of v1 the certificate alone is read (docs/decisions.md).
 */
import { constants, createHash, verify, X509Certificate, type Hash } from 'node:crypto'
import { Problem } from '../../http/problem.ts'
import { bytesOfEntry, type Archive } from './archive.ts'
import { partBytes, type PartedFile, type PartReading } from './file.ts'
import { signerOf } from './pkcs7.ts'

type SignatureScheme = 'v1' | 'v2' | 'v3'

export interface ApkSigner {
  schemes: SignatureScheme[]
  /** SHA-256 of the certificate of the newest scheme, in hexadecimal. */
  certificate: string
}

/** Numbers of what stands in the block of signatures. */
const blockIds = { v2: 0x7109871a, v3: 0xf05368c0 } as const

interface Algorithm {
  hash: 'sha256' | 'sha512'
  pss?: number
}
const algorithms: Readonly<Record<number, Algorithm>> = {
  0x0101: { hash: 'sha256', pss: 32 },
  0x0102: { hash: 'sha512', pss: 64 },
  0x0103: { hash: 'sha256' },
  0x0104: { hash: 'sha512' },
  0x0201: { hash: 'sha256' },
  0x0202: { hash: 'sha512' },
  0x0301: { hash: 'sha256' },
}

const damaged = (): never => {
  throw new Problem('apk_damaged')
}

/** What stands behind its length, one after the other. */
class Lengths {
  private at = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get isEnded(): boolean {
    return this.at >= this.bytes.length
  }

  number(): number {
    if (this.at + 4 > this.bytes.length) damaged()
    this.at += 4
    return this.bytes.readUInt32LE(this.at - 4)
  }

  /** Leaves out so many numbers. */
  skip(count: number): void {
    for (let n = 0; n < count; n++) this.number()
  }

  next(): Buffer {
    const length = this.number()
    if (this.at + length > this.bytes.length) damaged()
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  each(): Lengths[] {
    const all: Lengths[] = []
    while (!this.isEnded) all.push(new Lengths(this.next()))
    return all
  }
}

interface WholeSigner {
  certificate: Buffer
  /** The digest of all bytes, by the algorithm that signed it. */
  hash: Algorithm['hash']
  digest: Buffer
}

/** The first who signed the archive whole, its signature checked. @throws Problem `apk_damaged`, `apk_altered` */
function wholeSignerOf(block: Buffer, scheme: 'v2' | 'v3'): WholeSigner {
  const [signer] = new Lengths(new Lengths(block).next()).each()
  if (!signer) return damaged()
  const signed = signer.next()
  // Which versions of Android it is for.
  if (scheme === 'v3') signer.skip(2)
  const signatures = pairsOf(signer.next())
  const key = signer.next()
  const [id] = [...signatures.keys()].filter((one) => algorithms[one])
  const algorithm = algorithms[id ?? 0] ?? damaged()
  const parts = new Lengths(signed)
  const digest = pairsOf(parts.next()).get(id!) ?? damaged()
  const certificate = new Lengths(parts.next()).next()
  const isSigned = verify(
    algorithm.hash,
    signed,
    {
      key,
      format: 'der',
      type: 'spki',
      ...(algorithm.pss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.pss }),
    },
    signatures.get(id!)!,
  )
  const own = new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' })
  if (!isSigned || !own.equals(key)) throw new Problem('apk_altered')
  return { certificate, hash: algorithm.hash, digest }
}

const pairsOf = (bytes: Buffer): Map<number, Buffer> =>
  new Map(new Lengths(bytes).each().map((pair) => [pair.number(), pair.next()]))

/**
 * The digest of all of an archive but the block of its signatures, in chunks of a part's length; its last record says there
 * where the table would begin without the block.
 */
function* digestOf(file: PartedFile, { block, table, end }: Archive, hash: Algorithm['hash']): PartReading<Buffer> {
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

/** The certificate of whoever signed the entries; null where nobody did. */
function* jarSignerOf(file: PartedFile, { entries }: Archive): PartReading<Buffer | null> {
  const block = [...entries.values()].find(({ name }) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name))
  if (!block || !entries.has('META-INF/MANIFEST.MF')) return null
  const signer = signerOf(yield* bytesOfEntry(file, block))
  return signer ?? damaged()
}

/** @throws Problem `apk_unsigned` where nobody signed it, `apk_altered` where it is not what was signed, `apk_damaged` */
export function* signerOfApk(file: PartedFile, archive: Archive): PartReading<ApkSigner> {
  const schemes: SignatureScheme[] = []
  let certificate = yield* jarSignerOf(file, archive)
  if (certificate) schemes.push('v1')
  for (const scheme of ['v2', 'v3'] as const) {
    const block = archive.signed.get(blockIds[scheme])
    if (!block) continue
    const signer = checked(() => wholeSignerOf(block, scheme))
    if (!(yield* digestOf(file, archive, signer.hash)).equals(signer.digest)) throw new Problem('apk_altered')
    certificate = signer.certificate
    schemes.push(scheme)
  }
  if (!certificate) throw new Problem('apk_unsigned')
  return { schemes, certificate: createHash('sha256').update(certificate).digest('hex') }
}

/** A key or a certificate that nothing can read is damage, not a fault of the program. */
function checked<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) throw error
    return damaged()
  }
}
