/**
 * A week's statement over HTTP: on paper, as the closing told it, as the balance of accounts and the ledger have it and as its
 * file holds it; of a week that is not closed too. And what is answered to a closing, by whom, and who hears of it.
 */
import { sql } from 'drizzle-orm'
import { read, utils } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { files } from '../../contract/files.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { notifications } from '../../contract/notifications.ts'
import { statements, type StatementAccount } from '../../contract/statements.ts'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import { postPayment } from '../../server/rules/books/payments.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addCommission } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
/** Sundays of the two weeks before this one. */
let first: string
let second: string

const animal = (number: string) => [{ place: '', number, sign: null }]
let drawn = 0

/** Sold on the Wednesday before the Sunday, of a product of animals; the first number wins 25 times. */
async function sold(product: string, office: 'taquilla1' | 'taquilla3', sunday: string, stakes: readonly string[], currency: 'BS' | 'USD' = 'BS') {
  const draw = await past.world.draw(product)
  const wednesday = addDays(sunday, -4)
  await past.sell(
    wednesday,
    '10:00',
    office,
    currency,
    stakes.map((stake, n) => ({ draw, number: String(n + 5), stake })),
  )
  drawn += 1
  await past.prize(draw, wednesday, `15:${String(drawn).padStart(2, '0')}`, animal('5'))
}

/** A payment of agency one to whom it owes, confirmed on a day of the past. */
async function paid(day: string, amount: string): Promise<void> {
  const { world } = past
  const { agencia1, sur } = world.partner
  await world.run(async (tx) => {
    const made = await tx.one<{ id: number }>(sql`
      INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
        state, receipt_year, receipt_number, reporter_id, created_by, written_by, decided_by, decided_at)
      VALUES (${agencia1}, ${sur}, ${agencia1}, ${sur}, ARRAY[${agencia1}::int, ${sur}::int], 'paga', 'responsable', ${amount}, 'BS',
        ${day}, 'confirmado', 2026, 7, ${agencia1}, ${world.user['agencia']!}, ${world.user['agencia']!}, ${world.user['banca']!}, now())
      RETURNING id`)
    const payment = { id: made!.id, line: [agencia1, sur], direction: 'paga', amount, currency: 'BS', memo: 'Recibo 2026-000007' } as const
    await postPayment(tx, payment, { by: null, at: new Date(), today: day })
  })
}

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  second = addDays(world.today, -weekday(world.today))
  first = addDays(second, -7)
  for (const product of ['LOTTO_ACTIVO', 'LA_GRANJITA'])
    await world.db.run(sql`
      INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
      VALUES (${world.partner.banca}, ${world.product(product)}, ${betTypeId('ANIMALITO')}, 25)`)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const close = (week: string) => app.call(accountBalance.close, { body: { week } }, { as: 'banca' })
const of = async (partner_ids: number[], week?: string, as = 'banca') =>
  app.call(statements.of, { query: { partner_ids, ...(week && { week }) } as never }, { as })
async function accountsOf(partner_id: number, week?: string, as = 'banca'): Promise<StatementAccount[]> {
  const { body, status } = await of([partner_id], week, as)
  expect(status).toBe(200)
  return body.data[0]!.accounts
}
const closingOf = async (partner_id: number, week: string, as = 'banca') =>
  (await app.call(accountBalance.closings, { query: { from: week, to: week, partner_id } as never }, { as })).body.data.find(
    (row) => row.partner_id === partner_id && row.state === 'cerrada',
  )!
const owedOf = async (partner_id: number, week: string) =>
  (
    await app.call(
      accountBalance.report,
      { body: { from: addDays(week, -6), to: week, partner_id, level: 'agencia' } as never },
      { as: 'banca' },
    )
  ).body.data[0]!
const told = ({ lines }: StatementAccount) =>
  lines.map(({ concept, detail, amount, balance }) => [concept, detail, amount, balance].join(' | '))

describe('a statement', () => {
  it('is as it comes out on paper, one rate in one line, before its week is closed and after', async () => {
    const { agencia1, sur } = past.world.partner
    // 1,000 and 40 sold, 10 × 25 of prizes; 12 %: 124.80; 30 % of 665.20: 199.56.
    await sold('LOTTO_ACTIVO', 'taquilla1', first, ['10.00', '990.00'])
    await sold('LA_GRANJITA', 'taquilla1', first, ['0.00', '40.00'].slice(1))
    await sold('LOTTO_ACTIVO', 'taquilla3', first, ['40.00', '460.00'])
    const open = await accountsOf(agencia1, first)
    const lines = [
      `anterior | Al ${formatDay(addDays(first, -7))} |  | 0.00`,
      'ventas |  | 1040.00 | 1040.00',
    ]
    expect(told(open[0]!).slice(0, 2)).toEqual(lines)
    expect(open.map(({ state, closing_id }) => [state, closing_id])).toEqual([['abierta', null]])
    expect((await close(first)).body.kept).toBe(0)
    const [closed] = await accountsOf(agencia1, first)
    expect([closed!.lines, closed!.total, closed!.closing]).toEqual([open[0]!.lines, open[0]!.total, open[0]!.closing])
    expect([closed!.state, closed!.creditor_name]).toEqual(['cerrada', 'Distribuidor Sur'])
  })
})
