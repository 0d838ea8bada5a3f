/** For everybody: what axe finds, on a desk and on a phone, in light and dark; no page moves sideways; one first heading; all of it in Spanish. */
import { sql, type SQL } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { accessibilityFaults, expectNoSidewaysScroll, openConsole, settle, type Console } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await openConsole()
}, 300_000)
afterAll(() => console_?.close())

const pathOf = (key: string) => screens.find((screen) => screen.key === key)!.path
/** An id of the demo, by the query that finds it. */
const idOf = async (query: SQL) => String((await console_.db.one<{ id: number | string }>(query))!.id)
const openAgency = async (page: Page) => {
  await page.goto(pathOf('agencies'))
  await settle(page)
  await page.getByRole('link', { name: 'Agencia La Candelaria' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Agencia La Candelaria' }).waitFor()
}
const draw = async (state: string) => `day=${(await console_.db.one<{ day: string }>(sql`SELECT day::text AS day FROM draws WHERE state = ${state}::draw_state ORDER BY id DESC LIMIT 1`))!.day}&draw=${await idOf(sql`SELECT id FROM draws WHERE state = ${state}::draw_state ORDER BY id DESC LIMIT 1`)}`
const product = () => idOf(sql`SELECT id FROM products WHERE code = 'LOTTO_ACTIVO'`)
type Opening = [name: string, open: (page: Page) => Promise<unknown>]
/** Each page by how one gets there. */
const pages: Opening[] = [
  ['the dashboard', (page) => page.goto(`${pathOf('sales-dashboard')}?period=7d`)],
  ['the general report', (page) => page.goto(`${pathOf('general-sales')}?period=30d&level=agencia`)],
  ['the agencies', (page) => page.goto(pathOf('agencies'))],
  ['an agency', openAgency],
  ['its bets', async (page) => { await openAgency(page); await page.getByRole('tab', { name: 'Jugadas' }).click() }],
  ['a new agency', async (page) => { await page.goto(pathOf('agencies')); await settle(page); await page.getByRole('button', { name: 'Nueva agencia' }).click(); await page.getByRole('dialog').waitFor() }],
  ['awarding, with a draw open', async (page) => page.goto(`${pathOf('award-raffle')}?${await draw('premiado')}`)],
  ['the numbers of a draw', async (page) => page.goto(`${pathOf('block-number')}?${await draw('activo')}`)],
  ['suspending a draw', async (page) => { await page.goto(pathOf('suspend-raffle')); await settle(page); await page.getByRole('button', { name: 'Suspender un sorteo' }).first().click(); await page.getByRole('dialog').waitFor() }],
  ['the products', (page) => page.goto(pathOf('products'))],
  ...['general', 'horario', 'jugadas', 'simbolos'].map((tab): Opening => [`a product's ${tab}`, async (page) => page.goto(`${pathOf('products')}/${await product()}/${tab}`)]),
  ['the quotas of an affiliate', async (page) => page.goto(`${pathOf('quotas')}/${await idOf(sql`SELECT id FROM partners WHERE name = 'Agencia Petare'`)}`)],
  ['all quotas', (page) => page.goto(`${pathOf('quotas')}/all`)],
  ['the ceilings', (page) => page.goto(pathOf('top-quota'))],
  ['the results', (page) => page.goto(`${pathOf('results')}?period=7d`)],
  ['the results of a day', (page) => page.goto(`${pathOf('results')}?period=ayer&vista=tablero`)],
  ['results from a file', async (page) => { await page.goto(`${pathOf('results')}?carga=si`); await page.getByRole('dialog').waitFor() }],
  ['the tickets, with one open', async (page) => page.goto(`${pathOf('ticket-consult')}?period=7d&ticket=${await idOf(sql`SELECT serial AS id FROM tickets WHERE state = 'ganador' ORDER BY id LIMIT 1`)}`)],
  ['the prizes', (page) => page.goto(`${pathOf('detailed-prize')}?period=7d`)],
  ['a page that is not there', (page) => page.goto('/admin/nada')],
]
/** In the dark only colours differ, so the pages that have them all stand for the rest. */
const inTheDark = pages.slice(0, 4)
const looks = [['desk', false], ['desk', true], ['phone', false], ['phone', true]] as const

/** English that libraries say unless they are told not to. */
const english = /\b(No data|Loading|Select all|Search|Cancel|Submit|Reset|Close|Next page|Previous page|Go to|Page size|Save|Delete|Edit|Show|Actions|Sort by|Click to sort|Today|items per page)\b/i

async function look(page: Page): Promise<{ found: string[]; headings: number; language: string | null; foreign: string | undefined }> {
  await settle(page)
  await expectNoSidewaysScroll(page)
  // As it is read aloud; a drawing of antd carries its own file's name and says nothing that its button does not.
  const said = await page.locator('body').ariaSnapshot()
  return {
    found: await accessibilityFaults(page), headings: await page.getByRole('heading', { level: 1 }).count(),
    language: await page.locator('html').getAttribute('lang'), foreign: said.split('\n').find((line) => !/^\s*- img /.test(line) && english.test(line)),
  }
}

describe.each(looks)('on a %s, dark %s', (size, dark) => {
  it('signing in', async () => {
    const { page, faults, close } = await console_.visit(undefined, { size, dark })
    await page.goto('/login')
    expect(await look(page)).toEqual({ found: [], headings: 1, language: expect.stringMatching(/^es/), foreign: undefined })
    expect(faults().filter((one) => !/401/.test(one))).toEqual([])
    await close()
  })

  it('every page', async () => {
    const { page, faults, close } = await console_.visit('banca', { size, dark })
    const seen: unknown[] = []
    const visited = dark ? inTheDark : pages
    for (const [name, open] of visited) {
      await open(page)
      seen.push([name, await look(page)])
    }
    expect(seen).toEqual(visited.map(([name]) => [name, { found: [], headings: 1, language: expect.stringMatching(/^es/), foreign: undefined }]))
    expect(faults()).toEqual([])
    await close()
  })
})
