/**
 * Two agencies, prepaid and not by turns, through any sequence of what moves their books: after every step what each may
 * still sell is what the model counted by itself, and sales are refused where it says so; the books' own rules hold.
 */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import type { EntryKind } from '../../contract/ledger-entries.ts'
import type { AccountKind } from '../../contract/ledger-accounts.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents } from '../../contract/values/money.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { bookRules } from '../../server/rules/books/verify.ts'
import { openNamed } from '../../server/rules/ledger/accounts.ts'
import { postWithDays } from '../support/posted.ts'
import { refundRules } from '../../server/rules/ledger/verify-refunds.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { lapseRefunds } from '../../server/rules/pay/lapse.ts'
import { prepaidRules } from '../../server/rules/prepaid/verify.ts'
import { suspend } from '../../server/rules/suspension/suspend.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { expectRulesHold } from '../support/holds.ts'
import { isLong, modelRuns } from '../support/length.ts'
import { line, openRush, type Rush } from './rush.ts'

const steps = Number(process.env['MODEL_STEPS'] ?? 70)
/** The rules of all books so far, which take longer than a step, are looked at after so many, and at the end. */
const verifiedEach = isLong ? 3 : 10
/** Sequences of one banca: with each, those rules have more to look at. */
const sequencesEach = 10
const place = placeOf('Zulia', 'Maracaibo')
/** What a bolivar on the winner pays. */
const pays = 30n
/** Weeks that are over, which commissions are of. */
const weeks = 3

let rush: Rush
/** The Sunday before the first of them. */
let begin: string
async function open(): Promise<void> {
  rush = await openRush()
  const { db, partner, today } = rush.world
  await db.run(
    sql`INSERT INTO partner_settings (partner_id, pays_other_agencies, annul_minutes) VALUES (${partner.banca}, true, 60)`,
  )
  begin = addDays(today, -weekday(today) - 7 * weeks)
}
beforeAll(open)
afterAll(async () => {
  expect(await rush?.finish()).toBe(0)
})

type State = 'open' | 'won' | 'lost' | 'paid' | 'annulled' | 'due' | 'given' | 'lapsed'
interface Sold {
  serial: string
  code: string
  office: number
  draw: number
  number: string
  stake: bigint
  state: State
  /** Its days are over. */
  late: boolean
}
/** Commission of a day, and the closing that told it. */
interface Earned {
  agency: number
  day: string
  cents: bigint
  told: number | null
}

/** What the model knows: two agencies, the second with one office, and by agency the cents that its books come to. */
class Model {
  readonly agencies: number[] = []
  readonly offices: { id: number; agency: number; user: string }[] = []
  readonly left = [0n, 0n]
  readonly prepaid = [false, false]
  readonly sold: Sold[] = []
  readonly earned: Earned[] = []
  /** Standing closings, the latest last. */
  readonly closings: [number[], number[]] = [[], []]
  draw = 0
  /** Draws with a result, and the number. */
  readonly results = new Map<number, string>()
  agencyOf(sold: Sold): number {
    return this.offices[sold.office]!.agency
  }
}

let planted = 0
async function plant(): Promise<Model> {
  if (planted > 0 && planted % sequencesEach === 0) {
    expect(await rush.finish()).toBe(0)
    await open()
  }
  planted += 1
  const { db, partner } = rush.world
  const model = new Model()
  for (const [n, offices] of [2, 1].entries()) {
    const of = {
      father_id: partner.sur,
      type: 'agencia',
      code: `P${planted}A${n}`,
      name: `Agencia ${planted} ${n}`,
    } as const
    const agency = await addPartner(db, of)
    model.agencies.push(agency)
    for (let at = 0; at < offices; at++) {
      const name = `p${planted}a${n}t${at}`
      const id = await addPartner(db, { father_id: agency, type: 'taquilla', code: name.toUpperCase(), name })
      await addUser(db, { username: name, role: 'VEND_TAQUILLA', partner_id: id })
      model.offices.push({ id, agency: n, user: name })
    }
  }
  model.draw = await rush.world.draw('LOTTO_ACTIVO')
  return model
}

