import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { serveDescription } from './serve.ts'

const path = '/description.json'
let built = 0
const app = fastify()
serveDescription(app, path, () => ({ openapi: '3.0.3', built: ++built }))
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}) => app.inject({ url: path, headers })
const whole = '{"openapi":"3.0.3","built":1}'

it('is made when it is first asked for, and never again', async () => {
  expect(built).toBe(0)
  const [one, other] = [await get(), await get()]
  expect([one.body, other.body, built]).toEqual([whole, whole, 1])
  expect(one.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: other.headers.etag,
  })
})

it('comes compressed to whoever takes it so', async () => {
  const compressed = await get({ 'accept-encoding': 'br, gzip' })
  expect([compressed.headers['content-encoding'], gunzipSync(compressed.rawPayload).toString()]).toEqual([
    'gzip',
    whole,
  ])
  for (const header of ['identity', 'gzip;q=0', 'br'])
    expect([header, (await get({ 'accept-encoding': header })).headers['content-encoding']]).toEqual([
      header,
      undefined,
    ])
})

it('does not come again to whoever has it', async () => {
  const tag = String((await get()).headers.etag)
  for (const header of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const { statusCode, body, headers } = await get({ 'if-none-match': header })
    expect([header, statusCode, body, headers.etag]).toEqual([header, 304, '', tag])
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})
