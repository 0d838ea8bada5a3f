/** Whoever works in two bancas passes from one to the other, and no tab, link or kept thing of one is ever taken for the other's. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { crossDb } from '../../contract/cross-db.ts'
import { savedViews } from '../../contract/saved-views.ts'
import { session } from '../../contract/session.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  type Console,
} from './console.ts'
import { unexpected } from './game.ts'

interface TwoBancas extends Console {
  there: World
  /** What the first is called. */
  name: string
}

const other = 'La Otra'

async function openTwo(): Promise<TwoBancas> {
  const database: TestDatabase = await createDatabase()
  const there = await createWorld(database.url)
  await there.db.run(sql`UPDATE users SET username = 'o-' || username`)
  await there.db.run(sql`UPDATE banca SET name = ${other}, cross_db = true`)
  const console_ = await openConsole(undefined, { others: [{ key: 'otra', url: database.url }] })
  await console_.db.run(sql`UPDATE banca SET cross_db = true`)
  const banca = await console_.db.one<{ name: string }>(sql`SELECT name FROM banca`)
  return {
    ...console_,
    there,
    name: banca!.name,
    close: async () => {
      await console_.close()
      await there.close()
      await database.drop()
    },
  }
}

const two = openedForFile(openTwo)

const switcher = (page: Page) => page.getByRole('button', { name: /Cambiar de banca$/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Otras bancas' })

/** The field of a new user's name. */
const nameIn = (page: Page) => page.getByRole('dialog').getByLabel('Nombre', { exact: true })

/** A call of the server as a user of the other banca. */
async function asThere(username: string, path: string, method: string, body?: object) {
  const signedIn = await fetch(two.url + session.open.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(two.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { guests: { id: string }[] }
}

/** Keeps a view of the day's sales as whoever is in the window. */
async function keepView(page: Page, name: string): Promise<void> {
  const cookies = await page.context().cookies()
  const token = decodeURIComponent(cookies.find((one) => one.name === 'sorteo_access')!.value)
  const reply = await page.request.post(two.url + savedViews.create.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { screen: 'sales-dashboard', name, query: 'currency=USD', shared_with: [] },
  })
  expect(reply.status()).toBe(201)
}

/** Ends what is registered, as the administrator of there does. */
async function endFromThere(): Promise<void> {
  const { guests } = await asThere('o-banca', crossDb.conns.path, crossDb.conns.method, {})
  for (const { id } of guests) await asThere('o-banca', crossDb.end.path.replace(':id', id), crossDb.end.method)
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Administrador de banca$/ }).click()
  await page.getByRole('menuitem', { name: 'Otras bancas' }).click()
  await panel(page).getByRole('button', { name: 'Registrar otra banca' }).click()
}

/** Fills the form in and sends it; Enter sends it too. */
async function register(page: Page, given: string): Promise<void> {
  const form = panel(page)
  await form.getByRole('combobox', { name: 'Banca' }).click()
  await page.getByTitle(other, { exact: true }).click()
  await form.getByLabel('Usuario de esa banca').fill('o-banca')
  await form.getByLabel('Contraseña de esa banca').fill(given)
  await form.getByLabel('Contraseña de esa banca').press('Enter')
}

/** A window of the banca's administrator, who has the other one registered. */
async function visitRegistered(
  ...[options]: Parameters<Console['visit']> extends [unknown?, (infer O)?] ? [O?] : never
) {
  const visit = await two.visit('banca', options)
  const { page } = visit
  await page.goto(pathOf('agencies'))
  await settle(page)
  if ((await switcher(page).count()) > 0) return visit
  await openForm(page)
  await register(page, password)
  await panel(page).getByRole('listitem').filter({ hasText: other }).waitFor()
  // The row may come before the form goes, and the keyboard with it.
  const opener = panel(page).getByRole('button', { name: 'Registrar otra banca' })
  await expect.poll(() => opener.evaluate((button) => document.activeElement === button)).toBe(true)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  return visit
}

async function goTo(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('button', { name: new RegExp(`^Banca: ${name}`) }).waitFor()
  await settle(page)
}

/** From anywhere, over a form too. */
async function goByPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pasar')
  await page.getByRole('option', { name: new RegExp(`Pasar a ${name}`) }).waitFor()
  await page.keyboard.press('Enter')
}

