/** Payments in a browser: the banca reports one for an agency, confirms it beside what is owed, and undoes it with a reason. */
import { describe, expect, it } from 'vitest'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

describe('a payment', () => {
  it('is reported, confirmed, commented and undone from its drawer', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('payment-record'))
    await settle(page)
    await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
    const form = page.getByRole('dialog', { name: 'Nuevo pago' })
    await form.getByRole('combobox', { name: 'Afiliado' }).click()
    await page.keyboard.type('Agencia')
    await page.locator('.ant-select-item-option').first().waitFor()
    await page.keyboard.press('Enter')
    await form.getByRole('textbox', { name: 'Monto' }).fill('1.234,56')
    await form.getByRole('textbox', { name: 'Referencia' }).fill('77665544')
    await form.getByRole('button', { name: 'Crear pago' }).click()
    await form.waitFor({ state: 'detached' })

    const row = page.getByRole('row').filter({ hasText: '1.234,56' })
    await row.getByRole('link').first().click()
    const drawer = page.getByRole('dialog', { name: /1\.234,56/ })
    await drawer.getByText('Lo que debe: ahora y con este pago').waitFor()
    await drawer.getByRole('textbox', { name: 'Comentario' }).fill('Llegó por la mañana')
    await drawer.getByRole('button', { name: 'Comentar' }).click()
    await drawer.getByRole('list', { name: 'Comentarios' }).getByText('Llegó por la mañana').waitFor()

    await drawer.getByRole('button', { name: 'Confirmar' }).click()
    const asked = page.getByRole('dialog', { name: /^Confirmar: / })
    await asked.getByRole('button', { name: 'Confirmar' }).click()
    await drawer.getByText(/^20\d\d-0{3,5}\d+$/).waitFor()

    await drawer.getByRole('button', { name: 'Anular' }).click()
    const undoing = page.getByRole('dialog', { name: /^Anular: / })
    await undoing.getByRole('button', { name: 'Anular' }).click()
    await undoing.getByText('Explique el motivo').waitFor()
    await undoing.getByRole('textbox', { name: 'Motivo' }).fill('El banco lo devolvió')
    await undoing.getByRole('button', { name: 'Anular' }).click()
    await drawer.getByText('El banco lo devolvió').waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  it('is decided by keys, and then the one that came after it', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('payment-record')}?state=pendiente`)
    await settle(page)
    const links = page.locator('tbody tr.ant-table-row').getByRole('link')
    const waiting = (await links.allInnerTexts()).length
    expect(waiting).toBeGreaterThan(2)
    await links.first().press('Enter')
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    const titles: string[] = []
    for (let n = 0; n < 2; n++) {
      await drawer.getByRole('button', { name: 'Confirmar' }).waitFor()
      titles.push(await drawer.locator('.ant-drawer-title').innerText())
      await page.keyboard.press('c')
      const yes = page.getByRole('dialog', { name: /^Confirmar: / }).getByRole('button', { name: 'Confirmar' })
      await expect.poll(() => yes.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await drawer.getByText(/^20\d\d-0{3,5}\d+$/).waitFor()
      await page.keyboard.press('j')
      await expect.poll(() => drawer.locator('.ant-drawer-title').innerText()).not.toBe(titles[n])
    }
    expect(new Set(titles).size).toBe(2)
    await drawer.getByText('Por confirmar').first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})
