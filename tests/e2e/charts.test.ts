/**
 * Charts as a person uses them: what stands under the pointer is read in the tooltip, pressed with the mouse, and the rows
 * that open come to the same amount.
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { toCents } from '../../contract/values/money.ts'
import { lead, openedForFile, pathOf, settle } from './console.ts'
import { openGame } from './game.ts'
import { eachDay } from '../support/length.ts'

const game = openedForFile(openGame)

/** An amount as the screen writes it, in cents. */
const centsIn = (text: string) =>
  toCents(
    text
      .replace(/[^\d,−-]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  )

async function productName(id: string): Promise<string> {
  const row = await game.db.one<{ name: string }>(sql`SELECT name FROM products WHERE id = ${id}`)
  return row!.name
}

/** The day of a title, `sábado 21/11/2026`, as a title says it of a week before. */
function weekBefore(title: string): string {
  const [, name, day, month, year] = /^(\p{L}+) (\d\d)\/(\d\d)\/(\d{4})/u.exec(title)!
  return `${name} ${formatDay(addDays(`${year}-${month}-${day}`, -7))}`
}

interface Told {
  title: string
  figures: Record<string, bigint>
}

/** What the tooltip of a chart says at a place of it, in parts of its drawing's width and height; null where nothing stands. */
async function hover(page: Page, chart: Locator, place: { x: number; y: number }): Promise<Told | null> {
  const box = (await chart.boundingBox())!
  const at = { x: box.x + box.width * place.x, y: box.y + box.height * place.y }
  // The drawing passes over a movement that comes too soon after its last look: each of these is one that it looks at.
  for (const before of [3, 0]) {
    await page.mouse.move(at.x - before, at.y)
    await page.waitForTimeout(120)
  }
  return chart
    .evaluate((canvas) => {
      const body = canvas.querySelector<HTMLElement>('.chart-tooltip')
      if (!body?.checkVisibility({ visibilityProperty: true })) return null
      const lines = [...body.querySelectorAll('.line')].map((line) => ({
        name: [...line.children].at(-2)!.textContent!,
        figure: line.querySelector('.chart-tooltip-figure')!.textContent!,
      }))
      return { title: body.querySelector('.strong')!.textContent!, lines }
    })
    .then(
      (said) =>
        said && {
          title: said.title,
          figures: Object.fromEntries(
            said.lines.filter(({ figure }) => /\d/.test(figure)).map(({ name, figure }) => [name, centsIn(figure)]),
          ),
        },
    )
}

/** Presses the drawing at a place, as a hand does. */
async function press(page: Page, chart: Locator, place: { x: number; y: number }): Promise<void> {
  const box = (await chart.boundingBox())!
  await page.mouse.click(box.x + box.width * place.x, box.y + box.height * place.y)
}

/** The total under a heading of the report that stands on the page. */
async function totalUnder(page: Page, heading: string): Promise<bigint> {
  await settle(page)
  const table = page.locator('.ant-table').first()
  await table.locator('tfoot, .ant-table-summary').first().waitFor()
  const cells = await table.evaluate((root, name) => {
    const titles = [...root.querySelectorAll<HTMLElement>('.ant-table-thead th')].map((one) => one.innerText.trim())
    const summary = root.querySelector('.ant-table-summary tr')!
    let column = 0
    const found: string[] = []
    for (const cell of summary.children) {
      if (titles[column] === name) found.push((cell as HTMLElement).innerText)
      column += (cell as HTMLTableCellElement).colSpan
    }
    return found
  }, heading)
  expect(cells.length, `${heading} at ${page.url()}`).toBe(1)
  return centsIn(cells[0]!)
}

interface Stood {
  x: number
  y: number
  told: Told
}

/** Places of a chart, each of another slot, where a figure stands. */
async function placesWith(page: Page, chart: Locator, figure: string, y = 0.5): Promise<Stood[]> {
  const found = new Map<string, Stood>()
  for (let x = 0.1; x < 0.98; x += 0.09) {
    const told = await hover(page, chart, { x, y })
    if (told && (told.figures[figure] ?? 0n) !== 0n && !found.has(told.title)) found.set(told.title, { x, y, told })
  }
  return [...found.values()]
}

/** The charts of the console, where each stands, and the amount that its tooltip and the rows behind it share. */
const charts: { name: string; key: string; address: string; frame: RegExp; figure: string }[] = [
  {
    name: 'hours of a day',
    key: 'sales-dashboard',
    address: '?period=ayer',
    frame: /^Ventas por hora/,
    figure: 'Ventas',
  },
  { name: 'days', key: 'sales-dashboard', address: '?period=7d', frame: /^Ventas por día/, figure: 'Ventas' },
  {
    name: 'the course of a measure',
    key: 'analytical-dashboard',
    address: '?period=7d',
    frame: /^Ventas por día/,
    figure: 'Ventas',
  },
  {
    name: 'lines of gain and loss',
    key: 'analytical-dashboard',
    address: '?period=7d',
    frame: /^Ganancias y pérdidas/,
    figure: 'Utilidad',
  },
  { name: 'tickets', key: 'analytical-dashboard', address: '?period=7d', frame: /^Tickets por día/, figure: 'Tickets' },
  {
    name: 'weeks',
    key: 'analytical-dashboard',
    address: '?period=30d&step=semana',
    frame: /^Ventas por semana/,
    figure: 'Ventas',
  },
  {
    name: 'rows of the free question',
    key: 'analytical-dashboard',
    address: '?view=pregunta&by=producto&period=7d&currency=BS&chart=si',
    frame: /por producto/,
    figure: 'Ventas',
  },
  {
    name: 'general sales',
    key: 'general-sales',
    address: '?period=7d&currency=BS&chart=si',
    frame: /^Mayores ventas/,
    figure: 'Ventas',
  },
  { name: 'daily bets', key: 'bets-daily', address: '?period=7d&currency=BS&chart=si', frame: /./, figure: 'Ventas' },
]

/** Columns by the hour, lines with two signs, and bars of rows. */
const kinds = ['hours of a day', 'lines of gain and loss', 'general sales']

/** Goes to a screen and brings its chart into sight. */
async function stand(page: Page, { key, address, frame }: Pick<(typeof charts)[number], 'key' | 'address' | 'frame'>) {
  await lead(page, pathOf(key) + address)
  await settle(page)
  const chart = page.getByRole('region', { name: frame }).first().locator('.chart-canvas')
  await chart.locator('canvas').first().waitFor()
  await chart.scrollIntoViewIfNeeded()
  return chart
}

describe('a press on a chart', () => {
  it('opens the rows of what stands under the pointer, on each of them', async () => {
    const { page, faults, close } = await game.visit('banca')
    for (const { name, figure, ...where } of eachDay(charts, (one) => kinds.includes(one.name))) {
      const chart = await stand(page, where)
      const stood = await placesWith(page, chart, figure)
      expect(stood.length, name).toBeGreaterThan(1)
      // The last lies furthest from where the drawing begins.
      const place = stood.at(-1)!
      const told = (await hover(page, chart, place))!
      const before = page.url()
      await press(page, chart, place)
      await page.waitForURL((url) => url.href !== before)
      await expect
        .poll(() => totalUnder(page, figure), { message: `${name}: ${told.title} at ${page.url()}`, timeout: 10_000 })
        .toBe(told.figures[figure])
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('opens, on a piece of a stack, the rows of its series alone', async () => {
    const { page, faults, close } = await game.visit('banca')
    const where = {
      key: 'analytical-dashboard',
      address: '?period=7d&stack=producto&compare=anterior',
      frame: /^Ventas por día/,
    }
    const chart = await stand(page, where)
    // The tallest: on a day that sold next to nothing no piece is high enough to press.
    const { told, x } = (await placesWith(page, chart, 'Total')).reduce((most, one) =>
      one.told.figures['Total']! > most.told.figures['Total']! ? one : most,
    )
    // What is compared is told by its own day.
    const { [weekBefore(told.title)]: compared, Total: total, ...pieces } = told.figures
    expect(compared, `${told.title}: ${Object.keys(told.figures).join()}`).toBeDefined()
    expect(Object.values(pieces).reduce((sum, amount) => sum + amount, 0n)).toBe(total)
    // The lowest piece is the largest series, whose column begins on the axis.
    const drawn = await chart.evaluate((one) => one.getBoundingClientRect().height)
    const lowest = { x, y: 1 - 34 / drawn }
    const before = page.url()
    await press(page, chart, lowest)
    await page.waitForURL((url) => url.href !== before)
    const opened = new URL(page.url()).searchParams
    expect([opened.get('by'), opened.has('product_id')]).toEqual(['afiliado', true])
    const product = await productName(opened.get('product_id')!)
    await expect.poll(() => totalUnder(page, 'Ventas'), { timeout: 10_000 }).toBe(pieces[product])
    expect(faults()).toEqual([])
    await close()
  })

  it('reads with a first touch and opens with a second one', async () => {
    const { page, faults, close } = await game.visit('banca', { touch: true, size: 'phone' })
    const chart = await stand(page, { key: 'sales-dashboard', address: '?period=7d', frame: /^Ventas por día/ })
    const tap = async () => {
      const box = (await chart.boundingBox())!
      await page.touchscreen.tap(box.x + box.width * 0.55, box.y + box.height * 0.5)
    }
    const before = page.url()
    const told = chart.locator('.chart-tooltip')
    await tap()
    await told.waitFor()
    expect(page.url()).toBe(before)
    await tap()
    await page.waitForURL(/general-sales/)
    expect(faults()).toEqual([])
    await close()
  })

  it('looks closer at exactly the days that a stroke was drawn over', async () => {
    const { page, faults, close } = await game.visit('banca')
    const chart = await stand(page, { key: 'analytical-dashboard', address: '?period=7d', frame: /^Ventas por día/ })
    const stood = await placesWith(page, chart, 'Ventas')
    const [from, to] = [stood[1]!, stood[3]!]
    const box = (await chart.boundingBox())!
    const at = ({ x }: Stood) => [box.x + box.width * x, box.y + box.height * 0.5] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/period=rango/)
    const chosen = new URL(page.url()).searchParams
    const days = [from, to].map(({ told }) => told.title.slice(-10).split('/').reverse().join('-'))
    expect([chosen.get('from'), chosen.get('to')]).toEqual(days)
    expect(faults()).toEqual([])
    await close()
  })
})

it('a chart that nobody touches asks for no frames, and is drawn anew as its place turns wider', async () => {
  const { page, faults, close } = await game.visit('banca')
  await page.addInitScript(() => {
    const ask = requestAnimationFrame
    Object.assign(window, { asked: 0 })
    window.requestAnimationFrame = (draw) => {
      ;(window as unknown as { asked: number }).asked += 1
      return ask(draw)
    }
  })
  const chart = await stand(page, charts[0]!)
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  const inkOf = () =>
    chart
      .locator('canvas')
      .first()
      .evaluate((drawn) => {
        const { width, height } = drawn as HTMLCanvasElement
        const { data } = (drawn as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
        return { width, ink: data.filter((value, at) => at % 4 === 3 && value > 0).length }
      })
  const rests = async () => {
    const before = await asked()
    await page.waitForTimeout(300)
    return (await asked()) === before
  }
  expect(await asked()).toBeGreaterThan(0)
  await expect.poll(rests).toBe(true)
  const narrow = await inkOf()
  expect(narrow.ink).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1500, height: 900 })
  // As wide as it is now, a canvas is empty until it is drawn.
  await expect.poll(async () => (await inkOf()).width).toBeGreaterThan(narrow.width)
  await expect.poll(async () => (await inkOf()).ink).toBeGreaterThan(0)
  await expect.poll(rests).toBe(true)
  expect(faults()).toEqual([])
  await close()
})
