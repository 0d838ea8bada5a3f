/** What `npm ci` brings, brought when it is missing: a bare clone needs no other step. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.sorteo-installed`

/** @param {string} path @returns {string} */
function read(path) {
  try {
    return readFileSync(root + path, 'utf8')
  } catch {
    return ''
  }
}

/** The lock file and the system: a folder brought over from another system holds the wrong binaries. */
function fingerprint() {
  return createHash('sha256')
    .update(`${process.platform}-${process.arch}\n${read('package-lock.json')}`)
    .digest('hex')
}

/**
 * Whether npm's own record of node_modules holds all that the lock file asks for on this system,
 * as after an `npm install` by hand.
 */
function isComplete() {
  const record = read('node_modules/.package-lock.json')
  if (!record) return false
  /** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */
  /** @type {Record<string, Entry>} */
  const wanted = JSON.parse(read('package-lock.json')).packages
  /** @type {Record<string, Entry>} */
  const present = JSON.parse(record).packages
  return Object.entries(wanted).every(([path, entry]) => {
    const isOurs = entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch) && !entry.libc
    return path === '' || (entry.optional && !isOurs) || present[path]?.version === entry.version
  })
}

/** @returns {Promise<{ code: number | null, output: string }>} */
function runNpm() {
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const npm = process.env.npm_execpath
  // Under `npx` or another manager the variable names something else.
  const own = npm && npm.endsWith('npm-cli.js')
  const child = own
    ? spawn(process.execPath, [npm, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', flags, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString())
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/**
 * Installs from the lock file where node_modules is missing, older or another system's; ends the
 * process with a sentence when npm fails. Needs no network when there is nothing to install.
 */
export async function ensureInstalled() {
  const current = fingerprint()
  if (read('node_modules/.sorteo-installed') === current && read('node_modules/.package-lock.json')) return
  if (!isComplete()) {
    console.log('Instalando las dependencias; la primera vez puede tardar unos minutos…')
    const begin = Date.now()
    const { code, output } = await runNpm()
    if (code !== 0) {
      const reason = code === null ? 'npm fue interrumpido' : `npm terminó con el código ${code}`
      console.error(output.trim().split('\n').slice(-12).join('\n'))
      console.error(`No se pudieron instalar las dependencias: ${reason}. Revise la conexión y el espacio en disco.`)
      process.exit(1)
    }
    console.log(`Dependencias instaladas en ${Math.round((Date.now() - begin) / 1000)} s.`)
  }
  try {
    writeFileSync(stamp, current)
  } catch {
    // Another user's checkout: the next start compares again.
  }
}
