/** What a laptop's window of 1366 by 768 shows at once, and that nothing in it is told by half. */
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { clipped } from './clipped.ts'
import { cutRows, expectNoSidewaysScroll, lead, openConsole, openedForFile, pathOf, settle } from './console.ts'
import { eachDay } from '../support/length.ts'

const console_ = openedForFile(openConsole)
const tall = 768

/** Items of the lists that are open over the page which their list's end cuts. */
const cutItems = (page: Page, list: string, item: string): Promise<string[]> =>
  page.evaluate(
    ([box, part]) =>
      [...document.querySelectorAll(box!)]
        .filter((one) => one.checkVisibility())
        .flatMap((one) => {
          const end = one.getBoundingClientRect()
          return [...one.querySelectorAll(part!)].flatMap((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return top < end.bottom - 2 && bottom > end.bottom + 2 ? [row.textContent] : []
          })
        }),
    [list, item],
  )

const endOf = async (part: Locator) => {
  const box = (await part.boundingBox())!
  return box.y + box.height
}
const frameOf = (page: Page, title: RegExp) =>
  page.locator('.chart-frame').filter({ has: page.getByRole('heading', { name: title }) })

/** How far what stood moved while the page was filled, as browsers count it. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

/** Sums that do not end where the figures of a column do. */
const strayedTotals = (page: Page) =>
  page.evaluate(() => {
    const right = (cell: Element) => Math.round(cell.getBoundingClientRect().right)
    const ends = [...document.querySelectorAll('tr.ant-table-row td')].map(right)
    return [...document.querySelectorAll('.ant-table-summary tr:first-child td')]
      .map((cell) => [right(cell), cell.textContent] as const)
      .filter(([end, text]) => text && !ends.some((other) => Math.abs(other - end) <= 1))
  })

const rowsInSight = (page: Page) =>
  page.evaluate(() => {
    const totals = document.querySelector('.data-table tfoot tr, tfoot tr')?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('tbody tr.ant-table-row')].filter(
      (row) => row.getBoundingClientRect().bottom <= Math.min(totals, innerHeight) + 1,
    ).length
  })

/**
 * Screens that `everybody.test.ts` looks at in another state than their own address shows, and reports as they are asked
 * most often: some settings are longer over several days.
 */
const asked: Record<string, string[]> = {
  'sales-dashboard': [''],
  'general-sales': ['', '?period=7d', '?period=30d&level=agencia&compare=anterior'],
  'gross-sales': ['?period=7d'],
  'daily-sales': ['?period=7d'],
  'bets-daily': ['?period=7d'],
  'analytical-dashboard': ['?view=pregunta', '?view=pregunta&by=dia,afiliado,producto&compare=anterior&split=jugada'],
  'manage-draws': [''],
  'blocked-numbers': [''],
  'suspended-draws': [''],
  quotas: [''],
  results: [''],
  'ticket-consult': [''],
  'detailed-prize': [''],
}

