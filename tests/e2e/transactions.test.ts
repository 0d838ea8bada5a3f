/** Deciding incomes and outcomes in a browser: one approved by its key, one rejected with an observation, the rest at once. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { transaction } from '../../server/platform/db/connect.ts'
import { write } from '../../server/rules/cash/write.ts'
import { openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

/** Of an office of the demo: an income and three outcomes that its agency asks to approve. */
async function written(): Promise<void> {
  const { db, pool } = console_
  const office = await db.one<{ id: number; agency_id: number; by: number; day: string }>(sql`
    SELECT office.id, office.father_id AS agency_id, (SELECT min(id) FROM users WHERE partner_id = office.id) AS by,
      (now() AT TIME ZONE banca.zone)::date::text AS day
    FROM partners office CROSS JOIN banca
    WHERE office.type = 'taquilla' AND EXISTS (SELECT 1 FROM users WHERE partner_id = office.id) ORDER BY office.id LIMIT 1`)
  const { id, agency_id, by, day } = office!
  await db.run(sql`
    INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
    VALUES (${id}, ${day}::date, pg_current_snapshot(), now(), ${by}, now())
    ON CONFLICT DO NOTHING`)
  const typed = (direction: string, name: string) =>
    db.one<{ id: number }>(sql`
      INSERT INTO expenditure_types (partner_id, direction, name, name_key, needs_approval)
      VALUES (${agency_id}, ${direction}, ${name}, ${name.toLowerCase()}, true) RETURNING id`)
  const signature = { by, at: new Date(), today: day }
  const add = async (kind: 'ingreso' | 'egreso', type_id: number, amount: string) =>
    transaction(pool, (tx) =>
      write(
        tx,
        kind,
        id,
        { type_id, currency: 'BS', amount, method_id: null, concept: 'De prueba', reference: '' },
        signature,
      ),
    )
  const [income, outcome] = [await typed('ingreso', 'Aporte de prueba'), await typed('egreso', 'Arreglo de prueba')]
  await add('ingreso', income!.id, '111.11')
  for (const amount of ['222.22', '333.33', '444.44', '555.55', '666.66']) await add('egreso', outcome!.id, amount)
}

beforeAll(written)

it('what waits is decided one by one and at once, and its history says to what it came', async () => {
  const { page, faults, close } = await console_.visit('banca')
  await page.goto(pathOf('transactions-pending'))
  await settle(page)
  const rows = page.locator('tbody tr.ant-table-row').filter({ hasText: 'de prueba' })
  await expect.poll(() => rows.count()).toBe(6)
  await page.getByRole('row').filter({ hasText: '111,11' }).getByRole('link').first().press('Enter')
  const drawer = page.locator('.ant-drawer').getByRole('dialog')
  await drawer.getByRole('button', { name: 'Aprobar' }).waitFor()
  await drawer.getByRole('button', { name: 'Aprobar' }).click()
  await page
    .getByRole('dialog', { name: /^Aprobar: / })
    .getByRole('button', { name: 'Aprobar' })
    .click()
  await page.getByRole('dialog', { name: /^Aprobar: / }).waitFor({ state: 'detached' })
  await page.goto(pathOf('transactions-pending'))
  await settle(page)

  await page.getByRole('row').filter({ hasText: '222,22' }).getByRole('link').first().click()
  await drawer.getByRole('button', { name: 'Rechazar' }).click()
  const rejecting = page.getByRole('dialog', { name: /^Rechazar: / })
  await rejecting.getByRole('button', { name: 'Rechazar' }).click()
  await rejecting.getByText('Explique el motivo').waitFor()
  await rejecting.getByRole('textbox', { name: 'Observación' }).fill('No trajo la factura')
  await rejecting.getByRole('button', { name: 'Rechazar' }).click()
  await rejecting.waitFor({ state: 'detached' })
  await page.goto(pathOf('transactions-pending'))
  await settle(page)

  await expect.poll(() => rows.count()).toBe(4)
  for (const amount of ['555,55', '666,66'])
    await page.getByRole('row').filter({ hasText: amount }).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Elegidas' }).getByRole('button', { name: 'Rechazar' }).click()
  const many = page.getByRole('dialog', { name: 'Rechazar: 2 transacciones' })
  expect(await many.getByRole('button', { name: 'Rechazar' }).isDisabled()).toBe(true)
  await many.getByRole('textbox', { name: 'Motivo' }).fill('Ninguna trajo la factura')
  await many.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByText('2 hechas').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()

  await expect.poll(() => rows.count()).toBe(2)
  await page
    .getByRole('checkbox', { name: 'Elegir todas las filas' })
    .or(page.locator('thead input[type=checkbox]'))
    .first()
    .check()
  await page.getByRole('region', { name: 'Elegidas' }).getByRole('button', { name: 'Aprobar' }).click()
  await page
    .getByRole('dialog', { name: /^Aprobar: / })
    .getByRole('button', { name: 'Aprobar' })
    .click()
  await page.getByText('2 hechas').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByText('Nada espera').waitFor()

  await page.goto(pathOf('transactions-history'))
  await settle(page)
  await page.getByText('Aprobado: 2 egresos').waitFor()
  await page.getByText('Rechazado: 3 egresos').waitFor()
  expect(await rows.count()).toBe(6)
  expect(faults()).toEqual([])
  await close()
})
