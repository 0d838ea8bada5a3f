/**
 * The part of the tar format (ustar, POSIX.1-1988) that a backup is made of: plain files whose size is known
 * beforehand, and folders. Any tar program opens what is written here. What is read may be anybody's: links,
 * devices and long names are no part of a backup, so they are not understood.
 */

const BLOCK = 512
/** Eleven octal digits. PostgreSQL cuts its files at 1 GiB. */
const LARGEST = 8 ** 11 - 1
const types = { file: '0', folder: '5' } as const

export interface TarEntry {
  /** Parts with `/` between them, at most 99 bytes. */
  path: string
  type: keyof typeof types
  /** Bytes; of a folder 0. */
  size: number
}

/** The archive is cut short, or no archive of ours. */
export class TarDamaged extends Error {}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** All bytes of the header, those of the sum itself taken for spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += block[at]!
  return sum
}

/** What stands in front of an entry's bytes. `changed` is when it was made. */
export function tarHeader({ path, type, size }: TarEntry, changed: Date): Buffer {
  if (Buffer.byteLength(path) > 99 || size > LARGEST) throw new Error(`${path} does not fit into a tar header`)
  const block = Buffer.alloc(BLOCK)
  const write = (text: string, at: number) => block.write(text, at, 'latin1')
  block.write(path, 0, 'utf8')
  write(octal(type === 'folder' ? 0o700 : 0o600, 7), 100)
  write(octal(0, 7), 108)
  write(octal(0, 7), 116)
  write(octal(size, 11), 124)
  write(octal(Math.floor(changed.getTime() / 1000), 11), 136)
  write(types[type], 156)
  write('ustar\x0000', 257)
  write(`${octal(checksum(block), 6)} `, 148)
  return block
}

/** What follows an entry's bytes, up to the next full block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** Two empty blocks end the archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK)

/** Chunks as they come, handed out in the sizes asked for. */
class Source {
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** At least one byte and at most `most`. */
  async some(most: number): Promise<Buffer> {
    while (this.rest.length === 0) {
      const next = await this.chunks.next()
      if (next.done) throw new TarDamaged('the archive ends too early')
      this.rest = next.value
    }
    const taken = this.rest.subarray(0, most)
    this.rest = this.rest.subarray(taken.length)
    return taken
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0; left -= parts.at(-1)!.length) parts.push(await this.some(left))
    return Buffer.concat(parts)
  }

  /** Reads to the end, where the compression's own sum is compared; nothing may be there any more. */
  async finish(): Promise<void> {
    for (;;) {
      if (this.rest.length > 0) throw new TarDamaged('something follows the end of the archive')
      const next = await this.chunks.next()
      if (next.done) return
      this.rest = next.value
    }
  }

  /** Nobody reads on: what the chunks come from is freed. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }
}

function parseHeader(block: Buffer): TarEntry {
  const field = (at: number, length: number) => block.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '')
  if (field(257, 6) !== 'ustar' || Number.parseInt(field(148, 8), 8) !== checksum(block)) {
    throw new TarDamaged('a header is damaged')
  }
  const type = block[156] === 0x30 ? 'file' : block[156] === 0x35 ? 'folder' : undefined
  const size = field(124, 12)
  if (!type || !/^[0-7]+$/.test(size)) throw new TarDamaged('an entry is neither a file nor a folder')
  if (block[345] !== 0) throw new TarDamaged('a name is too long')
  const end = block.indexOf(0)
  return { path: block.toString('utf8', 0, Math.min(end, 100)), type, size: Number.parseInt(size, 8) }
}

async function* bodyOf(source: Source, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const chunk = await source.some(left)
    left -= chunk.length
    yield chunk
  }
}

/** The entries of an archive, in order; each body is to be read to its end before the next entry. Throws `TarDamaged`. */
export async function* readTar(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ entry: TarEntry; body: AsyncGenerator<Buffer> }> {
  const source = new Source(chunks)
  try {
    for (;;) {
      const block = await source.exactly(BLOCK)
      if (block.every((byte) => byte === 0)) break
      const entry = parseHeader(block)
      yield { entry, body: bodyOf(source, entry.size) }
      await source.exactly(tarPadding(entry.size).length)
    }
    await source.exactly(BLOCK)
    await source.finish()
  } finally {
    await source.close()
  }
}
