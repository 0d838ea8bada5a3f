/**
 * Every report as it is worked with: narrowed, ordered, compared, followed down and back, opened again by its link, and
 * taken away as a file that says what the screen does. What is one's own of a report is in tests of its own.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCents } from '../../contract/values/money.ts'
import { exportedCells, lead, openedForFile, pathOf, settle, totalsIn } from './console.ts'
import { openGame } from './game.ts'
import { eachDay } from '../support/length.ts'

const game = openedForFile(openGame)
let visit: Awaited<ReturnType<typeof game.visit>>
afterAll(() => visit?.close())
beforeAll(async () => {
  visit = await game.visit('banca')
  // The day that is told as it happens has something of two agencies, whatever the hour.
  const draw_id = await game.draw('LOTTO_ACTIVO')
  await game.sell([{ draw_id, number: '5', stake: '35.00' }], 'taquilla')
  await game.sell([{ draw_id, number: '6', stake: '20.00' }], 'taquilla2')
})

interface Journey {
  name: string
  key: string
  query: string
  /** A filter's name, what is taken of it, and what the address then says. */
  filter: readonly [name: string, option: string, param: string, value: string | RegExp]
  /** A heading to order by, largest first. */
  sort: readonly [heading: string, value: string]
  compares?: true
  /** The column that names a row, there and in the file. */
  named: string
  /** The amounts that file, rows and totals must agree in; what it is called in the file. */
  amount?: readonly [heading: string, inFile?: string]
  /** What a press on a row leads to: the rows it is the sum of, or a drawer. */
  opens?: { param: string; sums?: true }
}

const month = 'period=30d&currency=BS'
const byAgency = ['Nivel', 'Agencia', 'level', 'agencia'] as const
const journeys: readonly Journey[] = [
  {
    name: 'general sales',
    key: 'general-sales',
    query: month,
    filter: byAgency,
    sort: ['Premios', '-prizes'],
    compares: true,
    named: 'Nombre',
    amount: ['Premios'],
  },
  {
    name: 'gross sales',
    key: 'gross-sales',
    query: month,
    filter: byAgency,
    sort: ['Jugadas', '-lines'],
    compares: true,
    named: 'Afiliado',
    amount: ['Ventas'],
    opens: { param: 'partner_id' },
  },
  {
    name: 'daily sales',
    key: 'daily-sales',
    query: month,
    filter: byAgency,
    sort: ['Utilidad', '-profit'],
    compares: true,
    named: 'Afiliado',
    amount: ['Utilidad'],
    opens: { param: 'partner_id', sums: true },
  },
  {
    name: 'daily bets',
    key: 'bets-daily',
    query: `${month}&detail=producto`,
    filter: ['Nivel', 'Distribuidor', 'level', 'distribuidor'],
    sort: ['Ventas', '-sold'],
    compares: true,
    named: 'Afiliado',
    amount: ['Premios'],
    opens: { param: 'partner_id', sums: true },
  },
  {
    name: 'terminals of Panama',
    key: 'bets-daily',
    query: `${month}&view=terminales-pa`,
    filter: ['Filas por', 'Día y producto', 'detail', 'producto'],
    sort: ['Ventas', '-sold'],
    compares: true,
    named: 'Producto',
    amount: ['Ventas'],
    opens: { param: 'product_id', sums: true },
  },
  {
    name: 'sales online, by partner',
    key: 'sales-online',
    query: 'currency=BS',
    filter: byAgency,
    sort: ['Hace una semana', '-before'],
    named: 'Afiliado',
    amount: ['Ventas'],
    opens: { param: 'partner_id', sums: true },
  },
  {
    name: 'sales online, by product',
    key: 'sales-online',
    query: 'currency=BS&view=productos',
    filter: ['Jugada', 'Animalito', 'bet_type_id', /^\d+$/],
    sort: ['Hace una semana', '-before'],
    named: 'Producto',
    amount: ['Ventas'],
  },
  {
    name: 'sales online, the day of each',
    key: 'sales-online',
    query: 'currency=BS&view=resumen',
    filter: byAgency,
    sort: ['Utilidad', '-profit'],
    named: 'Afiliado',
    amount: ['Utilidad'],
    opens: { param: 'partner_id', sums: true },
  },
  {
    name: 'results',
    key: 'results',
    query: 'period=7d',
    filter: ['Productos', 'Triple Zulia', 'product_ids', /^\d+$/],
    sort: ['Premiado', '-awarded_at'],
    named: 'Producto',
  },
  {
    name: 'tickets',
    key: 'ticket-consult',
    query: month,
    filter: ['Estado', 'Pagado', 'state', 'pagado'],
    sort: ['Total', '-total'],
    named: 'Serial',
    amount: ['Premio'],
    opens: { param: 'ticket' },
  },
  {
    name: 'prizes',
    key: 'detailed-prize',
    query: month,
    filter: ['Estado', 'Pagado', 'state', 'pagado'],
    sort: ['Premio', '-prize'],
    named: 'Serial',
    amount: ['Premio'],
    opens: { param: 'ticket' },
  },
]

