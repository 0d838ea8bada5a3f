/** Money that is given back, in a browser: found by what is due, handed over in the console and at the polla's counter. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../contract/values/money.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { sellPolla } from '../../server/rules/polla/sell.ts'
import { suspend } from '../../server/rules/suspension/suspend.ts'
import type { World } from '../support/world.ts'
import { openPolla } from '../api/polla-setup.ts'
import { openedForFile, settle } from './console.ts'
import { open, openGame, unexpected } from './game.ts'

const game = openedForFile(openGame)

const userOf = async (username: string) =>
  (await game.db.one<{ id: number; partner_id: number }>(
    sql`SELECT id, partner_id FROM users WHERE username = ${username}`,
  ))!
const giveBackDraw = async (draw_id: number) => {
  const { id: by } = await userOf('banca')
  await transaction(game.pool, (tx) =>
    suspend(tx, { draw_id, mode: 'devolver', reason: 'Sin electricidad', by, at: new Date(), today: game.today }),
  )
}
/** What was handed over for a ticket, and by whom. */
const handedOver = (serial: string) =>
  game.db.rows(sql`
    SELECT person.username, -posting.amount AS amount
    FROM tickets ticket
    JOIN ledger_entries entry ON entry.kind = 'reintegro' AND entry.ref_id = ticket.id
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'caja'
    JOIN users person ON person.id = entry.created_by
    WHERE ticket.serial = ${serial}`)

describe('what is due of a ticket', () => {
  it('is found by a filter, told with its last day, and given back once with the receipt’s code', async () => {
    const [gone, goes] = [await game.draw('LA_GRANJITA'), await game.draw('LA_GRANJITA')]
    const sale = await game.sell([
      { draw_id: gone, number: '5', stake: '12.50' },
      { draw_id: goes, number: '5' },
    ])
    await giveBackDraw(gone)
    const amount = formatMoney('12.50', 'BS', true)
    const { page, faults, close } = await game.visit('agencia')
    await open(page, 'ticket-consult')
    await page.getByRole('button', { name: /Más filtros/ }).click()
    await page.getByRole('combobox', { name: 'Devolución' }).click()
    await page.getByRole('option', { name: 'Por devolver' }).waitFor({ state: 'attached' })
    await page.getByTitle('Por devolver').last().click()
    await page.waitForURL((url) => url.searchParams.get('refund') === 'por_devolver')
    await settle(page)
    await page.getByRole('link', { name: sale.serial }).click()
    const drawer = page.getByRole('dialog', { name: `Ticket ${sale.serial}` })
    await drawer.getByText('Por devolver', { exact: true }).waitFor()
    await drawer.getByText('Se devuelve hasta').waitFor()
    await drawer.getByRole('button', { name: 'Devolver' }).click()
    const giving = page.getByRole('dialog', { name: `Devolver ${amount}` })
    const give = giving.getByRole('button', { name: `Devolver ${amount}` })
    await give.click()
    await giving.getByText('Escriba el código').waitFor()
    await giving.getByLabel('Código del recibo').fill('ESTE-NO-ES')
    await give.click()
    await giving.getByText('El código del ticket no es correcto.').waitFor()
    expect(await handedOver(sale.serial)).toEqual([])
    await giving.getByLabel('Código del recibo').fill(sale.code)
    await give.click()
    await giving.waitFor({ state: 'hidden' })
    await drawer.getByText(/^Dinero devuelto en /).waitFor()
    expect(await drawer.getByRole('button', { name: 'Devolver' }).count()).toBe(0)
    expect(await drawer.getByText('Por devolver', { exact: true }).count()).toBe(0)
    expect(await handedOver(sale.serial)).toEqual([{ username: 'agencia', amount: '12.50' }])
    expect((await game.ticket(sale.serial)).state).toBe('vendido')
    expect(unexpected(faults(), 422)).toEqual([])
    await game.holds()
    await close()
  })

  it('of an annulment from above waits at the counter, and the question says so', async () => {
    const sale = await game.sell([{ draw_id: await game.draw('LA_GRANJITA'), number: '7', stake: '13.00' }])
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'ticket-consult', `?ticket=${sale.serial}`)
    const drawer = page.getByRole('dialog', { name: `Ticket ${sale.serial}` })
    await drawer.getByRole('button', { name: 'Anular ticket' }).click()
    const question = page.getByRole('dialog', { name: `Anular el ticket ${sale.serial}` })
    await question.getByText(`Quedan ${formatMoney('13.00', 'BS', true)} por devolver`).waitFor()
    await question.getByLabel('Motivo').fill('El vendedor se equivocó')
    await question.getByRole('button', { name: 'Anular ticket' }).click()
    await drawer.getByRole('button', { name: 'Devolver' }).waitFor()
    expect(await handedOver(sale.serial)).toEqual([])
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })
})

describe('a polla whose round is not held', () => {
  it('is given back at its counter, from the scanned receipt', async () => {
    const { db, pool } = game
    const banca = await userOf('banca')
    const rounds = await openPolla({
      db,
      pool,
      run: (work: Parameters<World['run']>[0]) => transaction(pool, work),
      user: { banca: banca.id },
    } as unknown as World)
    const round = await rounds.round(game.today)
    const seller = await userOf('polla')
    const sold = await transaction(pool, (tx) =>
      sellPolla(tx, {
        round_id: round.id,
        currency: 'BS',
        symbols: ['1', '2', '3'],
        office_id: seller.partner_id,
        seller_id: seller.id,
        at: new Date(),
        day: game.today,
      }),
    )
    await giveBackDraw(round.id)
    const { page, faults, close } = await game.visit('polla')
    await open(page, 'polla-prizes')
    await page.getByLabel('Pagar un premio').fill(`${sold.serial}-${sold.code}`)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: `Ticket ${sold.serial}` })
    await drawer.getByText('Por devolver').waitFor()
    const give = drawer.getByRole('button', { name: `Devolver ${formatMoney(sold.total, 'BS', true)}` })
    await give.click()
    await give.waitFor({ state: 'detached' })
    expect(await handedOver(sold.serial)).toEqual([{ username: 'polla', amount: sold.total }])
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })
})
