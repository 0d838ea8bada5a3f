/** Whom a large ticket is sold and a large prize paid to, at the counter that sells: asked for in its place, by keyboard alone. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, expectNoSidewaysScroll, openedForFile, pathOf, settle, showAs } from './console.ts'
import { openGame } from './game.ts'

const game = openedForFile(openGame)
const asksFrom = (ticket: object, prize: object) =>
  game.db.run(sql`UPDATE banca SET client_from_ticket = ${JSON.stringify(ticket)}::jsonb,
    client_from_prize = ${JSON.stringify(prize)}::jsonb`)
beforeAll(async () => {
  // The demo's own draws open and close by the hour of the day; this one sells now.
  await game.db.run(sql`
    UPDATE draws SET closes_at = now() - interval '1 minute', opens_at = least(opens_at, now() - interval '2 minutes')
    WHERE closes_at > now()`)
  await game.draw('LOTTO_ACTIVO')
  await asksFrom({ BS: '500.00' }, { BS: '900.00' })
})
afterAll(() => asksFrom({}, {}))

async function counter() {
  const visit = await game.visit('taquilla', { size: 'laptop' })
  await visit.page.addInitScript(() => {
    window.print = () => ((window.top as unknown as { printed: string[] }).printed ??= []).push(document.body.innerText)
  })
  await visit.page.goto(pathOf('sell'))
  await settle(visit.page)
  await focused(visit.page, 'sell-entry')
  const printed = () => visit.page.evaluate(() => (window as unknown as { printed?: string[] }).printed?.at(-1))
  return { ...visit, printed }
}

/** By its id, or by what it is called. */
const focused = (page: Page, name: string) =>
  page.waitForFunction(
    (of) => document.activeElement?.id === of || document.activeElement?.getAttribute('aria-label') === of,
    name,
  )

async function type(page: Page, entry: string): Promise<void> {
  await page.keyboard.type(entry)
  await page.keyboard.press('Enter')
  // An Enter at once after another is taken for a bounce.
  await page.waitForTimeout(150)
}

const sellKey = (page: Page) => page.getByRole('button', { name: /F9|Poner cliente|Vender/ }).last()
const confirmed = async (page: Page) =>
  (await page
    .getByRole('status', { name: 'Estado de la venta' })
    .getByText(/^Confirmado nº/)
    .textContent())!
const buyer = (page: Page) => page.getByRole('form', { name: 'Cliente del ticket' })

