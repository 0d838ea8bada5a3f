/**
 * For everybody: no page moves sideways on a phone; one first heading; all of it in Spanish; no filter is clipped on a
 * laptop; and what axe finds, on a desk and on a phone, in light and dark. Screens are made of a dozen kinds: each day
 * one of each is looked at, and in the long run all of them, in every look; the menu's tests open every screen each day.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import {
  accessibilityFaults,
  cutRows,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
  visitorOf,
  visitors,
} from './console.ts'
import { clipped } from './clipped.ts'
import { eachDay, isLong } from '../support/length.ts'

const console_ = openedForFile(openConsole)

/** An id of the demo, by the query that finds it. */
const idOf = async (query: SQL) => String((await console_.db.one<{ id: number | string }>(query))!.id)
const openAgency = async (page: Page) => {
  await lead(page, pathOf('agencies'))
  await settle(page)
  await page.getByRole('link', { name: 'Agencia La Candelaria' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Agencia La Candelaria' }).waitFor()
}
type Opening = [name: string, open: (page: Page) => Promise<unknown>]
/** Each page by how one gets there: those of screens that other tests load by their address, from one to the next. */
const pages: Opening[] = [
  ['the dashboard', (page) => lead(page, `${pathOf('sales-dashboard')}?period=7d`)],
  ['the general report', (page) => lead(page, `${pathOf('general-sales')}?period=30d&level=agencia`)],
  ['the agencies', (page) => lead(page, pathOf('agencies'))],
  ['an agency', openAgency],
  [
    'its bets',
    async (page) => {
      await openAgency(page)
      await page.getByRole('tab', { name: 'Jugadas' }).click()
    },
  ],
  [
    'a new agency',
    async (page) => {
      await lead(page, pathOf('agencies'))
      await settle(page)
      await page.getByRole('button', { name: 'Nueva agencia' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  ['a page that is not there', (page) => page.goto('/admin/nada')],
]
/** `day=…&draw=…` of a product's last draw in a state. */
const draw = async (state: string) => {
  const found = await console_.db.one<{ id: number; day: string }>(
    sql`
      SELECT id, day::text AS day
      FROM draws
      WHERE state = ${state}::draw_state AND product_id = (SELECT id FROM products WHERE code = 'LOTTO_ACTIVO')
      ORDER BY id DESC
      LIMIT 1`,
  )
  return `day=${found!.day}&draw=${found!.id}`
}
const aProduct = async (tab: string) =>
  `${pathOf('products')}/${await idOf(sql`SELECT id FROM products WHERE code = 'LOTTO_ACTIVO'`)}/${tab}`
const openDrawer = async (page: Page, path: string, button?: string) => {
  await lead(page, path)
  await settle(page)
  if (button) await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}
const gamePages: Opening[] = [
  ['awarding, with a draw open', async (page) => lead(page, `${pathOf('manage-draws')}?${await draw('premiado')}`)],
  ['the numbers of a draw', async (page) => lead(page, `${pathOf('blocked-numbers')}?${await draw('activo')}`)],
  ['suspending a draw', (page) => openDrawer(page, pathOf('suspended-draws'), 'Suspender un sorteo')],
  ['the products', (page) => lead(page, pathOf('products'))],
  ["a product's hours", async (page) => lead(page, await aProduct('schedule'))],
  ["a product's bets", async (page) => lead(page, await aProduct('bets'))],
  ["a product's symbols", async (page) => lead(page, await aProduct('symbols'))],
  [
    'the quotas of an affiliate',
    async (page) =>
      lead(page, `${pathOf('quotas')}/${await idOf(sql`SELECT id FROM partners WHERE name = 'Agencia Petare'`)}`),
  ],
  ['all quotas', (page) => lead(page, `${pathOf('quotas')}/all?per_page=50`)],
  ['the ceilings', (page) => lead(page, pathOf('top-quotas'))],
  ['the results', (page) => lead(page, `${pathOf('results')}?period=7d`)],
  ['the results of a day', (page) => lead(page, `${pathOf('results')}?period=ayer&view=tablero`)],
  [
    'results from a file',
    (page) => openDrawer(page, `${pathOf('results')}?upload=si&period=rango&from=2020-01-01&to=2020-01-01`),
  ],
  [
    'the tickets, with one open',
    async (page) =>
      openDrawer(
        page,
        `${pathOf('ticket-consult')}?period=7d&ticket=${await idOf(sql`
          SELECT serial AS id FROM tickets WHERE state IN ('ganador', 'pagado') ORDER BY state = 'ganador' DESC, id LIMIT 1`)}`,
      ),
  ],
  ['the prizes', (page) => lead(page, `${pathOf('detailed-prize')}?period=7d`)],
]
/** Which screens the pages above are of: each in the state in which there is most to see. */
const shown = [
  'sales-dashboard',
  'general-sales',
  'agencies',
  'manage-draws',
  'blocked-numbers',
  'suspended-draws',
  'products',
  'quotas',
  'top-quotas',
  'results',
  'ticket-consult',
  'detailed-prize',
]
/** Any other is looked at as its path shows it, so that a new one needs no line here. */
const otherPages = screens
  .filter((screen) => !screen.disabled && !shown.includes(screen.key))
  .map((screen): [username: string | undefined, page: Opening] => [
    visitorOf(screen.access),
    [screen.key, (page) => (isLong ? page.goto(screen.path) : lead(page, screen.path))],
  ])
const pagesOf = (username: string) => otherPages.filter(([visitor]) => visitor === username).map(([, page]) => page)

/** One page of each kind that screens are made of: what the kit draws for it, it draws for the others alike. */
const representative = new Set([
  'the dashboard',
  'the general report',
  'the agencies',
  'an agency',
  'a new agency',
  'awarding, with a draw open',
  'the numbers of a draw',
  'all quotas',
  'the results of a day',
  'the tickets, with one open',
  'banking-config',
  'polla',
])
/** In the dark only colours differ, so the pages that have them all stand for the rest. */
const inTheDark = new Set([...pages.slice(0, 4), ...gamePages.slice(0, 2)].map(([name]) => name))
/** Of those the ones that are looked at each day: charts, a list, and a board with a form. */
const darkEachDay = new Set(['the dashboard', 'the agencies', 'awarding, with a draw open'])
/** Each page is opened on a phone, then shown as the others; the menu's tests open every screen on a desk. */
const looks = [
  { size: 'phone', dark: false },
  { size: 'desk', dark: false },
  { size: 'desk', dark: true },
  { size: 'phone', dark: true },
] as const
type Look = (typeof looks)[number]
function looksAt(name: string): readonly Look[] {
  if (isLong) return looks.filter(({ dark }) => !dark || inTheDark.has(name))
  return darkEachDay.has(name) ? looks.slice(0, 3) : looks.slice(0, 1)
}

/** With six filters, which no laptop has room for on one line: its bar has two. */
const broad = new Set(['all quotas'])

/** English that libraries say unless they are told not to. */
const english = new RegExp(
  `\\b(${[
    'No data|Loading|Select all|Search|Cancel|Submit|Reset|Close|Next page|Previous page|Go to|Page size',
    'Save|Delete|Edit|Show|Actions|Sort by|Click to sort|Today|items per page',
  ].join('|')})\\b`,
  'i',
)

/** The first line that says something in English, as the page is read aloud. */
async function foreignLine(page: Page): Promise<string | undefined> {
  const said = await page.locator('body').ariaSnapshot()
  // A drawing of antd carries its own file's name and says nothing that its button does not.
  return said.split('\n').find((line) => !/^\s*- img /.test(line) && english.test(line))
}

async function look(page: Page, { dark }: Look): Promise<unknown> {
  await expectNoSidewaysScroll(page)
  return {
    cut: await cutRows(page),
    found: await accessibilityFaults(page, dark ? 'colours' : 'everything'),
    headings: await page.getByRole('heading', { level: 1 }).count(),
    dialogs: await page.getByRole('dialog').count(),
    language: await page.locator('html').getAttribute('lang'),
    foreign: dark ? undefined : await foreignLine(page),
  }
}
/** What a look must have seen. Whatever was open when the page came is open in every look. */
const good = (dialogs: number) => ({
  cut: [],
  found: [],
  headings: 1,
  dialogs,
  language: expect.stringMatching(/^es/),
  foreign: undefined,
})

async function lookAtAll(visited: readonly Opening[], username: string): Promise<[seen: unknown[], due: unknown[]]> {
  const { page, faults, close } = await console_.visit(username, looks[0])
  const [seen, due]: [unknown[], unknown[]] = [[], []]
  for (const [name, open] of visited) {
    await showAs(page, looks[0])
    await open(page)
    await settle(page)
    const dialogs = await page.getByRole('dialog').count()
    for (const as of looksAt(name)) {
      await showAs(page, as)
      await settle(page)
      seen.push([name, as, await look(page, as)])
      due.push([name, as, good(dialogs)])
    }
    await showAs(page, { size: 'laptop', dark: false })
    await settle(page)
    const left = (await clipped(page)).filter((one) => !(broad.has(name) && one.startsWith('a second line')))
    seen.push([name, 'filters', left])
    due.push([name, 'filters', []])
    seen.push([name, faults()])
    due.push([name, []])
  }
  await close()
  return [seen, due]
}

it('every screen is looked at, by somebody it opens for', () => {
  expect(otherPages.filter(([visitor]) => !visitor)).toEqual([])
  expect(shown.filter((key) => !screens.some((screen) => screen.key === key))).toEqual([])
  const all = [...pages, ...gamePages, ...otherPages.map(([, page]) => page)].map(([name]) => name)
  expect([...representative, ...darkEachDay].filter((name) => !all.includes(name))).toEqual([])
})

it('a fault is found in whatever row it stands, and once in rows that are alike', async () => {
  const { page, close } = await console_.visit()
  const row = (of: string) => `<tr><td>${of}</td></tr>`
  const button = (says: string) => `<button style="width: 40px; height: 40px">${says}</button>`
  await page.goto('/login')
  await settle(page)
  const rowsWith = async (...rows: string[]) => {
    await page.evaluate((html) => {
      document.querySelector('table')?.remove()
      document.querySelector('main, body')!.insertAdjacentHTML('beforeend', `<table><tbody>${html}</tbody></table>`)
    }, rows.map(row).join(''))
    return (await accessibilityFaults(page)).map((fault) => fault.split(' ')[0])
  }
  expect(await rowsWith(...['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'].map(button))).toEqual([])
  expect(await rowsWith(...['Uno', 'Dos', 'Tres', 'Cuatro', ''].map(button))).toEqual(['button-name:'])
  expect(await rowsWith(button('Uno'), button('Dos'), button(''), button('Cuatro'), button(''))).toEqual([
    'button-name:',
  ])
  await close()
})

it('signing in, on a phone and on a desk, by day and by night', async () => {
  const { page, faults, close } = await console_.visit(undefined, looks[0])
  await page.goto('/login')
  for (const as of looks) {
    await showAs(page, as)
    await settle(page)
    expect([as, await look(page, as)]).toEqual([as, good(0)])
  }
  expect(faults().filter((one) => !/401/.test(one))).toEqual([])
  await close()
})

const others = Object.keys(visitors).map((username): [about: string, username: string, visited: Opening[]] => [
  `what else ${username} opens`,
  username,
  pagesOf(username),
])

it.each([
  ['the desk', 'banca', pages] as const,
  ['the game', 'banca', gamePages] as const,
  ...others.filter(([, , visited]) => eachDay(visited, ([name]) => representative.has(name)).length > 0),
])(
  'every page of %s, on a phone and on a desk',
  async (_about, username, visited) => {
    // Looking is work for one core: two browsers share the pages.
    const looked = eachDay(visited, ([name]) => representative.has(name))
    const halves = [0, 1].map((half) => looked.filter((_, at) => at % 2 === half))
    for (const [seen, due] of await Promise.all(halves.map((half) => lookAtAll(half, username))))
      expect(seen).toEqual(due)
  },
  300_000,
)
