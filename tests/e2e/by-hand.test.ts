/**
 * What the console promises to a hand with a mouse, done by one: drawn over, dragged, dropped. Keys and buttons for the
 * same are tried elsewhere.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inZone } from '../../contract/values/dates.ts'
import { openedForFile, settle } from './console.ts'
import { open, openGame, zone } from './game.ts'

const game = openedForFile(openGame)

async function middle(one: Locator): Promise<readonly [number, number]> {
  await one.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await one.boundingBox())!
  return [x + width / 2, y + height / 2]
}

async function stroke(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 8 })
  await page.mouse.up()
}

it('a column is made wider by its edge, and is so again tomorrow', async () => {
  const { page, faults, close } = await game.visit('supervisor')
  await open(page, 'general-sales', '?period=7d')
  const heading = () => page.getByRole('columnheader', { name: 'Ventas', exact: true })
  const before = (await heading().boundingBox())!
  const edge = [before.x + before.width - 2, before.y + before.height / 2] as const
  await stroke(page, edge, [edge[0] + 70, edge[1]])
  const wider = async () => {
    await expect.poll(async () => (await heading().boundingBox())!.width).toBeGreaterThan(before.width + 40)
  }
  await wider()
  await page.reload()
  await settle(page)
  await wider()
  expect(faults()).toEqual([])
  await close()
})

it('numbers are chosen by drawing over them, and more with Shift', async () => {
  await game.draw('LOTTO_ACTIVO', true)
  const { page, faults, close } = await game.visit('banca')
  await open(page, 'blocked-numbers')
  const numbers = page.getByRole('main').locator('button[aria-pressed][aria-label*="vendido"]')
  const chosen = page.getByRole('main').locator('button[aria-pressed="true"][aria-label*="vendido"]')
  await stroke(page, await middle(numbers.nth(2)), await middle(numbers.nth(5)))
  expect(await chosen.count()).toBe(4)
  await page.mouse.click(...(await middle(numbers.nth(20))))
  await page.keyboard.down('Shift')
  await page.mouse.click(...(await middle(numbers.nth(23))))
  await page.keyboard.up('Shift')
  expect(await chosen.count()).toBe(8)
  expect(faults()).toEqual([])
  await close()
})

it('symbols are put in order by their handle', async () => {
  const { page, faults, close } = await game.visit('banca')
  await page.goto('/admin/registry/products/1/symbols')
  await settle(page)
  const cards = page.locator('.symbol-card')
  const names = () =>
    cards
      .locator('input[maxlength="40"]')
      .evaluateAll((all) => all.slice(0, 5).map((one) => (one as HTMLInputElement).value))
  const [first, ...others] = await names()
  await cards.nth(0).locator('.symbol-handle').dragTo(cards.nth(3))
  await expect.poll(names).toEqual([...others.slice(0, 3), first, ...others.slice(3)])
  expect(faults()).toEqual([])
  await close()
})

it('a file is dropped where it says so, and read', async () => {
  const { page, faults, close } = await game.visit('banca')
  await open(page, 'results')
  await page.getByRole('button', { name: 'Cargar resultados' }).click()
  const { day } = inZone(new Date(), zone)
  const carried = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'resultados.csv', { type: 'text/csv' }))
    return transfer
  }, `producto,fecha,hora,resultado\nLotto Activo,${day},09:00,12\n`)
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.locator('.ant-upload-drag .ant-upload').dispatchEvent(event, { dataTransfer: carried })
  await page.getByText(/resultados\.csv · separado por comas/).waitFor()
  expect(faults()).toEqual([])
  await close()
})
