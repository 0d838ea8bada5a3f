/**
 * Incomes and outcomes at the counter, by keyboard alone: an income, its correction and its end, an outcome, what is given
 * to another drawer and its acceptance there, a lost answer, and the same on a phone.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { incomes } from '../../contract/incomes.ts'
import { accessibilityFaults, expectNoSidewaysScroll, openConsole, openedForFile, pathOf, settle } from './console.ts'
import { signIn } from './game.ts'

const console_ = openedForFile(openConsole)
let offices: { id: number; name: string }[]

beforeAll(async () => {
  const { db } = console_
  offices = await db.rows(sql`
    SELECT office.id, office.name FROM partners office JOIN users admin ON admin.partner_id = office.father_id
    WHERE admin.username = 'agencia' AND office.type = 'taquilla' ORDER BY office.id LIMIT 2`)
  await db.run(sql`
    INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
    SELECT office.id, (now() AT TIME ZONE banca.zone)::date, pg_current_snapshot(), now(), admin.id, now()
    FROM partners office JOIN users admin ON admin.partner_id = office.father_id CROSS JOIN banca
    WHERE admin.username = 'agencia' AND office.type = 'taquilla'`)
  await db.run(sql`
    INSERT INTO expenditure_types (partner_id, direction, name, name_key)
    SELECT admin.partner_id, kind.direction, kind.name, lower(kind.name)
    FROM users admin CROSS JOIN (VALUES ('ingreso', 'Aporte'), ('egreso', 'Limpieza')) kind(direction, name)
    WHERE admin.username = 'agencia'`)
})

const written = () =>
  console_.db.rows<{ kind: string; state: string; amount: string; concept: string }>(sql`
    SELECT kind, state, amount::text AS amount, concept FROM cash_movements WHERE direction = 'entra' OR kind = 'egreso' ORDER BY id`)

/** The counter of one of the offices, with every print kept instead of sent to a printer. */
async function counter(key: 'office-incomes' | 'office-outcomes', office: number, size: 'desk' | 'phone' = 'desk') {
  const visit = await console_.visit('agencia', { size, touch: size === 'phone' })
  await visit.page.addInitScript(() => {
    window.print = () => ((window.top as unknown as { printed: string[] }).printed ??= []).push(document.body.innerText)
  })
  await visit.page.goto(`${pathOf(key)}?office=${offices[office]!.id}`)
  await settle(visit.page)
  const printed = () => visit.page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? [])
  return { ...visit, printed }
}

/** Writes the amount, chooses the first of the list by what is typed, and goes on to the concept. */
async function write(page: Page, amount: string, choice: string, concept: string): Promise<void> {
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await page.keyboard.type(choice)
  await page.getByRole('option', { name: new RegExp(choice) }).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedLabel(page)).toBe('Método')
  await page.keyboard.press('Tab')
  while ((await focusedLabel(page)) !== 'Concepto') await page.keyboard.press('Enter')
  await page.keyboard.type(concept)
}
const focusedLabel = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '')
const isInSight = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
const register = (page: Page) => page.keyboard.press('F9')

