/**
 * What the console weighs and how soon it shows, in Chromium, with the processor slowed four times: against the
 * smallest console of Refine and antd over the same server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { build as bundle } from 'vite'
import { build } from '../../server/app.ts'
import { ensureBuilt, outDirs } from '../../server/build.mjs'
import { root } from '../../server/install.mjs'
import { findChromium } from '../support/chromium.mjs'
import { median, round, takeTurns, Unmeasurable, type Measured } from './measure.ts'

const slowdown = 4
const runs = 3

interface Screen {
  name: string
  path: string
  /** Kilobytes gzipped, everything it took to show it from an empty cache. */
  most_kb: number
  ready: string
}

const screens: readonly Screen[] = [
  { name: 'inicio de sesión', path: '/login', most_kb: 330, ready: 'input[type=password]' },
  {
    name: 'lista de agencias',
    path: '/admin/registry/agencies',
    most_kb: 540,
    ready: 'tbody tr td a, tbody tr td button',
  },
  { name: 'tablero de ventas', path: '/admin/dashboards/sales?period=7d', most_kb: 780, ready: 'canvas' },
]

const most = 1.15

interface Opened {
  kb: number
  twice: number
  paint_ms: number
  ready_ms: number
  shift: number
}

/** Builds the smallest console as the product's is built; answers its folder. */
async function buildSmallest(): Promise<string> {
  const outDir = mkdtempSync(join(process.env['SORTEO_BENCH_DIR'] ?? tmpdir(), 'sorteo-smallest-'))
  await bundle({
    root: `${root}tests/bench/smallest`,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: { tsconfigPaths: true },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 3_000 },
  })
  return outDir
}

/** A server of a console over the banca, and where it listens. */
export async function serve(url: string, console_dir: string) {
  const app = await build({ databases: [{ key: 'principal', url }], console_dir, rate_per_minute: 100_000 })
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** Throws an `Unmeasurable` where there is none. */
export function browserPath(): string {
  const path = findChromium()
  if (!path) throw new Unmeasurable('no hay un Chromium: instálelo o indique su ruta en CHROMIUM_PATH')
  return path
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** `url` is a seeded banca; the console is built first where it is not. Throws an `Unmeasurable` without a browser. */
export async function benchConsole(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const path = browserPath()
  await ensureBuilt(['console'])
  const smallestDir = await buildSmallest()
  const ours = await serve(url, root + outDirs.console)
  const smallest = await serve(url, smallestDir)
  const browser = await openBrowser(path)
  try {
    const rows: Measured[] = []
    for (const screen of screens) {
      const who = screen.path === '/login' ? null : await signIn(browser, ours.address, { user, password })
      const opened = await takeTurns(
        {
          ours: () => visit(browser, ours.address, screen, who),
          smallest: () => visit(browser, smallest.address, screen, who),
        },
        runs + 1,
      )
      rows.push(...rowsOf(screen, opened.ours.slice(1), opened.smallest.slice(1)))
    }
    return rows
  } finally {
    await browser.close()
    await Promise.all([ours.app.close(), smallest.app.close()])
    rmSync(smallestDir, { recursive: true, force: true })
  }
}

function rowsOf(screen: Screen, ours: readonly Opened[], smallest: readonly Opened[]): Measured[] {
  const middle = (all: readonly Opened[], key: keyof Opened) => median(all.map((one) => one[key]))
  const [kb, twice, shift] = [middle(ours, 'kb'), middle(ours, 'twice'), middle(ours, 'shift')]
  const times = (key: 'paint_ms' | 'ready_ms') => ({
    own: middle(ours, key),
    other: middle(smallest, key),
    ratio: middle(ours, key) / middle(smallest, key),
  })
  const [paint, ready] = [times('paint_ms'), times('ready_ms')]
  const told = ({ own, other, ratio }: typeof paint) =>
    `${round(ratio, 2)} veces (${round(own, 0)} ms contra ${round(other, 0)} ms)`
  return [
    {
      work: `peso de ${screen.name}`,
      yardstick: 'gzip, sin caché',
      reach: `≤ ${screen.most_kb} kB, nada dos veces`,
      measured: `${round(kb, 0)} kB, ${twice} repetidos (la menor: ${round(middle(smallest, 'kb'), 0)} kB)`,
      reached: kb <= screen.most_kb && twice === 0,
    },
    {
      work: `${screen.name}: pintar y estar lista (procesador ${slowdown} veces más lento)`,
      yardstick: 'la menor consola de Refine y antd con lo mismo',
      reach: `≤ ${String(most).replace('.', ',')} veces, desplazamiento ≤ 0,1`,
      measured: `pinta ${told(paint)}, lista ${told(ready)}, desplazamiento ${round(shift, 3)}`,
      reached: paint.ratio <= most && ready.ratio <= most && shift <= 0.1,
    },
  ]
}

async function visit(browser: Browser, address: string, screen: Screen, who: Session | null): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 900 },
    ...(who && { storageState: who }),
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const files: string[] = []
  let kb = 0
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) return
    files.push(response.url())
    void response.body().then(
      (body) => {
        kb += (/\.(woff2|png)$/.test(response.url()) ? body.length : gzipSync(body).length) / 1_000
      },
      () => undefined,
    )
  })
  const start = performance.now()
  await page.goto(address + screen.path)
  await page.waitForSelector(screen.ready, { timeout: 120_000 })
  const ready_ms = performance.now() - start
  await page.waitForLoadState('networkidle')
  const { paint_ms, shift } = await page.evaluate(
    () =>
      new Promise<{ paint_ms: number; shift: number }>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(
          () => resolve({ paint_ms: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, shift }),
          1_000,
        )
      }),
  )
  await context.close()
  return { kb, twice: files.length - new Set(files).size, paint_ms, ready_ms, shift }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a browser keeps of somebody who signed in; it is as good at any port of this machine. */
async function signIn(
  browser: Browser,
  address: string,
  { user, password }: { user: string; password: string },
): Promise<Session> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  await page.fill('input[autocomplete=username]', user)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('login'), { timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  const session = await context.storageState()
  await context.close()
  return session
}
