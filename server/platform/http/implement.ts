/**
 * The five hops' middle: session → rule → validation → idempotency → transaction → handler → audit,
 * once for every endpoint of the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { asOfHeader, isStreamed, type Endpoint } from '@contract/endpoint.ts'
import { pictureFinder } from '@contract/field.ts'
import { everyEndpoint } from '@contract/index.ts'
import type { SessionUser } from '@contract/session.ts'
import { defaultZone, inZone } from '@contract/values/dates.ts'
import { scopeOf } from '../db/scope.ts'
import { admit, type Admitted } from './admit.ts'
import { answerOf } from './answer.ts'
import type { AnyHandler, Call, Left } from './call.ts'
import { callerOf } from './caller.ts'
import type { Context, FileAnswer, Wire } from './context.ts'
import { laneOf, Lanes } from './lanes.ts'
import { isForeign, readCookie, zoneOf } from './request.ts'
import { Coalescer } from './coalescing.ts'
import { drainBody, receiveFile } from './upload.ts'
import { parseInput } from './validation.ts'
import { tokenOf } from './call-owners.ts'
import { writtenAs } from './writer.ts'

/** Who was let in before the body of their call was read. */
const admitted = new WeakMap<FastifyRequest, Admitted>()

/** Registers every endpoint of the contract on the app. */
export function implement(
  app: FastifyInstance,
  { databases, routes, whose, closing }: Pick<Call, 'databases' | 'routes' | 'whose' | 'closing'>,
): void {
  const shared = {
    databases,
    whose,
    routes,
    closing,
    lanes: new Lanes(),
    coalescer: new Coalescer<{ answer: unknown; of: Left }>(),
  }
  for (const { entity, name, endpoint } of everyEndpoint()) {
    const handler = routes[entity]?.[name] as AnyHandler | undefined
    if (!handler) throw new Error(`no handler for ${entity}.${name}`)
    app.route(route({ ...shared, endpoint, entity, name, handler, pictures: pictureFinder(endpoint.body) }))
  }
}

function route(call: Call): RouteOptions {
  const { endpoint } = call
  return {
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.largest_body && {
      bodyLimit: endpoint.largest_body,
      // At the door before the body is read: a stranger sends no more than a small one.
      onRequest: (request: FastifyRequest) =>
        counted(call, request, async () => {
          admitted.set(request, await admit(call, request))
        }),
    }),
    handler: (request, reply) =>
      counted(call, request, () => received(call, request, () => respond(call, request, reply))),
  }
}

/** Does its work as one of the calls that its caller has under way. */
async function counted<T>(call: Call, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const token = tokenOf(request)
  const leave = token === undefined ? undefined : call.lanes.arrive(token)
  try {
    return await work()
  } finally {
    leave?.()
  }
}

/** Does its work with a place for the file that comes along, which is read once it is known who sends it. */
async function received<T>(call: Call, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  if (!call.endpoint.upload) return work()
  const one = await admit(call, request)
  admitted.set(request, one)
  let end: (() => void) | undefined
  try {
    end = await call.lanes.receive(one.database, `user:${one.session?.id}`)
    return await work()
  } catch (error) {
    end?.()
    await drainBody(request)
    throw error
  } finally {
    end?.()
  }
}

async function respond(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = call
  // Before anything is waited for: a caller may leave while its session is looked up.
  const callerLeft = new AbortController()
  // What was answered whole has nothing left to end, whether or not all of it has left.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) callerLeft.abort()
  })
  const timezone = zoneOf(request)
  const one = admitted.get(request) ?? (await admit(call, request))
  const { session, database } = one
  const file = endpoint.upload && (await receiveFile(request, endpoint.upload.largest_bytes))
  const asked = parseInput(endpoint, request)
  const input = (file ? { ...asked, body: file } : asked) as never
  const left: Left = { changes: [], afterwards: [] }
  const context: Omit<Context, 'db'> = {
    session: session as SessionUser,
    scope: scopeOf(session ?? { partner_id: 0 }),
    ...instantOf(session),
    timezone,
    ip: callerOf(request),
    request_id: request.id,
    signal: callerLeft.signal,
    audit: (change) => {
      left.changes.push(change)
    },
    afterwards: (work) => {
      left.afterwards.push(work)
    },
    wire: wireOf(call, one, request, reply),
  }
  reply.header('cache-control', 'no-store')
  // A session is opened on connections of its own choice; a file has its own places (`openSnapshot`), and so have listeners.
  const hasTurn = !isStreamed(endpoint.response) && (session !== null || endpoint.method === 'GET')
  const who = session ? `user:${session.id}` : `ip:${context.ip}`
  const enter = (signal: AbortSignal) => call.lanes.enter(database, laneOf(endpoint), who, signal)
  const say = ({ as_of }: Pick<Left, 'as_of'>) => {
    if (as_of) reply.header(asOfHeader, as_of.toISOString())
  }
  if (endpoint.coalesced && session) {
    const { answer, of } = await call.coalescer.read({
      key: questionOf(call, context, input),
      who,
      enter,
      signal: callerLeft.signal,
      read: async (signal) => {
        const of: Left = { changes: [], afterwards: [] }
        return { answer: await answerOf(call, { ...context, ...instantOf(session), signal }, input, request, of), of }
      },
    })
    say(of)
    return writtenAs(endpoint, reply).send(answer)
  }
  const leave = hasTurn ? await enter(callerLeft.signal) : undefined
  try {
    const answer = await answerOf(call, context, input, request, left)
    say(left)
    return send(endpoint, reply, answer)
  } finally {
    leave?.()
  }
}

/** What a handler has of the connection that its call came by. */
function wireOf(call: Call, { database, token }: Admitted, request: FastifyRequest, reply: FastifyReply): Wire {
  return {
    databases: call.databases,
    database,
    calls: call.routes,
    access_token: token,
    cookie: (name) => readCookie(request.headers.cookie, name),
    secure: request.protocol === 'https',
    foreign_page: isForeign(request),
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    setHeader: (name, value) => {
      reply.header(name, value)
    },
    reportTurn: (at, who, signal) => call.lanes.enter(at, 'reports', who, signal),
    closing: call.closing,
  }
}

/** The instant of a call, and the business day that it is. */
function instantOf(session: SessionUser | null): Pick<Context, 'now' | 'today'> {
  const now = new Date()
  return { now, today: inZone(now, session?.zone ?? defaultZone).day }
}

/** All that the answer of a reading may hang from but the instant: what is asked, and of whoever asks all but who it is. */
function questionOf({ entity, name }: Call, { session, timezone, wire }: Omit<Context, 'db'>, input: unknown): string {
  const { id, username: _2, name: _3, server_time: _4, ...standing } = session
  // A replica that is behind has what one of them wrote and not what another did.
  const whose = wire.database.replica?.standing === 'behind' ? id : null
  return JSON.stringify([wire.database.key, entity, name, timezone, standing, whose, input])
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown): unknown {
  // A proxy that gathers answers would keep the events to itself, and a connection kept for later the server from closing.
  if (endpoint.response === 'events')
    return reply
      .headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' })
      .send(answer)
  if (endpoint.response !== 'file') return writtenAs(endpoint, reply.code(endpoint.status ?? 200)).send(answer)
  const file = answer as FileAnswer
  const ascii = file.filename.normalize('NFD').replace(/[^\w.() -]/g, '')
  return reply
    .header('content-type', file.content_type)
    .header(
      'content-disposition',
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
    )
    .send(file.stream)
}
