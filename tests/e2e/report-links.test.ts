/**
 * Every link that a report draws, as it stands on the page: none says what is not known, and whichever figure is pressed,
 * what opens comes to it, compared as it was. By what an address is made of, its rows and its sums: `tests/api/report-links.test.ts`.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screens, sections } from '../../contract/access/screens.ts'
import { lead, openConsole, openedForFile, pathOf, settle } from './console.ts'
import { eachDay, isLong } from '../support/length.ts'

const console_ = openedForFile(openConsole)

const week = 'period=semana-pasada&compare=anterior'
/** Every report in the ways in which its rows and their links differ; each day in the first of them. */
const stands: Readonly<Record<string, readonly string[]>> = {
  'sales-dashboard': ['', 'period=semana-pasada&currency=BS'],
  'analytical-dashboard': [
    `${week}&currency=BS`,
    ...['dia', 'producto', 'afiliado'].map((by) => `view=pregunta&by=${by}&${week}`),
  ],
  'general-sales': ['agencia', 'taquilla', 'producto', 'dia'].map((level) => `level=${level}&${week}`),
  'gross-sales': ['agencia', 'taquilla'].map((level) => `level=${level}&${week}`),
  'daily-sales': ['agencia', 'taquilla'].map((level) => `level=${level}&${week}`),
  'bets-daily': [
    ...['dia', 'producto', 'sorteo', 'jugada'].map((detail) => `detail=${detail}&${week}`),
    `view=terminales-pa&${week}`,
  ],
  'sales-online': ['level=agencia', 'view=productos', 'view=resumen&level=agencia'],
  results: ['period=7d'],
  'ticket-consult': ['period=semana-pasada&currency=BS'],
  'detailed-prize': ['period=semana-pasada&currency=BS'],
  'external-reports': [''],
  'external-reports-config': [''],
}
/** All but the one whose figures are of several bancas: none of them is pressed, each leads to its own dashboard. */
const reportKeys = sections
  .filter(({ key }) => key === 'dashboards' || key === 'reports')
  .flatMap((one) => one.screens.map(({ key }) => key))
  .filter((key) => key !== 'bancas')

