/**
 * The browser of a worker, and its windows. Each window is as new to whoever gets it; that one was open before costs a
 * third of what a new one does, whose every file is read and made ready anew.
 */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { findChromium } from '../support/chromium.mjs'

interface Window {
  context: BrowserContext
  page: Page
}

interface Asked {
  viewport: { width: number; height: number }
  colorScheme: 'dark' | 'light'
  /** With fingers. */
  hasTouch: boolean
  /** With none of the console's files at hand, as whoever comes for the first time. */
  fresh: boolean
}

export interface Windows {
  open(asked: Asked): Promise<Window>
  /** Puts a window away: emptied for the next who asks, or ended where something stays in it. */
  leave(window: Window): Promise<void>
  close(): Promise<void>
}

/** Waiting for a busy machine is no failure; waiting for ever is. */
export const patience = 30_000

let started: Promise<Browser> | undefined
/** One for all files of a worker; it ends with the worker, whose end closes the pipe that leads it. */
async function browserOf(): Promise<Browser> {
  if (started && (await started).isConnected()) return started
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium: npm test brings one')
  started = chromium.launch({
    executablePath,
    // Pixels are drawn by the processor either way; without a process for a graphics card there is one step less.
    // Without windows it would bring each letter to whole pixels, which makes lines longer than people have them.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
  })
  return started
}

/** What an emptied window shows: of the same place as the console, so that nothing begins anew for the next. */
const waiting = '/favicon.svg'
/** Has nothing been opened in it yet? */
export const isEmpty = (page: Page) => page.url() === 'about:blank' || page.url().endsWith(waiting)

const pageEvents = ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'pageerror'] as const
const ownEvents = ['dialog', 'download', 'framenavigated', 'popup'] as const

/** Leaves nothing in a window of what was done in it. What runs before each page cannot be taken back. */
async function empty({ context, page }: Window): Promise<void> {
  for (const event of pageEvents) {
    page.removeAllListeners(event as 'request')
    if (event !== 'pageerror') context.removeAllListeners(event as 'request')
  }
  for (const event of ownEvents) page.removeAllListeners(event as 'dialog')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await page.goto(waiting)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}

/** Windows over one console. */
export async function openWindows(baseURL: string): Promise<Windows> {
  const browser = await browserOf()
  const opened = new Set<BrowserContext>()
  const free: { window: Window; hasTouch: boolean }[] = []
  const kept = new Map<Page, boolean>()
  const end = async (context: BrowserContext) => {
    opened.delete(context)
    await context.close()
  }
  const create = async ({ viewport, colorScheme, hasTouch, fresh }: Asked): Promise<Window> => {
    const context = await browser.newContext({
      baseURL,
      viewport,
      hasTouch,
      colorScheme,
      locale: 'es-VE',
      timezoneId: 'America/Caracas',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    opened.add(context)
    context.setDefaultTimeout(patience)
    // Of what a page tries and catches itself, the browser's console says nothing.
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
      ),
    )
    const page = await context.newPage()
    if (!fresh) kept.set(page, hasTouch)
    for (const one of [page, context]) {
      const add = one.addInitScript as (...script: unknown[]) => Promise<never>
      one.addInitScript = (...script: unknown[]) => {
        kept.delete(page)
        return add.apply(one, script)
      }
    }
    return { context, page }
  }
  return {
    open: async (asked) => {
      const at = asked.fresh ? -1 : free.findIndex(({ hasTouch }) => hasTouch === asked.hasTouch)
      if (at < 0) return create(asked)
      const [{ window }] = free.splice(at, 1) as [(typeof free)[number]]
      await window.page.emulateMedia({ media: null, colorScheme: asked.colorScheme, reducedMotion: 'reduce' })
      await window.page.setViewportSize(asked.viewport)
      return window
    },
    leave: async (window) => {
      const { context, page } = window
      const hasTouch = kept.get(page)
      const isKept = hasTouch !== undefined && !page.isClosed() && context.pages().length === 1
      const isEmptied =
        isKept &&
        (await empty(window).then(
          () => true,
          () => false,
        ))
      if (isEmptied) free.push({ window, hasTouch })
      else await end(context)
    },
    close: async () => {
      for (const context of opened) await end(context)
    },
  }
}
