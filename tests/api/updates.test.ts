/** Terminal software: a file comes up in parts whatever breaks, is read, and is refused for what it is with nothing half kept. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { softwareLimits } from '../../contract/software.ts'
import { updates } from '../../contract/updates.ts'
import { apart } from '../../server/platform/apart/apart.ts'
import { openRegistry, type Registry } from './agencies-setup.ts'
import { apk, certificateOf, padded, sha256, uploads } from './updates-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
})
afterAll(() => registry?.close())
beforeEach(() => world.db.run(sql`DELETE FROM software_versions`))

const { announce, part, send, analyze, upload } = uploads(() => app)
const left = async () =>
  world.db.one(sql`
    SELECT (SELECT count(*)::int FROM software_versions) AS versions, (SELECT count(*)::int FROM software_parts) AS parts`)
const nothing = { versions: 0, parts: 0 }
const listed = async (query: object = {}) =>
  (await app.call(updates.list, { query: query as never }, { as: 'banca' })).body.data

describe('a file that comes up', () => {
  it('is told where to go, and read once it is whole: what it is, and whose', async () => {
    const bytes = apk('v2-v3')
    const { body, status } = await announce(bytes, { notes: 'Corrige la impresora' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'subiendo', received: 0, actions: ['remove'] })
    expect(body.upload).toEqual({
      method: 'POST',
      path: `/api/v2/admin/software/versions/${body.id}/parts/`,
      part_bytes: softwareLimits.part_bytes,
      parts: 1,
      received: [],
      addresses: [],
      seconds: null,
    })
    await send(bytes, body)
    const read = await analyze(body.id)
    expect([read.status, read.problem?.detail]).toEqual([200, undefined])
    expect(read.body).toMatchObject({
      state: 'lista',
      package: 'com.sorteo.terminal',
      version_code: 20,
      version_name: '2.0',
      permissions: ['android.permission.CAMERA', 'android.permission.INTERNET'],
      schemes: ['v2', 'v3'],
      certificate: certificateOf('v2-v3'),
      notes: 'Corrige la impresora',
      upload: null,
      received: bytes.length,
    })
    // Pressed again it is what it was.
    expect((await analyze(body.id)).body.version).toBe(read.body.version)
    expect((await listed()).map(({ version_name }) => version_name)).toEqual(['2.0'])
  })

  it('broken off ten times ends whole and equal', async () => {
    const bytes = padded(apk('v1'), 11.5 * softwareLimits.part_bytes)
    for (let n = 0; n < 10; n++) {
      const { body } = await announce(bytes)
      expect(body.upload!.received).toHaveLength(n)
      expect(body.received).toBe(n * softwareLimits.part_bytes)
      await send(bytes, body, 1)
      // What broke off came by half: it leaves nothing, and says so.
      const piece = bytes.subarray((n + 1) * softwareLimits.part_bytes, (n + 1.5) * softwareLimits.part_bytes)
      expect((await part(body.id, n + 1, piece, 'a'.repeat(64))).problem.code).toBe('upload_part_altered')
      expect((await part(body.id, n + 1, piece)).problem.code).toBe('invalid')
      expect((await analyze(body.id)).problem).toMatchObject({ code: 'upload_incomplete', missing: 11 - n })
    }
    const { body } = await announce(bytes)
    await send(bytes, body)
    expect((await analyze(body.id)).body).toMatchObject({ state: 'lista', schemes: ['v1'] })
    const kept = await world.db.rows<{ bytes: Buffer }>(
      sql`SELECT bytes FROM software_parts WHERE version_id = ${body.id} ORDER BY part`,
    )
    expect(Buffer.concat(kept.map((one) => one.bytes)).equals(bytes)).toBe(true)
  })

  it('of 200 MB is read in a process of its own, which never holds it', async () => {
    const bytes = padded(apk('v1'), 200_000_000)
    // It ends when nothing more comes: looked for while it reads.
    const reading = new Set<number>()
    const looking = setInterval(() => apart.pids.forEach((pid) => reading.add(pid)), 50)
    const sent = await upload(bytes).finally(() => clearInterval(looking))
    expect([sent.status, sent.problem?.detail]).toEqual([200, undefined])
    expect(sent.body).toMatchObject({ version_code: 10, bytes: 200_000_000, certificate: certificateOf('v1') })
    expect(reading.size).toBeGreaterThan(0)
  }, 120_000)

  it('is larger than the limit, there already, or one too many: refused before anything is sent', async () => {
    const large = await announce(apk('v1'), { bytes: softwareLimits.bytes + 1 })
    expect(large.problem).toMatchObject({ code: 'apk_too_large', errors: [{ path: 'bytes' }] })
    expect(await left()).toEqual(nothing)
    await upload(apk('v1'))
    expect((await announce(apk('v1'))).problem.code).toBe('apk_known')
    for (let n = 0; n < softwareLimits.waiting; n++)
      expect((await announce(apk('v1'), { sha256: String(n).repeat(64) })).status).toBe(201)
    expect((await announce(apk('v1'), { sha256: '9'.repeat(64) })).problem.code).toBe('upload_too_many')
    const [{ id = 0 } = {}] = await listed({ state: 'subiendo' })
    expect((await app.call(updates.remove, { params: { id } }, { as: 'banca' })).body).toEqual({ id })
    expect((await announce(apk('v1'), { sha256: '9'.repeat(64) })).status).toBe(201)
  })

  it('takes no part that is not its own, nor any once it was read', async () => {
    const { body } = await announce(apk('v1'))
    expect((await part(body.id, 7, apk('v1'))).problem.code).toBe('invalid')
    expect((await part(1_000_000, 0, apk('v1'))).problem.code).toBe('not_found')
    await send(apk('v1'), body)
    await analyze(body.id)
    expect((await part(body.id, 0, apk('v1'))).problem.code).toBe('upload_over')
    expect((await analyze(1_000_000)).problem.code).toBe('not_found')
  })
})

describe('a file that will not do leaves nothing', () => {
  it.each([
    ['no APK', () => Buffer.from('%PDF-1.7 and so on'), 'apk_not'],
    ['one that nobody signed', () => apk('unsigned'), 'apk_unsigned'],
    ['one that is cut off', () => apk('cut'), 'apk_cut'],
    ['one that was changed after it was signed', () => apk('altered'), 'apk_altered'],
    [
      'one whose manifest is damaged',
      () => {
        const bytes = Buffer.from(apk('v1'))
        bytes.fill(0xff, bytes.indexOf('AndroidManifest.xml') + 19, bytes.indexOf('AndroidManifest.xml') + 60)
        return bytes
      },
      'apk_damaged',
    ],
  ] as const)('%s', async (_what, made, code) => {
    const refused = await upload(made())
    expect(refused.problem).toMatchObject({ code, status: 422 })
    expect(refused.problem.detail.length).toBeGreaterThan(20)
    expect(await left()).toEqual(nothing)
  })

  it('altered on the way though each part was what it said', async () => {
    const bytes = apk('v1')
    const { body } = await announce(bytes)
    const other = Buffer.from(bytes)
    other[100]! ^= 1
    expect((await part(body.id, 0, other)).status).toBe(200)
    expect((await analyze(body.id)).problem.code).toBe('upload_altered')
    expect(await left()).toEqual(nothing)
  })

  it('of another application, of another signer, or no newer than the last: the last stays', async () => {
    expect((await upload(apk('v2-v3'))).body.version_code).toBe(20)
    const before = await left()
    expect((await upload(apk('v1'))).problem).toMatchObject({
      code: 'apk_older',
      detail: expect.stringContaining('2.0'),
    })
    expect((await upload(apk('other-package'))).problem).toMatchObject({
      code: 'apk_other_package',
      detail: expect.stringContaining('com.otra.terminal'),
    })
    expect((await upload(apk('other-signer'))).problem.code).toBe('apk_other_signer')
    expect(await left()).toEqual(before)
    expect((await upload(apk('all'))).body).toMatchObject({ version_code: 30, schemes: ['v1', 'v2', 'v3'] })
  })

  it('of a certificate that took the place of the known one is kept, and from then on the old one is another', async () => {
    expect((await upload(apk('v2-v3'))).body.certificate).toBe(certificateOf('v2-v3'))
    expect((await upload(apk('rotated-stranger'))).problem.code).toBe('apk_other_signer')
    expect((await upload(apk('rotated'))).body).toMatchObject({
      version_code: 40,
      certificate: certificateOf('rotated'),
    })
    expect((await upload(apk('before-rotation'))).problem.code).toBe('apk_other_signer')
    expect((await upload(apk('rotated-twice'))).body.certificate).toBe(certificateOf('rotated-twice'))
  })

  it('of a newer certificate without a proof is of another, and with one that is none it is not even read', async () => {
    await upload(apk('v2-v3'))
    expect((await upload(apk('rotated-unproven'))).problem.code).toBe('apk_other_signer')
    expect((await upload(apk('rotated-broken'))).problem.code).toBe('apk_lineage')
  })

  it('of two files of one number that are read at once one is kept', async () => {
    const files = [apk('v1'), padded(apk('v1'), 9_000)]
    const told = await Promise.all(files.map((bytes) => upload(bytes)))
    expect(told.map(({ problem }) => problem?.code ?? 'kept').sort()).toEqual(['apk_older', 'kept'])
  })
})

describe('a version', () => {
  it('has notes that are saved for whoever saw the last ones, and goes while it never went out', async () => {
    const { body } = await upload(apk('v1'))
    const params = { id: body.id }
    const save = (version: number) =>
      app.call(updates.update, { params, body: { notes: 'Imprime en 58 mm', version } }, { as: 'banca' })
    expect((await save(body.version)).body.notes).toBe('Imprime en 58 mm')
    expect((await save(body.version)).problem.code).toBe('changed_meanwhile')
    const rollout = await app.call(updates.rollout, { params, body: { version: body.version + 1 } }, { as: 'banca' })
    expect(rollout.body.state).toBe('en_curso')
    expect((await app.call(updates.remove, { params }, { as: 'banca' })).problem.code).toBe('moved_already')
  })

  it('is its file again: what came up is what goes out, from any byte', async () => {
    const bytes = padded(apk('v1'), 2.5 * softwareLimits.part_bytes)
    const { body } = await upload(bytes)
    const params = { id: body.id }
    const take = (offset?: number) =>
      app.call(updates.download, { params, query: offset === undefined ? {} : { offset } }, { as: 'taquilla' })
    expect((await take()).problem.code).toBe('not_found')
    await app.call(updates.rollout, { params, body: { version: body.version } }, { as: 'banca' })
    const whole = await take()
    expect([sha256(whole.raw), whole.headers['content-length']]).toEqual([sha256(bytes), String(bytes.length)])
    const rest = await take(1_500_000)
    expect(rest.raw.equals(bytes.subarray(1_500_000))).toBe(true)
  })
})
