/**
 * A backup of the embedded server while it works: a physical copy of the cluster between `pg_backup_start` and
 * `pg_backup_stop`, with the log of changes from one to the other, in one compressed tar file. The files are copied
 * as they are found, torn and of different instants; the log, which from the start on holds every page whole, makes
 * them those of one instant, the stop's: whatever was committed before is there.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { causeOf, EmbeddedError } from '../embedded/account.ts'
import { defaultDataDir } from '../embedded/place.ts'
import { joinEmbedded, type Embedded } from '../embedded.ts'
import { isDiskFull, isLost } from '../lost.ts'
import { archived, clusterParts, CONTROL, ifGone, syncFolder, walSegments, type ClusterPart } from './contents.ts'
import { ABOUT, FORMAT, MANIFEST, type About, type FileSum, type Manifest, type Program } from './manifest.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/** Sizes in bytes. */
export interface CopyOptions {
  /** As `startEmbedded` takes it. */
  dataDir?: string
  /** The backup's absolute path. */
  file: string
  /** Takes the place of what is there already. */
  force?: boolean
  product: Program
  /** Receives Spanish sentences. */
  log?: (message: string) => void
  progress?: (done: number, total: number) => void
  /** Ends the work: what was begun is undone, and it throws `Interrupted`. */
  signal?: AbortSignal
}

export interface Backup {
  file: string
  /** Of the compressed file. */
  bytes: number
  /** How many of the cluster's files it holds. */
  files: number
  /** What was committed before is in it. */
  started_at: string
}

/** Somebody asked for the end; nothing is left half done. */
export class Interrupted extends EmbeddedError {}

/** One at a time: the slot has a name, and goes with its session, however that ends. */
const SLOT = 'sorteo_backup'
const CHUNK = 256 * 1024
/** Level 6 makes it a seventh smaller for more than twice the processor, which the sale needs too. */
const GZIP_LEVEL = 2

/** Beside the file until it is whole. */
const unfinished = (file: string) => `${file}.part`

function refuse(file: string, cluster: string, force: boolean): void {
  if (!existsSync(cluster)) throw new EmbeddedError(`No hay base de datos en ${dirname(cluster)}: nada que copiar.`)
  if (!relative(cluster, file).startsWith('..')) {
    throw new EmbeddedError(`La copia no puede quedar dentro de la base de datos (${cluster}): indique otra carpeta.`)
  }
  if (!existsSync(dirname(file))) throw new EmbeddedError(`No existe la carpeta ${dirname(file)}.`)
  if (existsSync(file) && !force) {
    throw new EmbeddedError(`Ya existe ${file}: indique otro nombre, o --force para reemplazarlo.`)
  }
}

async function versionsOf(server: Embedded, names: readonly string[]): Promise<About['databases']> {
  const versions: About['databases'] = []
  for (const name of names) {
    const client = new Client({ connectionString: server.url(name) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ kept: boolean }>(
        `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS kept`,
      )
      if (!rows[0]?.kept) continue
      const found = await client.query<{ migrations: number; last_migration: number }>(
        'SELECT count(*)::int AS migrations, coalesce(max(created_at), 0)::float8 AS last_migration FROM drizzle.__drizzle_migrations',
      )
      versions.push({ name, ...found.rows[0]! })
    } finally {
      await client.end()
    }
  }
  return versions
}

/** Takes the only slot: from here to the session's end no part of the log is taken away. */
async function reserveLog(session: Client): Promise<void> {
  try {
    await session.query('SELECT pg_create_physical_replication_slot($1, true, true)', [SLOT])
  } catch (error) {
    if ((error as { code?: string }).code !== '42710') throw error
    throw new EmbeddedError('Ya hay otra copia en curso de esta base de datos.')
  }
}

/** What is being copied, and what was until now. */
interface Work {
  cluster: string
  session: Client
  about: About
  parts: readonly ClusterPart[]
  sums: FileSum[]
  note: (bytes: number) => void
}

/** A file's bytes with their header, in the size it had: cut where it grew, filled up where it shrank. */
async function* filePart(work: Work, { path, size }: ClusterPart): AsyncGenerator<Buffer> {
  // Dropped since: the log says so too.
  const handle = await open(join(work.cluster, path), 'r').catch(ifGone)
  if (!handle) return
  const hash = createHash('sha256')
  try {
    yield tarHeader({ path: archived(path), type: 'file', size }, new Date(work.about.started_at))
    for (let left = size; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, left))
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, size - left)
      const bytes = bytesRead > 0 ? chunk.subarray(0, bytesRead) : chunk.fill(0)
      hash.update(bytes)
      left -= bytes.length
      work.note(bytes.length)
      yield bytes
    }
    yield tarPadding(size)
  } finally {
    await handle.close()
  }
  work.sums.push({ path, size, sha256: hash.digest('hex') })
}

/** A small file that is there at once. */
function* bytesPart(about: About, path: string, bytes: Buffer): Generator<Buffer> {
  yield tarHeader({ path, type: 'file', size: bytes.length }, new Date(about.started_at))
  yield bytes
  yield tarPadding(bytes.length)
}

function* clusterBytes({ about, sums }: Work, path: string, bytes: Buffer): Generator<Buffer> {
  yield* bytesPart(about, archived(path), bytes)
  sums.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
}

/** The one file that no log repairs: read until it is the same twice, so never while it is written. */
async function readControl(cluster: string): Promise<Buffer> {
  for (let last = await readFile(join(cluster, CONTROL)); ; ) {
    const again = await readFile(join(cluster, CONTROL))
    if (again.equals(last)) return again
    last = again
  }
}

