/**
 * Weeks closed and reopened in any order beside sales, prizes, files of other systems, corrections of the past, payments
 * through accounts, cash that crosses from an office to a fund of whoever it owes and back, outcomes that the banca bears,
 * debts passed from one creditor to another and changes of who answers: after every step what everybody
 * owes is what was earned below them and not paid, what each account holds is what came and went, added up by other code,
 * and the books hold. Sales and prizes are settled by every kind of rate, carried losses among them, and bring whoever is
 * above them a margin; in bolívares, or in pesos, which have no cents.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { toCents } from '../../contract/values/money.ts'
import { list, transaction } from '../../server/platform/db/connect.ts'
import { lastClosed } from '../../server/rules/books/debts.ts'
import { sumUp } from '../../server/rules/books/sum-up.ts'
import { bookRules } from '../../server/rules/books/verify.ts'
import { postedRule } from '../../server/rules/books/verify-margin.ts'
import { movementRules } from '../../server/rules/cash/verify.ts'
import { expectRulesHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { isLong, modelRuns } from '../support/length.ts'
import { createWorld, type World } from '../support/world.ts'
import type { Model } from './books-debts.ts'
import { debtorsOf, Doing, openGround, plant, type Ground, type Tree } from './books-doing.ts'
import { toldDebts } from './books-owed.ts'
import { step, weeks } from './books-steps.ts'

const steps = isLong ? { minLength: 700, maxLength: 700 } : { minLength: 3, maxLength: 16 }
const { numRuns, ...seed } = modelRuns(25)
const runs = isLong ? Math.max(1, Math.ceil(numRuns / 500)) : numRuns
/** The books of all trees so far are verified after so many steps, and at the end. */
const verifiedEach = 50

let database: TestDatabase
let world: World
let ground: Ground

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  ground = await openGround(world)
})
afterAll(async () => {
  await world?.close()
  await database?.drop()
})

/** Periods of days of the test: each begins with what the one before ended with, some in the middle of a week. */
const periods = [
  [1, 3],
  [1, 7],
  [8, 12],
  [8, 14],
  [15, 20],
] as const

async function checkDebts(tree: Tree, model: Model): Promise<void> {
  const ids = debtorsOf(tree)
  const earned = model.earned()
  const { today } = world
  const day = (n: number) => addDays(ground.begin, n)
  for (const [from, to] of [[day(10), today], ...periods.map(([since, until]) => [day(since), day(until)])] as [
    string,
    string,
  ][]) {
    // Read by account, or by day: either comes to the same.
    const closed = weekday(from) % 2 === 0 ? await lastClosed(world.db, to) : null
    const told = await toldDebts(world.db, ids, { from, to, currency: tree.currency, closed })
    const owed = (id: number, until: string) => model.debt(id, { earned, until, today })
    expect([to, ...ids.map((id) => [id, told.get(id)!.debt, told.get(id)!.before])]).toEqual([
      to,
      ...ids.map((id) => [id, owed(id, to), owed(id, addDays(from, -1))]),
    ])
  }
}

async function checkMoney({ accounts, funds, tills }: Tree, model: Model): Promise<void> {
  const places = [
    ...[...accounts.values()].map((id) => ['banco', id] as const),
    ...[...funds.values()].flat().map((id) => ['fondo', id] as const),
    ...tills.map((id) => ['caja', id] as const),
  ]
  const held = await world.db.rows<{ place: string; amount: string }>(sql`
    SELECT place.kind || ' ' || place.id AS place, sum(posting.amount)::text AS amount
    FROM ledger_postings posting
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind IN ('banco', 'fondo', 'caja')
    CROSS JOIN LATERAL (
      SELECT account.kind, CASE account.kind WHEN 'caja' THEN account.partner_id ELSE account.sub END AS id
    ) place
    WHERE account.kind <> 'caja' AND account.sub = ANY (${list([...accounts.values(), ...[...funds.values()].flat()])}::int[])
      OR account.kind = 'caja' AND account.partner_id = ANY (${list(tills)}::int[])
    GROUP BY 1`)
  const amounts = new Map(held.map(({ place, amount }) => [place, toCents(amount)]))
  const told = places.map(([at, id]) => [at, id, amounts.get(`${at} ${id}`) ?? 0n])
  expect(told).toEqual(places.map(([at, id]) => [at, id, model.holds(at, id)]))
}

/** What closing a week starts from is the same, whether each account is looked up or all days are read. */
async function checkOpenBooks(tree: Tree): Promise<void> {
  const ids = debtorsOf(tree)
  const books = (week: string, few: number) =>
    transaction(world.pool, async (tx) => (await sumUp(tx, ids, week, few)).map(({ cut: _cut, ...book }) => book))
  for (let n = 1; n <= weeks; n++) {
    const week = addDays(ground.begin, 7 * n)
    expect([week, await books(week, 0)]).toEqual([week, await books(week, ids.length)])
  }
}

const verify = () => expectRulesHold(world.db, [...bookRules, postedRule, ...movementRules], 'a sequence')

it('any sequence leaves what everybody owes as it was earned', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, steps),
      fc.nat(3),
      fc.constantFrom('BS', 'COP'),
      async (sequence, closed, currency) => {
        const { tree, model } = await plant(ground, currency)
        const doing = new Doing(ground, { tree, model })
        // Weeks of everybody are closed before anything else is done.
        await doing.live(closed)
        for (const [n, one] of sequence.entries()) {
          await doing.do(one)
          await checkDebts(tree, model)
          await checkMoney(tree, model)
          if (n < sequence.length - 1 && (n + 1) % verifiedEach !== 0) continue
          await checkOpenBooks(tree)
          await verify()
        }
      },
    ),
    { numRuns: runs, ...seed, endOnFailure: true },
  )
})
