/**
 * The counter that sells as its teller sees it: from the last key to the receipt at the printer, in Chromium, while others
 * sell beside; against the same sale through the API alone, one after each.
 */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { ensureBuilt, outDirs } from '../../server/build.mjs'
import { root } from '../../server/install.mjs'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { tickets } from '../../contract/tickets.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { Random } from '../../server/seed/random.ts'
import { openCounters, SaleRefused, type DemoCounter } from '../../server/seed/sell-counter.ts'
import { betTypeId } from '../support/world.ts'
import { browserPath, openBrowser, serve } from './console.ts'
import { tokenOf } from './counters.ts'
import { ascending, percentile, round, takeTurns, timeOf, type Measured } from './measure.ts'
import { openDraws } from './selling.ts'

const sales = 100
const warming = 10
const beside = 20
/** A teller beside sells one ticket and then the next customer comes. */
const pauseMs = 1_500
const most = 150
/** An Enter this soon after another is taken for a bounce. */
const bounceMs = 150

/** `url` is a seeded banca. Throws an `Unmeasurable` without a browser. */
export async function benchTeller(url: string): Promise<Measured[]> {
  const path = browserPath()
  await ensureBuilt(['console'])
  const pool = createPool(url, { max: 4 })
  const served = await serve(url, root + outDirs.console)
  const browser = await openBrowser(path)
  const others = { open: true, sold: 0 }
  let tellers: Promise<unknown> = Promise.resolve()
  try {
    const db = executor(pool)
    const draws = await openDraws(db)
    const [draw_id] = draws
    if (draw_id === undefined) throw new Error('No hay sorteos por delante: no hay nada que vender')
    const page = await openTeller(browser, served.address)
    const token = await tokenOf(served.address, 'taquilla')
    // Two at each counter: the demo has ten, and the first is the one that is measured.
    const counters = (await openCounters(served.address)).slice(1)
    const all = Array.from({ length: beside }, (_, at) => counters[at % counters.length]!)
    tellers = Promise.all(all.map((counter, at) => sellOn(counter, at, others)))
    const start = performance.now()
    const taken = await takeTurns(
      {
        screen: (n) => sellOnScreen(page, n),
        bare: (n) => timeOf(() => sellBare(served.address, token, draw_id, n)),
      },
      warming + sales,
    )
    const rate = (others.sold * 1_000) / (performance.now() - start)
    const kept = await db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets WHERE total::text LIKE '%.07'`)
    if (kept!.n !== warming + sales) throw new Error(`De la pantalla se vendieron ${kept!.n}`)
    return [rowOf(taken.screen.slice(warming), taken.bare.slice(warming), rate)]
  } finally {
    others.open = false
    await tellers
    await browser.close()
    await served.app.close()
    await pool.end()
  }
}

function rowOf(screen: readonly number[], bare: readonly number[], rate: number): Measured {
  const [own, alone] = [ascending(screen), ascending(bare)]
  const p95 = percentile(own, 0.95)
  const of = (times: number[]) => `p95 ${round(percentile(times, 0.95), 0)} ms, p50 ${round(percentile(times, 0.5), 0)}`
  return {
    work: `mostrador que vende: de la última tecla al recibo impreso, ${sales} ventas con ${beside} cajeros al lado`,
    yardstick: 'la misma venta sin pantalla, una tras cada una',
    reach: `p95 ≤ ${most} ms`,
    measured: `${of(own)}; ${round(p95 / percentile(alone, 0.95))} veces (${of(alone)}); al lado ${round(rate, 0)}/s`,
    reached: p95 <= most,
  }
}

/** The demo's counter, open; a print says how long ago the last key was pressed. */
async function openTeller(browser: Awaited<ReturnType<typeof openBrowser>>, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 } })
  await page.addInitScript(() => {
    const top = window.top as unknown as Told
    window.print = () => top.told?.(top.performance.now() - top.pressed)
    if (window === window.top) document.addEventListener('keydown', () => (top.pressed = performance.now()), true)
  })
  await page.goto(`${address}/login`)
  await page.fill('input[autocomplete=username]', 'taquilla')
  await page.fill('input[type=password]', demoPassword)
  await page.keyboard.press('Enter')
  // Where a teller arrives. What it listens to stays open, so the network is never idle.
  await page.waitForFunction(() => document.activeElement?.id === 'sell-entry')
  return page
}

interface Told {
  performance: Performance
  pressed: number
  told: ((ms: number) => void) | undefined
}

/** Types a ticket of its own, and answers how many milliseconds its last key took to be printed. */
async function sellOnScreen(page: Page, n: number): Promise<number> {
  await page.keyboard.type(`${1 + (n % 36)}*${10 + n},07`)
  await page.keyboard.press('Enter')
  await page.waitForTimeout(bounceMs)
  const printed = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        ;(window as unknown as Told).told = resolve
        setTimeout(() => reject(new Error(document.body.innerText)), 20_000)
      }),
  )
  await page.keyboard.press('Enter')
  return printed
}

async function sellBare(address: string, token: string, draw_id: number, n: number): Promise<void> {
  const line = { draw_id, bet_type_id: betTypeId('ANIMALITO'), number: String(1 + (n % 36)), stake: `${10 + n}.08` }
  const reply = await fetch(address + tickets.sell.path, {
    method: tickets.sell.method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': `bare-${n}-${Date.now()}`,
    },
    body: JSON.stringify({ currency: 'BS', lines: [line] }),
  })
  if (reply.status !== 201) throw new Error(await reply.text())
  await reply.json()
}

async function sellOn(counter: DemoCounter, at: number, others: { open: boolean; sold: number }): Promise<void> {
  const random = new Random(7_000 + at)
  await wait((pauseMs * at) / beside)
  while (others.open) {
    try {
      await counter.sell(random)
      others.sold += 1
    } catch (error) {
      // A quota that is used up, a ticket like the last one: not a sale.
      if (!(error instanceof SaleRefused) || error.status >= 500) throw error
    }
    await wait(pauseMs)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
