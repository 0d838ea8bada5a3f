/**
 * What each register should hold, added up again by other code from the rows of what happened: tickets, refunds, movements
 * and counts, in the time between one cut and the next. Two days of three offices, in two currencies, by cash and by
 * another method.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Count } from '../../contract/cash-counts.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { outcomes, type OutcomeRow } from '../../contract/outcomes.ts'
import { reloads } from '../../contract/reloads.ts'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { transactions } from '../../contract/transactions.ts'
import { award } from '../../server/rules/award/award.ts'
import type { Reply } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { fundCalls } from './funds-setup.ts'
import { line } from './sale-setup.ts'
import { openTill, type Till } from './till-setup.ts'

const offices = { taquilla1: 'taquilla', taquilla2: 'vecina', taquilla3: 'lejana' } as const
type Office = keyof typeof offices
type Money = 'BS' | 'USD'

let till: Till
/** Another method than cash, in bolívares. */
let method_id: number
/** A kind of incomes that every agency may use. */
let bancas_income: number
beforeAll(async () => {
  till = await openTill()
  const { db, partner } = till.world
  await db.run(sql`
    INSERT INTO partner_settings (partner_id, annul_minutes, pays_other_agencies) VALUES (${partner.banca}, 1440, true)`)
  method_id = await kept.paymentMethods.add(db, {
    partner_id: partner.banca,
    currency: 'BS',
    uses: ['ingresos', 'egresos', 'transacciones'],
  })
  const type = { direction: 'ingreso' as const, name: 'Sencillo' }
  bancas_income = done(await till.app.call(outcomes.createType, { body: type as never }, { as: 'banca' })).id
})
afterAll(() => till?.close())
const { filled, waiting, decide } = fundCalls(() => till)

const done = <E extends Endpoint>(reply: Reply<E>): Reply<E>['body'] => {
  expect([reply.status < 300, reply.status < 300 ? null : reply.problem]).toEqual([true, null])
  return reply.body
}

interface Sold {
  serial: string
  code: string
  office: Office
  draws: number[]
}
/** A ticket with one line for each stake, each of a draw of its own. */
async function sell(office: Office, currency: Money, ...stakes: string[]): Promise<Sold> {
  const draws: number[] = []
  for (const _ of stakes) draws.push(await till.world.draw('LOTTO_ACTIVO'))
  const body = { currency, confirm_repeated: true, lines: stakes.map((stake, n) => line(draws[n]!, '12', stake)) }
  const sold = done(await till.app.call(tickets.sell, { body }, { as: offices[office] }))
  return { serial: sold.serial, code: sold.code, office, draws }
}
async function win({ draws }: Sold, nth = 0): Promise<void> {
  const draw_id = draws[nth]!
  await till.world.closeDraw(draw_id)
  const numbers = [{ place: '', number: '12', sign: null }]
  await till.world.run((tx) =>
    award(tx, { draw_id, numbers, entered_by: null, confirmed_by: null, source: 'prueba', at: new Date() }),
  )
}
const suspend = async ({ draws }: Sold, nth = 0) => {
  const body = { draw_id: draws[nth]!, mode: 'devolver' as const, reason: 'Falla eléctrica' }
  done(await till.app.call(suspendedDraws.create, { body }, { as: 'supervisor' }))
}
const pay = async ({ serial, code, office }: Sold, at: Office = office) =>
  done(await till.app.call(tickets.pay, { params: { serial }, body: { code } }, { as: offices[at] }))
const annul = async ({ serial, office }: Sold) =>
  done(await till.app.call(tickets.annul, { params: { serial }, body: {} }, { as: offices[office] }))
const annulFromAbove = async ({ serial: id }: Sold) => {
  const body = { action: 'annul' as const, reason: 'Error de tipeo' }
  done(await till.app.call(ticketManagement.act, { params: { id }, body }, { as: 'banca' }))
}
const refund = async ({ serial, code }: Sold, at: Office) =>
  done(await till.app.call(tickets.refund, { params: { serial }, body: { code } }, { as: offices[at] }))

