/**
 * The signature of an archive's entries (v1): a list of their digests, a list that signs that one, and the signature over it.
 * Where it is the only one, it alone tells that nothing was changed, and each entry is read.
 */
import { createHash, verify, X509Certificate, type Hash } from 'node:crypto'
import { Problem } from '../../http/problem.ts'
import { bytesOfEntry, piecesOfEntry, type Archive, type ArchiveEntry } from './archive.ts'
import type { PartedFile, PartReading } from './file.ts'
import { digestIn, signerOf, type JarSigner } from './pkcs7.ts'
import { checked, damagedApk } from './signed-data.ts'

const altered = (): never => {
  throw new Problem('apk_altered')
}

/** The strongest first: it is the one that counts. */
const digests = [
  ['sha512', 'SHA-512'],
  ['sha384', 'SHA-384'],
  ['sha256', 'SHA-256'],
  ['sha1', 'SHA1'],
] as const

interface Section {
  bytes: Buffer
  values: ReadonlyMap<string, string>
}

/** What is said line by line; one that is long goes on behind a blank. */
function valuesIn(bytes: Buffer): ReadonlyMap<string, string> {
  const lines = bytes
    .toString('utf8')
    .replace(/\r\n?|\n/g, '\n')
    .replace(/\n /g, '')
    .split('\n')
  const pairs = lines.filter(Boolean).map((line) => {
    const at = line.indexOf(': ')
    return at < 0 ? damagedApk() : ([line.slice(0, at).toLowerCase(), line.slice(at + 2)] as const)
  })
  return new Map(pairs)
}

/** What is said of all, and of each entry by its name; each with the blank line behind it, as it is signed. */
function sectionsOf(bytes: Buffer): { main: Section; of: ReadonlyMap<string, Section> } {
  const texts: Buffer[] = []
  let from = 0
  const ends = /(?:\r\n|\n|\r(?!\n)){2,}/g
  const text = bytes.toString('latin1')
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    texts.push(bytes.subarray(from, ends.lastIndex))
    from = ends.lastIndex
  }
  if (from < bytes.length) texts.push(bytes.subarray(from))
  const [main, ...rest] = texts.map((one) => ({ bytes: one, values: valuesIn(one) }))
  const of = new Map(rest.map((one) => [one.values.get('name') ?? damagedApk(), one]))
  // Of two of one name one would be checked and the other used.
  if (!main || of.size < rest.length) return damagedApk()
  return { main, of }
}

/** By which digest something is told, and what it comes to. */
function toldIn(values: Section['values'], suffix: string): { hash: string; sum: string } | undefined {
  for (const [hash, name] of digests) {
    const sum = values.get(`${name}-Digest${suffix}`.toLowerCase())
    if (sum !== undefined) return { hash, sum }
  }
  return undefined
}

function isTold(told: { hash: string; sum: string } | undefined, bytes: Buffer): boolean {
  return told !== undefined && createHash(told.hash).update(bytes).digest('base64') === told.sum
}

/** Its own tag is that of a set where it is signed. */
const signedAs = (attributes: Buffer) => Buffer.concat([Buffer.from([0x31]), attributes.subarray(1)])

function isSignedBy({ certificate, hash, attributes, signature }: JarSigner, bytes: Buffer): boolean {
  const { publicKey } = new X509Certificate(certificate)
  if (!attributes) return verify(hash, bytes, publicKey, signature)
  const digest = digestIn(attributes)
  return (
    digest?.equals(createHash(hash).update(bytes).digest()) === true &&
    verify(hash, signedAs(attributes), publicKey, signature)
  )
}

const isOfSignature = (name: string) => /^META-INF\/([^/]+\.(RSA|DSA|EC|SF)|MANIFEST\.MF|SIG-[^/]*)$/i.test(name)

/** Each entry that a terminal would unpack is what the list says of it, and each of the list is there. */
function* mustBeListed(file: PartedFile, archive: Archive, of: ReadonlyMap<string, Section>): PartReading<void> {
  const named = (name: string): ArchiveEntry => archive.entries.get(name) ?? altered()
  for (const name of of.keys()) named(name)
  for (const [name, entry] of archive.entries) {
    if (isOfSignature(name) || name.endsWith('/')) continue
    const told = toldIn(of.get(name)?.values ?? altered(), '') ?? altered()
    const sum: Hash = createHash(told.hash)
    yield* piecesOfEntry(file, entry, (piece) => sum.update(piece))
    if (sum.digest('base64') !== told.sum) altered()
  }
}

interface JarFiles {
  manifest: ArchiveEntry
  list: ArchiveEntry
  block: ArchiveEntry
}

function filesOf({ entries }: Archive): JarFiles | null {
  const block = [...entries.values()].find(({ name }) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name))
  const list = block && entries.get(block.name.replace(/\.\w+$/, '.SF'))
  const manifest = entries.get('META-INF/MANIFEST.MF')
  return block && list && manifest ? { manifest, list, block } : null
}

/**
 * The certificate of whoever signed the entries; null where nobody did. `isAlone` where no other signature covers them, so that
 * each is compared.
 * @throws Problem `apk_altered`, `apk_damaged`
 */
export function* jarSignerOf(file: PartedFile, archive: Archive, isAlone: boolean): PartReading<Buffer | null> {
  const files = filesOf(archive)
  if (!files) return null
  const signer = signerOf(yield* bytesOfEntry(file, files.block)) ?? damagedApk()
  const list = yield* bytesOfEntry(file, files.list)
  if (!checked(() => isSignedBy(signer, list))) return altered()
  if (!isAlone) return signer.certificate
  const { main, of: listed } = sectionsOf(list)
  // It was signed as a whole too, and somebody took that away.
  if (main.values.has('x-android-apk-signed')) return altered()
  const manifest = yield* bytesOfEntry(file, files.manifest)
  const { of } = sectionsOf(manifest)
  if (!isTold(toldIn(main.values, '-Manifest'), manifest))
    for (const [name, { bytes }] of of) if (!isTold(toldIn(listed.get(name)?.values ?? altered(), ''), bytes)) altered()
  yield* mustBeListed(file, archive, of)
  return signer.certificate
}
