/** The app as tests use it: the same `build`, over a database of the test's own, called by injection. */
import type { InjectOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Answer, Arguments, Endpoint } from '../../contract/endpoint.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { session } from '../../contract/session.ts'
import { build, type ServerApp, type Config } from '../../server/app.ts'
import { watchAnswers } from './answers.ts'
import { untoldIn } from './audited.ts'
import { costOfPasswords } from './passwords.ts'
import { password as worldPassword } from './world.ts'

// What a bench seeds is signed in to by a server of another process, which pays as the product does.
if (process.env['VITEST']) costOfPasswords()

export interface Reply<E extends Endpoint> {
  status: number
  /** The answer of a success. */
  body: Answer<E>
  /** The problem of a failure. */
  problem: ProblemBody
  headers: Record<string, string | string[] | number | undefined>
  raw: Buffer
}

interface CallOptions {
  /** Username to call as; nobody when missing. */
  as?: string
  /** A token instead of a user's. */
  token?: string
  key?: string
  headers?: Record<string, string>
}

export interface TestApp {
  app: ServerApp
  /** Access token of a user, signed in once and kept. */
  signInAs(username: string, password?: string): Promise<string>
  /** The user signs in anew at the next call: the session of before was ended. */
  signInAnew(username: string): void
  call<E extends Endpoint<any, any, any, any>>(
    endpoint: E,
    args?: Partial<Arguments<E>> & { params?: unknown; query?: unknown; body?: unknown },
    options?: CallOptions,
  ): Promise<Reply<E>>
  close(): Promise<void>
}

/** A token is good for a quarter of an hour. */
const KEPT_MS = 10 * 60_000

/** Builds the app over a database. Every user of a world has its password; a seeded banca has the demo one. */
export async function startApp(
  url: string,
  {
    password = worldPassword,
    more = [],
    reports_url,
    objects,
  }: { password?: string; more?: Config['databases']; reports_url?: string } & Pick<Config, 'objects'> = {},
): Promise<TestApp> {
  const main = { key: 'principal', url, ...(reports_url && { reports_url }) }
  const app = await build({ databases: [main, ...more], rate_per_minute: 1_000_000, ...(objects && { objects }) })
  const watched = watchAnswers(app)
  const tokens = new Map<string, { token: Promise<string>; since: number }>()
  const call: TestApp['call'] = async (endpoint, args, options = {}) => {
    const token = options.token ?? (options.as ? await signInAs(options.as) : undefined)
    const url = addressOf(endpoint, args as { params?: Record<string, unknown>; query?: Record<string, unknown> })
    const response = await injected(app, endpoint, {
      method: endpoint.method,
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(endpoint.moves_money && { 'idempotency-key': options.key ?? randomUUID() }),
        ...(!endpoint.moves_money && options.key && { 'idempotency-key': options.key }),
        ...(args?.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(args?.body !== undefined && { payload: JSON.stringify(args.body) }),
    })
    const json = String(response.headers['content-type']).includes('json') ? response.json() : undefined
    return {
      status: response.statusCode,
      body: json,
      problem: json,
      headers: response.headers,
      raw: response.rawPayload,
    }
  }
  const signInAs = (username: string, given = password) => {
    const kept = tokens.get(username)
    // A long run outlives a token.
    if (kept && performance.now() - kept.since < KEPT_MS) return kept.token
    const token = call(session.open, { body: { username, password: given } }).then((reply) => {
      if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.problem.code}`)
      return reply.body.access_token!
    })
    tokens.set(username, { token, since: performance.now() })
    return token
  }
  const close = async () => {
    // Where a test ended its database on purpose there is no log left to look at.
    const untold = await untoldIn(app.databases.main.db).catch(() => [])
    await app.close()
    if (untold.length > 0) throw new Error(`the log does not tell ${untold.join(', ')}`)
    watched.expectDeclared()
  }
  return { app, signInAs, signInAnew: (username) => void tokens.delete(username), call, close }
}

/** The value of a cookie that an answer sets. */
export function cookieOf({ headers }: Pick<Reply<Endpoint>, 'headers'>, name: string): string {
  const lines = [headers['set-cookie']].flat().map(String)
  return (
    lines
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(';')[0] ?? ''
  )
}

/** Makes a call inside the process. Of one that answers for as long as somebody listens only the beginning is waited for. */
export async function injected(app: ServerApp, { response }: Endpoint, asked: InjectOptions) {
  if (response !== 'events') return app.inject(asked)
  const reply = await app.inject({ ...asked, payloadAsStream: true })
  const stream = reply.stream()
  const [rawPayload] = (await once(stream, 'data')) as [Buffer]
  stream.destroy()
  const { statusCode, headers } = reply
  const payload = String(rawPayload)
  return { statusCode, headers, rawPayload, payload, json: () => JSON.parse(payload) as never }
}

function addressOf(
  endpoint: Endpoint,
  { params = {}, query = {} }: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
  return search.size ? `${path}?${search}` : path
}
