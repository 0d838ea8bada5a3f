/** An agency that becomes prepaid, in the browser: switched on in its form, and its counter refused with what is left. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { add, formatMoney, negate } from '../../contract/values/money.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { openPolla } from '../api/polla-setup.ts'
import type { World } from '../support/world.ts'
import { accessibilityFaults, expectNoSidewaysScroll, openedForFile, pathOf, settle, showAs } from './console.ts'
import { openGame } from './game.ts'

const game = openedForFile(openGame)
let agency: { id: number; name: string; banca_id: number }
beforeAll(async () => {
  const { db, pool, today } = game
  agency = (await db.one(sql`
    SELECT agency.id, agency.name, (SELECT id FROM partners WHERE type = 'banca') AS banca_id FROM users person
    JOIN partners office ON office.id = person.partner_id
    JOIN partners agency ON agency.id = office.father_id
    WHERE person.username = 'polla'`))!
  await db.run(sql`UPDATE products SET status = 'inactivo' WHERE kind = 'polla'`)
  const world = { db, pool, run: (work: Parameters<World['run']>[0]) => transaction(pool, work) } as unknown as World
  await (await openPolla(world)).round(today)
})

const available = async () =>
  (await game.db.one<{ available: string }>(
    sql`SELECT available FROM prepaid_agencies WHERE partner_id = ${agency.id} AND currency = 'BS'`,
  ))!.available
/** Leaves it so much, by an adjustment. */
async function leave(amount: string): Promise<void> {
  const difference = add(amount, negate(await available()))
  const [debit, credit] = [agency.id, agency.banca_id].map((partner_id) => ({ partner_id, kind: 'ajustes' as const }))
  const moves = [{ debit: debit!, credit: credit!, amount: difference }]
  const of = { kind: 'ajuste', ref_kind: 'batch', ref_id: agency.id, currency: 'BS', day: game.today } as const
  await transaction(game.pool, async (tx) => {
    await lockTree(tx, 'add')
    await postAll(tx, [{ ...of, moves }])
  })
}

/** Looks at the page on a desk in the dark, and on a phone. */
async function expectForEverybody(page: Page): Promise<void> {
  for (const look of [
    { size: 'laptop', dark: true },
    { size: 'phone', dark: false },
    { size: 'laptop', dark: false },
  ] as const) {
    await showAs(page, look)
    await settle(page)
    expect([look, await accessibilityFaults(page)]).toEqual([look, []])
    await expectNoSidewaysScroll(page)
  }
}

it('sells what it gave ahead, and its counter is told when that is too little', async () => {
  const office = await game.visit('banca')
  await office.page.goto(`${pathOf('agencies')}/${agency.id}/general`)
  await settle(office.page)
  await office.page.getByRole('switch', { name: 'Prepago' }).click()
  await office.page.getByRole('button', { name: 'Guardar' }).click()
  await expect
    .poll(() => game.db.one(sql`SELECT prepaid FROM partners WHERE id = ${agency.id}`))
    .toEqual({ prepaid: true })
  await leave('12.00')
  await office.page.reload()
  await settle(office.page)
  await office.page
    .getByText(formatMoney('12.00', 'BS', true), { exact: false })
    .first()
    .waitFor()
  await expectForEverybody(office.page)

  const counter = await game.visit('polla')
  await counter.page.goto(pathOf('polla'))
  await settle(counter.page)
  const sell = async (...codes: string[]) => {
    for (const code of [...codes, '']) {
      await counter.page.keyboard.type(code)
      await counter.page.keyboard.press('Enter')
    }
  }
  const stands = counter.page.getByRole('status', { name: 'Estado de la venta' })
  await counter.page.getByText(/Agencia prepago: .*12,00/).waitFor()
  await sell('5', '36', '12')
  await stands.getByText(/^Confirmado nº/).waitFor()
  await sell('5', '36', '11')
  await stands.getByText('Rechazado: Sin disponible para vender').waitFor()
  await stands.getByText(/le quedan Bs 2,00 por vender/).waitFor()
  expect(await available()).toBe('2.00')
  expect(counter.faults().every((fault) => fault.includes('422'))).toBe(true)

  await office.page.goto(`${pathOf('agencies')}?sells=prepago`)
  await settle(office.page)
  await office.page.getByRole('row').filter({ hasText: agency.name }).waitFor()
  await expectForEverybody(office.page)
  expect(office.faults()).toEqual([])
  await game.holds()
  await counter.close()
  await office.close()
})
