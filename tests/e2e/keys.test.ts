/** Keys that reach everywhere: the palette from inside a field, the way along the rows of a drawer, past the menu to the rows. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openConsole, openedForFile, pathOf, settle, showAs } from './console.ts'

const console_ = openedForFile(openConsole)

const searching = (page: Page) => page.getByRole('combobox', { name: /^Buscar pantallas/ })
/** What is written where the keyboard is, and where in it. */
const held = (page: Page) =>
  page.evaluate(() => {
    const { value, selectionStart } = document.activeElement as HTMLInputElement
    return [value, selectionStart]
  })
const way = (page: Page) => page.getByRole('dialog').getByRole('group', { name: 'Filas de la lista' })
const stands = async (page: Page, at: string) => {
  await way(page).getByRole('status').getByText(at, { exact: true }).waitFor()
  await settle(page)
}

describe('Ctrl+K', () => {
  it('opens over a field, in a drawer too, and Escape leaves it as it stood', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('payment-methods'))
    await settle(page)
    const search = page.getByRole('searchbox').first()
    await search.fill('pago')
    await search.press('ArrowLeft')
    await page.keyboard.press('Control+k')
    await expect.poll(() => searching(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('tick')
    await page.keyboard.press('Escape')
    await expect.poll(() => held(page)).toEqual(['pago', 3])
    await search.fill('')
    await settle(page)
    await openRow(page)
    const name = page.getByRole('dialog').getByLabel('Nombre', { exact: true })
    await name.focus()
    await name.press('End')
    await page.keyboard.type(' nuevo')
    await page.keyboard.press('ArrowLeft')
    const before = await held(page)
    await page.keyboard.press('Control+k')
    await expect.poll(() => searching(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => held(page)).toEqual(before)
    expect(before[0]).toMatch(/ nuevo$/)
    // The drawer stayed: that Escape was the palette's.
    await page.getByRole('dialog').waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})

async function openRow(page: Page): Promise<void> {
  await page.locator('.data-table .ant-table-row').last().getByRole('link').first().click()
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).waitFor()
  await settle(page)
}

describe('the way along the rows', () => {
  it('goes over the border of a page and back, keeps the filter, and asks for what is unsaved', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await console_.db.run(sql`UPDATE payment_methods SET status = 'activo'`)
    const [{ n }] = (await console_.db.rows<{ n: string }>(
      sql`SELECT count(*) AS n FROM payment_methods WHERE status = 'activo'`,
    )) as [{ n: string }]
    const total = Number(n)
    expect(total).toBeGreaterThan(3)
    await page.goto(`${pathOf('payment-methods')}?per_page=2&status=activo`)
    await settle(page)
    await openRow(page)
    await stands(page, `2 de ${total}`)
    await way(page).getByRole('button', { name: 'Siguiente' }).click()
    await stands(page, `3 de ${total}`)
    expect(new URL(page.url()).search).toContain('status=activo')
    // By its key as well, from the drawer; in a field it is a letter.
    await way(page).getByRole('button', { name: 'Siguiente' }).press('k')
    await stands(page, `2 de ${total}`)
    const name = page.getByRole('dialog').getByLabel('Nombre', { exact: true })
    const stood = await name.inputValue()
    const second = Number(new URL(page.url()).pathname.split('/').at(-1))
    await name.press('End')
    await page.keyboard.type('j')
    expect(await name.inputValue()).toBe(`${stood}j`)
    await way(page).getByRole('button', { name: 'Siguiente' }).click()
    await page.getByText('Tiene cambios sin guardar').waitFor()
    await page.getByRole('button', { name: 'Salir sin guardar' }).click()
    await stands(page, `3 de ${total}`)
    // One of the first page is no longer found: what follows moves up, and is counted so.
    await console_.db.run(sql`UPDATE payment_methods SET status = 'inactivo' WHERE id = ${second}`)
    await way(page).getByRole('button', { name: 'Anterior' }).click()
    await way(page)
      .getByRole('status')
      .getByText(` de ${total - 1}`)
      .waitFor()
    await settle(page)
    for (;;) {
      const before = way(page).getByRole('button', { name: 'Anterior' })
      if (await before.isDisabled()) break
      await before.click()
      await settle(page)
    }
    await stands(page, `1 de ${total - 1}`)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the way past the menu', () => {
  it.each([false, true])('is seen while it has the keyboard and leads to the rows; dark: %s', async (dark) => {
    const { page, faults, close } = await console_.visit('banca', { dark })
    // By night nothing was sold yet today.
    await page.goto(`${pathOf('ticket-consult')}?period=ayer`)
    await settle(page)
    await showAs(page, { size: 'desk', dark })
    const link = page.getByRole('link', { name: 'Saltar a las filas' }).first()
    for (let tries = 0; tries < 4 && !(await link.isVisible().catch(() => false)); tries += 1)
      await page.keyboard.press('Tab')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await link.focus()
    const seen = await link.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === one
    })
    expect(seen).toBe(true)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.closest('.ant-table-row') !== null)).toBe(true)
    expect(faults()).toEqual([])
    await close()
  })
})
