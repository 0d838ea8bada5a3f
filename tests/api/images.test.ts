/** Pictures: judged by their bytes, kept once, served to whoever has their address. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { deflateSync, crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { images, largestImage } from '../../contract/images.ts'
import { sweepImages } from '../../server/entities/images/store.ts'
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

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A real PNG, one grey. */
function png(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(Math.min(height, 4) * (Math.min(width, 4) + 1))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function jpeg(width = 8, height = 8): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'),
    frame,
    Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]),
  ])
}

function webp(width = 16, height = 16): Buffer {
  const body = Buffer.alloc(22)
  body.write('WEBPVP8X', 0, 'latin1')
  body.writeUInt32LE(10, 8)
  body.writeUIntLE(width - 1, 16, 3)
  body.writeUIntLE(height - 1, 19, 3)
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

async function upload(bytes: Buffer, { as = 'banca', type = 'image/png', name = 'foto.png' } = {}) {
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
    },
  })
  return { status: response.statusCode, ...(response.json() as { url?: string; code?: string; detail?: string }) }
}
const get = (url: string) => app.app.inject({ method: 'GET', url })
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('upload', () => {
  it.each([
    ['PNG', png(), 'png', 'image/png'],
    ['JPEG', jpeg(), 'jpg', 'image/jpeg'],
    ['WebP', webp(), 'webp', 'image/webp'],
  ])('keeps a %s under its hash, whatever its sender calls it', async (_what, bytes, extension, content_type) => {
    const { status, url } = await upload(bytes, { type: 'text/html', name: 'x.html' })
    expect([status, url]).toEqual([200, `/images/${hashOf(bytes)}.${extension}`])
    const served = await get(url!)
    expect(served.rawPayload.equals(bytes)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': content_type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('keeps the same picture once, and says who kept it', async () => {
    const bytes = png(3, 3)
    const [first, second] = await Promise.all([upload(bytes), upload(bytes, { as: 'agencia' })])
    expect(first.url).toBe(second.url)
    expect(await world.db.rows(sql`SELECT 1 FROM images WHERE hash = ${hashOf(bytes)}`)).toHaveLength(1)
    const audited = await world.db.one<{ action: string; after: object }>(
      sql`SELECT action, after FROM audit_log WHERE entity = 'images' AND entity_id = ${hashOf(bytes)} LIMIT 1`,
    )
    expect(audited).toEqual({
      action: 'images.upload',
      after: { filename: 'foto.png', content_type: 'image/png', size: bytes.length },
    })
  })

  it.each([
    [
      'SVG, which may carry scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200)),
    ],
    ['a page with a PNG’s name', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200))],
    ['a PNG cut short', png(40, 40).subarray(0, -20)],
    ['a PNG that is only a beginning', Buffer.concat([png().subarray(0, 33), Buffer.alloc(100)])],
    ['a JPEG without a frame', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), Buffer.alloc(100)])],
    [
      'a JPEG whose segments go nowhere',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(100)]),
    ],
    ['a WebP that says it is longer', webp().fill(0xff, 4, 8)],
    ['a GIF', Buffer.from('GIF89a'.padEnd(100))],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_what, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 422, code: 'image_invalid' })
  })

  it('refuses what is larger than a screen needs, by its sides and by its bytes', async () => {
    expect(await upload(png(4097, 10))).toMatchObject({
      status: 422,
      code: 'image_invalid',
      detail: 'La imagen mide 4097 × 10; el máximo es 4096 por lado.',
    })
    expect(await upload(jpeg(10, 5000))).toMatchObject({ status: 422 })
    expect(await upload(webp(9000, 9000))).toMatchObject({ status: 422 })
    expect(await upload(png(0, 10))).toMatchObject({ status: 422 })
    expect(await upload(png(4096, 4096))).toMatchObject({ status: 200 })
    expect(await upload(Buffer.concat([png(), Buffer.alloc(largestImage)]))).toMatchObject({
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
      `POST ${images.upload.path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}Content-Type: multipart/form-data; boundary=frontera\r\n\r\n`,
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

  it('is bounded by the day for each partner, and one kept before is not counted', async () => {
    const bytes = png(7, 7)
    expect((await upload(bytes)).status).toBe(200)
    const { today, partner } = world
    const set = (pictures: number, size: number) =>
      world.db.run(
        sql`UPDATE image_days SET pictures = ${pictures}, bytes = ${size} WHERE partner_id = ${partner.banca} AND day = ${today}`,
      )
    expect(await set(299, 0)).toBe(1)
    const together = await Promise.all([8, 9, 10].map((side) => upload(png(side, side))))
    expect(together.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect((await upload(bytes)).status).toBe(200)
    expect((await upload(png(6, 6), { as: 'agencia' })).status).toBe(200)
    await set(1, 50_000_000)
    expect(await upload(png(12, 12))).toMatchObject({ status: 429, code: 'image_allowance' })
    await set(0, 0)
  })

  it('is given up after a day when no symbol shows it', async () => {
    const [shown, unused, fresh] = [png(20, 20), png(21, 21), png(22, 22)]
    const urls: string[] = []
    for (const bytes of [shown, unused, fresh]) urls.push((await upload(bytes)).url!)
    await world.db.run(
      sql`UPDATE product_symbols SET image_url = ${urls[0]} WHERE product_id = ${world.product('LOTTO_ACTIVO')} AND code = '5'`,
    )
    await world.db.run(
      sql`UPDATE images SET created_at = created_at - interval '25 hours' WHERE hash IN (${hashOf(shown)}, ${hashOf(unused)})`,
    )
    await sweepImages(world.db)
    const statuses: number[] = []
    for (const url of urls) statuses.push((await get(url)).statusCode)
    expect(statuses).toEqual([200, 404, 200])
  })

  it('needs somebody who may', async () => {
    expect(await upload(png(), { as: 'taquilla' })).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('serving', () => {
  it('finds the picture of any banca, without a session', async () => {
    const bytes = png(5, 5)
    await other.db.run(
      sql`INSERT INTO images (hash, content_type, bytes) VALUES (${hashOf(bytes)}, 'image/png', ${bytes})`,
    )
    expect((await get(`/images/${hashOf(bytes)}.png`)).rawPayload.equals(bytes)).toBe(true)
  })

  it.each([
    `/images/${'0'.repeat(64)}.png`,
    `/images/${hashOf(png())}.jpg`,
    `/images/${hashOf(png())}`,
    '/images/',
    '/images/..%2f..%2fpackage.json',
    '/images/x.png',
    `/images/${hashOf(png()).toUpperCase()}.png`,
    '/images/a/b.png',
  ])('answers 404 to %s', async (url) => {
    await upload(png())
    expect((await get(url)).statusCode).toBe(404)
  })
})
