/** What stays in sight at the counter that sells: on a phone while its pad is used, on a laptop of many hours. */
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, expectNoSidewaysScroll, openedForFile, pathOf, settle, showAs } from './console.ts'
import { openGame } from './game.ts'

const game = openedForFile(openGame)
const hours = 14
beforeAll(async () => {
  // The demo's own draws open and close by the hour of the day; these sell now.
  await game.db.run(sql`
    UPDATE draws SET closes_at = now() - interval '1 minute', opens_at = least(opens_at, now() - interval '2 minutes')
    WHERE closes_at > now()`)
  const draw_id = await game.draw('LOTTO_ACTIVO')
  for (let n = 1; n < hours; n++) await game.draw('LOTTO_ACTIVO')
  for (let n = 0; n < hours; n++) await game.draw('LA_GRANJITA')
  await game.db.run(sql`
    INSERT INTO blocked_numbers (partner_id, product_id, number, draw_id)
    SELECT partner_id, product_id, '9', draws.id FROM draws, users WHERE draws.id = ${draw_id} AND username = 'banca'`)
})

async function counter(size: 'laptop' | 'phone') {
  const visit = await game.visit('taquilla', { size })
  await visit.page.addInitScript(() => {
    window.print = () => undefined
  })
  await visit.page.goto(pathOf('sell'))
  await settle(visit.page)
  return visit
}

/** The whole of it is in the window, and nothing lies over its middle. */
const inSight = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && over !== null && (element.contains(over) || over.contains(element))
  })

/** On the pad, as a thumb does. */
async function press(page: Page, entry: string): Promise<void> {
  for (const key of entry)
    await page.getByRole('group', { name: 'Teclado' }).getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'Agregar' }).click()
  // An Enter at once after another is taken for a bounce.
  await page.waitForTimeout(150)
}

const sellKey = (page: Page) => page.getByRole('toolbar', { name: 'Vender' }).getByRole('button')
const said = (page: Page) => page.locator('#sell-said')

describe('a phone', () => {
  it('says at its lower edge what Enter will do, how many lines there are, and which are not sold', async () => {
    const { page, faults, close } = await counter('phone')
    await press(page, '25*50')
    await press(page, '9*20')
    const summary = page.getByRole('button', { name: 'Ver el ticket' })
    await expect.poll(() => summary.innerText()).toMatch(/2 jugadas\s+1 no se vende\s+Bs 70,00/)
    await expect.poll(() => sellKey(page).innerText()).toContain('Ajustar a Bs 50,00')
    await page.getByRole('group', { name: 'Teclado' }).getByRole('button', { name: '7', exact: true }).click()
    await expect.poll(() => said(page).textContent()).toMatch(/^7 Perico/)
    const enter = page.getByRole('button', { name: 'Agregar' })
    for (const top of [0, 200, 400, 10_000]) {
      await page.evaluate((to) => scrollTo(0, to), top)
      for (const part of [said(page), summary, sellKey(page)]) expect([top, await inSight(part)]).toEqual([top, true])
      // Whoever sees the key of the pad sees what it would add.
      if (await inSight(enter)) expect([top, await inSight(page.locator('#sell-entry'))]).toEqual([top, true])
    }
    await summary.click()
    await expect.poll(() => inSight(page.getByRole('group', { name: 'Ticket', exact: true }))).toBe(true)
    for (const dark of [false, true]) {
      await showAs(page, { size: 'phone', dark })
      await settle(page)
      await expectNoSidewaysScroll(page)
      expect(await accessibilityFaults(page, dark ? 'colours' : 'everything')).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('says there too that the ticket was sold, after one that was adjusted', async () => {
    const { page, close } = await counter('phone')
    await press(page, '26*50')
    await press(page, '9*20')
    await expect.poll(() => sellKey(page).innerText()).toContain('Ajustar a Bs 50,00')
    await sellKey(page).click()
    await expect.poll(() => sellKey(page).innerText()).toContain('Vender')
    await sellKey(page).click()
    await expect.poll(() => said(page).textContent()).toMatch(/^Vendido nº/)
    expect(await inSight(said(page))).toBe(true)
    await close()
  })
})

describe('a laptop', () => {
  it('has all hours in one row, with the next to close and the chosen one in sight', async () => {
    const { page, close } = await counter('laptop')
    const row = page.getByRole('group', { name: 'Sorteos' })
    const chips = row.getByRole('button')
    await expect.poll(() => chips.count()).toBe(hours)
    const seen = async (chip: Locator) => {
      const [box, all] = [(await chip.boundingBox())!, (await row.boundingBox())!]
      return box.x >= all.x - 1 && box.x + box.width <= all.x + all.width + 1 && (await inSight(chip))
    }
    const tops = async () =>
      new Set(await chips.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)))
    expect((await tops()).size).toBe(1)
    await chips.last().evaluate((chip: HTMLElement) => chip.click())
    await expect.poll(() => seen(chips.last())).toBe(true)
    expect([await seen(chips.first()), await chips.first().getAttribute('aria-pressed')]).toEqual([true, 'true'])
    // Of two games the next of the second is there as well.
    await page.keyboard.type('/1+2')
    await page.keyboard.press('Enter')
    await expect.poll(() => chips.count()).toBe(2 * hours)
    expect((await tops()).size).toBe(1)
    expect(await seen(chips.first())).toBe(true)
    await chips.last().evaluate((chip: HTMLElement) => chip.click())
    await expect.poll(() => seen(chips.last())).toBe(true)
    expect(await seen(chips.nth(hours))).toBe(true)
    await close()
  })
})
