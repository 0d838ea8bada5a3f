/** Accounts in a browser: one is opened, paid from and into, read as a statement and closed; by mouse, by keys, and on a phone. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'

const console_ = openedForFile(openConsole)

/** Chooses in a select of a dialog by typing what is looked for. */
async function choose(page: Page, dialog: string | RegExp, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog', { name: dialog }).getByRole('combobox', { name: label })
  await field.focus()
  await field.fill(text)
  await page.getByRole('option', { name: text }).first().waitFor({ state: 'attached' })
  await field.press('Enter')
}

async function openStatement(page: Page, name: string): Promise<void> {
  await page.goto(pathOf('accounts'))
  await settle(page)
  await page.getByTitle(`Ver los movimientos de ${name}`).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await settle(page)
}

describe('an account', () => {
  it('is opened, is where a payment comes to, tells it, and is closed', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await lead(page, pathOf('accounts'))
    await settle(page)
    await page.getByRole('button', { name: 'Nueva cuenta' }).first().click()
    const form = page.getByRole('dialog', { name: 'Nueva cuenta' })
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Venezuela recaudadora')
    await form.getByRole('textbox', { name: 'Banco' }).fill('Banco de Venezuela')
    await form.getByRole('textbox', { name: 'Número de cuenta' }).fill('01020000000000000007')
    await form.getByRole('textbox', { name: /^\W*Titular/ }).fill('La Fortuna')
    await form.getByRole('textbox', { name: 'Documento del titular' }).fill('J-30718264-5')
    await form.getByRole('button', { name: 'Crear cuenta' }).click()
    await form.waitFor({ state: 'detached' })

    await lead(page, pathOf('payment-record'))
    await settle(page)
    await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
    await choose(page, 'Nuevo pago', 'Afiliado', 'Agencia')
    const paying = page.getByRole('dialog', { name: 'Nuevo pago' })
    await paying.getByText('La banca directamente').click()
    await paying.getByRole('textbox', { name: 'Monto' }).fill('4.321,00')
    await paying.getByRole('button', { name: 'Crear pago' }).click()
    await paying.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: '4.321,00' }).getByRole('link').first().click()
    const drawer = page.getByRole('dialog', { name: /4\.321,00/ })
    await drawer.getByRole('button', { name: 'Confirmar' }).click()
    await choose(page, /^Confirmar: /, 'Cuenta donde entra', 'Venezuela recaudadora')
    await page
      .getByRole('dialog', { name: /^Confirmar: / })
      .getByRole('button', { name: 'Confirmar' })
      .click()
    await drawer.getByText('Venezuela recaudadora').waitFor()

    await openStatement(page, 'Venezuela recaudadora')
    const row = page.getByRole('row').filter({ hasText: '4.321,00' })
    await row.first().waitFor()
    await page.getByText('Saldo anterior').locator('visible=true').first().waitFor()
    // A movement leads to its payment.
    await row.first().getByRole('link').first().click()
    await page.getByRole('dialog', { name: /4\.321,00/ }).waitFor()

    await openStatement(page, 'Venezuela recaudadora')
    await page.getByRole('button', { name: 'Acciones', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await page.getByText('Inactivo').locator('visible=true').first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  it('is found, read and left by keys alone', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('accounts'))
    await settle(page)
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/Buscar por nombre, banco/))
      .first()
      .focus()
    await page.keyboard.type('Banesco corriente')
    await page.getByRole('link', { name: 'Zelle' }).waitFor({ state: 'detached' })
    await settle(page)
    const link = page.getByRole('link', { name: 'Banesco corriente' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Banesco corriente' }).waitFor()
    await settle(page)
    await page.getByRole('tab', { name: 'General' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('Saldo anterior').locator('visible=true').first().waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const notes = page.getByRole('textbox', { name: 'Notas' })
    await notes.focus()
    await page.keyboard.type('La de los cobros')
    await page.getByRole('button', { name: 'Guardar' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Guardar' }).and(page.locator(':disabled')).waitFor()
    await settle(page)
    expect(
      await console_.db.one(sql`SELECT notes FROM accounts WHERE name = 'Banesco corriente' ORDER BY id LIMIT 1`),
    ).toEqual({ notes: 'La de los cobros' })
    expect(faults()).toEqual([])
    await close()
  })

  it('moves nothing sideways on a phone, and is read by everybody', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'phone' })
    await page.goto(pathOf('accounts'))
    await settle(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Banesco corriente' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Banesco corriente' }).waitFor()
    await settle(page)
    await expectNoSidewaysScroll(page)
    for (const dark of [false, true]) {
      await showAs(page, { size: 'phone', dark })
      expect(await accessibilityFaults(page)).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })
})