describe('the client at the counter that sells', () => {
  it('is asked for by the key that sells, typed beside the ticket, printed, and gone with it', async () => {
    const { page, printed, faults: broken, close } = await counter()
    await type(page, '25*490')
    await expect.poll(() => sellKey(page).innerText()).toContain('Vender')
    await type(page, '5*10')
    await expect.poll(() => sellKey(page).innerText()).toContain('Poner cliente')
    await page.getByText('Desde Bs 500,00 el ticket lleva cliente').first().waitFor()
    await page.keyboard.press('Enter')
    await focused(page, 'Documento del cliente')
    await page.keyboard.type('19.000.001')
    await buyer(page).getByText('Cliente nuevo: queda registrado con esta operación.').waitFor()
    for (const dark of [false, true]) {
      await showAs(page, { size: 'phone', dark })
      await settle(page)
      await expectNoSidewaysScroll(page)
      await showAs(page, { size: 'laptop', dark })
      await settle(page)
      expect(await accessibilityFaults(page, dark ? 'colours' : 'everything')).toEqual([])
    }
    await showAs(page, { size: 'laptop', dark: false })
    await buyer(page).getByLabel('Documento del cliente').focus()
    await page.keyboard.press('Enter')
    await focused(page, 'Nombre del cliente')
    await page.keyboard.type('Rosa Díaz')
    await page.keyboard.press('Enter')
    await focused(page, 'sell-entry')
    await expect.poll(() => sellKey(page).innerText()).toContain('Vender')
    await page.keyboard.press('Enter')
    await confirmed(page)
    expect(await printed()).toContain('V-19000001 Rosa Díaz')
    await buyer(page).waitFor({ state: 'hidden' })
    // A small one too, where somebody wants it: sold from its very field.
    await type(page, '7*10')
    await page.keyboard.press('F7')
    await focused(page, 'Documento del cliente')
    await page.keyboard.type('19000001')
    await buyer(page).getByText('V-19000001 Rosa Díaz').waitFor()
    await page.keyboard.press('F9')
    await buyer(page).waitFor({ state: 'hidden' })
    // The field is free before the server has answered.
    const stood = () =>
      game.db.rows(sql`
        SELECT ticket.total FROM client_operations operation JOIN clients client ON client.id = operation.client_id
        JOIN tickets ticket ON ticket.day = operation.day AND ticket.id = operation.ref_id
        WHERE operation.kind = 'ticket' AND client.dni = '19000001' ORDER BY ticket.id`)
    await expect.poll(stood).toEqual([{ total: '500.00' }, { total: '10.00' }])
    expect(broken()).toEqual([])
    await close()
  })

  it('is left by Escape, and a document half written holds the sale', async () => {
    const { page, close } = await counter()
    await type(page, '8*20')
    await page.keyboard.press('F7')
    await focused(page, 'Documento del cliente')
    await page.keyboard.press('Escape')
    await focused(page, 'sell-entry')
    await buyer(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('F7')
    await focused(page, 'Documento del cliente')
    await page.keyboard.type('12A')
    await page.keyboard.press('Escape')
    await focused(page, 'sell-entry')
    await expect.poll(() => sellKey(page).innerText()).toContain('Poner cliente')
    await page.keyboard.press('F9')
    await page.getByText('Documento no válido, por ejemplo 12.345.678.').first().waitFor()
    await focused(page, 'Documento del cliente')
    await page.keyboard.press('F4')
    await buyer(page).waitFor({ state: 'hidden' })
    await close()
  })

  it('of a prize is asked for where it is paid, once it is known that it must be', async () => {
    const { page, close } = await counter()
    const draw = await game.draw('LOTTO_ACTIVO')
    const [large, small] = [
      await game.sell([{ draw_id: draw, number: '12', stake: '30.00' }]),
      await game.sell([{ draw_id: draw, number: '12', stake: '29.99' }]),
    ]
    await game.over(draw)
    await game.award(draw, '12')
    await page.keyboard.type(`${small.serial}-${small.code}`)
    await page.getByRole('button', { name: /^Pagar Bs/ }).waitFor()
    await page.waitForTimeout(350)
    await page.keyboard.press('Enter')
    await page.getByText(`Ticket ${small.serial} pagado`).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('region', { name: `Ticket ${small.serial}` })
      .first()
      .waitFor({ state: 'hidden' })
    await focused(page, 'sell-entry')
    await page.keyboard.type(`${large.serial}-${large.code}`)
    await page.getByRole('button', { name: /^Pagar Bs/ }).waitFor()
    await page.waitForTimeout(350)
    await page.keyboard.press('Enter')
    await page.getByText('Desde Bs 900,00 un premio se paga a un cliente: escriba su documento.').waitFor()
    await focused(page, 'Documento del cliente')
    expect(await game.ticket(large.serial)).toMatchObject({ state: 'ganador' })
    await page.keyboard.type('19.000.002')
    await page.getByText('Cliente nuevo: queda registrado con esta operación.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Es un cliente nuevo: escriba su nombre.').waitFor()
    await focused(page, 'Nombre del cliente')
    await page.keyboard.type('Iris Rojas')
    await page.keyboard.press('Enter')
    await page.getByText(`Ticket ${large.serial} pagado`).waitFor()
    await page.getByText('V-19000002 Iris Rojas').waitFor()
    await close()
  })
})
