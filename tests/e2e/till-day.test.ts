/**
 * A whole day of a drawer with the keyboard alone: opened, what came and went beside the tickets that its terminal sold, paid
 * and annulled, given away, counted and sent; its agency approves it with the keyboard too.
 */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openedForFile } from './console.ts'
import { open, openGame } from './game.ts'

const game = openedForFile(openGame)

/** Twenty tickets sold, three of them paid and one annulled. */
async function trade(): Promise<void> {
  const [early, late] = [await game.draw('LOTTO_ACTIVO'), await game.draw('LA_GRANJITA')]
  const winners = []
  for (let n = 0; n < 3; n++) winners.push(await game.sell([{ draw_id: early, number: '12', stake: `${10 + n}.00` }]))
  const others = []
  for (let n = 0; n < 17; n++)
    others.push(await game.sell([{ draw_id: late, number: String(n + 10), stake: `${20 + n}.00` }]))
  await game.call('taquilla', `/api/v2/ticket-office/tickets/${others[0]!.serial}/annul`, {})
  await game.over(early)
  await game.award(early, '12')
  for (const { serial, code } of winners)
    await game.call('taquilla', `/api/v2/ticket-office/tickets/${serial}/pay`, { code })
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null
    return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? ''
  })

async function write(page: Page, amount: string, choice: string, concept: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe('Monto')
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await page.keyboard.type(choice)
  await page.getByRole('option', { name: new RegExp(choice) }).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Método')
  await page.keyboard.press('Tab')
  while ((await focused(page)) !== 'Concepto') await page.keyboard.press('Enter')
  await page.keyboard.type(concept)
  await page.keyboard.press('F9')
}

/** What the drawer should hold in bolívares, added up from the tickets and movements themselves. */
const expected = async (opened: string) =>
  (await game.db.one<{ amount: string }>(sql`
    WITH office AS (SELECT partner_id AS id FROM users WHERE username = 'taquilla'), began AS (
      SELECT opened_at AS at FROM cash_registers WHERE office_id = (SELECT id FROM office)
    )
    SELECT (${opened}::numeric
      + (SELECT sum(total - CASE state WHEN 'anulado' THEN total ELSE 0 END) FROM tickets
        WHERE office_id = (SELECT id FROM office) AND sold_at > (SELECT at FROM began) AND currency = 'BS')
      - (SELECT sum(prize) FROM tickets
        WHERE paid_office_id = (SELECT id FROM office) AND paid_at > (SELECT at FROM began) AND currency = 'BS')
      + (SELECT sum(CASE direction WHEN 'entra' THEN amount ELSE -amount END) FROM cash_movements
        WHERE office_id = (SELECT id FROM office) AND register_id IS NOT NULL))::text AS amount`))!.amount

/** Pieces from the first field on, from the largest down to one bolívar and its quarters. */
async function count(page: Page, amount: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe('Piezas de Bs 500')
  let left = Math.round(Number(amount) * 100)
  for (const worth of [500, 200, 100, 50, 20, 10, 5, 1, 0.5, 0.25]) {
    const pieces = Math.floor(left / (worth * 100))
    left -= pieces * worth * 100
    if (pieces > 0) await page.keyboard.type(String(pieces))
    await page.keyboard.press('Enter')
  }
}

