/** Terminal software in a store of files: what goes up there whatever breaks, whose it is, what goes out, and what is left of it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { softwareLimits, type UpdateDetail } from '../../contract/software.ts'
import { updates } from '../../contract/updates.ts'
import { sweepUploads } from '../../server/entities/updates/sweep.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { addSoftware, addUser } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { openS3, type TestS3 } from '../support/s3.ts'
import { createWorld, type World } from '../support/world.ts'
import { apk, padded, sha256, uploads } from './updates-setup.ts'

const { stored_part_bytes: partBytes } = softwareLimits
const three = padded(apk('v1'), 2.5 * partBytes)

let s3: TestS3
let databases: TestDatabase[] = []
let worlds: World[] = []
let { world, app, without } = {} as { world: World; app: TestApp; without: TestApp }
beforeAll(async () => {
  s3 = await openS3()
  databases = await Promise.all([createDatabase(), createDatabase()])
  worlds = await Promise.all(databases.map(({ url }) => createWorld(url)))
  world = worlds[0]!
  await addUser(worlds[1]!.db, { username: 'duena', role: 'ADMIN_BANCA', partner_id: worlds[1]!.partner.banca })
  app = await startApp(databases[0]!.url, { objects: s3.config, more: [{ key: 'otra', url: databases[1]!.url }] })
  // The same banca where no store is configured.
  without = await startApp(databases[0]!.url)
})
afterAll(async () => {
  await Promise.all([app?.close(), without?.close()])
  await Promise.all(worlds.map((one) => one.close()))
  await Promise.all(databases.map((one) => one.drop()))
  await s3?.close()
})
beforeEach(async () => {
  for (const { db } of worlds) {
    await db.run(sql`DELETE FROM software_versions`)
    await db.run(sql`DELETE FROM software_leftovers`)
  }
  s3.objects.clear()
  s3.uploads.clear()
  s3.asked.length = 0
  s3.fault = () => undefined
  s3.ahead = 0
})

type Stored = NonNullable<UpdateDetail['upload']>

const pieces = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    bytes.subarray(n * partBytes, (n + 1) * partBytes),
  )
const announce = (bytes: Buffer, more: object = {}, as = 'banca', to = app) =>
  to.call(
    updates.create,
    {
      body: {
        filename: 'terminal.apk',
        bytes: bytes.length,
        sha256: sha256(bytes),
        part_sha256: pieces(bytes).map(sha256),
        ...more,
      },
    },
    { as },
  )
const storedOf = ({ body, problem }: Reply<typeof updates.create>): Stored => {
  if (body?.upload?.method !== 'PUT') throw new Error(`no addresses: ${problem?.code}`)
  return body.upload
}
/** Sends a part to its address, as a browser does. */
const put = async ({ url, headers, part }: Stored['addresses'][number], bytes: Buffer, own = pieces(bytes)[part]!) =>
  (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(own) }).catch(() => ({ status: 0 }))).status
const putAll = async (bytes: Buffer, { addresses }: Stored, most = Infinity) => {
  for (const one of addresses.slice(0, most)) expect([one.part, await put(one, bytes)]).toEqual([one.part, 200])
}
const analyze = (id: number, to = app) => to.call(updates.analyze, { body: { id } }, { as: 'banca' })
const show = (id: number, to = app) => to.call(updates.show, { params: { id } }, { as: 'banca' })
const remove = (id: number, to = app) => to.call(updates.remove, { params: { id } }, { as: 'banca' })
const download = (id: number, query: object = {}, to = app) =>
  to.call(updates.download, { params: { id }, query }, { as: 'taquilla' })
const asks = async () => {
  const said = { device_id: 'equipo-de-prueba', package: 'com.sorteo.terminal', version_code: 1 }
  return (await app.call(updates.ask, { body: said }, { as: 'taquilla' })).body.target
}
async function uploaded(bytes: Buffer): Promise<UpdateDetail> {
  const announced = await announce(bytes)
  await putAll(bytes, storedOf(announced))
  const read = await analyze(announced.body.id)
  expect([read.status, read.problem?.code]).toEqual([200, undefined])
  return read.body
}
async function goesOut(bytes: Buffer): Promise<UpdateDetail> {
  const { id, version } = await uploaded(bytes)
  return (await app.call(updates.rollout, { params: { id }, body: { version } }, { as: 'banca' })).body
}
const rows = () =>
  world.db.one(sql`
    SELECT (SELECT count(*)::int FROM software_versions) AS versions, (SELECT count(*)::int FROM software_parts) AS parts,
      (SELECT count(*)::int FROM software_leftovers) AS leftovers`)
