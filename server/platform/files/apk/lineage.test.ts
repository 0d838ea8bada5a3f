/** The proof of a rotation as Debian's apksigner wrote it, and as it must not be. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lineageIn } from './lineage.ts'
import { Lengths } from './signed-data.ts'

const attribute = 0x3ba06f8c

/** What a signer by v3 says of itself, in the only block of signatures that it stands in. */
function signedBy(name: string): { attributes: Buffer; signer: Buffer } {
  const bytes = readFileSync(new URL(`../../../../tests/fixtures/apks/${name}.apk`, import.meta.url))
  const id = Buffer.from([0xc0, 0x68, 0x53, 0xf0])
  const at = bytes.lastIndexOf(id) + 4
  const [one] = new Lengths(new Lengths(bytes.subarray(at)).next()).each()
  const parts = new Lengths(one!.next())
  parts.next()
  const signer = new Lengths(parts.next()).next()
  parts.skip(2)
  return { attributes: parts.next(), signer }
}
const codeOf = (attributes: Buffer, signer: Buffer) => {
  try {
    return lineageIn(attributes, signer).length
  } catch (error) {
    return (error as { code?: string }).code
  }
}
/** One attribute with these bytes. */
function attributesOf(value: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(value.length + 4)
  head.writeUInt32LE(attribute, 4)
  return Buffer.concat([head, value])
}

describe('a proof of rotation', () => {
  it('leads from the oldest to the signer, each vouched for by the one before', () => {
    const { attributes, signer } = signedBy('rotated-twice')
    expect(lineageIn(attributes, signer).map(({ is_replaced }) => is_replaced)).toEqual([true, true])
    expect(lineageIn(Buffer.alloc(0), signer)).toEqual([])
  })

  it('does not lead to another signer, nor end before it', () => {
    const { attributes, signer } = signedBy('rotated-twice')
    const once = signedBy('rotated')
    expect(codeOf(attributes, once.signer)).toBe('apk_lineage')
    expect(codeOf(once.attributes, signer)).toBe('apk_lineage')
    expect(codeOf(attributesOf(Buffer.from([1, 0, 0, 0])), signer)).toBe('apk_lineage')
    expect(codeOf(attributesOf(Buffer.from([2, 0, 0, 0])), signer)).toBe('apk_lineage')
  })

  it('of which anything that was vouched for is another is none', () => {
    const { attributes, signer } = signedBy('rotated-twice')
    const nodes = new Lengths(attributes.subarray(12)).each()
    const vouched = nodes.slice(1).map((node) => node.next())
    const places = vouched.map((one) => one.byteOffset - attributes.byteOffset + 20)
    expect(places.length).toBe(2)
    for (const place of places)
      for (const further of [0, 40, 90]) {
        const bytes = Buffer.from(attributes)
        bytes[place + further]! ^= 1
        expect([place, further, codeOf(bytes, signer)]).toEqual([place, further, 'apk_lineage'])
      }
  })

  it('cut anywhere is none', () => {
    const { attributes, signer } = signedBy('rotated')
    const value = attributes.subarray(8)
    const codes = new Set(
      Array.from({ length: value.length }, (_, size) => codeOf(attributesOf(value.subarray(0, size)), signer)),
    )
    expect([...codes]).toEqual(['apk_lineage'])
  })
})
