/** Today's sales in the browser: what is sold appears by itself, is marked, and is in the file as it is on screen. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onlineSales } from '../../contract/online-sales.ts'
import { add, formatMoney } from '../../contract/values/money.ts'
import { accessibilityFaults, expectNoSidewaysScroll, exportedCells, openedForFile, settle, showAs } from './console.ts'
import { open, openGame, unexpected } from './game.ts'

const game = openedForFile(openGame)

/** The agency of the seller, as the screen names it, and what it has sold today in bolívares. */
async function agency() {
  const found = await game.db.one<{ id: number; name: string; sold: string }>(sql`
    SELECT a.id, a.name, (SELECT coalesce(sum(s.sold), 0) FROM sales_days s JOIN partners o ON o.id = s.office_id
      WHERE o.father_id = a.id AND s.day = ${game.today} AND s.currency = 'BS')::numeric(16,2) AS sold
    FROM users u JOIN partners o ON o.id = u.partner_id JOIN partners a ON a.id = o.father_id WHERE u.username = 'taquilla'`)
  return found!
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Bs' })
/** A row's cell under a heading: another of the row's amounts may well be the same. */
async function cellOf(page: Page, name: string, heading: string) {
  const headings = await page.getByRole('columnheader').allInnerTexts()
  return rowOf(page, name)
    .getByRole('cell')
    .nth(headings.findIndex((one) => one.trim() === heading))
}

describe('sales online', () => {
  it('a sale appears by itself in its agency’s row, which is marked, and in the file', async () => {
    const { name, sold } = await agency()
    const draw_id = await game.draw('LOTTO_ACTIVO')
    await game.sell([{ draw_id, number: '5' }])
    const { page, faults, close } = await game.visit('banca')
    let loads = 0
    page.on('framenavigated', () => loads++)
    await open(page, 'sales-online', '?level=agencia&currency=BS')
    await page.getByRole('status').getByText('En vivo').waitFor()
    await rowOf(page, name).waitFor()
    const cell = await cellOf(page, name, 'Ventas')
    await cell.getByText(formatMoney(add(sold, '10.00'), 'BS', true)).waitFor()
    const before = loads
    await game.sell([{ draw_id, number: '7', stake: '123.00' }])
    const now = formatMoney(add(sold, '133.00'), 'BS', true)
    await cell.getByText(now).waitFor({ timeout: 8_000 })
    await rowOf(page, name).locator('[data-risen="1"]').waitFor()
    expect(loads).toBe(before)
    const cells = await exportedCells(page)
    const head = cells.find((line) => line.includes('Ventas') && line.includes('Hace una semana'))!
    const own = cells.find((line) => line[head.indexOf('Afiliado')] === name)!
    expect(formatMoney(Number(own[head.indexOf('Ventas')]).toFixed(2), 'BS', true)).toBe(now)
    expect(faults()).toEqual([])
    await close()
  })

  it('every tab opens by its address, a row opens the partners below it, and all of it fits a phone by night', async () => {
    const { page, faults, close } = await game.visit('distribuidor')
    await open(page, 'sales-online', '?view=resumen')
    await page.getByRole('columnheader', { name: /Sin vender/ }).waitFor()
    await page.getByRole('tab', { name: 'Productos' }).click()
    await settle(page)
    expect(await page.getByRole('tab', { name: 'Productos' }).evaluate((tab) => tab === document.activeElement)).toBe(
      true,
    )
    await page.getByRole('columnheader', { name: /Jugadas/ }).waitFor()
    await page.getByRole('tab', { name: 'Afiliados' }).click()
    await settle(page)
    await page.getByRole('table').getByRole('button').filter({ hasText: 'Agencia' }).first().click()
    await settle(page)
    expect(page.url()).toContain('partner_id=')
    await showAs(page, { size: 'phone', dark: true })
    await settle(page)
    await expectNoSidewaysScroll(page)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  it('asks every fifteen seconds where it may not listen, and says so', async () => {
    const { page, faults, close } = await game.visit('banca')
    await page.route(`**${onlineSales.live.path}`, (route) => route.fulfill({ status: 503, body: '' }))
    await open(page, 'sales-online')
    await page
      .getByRole('status')
      .getByText(/Cada 15 segundos|Sin conexión desde/)
      .waitFor()
    expect(unexpected(faults(), 503)).toEqual([])
    await close()
  })
})
