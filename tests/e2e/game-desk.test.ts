/**
 * The desk in the browser: quotas as a sheet, a winner paid once and a sale annulled, a product's pay, hours and
 * pictures, the banca's logo.
 */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../contract/values/money.ts'
import { award } from '../../server/rules/award/award.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { betTypeId, catalogueProducts } from '../../server/seed/catalogue.ts'
import { openedForFile, settle } from './console.ts'
import { open, openGame, unexpected } from './game.ts'

const game = openedForFile(openGame)

const animal = betTypeId('ANIMALITO')
const idOf = (code: string) => catalogueProducts.find((one) => one.code === code)!.id
const [lotto, selva] = [idOf('LOTTO_ACTIVO'), idOf('SELVA_PLUS')]

/** Saves what a sheet has, and waits until the server has it. */
async function save(page: Page, changes: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Cambios sin guardar' })
  await bar.getByText(changes).waitFor()
  await bar.getByRole('button', { name: 'Guardar' }).click()
  await bar.waitFor({ state: 'detached' })
  await settle(page)
}
/** The cell of a sheet by its row's offer and its place among the columns, 1-based. */
const cellOf = (page: Page, sheet: RegExp, offer: RegExp, column: number) =>
  page.getByRole('grid', { name: sheet }).getByRole('row', { name: offer }).locator(`[aria-colindex="${column}"]`)