const nothing = { versions: 0, parts: 0, leftovers: 0 }
/** What was let go of behind an answer. */
async function settled(): Promise<void> {
  await expect.poll(async () => [s3.objects.size, s3.uploads.size, await rows()]).toEqual([0, 0, nothing])
}
const sweep = (database = app.app.databases.main) => sweepUploads(database.db, database.objects)

describe('a file that goes to the store', () => {
  it('is told where each part goes, is put together there, and nothing of it is in the database', async () => {
    const announced = await announce(three)
    const upload = storedOf(announced)
    expect(upload).toMatchObject({ part_bytes: partBytes, parts: 3, received: [], seconds: 600 })
    await putAll(three, upload)
    const read = await analyze(announced.body.id)
    expect(read.body).toMatchObject({ state: 'lista', version_code: 10, sha256: sha256(three), upload: null })
    expect(await rows()).toEqual({ versions: 1, parts: 0, leftovers: 0 })
    expect([...s3.objects.values()].map(sha256)).toEqual([sha256(three)])
    expect((await analyze(announced.body.id)).body.state).toBe('lista')
  })

  it('broken in the middle goes on with what is missing, as the store tells it, and ends equal', async () => {
    const begun = await announce(three)
    await putAll(three, storedOf(begun), 1)
    const { id } = begun.body
    expect((await show(id)).body).toMatchObject({ received: partBytes, upload: { received: [0], addresses: [] } })
    expect((await analyze(id)).problem).toMatchObject({ code: 'upload_incomplete', missing: 2 })
    const again = await announce(three)
    expect([again.body.id, again.body.received]).toEqual([id, partBytes])
    expect(storedOf(again).addresses.map(({ part }) => part)).toEqual([1, 2])
    const [row] = (await app.call(updates.list, {}, { as: 'banca' })).body.data
    expect(row).toMatchObject({ received: partBytes, bytes: three.length })
    await putAll(three, storedOf(again))
    expect((await analyze(id)).body.state).toBe('lista')
    expect([...s3.objects.values()].map(sha256)).toEqual([sha256(three)])
  })

  it('whose address is no longer good is told another', async () => {
    const upload = storedOf(await announce(three))
    s3.ahead = 700_000
    expect(await put(upload.addresses[0]!, three)).toBe(403)
    s3.ahead = 0
    await putAll(three, storedOf(await announce(three)))
    s3.ahead = 500_000
    expect(await put(upload.addresses[0]!, three)).toBe(200)
  })

  it('has addresses that are good for that part, of that length, with those bytes, and for nothing else', async () => {
    const upload = storedOf(await announce(three))
    const [first, second] = upload.addresses as [Stored['addresses'][0], Stored['addresses'][0]]
    const other = Buffer.from(pieces(three)[0]!)
    other[9]! ^= 1
    expect(await put(first, three, other)).toBe(400)
    expect(await put(first, three, other.subarray(1))).toBe(403)
    expect(await put({ ...first, url: first.url.replace('partNumber=1', 'partNumber=2') }, three)).toBe(403)
    expect(await put({ ...first, url: first.url.replace('.apk?', '.apk/other?') }, three)).toBe(403)
    expect(await put({ ...first, headers: second.headers }, three)).toBe(403)
    expect(await put({ ...first, headers: {} }, three)).toBe(403)
    expect((await fetch(first.url)).status).toBe(403)
  })

  it('that the store lost meanwhile is begun anew, and goes on where the store put it together already', async () => {
    const { body } = await announce(three)
    s3.uploads.clear()
    expect((await analyze(body.id)).problem).toMatchObject({ code: 'upload_incomplete', missing: 3 })
    expect((await show(body.id)).body.upload).toMatchObject({ received: [] })
    const again = await announce(three)
    await putAll(three, storedOf(again))
    // Put together, and then the server was gone.
    s3.fault = ({ method, query }) => (method === 'GET' && !query.has('uploadId') ? 'away' : undefined)
    expect((await analyze(body.id)).problem.code).toBe('store_away')
    s3.fault = () => undefined
    expect(s3.objects.size).toBe(1)
    expect(storedOf(await announce(three))).toMatchObject({ received: [0, 1, 2], addresses: [] })
    expect((await show(body.id)).body.received).toBe(three.length)
    expect((await analyze(body.id)).body.state).toBe('lista')
  })

  it('of which the store loses a part while it puts it together is not whole', async () => {
    const { body } = await announce(three)
    await putAll(three, storedOf(await announce(three)))
    s3.fault = ({ method, query }) => {
      if (method === 'POST' && query.has('uploadId')) [...s3.uploads.values()][0]!.parts.delete(2)
      return undefined
    }
    expect((await analyze(body.id)).problem).toMatchObject({ code: 'upload_incomplete', missing: 1 })
    s3.fault = () => undefined
    await putAll(three, storedOf(await announce(three)))
    expect((await analyze(body.id)).body.state).toBe('lista')
  })

  it('announced by two at once is one', async () => {
    const both = await Promise.all([announce(three), announce(three)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const [one, two] = both.map(storedOf) as [Stored, Stored]
    await putAll(three, one)
    await putAll(three, two)
    expect((await analyze(both[0]!.body.id)).body.state).toBe('lista')
    await world.db.run(sql`UPDATE software_leftovers SET due_at = now()`)
    await sweep()
    expect([s3.objects.size, s3.uploads.size, await rows()]).toEqual([1, 0, { versions: 1, parts: 0, leftovers: 0 }])
  })

  it('is announced with the sum of each part, as the store compares them', async () => {
    for (const part_sha256 of [undefined, [sha256(three)]])
      expect((await announce(three, { part_sha256 })).problem).toMatchObject({
        code: 'invalid',
        errors: [{ path: 'part_sha256' }],
      })
    expect(await rows()).toEqual(nothing)
    expect(s3.asked).toEqual([])
  })

  it('is one too many: the store hears nothing of it', async () => {
    for (let n = 0; n < softwareLimits.waiting; n++) await addSoftware(world.db, { state: 'subiendo' })
    expect((await announce(three)).problem.code).toBe('upload_too_many')
    expect(s3.asked).toEqual([])
  })
})

describe('a file that will not do', () => {
  it('leaves nothing, in the store either', async () => {
    for (const [name, code] of [
      ['unsigned', 'apk_unsigned'],
      ['altered', 'apk_altered'],
    ] as const) {
      const announced = await announce(apk(name))
      await putAll(apk(name), storedOf(announced))
      expect((await analyze(announced.body.id)).problem.code).toBe(code)
      await settled()
    }
  })

  it('is another than was announced, though the store took each part', async () => {
    const announced = await announce(three)
    await putAll(three, storedOf(announced))
    const [kept] = s3.uploads.values()
    kept!.parts.get(2)!.bytes = Buffer.alloc(partBytes, 7)
    expect((await analyze(announced.body.id)).problem.code).toBe('upload_altered')
    await settled()
  })

  it('is let go of later where the store is away by then', async () => {
    const announced = await announce(apk('unsigned'))
    await putAll(apk('unsigned'), storedOf(announced))
    s3.fault = ({ method }) => (method === 'DELETE' ? 'away' : undefined)
    expect((await analyze(announced.body.id)).problem.code).toBe('apk_unsigned')
    expect([s3.objects.size, await rows()]).toEqual([1, { ...nothing, leftovers: 1 }])
    s3.fault = () => undefined
    await sweep()
    await settled()
  })
})

describe('what is in the store', () => {
  it('goes out by an address that is good for a while, from any byte, and through the server too', async () => {
    const { id } = await goesOut(three)
    const { url } = (await asks())!
    const whole = Buffer.from(await (await fetch(url!)).arrayBuffer())
    expect(sha256(whole)).toBe(sha256(three))
    const rest = await fetch(url!, { headers: { range: 'bytes=9000000-' } })
    expect(Buffer.from(await rest.arrayBuffer()).equals(three.subarray(9_000_000))).toBe(true)
    expect((await fetch(url!, { method: 'DELETE' })).status).toBe(403)
    s3.ahead = 700_000
    expect((await fetch(url!)).status).toBe(403)
    s3.ahead = 0
    const relayed = await download(id)
    expect([sha256(relayed.raw), relayed.headers['content-length']]).toEqual([sha256(three), String(three.length)])
    expect((await download(id, { offset: 9_000_000 })).raw.equals(three.subarray(9_000_000))).toBe(true)
    expect((await download(id, { offset: three.length })).raw.length).toBe(0)
  })

  it('goes with its version, and what nobody ended with the sweep', async () => {
    const { id } = await uploaded(three)
    expect((await remove(id)).status).toBe(200)
    await settled()
    const begun = await announce(three)
    await putAll(three, storedOf(begun), 1)
    await sweep()
    expect(s3.uploads.size).toBe(1)
    await world.db.run(sql`UPDATE software_versions SET updated_at = now() - interval '4 days'`)
    await sweep()
    await settled()
  })

  it('is not left behind where the store is away when its version goes', async () => {
    const { id } = await uploaded(three)
    s3.fault = () => 'away'
    expect((await remove(id)).status).toBe(200)
    await expect(sweep()).rejects.toMatchObject({ code: 'store_away' })
    expect([s3.objects.size, await rows()]).toEqual([1, { ...nothing, leftovers: 1 }])
    s3.fault = () => undefined
    await sweep()
    await settled()
  })

  it('is never told to whoever reads the log or the list, nor is the secret', async () => {
    await goesOut(three)
    await asks()
    const log = await world.db.rows(sql`SELECT * FROM audit_log`)
    const list = await app.call(updates.list, {}, { as: 'banca' })
    for (const text of [JSON.stringify(log), JSON.stringify(list.body), list.raw.toString()]) {
      expect(text).toContain('terminal.apk')
      for (const secret of [s3.config.secret_access_key, s3.config.access_key_id, 'X-Amz-Signature', s3.url])
        expect(text).not.toContain(secret)
    }
  })
})

it('a store that is away, or will not, is told with a code, and nothing is half kept', async () => {
  const { id: out } = await goesOut(three)
  const next = padded(apk('v2-v3'), apk('v2-v3').length)
  for (const [fault, code] of [
    ['away', 'store_away'],
    [503, 'store_away'],
    [403, 'store_refused'],
  ] as const) {
    s3.fault = () => fault
    const refused = await announce(next)
    expect([refused.problem.code, refused.problem.detail.length > 20]).toEqual([code, true])
    expect((await rows())!).toMatchObject({ versions: 1, parts: 0 })
    expect((await download(out)).problem.code).toBe(code)
    s3.fault = () => undefined
    const begun = await announce(next)
    s3.fault = () => fault
    expect(await put(storedOf(begun).addresses[0]!, next)).toBe(fault === 'away' ? 0 : fault)
    expect((await announce(next)).problem.code).toBe(code)
    expect((await show(begun.body.id)).problem.code).toBe(code)
    expect((await analyze(begun.body.id)).problem.code).toBe(code)
    s3.fault = () => undefined
    await putAll(next, storedOf(begun))
    // Away at the last moment: the parts wait.
    s3.fault = ({ method, query }) => (method === 'POST' && query.has('uploadId') ? fault : undefined)
    expect((await analyze(begun.body.id)).problem.code).toBe(code)
    s3.fault = () => undefined
    expect((await remove(begun.body.id)).status).toBe(200)
    await expect.poll(() => s3.uploads.size).toBe(0)
    await world.db.run(sql`DELETE FROM software_leftovers`)
  }
})

it('a file that the store has no longer is missing, and so is a store that is not configured', async () => {
  const { id } = await goesOut(three)
  expect((await download(id, {}, without)).problem.code).toBe('store_missing')
  const [name] = [...s3.objects.keys()]
  s3.objects.delete(name!)
  expect((await download(id)).problem.code).toBe('store_missing')
  const begun = await announce(apk('v2-v3'))
  expect((await announce(apk('v2-v3'), {}, 'banca', without)).problem.code).toBe('store_missing')
  expect((await show(begun.body.id, without)).problem.code).toBe('store_missing')
  expect((await analyze(begun.body.id, without)).problem.code).toBe('store_missing')
  // It goes all the same, and the store hears of it when it is there again.
  expect((await remove(begun.body.id, without)).status).toBe(200)
  await sweep(without.app.databases.main)
  expect(s3.uploads.size).toBe(1)
  await sweep()
  expect(s3.uploads.size).toBe(0)
})

describe('each version knows where its file is', () => {
  it('what came into the database before goes on there, and out of there', async () => {
    const { announce: begin, send } = uploads(() => without)
    const bytes = padded(apk('v1'), 2.5 * softwareLimits.part_bytes)
    const begun = await begin(bytes)
    await send(bytes, begun.body, 1)
    const again = await announce(bytes)
    expect(again.body.upload).toMatchObject({ method: 'POST', received: [0] })
    await uploads(() => app).send(bytes, again.body)
    const { id, version } = (await analyze(again.body.id)).body
    await app.call(updates.rollout, { params: { id }, body: { version } }, { as: 'banca' })
    expect((await asks())!.url).toBe(null)
    expect(sha256((await download(id)).raw)).toBe(sha256(bytes))
    expect(s3.asked).toEqual([])
  })

  it('what is in the store is served from there when new ones go into the database again', async () => {
    const { id } = await goesOut(three)
    const closed = await startApp(databases[0]!.url, { objects: { ...s3.config, takes_uploads: false } })
    expect((await announce(apk('v2-v3'), {}, 'banca', closed)).body.upload?.method).toBe('POST')
    expect(sha256((await download(id, {}, closed)).raw)).toBe(sha256(three))
    await closed.close()
  })

  it('a part for the database is none of a file that goes to the store', async () => {
    const { body } = await announce(apk('v1'))
    expect((await uploads(() => app).part(body.id, 0, apk('v1'))).problem.code).toBe('upload_over')
  })
})

it('two bancas have each its own part of the store, and no address of the other’s', async () => {
  const mine = storedOf(await announce(three))
  const theirs = await announce(three, {}, 'duena')
  await putAll(three, storedOf(theirs))
  const places = [mine, storedOf(theirs)].map(({ addresses }) => new URL(addresses[0]!.url).pathname.split('/'))
  expect(places.map(([, bucket, banca]) => [bucket, banca])).toEqual([
    ['software', 'principal'],
    ['software', 'otra'],
  ])
  expect(places.every(([, , , name]) => /^[0-9a-f-]{36}\.apk$/.test(name!))).toBe(true)
  const [{ id: own } = { id: 0 }] = await world.db.rows<{ id: number }>(sql`SELECT id FROM software_versions`)
  // Even where its name was written into a row of the other's, only what is under its own prefix is met.
  const [{ object_name } = { object_name: '' }] = await worlds[1]!.db.rows<{ object_name: string }>(
    sql`SELECT object_name FROM software_versions`,
  )
  expect((await app.call(updates.analyze, { body: { id: theirs.body.id } }, { as: 'duena' })).body.state).toBe('lista')
  await world.db.run(
    sql`UPDATE software_versions SET object_name = ${object_name}, upload_id = NULL WHERE id = ${own}::int`,
  )
  expect((await analyze(own)).problem.code).toBe('upload_incomplete')
  expect((await remove(own)).status).toBe(200)
  await expect.poll(async () => (await rows())!).toEqual(nothing)
  expect([...s3.objects.keys()]).toEqual([`otra/${object_name}`])
})

it('the console may connect to the store and to nobody else, and to nobody where there is none', async () => {
  const policy = async (to: TestApp) =>
    /connect-src ([^;]*)/.exec(
      String((await to.app.inject({ method: 'GET', url: '/livez' })).headers['content-security-policy']),
    )?.[1]
  expect([await policy(app), await policy(without)]).toEqual([`'self' ${s3.url}`, "'self'"])
})
