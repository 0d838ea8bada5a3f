/** Sales control in a browser: who is near a limit, setting one, and the way from a figure to what is behind it. */
import { describe, expect, it } from 'vitest'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

describe('the control of sales', () => {
  it('shows a limit that the banca sets, and leads to the days behind what was sold', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('sales-control')}?level=agencia&currency=BS&sort=-week`)
    await settle(page)
    const row = page.locator('tbody tr.ant-table-row').first()
    const name = await row.getByRole('cell').first().innerText()
    await row.getByRole('cell').nth(1).click()
    const drawer = page.getByRole('dialog', { name })
    await drawer.getByLabel('Límite de ventas de la semana').fill('1,00')
    await drawer.getByRole('button', { name: 'Guardar límites' }).click()
    await drawer.getByText(/de Bs 1,00 \(/).waitFor()
    await page.keyboard.press('Escape')
    await row.getByText('Pasó el límite').waitFor()
    await page.goto(`${pathOf('sales-control')}?level=agencia&currency=BS&alert=pasado`)
    await settle(page)
    await page.getByRole('row').filter({ hasText: name }).getByRole('link').nth(1).click()
    await page.waitForURL((url) => url.pathname === pathOf('general-sales'))
    await settle(page)
    expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    expect(faults()).toEqual([])
    await close()
  })

  it('is read by an agency, of itself, and sets nothing', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(pathOf('sales-control'))
    await settle(page)
    await page.locator('tbody tr.ant-table-row').first().getByRole('cell').nth(1).click()
    await page.getByRole('dialog').getByText('Última venta').waitFor()
    expect(await page.getByRole('button', { name: 'Guardar límites' }).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })
})
