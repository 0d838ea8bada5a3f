/**
 * What runs is built: the console's bundle and the server without its types, each into its folder of
 * `dist`, and each kept until something it is made of changes.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, installed, packagesOf, root } from './install.mjs'

/** @typedef {'console' | 'server'} Part */
/** @typedef {{ sources: string, packages: Record<string, string | undefined> }} Stamp */

/** Where a part lies, under the program's folder. */
export const outDirs = { console: 'dist/console', server: 'dist/server' }

/**
 * What a build was made of, noted beside it: visitors of the console need not know.
 * @param {string} outDir
 */
export const stampOf = (outDir) => `${outDir}.json`

const bundler = fileURLToPath(new URL('./bundle.mjs', import.meta.url))
const titles = { console: 'la consola', server: 'el servidor' }
const ready = { console: 'Consola lista', server: 'Servidor listo' }
const sources = {
  console: [
    'src',
    'resources',
    'providers',
    'contract',
    'index.html',
    'bundling',
    'vite.config.ts',
    'tsconfig.json',
    'server/bundle.mjs',
  ],
  server: ['server', 'contract', 'tsconfig.json'],
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  try {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    return entries.flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    )
  } catch {
    return existsSync(path) ? [path] : []
  }
}

/**
 * Contents, not dates: a fresh clone or a changed branch has new dates for old files.
 * @param {Part} part
 * @param {string} [folder] the program's, with a slash at its end
 */
export function fingerprint(part, folder = root) {
  const hash = createHash('sha256')
  for (const file of sources[part].flatMap((path) => filesOf(folder + path))) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash
      .update(`${file.slice(folder.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Whether a part is built from these sources and from the versions of the packages that went into it;
 * other packages may come and go. Where the sources did not come along, what is built is what there is.
 * @param {Part} part
 * @param {string} [folder] the program's, with a slash at its end
 */
export function isBuilt(part, folder = root) {
  if (!existsSync(folder + outDirs[part])) return false
  /** @type {Stamp} */
  let stamp
  try {
    stamp = JSON.parse(readFileSync(stampOf(folder + outDirs[part]), 'utf8'))
  } catch {
    return false
  }
  if (!existsSync(`${folder}contract`)) return true
  if (stamp.sources !== fingerprint(part, folder)) return false
  const packages = Object.entries(stamp.packages)
  if (packages.length === 0) return true
  const agreed = packagesOf(`${folder}package-lock.json`)
  return packages.every(([path, version]) => agreed?.[path]?.version === version)
}

/** @param {Part} part @param {string} outDir @returns {Promise<{ code: number | null, output: string }>} */
function runBundler(part, outDir) {
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  const child = spawn(process.execPath, [bundler, part, outDir], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  return new Promise((resolve) => {
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => {
      process.removeListener('exit', kill)
      resolve({ code, output })
    })
  })
}

/**
 * Built aside and exchanged by renaming: a server that is running keeps a whole console at any moment.
 * @param {Part} part
 */
async function build(part) {
  console.log(`Preparando ${titles[part]}…`)
  const begin = Date.now()
  const target = `${root}${outDirs[part]}`
  const next = `${target}-${process.pid}`
  const { code, output } = await runBundler(part, next)
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true })
    rmSync(stampOf(next), { force: true })
    // Ctrl+C reaches the builder too: it ends here as it does there, with what else is under way stopped in order.
    if (code === null) return interrupted()
    console.error(output.trim())
    console.error(`No se pudo preparar ${titles[part]}: corrija lo anterior y vuelva a iniciar.`)
    process.exit(1)
  }
  const last = `${next}-last`
  // Interrupted here, it is not built.
  rmSync(stampOf(target), { force: true })
  if (existsSync(target)) renameSync(target, last)
  renameSync(next, target)
  renameSync(stampOf(next), stampOf(target))
  rmSync(last, { recursive: true, force: true })
  console.log(`${ready[part]} en ${Math.round((Date.now() - begin) / 1000)} s.`)
}

/** Ends this process by the signal that ended its child; what waits for the build never hears of it. @returns {Promise<never>} */
function interrupted() {
  process.kill(process.pid, 'SIGINT')
  return new Promise(() => undefined)
}

/**
 * Makes sure that the parts are built from these sources and that their packages are installed. Where
 * only the packages of production are, nothing can be built: that ends the process with a sentence.
 * @param {Part[]} parts
 * @param {Part[]} [meanwhile] begun when those are there, and not waited for
 * @returns {Promise<{ later: Promise<unknown> }>} when all is there
 */
export async function ensureBuilt(parts, meanwhile = []) {
  const outdated = [...parts, ...meanwhile].filter((part) => !isBuilt(part))
  const kind = installed()
  if (outdated.length > 0 && kind === 'runtime') {
    const names = outdated.map((part) => `${titles[part]} (${outDirs[part]})`).join(' y ')
    console.error(
      `Falta preparar ${names} de esta versión, y aquí no están las herramientas: ejecute ` +
        '«npm run build» donde estén todas las dependencias y traiga la carpeta dist.',
    )
    process.exit(1)
  }
  const isProduction = kind === 'runtime' || (kind === 'none' && process.env.NODE_ENV === 'production')
  if (outdated.length > 0) await ensureInstalled('all')
  else await ensureInstalled('runtime', isProduction ? 'runtime' : 'all')
  for (const part of outdated) if (parts.includes(part)) await build(part)
  return { later: Promise.all(outdated.filter((part) => meanwhile.includes(part)).map(build)) }
}

/**
 * The built file of a program of the server.
 * @param {string} file as in package.json: `server/main.ts`
 */
export function builtFile(file) {
  return `${outDirs.server}/${entryName(file)}.js`
}

/** @param {string} file */
export function entryName(file) {
  return file.replace(/^server\//, '').replace(/\.ts$/, '')
}
