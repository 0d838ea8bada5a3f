/**
 * Payments reported, confirmed, rejected and undone in any order beside earnings, closed and reopened weeks: after every
 * step what everybody owes is what was earned below them less what was paid of it, added up by other code.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payments } from '../../contract/payments.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { balanceCtes } from '../../server/rules/books/debts.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addPartner } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { modelRuns } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

const steps = Number(process.env['MODEL_STEPS'] ?? 14)
const weeks = 3

let database: TestDatabase
let world: World
let app: TestApp
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
  | { do: 'pay'; at: number; cents: number; gives: boolean; far: boolean }
  | { do: 'confirm' | 'reject' | 'undo' | 'remove'; which: number }
  | { do: 'close'; week: number }
  | { do: 'reopen'; which: number }
const cents = fc.integer({ min: 1, max: 100_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('earn' as const),
      at: fc.nat(1),
      day: fc.integer({ min: 1, max: 7 * weeks }),
      cents,
      sign: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at: fc.nat(3),
      cents,
      gives: fc.boolean(),
      far: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('confirm', 'reject', 'undo', 'remove'), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), week: fc.integer({ min: 1, max: weeks }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), which: fc.nat(9) }) },
)

interface Payment {
  id: number
  version: number
  state: string
  /** Those that owe less by it. */
  debtors: number[]
  cents: bigint
}
/** A tree of its own for each sequence: two distributors, one under the other, and an agency of each. */
class Tree {
  readonly facts: { line: number[]; cents: bigint }[] = []
  readonly paid: Payment[] = []
  readonly top: number
  readonly under: number
  readonly low: number
  readonly high: number
  constructor(top: number, under: number, low: number, high: number) {
    this.top = top
    this.under = under
    this.low = low
    this.high = high
  }

  lineOf(partner_id: number): number[] {
    const { top, under, low } = this
    return partner_id === low ? [low, under, top] : partner_id === top ? [top] : [partner_id, top]
  }
  get all(): number[] {
    return [this.low, this.high, this.under, this.top]
  }
  debt(partner_id: number): bigint {
    const earned = this.facts.filter(({ line }) => line.includes(partner_id)).reduce((sum, one) => sum + one.cents, 0n)
    const paid = this.paid.filter((one) => one.state === 'confirmado' && one.debtors.includes(partner_id))
    return earned - paid.reduce((sum, one) => sum + one.cents, 0n)
  }
}

let planted = 0
async function plant(): Promise<Tree> {
  planted += 1
  const add = (father_id: number, type: 'distribuidor' | 'agencia', name: string) =>
    addPartner(world.db, { father_id, type, code: `P${planted}${name}`, name: `Modelo ${planted} ${name}` })
  const top = await add(world.partner.banca, 'distribuidor', 'D1')
  const under = await add(top, 'distribuidor', 'D2')
  return new Tree(top, under, await add(under, 'agencia', 'A1'), await add(top, 'agencia', 'A2'))
}

async function earn(tree: Tree, { at, day, cents: amount, sign }: Extract<Step, { do: 'earn' }>): Promise<void> {
  const partner_id = [tree.low, tree.high][at]!
  const signed = sign ? BigInt(amount) : -BigInt(amount)
  await world.run((tx) =>
    postAll(tx, [
      {
        day: addDays(begin, day),
        kind: 'ajuste',
        ref_kind: 'adjustment',
        ref_id: 1,
        currency: 'BS',
        moves: [
          {
            debit: { partner_id, kind: 'banco' },
            credit: { partner_id, kind: 'ajustes' },
            amount: fromCents(signed),
          },
        ],
      },
    ]),
  )
  tree.facts.push({ line: tree.lineOf(partner_id), cents: signed })
}

