/** The frame that reports share: its one line, its keys, and a table's columns and density as each person likes them. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'
import { eachDay } from '../support/length.ts'

const console_ = openedForFile(openConsole)

/** To a report as a link leads there: the console is loaded once for each visit. */
async function open(page: Page, key: string, more = ''): Promise<void> {
  await lead(page, pathOf(key) + more)
  await settle(page)
}

const headings = (page: Page) =>
  page
    .locator('.data-table-grid thead th')
    .evaluateAll((cells) => cells.map((one) => (one as HTMLElement).innerText.trim()).filter(Boolean))
const rowHeight = (page: Page) =>
  page
    .locator('tbody tr.ant-table-row')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height)
const widthOf = (page: Page, name: string) =>
  page
    .getByRole('columnheader', { name, exact: true })
    .evaluate((cell) => Math.round(cell.getBoundingClientRect().width))
const chooser = (page: Page) => page.getByRole('group', { name: 'Columnas y densidad' })
const openChooser = (page: Page) => page.getByRole('button', { name: 'Columnas y densidad' })

describe('a header on a laptop', () => {
  it('keeps title, period, filters and buttons on one line, whatever the period and the comparison', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.setViewportSize({ width: 1366, height: 768 })
    for (const key of ['sales-dashboard', 'analytical-dashboard', 'general-sales', 'gross-sales', 'ticket-consult'])
      for (const period of eachDay(['7d', '30d'], (one) => one === '30d')) {
        await open(page, key, `?period=${period}&compare=hace-un-ano`)
        const { height } = (await page.locator('.sorteo-page-header').boundingBox())!
        expect([key, period, height < 40]).toEqual([key, period, true])
        await page.getByRole('button', { name: period === '7d' ? /Últimos 7 días/ : /Últimos 30 días/ }).waitFor()
        await expectNoSidewaysScroll(page)
      }
    expect(faults()).toEqual([])
    await close()
  })

  it('keeps a view’s longest name in it, and refuses a longer one instead of cutting it', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(page, 'general-sales', '?period=30d&compare=hace-un-ano&level=agencia&currency=BS')
    await page.getByRole('button', { name: 'Vistas' }).click()
    await page.getByRole('button', { name: 'Guardar esta vista' }).click()
    const form = page.getByRole('dialog', { name: 'Guardar esta vista' })
    const long = 'Ventas por agencia de la región capital, comparadas a un año'
    await form.getByLabel('Nombre').fill(`${long} y más`)
    await form.getByRole('button', { name: 'Guardar', exact: true }).click()
    await form.getByText('Máximo 60 caracteres').waitFor()
    expect(await form.getByLabel('Nombre').inputValue()).toBe(`${long} y más`)
    await form.getByLabel('Nombre').fill(long)
    await form.getByRole('button', { name: 'Guardar', exact: true }).click()
    const opened = page.getByTitle(`Vista: ${long}`)
    await opened.waitFor()
    const { height } = (await page.locator('.sorteo-page-header').boundingBox())!
    expect(height).toBeLessThan(40)
    await expectNoSidewaysScroll(page)
    await showAs(page, { size: 'phone', dark: false })
    await settle(page)
    await expectNoSidewaysScroll(page)
    expect(faults()).toEqual([])
    await close()
  })

  it('keeps the refresh beside what the figures speak of, however long that is', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.setViewportSize({ width: 1366, height: 768 })
    for (const period of ['period=mes-pasado', 'period=rango&from=2026-08-31&to=2026-09-30']) {
      await open(page, 'sales-dashboard', `?${period}&compare=hace-un-ano`)
      const said = (await page.locator('.sales-narrowed').boundingBox())!
      const refresh = (await page.locator('.sales-narrowed .refresh').boundingBox())!
      expect([period, said.height < 45, refresh.x + refresh.width > said.x + said.width - 2]).toEqual([
        period,
        true,
        true,
      ])
    }
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a dashboard under the wheel', () => {
  it('moves on from whatever lies under the pointer, once that is at its end', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(page, 'sales-dashboard', '?period=7d')
    const boxes = await page.locator('main .scrolls').all()
    expect(boxes.length).toBeGreaterThan(5)
    const scrolled = () => page.evaluate(() => window.scrollY)
    for (const box of boxes.slice(0, 5)) {
      await box.scrollIntoViewIfNeeded()
      await box.hover()
      await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      const before = await scrolled()
      const turn = (await page.evaluate(() => document.body.scrollHeight - innerHeight)) - before > 150 ? 100 : -100
      if (turn < 0) await box.evaluate((element) => element.scrollTo(0, 0))
      // A turn that comes while the page is still laid out may be lost: whoever sees that turns again.
      const turned = async () => {
        await page.mouse.wheel(0, turn)
        return scrolled()
      }
      await expect.poll(turned, { interval: 500 }).not.toBe(before)
    }
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a free question that is drawn', () => {
  it('leaves its rows their place on a laptop', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(page, 'analytical-dashboard', '?view=pregunta&by=dia&measures=profit&period=30d&currency=BS&chart=si')
    const end = await page
      .locator('.data-table-grid div.ant-table-summary')
      .evaluate((sums) => sums.getBoundingClientRect().top)
    const whole = await page
      .locator('tbody tr.ant-table-row')
      .evaluateAll((rows, edge) => rows.filter((row) => row.getBoundingClientRect().bottom <= edge).length, end)
    expect(whole).toBeGreaterThanOrEqual(9)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('who fell most', () => {
  it('is one key from a dashboard and from the report, one search from anywhere, and no key in a field', async () => {
    const { page, faults, close } = await console_.visit('supervisor')
    const answered = (url: URL) =>
      url.pathname.endsWith('/general-sales') &&
      url.searchParams.get('level') === 'agencia' &&
      url.searchParams.get('compare') === 'mismo-dia-semana'
    for (const key of ['sales-dashboard', 'analytical-dashboard']) {
      await open(page, key, '?period=semana-pasada&compare=ninguna')
      await page.keyboard.press('b')
      await page.waitForURL((url) => answered(url) && url.searchParams.get('period') === 'semana-pasada')
      await settle(page)
    }
    await open(page, 'general-sales', '?period=semana-pasada&level=producto')
    await page.getByRole('searchbox').first().press('b')
    await page.keyboard.press('Control+b')
    await settle(page)
    expect(new URL(page.url()).searchParams.get('level')).toBe('producto')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('b')
    await page.waitForURL(answered)
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog', { name: 'Atajos de teclado' }).innerText()).toContain('Quién bajó más')
    await page.keyboard.press('Escape')
    await open(page, 'results')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar pantallas/ }).fill('quien bajo')
    await page.getByRole('option', { name: /^Quién bajó más/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(answered)
    await settle(page)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a table', () => {
  it('has the columns that somebody chose with the mouse, after a reload too, and gives them back', async () => {
    const { page, faults, close } = await console_.visit('banca')
    const list = '?period=30d&currency=BS&level=agencia'
    await open(page, 'gross-sales', list)
    const usual = await headings(page)
    const [named, moved, dropped] = [usual[0]!, usual[2]!, usual[3]!]
    const width = await widthOf(page, moved)
    await openChooser(page).click()
    await chooser(page)
      .getByRole('button', { name: `Subir ${moved}` })
      .click()
    await chooser(page).getByRole('checkbox', { name: dropped, exact: true }).uncheck()
    await chooser(page)
      .getByRole('button', { name: `Fijar ${moved} a la izquierda` })
      .click()
    await page.keyboard.press('Escape')
    // Pinned, it stands before all that is not.
    const expected = [moved, ...usual.filter((one) => one !== moved && one !== dropped)]
    await expect.poll(() => headings(page)).toEqual(expect.arrayContaining([moved]))
    const chosen = await headings(page)
    expect(chosen.filter((one) => one !== named)).toEqual(expected.filter((one) => one !== named))
    const edge = page.getByRole('columnheader', { name: moved, exact: true }).locator('.data-table-edge')
    const box = (await edge.boundingBox())!
    await page.mouse.move(box.x + 3, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 63, box.y + 10, { steps: 4 })
    await page.mouse.up()
    const wider = await widthOf(page, moved)
    expect(wider).toBeGreaterThan(width + 30)
    await page.reload()
    await settle(page)
    expect([await headings(page), await widthOf(page, moved)]).toEqual([chosen, wider])
    // They are one person's own.
    const other = await console_.visit('supervisor')
    await open(other.page, 'gross-sales', list)
    expect(await headings(other.page)).toEqual(usual)
    await other.close()
    await openChooser(page).click()
    await chooser(page).getByRole('button', { name: 'Restablecer' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => headings(page)).toEqual(usual)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sorteo:table:'))),
    ).toEqual([])
    await page.reload()
    await settle(page)
    expect([await headings(page), await widthOf(page, moved)]).toEqual([usual, width])
    expect(faults()).toEqual([])
    await close()
  })

  it('is arranged by keyboard alone, in three densities, by day and by night', async () => {
    const { page, faults, close } = await console_.visit('banca')
    for (const key of ['daily-sales', 'ticket-consult']) {
      await open(page, key, '?period=30d&currency=BS')
      const usual = await headings(page)
      const heights: number[] = []
      for (const density of ['Compacta', 'Media', 'Cómoda']) {
        await openChooser(page).focus()
        await page.keyboard.press('Enter')
        await chooser(page).waitFor()
        await chooser(page).getByRole('radio', { name: density }).focus()
        await page.keyboard.press('Space')
        heights.push(await rowHeight(page))
        await page.keyboard.press('Escape')
        await chooser(page).waitFor({ state: 'hidden' })
        // Whoever closes it stands where they opened it.
        expect(await openChooser(page).evaluate((button) => button === document.activeElement)).toBe(true)
      }
      expect(heights).toEqual(heights.toSorted((one, other) => one - other))
      expect(new Set(heights).size).toBe(3)
      await page.keyboard.press('Enter')
      await chooser(page).waitFor()
      // The chooser is the same over every table.
      for (const dark of key === 'daily-sales' ? [true, false] : []) {
        await showAs(page, { size: 'desk', dark })
        expect(await accessibilityFaults(page, 'colours')).toEqual([])
      }
      const moved = usual[2]!
      const field = chooser(page).getByRole('spinbutton', { name: `Ancho de ${moved} en píxeles` })
      await field.fill('300')
      await field.press('Enter')
      await expect.poll(() => widthOf(page, moved)).toBeGreaterThanOrEqual(290)
      await chooser(page)
        .getByRole('button', { name: `Bajar ${moved}` })
        .focus()
      // Past those that are not shown too, with one press.
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await headings(page))[3]).toBe(moved)
      // The button goes along with its line, and so does the focus.
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Bajar ${moved}`)
      await page.keyboard.press('Escape')
      await showAs(page, { size: 'phone', dark: false })
      await settle(page)
      await expectNoSidewaysScroll(page)
      await openChooser(page).click()
      await chooser(page).waitFor()
      await expectNoSidewaysScroll(page)
      await chooser(page).getByRole('button', { name: 'Restablecer' }).click()
      await page.keyboard.press('Escape')
      await showAs(page, { size: 'desk', dark: false })
      await expect.poll(() => headings(page)).toEqual(usual)
    }
    expect(faults()).toEqual([])
    await close()
  })
})

describe('what has little room', () => {
  it('scrolls by keyboard where a table is wider than its place, and is no stop where it fits', async () => {
    const { page, faults, close } = await console_.visit('distribuidor')
    await page.setViewportSize({ width: 1366, height: 768 })
    await open(page, 'general-sales', '?period=30d&level=producto&compare=hace-un-ano')
    const named = page.locator('.ant-table-body')
    await named.and(page.getByRole('group', { name: 'Liquidación general' })).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => named.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 2400, height: 768 })
    await expect.poll(() => named.getAttribute('tabindex')).toBe(null)
    expect(faults()).toEqual([])
    await close()
  })

  it('is emptied by a mark of 24 pixels that moves nothing', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await open(page, 'ticket-consult', '?period=30d')
    await settle(page)
    const search = page.getByRole('searchbox').first()
    const place = () => search.evaluate((input) => JSON.stringify(input.parentElement!.getBoundingClientRect()))
    const before = await place()
    await search.fill('0000')
    const clear = page.locator('.ant-input-clear-icon').filter({ visible: true }).first()
    const { width, height } = (await clear.boundingBox())!
    expect([width >= 24, height >= 24, await place()]).toEqual([true, true, before])
    await clear.click()
    expect(await search.inputValue()).toBe('')
    expect(faults()).toEqual([])
    await close()
  })
})

describe('names of more than sixty letters', () => {
  it('are read to their end, where they differ, on a desk and on a phone', async () => {
    await console_.db.run(
      sql`
        UPDATE partners
        SET name = initcap(type::text) || ' Hermanos Rodríguez Villavicencio de la Región, Sede ' || id
        WHERE type <> 'banca'`,
    )
    await console_.db.run(
      sql`UPDATE products SET name = 'Lotería Animalitos Extraordinaria de la Región Andina ' || id`,
    )
    const { page, faults, close } = await console_.visit('banca')
    const screens = [
      ['general-sales', 'period=30d&currency=BS&level=agencia'],
      ['gross-sales', 'period=30d&currency=BS&level=agencia'],
      ['bets-daily', 'period=30d&currency=BS&detail=producto&level=agencia'],
      ['results', 'period=7d'],
      ['ticket-consult', 'period=30d'],
      ['detailed-prize', 'period=30d'],
      ['analytical-dashboard', 'period=30d&stack=producto'],
      ['sales-dashboard', 'period=30d'],
      ['agencies', ''],
    ] as const
    // A report, a list of tickets, panels and a registry.
    const kinds = ['gross-sales', 'ticket-consult', 'sales-dashboard', 'agencies']
    for (const [key, query] of eachDay(screens, ([name]) => kinds.includes(name))) {
      await open(page, key, `?${query}`)
      // What is cut off reaches, unseen, beyond its cell.
      const cut = await page.locator('tbody tr.ant-table-row > td').evaluateAll((cells) =>
        cells
          .filter((cell) => {
            const text = document.createRange()
            text.selectNodeContents(cell)
            return text.getBoundingClientRect().right > cell.getBoundingClientRect().right
          })
          .map((cell) => cell.textContent),
      )
      expect([key, cut]).toEqual([key, []])
      await expectNoSidewaysScroll(page)
      await showAs(page, { size: 'phone', dark: false })
      await settle(page)
      await expectNoSidewaysScroll(page)
      await showAs(page, { size: 'desk', dark: false })
    }
    expect(faults()).toEqual([])
    await close()
  })
})
