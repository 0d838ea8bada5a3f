/** The network in a browser: a distributor made where it belongs in the tree, moved with the tree following, and switched off. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

const path = screens.find(({ key }) => key === 'affiliates')!.path

it('a distributor is made under another in the tree, goes to another father and is switched off', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const choose = async (label: string, option: string) => {
    const box = page
      .getByRole('main')
      .or(page.getByRole('dialog'))
      .getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) })
    // What is chosen already lies over the box.
    await box.focus()
    await box.fill(option)
    await page.getByRole('option', { name: option }).first().waitFor({ state: 'attached' })
    await box.press('Enter')
  }
  const stored = () =>
    console_.db.one(sql`
      SELECT f.name AS father, p.status::text AS status FROM partners p JOIN partners f ON f.id = p.father_id WHERE p.code = 'RAMA-1'`)
  const tree = page.getByRole('tree', { name: 'Árbol de afiliados' })

  await page.goto(path)
  await settle(page)
  await page.getByRole('button', { name: 'Acciones de Distribuidora Oriente' }).click()
  await page.getByRole('menuitem', { name: 'Nuevo distribuidor aquí' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Distribuidora Oriente').waitFor()
  await drawer.getByLabel('Nombre', { exact: true }).fill('Distribuidora La Rama')
  await drawer.getByLabel('Código', { exact: true }).fill('RAMA-1')
  await choose('Región', 'Zulia')
  await choose('Municipio', 'Maracaibo')
  await drawer.getByRole('button', { name: 'Crear distribuidor' }).click()
  await drawer.waitFor({ state: 'hidden' })
  expect(await stored()).toEqual({ father: 'Distribuidora Oriente', status: 'activo' })

  // It has a page of its own, which has the keyboard. Looking for it in the tree opens the way to it.
  await page.getByRole('heading', { level: 1, name: 'Distribuidora La Rama' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contenido')
  await page.goto(path)
  await settle(page)
  const search = page.getByRole('combobox', { name: 'Buscar un afiliado en el árbol' })
  await search.click()
  await search.fill('la rama')
  await page
    .getByRole('option', { name: /La Rama/ })
    .first()
    .waitFor({ state: 'attached' })
  await search.press('Enter')
  // Beside the tree stands who is chosen in it, and the way to its page.
  await tree.locator('.ant-tree-treenode-selected').getByText('Distribuidora La Rama').waitFor()
  await page.getByRole('link', { name: 'Abrir Distribuidora La Rama' }).click()
  await page.getByRole('heading', { level: 1, name: 'Distribuidora La Rama' }).waitFor()
  await choose('Padre', 'Distribuidora Andina')
  // A move is asked: where it hangs and where it would, what becomes of its past, who answers for it and what it inherits.
  const moving = page.getByRole('dialog', { name: '¿Mover Distribuidora La Rama?' })
  const save = page.getByRole('button', { name: 'Guardar' })
  await save.click()
  await moving.getByText(/› Distribuidora Oriente$/).waitFor()
  await moving.getByText(/› Distribuidora Andina$/).waitFor()
  for (const part of ['Su pasado y su resultado', 'Quién responde y quién lo ve', 'Lo que hereda'])
    await moving.getByRole('heading', { name: part }).waitFor()
  // Who does not want it has moved nothing, and still has what was chosen.
  await moving.getByRole('button', { name: 'Cancelar' }).click()
  await moving.waitFor({ state: 'hidden' })
  expect(await stored()).toEqual({ father: 'Distribuidora Oriente', status: 'activo' })
  await save.click()
  await moving.getByRole('button', { name: 'Mover' }).click()
  await moving.waitFor({ state: 'hidden' })
  await expect.poll(stored).toEqual({ father: 'Distribuidora Andina', status: 'activo' })
  // Going back from it, the way to it in the tree leads through its new father.
  await page.getByRole('main').getByRole('link', { name: 'Afiliados' }).click()
  await tree.getByText('Distribuidora La Rama').waitFor()
  await settle(page)
  const names = await tree.locator('[data-affiliate]').allTextContents()
  const at = (name: string) => names.findIndex((one) => one.startsWith(name))
  expect(at('Distribuidora La Rama')).toBe(at('Distribuidora Andina') + 1)

  await page.goto(`${path}?view=list&q=la+rama`)
  await settle(page)
  await page.getByRole('button', { name: 'Acciones de Distribuidora La Rama' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar' }).click()
  const asks = page.getByRole('dialog')
  await asks.getByText('Nada depende de él.').waitFor()
  await asks.getByRole('button', { name: 'Desactivar' }).click()
  await asks.waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'RAMA-1' }).getByText('Inactivo').waitFor()
  expect(await stored()).toEqual({ father: 'Distribuidora Andina', status: 'inactivo' })
  expect(faults()).toEqual([])
  await close()
})

it('an agency that is to sell in a currency no more is asked for it, with what it sold in and would', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const agency = (await console_.db.one<{ id: number; name: string }>(
    sql`SELECT id, name FROM partners WHERE type = 'agencia' AND status = 'activo' AND currencies @> '{BS,USD}' ORDER BY id LIMIT 1`,
  ))!
  const stored = async () =>
    (await console_.db.rows<{ has: boolean }>(
      sql`SELECT 'USD' = ANY (currencies) AS has FROM partners WHERE id = ${agency.id} OR father_id = ${agency.id}`,
    ))!.map(({ has }) => has)
  expect(await stored()).toContain(true)
  await page.goto(`${pathOf('agencies')}/${agency.id}/general`)
  await settle(page)
  const box = page.getByRole('combobox', { name: /Monedas$/ })
  await box.focus()
  await box.fill('USD')
  await page.getByRole('option', { name: /USD/ }).first().waitFor({ state: 'attached' })
  await box.press('Enter')
  await box.press('Escape')
  const asked = page.getByRole('dialog', { name: `¿Dejar de vender en Dólares en ${agency.name}?` })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await asked
    .getByText(/Dólares/)
    .first()
    .waitFor()
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await asked.waitFor({ state: 'hidden' })
  expect(await stored()).toContain(true)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await asked.getByRole('button', { name: 'Dejar de vender' }).click()
  await expect.poll(stored).not.toContain(true)
  expect(faults()).toEqual([])
  await close()
})