async function pay(tree: Tree, { at, cents: amount, gives, far }: Extract<Step, { do: 'pay' }>): Promise<void> {
  const partner_id = tree.all[at]!
  const body = {
    partner_id,
    direction: gives ? ('recibe' as const) : ('paga' as const),
    to: far ? ('banca' as const) : ('responsable' as const),
    amount: fromCents(BigInt(amount)),
    currency: 'BS' as const,
    paid_on: world.today,
  }
  const reply = await app.call(payments.create, { body }, { as: 'banca' })
  expect(reply.status).toBe(201)
  const { id, version, state } = reply.body
  const line = tree.lineOf(partner_id)
  const signed = gives ? -BigInt(amount) : BigInt(amount)
  tree.paid.push({ id, version, state, debtors: far ? line : line.slice(0, 1), cents: signed })
}

/** The model says by itself whether it may be done; who may is tried elsewhere: what the banca gives it cannot decide. */
async function move(tree: Tree, { do: action, which }: Extract<Step, { which: number }>): Promise<void> {
  const one = tree.paid[which % Math.max(tree.paid.length, 1)]
  if (!one) return
  const said = {
    confirm: {},
    reject: { observation: 'De prueba' },
    undo: { reason: 'De prueba' },
    remove: { payment_id: one.id },
  }
  const body = { version: one.version, ...said[action as 'undo'] }
  const endpoint = payments[action as 'undo']
  const reply = await app.call(endpoint, { params: { id: one.id }, body }, { as: 'banca' })
  const from = { confirm: 'pendiente', reject: 'pendiente', remove: 'pendiente', undo: 'confirmado' }[action as 'undo']
  if (reply.status !== 200) {
    const isOutside = reply.problem.code === 'not_your_side'
    expect([reply.problem.code, isOutside || one.state !== from]).toEqual([reply.problem.code, true])
    return
  }
  expect(one.state).toBe(from)
  one.state = reply.body.state
  one.version = reply.body.version
}

const signature = () => ({ by: world.user['banca']!, at: new Date(), today: world.today, reason: 'De prueba' })
async function close(tree: Tree, { week }: Extract<Step, { do: 'close' }>): Promise<void> {
  await world.run((tx) =>
    closeWeek(tx, {
      week: addDays(begin, 7 * week),
      of: sql`partner.id IN (${sql.join(
        tree.all.map((id) => sql`${id}`),
        sql`, `,
      )})`,
      signature: signature(),
    }),
  )
}
async function reopen(tree: Tree, which: number): Promise<void> {
  const all = await world.db.rows<{ id: number }>(sql`
    SELECT closing.id FROM closings closing JOIN partner_ancestors above ON above.partner_id = closing.partner_id
    WHERE closing.reversed_at IS NULL AND above.ancestor_id = ${tree.top} ORDER BY closing.week DESC, closing.id`)
  if (all.length === 0) return
  await world
    .run((tx) => reopenWeek(tx, all[which % all.length]!.id, signature()))
    .catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === 'week_not_last')) throw error
    })
}

async function check(tree: Tree): Promise<void> {
  const rows = await world.db.rows<{ partner_id: number; debt: string }>(sql`
    WITH RECURSIVE ${balanceCtes({
      rows: sql`EXISTS (SELECT 1 FROM partner_ancestors above WHERE above.partner_id = partner.id AND above.ancestor_id = ${tree.top})`,
      from: world.today,
      to: world.today,
    })}
    SELECT partner_id, debt::text AS debt FROM balance_row WHERE currency = 'BS'`)
  const told = new Map(rows.map(({ partner_id, debt }) => [partner_id, toCents(debt)]))
  for (const id of tree.all) expect([id, told.get(id) ?? 0n]).toEqual([id, tree.debt(id)])
}

it('any sequence leaves what everybody owes as it was earned and paid', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: steps }), async (sequence) => {
      const tree = await plant()
      for (const one of sequence) {
        if (one.do === 'earn') await earn(tree, one)
        else if (one.do === 'pay') await pay(tree, one)
        else if (one.do === 'close') await close(tree, one)
        else if (one.do === 'reopen') await reopen(tree, one.which)
        else await move(tree, one)
        await check(tree)
      }
      await expectBooksHold(world.db)
    }),
    { ...modelRuns(15), endOnFailure: true },
  )
})
