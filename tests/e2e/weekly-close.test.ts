/** The hour at which weeks close by themselves, what waits in the menu, and the sheet of a partner that begins here. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addPartner } from '../support/factories.ts'
import { bookOf, type Lines } from '../support/foreign-files.ts'
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

it('the banca sets the hour of Mondays, and sees what waits until then', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(pathOf('banking-config'))
  await settle(page)
  const box = page.getByRole('combobox', { name: 'Cierre de semanas' })
  await box.focus()
  await box.fill('06:00')
  await page.locator('.ant-select-item-option', { hasText: 'Los lunes a las 06:00' }).first().waitFor()
  await box.press('Enter')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(() => console_.db.one(sql`SELECT week_close_hour FROM banca`)).toEqual({ week_close_hour: 6 })
  await page.getByRole('link', { name: /^Contabilidad.*semanas? por cerrar/ }).waitFor()
  await page.goto(`${pathOf('account-balance')}?view=reloj`)
  await settle(page)
  await page.getByText('El reloj no ha cerrado semanas').waitFor()
  expect([await accessibilityFaults(page), faults()]).toEqual([[], []])
  await close()
  const other = await console_.visit('agencia')
  await other.page.goto(`${pathOf('account-balance')}?view=semanas`)
  await settle(other.page)
  expect(await other.page.getByRole('tab').allInnerTexts()).toEqual([
    'Balance',
    'Antigüedad',
    'Semanas cerradas',
    'Estados de cuenta',
  ])
  await other.close()
})

it('opening balances come from a sheet: refused with its faults, mended, posted once', async () => {
  const banca = (await console_.db.one<{ id: number; code: string }>(
    sql`SELECT id, code FROM partners WHERE type = 'banca'`,
  ))!
  const polla = (await console_.db.one<{ id: number; name: string }>(sql`
    SELECT id, name FROM products
    WHERE kind = 'polla' AND status = 'activo' AND settings -> 'polla' -> 'price' ? 'BS' ORDER BY id LIMIT 1`))!
  const partner = { father_id: banca.id, type: 'agencia', code: 'NUEVA-1', name: 'Agencia que empieza' }
  const id = await addPartner(console_.db, partner as never)
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(pathOf('account-balance'))
  await settle(page)
  await page.getByRole('button', { name: 'Saldos iniciales' }).click()
  const drawer = page.getByRole('dialog', { name: 'Saldos iniciales' })
  const send = (...lines: Lines) =>
    drawer.locator('input[type=file]').setInputFiles({
      name: 'saldos.xlsx',
      mimeType: 'application/octet-stream',
      buffer: bookOf([['Código', 'Nombre', 'Moneda', 'Qué es', 'Producto', 'Monto'], ...lines]),
    })
  const debt = ['NUEVA-1', '', 'Bs', 'Deuda', '', '1.500,00']
  await send(debt, ['NO-HAY', '', 'Bs', 'Deuda', '', 20], ['NUEVA-1', '', 'Bs', 'Arrastre', '', 300])
  await drawer.getByText('2 celdas por corregir').waitFor()
  await drawer.getByRole('row').filter({ hasText: 'A3' }).getByText('Ningún afiliado tiene ese código').waitFor()
  await drawer.getByRole('row').filter({ hasText: 'E4' }).getByText('Diga de qué producto es').waitFor()
  expect(await drawer.getByRole('button', { name: /^Asentar/ }).count()).toBe(0)
  for (const look of [
    { size: 'desk', dark: true },
    { size: 'phone', dark: false },
  ] as const) {
    await showAs(page, look)
    await settle(page)
    expect([look, await accessibilityFaults(page)]).toEqual([look, []])
    await expectNoSidewaysScroll(page)
  }
  await showAs(page, { size: 'desk', dark: false })
  await send(
    debt,
    ['NUEVA-1', '', 'Bs', 'Arrastre', 'LOTTO_ACTIVO', 300],
    [banca.code, '', 'Bs', 'Primer pote', polla.name, '250,00'],
  )
  await drawer.getByRole('row').filter({ hasText: 'Primer pote' }).getByText('250,00').waitFor()
  await drawer.getByRole('button', { name: 'Asentar 3 saldos' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(
    await console_.db.one(sql`SELECT closing::text AS closing, is_first FROM closings WHERE partner_id = ${id}`),
  ).toEqual({ closing: '1500.00', is_first: true })
  expect(
    await console_.db.rows(sql`
      SELECT movement.pot, movement.amount::text AS amount
      FROM jackpot_movements movement JOIN jackpots jackpot ON jackpot.id = movement.jackpot_id
      WHERE movement.kind = 'apertura' AND jackpot.product_id = ${polla.id}`),
  ).toEqual([{ pot: 'primero', amount: '250.00' }])
  await page.getByRole('button', { name: 'Saldos iniciales' }).click()
  await send(debt)
  await drawer.getByText('Ya se trajo: una sola vez').waitFor()
  expect(faults()).toEqual([])
  await close()
})
