/**
 * The cluster's folder: where it may lie, its first making, its settings and its password.
 *
 *   <dataDir>/            ours: lock, password, postgresql.conf, pg_hba.conf, start.log
 *   <dataDir>/cluster/    PostgreSQL's own, as initdb makes it
 *   <dataDir>/log/        PostgreSQL's log, one file per day of the week
 *   <dataDir>/run/        its socket, where the path is short enough
 *
 * What this process writes as root lies outside of the folders that the unprivileged account owns.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { causeOf, EmbeddedError, NOBODY, runAs, type Account } from './account.ts'

export const SUPERUSER = 'postgres'
const SOCKET_PORT = 5432
/** The kernel takes 107 bytes for a socket's path; PostgreSQL adds `/.s.PGSQL.5432`. */
const SOCKET_FOLDER_LIMIT = 107 - `/.s.PGSQL.${SOCKET_PORT}`.length

export type ClusterSettings = Record<string, string | number>

/** A folder that only the account may enter; false when it is somebody else's. */
function makePrivate(folder: string, account: Account): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  if (!stat.isDirectory()) return false
  if (stat.uid !== account.uid) {
    if (!account.switched || stat.uid !== 0) return false
    chownSync(folder, account.uid, account.gid)
  }
  chmodSync(folder, 0o700)
  return lstatSync(folder).uid === account.uid
}

/** Makes a folder and those above it, for the account to pass through whatever the umask says. */
function makeReachable(folder: string, account: Account): void {
  const first = mkdirSync(folder, { recursive: true })
  for (let made = folder; first && made.length >= first.length; made = dirname(made)) {
    if (account.switched) chmodSync(made, 0o755)
    giveToOwner(made, account)
  }
}

/** In a checkout that is somebody's own, root leaves nothing that its owner could not use afterwards. */
function giveToOwner(path: string, account: Account): void {
  if (account.switched && account.uid !== NOBODY) chownSync(path, account.uid, account.gid)
}

/**
 * Makes the data folder: root's, which the account may pass through, or the account's own.
 * Throws an EmbeddedError where it is somebody else's or the file system does not keep owners.
 */
export function prepareFolders(dataDir: string, account: Account): void {
  try {
    makeReachable(dataDir, account)
    chmodSync(dataDir, account.switched ? 0o711 : 0o700)
    if (makePrivate(join(dataDir, 'log'), account)) return
  } catch (error) {
    throw new EmbeddedError(`No se puede usar la carpeta de datos ${dataDir}: ${causeOf(error)}.`)
  }
  throw new EmbeddedError(`La carpeta de datos ${dataDir} pertenece a otro usuario del sistema.`)
}

/** A cluster brought back by root, from a copy say, belongs to root: PostgreSQL wants it to be its account's. */
export function ownCluster(cluster: string, account: Account): void {
  const { uid } = lstatSync(cluster)
  if (uid === account.uid) return
  if (!account.switched) throw new EmbeddedError(`La base de datos ${cluster} pertenece a otro usuario del sistema.`)
  for (const name of ['.', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(cluster, name), account.uid, account.gid)
  }
  chmodSync(cluster, 0o700)
}

/** initdb into a side folder, synced, then renamed: a cluster that exists is a whole one. */
export async function createCluster(dataDir: string, bin: string, account: Account): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    // An initdb whose starter was killed may still be writing.
    if (name.startsWith('init-')) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 })
  }
  const outer = join(dataDir, `init-${randomBytes(4).toString('hex')}`)
  const folder = join(outer, 'cluster')
  makePrivate(outer, account)
  // Plain code-point order and full Unicode case rules, the same on every system.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const initdb = join(bin, 'initdb')
  const made = await runAs(account, initdb, ['-D', folder, '-U', SUPERUSER, '--auth=trust', '--no-sync', ...locale])
  if (made.code !== 0) {
    throw new EmbeddedError(`No se pudo crear la base de datos en ${dataDir}: ${lastLines(made.output)}`)
  }
  const synced = await runAs(account, initdb, ['-D', folder, '--sync-only'])
  if (synced.code !== 0) {
    throw new EmbeddedError(`No se pudo guardar la base de datos en ${dataDir}: ${lastLines(synced.output)}`)
  }
  renameSync(folder, join(dataDir, 'cluster'))
  rmSync(outer, { recursive: true, force: true })
}

/** Written aside and renamed: never half a file, and no matter who wrote the one before. */
function replaceFile(file: string, content: string, mode: number): void {
  const aside = `${file}.new`
  rmSync(aside, { force: true })
  writeFileSync(aside, content, { mode, flag: 'wx' })
  chmodSync(aside, mode)
  renameSync(aside, file)
}

