/**
 * A statement ends as the next one begins, as the balance of accounts and the day by day have it, as its file says and as
 * the ledger adds up by other SQL: for all who read it, in several zones of the banca, sold around midnights and Sundays,
 * of weeks that are closed, of those that are not and of what comes late.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { statements, type StatementAccount } from '../../contract/statements.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, inZone, weekday } from '../../contract/values/dates.ts'
import { add, subtract } from '../../contract/values/money.ts'
import { instantOf } from '../../server/rules/figures/stretch.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addCommission } from '../support/factories.ts'
import { eachDay, modelRuns } from '../support/length.ts'
import { createDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { correctIn } from './award-setup.ts'
import { createPast, type Past } from './figures.ts'
import { linesInBook, payOnce } from './statements-setup.ts'

/** Each day at home and where a day begins first and last; what lies between in the long run. */
const zones = eachDay(
  ['America/Caracas', 'UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  (zone) => zone === 'America/Caracas' || zone.startsWith('Pacific/'),
)
const debtors = ['norte', 'sur', 'agencia1', 'agencia2'] as const
type Debtor = (typeof debtors)[number]
const readers: Readonly<Record<string, readonly Debtor[]>> = {
  banca: debtors,
  supervisor: debtors,
  distribuidor: debtors,
  agencia: ['agencia1'],
}
const currencies = ['BS', 'USD'] as const satisfies readonly Currency[]
const offices = ['taquilla1', 'taquilla2', 'taquilla3'] as const
/** On both sides of every border of a week: days before its Sunday, the clock and milliseconds past it. */
const moments = [
  [6, '00:00', 0],
  [6, '00:00', 1],
  [4, '12:00', 0],
  [1, '23:59', 59_999],
  [0, '00:00', 0],
  [0, '23:59', 59_999],
] as const

const sale = fc.record({
  week: fc.nat(3),
  moment: fc.constantFrom(...moments),
  office: fc.constantFrom(...offices),
  currency: fc.constantFrom(...currencies),
  cents: fc.integer({ min: 100, max: 90_000 }),
  wins: fc.boolean(),
})
const scenario = fc.record({
  sales: fc.array(sale, { minLength: 12, maxLength: 12 }),
  /** Sales whose draws are corrected once two weeks are closed: who won loses, who lost wins. */
  corrected: fc.uniqueArray(fc.nat(11), { minLength: 2, maxLength: 4 }),
  paid: fc.array(
    fc.record({ ago: fc.constantFrom(0, 6), week: fc.nat(2), cents: fc.integer({ min: 1, max: 50_000 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
})

interface Told {
  past: Past
  app: TestApp
  zone: string
  /** Three Sundays that are over, and that of the week that runs. */
  sundays: readonly string[]
  today: string
}

async function begin(zone: string): Promise<Told & { end: () => Promise<void> }> {
  const database = await createDatabase()
  const past = await createPast(database.url)
  await past.world.db.run(sql`UPDATE banca SET zone = ${zone}`)
  // Both distributors earn on what is below them.
  for (const [name, commission_percent, participation_percent] of [
    ['norte', 15, 40],
    ['sur', 13, 30],
    ['agencia1', 12, 30],
    ['agencia2', 12, 30],
  ] as const)
    await addCommission(past.world.db, {
      partner_id: past.world.partner[name],
      commission_percent,
      participation_percent,
    })
  const app = await startApp(database.url)
  const { day: today } = inZone(new Date(), zone)
  const last = addDays(today, -weekday(today))
  const end = async () => {
    await app.close()
    await past.world.close()
    await database.drop()
  }
  return { past, app, zone, today, sundays: [-14, -7, 0, 7].map((days) => addDays(last, days)), end }
}

let drawn = 0
/** Sold at that instant of the banca's zone, and drawn the same day; in the running week, at the first instant of today. The draw. */
async function play({ past, zone, sundays, today }: Told, one: typeof sale extends fc.Arbitrary<infer S> ? S : never) {
  const { world } = past
  const [ago, clock, ms] = one.week === 3 ? ([0, '00:00', 0] as const) : one.moment
  const on = one.week === 3 ? today : addDays(sundays[one.week]!, -ago)
  const at = new Date(instantOf(on, clock, zone).getTime() + ms)
  const { day } = inZone(at, zone)
  expect(day).toBe(on)
  const draw = await world.draw('LOTTO_ACTIVO')
  const stake = `${Math.trunc(one.cents / 100)}.${String(one.cents % 100).padStart(2, '0')}`
  await world.run((tx) =>
    sell(tx, {
      office_id: world.partner[one.office],
      seller_id: world.user['taquilla']!,
      currency: one.currency,
      confirm_repeated: true,
      at,
      day,
      lines: [{ draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake }],
    }),
  )
  // Of the week that runs nothing is drawn yet: its hour may be ahead.
  if (one.week === 3) return draw
  drawn += 1
  await past.prize(draw, day, `13:${String(drawn % 60).padStart(2, '0')}`, [
    { place: '', number: one.wins ? '5' : '6', sign: null },
  ])
  return draw
}

/** What everybody owes at the end of a day, from the ledger alone: what moved, and what was earned and is closed of nobody. */
async function ledgerOf({ past }: Told, day: string): Promise<Map<string, string>> {
  const rows = await past.world.db.rows<{ key: string; owed: string }>(sql`
    WITH moved AS (
      SELECT CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END AS id, account.currency, account.kind,
        ledger_day.debit - ledger_day.credit AS amount
      FROM ledger_days ledger_day
      JOIN ledger_accounts account ON account.id = ledger_day.account_id
      JOIN partners owner ON owner.id = account.partner_id
      WHERE ledger_day.day <= ${day}
    ), open AS (
      SELECT id, currency, sum(CASE WHEN kind = 'liquidado' THEN amount ELSE -amount END) AS amount FROM moved
      WHERE kind IN ('liquidado', 'ventas', 'premios', 'comision', 'participacion', 'margen', 'ajustes') GROUP BY 1, 2
    )
    SELECT debtor.code || ':' || each.currency AS key,
      (coalesce((SELECT sum(moved.amount) FROM moved
        WHERE moved.id = debtor.id AND moved.currency = each.currency AND moved.kind = 'liquidacion'), 0)
      + coalesce((SELECT sum(open.amount) FROM open JOIN partner_ancestors up ON up.partner_id = open.id
        WHERE up.ancestor_id = debtor.id AND open.currency = each.currency), 0))::numeric(18,2)::text AS owed
    FROM partners debtor CROSS JOIN unnest(${sql.raw(`'{${currencies.join()}}'`)}::currency[]) each(currency)
    WHERE debtor.type IN ('agencia', 'distribuidor')`)
  return new Map(rows.map(({ key, owed }) => [key, owed]))
}

/** All that one reader is told of a week. */
async function readWeek({ app, past }: Told, week: string, as: string) {
  const ids = readers[as]!.map((name) => past.world.partner[name])
  const of = (await app.call(statements.of, { query: { partner_ids: ids, week } } as never, { as })).body
  const days = { from: addDays(week, -6), to: week }
  const balances = new Map<string, { before: string; debt: string; late: string; payments: string }>()
  for (const level of ['agencia', 'distribuidor'] as const)
    for (const row of (await app.call(accountBalance.report, { body: { ...days, level } as never }, { as })).body.data)
      balances.set(`${row.code}:${row.currency}`, row)
  const { raw } = await app.call(statements.linesExport, { query: { week, format: 'xlsx' } as never }, { as })
  const inFile = new Map(
    linesInBook(raw).flatMap(({ name, currency, concept, balance }) =>
      concept === 'Saldo' ? [[`${name}:${currency}`, balance] as const] : [],
    ),
  )
  return { of, balances, inFile }
}

type Readings = Map<string, StatementAccount>
/** The statements of a week as a reader has them, each compared with all the other places that say the same. */
async function agreed(told: Told, week: string, as: string): Promise<Readings> {
  const { of, balances, inFile } = await readWeek(told, week, as)
  const ledger = await ledgerOf(told, week)
  const found: Readings = new Map()
  for (const { name, code, partner_id, accounts } of of.data)
    for (const account of accounts) {
      const key = `${code}:${account.currency}`
      const balance = balances.get(key) ?? { before: '0.00', debt: '0.00', late: '0.00', payments: '0.00' }
      const late = account.told ? balance.late : '0.00'
      const moved = (
        await told.app.call(
          movementReports.list,
          { query: { from: addDays(week, -6), to: week, partner_id, currency: account.currency } as never },
          { as },
        )
      ).body.totals[0]!
      expect([as, week, key, account.closing, account.payments, inFile.get(`${name}:${account.currency}`)]).toEqual([
        as,
        week,
        key,
        subtract(balance.debt, late),
        balance.payments,
        Number(account.closing),
      ])
      expect([as, week, key, balance.debt, moved.closing]).toEqual([as, week, key, ledger.get(key), balance.debt])
      expect(add(account.opening, subtract(account.total, account.payments))).toBe(account.closing)
      found.set(key, account)
    }
  for (const [key, owed] of ledger)
    if (!found.has(key) && of.data.some(({ code }) => key.startsWith(`${code}:`)))
      expect([key, owed]).toEqual([key, '0.00'])
  return found
}

async function agree(told: Told): Promise<void> {
  for (const as of Object.keys(readers)) {
    let before: Readings = new Map()
    for (const week of told.sundays) {
      const now = await agreed(told, week, as)
      for (const key of new Set([...before.keys(), ...now.keys()]))
        expect([as, week, key, now.get(key)?.opening ?? '0.00']).toEqual([
          as,
          week,
          key,
          before.get(key)?.closing ?? '0.00',
        ])
      before = now
    }
  }
}

it.each(zones)('ends as everything else says, in %s', async (zone) => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ sales, corrected, paid }) => {
      const told = await begin(zone)
      try {
        const { past, app, sundays } = told
        const draws: number[] = []
        for (const one of sales) draws.push(await play(told, one))
        for (const { week, ago, cents } of paid)
          await payOnce(
            past,
            addDays(sundays[week]!, -ago),
            `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
          )
        await past.world.settle()
        for (const week of sundays.slice(0, 2)) {
          const { status, body } = await app.call(accountBalance.close, { body: { week } as never }, { as: 'banca' })
          expect([status, body.kept]).toEqual([200, 0])
        }
        for (const n of corrected) {
          const { week, wins } = sales[n]!
          const number = wins ? '6' : '5'
          if (week < 3) await past.world.run((tx) => correctIn(tx, draws[n]!, [{ place: '', number, sign: null }]))
        }
        await past.world.settle()
        await agree(told)
        expect(await verifyBooks(past.world.db)).toEqual([])
      } finally {
        await told.end()
      }
    }),
    // One run has a banca of its own: what fails is told as it is.
    { ...modelRuns(1), endOnFailure: true },
  )
})
