/**
 * Ages of debts beside openings, earnings of either sign, payments made and undone, debts passed to another creditor, weeks
 * closed and reopened in any order: after every step each partner's ages are what payments, and what passed on from it, put on
 * the oldest week leave; what passed to it is of the week of that day. Reckoned by other code.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payments } from '../../contract/payments.ts'
import { addDays, daysBetween, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { list } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { ageingCtes, lastPayment } from '../../server/rules/books/ageing.ts'
import { owedByCreditor, passDebt } from '../../server/rules/books/assign.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { openingWeek, postOpenings } from '../../server/rules/books/openings.ts'
import { postPayment } from '../../server/rules/books/payments.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addPartner } from '../support/factories.ts'
import { slowModelRuns } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

const weeks = 6
let database: TestDatabase
let world: World
let app: TestApp
/** The Sunday before the first week of the test's days. */
let begin: string
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  begin = addDays(world.today, -weekday(world.today) - 7 * weeks)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

type Step =
  | { do: 'earn'; at: number; day: number; cents: number; sign: boolean }
  | { do: 'pay'; at: number; cents: number; gives: boolean; far: boolean; day: number }
  | { do: 'undo'; which: number }
  | { do: 'close'; weeks: number }
  | { do: 'reopen'; which: number }
  | { do: 'assign'; at: number; to: number; which: number; percent: number; day: number }
const cents = fc.integer({ min: 1, max: 50_000 })
const at = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('earn' as const),
      at: fc.nat(1),
      day: fc.integer({ min: 1, max: 7 * weeks + 1 }),
      cents,
      sign: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at,
      cents,
      gives: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      far: fc.boolean(),
      day: fc.integer({ min: 1, max: 7 * weeks + 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('close' as const), weeks: fc.integer({ min: 1, max: weeks }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      at,
      to: fc.nat(2),
      which: fc.nat(2),
      percent: fc.integer({ min: 1, max: 100 }),
      day: fc.integer({ min: 1, max: 7 * weeks + 1 }),
    }),
  },
)

interface Paid {
  id: number
  version: number
  /** Those that owe less by it. */
  debtors: number[]
  cents: bigint
  of: number
  day: string
}

/** What passed to a partner on a day, or below zero from it. */
interface Passed {
  partner_id: number
  cents: bigint
  day: string
}

/** Two distributors, one under the other, and an agency of each. */
class Tree {
  readonly earned: { line: number[]; cents: bigint }[] = []
  /** The opening stands against the agency alone. */
  opening: { at: number; cents: bigint } | null = null
  /** Confirmed and standing, the last one last. */
  paid: Paid[] = []
  readonly passed: Passed[] = []
  readonly ids: readonly [low: number, high: number, under: number, top: number]
  constructor(ids: Tree['ids']) {
    this.ids = ids
  }
  lineOf(partner_id: number): number[] {
    const [low, , under, top] = this.ids
    return partner_id === low ? [low, under, top] : partner_id === top ? [top] : [partner_id, top]
  }
  paidBy(partner_id: number): bigint {
    return this.paid.filter(({ debtors }) => debtors.includes(partner_id)).reduce((sum, one) => sum + one.cents, 0n)
  }
  passedTo(partner_id: number): Passed[] {
    return this.passed.filter((one) => one.partner_id === partner_id)
  }
  debt(partner_id: number): bigint {
    const earned = this.earned.filter(({ line }) => line.includes(partner_id)).reduce((sum, one) => sum + one.cents, 0n)
    const opening = this.opening?.at === partner_id ? this.opening.cents : 0n
    const passed = this.passedTo(partner_id).reduce((sum, one) => sum + one.cents, 0n)
    return earned + opening + passed - this.paidBy(partner_id)
  }
}

