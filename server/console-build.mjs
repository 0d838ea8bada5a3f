/** The console's bundle, built when its sources changed since the last one. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const sources = [
  'src',
  'resources',
  'providers',
  'contract',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const dist = `${root}dist`
const stamp = `${dist}/.sources`

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

/** Contents, not dates: a fresh clone or a changed branch has new dates for old files. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((path) => filesOf(root + path))) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function isCurrent() {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

/** @param {string} outDir @returns {Promise<{ code: number | null, output: string }>} */
function runVite(outDir) {
  const args = [
    `${root}node_modules/vite/bin/vite.js`,
    'build',
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** Built aside and exchanged by renaming: a server that is running keeps a whole console at any moment. */
async function build() {
  console.log('Preparando la consola…')
  const begin = Date.now()
  const print = fingerprint()
  const next = `${root}node_modules/.cache/sorteo-console-${process.pid}`
  const { code, output } = await runVite(next)
  // Ctrl+C reaches the builder too, and this process right after.
  if (code === null) process.exit(130)
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true })
    console.error(output.trim())
    console.error('No se pudo preparar la consola: corrija lo anterior y vuelva a iniciar.')
    process.exit(1)
  }
  writeFileSync(`${next}/.sources`, print)
  const last = `${next}-last`
  mkdirSync(last, { recursive: true })
  if (existsSync(dist)) renameSync(dist, `${last}/dist`)
  renameSync(next, dist)
  rmSync(last, { recursive: true, force: true })
  console.log(`Consola preparada en ${Math.round((Date.now() - begin) / 1000)} s.`)
}

/** Builds unless `dist` answers to the sources; ends the process with a sentence where that fails. */
export async function ensureConsole() {
  if (!isCurrent()) await build()
}
