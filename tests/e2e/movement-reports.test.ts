/** A partner's statement, as an agency reads its own: from what it owed to what it owes, down to the tickets of a day. */
import { describe, expect, it } from 'vitest'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

describe('a statement', () => {
  it('is of the agency that reads it, says where it began, and opens the tickets of a day', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(`${pathOf('movement-reports')}?period=30d`)
    await settle(page)
    expect(await page.getByText(/^Saldo anterior −?Bs /).count()).toBeGreaterThan(0)
    const closed = page.getByRole('row').filter({ hasText: 'Semana cerrada' })
    expect(await closed.count()).toBeGreaterThan(0)
    const sales = page
      .getByRole('row')
      .filter({ hasText: /Ventas/ })
      .nth(1)
    const day = await sales.getByRole('cell').first().innerText()
    await sales.getByRole('link').first().click()
    await page.waitForURL((url) => url.pathname === pathOf('ticket-consult'))
    await settle(page)
    const [dd, mm, yyyy] = day.trim().split('/')
    expect(new URL(page.url()).searchParams.get('from')).toBe(`${yyyy}-${mm}-${dd}`)
    expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    expect(faults()).toEqual([])
    await close()
  })

  it('of the banca there is none, and of a distributor it is chosen', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('movement-reports')}?period=30d`)
    await settle(page)
    await page.getByText('Elija de quién').waitFor()
    await page.goto(`${pathOf('movement-reports')}?period=30d&partner_id=2`)
    await settle(page)
    expect(await page.getByRole('row').count()).toBeGreaterThan(5)
    expect(faults()).toEqual([])
    await close()
  })
})