describe('on a laptop', () => {
  it('no filter is clipped, and no bar breaks, however much is asked', async () => {
    const { page, close } = await console_.visit('banca', { size: 'laptop' })
    const found: string[] = []
    // Each day the longest bars; the others in their usual state are looked at by `everybody.test.ts`.
    const longest = ['sales-dashboard', 'general-sales', 'bets-daily', 'analytical-dashboard', 'ticket-consult']
    for (const [key, queries] of eachDay(Object.entries(asked), ([name]) => longest.includes(name)))
      for (const query of queries) {
        await lead(page, pathOf(key) + query)
        await settle(page)
        found.push(...(await clipped(page)).map((one) => `${key}${query} ${one}`))
      }
    await close()
    expect(found).toEqual([])
  }, 300_000)

  it('the dashboard shows who fell, its alarms in a line and the chart, and none over past days', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'laptop', fresh: true })
    await page.goto(`${pathOf('sales-dashboard')}?period=hoy`)
    await settle(page)
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.1)
    expect(await endOf(page.getByRole('link', { name: 'Quién bajó más' }))).toBeLessThan(tall)
    expect(await endOf(frameOf(page, /^Ventas por hora/))).toBeLessThan(tall)
    const alarms = page.getByRole('heading', { name: 'Avisos' })
    const line = alarms.locator('xpath=ancestor::section[1] | ancestor::*[contains(@class, "ant-card")][1]').first()
    expect((await line.boundingBox())!.height).toBeLessThanOrEqual(48)
    await lead(page, `${pathOf('sales-dashboard')}?period=ayer`)
    await settle(page)
    expect(await alarms.count()).toBe(0)
    expect(await endOf(frameOf(page, /^Ventas por/).first())).toBeLessThan(tall)
    expect(faults()).toEqual([])
    await close()
  })

  it('the analytical dashboard has one line of controls, then its chart and all of the week', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'laptop', fresh: true })
    await page.goto(pathOf('analytical-dashboard'))
    await settle(page)
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.1)
    expect(await page.locator('.filter-bar').count()).toBe(1)
    expect((await page.locator('.filter-bar').boundingBox())!.height).toBeLessThan(40)
    const week = frameOf(page, /^Día de la semana y hora/)
    expect(await endOf(week)).toBeLessThan(tall)
    const table = week.getByRole('table')
    expect(await table.evaluate((one) => one.scrollWidth > one.parentElement!.clientWidth + 1)).toBe(false)
    expect(await table.locator('tbody tr').count()).toBe(7)
    expect(faults()).toEqual([])
    await close()
  })

  it('the free question has a dozen rows in sight beside its drawing, none by half', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'laptop', fresh: true })
    for (const query of ['view=pregunta', 'view=pregunta&by=producto&measures=prizes,profit&compare=anterior']) {
      await page.goto(`${pathOf('analytical-dashboard')}?${query}`)
      await settle(page)
      expect(await shiftOf(page)).toBeLessThanOrEqual(0.1)
      await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(12)
      expect(await strayedTotals(page)).toEqual([])
      expect(await cutRows(page)).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('a list that finds nothing has its titles whole', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'laptop' })
    for (const key of ['account-balance', 'cash-audit']) {
      await lead(page, `${pathOf(key)}?q=zzzz`)
      await page.getByText('Nada coincide con los filtros').waitFor()
      await settle(page)
      const titles = page.locator('.data-table-grid thead th')
      expect(await titles.count(), key).toBeGreaterThan(8)
      const cut = await titles.evaluateAll((all) =>
        all.flatMap((one) => {
          const text = document.createRange()
          text.selectNodeContents(one.firstChild!)
          const { paddingLeft, paddingRight } = getComputedStyle(one)
          const room = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
          return text.getBoundingClientRect().width > room + 1 ? [one.textContent] : []
        }),
      )
      expect(cut, key).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('on a phone an amount of fourteen digits has a line of its own', async () => {
    await console_.db.run(sql`UPDATE payments SET amount = 99999999999999.99`)
    const { page, faults, close } = await console_.visit('banca', { size: 'phone' })
    await lead(page, `${pathOf('payment-record')}?period=30d`)
    await settle(page)
    const amounts = page.locator('.data-table-card dd').filter({ hasText: '.999.999.999.999,99' })
    expect(await amounts.count()).toBeGreaterThan(0)
    const strayed = await page
      .locator('.data-table-card dd')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
    expect(strayed).toEqual([])
    await expectNoSidewaysScroll(page)
    expect(faults()).toEqual([])
    await close()
  })

  it('no choice is cut in half where its list ends', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'laptop' })
    await page.goto(`${pathOf('gross-sales')}?period=7d`)
    await settle(page)
    for (const name of ['Producto', 'Comparar con', 'Nivel']) {
      await page.getByRole('combobox', { name, exact: true }).press('ArrowDown')
      await page.getByRole('option').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(300)
      expect(await cutItems(page, '.rc-virtual-list-holder', '.ant-select-item')).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect(faults()).toEqual([])
    await close()
  })
})
