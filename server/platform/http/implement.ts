/**
 * The five hops' middle: session → rule → validation → idempotency → transaction → handler → audit,
 * once for every endpoint of the contract.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { closesCalls } from '@contract/access/screens.ts'
import { allows } from '@contract/access/rules.ts'
import { asOfHeader, isStreamed, type Endpoint, type ReceivedFile, type UploadedFile } from '@contract/endpoint.ts'
import { pictureFinder } from '@contract/field.ts'
import { everyEndpoint } from '@contract/index.ts'
import type { SessionUser } from '@contract/session.ts'
import { defaultZone, inZone, isZone } from '@contract/values/dates.ts'
import { writeAudit } from '../audit/audit.ts'
import { executorUntil, transaction, type Tx } from '../db/connect.ts'
import type { Database, Databases } from '../db/databases.ts'
import { isRecoveryConflict } from '../db/lost.ts'
import { scopeOf } from '../db/scope.ts'
import { authenticate, databaseOf, remoteSession } from '../session/authenticate.ts'
import { callerOf } from './caller.ts'
import type { Change, Context, FileAnswer, Handler } from './context.ts'
import { keyPattern, once } from './idempotency.ts'
import { isReading, laneOf, Lanes, storeOf } from './lanes.ts'
import { holdPictures } from './pictures.ts'
import { Problem } from './problem.ts'
import { noteRefusal } from './refused.ts'
import { Together } from './together.ts'
import { letBy, receiveFile } from './upload.ts'
import { understood } from './validation.ts'
import { tokenOf, type Whose } from './whose.ts'
import { writtenAs } from './writer.ts'

type AnyHandler = Handler<Endpoint<any, any, any, any>>
type RouteTable = Record<string, Record<string, unknown>>

interface Call {
  endpoint: Endpoint
  entity: string
  name: string
  handler: AnyHandler
  databases: Databases
  lanes: Lanes
  together: Together<{ answer: unknown; of: Left }>
  whose: Whose
  routes: RouteTable
  closing: AbortSignal
  /** Of a body that names pictures. */
  pictures: ReturnType<typeof pictureFinder>
}

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
    together: new Together<{ answer: unknown; of: Left }>(),
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
    await letBy(request)
    throw error
  } finally {
    end?.()
  }
}

/** What a call leaves to be done: rows of the audit log, and what follows its commit. */
interface Left {
  changes: Change[]
  afterwards: (() => Promise<void>)[]
  /** Figures of a replica that is behind: all until then is in them. */
  as_of?: Date
}

