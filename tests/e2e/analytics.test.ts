/** The analytical dashboard in the browser: drawn, looked at closer, followed to its rows, asked freely, taken away. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { toCents } from '../../contract/values/money.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  exportedCells,
  openedForFile,
  settle,
  showAs,
  totalsIn,
} from './console.ts'
import { open, openGame } from './game.ts'

const game = openedForFile(openGame)

const frame = (page: Page, title: RegExp) => page.getByRole('region', { name: title })
/** An amount as the screen writes it, in cents. */
function centsIn(text: string): bigint {
  const digits = text
    .replace(/[^\d,−-]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  return toCents(digits)
}
/** The amounts under a heading of the table in a part of the page. */
async function amountsUnder(table: ReturnType<Page['locator']>, heading: string): Promise<bigint[]> {
  const headings = (await table.locator('thead th').allInnerTexts()).map((one) => one.trim())
  const at = headings.indexOf(heading)
  const cells = await table
    .locator('tbody tr')
    .evaluateAll(
      (rows, column) => rows.map((row) => (row.children[column] as HTMLElement | undefined)?.innerText ?? ''),
      at,
    )
  return cells.filter((text) => /\d/.test(text)).map(centsIn)
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)

describe('the analytical dashboard', () => {
  it('is stacked without changing its sum, and a stroke over some days looks at those', async () => {
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'analytical-dashboard', '?period=7d&compare=anterior')
    await settle(page)
    const main = page.locator('.analytics-main')
    await main.getByRole('button', { name: 'Ver como tabla' }).click()
    const plain = sum(await amountsUnder(main.getByRole('table'), 'Ventas'))
    expect(plain).toBeGreaterThan(0n)
    await page.getByRole('combobox', { name: 'Apilar' }).press('ArrowDown')
    await page.getByTitle('Por producto', { exact: true }).click()
    await settle(page)
    const stacked = page.locator('.analytics-main')
    const series = (await stacked.locator('thead th').allInnerTexts()).map((one) => one.trim()).slice(1)
    const sums = await Promise.all(
      series.filter((name) => !name.startsWith('Del ')).map((name) => amountsUnder(stacked.getByRole('table'), name)),
    )
    expect(sum(sums.flat())).toBe(plain)
    await stacked.getByRole('button', { name: 'Ver como gráfico' }).click()
    await settle(page)
    const box = (await stacked.locator('canvas').first().boundingBox())!
    await page.mouse.move(box.x + box.width * 0.35, box.y + 80)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.65, box.y + 90, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/period=rango/)
    await page.goBack()
    await page.waitForURL((url) => url.searchParams.get('period') === '7d')
    expect(faults()).toEqual([])
    await close()
  })

  it('leads from a day to its rows, which add up to it and go away as a file', async () => {
    const { page, faults, close } = await game.visit('supervisor')
    await open(page, 'analytical-dashboard', '?period=7d&compare=ninguna')
    await settle(page)
    const main = page.locator('.analytics-main')
    await main.getByRole('button', { name: 'Ver como tabla' }).click()
    const days = await amountsUnder(main.getByRole('table'), 'Ventas')
    const largest = days.indexOf(days.reduce((most, one) => (one > most ? one : most)))
    await main.locator('tbody tr').nth(largest).getByRole('link').click()
    await page.waitForURL(/view=pregunta/)
    await settle(page)
    const cells = await exportedCells(page)
    const head = cells.findIndex((line) => line.includes('Afiliado') && line.includes('Ventas'))
    const [name, sold] = [cells[head]!.indexOf('Afiliado'), cells[head]!.indexOf('Ventas')]
    const rows = cells.slice(head + 1).filter((line) => line[name] && typeof line[sold] === 'number')
    expect(rows.length).toBeGreaterThan(1)
    const total = rows.reduce((cents, line) => cents + toCents(Number(line[sold]).toFixed(2)), 0n)
    expect(total).toBe(days[largest])
    expect(toCents(Number(totalsIn(cells, 'BS')!['Ventas']).toFixed(2))).toBe(total)
    // One press deeper: the same day by product, of that partner alone.
    await page.getByRole('table').getByRole('button').first().click()
    await page.waitForURL(/by=producto/)
    await settle(page)
    await page.getByRole('columnheader', { name: 'Producto' }).waitFor()
    const shared = page.url()
    await page.goBack()
    await page.waitForURL(/by=afiliado/)
    await page.goto(shared)
    await page.getByRole('columnheader', { name: 'Producto' }).waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  it('answers what is asked of it, and orders by what changed', async () => {
    const { page, faults, close } = await game.visit('distribuidor')
    await open(page, 'analytical-dashboard', '?view=pregunta&by=hora&measures=profit&period=30d')
    await settle(page)
    for (const heading of ['Hora', 'Ventas', 'Venta anterior', 'Utilidad'])
      await page.getByRole('columnheader', { name: heading, exact: true }).waitFor()
    const heading = page.getByRole('columnheader', { name: 'Cambio', exact: true })
    await heading.click()
    await page.waitForURL(/sort=-sold_change/)
    await settle(page)
    await heading.click()
    await page.waitForURL(/sort=sold_change/)
    await settle(page)
    const changes = await amountsUnder(page.getByRole('table').first(), 'Cambio')
    const known = changes.slice(0, 5)
    expect(known).toEqual([...known].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
    expect(faults()).toEqual([])
    await close()
  })

  it('is kept as a view that the screen opens with, is found by who it is shared with, and goes', async () => {
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'analytical-dashboard', '?view=pregunta&by=afiliado,producto&level=agencia&period=semana-pasada')
    await settle(page)
    await page.getByRole('button', { name: 'Vistas' }).click()
    await page.getByRole('button', { name: 'Guardar esta vista' }).click()
    await page.getByRole('textbox', { name: /Nombre$/ }).fill('Agencias por producto')
    await page.getByRole('combobox', { name: 'Compartir con' }).press('ArrowDown')
    await page.getByTitle('Supervisor de banca').click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('button', { name: 'Abrir siempre con Agencias por producto' }).click()
    await page.getByRole('button', { name: 'Abrir siempre con Agencias por producto', pressed: true }).waitFor()
    await open(page, 'analytical-dashboard')
    await page.waitForURL(/period=semana-pasada/)
    await page.getByRole('columnheader', { name: 'Producto' }).waitFor()
    const other = await game.visit('supervisor')
    await open(other.page, 'analytical-dashboard', '?period=hoy')
    await settle(other.page)
    await other.page.getByRole('button', { name: 'Vistas' }).click()
    expect(await other.page.getByRole('button', { name: 'Eliminar Agencias por producto' }).count()).toBe(0)
    await other.page.getByRole('button', { name: /^Agencias por producto/ }).click()
    await other.page.waitForURL(/by=afiliado,producto/)
    await page.getByRole('button', { name: 'Agencias por producto' }).first().click()
    await page.getByRole('button', { name: 'Eliminar Agencias por producto' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click()
    await page.getByText('Vista eliminada.').waitFor()
    expect(await accessibilityFaults(other.page)).toEqual([])
    expect([...faults(), ...other.faults()]).toEqual([])
    await other.close()
    await close()
  })

  it('is for everybody, on a phone by night too', async () => {
    const { page, faults, close } = await game.visit('agencia')
    await open(page, 'analytical-dashboard')
    await settle(page)
    await frame(page, /Día de la semana y hora/)
      .getByRole('table')
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await showAs(page, { size: 'phone', dark: true })
    await settle(page)
    await expectNoSidewaysScroll(page)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })
})
