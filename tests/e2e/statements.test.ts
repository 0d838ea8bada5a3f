/** A week's statement as people use it: found from the balance, read back, put on paper, sent as a picture, taken away, and answered. */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { formatMoney } from '../../contract/values/money.ts'
import {
  accessibilityFaults,
  cellsIn,
  expectNoSidewaysScroll,
  exportedCells,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'

const console_ = openedForFile(openConsole)
const balance = () => pathOf('account-balance')

/** The last week that was closed of the agency of the demo's agency user, in bolívares. */
const lastTold = async () =>
  (await console_.db.one<{
    id: number
    partner_id: number
    name: string
    week: string
    sold: string
    opening: string
    closing: string
  }>(sql`
    SELECT closing.id, closing.partner_id, partner.name, closing.week::text AS week, closing.sold::text AS sold,
      closing.opening::text AS opening, closing.closing::text AS closing
    FROM closings closing JOIN partners partner ON partner.id = closing.partner_id
    JOIN users person ON person.partner_id = partner.id AND person.username = 'agencia'
    WHERE closing.currency = 'BS' AND closing.reversed_at IS NULL ORDER BY closing.week DESC LIMIT 1`))!
const money = (amount: string) => formatMoney(amount, 'BS', true)

/** What is put on paper stays in its frame, and no dialog opens. */
const withPaper = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => undefined
  })
const paper = (page: Page) => page.frameLocator('iframe[title="Impresión de estados de cuenta"]')
const weekOn = (page: Page) => new URL(page.url()).searchParams.get('week')
const bolivares = (page: Page) => page.getByRole('table', { name: /^Bolívares/ })

