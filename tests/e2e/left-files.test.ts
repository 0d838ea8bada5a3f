/** A file that was left to the server, told where the person is by then: it is taken there, once, and one that failed says why. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { files } from '../../contract/files.ts'
import { session } from '../../contract/session.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'
import { eachDay } from '../support/length.ts'

const console_ = openedForFile(openConsole)

/** Leaves the report's file to the server, and goes elsewhere by the menu. */
async function leave(page: Page): Promise<void> {
  await lead(page, `${pathOf('gross-sales')}?period=semana-pasada&currency=BS`)
  await settle(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel, sin esperar' }).click()
  await page.getByText('El archivo se prepara aparte').waitFor()
}
async function elsewhere(page: Page): Promise<void> {
  await lead(page, pathOf('agencies'))
  await settle(page)
}
const name = /^Descargar Ventas brutas \d{4}-\d\d-\d\d a \d{4}-\d\d-\d\d\.xlsx$/

describe('a file that was left to the server', () => {
  it('is told on whatever screen one is by then, by keyboard taken from there, and not again', async () => {
    const { page, faults, close } = await console_.visit('supervisor')
    await leave(page)
    await elsewhere(page)
    const search = page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/Buscar/))
      .first()
    await search.focus()
    const take = page.getByRole('button', { name })
    await take.waitFor()
    await page.getByRole('status').filter({ hasText: 'Archivo listo' }).waitFor()
    // Whoever writes goes on writing.
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.waitForTimeout(4_000)
    // Not taken, it is told again after a reload.
    await page.reload()
    await settle(page)
    await take.waitFor()
    const looks = (['desk', 'phone'] as const).flatMap((size) => [false, true].map((dark) => ({ size, dark })))
    for (const look of eachDay(looks, ({ size, dark }) => dark === (size === 'phone'))) {
      await showAs(page, look)
      await expectNoSidewaysScroll(page)
      expect(await take.isVisible()).toBe(true)
      expect(await accessibilityFaults(page)).toEqual([])
    }
    await showAs(page, { size: 'desk', dark: false })
    for (let press = 0; press < 200; press++) {
      await page.keyboard.press('Tab')
      if (await take.evaluate((button) => button === document.activeElement)) break
    }
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^Ventas brutas \d{4}-\d\d-\d\d a \d{4}-\d\d-\d\d\.xlsx$/)
    await take.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Notificaciones', exact: true }).waitFor({ state: 'attached' })
    await page.reload()
    await settle(page)
    await page.waitForTimeout(500)
    expect(await take.count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  it('is told no more once it was closed, nor once it was taken in the bell', async () => {
    const { page, faults, close } = await console_.visit('supervisor')
    await leave(page)
    const take = page.getByRole('button', { name })
    await take.waitFor()
    await page.getByRole('button', { name: 'Cerrar el aviso' }).last().click()
    await take.waitFor({ state: 'detached' })
    await page.reload()
    await settle(page)
    await page.waitForTimeout(500)
    expect(await take.count()).toBe(0)

    await leave(page)
    await take.waitFor()
    await page.getByRole('button', { name: /^Notificaciones/ }).click()
    const told = page.getByRole('dialog', { name: 'Notificaciones' })
    const download = page.waitForEvent('download')
    await told
      .getByRole('button', { name: /Archivo listo/ })
      .first()
      .click()
    await download
    await take.waitFor({ state: 'detached' })
    expect(faults()).toEqual([])
    await close()
  })

  it('is told in every tab of who left it until one takes it, and to nobody else', async () => {
    const mine = await console_.visit('premiador')
    const other = await console_.visit('distribuidor')
    await elsewhere(other.page)
    const second = await mine.page.context().newPage()
    await second.goto(pathOf('results'))
    await leave(mine.page)
    const here = mine.page.getByRole('button', { name })
    const there = second.getByRole('button', { name })
    await here.waitFor()
    await there.waitFor()
    expect([await here.count(), await there.count()]).toEqual([1, 1])
    const download = second.waitForEvent('download')
    await there.click()
    await download
    await there.waitFor({ state: 'detached' })
    await here.waitFor({ state: 'detached' })
    // Nor does the other hear of it who asks for news anew.
    await other.page.reload()
    await settle(other.page)
    await other.page.waitForTimeout(500)
    expect(await other.page.getByText('Archivo listo').count()).toBe(0)
    expect([...mine.faults(), ...other.faults()]).toEqual([])
    await mine.close()
    await other.close()
  })

  it('is not told to who signs in after in the same browser', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await leave(page)
    const take = page.getByRole('button', { name })
    await take.waitFor()
    const enter = async (username: string) => {
      const reply = await page.context().request.post(session.open.path, { data: { username, password: demoPassword } })
      const { access_token } = (await reply.json()) as { access_token: string }
      await page
        .context()
        .addCookies([
          { name: 'sorteo_access', value: encodeURIComponent(access_token), url: console_.url, sameSite: 'Strict' },
        ])
      await page.goto(pathOf('agencies'))
      await settle(page)
      await page.waitForTimeout(1_000)
    }
    await enter('supervisor')
    expect(await take.count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  it('says why there is none', async () => {
    const { page, faults, close } = await console_.visit('banca')
    let open = () => undefined as void
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route(`**${files.list.path}`, async (route) => {
      if (route.request().method() === 'GET') await gate
      await route.continue()
    })
    // Other files of this person may be there.
    await console_.db.run(sql`DELETE FROM files`)
    await leave(page)
    await expect.poll(() => console_.db.rows(sql`SELECT state FROM files`)).toEqual([{ state: 'listo' }])
    await console_.db.run(
      sql`
        UPDATE files
        SET state = 'fallido', problem = 'El archivo pasa de 500 MB.'
        WHERE user_id = (SELECT id FROM users WHERE username = 'banca')`,
    )
    open()
    const alert = page.getByRole('alert').filter({ hasText: 'No se pudo preparar un archivo' })
    await alert.getByText('Ventas brutas: El archivo pasa de 500 MB.').waitFor()
    await page.waitForTimeout(4_000)
    await alert.getByRole('button', { name: 'Cerrar el aviso' }).click()
    await alert.getByText('Ventas brutas').waitFor({ state: 'detached' })
    expect(faults()).toEqual([])
    await close()
  })
})
