/**
 * Starts everything: the database (embedded unless DATABASE_URL says otherwise), migrations, the demo
 * banca in an empty embedded database, the API and the console on one port.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { build, type ServerApp } from './app.ts'
import { createPool, executor } from './platform/db/connect.ts'
import { connectionsInAll, type DatabaseConfig } from './platform/db/databases.ts'
import { EmbeddedError, ensureDatabase, startEmbedded, type Embedded } from './platform/db/embedded.ts'
import { examine, type Room } from './platform/db/fitness.ts'
import { isDiskFull, isLost } from './platform/db/lost.ts'
import { NoReplica } from './platform/db/replica.ts'
import { readSettings, type Settings } from './settings.ts'
import { upgrade } from './upgrade.ts'
import { demoProgress, seedDemo, seedPanama } from './seed/demo.ts'
import { demoAccounts } from './seed/accounts.ts'
import { SeedRefused } from './seed/emptiness.ts'
import { embeddedBancas, linkDemos } from './seed/linked.ts'
import { demoPassword } from './seed/plan.ts'
import { apart } from './platform/apart/apart.ts'
import { endInOrder } from './platform/ending.ts'
import { SettingError } from './platform/http/caller.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { jobs } from './jobs.ts'
import { repository } from './platform/repository.ts'

const consoleDir = join(repository, 'dist/console')
const say = (line: string) => process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

interface Engine {
  databases: DatabaseConfig[]
  embedded: Embedded | null
}

async function startEngine(databases: DatabaseConfig[]): Promise<Engine> {
  if (databases.length > 0) return { embedded: null, databases }
  const embedded = await startEmbedded({
    log: say,
    onLost: () => {
      process.stderr.write('La base de datos se detuvo y no vuelve a iniciar.\n')
      process.exit(1)
    },
  })
  for (const name of ['sorteo', 'sorteo_panama']) await ensureDatabase(embedded.url('postgres'), name)
  return { embedded, databases: embeddedBancas((name) => embedded.url(name)) }
}

/** Fills a database unless a banca is in it already. Answers whether it did. */
async function fill(seed: () => Promise<unknown>): Promise<boolean> {
  try {
    await seed()
    return true
  } catch (error) {
    if (!(error instanceof SeedRefused)) throw error
    return false
  }
}

/**
 * Looks at each database and brings it to this version. Answers the keys of further bancas that are away: the others
 * do not wait for them.
 */
async function prepare(databases: readonly DatabaseConfig[]): Promise<Set<string>> {
  const away = new Set<string>()
  const rooms: Room[] = []
  for (const [place, { key, url }] of databases.entries()) {
    const isMain = place === 0
    try {
      rooms.push(await examine(isMain ? 'DATABASE_URL' : `BANCAS (${key})`, url))
      await upgrade(url)
    } catch (error) {
      if (isMain || !isLost(error)) throw error
      away.add(key)
      warn(
        `La base de datos de la banca «${key}» no responde (${reasonOf(error)}): las demás trabajan sin ella, y se la espera.`,
      )
    }
  }
  expectRoom(rooms)
  return away
}

/** All pools of the bancas on one server of databases must fit. */
function expectRoom(rooms: readonly Room[]): void {
  for (const { server, connections } of rooms) {
    const needed = rooms.filter((one) => one.server === server).length * connectionsInAll
    if (connections < needed)
      throw new SettingError(
        `El servidor de la base de datos admite ${connections} conexiones y Sorteo usa hasta ${needed}: suba max_connections.`,
      )
  }
}

/**
 * Only the embedded database is filled by itself; another one must be asked for by name. The second
 * banca comes with the demo alone: its users' password is public.
 */
async function fillEmbedded({ databases, embedded }: Engine): Promise<void> {
  const [main, panama] = databases
  if (!embedded || !main || !panama) return
  const [ofMain, ofPanama] = demoProgress(say)
  await fill(() => seedDemo(main.url, { progress: ofMain }))
  if (!(await isDemo(main.url))) return
  // Once: whoever ends the registration later finds it ended.
  if (await fill(() => seedPanama(panama.url, { progress: ofPanama }))) await linkDemos(main, panama)
}

/**
 * Further bancas that are away are waited for, and brought to this version when they come; a replica is told of where
 * it cannot be read.
 */