const unknown = /undefined|\bnull\b|NaN|\[object|Infinity|Invalid|=(&|$)/

/** Addresses on the page that say what is not known, or lead to no screen. */
async function wrongIn(page: Page): Promise<string[]> {
  const hrefs = await page.locator('a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  expect(hrefs.length).toBeGreaterThan(0)
  return [...new Set(hrefs)].filter((href) => {
    if (/^(blob|data|mailto|https?):|^#/.test(href)) return false
    const { pathname, search } = new URL(href, page.url())
    const known = screens.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return unknown.test(decodeURIComponent(pathname + search)) || !(known || pathname === '/' || pathname === '/admin')
  })
}

interface Pressed {
  heading: string
  figure: string
  href: string
  /** Its row fell to nothing. */
  gone: boolean
}

/** A link of each column and each screen it leads to, of a row that says something, of one that fell to nothing where there is one. */
async function oneOfEach(page: Page): Promise<Pressed[]> {
  const all = await page.locator('main a[href]').evaluateAll((links) =>
    links.map((link) => {
      const cell = link.closest('td, th')
      // The head of a table that scrolls is a table of its own.
      const table = link.closest('.ant-table-container') ?? link.closest('table')
      const heads = [...(table?.querySelectorAll<HTMLElement>('thead th') ?? [])]
      const cells = [...(cell?.parentElement?.children ?? [])] as HTMLElement[]
      const words = (one: HTMLElement | undefined) => one?.innerText.trim() ?? ''
      const hinted = (one: Element) =>
        / a las \d+:00: (.+) por día, de 1 día$/.exec(one.getAttribute('title') ?? '')?.[1]
      const sold = words(cells[heads.findIndex((one) => words(one) === 'Ventas')])
      return {
        // Hours are columns of one kind.
        heading: words(heads[cells.indexOf(cell as HTMLElement)]).replace(/\d/g, ''),
        // A row that is pressed by its name stands for what it sold; the map of hours rounds, and has the amount in its hint.
        figure: cell?.localName === 'th' ? sold : (hinted(link) ?? words(link as HTMLElement)),
        href: link.getAttribute('href')!,
        gone: /^[^1-9]+$/.test(sold),
      }
    }),
  )
  const kinds = new Map<string, Pressed>()
  for (const one of all) {
    const { pathname, searchParams } = new URL(one.href, page.url())
    const kind = [one.heading, pathname, searchParams.get('view')].join()
    const had = kinds.get(kind)
    if (/[1-9]/.test(one.figure) && (!had || (one.gone && !had.gone))) kinds.set(kind, one)
  }
  return [...kinds.values()]
}
/** A figure without its currency, as it stands in a row of sums. */
const numberIn = (text: string) => /-?\d[\d.]*(,\d+)?/.exec(text.replace('−', '-'))?.[0] ?? text
const numbersIn = (text: string) => text.replaceAll('−', '-').match(/-?\d[\d.]*(,\d+)?/g) ?? []

const valueOf = (number: string) => Number(number.replaceAll('.', '').replace(',', '.'))
/**
 * What comes to the figure that is pressed. Not: what leads to no report; words; a ticket by its serial; the tickets that
 * played a number, which hold other numbers too; a day of a week ago, whole where the figure was cut at this minute.
 */
const comesToIt = ({ figure, href, heading }: Pressed, key: string) =>
  reportKeys.some((report) => pathOf(report) === new URL(href, console_.url).pathname) &&
  !/[a-z]{4}/.test(figure) &&
  !/[?&](number|ticket)=/.test(href) &&
  !(key === 'sales-online' && heading === 'Hace una semana')

async function sumsOf(page: Page): Promise<string[]> {
  if (!page.url().includes('view=numeros'))
    return (await page.getByRole('row', { name: /^Total/ }).allInnerTexts()).flatMap(numbersIn)
  // The numbers of a draw have no line of sums: their lines are counted.
  const at = (await page.locator('main thead th').allInnerTexts()).findIndex((title) => title.trim() === 'Jugadas')
  const lines = await page.locator(`main tbody tr.ant-table-row td:nth-child(${at + 1})`).allInnerTexts()
  return [String(lines.reduce((sum, one) => sum + valueOf(one), 0))]
}

/** Nothing of where a link led to is said to be wrong, and nothing on it leads to what is not known. */
async function arrived(page: Page, from: string): Promise<void> {
  await settle(page)
  const faulty = await page.getByRole('alert', { name: /^El enlace/ }).allInnerTexts()
  expect([from, faulty, await wrongIn(page)]).toEqual([from, [], []])
}
/** Rows of the question before stay until those of this one are there. */
async function expectSum(page: Page, from: string, figure: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const sums = await sumsOf(page)
        return sums.includes(numberIn(figure)) ? figure : sums
      },
      { message: from, timeout: 8_000 },
    )
    .toBe(figure)
}

/** The first row that opens into its own opens what it sold. */
async function pressRow(page: Page): Promise<void> {
  const row = page.locator('tbody tr.ant-table-row', { has: page.locator('button.quiet-link') }).first()
  if ((await row.count()) === 0) return
  const titles = await page.locator('main thead th').allInnerTexts()
  const at = titles.findIndex((title) => title.trim() === 'Ventas')
  const sold = await row.locator('td').nth(at).innerText()
  const before = page.url()
  await row.locator('button.quiet-link').first().click()
  await page.waitForURL((url) => url.href !== before)
  await arrived(page, `a row of ${before}`)
  await expectSum(page, `a row of ${before}`, sold)
}

/**
 * Links that say the same things of their rows, in whichever way a report stands, are followed once of each report; in
 * the long run wherever they stand.
 */
const followed = new Set<string>()
function isNew(key: string, { heading, href }: Pressed): boolean {
  const { pathname, searchParams } = new URL(href, console_.url)
  const kind = [key, heading, pathname, searchParams.get('view'), ...[...searchParams.keys()].sort()].join()
  if (followed.has(kind) && !isLong) return false
  followed.add(kind)
  return true
}

describe('links of reports', () => {
  let visit: Awaited<ReturnType<typeof console_.visit>>
  beforeAll(async () => {
    visit = await console_.visit('banca')
  })
  afterAll(() => visit?.close())

  it('are tried of every report', () => {
    expect(Object.keys(stands).sort()).toEqual([...reportKeys].sort())
  })

  it.each(
    Object.entries(stands).flatMap(([key, all]) =>
      eachDay(all, (_, at) => at === 0).map((query) => [key, query] as const),
    ),
  )('of %s?%s say what is known alone, and open what comes to the figure', async (key, query) => {
    const { page, faults } = visit
    const own = `${pathOf(key)}?${query}`
    await lead(page, own)
    await arrived(page, own)
    const links = (await oneOfEach(page)).filter((one) => isNew(key, one))
    await pressRow(page)
    for (const one of links) {
      await lead(page, one.href)
      await arrived(page, one.href)
      if (comesToIt(one, key)) await expectSum(page, one.href, one.figure)
    }
    expect(faults()).toEqual([])
  })
})
