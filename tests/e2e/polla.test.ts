/** The polla's counter as its seller works: a sale by keyboard alone, a copy, an annulment, a lost answer, the results, a prize. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { polla } from '../../contract/polla.ts'
import { inZone } from '../../contract/values/dates.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { openPolla, settle, type Polla, type Round } from '../api/polla-setup.ts'
import type { World } from '../support/world.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle as quiet,
  showAs,
} from './console.ts'

const console_ = openedForFile(openConsole)
let world: World
let game: Polla
let round: Round
beforeAll(async () => {
  const { db, pool } = console_
  const banca = await db.one<{ id: number; zone: string }>(
    sql`SELECT u.id, b.zone FROM users u CROSS JOIN banca b WHERE u.username = 'banca'`,
  )
  world = {
    db,
    pool,
    run: (work: Parameters<World['run']>[0]) => transaction(pool, work),
    user: { banca: banca!.id },
  } as unknown as World
  // The demo's own rounds open and close by the hour of the day; this one sells now.
  await db.run(sql`UPDATE products SET status = 'inactivo' WHERE kind = 'polla'`)
  game = await openPolla(world)
  await db.run(sql`UPDATE products SET name = 'Polla de prueba' WHERE id = ${game.product_id}`)
  round = await game.round(inZone(new Date(), banca!.zone).day)
})

const tickets = () =>
  console_.db.rows<{ serial: string; number: string; state: string; reprints: number; total: string }>(sql`
  SELECT t.serial, l.number, t.state::text AS state, t.reprints, t.total
  FROM tickets t
  JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
  WHERE l.draw_id = ${round.id}
  ORDER BY t.sold_at`)

/** The counter, with every print kept instead of sent to a printer. */
async function counter(size: 'desk' | 'phone' = 'desk') {
  const visit = await console_.visit('polla', { size })
  await visit.page.addInitScript(() => {
    window.print = () =>
      ((window.top as unknown as { printed: string[] }).printed ??= []).push(
        `${document.head.textContent}\n${document.body.innerText}`,
      )
  })
  await visit.page.goto(pathOf('polla'))
  await quiet(visit.page)
  const printed = () => visit.page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? [])
  return { ...visit, printed }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)
async function type(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}
/** The serial of the sale that the screen says was confirmed. */
async function confirmed(page: Page): Promise<string> {
  const said = await page
    .getByRole('status', { name: 'Estado de la venta' })
    .getByText(/^Confirmado nº/)
    .textContent()
  return said!.replace('Confirmado nº ', '')
}

