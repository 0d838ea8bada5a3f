/** A banca whose weeks come out on paper, for tests of what is told of them and answered. */
import { sql } from 'drizzle-orm'
import { read, utils } from 'xlsx'
import { accountBalance } from '../../contract/account-balance.ts'
import { statements, type StatementAccount } from '../../contract/statements.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { postPayment } from '../../server/rules/books/payments.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

export interface ToldBanca {
  past: Past
  app: TestApp
  /** Sundays of the two weeks before this one. */
  first: string
  second: string
  /** Sold on the Wednesday before the Sunday: the first of the stakes is on the number that wins 25 times. Its draw. */
  sold(of: {
    product?: string
    office?: 'taquilla1' | 'taquilla3'
    sunday: string
    stakes: readonly string[]
    currency?: Currency
    awarded?: boolean
  }): Promise<number>
  award(draw: number, sunday: string): Promise<void>
  /** A payment of agency one to whom it owes, confirmed on a day of the past. */
  paid(day: string, amount: string): Promise<void>
  close(week: string, more?: object): ReturnType<TestApp['call']>
  closingOf(partner_id: number, week: string, as?: string): Promise<ClosingSeen>
  accountsOf(partner_id: number, week?: string, as?: string): Promise<StatementAccount[]>
  end(): Promise<void>
}
type ClosingSeen = Awaited<ReturnType<typeof readClosings>>[number]

const readClosings = async (app: TestApp, query: object, as: string) =>
  (await app.call(accountBalance.closings, { query: query as never }, { as })).body.data

export async function tellBanca(): Promise<ToldBanca> {
  const database = await createDatabase()
  const past = await createPast(database.url)
  const { world } = past
  for (const product of ['LOTTO_ACTIVO', 'LA_GRANJITA'])
    await world.db.run(sql`
      INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
      VALUES (${world.partner.banca}, ${world.product(product)}, ${betTypeId('ANIMALITO')}, 25)`)
  const app = await startApp(database.url)
  const second = addDays(world.today, -weekday(world.today))
  let drawn = 0
  const award = async (draw: number, sunday: string) => {
    drawn += 1
    const minute = String(drawn % 60).padStart(2, '0')
    await past.prize(draw, addDays(sunday, -4), `15:${minute}`, [{ place: '', number: '5', sign: null }])
  }
  return {
    past,
    app,
    second,
    first: addDays(second, -7),
    award,
    sold: async ({
      product = 'LOTTO_ACTIVO',
      office = 'taquilla1',
      sunday,
      stakes,
      currency = 'BS',
      awarded = true,
    }) => {
      const draw = await world.draw(product)
      const wednesday = addDays(sunday, -4)
      const bets = stakes.map((stake, n) => ({ draw, number: String(n + 5), stake }))
      await past.sell(wednesday, '10:00', office, currency, bets)
      if (awarded) await award(draw, sunday)
      else
        await world.db.run(sql`
          UPDATE draws SET day = ${wednesday}, scheduled_at = ${past.at(wednesday, '15:59').toISOString()},
            closes_at = ${past.at(wednesday, '14:00').toISOString()}, opens_at = ${past.at(wednesday, '08:00').toISOString()}
          WHERE id = ${draw}`)
      return draw
    },
    paid: (day, amount) => payOnce(past, day, amount),
    close: (week, more = {}) => app.call(accountBalance.close, { body: { week, ...more } }, { as: 'banca' }),
    closingOf: async (partner_id, week, as = 'banca') =>
      (await readClosings(app, { from: week, to: week, state: 'cerrada', currency: 'BS', partner_id }, as)).find(
        (row) => row.partner_id === partner_id,
      )!,
    accountsOf: async (partner_id, week, as = 'banca') =>
      (await app.call(statements.of, { query: { partner_ids: [partner_id], ...(week && { week }) } as never }, { as }))
        .body.data[0]!.accounts,
    end: async () => {
      await app.close()
      await world.close()
      await database.drop()
    },
  }
}

/** Agency one pays whom it owes. */
export async function payOnce({ world }: Past, day: string, amount: string): Promise<void> {
  const { agencia1, sur } = world.partner
  await world.run(async (tx) => {
    const { last: receipt } = (await tx.one<{ last: number }>(sql`
      INSERT INTO payment_receipts AS known (receiver_id, year, last) VALUES (${sur}, 2000, 1)
      ON CONFLICT (receiver_id, year) DO UPDATE SET last = known.last + 1 RETURNING last`))!
    const made = await tx.one<{ id: number }>(sql`
      INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
        state, receipt_year, receipt_number, reporter_id, created_by, written_by, decided_by, decided_at)
      VALUES (${agencia1}, ${sur}, ${agencia1}, ${sur}, ARRAY[${agencia1}::int, ${sur}::int], 'paga', 'responsable', ${amount}, 'BS',
        ${day}, 'confirmado', 2000, ${receipt}, ${agencia1}, ${world.user['agencia']!}, ${world.user['agencia']!},
        ${world.user['banca']!}, now())
      RETURNING id`)
    const memo = `Recibo 2000-${String(receipt).padStart(6, '0')}`
    await postPayment(
      tx,
      { id: made!.id, line: [agencia1, sur], direction: 'paga', amount, currency: 'BS', memo },
      { by: null, at: new Date(), today: day },
    )
  })
}

/** The lines of statements as their workbook holds them: each amount under the title of its currency. */
export function linesInBook(raw: Buffer) {
  const book = read(raw)
  const [head, ...rows] = utils.sheet_to_json<(string | number)[]>(book.Sheets[book.SheetNames[0]!]!, {
    header: 1,
    blankrows: true,
  })
  const column = (title: string) => head!.indexOf(title)
  return rows.map((row) => {
    const currency = String(row[column('Moneda')])
    const amountOf = (title: string): number | null => {
      const at = column(`${title} ${currency}`)
      return (row[at === -1 ? column(title) : at] as number | undefined) ?? null
    }
    return {
      name: String(row[column('Afiliado')]),
      currency,
      concept: String(row[column('Concepto')]),
      detail: String(row[column('Detalle')] ?? ''),
      amount: amountOf('Monto'),
      balance: amountOf('Saldo'),
    }
  })
}
