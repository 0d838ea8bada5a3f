/** The accountant's Monday: what everybody owes, the week closed, a row read line by line, and one taken back. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import { formatMoney } from '../../contract/values/money.ts'
import { exportedCells, lead, openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)
const balance = () => pathOf('account-balance')

describe('the balance of accounts', () => {
  it('opens down the tree, says what its file says, and leads to tickets and closed weeks', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${balance()}?period=30d&currency=BS`)
    await settle(page)
    await page.getByRole('button', { name: 'Distribuidora Capital', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.has('partner_id'))
    await settle(page)
    const cells = await exportedCells(page)
    const head = cells.findIndex((row) => row.includes('Afiliado') && row.includes('Código'))
    const [name, debt] = [/^Afiliado$/, /^Saldo( BS)?$/].map((title) =>
      cells[head]!.findIndex((one) => title.test(String(one))),
    ) as [number, number]
    const rows = cells.slice(head + 1).filter((row) => typeof row[debt] === 'number')
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      const said = formatMoney((row[debt] as number).toFixed(2), 'BS')
      const shown = page
        .getByRole('row')
        .filter({ has: page.getByText(row[name] as string, { exact: true }) })
        .first()
      expect(await shown.innerText()).toContain(said)
    }
    const agency = page.getByRole('row').filter({ hasText: 'Agencia La Candelaria' })
    // Its debt is the first of its figures.
    await agency.getByRole('link').first().click()
    await page.waitForURL((url) => url.searchParams.get('view') === 'semanas')
    await settle(page)
    expect(await page.getByRole('row').filter({ hasText: 'Agencia La Candelaria' }).count()).toBeGreaterThan(0)
    expect(faults()).toEqual([])
    await close()
  })

  it('closes the week that waits, shows one line by line, and takes it back with a reason', async () => {
    const { db } = console_
    const { page, faults, close } = await console_.visit('banca')
    const today = (await db.one<{ day: string }>(
      sql`SELECT (now() AT TIME ZONE 'America/Caracas')::date::text AS day`,
    ))!.day
    const week = addDays(today, -weekday(today))
    await page.goto(`${balance()}?view=semanas`)
    await settle(page)
    await page.getByRole('button', { name: 'Cerrar semana' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${formatDay(week)} ·`).waitFor()
    await dialog.getByLabel(/^Motivo/).fill('Se cierra como está')
    await dialog.getByRole('button', { name: 'Cerrar la semana' }).click()
    await dialog.getByText(/cuentas cerradas\. Resultado/).waitFor()
    await dialog.getByRole('button', { name: 'Listo' }).click()
    await dialog.waitFor({ state: 'detached' })
    await settle(page)
    const told = await db.one<{ id: number; name: string; total: string; closing: string }>(sql`
      SELECT closing.id, partner.name, closing.total::text AS total, closing.closing::text AS closing
      FROM closings closing JOIN partners partner ON partner.id = closing.partner_id
      WHERE closing.week = ${week} AND partner.type = 'agencia' AND closing.currency = 'BS' ORDER BY closing.sold DESC LIMIT 1`)
    await lead(page, `${balance()}?view=semanas&period=rango&from=${week}&to=${week}&type=agencia&currency=BS`)
    await settle(page)
    await page.getByRole('row').filter({ hasText: told!.name }).getByRole('button').first().click()
    const detail = page.getByRole('dialog', { name: new RegExp(`^${told!.name}, semana del`) })
    for (const amount of [told!.total, told!.closing])
      await detail
        .getByText(formatMoney(amount, 'BS', true).replace('-', '−'))
        .first()
        .waitFor()
    await detail.getByRole('button', { name: 'Reabrir la semana' }).click()
    const asked = page.getByRole('dialog', { name: /^Reabrir la semana/ })
    await asked.getByLabel('Motivo').fill('Faltaba una carga')
    await asked.getByRole('button', { name: 'Reabrir' }).click()
    await asked.waitFor({ state: 'hidden' })
    expect(await db.one(sql`SELECT reversal_reason FROM closings WHERE id = ${told!.id}`)).toEqual({
      reversal_reason: 'Faltaba una carga',
    })
    expect(faults()).toEqual([])
    await close()
  })

  it('names who keeps a week open, and leads to the day of the draw that has no result', async () => {
    const { db } = console_
    const { page, faults, close } = await console_.visit('banca')
    const waiting = (await db.one<{ id: number; day: string; state: string; agency: string }>(sql`
      SELECT draw.id, draw.day::text AS day, draw.state::text AS state, agency.name AS agency
      FROM draws draw
      JOIN draw_sales sale ON sale.draw_id = draw.id AND sale.sold > 0
      JOIN partners agency ON agency.id = sale.partner_id AND agency.type = 'agencia'
      JOIN closings last ON last.partner_id = agency.id AND last.reversed_at IS NOT NULL
      WHERE draw.day BETWEEN last.week - 5 AND last.week - 3 ORDER BY draw.day, draw.id LIMIT 1`))!
    const put = (state: string) => db.run(sql`UPDATE draws SET state = ${state}::draw_state WHERE id = ${waiting.id}`)
    await put('activo')
    await page.goto(`${balance()}?view=semanas`)
    await settle(page)
    await page.getByRole('button', { name: 'Cerrar semana' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/afiliados? por cerrar/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Cerrar la semana' }).click()
    const kept = dialog.getByRole('listitem').filter({ hasText: waiting.agency }).filter({ hasText: 'Sin resultado: ' })
    await kept.getByRole('link', { name: 'Revisar' }).click()
    await page.waitForURL((url) => url.searchParams.get('day') === waiting.day)
    await dialog.waitFor({ state: 'detached' })
    await settle(page)
    await page
      .locator(`[href*="draw_id=${waiting.id}"], [data-draw="${waiting.id}"]`)
      .first()
      .waitFor({ state: 'attached' })
    await put(waiting.state)
    expect(faults()).toEqual([])
    await close()
  })

  it('passes what an agency owes to another creditor, and shows before what it leaves', async () => {
    const { db } = console_
    const { page, faults, close } = await console_.visit('banca')
    const owing = (await db.one<{ id: number; name: string; creditor: string; owed: string }>(sql`
      SELECT partner.id, partner.name, creditor.name AS creditor, sum(ledger_day.debit - ledger_day.credit)::text AS owed
      FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      JOIN partners partner ON partner.id = account.partner_id AND partner.type = 'agencia'
      JOIN partners creditor ON creditor.id = account.sub AND creditor.type = 'distribuidor'
      WHERE account.kind = 'liquidacion' AND account.currency = 'BS'
      GROUP BY partner.id, partner.name, creditor.name ORDER BY sum(ledger_day.debit - ledger_day.credit) DESC LIMIT 1`))!
    await page.goto(`${balance()}?period=30d&currency=BS&level=agencia&q=${encodeURIComponent(owing.name)}`)
    await settle(page)
    await page.getByRole('button', { name: `Acciones de ${owing.name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Pasar a otro acreedor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${owing.creditor} · ${formatMoney(owing.owed, 'BS', true)}`).waitFor()
    const to = dialog.getByRole('combobox', { name: 'Pasa a' })
    await to.fill('Banca')
    await page.getByRole('option').first().waitFor({ state: 'attached' })
    await to.press('Enter')
    await dialog.getByLabel('Motivo').fill('Ahora le debe a la banca')
    const left = dialog.getByRole('group', { name: 'Cómo queda' })
    await left.getByText(`Le debe a ${owing.creditor}`).waitFor()
    await dialog.getByRole('button', { name: 'Pasar la deuda' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(
      await db.one(sql`SELECT partner_id, amount::text AS amount, reason FROM assignments ORDER BY id DESC LIMIT 1`),
    ).toEqual({ partner_id: owing.id, amount: owing.owed, reason: 'Ahora le debe a la banca' })
    expect(faults()).toEqual([])
    await close()
  })

  it('is read by an agency as its own, and closed by nobody but the banca', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(`${balance()}?view=semanas&period=30d`)
    await settle(page)
    expect(await page.getByRole('button', { name: 'Cerrar semana' }).count()).toBe(0)
    expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    expect(faults()).toEqual([])
    await close()
  })
})
