/** Reports as people ask them: what fell most and why, what each draw sold, and that files and links say the same. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addDays, formatDay, inZone, resolvePreset } from '../../contract/values/dates.ts'
import { formatAmount, fromCents } from '../../contract/values/money.ts'
import { sendMornings } from '../../server/entities/saved-views/mornings.ts'
import { cellsIn, exportedCells, openConsole, openedForFile, pathOf, settle } from './console.ts'
import { zone } from './game.ts'

const console_ = openedForFile(openConsole)

const has = (page: Page, entries: Record<string, string | null>) =>
  page.waitForURL((url) => Object.entries(entries).every(([name, value]) => url.searchParams.get(name) === value))
const rows = (page: Page) => page.locator('tbody tr.ant-table-row')
const cellsOf = (page: Page, n = 0) => rows(page).nth(n).getByRole('cell').allInnerTexts()

/** Rows of an earlier question stay until the next ones are there. */
const first = (page: Page, text: string) => rows(page).first().getByText(text, { exact: true }).first().waitFor()

async function pick(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).press('ArrowDown')
  await page.getByTitle(option, { exact: true }).last().click()
}

/** The amounts of a file's column, added up, as a person reads them. */
function totalOf(cells: unknown[][], title: string): string {
  const head = cells.findIndex((row) => row.includes(title) && row.includes('Moneda'))
  const column = cells[head]!.indexOf(title)
  // Below the rows stand the sums.
  const currency = cells[head]!.indexOf('Moneda')
  const own = cells.slice(head + 1).filter((row) => row[currency] === 'Bolívares' || row[currency] === 'BS')
  const cents = own.reduce((sum, row) => sum + BigInt(Math.round((row[column] as number) * 100)), 0n)
  return formatAmount(fromCents(cents))
}

