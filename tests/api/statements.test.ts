/**
 * A week's statement over HTTP: on paper, as the closing told it, as the balance of accounts, the day by day and the ledger
 * have it and as its file holds it; of a week that is not closed, and of one that was corrected later.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { files } from '../../contract/files.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { statements, type StatementAccount } from '../../contract/statements.ts'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { filesWork } from '../../server/platform/files/prepared/make.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { routes } from '../../server/routes.ts'
import { addCommission } from '../support/factories.ts'
import { correctIn } from './award-setup.ts'
import { linesInBook, tellBanca, type ToldBanca } from './statements-setup.ts'

let told: ToldBanca
beforeAll(async () => {
  told = await tellBanca()
})
afterAll(() => told?.end())

const linesOf = ({ lines }: StatementAccount) =>
  lines.map(({ concept, detail, amount, balance }) => [concept, detail, amount ?? '', balance].join(' | '))
const owedOf = async (partner_id: number, week: string, currency = 'BS') =>
  (
    await told.app.call(
      accountBalance.report,
      { body: { from: addDays(week, -6), to: week, partner_id, level: 'agencia', currency } as never },
      { as: 'banca' },
    )
  ).body.data[0]!
const movedOf = async (partner_id: number, week: string, currency = 'BS') =>
  (
    await told.app.call(
      movementReports.list,
      { query: { from: addDays(week, -6), to: week, partner_id, currency } as never },
      { as: 'banca' },
    )
  ).body.totals[0]!
const ledgerOf = async (partner_id: number, week: string, currency = 'BS') =>
  (await told.past.world.db.one<{ owed: string }>(sql`
    SELECT coalesce(sum(day.debit - day.credit), 0)::numeric(18,2)::text AS owed
    FROM ledger_accounts account JOIN ledger_days day ON day.account_id = account.id AND day.day <= ${week}
    WHERE account.partner_id = ${partner_id} AND account.kind = 'liquidacion' AND account.currency = ${currency}::currency`))!
    .owed
/** The lines of an account come to what it says, one after the other. */
function addsUp({ opening, total, payments, closing, lines }: StatementAccount): void {
  let balance = opening
  for (const one of lines) {
    balance = add(balance, one.amount ?? '0')
    expect([one.concept, one.balance]).toEqual([one.concept, balance])
  }
  expect(balance).toBe(closing)
  expect(add(opening, total, `-${payments}`.replace('--', ''))).toBe(closing)
}
async function agrees(partner_id: number, week: string, currency: 'BS' | 'USD' = 'BS'): Promise<void> {
  const account = (await told.accountsOf(partner_id, week)).find((one) => one.currency === currency)!
  addsUp(account)
  const owed = await owedOf(partner_id, week, currency)
  const moved = await movedOf(partner_id, week, currency)
  const { opening, payments, closing } = account
  expect([owed.before, owed.payments, owed.debt]).toEqual([opening, payments, closing])
  expect([moved.opening, moved.closing]).toEqual([opening, closing])
  expect(await ledgerOf(partner_id, week, currency)).toBe(closing)
}