const income = async (office: Office, more: object) => done(await till.income(more, offices[office]))
const outcome = async (office: Office, more: object) => done(await till.outcome(more, offices[office]))
const give = async (office: Office, more: object) => done(await till.give(more, offices[office]))
const taken = async (half: IncomeRow, as: string, accepted = true) => {
  const { id, version } = half
  const body = { version, ...(!accepted && { observation: 'No llegó' }) }
  done(await till.app.call(accepted ? incomes.accept : incomes.refuse, { params: { id }, body } as never, { as }))
}
const handled = async (
  { id, version }: OutcomeRow | IncomeRow,
  kind: 'income' | 'expense',
  action: 'approve' | 'reject',
) => {
  const body = { action, rows: [{ id, version }], ...(action === 'reject' && { observation: 'No procede' }) }
  done(await till.app.call(transactions[kind], { body }, { as: 'banca' }))
}
async function reload(fund_id: number, office: Office, amount: string): Promise<void> {
  const body = { fund_id, office_id: till.world.partner[office], currency: 'BS' as const, amount }
  const { id } = done(await till.app.call(reloads.create, { body } as never, { as: 'banca' }))
  const half = await till.world.db.one<{ id: number; version: number }>(sql`
    SELECT id, version FROM cash_movements WHERE pair_id = ${id}`)
  await taken(half as IncomeRow, offices[office])
}

const counts: Count[] = [
  { currency: 'BS', method_id: null, denomination: '0.25', pieces: 401 },
  { currency: 'USD', method_id: null, denomination: '5.00', pieces: 3 },
]
async function send(office: Office): Promise<void> {
  const as = offices[office]
  const { register } = done(await till.app.call(cashRegisters.current, {}, { as }))
  const { id } = register!
  const byMethod: Count = { currency: 'BS', method_id, denomination: '30.50', pieces: 1 }
  const body = { version: register!.version, counts: [...counts, byMethod] }
  const { version } = done(await till.app.call(cashRegisters.count, { params: { id }, body }, { as }))
  done(await till.app.call(cashRegisters.send, { params: { id }, body: { version, observation: 'De prueba' } }, { as }))
}

