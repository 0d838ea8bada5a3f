/**
 * Brings a backup back: unpacked and compared beside the data folder, recovered by a server of its own, and only
 * then put in its place by renaming. Whatever goes wrong before leaves the data folder as it was.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { accountFor, blockedAt, causeOf, EmbeddedError, runAs, type Account } from '../embedded/account.ts'
import { prepareBinaries } from '../embedded/binaries.ts'
import { prepareFolders } from '../embedded/cluster.ts'
import { processIdentity, readHolder, type Lock } from '../embedded/lock.ts'
import { defaultDataDir } from '../embedded/place.ts'
import { serverOf } from '../embedded/supervisor.ts'
import { holdFolder, startEmbedded, type Embedded } from '../embedded.ts'
import { Interrupted, type CopyOptions } from './backup.ts'
import { ifGone, syncFolder, unarchived } from './contents.ts'
import {
  ABOUT,
  compareFiles,
  damagedError,
  mustBeRestorable,
  MANIFEST,
  readManifest,
  type About,
  type FileSum,
  type Manifest,
} from './manifest.ts'
import { readTar, TarDamaged, type TarEntry } from './tar.ts'

/** Texts of a backup are held in memory: beyond this they are none of ours. */
const LONGEST_TEXT = 64 * 2 ** 20
/** Begins the name of what is unpacked beside the data folder, by the process that does it. */
const sideOf = (dataDir: string, pid: number | string) => `${dataDir}.restaurando-${pid}`

export interface RestoreOptions<T> extends CopyOptions {
  /** Looks at what came back, while its server runs; nothing is in its place yet. */
  look: (server: Embedded) => Promise<T>
}

export interface RestoredBackup<T> {
  dataDir: string
  manifest: Manifest
  /** Where the folder that was there is now. */
  aside?: string
  seen: T
}

/** Nobody may work on the folder, and nothing may be in it unless it is to be moved aside. */
async function refuse(dataDir: string, account: Account, force: boolean): Promise<void> {
  const holder = readHolder(join(dataDir, 'lock'))
  const pid = holder?.pid ?? serverOf({ cluster: join(dataDir, 'cluster'), account })
  if (pid !== undefined) {
    throw new EmbeddedError(
      `La base de datos de ${dataDir} está en uso (proceso ${pid}): cierre Sorteo antes de restaurar.`,
    )
  }
  const names = (await readdir(dataDir).catch(ifGone)) ?? []
  if (names.length > 0 && !force) {
    throw new EmbeddedError(
      `La carpeta ${dataDir} no está vacía: indique otra con SORTEO_DATA, o --force para apartarla con otro nombre.`,
    )
  }
}

async function versionOf(bin: string, account: Account): Promise<string> {
  const { output } = await runAs(account, join(bin, 'postgres'), ['--version'])
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? ''
}

/** What restores that were killed left beside the folder. */
async function sweep(dataDir: string, account: Account): Promise<void> {
  const start = basename(sideOf(dataDir, ''))
  for (const name of (await readdir(dirname(dataDir)).catch(ifGone)) ?? []) {
    if (!name.startsWith(start) || processIdentity(Number(name.slice(start.length)))) continue
    const side = join(dirname(dataDir), name)
    if (serverOf({ cluster: join(side, 'cluster'), account }) === undefined) await rm(side, { recursive: true })
  }
}