describe('quotas', () => {
  it('are pasted from another sheet and saved at once, and inherited again when taken away', async () => {
    const agency = await game.db.one<{ id: number }>(sql`SELECT id FROM partners WHERE name = 'Agencia La Candelaria'`)
    const own = () =>
      game.db.rows(
        sql`
          SELECT product_id, currency::text AS currency, amount
          FROM regular_quotas
          WHERE partner_id = ${agency!.id}
          ORDER BY product_id, bet_type_id, currency`,
      )
    const { page, faults, close } = await game.visit('banca')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'quotas', `/${agency!.id}`)
    const first = cellOf(page, /^Cupos de Agencia La Candelaria/, /^Animalito ?Lotto Activo (?!RD)/, 2)
    await first.click()
    await page.evaluate(() => navigator.clipboard.writeText('1.500,00\t12,50\n'))
    await page.keyboard.press('Control+V')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('80')
    await page.keyboard.press('Enter')
    await save(page, '3 cambios sin guardar')
    expect(await own()).toEqual([
      { product_id: lotto, currency: 'BS', amount: '1500.00' },
      { product_id: lotto, currency: 'USD', amount: '12.50' },
      expect.objectContaining({ currency: 'BS', amount: '80.00' }),
    ])
    await first.click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Z')
    await page.getByRole('region', { name: 'Cambios sin guardar' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await save(page, '3 cambios sin guardar')
    expect(await own()).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  it('of everything a filter names change at once, for exactly as many as were shown', async () => {
    const agency = await game.db.one<{ id: number; offices: number }>(
      sql`
        SELECT p.id, (SELECT count(*)::int FROM partners o WHERE o.father_id = p.id) AS offices
        FROM partners p
        WHERE p.name = 'Agencia La Candelaria'`,
    )
    const { page, faults, close } = await game.visit('banca')
    await open(
      page,
      'quotas',
      `/all?partner_id=${agency!.id}&types=taquilla&product_ids=${lotto}&bet_type_ids=${animal}&currencies=BS`,
    )
    await page.getByRole('button', { name: 'Cambio global' }).click()
    const drawer = page.getByRole('dialog', { name: 'Cambio global de cupos' })
    await drawer.getByText(`${agency!.offices} cupos cumplen el filtro ahora mismo.`).waitFor()
    await drawer.getByRole('radio', { name: 'Fijar un monto' }).check()
    await drawer.getByLabel('Monto', { exact: true }).fill('750')
    await drawer.getByText('Así quedarían los primeros').waitFor()
    const all = `Cambiar ${agency!.offices} cupos`
    await drawer.getByRole('button', { name: all }).click()
    await page
      .getByRole('dialog', { name: `¿${all}?` })
      .getByRole('button', { name: all })
      .click()
    await drawer.waitFor({ state: 'hidden' })
    expect(
      await game.db.rows(
        sql`
          SELECT q.amount, count(*)::int AS offices,
            bool_and(p.father_id = ${agency!.id} AND q.product_id = ${lotto} AND q.currency = 'BS') AS only
          FROM regular_quotas q
          JOIN partners p ON p.id = q.partner_id
          WHERE p.type = 'taquilla'
          GROUP BY 1`,
      ),
    ).toEqual([{ amount: '750.00', offices: agency!.offices, only: true }])
    expect(faults()).toEqual([])
    await close()
  })

  it('have a ceiling for the whole banca, which is typed in its sheet', async () => {
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'top-quotas')
    await cellOf(page, /^Cupos máximos/, /^Animalito ?Lotto Activo (?!RD)/, 2).click()
    await page.keyboard.type('6000')
    await page.keyboard.press('Enter')
    await save(page, '1 cambio sin guardar')
    expect(
      await game.db.one(
        sql`SELECT amount FROM top_quotas WHERE product_id = ${lotto} AND bet_type_id = ${animal} AND currency = 'BS'`,
      ),
    ).toEqual({ amount: '6000.00' })
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a ticket', () => {
  it('that won is found by its serial and paid once, whoever else has it open', async () => {
    const draw = await game.draw('LOTTO_ACTIVO')
    const sale = await game.sell([{ draw_id: draw, number: '00' }])
    await game.over(draw)
    await transaction(game.pool, (tx) =>
      award(tx, {
        draw_id: draw,
        numbers: [{ place: '', number: '00', sign: null }],
        entered_by: null,
        confirmed_by: null,
        source: 'prueba',
        at: new Date(),
      }),
    )
    const [first, second] = [await game.visit('agencia'), await game.visit('banca')]
    for (const { page } of [first, second]) {
      await open(page, 'ticket-consult')
      await page
        .getByLabel('Abrir un ticket por su serial o el QR de su recibo')
        .fill(page === first.page ? sale.serial.toLowerCase() : `${sale.serial}-${sale.code}`)
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog', { name: `Ticket ${sale.serial}` })
        .getByRole('button', { name: 'Pagar premio' })
        .click()
    }
    const prize = formatMoney('300.00', 'BS', true)
    const paying = first.page.getByRole('dialog', { name: /^Pagar el premio de/ })
    await paying.getByLabel('Código del recibo').fill('ESTE-NO-ES')
    await first.page.keyboard.press('Enter')
    await paying.getByRole('alert').first().waitFor()
    expect((await game.ticket(sale.serial)).state).toBe('ganador')
    await paying.getByLabel('Código del recibo').fill(sale.code.toLowerCase())
    await first.page.keyboard.press('Enter')
    await paying.waitFor({ state: 'hidden' })
    const drawer = first.page.getByRole('dialog', { name: `Ticket ${sale.serial}` })
    await drawer.getByText(/^Premio pagado en /).waitFor()
    const happened = drawer.getByRole('list').filter({ hasText: 'Vendido en' })
    const history = await happened.getByRole('listitem').allInnerTexts()
    expect(
      history.map((text) => ['Vendido en', ': 00 Ballena', 'Premio pagado en'].find((said) => text.includes(said))),
    ).toEqual(['Vendido en', ': 00 Ballena', 'Premio pagado en'])
    expect(history.at(-1)).toContain(prize)
    expect(await drawer.getByRole('button', { name: 'Pagar premio' }).count()).toBe(0)

    // The receipt was scanned: its code is already there.
    const again = second.page.getByRole('dialog', { name: /^Pagar el premio de/ })
    await again.getByRole('button', { name: /^Pagar/ }).click()
    await again
      .getByRole('alert')
      .getByText(/ya (fue|está|se) pag/i)
      .first()
      .waitFor()
    // The ticket behind it is asked for again, and what was refused stays said.
    await settle(second.page)
    expect(await again.getByRole('alert').count()).toBe(1)
    expect(await again.getByRole('button', { name: /^Pagar/ }).isDisabled()).toBe(true)
    expect(
      await game.db.one(
        sql`
          SELECT t.state::text AS state, u.username,
            (SELECT count(*)::int FROM ledger_entries e WHERE e.kind = 'pago_premio' AND e.ref_id = t.id) AS payments
          FROM tickets t
          JOIN users u ON u.id = t.paid_by
          WHERE serial = ${sale.serial}`,
      ),
    ).toEqual({ state: 'pagado', username: 'agencia', payments: 1 })
    expect([unexpected(first.faults(), 422), unexpected(second.faults(), 409)]).toEqual([[], []])
    await game.holds()
    await first.close()
    await second.close()
  })

  it('whose draw nobody knows yet is annulled with a reason, and gives its numbers back', async () => {
    const draw = await game.draw('LOTTO_ACTIVO')
    const sale = await game.sell([{ draw_id: draw, number: '12' }])
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'ticket-consult', `?ticket=${sale.serial}`)
    const drawer = page.getByRole('dialog', { name: `Ticket ${sale.serial}` })
    await drawer.getByRole('button', { name: 'Anular ticket' }).click()
    const question = page.getByRole('dialog', { name: `Anular el ticket ${sale.serial}` })
    const annul = question.getByRole('button', { name: 'Anular ticket' })
    expect(await annul.isDisabled()).toBe(true)
    await question.getByLabel('Motivo').fill('El cliente devolvió el recibo')
    await annul.click()
    await drawer.getByText('Anulado: El cliente devolvió el recibo').waitFor()
    expect(await game.ticket(sale.serial)).toEqual({ state: 'anulado', prize: '0.00' })
    expect(await game.db.rows(sql`SELECT 1 FROM draw_sales WHERE draw_id = ${draw} AND sold <> 0`)).toEqual([])
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })
})

/** One dark pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a product', () => {
  it('pays another multiplier from then on, draws at another hour, and shows the picture it was given', async () => {
    const draw = await game.draw('SELVA_PLUS')
    const before = await game.sell([{ draw_id: draw, number: '7' }])
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'products')
    await page.getByRole('link', { name: 'Selva Plus' }).click()
    const saves = page.getByRole('region', { name: 'Cambios sin guardar' })

    await page.getByRole('tab', { name: 'Jugadas y multiplicadores' }).click()
    await page.getByLabel('Multiplicador de Animalito').fill('75')
    await saves.getByRole('button', { name: 'Guardar' }).click()
    const question = page.getByRole('dialog', { name: 'Cambiar lo que paga Selva Plus' })
    await question.getByText('× 75').waitFor()
    await question.getByRole('button', { name: 'Guardar' }).click()
    await saves.waitFor({ state: 'detached' })
    const after = await game.sell([{ draw_id: draw, number: '7' }])
    const pays = await game.db.rows(
      sql`
        SELECT l.multiplier
        FROM ticket_lines l
        JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
        WHERE t.serial IN (${before.serial}, ${after.serial})
        ORDER BY t.sold_at`,
    )
    expect(pays).toEqual([{ multiplier: '80.00' }, { multiplier: '75.00' }])

    await page.getByRole('tab', { name: 'Horario' }).click()
    const adding = page.getByRole('region', { name: 'Agregar horas' })
    await adding.getByText('Una hora', { exact: true }).click()
    await adding.getByLabel('Hora', { exact: true }).fill('20:15')
    await page.keyboard.press('Enter')
    await adding.getByRole('button', { name: 'Agregar hora' }).click()
    await saves.getByRole('button', { name: 'Guardar' }).click()
    await saves.waitFor({ state: 'detached' })
    expect(
      await game.db.rows(
        sql`SELECT weekday_mask, close_minutes FROM product_schedules WHERE product_id = ${selva} AND local_time = '20:15'`,
      ),
    ).toEqual([{ weekday_mask: 127, close_minutes: 5 }])
    expect(
      await game.db.one(
        sql`
          SELECT count(*)::int AS draws
          FROM draws d
          JOIN products p ON p.id = d.product_id
          WHERE product_id = ${selva} AND day > ${game.today}::date AND day <= ${game.today}::date + 3
            AND (scheduled_at AT TIME ZONE p.zone)::time = '20:15'`,
      ),
    ).toEqual({ draws: 3 })

    await page.getByRole('tab', { name: 'Símbolos' }).click()
    await page.getByLabel('Buscar un símbolo').fill('Ballena')
    await page
      .getByLabel('Archivo de imagen de 00 Ballena')
      .setInputFiles({ name: 'ballena.png', mimeType: 'image/png', buffer: picture })
    await saves.getByRole('button', { name: 'Guardar' }).click()
    await saves.waitFor({ state: 'detached' })
    const kept = await game.db.one<{ image_url: string }>(
      sql`SELECT image_url FROM product_symbols WHERE product_id = ${selva} AND code = '00'`,
    )
    const shown = await fetch(game.url + kept!.image_url)
    const drawn = Buffer.from(await shown.arrayBuffer())
    expect([shown.headers.get('content-type'), drawn.subarray(16, 24).equals(picture.subarray(16, 24))]).toEqual([
      'image/png',
      true,
    ])
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByLabel('Código de 00 Ballena') })
        .locator(`img[src="${kept!.image_url}"]`)
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(1)
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })
})

describe('the banca', () => {
  it('is given a logo, which is shown and kept, and taken away again', async () => {
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'banking-config')
    const save = async () => {
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByRole('button', { name: 'Descartar cambios' }).waitFor({ state: 'detached' })
      await settle(page)
      return (await game.db.one<{ logo_url: string | null }>(sql`SELECT logo_url FROM banca`))!.logo_url
    }
    const logo = page.getByRole('main').getByRole('img', { name: 'Logo' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Subir imagen: Logo' }).click(),
    ])
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    await logo.waitFor()
    expect(await save()).toBe(await logo.getAttribute('src'))
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await page.getByRole('button', { name: 'Quitar: Logo' }).click()
    await logo.waitFor({ state: 'detached' })
    expect(await save()).toBeNull()
    expect(faults()).toEqual([])
    await close()
  })
})