interface Added {
  /** In cents. */
  amount: bigint
  method: number
  currency: string
}
const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** What the rows say that came into the drawer of a register, and what it opened with. */
async function byHand(register_id: number): Promise<{ opening: Added[]; moved: Added[] }> {
  const { db } = till.world
  const rows = (of: ReturnType<typeof sql>) =>
    db.rows<{ amount: string; method: number; currency: string }>(
      sql`
        SELECT added.amount::numeric(18, 2)::text AS amount, added.method, added.currency::text AS currency
        FROM (${of}) added(amount, method, currency)`,
    )
  const register = sql`(
    SELECT office_id, since_at, coalesce(cut_at, now()) AS until, coalesce(before_id, id) AS opened_with,
      CASE WHEN before_id IS NULL THEN 'apertura' ELSE 'cierre' END AS moment
    FROM cash_registers WHERE id = ${register_id}) register`
  const within = (at: string) => sql`${sql.raw(at)} > register.since_at AND ${sql.raw(at)} <= register.until`
  /** What was given back of a ticket by itself, as whoever did it left a trace. */
  const refunds = sql`(
    SELECT log.entity_id AS serial, log.at, (log.before ->> 'refund_due')::numeric AS amount, (log.after ->> 'office_id')::int AS office_id
    FROM audit_log log WHERE log.action = 'tickets.refund')`
  const left = sql`(ticket.refunded - coalesce((SELECT sum(amount) FROM ${refunds} refund WHERE refund.serial = ticket.serial), 0))`
  const opening = await rows(sql`
    SELECT counted.denomination * counted.pieces, counted.method_id, counted.currency
    FROM ${register} JOIN cash_counts counted ON counted.register_id = register.opened_with AND counted.moment = register.moment`)
  const moved = await rows(sql`
    SELECT ticket.total, 0, ticket.currency FROM ${register}
    JOIN tickets ticket ON ticket.office_id = register.office_id AND ${within('ticket.sold_at')}
    UNION ALL
    SELECT -ticket.prize - ${left}, 0, ticket.currency FROM ${register}
    JOIN tickets ticket ON ticket.paid_office_id = register.office_id AND ${within('ticket.paid_at')}
    UNION ALL
    SELECT -${left}, 0, ticket.currency FROM ${register}
    JOIN tickets ticket ON ticket.office_id = register.office_id AND ${within('ticket.annulled_at')}
    JOIN users person ON person.id = ticket.annulled_by
    JOIN partners place ON place.id = person.partner_id AND place.type IN ('taquilla', 'agencia')
    UNION ALL
    SELECT -refund.amount, 0, ticket.currency FROM ${register}
    JOIN ${refunds} refund ON refund.office_id = register.office_id AND ${within('refund.at')}
    JOIN tickets ticket ON ticket.serial = refund.serial
    UNION ALL
    SELECT CASE movement.direction WHEN 'entra' THEN movement.amount ELSE -movement.amount END, coalesce(movement.method_id, 0),
      movement.currency
    FROM cash_movements movement WHERE movement.register_id = ${register_id} AND movement.state <> 'eliminado'
    UNION ALL
    SELECT movement.amount, coalesce(movement.method_id, 0), movement.currency FROM ${register}
    JOIN cash_movements movement ON movement.office_id = register.office_id AND movement.direction = 'sale'
      AND movement.state = 'rehusado' AND ${within('movement.decided_at')}`)
  const parsed = (all: typeof opening) => all.map((one) => ({ ...one, amount: cents(one.amount) }))
  return { opening: parsed(opening), moved: parsed(moved) }
}

/** Sums by `currency method`, those that are nothing apart. */
function summed(all: readonly Added[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const { amount, currency, method } of all) {
    const name = `${currency} ${method}`
    sums[name] = (sums[name] ?? 0n) + amount
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0n))
}

/** Each register as its counter reads it, against its rows. Answers how many lines stood behind it. */
async function expectByHand(id: number, office: Office): Promise<number> {
  const told = done(await till.app.call(cashRegisters.show, { params: { id } }, { as: offices[office] }))
  const hand = await byHand(id)
  const read = (rows: readonly { amount: string; currency: string; method_id: number | null }[]) =>
    summed(rows.map((one) => ({ amount: cents(one.amount), currency: one.currency, method: one.method_id ?? 0 })))
  expect(read(told.lines)).toEqual(summed(hand.moved))
  expect(read(told.openings)).toEqual(summed(hand.opening))
  const ofCurrency = summed([...hand.opening, ...hand.moved].map((one) => ({ ...one, method: 0 })))
  const expected = told.sums.map(({ currency, expected }) => [`${currency} 0`, cents(expected)] as const)
  expect(Object.fromEntries(expected.filter(([, amount]) => amount !== 0n))).toEqual(ofCurrency)
  return hand.moved.length
}