/** Rows that open into rows that come to them, into others, and into a drawer; with a comparison and without. */
const kinds = ['gross sales', 'daily bets', 'sales online, by partner', 'tickets']

const rows = (page: Page) => page.locator('tbody tr.ant-table-row:not(.data-table-hidden-totals)')
const centsIn = (text: string) =>
  toCents(
    text
      .replace(/[^\d,−-]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  )

/** The rows shown, each by its headings. */
async function shown(page: Page): Promise<Record<string, string>[]> {
  const titles = await page
    .locator('main thead th')
    .evaluateAll((cells) => cells.map((one) => (one as HTMLElement).innerText.trim()))
  const lines = await rows(page).evaluateAll((all) =>
    all.slice(0, 15).map((row) => [...row.children].map((one) => (one as HTMLElement).innerText.trim())),
  )
  return lines.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])))
}
const totalShown = (page: Page) => page.getByRole('row', { name: /^Total/ }).innerText()
const said = (page: Page, param: string, value: string | RegExp | null) =>
  page.waitForURL((url) => {
    const is = url.searchParams.get(param)
    return value instanceof RegExp ? value.test(is ?? '') : is === value
  })

/** Does what asks the server for something else, and waits until that is shown: rows of the question before stay until then. */
async function until(page: Page, asks: string, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((reply) => {
    const request = reply.request()
    return `${new URL(reply.url()).search} ${request.postData() ?? ''}`.includes(asks)
  })
  await act()
  await answered
  await settle(page)
}

async function pick(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).press('ArrowDown')
  await page.getByTitle(option, { exact: true }).last().click()
}

/** The file's rows by their titles, and the line of what they come to. */
async function fileOf(page: Page, named: string) {
  const cells = await exportedCells(page)
  const head = cells.findIndex((row) => row.includes(named) && row.length > 3)
  const titles = cells[head]!
  const of = (row: unknown[]) => Object.fromEntries(titles.map((title, at) => [String(title), row[at]]))
  return { rows: cells.slice(head + 1).map(of), total: totalsIn(cells, 'BS') }
}

describe.each(eachDay(journeys, ({ name }) => kinds.includes(name)))(
  '$name',
  ({ key, query, filter, sort, compares, named, amount, opens }) => {
    it('are narrowed, ordered, compared, opened and left again, and the file is what is shown', async () => {
      const { page, faults } = visit
      await lead(page, `${pathOf(key)}?${query}`)
      await settle(page)
      const [name, option, param, value] = filter
      await until(page, value instanceof RegExp ? param : value, () => pick(page, name, option))
      await said(page, param, value)
      await page.keyboard.press('Escape')
      const heading = page.getByRole('columnheader', { name: sort[0], exact: true })
      await until(page, sort[1], () => heading.click())
      await said(page, 'sort', sort[1])
      if (compares) {
        await until(page, 'anterior', () => pick(page, 'Comparar con', 'Período anterior'))
        await page.getByRole('columnheader', { name: 'Cambio', exact: true }).waitFor()
      }
      const before = await shown(page)
      expect(before.length).toBeGreaterThan(0)

      const file = await fileOf(page, named)
      expect(file.rows.slice(0, before.length).map((row) => row[named])).toEqual(before.map((row) => row[named]))
      if (amount) {
        const [column, inFile = column] = amount
        const inRow = (row: Record<string, unknown>) => toCents(Number(row[inFile] ?? 0).toFixed(2))
        const isDash = (text: string) => !/\d/.test(text)
        expect(file.rows.slice(0, before.length).map(inRow)).toEqual(
          before.map((row) => (isDash(row[column]!) ? 0n : centsIn(row[column]!))),
        )
        // What is ordered by stands in its order, and what the file comes to is what the screen does.
        const order = before.map((row) => (isDash(row[sort[0]]!) ? 0n : centsIn(row[sort[0]]!)))
        expect(order).toEqual(order.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0)))
        const sum = toCents(Number(file.total?.[inFile]).toFixed(2))
        const amounts = (await totalShown(page)).split(/[\t\n]/).filter((text) => /,\d\d$/.test(text))
        expect(amounts.map(centsIn)).toContain(sum)
        if (filter[3] !== 'distribuidor') expect(file.rows.map(inRow).reduce((all, one) => all + one, 0n)).toBe(sum)
      }

      await page.reload()
      await settle(page)
      expect(await shown(page)).toEqual(before)
      if (opens) {
        const at = before.findIndex((row) => row[named] !== 'Sin distribuidor')
        const row = rows(page).nth(at)
        await (opens.param === 'ticket' ? row.getByRole('link').first() : row.getByRole('button').first()).click()
        await said(page, opens.param, /./)
        if (opens.param === 'ticket') await page.getByRole('dialog').getByText(before[at]![named]!).first().waitFor()
        if (opens.sums) {
          const total = page.getByRole('row', { name: /^Total/ })
          await total.getByText(before[at]![amount![0]]!, { exact: true }).first().waitFor()
        }
        await settle(page)
        await page.goBack()
        await said(page, param, value)
        await said(page, 'sort', sort[1])
        await settle(page)
        expect(await shown(page)).toEqual(before)
      }
      expect(faults()).toEqual([])
    })
  },
)