const signed = () => ({ by: rush.world.user['banca']!, at: new Date(), today: rush.world.today, reason: 'prueba' })
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)]

/** Which of several, and how much, in cents: what it means is the step's. */
interface Choice {
  at: number
  cents: number
}
type Step = (model: Model, choice: Choice) => Promise<void>

/** An entry of a person or of what is not followed yet, between two accounts of the agency and another side. */
function booked(
  day: string,
  kind: EntryKind,
  [debit, credit]: readonly { partner_id: number; kind: AccountKind; sub?: number }[],
  cents: bigint,
): Promise<void> {
  return rush.world.run(async (tx) => {
    await lockTree(tx, 'add')
    await postWithDays(tx, [
      {
        day,
        kind,
        ref_kind: kind === 'ajuste' ? 'batch' : 'adjustment',
        ref_id: 1,
        currency: 'BS',
        moves: [{ debit: debit!, credit: credit!, amount: fromCents(cents) }],
      },
    ])
  })
}

const sell: Step = async (model, { at, cents }) => {
  const office = at % model.offices.length
  const { agency, user } = model.offices[office]!
  const number = String(5 + (at % 2))
  const stake = BigInt(1 + (cents % 4_000))
  const reply = await rush.sell([line(model.draw, number, fromCents(stake))], user)
  if (model.prepaid[agency] && model.left[agency]! < stake) {
    const available = fromCents(model.left[agency]! > 0n ? model.left[agency]! : 0n)
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.extra]).toEqual([
      422,
      'prepaid_short',
      { available },
    ])
    return
  }
  expect([reply.status, reply.status === 201 ? null : reply.problem]).toEqual([201, null])
  const { serial, code } = reply.body
  model.left[agency]! -= stake
  model.sold.push({ serial, code: code!, office, draw: model.draw, number, stake, state: 'open', late: false })
}

const annul: Step = async (model, { at }) => {
  const one = pick(
    model.sold.filter(({ state, draw }) => state === 'open' && draw === model.draw),
    at,
  )
  if (!one) return
  const { user } = model.offices[one.office]!
  const reply = await rush.app.call(tickets.annul, { params: { serial: one.serial }, body: {} }, { as: user })
  expect(reply.status).toBe(200)
  one.state = 'annulled'
  model.left[model.agencyOf(one)]! += one.stake
}

const giveBack: Step = async (model) => {
  const { by, at, today, reason } = signed()
  await rush.world.run((tx) => suspend(tx, { draw_id: model.draw, mode: 'devolver', reason, by, at, today }))
  for (const one of model.sold.filter(({ state, draw }) => state === 'open' && draw === model.draw)) {
    one.state = 'due'
    model.left[model.agencyOf(one)]! += one.stake
  }
  model.draw = await rush.world.draw('LOTTO_ACTIVO')
}

/** Handed over anywhere: of another agency's ticket it crosses. */
const refund: Step = async (model, { at, cents }) => {
  const one = pick(
    model.sold.filter(({ state }) => state === 'due'),
    at,
  )
  if (!one) return
  const giver = model.offices[cents % model.offices.length]!
  const reply = await rush.app.call(
    tickets.refund,
    { params: { serial: one.serial }, body: { code: one.code } },
    { as: giver.user },
  )
  expect(reply.status).toBe(200)
  one.state = 'given'
  model.left[giver.agency]! += one.stake
  model.left[model.agencyOf(one)]! -= one.stake
}

const lapse: Step = async (model, { at }) => {
  const one = pick(
    model.sold.filter(({ state }) => state === 'due'),
    at,
  )
  if (!one) return
  await rush.world.db.run(sql`UPDATE tickets SET refund_until = ${begin}::date WHERE serial = ${one.serial}`)
  expect(await lapseRefunds(rush.world.pool, new Date())).toBe(1)
  one.state = 'lapsed'
  model.left[model.agencyOf(one)]! -= one.stake
}

