/**
 * A payment from one side to the other in a browser: an agency reports one from a phone with its photo and one by keyboard at a
 * desk; whoever receives decides them by keyboard and by mouse, beside the amount, the photo and what is owed.
 */
import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'

const console_ = openedForFile(openConsole)

const photo = () =>
  sharp({ create: { width: 60, height: 90, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()

const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
/** Walks with the tabulator until it stands on what is wanted. */
async function tabTo(page: Page, wanted: Locator, most = 150): Promise<void> {
  await wanted.waitFor()
  for (let pressed = 0; pressed < most; pressed++) {
    if (await isFocused(wanted)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard never comes to ${String(wanted)}`)
}
async function pressOn(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
const writeIn = async (page: Page, wanted: Locator, text: string): Promise<void> => {
  await tabTo(page, wanted)
  await page.keyboard.type(text)
}
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Nuevo pago' })
const drawerOf = (page: Page, amount: RegExp) => page.getByRole('dialog', { name: amount }).first()
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })
/** The picture itself has come, not only its place. */
const isDrawn = (picture: Locator) => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth > 0)

async function reportFromPhone(page: Page): Promise<void> {
  await page.goto(pathOf('payment-record'))
  await settle(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Nuevo pago' }).first().tap()
  const form = formOf(page)
  await form.getByRole('textbox', { name: 'Monto' }).fill('321,09')
  await form.getByRole('textbox', { name: 'Referencia' }).fill('90817263')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'recibo.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await form.getByRole('img', { name: 'Comprobante' }).waitFor()
  await expectNoSidewaysScroll(page)
  await button(form, 'Crear pago').tap()
  await form.waitFor({ state: 'detached' })
  await settle(page)
  await page.getByText('321,09').first().waitFor()
  await expectNoSidewaysScroll(page)
}

async function reportByKeyboard(page: Page): Promise<void> {
  await showAs(page, { size: 'desk', dark: false })
  await pressOn(page, page.getByRole('button', { name: 'Nuevo pago' }).first())
  const form = formOf(page)
  await writeIn(page, form.getByRole('textbox', { name: 'Monto' }), '432,10')
  await writeIn(page, form.getByRole('textbox', { name: 'Referencia' }), '90817264')
  await pressOn(page, button(form, 'Crear pago'))
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: '432,10' }).waitFor()
}

/** Opens one that waits from the list, and looks at what decides. */
async function openByKeyboard(page: Page, amount: string): Promise<Locator> {
  await pressOn(page, page.getByRole('row').filter({ hasText: amount }).getByRole('link').first())
  const drawer = drawerOf(page, new RegExp(amount))
  await drawer.getByText('Lo que debe: ahora y con este pago').waitFor()
  await drawer.getByLabel('después').waitFor()
  return drawer
}

async function decideByKeyboard(page: Page): Promise<void> {
  const drawer = await openByKeyboard(page, '321,09')
  await expect.poll(() => isDrawn(drawer.getByRole('img', { name: 'Comprobante' }))).toBe(true)
  await writeIn(page, drawer.getByRole('textbox', { name: 'Comentario' }), 'Se ve en el banco')
  await pressOn(page, button(drawer, 'Comentar'))
  await drawer.getByRole('list', { name: 'Comentarios' }).getByText('Se ve en el banco').waitFor()
  await pressOn(page, button(drawer, 'Confirmar'))
  const asked = page.getByRole('dialog', { name: /^Confirmar: / })
  await pressOn(page, button(asked, 'Confirmar'))
  await drawer.getByText(/^20\d\d-0{3,5}\d+$/).waitFor()
  await pressOn(page, button(drawer, 'Anular'))
  const undoing = page.getByRole('dialog', { name: /^Anular: / })
  await writeIn(page, undoing.getByRole('textbox', { name: 'Motivo' }), 'El banco lo devolvió')
  await pressOn(page, button(undoing, 'Anular'))
  await drawer.getByText('El banco lo devolvió').waitFor()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
}

async function rejectByMouse(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '432,10' }).getByRole('link').first().click()
  const drawer = drawerOf(page, /432,10/)
  await button(drawer, 'Rechazar').click()
  const asked = page.getByRole('dialog', { name: /^Rechazar: / })
  await asked.getByRole('textbox', { name: 'Observación' }).fill('La referencia es de otro banco')
  await asked
    .locator('input[type=file]')
    .setInputFiles({ name: 'banco.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await asked.getByRole('img', { name: 'Imagen' }).waitFor()
  await button(asked, 'Rechazar').click()
  await drawer.getByText('La referencia es de otro banco').waitFor()
  await expect.poll(() => isDrawn(drawer.getByRole('img', { name: 'Imagen del rechazo' }))).toBe(true)
}

describe('a payment between its two sides', () => {
  it('is reported from a phone and at a desk, and decided by keyboard and by mouse', async () => {
    const reporting = await console_.visit('agencia', { size: 'phone', touch: true })
    await reportFromPhone(reporting.page)
    await reportByKeyboard(reporting.page)
    const deciding = await console_.visit('distribuidor')
    await deciding.page.goto(pathOf('payment-record'))
    await settle(deciding.page)
    await decideByKeyboard(deciding.page)
    await rejectByMouse(deciding.page)
    expect(deciding.faults()).toEqual([])
    await deciding.close()

    // Who reported reads why, and may not decide.
    const { page } = reporting
    await page.reload()
    await settle(page)
    await page.getByRole('row').filter({ hasText: '432,10' }).getByRole('link').first().click()
    const drawer = drawerOf(page, /432,10/)
    await drawer.getByText('La referencia es de otro banco').waitFor()
    expect(await button(drawer, 'Confirmar').count()).toBe(0)
    expect(reporting.faults()).toEqual([])
    await reporting.close()
  })
})
