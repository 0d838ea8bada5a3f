/** The whole product for browser tests: the built console on the real server, over the demo banca, in a real browser that is watched. */
import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { expect } from 'vitest'
import { ensureBuilt, outDirs } from '../../server/build.mjs'
import { root } from '../../server/install.mjs'
import { build } from '../../server/app.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { findChromium } from '../support/chromium.mjs'
import { createSeededDatabase } from '../support/postgres.ts'

const screenSizes = { desk: { width: 1366, height: 900 }, phone: { width: 360, height: 740 } } as const

interface Visit {
  page: Page
  /** What went wrong since the last look: console errors, answers of 4xx and 5xx, calls to another host. Looking empties it. */
  faults(): string[]
  close(): Promise<void>
}

export interface Console {
  url: string
  db: Executor
  /** For what needs a transaction of its own. */
  pool: Pool
  /** A new browser of its own, signed in as somebody or as nobody. */
  visit(as?: string, options?: { size?: keyof typeof screenSizes; dark?: boolean }): Promise<Visit>
  close(): Promise<void>
}

/** Waiting for a busy machine is no failure; waiting for ever is. */
const patience = 30_000

export async function openConsole(): Promise<Console> {
  await ensureBuilt(['console'])
  const database = await createSeededDatabase()
  const app = await build({
    databases: [{ key: 'principal', url: database.url }],
    console_dir: root + outDirs.console,
    rate_per_minute: 1_000_000,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const pool = createPool(database.url, { max: 2 })
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium: npm test brings one')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  return {
    url,
    db: executor(pool),
    pool,
    visit: (as, options) => visit(browser, url, as, options),
    close: async () => {
      await browser.close()
      await app.close()
      await pool.end()
      await database.drop()
    },
  }
}

async function visit(
  browser: Browser,
  url: string,
  as: string | undefined,
  { size = 'desk', dark = false }: { size?: keyof typeof screenSizes; dark?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: screenSizes[size],
    colorScheme: dark ? 'dark' : 'light',
    locale: 'es-VE',
    timezoneId: 'America/Caracas',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const faults = watch(context, page, url)
  if (as !== undefined) await signIn(page, as)
  return { page, faults, close: () => context.close() }
}

/** Calls on their way, of each page. */
const onTheWay = new WeakMap<Page, Set<Request>>()

function watch(context: BrowserContext, page: Page, url: string): () => string[] {
  let seen: string[] = []
  const pending = new Set<Request>()
  onTheWay.set(page, pending)
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
      seen.push(`another host: ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400)
      seen.push(`${response.status()}: ${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  return () => {
    const since = seen
    seen = []
    return since
  }
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await settle(page)
}

/** What says that it is still being filled. */
const waiting = (page: Page) =>
  page
    .getByRole('status', { name: /^Cargando/ })
    .or(page.getByRole('status').filter({ hasText: /^Cargando/ }))
    .or(page.locator('[aria-busy="true"]'))

/** Until the page has its title, nothing is on its way any more, and what arrived is painted. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const pending = onTheWay.get(page)!
  const until = Date.now() + patience
  for (let quiet = 0; quiet < 3; ) {
    if (Date.now() > until)
      throw new Error(`still on its way: ${[...pending].map((request) => request.url()).join(' ')}`)
    const busy = await waiting(page).count()
    quiet = pending.size === 0 && busy === 0 ? quiet + 1 : 0
    await page.waitForTimeout(80)
  }
}

/** What axe finds, each with where. The charts' canvases are drawings: each has its table behind it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}

/** The page itself never moves sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }))
  expect(scrolled).toBeLessThanOrEqual(shown)
}
