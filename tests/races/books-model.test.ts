/**
 * Weeks closed and reopened in any order beside sales, prizes, files of other systems, corrections of the past, changes of
 * who answers and debts passed from one creditor to another: after every step what everybody owes is what was earned
 * below them, added up by other code, and the books hold.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { owedByCreditor, passDebt } from '../../server/rules/books/assign.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { balanceCtes } from '../../server/rules/books/debts.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { bookRules } from '../../server/rules/books/verify.ts'
import type { AccountKind } from '../../contract/ledger-accounts.ts'
import { postAll } from '../../server/rules/ledger/entries.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { isLong, modelRuns } from '../support/length.ts'
import { addPartner } from '../support/factories.ts'
import { createWorld, type World } from '../support/world.ts'

/** In the long run few sequences of many events over twice the weeks: some faults are found by such alone. */
const steps = isLong ? { minLength: 700, maxLength: 700 } : { minLength: 3, maxLength: 12 }
const weeks = isLong ? 8 : 4
const { numRuns, ...seed } = modelRuns(25)
const runs = isLong ? Math.max(1, Math.ceil(numRuns / 500)) : numRuns

let database: TestDatabase
let world: World
/** The Sunday before the first week of the test's days. */
let begin: string

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  begin = addDays(world.today, -weekday(world.today) - 7 * weeks)
})
afterAll(async () => {
  await world?.close()
  await database?.drop()
})

/** A tree of its own for each sequence: two distributors, one under the other, and three agencies. */
interface Tree {
  top: number
  under: number
  agencies: number[]
  offices: number[]
}
let planted = 0
async function plant(): Promise<Tree> {
  planted += 1
  const add = (father_id: number, type: string, name: string) =>
    addPartner(world.db, { father_id, type, code: `M${planted}${name}`, name: `Modelo ${planted} ${name}` } as never)
  const top = await add(world.partner.banca, 'distribuidor', 'D1')
  const under = await add(top, 'distribuidor', 'D2')
  const agencies = [
    await add(under, 'agencia', 'A1'),
    await add(under, 'agencia', 'A2'),
    await add(top, 'agencia', 'A3'),
  ]
  const offices: number[] = []
  for (const [n, agency] of agencies.entries()) offices.push(await add(agency, 'taquilla', `T${n}`))
  return { top, under, agencies, offices }
}

