/** Reports on paper: every row that the filters leave, with whose, of which days and what they come to; too many are offered as a file. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDays, formatDay, inZone, resolvePreset } from '../../contract/values/dates.ts'
import { openedForFile } from './console.ts'
import { open, openGame, zone } from './game.ts'

const console_ = openedForFile(openGame)

/** What would open the printer's dialog only tells the page that it is put on paper; `afterprint` ends it. */
async function withPaper(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
}

/** Presses the button and reads the sheet as it is laid out for paper. */
async function sheetOf(page: Page) {
  await page.getByRole('button', { name: 'Imprimir' }).click()
  const table = page.locator('.paper-table')
  await table.waitFor()
  await page.emulateMedia({ media: 'print' })
  const said = await page.locator('.printed-header:visible').allInnerTexts()
  const sheet = {
    said: said.join(' '),
    note: await table.locator('caption').innerText(),
    rows: await table.locator('tbody tr').count(),
    first: await table.locator('tbody tr').first().innerText(),
    totals: await table.locator('tfoot tr').allInnerTexts(),
    /** Nothing of the screen's frame goes on paper, nor anything that scrolls there. */
    frame: await page
      .locator('.sorteo-header, .sorteo-side, .filter-bar, .ant-pagination')
      .filter({ visible: true })
      .count(),
    pages: (await page.pdf({ preferCSSPageSize: true })).subarray(0, 4).toString() === '%PDF',
  }
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await table.waitFor({ state: 'detached' })
  return sheet
}

it('holds the whole report, not the page on screen', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await withPaper(page)
  await open(page, 'daily-sales', '?period=30d&currency=BS&level=taquilla&per_page=25')
  const shown = await page.locator('tbody tr.ant-table-row').count()
  const total = await page.locator('.ant-pagination-total-text').innerText()
  const all = Number(total.split(' de ')[1]!.replaceAll('.', ''))
  expect(all).toBeGreaterThan(shown)
  const sum = await page.getByRole('row', { name: /^Total/ }).innerText()
  const sheet = await sheetOf(page)
  const banca = await console_.db.one<{ name: string }>(sql`SELECT name FROM banca`)
  const { from, to } = resolvePreset('30d', inZone(new Date(), zone).day)
  expect(sheet.said).toContain(banca!.name)
  for (const day of [from, to]) expect(sheet.said).toContain(formatDay(day).slice(0, 5))
  expect([sheet.rows, sheet.frame, sheet.pages]).toEqual([all, 0, true])
  expect(sheet.note).toContain('todas las que cumplen los filtros')
  const amounts = (text: string) => text.match(/[\d.]+,\d\d/g)
  expect(sheet.totals.map(amounts)).toEqual([amounts(sum)])
  expect(faults()).toEqual([])
  await close()
})

it('holds every line of one draw, and names it', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await withPaper(page)
  const draw = (await console_.db.one<{ id: number; product: string; lines: number; at: string }>(sql`
    SELECT d.id, p.name AS product, count(*)::int AS lines, to_char(d.scheduled_at AT TIME ZONE ${zone}, 'DD/MM/YYYY') AS at
    FROM ticket_lines l JOIN draws d ON d.id = l.draw_id JOIN products p ON p.id = d.product_id
    GROUP BY d.id, p.name ORDER BY count(*) DESC, d.id LIMIT 1`))!
  await open(page, 'ticket-consult', `?view=sorteo&draw=${draw.id}&per_page=2`)
  // What it sold stands above its lines, not over them.
  const [frame, played] = await Promise.all(
    ['.played-frame', '.played-frame table'].map((part) => page.locator(part).boundingBox()),
  )
  expect(frame!.y + frame!.height).toBeGreaterThanOrEqual(played!.y + played!.height)
  const sheet = await sheetOf(page)
  expect(sheet.rows).toBe(draw.lines)
  expect(sheet.said).toContain(`${draw.product}, sorteo del ${draw.at}`)
  expect(sheet.totals.length).toBeGreaterThan(0)
  expect(faults()).toEqual([])
  await close()
})

it('holds every number of one draw in the order of the screen, though more than a page of it', async () => {
  const draw = await console_.draw('TRIPLE_ZULIA', true)
  const line = (number: number) => ({
    draw_id: draw,
    bet: 'TRIPLE_A' as const,
    number: String(number).padStart(3, '0'),
  })
  const numbers = Array.from({ length: 130 }, (_, at) => at)
  for (let at = 0; at < numbers.length; at += 26) await console_.sell(numbers.slice(at, at + 26).map(line))
  await console_.sell([line(129)])
  const { page, faults, close } = await console_.visit('banca')
  await withPaper(page)
  await open(page, 'ticket-consult', `?view=numeros&draw=${draw}&currency=BS`)
  await page.getByRole('columnheader', { name: 'Jugadas' }).click()
  await page.locator('tbody tr.ant-table-row').first().getByText('129').waitFor()
  expect(await page.locator('tbody tr.ant-table-row').count()).toBe(100)
  const sheet = await sheetOf(page)
  expect(sheet).toMatchObject({ rows: 130, frame: 0, pages: true })
  expect(sheet.first).toMatch(/^129\s+Triple A\s+2\s/)
  expect(sheet.said).toContain('Números de un sorteo')
  expect(sheet.said).toMatch(/Triple Zulia, sorteo del /)
  expect(sheet.said).toContain('Moneda: Bolívares')
  expect(sheet.note).toBe('130 números, todos los que cumplen los filtros · Por jugadas, de mayor a menor')
  expect(sheet.totals[0]!.trim().split(/\s+/)).toEqual(['Total', 'Bs', '131', 'Bs', '1.310,00'])
  expect(faults()).toEqual([])
  await close()
})

it('offers the file where there are too many rows for paper', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await withPaper(page)
  const today = inZone(new Date(), zone).day
  await open(page, 'results', `?period=rango&from=${addDays(today, -59)}&to=${today}`)
  await page.getByRole('button', { name: 'Imprimir' }).click()
  const told = page.getByRole('dialog', { name: 'Son demasiadas filas para imprimirlas' })
  expect(await told.innerText()).toMatch(/Cumplen los filtros [\d.]+ filas, y en papel se imprimen hasta 3\.000/)
  await told.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  await download
  expect(await page.locator('.paper-table').count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})
