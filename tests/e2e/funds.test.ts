/** Funds and reloads in a browser: a fund is created, filled, reloads an office, and its counter accepts it. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { incomes } from '../../contract/incomes.ts'
import { session } from '../../contract/session.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { accessibilityFaults, expectNoSidewaysScroll, openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

async function choose(page: Page, dialog: string, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog', { name: dialog }).getByRole('combobox', { name: label })
  await field.focus()
  await field.fill(text)
  await page.getByRole('option', { name: text }).first().waitFor({ state: 'attached' })
  await field.press('Enter')
}

/** A call of whoever stands at the counter. */
async function counter(username: string) {
  const opened = await fetch(console_.url + session.open.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const { access_token } = (await opened.json()) as { access_token: string }
  return async (path: string, body?: object) => {
    const reply = await fetch(console_.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as Record<string, unknown>
  }
}

describe('a fund', () => {
  it('is created, filled, reloads an office, and is told how it went', async () => {
    const office = (await console_.db.one<{ id: number; name: string; username: string }>(sql`
      SELECT office.id, office.name, person.username FROM users person JOIN partners office ON office.id = person.partner_id
      WHERE person.role = 'VEND_TAQUILLA' AND person.status = 'activo' AND office.status = 'activo'
        AND 'BS'::currency = ANY (office.currencies) ORDER BY length(person.username), person.username LIMIT 1`))!
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('cash-funds'))
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Nuevo fondo' }).first().click()
    const form = page.getByRole('dialog', { name: 'Nuevo fondo' })
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Caja fuerte')
    await form.getByRole('textbox', { name: 'Mínimo (Bs)' }).fill('5.000,00')
    await form.getByRole('button', { name: 'Crear fondo' }).click()
    await form.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: 'Caja fuerte' })
    await row.getByText('Bajo el mínimo').first().waitFor()

    await row.getByRole('link', { name: 'Caja fuerte' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Caja fuerte' }).waitFor()
    await page.getByRole('button', { name: 'Acciones', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mover dinero' }).click()
    const moving = page.getByRole('dialog', { name: 'Mover dinero de Caja fuerte' })
    await moving.getByText('Fuera', { exact: true }).click()
    await moving.getByRole('textbox', { name: 'Monto' }).fill('8.000,00')
    await moving.getByRole('button', { name: 'Mover dinero' }).click()
    await moving.waitFor({ state: 'detached' })

    await page.goto(pathOf('cash-reloads'))
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Nueva recarga' }).first().click()
    await choose(page, 'Nueva recarga', 'Fondo', 'Caja fuerte')
    await choose(page, 'Nueva recarga', 'Taquilla', office.name)
    const giving = page.getByRole('dialog', { name: 'Nueva recarga' })
    await giving.getByRole('textbox', { name: 'Monto' }).fill('1.234,00')
    await giving.getByRole('button', { name: 'Recargar' }).click()
    await giving.waitFor({ state: 'detached' })
    const reload = page.getByRole('row').filter({ hasText: '1.234,00' }).first()
    await reload.getByText('Por aceptar').first().waitFor()

    const call = await counter(office.username)
    await call(cashRegisters.open.path, {})
    const half = (await console_.db.one<{ id: number; version: number }>(sql`
      SELECT id, version FROM cash_movements WHERE office_id = ${office.id} AND kind = 'recarga' AND direction = 'entra'`))!
    const accepted = await call(incomes.accept.path.replace(':id', String(half.id)), { version: half.version })
    expect(accepted).toMatchObject({ state: 'aceptado', amount: '1234.00' })

    await page.reload()
    await settle(page)
    await page.getByRole('row').filter({ hasText: '1.234,00' }).first().getByText('Aceptado').first().waitFor()
    await page.goto(pathOf('cash-funds'))
    await settle(page)
    await page.getByTitle('Ver los movimientos de Caja fuerte').first().click()
    await page.getByRole('heading', { level: 1, name: 'Caja fuerte' }).waitFor()
    await page.getByRole('row').filter({ hasText: office.name }).filter({ hasText: '6.766,00' }).first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  it('is read on a phone, in the dark, and nothing moves sideways', async () => {
    const { page, faults, close } = await console_.visit('banca', { size: 'phone', dark: true })
    for (const key of ['cash-funds', 'cash-reloads'] as const) {
      await page.goto(pathOf(key))
      await settle(page)
      await expectNoSidewaysScroll(page)
      expect(await accessibilityFaults(page)).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })
})
