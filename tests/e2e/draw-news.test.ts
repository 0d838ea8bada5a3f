/** What a teller sees when somebody else suspends a draw or enters a result: once, beside the work, and gone by itself. */
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { openedForFile, pathOf, settle } from './console.ts'
import { openGame } from './game.ts'

const game = openedForFile(openGame)
let played: number
beforeAll(async () => {
  // The demo's own draws open and close by the hour of the day; these sell now.
  await game.db.run(sql`
    UPDATE draws SET closes_at = now() - interval '1 minute', opens_at = least(opens_at, now() - interval '2 minutes')
    WHERE closes_at > now()`)
  played = await game.draw('LOTTO_ACTIVO')
  await game.draw('LOTTO_ACTIVO')
})

async function counter(size: 'laptop' | 'phone') {
  const visit = await game.visit('taquilla', { size })
  await visit.page.goto(pathOf('sell'))
  await settle(visit.page)
  // What happens before the counter listens is read with its catalogue, and is no news.
  await visit.page.waitForTimeout(2_000)
  return visit
}

const suspend = (draw_id: number) =>
  game.call('banca', suspendedDraws.create.path, { draw_id, mode: 'devolver', reason: 'No se realizó' })
const notices = (page: Page) => page.locator('.sorteo-toast')
const ticket = (page: Page) => page.getByRole('group', { name: 'Ticket', exact: true })

/** Nothing of what is told lies over it. */
async function isClear(page: Page, part: Locator): Promise<boolean> {
  const own = (await part.boundingBox())!
  const boxes = await Promise.all((await notices(page).all()).map(async (one) => (await one.boundingBox())!))
  return boxes.every(
    (box) =>
      box.x >= own.x + own.width ||
      box.x + box.width <= own.x ||
      box.y >= own.y + own.height ||
      box.y + box.height <= own.y,
  )
}

describe('the news of draws', () => {
  it('are told once each, over nothing that sells, while the teller types on; then they go', async () => {
    const { page, faults, close } = await counter('laptop')
    await page.keyboard.type('25*50')
    await page.keyboard.press('Enter')
    await page.keyboard.type('7')
    await suspend(played)
    await notices(page)
      .getByText(/^Lotto Activo \d\d:\d\d fue suspendido$/)
      .waitFor()
    // Its line is struck by then, and the key that sells says what can be done.
    await expect.poll(() => ticket(page).innerText()).toContain('Ya cerró: no se vende.')
    const key = page.getByRole('toolbar', { name: 'Vender' }).getByRole('button')
    await expect.poll(() => key.innerText()).toContain('Pasar 1')
    for (const product of ['LA_GRANJITA', 'SELVA_PLUS']) {
      const draw_id = await game.draw(product)
      await page.waitForTimeout(1_500)
      await suspend(draw_id)
    }
    await expect.poll(() => notices(page).count(), { timeout: 8_000 }).toBe(3)
    expect(await notices(page).getByText('fue suspendido').allInnerTexts()).toHaveLength(3)
    for (const part of [page.locator('#sell-entry'), ticket(page), key, page.getByText('Total', { exact: true })])
      expect(await isClear(page, part)).toBe(true)
    await page.keyboard.type('*20')
    expect(await page.locator('#sell-entry').inputValue()).toBe('7*20')
    await expect.poll(() => notices(page).count(), { timeout: 25_000 }).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  it('leave a result to the list of results', async () => {
    const draw_id = await game.draw('LOTTO_ACTIVO')
    await game.over(draw_id)
    const { page, close } = await counter('laptop')
    await page.getByText('Resultados', { exact: true }).last().click()
    const results = page.getByRole('region', { name: 'Resultados' })
    const before = await results.getByText('36 Culebra').count()
    await game.award(draw_id, '36')
    await expect.poll(() => results.getByText('36 Culebra').count(), { timeout: 8_000 }).toBe(before + 1)
    expect(await notices(page).count()).toBe(0)
    await close()
  })

  it('stand on a phone in its header, above field and ticket, one at a time', async () => {
    const draws = [await game.draw('LOTTO_ACTIVO'), await game.draw('LA_GRANJITA')]
    const { page, close } = await counter('phone')
    for (const draw_id of draws) await suspend(draw_id)
    await notices(page).getByText('fue suspendido').first().waitFor()
    await expect.poll(() => notices(page).count()).toBe(1)
    // At the top, and where the field stays at the upper edge while the pad is used.
    for (const top of [0, 300]) {
      await page.evaluate((to) => scrollTo(0, to), top)
      for (const part of [page.locator('#sell-entry'), page.locator('#sell-said')])
        expect([top, await isClear(page, part)]).toEqual([top, true])
    }
    await expect.poll(() => notices(page).count(), { timeout: 25_000 }).toBe(0)
    await close()
  })
})
