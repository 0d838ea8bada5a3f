/** Movements of drawers under pressure: accepted or refused once, decided once, and never into a register that is being sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { outcomes, type OutcomeRow } from '../../contract/outcomes.ts'
import { transactions } from '../../contract/transactions.ts'
import { sendRegister } from '../../server/rules/cash/registers.ts'
import { openTill, type Till } from '../api/till-setup.ts'
import { expectBooksHold } from '../support/holds.ts'
import { slowModelRuns } from '../support/length.ts'
import { atOnce, race, tally } from './rush.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.open('taquilla1')
  await till.open('taquilla2')
})
afterAll(async () => {
  const rows = await till?.world.db.rows<{ deadlocks: string }>(sql`
    SELECT pg_stat_force_next_flush(), deadlocks FROM pg_stat_database WHERE datname = current_database()`)
  await till?.close()
  if (rows) expect(Number(rows[0]!.deadlocks)).toBe(0)
})
afterEach(() => expectBooksHold(till.world.db))

interface Replied {
  status: number
  problem: { code: string }
}
type Way = () => Promise<Replied>
const accept = ({ id, version }: IncomeRow, as = 'vecina') =>
  till.app.call(incomes.accept, { params: { id }, body: { version } }, { as })
const refuse = ({ id, version }: IncomeRow, as = 'agencia') =>
  till.app.call(incomes.refuse, { params: { id }, body: { version, observation: 'No llegó' } }, { as })
const erase = (id: number) => till.app.call(outcomes.remove, { params: { id } }, { as: 'taquilla' })
const decide = (action: 'approve' | 'reject', rows: readonly OutcomeRow[], as: string) =>
  till.app.call(
    transactions.expense,
    {
      body: {
        action,
        rows: rows.map(({ id, version }) => ({ id, version })),
        ...(action === 'reject' && { observation: 'No hay soporte' }),
      },
    },
    { as },
  )
const given = async () => (await till.give()).body
const waiting = async () => (await till.outcome({ type_id: till.type.egreso_pide })).body

describe('what is given', () => {
  it('is accepted once, of eight who do it at the same moment', async () => {
    await race(async () => {
      const half = await till.halfOf(await given())
      const before = Number(await till.held('taquilla2', 'caja'))
      expect(tally(await atOnce(8, (n) => accept(half, n % 2 === 0 ? 'vecina' : 'agencia')))).toEqual({
        200: 1,
        moved_already: 7,
      })
      expect(Number(await till.held('taquilla2', 'caja')) - before).toBe(100)
    })
  })

  it('is accepted, refused or taken back, and nothing of two', async () => {
    await race(async () => {
      const row = await given()
      const half = await till.halfOf(row)
      const ways: Way[] = [() => accept(half), () => refuse(half), () => erase(row.id)]
      expect(tally(await atOnce(9, (n) => ways[n % 3]!()))).toEqual({ 200: 1, moved_already: 8 })
      expect(await till.held('taquilla1', 'transito')).toBe('0.00')
    })
  })
})

describe('what waits to be decided', () => {
  it('is approved, rejected, or deleted by whoever wrote it, and nothing of two', async () => {
    await race(async () => {
      const row = await waiting()
      const ways: Way[] = [
        () => decide('approve', [row], 'agencia'),
        () => decide('reject', [row], 'distribuidor'),
        () => erase(row.id),
      ]
      const told = tally(await atOnce(9, (n) => ways[n % 3]!()))
      expect(told['200']).toBe(1)
      expect((told['moved_already'] ?? 0) + (told['not_found'] ?? 0)).toBe(8)
      expect(await till.held('taquilla1', 'por_aprobar')).toBe('0.00')
    })
  })

  it('in two heaps that share their movements is decided once each, and nobody waits in a circle', async () => {
    await race(async () => {
      const rows = await Promise.all(Array.from({ length: 6 }, waiting))
      const replies = await Promise.all([
        decide('approve', rows, 'agencia'),
        decide('reject', [...rows].reverse(), 'banca'),
        ...rows.map(({ id }) => erase(id)),
      ])
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(await till.held('taquilla1', 'por_aprobar')).toBe('0.00')
    })
  })
})

describe('a register that is being sent', () => {
  const held = async (end: 'sent' | 'kept', ways: readonly Way[]): Promise<Record<string, number>> => {
    let take!: () => void
    let finish!: () => void
    const taken = new Promise<void>((done) => {
      take = done
    })
    const over = new Promise<void>((done) => {
      finish = done
    })
    const sending = till.world
      .run(async (tx) => {
        await tx.run(sql`
          SELECT 1 FROM cash_registers WHERE office_id = ${till.world.partner.taquilla1} AND state = 'abierta' FOR UPDATE`)
        take()
        await over
        if (end === 'kept') throw new Error('kept')
        const sent = await tx.one<{ id: number }>(sql`
          UPDATE cash_registers SET state = 'enviada', cut = pg_current_snapshot(), cut_at = now(), sent_by = opened_by, sent_at = now()
          WHERE office_id = ${till.world.partner.taquilla1} AND state = 'abierta' RETURNING id`)
        await sendRegister(tx, sent!.id)
      })
      .catch((error: Error) => expect(error.message).toBe('kept'))
    await taken
    const answers = Promise.all(ways.map((way) => way()))
    await sleep(150)
    finish()
    await sending
    return tally(await answers)
  }
  const ways = async (): Promise<Way[]> => {
    const { body: income } = await till.income()
    const back = await given()
    const { body: taken } = await till.give({ to_office_id: till.world.partner.taquilla1 }, 'vecina')
    const half = await till.halfOf(taken)
    const form = { type_id: till.type.ingreso, currency: 'BS' as const, amount: '9.00', version: income.version }
    return [
      () => till.income(),
      () => till.outcome(),
      () => till.give(),
      () => till.app.call(incomes.update, { params: { id: income.id }, body: form }, { as: 'taquilla' }),
      () => erase(back.id),
      () => accept(half, 'taquilla'),
    ]
  }

  it('takes nothing that came too late, and all of it where it is not sent after all', async () => {
    const kept = await ways()
    expect(await held('kept', kept)).toEqual({ 200: 4, 201: 2 })
    const late = await ways()
    expect(await held('sent', late)).toEqual({ register_not_open: 6 })
    await till.open('taquilla1')
  })
})

/** What the drawers should hold, by other words than the books'. */
interface Model {
  drawer: Record<'taquilla' | 'vecina', number>
  onTheWay: { row: OutcomeRow; from: 'taquilla' | 'vecina'; amount: number }[]
  undecided: { row: OutcomeRow; kind: 'income' | 'expense'; amount: number }[]
  own: { id: number; office: 'taquilla' | 'vecina'; kind: 'income' | 'expense'; amount: number }[]
}
const officeOf = { taquilla: 'taquilla1', vecina: 'taquilla2' } as const
const other = { taquilla: 'vecina', vecina: 'taquilla' } as const

