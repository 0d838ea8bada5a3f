/** What an APK says of itself, in the binary XML of its manifest. */
import { Problem } from '../../http/problem.ts'

export interface ApkManifest {
  package: string
  version_code: number
  /** As people call it; empty where it is not said in the manifest itself. */
  version_name: string
  /** Versions of Android (API level): the least that it runs on, and the one it was made for. */
  min_sdk: number | null
  target_sdk: number | null
  permissions: string[]
}

const chunk = { texts: 0x0001, xml: 0x0003, numbers: 0x0180, element: 0x0102 } as const
/** Attributes by their numbers in Android's own table: what they are called may be left out. */
const known: Readonly<Record<number, string>> = {
  0x01010003: 'name',
  0x0101020c: 'minSdkVersion',
  0x0101021b: 'versionCode',
  0x0101021c: 'versionName',
  0x01010270: 'targetSdkVersion',
}
const types = { text: 0x03, decimal: 0x10, hex: 0x11 } as const
const mostPermissions = 200
const longest = 200

const damaged = (): never => {
  throw new Problem('apk_damaged')
}

/** A length before a text: of one place, or of two where its highest bit says so. */
function lengthAt(bytes: Buffer, at: number, wide: boolean): [length: number, after: number] {
  const [size, bit] = wide ? [2, 0x8000] : [1, 0x80]
  const read = (place: number) => (wide ? bytes.readUInt16LE(place) : bytes.readUInt8(place))
  const first = read(at)
  if ((first & bit) === 0) return [first, at + size]
  return [((first & (bit - 1)) << (8 * size)) | read(at + size), at + 2 * size]
}

function textsIn(bytes: Buffer): (at: number) => string {
  const [count, flags, start] = [bytes.readUInt32LE(8), bytes.readUInt32LE(16), bytes.readUInt32LE(20)]
  const isUtf8 = (flags & 0x100) !== 0
  return (n) => {
    if (n >= count) return ''
    const at = start + bytes.readUInt32LE(28 + 4 * n)
    const [length, after] = lengthAt(bytes, at, !isUtf8)
    if (!isUtf8) return bytes.toString('utf16le', after, after + 2 * length)
    const [size, from] = lengthAt(bytes, after, false)
    return bytes.toString('utf8', from, from + size)
  }
}

type Attributes = Readonly<Record<string, string | number>>

/** The elements of a binary XML in their order, each with the attributes that are texts or numbers. */
function* elementsOf(bytes: Buffer): Generator<{ name: string; attributes: Attributes }> {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== chunk.xml) damaged()
  let text = (_n: number): string => ''
  let numbers: number[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const [kind, head, size] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)]
    if (size < 8 || at + size > bytes.length) damaged()
    const here = bytes.subarray(at, at + size)
    if (kind === chunk.texts) text = textsIn(here)
    if (kind === chunk.numbers)
      numbers = Array.from({ length: (size - head) / 4 }, (_, n) => here.readUInt32LE(head + 4 * n))
    if (kind === chunk.element) yield elementIn(here.subarray(head), text, numbers)
    at += size
  }
}

function elementIn(bytes: Buffer, text: (n: number) => string, numbers: readonly number[]) {
  const [start, size, count] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10), bytes.readUInt16LE(12)]
  const attributes: Record<string, string | number> = {}
  for (let n = 0; n < count; n++) {
    const at = start + n * size
    const named = bytes.readUInt32LE(at + 4)
    const name = known[numbers[named] ?? 0] ?? text(named)
    const [type, value] = [bytes.readUInt8(at + 15), bytes.readUInt32LE(at + 16)]
    if (type === types.text) attributes[name] = text(value)
    if (type === types.decimal || type === types.hex) attributes[name] = value
  }
  return { name: text(bytes.readUInt32LE(4)), attributes }
}

const wordOf = (value: string | number | undefined) => String(value ?? '').slice(0, longest)
const numberOf = (value: string | number | undefined) => (typeof value === 'number' ? value : null)

/** @throws Problem `apk_damaged` for what cannot be read, or says neither package nor version */
export function apkManifest(bytes: Buffer): ApkManifest {
  try {
    return manifestOf([...elementsOf(bytes)])
  } catch (error) {
    if (error instanceof RangeError) return damaged()
    throw error
  }
}

function manifestOf(elements: readonly { name: string; attributes: Attributes }[]): ApkManifest {
  const of = (name: string) => elements.find((one) => one.name === name)?.attributes ?? {}
  const { package: called, versionCode, versionName } = of('manifest')
  const { minSdkVersion, targetSdkVersion } = of('uses-sdk')
  const version_code = numberOf(versionCode)
  if (typeof called !== 'string' || !/^[\w.]{1,200}$/.test(called) || version_code === null) return damaged()
  if (version_code > 2_147_483_647) return damaged()
  const asked = elements
    .filter(({ name }) => name.startsWith('uses-permission'))
    .map(({ attributes }) => wordOf(attributes['name']))
  return {
    package: called,
    version_code,
    version_name: wordOf(versionName),
    min_sdk: numberOf(minSdkVersion),
    target_sdk: numberOf(targetSdkVersion),
    permissions: [...new Set(asked.filter(Boolean))].sort().slice(0, mostPermissions),
  }
}
