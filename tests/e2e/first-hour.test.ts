/** The first hour of a banca made from nothing: from signing in to the first ticket with what the screens say alone, each click counted. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openScreens } from '../../contract/access/screens.ts'
import { root } from '../../server/install.mjs'
import { createDatabase } from '../support/postgres.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  settle,
  showAs,
} from './console.ts'
import { isLong } from '../support/length.ts'

const owner = { username: 'dueno', password: 'loros-verdes-77' }

/** A banca as the command makes it, with its one administrator. */
async function newBanca() {
  const database = await createDatabase()
  const words = ['--username', owner.username, '--name', 'Dueña Nueva', '--banca', 'Banca Nueva']
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/commands/create-admin.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, ADMIN_PASSWORD: owner.password },
  })
  return database
}
const console_ = openedForFile(() => openConsole(newBanca))

let clicks = 0
async function click(what: Locator): Promise<void> {
  clicks += 1
  await what.click()
}

async function signIn(page: Page, { username, password }: typeof owner): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await click(page.getByRole('button', { name: 'Entrar' }))
}

/** Chooses in a select of the open drawer by typing what is looked for. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  clicks += 1
  const field = page.getByRole('dialog').getByRole('combobox', { name: label })
  await field.focus()
  await field.fill(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .waitFor({ state: 'attached' })
  await field.press('Enter')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const step = (page: Page) => page.locator('[aria-current="step"]')
const home = (page: Page) => click(page.getByRole('link', { name: 'Sorteo, ir al inicio' }))

/** Fills the first rows of a sheet and saves it. */
async function fillCell(page: Page, at: number, value: string): Promise<void> {
  await click(page.getByRole('gridcell').nth(at))
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
  await click(button(page, 'Guardar'))
  await page.getByRole('region', { name: 'Cambios sin guardar' }).waitFor({ state: 'detached' })
}

describe('a new banca', () => {
  it('says in every list why it is empty, and offers what brings the first or the way to it', async () => {
    const { page, faults, close } = await console_.visit()
    await signIn(page, owner)
    await settle(page)
    const who = { role: 'ADMIN_BANCA', manage_childs: true, awarding_results: true, country_iso2: 'VE' } as const
    const seen: string[] = []
    let searched = 0
    for (const { key, path } of openScreens(who)) {
      await lead(page, path)
      await settle(page)
      const lists = page.locator('.data-table, .sheet-list').filter({ has: page.locator('.empty-state') })
      for (let n = 0; n < (await lists.count()); n++) {
        const empty = lists.nth(n).locator('.empty-state')
        expect((await empty.locator('p').allTextContents()).length, `${key}: why`).toBeGreaterThanOrEqual(2)
        expect(await empty.getByRole('button').count(), `${key}: what next`).toBeGreaterThan(0)
        seen.push(key)
      }
      // A search that finds nothing is the kit's own on every screen: each day it is tried on some.
      if ((await page.getByRole('searchbox').count()) === 0 || (!isLong && searched >= 3)) continue
      searched += 1
      await lead(page, `${path}?q=zzzz`)
      await settle(page)
      if ((await page.locator('.empty-state').count()) === 0) continue
      await page.getByText('Nada coincide con los filtros').first().waitFor()
      await click(button(page, 'Limpiar filtros').first())
      await expect.poll(() => new URL(page.url()).searchParams.has('q')).toBe(false)
    }
    expect(new Set(seen).size).toBeGreaterThanOrEqual(12)
    expect(faults()).toEqual([])
    await close()
  })

  it('sells its first ticket with what its home says', async () => {
    clicks = 0
    const { page, faults, close } = await console_.visit()
    await signIn(page, owner)
    await page.getByRole('heading', { name: 'Primeros pasos' }).waitFor()
    await step(page).getByText('Una agencia', { exact: true }).waitFor()
    for (const size of ['desk', 'phone'] as const)
      for (const dark of [false, true]) {
        await showAs(page, { size, dark })
        await settle(page)
        await expectNoSidewaysScroll(page)
        expect(await accessibilityFaults(page, dark ? 'colours' : 'everything')).toEqual([])
      }
    await showAs(page, { size: 'desk', dark: false })

    // Out of the way, and found again.
    await button(page, 'Ocultar').click()
    await page.reload()
    await button(page, 'Primeros pasos (1 de 7)').click()

    await click(button(page, 'Crear una agencia'))
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Nombre', { exact: true }).fill('Agencia Centro')
    await drawer.getByLabel('Código').fill('CENTRO')
    await choose(page, 'Región', 'Distrito Capital')
    await choose(page, 'Municipio', 'Libertador')
    await click(button(page, 'Crear agencia'))
    await step(page).getByText('Una taquilla', { exact: true }).waitFor()

    await click(button(page, 'Crear una taquilla'))
    await drawer.getByLabel('Nombre', { exact: true }).fill('Taquilla Uno')
    await drawer.getByLabel('Código').fill('UNO-1')
    await choose(page, 'Agencia', 'Agencia Centro')
    await click(button(page, 'Crear taquilla'))
    await step(page).getByText('Un vendedor', { exact: true }).waitFor()

    await click(button(page, 'Crear un usuario'))
    await drawer.getByLabel('Usuario', { exact: true }).fill('vende1')
    await drawer.getByLabel('Nombre', { exact: true }).fill('Vendedora Uno')
    await choose(page, 'Rol', 'Vendedor de polla')
    await choose(page, 'Afiliado', 'Taquilla Uno')
    await click(button(page, 'Crear usuario'))
    const given = (await page
      .getByRole('dialog')
      .getByRole('code')
      .or(page.locator('.ant-modal code'))
      .first()
      .textContent())!
    await click(button(page, 'Ya la anoté'))
    await step(page).getByText('Comisiones', { exact: true }).waitFor()

    await click(button(page, 'Poner las comisiones'))
    await fillCell(page, 1, '12')
    await home(page)
    await step(page).getByText('Cupos', { exact: true }).waitFor()

    await click(button(page, 'Poner el cupo máximo'))
    await fillCell(page, 0, '5000')
    await home(page)
    await step(page).getByText('La primera venta', { exact: true }).waitFor()

    const counter = await console_.visit()
    await counter.page.addInitScript(() => (window.print = () => undefined))
    await signIn(counter.page, { username: 'vende1', password: given.trim() })
    await counter.page.getByLabel('Contraseña actual', { exact: true }).fill(given.trim())
    await counter.page.getByLabel('Contraseña nueva', { exact: true }).fill('tucanes-rojos-88')
    await counter.page.getByLabel('Repita la contraseña nueva').fill('tucanes-rojos-88')
    await click(counter.page.getByRole('button', { name: 'Cambiar la contraseña' }))
    await counter.page.getByRole('heading', { level: 1, name: 'Polla' }).waitFor()
    await settle(counter.page)
    for (const code of ['1', '2', '3', '4', '5', '6']) {
      await counter.page.keyboard.type(code)
      await counter.page.keyboard.press('Enter')
    }
    await counter.page.keyboard.press('F9')
    await counter.page
      .getByText(/^Confirmado nº/)
      .first()
      .waitFor()
    expect(faults()).toEqual([])
    await counter.close()

    // The steps are done with: they are gone.
    await page.reload()
    await settle(page)
    expect(await page.getByText('Primeros pasos').count()).toBe(0)
    expect(clicks).toBeLessThanOrEqual(26)
    await close()
  })
})
