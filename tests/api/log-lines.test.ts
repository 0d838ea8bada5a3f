/** What the log says when very much goes wrong at once: of callers that left nothing, and of a database that is away a line a second. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { session } from '../../contract/session.ts'
import { build, type ServerApp, type Config } from '../../server/app.ts'
import { jobs } from '../../server/jobs.ts'
import { readTrust } from '../../server/platform/http/caller.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'
import { createDatabase } from '../support/postgres.ts'

interface Line {
  level: number
  msg: string
  times?: number
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The app as it is started, with the lines of its log. */
async function start(url: string, trust_proxy?: Config['trust_proxy']): Promise<{ app: ServerApp; lines: Line[] }> {
  const lines: Line[] = []
  const stream = new Writable({
    write: (text, _encoding, done) => {
      lines.push(JSON.parse(String(text)) as Line)
      done()
    },
  })
  const app = await build({
    databases: [{ key: 'principal', url }],
    logger: { level: 'warn', stream },
    rate_per_minute: 1_000_000,
    ...(trust_proxy !== undefined && { trust_proxy }),
  })
  ends.push(() => app.close())
  return { app, lines }
}

/** A database's address at which nobody listens any more. */
async function refusing(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `postgres://nobody@127.0.0.1:${port}/nothing`
}

it.each([undefined, '1', '10.0.0.0/8,127.0.0.1'])(
  'of 200 callers that leave as soon as they have asked it says nothing (TRUST_PROXY=%s)',
  async (trust) => {
    const database = await createDatabase()
    ends.push(() => database.drop())
    const { app, lines } = await start(database.url, readTrust(trust))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const body = JSON.stringify({ username: 'nobody', password: 'nothing-at-all' })
    const asked = [
      'GET /api/v2/agencies HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n\r\n',
      `POST ${session.open.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'GET /images/none.png HTTP/1.1\r\nHost: x\r\n\r\n',
    ]
    const sockets = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        await once(socket, 'connect')
        return socket
      }),
    )
    await Promise.all(
      sockets.map(async (socket, n) => {
        await new Promise((sent) => socket.write(asked[n % asked.length]!, sent))
        socket.resetAndDestroy()
      }),
    )
    await sleep(1_000)
    expect(lines).toEqual([])
    expect((await app.inject('/api/health')).statusCode).toBe(200)
  },
)

it('of a database that refuses it says a line a second, whatever meets it', async () => {
  const { app, lines } = await start(await refusing())
  const begin = Date.now()
  ends.push(startJobs(jobs, app.databases.all, app.log))
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      app.inject({ url: agencies.list.path, headers: { authorization: `Bearer principal.${n}` } }),
    ),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  await sleep(1_200)
  const seconds = (Date.now() - begin) / 1_000
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.length).toBeLessThanOrEqual(1 + seconds)
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['database away']))
  // Each of them is in one of the lines: the calls, and the jobs that the clock asked for.
  expect(lines.reduce((sum, { times }) => sum + times!, 0)).toBeGreaterThanOrEqual(200 + jobs.length)
})