describe('a statement', () => {
  it('is as it comes out on paper, one rate in one line, before its week is closed and after', async () => {
    const { first, past } = told
    const { agencia1, sur, norte } = past.world.partner
    // 1,040.05 sold, 250 of prizes; 12 % of each product: 120.00 and 4.81 (of 40.05); 30 % of what is left.
    await told.sold({ sunday: first, stakes: ['10.00', '990.00'] })
    await told.sold({ product: 'LA_GRANJITA', sunday: first, stakes: ['1.60', '38.45'] })
    await told.sold({ office: 'taquilla3', sunday: first, stakes: ['40.00', '460.00'] })
    const [open] = await told.accountsOf(agencia1, first)
    expect(linesOf(open!)).toEqual([
      `anterior | Al ${formatDay(addDays(first, -7))} |  | 0.00`,
      'ventas |  | 1040.05 | 1040.05',
      'premios |  | -290.00 | 750.05',
      'comision | Todas las ventas: Bs 1.040,05 × 12 % | -124.81 | 625.24',
      'participacion | Todo: utilidad Bs 625,24 × 30 % | -187.57 | 437.67',
      'saldo | Le debe a Distribuidor Sur |  | 437.67',
    ])
    expect([open!.state, open!.told]).toEqual(['abierta', null])
    expect((await told.close(first)).body).toMatchObject({ kept: 0 })
    const [closed] = await told.accountsOf(agencia1, first)
    expect(linesOf(closed!)).toEqual(linesOf(open!))
    const closing = await told.closingOf(agencia1, first)
    expect([closed!.state, closed!.told?.id, closed!.total]).toEqual(['cerrada', closing.id, closing.total])
    await agrees(agencia1, first)
    expect(linesOf((await told.accountsOf(sur, first))[0]!)).toEqual([
      `anterior | Al ${formatDay(addDays(first, -7))} |  | 0.00`,
      'cobranza | Agencia Uno | 437.67 | 437.67',
      'saldo | Le debe a Distribuidor Norte |  | 437.67',
    ])
    // Agency two: 500 sold, 1,000 of prizes, 60, 30 % of −560 = −168: −392.
    expect(linesOf((await told.accountsOf(norte, first))[0]!).slice(1)).toEqual([
      'cobranza | Agencia Dos | -392.00 | -392.00',
      'cobranza | Agencia Uno | 437.67 | 45.67',
      'saldo | Le debe a Banca de Prueba |  | 45.67',
    ])
  })

  it('tells products apart where rates differ, what was paid, and each currency by itself', async () => {
    const { second, past } = told
    const { agencia1, banca } = past.world.partner
    const granjita = past.world.product('LA_GRANJITA')
    await addCommission(past.world.db, {
      partner_id: banca,
      product_id: granjita,
      kind: 'UTILIDAD',
      commission_percent: 10.5,
      participation_kind: 'SOLO_POSITIVA',
      participation_percent: 20,
    })
    await told.sold({ sunday: second, stakes: ['2.00', '98.00'] })
    await told.sold({ product: 'LA_GRANJITA', sunday: second, stakes: ['4.00', '46.00'] })
    await told.sold({ sunday: second, stakes: ['1.00', '79.00'], currency: 'USD' })
    await told.paid(addDays(second, -5), '137.67')
    expect((await told.close(second)).body).toMatchObject({ kept: 0 })
    const [bs, usd] = await told.accountsOf(agencia1, second)
    // 100: 12 and 30 % of 38 = 11.40. 50 sold and 100 won: nothing of either.
    expect(linesOf(bs!)).toEqual([
      `anterior | Al ${formatDay(addDays(second, -7))} |  | 437.67`,
      'ventas |  | 150.00 | 587.67',
      'premios |  | -150.00 | 437.67',
      'comision | Lotto Activo: Bs 100,00 × 12 % | -12.00 | 425.67',
      'comision | La Granjita: (ventas Bs 50,00 − premios Bs 100,00) × 10,5 %: sin utilidad | 0.00 | 425.67',
      'participacion | Lotto Activo: utilidad Bs 38,00 × 30 % | -11.40 | 414.27',
      'participacion | La Granjita: utilidad −Bs 50,00 × 20 %: sin utilidad | 0.00 | 414.27',
      `pagos | Recibo 2000-000001, ${formatDay(addDays(second, -5))} | -137.67 | 276.60`,
      'saldo | Le debe a Distribuidor Sur |  | 276.60',
    ])
    expect(linesOf(usd!).slice(1, 4)).toEqual([
      'ventas |  | 80.00 | 80.00',
      'premios |  | -25.00 | 55.00',
      'comision | Todas las ventas: $ 80,00 × 12 % | -9.60 | 45.40',
    ])
    const closing = await told.closingOf(agencia1, second)
    expect([bs!.opening, bs!.total, bs!.payments, bs!.closing]).toEqual([
      closing.opening,
      closing.total,
      closing.payments,
      closing.closing,
    ])
    await agrees(agencia1, second)
    await agrees(agencia1, second, 'USD')
    expect(await verifyBooks(past.world.db)).toEqual([])
  })

  it('of two rates of a product says the bet types and the days of each', async () => {
    const { past } = told
    const running = addDays(told.second, 7)
    const day = past.world.today
    await past.sell(day, '00:01', 'taquilla3', 'BS', [
      { draw: await past.world.draw('LOTTO_ACTIVO'), number: '7', stake: '10.00' },
    ])
    await addCommission(past.world.db, {
      partner_id: past.world.partner.agencia2,
      product_id: past.world.product('LOTTO_ACTIVO'),
      commission_percent: 9.25,
    })
    await past.sell(day, '00:02', 'taquilla3', 'BS', [
      { draw: await past.world.draw('LOTTO_ACTIVO'), number: '7', stake: '20.00' },
    ])
    const [account] = await told.accountsOf(past.world.partner.agencia2, running)
    const on = ` el ${formatDay(day)}`
    expect(linesOf(account!).filter((one) => one.startsWith('comision'))).toEqual([
      `comision | Lotto Activo (Animalito)${on}: Bs 20,00 × 9,25 % | -1.85 | -363.85`,
      `comision | Lotto Activo (Animalito)${on}: Bs 10,00 × 12 % | -1.20 | -365.05`,
    ])
    addsUp(account!)
  })

  it('does not name whom its reader may not know', async () => {
    const { agencia1 } = told.past.world.partner
    const account = (await told.accountsOf(agencia1, told.second, 'agencia'))[0]!
    expect([account.creditor_name, account.lines.at(-1)!.detail]).toEqual([
      'Por encima de usted',
      'Por pagar a quien le cobra',
    ])
    const [own] = await told.accountsOf(told.past.world.partner.norte, told.second, 'distribuidor')
    expect(own!.creditor_name).toBe('Banca de Prueba')
  })

  it('of a closed week stays as it was told: what comes late is a line of the next', async () => {
    const { past } = told
    const { agencia1 } = past.world.partner
    const third = addDays(told.second, 7)
    const before = await told.accountsOf(agencia1, told.second)
    // A result that is corrected after the close: the number that won loses, and another wins nothing of anybody.
    const draw = await past.world.db.one<{ id: number }>(sql`
      SELECT draw.id FROM draws draw JOIN products product ON product.id = draw.product_id
      WHERE draw.day = ${addDays(told.second, -4)} AND product.code = 'LOTTO_ACTIVO' ORDER BY draw.id LIMIT 1`)
    await past.world.run((tx) => correctIn(tx, draw!.id, [{ place: '', number: '30', sign: null }]))
    await past.world.settle()
    const [now] = await told.accountsOf(agencia1, told.second)
    expect([now!.total, now!.closing]).toEqual([before[0]!.total, before[0]!.closing])
    // 50 that nobody won: 30 % of it are the agency's.
    expect(linesOf(now!).slice(3, 6)).toEqual([
      'comision | Lotto Activo: Bs 100,00 × 12 % | -12.00 | 425.67',
      'comision | La Granjita: (ventas Bs 50,00 − premios Bs 100,00) × 10,5 %: sin utilidad | 0.00 | 425.67',
      'participacion | Lotto Activo: utilidad Bs 88,00 × 30 % | -26.40 | 399.27',
    ])
    expect(linesOf(now!)).toContain('participacion | De otros días, o corregido después | 15.00 | 414.27')
    addsUp(now!)
    const [next] = await told.accountsOf(agencia1, third)
    expect(linesOf(next!).filter((one) => one.startsWith('tardio'))).toEqual([
      'tardio | De semanas ya cerradas, que llegó después | 35.00 | 311.60',
    ])
    expect(next!.opening).toBe(before[0]!.closing)
    addsUp(next!)
    expect((await owedOf(agencia1, third)).debt).toBe(next!.closing)
  })
})