/** The end of what a program printed, on one line. */
export function lastLines(output: string): string {
  return output.trim().split('\n').slice(-4).join(' · ')
}

/**
 * The superuser's password: random, kept beside the cluster and readable to this account only.
 * Where the file is missing (a first start, a restored copy) a new one is set through the single-user server.
 */
export async function ensurePassword(dataDir: string, bin: string, account: Account): Promise<string> {
  const file = join(dataDir, 'password')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const password = randomBytes(24).toString('base64url')
  const args = ['--single', '-D', join(dataDir, 'cluster'), '-c', 'log_min_messages=fatal', 'postgres']
  const set = await runAs(account, join(bin, 'postgres'), args, `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`)
  if (set.code !== 0 || /ERROR|FATAL/.test(set.output)) {
    throw new EmbeddedError(`No se pudo proteger la base de datos de ${dataDir}: ${lastLines(set.output)}`)
  }
  replaceFile(file, `${password}\n`, 0o600)
  giveToOwner(file, account)
  return password
}

function canListen(path: string | number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer().on('error', () => done(undefined))
    const listening = () => {
      const address = server.address()
      server.close(() => done(address && typeof address === 'object' ? address.port : 0))
    }
    if (typeof path === 'string') server.listen(path, listening)
    else server.listen(path, '127.0.0.1', listening)
  })
}

async function isSocketFolder(folder: string, account: Account): Promise<boolean> {
  if (Buffer.byteLength(folder) > SOCKET_FOLDER_LIMIT) return false
  try {
    if (!makePrivate(folder, account)) return false
    const probe = join(folder, `probe-${process.pid}`)
    const works = (await canListen(probe)) !== undefined
    rmSync(probe, { force: true })
    return works
  } catch {
    return false
  }
}

/** Where the server is to listen: a socket in a private folder, or a free loopback port where sockets do not work. */
export async function chooseAddress(dataDir: string, account: Account): Promise<{ host: string; port: number }> {
  const name = `sorteo-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  for (const folder of [join(dataDir, 'run'), join(tmpdir(), name), join('/tmp', name)]) {
    if (await isSocketFolder(folder, account)) return { host: folder, port: SOCKET_PORT }
  }
  const port = await canListen(0)
  if (!port) throw new EmbeddedError('No hay un socket ni un puerto local libre para la base de datos.')
  return { host: '127.0.0.1', port }
}

/** Removes the socket's folder where it was made among the temporary ones. */
export function leaveAddress(dataDir: string, host: string): void {
  if (!host.startsWith('/') || dirname(host) === dataDir) return
  try {
    rmdirSync(host)
  } catch {
    // Somebody else's file is in it: the next start uses it as it is.
  }
}

/** Parallel queries share memory through /dev/shm, which containers keep at 64 MB. */
function sharedMemory(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 256 * 2 ** 20 ? 'posix' : 'mmap'
  } catch {
    return process.platform === 'linux' ? 'mmap' : 'posix'
  }
}

const quote = (value: string | number) => `'${String(value).replaceAll("'", "''")}'`

/** Writes the settings and the access rules, at every start: the files are this program's, not a place for edits. */
export function writeConfiguration(
  dataDir: string,
  address: { host: string; port: number },
  settings: ClusterSettings = {},
): void {
  const socket = address.host.startsWith('/')
  const all: ClusterSettings = {
    listen_addresses: socket ? '' : address.host,
    port: address.port,
    unix_socket_directories: socket ? address.host : '',
    unix_socket_permissions: '0700',
    hba_file: join(dataDir, 'pg_hba.conf'),
    // Two bancas of one instance, and as many again beside them.
    max_connections: 160,
    max_locks_per_transaction: 256,
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: `${Math.max(512, Math.round(totalmem() / 2 / 2 ** 20))}MB`,
    dynamic_shared_memory_type: sharedMemory(),
    random_page_cost: 1.1,
    effective_io_concurrency: 16,
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    wal_compression: 'pglz',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: join(dataDir, 'log'),
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %d ',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quote(value)}`)
  const notice = '# Sorteo escribe este archivo en cada arranque: los cambios hechos aquí se pierden.'
  replaceFile(join(dataDir, 'postgresql.conf'), `${notice}\n${lines.join('\n')}\n`, 0o644)
  const rules = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']
  replaceFile(join(dataDir, 'pg_hba.conf'), `${notice}\n${rules.join('\n')}\n`, 0o644)
}
