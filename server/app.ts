/**
 * The server as a value: `build(config)` makes an app that listens, or that tests inject into.
 * Seed, tests and the command line build the same one.
 */
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { newestMigration } from './migrations/files.ts'
import { Databases, type DatabaseConfig } from './platform/db/databases.ts'
import { CallCounts, storeOver } from './platform/http/call-counts.ts'
import { isGone } from './platform/http/caller.ts'
import { answerProblems, answerUnheard, answerUnroutable, sendProblem } from './platform/http/errors.ts'
import { answerWatchers } from './platform/http/health.ts'
import { implement } from './platform/http/implement.ts'
import { Leaving, healthRoutes } from './platform/http/leaving.ts'
import { Problem } from './platform/http/problem.ts'
import { CallOwners } from './platform/http/call-owners.ts'
import { isStorable } from './platform/http/storable.ts'
import { workEnded } from './platform/jobs/claimed.ts'
import { originOf, type ObjectsConfig } from './platform/objects/requests.ts'
import { serveDescription } from './platform/openapi/serve.ts'
import { serveImages } from './entities/images/serve.ts'
import { routes } from './routes.ts'

export interface Config {
  databases: readonly DatabaseConfig[]
  /** Folder of the built console; without it only the API answers. */
  console_dir?: string
  logger?: FastifyServerOptions['logger']
  /** Calls a minute of one user, or from one address without a session, to all instances, before they are asked to wait. */
  rate_per_minute?: number
  /** Which proxies in front may say who really calls (`readTrust`); nobody unless said. */
  trust_proxy?: FastifyServerOptions['trustProxy']
  /** A store for files of software; nobody's unless said. */
  objects?: ObjectsConfig | null
}

export interface ServerApp extends FastifyInstance {
  databases: Databases
  /** Says that it is not ready, answers for `drain_ms` all the same, refuses what comes then, and ends with what is under way. */
  leave(drain_ms: number): Promise<void>
}

const largestBody = 512 * 1024

export async function build(config: Config): Promise<ServerApp> {
  const app = fastify({
    logger: config.logger ?? false,
    bodyLimit: largestBody,
    trustProxy: config.trust_proxy ?? false,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Answers the calls under way before it closes.
    forceCloseConnections: 'idle',
    // Whoever is refused hears it in the words of a problem (`Leaving`).
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnheard,
  })
  const databases = new Databases(config.databases, { newest: newestMigration(), objects: config.objects ?? null })
  const leaving = new Leaving()
  app.decorate('databases', databases)
  app.decorate('leave', (drain_ms: number) => leaving.leave(drain_ms))
  leaving.attendTo(app)
  for (const { key, presence, replica, objects } of databases.all) {
    if (objects) objects.heard = (fault) => app.log.warn({ database: key, ...fault }, 'store of files')
    presence.heard = (isAway) => app.log.warn({ database: key }, isAway ? 'database away' : 'database back')
    if (replica)
      replica.heard = (err) =>
        app.log.warn(
          { database: key, ...(err !== undefined && { err }) },
          err === undefined ? 'replica back' : 'replica away',
        )
  }
  app.addHook('onClose', async () => {
    await workEnded(databases.all)
    await databases.close()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isGone(request)) return done()
    reply.hijack()
    request.raw.socket.destroy()
  })
  acceptJson(app)
  await app.register(multipart, { limits: { files: 1, fields: 4, fieldSize: 1_000, parts: 5 } })
  answerProblems(app)
  const whose = new CallOwners()
  await secure(app, databases, config, whose)
  serveDescription(app, '/api/openapi.json')
  answerWatchers(app, { databases, leaving, newest: newestMigration })
  implement(app, { databases, routes, whose, closing: leaving.closing })
  serveImages(app, databases)
  await serveConsole(app, config.console_dir)
  return app as unknown as ServerApp
}

/** JSON only; an empty body is no body, and a key that would reach an object's prototype is refused, as is what nothing could store. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, body as string, (error, value) =>
      error || !isStorable(value) ? done(new Problem('malformed')) : done(null, value),
    )
  })
}

/** What costs work: calls and pictures, but not whoever looks whether the server lives, nor the console's files. */
const isCounted = (route: string) => /^\/(api|images)\//.test(route) && !healthRoutes.has(route)

/** What helmet says with every answer. It says the same each time, and works it out anew each time: it is asked once. */
async function guardingHeaders(objects: Config['objects']): Promise<Record<string, string>> {
  const asked = fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // The console sends files to the store by itself.
        connectSrc: ["'self'", ...(objects ? [originOf(objects)] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  asked.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()))
  const reply = await asked.inject('/')
  await asked.close()
  return reply.json()
}

async function secure(
  app: FastifyInstance,
  databases: Databases,
  { rate_per_minute = 1_500, objects }: Config,
  whose: CallOwners,
): Promise<void> {
  const always = await guardingHeaders(objects)
  const overTls = { ...always, 'strict-transport-security': 'max-age=31536000' }
  app.addHook('onRequest', (request, reply, done) => {
    // Only who came over TLS can be told to stay with it.
    reply.headers(request.protocol === 'https' ? overTls : always)
    done()
  })
  const counts = new CallCounts(databases.main.aside)
  app.addHook('onClose', async () => counts.close())
  await app.register(rateLimit, {
    max: rate_per_minute,
    timeWindow: '1 minute',
    // By the route that answers: an address has many spellings.
    allowList: ({ routeOptions }) => !isCounted(routeOptions.url ?? ''),
    keyGenerator: (request) => whose.nameOf(request),
    store: storeOver(counts),
    errorResponseBuilder: () => new Problem('too_many_requests'),
  })
}

/** A browser that opens a page asks for one by name; a scraper, a probe or a call takes anything. */
const isNavigation = ({ headers }: FastifyRequest) => /\btext\/html\b/i.test(headers.accept ?? '')

/**
 * The console's files; any other address that a browser opens as a page answers the console itself, which routes it.
 * What a program asks for and is not there is not found, in words for programs.
 */
async function serveConsole(app: FastifyInstance, dir: string | undefined): Promise<void> {
  if (dir) {
    await app.register(fastifyStatic, {
      root: dir,
      index: false,
      preCompressed: true,
      // Its own header would come after the one below.
      cacheControl: false,
      setHeaders: (response, path) =>
        response.setHeader(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
    // Whoever takes no compressed answer, a probe for one, would be refused the folder itself.
    app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'))
  }
  app.setNotFoundHandler((request, reply) => {
    const page =
      dir &&
      request.method === 'GET' &&
      isNavigation(request) &&
      !/^\/(api|images)(\/|$|\?)/.test(request.url) &&
      !/\.\w+$/.test(request.url.split('?')[0] ?? '')
    // Given back, the reply would be waited for once more, and with what waits for it already Node takes that for a leak.
    if (page) return void reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendProblem(reply, new Problem('not_found'), request.id)
  })
}
