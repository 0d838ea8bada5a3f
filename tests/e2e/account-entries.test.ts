/** The books in a browser: from what accounts come to down to one entry, and a batch that is pasted, mended, refused and saved. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { isLong } from '../support/length.ts'
import {
  accessibilityFaults,
  cutRows,
  expectNoSidewaysScroll,
  exportedCells,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
  totalsIn,
} from './console.ts'

const console_ = openedForFile(openConsole)
const path = pathOf('account-entries')

const looks = [
  { size: 'laptop', dark: false },
  { size: 'phone', dark: true },
  ...(isLong
    ? ([
        { size: 'laptop', dark: true },
        { size: 'phone', dark: false },
      ] as const)
    : []),
] as const
/** Looks at the page as everybody sees it. */
async function expectForEverybody(page: Page): Promise<void> {
  for (const look of looks) {
    await showAs(page, look)
    await settle(page)
    expect([look, await accessibilityFaults(page), await cutRows(page)]).toEqual([look, [], []])
    await expectNoSidewaysScroll(page)
  }
  await showAs(page, { size: 'laptop', dark: false })
}

const today = async () =>
  (await console_.db.one<{ day: string }>(sql`SELECT (now() AT TIME ZONE 'America/Caracas')::date AS day`))!.day
interface Agency {
  name: string
  code: string
}
const agencies = () =>
  console_.db.rows<Agency>(sql`
    SELECT agency.name, agency.code FROM partners agency
    JOIN partner_ancestors above ON above.partner_id = agency.id
    JOIN users who ON who.partner_id = above.ancestor_id AND who.username = 'distribuidor'
    WHERE agency.type = 'agencia' AND 'BS' = ANY (agency.currencies) ORDER BY agency.id LIMIT 2`)
const batches = () =>
  console_.db.rows<{ told: string }>(sql`
    SELECT concat_ws(' ', partner.code, account.kind, posting.amount, entry.memo) AS told
    FROM ledger_entries entry JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id JOIN partners partner ON partner.id = account.partner_id
    WHERE entry.ref_kind = 'batch' AND entry.memo <> 'Entregado por adelantado' ORDER BY entry.id, posting.amount DESC, partner.code`)

it('leads from a class to its accounts, to their lines and to one entry, and the figures agree', async () => {
  const { page, faults, close } = await console_.visit('supervisor')
  await page.goto(`${path}?period=30d`)
  await settle(page)
  await expectForEverybody(page)
  // The days before are found by their type.
  await page.getByRole('combobox', { name: 'Tipo' }).fill('Venta')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('kind=venta')
  await settle(page)
  expect(await page.getByRole('row').filter({ hasText: 'Caja → Ventas' }).count()).toBeGreaterThan(5)

  await lead(page, `${path}?view=balance&period=30d&by=clase&currency=BS`)
  await settle(page)
  await page.getByRole('button', { name: 'Activo' }).click()
  await settle(page)
  await expect.poll(() => page.url()).toContain('class=activo')
  await expectForEverybody(page)
  const row = page.getByRole('row').filter({ hasText: 'Caja' }).first()
  const balance = (await row.getByRole('link').last().textContent())!.trim()
  await row.getByRole('link').last().click()
  await settle(page)
  expect(new URL(page.url()).searchParams.get('view')).toBe('mayor')
  // What the account comes to is what its lines end with.
  expect(await page.getByRole('row').filter({ hasText: 'Total Bs' }).textContent()).toContain(balance)
  const cells = await exportedCells(page)
  expect(Object.keys(totalsIn(cells, 'BS') ?? {})).toEqual(expect.arrayContaining(['Debe', 'Haber']))
  await expectForEverybody(page)

  await page.getByRole('row').filter({ hasText: 'Venta' }).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Cuentas que movió').waitFor()
  await settle(page)
  await expectForEverybody(page)
  await drawer.getByRole('link', { name: 'Ventas' }).click()
  await settle(page)
  expect(new URL(page.url()).searchParams.get('account')).toBe('ventas')

  await lead(page, `${path}?view=balance`)
  await settle(page)
  await page.getByRole('button', { name: 'Plan de cuentas' }).click()
  await page.getByText('A mano').first().waitFor()
  await expectForEverybody(page)
  expect(faults()).toEqual([])
  await close()
})