let planted = 0
async function plant(opening: number | null): Promise<Tree> {
  planted += 1
  const add = (father_id: number, type: 'distribuidor' | 'agencia', name: string) =>
    addPartner(world.db, { father_id, type, code: `E${planted}${name}`, name: `Edades ${planted} ${name}` })
  const top = await add(world.partner.banca, 'distribuidor', 'D1')
  const under = await add(top, 'distribuidor', 'D2')
  const tree = new Tree([await add(under, 'agencia', 'A1'), await add(top, 'agencia', 'A2'), under, top])
  if (opening !== null) {
    const [low] = tree.ids
    await earn(tree, { do: 'earn', at: 0, day: 1, cents: 100, sign: true })
    const week = await openingWeek(world.db, [low], world.today)
    const amount = fromCents(BigInt(opening))
    const rows = [{ partner_id: low, currency: 'BS' as const, kind: 'deuda' as const, amount }]
    await world.run((tx) => postOpenings(tx, { week, rows, signature: signature() }))
    tree.opening = { at: low, cents: BigInt(opening) }
  }
  return tree
}

const signature = () => ({ by: world.user['banca']!, at: new Date(), today: world.today, reason: 'De prueba' })

async function earn(tree: Tree, { at: of, day, cents: amount, sign }: Extract<Step, { do: 'earn' }>): Promise<void> {
  const partner_id = tree.ids[of]!
  const signed = sign ? BigInt(amount) : -BigInt(amount)
  const on = [addDays(begin, day), world.today].sort()[0]!
  await world.run((tx) =>
    postAll(tx, [
      {
        day: on,
        kind: 'ajuste',
        ref_kind: 'adjustment',
        ref_id: 1,
        currency: 'BS',
        moves: [
          { debit: { partner_id, kind: 'banco' }, credit: { partner_id, kind: 'ajustes' }, amount: fromCents(signed) },
        ],
      },
    ]),
  )
  tree.earned.push({ line: tree.lineOf(partner_id), cents: signed })
}

async function pay(
  tree: Tree,
  { at: of, cents: amount, gives, far, day: asked }: Extract<Step, { do: 'pay' }>,
): Promise<void> {
  const partner_id = tree.ids[of]!
  const body = {
    partner_id,
    direction: gives ? ('recibe' as const) : ('paga' as const),
    to: far ? ('banca' as const) : ('responsable' as const),
    amount: fromCents(BigInt(amount)),
    currency: 'BS' as const,
    paid_on: world.today,
  }
  const made = await app.call(payments.create, { body }, { as: 'banca' })
  expect(made.status).toBe(201)
  const { id, version } = made.body
  const debtors = far ? tree.lineOf(partner_id) : tree.lineOf(partner_id).slice(0, 1)
  // Confirmed on a day that none of them has closed, as if it were that day.
  const closed = await world.db.one<{ through: string | null }>(sql`
    SELECT max(closed_through)::text AS through FROM partner_books WHERE partner_id = ANY (${list(debtors)}::int[])`)
  const open = closed?.through ? addDays(closed.through, 1) : begin
  const day = [addDays(begin, asked), open].sort()[1]!
  const on = [day, world.today].sort()[0]!
  const moment = `${on}T12:00:00-04:00`
  const line = await world.db.one<{ line: number[] }>(sql`
    UPDATE payments SET state = 'confirmado', decided_by = ${world.user['banca']!}, decided_at = ${moment}::timestamptz,
      receipt_year = 1900, receipt_number = id WHERE id = ${id} RETURNING line`)
  await world.run((tx) =>
    postPayment(
      tx,
      { id, line: line!.line, direction: body.direction, amount: body.amount, currency: 'BS', memo: 'De prueba' },
      { by: world.user['banca']!, at: new Date(moment), today: on },
    ),
  )
  const signed = gives ? -BigInt(amount) : BigInt(amount)
  tree.paid.push({ id, version, debtors, cents: signed, of: partner_id, day: on })
}

async function undo(tree: Tree, which: number): Promise<void> {
  const one = tree.paid[which % Math.max(tree.paid.length, 1)]
  if (!one) return
  const body = { version: one.version, reason: 'De prueba' }
  const reply = await app.call(payments.undo, { params: { id: one.id }, body }, { as: 'banca' })
  // What the banca itself gave, whoever received undoes.
  if (reply.status !== 200) return expect([reply.problem.code, one.cents < 0n]).toEqual(['not_your_side', true])
  tree.paid = tree.paid.filter((other) => other !== one)
}

const within = (tree: Tree) => sql`partner.id = ANY (${list(tree.ids)}::int[])`

async function close(tree: Tree, count: number): Promise<void> {
  for (let week = 1; week <= count; week += 1)
    await world.run((tx) => closeWeek(tx, { week: addDays(begin, 7 * week), of: within(tree), signature: signature() }))
}

