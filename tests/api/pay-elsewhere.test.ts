/** A prize that another agency pays: the payer is made whole by whoever sold the ticket, in the payment's own entry. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { subtract } from '../../contract/values/money.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { addUser } from '../support/factories.ts'
import { animal, bet, openBench, type Bench } from './award-setup.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  const { db, partner } = bench.world
  await db.run(sql`UPDATE partner_settings SET pays_other_agencies = true WHERE partner_id = ${partner.banca}`)
})
afterAll(() => bench?.close())
afterEach(() => bench.holds())

type Place = 'taquilla1' | 'taquilla2' | 'taquilla3' | 'agencia1' | 'agencia2' | 'banca'
const watched: readonly [Place, string][] = [
  ['taquilla1', 'premios_por_pagar'],
  ['taquilla1', 'caja'],
  ['taquilla2', 'caja'],
  ['taquilla3', 'caja'],
  ['agencia1', 'ajustes'],
  ['agencia2', 'ajustes'],
]
const balances = () => Promise.all(watched.map(([place, kind]) => bench.balance(bench.world.partner[place], kind)))
/** What the accounts grew by meanwhile, those alone that did. */
async function grown(work: () => Promise<unknown>): Promise<Record<string, string>> {
  const before = await balances()
  await work()
  const after = await balances()
  return Object.fromEntries(
    watched.flatMap(([place, kind], n) => {
      const by = subtract(after[n]!, before[n]!)
      return by === '0.00' ? [] : [[`${place}.${kind}`, by]]
    }),
  )
}
/** A winner of 1,472.00 sold at the first office. */
async function winner() {
  const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
  const sold = await bench.sell([bet(draw, '5', '49.07')])
  await bench.over(draw)
  await bench.give(draw, animal('5'))
  return { draw, sold }
}
const amount = '1472.10'

describe('a prize', () => {
  it('paid at another agency is owed by the seller’s agency to the payer’s, and told with what was paid', async () => {
    const { sold } = await winner()
    expect(
      await grown(async () => {
        expect(await bench.pay(sold, 'lejana')).toBe('pagado')
      }),
    ).toEqual({
      'taquilla1.premios_por_pagar': amount,
      'taquilla3.caja': `-${amount}`,
      'agencia1.ajustes': `-${amount}`,
      'agencia2.ajustes': amount,
    })
    const { body } = await bench.app.call(ticketManagement.show, { params: { id: sold.serial } }, { as: 'banca' })
    expect(body.history.find((event) => event.kind === 'pago')?.amount).toBe(amount)
  })

  it('paid by the office next door crosses nothing', async () => {
    const { sold } = await winner()
    expect(await grown(() => bench.pay(sold, 'vecina'))).toEqual({
      'taquilla1.premios_por_pagar': amount,
      'taquilla2.caja': `-${amount}`,
    })
  })

  it('paid by another agency’s administrator in the name of its office crosses too', async () => {
    const { sold } = await winner()
    const { serial, code } = sold
    const { partner } = bench.world
    const pay = (office_id: number) =>
      bench.app.call(tickets.pay, { params: { serial }, body: { code, office_id } }, { as: 'agencia2' })
    await addUser(bench.world.db, { username: 'agencia2', role: 'ADMIN_TAQUILLA', partner_id: partner.agencia2 })
    expect(await grown(async () => expect((await pay(partner.taquilla3)).status).toBe(200))).toMatchObject({
      'taquilla3.caja': `-${amount}`,
      'agencia1.ajustes': `-${amount}`,
      'agencia2.ajustes': amount,
    })
  })

  it('whose result is corrected afterwards stays paid and crossed: the difference is the banca’s, by the seller’s adjustment', async () => {
    const { draw, sold } = await winner()
    await bench.pay(sold, 'lejana')
    expect(await grown(() => bench.correct(draw, animal('6'), true))).toEqual({ 'agencia1.ajustes': amount })
    expect(await bench.look(sold.serial)).toMatchObject({ state: 'pagado', prize: amount })
    expect(await grown(() => bench.correct(draw, animal('5'), true))).toEqual({ 'agencia1.ajustes': `-${amount}` })
  })

  it('that is crossed by half, twice, or where nothing crosses, is found by the verification', async () => {
    const rule = 'un premio pagado en otra agencia está cruzado entre las dos, y ningún otro'
    const { sold } = await winner()
    await bench.pay(sold, 'lejana')
    const found = async (change: ReturnType<typeof sql>) => {
      let rules: string[] = []
      await bench.world
        .run(async (tx) => {
          await tx.run(change)
          rules = (await verifyBooks(tx)).map((one) => one.rule)
          throw new Error('undone')
        })
        .catch(() => undefined)
      return rules.includes(rule)
    }
    const adjusted = sql`
      p.account_id IN (SELECT id FROM ledger_accounts WHERE kind = 'ajustes')
      AND p.entry_id IN (
        SELECT e.id
        FROM ledger_entries e
        JOIN tickets t ON t.id = e.ref_id
        WHERE e.kind = 'pago_premio' AND t.serial = ${sold.serial}
      )`
    expect(await found(sql`DELETE FROM ledger_postings p WHERE ${adjusted}`)).toBe(true)
    expect(await found(sql`DELETE FROM ledger_postings p WHERE amount > 0 AND ${adjusted}`)).toBe(true)
    expect(await found(sql`INSERT INTO ledger_postings SELECT p.* FROM ledger_postings p WHERE ${adjusted}`)).toBe(true)
    expect(
      await found(
        sql`UPDATE tickets SET paid_office_id = ${bench.world.partner.taquilla2} WHERE serial = ${sold.serial}`,
      ),
    ).toBe(true)
    expect(await found(sql`SELECT 1`)).toBe(false)
  })
})
