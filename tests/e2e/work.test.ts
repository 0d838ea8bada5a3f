/** The work people do at the console, as they do it: looking a figure up, taking a report away, keeping agencies. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { alarms } from '../../contract/alarms.ts'
import { kpis } from '../../contract/kpis.ts'
import { readAmount } from '../../contract/values/money.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { exportedCells, openConsole, openedForFile, pathOf, settle } from './console.ts'

const console_ = openedForFile(openConsole)

/** Opens a menu of antd's select by its label and takes an option. */
async function choose(
  page: Page,
  label: string,
  option: string,
  { within = page.locator('body') } = {},
): Promise<void> {
  const box = within.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) })
  await box.click()
  await box.fill(option)
  // What is offered to the keyboard is what the list shows first.
  await page.getByRole('option', { name: option }).first().waitFor({ state: 'attached' })
  await box.press('Enter')
}

describe('the dashboard', () => {
  it('narrows to a partner with all its figures, says so in its address, and back undoes it', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('sales-dashboard')}?period=7d`)
    await settle(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/kpis/')) asked.push(request.url())
    })
    const table = page.getByRole('table', { name: 'Ventas por afiliado' })
    const first = table.getByRole('row').nth(1).getByRole('button').first()
    // The names of a list leave out what all of them begin with.
    const name = /^Ver solo (.+) \(/.exec((await first.getAttribute('title'))!)![1]!
    const sold = (await page.getByRole('group', { name: 'Cifras del período' }).textContent())!
    await first.click()
    await page.waitForURL((url) => url.searchParams.has('partner_id'))
    await settle(page)
    const id = new URL(page.url()).searchParams.get('partner_id')!
    expect(await console_.db.one(sql`SELECT name FROM partners WHERE id = ${Number(id)}`)).toEqual({ name })
    // Every figure of the dashboard was asked for again, for that partner and for no other.
    const paths = new Set(
      asked.filter((url) => new URL(url).searchParams.get('partner_id') === id).map((url) => new URL(url).pathname),
    )
    expect([...paths].sort()).toEqual(
      [...Object.values(kpis.endpoints), alarms.standing].map((endpoint) => endpoint.path).sort(),
    )
    expect(await page.getByRole('group', { name: 'Cifras del período' }).textContent()).not.toBe(sold)
    await page.goBack()
    await page.waitForURL((url) => !url.searchParams.has('partner_id'))
    await settle(page)
    expect(await page.getByRole('group', { name: 'Cifras del período' }).textContent()).toBe(sold)
    await page.goto(`${pathOf('sales-dashboard')}?period=7d&partner_id=${id}`)
    await settle(page)
    expect(await page.getByText(name).count()).toBeGreaterThan(0)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the alarms', () => {
  const alarmOf = (page: Page) => page.getByRole('region', { name: 'Avisos' })
  const setLimit = async (page: Page, value: string) => {
    await alarmOf(page).getByRole('button', { name: 'Umbrales' }).click()
    const drawer = page.getByRole('dialog', { name: 'Umbrales de los avisos' })
    const limit = drawer.getByLabel('Cupo vendido (%)')
    await limit.fill(value)
    await drawer.getByRole('button', { name: 'Guardar' }).click()
    return { drawer, limit }
  }

  it('stand on the dashboard from the banca’s thresholds on, and lead to where they are seen', async () => {
    const { db } = console_
    // A quota that nothing else in the demo comes near: of the fullest fifty alone the dashboard speaks.
    const draw = await db.one<{ id: number; product_id: number; bet_type_id: number }>(sql`
      INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
      SELECT o.product_id, (now() AT TIME ZONE 'America/Caracas')::date, now() + interval '65 minutes',
        now() - interval '1 hour', now() + interval '1 hour'
      FROM product_bet_types o JOIN products p ON p.id = o.product_id WHERE p.kind = 'animalitos' ORDER BY 1, o.bet_type_id LIMIT 1
      RETURNING id, product_id, (SELECT min(bet_type_id) FROM product_bet_types o WHERE o.product_id = draws.product_id) AS bet_type_id`)
    const { id, product_id, bet_type_id } = draw!
    await db.run(sql`
      INSERT INTO top_quotas VALUES (${product_id}, ${bet_type_id}, 'BS', 1000000000)
      ON CONFLICT (product_id, bet_type_id, currency) DO UPDATE SET amount = 1000000000`)
    await db.run(sql`
      UPDATE regular_quotas SET amount = 1000000000 WHERE product_id = ${product_id} AND bet_type_id = ${bet_type_id} AND currency = 'BS'
        AND partner_id = (SELECT id FROM partners WHERE type = 'banca')`)
    await db.run(sql`
      INSERT INTO draw_sales SELECT ${id}::int, id, ${bet_type_id}::int, '00', 'BS', 920000000, 0, 1 FROM partners WHERE type = 'banca'`)
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('sales-dashboard'))
    await settle(page)
    // Which one is named in the line, the newest says: all of them are in the list.
    await alarmOf(page).getByRole('button', { name: 'Ver avisos' }).click()
    const told = alarmOf(page).getByRole('link', { name: /^El 00 lleva el 92,0 % de su cupo$/ })
    await told.waitFor()
    const { drawer, limit } = await setLimit(page, '')
    await drawer.getByText('Escriba un número de 50 a 100').waitFor()
    await limit.fill('100')
    await drawer.getByRole('button', { name: 'Guardar' }).click()
    await drawer.waitFor({ state: 'detached' })
    await told.waitFor({ state: 'detached' })
    expect(await db.one(sql`SELECT quota_percent FROM alarm_settings`)).toEqual({ quota_percent: 100 })
    await (await setLimit(page, '92')).drawer.waitFor({ state: 'detached' })
    await told.click()
    await page.waitForURL((url) => url.pathname === pathOf('blocked-numbers'))
    expect(new URL(page.url()).searchParams.get('draw')).toBe(String(id))
    expect(faults()).toEqual([])
    await close()
    await db.run(sql`DELETE FROM draw_sales WHERE draw_id = ${id}`)
    await db.run(sql`DELETE FROM draws WHERE id = ${id}`)
  })

  it('are no matter of thresholds for who only supervises', async () => {
    const { page, faults, close } = await console_.visit('supervisor')
    await page.goto(pathOf('sales-dashboard'))
    await settle(page)
    await alarmOf(page).getByRole('status').waitFor()
    expect(await page.getByRole('button', { name: 'Umbrales' }).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the general report', () => {
  it('filtered by level and taken away as a file holds the same rows and the same total', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('general-sales')}?period=30d&currency=BS&level=agencia`)
    await settle(page)
    const cells = await exportedCells(page)
    const head = cells.findIndex((row) => row.includes('Ventas') && row.includes('Comisión'))
    const columnOf = (title: string) => cells[head]!.indexOf(title)
    const rows = cells
      .slice(head + 1)
      .filter(
        (row) =>
          typeof row[columnOf('Ventas')] === 'number' &&
          typeof row[columnOf('Tipo')] === 'string' &&
          String(row[columnOf('Tipo')]).toLowerCase().includes('agencia'),
      )
    expect(rows.length).toBeGreaterThan(3)
    const shown = (await page.getByRole('row', { name: /^Total/ }).allInnerTexts()).join('\n')
    for (const title of ['Ventas', 'Premios', 'Comisión', 'Total']) {
      const cents = rows.reduce((sum, row) => sum + Math.round((row[columnOf(title)] as number) * 100), 0)
      const amounts = [...shown.matchAll(/[−-]?(?:Bs\s*)?[\d.]+,\d{2}/g)].map((match) => {
        const negative = /^[−-]/.test(match[0])
        const found = readAmount(match[0].replace(/^[−-]/, ''), 'BS')
        return found.kind === 'amount' ? `${negative ? '-' : ''}${found.amount}` : match[0]
      })
      expect([title, amounts]).toEqual([title, expect.arrayContaining([(cents / 100).toFixed(2)])])
    }
    expect(faults()).toEqual([])
    await close()
  })
})

