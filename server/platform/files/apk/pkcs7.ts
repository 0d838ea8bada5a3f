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

/** The certificate (DER) of the first signer; undefined where there is none. */
export function signerOf(bytes: Buffer): Buffer | undefined {
  const [, wrapped] = inside(nodesIn(bytes)[0])
  const parts = inside(inside(wrapped)[0])
  const certificates = inside(parts.find(({ tag }) => tag === tags.first)).filter(({ tag }) => tag === tags.sequence)
  const [signer] = inside(parts.findLast(({ tag }) => tag === tags.set))
  const named = inside(inside(signer)[1]).map(({ whole }) => whole)
  const found = certificates.find((one) => Buffer.concat(nameOf(one)).equals(Buffer.concat(named)))
  return found?.whole
}