const award: Step = async (model) => {
  await rush.world.closeDraw(model.draw)
  await rush.prize(model.draw, '5')
  settled(model, model.draw, '5')
  model.draw = await rush.world.draw('LOTTO_ACTIVO')
}

/** Another result: what was paid stays paid, and nothing of what may be sold moves. */
const amend: Step = async (model, { at }) => {
  const draw_id = pick([...model.results.keys()], at)
  if (draw_id === undefined) return
  const number = model.results.get(draw_id) === '5' ? '6' : '5'
  await rush.world.run((tx) =>
    correct(tx, {
      draw_id,
      numbers: [{ place: '', number, sign: null }],
      entered_by: null,
      confirmed_by: null,
      source: 'prueba',
      at: new Date(),
      reason: 'prueba',
      accept_paid: true,
    }),
  )
  settled(model, draw_id, number)
}

function settled(model: Model, draw_id: number, number: string): void {
  model.results.set(draw_id, number)
  for (const one of model.sold)
    if (one.draw === draw_id && ['open', 'won', 'lost'].includes(one.state))
      one.state = one.number === number ? 'won' : 'lost'
}

const pay: Step = async (model, { at, cents }) => {
  const one = pick(
    model.sold.filter(({ state, late }) => state === 'won' && !late),
    at,
  )
  if (!one) return
  const payer = model.offices[cents % model.offices.length]!
  const reply = await rush.app.call(
    tickets.pay,
    { params: { serial: one.serial }, body: { code: one.code } },
    { as: payer.user },
  )
  expect([reply.status, reply.status === 200 ? null : reply.problem]).toEqual([200, null])
  one.state = 'paid'
  model.left[payer.agency]! += one.stake * pays
}

/** The prize goes back to the banca: it never raised anything. */
const expire: Step = async (model, { at }) => {
  const one = pick(
    model.sold.filter(({ state, late }) => state === 'won' && !late),
    at,
  )
  if (!one) return
  await rush.world.db.run(sql`UPDATE tickets SET expires_on = ${begin}::date WHERE serial = ${one.serial}`)
  one.late = true
  await expireTickets(rush.world.pool, new Date())
}

const adjust: Step = async (model, { at, cents }) => {
  const agency = at % 2
  const amount = BigInt((at % 3 === 0 ? -1 : 1) * (1 + cents))
  const on = at % 5 === 0 ? model.offices.find((office) => office.agency === agency)!.id : model.agencies[agency]!
  await booked(
    rush.world.today,
    'ajuste',
    [
      { partner_id: on, kind: 'ajustes' },
      { partner_id: rush.world.partner.banca, kind: 'ajustes' },
    ],
    amount,
  )
  model.left[agency]! += amount
}

/** A payment to whom it owes, or from them. */
const payment: Step = async (model, { at, cents }) => {
  const agency = at % 2
  const partner_id = model.agencies[agency]!
  const owed = { partner_id, kind: 'liquidacion', sub: rush.world.partner.sur } as const
  const amount = BigInt((at % 3 === 0 ? -1 : 1) * (1 + cents))
  await rush.world.run(async (tx) => {
    await lockTree(tx, 'add')
    await openNamed(tx, [{ ...owed, currency: 'BS' }])
  })
  await booked(rush.world.today, 'pago', [{ partner_id, kind: 'pagos' }, owed], amount)
  model.left[agency]! += amount
}

/** Sold on other systems: owed, less what was paid out there. */
const external: Step = async (model, { at, cents }) => {
  const agency = at % 2
  const partner_id = model.agencies[agency]!
  const [amount, out] = [BigInt(1 + cents), at % 3 === 0]
  const sides = [
    { partner_id, kind: out ? 'premios_externos' : 'externo' },
    { partner_id, kind: out ? 'externo' : 'ventas_externas' },
  ] as const
  await booked(addDays(begin, 1 + (at % (7 * weeks))), 'externa', sides, amount)
  model.left[agency]! += out ? amount : -amount
}

