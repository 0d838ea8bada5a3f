/** Small APKs that Debian's tools made, read as they are and as they must not be; `apksigner` said whose each is. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { partBytes, type PartWish } from './file.ts'
import { apks, type Apk } from './read.ts'

const folder = new URL('../../../../tests/fixtures/apks/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(name, folder))
const said = JSON.parse(fixture('expected.json').toString()) as Record<string, string>

/** Reads a file as it lies in parts; which of them were asked for. */
async function read(bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest('hex')) {
  const work = apks(Buffer.alloc(0), { size: bytes.length, sha256 })
  const asked: number[] = []
  let next = await work.next()
  while (!next.done && 'part' in next.value) {
    const { part } = next.value as PartWish
    asked.push(part)
    next = await work.next(bytes.subarray(part * partBytes, (part + 1) * partBytes))
  }
  return { apk: (next.value as { apk: Apk }).apk, asked }
}
const codeIn = (error: { code?: string; message: string }) => error.code ?? error.message
const codeOf = (bytes: Buffer, sha256?: string) => read(bytes, sha256).then(() => 'read', codeIn)

describe('an APK', () => {
  it.each([
    ['v1', ['v1'], 10, '1.0'],
    ['v2-v3', ['v2', 'v3'], 20, '2.0'],
    ['all', ['v1', 'v2', 'v3'], 30, '3.0'],
    ['other-signer', ['v2', 'v3'], 30, '3.0'],
  ] as const)('signed by %s tells what it is, and whose as apksigner does', async (name, schemes, code, called) => {
    expect((await read(fixture(`${name}.apk`))).apk).toEqual({
      package: 'com.sorteo.terminal',
      version_code: code,
      version_name: called,
      min_sdk: 21,
      target_sdk: 29,
      permissions: ['android.permission.CAMERA', 'android.permission.INTERNET'],
      schemes,
      certificate: said[name],
      replaces: [],
    })
  })

  it('is refused unsigned, cut off, altered behind its signature, or as something else', async () => {
    expect(await codeOf(fixture('unsigned.apk'))).toBe('apk_unsigned')
    expect(await codeOf(fixture('cut.apk'))).toBe('apk_cut')
    expect(await codeOf(fixture('altered.apk'))).toBe('apk_altered')
    expect(await codeOf(Buffer.from('%PDF-1.7 nothing of ours'))).toBe('apk_not')
    expect(await codeOf(fixture('all.apk'), '0'.repeat(64))).toBe('upload_altered')
  })

  it('of which any byte is another is no APK of ours, and never a fault of the program', async () => {
    const whole = fixture('v2-v3.apk')
    const codes = new Set<string>()
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 0x41
      codes.add(await codeOf(bytes))
    }
    // What lies between the signatures, or is their fallback, nobody signed.
    expect([...codes].filter((one) => one !== 'read' && !one.startsWith('apk_'))).toEqual([])
    expect(codes).toContain('apk_altered')
  })

  it('cut anywhere is never read', async () => {
    const whole = fixture('all.apk')
    for (let size = 0; size < whole.length; size += 97)
      expect([size, await codeOf(whole.subarray(0, size))]).not.toEqual([size, 'read'])
  })

  it('of a certificate that took the place of another tells whose versions it replaces', async () => {
    const tells = async (name: string) => {
      const { certificate, replaces, schemes } = (await read(fixture(`${name}.apk`))).apk
      return { certificate, replaces, schemes }
    }
    const { v1: own, rotated, 'rotated-twice': twice, 'other-signer': other } = said
    expect(await tells('rotated')).toEqual({ certificate: rotated, replaces: [own], schemes: ['v2', 'v3'] })
    expect(await tells('rotated-twice')).toEqual({
      certificate: twice,
      replaces: [own, rotated],
      schemes: ['v2', 'v3'],
    })
    expect(await tells('rotated-stranger')).toEqual({ certificate: rotated, replaces: [other], schemes: ['v2', 'v3'] })
    expect(await tells('rotated-v31')).toEqual({ certificate: rotated, replaces: [own], schemes: ['v3', 'v3.1'] })
  })

  it.each(['added', 'removed', 'replaced'])(
    'signed by v1 alone of which an entry was %s is refused, as apksigner does',
    async (what) => {
      expect(await codeOf(fixture(`v1-${what}.apk`))).toBe('apk_altered')
    },
  )

  it('signed by v1 alone is refused where what it signs is another, and is another’s where its certificate is', async () => {
    const changed = (word: string, further: number) => {
      const bytes = Buffer.from(fixture('v1.apk'))
      bytes[bytes.indexOf(word) + word.length + further]! ^= 1
      return bytes
    }
    for (const name of ['ONE.SF', 'MANIFEST.MF'])
      for (const further of [60, 110])
        expect(['apk_altered', 'apk_damaged'], `${name} ${further}`).toContain(await codeOf(changed(name, further)))
    // What of a certificate is not its key is told by its fingerprint alone.
    for (let further = 8; further < 1_000; further += 13) {
      const bytes = changed('ONE.RSA', further)
      const told = await read(bytes).then(({ apk }) => apk.certificate, codeIn)
      expect(told, `${further}`).not.toBe(said['v1'])
    }
  })

  it('of which the signature of all of it was taken away is not what was signed', async () => {
    const whole = fixture('all.apk')
    const end = whole.length - 22
    const table = whole.readUInt32LE(end + 16)
    const block = table - 8 - Number(whole.readBigUInt64LE(table - 24))
    const record = Buffer.from(whole.subarray(end))
    record.writeUInt32LE(block, 16)
    const stripped = Buffer.concat([whole.subarray(0, block), whole.subarray(table, end), record])
    expect(await codeOf(stripped)).toBe('apk_altered')
  })
})
