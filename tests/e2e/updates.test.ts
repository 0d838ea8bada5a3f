/**
 * Terminal software in a browser: a file whose connection comes and goes, one that is left half way and gone on with, what will
 * not do, and a version that goes out, is halted and taken back while an office asks.
 */
import type { Page } from 'playwright-core'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { session } from '../../contract/session.ts'
import { softwareLimits } from '../../contract/software.ts'
import { updates } from '../../contract/updates.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { apk, padded, sha256 } from '../api/updates-setup.ts'
import { accessibilityFaults, openConsole, openedForFile, settle } from './console.ts'

const console_ = openedForFile(openConsole)
const path = screens.find(({ key }) => key === 'updates')!.path

const large = padded(apk('v1'), 3.5 * softwareLimits.part_bytes)
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/vnd.android.package-archive', buffer })
const isPart = (url: URL) => url.pathname.includes('/parts/')
const partOf = (url: string) => Number(/\/parts\/(\d+)/.exec(url)?.[1])

async function kept(): Promise<string[]> {
  const rows = await console_.db.rows<{ sha: string }>(sql`
    SELECT encode(sha256(string_agg(kept.bytes, '' ORDER BY kept.part)), 'hex') AS sha
    FROM software_versions own JOIN software_parts kept ON kept.version_id = own.id WHERE own.state <> 'subiendo' GROUP BY own.id`)
  return rows.map(({ sha }) => sha)
}

it('a file that breaks off goes on where it was, after the page was loaded anew too, and is read', async () => {
  const { page, close } = await console_.visit('banca')
  await page.goto(path)
  await settle(page)
  await page.getByRole('button', { name: 'Subir versión' }).first().click()
  // The third part never gets through, and the first one only the second time.
  const tried: number[] = []
  await page.route(isPart, (route) => {
    const part = partOf(route.request().url())
    tried.push(part)
    return part >= 2 || (part === 0 && tried.length === 1) ? route.abort() : route.continue()
  })
  await choose(page, 'terminal-1.0.apk', large)
  const drawer = page.getByRole('dialog', { name: 'Subir una versión' })
  await drawer.getByText('se intenta de nuevo').waitFor()
  await drawer.getByText('Subiendo: 2,1 MB de 3,7 MB').waitFor()
  await drawer.getByRole('button', { name: 'Detener' }).click()
  await drawer.getByText('La subida de terminal-1.0.apk se detuvo').waitFor()
  await page.unroute(isPart)

  await page.goto(path)
  await settle(page)
  await page.getByRole('button', { name: 'terminal-1.0.apk' }).first().click()
  await page.getByText('Llegaron 2,1 MB de 3,7 MB').waitFor()
  await page.getByRole('button', { name: 'Continuar la subida' }).click()
  const again: number[] = []
  page.on('request', (request) => isPart(new URL(request.url())) && again.push(partOf(request.url())))
  await choose(page, 'terminal-1.0.apk', large)
  const version = page.getByRole('dialog', { name: 'Versión 1.0' })
  await version.getByText('com.sorteo.terminal').waitFor()
  await version.getByText('CAMERA').waitFor()
  expect(again).toEqual([2, 3])
  expect(await kept()).toEqual([sha256(large)])
  await close()
})

it('what will not do says why, and leaves the list as it was', async () => {
  const { page, close } = await console_.visit('banca')
  await page.goto(`${path}?upload=true`)
  await settle(page)
  for (const [name, said] of [
    ['unsigned', 'APK sin firma'],
    ['cut', 'APK cortado'],
    ['altered', 'APK modificado después de firmarlo'],
    ['other-package', 'Otra aplicación'],
  ] as const) {
    await choose(page, `${name}.apk`, apk(name))
    await page.getByRole('alert').getByText(said).waitFor()
  }
  await choose(page, 'otra-cosa.apk', Buffer.alloc(1))
  await page.getByRole('alert').getByText('No es un APK').waitFor()
  expect(await kept()).toEqual([sha256(large)])
  await close()
})

/** What an office of the demo is told that has this version. */
async function asks(version_code: number): Promise<string> {
  const { url } = console_
  const post = async (to: string, body: object, token?: string) => {
    const reply = await fetch(url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return reply.json() as Promise<Record<string, string>>
  }
  const { access_token } = await post(session.open.path, { username: 'taquilla', password: demoPassword })
  const said = { device_id: 'equipo-de-prueba', package: 'com.sorteo.terminal', version_code }
  return (await post(updates.ask.path, said, access_token)).action!
}

it('a version goes out to all, to fewer, to none, and the office hears it', async () => {
  await console_.db.run(sql`UPDATE ticket_offices SET binds_device = false, device_id = NULL`)
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(path)
  await settle(page)
  const menu = async (action: string) => {
    await page.getByRole('button', { name: 'Acciones de Versión 1.0' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const dialog = page.getByRole('dialog')
  await menu('Desplegar')
  await dialog.getByRole('button', { name: 'Desplegar' }).click()
  await page.getByText('Desplegándose').waitFor()
  expect([await asks(1), await asks(10)]).toEqual(['actualizar', 'nada'])

  await page.getByRole('tab', { name: 'Taquillas' }).click()
  await settle(page)
  await page.getByText('Al día').first().waitFor()
  await page
    .getByRole('checkbox', { name: /^Elegir Taquilla/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Poner en prueba' }).click()
  await page.getByRole('cell', { name: 'De prueba' }).first().waitFor()
  await page.getByRole('tab', { name: 'Versiones' }).click()
  await settle(page)

  await menu('Detener')
  await dialog.getByRole('button', { name: 'Detener' }).click()
  await page.getByText('Detenida').first().waitFor()
  expect([await asks(1), await asks(10)]).toEqual(['nada', 'nada'])

  await menu('Desplegar')
  await dialog.getByLabel('Parte (%)').fill('0')
  await dialog.getByRole('button', { name: 'Desplegar' }).click()
  await dialog.getByText('Al menos 1 %').waitFor()
  await dialog.getByLabel('Parte (%)').fill('25')
  await dialog.getByRole('button', { name: 'Desplegar' }).click()
  await page.getByText('25 %').waitFor()
  await menu('Retirar')
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await page.getByText('Retirada').first().waitFor()
  expect(faults()).toEqual([])
  await close()
})

it.each([
  ['on a phone in the dark', { size: 'phone', dark: true }],
  ['on a desk', { size: 'desk' }],
] as const)(
  'versions, offices and uploading %s are read by everybody, and nothing lies beside the screen',
  async (_how, as) => {
    const { page, faults, close } = await console_.visit('banca', as)
    await page.goto(path)
    await settle(page)
    await page.getByRole('button', { name: 'Versión 1.0' }).first().click()
    await page.getByRole('dialog', { name: 'Versión 1.0' }).getByText('Certificado (SHA-256)').waitFor()
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([await beyond(), await accessibilityFaults(page)]).toEqual([0, []])
    for (const more of ['', '?view=taquillas', '?upload=true']) {
      await page.goto(path + more)
      await settle(page)
      expect([more, await beyond(), await accessibilityFaults(page)]).toEqual([more, 0, []])
    }
    expect(faults()).toEqual([])
    await close()
  },
)