describe('the statements of all', () => {
  const list = async (query: object = {}, as = 'banca') =>
    (await told.app.call(statements.lines, { query: { per_page: 500, ...query } as never }, { as })).body
  const names = async (query: object, as?: string) => [...new Set((await list(query, as)).data.map(({ name }) => name))]

  it('are of those within reach, narrowed by partner, type, currency and name, of the last week unless said', async () => {
    const { agencia1, norte } = told.past.world.partner
    expect(await names({})).toEqual(['Agencia Dos', 'Agencia Uno', 'Distribuidor Norte', 'Distribuidor Sur'])
    expect(await names({ week: told.first }, 'distribuidor')).toEqual(await names({ week: told.first }))
    expect(await names({}, 'agencia')).toEqual(['Agencia Uno'])
    expect(await names({ type: 'distribuidor' })).toEqual(['Distribuidor Norte', 'Distribuidor Sur'])
    expect(await names({ partner_id: norte, alone: true })).toEqual(['Distribuidor Norte'])
    expect(await names({ q: 'uno' })).toEqual(['Agencia Uno'])
    const usd = await list({ currency: 'USD', partner_id: agencia1 })
    expect([...new Set(usd.data.map(({ currency, week }) => `${currency} ${week}`))]).toEqual([`USD ${told.second}`])
    const accounts = await told.accountsOf(agencia1)
    const lines = await list({ partner_id: agencia1 })
    expect(lines.data.map(({ detail, amount, balance }) => ({ detail, amount, balance }))).toEqual(
      accounts.flatMap((one) => one.lines.map(({ detail, amount, balance }) => ({ detail, amount, balance }))),
    )
  })

  it('refuse a week that has not begun, one that ends on no Sunday, and whom one does not see', async () => {
    const { app, second, past } = told
    const ahead = { week: addDays(second, 14) }
    const partner_ids = [past.world.partner.agencia1]
    for (const reply of [
      await app.call(statements.lines, { query: ahead }, { as: 'banca' }),
      await app.call(statements.linesExport, { query: ahead as never }, { as: 'banca' }),
      await app.call(statements.of, { query: { ...ahead, partner_ids } }, { as: 'banca' }),
    ])
      expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([422, 'day_ahead', 'week'])
    const tuesday = await app.call(statements.lines, { query: { week: addDays(second, 2) } }, { as: 'banca' })
    expect([tuesday.status, tuesday.problem.errors?.[0]?.message]).toEqual([400, 'Elija un domingo'])
    const { agencia2 } = past.world.partner
    for (const reply of [
      await app.call(statements.lines, { query: { partner_id: agencia2 } }, { as: 'agencia' }),
      await app.call(statements.linesExport, { query: { partner_id: agencia2 } as never }, { as: 'agencia' }),
      await app.call(statements.of, { query: { partner_ids: [...partner_ids, agencia2] } }, { as: 'agencia' }),
    ])
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('are one file, made apart with the rights of who asks, that says what the screen says', async () => {
    const { app, past } = told
    const query = { week: told.second, format: 'xlsx' }
    for (const as of ['banca', 'agencia']) {
      const asked = await app.call(
        files.create,
        { body: { entity: 'statements', call: 'linesExport', query } as never },
        { as },
      )
      expect([asked.status, asked.body.title]).toEqual([202, 'Estados de cuenta de una semana'])
      await workOn(filesWork(routes), app.app.databases.main, new AbortController().signal)
      const made = (await app.call(files.show, { params: { id: asked.body.id } }, { as })).body
      const shown = (await list({ week: told.second }, as)).data
      expect([made.state, made.rows]).toEqual(['listo', shown.length])
      const { raw } = await app.call(files.download, { params: { id: asked.body.id } }, { as })
      expect(
        linesInBook(raw).map(({ name, detail, amount, balance }) => [name, detail, amount, balance].join(' | ')),
      ).toEqual(
        shown.map(({ name, detail, amount, balance }) =>
          [name, detail, amount === null ? null : Number(amount), Number(balance)].join(' | '),
        ),
      )
    }
    expect(await verifyBooks(past.world.db)).toEqual([])
  })
})
