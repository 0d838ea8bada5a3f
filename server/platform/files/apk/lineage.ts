/**
 * The proof of a rotation (APK Signature Scheme v3): the certificates that signed an application one after the other, each
 * vouched for by the one before it.
 */
import { Problem } from '../../http/problem.ts'
import { isSigned, keyOf, Lengths } from './signed-data.ts'

export interface Ancestor {
  certificate: Buffer
  /** Android installs a version of the new one over one that this signed. */
  is_replaced: boolean
}

const attribute = 0x3ba06f8c
/** What a certificate of before is still good for: that its data is taken over. */
const installedData = 1

const broken = (): never => {
  throw new Problem('apk_lineage')
}

interface Link {
  certificate: Buffer
  /** By which algorithm this one vouches for the next. */
  algorithm: number
}

/** One certificate of the proof, vouched for by the one before, if there is one. */
function linkOf(node: Lengths, before: Link | undefined): Link & { flags: number } {
  const signed = node.next()
  const flags = node.number()
  const algorithm = node.number()
  const signature = node.next()
  const about = new Lengths(signed)
  const certificate = about.next()
  const isVouched =
    !before ||
    (about.number() === before.algorithm && isSigned(before.algorithm, signed, keyOf(before.certificate), signature))
  return isVouched ? { certificate, algorithm, flags } : broken()
}

/**
 * Who came before the signer of these attributes, the oldest first; nobody where there was no rotation.
 * @throws Problem `apk_lineage` where one is not vouched for, or they do not lead to the signer
 */
export function lineageIn(attributes: Buffer, signer: Buffer): Ancestor[] {
  const own = new Lengths(attributes).each().find((one) => one.number() === attribute)
  if (!own) return []
  try {
    const nodes = new Lengths(own.rest())
    // Its version, of which there is one.
    if (nodes.number() !== 1) return broken()
    const links: ReturnType<typeof linkOf>[] = []
    for (const node of nodes.each()) links.push(linkOf(node, links.at(-1)))
    const prints = new Set(links.map(({ certificate }) => certificate.toString('hex')))
    if (prints.size < links.length || !links.at(-1)?.certificate.equals(signer)) return broken()
    return links.slice(0, -1).map(({ certificate, flags }) => ({
      certificate,
      is_replaced: (flags & installedData) !== 0,
    }))
  } catch {
    // What cannot be read vouches for nobody.
    return broken()
  }
}
