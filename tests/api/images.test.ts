/** Pictures: judged by their bytes, kept once, served to whoever has their address. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { images, largestImage } from '../../contract/images.ts'
import { sweepImages } from '../../server/entities/images/sweep.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let elsewhere: TestDatabase
let world: World
let other: World
let app: TestApp

beforeAll(async () => {
  ;[database, elsewhere] = await Promise.all([createDatabase(), createDatabase()])
  ;[world, other] = await Promise.all([createWorld(database.url), createWorld(elsewhere.url)])
  app = await startApp(database.url, { more: [{ key: 'otra', url: elsewhere.url }] })
})
afterAll(async () => {
  await app?.close()
  await Promise.all([world?.close(), other?.close()])
  await Promise.all([database?.drop(), elsewhere?.drop()])
})

/** A real one, in one colour. */
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 8, height = 8): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })
    .toFormat(format)
    .toBuffer()
const png = (width = 8, height = 8) => picture('png', width, height)

/** One that says it is larger than what it holds. */
async function lying(width: number, height: number): Promise<Buffer> {
  const bytes = await png()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** One that no format can say in a few bytes. */
const noise = (format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } } as never)
    .toFormat(format)
    .toBuffer()

async function upload(bytes: Buffer, { as = 'banca', type = 'image/png', name = 'foto.png', key = '' } = {}) {
  const boundary = 'frontera'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await app.app.inject({
    method: 'POST',
    url: images.upload.path,
    payload,
    headers: {
      authorization: `Bearer ${await app.signInAs(as)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(key && { 'idempotency-key': key }),
    },
  })
  return { status: response.statusCode, ...(response.json() as { url?: string; code?: string; detail?: string }) }
}
const get = (url: string) => app.app.inject({ method: 'GET', url })
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const hashIn = (url: string | undefined) => /^\/images\/([0-9a-f]{64})\.\w+$/.exec(url ?? '')?.[1]

describe('upload', () => {
  it.each([
    ['png', 'png', 'image/png'],
    ['jpeg', 'jpg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
  ] as const)('keeps a %s under its hash, whatever its sender calls it', async (format, extension, content_type) => {
    const { status, url } = await upload(await picture(format, 12, 9), { type: 'text/html', name: 'x.html' })
    expect(status).toBe(200)
    const served = await get(url!)
    expect(url).toBe(`/images/${hashOf(served.rawPayload)}.${extension}`)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format, width: 12, height: 9 })
    expect(served.headers).toMatchObject({
      'content-type': content_type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('keeps the picture and nothing else of the file', async () => {
    const taken = await sharp(await picture('jpeg', 40, 20))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'Quien la tomó' }, IFD3: { GPSLatitude: '10/1 30/1 0/1' } })
      .toBuffer()
    const { url } = await upload(Buffer.concat([taken, Buffer.from('<script>alert(1)</script>')]))
    const { rawPayload } = await get(url!)
    const { width, height, exif, orientation } = await sharp(rawPayload).metadata()
    // Upright: what the camera said about turning it is gone with the rest.
    expect([width, height, exif, orientation]).toEqual([20, 40, undefined, undefined])
    expect(rawPayload.includes('script')).toBe(false)
  })

  it('keeps no more of it than a screen shows', async () => {
    const { url } = await upload(await picture('webp', 4096, 1024))
    expect(await sharp((await get(url!)).rawPayload).metadata()).toMatchObject({ width: 1024, height: 256 })
  })

  it('under a key answers what it answered, and takes no other picture', async () => {
    const key = 'imagen-una-vez'
    const bytes = await png(5, 5)
    const [first, again] = [await upload(bytes, { key }), await upload(bytes, { key })]
    expect([first.status, again]).toEqual([200, first])
    expect(await upload(await png(6, 6), { key })).toMatchObject({ status: 409, code: 'idempotency_mismatch' })
  })

  it('keeps the same picture once, and says who kept it', async () => {
    const bytes = await png(3, 3)
    const [first, second] = await Promise.all([upload(bytes), upload(bytes, { as: 'agencia' })])
    expect(first.url).toBe(second.url)
    const hash = hashIn(first.url)!
    const kept = await world.db.rows<{ size: number }>(
      sql`SELECT length(bytes) AS size FROM images WHERE hash = ${hash}`,
    )
    expect(kept).toHaveLength(1)
    const audited = await world.db.one<{ action: string; after: object }>(
      sql`SELECT action, after FROM audit_log WHERE entity = 'images' AND entity_id = ${hash} LIMIT 1`,
    )
    expect(audited).toEqual({
      action: 'images.upload',
      after: { filename: 'foto.png', content_type: 'image/png', size: kept[0]!.size },
    })
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      'SVG, which may carry scripts',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200)),
    ],
    ['a page with a PNG’s name', () => Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200))],
    ['a PNG cut short', async () => (await noise('png')).subarray(0, -400)],
    ['a PNG that is only a beginning', async () => Buffer.concat([(await png()).subarray(0, 33), Buffer.alloc(100)])],
    ['a PNG whose points are spoiled', async () => (await noise('png')).fill(0, 200, 400)],
    ['a PNG that holds less than it says', () => lying(3000, 3000)],
    ['a PNG without any width', () => lying(0, 10)],
    ['a JPEG cut short', async () => (await noise('jpeg')).subarray(0, 700)],
    ['a JPEG without a frame', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), Buffer.alloc(100)])],
    ['a WebP cut short', async () => (await noise('webp')).subarray(0, 300)],
    ['a GIF', () => picture('gif')],
    ['a TIFF', () => picture('tiff')],
    ['nothing', () => Buffer.alloc(0)],
  ])('refuses %s', async (_what, made) => {
    expect(await upload(await made())).toMatchObject({ status: 422, code: 'image_invalid' })
  })

  it('refuses what is larger than a screen needs, by its sides and by its bytes', async () => {
    expect(await upload(await png(4097, 10))).toMatchObject({
      status: 422,
      code: 'image_invalid',
      detail: 'La imagen mide 4097 × 10; el máximo es 4096 por lado.',
    })
    expect(await upload(await picture('jpeg', 10, 5000))).toMatchObject({ status: 422 })
    expect(await upload(await lying(60_000, 60_000))).toMatchObject({
      status: 422,
      code: 'image_invalid',
      detail: 'La imagen mide 60000 × 60000; el máximo es 4096 por lado.',
    })
    expect(await upload(await png(4096, 4096))).toMatchObject({ status: 200 })
    expect(await upload(Buffer.concat([await png(), Buffer.alloc(largestImage)]))).toMatchObject({
      status: 413,
      code: 'too_large',
    })
  })

  it.each([
    ['a file without end', 'Content-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n', 'banca'],
    ['a form that never begins', null, 'banca'],
    ['a header without end', 'Content-Disposition: form-data; name="', 'banca'],
    ['a caller without a session', 'Content-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n', null],
  ])('cuts off %s', async (_what, start, as) => {
    const address =
      app.app.server.address() ?? (await app.app.listen({ port: 0, host: '127.0.0.1' }), app.app.server.address())
    const token = as && (await app.signInAs(as))
    const socket = connect((address as AddressInfo).port, '127.0.0.1')
    let answer = ''
    let sent = 0
    socket.on('data', (bytes) => (answer += bytes.toString()))
    socket.on('error', () => undefined)
    const closed = new Promise<void>((done) => socket.on('close', () => done()))
    socket.write(
      `POST ${images.upload.path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ` +
        `chunked\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}Content-Type: ` +
        'multipart/form-data; boundary=frontera\r\n\r\n',
    )
    const send = (bytes: Buffer) => {
      sent += bytes.length
      return socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
    }
    if (start !== null) send(Buffer.from(`--frontera\r\n${start}`))
    const piece = Buffer.alloc(64 * 1024, 'a')
    while (!socket.destroyed && sent < 60 * largestImage) {
      if (!send(piece)) await Promise.race([closed, once(socket, 'drain').catch(() => undefined)])
    }
    await closed
    expect(sent).toBeLessThan(60 * largestImage)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [^]*connection: close/)
  })

  it('tells whoever sends too much so, at the end of what they send and not in the middle', async () => {
    const address =
      app.app.server.address() ?? (await app.app.listen({ port: 0, host: '127.0.0.1' }), app.app.server.address())
    const token = await app.signInAs('banca')
    const socket = connect((address as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString()))
    const whole = 2 * largestImage
    socket.write(
      `POST ${images.upload.path} HTTP/1.1\r\nHost: x\r\nContent-Length: ` +
        `${whole}\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; ` +
        'boundary=frontera\r\n\r\n',
    )
    socket.write(Buffer.alloc(whole - 1, 'a'))
    await sleep(500)
    expect(answer).toBe('')
    socket.write('a')
    while (!answer.includes('too_large')) await once(socket, 'data')
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  it('is bounded by the day for each partner, and one kept before is not counted', async () => {
    const bytes = await png(7, 7)
    expect((await upload(bytes)).status).toBe(200)
    const { today, partner } = world
    const set = (pictures: number, size: number) =>
      world.db.run(
        sql`UPDATE image_days SET pictures = ${pictures}, bytes = ${size} WHERE partner_id = ${partner.banca} AND day = ${today}`,
      )
    expect(await set(299, 0)).toBe(1)
    const together = await Promise.all([13, 14, 15].map(async (side) => upload(await png(side, side))))
    expect(together.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect((await upload(bytes)).status).toBe(200)
    expect((await upload(await png(6, 6), { as: 'agencia' })).status).toBe(200)
    await set(1, 50_000_000)
    expect(await upload(await png(12, 12))).toMatchObject({ status: 429, code: 'image_allowance' })
    await set(0, 0)
  })

  it('is given up after a day when no symbol shows it', async () => {
    const urls: string[] = []
    for (const side of [20, 21, 22]) urls.push((await upload(await png(side, side))).url!)
    await world.db.run(
      sql`UPDATE product_symbols SET image_url = ${urls[0]} WHERE product_id = ${world.product('LOTTO_ACTIVO')} AND code = '5'`,
    )
    await world.db.run(
      sql`UPDATE images SET created_at = created_at - interval '25 hours' WHERE hash IN (${hashIn(urls[0])}, ${hashIn(urls[1])})`,
    )
    await sweepImages(world.pool)
    const statuses: number[] = []
    for (const url of urls) statuses.push((await get(url)).statusCode)
    expect(statuses).toEqual([200, 404, 200])
  })

  it('draws few at a time: of forty at once the first are kept and the others told to come back, and nobody else is', async () => {
    const large = await png(3_000, 3_000)
    const sent = Promise.all(Array.from({ length: 40 }, () => upload(large, { as: 'agencia' })))
    const another = upload(await png(9, 9))
    const answers = await sent
    const busy = answers.filter(({ status }) => status === 503)
    expect([...new Set(busy.map(({ code }) => code))]).toEqual(['busy'])
    expect(new Set(answers.filter(({ status }) => status !== 503).map(({ status }) => status))).toEqual(new Set([200]))
    expect(busy.length).toBeLessThan(40)
    expect((await another).status).toBe(200)
    expect((await upload(large, { as: 'agencia' })).status).toBe(200)
  })

  it('needs somebody who may', async () => {
    expect(await upload(await png(), { as: 'taquilla' })).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('serving', () => {
  it('finds the picture of any banca, without a session', async () => {
    const bytes = await png(5, 5)
    await other.db.run(
      sql`INSERT INTO images (hash, content_type, bytes) VALUES (${hashOf(bytes)}, 'image/png', ${bytes})`,
    )
    expect((await get(`/images/${hashOf(bytes)}.png`)).rawPayload.equals(bytes)).toBe(true)
  })

  it.each([
    [`/images/${'0'.repeat(64)}.png`],
    ['/images/HASH.jpg'],
    ['/images/HASH'],
    ['/images/'],
    ['/images/..%2f..%2fpackage.json'],
    ['/images/x.png'],
    ['/images/UPPER.png'],
    ['/images/a/b.png'],
  ])('answers 404 to %s', async (url) => {
    const hash = hashIn((await upload(await png())).url)!
    expect((await get(`/images/${hash}.png`)).statusCode).toBe(200)
    expect((await get(url.replace('HASH', hash).replace('UPPER', hash.toUpperCase()))).statusCode).toBe(404)
  })
})