describe('selling', () => {
  it('takes the number pad alone, prints the receipt, and a copy says that it is one', async () => {
    const { page, faults, printed, close } = await counter()
    expect(await focused(page)).toBe('polla-code')
    await type(page, '00', '99')
    await page.getByText('«99» no es un símbolo de esta polla.').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await type(page, '5')
    await page.keyboard.press('Enter')
    await page.getByText('Falta 1 símbolo.').waitFor()
    await type(page, '36')
    await page.keyboard.press('Enter')
    const serial = await confirmed(page)
    expect(await tickets()).toEqual([{ serial, number: '00-5-36', state: 'vendido', reprints: 0, total: '10.00' }])
    expect(await focused(page)).toBe('polla-code')
    await page.keyboard.press('F10')
    await page.getByText(`Duplicado 1 del ticket ${serial}`).waitFor()
    const [original, copy] = await printed()
    for (const said of [serial, 'Polla de prueba', 'Ballena', 'León', 'Culebra', 'Bs 10,00', 'size: 80mm'])
      expect(original).toContain(said)
    expect(original).not.toContain('DUPLICADO')
    // As long as what is on it, in millimetres: a roll has no pages.
    const length = Number(/size: 80mm (\d+)mm/.exec(original!)![1])
    expect([length > 90, length < 180]).toEqual([true, true])
    expect(copy).toContain('DUPLICADO 1')
    const code = await console_.db.one<{ code: string }>(sql`SELECT code FROM tickets WHERE serial = ${serial}`)
    expect([original, copy].every((paper) => paper!.includes(code!.code))).toBe(true)
    expect((await tickets())[0]!.reprints).toBe(1)
    expect(await focused(page)).toBe('polla-code')
    expect(faults()).toEqual([])
    await close()
  })

  it('on a phone keeps what is chosen and what sells it in sight, wherever the board is scrolled to', async () => {
    const { page, faults, close } = await counter('phone')
    const board = page.locator('.counter-board button')
    const last = (await board.count()) - 1
    for (const at of [0, Math.floor(last / 2), last]) {
      await board.nth(at).scrollIntoViewIfNeeded()
      await board.nth(at).click()
      const chosen = await board.nth(at).innerText()
      const slots = page.locator('.polla-slots')
      await expect.poll(() => slots.innerText()).toContain(chosen.split('\n').at(-1)!)
      // What is at its middle is itself: nothing lies over it, and it is within the window.
      for (const shown of [slots, page.getByRole('button', { name: /^Vender/ })])
        expect(
          await shown.evaluate((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
            return [top >= 0 && bottom <= window.innerHeight, element.contains(found)]
          }),
        ).toEqual([true, true])
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('is left as it stood by Ctrl+K and Escape, in the middle of a code, and sells nothing', async () => {
    const { page, faults, close } = await counter()
    const before = (await tickets()).length
    await type(page, '00', '5')
    await page.keyboard.type('3')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: /^Buscar pantallas/ })
    await expect.poll(() => palette.evaluate((one) => one === document.activeElement)).toBe(true)
    // Keys of the counter are none of it while something lies over it.
    for (const key of ['F9', 'Backspace', 'Escape']) await page.keyboard.press(key)
    await expect.poll(() => focused(page)).toBe('polla-code')
    expect(await page.locator('#polla-code').inputValue()).toBe('3')
    expect((await tickets()).length).toBe(before)
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await page.getByLabel('Símbolos elegidos: 3 de 3').waitFor()
    expect((await tickets()).length).toBe(before)
    expect(faults()).toEqual([])
    await close()
  })

  it('asks before the same polla is sold twice, and the arrows and Space choose as well', async () => {
    const { page, close } = await counter()
    await page.keyboard.press('ArrowDown')
    for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.keyboard.press('F9')
    const first = await confirmed(page)
    await type(page, '1', '00', '0')
    await page.keyboard.press('F9')
    const question = page.getByRole('dialog', { name: '¿Vender la misma polla otra vez?' })
    await question.getByText(first).waitFor()
    expect((await tickets()).filter((one) => one.number === '0-00-1').length).toBe(1)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.id === 'polla-code')
    await page.keyboard.press('F9')
    await question.getByRole('button', { name: 'Vender de nuevo' }).click()
    await page
      .getByRole('status', { name: 'Estado de la venta' })
      .getByText(/^Confirmado nº/)
      .filter({ hasNotText: first })
      .waitFor()
    expect((await tickets()).filter((one) => one.number === '0-00-1').length).toBe(2)
    await close()
  })

  it('whose answer was lost is found again after a reload, and was sold once', async () => {
    const { page, close } = await counter()
    const before = (await tickets()).length
    await page.route(`**${polla.sell.path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await type(page, '10', '20', '30')
    await page.keyboard.press('F9')
    await page.getByText('Desconocido – verificando').waitFor()
    await type(page, '1', '2', '3')
    await page.keyboard.press('F9')
    await page.getByText('Primero hay que saber qué pasó con la venta anterior.').waitFor()
    await page.unroute(`**${polla.sell.path}`)
    await page.reload()
    const serial = await confirmed(page)
    const after = await tickets()
    expect(after.length).toBe(before + 1)
    expect(after.at(-1)).toMatchObject({ serial, number: '10-20-30' })
    await close()
  })

  it('is put to a client by its document, who is new once and known from then on', async () => {
    const { page, printed, faults, close } = await counter()
    const dialog = page.getByRole('dialog', { name: 'Cliente de la polla' })
    for (const codes of [
      ['7', '8', '9'],
      ['10', '11', '12'],
    ]) {
      const known = codes[0] === '10'
      await type(page, ...codes)
      await page.keyboard.press('F7')
      await page.waitForFunction(() => document.activeElement?.id === 'client-document')
      await page.keyboard.type('17.000.001')
      if (known) await dialog.getByText('V-17000001 Rosa Díaz').waitFor()
      else {
        await dialog.getByText('Cliente nuevo: queda registrado con esta operación.').waitFor()
        await page.keyboard.press('Tab')
        await page.keyboard.type('Rosa Díaz')
      }
      await page.keyboard.press('Enter')
      await page.getByText('A nombre del cliente.').waitFor()
      expect(await focused(page)).toBe('polla-code')
      await page.keyboard.press('F9')
      await confirmed(page)
      await page.getByRole('button', { name: /^Cliente/ }).waitFor()
      expect((await printed()).at(-1)).toContain('V-17000001 Rosa Díaz')
    }
    const stood = await console_.db.rows(
      sql`
        SELECT k.dni, k.name, count(*)::int AS n
        FROM clients k
        JOIN client_operations o ON o.client_id = k.id
        WHERE k.dni = '17000001'
        GROUP BY 1, 2`,
    )
    expect(stood).toEqual([{ dni: '17000001', name: 'Rosa Díaz', n: 2 }])
    expect(faults()).toEqual([])
    await close()
  })

  it('is annulled from its drawer, which tells what it undoes', async () => {
    const { page, faults, close } = await counter()
    await page.keyboard.press('F2')
    await page.keyboard.press('F9')
    const serial = await confirmed(page)
    await page.getByRole('button', { name: new RegExp(`^${serial}`) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Anular, quedan \d\d:\d\d/ })
      .click()
    const question = page.getByRole('dialog', { name: `Anular el ticket ${serial}` })
    await question.getByText('Bs 0,00').waitFor()
    await question.getByRole('button', { name: 'Anular ticket' }).click()
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
    await page
      .getByRole('button', { name: new RegExp(`^${serial}`) })
      .getByText('Anulado')
      .waitFor()
    expect((await tickets()).find((one) => one.serial === serial)).toMatchObject({ state: 'anulado' })
    await page.waitForFunction(() => document.activeElement?.id === 'polla-code')
    expect(faults()).toEqual([])
    await close()
  })
})

describe('afterwards', () => {
  it('the results show what came out, and the winner is paid once with the code of the receipt', async () => {
    await game.finish(round, ['00', '5', '36'])
    await settle(world)
    const { page, faults, close } = await counter()
    await lead(page, pathOf('polla-results'))
    await quiet(page)
    const shown = page.getByRole('region', { name: 'Polla de prueba' })
    await shown.getByText('Liquidada').waitFor()
    expect(await shown.getByText('3 de 3 sorteos').count()).toBe(1)
    for (const name of ['Ballena', 'León', 'Culebra'])
      expect(await shown.getByRole('list', { name: 'Sorteos del día' }).getByText(name).count()).toBe(1)
    expect(await shown.getByText(/^1 ganador/).count()).toBeGreaterThan(0)

    await lead(page, pathOf('polla-prizes'))
    await quiet(page)
    const winner = await console_.db.one<{ serial: string; code: string; prize: string }>(
      sql`SELECT serial, code, prize FROM tickets WHERE serial = ${(await tickets()).find((one) => one.number === '00-5-36')!.serial}`,
    )
    const field = page.getByLabel('Pagar un premio')
    await field.fill(`${winner!.serial}-0000000000000`)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: `Ticket ${winner!.serial}` })
    await drawer.getByText('3 de 3 aciertos').waitFor()
    await drawer.getByRole('button', { name: /^Pagar/ }).click()
    await drawer.getByText('Código incorrecto').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.id === 'polla-scan-pay')
    await page.keyboard.type(`${winner!.serial}'${winner!.code}`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'counter-pay-code')
    await page.keyboard.press('Enter')
    await drawer.getByText(/^Pagado: Bs/).waitFor()
    expect((await tickets()).find((one) => one.serial === winner!.serial)!.state).toBe('pagado')
    expect(await drawer.getByRole('button', { name: /^Pagar/ }).count()).toBe(0)
    expect(faults().filter((one) => !/^(422|console: Failed to load resource.*422)/.test(one))).toEqual([])
    await close()
  })

  it('every screen of it is for everybody, on a phone and on a desk', async () => {
    const { page, close } = await counter('phone')
    const [first] = await tickets()
    const visited = ['polla', 'polla-results', 'polla-prizes', `polla?ticket=${first!.serial}`]
    const found: unknown[] = []
    for (const address of visited) {
      const [key = '', query] = address.split('?')
      await showAs(page, { size: 'phone', dark: false })
      await lead(page, query ? `${pathOf(key)}?${query}` : pathOf(key))
      for (const size of ['phone', 'desk'] as const) {
        await showAs(page, { size, dark: false })
        await quiet(page)
        if (query) await page.getByText('3 de 3 aciertos').waitFor()
        await expectNoSidewaysScroll(page)
        found.push([
          size,
          address,
          await accessibilityFaults(page),
          await page.getByRole('heading', { level: 1 }).count(),
        ])
      }
    }
    expect(found).toEqual(visited.flatMap((address) => ['phone', 'desk'].map((size) => [size, address, [], 1])))
    await close()
  })
})
