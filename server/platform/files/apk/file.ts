/**
 * A file that lies elsewhere in parts of one size: whoever reads it asks for a part at a time, and holds few of them. A
 * reading is a generator that yields the part it needs and is resumed with its bytes.
 */
import { Problem } from '../../http/problem.ts'

/** Bytes of a part; the last one may have fewer. It is also what the signatures of an APK are reckoned by. */
export const partBytes = 1_048_576

/** What of a file is needed next: its part of this number, from 0. */
export interface PartWish {
  part: number
}
/** Work that reads parts and comes to a `T`. */
export type PartReading<T> = Generator<PartWish, T, Uint8Array>

/** What may be held at once: no table and no entry that is read whole is larger. */
const longestRead = 16_000_000
const partsHeld = 4

export const cut = () => new Problem('apk_cut')

export class PartedFile {
  readonly size: number
  private readonly held = new Map<number, Buffer>()

  /** `size` is that of all of it. */
  constructor(size: number) {
    this.size = size
  }

  /** One part. @throws Problem `apk_cut` where it is not as long as it must be */
  *part(number: number): PartReading<Buffer> {
    const known = this.held.get(number)
    if (known) return known
    const bytes = Buffer.from(yield { part: number })
    if (bytes.length !== Math.min(partBytes, this.size - number * partBytes)) throw cut()
    this.held.set(number, bytes)
    const [first] = this.held.keys()
    if (this.held.size > partsHeld) this.held.delete(first!)
    return bytes
  }

  /** The bytes from `from` on. @throws Problem `apk_cut` where they do not lie in it */
  *read(from: number, length: number): PartReading<Buffer> {
    if (from < 0 || length < 0 || from + length > this.size || length > longestRead) throw cut()
    const pieces: Buffer[] = []
    for (let at = from; at < from + length; ) {
      const bytes = yield* this.part(Math.floor(at / partBytes))
      const begin = at % partBytes
      const piece = bytes.subarray(begin, begin + Math.min(bytes.length - begin, from + length - at))
      pieces.push(piece)
      at += piece.length
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }

  /** Hands on the bytes from `from` until `end`, in pieces of one part's length at most. */
  *each(from: number, end: number, take: (piece: Buffer) => void): PartReading<void> {
    for (let at = from; at < end; at += partBytes) take(yield* this.read(at, Math.min(partBytes, end - at)))
  }
}
