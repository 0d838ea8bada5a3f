/**
 * Weeks closed and reopened in any order beside sales, prizes, files of other systems, corrections of the past, payments
 * through accounts, debts passed from one creditor to another and changes of who answers: after every step what everybody
 * owes is what was earned below them and not paid, what each account holds is what came and went, added up by other code,
 * and the books hold. Some sales and prizes are settled, and bring whoever is above them a margin.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { list, transaction } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { owedByCreditor, passDebt } from '../../server/rules/books/assign.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { balanceCtes, lastClosed } from '../../server/rules/books/debts.ts'
import { holdPayments, postPayment, reversePayment, type PaymentToPost } from '../../server/rules/books/payments.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { bookRules } from '../../server/rules/books/verify.ts'
import { postedRule } from '../../server/rules/books/verify-margin.ts'
import type { AccountKind } from '../../contract/ledger-accounts.ts'
import { postAll } from '../../server/rules/ledger/entries.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { isLong, modelRuns } from '../support/length.ts'
import { addPartner, kept } from '../support/factories.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

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
  rate_id = (await world.db.one<{ id: number }>(sql`
    INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES ('VENTA', 10, 'COMPARTIDA', 20) RETURNING id`))!.id
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
  /** An account of each who pays or is paid. */
  accounts: Map<number, number>
}
/**
 * Rates in thousandths: of sales and of what is left of them. Of whole bolívares each part is one of whole cents, so that
 * nothing is rounded.
 */