async function pressOn(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true }).first()
  for (let pressed = 0; pressed < 120; pressed++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard never comes to ${name}`)
}

describe('an income', () => {
  it('is written, printed, corrected and deleted without a pointer', async () => {
    const { page, faults, printed, close } = await counter('office-incomes', 0)
    await expect.poll(() => focusedLabel(page)).toBe('Monto')
    await register(page)
    await page.getByText('Escriba el monto.').waitFor()
    await write(page, '1.250,50', 'Aporte', 'Para el vuelto')
    await register(page)
    await page.getByText('Registrado en la caja.').waitFor()
    expect(await written()).toEqual([
      { kind: 'ingreso', state: 'registrado', amount: '1250.50', concept: 'Para el vuelto' },
    ])
    await expect.poll(() => focusedLabel(page)).toBe('Monto')
    await page.keyboard.press('F10')
    await expect.poll(async () => (await printed()).length).toBe(1)
    for (const said of ['Ingreso', 'Aporte', 'Para el vuelto', 'Bs 1.250,50', offices[0]!.name])
      expect((await printed())[0]).toContain(said)
    expect(await accessibilityFaults(page)).toEqual([])

    await pressOn(page, 'Corregir')
    await expect.poll(() => focusedLabel(page)).toBe('Monto')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('900')
    await register(page)
    await page.getByText('Corregido: lo de antes se reversó.').waitFor()
    expect((await written()).map(({ amount }) => amount)).toEqual(['900.00'])

    await pressOn(page, 'Eliminar')
    await page.getByText('¿Eliminar el ingreso?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('¿Eliminar el ingreso?').waitFor({ state: 'detached' })
    await pressOn(page, 'Eliminar')
    await pressOn(page, 'Sí, eliminar')
    await page.getByText('Eliminado', { exact: true }).waitFor()
    expect((await written()).map(({ state }) => state)).toEqual(['eliminado'])
    expect(faults()).toEqual([])
    await close()
  })

  it('whose answer is lost is asked for by its key and stands once', async () => {
    const { page, close } = await counter('office-incomes', 0)
    let lost = 0
    await page.route('**/cash-management/incomes/', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    const before = (await written()).length
    await write(page, '77', 'Aporte', 'Una vez')
    await register(page)
    await page.getByText('Registrado en la caja.').waitFor()
    expect((await written()).slice(before).map(({ amount }) => amount)).toEqual(['77.00'])
    expect(lost).toBeGreaterThan(1)
    await close()
  })
})

describe('what goes out', () => {
  it('is an outcome, or given to another drawer, which accepts it or refuses it', async () => {
    const { page, faults, close } = await counter('office-outcomes', 0)
    await write(page, '33', 'Limpieza', 'Jabón')
    await register(page)
    await page.getByText('Registrado en la caja.').waitFor()
    await pressOn(page, 'Corregir')
    await page.getByRole('heading', { name: /^Corregir el egreso/ }).waitFor()
    await expect.poll(() => focusedLabel(page)).toBe('Monto')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('30')
    await register(page)
    await page.getByText('Corregido: lo de antes se reversó.').waitFor()
    expect((await written()).filter(({ kind }) => kind === 'egreso').map(({ amount }) => amount)).toEqual(['30.00'])
    for (const amount of ['200', '45']) {
      await page.keyboard.press('F4')
      await page.getByRole('heading', { name: 'Entregar a otra taquilla o a un fondo' }).waitFor()
      await expect.poll(() => focusedLabel(page)).toBe('Monto')
      await write(page, amount, offices[1]!.name, 'Para abrir')
      await register(page)
      await page.getByText('Ya salió de la caja, y espera a que lo acepten.').waitFor()
      await page.keyboard.press('F4')
      await page.getByRole('heading', { name: 'Nuevo egreso' }).waitFor()
    }
    const before = await written()
    expect(before.filter(({ state }) => state === 'por_aceptar').map(({ amount }) => amount)).toEqual([
      '200.00',
      '45.00',
    ])
    expect(faults()).toEqual([])
    await close()

    const other = await counter('office-incomes', 1)
    await other.page.getByText(`${offices[0]!.name} entrega Bs 200,00`).waitFor()
    await other.page.getByRole('button', { name: '2 por aceptar' }).waitFor()
    // What waits lies beside: the key that registers stays where it was.
    await other.page.setViewportSize({ width: 1366, height: 768 })
    expect(await isInSight(other.page, /^Registrar ingreso/)).toBe(true)
    await other.page.waitForTimeout(500)
    await other.page.keyboard.press('F2')
    await other.page.getByText(`Lo entregó ${offices[0]!.name}: ya está en la caja.`).waitFor()
    await other.page.getByText(`${offices[0]!.name} entrega Bs 45,00`).waitFor()
    await other.page.waitForTimeout(500)
    await other.page.keyboard.press('F4')
    await other.page.keyboard.type('No llegó completo')
    await other.page.keyboard.press('Enter')
    await other.page.getByText(`Rehusado: vuelve a ${offices[0]!.name}.`).waitFor()
    const states = (await written()).filter(({ kind }) => kind === 'transferencia').map(({ state }) => state)
    expect(states).toEqual(['aceptado', 'rehusado'])
    expect(other.faults()).toEqual([])
    await other.close()
  })
})

describe('an agency', () => {
  it('writes an outcome of one of its offices with the same keys', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(pathOf('agency-outcomes'))
    await settle(page)
    await page.getByRole('button', { name: 'Nuevo egreso' }).first().press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Nuevo egreso' })
    await drawer.getByRole('combobox').first().press('Enter')
    await page.keyboard.type(offices[0]!.name)
    await page.getByRole('option', { name: offices[0]!.name }).first().waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await drawer.getByRole('textbox', { name: 'Monto' }).focus()
    await page.keyboard.press('F9')
    await drawer.getByText('Escriba el monto.').waitFor()
    await write(page, '18', 'Limpieza', 'Cloro')
    await page.keyboard.press('F9')
    await drawer.getByText('Registrado en la caja.').waitFor()
    expect((await written()).at(-1)).toMatchObject({ kind: 'egreso', amount: '18.00', concept: 'Cloro' })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })
})

describe('with a thumb', () => {
  it('an income is written on a phone, and nothing leaves its width', async () => {
    const { page, faults, close } = await counter('office-incomes', 1, 'phone')
    const before = (await written()).length
    await expectNoSidewaysScroll(page)
    await page.getByRole('textbox', { name: 'Monto' }).tap()
    await page.getByRole('textbox', { name: 'Monto' }).fill('12,5')
    await page.getByRole('combobox', { name: 'Tipo' }).tap()
    await page.getByTitle('Aporte', { exact: true }).last().tap()
    const main = page.getByRole('button', { name: /^Registrar ingreso/ })
    // Under the thumb, wherever the page is scrolled to.
    expect(await isInSight(page, /^Registrar ingreso/)).toBe(true)
    await main.tap()
    await page.getByText('Registrado en la caja.').waitFor()
    expect((await written()).slice(before).map(({ amount }) => amount)).toEqual(['12.50'])
    await expectNoSidewaysScroll(page)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  it('without an open register the page says so and leads to what opens it', async () => {
    await console_.db.run(sql`
      UPDATE cash_registers SET state = 'enviada', cut = pg_current_snapshot(), cut_at = now(), sent_at = now(), sent_by = opened_by
      WHERE office_id = ${offices[1]!.id}`)
    const { page, faults, close } = await counter('office-incomes', 1, 'phone')
    await page.getByText(`La caja de hoy de ${offices[1]!.name} ya se envió`).waitFor()
    await page.getByRole('button', { name: 'Ver la caja' }).tap()
    await expect.poll(() => new URL(page.url()).search).toBe(`?office=${offices[1]!.id}`)
    expect(faults()).toEqual([])
    await close()
  })

  it('and in one that came back what was written is corrected, by keyboard, and nothing new is', async () => {
    await console_.db.run(sql`
      UPDATE cash_registers SET state = 'devuelta', refusal = 'Falta un ingreso' WHERE office_id = ${offices[1]!.id}`)
    const { page, faults, close } = await counter('office-incomes', 1)
    await page.getByText('Falta un ingreso').waitFor()
    expect(await page.getByRole('button', { name: /^Registrar ingreso/ }).count()).toBe(0)
    const before = (await written()).filter(({ amount }) => amount === '20.75').length
    await pressOn(page, 'Corregir')
    await expect.poll(() => focusedLabel(page)).toBe('Monto')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('20,75')
    await register(page)
    await expect.poll(async () => (await written()).filter(({ amount }) => amount === '20.75').length).toBe(before + 1)
    await page.getByText('Falta un ingreso').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })
})

/** What somebody asks of the server beside the browser. */
async function ask<T>(as: string, method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await signIn(console_.url, as)}`,
    'idempotency-key': randomUUID(),
  }
  const response = await fetch(console_.url + path, { method, headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as T & { detail?: string }
  expect([response.ok, answer.detail]).toEqual([true, undefined])
  return answer
}

describe('a register of an earlier day that came back', () => {
  it('is corrected at the counter beside the open one of today, with the keyboard, and expects what it says now', async () => {
    const office_id = offices[0]!.id
    const path = (call: { path: string }, id: number) => call.path.replace(':id', String(id))
    const written_in = { office_id, currency: 'BS', amount: '40.00', concept: 'De ayer' }
    const type = await console_.db.one<{ id: number }>(sql`SELECT id FROM expenditure_types WHERE name = 'Aporte'`)
    await ask('agencia', 'POST', incomes.create.path, { ...written_in, type_id: type!.id })
    const old = await console_.db.one<{ id: number; version: number; day: string }>(sql`
      UPDATE cash_registers SET day = day - 1 WHERE office_id = ${office_id} RETURNING id, version, to_char(day, 'DD/MM/YYYY') AS day`)
    const { id } = old!
    const sent = await ask<{ version: number }>('agencia', 'PUT', path(cashRegisters.send, id), {
      version: old!.version,
      observation: 'Nadie contó',
    })
    await ask('banca', 'PUT', path(cashManage.giveBack, id), { version: sent.version, refusal: 'Revise el aporte' })
    await ask('agencia', 'POST', cashRegisters.open.path, { office_id })
    const expected = async () =>
      (await console_.db.one<{ amount: string }>(sql`
        SELECT expected::text AS amount FROM cash_sums WHERE register_id = ${id} AND currency = 'BS'`))!.amount
    const before = Number(await expected())

    const { page, faults, close } = await counter('office-incomes', 0)
    await page.getByText(`La caja del ${old!.day} se devolvió`).waitFor()
    await page.getByRole('heading', { name: 'Nuevo ingreso' }).waitFor()
    await pressOn(page, 'Corregir sus ingresos')
    await page.getByRole('heading', { name: 'La caja se devolvió' }).waitFor()
    expect(await page.getByRole('button', { name: /^Registrar ingreso/ }).count()).toBe(0)
    await page.getByText('De ayer').waitFor()
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await pressOn(page, 'Corregir')
    await expect.poll(() => focusedLabel(page)).toBe('Monto')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('42,50')
    await register(page)
    await expect.poll(async () => Number(await expected()) - before).toBe(2.5)

    // From the register itself, on to it again and to today's.
    await pressOn(page, 'Ver la caja')
    await page.getByText('Revise el aporte').waitFor()
    await pressOn(page, 'Corregir egresos')
    await page.getByRole('heading', { name: 'La caja se devolvió' }).waitFor()
    await pressOn(page, 'Ir a la caja de hoy')
    await page.getByRole('heading', { name: 'Nuevo egreso' }).waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a seller', () => {
  it('writes into the drawer of the one office there is for them', async () => {
    await console_.db.run(sql`
      INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
      SELECT seller.partner_id, (now() AT TIME ZONE banca.zone)::date, pg_current_snapshot(), now(), seller.id, now()
      FROM users seller CROSS JOIN banca WHERE seller.username = 'taquilla'
        AND NOT EXISTS (SELECT 1 FROM cash_registers register WHERE register.office_id = seller.partner_id)`)
    const { page, faults, close } = await console_.visit('taquilla')
    for (const [key, heading] of [
      ['office-incomes', 'Nuevo ingreso'],
      ['office-outcomes', 'Nuevo egreso'],
    ] as const) {
      await page.goto(pathOf(key))
      await page.getByRole('heading', { name: heading }).waitFor()
      await settle(page)
      expect(await page.getByRole('combobox', { name: 'Taquilla' }).count()).toBe(0)
      expect(await accessibilityFaults(page)).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })
})

describe('above the drawers', () => {
  it('an agency writes one for an office, finds it in its list, and takes it out again', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(pathOf('agency-outcomes'))
    await settle(page)
    await page.getByRole('button', { name: 'Nuevo egreso' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo egreso' })
    await form.getByText('Elija la taquilla', { exact: true }).last().waitFor()
    await form.getByRole('combobox', { name: 'Taquilla' }).click()
    await page.getByRole('option', { name: new RegExp(offices[0]!.name) }).waitFor({ state: 'attached' })
    await page.locator('.partner-option').filter({ hasText: offices[0]!.name }).click()
    await form.getByRole('textbox', { name: 'Monto' }).fill('63')
    await form.getByRole('combobox', { name: 'Tipo' }).click()
    await page.getByTitle('Limpieza', { exact: true }).last().click()
    await form.getByRole('button', { name: /^Registrar egreso.*63,00/ }).click()
    await form.getByText('Registrado en la caja.').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Bs 63,00/ })
      .getByRole('button', { name: offices[0]!.name })
      .click()
    const one = page.getByRole('dialog', { name: /^Egreso n\.º \d+, Bs 63,00$/ })
    await one.getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByRole('dialog', { name: /^Eliminar el egreso/ })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    await one.getByText('Eliminado', { exact: true }).waitFor()
    expect((await written()).filter(({ amount }) => amount === '63.00').map(({ state }) => state)).toEqual([
      'eliminado',
    ])
    expect(faults()).toEqual([])
    await close()
  })

  it('an agency says what is counted, and makes a kind that a counter then offers', async () => {
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(pathOf('agency-cash-config'))
    await settle(page)
    const pieces = page.getByRole('group', { name: 'Piezas en bolívares' })
    await pieces.getByRole('checkbox', { name: 'Bs 0,25' }).uncheck()
    await pieces.getByRole('textbox').fill('1000')
    await page.keyboard.press('Enter')
    await expect.poll(() => pieces.getByRole('checkbox', { name: 'Bs 1.000,00' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('Configuración guardada').waitFor()
    const kept = await console_.db.one<{ pieces: string[] }>(
      sql`SELECT denominations -> 'BS' AS pieces FROM cash_settings`,
    )
    expect([kept!.pieces[0], kept!.pieces.includes('0.25')]).toEqual(['1000.00', false])

    await page.getByRole('button', { name: 'Nuevo tipo' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo tipo' })
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Transporte')
    await form.getByRole('button', { name: 'Crear tipo' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Tipos: Egresos' }).getByText('Transporte').waitFor()
    await page.getByRole('button', { name: 'Editar Transporte' }).click()
    const edit = page.getByRole('dialog', { name: 'Transporte' })
    await edit.getByRole('switch', { name: 'Pide aprobación' }).click()
    await edit.getByRole('button', { name: 'Guardar' }).click()
    await edit.waitFor({ state: 'detached' })
    const type = await console_.db.one(
      sql`SELECT direction, needs_approval, version FROM expenditure_types WHERE name = 'Transporte'`,
    )
    expect(type).toEqual({ direction: 'egreso', needs_approval: true, version: 2 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  it('takes and refuses what its offices give to its fund, with the same keys', async () => {
    const fund = 'Fondo de la agencia'
    await console_.db.run(sql`
      INSERT INTO cash_funds (partner_id, name, name_key)
      SELECT partner_id, ${fund}, lower(${fund}) FROM users WHERE username = 'agencia'`)
    const giver = await counter('office-outcomes', 0)
    for (const amount of ['60', '15']) {
      await giver.page.keyboard.press('F4')
      await giver.page.getByRole('heading', { name: 'Entregar a otra taquilla o a un fondo' }).waitFor()
      await expect.poll(() => focusedLabel(giver.page)).toBe('Monto')
      // A fund takes what comes by whichever method: none is asked.
      await giver.page.keyboard.type(amount)
      await giver.page.keyboard.press('Enter')
      await giver.page.keyboard.type(fund)
      await giver.page.getByRole('option', { name: fund }).waitFor({ state: 'attached' })
      await giver.page.keyboard.press('Enter')
      await expect.poll(() => focusedLabel(giver.page)).toBe('Concepto')
      await giver.page.keyboard.type('Del día')
      await register(giver.page)
      await giver.page.getByText('Ya salió de la caja, y espera a que lo acepten.').waitFor()
      await giver.page.keyboard.press('F4')
      await giver.page.getByRole('heading', { name: 'Nuevo egreso' }).waitFor()
    }
    expect(giver.faults()).toEqual([])
    await giver.close()
    const { page, faults, close } = await console_.visit('agencia')
    await page.goto(pathOf('agency-incomes'))
    await settle(page)
    const decide = async (amount: string, key: string, name: RegExp, reason = '') => {
      await page.getByRole('row').filter({ hasText: amount }).filter({ hasText: 'Por aceptar' }).click()
      const drawer = page.getByRole('dialog').first()
      await drawer.getByRole('button', { name }).waitFor()
      await page.keyboard.press(key)
      const asked = page.getByRole('dialog', { name: new RegExp(`: ${offices[0]!.name}, Bs ${amount}$`) })
      await asked.waitFor()
      if (reason !== '') await page.keyboard.type(reason)
      // What is asked is answered with the key that registers, whichever opened it.
      await page.keyboard.press('F9')
      await asked.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
    }
    await decide('60,00', 'F9', /^Aceptar/)
    await decide('15,00', 'F4', /^Rehusar/, 'Falta un billete')
    const states = () =>
      console_.db.rows(sql`
        SELECT amount::text AS amount, state, observation FROM cash_movements
        WHERE fund_id IS NOT NULL AND direction = 'entra' ORDER BY id`)
    await expect.poll(states).toEqual([
      { amount: '60.00', state: 'aceptado', observation: null },
      { amount: '15.00', state: 'rehusado', observation: 'Falta un billete' },
    ])
    expect(faults()).toEqual([])
    await close()
  })
})