async function lookAround(
  { databases }: ServerApp,
  configs: readonly DatabaseConfig[],
  away: ReadonlySet<string>,
): Promise<void> {
  for (const { key, presence, replica } of databases.all) {
    const { url } = configs.find((one) => one.key === key)!
    if (away.has(key)) presence.lose(() => upgrade(url))
    const fault = await replica?.meet()
    if (fault instanceof NoReplica)
      warn('REPORTS_DATABASE_URL no lleva a una réplica de DATABASE_URL: los reportes se leen de la principal.')
    else if (fault !== undefined)
      warn(
        `La réplica de REPORTS_DATABASE_URL no responde (${reasonOf(fault)}): los reportes se leen de la principal hasta que vuelva.`,
      )
  }
}

async function isDemo(url: string): Promise<boolean> {
  const pool = createPool(url, { max: 1 })
  try {
    return (await executor(pool).one(sql`SELECT 1 FROM jobs WHERE name = 'demo'`)) !== undefined
  } finally {
    await pool.end()
  }
}

/** Who of the bancas that were filled as a demo may sign in. */
async function demoUsers({ databases }: ServerApp): Promise<Set<string>> {
  const names: string[] = []
  for (const { db, presence } of databases.all) {
    const users = await presence.ifThere(() =>
      db.rows<{ username: string }>(
        sql`SELECT username FROM users WHERE status = 'activo' AND EXISTS (SELECT 1 FROM jobs WHERE name = 'demo')`,
      ),
    )
    names.push(...(users?.found ?? []).map(({ username }) => username))
  }
  return new Set(names)
}

async function announce(app: ServerApp): Promise<void> {
  // Port 0 is any that is free.
  const address = app.server.address()
  const there = await demoUsers(app)
  say(`\nSorteo está listo en http://localhost:${typeof address === 'object' ? address?.port : address}`)
  const accounts = demoAccounts().filter(({ username }) => there.has(username))
  if (accounts.length > 0) {
    say(`Usuarios de demostración, todos con la contraseña ${demoPassword}:`)
    for (const { username, about } of accounts) say(`  ${username.padEnd(13)} ${about}`)
  }
  say('Ctrl+C para terminar.')
}

async function listen(app: ServerApp, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new SettingError(`El puerto ${port} está ocupado: cierre el otro programa o indique otro con PORT.`)
    if (code === 'EACCES')
      throw new SettingError(`El puerto ${port} pide más permisos que los de este usuario: indique otro con PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError(`HOST no es una dirección de esta máquina («${host}»).`)
    throw error
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code
const reasonOf = (error: unknown) => codeOf(error) ?? (error as Error).message

function sentence(error: unknown): string {
  if (error instanceof EmbeddedError || error instanceof SettingError) return error.message
  if (isDiskFull(error)) return 'No queda espacio en disco: haga lugar y vuelva a iniciar.'
  if (codeOf(error) === '53300')
    return 'La base de datos de DATABASE_URL no tiene conexiones libres: suba max_connections.'
  if (isLost(error)) return `No se pudo conectar con la base de datos de DATABASE_URL (${reasonOf(error)}).`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function serve(consoleBuilt: Promise<unknown>): Promise<void> {
  const settings = readSettings(process.env)
  const engine = await startEngine(settings.databases)
  let log: FastifyBaseLogger | undefined
  const ending = endInOrder((fault, what) =>
    log ? log.fatal({ err: fault }, what) : process.stderr.write(`${sentence(fault)}\n`),
  )
  if (engine.embedded) ending.closes(() => engine.embedded!.stop())
  try {
    const away = await prepare(engine.databases)
    await fillEmbedded(engine)
    await consoleBuilt
    const app = await build({
      databases: engine.databases,
      ...(existsSync(consoleDir) && { console_dir: consoleDir }),
      logger: { level: settings.log_level, redact: ['req.headers.authorization', 'req.headers.cookie'] },
      trust_proxy: settings.trust_proxy,
      objects: settings.objects,
    })
    ;({ log } = app)
    ending.closes(() => apart.close())
    ending.closes(() => app.close())
    await lookAround(app, engine.databases, away)
    await listen(app, settings)
    ending.closes(startJobs(jobs, app.databases.all, app.log))
    // A person at the keyboard waits for nobody, and after a fault nothing is known of what goes on.
    ending.closes(async (why) => {
      if (why !== 'fault') await app.leave(why === 'SIGTERM' ? settings.drain_ms : 0)
    })
    await announce(app)
  } catch (error) {
    await ending.close()
    throw error
  }
}

/**
 * Runs the server until it is told to end; ends the process with one sentence where it cannot. What takes longest,
 * the first time, is the demo: the console may be built meanwhile, and nobody is let in before it is there.
 */
export async function main(consoleBuilt: Promise<unknown> = Promise.resolve()): Promise<void> {
  await serve(consoleBuilt).catch((error: unknown) => {
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  })
}