async function respond(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = call
  // Before anything is waited for: a caller may leave while its session is looked up.
  const gone = new AbortController()
  // What was answered whole has nothing left to end, whether or not all of it has left.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort()
  })
  const timezone = zoneOf(request)
  const { session, database, token } = admitted.get(request) ?? (await admit(call, request))
  const file = endpoint.upload && (await receiveFile(request, endpoint.upload.largest_bytes))
  const asked = understood(endpoint, request)
  const input = (file ? { ...asked, body: file } : asked) as never
  const left: Left = { changes: [], afterwards: [] }
  const context: Omit<Context, 'db'> = {
    session: session as SessionUser,
    scope: scopeOf(session ?? { partner_id: 0 }),
    ...instantOf(session),
    timezone,
    ip: callerOf(request),
    request_id: request.id,
    signal: gone.signal,
    audit: (change) => {
      left.changes.push(change)
    },
    afterwards: (work) => {
      left.afterwards.push(work)
    },
    wire: {
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
      closing: call.closing,
    },
  }
  reply.header('cache-control', 'no-store')
  // A session is opened on connections of its own choice; a file has its own places (`openSnapshot`), and so have listeners.
  const hasTurn = !isStreamed(endpoint.response) && (session !== null || endpoint.method === 'GET')
  const who = session ? `user:${session.id}` : `ip:${context.ip}`
  const enter = (signal: AbortSignal) => call.lanes.enter(database, laneOf(endpoint), who, signal)
  const say = ({ as_of }: Pick<Left, 'as_of'>) => {
    if (as_of) reply.header(asOfHeader, as_of.toISOString())
  }
  if (endpoint.together && session) {
    const { answer, of } = await call.together.read({
      key: questionOf(call, context, input),
      who,
      enter,
      signal: gone.signal,
      read: async (signal) => {
        const of: Left = { changes: [], afterwards: [] }
        return { answer: await answerOf(call, { ...context, ...instantOf(session), signal }, input, request, of), of }
      },
    })
    say(of)
    return writtenAs(endpoint, reply).send(answer)
  }
  const leave = hasTurn ? await enter(gone.signal) : undefined
  try {
    const answer = await answerOf(call, context, input, request, left)
    say(left)
    return send(endpoint, reply, answer)
  } finally {
    leave?.()
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

/** Reads stand alone and end with their caller; all else is one transaction, which the caller cannot end. */
async function answerOf(
  call: Call,
  context: Omit<Context, 'db'>,
  input: never,
  request: FastifyRequest,
  left: Left,
): Promise<unknown> {
  const { endpoint, handler } = call
  const { session, signal, wire } = context
  const lane = laneOf(endpoint)
  const store = storeOf(wire.database, lane)
  const { replica } = wire.database
  const told = (as_of: Date) => {
    left.as_of = as_of
  }
  const reading = () => {
    const asked =
      lane === 'reports' && replica ? replica.executorFor(session.id, signal, told) : executorUntil(store, signal)
    return { ...context, db: asked as Tx }
  }
  // What only reads changes nothing that another could have changed meanwhile: it is asked for again.
  if (isReading(endpoint))
    return handler(reading(), input).catch((error: unknown) => {
      throw isRecoveryConflict(error) ? new Problem('unavailable') : error
    })
  // Public calls open transactions of their own: holding one while a password is checked would starve the pool.
  if (endpoint.access.roles === 'public') return handler({ ...context, db: wire.database.db as Tx }, input)
  const noting = async (error: unknown): Promise<never> => {
    await noteRefusal(store.db, context, call.entity, error)
    throw error
  }
  const handle = handler.before ? await handler.before(reading(), input).catch(noting) : handler
  const work = async (tx: Tx): Promise<unknown> => {
    left.changes.length = 0
    left.afterwards.length = 0
    if (call.pictures) await holdPictures(tx, call.pictures((input as { body?: unknown }).body, ''))
    const answer = await handle({ ...context, db: tx }, input)
    const says = left.changes.length > 0 || !endpoint.heard
    if (call.entity !== 'session' && says) {
      await writeAudit(tx, {
        session,
        ip: context.ip,
        request_id: context.request_id,
        action: `${call.entity}.${call.name}`,
        entity: call.entity,
        changes: left.changes,
        asked: input,
      })
    }
    return answer
  }
  const key = operationKey(endpoint, request)
  const answer = await transaction(store.pool, async (tx) =>
    key
      ? once(
          tx,
          { user_id: session.id, key, body_hash: bodyHash(request, endpoint.upload && (input as ReceivedFile).body) },
          () => work(tx),
        )
      : work(tx),
  ).catch(noting)
  for (const follow of left.afterwards)
    follow().catch((error: unknown) => request.log.error({ err: error }, 'afterwards'))
  return answer
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

function zoneOf(request: FastifyRequest): string {
  const zone = request.headers['timezone']
  if (zone === undefined) return defaultZone
  if (typeof zone !== 'string' || !isZone(zone)) throw new Problem('unknown_timezone')
  return zone
}

interface Admitted {
  session: SessionUser | null
  database: Database
  token: string | undefined
}

/** What a session does that was begun with another's password: have one of its own, or end. */
const ownPlace: ReadonlySet<string> = new Set(['changePassword', 'close'])

/** Who calls, on which database, and whether the rule lets them. */
async function admit({ endpoint, entity, name, databases, whose }: Call, request: FastifyRequest): Promise<Admitted> {
  const token = tokenOf(request)
  const home = databaseOf(databases, token)
  if (endpoint.access.roles === 'public') return { session: null, database: home ?? databases.main, token }
  home?.presence.expect()
  const lane = laneOf(endpoint)
  const session =
    home && token ? await authenticate(home, token, lane === 'money' ? home.money.db : home.lists.db) : null
  if (token && !session) whose.forget(token)
  if (!home || !session) throw new Problem(token ? 'session_expired' : 'unauthenticated')
  whose.note(token!, home.key, session.id)
  const wanted = endpoint.method === 'GET' ? (request.query as Record<string, unknown>)['db-identifier'] : undefined
  const elsewhere =
    wanted === undefined || wanted === home.key ? null : await remoteSession(databases, home, session, String(wanted))
  const current = elsewhere ?? { session, database: home }
  if (!allows(endpoint.access, current.session)) throw new Problem('forbidden')
  if (closesCalls(current.session, entity)) throw new Problem('report_disabled')
  // Of the session that came in: whose user it is elsewhere has a password of their own.
  if (session.password_must_change && !(entity === 'session' && ownPlace.has(name)))
    throw new Problem('password_must_change')
  return { ...current, token }
}

function operationKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined && !endpoint.moves_money) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new Problem('idempotency_key_missing')
  return key
}

function bodyHash(request: FastifyRequest, file: UploadedFile | undefined): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .update(file?.bytes ?? '')
    .digest()
}

/**
 * Browsers say where a call comes from in `Sec-Fetch-Site`, older ones and those on plain http in `Origin`
 * alone, which is compared with the host that was asked.
 */
function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase())
}

function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