async function firstDay(registers: Record<Office, number>) {
  const vault = await filled('banca', '5000.00')
  const won = await sell('taquilla1', 'BS', '50.25')
  const dollars = await sell('taquilla1', 'USD', '12.50')
  const partly = await sell('taquilla1', 'BS', '12.00', '8.75')
  const both = await sell('taquilla1', 'BS', '6.00', '7.00')
  const annulled = await sell('taquilla1', 'BS', '30.00')
  const later = await sell('taquilla1', 'BS', '40.50')
  const above = await sell('taquilla1', 'BS', '25.00')
  const elsewhere = await sell('taquilla3', 'BS', '3.00')
  await sell('taquilla2', 'USD', '2.75', '1.00')
  await annul(annulled)
  await annulFromAbove(above)
  for (const one of [won, dollars, elsewhere]) await win(one)
  await pay(won, 'taquilla2')
  await pay(dollars)
  await pay(elsewhere, 'taquilla1')
  await suspend(both)
  await win(both, 1)
  await pay(both)
  await income('taquilla1', { amount: '400.00' })
  const byMethod = await income('taquilla1', { amount: '31.00', method_id })
  await income('taquilla1', { amount: '5.00', currency: 'USD' })
  await income('taquilla3', { amount: '77.10', type_id: bancas_income })
  const asked = await income('taquilla1', { amount: '11.00', type_id: till.type.ingreso_pide })
  await outcome('taquilla1', { amount: '7.25' })
  await outcome('taquilla1', { amount: '4.00', method_id })
  const denied = await outcome('taquilla1', { amount: '9.00', type_id: till.type.egreso_pide })
  const borne = await outcome('taquilla3', { amount: '6.60', type_id: till.type.egreso_banca })
  const gone = await outcome('taquilla2', { amount: '3.33' })
  done(await till.app.call(outcomes.remove, { params: { id: gone.id } }, { as: 'vecina' }))
  const { id, version, type_id } = byMethod
  const corrected = { type_id: type_id!, currency: 'BS' as const, amount: '29.50', method_id, version }
  done(await till.app.call(incomes.update, { params: { id }, body: corrected } as never, { as: 'taquilla' }))
  await taken(await till.halfOf(await give('taquilla1', { amount: '60.00' })), 'vecina')
  await taken(await till.halfOf(await give('taquilla1', { amount: '8.00', method_id })), 'vecina')
  await taken(await till.halfOf(await give('taquilla1', { amount: '3.00', currency: 'USD' })), 'vecina', false)
  const back = await give('taquilla1', { amount: '2.00' })
  done(await till.app.call(outcomes.remove, { params: { id: back.id } }, { as: 'taquilla' }))
  await give('taquilla1', { amount: '10.00', to_office_id: undefined, to_fund_id: till.fund })
  await decide('accept', (await waiting('agencia'))[0]!, 'agencia')
  await reload(vault, 'taquilla2', '80.00')
  await reload(vault, 'taquilla3', '15.00')
  const late = await give('taquilla1', { amount: '15.00' })
  for (const office of Object.keys(registers) as Office[]) await send(office)
  return { partly, later, above, asked, denied, borne, late }
}

it('what each register should hold is what its rows come to, to the cent', async () => {
  const all: [number, Office][] = []
  const openAll = async () => {
    const opened = {} as Record<Office, number>
    for (const office of Object.keys(offices) as Office[]) {
      opened[office] = await till.open(office)
      all.push([opened[office], office])
    }
    return opened
  }
  // Before any register there was: it counts in none.
  await sell('taquilla1', 'BS', '99.00')
  const day = await firstDay(await openAll())
  // Between one register and the next: the next one's.
  await sell('taquilla2', 'BS', '5.55')
  await taken(await till.halfOf(day.late), 'vecina', false)
  await handled(day.asked, 'income', 'approve')
  await handled(day.denied, 'expense', 'reject')
  await handled(day.borne, 'expense', 'approve')
  await openAll()
  await annul(day.later)
  await refund(day.above, 'taquilla2')
  await suspend(day.partly)
  await refund(day.partly, 'taquilla1')
  await win(day.partly, 1)
  await pay(day.partly, 'taquilla3')
  await income('taquilla2', { amount: '1.75', method_id })
  await sell('taquilla3', 'USD', '14.00')
  await taken(
    await till.halfOf(await give('taquilla2', { amount: '4.00', to_office_id: till.world.partner.taquilla1 })),
    'taquilla',
  )
  await send('taquilla1')
  const lines: number[] = []
  for (const [id, office] of all) lines.push(await expectByHand(id, office))
  expect(lines.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(40)
  expect(Math.min(...lines)).toBeGreaterThan(1)
  await expectBooksHold(till.world.db)
})
