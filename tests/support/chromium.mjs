/** A Chromium for the browser tests: found on the system, or brought. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../server/install.mjs'

/** The one without windows (Debian's package of that name): it draws the same, for a fifth less of the processor. */
const shell = 'chromium-headless-shell'

/** Where each kind is installed; the folders of `playwright install`, and where in them the program is. */
const kinds = [
  {
    known: [`/usr/bin/${shell}`],
    folders: 'chromium_headless_shell-',
    inside: [
      'chrome-linux/headless_shell',
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-mac/headless_shell',
      'chrome-headless-shell-mac-arm64/chrome-headless-shell',
    ],
  },
  {
    known: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    folders: 'chromium-',
    inside: [
      'chrome-linux/chrome',
      'chrome-linux64/chrome',
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    ],
  },
]

/** What `playwright install` left of a kind, newest first. @param {string} folders @param {string[]} inside */
function downloaded(folders, inside) {
  const own = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), own)
  if (!existsSync(cache)) return []
  const builds = readdirSync(cache).filter((name) => name.startsWith(folders))
  return builds
    .sort()
    .reverse()
    .flatMap((build) => inside.map((path) => join(cache, build, path)))
}

/** Some systems put a mere pointer to another package's store in its place. @param {string} path */
function runs(path) {
  return (
    existsSync(path) &&
    spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 }).status === 0
  )
}

/** The path of a Chromium that runs: CHROMIUM_PATH first, then one without windows. @returns {string | undefined} */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  const found = kinds.flatMap(({ known, folders, inside }) => [...known, ...downloaded(folders, inside)])
  return [...(given ? [given] : []), ...found].find(runs)
}

/** @param {string} command @param {string[]} args */
function attempt(command, args) {
  try {
    execFileSync(command, args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch {
    return false
  }
}

/**
 * The path of a Chromium, installed first where there is none: Debian's own as root, else the one that
 * playwright downloads into the home. Undefined, after saying so, where neither can be had.
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('No hay un Chromium en este equipo; se instala uno para las pruebas de navegador…')
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall && attempt('apt-get', ['update', '-qq'])) {
    for (const name of [shell, 'chromium']) {
      if (attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])) break
    }
  }
  const system = findChromium()
  if (system) return system
  const cli = `${root}node_modules/playwright-core/cli.js`
  attempt(process.execPath, [cli, 'install', ...(canInstall ? ['--with-deps'] : []), '--only-shell', 'chromium'])
  const own = findChromium()
  if (!own) {
    console.error('No se pudo instalar un Chromium: instálelo o indique su ruta en CHROMIUM_PATH.')
  }
  return own
}
