/**
 * The default engine: PostgreSQL's own server, from the npm package's binaries, run for as long as
 * this process lives. It is started directly, since the package's library takes four times as long.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { accountFor, blockedAt, causeOf, EmbeddedError } from './embedded/account.ts'
import { prepareBinaries } from './embedded/binaries.ts'
import {
  chooseAddress,
  createCluster,
  ensurePassword,
  leaveAddress,
  ownCluster,
  prepareFolders,
  SUPERUSER,
  writeConfiguration,
  type ClusterSettings,
} from './embedded/cluster.ts'
import { acquireLock, LockHeld, readHolder, type Lock } from './embedded/lock.ts'
import { withName } from './embedded/naming.ts'
import { defaultDataDir } from './embedded/place.ts'
import { clearRemains, postmasterFile, Supervisor, type ClusterLocation } from './embedded/supervisor.ts'

export { EmbeddedError }

export interface EmbeddedOptions {
  /** The folder of the whole installation of the database; by default where `defaultDataDir` says. */
  dataDir?: string
  /** Receives Spanish sentences about what takes long or went wrong. */
  log?: (message: string) => void
  /** PostgreSQL settings on top of the ordinary ones. */
  settings?: ClusterSettings
  /** The server fell again and again and is not started any more. */
  onLost?: () => void
}

export interface Embedded {
  /** A connection URL for a database of this server, with its password. */
  url(dbName: string): string
  /** Ends sessions, writes a checkpoint, frees the data folder. Safe to call twice. */
  stop(): Promise<void>
  /** The server's process; another one after a restart. */
  readonly pid: number
  readonly dataDir: string
}

function connectionUrl(address: { host: string; port: number }, password: string, dbName: string): string {
  const login = `${SUPERUSER}:${encodeURIComponent(password)}`
  const path = encodeURIComponent(dbName)
  if (!address.host.startsWith('/')) return `postgres://${login}@${address.host}:${address.port}/${path}`
  return `postgres://${login}@localhost:${address.port}/${path}?host=${encodeURIComponent(address.host)}`
}

/** Takes the folder for this process alone. Throws an EmbeddedError where another one has it. */
export async function holdFolder(dataDir: string): Promise<Lock> {
  try {
    return await acquireLock(join(dataDir, 'lock'))
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new EmbeddedError(
      `Otro proceso de Sorteo (número ${error.holder.pid}) ya usa la base de datos de ` +
        `${dataDir}: ciérrelo primero o indique otra carpeta con SORTEO_DATA.`,
    )
  }
}

/**
 * Starts PostgreSQL on a data folder, making it at the first time, and holds the folder until `stop`.
 * The server also stops by itself when this process ends in any other way. Throws an EmbeddedError,
 * one Spanish sentence, when the folder is in use or unreachable or this system has no binaries.
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
  const log = options.log ?? (() => {})
  const dataDir = resolve(options.dataDir ?? defaultDataDir(log))
  const owner = accountFor(dataDir)
  const blocked = blockedAt(dataDir, owner)
  if (blocked) {
    throw new EmbeddedError(`La base de datos no puede entrar en ${blocked}: indique otra carpeta con SORTEO_DATA.`)
  }
  prepareFolders(dataDir, owner)
  const lock = await holdFolder(dataDir)
  try {
    const account = withName(owner, dataDir)
    const cluster = join(dataDir, 'cluster')
    const bin = await prepareBinaries(account)
    const address = await chooseAddress(dataDir, account)
    const place: ClusterLocation = { dataDir, cluster, bin, account, address, log }
    if (!existsSync(cluster)) await createCluster(dataDir, bin, account)
    ownCluster(cluster, account)
    await clearRemains(place)
    const password = await ensurePassword(dataDir, bin, account)
    writeConfiguration(dataDir, address, options.settings)
    const supervisor = new Supervisor(place, options.onLost ?? (() => {}))
    await supervisor.start()
    lock.publish(address)
    return {
      dataDir,
      get pid() {
        return supervisor.pid
      },
      url: (dbName) => connectionUrl(address, password, dbName),
      stop: () =>
        supervisor.stop().finally(() => {
          leaveAddress(dataDir, address.host)
          lock.release()
        }),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function readPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(join(dataDir, 'password'), 'utf8')).trim()
  } catch (error) {
    throw new EmbeddedError(`No se puede usar la base de datos abierta en ${dataDir}: ${causeOf(error)}.`)
  }
}

/**
 * The server on a data folder for a command that runs beside the others: the one that another
 * process holds, which `stop` then leaves alone, or one started for this command.
 */
export async function joinEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
  const dataDir = resolve(options.dataDir ?? defaultDataDir(options.log))
  const holder = readHolder(join(dataDir, 'lock'))
  if (!holder?.host || !holder.port) return startEmbedded({ ...options, dataDir })
  const address = { host: holder.host, port: holder.port }
  const password = await readPassword(dataDir)
  const pid = Number(postmasterFile(join(dataDir, 'cluster'))[0])
  return { dataDir, pid, url: (dbName) => connectionUrl(address, password, dbName), stop: () => Promise.resolve() }
}

/**
 * Makes a database if it is not there. `adminUrl` leads to any other database of the same server,
 * as an account that may create one. Returns whether it was made now.
 */
export async function ensureDatabase(adminUrl: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: adminUrl })
  // What is lost is said by the statement that fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount) return false
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0`)
    return true
  } catch (error) {
    // Two instances starting together: 42P04 says that the other one was first, 23505 that it just is.
    if (['42P04', '23505'].includes((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    await client.end()
  }
}