const steps = fc.array(
  fc.record({
    does: fc.constantFrom(
      'income',
      'outcome',
      'ask',
      'give',
      'accept',
      'refuse',
      'back',
      'approve',
      'reject',
      'erase',
      'correct',
    ),
    office: fc.constantFrom('taquilla' as const, 'vecina' as const),
    amount: fc.integer({ min: 1, max: 99_999 }),
  }),
  { minLength: 10, maxLength: 40 },
)
const written = (cents: number) => (cents / 100).toFixed(2)

async function step(
  model: Model,
  { does, office, amount }: { does: string; office: 'taquilla' | 'vecina'; amount: number },
) {
  const said = { amount: written(amount) }
  const sign = (kind: 'income' | 'expense') => (kind === 'income' ? 1 : -1)
  const ok = ({ status }: { status: number }) => expect([does, status]).toEqual([does, status < 300 ? status : 0])
  if (does === 'income' || does === 'outcome') {
    const reply = await (does === 'income' ? till.income : till.outcome)(said, office)
    ok(reply)
    model.drawer[office] += does === 'income' ? amount : -amount
    model.own.push({ id: reply.body.id, office, kind: does === 'income' ? 'income' : 'expense', amount })
  } else if (does === 'ask') {
    const kind = amount % 2 === 0 ? 'income' : 'expense'
    const type_id = kind === 'income' ? till.type.ingreso_pide : till.type.egreso_pide
    const reply = await (kind === 'income' ? till.income : till.outcome)({ ...said, type_id }, office)
    ok(reply)
    model.drawer[office] += sign(kind) * amount
    model.undecided.push({ row: reply.body as OutcomeRow, kind, amount })
  } else if (does === 'give') {
    const reply = await till.give({ ...said, to_office_id: till.world.partner[officeOf[other[office]]] }, office)
    ok(reply)
    model.drawer[office] -= amount
    model.onTheWay.push({ row: reply.body, from: office, amount })
  } else if (does === 'accept' || does === 'refuse' || does === 'back') {
    const one = model.onTheWay.shift()
    if (!one) return
    const half = await till.halfOf(one.row)
    if (does === 'accept') ok(await accept(half, other[one.from]))
    else if (does === 'refuse') ok(await refuse(half, other[one.from]))
    else ok(await till.app.call(outcomes.remove, { params: { id: one.row.id } }, { as: one.from }))
    model.drawer[does === 'accept' ? other[one.from] : one.from] += one.amount
  } else if (does === 'approve' || does === 'reject') {
    const one = model.undecided.shift()
    if (!one) return
    const body = {
      action: does,
      rows: [{ id: one.row.id, version: 1 }],
      ...(does === 'reject' && { observation: 'No hay soporte' }),
    }
    ok(await till.app.call(transactions[one.kind], { body } as never, { as: 'agencia' }))
  } else {
    const one = model.own.pop()
    if (!one) return
    const call = one.kind === 'income' ? incomes : outcomes
    if (does === 'erase' || one.kind === 'expense') {
      ok(await till.app.call(call.remove, { params: { id: one.id } }, { as: one.office }))
      model.drawer[one.office] -= sign(one.kind) * one.amount
    } else {
      const form = { type_id: till.type.ingreso, currency: 'BS' as const, amount: written(amount), version: 1 }
      ok(await till.app.call(incomes.update, { params: { id: one.id }, body: form }, { as: one.office }))
      model.drawer[one.office] += amount - one.amount
    }
  }
}

it('any movements leave in the drawers what they say', { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const start = async () => ({
        taquilla: Math.round(Number(await till.held('taquilla1', 'caja')) * 100),
        vecina: Math.round(Number(await till.held('taquilla2', 'caja')) * 100),
      })
      const model: Model = { drawer: await start(), onTheWay: [], undecided: [], own: [] }
      for (const one of all) await step(model, one)
      expect(await start()).toEqual(model.drawer)
      await expectBooksHold(till.world.db)
    }),
    { ...slowModelRuns(6), endOnFailure: true },
  )
})