describe('a day of a drawer', () => {
  it('is worked, counted to the cent and approved without a pointer', async () => {
    await game.db.run(sql`
      INSERT INTO expenditure_types (partner_id, direction, name, name_key)
      SELECT admin.partner_id, kind.direction, kind.name, lower(kind.name)
      FROM users admin CROSS JOIN (VALUES ('ingreso', 'Aporte'), ('egreso', 'Limpieza')) kind(direction, name)
      WHERE admin.username = 'agencia'`)
    const office = await game.db.one<{ name: string }>(sql`
      SELECT office.name FROM users seller JOIN partners office ON office.id = seller.partner_id WHERE seller.username = 'taquilla'`)
    const { page, faults, close } = await game.visit('taquilla', { size: 'laptop' })
    await open(page, 'office-cash-register')
    await count(page, '2000.00')
    await page.keyboard.press('F9')
    await page.getByText('La abrió').waitFor()
    await trade()

    await open(page, 'office-incomes')
    await write(page, '350', 'Aporte', 'Sencillo')
    await page.getByText('Registrado en la caja.').waitFor()
    await open(page, 'office-outcomes')
    await write(page, '45,50', 'Limpieza', 'Cloro')
    await page.getByText('Registrado en la caja.').waitFor()
    await page.keyboard.press('F4')
    await page.getByRole('heading', { name: 'Entregar a otra taquilla o a un fondo' }).waitFor()
    await write(page, '100', 'Candelaria 2', 'Para abrir')
    await page.getByText('Ya salió de la caja, y espera a que lo acepten.').waitFor()

    await open(page, 'office-cash-register')
    await count(page, await expected('2000.00'))
    await page.getByText('Cuadra').first().waitFor()
    await page.keyboard.press('F9')
    await page.getByRole('textbox', { name: /^Observación/ }).waitFor()
    await page.waitForTimeout(350)
    await page.keyboard.press('F9')
    await page.getByText('espera la aprobación de quien la supervisa').waitFor()
    expect(faults()).toEqual([])
    await close()

    const above = await game.visit('agencia', { size: 'laptop' })
    const keyboard = above.page.keyboard
    /** To the row of the register and into it, from wherever the keyboard is. */
    const openIt = async () => {
      await open(above.page, 'agency-cash-register')
      const opener = above.page.getByRole('row').filter({ hasText: office!.name }).getByRole('link').first()
      await opener.waitFor()
      for (let n = 0; !(await opener.evaluate((one) => one === document.activeElement)); n++) {
        if (n > 60) throw new Error('the keyboard never comes to the register')
        await keyboard.press('Tab')
      }
      await keyboard.press('Enter')
      await above.page.getByText('De qué viene lo esperado').first().waitFor()
    }
    const states = () => game.db.rows(sql`SELECT state FROM cash_registers ORDER BY id`)
    await openIt()
    await above.page.getByRole('button', { name: 'Devolver' }).waitFor()
    await keyboard.press('F4')
    await expect.poll(() => focused(above.page)).toBe('Observación')
    await keyboard.type('Cuente las de diez')
    await keyboard.press('F9')
    await expect.poll(states).toEqual([{ state: 'devuelta' }])
    // It has no counter of its own: F9 leads to the office's, where it is counted and sent again.
    await above.page.getByRole('button', { name: 'Contarla de nuevo' }).waitFor()
    await keyboard.press('F9')
    await above.page.getByText(/La caja del .* se devolvió/).waitFor()
    await expect.poll(() => focused(above.page)).toBe('Piezas de Bs 500')
    expect(above.faults()).toEqual([])

    // Whoever sent it does not approve it: its teller sends it again.
    const again = await game.visit('taquilla', { size: 'laptop' })
    await open(again.page, 'office-cash-register')
    await expect.poll(() => focused(again.page)).toBe('Piezas de Bs 500')
    await again.page.keyboard.press('F9')
    await again.page.waitForTimeout(350)
    await again.page.keyboard.press('F9')
    await expect.poll(states).toEqual([{ state: 'enviada' }])
    await again.close()

    await openIt()
    await above.page.getByRole('button', { name: 'Aprobar' }).waitFor()
    await keyboard.press('F9')
    await above.page.getByRole('dialog', { name: /^Aprobar: / }).waitFor()
    await above.page.waitForTimeout(350)
    await keyboard.press('F9')
    await expect.poll(states).toEqual([{ state: 'aprobada' }])
    await game.holds()
    expect(above.faults()).toEqual([])
    await above.close()
  })
})
