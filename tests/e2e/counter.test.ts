/** The counter that sells as its teller works: by keyboard alone, by thumb, by scanner; refusals, closings, lost answers, no network. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { accessibilityFaults, expectNoSidewaysScroll, openedForFile, pathOf, settle, showAs } from './console.ts'
import { openGame } from './game.ts'

const game = openedForFile(openGame)
let early: number
let late: number
let triples: number
beforeAll(async () => {
  // The demo's own draws open and close by the hour of the day; these sell now.
  await game.db.run(sql`
    UPDATE draws SET closes_at = now() - interval '1 minute', opens_at = least(opens_at, now() - interval '2 minutes')
    WHERE closes_at > now()`)
  early = await game.draw('LOTTO_ACTIVO')
  late = await game.draw('LOTTO_ACTIVO')
  triples = await game.draw('TRIPLE_ZULIA')
})

interface Line {
  draw_id: number
  number: string
  stake: string
  bet: string
}

const keyOf = async (code: string) =>
  (await game.db.one<{ key: number }>(sql`SELECT counter_key AS key FROM products WHERE code = ${code}`))!.key

/** What was sold under a serial, as the database has it. */
const linesOf = (serial: string) =>
  game.db.rows<Line>(sql`
    SELECT line.draw_id, line.number, line.stake, bet.code AS bet
    FROM tickets ticket
    JOIN ticket_lines line ON line.day = ticket.day AND line.ticket_id = ticket.id
    JOIN bet_types bet ON bet.id = line.bet_type_id
    WHERE ticket.serial = ${serial}
    ORDER BY line.draw_id, bet.code, line.number`)