const lines = { sales: 100n, left: 200n }
const rates = { under: { sales: 125n, left: 250n }, top: { sales: 150n, left: 300n } }
/** The lines' rates, as a sale keeps them. */
let rate_id: number

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
  await world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${top}, 'VENTA', 15, 'COMPARTIDA', 30), (${under}, 'VENTA', 12.5, 'COMPARTIDA', 25)`)
  const accounts = new Map<number, number>()
  for (const id of [world.partner.banca, top, under, ...agencies])
    accounts.set(id, await kept.accounts.add(world.db, { partner_id: id }))
  return { top, under, agencies, offices, accounts }
}

type Earning = 'venta' | 'premio' | 'comision' | 'vencido' | 'externa' | 'ajuste'
type Step =
  | { do: 'earn'; what: Earning; at: number; day: number; cents: number }
  | { do: 'settle'; at: number; day: number; whole: number; wins: boolean }
  | { do: 'answer'; of: number; by: number; day: number }
  | { do: 'close'; of: number; week: number; over: boolean }
  | { do: 'reopen'; which: number }
  | { do: 'pay'; of: number; up: boolean; gives: boolean; from: boolean; to: boolean; cents: number }
  | { do: 'undo'; which: number }
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
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      at: fc.nat(2),
      day: fc.integer({ min: 1, max: 7 * weeks }),
      whole: fc.integer({ min: 1, max: 1_000 }),
      wins: fc.boolean(),
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
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      of: fc.nat(4),
      up: fc.boolean(),
      gives: fc.boolean(),
      from: fc.boolean(),
      to: fc.boolean(),
      cents: fc.integer({ min: 1, max: 100_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(9) }) },
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

/** A confirmed payment: whose debt it lowers, and the accounts that it left and came to. */
interface Paid extends Pick<PaymentToPost, 'id' | 'line'> {
  cents: bigint
  /** Accounts and what it changed in each. */
  money: readonly (readonly [number, bigint])[]
}

/** What was sold, or won, of an agency's day, in cents. */
interface Settled {
  agency_id: number
  day: string
  sold: bigint
  prizes: bigint
}
const sundayOf = (day: string) => addDays(day, 7 - weekday(day))

class Model {
  readonly facts: Fact[] = []
  /** Those that were not undone. */
  readonly paid: Paid[] = []
  readonly settled: Settled[] = []
  private readonly top: number
  readonly passed: Passed[] = []
  /** Who answers for whom, the latest last. */
  readonly answers = new Map<number, Answers[]>()

  constructor({ top }: Tree) {
    this.top = top
  }

  creditor(partner_id: number, sunday: string): number {
    const found = this.answers.get(partner_id)!.findLast(({ since }) => since <= sunday)!
    return found.by === partner_id ? world.partner.banca : found.by
  }

  /** Everything earned up to a day by those whose line of debt passes the partner in its week, and what was passed to and from it. */
  debt(partner_id: number, until: string): bigint {
    const earned = [...this.facts, ...this.margins()]
      .filter(({ day }) => day <= until)
      .filter((fact) => this.isAbove(partner_id, fact))
      .reduce((sum, { cents }) => sum + cents, 0n)
    return earned + this.passedTo(partner_id, until) - (until < world.today ? 0n : this.paidBy(partner_id))
  }

  private paidBy(partner_id: number): bigint {
    return this.paid
      .filter(({ line }) => line.slice(0, -1).includes(partner_id))
      .reduce((sum, { cents }) => sum + cents, 0n)
  }

  private passedTo(partner_id: number, until: string): bigint {
    return this.passed
      .filter(({ day }) => day <= until)
      .reduce(
        (sum, { cents, from, to }) =>
          sum + (to.includes(partner_id) ? cents : 0n) - (from.includes(partner_id) ? cents : 0n),
        0n,
      )
  }

  /** The creditor and whom it owes on a Sunday, without the banca. */
  above(creditor_id: number, sunday: string): number[] {
    const line: number[] = []
    for (let at = creditor_id; at !== world.partner.banca; at = this.creditor(at, sunday)) line.push(at)
    return line
  }

  holds(account: number): bigint {
    const moved = this.paid.flatMap(({ money }) => money).filter(([id]) => id === account)
    return moved.reduce((sum, [, cents]) => sum + cents, 0n)
  }

  /** Of each distributor and week the change of what it earned so far, by day, and never less than nothing. */
  private margins(): Fact[] {
    const days = new Map<string, bigint>()
    for (const { agency_id, day, sold, prizes } of this.settled) {
      const left = sold - prizes - (sold * lines.sales) / 1000n
      let below = lines
      for (let at = this.earner(agency_id, day); at !== undefined; at = this.earner(at, day)) {
        const own = at === this.top ? rates.top : rates.under
        const earned = (sold * (own.sales - below.sales) + left * (own.left - below.left)) / 1000n
        days.set(`${at} ${day}`, (days.get(`${at} ${day}`) ?? 0n) + earned)
        below = own
      }
    }
    const so_far = new Map<string, bigint>()
    return [...days.keys()].sort().map((key) => {
      const [earner, day] = key.split(' ') as [string, string]
      const week = `${earner} ${sundayOf(day)}`
      const before = so_far.get(week) ?? 0n
      const now = before + days.get(key)!
      so_far.set(week, now)
      return { partner_id: Number(earner), day, cents: atLeastNone(before) - atLeastNone(now) }
    })
  }

  /** The distributor that answers for a partner in the week of a day. */
  private earner(partner_id: number, day: string): number | undefined {
    const found = this.creditor(partner_id, sundayOf(day))
    return found === world.partner.banca ? undefined : found
  }

  private isAbove(partner_id: number, { partner_id: of, day }: Fact): boolean {
    const sunday = sundayOf(day)
    for (let at = of; at !== world.partner.banca; at = this.creditor(at, sunday)) if (at === partner_id) return true
    return false
  }
}

const atLeastNone = (cents: bigint) => (cents < 0n ? 0n : cents)

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

/** Sells, or wins, of an agency's day, by the sums that a sale and an award leave, and settles them. */
async function settle(tree: Tree, model: Model, step: Extract<Step, { do: 'settle' }>): Promise<void> {
  const { at, wins } = step
  const cents = BigInt(step.whole) * 100n
  const [day, office_id, agency_id] = [addDays(begin, step.day), tree.offices[at]!, tree.agencies[at]!]
  const [sold, prizes] = wins ? [0n, cents] : [cents, 0n]
  const product_id = world.product('LOTTO_ACTIVO')
  await earn(tree, model, { do: 'earn', what: wins ? 'premio' : 'venta', at, day: step.day, cents: Number(cents) })
  await world.db.run(sql`
    WITH noted AS (
      INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
      VALUES (${agency_id}, 'BS', ${product_id}, ${rate_id}, week_of(${day}::date))
    )
    INSERT INTO settlement_hours AS cell (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes, lines)
    VALUES (${office_id}, ${day}, 'BS', ${product_id}, ${betTypeId('ANIMALITO')}, ${rate_id}, 10, ${fromCents(sold)},
      ${fromCents(prizes)}, 1)
    ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      DO UPDATE SET sold = cell.sold + excluded.sold, prizes = cell.prizes + excluded.prizes`)
  await world.settle()
  const commission = (sold * lines.sales) / 1000n
  const participation = ((sold - prizes - commission) * lines.left) / 1000n
  model.facts.push({ partner_id: agency_id, day, cents: -commission - participation })
  model.settled.push({ agency_id, day, sold, prizes })
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
  await world.settle()
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

/** Today: from the partner to whom it owes now, or to the banca, or the other way; by accounts where a side names its own. */
async function pay(tree: Tree, model: Model, step: Extract<Step, { do: 'pay' }>): Promise<void> {
  const { of, up, gives, from, to } = step
  const line = [[...tree.agencies, tree.under, tree.top][of]!]
  const sunday = addDays(world.today, 7 - weekday(world.today))
  do line.push(model.creditor(line.at(-1)!, sunday))
  while (up && line.at(-1) !== world.partner.banca)
  const ends = [line[0]!, line.at(-1)!] as const
  const [payer, receiver] = gives ? [ends[1], ends[0]] : ends
  const [from_account, to_account] = [from && tree.accounts.get(payer)!, to && tree.accounts.get(receiver)!]
  const amount = fromCents(BigInt(step.cents))
  const [direction, year] = [gives ? ('recibe' as const) : ('paga' as const), Number(world.today.slice(0, 4))]
  const by = world.user['banca']!
  const id = await transaction(world.pool, async (tx) => {
    const made = await tx.one<{ id: number }>(sql`
      INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
        payer_account_id, receiver_account_id, state, receipt_year, receipt_number, reporter_id, created_by, written_by)
      VALUES (${ends[0]}, ${ends[1]}, ${payer}, ${receiver}, ${list(line)}::int[], ${direction}, 'banca', ${amount}, 'BS',
        ${world.today}, ${from_account || null}, ${to_account || null}, 'confirmado', ${year},
        next_payment_receipt(${receiver}, ${year}), ${ends[0]}, ${by}, ${by})
      RETURNING id`)
    await holdPayments(tx, [made!.id], world.today)
    const payment = { id: made!.id, line, direction, amount, currency: 'BS', memo: 'Recibo' }
    const accounts = { from_account: from_account || null, to_account: to_account || null }
    await postPayment(tx, { ...payment, ...accounts }, signature())
    return made!.id
  })
  const cents = BigInt(step.cents)
  model.paid.push({
    id,
    line,
    cents: gives ? -cents : cents,
    money: [
      ...(from_account ? [[from_account, -cents] as const] : []),
      ...(to_account ? [[to_account, cents] as const] : []),
    ],
  })
}

async function undo(model: Model, { which }: Extract<Step, { do: 'undo' }>): Promise<void> {
  const [one] = model.paid.splice(model.paid.length === 0 ? 0 : which % model.paid.length, 1)
  if (!one) return
  await transaction(world.pool, async (tx) => {
    await holdPayments(tx, [one.id], world.today)
    await tx.run(sql`UPDATE payments SET state = 'anulado' WHERE id = ${one.id}`)
    await reversePayment(tx, { id: one.id, line: one.line, currency: 'BS', memo: 'Anulado' }, signature())
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
      // Read by account, or by day: either comes to the same.
      closed: weekday(from) % 2 === 0 ? await lastClosed(world.db, to) : null,
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
  const held = await world.db.rows<{ id: number; amount: string }>(sql`
    SELECT account.sub AS id, sum(posting.amount)::text AS amount
    FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE account.kind = 'banco' AND account.sub = ANY (${list([...tree.accounts.values()])}::int[]) GROUP BY 1`)
  const amounts = new Map(held.map(({ id, amount }) => [id, toCents(amount)]))
  for (const id of tree.accounts.values()) expect([id, amounts.get(id) ?? 0n]).toEqual([id, model.holds(id)])
  for (const [rule, query] of [...bookRules, postedRule]) {
    const broken = await world.db.rows(sql`SELECT * FROM (${query}) broken LIMIT 1`)
    expect([rule, broken.length]).toEqual([rule, 0])
  }
}

it('any sequence leaves what everybody owes as it was earned', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, steps), async (sequence) => {
      const tree = await plant()
      const model = new Model(tree)
      for (const [id, by] of [
        [tree.top, world.partner.banca],
        [tree.under, tree.top],
        ...tree.agencies.map((id, n) => [id, n < 2 ? tree.under : tree.top]),
      ] as [number, number][])
        model.answers.set(id, [{ since: '0000-01-01', by }])
      for (const one of sequence) {
        if (one.do === 'earn') await earn(tree, model, one)
        else if (one.do === 'settle') await settle(tree, model, one)
        else if (one.do === 'answer') await answer(tree, model, one)
        else if (one.do === 'close') await close(tree, one)
        else if (one.do === 'pay') await pay(tree, model, one)
        else if (one.do === 'undo') await undo(model, one)
        else if (one.do === 'assign') await passOn(tree, model, one)
        else await reopen(tree, one)
        await check(tree, model)
      }
    }),
    { numRuns: runs, ...seed, endOnFailure: true },
  )
})
