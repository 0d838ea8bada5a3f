/** What the console weighs and how soon it paints, in Chromium, with the processor slowed four times. */
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build } from '../../server/app.ts'
import { ensureBuilt, outDirs } from '../../server/build.mjs'
import { root } from '../../server/install.mjs'
import { findChromium } from '../support/chromium.mjs'
import { percentile, round, Unmeasurable, type Measured } from './measure.ts'

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
  { name: 'tablero de ventas', path: '/admin/dashboards/sales', most_kb: 780, ready: 'canvas' },
]

/** `url` is a seeded banca; the console is built first where it is not. */
export async function benchConsole(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Unmeasurable('no hay un Chromium: instálelo o indique su ruta en CHROMIUM_PATH')
  await ensureBuilt(['console'])
  const app = await build({
    databases: [{ key: 'principal', url }],
    console_dir: root + outDirs.console,
    rate_per_minute: 100_000,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const rows: Measured[] = []
    for (const screen of screens)
      rows.push(...(await measure(browser, address, screen, screen.path === '/login' ? null : { user, password })))
    return rows
  } finally {
    await browser.close()
    await app.close()
  }
}

async function measure(
  browser: Browser,
  address: string,
  screen: Screen,
  who: { user: string; password: string } | null,
): Promise<Measured[]> {
  const opened: { kb: number; twice: number; paint_ms: number; ready_ms: number; shift: number }[] = []
  for (let run = 0; run < runs; run++) opened.push(await visit(browser, address, screen, who))
  const median = (key: keyof (typeof opened)[number]) =>
    percentile(
      opened.map((one) => one[key]).sort((a, b) => a - b),
      0.5,
    )
  const [kb, twice, shift] = [median('kb'), median('twice'), median('shift')]
  return [
    {
      work: `peso de ${screen.name}`,
      yardstick: 'gzip, sin caché',
      reach: `≤ ${screen.most_kb} kB, nada dos veces`,
      measured: `${round(kb, 0)} kB, ${twice} repetidos`,
      reached: kb <= screen.most_kb && twice === 0,
    },
    {
      work: `${screen.name}: pintar y estar lista (procesador ${slowdown} veces más lento)`,
      yardstick: 'desplazamiento de lo pintado',
      reach: '≤ 0,1',
      measured: `pinta a ${round(median('paint_ms'), 0)} ms, lista a ${round(median('ready_ms'), 0)} ms, desplazamiento ${round(shift, 3)}`,
      reached: shift <= 0.1,
    },
  ]
}

async function visit(
  browser: Browser,
  address: string,
  screen: Screen,
  who: { user: string; password: string } | null,
) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } })
  if (who) await signIn(await context.newPage(), address, who)
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

async function signIn(
  page: Page,
  address: string,
  { user, password }: { user: string; password: string },
): Promise<void> {
  await page.goto(`${address}/login`)
  await page.fill('input[autocomplete=username]', user)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('login'), { timeout: 120_000 })
  await page.close()
}