const standing = (tree: Tree) =>
  world.db.rows<{ id: number; partner_id: number; week: string; charge: string }>(sql`
    SELECT id, partner_id, week::text AS week, (CASE WHEN is_first THEN closing ELSE total END)::text AS charge
    FROM closings WHERE reversed_at IS NULL AND partner_id = ANY (${list(tree.ids)}::int[]) AND currency = 'BS' ORDER BY week`)

async function reopen(tree: Tree, which: number): Promise<void> {
  const all = await standing(tree)
  if (all.length === 0) return
  await world
    .run((tx) => reopenWeek(tx, all[which % all.length]!.id, signature()))
    .catch((error: unknown) => {
      if (!(error instanceof Problem && ['week_not_last', 'week_first'].includes(error.code))) throw error
    })
}

/** From a creditor to another that owes the partner nothing, on a day that nobody in a line of it has closed. */
async function assign(tree: Tree, step: Extract<Step, { do: 'assign' }>): Promise<void> {
  const [, , under, top] = tree.ids
  const partner_id = tree.ids[step.at]!
  const { banca } = world.partner
  const to_id = [under, top, banca][step.to]!
  const all = await owedByCreditor(world.db, partner_id, 'BS')
  const from = all[step.which % Math.max(1, all.length)]
  if (!from || from.creditor_id === to_id) return
  const [less, more] = [from.creditor_id, to_id].map((id) => (id === banca ? [] : tree.lineOf(id))) as [
    number[],
    number[],
  ]
  if ([...less, ...more].includes(partner_id)) return
  const closed = await world.db.one<{ through: string | null }>(sql`
    SELECT max(closed_through)::text AS through FROM partner_books
    WHERE partner_id = ANY (${list([partner_id, ...less, ...more])}::int[]) AND currency = 'BS'`)
  const open = closed?.through ? addDays(closed.through, 1) : begin
  const day = [[addDays(begin, step.day), open].sort()[1]!, world.today].sort()[0]!
  const owed = toCents(from.owed)
  const part = ((owed < 0n ? -owed : owed) * BigInt(step.percent) + 99n) / 100n
  const asked = { partner_id, currency: 'BS' as const, from_id: from.creditor_id, to_id, owed: from.owed }
  await world.run((tx) =>
    passDebt(tx, { ...asked, amount: fromCents(part), reason: 'De prueba' }, { ...signature(), today: day }),
  )
  const signed = owed < 0n ? -part : part
  for (const id of more.filter((one) => !less.includes(one))) tree.passed.push({ partner_id: id, cents: signed, day })
  for (const id of less.filter((one) => !more.includes(one))) tree.passed.push({ partner_id: id, cents: -signed, day })
}

type Ages = Record<'debt' | 'open' | 'week_1' | 'week_2' | 'week_3_4' | 'older' | 'credit' | 'overdue', bigint>

interface Charge {
  week: string
  cents: bigint
}

/** Everything that lowers the debt goes onto the oldest charge that is left; what is of an open week has no age. */
function fifo(
  charges: readonly Charge[],
  paid: bigint,
  { debt, due, through }: { debt: bigint; due: number; through: string },
): Ages {
  const left = charges
    .filter(({ cents: of }) => of > 0n)
    .map((one) => ({ ...one }))
    .sort((one, other) => (one.week < other.week ? -1 : 1))
  let pool = charges.filter(({ cents: of }) => of < 0n).reduce((sum, one) => sum - one.cents, paid)
  for (const one of left) {
    const taken = pool < one.cents ? pool : one.cents
    one.cents -= taken
    pool -= taken
  }
  const sum = (is: (days: number) => boolean) =>
    left
      .filter(({ week }) => week <= through && is(daysBetween(week, world.today) - 1))
      .reduce((total, one) => total + one.cents, 0n)
  const ages = {
    week_1: sum((days) => days <= 7),
    week_2: sum((days) => days > 7 && days <= 14),
    week_3_4: sum((days) => days > 14 && days <= 28),
    older: sum((days) => days > 28),
    overdue: sum((days) => days > due),
    credit: -pool,
  }
  return { ...ages, debt, open: debt - ages.week_1 - ages.week_2 - ages.week_3_4 - ages.older - ages.credit }
}

