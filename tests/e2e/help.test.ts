/** The help beside each screen, by the button and by the key: the screen goes on being used, and one goes back to where one was. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accessibilityFaults, openConsole, openedForFile, settle } from './console.ts'
import { open } from './game.ts'

const console_ = openedForFile(openConsole)

const help = (page: Page, of: string) => page.getByRole('complementary', { name: `Ayuda: ${of}` })
const button = (page: Page) => page.getByRole('button', { name: 'Ayuda de esta pantalla' })

it('stands beside its screen, follows to the next one, and leaves by Escape', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, 'general-sales')
  await settle(page)
  await button(page).click()
  const panel = help(page, 'Ventas generales')
  await panel.getByText('Qué significa').waitFor()
  expect(
    await panel
      .getByRole('heading')
      .first()
      .evaluate((one) => one === document.activeElement),
  ).toBe(true)
  // Nothing of the screen lies under it.
  const [beside, table] = [(await panel.boundingBox())!, (await page.locator('.data-table').boundingBox())!]
  expect(table.x + table.width).toBeLessThanOrEqual(beside.x)
  expect(await accessibilityFaults(page)).toEqual([])

  // What is over the screen goes by Escape first.
  await page.getByRole('combobox', { name: 'Nivel', exact: true }).press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await panel.count()).toBe(1)
  await page.getByRole('link', { name: 'Ventas brutas' }).click()
  await help(page, 'Ventas brutas').getByText('Qué significa').waitFor()
  await settle(page)
  expect(await help(page, 'Ventas brutas').evaluate((one) => one.contains(document.activeElement))).toBe(false)
  await page.keyboard.press('Escape')
  await help(page, 'Ventas brutas').waitFor({ state: 'detached' })

  await button(page).focus()
  await page.keyboard.press('a')
  await help(page, 'Ventas brutas').waitFor()
  await page.keyboard.press('Escape')
  await help(page, 'Ventas brutas').waitFor({ state: 'detached' })
  expect(await button(page).evaluate((one) => one === document.activeElement)).toBe(true)
  // A letter that is written is a letter.
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await page.keyboard.type('a')
  expect([await search.inputValue(), await help(page, 'Ventas brutas').count()]).toEqual(['a', 0])
  expect(faults()).toEqual([])
  await close()
})

it('is the whole of a phone', async () => {
  const { page, faults, close } = await console_.visit('banca', { size: 'phone' })
  await open(page, 'agencies')
  await settle(page)
  await button(page).click()
  const panel = help(page, 'Agencias')
  await panel.waitFor()
  const [{ x, width }, size] = [(await panel.boundingBox())!, page.viewportSize()!]
  expect([x, width]).toEqual([0, size.width])
  await panel.getByRole('button', { name: 'Cerrar la ayuda' }).click()
  await panel.waitFor({ state: 'detached' })
  expect(faults()).toEqual([])
  await close()
})