/** Names in pg_wal of what a server needs to come up from the copy. The stop has begun a new segment: these are whole. */
async function logNeeded({ session, cluster, about }: Work, stop: string): Promise<string[]> {
  const { rows } = await session.query<{ segment: string; bytes: number }>(
    `SELECT pg_walfile_name($1) AS segment, setting::int AS bytes FROM pg_settings WHERE name = 'wal_segment_size'`,
    [stop],
  )
  const { segment, bytes } = rows[0]!
  const timeline = Number.parseInt(segment.slice(0, 8), 16)
  const histories = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
  return [...histories, ...walSegments(about.start_lsn, stop, timeline, bytes)]
}

/** The backup as a tar stream; ends the server's backup mode on its way, when the last file of the cluster is read. */
async function* archive(work: Work): AsyncGenerator<Buffer> {
  const { about, cluster, session, sums } = work
  yield* bytesPart(about, ABOUT, Buffer.from(JSON.stringify(about, null, 2)))
  for (const part of work.parts) {
    if (part.type === 'file') yield* filePart(work, part)
    else yield tarHeader({ ...part, path: archived(part.path) }, new Date(about.started_at))
  }
  yield* clusterBytes(work, CONTROL, await readControl(cluster))
  const { rows } = await session.query<{ lsn: string; labelfile: string }>(
    'SELECT lsn::text, labelfile FROM pg_backup_stop(false)',
  )
  const { lsn, labelfile } = rows[0]!
  yield* clusterBytes(work, 'backup_label', Buffer.from(labelfile))
  for (const name of await logNeeded(work, lsn)) {
    const path = `pg_wal/${name}`
    const { size } = await stat(join(cluster, path))
    yield* filePart(work, { path, type: 'file', size })
  }
  const manifest: Manifest = { ...about, finished_at: new Date().toISOString(), stop_lsn: lsn, files: sums }
  yield* bytesPart(about, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  yield tarEnd
}

/** Begins the server's backup mode, which ends with the session at the latest, and looks at what is to be copied. */
async function begin(server: Embedded, session: Client, product: Program): Promise<Omit<Work, 'note'>> {
  const cluster = join(server.dataDir, 'cluster')
  await reserveLog(session)
  const asked = await session.query<{ version: string; names: string[] }>(
    `SELECT current_setting('server_version') AS version, array(SELECT datname::text ` +
      'FROM pg_database WHERE datallowconn AND NOT datistemplate ORDER BY 1) AS names',
  )
  const { version, names } = asked.rows[0]!
  const databases = await versionsOf(server, names)
  // A checkpoint now, not within the next minutes: a backup is waited for.
  const started = await session.query<{ lsn: string }>(`SELECT pg_backup_start('sorteo', true)::text AS lsn`)
  const parts = await clusterParts(cluster)
  const about: About = {
    format: FORMAT,
    product_version: product.version,
    postgres_version: version.split(' ')[0]!,
    machine: `${process.platform}-${process.arch}`,
    databases,
    started_at: new Date().toISOString(),
    start_lsn: started.rows[0]!.lsn,
    bytes: parts.reduce((sum, part) => sum + part.size, 0),
  }
  return { cluster, session, about, parts, sums: [] }
}

/** Writes the backup beside its place and puts it there when it is whole and on disk. Answers its size in bytes. */
async function write(work: Work, file: string, force: boolean, signal: AbortSignal): Promise<number> {
  const part = unfinished(file)
  try {
    await rm(part, { force: true })
    const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(archive(work)), createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK }), output, {
      signal,
    })
    if (!force && existsSync(file)) throw new EmbeddedError(`Ya existe ${file}: apareció durante la copia.`)
    await rename(part, file)
    await syncFolder(dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof EmbeddedError) return error
  if (isLost(error)) {
    return new EmbeddedError(`La base de datos se cerró durante la copia: ${file} no se escribió; repita la copia.`)
  }
  const { syscall } = error as NodeJS.ErrnoException
  return syscall || isDiskFull(error)
    ? new EmbeddedError(`No se pudo hacer la copia ${file}: ${causeOf(error)}.`)
    : error
}

/**
 * Writes a backup of the embedded server into `file`, readable to this account only: of the server that runs, which
 * goes on selling, or of one started for it. Throws an EmbeddedError, one Spanish sentence; then there is no `file`,
 * or the one that was there before.
 */
export async function takeBackup(options: CopyOptions): Promise<Backup> {
  const { force = false, product, log, progress, signal } = options
  const dataDir = resolve(options.dataDir ?? defaultDataDir(log))
  const file = resolve(options.file)
  refuse(file, join(dataDir, 'cluster'), force)
  const server = await joinEmbedded({ dataDir, ...(log && { log }) })
  const lost = new AbortController()
  const ending = AbortSignal.any([lost.signal, ...(signal ? [signal] : [])])
  const session = new Client({ connectionString: server.url('postgres') })
  session.on('error', (error) => lost.abort(error))
  const leave = () => void session.end().catch(() => undefined)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await session.connect()
    const begun = await begin(server, session, product)
    let done = 0
    const note = (bytes: number) => {
      done += bytes
      progress?.(done, Math.max(done, begun.about.bytes))
    }
    const bytes = await write({ ...begun, note }, file, force, ending)
    return { file, bytes, files: begun.sums.length, started_at: begun.about.started_at }
  } catch (error) {
    if (signal?.aborted) throw new Interrupted(`Copia interrumpida: ${file} no se escribió.`)
    throw explain(lost.signal.aborted ? lost.signal.reason : error, file)
  } finally {
    signal?.removeEventListener('abort', leave)
    await session.end().catch(() => undefined)
    await server.stop()
  }
}
