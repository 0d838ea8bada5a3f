/** Rates typed in their sheet beside what they would have earned, and a workbook that grows the network, in a browser. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

it('a rate is typed, its last week is worked through, and once saved it holds from a moment later', async () => {
  const agency = (await console_.db.one<{ id: number }>(
    sql`SELECT id FROM partners WHERE name = 'Agencia La Candelaria'`,
  ))!
  const own = () =>
    console_.db.rows(
      sql`
        SELECT commission_percent AS percent,
          num_nonnulls(commission_kind, participation_kind, participation_percent) AS others,
          starts_at > now() - interval '1 minute' AS fresh
        FROM commissions WHERE partner_id = ${agency.id} AND product_id IS NULL AND currency IS NULL ORDER BY starts_at DESC LIMIT 1`,
    )
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(`${pathOf('commissions')}/${agency.id}`)
  await settle(page)
  const cell = page
    .getByRole('grid', { name: /^Comisiones de Agencia La Candelaria/ })
    .getByRole('row', { name: /^Todos los productos/ })
    .locator('[aria-colindex="3"]')
  await cell.click()
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'Cambios sin guardar' })
  await bar.getByRole('button', { name: 'Guardar' }).click()
  // More than half of what is sold is refused where it was typed, and stays to be mended.
  await page.getByText('Sobre la venta no puede pasar de 50 %.').first().waitFor()
  await cell.click()
  await page.keyboard.type('9,5')
  await page.keyboard.press('Enter')
  // What it does stands above what saves it, without scrolling, also on a phone.
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    const effect = bar.getByText(/habría ganado|no hubo ventas/)
    await effect.waitFor()
    const [shown, button] = [
      await effect.boundingBox(),
      await bar.getByRole('button', { name: 'Guardar' }).boundingBox(),
    ]
    expect(shown!.y).toBeGreaterThan(0)
    expect(shown!.y + shown!.height).toBeLessThanOrEqual(button!.y)
    expect(button!.y + button!.height).toBeLessThanOrEqual(viewport.height)
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await bar.getByRole('button', { name: 'Guardar' }).click()
  await bar.waitFor({ state: 'detached' })
  // The cell that was typed is its own; the rest of its row is inherited as it was.
  expect(await own()).toEqual([{ percent: '9.5000', others: 0, fresh: true }])
  await page.reload()
  await settle(page)
  await expect.poll(() => cell.textContent()).toBe('9,5 %')
  for (const column of [2, 4, 5])
    expect(await cell.locator(`xpath=../*[@aria-colindex="${column}"]`).textContent()).toContain('Banca La Fortuna')
  expect(faults()).toEqual([expect.stringMatching(/^400: PUT .*commission\/save$/), expect.stringContaining('400')])
  await close()
})

it('a workbook is reviewed with its faults, mended, and applied whole', async () => {
  const bookOf = (municipality: string) => {
    const book = utils.book_new()
    const agencies = [
      ['Código', 'Nombre', 'Región', 'Municipio'],
      ['LIB-1', 'Agencia del Libro', 'Zulia', municipality],
    ]
    const offices = [
      ['Código', 'Nombre', 'Agencia'],
      ['LIB-T', 'Taquilla del Libro', 'LIB-1'],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(agencies), 'Agencias')
    utils.book_append_sheet(book, utils.aoa_to_sheet(offices), 'Taquillas')
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  }
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const made = () =>
    console_.db.rows(
      sql`
        SELECT p.code, f.code AS father
        FROM partners p
        LEFT JOIN partners f ON f.id = p.father_id
        WHERE p.code LIKE 'LIB-%'
        ORDER BY p.code`,
    )
  const { page, faults, close } = await console_.visit('banca')
  const send = async (name: string, buffer: Buffer) => {
    await page.goto(`${pathOf('affiliates')}?view=import`)
    await page.getByText('Suelte aquí el libro').waitFor()
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  }
  await send('mal.xlsx', bookOf('Macondo'))
  await page.getByText('Con fallas').first().waitFor()
  await page.getByText('Macondo').first().waitFor()
  expect(await page.getByRole('button', { name: 'Aplicar' }).count()).toBe(0)
  expect(await made()).toEqual([])

  await send('red.xlsx', bookOf('Maracaibo'))
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByRole('dialog').getByText('Se crean 2 filas').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Aplicar' }).click()
  await expect.poll(made, { timeout: 30_000 }).toEqual([
    { code: 'LIB-1', father: expect.any(String) as string },
    { code: 'LIB-T', father: 'LIB-1' },
  ])
  await page.getByText('Aplicada').first().waitFor()
  expect(faults()).toEqual([])
  await close()
})