const nothing: Ages = { debt: 0n, open: 0n, week_1: 0n, week_2: 0n, week_3_4: 0n, older: 0n, credit: 0n, overdue: 0n }

const sundayOf = (day: string) => addDays(day, 7 - weekday(day))
const byDay = (one: Paid, other: Paid) => (one.day === other.day ? one.id - other.id : one.day < other.day ? -1 : 1)

async function check(tree: Tree, due: number): Promise<void> {
  const charges = await standing(tree)
  const rows = await world.db.rows<Record<keyof Ages, string> & { partner_id: number; paid: string | null }>(sql`
    WITH RECURSIVE ${ageingCtes({ rows: within(tree), today: world.today })}
    SELECT aged.partner_id, ${sql.join(
      Object.keys(nothing).map((name) => sql`aged.${sql.identifier(name)}::text AS ${sql.identifier(name)}`),
      sql`, `,
    )}, last_payment.paid::text AS paid
    FROM aged ${lastPayment(sql`aged`)} WHERE aged.currency = 'BS'`)
  for (const id of tree.ids) {
    const row = rows.find(({ partner_id }) => partner_id === id)
    const told = Object.fromEntries(
      Object.keys(nothing).map((name) => [name, row ? toCents(row[name as keyof Ages]) : 0n]),
    )
    const closings = charges.filter(({ partner_id }) => partner_id === id)
    const passed = tree.passedTo(id).map((one) => ({ ...one, week: sundayOf(one.day) }))
    // A closing has what passed within its days in its result.
    const own = closings.map(({ week, charge }, n) => {
      const within = passed.filter((one) => one.week <= week && one.week > (closings[n - 1]?.week ?? ''))
      return { week, cents: within.reduce((sum, one) => sum - one.cents, toCents(charge)) }
    })
    const moved = tree.paid.filter(({ debtors }) => debtors.includes(id))
    const given = moved
      .filter(({ cents: of }) => of < 0n)
      .map(({ day, cents: of }) => ({ week: sundayOf(day), cents: -of }))
    given.push(...passed.filter(({ cents: of }) => of > 0n))
    const paid =
      moved.filter(({ cents: of }) => of > 0n).reduce((sum, one) => sum + one.cents, 0n) -
      passed.filter(({ cents: of }) => of < 0n).reduce((sum, one) => sum + one.cents, 0n)
    const owed = [...own, ...given].reduce((sum, one) => sum + one.cents, 0n) - paid
    const debt = tree.debt(id)
    const through = own.at(-1)?.week ?? ''
    const expected = debt === 0n && owed === 0n ? nothing : fifo([...own, ...given], paid, { debt, due, through })
    expect([id, told]).toEqual([id, expected])
    const last = tree.paid
      .filter(({ of, cents: amount }) => of === id && amount > 0n)
      .toSorted(byDay)
      .at(-1)
    if (row) expect(row.paid).toBe(last ? fromCents(last.cents) : null)
  }
}

it('of any sequence are what is left of the oldest weeks', { timeout: 60 * 60_000 }, async () => {
  const { numRuns, ...seed } = slowModelRuns(15)
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 16 }),
      fc.array(cents, { maxLength: weeks }),
      fc.option(fc.integer({ min: -50_000, max: 50_000 }).filter((one) => one !== 0)),
      fc.integer({ min: 1, max: 60 }),
      async (sequence, weekly, opening, due) => {
        await world.db.run(sql`UPDATE banca SET week_due_days = ${due}`)
        const tree = await plant(opening)
        // Several weeks of everybody are owed before anything else is done.
        for (const [n, amount] of weekly.entries())
          for (const of of [0, 1]) await earn(tree, { do: 'earn', at: of, day: 2 + 7 * n, cents: amount, sign: true })
        if (weekly.length > 0) await close(tree, weekly.length)
        for (const one of sequence) {
          if (one.do === 'earn') await earn(tree, one)
          else if (one.do === 'pay') await pay(tree, one)
          else if (one.do === 'undo') await undo(tree, one.which)
          else if (one.do === 'close') await close(tree, one.weeks)
          else if (one.do === 'assign') await assign(tree, one)
          else await reopen(tree, one.which)
          await check(tree, due)
        }
      },
    ),
    { numRuns, ...seed, endOnFailure: true },
  )
})