const soldCount = async () => (await game.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets`))!.n

/** Every print is kept instead of sent to a printer. */
async function counter(size: 'desk' | 'laptop' | 'phone' = 'laptop', who = 'taquilla') {
  const visit = await game.visit(who, { size })
  await visit.page.addInitScript(() => {
    window.print = () => ((window.top as unknown as { printed: string[] }).printed ??= []).push(document.body.innerText)
  })
  await visit.page.goto(pathOf('sell'))
  await settle(visit.page)
  const printed = () => visit.page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? [])
  return { ...visit, printed }
}

async function type(page: Page, ...entries: string[]): Promise<void> {
  for (const entry of entries) {
    await page.keyboard.type(entry)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === '')
    // An Enter at once after another is taken for a bounce.
    await page.waitForTimeout(130)
  }
}

async function confirmed(page: Page): Promise<string> {
  const status = page.getByRole('status', { name: 'Estado de la venta' })
  const said = await status.getByText(/^Confirmado nº/).textContent()
  return said!.replace('Confirmado nº ', '')
}

const basket = (page: Page) => page.getByRole('group', { name: 'Ticket', exact: true })

describe('the counter that sells', () => {
  it('is where a teller arrives, and sells of each game by keyboard alone, printed once', async () => {
    const { page, printed, faults, close } = await counter()
    await page.goto('/')
    await page.waitForURL(`**${pathOf('sell')}`)
    await settle(page)
    await page.waitForFunction(() => document.activeElement?.id === 'sell-entry')
    const zulia = await keyOf('TRIPLE_ZULIA')
    await page.keyboard.type('25*100')
    const told = page.locator('#sell-said')
    await expect.poll(() => told.textContent()).toMatch(/^25 Gallina a Bs 100,00/)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(130)
    await type(page, '5+12*50', '/1', '7*20', `/${zulia}`, '253*10', '253,5*14')
    await expect.poll(() => basket(page).innerText()).toContain('triple 253 A')
    await page.keyboard.press('Enter')
    const serial = await confirmed(page)
    const lines = await linesOf(serial)
    expect(lines.filter(({ draw_id }) => draw_id !== triples).map(({ number, stake }) => `${number} ${stake}`)).toEqual(
      ['12 50.00', '25 100.00', '5 50.00', '7 20.00'],
    )
    expect(lines.filter(({ draw_id }) => draw_id === triples).map(({ number, stake }) => `${number} ${stake}`)).toEqual(
      ['253 10.00', '253 LEO 14.00'],
    )
    // What belonged to a customer is gone before the next one.
    expect(await basket(page).innerText()).not.toContain('Gallina')
    const [paper] = await printed()
    expect(paper).toContain(serial)
    await page.keyboard.press('F10')
    await page.getByText(`Duplicado 1 del ticket ${serial}`).waitFor()
    expect((await printed()).at(-1)).toContain('DUPLICADO 1')
    expect(faults()).toEqual([])
    await close()
  })

  it('keeps a wrong text, selected, and repeats the last ticket only after asking', async () => {
    const { page, close } = await counter()
    await page.keyboard.type('99*5')
    await page.keyboard.press('Enter')
    await page.getByText('«99» no se juega en Lotto Activo.').waitFor()
    await type(page, '31*12')
    await page.keyboard.press('F9')
    const serial = await confirmed(page)
    const before = await soldCount()
    await page.keyboard.press('F2')
    await expect.poll(() => basket(page).innerText()).toContain('31 Lapa')
    await page.keyboard.press('F9')
    const question = page.getByRole('dialog', { name: '¿Vender el mismo ticket otra vez?' })
    await question.getByText(serial).waitFor()
    // The Enter of a hand that bounces leaves it, and the ticket is there again.
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => basket(page).innerText()).toContain('31 Lapa')
    expect(await soldCount()).toBe(before)
    await page.keyboard.press('F9')
    await question.getByRole('button', { name: 'Vender de nuevo' }).click()
    await expect.poll(() => soldCount()).toBe(before + 1)
    await expect.poll(() => basket(page).innerText()).not.toContain('31 Lapa')
    await close()
  })

  it('says of a blocked number what stands against it, and the key that sells says the next step', async () => {
    const { page, close } = await counter()
    await game.db.run(sql`
      INSERT INTO blocked_numbers (partner_id, product_id, number, draw_id)
      SELECT partner_id, product_id, '9', draws.id
      FROM draws, users
      WHERE draws.id = ${early} AND username = 'banca'`)
    await type(page, '9*20', '8*20')
    await basket(page).getByText('El 9 está bloqueado en Lotto Activo.', { exact: true }).waitFor()
    const key = page.getByRole('button', { name: /F9|Ajustar|Quitar|Vender/ }).last()
    await expect.poll(() => key.innerText()).toContain('Ajustar a Bs 20,00')
    const before = await soldCount()
    await page.keyboard.press('Enter')
    await page.getByText('Enter no vende así.').waitFor()
    expect(await soldCount()).toBe(before)
    await page.keyboard.press('F9')
    await expect.poll(() => key.innerText()).toContain('Vender')
    await page.keyboard.press('F9')
    const serial = await confirmed(page)
    expect((await linesOf(serial)).map(({ number }) => number)).toEqual(['8'])
    await close()
  })

  it('strikes what closes in mid-ticket, and passes it to the next draw by a key', async () => {
    const { page, close } = await counter()
    const soon = await game.draw('LA_GRANJITA')
    const next = await game.draw('LA_GRANJITA')
    const granjita = await keyOf('LA_GRANJITA')
    await page.reload()
    await settle(page)
    await type(page, `/${granjita}`, '14*30')
    await game.over(soon)
    const key = page.getByRole('button', { name: /Pasar|Vender/ }).last()
    await expect.poll(() => key.innerText(), { timeout: 15_000 }).toMatch(/Pasar 1 (al siguiente|a mañana)/)
    await page.keyboard.press('F9')
    await expect.poll(() => key.innerText()).toContain('Vender')
    await page.keyboard.press('F9')
    expect((await linesOf(await confirmed(page))).map(({ draw_id }) => draw_id)).toEqual([next])
    await close()
  })

  it('whose answer was lost is found again after a reload, sold once, and the next ticket is still there', async () => {
    const { page, close } = await counter()
    const before = await soldCount()
    await page.route(`**${tickets.sell.path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await type(page, '17*11')
    await page.keyboard.press('F9')
    await page.getByText('Desconocido – verificando').waitFor()
    await type(page, '18*22')
    await page.keyboard.press('F9')
    await page.getByText('Primero hay que saber qué pasó con la venta anterior.').waitFor()
    await page.unroute(`**${tickets.sell.path}`)
    await page.reload()
    const serial = await confirmed(page)
    expect((await linesOf(serial)).map(({ number }) => number)).toEqual(['17'])
    expect(await soldCount()).toBe(before + 1)
    expect(await basket(page).innerText()).toContain('18 Burro')
    await close()
  })

  it('without a network says so, keeps what is typed and sells nothing', async () => {
    const { page, close } = await counter()
    await type(page, '21*10')
    const before = await soldCount()
    await page.context().setOffline(true)
    // Pressed before the page knows, it would be a sale that is asked for again once the network is back.
    await page.waitForFunction(() => !navigator.onLine)
    await page.keyboard.press('F9')
    await page.getByText('Sin conexión: lo escrito se guarda').first().waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => basket(page).innerText()).toContain('21 Gallo')
    await page.keyboard.press('F4')
    expect(await soldCount()).toBe(before)
    await close()
  })

  it('opens a scanned ticket beside half a text: paid, annulled and repeated without losing it', async () => {
    const { page, close } = await counter()
    const draw = await game.draw('LOTTO_ACTIVO')
    const winner = await game.sell([{ draw_id: draw, number: '12', stake: '10.00' }])
    const other = await game.sell([{ draw_id: late, number: '3', stake: '10.00' }])
    await game.over(draw)
    await game.award(draw, '12')
    await page.keyboard.type(`25*1${winner.serial}-${winner.code}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Pagar Bs/ }).waitFor()
    expect(await page.locator('#sell-entry').inputValue()).toBe('25*1')
    expect(await game.ticket(winner.serial)).toMatchObject({ state: 'ganador' })
    await page.keyboard.press('Enter')
    await page.getByText(`Ticket ${winner.serial} pagado`).waitFor()
    expect(await game.ticket(winner.serial)).toMatchObject({ state: 'pagado' })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.id === 'sell-entry')
    await page.keyboard.press('Escape')
    await page.keyboard.type(`${other.serial}-${other.code}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Anular, quedan/ }).click()
    await page.getByRole('button', { name: 'Anular ticket' }).click()
    await page.getByText(`Ticket ${other.serial} anulado`).waitFor()
    expect(await game.ticket(other.serial)).toMatchObject({ state: 'anulado' })
    await page.keyboard.type(`${other.serial}-${other.code}`)
    await page.getByRole('button', { name: 'Repetir' }).last().click()
    await expect.poll(() => basket(page).innerText()).toContain('3 Ciempiés')
    await close()
  })

  it('sells by thumb: pad, board and a key in sight, with no sideways scroll', async () => {
    const { page, faults, close } = await counter('phone')
    for (const key of ['2', '5', '*', '5', '0'])
      await page.getByRole('group', { name: 'Teclado' }).getByRole('button', { name: key, exact: true }).click()
    await page.getByRole('button', { name: 'Agregar' }).click()
    await page.getByRole('button', { name: 'Tablero', exact: true }).first().click()
    await page.getByRole('button', { name: '5 León', exact: true }).first().click()
    await expect.poll(() => basket(page).innerText()).toContain('5 León')
    const sells = page.getByRole('button', { name: /^Vender/ })
    const inSight = await sells.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    })
    expect(inSight).toBe(true)
    await expectNoSidewaysScroll(page)
    await sells.click()
    expect((await linesOf(await confirmed(page))).map(({ number, stake }) => `${number} ${stake}`)).toEqual([
      '25 50.00',
      '5 50.00',
    ])
    expect(faults()).toEqual([])
    await close()
  })

  it('is for everybody, on a phone and on a desk, with each of its faces', async () => {
    const { page, close } = await counter('desk')
    await type(page, '25*10')
    for (const face of ['Tablero', 'Tickets', 'Resultados', 'Cómo se escribe']) {
      await page.getByText(face, { exact: true }).last().click()
      for (const dark of [false, true]) {
        await showAs(page, { size: 'phone', dark })
        await showAs(page, { size: 'desk', dark })
        await settle(page)
        expect(await accessibilityFaults(page, dark ? 'colours' : 'everything')).toEqual([])
      }
    }
    await page.keyboard.press('F4')
    await close()
  })

  it('of an agency with several offices sells for the one that is chosen', async () => {
    const { page, close } = await counter('desk', 'agencia')
    const office = page.getByRole('combobox', { name: 'Taquilla' })
    await office.waitFor()
    await type(page, '26*15')
    await page.keyboard.press('F9')
    const serial = await confirmed(page)
    const sold = await game.db.one<{ name: string }>(sql`
      SELECT office.name FROM tickets ticket JOIN partners office ON office.id = ticket.office_id
      WHERE ticket.serial = ${serial}`)
    const shown = await page.locator('.partner-select').first().innerText()
    expect(shown).toContain(sold!.name)
    await close()
  })
})
