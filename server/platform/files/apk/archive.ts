/** An APK as the archive that it is: its table of entries at the end, the block of its signatures before that, and one entry's bytes. */
import { inflateRawSync } from 'node:zlib'
import { Problem } from '../../http/problem.ts'
import { cut, type PartedFile, type PartReading } from './file.ts'

const localHeader = 0x04034b50
const entryHeader = 0x02014b50
const endHeader = 0x06054b50
/** What ends the block of signatures. */
const blockMagic = 'APK Sig Block 42'

const limits = {
  entries: 65_535,
  table: 16_000_000,
  block: 8_000_000,
  entry: 4_000_000,
  packed: 16_000_000,
  unpacked: 64_000_000,
} as const

export interface ArchiveEntry {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
}
export interface Archive {
  entries: ReadonlyMap<string, ArchiveEntry>
  /** Where the table of entries begins, and where it ends. */
  table: number
  end: number
  /** Where the block of signatures begins; where there is none the table itself does. */
  block: number
  /** What stands in that block, by number. */
  signed: ReadonlyMap<number, Buffer>
}

/** It ends with a record of 22 bytes and a comment of its author's. */
function* endOf(file: PartedFile): PartReading<{ at: number; record: Buffer }> {
  const length = Math.min(file.size, 22 + 0xffff)
  const tail = yield* file.read(file.size - length, length)
  for (let at = tail.length - 22; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === endHeader && tail.readUInt16LE(at + 20) === tail.length - at - 22
    if (isEnd) return { at: file.size - length + at, record: tail.subarray(at) }
  }
  throw cut()
}

/** @throws Problem `apk_not` for what is no archive, `apk_cut` for one whose end is missing */
export function* openArchive(file: PartedFile): PartReading<Archive> {
  if (file.size < 4 || (yield* file.read(0, 4)).readUInt32LE(0) !== localHeader) throw new Problem('apk_not')
  if (file.size < 22) throw cut()
  const { at: end, record } = yield* endOf(file)
  const [size, table] = [record.readUInt32LE(12), record.readUInt32LE(16)]
  if (size > limits.table || table + size !== end) throw cut()
  const entries = entriesIn(yield* file.read(table, size), record.readUInt16LE(10))
  const { block, signed } = yield* blockBefore(file, table)
  return { entries, table, end, block, signed }
}

function entriesIn(bytes: Buffer, count: number): ReadonlyMap<string, ArchiveEntry> {
  const entries = new Map<string, ArchiveEntry>()
  let at = 0
  for (let n = 0; n < Math.min(count, limits.entries); n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryHeader) throw cut()
    const [named, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + named)
    // Of two that are called alike one would be checked and the other used.
    if (entries.has(name)) throw new Problem('apk_damaged')
    entries.set(name, {
      name,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + named + extra + comment
  }
  return entries
}

function* blockBefore(file: PartedFile, table: number): PartReading<Pick<Archive, 'block' | 'signed'>> {
  const none = { block: table, signed: new Map<number, Buffer>() }
  if (table < 32) return none
  const foot = yield* file.read(table - 24, 24)
  if (foot.toString('latin1', 8) !== blockMagic) return none
  const length = Number(foot.readBigUInt64LE(0))
  const block = table - length - 8
  if (length > limits.block || block < 0) throw cut()
  const bytes = yield* file.read(block + 8, length - 24)
  const signed = new Map<number, Buffer>()
  for (let at = 0; at + 12 <= bytes.length; ) {
    const size = Number(bytes.readBigUInt64LE(at))
    if (size < 4 || at + 8 + size > bytes.length) throw new Problem('apk_damaged')
    signed.set(bytes.readUInt32LE(at + 8), bytes.subarray(at + 12, at + 8 + size))
    at += 8 + size
  }
  return { block, signed }
}

/** Where the bytes of an entry begin. */
function* startOf(file: PartedFile, { at }: ArchiveEntry): PartReading<number> {
  const header = yield* file.read(at, 30)
  if (header.readUInt32LE(0) !== localHeader) throw new Problem('apk_damaged')
  return at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/**
 * Hands on what an entry holds. One that is packed is unpacked at once, so that it has a limit, however large the file.
 * @throws Problem `apk_damaged`, `apk_cut`, `file_too_heavy`
 */
export function* piecesOfEntry(
  file: PartedFile,
  entry: ArchiveEntry,
  take: (piece: Buffer) => void,
): PartReading<void> {
  const from = yield* startOf(file, entry)
  if (entry.method === 0) return yield* file.each(from, from + entry.packed, take)
  if (entry.packed > limits.packed || entry.unpacked > limits.unpacked) throw new Problem('file_too_heavy')
  take(unpacked(yield* file.read(from, entry.packed), limits.unpacked))
}

function unpacked(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch {
    throw new Problem('apk_damaged')
  }
}

/** What an entry holds, of up to 4 MB. @throws Problem `apk_damaged`, `apk_cut` */
export function* bytesOfEntry(file: PartedFile, entry: ArchiveEntry): PartReading<Buffer> {
  if (entry.packed > limits.entry || entry.unpacked > limits.entry) throw new Problem('apk_damaged')
  const packed = yield* file.read(yield* startOf(file, entry), entry.packed)
  return entry.method === 0 ? packed : unpacked(packed, limits.entry)
}
