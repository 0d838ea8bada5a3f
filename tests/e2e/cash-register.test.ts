/** A drawer's day in a browser: a teller opens, counts and sends it with the keyboard alone, its agency approves or returns it by mouse. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { accessibilityFaults, expectNoSidewaysScroll, openedForFile, pathOf, settle, showAs } from './console.ts'
import { open, openGame } from './game.ts'

const game = openedForFile(openGame)

const kept = (office = 'taquilla') =>
  game.db.rows<{ state: string; observation: string; refusal: string | null; counted: string }>(sql`
    SELECT register.state, register.observation, register.refusal, (
      SELECT coalesce(sum(denomination * pieces), 0)::text FROM cash_counts
      WHERE register_id = register.id AND moment = 'cierre' AND currency = 'BS') AS counted
    FROM cash_registers register JOIN users seller ON seller.partner_id = register.office_id
    WHERE seller.username = ${office} ORDER BY register.day`)

/** Types pieces from the first field of the count on, going down with Enter. */
async function count(page: Page, ...pieces: string[]): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe('Piezas de Bs 500')
  for (const text of pieces) {
    if (text !== '') await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
}
const focusedField = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('a teller', () => {
  it('opens the first register, counts it and sends it with the keyboard alone; the paper says how it stands', async () => {
    const { page, faults, close } = await game.visit('taquilla', { size: 'laptop' })
    await page.addInitScript(() => {
      window.print = () =>
        ((window.top as unknown as { printed: string[] }).printed ??= []).push(document.body.innerText)
    })
    await open(page, 'office-cash-register')
    await count(page, '2', '', '1')
    await page.getByText('Bs 1.100,00').first().waitFor()
    await page.keyboard.press('F9')
    await page.getByRole('group', { name: 'Conteo en bolívares' }).waitFor()
    await page.getByText('La abrió').waitFor()

    await game.sell([{ draw_id: await game.draw('LOTTO_ACTIVO'), number: '12', stake: '25.00' }])
    await page.reload()
    await settle(page)
    await page.getByText('Bs 1.125,00').first().waitFor()
    await page.getByRole('row').filter({ hasText: 'Venta' }).getByText('Bs 25,00').waitFor()
    await count(page, '2', '', '1', '', '1')
    await page.getByText('Faltan Bs 5,00').first().waitFor()
    // Down from where Enter left it, and back.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await focusedField(page)).toBe('Piezas de Bs 10')
    await page.keyboard.press('F2')
    await page.getByRole('button', { name: 'Guardado' }).waitFor()
    expect(await kept()).toMatchObject([{ state: 'abierta', counted: '1120.00' }])

    await page.keyboard.press('F9')
    const words = page.getByRole('textbox', { name: 'Observación' })
    await expect.poll(() => words.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.waitForTimeout(350)
    await page.keyboard.press('Enter')
    await page.getByText('Diga a qué se debe la diferencia').waitFor()
    await page.keyboard.type('Cambio mal dado')
    await page.keyboard.press('Enter')
    await page.getByText('espera la aprobación de quien la supervisa').waitFor()
    expect(await kept()).toMatchObject([{ state: 'enviada', observation: 'Cambio mal dado', counted: '1120.00' }])
    await page.keyboard.press('F10')
    const papers = await page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? [])
    for (const said of [
      'Cuadre de caja del',
      'Venta (1)',
      '2 × Bs 500',
      'Faltan Bs 5,00',
      'Cambio mal dado',
      'Por aprobar',
    ])
      expect(papers[0]).toContain(said)
    expect(faults()).toEqual([])
    await close()
  })

  it('whose answer was lost finds after a reload that the register is open, once', async () => {
    const { page, close } = await game.visit('taquilla2')
    await open(page, 'office-cash-register')
    await page.route(`**${cashRegisters.open.path}`, async (route) => {
      await route.fetch()
      await route.abort().catch(() => undefined)
    })
    await page.keyboard.press('F9')
    await page.getByText('Desconocido – verificando').waitFor()
    await page.unroute(`**${cashRegisters.open.path}`)
    await page.reload()
    await page.getByText('La abrió').waitFor()
    expect(await kept('taquilla2')).toMatchObject([{ state: 'abierta' }])
    const midnight = (passes: boolean) =>
      game.db.run(sql`
      UPDATE cash_registers SET day = day ${passes ? sql`-` : sql`+`} 1
      WHERE state = 'abierta' AND office_id = (SELECT partner_id FROM users WHERE username = 'taquilla2')`)
    const isOver = page.getByText(/^La caja del .* sigue abierta\.$/)
    expect(await isOver.count()).toBe(0)
    await midnight(true)
    await page.reload()
    await isOver.waitFor()
    await midnight(false)
    await close()
  })

  it('counts and sends with a thumb on a phone, what is missing always in sight', async () => {
    const { page, faults, close } = await game.visit('taquilla2', { size: 'phone', touch: true })
    await open(page, 'office-cash-register')
    await page.getByRole('textbox', { name: 'Piezas de Bs 0,25' }).fill('8')
    const send = page.getByRole('button', { name: /^Enviar/ })
    await expect.poll(() => send.innerText()).toContain('Sobran Bs 2,00')
    expect(
      await send.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }),
    ).toBe(true)
    await expectNoSidewaysScroll(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await send.tap()
    await page.getByRole('textbox', { name: 'Observación' }).fill('Monedas de otro día')
    await expectNoSidewaysScroll(page)
    await page.waitForTimeout(350)
    await page.getByRole('button', { name: 'Enviar la caja' }).tap()
    await page.getByText('espera la aprobación de quien la supervisa').waitFor()
    expect(await kept('taquilla2')).toMatchObject([{ state: 'enviada', counted: '2.00' }])
    expect(faults()).toEqual([])
    await close()
  })
})