describe('a statement', () => {
  it('is found from the balance, leads week by week back by keyboard, and to the tickets behind its sales', async () => {
    const { page, faults, close } = await console_.visit('banca')
    const told = await lastTold()
    await page.goto(`${balance()}?period=semana&level=agencia&currency=BS&q=${encodeURIComponent(told.name)}`)
    await settle(page)
    await page.getByRole('button', { name: `Acciones de ${told.name}` }).click()
    await page.getByRole('menuitem', { name: 'Estado de cuenta de la semana' }).click()
    await page.getByRole('heading', { level: 1, name: told.name }).waitFor()
    await settle(page)
    for (let weeks = 0; weekOn(page) !== told.week && weeks < 4; weeks++) {
      const from = weekOn(page)!
      await bolivares(page)
        .getByRole('row', { name: /^Saldo anterior/ })
        .getByRole('link')
        .focus()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('week') === addDays(from, -7))
      await settle(page)
    }
    const rows = bolivares(page).getByRole('row')
    expect(await rows.filter({ hasText: 'Saldo anterior' }).innerText()).toContain(money(told.opening))
    expect(await rows.last().innerText()).toContain(money(told.closing))
    const sales = rows.filter({ hasText: 'Ventas' }).first()
    expect(await sales.innerText()).toContain(money(told.sold))
    await sales.getByRole('link').click()
    await page.waitForURL((url) => url.pathname === pathOf('ticket-consult'))
    await settle(page)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      period: 'rango',
      from: addDays(told.week, -6),
      to: told.week,
      partner_id: String(told.partner_id),
      currency: 'BS',
    })
    expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    expect(faults()).toEqual([])
    await close()
  })

  it('goes on paper, into a picture of a phone’s width and into a workbook, each with what it says on screen', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    const told = await lastTold()
    await withPaper(page)
    await page.goto(`${balance()}/statement/${told.partner_id}?week=${told.week}`)
    await settle(page)
    await page.getByRole('button', { name: 'Imprimir' }).click()
    const printed = await paper(page).locator('section').innerText()
    for (const said of [told.name, formatDay(told.week), money(told.opening), money(told.closing)])
      expect(printed).toContain(said)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Guardar imagen' }).click()
    const picture = await saved
    expect(picture.suggestedFilename()).toMatch(new RegExp(`^estado-de-cuenta-[a-z-]+-${told.week}\\.png$`))
    const bytes = readFileSync(await picture.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    // Three dots a pixel of 360; a blank one would be some hundreds of bytes.
    expect([width, height > 600, bytes.length > 10_000]).toEqual([1_080, true, true])
    const cells = await exportedCells(page)
    const head = cells.find((row) => row.includes('Concepto') && row.includes('Detalle'))!
    const last = cells.find((row) => row[head.indexOf('Concepto')] === 'Saldo' && row.includes('BS'))!
    expect(last).toContain(Number(told.closing))
    for (const size of ['desk', 'phone'] as const) {
      await showAs(page, { size, dark: size === 'phone' })
      await settle(page)
      await expectNoSidewaysScroll(page)
      expect(await accessibilityFaults(page)).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })

  it('is one of all of a week: on paper together, and in one file that is prepared apart', async () => {
    const { page, faults, close } = await console_.visit('banca')
    const { week } = await lastTold()
    await withPaper(page)
    await page.goto(`${balance()}?view=estados&week=${week}&type=agencia&currency=BS`)
    await settle(page)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitem', { name: 'Excel, sin esperar' }).click()
    await page.getByText('El archivo se prepara aparte').waitFor()
    await console_.makeFiles()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Descargar .*Estados de cuenta/ }).click()
    const cells = await cellsIn(await download)
    const at = cells.findIndex((row) => row.includes('Concepto') && row.includes('Detalle'))
    const [name, concept] = ['Afiliado', 'Concepto'].map((title) => cells[at]!.indexOf(title)) as [number, number]
    const names = cells.slice(at + 1).flatMap((row) => (row[concept] === 'Saldo' ? [String(row[name])] : []))
    expect(names.length).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'Imprimir estados' }).click()
    const sections = paper(page).locator('section')
    await sections.first().waitFor()
    expect((await sections.locator('h1').allInnerTexts()).map((said) => said.replace(/\s\S+$/, ''))).toEqual(names)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('its answer', () => {
  it('is given on the page by who owes, seen by whom it is owed to, talked about, and given again by keyboard', async () => {
    const told = await lastTold()
    const link = `${balance()}/statement/${told.partner_id}?week=${told.week}`
    const agency = await console_.visit('agencia', { size: 'phone' })
    await agency.page.goto(link)
    await settle(agency.page)
    await agency.page.getByRole('button', { name: 'En disputa' }).first().click()
    const asked = agency.page.getByRole('dialog', { name: /^Disputar/ })
    expect(await asked.getByRole('button', { name: 'Disputar' }).isDisabled()).toBe(true)
    await asked.getByLabel('Motivo').fill('Falta el premio del sábado')
    await asked.getByRole('button', { name: 'Disputar' }).click()
    await asked.waitFor({ state: 'hidden' })
    await agency.page.getByRole('listitem').filter({ hasText: 'En disputa: Falta el premio del sábado' }).waitFor()

    const creditor = await console_.visit('distribuidor')
    await creditor.page.goto(`${balance()}?view=semanas`)
    await settle(creditor.page)
    await creditor.page.getByRole('link', { name: '1 semana en disputa', exact: true }).click()
    await settle(creditor.page)
    await creditor.page.getByRole('row').filter({ hasText: told.name }).getByRole('button').first().click()
    const detail = creditor.page.getByRole('dialog', { name: new RegExp(`^${told.name}, semana del`) })
    await detail.getByText('Falta el premio del sábado').waitFor()
    expect(await detail.getByRole('button', { name: 'Conforme' }).count()).toBe(0)
    await detail.getByLabel('Comentario', { exact: true }).fill('Se pagó el lunes')
    await detail.getByRole('button', { name: 'Comentar' }).click()
    await detail.getByRole('listitem').filter({ hasText: 'Se pagó el lunes' }).waitFor()
    expect(creditor.faults()).toEqual([])
    await creditor.close()

    await agency.page.goto(link)
    await settle(agency.page)
    await agency.page.getByRole('listitem').filter({ hasText: 'Se pagó el lunes' }).waitFor()
    await agency.page.getByRole('button', { name: 'Conforme' }).first().focus()
    await agency.page.keyboard.press('Enter')
    const agreed = agency.page.getByRole('dialog', { name: /^Conforme con/ })
    await agreed.getByRole('button', { name: 'Estoy conforme' }).focus()
    await agency.page.keyboard.press('Enter')
    await agreed.waitFor({ state: 'hidden' })
    expect(
      await console_.db.one(sql`SELECT answer, answers FROM closing_answers WHERE closing_id = ${told.id}`),
    ).toEqual({ answer: 'conforme', answers: 2 })
    expect(agency.faults()).toEqual([])
    await agency.close()
  })
})
