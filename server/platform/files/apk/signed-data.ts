/** How what stands in the block of an APK's signatures is written and signed, the same in all of its schemes. */
import { constants, verify, X509Certificate } from 'node:crypto'
import { Problem } from '../../http/problem.ts'

export const damagedApk = (): never => {
  throw new Problem('apk_damaged')
}

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

/** What stands behind its length, one after the other. */
export class Lengths {
  private at = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get isEnded(): boolean {
    return this.at >= this.bytes.length
  }

  number(): number {
    if (this.at + 4 > this.bytes.length) damagedApk()
    this.at += 4
    return this.bytes.readUInt32LE(this.at - 4)
  }

  /** What is left, without a length before it. */
  rest(): Buffer {
    return this.bytes.subarray(this.at)
  }

  /** Leaves out so many numbers. */
  skip(count: number): void {
    for (let n = 0; n < count; n++) this.number()
  }

  next(): Buffer {
    const length = this.number()
    if (this.at + length > this.bytes.length) damagedApk()
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  each(): Lengths[] {
    const all: Lengths[] = []
    while (!this.isEnded) all.push(new Lengths(this.next()))
    return all
  }
}

/** Pairs of a number and bytes, in their order. */
export const pairsOf = (bytes: Buffer): Map<number, Buffer> =>
  new Map(new Lengths(bytes).each().map((pair) => [pair.number(), pair.next()]))

/** The first of some that is an algorithm here. */
export const knownOf = (ids: Iterable<number>): number | undefined => [...ids].find((one) => algorithms[one])

export const hashOf = (id: number): Algorithm['hash'] => (algorithms[id] ?? damagedApk()).hash

/** The key (DER) of a certificate (DER). */
export const keyOf = (certificate: Buffer): Buffer =>
  new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' })

/** Whether a signature by an algorithm of this number is of that key (DER) over those bytes. */
export function isSigned(id: number, signed: Buffer, key: Buffer, signature: Buffer): boolean {
  const { hash, pss } = algorithms[id] ?? damagedApk()
  const padding = pss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss }
  return verify(hash, signed, { key, format: 'der', type: 'spki', ...padding }, signature)
}

/** A key or a certificate that nothing can read is damage, not a fault of the program. */
export function checked<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) throw error
    return damagedApk()
  }
}