it('a batch is pasted with faults, mended on its cells, and saved whole', async () => {
  const { page, faults, close } = await console_.visit('banca')
  const [one, other] = (await agencies()) as [Agency, Agency]
  const day = formatDay(addDays(await today(), -1))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(path)
  await settle(page)
  await page.getByRole('button', { name: 'Nuevo lote' }).click()
  const grid = page.getByRole('grid', { name: 'Líneas del lote' })
  await grid.waitFor()
  await expectForEverybody(page)
  const cell = (row: number, column: number) => grid.locator(`[data-place="${row}:${column}"]`)
  const lines = [
    [day, one.code, 'Ajustes', 'Bs', '1.500,00', '', 'Multa de noviembre'],
    ['', other.name, 'Ajustes', '', '', '1.400,00', ''],
    ['', one.name.slice(0, -2), 'ajus', '', '0,00', '100', ''],
  ]
  await cell(0, 1).click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.map((line) => line.join('\t')).join('\n'))
  await page.keyboard.press('Control+V')
  const bar = page.getByRole('region', { name: 'Cambios sin guardar' })
  await bar.getByText('3 líneas sin guardar').waitFor()
  await bar.getByText('Cuadra').waitFor()
  // Who is not named whole is asked for, and nobody is guessed.
  await page.getByText('1 afiliado por aclarar').waitFor()
  expect(await cell(2, 2).getAttribute('aria-invalid')).toBe('true')
  expect(await bar.getByRole('button', { name: 'Guardar lote' }).isDisabled()).toBe(true)
  await expectForEverybody(page)
  await page.getByRole('button', { name: `${one.name} (${one.code})` }).click()
  await expect.poll(() => cell(2, 2).getAttribute('aria-invalid')).toBe(null)

  // What a line lacks is told as it is written.
  await cell(1, 6).click()
  await page.keyboard.type('1300')
  await page.keyboard.press('Enter')
  await bar.getByText('falta en el haber').waitFor()
  await bar.getByText('Bs 100,00', { exact: true }).waitFor()
  await bar.getByText('El lote todavía no cuadra.').waitFor()
  await page.keyboard.press('Control+Z')
  await bar.getByText('Cuadra').waitFor()

  // It is still there for whoever comes back.
  await page.reload()
  await bar.getByText('3 líneas sin guardar').waitFor()
  await settle(page)
  expect(await batches()).toEqual([])
  await bar.getByRole('button', { name: 'Guardar lote' }).click()
  await page
    .getByText(/^Lote \d+: 3 líneas en 1 asiento\.$/)
    .first()
    .waitFor()
  await settle(page)
  expect((await batches()).map(({ told }) => told)).toEqual(
    [
      `${one.code} ajustes 1500.00 Multa de noviembre`,
      `${one.code} ajustes -100.00 Multa de noviembre`,
      `${other.code} ajustes -1400.00 Multa de noviembre`,
    ].sort((left, right) => Number(right.split(' ')[2]) - Number(left.split(' ')[2])),
  )
  // Its entry is what is shown, and nothing of it waits in the sheet.
  expect(await page.getByRole('row').filter({ hasText: 'Ajustes → Ajustes' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Nuevo lote' }).click()
  await grid.waitFor()
  expect(await bar.count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

it('a batch that is refused keeps its lines, with why on each, and leaving asks', async () => {
  const { page, faults, close } = await console_.visit('distribuidor')
  const own = (await console_.db.one<{ code: string; name: string }>(sql`
    SELECT partner.code, partner.name FROM partners partner JOIN users ON users.partner_id = partner.id AND username = 'distribuidor'`))!
  const before = await batches()
  await page.goto(`${path}/create`)
  const grid = page.getByRole('grid', { name: 'Líneas del lote' })
  await grid.waitFor()
  await settle(page)
  const cell = (row: number, column: number) => grid.locator(`[data-place="${row}:${column}"]`)
  const lines = [
    [own.code, 'Ajustes', 'Bolívares', '50', ''],
    [own.code, 'Banco', 'Bolívares', '', '50'],
  ]
  for (const [row, texts] of lines.entries())
    for (const [at, text] of texts.entries()) {
      if (text === '') continue
      await cell(row, at + 2).click()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
  await cell(0, 7).click()
  await page.keyboard.type('Por mi cuenta')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'Cambios sin guardar' })
  await bar.getByText('Cuadra').waitFor()
  const save = bar.getByRole('button', { name: 'Guardar lote' })
  await expect.poll(() => save.isEnabled()).toBe(true)
  await save.click()
  await page.getByText('Los ajustes de un día tienen que cuadrar entre sí').first().waitFor()
  expect(await cell(0, 3).getAttribute('aria-invalid')).toBe('true')
  expect(await bar.getByText('2 líneas sin guardar').count()).toBe(1)
  await expectForEverybody(page)
  await page.getByRole('link', { name: 'Asientos' }).first().click()
  await page.getByText('Tiene cambios sin guardar').waitFor()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  expect(await cell(0, 2).textContent()).toContain(own.code)
  expect(await batches()).toEqual(before)
  expect(faults()).toEqual([expect.stringMatching(/^403: POST .*account-entries$/), expect.stringContaining('403')])
  await close()
})