describe('an agency', () => {
  it('returns a register with a word, its teller counts again, and it approves it', async () => {
    const { page, faults, close } = await game.visit('agencia', { size: 'laptop' })
    await open(page, 'agency-cash-register')
    const office = await game.db.one<{ name: string }>(sql`
      SELECT partner.name FROM users seller JOIN partners partner ON partner.id = seller.partner_id
      WHERE seller.username = 'taquilla'`)
    const decide = async (move: 'Aprobar' | 'Devolver', word?: string) => {
      await page.getByRole('row').filter({ hasText: office!.name }).getByRole('link').first().click()
      const drawer = page.locator('.ant-drawer').getByRole('dialog')
      await drawer.getByText('De qué viene lo esperado').first().waitFor()
      await drawer.getByText('Cambio mal dado').waitFor()
      await drawer.getByRole('button', { name: move }).click()
      const asked = page.getByRole('dialog', { name: new RegExp(`^${move}: `) })
      if (word) await asked.getByRole('textbox', { name: 'Observación' }).fill(word)
      await asked.getByRole('button', { name: move }).click()
      await asked.waitFor({ state: 'detached' })
    }
    await decide('Devolver', 'Cuente los de veinte')
    expect(await kept()).toMatchObject([{ state: 'devuelta', refusal: 'Cuente los de veinte' }])

    const teller = await game.visit('taquilla')
    await open(teller.page, 'office-cash-register')
    await teller.page.getByText('Cuente los de veinte').first().waitFor()
    await count(teller.page, '2', '', '1', '', '1', '', '1')
    await teller.page.getByText('Cuadra').first().waitFor()
    await teller.page.keyboard.press('F9')
    await teller.page.getByRole('textbox', { name: /^Observación/ }).waitFor()
    await teller.page.waitForTimeout(350)
    await teller.page.keyboard.press('F9')
    await teller.page.getByText('espera la aprobación de quien la supervisa').waitFor()
    await teller.close()

    await open(page, 'agency-cash-register')
    await decide('Aprobar')
    expect(await kept()).toMatchObject([{ state: 'aprobada', counted: '1125.00' }])
    await game.holds()
    expect(faults()).toEqual([])
    await close()
  })

  it('works for the office that it chooses, on a phone as well', async () => {
    const { page, faults, close } = await game.visit('agencia', { size: 'phone' })
    const office = await game.db.one<{ id: number }>(sql`
      SELECT partner_id AS id FROM users WHERE username = 'taquilla'`)
    await page.goto(`${pathOf('office-cash-register')}?office=${office!.id}`)
    await settle(page)
    await page.getByText('Aprobada: lo contado').waitFor()
    for (const dark of [false, true]) {
      await showAs(page, { size: 'phone', dark })
      await expectNoSidewaysScroll(page)
      expect(await accessibilityFaults(page, dark ? 'colours' : 'everything')).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })
})