type Earning = 'venta' | 'premio' | 'comision' | 'vencido' | 'externa' | 'ajuste'
type Step =
  | { do: 'earn'; what: Earning; at: number; day: number; cents: number }
  | { do: 'answer'; of: number; by: number; day: number }
  | { do: 'close'; of: number; week: number; over: boolean }
  | { do: 'reopen'; which: number }
  | { do: 'assign'; of: number; to: number; which: number; day: number; percent: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('earn' as const),
      what: fc.constantFrom<Earning>('venta', 'premio', 'comision', 'vencido', 'externa', 'ajuste'),
      at: fc.nat(2),
      day: fc.integer({ min: 1, max: 7 * weeks }),
      cents: fc.integer({ min: 1, max: 100_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      of: fc.nat(4),
      by: fc.nat(3),
      day: fc.integer({ min: 1, max: 7 * weeks }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      of: fc.nat(5),
      week: fc.integer({ min: 1, max: weeks }),
      over: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      of: fc.nat(4),
      to: fc.nat(2),
      which: fc.nat(2),
      day: fc.integer({ min: 1, max: 7 * weeks }),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
)

/** What was earned, as the model keeps it: positive is owed. */
interface Fact {
  partner_id: number
  day: string
  cents: bigint
}
interface Answers {
  since: string
  by: number
}
/** What passed from one line of creditors to another. */
interface Passed {
  day: string
  cents: bigint
  from: number[]
  to: number[]
}

class Model {
  readonly facts: Fact[] = []
  readonly passed: Passed[] = []
  /** Who answers for whom, the latest last. */
  readonly answers = new Map<number, Answers[]>()

  creditor(partner_id: number, sunday: string): number {
    const found = this.answers.get(partner_id)!.findLast(({ since }) => since <= sunday)!
    return found.by === partner_id ? world.partner.banca : found.by
  }

  /** Everything earned up to a day by those whose line of debt passes the partner in its week, and what was passed to and from it. */
  debt(partner_id: number, until: string): bigint {
    const earned = this.facts
      .filter(({ day }) => day <= until)
      .filter((fact) => this.isAbove(partner_id, fact))
      .reduce((sum, { cents }) => sum + cents, 0n)
    return this.passed
      .filter(({ day }) => day <= until)
      .reduce(
        (sum, { cents, from, to }) =>
          sum + (to.includes(partner_id) ? cents : 0n) - (from.includes(partner_id) ? cents : 0n),
        earned,
      )
  }

  /** The creditor and whom it owes on a Sunday, without the banca. */
  above(creditor_id: number, sunday: string): number[] {
    const line: number[] = []
    for (let at = creditor_id; at !== world.partner.banca; at = this.creditor(at, sunday)) line.push(at)
    return line
  }

  private isAbove(partner_id: number, { partner_id: of, day }: Fact): boolean {
    const sunday = addDays(day, 7 - weekday(day))
    for (let at = of; at !== world.partner.banca; at = this.creditor(at, sunday)) if (at === partner_id) return true
    return false
  }
}

const postings: Record<
  Earning,
  {
    kind: 'venta' | 'premiacion' | 'comision' | 'vencimiento' | 'externa' | 'ajuste'
    debit: [boolean, AccountKind]
    credit: [boolean, AccountKind]
    sign: 1n | -1n
  }
> = {
  venta: { kind: 'venta', debit: [true, 'caja'], credit: [true, 'ventas'], sign: 1n },
  premio: { kind: 'premiacion', debit: [true, 'premios'], credit: [true, 'premios_por_pagar'], sign: -1n },
  comision: { kind: 'comision', debit: [true, 'comision'], credit: [true, 'comision_por_pagar'], sign: -1n },
  vencido: { kind: 'vencimiento', debit: [true, 'premios_por_pagar'], credit: [true, 'ajustes'], sign: 1n },
  externa: { kind: 'externa', debit: [false, 'externo'], credit: [false, 'ventas_externas'], sign: 1n },
  ajuste: { kind: 'ajuste', debit: [false, 'ajustes'], credit: [false, 'banco'], sign: -1n },
}

async function earn(tree: Tree, model: Model, { what, at, day, cents }: Extract<Step, { do: 'earn' }>): Promise<void> {
  const { kind, debit, credit, sign } = postings[what]
  const side = ([office, of]: [boolean, AccountKind]) => ({
    partner_id: office ? tree.offices[at]! : tree.agencies[at]!,
    kind: of,
  })
  const on = addDays(begin, day)
  await transaction(world.pool, (tx) =>
    postAll(tx, [
      {
        day: on,
        kind,
        ref_kind: 'adjustment',
        ref_id: 1,
        currency: 'BS',
        moves: [{ debit: side(debit), credit: side(credit), amount: fromCents(BigInt(cents)) }],
      },
    ]),
  )
  model.facts.push({ partner_id: tree.agencies[at]!, day: on, cents: sign * BigInt(cents) })
}

/** From a day on somebody else answers, as a change on that day would have left it: never of a week that anybody closed. */
async function answer(tree: Tree, model: Model, { of, by, day }: Extract<Step, { do: 'answer' }>): Promise<void> {
  const who = [...tree.agencies, tree.under, tree.top][of]!
  const candidates =
    who === tree.top
      ? [world.partner.banca, tree.top]
      : who === tree.under
        ? [tree.top, tree.under, world.partner.banca]
        : [tree.under, tree.top, who, world.partner.banca]
  const answers = candidates[by % candidates.length]!
  const closed = await world.db.one<{ week: string | null }>(sql`SELECT max(week)::text AS week FROM closings`)
  const since = [addDays(begin, day), closed?.week ? addDays(closed.week, 1) : begin].sort().at(-1)!
  const known = model.answers.get(who)!
  if (known.at(-1)!.since > since) return
  await world.db.run(sql`
    INSERT INTO payment_responsibles VALUES (${who}, ${since}::date, ${answers})
    ON CONFLICT (partner_id, since) DO UPDATE SET responsible_id = excluded.responsible_id`)
  if (known.at(-1)!.since === since) known.pop()
  known.push({ since, by: answers })
}

const signature = () => ({ by: world.user['banca']!, at: new Date(), today: world.today })

async function close(tree: Tree, { of, week, over }: Extract<Step, { do: 'close' }>): Promise<void> {
  const root = [...tree.agencies, tree.under, tree.top, tree.top][of]!
  await transaction(world.pool, (tx) =>
    closeWeek(tx, {
      week: addDays(begin, 7 * week),
      of: sql`EXISTS (SELECT 1 FROM partner_ancestors a WHERE a.partner_id = partner.id AND a.ancestor_id = ${root})`,
      signature: { ...signature(), ...(over && { reason: 'Se cierra igual' }) },
    }),
  )
}

async function reopen(tree: Tree, { which }: Extract<Step, { do: 'reopen' }>): Promise<void> {
  const all = await world.db.rows<{ id: number }>(sql`
    SELECT id FROM closings WHERE reversed_at IS NULL AND partner_id IN (${tree.top}, ${tree.under}, ${sql.join(
      tree.agencies.map((id) => sql`${id}`),
      sql`, `,
    )})
    ORDER BY week DESC, id`)
  if (all.length === 0) return
  await transaction(world.pool, (tx) =>
    reopenWeek(tx, all[which % all.length]!.id, { ...signature(), reason: 'Se reabre' }),
  ).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'week_not_last')) throw error
  })
}

