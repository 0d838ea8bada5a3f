/** The whole product for browser tests: the built console on the real server, over the demo banca, in a real browser that is watched. */
import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import axe from 'axe-core'
import type { BrowserContext, Download, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { read, utils } from 'xlsx'
import { outDirs } from '../../server/build.mjs'
import { root } from '../../server/install.mjs'
import { allows, type Rule, type Who } from '../../contract/access/rules.ts'
import { screens } from '../../contract/access/screens.ts'
import { session } from '../../contract/session.ts'
import { build, type Config } from '../../server/app.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { filesWork } from '../../server/platform/files/prepared/make.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import type { SheetCell, SheetRow } from '../../server/platform/files/reading/cells.ts'
import { asAnyTable } from '../../server/platform/files/reading/own-file.ts'
import { routes } from '../../server/routes.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'
import { isEmpty, openWindows, patience, type Windows } from './browser.ts'

const screenSizes = {
  desk: { width: 1366, height: 900 },
  laptop: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
} as const
export type ScreenSize = keyof typeof screenSizes

interface Screen {
  size?: ScreenSize
  dark?: boolean
  /** With fingers. */
  touch?: boolean
  /** With none of the console's files at hand, as whoever comes for the first time. */
  fresh?: boolean
}

interface Visit {
  page: Page
  /**
   * What went wrong since the last look: console errors, what the page's policy refused, answers of 4xx and 5xx, calls
   * to another host. Looking empties it.
   */
  faults(): string[]
  close(): Promise<void>
}

export interface Console {
  url: string
  db: Executor
  /** For what needs a transaction of its own. */
  pool: Pool
  /** Makes the files that were left to the server, as its clock does. */
  makeFiles(): Promise<void>
  /** A window of its own, in which nothing is open yet and nothing is left, with the session of somebody or of nobody. */
  visit(as?: string, options?: Screen): Promise<Visit>
  close(): Promise<void>
}

/** Over the demo banca, or over what `made` makes; `others` are further bancas of the same server. */
export async function openConsole(
  made: () => Promise<TestDatabase> = createSeededDatabase,
  { others = [], objects = null }: { others?: Config['databases'] } & Pick<Config, 'objects'> = {},
): Promise<Console> {
  const database = await made()
  const app = await build({
    databases: [{ key: 'principal', url: database.url }, ...others],
    console_dir: root + outDirs.console,
    rate_per_minute: 1_000_000,
    objects,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const pool = createPool(database.url, { max: 2 })
  const windows = await openWindows(url)
  return {
    url,
    db: executor(pool),
    pool,
    makeFiles: () => workOn(filesWork(routes), app.databases.main, new AbortController().signal),
    visit: (as, options) => visit(windows, url, as, options),
    close: async () => {
      await windows.close()
      await app.close()
      await pool.end()
      await database.drop()
    },
  }
}

/** What all tests of a file work in: open from before the first to after the last of them, and empty until then. */
export function openedForFile<T extends Console>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(async () => void (await (opened as Partial<T>).close?.()))
  return opened
}

async function visit(
  windows: Windows,
  url: string,
  as: string | undefined,
  { size = 'desk', dark = false, touch = false, fresh = false }: Screen = {},
): Promise<Visit> {
  const window = await windows.open({
    viewport: screenSizes[size],
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    fresh,
  })
  const { context, page } = window
  const faults = watch(context, page, url)
  if (as !== undefined) await signIn(context, url, as)
  return { page, faults, close: () => windows.leave(window) }
}

/** Calls on their way, of each page. */
const onTheWay = new WeakMap<Page, Set<Request>>()

function watch(context: BrowserContext, page: Page, url: string): () => string[] {
  let seen: string[] = []
  const pending = new Set<Request>()
  onTheWay.set(page, pending)
  // What is told for as long as the page is open never arrives whole.
  page.on('request', (request) => request.headers()['accept'] !== 'text/event-stream' && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('console', (message) => {
    // A window that waited showed a picture, for whose own icon browsers ask where icons used to be.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      seen.push(`console: ${message.text()} ${message.location().url}`)
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

/** Gives a browser a session of its own, as signing in leaves it; how a person signs in is tried in the menu's tests. */
async function signIn(context: BrowserContext, url: string, username: string): Promise<void> {
  const reply = await context.request.post(url + session.open.path, { data: { username, password: demoPassword } })
  if (!reply.ok()) throw new Error(`${username} cannot sign in: ${await reply.text()}`)
  const { access_token } = (await reply.json()) as { access_token: string }
  // The refresh token's cookie came with the answer; this one is script's.
  await context.addCookies([
    { name: 'sorteo_access', value: encodeURIComponent(access_token), url, sameSite: 'Strict' },
  ])
}

/** Whether something on the page says that it is still being filled. One look inside the page: roles are slow to ask for from outside. */
const isFilling = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-busy="true"], [role="status"], output')].some(
      (one) =>
        one.getAttribute('aria-busy') === 'true' ||
        ((one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '').startsWith('Cargando') &&
          one.checkVisibility()),
    ),
  )

/** Until the page has its title, nothing is on its way any more, and what arrived is painted. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const pending = onTheWay.get(page)!
  const until = Date.now() + patience
  for (let quiet = 0; quiet < 3; ) {
    if (Date.now() > until)
      throw new Error(`still on its way: ${[...pending].map((request) => request.url()).join(' ')}`)
    quiet = pending.size === 0 && !(await isFilling(page)) ? quiet + 1 : 0
    await page.waitForTimeout(60)
  }
}

/** Whom a screen opens for: one of the banca, or who stands at its counter. */
export const visitors = {
  banca: { role: 'ADMIN_BANCA', manage_childs: true, awarding_results: true, country_iso2: 'VE' },
  agencia: { role: 'ADMIN_TAQUILLA', manage_childs: false, awarding_results: false, country_iso2: 'VE' },
  taquilla: { role: 'VEND_TAQUILLA', manage_childs: false, awarding_results: false, country_iso2: 'VE' },
  polla: { role: 'VEND_TAQUILLA_POLLA', manage_childs: false, awarding_results: false, country_iso2: 'VE' },
} as const satisfies Record<string, Who>
export const visitorOf = (access: Rule) => Object.entries(visitors).find(([, who]) => allows(access, who))?.[0]

export const pathOf = (key: string) => screens.find((screen) => screen.key === key)!.path
/** An address that no screen has. */
const nowhere = '/admin/nada'

/**
 * Leads to a screen as a link in the console does: the console stays, and only what the screen needs is asked for. What
 * stood there has gone before, so that it is never taken for what was asked for. A new window loads the console first.
 */
export async function lead(page: Page, path: string): Promise<void> {
  if (isEmpty(page)) return void (await page.goto(path))
  const follow = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  const lost = page.getByText('La pantalla que busca no existe')
  await follow(nowhere)
  await lost.waitFor()
  await follow(path)
  await lost.waitFor({ state: 'detached' })
}

/** The cells of the page's table as a spreadsheet, taken away as a person does. */
export async function exportedCells(page: Page): Promise<unknown[][]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  return cellsIn(await download)
}

/** A downloaded workbook as rows of cells: what it says of itself, then its table, each amount under its title. */
export async function cellsIn(download: Download): Promise<unknown[][]> {
  const file = await download.path()
  const [table, about] = Object.values(read(readFileSync(file)).Sheets).map((sheet) =>
    utils.sheet_to_json<SheetCell[]>(sheet, { header: 1, raw: true }),
  )
  const cells: unknown[][] = [...(about ?? [])]
  async function* rows(): AsyncGenerator<SheetRow> {
    for (const [at, row] of table!.entries()) yield { n: at + 1, cells: row }
  }
  for await (const row of asAnyTable(rows())) cells.push(row.cells)
  return cells
}

/** What a workbook says that its rows come to in a currency, by the title of the column; nothing where it says none. */
export function totalsIn(cells: readonly unknown[][], currency: string): Record<string, unknown> | undefined {
  const from = cells.findIndex(([label]) => label === 'Totales')
  const column = cells[from]?.indexOf(currency) ?? -1
  if (column < 0) return undefined
  const rest = cells.slice(from + 1)
  const end = rest.findIndex((row) => typeof row[0] !== 'string' || row.length > cells[from]!.length)
  return Object.fromEntries(rest.slice(0, end < 0 ? undefined : end).map((row) => [String(row[0]), row[column]]))
}

/** Another size and other colours for a page and what is open in it, as when somebody turns a screen or their system goes dark. */
export async function showAs(page: Page, { size, dark }: { size: ScreenSize; dark: boolean }): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(screenSizes[size])
}

/** Rules of axe that colours alone decide. */
const colourRules = ['color-contrast', 'link-in-text-block']
const likeAnother = 'data-like-another'

/**
 * Marks every row and item that is made as an earlier one is, but for its words: what axe finds in one it finds
 * in all of them, and a list of hundreds takes it many seconds. Odd and even ones may have other colours.
 */
const markAlike = (page: Page) =>
  page.evaluate((mark) => {
    const told = new Set(['class', 'style', 'role', 'type', 'scope', 'disabled', 'aria-hidden', 'aria-expanded'])
    const made = (node: Node): string => {
      if (node instanceof Text) return node.data.trim() ? 'words' : ''
      if (!(node instanceof Element)) return ''
      const attributes = [...node.attributes]
        .filter(({ name }) => name !== mark)
        // Where it stands is told in pixels, and is no other look.
        .map(({ name, value }) => `${name}=${told.has(name) ? value.replace(/[\d.]+px/g, '') : value.trim() !== ''}`)
      return `${node.localName}[${attributes.sort().join(' ')}](${[...node.childNodes].map(made).join()})`
    }
    const known = new WeakMap<Element, Set<string>>()
    for (const one of document.querySelectorAll('tr, [role="row"], li')) {
      one.removeAttribute(mark)
      const siblings = one.parentElement!
      const seen = known.get(siblings) ?? new Set<string>()
      known.set(siblings, seen)
      const looks = `${[...siblings.children].indexOf(one) % 2} ${made(one)}`
      if (seen.has(looks)) one.setAttribute(mark, '')
      else seen.add(looks)
    }
  }, likeAnother)

/** Until no colour is on its way to another: what is read half-way has too little contrast. */
const faded = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2_000)
      .map(({ finished }) => finished.catch(() => undefined)),
  )