describe('general sales', () => {
  it('tell which agency fell most against the same weekdays, and its press which product is to blame', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('general-sales')}?period=semana-pasada&currency=BS&level=agencia`)
    await settle(page)
    await pick(page, 'Comparar con', 'Mismo día de la semana')
    await has(page, { compare: 'mismo-dia-semana' })
    await page.getByRole('columnheader', { name: 'Cambio', exact: true }).waitFor()
    await settle(page)
    const fell = await console_.db.rows<{ agency: string; product: string; change: string }>(sql`
      WITH week AS (SELECT (date_trunc('week', now() AT TIME ZONE 'America/Caracas')::date - 7) AS monday),
      sold AS (
        SELECT a.ancestor_id AS agency_id, l.product_id, CASE WHEN l.day >= monday THEN l.stake ELSE -l.stake END AS change
        FROM week, ticket_lines l
        JOIN partner_ancestors a ON a.partner_id = l.office_id
        JOIN partners p ON p.id = a.ancestor_id AND p.type = 'agencia'
        WHERE l.currency = 'BS' AND l.state NOT IN ('anulada', 'devuelta') AND l.day BETWEEN monday - 7 AND monday + 6),
      worst AS (SELECT agency_id FROM sold GROUP BY 1 ORDER BY sum(change), agency_id LIMIT 1)
      SELECT p.name AS agency, g.name AS product, sum(s.change)::text AS change FROM sold s JOIN worst USING (agency_id)
      JOIN partners p ON p.id = s.agency_id
      JOIN products g ON g.id = s.product_id
      GROUP BY 1, 2, s.product_id
      ORDER BY sum(s.change), s.product_id::text`)
    await first(page, fell[0]!.agency)
    await rows(page).first().getByRole('button', { name: fell[0]!.agency, exact: true }).click()
    await has(page, { level: 'producto', compare: 'mismo-dia-semana', period: 'semana-pasada', currency: 'BS' })
    await settle(page)
    await first(page, fell[0]!.product)
    const blamed = await cellsOf(page)
    expect(blamed[0]).toBe(fell[0]!.product)
    expect(blamed.join(' ')).toContain(formatAmount(fell[0]!.change.replace('-', '')))
    // The file of what is shown says the same, in the same order; so does the link for whoever opens it.
    const cells = await exportedCells(page)
    const head = cells.findIndex((row) => row.includes('Nombre') && row.includes('Cambio'))
    const name = cells[head]!.indexOf('Nombre')
    // What only won in these weeks has no change.
    const names = cells.slice(head + 1).flatMap((row) => fell.filter(({ product }) => product === row[name]))
    expect(names).toEqual(fell)
    expect(JSON.stringify(cells.slice(0, head))).toContain('Comparado con')
    await page.reload()
    await settle(page)
    expect(await cellsOf(page)).toEqual(blamed)
    await page.goBack()
    await has(page, { level: 'agencia', partner_id: null, compare: 'mismo-dia-semana' })
    await first(page, fell[0]!.agency)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('daily bets', () => {
  it('open from a day to its products, their draws and their lines, with the filters kept', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('bets-daily')}?period=semana-pasada&currency=BS`)
    await settle(page)
    await pick(page, 'Filas por', 'Día')
    await has(page, { detail: 'dia' })
    await page.getByRole('columnheader', { name: 'Producto', exact: true }).waitFor({ state: 'detached' })
    await rows(page)
      .nth(2)
      .getByText(/^\d{2}\/\d{2}\/\d{4}$/)
      .waitFor()
    await settle(page)
    const [day] = await cellsOf(page, 2)
    const iso = day!.split('/').reverse().join('-')
    await pick(page, 'Comparar con', 'Mismo día de la semana')
    await page.getByRole('columnheader', { name: 'Cambio', exact: true }).waitFor()
    await settle(page)
    const total = (await cellsOf(page, 2))[2]
    await rows(page).nth(2).getByRole('button', { name: day!, exact: true }).click()
    await has(page, { detail: 'producto', from: iso, to: iso, compare: 'mismo-dia-semana', currency: 'BS' })
    await page.getByRole('columnheader', { name: 'Producto', exact: true }).waitFor()
    await settle(page)
    // What the day sold is what its products did; the one that sold most comes first where that is asked.
    await page.getByRole('columnheader', { name: 'Ventas', exact: true }).click()
    await has(page, { sort: '-sold' })
    await settle(page)
    const sums = (await page.getByRole('row', { name: /^Total/ }).innerText()).split(/\t|\n/)
    expect(sums).toContain(total)
    expect(totalOf(await exportedCells(page), 'Ventas')).toBe(total!.replace(/^\D*/, ''))
    const most = await console_.db.one<{ product: string }>(sql`
      SELECT p.name AS product FROM ticket_lines l JOIN draws d ON d.id = l.draw_id JOIN products p ON p.id = d.product_id
      WHERE d.day = ${iso} AND l.currency = 'BS' AND l.state NOT IN ('anulada', 'devuelta') GROUP BY 1 ORDER BY sum(l.stake) DESC LIMIT 1`)
    await first(page, most!.product)
    const [product, , sold] = await cellsOf(page)
    await rows(page).first().getByRole('button', { name: product!, exact: true }).click()
    await has(page, { detail: null, from: iso, sort: '-sold', compare: 'mismo-dia-semana' })
    await page.getByRole('columnheader', { name: 'Hora', exact: true }).waitFor()
    await page
      .getByRole('row', { name: /^Total/ })
      .getByText(sold!, { exact: true })
      .first()
      .waitFor()
    await settle(page)
    const [, time, , , drawn] = await cellsOf(page)
    const shown = await rows(page).count()
    await page.reload()
    await settle(page)
    expect([await rows(page).count(), (await cellsOf(page))[4]]).toEqual([shown, drawn])
    const lines = rows(page).first().getByRole('link').nth(1)
    await lines.click()
    await page.waitForURL(
      (url) => url.pathname === pathOf('ticket-consult') && url.searchParams.get('currency') === 'BS',
    )
    await settle(page)
    const text = await page.locator('main').innerText()
    for (const said of [product!, time!, drawn!]) expect(text).toContain(said)
    await page.goBack()
    await has(page, { detail: null, from: iso })
    await settle(page)
    await rows(page).first().getByRole('button', { name: product!, exact: true }).click()
    await has(page, { level: 'directos', time: time! })
    await page
      .getByRole('row', { name: /^Total/ })
      .getByText(drawn!, { exact: true })
      .first()
      .waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a file that nobody waits for', () => {
  it('is made although its tab closes, and found in the bell; so is a view that is followed', async () => {
    const leaving = await console_.visit('supervisor')
    const report = `${pathOf('gross-sales')}?period=semana-pasada&currency=BS`
    await leaving.page.goto(report)
    await settle(leaving.page)
    const shown = totalOf(await exportedCells(leaving.page), 'Ventas')
    await leaving.page.getByRole('button', { name: 'Exportar' }).click()
    await leaving.page.getByRole('menuitem', { name: 'Excel, sin esperar' }).click()
    await leaving.page.getByText('El archivo se prepara aparte').waitFor()
    await leaving.close()

    const { page, faults, close } = await console_.visit('supervisor')
    await page.goto(report)
    const bell = page.getByRole('button', { name: 'Notificaciones, 1 sin leer' })
    await bell.click()
    const told = page.getByRole('dialog', { name: 'Notificaciones' })
    const download = page.waitForEvent('download')
    await told.getByRole('button', { name: /Archivo listo/ }).click()
    expect(totalOf(await cellsIn(await download), 'Ventas')).toBe(shown)
    await page.getByRole('button', { name: 'Notificaciones', exact: true }).waitFor({ state: 'attached' })
    await told.getByRole('tab', { name: 'Archivos' }).click()
    await told.getByRole('button', { name: /^Quitar Ventas brutas/ }).click()
    await told.getByText('No hay archivos').waitFor()
    await page.keyboard.press('Escape')
    await told.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: /^Vistas/ }).click()
    await page.getByRole('button', { name: 'Guardar esta vista' }).click()
    const form = page.getByRole('dialog', { name: 'Guardar esta vista' })
    await form.getByLabel('Nombre').fill('Brutas de la semana')
    await form.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('button', { name: 'Recibir Brutas de la semana cada mañana' }).click()
    await page.getByText('La recibirá cada mañana en la campana.').waitFor()
    // The clock of the banca's next morning, four hours behind UTC.
    const tomorrow = addDays(inZone(new Date(), zone).day, 1)
    const at = (time: string) => new Date(`${tomorrow}T${time}:00-04:00`)
    await console_.db.run(sql`UPDATE view_followers SET last_morning = ${addDays(tomorrow, -1)}`)
    await sendMornings(console_.db, at('05:59'))
    expect(await console_.db.rows(sql`SELECT title FROM files`)).toEqual([])
    await sendMornings(console_.db, at('06:00'))
    await console_.makeFiles()
    await page.reload()
    await page.getByRole('button', { name: 'Notificaciones, 1 sin leer' }).click()
    const sent = page.waitForEvent('download')
    await told.getByRole('button', { name: new RegExp(`^.*Brutas de la semana, ${formatDay(tomorrow)}`) }).click()
    const file = await sent
    const cells = await cellsIn(file)
    // The week before that of the morning it came, whatever week it was asked in.
    const days = resolvePreset('semana-pasada', tomorrow)
    expect(file.suggestedFilename()).toBe(`Ventas brutas ${days.from} a ${days.to} (Brutas de la semana).xlsx`)
    const said = Object.fromEntries(cells.filter((row) => row.length === 2)) as Record<string, unknown>
    expect([said['Desde'], said['Hasta']]).toEqual([formatDay(days.from), formatDay(days.to)])
    await page.getByRole('button', { name: 'Notificaciones', exact: true }).waitFor({ state: 'attached' })
    await told.getByRole('tab', { name: 'Archivos' }).click()
    await told.getByText(`De la mañana del ${formatDay(tomorrow)}`).waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})
