/** What happens at the registry when something does not go as usual: two people at one record, a refusal, a thing that is shown once. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { accessibilityFaults, openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

const partner = async (type: string, n = 0) =>
  (
    await console_.db.rows<{ id: number; name: string }>(
      sql`SELECT id, name FROM partners WHERE type = ${type}::partner_type AND status = 'activo' ORDER BY name_key`,
    )
  )[n]!

it('a user that another person moved meanwhile is told in words, where it is seen, and both changes are kept', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const [mine, theirs] = [await partner('distribuidor', 0), await partner('distribuidor', 1)]
  const user = (await console_.db.one<{ id: number }>(sql`SELECT id FROM users WHERE username = 'sinhijos'`))!
  await page.goto(`${pathOf('users')}/${user.id}`)
  await settle(page)
  const drawer = page.locator('.ant-drawer-content')
  await drawer.getByLabel('Correo', { exact: true }).fill('mio@banca.com')
  const seat = drawer.getByRole('combobox', { name: /Afiliado$/ })
  await seat.focus()
  await seat.fill(mine.name)
  await page.getByRole('option', { name: mine.name }).first().waitFor({ state: 'attached' })
  await seat.press('Enter')
  await console_.db.run(
    sql`UPDATE users SET partner_id = ${theirs.id}, name = 'Nelson Otro', version = version + 1 WHERE id = ${user.id}`,
  )
  // Another place is asked, with the one before: whoever goes back has saved nothing.
  const moving = page.getByRole('dialog', { name: /^¿Mover a / })
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await moving.getByText(mine.name).waitFor()
  await moving.getByRole('button', { name: 'Cancelar' }).click()
  await moving.waitFor({ state: 'hidden' })
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await moving.getByRole('button', { name: 'Mover' }).click()
  await drawer.getByText('Otra persona guardó este registro').waitFor()
  await drawer.getByText('Ahora: Nelson Otro').waitFor()
  await drawer.getByRole('radio', { name: new RegExp(`^Guardado: ${theirs.name}`) }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('server-form-told')
  expect(await accessibilityFaults(page)).toEqual([])
  await drawer.getByRole('radio', { name: new RegExp(`^Suyo: ${mine.name}`) }).check()
  await drawer.getByRole('button', { name: 'Usar lo elegido' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Guardar')
  await page.keyboard.press('Enter')
  await moving.getByRole('button', { name: 'Mover' }).click()
  await drawer.waitFor({ state: 'hidden' })
  expect(await console_.db.one(sql`SELECT name, email, partner_id FROM users WHERE id = ${user.id}`)).toEqual({
    name: 'Nelson Otro',
    email: 'mio@banca.com',
    partner_id: mine.id,
  })
  expect(faults()).toEqual([expect.stringMatching(/^409: PUT/), expect.stringContaining('409')])
  await close()
})

it('on the banca’s settings it comes into sight from the end of the form', async () => {
  const { page, faults, close } = await console_.visit('banca', { size: 'phone' })
  await page.goto(pathOf('banking-config'))
  await settle(page)
  await page.getByLabel('Minutos para anular').fill('7')
  await console_.db.run(sql`
    INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${(await partner('banca')).id}, 9)
    ON CONFLICT (partner_id) DO UPDATE SET annul_minutes = 9`)
  await console_.db.run(sql`UPDATE banca SET version = version + 1`)
  await page.getByRole('button', { name: 'Guardar' }).click()
  const choice = page.getByRole('radiogroup', { name: 'Qué queda en Minutos para anular' })
  await choice.getByRole('radio', { name: 'Suyo: 7' }).waitFor()
  const { top, bottom } = await page
    .locator('.server-form-told')
    .evaluate((box) => ({ top: box.getBoundingClientRect().top, bottom: innerHeight }))
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(bottom)
  await page
    .getByRole('status')
    .getByText('Elija antes')
    .or(page.getByText(/^Elija antes/))
    .first()
    .waitFor()
  expect(faults()).toEqual([expect.stringMatching(/^409: PUT/), expect.stringContaining('409')])
  await close()
})

it('who answers for an agency is not replaced when somebody else chose meanwhile, and can be chosen again', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const agency = await partner('agencia')
  const payer = () =>
    console_.db.one(sql`SELECT payments_responsible_partner_id AS id FROM partners WHERE id = ${agency.id}`)
  const banca = await partner('banca')
  await console_.db.run(sql`UPDATE partners SET payments_responsible_partner_id = NULL WHERE id = ${agency.id}`)
  await page.goto(`${pathOf('agencies')}/${agency.id}/general`)
  await settle(page)
  const opener = page.getByRole('main').getByRole('button', { name: /^Acciones/ })
  await opener.click()
  await page.getByRole('menuitem', { name: 'Responsable de pago' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('combobox', { name: 'Responsable de pago' })
  await box.press('ArrowDown')
  await page.getByTitle(`${agency.name} · Agencia`).click()
  await console_.db.run(sql`UPDATE partners SET payments_responsible_partner_id = ${banca.id} WHERE id = ${agency.id}`)
  await dialog.getByRole('button', { name: 'Cambiar responsable' }).click()
  await dialog.getByText(`ahora responde ${banca.name}`).waitFor()
  expect(await payer()).toEqual({ id: banca.id })
  await dialog.getByRole('button', { name: 'Cambiar responsable' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await payer()).toEqual({ id: agency.id })
  // The keyboard is where it was before.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Acciones/)
  expect(faults()).toEqual([expect.stringMatching(/^409: PUT/), expect.stringContaining('409')])
  await close()
})

it('a password that is shown once stays until somebody says to have it', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const user = (await console_.db.one<{ id: number }>(sql`SELECT id FROM users WHERE username = 'taquilla5'`))!
  await page.goto(`${pathOf('users')}?password=${user.id}`)
  await settle(page)
  await page.getByRole('button', { name: 'Dar contraseña' }).click()
  const told = page.getByRole('dialog', { name: 'Contraseña de taquilla5' })
  await told.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  expect(await told.getByText(/^[a-z0-9]{4}(-[a-z0-9]{4})+$/).isVisible()).toBe(true)
  await told.getByRole('button', { name: 'Ya la anoté' }).click()
  await told.waitFor({ state: 'hidden' })
  expect(faults()).toEqual([])
  await close()
})

it('a draw is not suspended without saying what becomes of it and why, and the first that lacks has the keyboard', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(`${pathOf('suspended-draws')}?create=true`)
  await settle(page)
  const draw = page.getByRole('combobox', { name: 'Sorteo' })
  await draw.press('ArrowDown')
  await draw.press('Enter')
  const send = page.getByRole('dialog').getByRole('button', { name: 'Suspender sorteo' })
  await send.click()
  await page.getByText('Elija qué se hace con las jugadas').waitFor()
  const first = page.getByRole('radio').first()
  await expect.poll(() => first.evaluate((radio) => radio === document.activeElement)).toBe(true)
  await first.check()
  await send.click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

it('a workbook that says what already is says so, and offers nothing to apply', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const agency = (await console_.db.one<{ code: string; name: string }>(
    sql`SELECT code, name FROM partners WHERE type = 'agencia' ORDER BY id LIMIT 1`,
  ))!
  const book = utils.book_new()
  const rows = [
    ['Código', 'Nombre'],
    [agency.code, agency.name],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Agencias')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  await page.goto(`${pathOf('affiliates')}?view=import`)
  await page.getByText('Suelte aquí el libro').waitFor()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'igual.xlsx', mimeType, buffer })
  await page.getByText('El libro no cambia nada').waitFor()
  expect(await page.getByRole('button', { name: 'Aplicar' }).count()).toBe(0)
  // The tree stands open at its first level.
  await page.getByRole('tree', { name: 'El árbol del libro' }).getByText(agency.name).waitFor()
  expect(faults()).toEqual([])
  await close()
})

it('the title of a screen stands while its code comes', async () => {
  const { page, close } = await console_.visit('banca')
  await page.goto(pathOf('agencies'))
  await settle(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Comisiones', exact: true }).click()
  await page.getByRole('status', { name: 'Cargando la pantalla' }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Comisiones'])
  release()
  await page.getByRole('grid', { name: /^Comisiones de/ }).waitFor()
  await close()
})

it('the days that an affiliate sold have their room on a low window, and a drawing when it is asked for', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await page.setViewportSize({ width: 1366, height: 768 })
  const agency = (await console_.db.one<{ id: number }>(
    sql`SELECT p.father_id AS id FROM ticket_lines l JOIN partners p ON p.id = l.office_id GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  ))!
  await page.goto(`${pathOf('agencies')}/${agency.id}/sales`)
  await settle(page)
  const seen = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('tbody tr.ant-table-row')].filter(
          (row) => row.getBoundingClientRect().bottom <= innerHeight,
        ).length,
    )
  expect(await seen()).toBeGreaterThanOrEqual(8)
  await page.getByRole('button', { name: 'Gráfico' }).click()
  await page.getByRole('heading', { name: /^Ventas por/ }).waitFor()
  expect(faults()).toEqual([])
  await close()
})