const earn: Step = async (model, { at, cents }) => {
  const office = model.offices[at % model.offices.length]!
  const day = addDays(begin, 1 + (cents % (7 * weeks)))
  const kind = at % 2 ? 'comision' : 'participacion'
  const amount = BigInt((at % 7 === 0 ? -1 : 1) * (1 + (cents % 500)))
  await booked(
    day,
    kind,
    [
      { partner_id: office.id, kind },
      { partner_id: office.id, kind: `${kind}_por_pagar` },
    ],
    amount,
  )
  model.earned.push({ agency: office.agency, day, cents: amount, told: null })
}

const close: Step = async (model, { at }) => {
  const agency = at % 2
  const id = model.agencies[agency]!
  const week = addDays(begin, 7 * (1 + model.closings[agency]!.length))
  if (week >= rush.world.today) return
  const done = await rush.world.run((tx) => closeWeek(tx, { week, of: sql`partner.id = ${id}`, signature: signed() }))
  const closing = done.closed.find(({ currency }) => currency === 'BS')
  if (!closing) return
  model.closings[agency]!.push(closing.id)
  for (const one of model.earned.filter((fact) => fact.agency === agency && fact.told === null && fact.day <= week)) {
    one.told = closing.id
    model.left[agency]! += one.cents
  }
}

const reopen: Step = async (model, { at }) => {
  const agency = at % 2
  const id = model.closings[agency]!.pop()
  if (id === undefined) return
  await rush.world.run((tx) => reopenWeek(tx, id, signed()))
  for (const one of model.earned.filter(({ told }) => told === id)) {
    one.told = null
    model.left[agency]! -= one.cents
  }
}

const turn: Step = async (model, { at }) => {
  const agency = at % 2
  const id = model.agencies[agency]!
  const { body: row } = await rush.app.call(agencies.show, { params: { id } }, { as: 'banca' })
  const { name, code, father_id, currencies, status, version } = row
  const prepaid = !model.prepaid[agency]
  const form = { name, code, father_id, currencies, status, version, ...place, prepaid }
  const reply = await rush.app.call(agencies.update, { params: { id }, body: form as never }, { as: 'banca' })
  expect(reply.status).toBe(200)
  model.prepaid[agency] = prepaid
}

/** What waits is settled: what it posts is of a week that runs. */
const settle: Step = () => rush.world.settle()

const all = {
  sell,
  annul,
  giveBack,
  refund,
  lapse,
  award,
  amend,
  pay,
  expire,
  adjust,
  payment,
  external,
  earn,
  close,
  reopen,
  turn,
  settle,
}
type Name = keyof typeof all
const often: Partial<Record<Name, number>> = {
  sell: 8,
  adjust: 3,
  earn: 6,
  close: 6,
  reopen: 3,
  turn: 3,
  pay: 3,
  award: 2,
  refund: 2,
}
const step = fc.record({
  name: fc.oneof(
    ...(Object.keys(all) as Name[]).map((name) => ({ weight: often[name] ?? 1, arbitrary: fc.constant(name) })),
  ),
  at: fc.nat(10_000),
  cents: fc.nat(10_000),
})

async function check(model: Model, done: string): Promise<void> {
  for (const [agency, id] of model.agencies.entries()) {
    const { body } = await rush.app.call(agencies.show, { params: { id } }, { as: 'banca' })
    const told = body.available?.find(({ currency }) => currency === 'BS')?.amount
    expect([done, agency, told]).toEqual([
      done,
      agency,
      model.prepaid[agency] ? fromCents(model.left[agency]!) : undefined,
    ])
  }
}
const verify = (done: string) => expectRulesHold(rush.world.db, [...prepaidRules, ...bookRules, ...refundRules], done)

it('any sequence leaves each prepaid agency what its books come to', { timeout: 3 * 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (sequence) => {
      const model = await plant()
      for (const [n, { name, ...choice }] of [{ name: 'turn' as const, at: 0, cents: 0 }, ...sequence].entries()) {
        await all[name](model, choice)
        await check(model, name)
        if (n % verifiedEach === 0 || n === sequence.length) await verify(name)
      }
    }),
    { ...modelRuns(6), endOnFailure: true },
  )
})
