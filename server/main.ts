/**
 * Starts everything: the database (embedded unless DATABASE_URL says otherwise), migrations, the demo
 * banca in an empty embedded database, the API and the console on one port.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { build, type App } from './app.ts'
import { createPool, executor } from './platform/db/connect.ts'
import type { DatabaseConfig } from './platform/db/databases.ts'
import { isDiskFull } from './platform/db/lost.ts'
import { EmbeddedError, ensureDatabase, startEmbedded, type Embedded } from './platform/db/embedded.ts'
import { upgrade } from './upgrade.ts'
import { demoProgress, seedDemo, seedPanama } from './seed/demo.ts'
import { demoAccounts } from './seed/accounts.ts'
import { SeedRefused } from './seed/emptiness.ts'
import { demoPassword } from './seed/plan.ts'
import { apart } from './platform/apart/apart.ts'
import { endInOrder } from './platform/ending.ts'
import { readTrust, SettingError } from './platform/http/caller.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { jobs } from './jobs.ts'
import { repository } from './platform/repository.ts'

const consoleDir = join(repository, 'dist/console')
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Engine {
  databases: DatabaseConfig[]
  embedded: Embedded | null
}

/** `BANCAS` names further bancas of this server: `clave=postgres://…;otra=postgres://…`. */
function furtherBancas(): DatabaseConfig[] {
  return (process.env['BANCAS'] ?? '')
    .split(';')
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf('=')
      return { key: entry.slice(0, at).trim(), url: entry.slice(at + 1).trim() }
    })
}

async function startEngine(): Promise<Engine> {
  const url = process.env['DATABASE_URL']
  const reports_url = process.env['REPORTS_DATABASE_URL']
  if (url)
    return {
      embedded: null,
      databases: [{ key: 'principal', url, ...(reports_url && { reports_url }) }, ...furtherBancas()],
    }
  const embedded = await startEmbedded({
    log: say,
    onLost: () => {
      process.stderr.write('La base de datos se detuvo y no vuelve a iniciar.\n')
      process.exit(1)
    },
  })
  const databases = [
    { key: 'principal', url: embedded.url('sorteo') },
    { key: 'panama', url: embedded.url('sorteo_panama') },
  ]
  for (const name of ['sorteo', 'sorteo_panama']) await ensureDatabase(embedded.url('postgres'), name)
  return { embedded, databases }
}

/** Fills a database unless a banca is in it already. */
async function fill(seed: () => Promise<unknown>): Promise<void> {
  await seed().catch((error: unknown) => {
    if (!(error instanceof SeedRefused)) throw error
  })
}

/**
 * Only the embedded database is filled by itself; another one must be asked for by name. The second
 * banca comes with the demo alone: its users' password is public.
 */
async function prepare({ databases, embedded }: Engine): Promise<void> {
  for (const { url } of databases) await upgrade(url)
  const [main, panama] = databases
  if (!embedded || !main || !panama) return
  const [ofMain, ofPanama] = demoProgress(say)
  await fill(() => seedDemo(main.url, { progress: ofMain }))
  if (await isDemo(main.url)) await fill(() => seedPanama(panama.url, { progress: ofPanama }))
}

async function isDemo(url: string): Promise<boolean> {
  const pool = createPool(url, { max: 1 })
  try {
    return (await executor(pool).one(sql`SELECT 1 FROM jobs WHERE name = 'demo'`)) !== undefined
  } finally {
    await pool.end()
  }
}

async function announce(app: App): Promise<void> {
  // Port 0 is any that is free.
  const address = app.server.address()
  say(`\nSorteo está listo en http://localhost:${typeof address === 'object' ? address?.port : address}`)
  const demo = await app.databases.main.db.one(sql`SELECT 1 FROM jobs WHERE name = 'demo'`)
  if (demo) {
    say(`Usuarios de demostración, todos con la contraseña ${demoPassword}:`)
    for (const { username, about } of demoAccounts()) say(`  ${username.padEnd(13)} ${about}`)
  }
  say('Ctrl+C para terminar.')
}

async function listen(app: App, port: number): Promise<void> {
  try {
    await app.listen({ port, host: process.env['HOST'] ?? '0.0.0.0' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new EmbeddedError(`El puerto ${port} está ocupado: cierre el otro programa o indique otro con PORT.`)
  }
}

function sentence(error: unknown): string {
  if (error instanceof EmbeddedError || error instanceof SettingError) return error.message
  if (isDiskFull(error)) return 'No queda espacio en disco: haga lugar y vuelva a iniciar.'
  const code = (error as { code?: string }).code ?? ''
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000'].includes(code)) {
    return `No se pudo conectar con la base de datos de DATABASE_URL (${code}).`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function serve(consoleBuilt: Promise<unknown>): Promise<void> {
  const port = Number(process.env['PORT'] ?? 4000)
  const engine = await startEngine()
  let log: FastifyBaseLogger | undefined
  const ending = endInOrder((fault, what) =>
    log ? log.fatal({ err: fault }, what) : process.stderr.write(`${sentence(fault)}\n`),
  )
  if (engine.embedded) ending.closes(() => engine.embedded!.stop())
  try {
    await prepare(engine)
    await consoleBuilt
    const app = await build({
      databases: engine.databases,
      ...(existsSync(consoleDir) && { console_dir: consoleDir }),
      logger: {
        level: process.env['LOG_LEVEL'] ?? 'warn',
        redact: ['req.headers.authorization', 'req.headers.cookie'],
      },
      trust_proxy: readTrust(process.env['TRUST_PROXY']),
    })
    ;({ log } = app)
    ending.closes(() => apart.close())
    ending.closes(() => app.close())
    await listen(app, port)
    ending.closes(startJobs(jobs, app.databases.all, app.log))
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
