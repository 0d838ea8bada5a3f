/**
 * Ticket offices in a browser: one made under an agency, several ordered at once with one that is refused and tried
 * again, and the same on a phone.
 */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { openConsole, openedForFile, settle } from './console.ts'

const console_ = openedForFile(openConsole)

const path = screens.find(({ key }) => key === 'ticket-offices')!.path
const agencies = screens.find(({ key }) => key === 'agencies')!.path

it('an office is made under an agency and stands on its page', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(path)
  await settle(page)
  await page.getByRole('button', { name: 'Nueva taquilla' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Nombre', { exact: true }).fill('Taquilla del Puerto')
  await drawer.getByLabel('Código', { exact: true }).fill('PUERTO-1')
  const agency = drawer.getByRole('combobox', { name: /Agencia$/ })
  await agency.focus()
  await agency.fill('Catia La Mar')
  await page
    .getByRole('option', { name: /Catia La Mar/ })
    .first()
    .waitFor({ state: 'attached' })
  await agency.press('Enter')
  await drawer.getByRole('switch', { name: 'Atada a un equipo' }).click()
  await drawer.getByRole('button', { name: 'Crear taquilla' }).click()
  await drawer.waitFor({ state: 'hidden' })
  const made = await console_.db.one<{ binds_device: boolean; agency: number }>(sql`
    SELECT t.binds_device, p.father_id AS agency FROM partners p JOIN ticket_offices t ON t.partner_id = p.id WHERE p.code = 'PUERTO-1'`)
  expect(made?.binds_device).toBe(true)
  await page.goto(`${agencies}/${made!.agency}/offices`)
  await settle(page)
  await page.getByRole('link', { name: 'Taquilla del Puerto' }).click()
  await page.getByRole('dialog').getByText('Nunca entró').waitFor()
  expect(faults()).toEqual([])
  await close()
})

it('of three that are activated at once one is refused, says why, and is done when it is tried again', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const offices = await console_.db.rows<{ id: number; name: string; father_id: number }>(sql`
    SELECT DISTINCT ON (p.father_id) p.id, p.name, p.father_id FROM partners p JOIN partners f ON f.id = p.father_id
    WHERE p.type = 'taquilla' AND p.status = 'activo' AND f.status = 'activo' ORDER BY p.father_id, p.name_key LIMIT 3`)
  const [refused] = offices
  for (const { id } of offices) await console_.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${id}`)
  await page.goto(`${path}?status=inactivo`)
  await settle(page)
  for (const { name } of offices) await page.getByRole('checkbox', { name: `Elegir ${name}`, exact: true }).click()
  const bar = page.getByRole('region', { name: 'Elegidas' })
  await bar.getByText('3 taquillas').waitFor()
  // Its agency is switched off by somebody else meanwhile.
  const agency = (status: string) =>
    console_.db.run(sql`UPDATE partners SET status = ${status}::active_status WHERE id = ${refused!.father_id}`)
  await agency('inactivo')
  await bar.getByRole('button', { name: 'Activar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activar', exact: true }).click()
  const outcomes = page.getByRole('dialog', { name: 'Activar', exact: true })
  await outcomes.getByText('Su agencia está inactiva.').waitFor()
  await agency('activo')
  await outcomes.getByRole('button', { name: 'Reintentar la que falló' }).click()
  await outcomes.getByText('1 hecha').waitFor()
  const left = await console_.db.rows(
    sql`SELECT 1 FROM partners WHERE id IN (${sql.join(
      offices.map(({ id }) => sql`${id}`),
      sql`, `,
    )}) AND status <> 'activo'`,
  )
  expect(left).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

it('all that is filtered are taken, those of other pages too, and each says what became of it', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const asked = () =>
    console_.db.one<{ all: number; asked: number }>(sql`
      SELECT count(*)::int AS all, count(*) FILTER (WHERE t.pending_command = 'software')::int AS asked
      FROM partners p JOIN ticket_offices t ON t.partner_id = p.id WHERE p.status = 'activo'`)
  const { all } = (await asked())!
  await page.goto(`${path}?status=activo&per_page=10`)
  await settle(page)
  await page.getByRole('checkbox', { name: 'Elegir todas las de la página' }).click()
  const bar = page.getByRole('region', { name: 'Elegidas' })
  await bar.getByText('10 taquillas', { exact: true }).waitFor()
  await bar.getByRole('button', { name: `Seleccionar las ${all}` }).click()
  await bar.getByText(`Todo lo filtrado: ${all} taquillas`).waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/all.png` })
  await bar.getByRole('button', { name: 'Actualizar software' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Actualizar software' }).click()
  const outcomes = page.getByRole('dialog', { name: 'Actualizar software', exact: true })
  await outcomes.getByText(`${all} hechas`).waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/done.png` })
  expect(await asked()).toEqual({ all, asked: all })
  expect(await bar.count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

it('on a phone a card is gathered by its box, and nothing is wider than the screen', async () => {
  const { page, faults, close } = await console_.visit('banca', { size: 'phone' })
  await page.goto(path)
  await settle(page)
  await page
    .getByRole('checkbox', { name: /^Elegir Taquilla/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Elegidas' }).getByText('1 taquilla').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(faults()).toEqual([])
  await close()
})

it('who only supervises reads them and orders nothing', async () => {
  const { page, faults, close } = await console_.visit('supervisor')
  await page.goto(path)
  await settle(page)
  await page
    .getByRole('link', { name: /^Taquilla / })
    .first()
    .waitFor()
  expect(await page.getByRole('checkbox', { name: /^Elegir/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Nueva taquilla' }).count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})