/** The first rows of the agencies: those that a table draws before all others. */
const agenciesOf = async (page: Page) => {
  await page.goto(pathOf('agencies'))
  await settle(page)
  return (await page.getByRole('row').allTextContents()).slice(0, 6)
}

/** What is sent from a page from now on, with whose token. */
function sentFrom(page: Page): { path: string; token: string }[] {
  const sent: { path: string; token: string }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const token = request.headers()['authorization']?.replace('Bearer ', '').split('.')[0]
    if (token) sent.push({ path: pathname, token })
  })
  return sent
}

describe('registering another banca', () => {
  it('says where it is switched on, while it is not', async () => {
    await two.db.run(sql`UPDATE banca SET cross_db = false`)
    const { page, faults, close } = await two.visit('banca')
    await page.goto(pathOf('agencies'))
    await settle(page)
    await page.getByRole('button', { name: /Administrador de banca$/ }).click()
    await page.getByRole('menuitem', { name: 'Otras bancas' }).click()
    await panel(page).getByText('Su banca no trabaja con otras bancas').waitFor()
    await panel(page).getByRole('link', { name: 'Abrir la configuración de la banca' }).click()
    await page.waitForURL((url) => url.pathname === pathOf('banking-config'))
    await two.db.run(sql`UPDATE banca SET cross_db = true`)
    expect(faults()).toEqual([])
    await close()
  })

  it('puts what is refused on its field, keeps no password, and then shows the way there', async () => {
    const { page, faults, close } = await two.visit('banca')
    await page.goto(pathOf('agencies'))
    await settle(page)
    expect(await switcher(page).count()).toBe(0)
    await openForm(page)
    await panel(page).getByRole('button', { name: 'Registrar', exact: true }).click()
    await panel(page).getByText('Elija una banca').last().waitFor()
    await register(page, 'no-es-esta-2026')
    const field = panel(page).getByLabel('Contraseña de esa banca')
    await panel(page).getByText('El usuario o la contraseña no son correctos en esa banca.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await field.fill(password)
    await field.press('Enter')
    const row = panel(page).getByRole('listitem').filter({ hasText: other })
    await row.getByText('Disponible').waitFor()
    expect(await row.textContent()).toContain('o-banca')
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain(password)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await switcher(page).waitFor()
    // From now on addresses say whose they are.
    await expect.poll(() => new URL(page.url()).searchParams.get('db-identifier')).toBe('principal')
    expect(unexpected(faults(), 422)).toEqual([])
    await close()
  })
})

describe('passing to the other banca', () => {
  it('is done by keys alone, shows that banca and its rows only, and comes back by the palette', async () => {
    const { page, faults, close } = await visitRegistered()
    const own = await agenciesOf(page)
    expect(own.length).toBeGreaterThan(2)
    await switcher(page).focus()
    await page.keyboard.press('Enter')
    const target = page.getByRole('menuitem', { name: other })
    await target.waitFor()
    for (let at = 0; at < 6 && !(await target.evaluate((one) => one.className.includes('item-active'))); at += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Banca: ${other}, desde ${two.name}. Cambiar de banca` }).waitFor()
    await settle(page)
    expect(await page.getByRole('banner').textContent()).toContain(`desde ${two.name}`)
    const foreign = await agenciesOf(page)
    expect(foreign.some((row) => row.includes('Agencia Uno'))).toBe(true)
    expect(foreign.slice(1).filter((row) => own.includes(row))).toEqual([])
    expect(new URL(page.url()).searchParams.get('db-identifier')).toBe('otra')
    const href = await page.getByRole('link', { name: 'Usuarios' }).first().getAttribute('href')
    expect(href).toBe(`${pathOf('users')}?db-identifier=otra`)
    await goByPalette(page, two.name)
    await page.getByRole('button', { name: `Banca: ${two.name}. Cambiar de banca` }).waitFor()
    expect(await agenciesOf(page)).toEqual(own)
    expect(faults()).toEqual([])
    await close()
  })

  it('asks before unsaved work is left, and shows nothing of one banca kept in the other', async () => {
    const { page, faults, close } = await visitRegistered()
    await page.getByRole('button', { name: 'Columnas y densidad' }).click()
    await page.getByRole('group', { name: 'Columnas y densidad' }).getByText('Cómoda').click()
    await page.keyboard.press('Escape')
    await keepView(page, 'De aquí')
    await page.goto(pathOf('sales-dashboard'))
    await settle(page)
    const views = page.getByRole('dialog', { name: 'Vistas guardadas' })
    await page.getByRole('button', { name: 'Vistas' }).click()
    await views.getByText('De aquí').waitFor()
    await page.keyboard.press('Escape')
    const often = page.getByRole('button', { name: /^Actualización automática/ })
    await often.click()
    await page.getByRole('menuitem', { name: '5 min' }).click()
    await page.goto(`${pathOf('users')}/create`)
    await settle(page)
    await nameIn(page).fill('Escrita a medias')
    await goByPalette(page, other)
    const question = page.getByRole('dialog', { name: 'Tiene cambios sin guardar' })
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    expect(await nameIn(page).inputValue()).toBe('Escrita a medias')
    await goByPalette(page, other)
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await page.getByRole('button', { name: new RegExp(`^Banca: ${other}`) }).waitFor()
    await settle(page)
    await page.goto(`${pathOf('users')}/create`)
    await settle(page)
    expect(await nameIn(page).inputValue()).toBe('')
    await agenciesOf(page)
    await page.getByRole('button', { name: 'Columnas y densidad' }).click()
    const compact = page.getByRole('group', { name: 'Columnas y densidad' }).getByRole('radio', { name: 'Compacta' })
    expect(await compact.isChecked()).toBe(true)
    await page.goto(pathOf('sales-dashboard'))
    await settle(page)
    expect(await often.textContent()).toContain('1 min')
    await page.getByRole('button', { name: 'Vistas' }).click()
    await views.getByRole('button').first().waitFor()
    await settle(page)
    expect(await views.getByText('De aquí').count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('two tabs', () => {
  it('the one of the other banca sends nothing and shows nothing foreign, and goes on where it was', async () => {
    const { page: first, faults, close } = await visitRegistered()
    await first.goto(`${pathOf('users')}/create`)
    await settle(first)
    await nameIn(first).fill('Sigue aquí')
    const second = await first.context().newPage()
    await second.goto(pathOf('agencies'))
    await switcher(second).click()
    const sent = sentFrom(first)
    await second.getByRole('menuitem', { name: other }).click()
    await second.getByRole('button', { name: new RegExp(`^Banca: ${other}`) }).waitFor()
    const choice = first.getByRole('dialog', { name: 'La sesión está en otra banca' })
    await choice.getByText(`Esta pestaña es de ${two.name}; la sesión está ahora en ${other}`).waitFor()
    expect(await accessibilityFaults(first)).toEqual([])
    // Coming back to the window asks who the session is; what it would paint waits too.
    await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const before = sent.length
    await second.goto(pathOf('users'))
    await second.getByRole('heading', { level: 1 }).waitFor()
    expect(sent.length).toBe(before)
    expect(sent.filter(({ token }) => token !== 'principal')).toEqual([])
    await choice.getByRole('button', { name: `Volver a ${two.name}` }).click()
    await choice.waitFor({ state: 'hidden' })
    expect(await nameIn(first).inputValue()).toBe('Sigue aquí')
    // The only one with a token of there asked to come back.
    expect(sent.filter(({ token }) => token !== 'principal').map(({ path }) => path)).toEqual([crossDb.change.path])
    await second
      .getByRole('dialog', { name: 'La sesión está en otra banca' })
      .getByRole('button', { name: `Pasar a ${two.name} aquí` })
      .click()
    await second.getByRole('button', { name: `Banca: ${two.name}. Cambiar de banca` }).waitFor()
    await second.close()
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a link of the other banca', () => {
  const link = () => `${pathOf('agencies')}?db-identifier=otra`
  const heading = (page: Page) => page.getByRole('heading', { name: `Este enlace es de ${other}` })

  it('opens there once one goes there, and shows nothing of this one', async () => {
    const { page, faults, close } = await visitRegistered()
    const sent = sentFrom(page)
    await page.goto(link())
    await heading(page).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(sent.filter(({ path }) => path.endsWith('/agencies'))).toEqual([])
    await page.getByRole('button', { name: `Ir a ${other}` }).click()
    await page.getByText('Agencia Uno').first().waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(link())
    await goTo(page, two.name)
    expect(faults()).toEqual([])
    await close()
  })

  it('says that it is not registered to whoever has not, and leads on', async () => {
    const { page, faults, close } = await two.visit('sinhijos')
    await page.goto(link())
    await heading(page).waitFor()
    await page.getByText('no tiene registrada esa banca').waitFor()
    await page.getByRole('button', { name: `Seguir en ${two.name}` }).click()
    await settle(page)
    expect(new URL(page.url()).search).toBe('')
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the screen of all bancas', () => {
  it('shows each by its own day and currencies, leads into each, and stays when one is away', async () => {
    const { page, faults, close } = await visitRegistered({ size: 'phone' })
    await page.goto(pathOf('bancas-dashboard'))
    await settle(page)
    const card = (name: string) => page.getByRole('region', { name })
    await card(two.name)
      .getByText(/^Hoy, /)
      .waitFor()
    await card(other).getByRole('row', { name: 'Tickets 0 0 0' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await card(other)
      .getByRole('button', { name: `Pasar al tablero de ${other}` })
      .click()
    await page.waitForURL((url) => url.pathname === pathOf('sales-dashboard'))
    await page.getByRole('button', { name: new RegExp(`^Banca: ${other}`) }).waitFor()
    await settle(page)
    await goTo(page, two.name)
    const place = (await two.there.db.one<{ name: string }>(sql`SELECT current_database() AS name`))!.name
    await two.db.run(sql.raw(`ALTER DATABASE "${place}" ALLOW_CONNECTIONS false`))
    await two.db.run(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${place}`)
    await page.goto(pathOf('bancas-dashboard'))
    await card(other).getByText('No responde', { exact: true }).waitFor()
    await card(two.name)
      .getByText(/^Hoy, /)
      .waitFor()
    await switcher(page).click()
    const away = page.getByRole('menuitem', { name: `${other} No responde` })
    expect(await away.getAttribute('aria-disabled')).toBe('true')
    await two.db.run(sql.raw(`ALTER DATABASE "${place}" ALLOW_CONNECTIONS true`))
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a registration that the other banca ends', () => {
  it('is told to whoever is inside, who is back in their own with one press', async () => {
    const { page, faults, close } = await visitRegistered()
    await expect
      .poll(async () => {
        await page.reload()
        await settle(page)
        await switcher(page).click()
        return page.getByRole('menuitem', { name: other }).getAttribute('aria-disabled')
      })
      .not.toBe('true')
    await page.keyboard.press('Escape')
    await goTo(page, other)
    await endFromThere()
    await page.getByRole('link', { name: 'Usuarios' }).first().click()
    const told = page.getByRole('dialog', { name: 'Su sesión venció' })
    await told.getByText(`Su acceso a ${other} terminó`).waitFor()
    await told.getByRole('button', { name: `Volver a ${two.name}` }).click()
    await told.waitFor({ state: 'detached' })
    await page.getByRole('banner').getByText(two.name).first().waitFor()
    expect(await page.getByText(`desde ${two.name}`).count()).toBe(0)
    expect(unexpected(faults(), 401)).toEqual([])
    await close()
  })
})
