/** What `npm ci` brings, brought when it is missing: a bare clone needs no other step. */
import { spawn } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @typedef {{
 *   version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 * }} Entry
 */

/**
 * The packages of a lock file, by their folder: the one agreed, or npm's own record of what is in
 * node_modules. Undefined where there is no such file.
 * @param {string} file
 * @returns {Record<string, Entry> | undefined}
 */
export function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * What somebody installed here: `all`, `runtime` (by `npm ci --omit=dev`, as in production) or `none`.
 * @param {string} [folder] the program's, with a slash at its end
 * @returns {'all' | 'runtime' | 'none'}
 */
export function installed(folder = root) {
  const present = packagesOf(`${folder}node_modules/.package-lock.json`)
  if (!present) return 'none'
  return Object.values(present).some((entry) => entry.dev) ? 'all' : 'runtime'
}

/**
 * Whether node_modules holds what the lock file asks for on this system: a folder brought over from
 * another one holds the wrong binaries.
 * @param {'all' | 'runtime'} kind
 * @param {string} [folder] the program's, with a slash at its end
 */
export function isComplete(kind, folder = root) {
  const present = packagesOf(`${folder}node_modules/.package-lock.json`)
  if (!present) return false
  return Object.entries(packagesOf(`${folder}package-lock.json`) ?? {}).every(([path, entry]) => {
    const isOurs = entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch) && !entry.libc
    if (path === '' || (entry.dev && kind === 'runtime') || (entry.optional && !isOurs)) return true
    return present[path]?.version === entry.version
  })
}

/** @param {'all' | 'runtime'} kind @returns {Promise<{ code: number | null, output: string }>} */
function runNpm(kind) {
  const dev = kind === 'all' ? '--include=dev' : '--omit=dev'
  const flags = ['ci', dev, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
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
 * @param {'all' | 'runtime'} needed with the tools that build and test, or only what a built program runs on
 * @param {'all' | 'runtime'} [brought] what to install where something needed is missing
 */
export async function ensureInstalled(needed, brought = needed) {
  if (isComplete(needed)) return
  if (lstatSync(`${root}node_modules`, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the folder behind the link, under whoever else works with it.
    console.error('Las dependencias de esta copia son las de otra (node_modules es un enlace) y no corresponden.')
    process.exit(1)
  }
  console.log('Instalando las dependencias; la primera vez puede tardar unos minutos…')
  const begin = Date.now()
  const { code, output } = await runNpm(brought)
  if (code !== 0) {
    const reason = code === null ? 'npm fue interrumpido' : `npm terminó con el código ${code}`
    console.error(output.trim().split('\n').slice(-12).join('\n'))
    console.error(`No se pudieron instalar las dependencias: ${reason}. Revise la conexión y el espacio en disco.`)
    process.exit(1)
  }
  console.log(`Dependencias instaladas en ${Math.round((Date.now() - begin) / 1000)} s.`)
}