describe('gross sales', () => {
  it('tell which agency fell most against the same weekdays, and with what product, in one choice; the file says the same', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(`${pathOf('gross-sales')}?period=semana-pasada&currency=BS&level=agencia`)
    await settle(page)
    const title = 'Cambio'
    expect(await page.getByRole('columnheader', { name: title }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Comparar con' }).press('ArrowDown')
    await page.getByTitle('Mismo día de la semana').click()
    await page.waitForURL((url) => url.searchParams.has('compare'))
    await page.getByRole('columnheader', { name: title, exact: true }).waitFor()
    await settle(page)
    const [first] = await page.locator('tbody tr.ant-table-row').first().getByRole('cell').allInnerTexts()
    const fell = await console_.db.one<{ agency: string; product: string }>(sql`
      WITH week AS (SELECT (date_trunc('week', now() AT TIME ZONE 'America/Caracas')::date - 7) AS monday),
      sold AS (
        SELECT a.ancestor_id AS agency_id, l.product_id, sum(CASE WHEN l.day >= monday THEN l.stake ELSE -l.stake END) AS change
        FROM week, ticket_lines l
        JOIN partner_ancestors a ON a.partner_id = l.office_id
        JOIN partners p ON p.id = a.ancestor_id AND p.type = 'agencia'
        WHERE l.currency = 'BS' AND l.state NOT IN ('anulada', 'devuelta') AND l.day BETWEEN monday - 7 AND monday + 6 GROUP BY 1, 2)
      SELECT p.name AS agency, g.name AS product
      FROM sold s
      JOIN partners p ON p.id = s.agency_id
      JOIN products g ON g.id = s.product_id
      ORDER BY s.change, s.agency_id, s.product_id
      LIMIT 1`)
    expect(first).toBe(fell!.agency)
    const cells = await exportedCells(page)
    const head = cells.findIndex((row) => row.includes('Producto') && row.includes(title))
    const row = cells[head + 1]!
    expect([row[cells[head]!.indexOf('Afiliado')], row[cells[head]!.indexOf('Producto')]]).toEqual([
      fell!.agency,
      fell!.product,
    ])
    // The link as it stands says the same to whoever opens it, and a row leads to the offices below it.
    await page.reload()
    await settle(page)
    await page.getByRole('button', { name: fell!.agency, exact: true }).first().click()
    await page.waitForURL((url) => url.searchParams.has('partner_id') && url.searchParams.get('compare') !== null)
    await settle(page)
    await page.goBack()
    await page.waitForURL((url) => !url.searchParams.has('partner_id'))
    expect(faults()).toEqual([])
    await close()
  })
})

describe('agencies', () => {
  it('is created, cloned, edited and deactivated, and each shows at once', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('agencies'))
    await settle(page)
    await page.getByRole('button', { name: 'Nueva agencia' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Nombre', { exact: true }).fill('Agencia La Esperanza')
    await drawer.getByLabel('Código', { exact: true }).fill('ESPE-01')
    await choose(page, 'Padre', 'Distribuidora Capital', { within: drawer })
    await choose(page, 'Región', 'Zulia', { within: drawer })
    await choose(page, 'Municipio', 'Maracaibo', { within: drawer })
    await drawer.getByRole('button', { name: 'Crear agencia' }).click()
    await page.getByRole('heading', { level: 1, name: 'Agencia La Esperanza' }).waitFor()

    await page.getByRole('button', { name: /^Acciones/ }).click()
    await page.getByRole('menuitem', { name: 'Clonar' }).click()
    const clone = page.getByRole('dialog')
    await clone.getByLabel('Nombre de la copia').fill('Agencia La Esperanza II')
    await clone.getByLabel('Código de la copia').fill('ESPE-02')
    await clone.getByRole('button', { name: 'Clonar agencia' }).click()
    await page.getByRole('heading', { level: 1, name: 'Agencia La Esperanza II' }).waitFor()

    await page.getByLabel('Teléfono', { exact: true }).fill('0414-5551234')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('button', { name: 'Descartar cambios' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Acciones/ }).click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await settle(page)
    await page.goto(`${pathOf('agencies')}?q=esperanza`)
    await settle(page)
    const rows = page.getByRole('row').filter({ hasText: 'La Esperanza' })
    expect(await rows.count()).toBe(2)
    expect(await rows.filter({ hasText: 'ESPE-02' }).getByText('Inactivo').count()).toBe(1)
    expect(faults()).toEqual([])
    const kept = await console_.db.rows(
      sql`SELECT code, phone, status::text AS status FROM partners WHERE code LIKE 'ESPE-%' ORDER BY code`,
    )
    expect(kept).toEqual([
      { code: 'ESPE-01', phone: '', status: 'activo' },
      { code: 'ESPE-02', phone: '0414-5551234', status: 'inactivo' },
    ])
    await close()
  })

  it('a name in use is told by its field, and nothing is lost', async () => {
    const { page, close } = await console_.visit('banca')
    await page.goto(`${pathOf('agencies')}?q=candelaria`)
    await settle(page)
    await page.getByRole('link', { name: 'Agencia La Candelaria' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Agencia La Candelaria' }).waitFor()
    const [other] = await console_.db.rows<{ code: string; document: string }>(
      sql`SELECT code, document FROM partners WHERE type = 'agencia' AND name <> 'Agencia La Candelaria' ORDER BY id LIMIT 1`,
    )
    // However it is written, another's document is told while it is typed.
    await page.getByLabel('Documento', { exact: true }).fill(other!.document.replaceAll('-', '').toLowerCase())
    await page.getByText('Ya existe una agencia con el documento').waitFor()
    await page.getByLabel('Código', { exact: true }).fill(other!.code)
    await page.getByLabel('Dirección', { exact: true }).fill('Avenida Urdaneta')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Ya existe un registro con ese código').waitFor()
    // Said once, where it belongs.
    expect(await page.getByText('Ha ocurrido un error').count()).toBe(0)
    await page.getByRole('button', { name: 'Guardar', exact: true }).waitFor()
    expect(await page.getByLabel('Dirección', { exact: true }).inputValue()).toBe('Avenida Urdaneta')
    await close()
  })

  it('a session that ends in the middle of a form asks for the password and gives every field back', async () => {
    const { page, close } = await console_.visit('distribuidor')
    await page.goto(pathOf('agencies'))
    await settle(page)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByLabel('Teléfono', { exact: true }).waitFor()
    await page.getByLabel('Teléfono', { exact: true }).fill('0212-5559876')
    await page.getByLabel('Dirección', { exact: true }).fill('Esquina de Socarrás')
    await console_.db.run(
      sql`
        UPDATE session_families
        SET ended_at = now(), ended_why = 'desconexion'
        WHERE user_id = (SELECT id FROM users WHERE username = 'distribuidor')`,
    )
    // Some other call may have met the end first: then the question lies over the button already.
    await page.getByRole('button', { name: 'Guardar' }).dispatchEvent('click')
    const again = page.getByRole('dialog', { name: 'Su sesión venció' })
    await again.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await again.getByRole('button', { name: 'Continuar' }).click()
    await again.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Dirección', { exact: true }).inputValue()).toBe('Esquina de Socarrás')
    // The save was only waiting: it goes on by itself.
    await page.getByRole('button', { name: 'Descartar cambios' }).waitFor({ state: 'detached' })
    expect(await console_.db.rows(sql`SELECT phone FROM partners WHERE address = 'Esquina de Socarrás'`)).toEqual([
      { phone: '0212-5559876' },
    ])
    await close()
  })
})

describe('users', () => {
  it('one is created, enters with the password told, chooses another, and can be put out', async () => {
    const { page, faults, close } = await console_.visit('banca')
    await page.goto(pathOf('users'))
    await settle(page)
    await page.getByRole('button', { name: 'Nuevo usuario' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo usuario' })
    await form.getByLabel('Usuario').fill('nueva.persona')
    await form.getByLabel('Nombre').fill('Nueva Persona')
    await choose(page, 'Rol', 'Distribuidor', { within: form })
    await choose(page, 'Afiliado', 'Distribuidora Capital', { within: form })
    await form.getByRole('button', { name: 'Crear usuario' }).click()
    const told = page.getByRole('dialog', { name: 'Contraseña de nueva.persona' })
    const given = (await told.locator('code').innerText()).trim()
    await told.getByRole('button', { name: 'Ya la anoté' }).click()
    await page.getByRole('link', { name: 'nueva.persona' }).waitFor()

    const own = await console_.visit(undefined)
    await own.page.goto('/login')
    await own.page.getByLabel('Usuario').fill('nueva.persona')
    await own.page.getByLabel('Contraseña', { exact: true }).fill(given)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('heading', { name: 'Elija su contraseña' }).waitFor()
    const chosen = 'lluvia sobre el cerro'
    await own.page.getByLabel('Contraseña actual').fill(given)
    await own.page.getByLabel('Contraseña nueva', { exact: true }).fill(chosen)
    await own.page.getByLabel('Repita la contraseña nueva').fill(chosen)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('heading', { name: 'Ventas del día' }).waitFor()
    expect(own.faults()).toEqual([])

    await page.goto(`${pathOf('users')}?q=nueva.persona`)
    await settle(page)
    await page
      .getByRole('row', { name: /nueva\.persona/ })
      .getByRole('button')
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Actividad y sesiones' }).click()
    const activity = page.getByRole('dialog', { name: 'Actividad de Nueva Persona' })
    await activity.getByRole('button', { name: /^Terminar la sesión de Chrome/ }).click()
    await page.getByRole('dialog', { name: 'Terminar esta sesión' }).getByRole('button', { name: 'Terminar' }).click()
    await activity.getByText('No tiene ninguna sesión abierta.').waitFor()
    await own.page.getByRole('link', { name: 'Ventas generales' }).click()
    await own.page.getByRole('dialog').getByLabel('Contraseña').waitFor()
    expect(faults()).toEqual([])
    await own.close()
    await close()
  })
})
