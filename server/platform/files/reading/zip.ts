/**
 * The parts of a ZIP in memory, unpacked piece by piece. What the file claims of its sizes is not believed: bytes
 * are counted as they come out, and a part that swells beyond reason ends the reading.
 */
import { createInflateRaw } from 'node:zlib'
import { Problem } from '../../http/problem.ts'
import { noMoreThan } from './counts.ts'

interface Part {
  method: number
  encrypted: boolean
  packed: number
  /** Where its own header begins. */
  at: number
}

export interface Zip {
  names: readonly string[]
  has(name: string): boolean
  /** The bytes of a part as they are unpacked. Throws `sheet_damaged` for one there is not. */
  part(name: string): AsyncGenerator<Buffer>
  /** The same bytes for a first look, before `part` counts them; no more than it would give. */
  again(name: string): AsyncGenerator<Buffer>
}

const marks = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, entry: 0x02014b50, local: 0x04034b50 }
export const mostParts = 2_000
/** A part may be so many times its packed size, once it is large enough to matter. */
const swelling = { ratio: 150, from: 8_000_000 }
const piece = 64 * 1024

const damaged = () => new Problem('sheet_damaged')

/**
 * Reads where the parts are; `unpacked` is what all of them together may come to. @throws Problem `sheet_damaged`,
 * `sheet_encrypted`; a part's bytes `sheet_too_large` too
 */
export function openZip(given: Uint8Array, unpacked: number): Zip {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const parts = refusing(() => directoryOf(bytes))
  let left = unpacked
  async function* part(name: string, looks = false): AsyncGenerator<Buffer> {
    const found = parts.get(name)
    if (!found) throw damaged()
    if (found.encrypted) throw new Problem('sheet_encrypted')
    let out = 0
    for await (const some of pieces(
      refusing(() => packedBytes(bytes, found)),
      found.method,
    )) {
      out += some.length
      if (!looks) left -= some.length
      if (left < (looks ? out : 0) || (out > swelling.from && out > found.packed * swelling.ratio))
        throw new Problem('sheet_too_large')
      yield some
    }
  }
  return {
    names: [...parts.keys()],
    has: (name) => parts.has(name),
    part: (name) => part(name),
    again: (name) => part(name, true),
  }
}

/** A read beyond the end is a file that was cut. */
function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Problem ? error : damaged()
  }
}

function directoryOf(bytes: Buffer): Map<string, Part> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > bytes.length) throw damaged()
  let count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff) {
    if (bytes.readUInt32LE(end - 20) !== marks.locator64) throw damaged()
    const far = Number(bytes.readBigUInt64LE(end - 12))
    if (bytes.readUInt32LE(far) !== marks.end64) throw damaged()
    count = Number(bytes.readBigUInt64LE(far + 32))
    at = Number(bytes.readBigUInt64LE(far + 48))
  }
  noMoreThan(mostParts, count, 'partes')
  const parts = new Map<string, Part>()
  for (let n = 0; n < count; n++) {
    if (bytes.readUInt32LE(at) !== marks.entry) throw damaged()
    const [length, extra, remark] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + length).replaceAll('\\', '/')
    // Of two of one name nobody knows which is meant.
    if (parts.has(name)) throw damaged()
    parts.set(name, entryAt(bytes, at, at + 46 + length, extra))
    at += 46 + length + extra + remark
  }
  return parts
}

/** An entry of the directory; sizes that need eight bytes stand in its extra field, in this order. */
function entryAt(bytes: Buffer, at: number, extraAt: number, extra: number): Part {
  const wide: bigint[] = []
  for (let field = extraAt; field + 4 <= extraAt + extra; field += 4 + bytes.readUInt16LE(field + 2)) {
    if (bytes.readUInt16LE(field) !== 1) continue
    for (let one = field + 4; one + 8 <= field + 4 + bytes.readUInt16LE(field + 2); one += 8)
      wide.push(bytes.readBigUInt64LE(one))
  }
  const size = (offset: number) => {
    const short = bytes.readUInt32LE(at + offset)
    return short === 0xffffffff ? Number(wide.shift() ?? 0n) : short
  }
  const flags = bytes.readUInt16LE(at + 8)
  size(24)
  return { method: bytes.readUInt16LE(at + 10), encrypted: (flags & 1) === 1, packed: size(20), at: size(42) }
}

function packedBytes(bytes: Buffer, { at, packed }: Part): Buffer {
  if (bytes.readUInt32LE(at) !== marks.local) throw damaged()
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (from + packed > bytes.length) throw damaged()
  return bytes.subarray(from, from + packed)
}

async function* pieces(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === 0) {
    for (let from = 0; from < packed.length; from += piece) yield packed.subarray(from, from + piece)
    return
  }
  if (method !== 8) throw damaged()
  const inflate = createInflateRaw({ chunkSize: piece })
  inflate.end(packed)
  try {
    for await (const some of inflate) yield some as Buffer
  } catch {
    throw damaged()
  } finally {
    inflate.destroy()
  }
}
