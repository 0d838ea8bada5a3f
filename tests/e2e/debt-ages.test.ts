/** How old debts are, from the report to the statement, on an agency's own page, and on the dashboard. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

describe('ages of debts', () => {
  it('stand in a tab of the balance, open down the tree, and lead to the statement', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('account-balance')}?currency=BS`)
    await settle(page)
    await page.getByRole('tab', { name: 'Antigüedad' }).click()
    await settle(page)
    await page.getByRole('button', { name: 'Distribuidora Capital', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.has('partner_id'))
    await settle(page)
    const agency = page.getByRole('row').filter({ hasText: 'Agencia La Candelaria' })
    await agency.getByRole('link').first().click()
    await page.waitForURL((url) => url.pathname.endsWith('/movementReports'))
    await settle(page)
    expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    expect(faults()).toEqual([])
    await close()
  })

  it('are on the page of an agency, with its statement and the form of a payment', async () => {
    const { db } = console_
    const { page, faults, close } = await console_.visit('banca')
    const agency = await db.one<{ id: number }>(
      sql`SELECT id FROM partners WHERE name = 'Agencia La Candelaria' AND type = 'agencia'`,
    )
    await page.goto(`${pathOf('agencies')}/${agency!.id}/account`)
    const own = page.getByRole('region', { name: 'En bolívares' })
    await own.getByText('Saldo', { exact: true }).waitFor()
    const told = await page.getByText('Vencido').first().innerText()
    expect(told).toBe('Vencido')
    await own.getByRole('link', { name: 'Reportar un pago' }).click()
    await page.getByRole('dialog', { name: 'Nuevo pago' }).waitFor()
    await page.getByRole('dialog').getByText('Agencia La Candelaria').filter({ visible: true }).first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  it('are a card of the dashboard that opens them', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('sales-dashboard')}?currency=BS`)
    const card = page.getByRole('region', { name: 'Por cobrar' })
    const owed = card.getByRole('link').first()
    await owed.waitFor()
    const amount = (await owed.innerText()).trim()
    await owed.click()
    await page.waitForURL((url) => url.searchParams.get('view') === 'antiguedad')
    await settle(page)
    expect(await page.locator('body').innerText()).toContain(amount)
    expect(faults()).toEqual([])
    await close()
  })
})
