/** The certificate of whoever signed the entries of an archive, out of the PKCS #7 that stands beside them. */

interface Node {
  tag: number
  /** All of it, with its tag and length. */
  whole: Buffer
  content: Buffer
}

const tags = { sequence: 0x30, set: 0x31, first: 0xa0 } as const

/** What stands in a DER's content, one after the other; nothing where it does not fit. */
function nodesIn(bytes: Buffer): Node[] {
  const nodes: Node[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = bytes[at + 1]!
    const more = short < 0x80 ? 0 : short & 0x7f
    if (more > 4 || at + 2 + more > bytes.length) return []
    const length = more === 0 ? short : bytes.readUIntBE(at + 2, more)
    const from = at + 2 + more
    if (from + length > bytes.length) return []
    nodes.push({
      tag: bytes[at]!,
      whole: bytes.subarray(at, from + length),
      content: bytes.subarray(from, from + length),
    })
    at = from + length
  }
  return nodes
}

const inside = (node: Node | undefined): Node[] => (node ? nodesIn(node.content) : [])

/** Issuer and number of a certificate, as a signer names it. */
function nameOf(certificate: Node): Buffer[] {
  const [about] = inside(certificate)
  const parts = inside(about).filter(({ tag }) => tag !== tags.first)
  const [number, , issuer] = parts
  return number && issuer ? [issuer.whole, number.whole] : []
}

export interface JarSigner {
  certificate: Buffer
  hash: string
  /** What of the signature was signed, where it is not what it stands beside itself: its digest is among these. */
  attributes: Buffer | undefined
  signature: Buffer
}

/** Digests by the bytes of their numbers (OID). */
const hashes: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
const messageDigest = '2a864886f70d010904'

/** The first signer; undefined where there is none that can be read. */
export function signerOf(bytes: Buffer): JarSigner | undefined {
  const [, wrapped] = inside(nodesIn(bytes)[0])
  const parts = inside(inside(wrapped)[0])
  const certificates = inside(parts.find(({ tag }) => tag === tags.first)).filter(({ tag }) => tag === tags.sequence)
  const [signer] = inside(parts.findLast(({ tag }) => tag === tags.set))
  const fields = inside(signer)
  const named = inside(fields[1]).map(({ whole }) => whole)
  const found = certificates.find((one) => Buffer.concat(nameOf(one)).equals(Buffer.concat(named)))
  const hash = hashes[inside(fields[2])[0]?.content.toString('hex') ?? '']
  const attributes = fields[3]?.tag === tags.first ? fields[3].whole : undefined
  const signature = fields[attributes ? 5 : 4]?.content
  return found && hash && signature ? { certificate: found.whole, hash, attributes, signature } : undefined
}

/** The digest among what was signed. */
export function digestIn(attributes: Buffer): Buffer | undefined {
  const own = inside(nodesIn(attributes)[0]).find((one) => inside(one)[0]?.content.toString('hex') === messageDigest)
  return inside(inside(own)[1])[0]?.content
}
