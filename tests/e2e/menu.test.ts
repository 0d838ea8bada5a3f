/** Everybody of the demo banca signs in and opens all they are offered: nothing breaks, nothing is refused, nothing calls elsewhere. */
import { describe, expect, it } from 'vitest'
import { roleLabels, type Who } from '../../contract/access/rules.ts'
import { openScreens, screens } from '../../contract/access/screens.ts'
import { session } from '../../contract/session.ts'
import { demoAccounts } from '../../server/seed/accounts.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { lead, openConsole, openedForFile, settle } from './console.ts'

const console_ = openedForFile(openConsole)

const people = demoAccounts()
  .filter(({ about }) => !about.includes('Panamá'))
  .map(({ username }) => username)

const known = new Map<string, Promise<Who>>()
/** The session as the server tells it, asked once, beside the browser. */
function whoIs(username: string): Promise<Who> {
  if (!known.has(username)) known.set(username, ask(username))
  return known.get(username)!
}
async function ask(username: string): Promise<Who> {
  const response = await fetch(console_.url + session.open.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  return ((await response.json()) as { user: Who }).user
}

const openOf = async (username: string) => openScreens(await whoIs(username))

/**
 * Who opens a screen: of all who may, whoever may open the fewest. What answers them answers whoever may more, and the
 * banca's administrator opens every page elsewhere (`everybody.test.ts`).
 */
async function leastOf(path: string): Promise<string> {
  const all = await Promise.all(people.map(async (username) => ({ username, open: await openOf(username) })))
  const able = all.filter(({ open }) => open.some((screen) => screen.path === path))
  return able.sort((one, other) => one.open.length - other.open.length)[0]!.username
}

describe('the menu', () => {
  it.each(people)('of %s holds exactly what they may open, and all of it opens', async (username) => {
    const open = await openOf(username)
    const pageOf = (screen: (typeof open)[number]) => screen.page?.path ?? screen.path
    // The tabs of a page are one item, which leads to the first of them.
    const isFirst = open.map((screen, at) => open.findIndex((other) => pageOf(other) === pageOf(screen)) === at)
    const expected = open.filter((_screen, at) => isFirst[at]).map(({ path }) => path)
    const tabs = open.filter((_screen, at) => !isFirst[at]).map(({ path }) => path)
    const { page, faults, close } = await console_.visit(username)
    await page.goto('/')
    await settle(page)
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    if (expected.length === 0) await page.getByRole('heading', { name: 'Sin pantallas disponibles' }).waitFor()
    else await menu.getByRole('link').first().waitFor()
    const links = await menu
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    expect([...links].sort()).toEqual([...expected].sort())
    for (const path of [...expected, ...tabs]) {
      if ((await leastOf(path)) !== username) continue
      if (tabs.includes(path)) await lead(page, path)
      else await menu.getByRole('link').nth(links.indexOf(path)).click()
      await page.waitForURL((url) => url.pathname.startsWith(path))
      await settle(page)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.title()).toMatch(/· Sorteo$/)
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('an address that is not theirs leads to their first page and says why', async () => {
    const { page, close } = await console_.visit('sinhijos')
    const agencies = screens.find((screen) => screen.key === 'agencies')!
    await page.goto(agencies.path)
    await page.waitForURL((url) => url.pathname !== agencies.path)
    await page.getByText(`Su usuario no tiene acceso a «${agencies.label}».`).first().waitFor()
    await close()
  })

  it('a link without a session asks for it, and goes on to where it led', async () => {
    const { page, faults, close } = await console_.visit()
    await page.goto('/admin/registry/agencies?q=candelaria')
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
    faults()
    await page.getByLabel('Usuario').fill('banca')
    await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('El usuario o la contraseña no son correctos.').waitFor()
    expect(faults().filter((one) => !one.includes('401'))).toEqual([])
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL((url) => url.pathname === '/admin/registry/agencies' && url.search === '?q=candelaria')
    await page.getByText('Agencia La Candelaria').first().waitFor()
    await close()
  })

  it('signing out ends the session, and going back does not show it again', async () => {
    const { page, close } = await console_.visit('agencia')
    await page.goto('/')
    await settle(page)
    const { pathname } = new URL(page.url())
    await page.getByRole('button', { name: `, ${roleLabels.ADMIN_TAQUILLA}` }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
    await page.goto(pathname)
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
    expect(
      await page.evaluate(() =>
        Object.keys(sessionStorage)
          .concat(Object.keys(localStorage))
          .filter((key) => /token|draft/i.test(key)),
      ),
    ).toEqual([])
    await close()
  })
})