/** Never in a week that anybody closed, as a debt passed on that day would have been. */
async function passOn(
  tree: Tree,
  model: Model,
  { of, to, which, day, percent }: Extract<Step, { do: 'assign' }>,
): Promise<void> {
  const who = [...tree.agencies, tree.under, tree.top][of]!
  const to_id = [tree.under, tree.top, world.partner.banca][to]!
  const all = await owedByCreditor(world.db, who, 'BS')
  const from = all[which % Math.max(1, all.length)]
  if (!from || from.creditor_id === to_id) return
  const closed = await world.db.one<{ week: string | null }>(sql`SELECT max(week)::text AS week FROM closings`)
  const today = [addDays(begin, day), closed?.week ? addDays(closed.week, 1) : begin].sort().at(-1)!
  const owed = toCents(from.owed)
  const part = ((owed < 0n ? -owed : owed) * BigInt(percent) + 99n) / 100n
  const sunday = addDays(today, 7 - weekday(today))
  const lines = [from.creditor_id, to_id].map((id) => model.above(id, sunday)) as [number[], number[]]
  const asked = { partner_id: who, currency: 'BS' as const, from_id: from.creditor_id, to_id, reason: 'Se pasa' }
  const isPassed = await transaction(world.pool, (tx) =>
    passDebt(tx, { ...asked, amount: fromCents(part), owed: from.owed }, { ...signature(), today }),
  ).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'invalid') return false
      throw error
    },
  )
  expect(isPassed).toBe(!lines.some((line) => line.includes(who)))
  if (isPassed) model.passed.push({ day: today, cents: owed < 0n ? -part : part, from: lines[0], to: lines[1] })
}

/** By the product, on a day, in a period before it. */
async function told(tree: Tree, from: string, to: string): Promise<Map<number, { before: bigint; debt: bigint }>> {
  const all = [tree.top, tree.under, ...tree.agencies]
  const rows = await world.db.rows<{ partner_id: number; before: string; debt: string }>(sql`
    WITH RECURSIVE ${balanceCtes({
      rows: sql`partner.id IN (${sql.join(
        all.map((id) => sql`${id}`),
        sql`, `,
      )})`,
      from,
      to,
    })}
    SELECT partner_id, before::text AS before, debt::text AS debt FROM balance_row WHERE currency = 'BS'`)
  return new Map(
    rows.map(({ partner_id, before, debt }) => [partner_id, { before: toCents(before), debt: toCents(debt) }]),
  )
}

async function check(tree: Tree, model: Model): Promise<void> {
  const today = world.today
  const from = addDays(begin, 10)
  const now = await told(tree, from, today)
  for (const id of [tree.top, tree.under, ...tree.agencies])
    expect([id, now.get(id)?.debt ?? 0n, now.get(id)?.before ?? 0n]).toEqual([
      id,
      model.debt(id, today),
      model.debt(id, addDays(from, -1)),
    ])
  // On any day, each period beginning with what the one before ended with.
  for (const [since, day] of [
    [1, 3],
    [1, 7],
    [8, 12],
    [8, 14],
    [15, 20],
  ] as const) {
    const then = await told(tree, addDays(begin, since), addDays(begin, day))
    for (const id of [tree.top, tree.under, ...tree.agencies])
      expect([id, day, then.get(id)?.debt ?? 0n, then.get(id)?.before ?? 0n]).toEqual([
        id,
        day,
        model.debt(id, addDays(begin, day)),
        model.debt(id, addDays(begin, since - 1)),
      ])
  }
  for (const [rule, query] of bookRules) {
    const broken = await world.db.rows(sql`SELECT * FROM (${query}) broken LIMIT 1`)
    expect([rule, broken.length]).toEqual([rule, 0])
  }
}

it('any sequence leaves what everybody owes as it was earned', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, steps), async (sequence) => {
      const tree = await plant()
      const model = new Model()
      for (const [id, by] of [
        [tree.top, world.partner.banca],
        [tree.under, tree.top],
        ...tree.agencies.map((id, n) => [id, n < 2 ? tree.under : tree.top]),
      ] as [number, number][])
        model.answers.set(id, [{ since: '0000-01-01', by }])
      for (const one of sequence) {
        if (one.do === 'earn') await earn(tree, model, one)
        else if (one.do === 'answer') await answer(tree, model, one)
        else if (one.do === 'close') await close(tree, one)
        else if (one.do === 'assign') await passOn(tree, model, one)
        else await reopen(tree, one)
        await check(tree, model)
      }
    }),
    { numRuns: runs, ...seed, endOnFailure: true },
  )
})