interface Axe {
  commons: { color: { Color: { prototype: { parseString(text: string): object } } } }
}

/**
 * Has axe read each colour once. It reads what the browser says of every text and all that lies behind it, over and
 * over the same few, and that was a third of its time.
 */
const rememberColours = () => {
  const { prototype } = (window as unknown as { axe: Axe }).axe.commons.color.Color
  const readAnew = prototype.parseString
  const known = new Map<string, object>()
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = (known.get(text) ?? readAnew.call(this, text)) as Record<string, number>
    if (!known.has(text)) known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }
}

/** What axe finds, each with where. The charts' canvases are drawings: each has its table behind it. */
export async function accessibilityFaults(page: Page, of: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  await markAlike(page)
  await page.evaluate(faded)
  // It would be sent into the page anew, and twice, for each analysis.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source)
    await page.evaluate(rememberColours)
  }
  // Its newer way opens a page of its own for each analysis, for frames of other sites; here are none.
  const looking = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode(true).exclude(`[${likeAnother}]`)
  // To tell of all that is right takes it longer than to look.
  const { violations } = await looking
    .options({
      resultTypes: ['violations'],
      ...(of === 'colours' && { runOnly: { type: 'rule', values: colourRules } }),
    })
    .analyze()
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
  expect(scrolled, page.url()).toBeLessThanOrEqual(shown)
}

/** The rows of scrolling panels that stand in sight by half, each with its panel: none may. A pixel is a border. */
export const cutRows = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.chart-frame-scroll')].flatMap((box) => {
      const end = (box.querySelector('tfoot td') ?? box).getBoundingClientRect()
      const edge = box.querySelector('tfoot td') ? end.top : end.bottom
      return [...box.querySelectorAll('tbody tr')].flatMap((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top < edge - 1 && bottom > edge + 1 ? [`${box.getAttribute('aria-label')}: ${row.textContent}`] : []
      })
    }),
  )