/** Writes one file, which must not be there yet, and answers its sum. */
async function writeFile(target: string, path: string, body: AsyncIterable<Buffer>): Promise<FileSum> {
  const hash = createHash('sha256')
  let size = 0
  const summed = async function* () {
    for await (const chunk of body) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await pipeline(summed, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  return { path, size, sha256: hash.digest('hex') }
}

async function readText(file: string, { size, path }: TarEntry, body: AsyncIterable<Buffer>): Promise<string> {
  if (size > LONGEST_TEXT) throw damagedError(file, `${path} es demasiado grande`)
  return (await buffer(body)).toString('utf8')
}

/**
 * Unpacks into `folder` what `file` holds, and compares it with the manifest. Plain files and folders alone come
 * out, under plain names, into a folder that nobody else knows of: nothing can land outside of it.
 */
async function unpack<T>(options: RestoreOptions<T>, file: string, folder: string, version: string): Promise<Manifest> {
  const { product, progress, signal } = options
  const found = new Map<string, FileSum>()
  let about: About | undefined
  let manifest: Manifest | undefined
  let done = 0
  const input = createReadStream(file, { highWaterMark: 256 * 1024 })
  const tar = createGunzip({ chunkSize: 256 * 1024 })
  const reading = pipeline(input, tar, { ...(signal && { signal }) })
  // Whoever reads the entries hears of it too, and says it.
  reading.catch(() => undefined)
  for await (const { entry, body } of readTar(tar)) {
    if (manifest) throw damagedError(file, 'algo sigue a su final')
    if (!about) {
      if (entry.path !== ABOUT) throw damagedError(file, 'no es una copia de Sorteo')
      about = mustBeRestorable(await readText(file, entry, body), file, product, version)
      continue
    }
    if (entry.path === MANIFEST) {
      manifest = readManifest(await readText(file, entry, body), file)
      continue
    }
    const path = unarchived(entry.path)
    if (!path)
      throw damagedError(file, `contiene un nombre que no es de la base de datos: ${JSON.stringify(entry.path)}`)
    const target = join(folder, path)
    if (entry.type === 'folder') await mkdir(target, { recursive: true, mode: 0o700 })
    else found.set(path, await writeFile(target, path, body))
    done += entry.size
    progress?.(done, Math.max(done, about.bytes))
  }
  await reading
  if (!manifest) throw damagedError(file, 'le falta el final')
  compareFiles(manifest, found, file)
  return manifest
}

/** Puts the folder in its place, and what was there aside; if the second fails, the first is undone. */
async function exchange(side: string, dataDir: string): Promise<string | undefined> {
  const names = (await readdir(dataDir).catch(ifGone)) ?? []
  const aside = names.length > 0 ? `${dataDir}-anterior-${stamp(new Date())}` : undefined
  // Nobody starts a server between the look at the folder and its new name.
  let lock: Lock | undefined
  if (aside) {
    lock = await holdFolder(dataDir)
    await rename(dataDir, aside)
  }
  try {
    await rename(side, dataDir)
  } catch (error) {
    if (aside) await rename(aside, dataDir)
    lock?.release()
    throw error
  }
  if (aside) await rm(join(aside, 'lock'), { force: true })
  await syncFolder(dirname(dataDir))
  return aside
}

/** `20261122-171503`, in UTC: sorts by time. */
const stamp = (at: Date) => at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')

function explain(error: unknown, file: string): unknown {
  if (error instanceof EmbeddedError) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (error instanceof TarDamaged || code.startsWith('Z_')) return damagedError(file, 'no se puede leer hasta el final')
  if (code === 'EEXIST') return damagedError(file, 'un nombre está dos veces')
  return syscall ? new EmbeddedError(`No se pudo restaurar ${file}: ${causeOf(error)}.`) : error
}

/** Opening it says what is wrong with it before anything is made for it. */
async function readable(file: string): Promise<void> {
  if (!existsSync(file)) throw new EmbeddedError(`No existe la copia ${file}.`)
  await (await open(file, 'r')).close()
}

/**
 * Restores a backup as the embedded server's data folder, and runs its server once. The password is a new one: that
 * of the server the backup was taken from is not in it. Throws an EmbeddedError, one Spanish sentence; then the data
 * folder is as it was.
 */
export async function restoreBackup<T>(options: RestoreOptions<T>): Promise<RestoredBackup<T>> {
  const { force = false, log, look, signal } = options
  const asked = resolve(options.dataDir ?? defaultDataDir(log))
  // Where a link leads, what is unpacked lies on the same disk.
  const dataDir = existsSync(asked) ? realpathSync(asked) : asked
  const file = resolve(options.file)
  const side = sideOf(dataDir, process.pid)
  const account = accountFor(dataDir)
  try {
    await readable(file)
    await refuse(dataDir, account, force)
    const blocked = blockedAt(dataDir, account)
    if (blocked) throw new EmbeddedError(`La base de datos no puede entrar en ${blocked}: indique otra carpeta.`)
    const version = await versionOf(await prepareBinaries(account), account)
    await sweep(dataDir, account)
    prepareFolders(side, account)
    const manifest = await unpack(options, file, join(side, 'cluster'), version)
    log?.('Recuperando la base de datos de la copia…')
    const server = await startEmbedded({ dataDir: side, ...(log && { log }) })
    const seen = await look(server).finally(() => server.stop())
    signal?.throwIfAborted()
    await refuse(dataDir, account, force)
    const aside = await exchange(side, dataDir)
    return { dataDir, manifest, seen, ...(aside && { aside }) }
  } catch (error) {
    if (signal?.aborted) throw new Interrupted('Restauración interrumpida: nada cambió.')
    throw explain(error, file)
  } finally {
    await rm(side, { recursive: true, force: true, maxRetries: 9 })
  }
}
