import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, type ServerApp } from './app.ts'

const page = '<!doctype html><title>Sorteo</title>'
let folder = ''
let app: ServerApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sorteo-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'index.html.gz'), gzipSync(page))
  writeFileSync(join(folder, 'assets/app-1.js'), 'export {}')
  // Nothing here asks the database.
  app = await build({ databases: [{ key: 'principal', url: 'postgres://127.0.0.1:1/none' }], console_dir: folder })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As a browser opens a page. */
const get = (url: string, encoding?: string) =>
  app.inject({
    method: 'GET',
    url,
    headers: { accept: 'text/html,*/*;q=0.8', ...(encoding && { 'accept-encoding': encoding }) },
  })

describe('the console is served', () => {
  it.each([
    ['/', undefined],
    ['/', 'identity'],
    ['/admin/registry/agencies?page=2', undefined],
  ])('%s, to whoever asks in %s', async (url, encoding) => {
    const { statusCode, headers, body } = await get(url, encoding)
    expect([statusCode, headers['content-encoding'], headers['cache-control'], body]).toEqual([
      200,
      undefined,
      'no-cache',
      page,
    ])
  })

  it.each(['/', '/login'])('%s compressed, as it was built', async (url) => {
    const { statusCode, headers, rawPayload } = await get(url, 'gzip')
    expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'gzip', 'no-cache'])
    expect(rawPayload.equals(gzipSync(page))).toBe(true)
  })

  it('a built file for ever, since its name changes with it', async () => {
    const { statusCode, headers } = await get('/assets/app-1.js')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  })

  it.each(['/assets/app-0.js', '/none.png'])('%s, which is no page, is not found', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it.each(['/metrics', '/healthz', '/admin/registry/agencies', '/api/none', '/api'])(
    '%s, asked by a program, is not found in words for programs',
    async (url) => {
      for (const accept of [undefined, '*/*', 'application/json']) {
        const { statusCode, headers, body } = await app.inject({ url, headers: accept ? { accept } : {} })
        expect([statusCode, headers['content-type'], JSON.parse(body).code]).toEqual([
          404,
          'application/problem+json',
          'not_found',
        ])
      }
    },
  )
})

describe('whoever watches over the server', () => {
  it('hears that it lives, and that it is not ready without its database', async () => {
    const [live, ready] = [await app.inject('/livez'), await app.inject('/readyz')]
    expect([live.statusCode, ready.statusCode, ready.json().code, ready.headers['retry-after']]).toEqual([
      200,
      503,
      'unavailable',
      '2',
    ])
  })
})
