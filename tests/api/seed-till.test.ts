/** The demo's till: each register comes to what tickets and movements say, and every screen of it has rows for who opens it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cashFunds } from '../../contract/cash-funds.ts'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { fundMovements } from '../../contract/fund-movements.ts'
import { incomes } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { payments } from '../../contract/payments.ts'
import { reloads } from '../../contract/reloads.ts'
import { transactions } from '../../contract/transactions.ts'
import { addDays } from '../../contract/values/dates.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { seedDemo, seedPanama, type SeedOptions } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
let db: Executor
let app: TestApp

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
  app = await startApp(database.url, { password: demoPassword })
})

afterAll(async () => {
  await app.close()
  await pool.end()
  await database.drop()
})

interface Sums {
  name: string
  day: string
  state: string
  currency: string
  expected: string
  counted: string
  due: string
}

/** Registers that were sent, with what tickets and movements come to since the office's first one, by no entry of the books. */
const sent = (of: Executor) =>
  of.rows<Sums>(sql`
    WITH moved AS (
      SELECT ticket.office_id, ticket.currency, ticket.sold_at AS at, ticket.total AS amount FROM tickets ticket
      UNION ALL
      SELECT ticket.office_id, ticket.currency, ticket.annulled_at, -ticket.refunded FROM tickets ticket WHERE ticket.state = 'anulado'
      UNION ALL
      SELECT ticket.paid_office_id, ticket.currency, ticket.paid_at, -ticket.prize FROM tickets ticket WHERE ticket.state = 'pagado'
    ), days AS (
      SELECT office_id, currency, (at AT TIME ZONE banca.zone)::date AS day, sum(amount) AS amount FROM moved CROSS JOIN banca GROUP BY 1, 2, 3
    ), written AS (
      SELECT register_id, currency, sum(CASE direction WHEN 'entra' THEN amount ELSE -amount END) AS amount
      FROM cash_movements WHERE state <> 'eliminado' GROUP BY 1, 2
    )
    SELECT substr(office.name, 10) AS name, register.day::text AS day, register.state, kept.currency::text AS currency,
      kept.expected::text AS expected, kept.counted::text AS counted,
      (coalesce(before.counted, declared.amount, 0) + coalesce(days.amount, 0) + coalesce(written.amount, 0))::numeric(18, 2)::text AS due
    FROM cash_registers register
    JOIN partners office ON office.id = register.office_id
    JOIN cash_sums kept ON kept.register_id = register.id
    LEFT JOIN cash_sums before ON before.register_id = register.before_id AND before.currency = kept.currency
    LEFT JOIN days ON days.office_id = register.office_id AND days.currency = kept.currency AND days.day = register.day
    LEFT JOIN written ON written.register_id = register.id AND written.currency = kept.currency
    LEFT JOIN LATERAL (
      SELECT sum(denomination * pieces) AS amount FROM cash_counts
      WHERE register_id = register.id AND moment = 'apertura' AND currency = kept.currency
    ) declared ON true
    ORDER BY 1, 2, 4`)

const differing = (rows: readonly Sums[]) =>
  rows
    .filter(({ expected, counted }) => expected !== counted)
    .map(({ name, state, expected, counted }) => [name, state, Number(counted) - Number(expected)])

describe('the demo', () => {
  it('keeps its books', async () => {
    await expectBooksHold(db)
  })

  it('has registers of a week that come to their tickets and movements; one is short, and waits', async () => {
    const rows = await sent(db)
    expect(rows.map(({ expected }) => expected)).toEqual(rows.map(({ due }) => due))
    expect(differing(rows)).toEqual([['La Candelaria 1', 'enviada', -25]])
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['enviada', 'devuelta', 'aprobada']))
    expect(new Set(rows.filter(({ name }) => name === 'La Candelaria 1').map(({ day }) => day)).size).toBe(6)
    expect(rows.every(({ counted }) => Number(counted) > 0)).toBe(true)
  })

  it('has movements of every state, of several days', async () => {
    const rows = await db.rows<{ kind: string; states: string[]; days: number }>(sql`
      SELECT kind, array_agg(DISTINCT state ORDER BY state) AS states, count(DISTINCT day)::int AS days
      FROM cash_movements GROUP BY 1 ORDER BY 1`)
    expect(rows.map(({ kind, states }) => [kind, states])).toEqual([
      ['egreso', ['aprobado', 'eliminado', 'por_aprobar', 'rechazado', 'registrado']],
      ['fondo', ['registrado']],
      ['ingreso', ['aprobado', 'registrado']],
      ['recarga', ['aceptado', 'por_aceptar']],
      ['transferencia', ['aceptado', 'por_aceptar', 'rehusado']],
    ])
    expect(rows.filter(({ kind }) => kind === 'egreso' || kind === 'ingreso').every(({ days }) => days >= 4)).toBe(true)
  })
})

/** At least so many rows of each state, for somebody of the demo. */
describe('every screen of the till has something to show', () => {
  const week = async () => {
    const { today } = (await db.one<{ today: string }>(
      sql`SELECT (now() AT TIME ZONE zone)::date::text AS today FROM banca`,
    ))!
    return { from: addDays(today, -6), to: today }
  }
  const many: object = { page_size: 100 }
  type Listed = { status: number; body: { data: readonly Record<string, unknown>[] } }
  const tables: readonly [
    name: string,
    list: (as: string, days: { from: string; to: string }) => Promise<unknown>,
    users: Record<string, number>,
    state?: string,
    states?: readonly string[],
  ][] = [
    [
      'registers of the office',
      (as) => app.call(cashRegisters.list, { query: many as never }, { as }),
      { taquilla: 7 },
      'state',
      ['abierta', 'enviada', 'aprobada'],
    ],
    ['its open register', (as) => app.call(incomes.list, { query: many as never }, { as }), { taquilla: 3 }],
    ['what left it', (as) => app.call(outcomes.list, { query: many as never }, { as }), { taquilla: 3 }],
    [
      'incomes of the week',
      (as, days) => app.call(incomes.list, { query: { ...many, ...days } as never }, { as }),
      { taquilla: 5, agencia: 6 },
    ],
    [
      'outcomes of the week',
      (as, days) => app.call(outcomes.list, { query: { ...many, ...days } as never }, { as }),
      { taquilla: 10, agencia: 14 },
    ],
    [
      'registers from above',
      (as) => app.call(cashManage.list, { query: many as never }, { as }),
      { agencia: 14, banca: 24, supervisor: 24 },
      'state',
      ['abierta', 'enviada', 'devuelta', 'aprobada'],
    ],
    [
      'registers by agency',
      (as, days) => app.call(cashManage.summary, { query: { ...many, ...days } as never }, { as }),
      { agencia: 2, banca: 10 },
    ],
    [
      'their resume',
      (as, days) => app.call(cashManage.resume, { query: days }, { as }),
      { agencia: 8, banca: 8 },
      'state',
      ['abierta', 'enviada', 'devuelta', 'aprobada'],
    ],
    [
      'their audit',
      (as, days) => app.call(cashManage.audit, { query: { ...many, ...days } as never }, { as }),
      { agencia: 14, banca: 30 },
      'kept',
      ['abierta', 'enviada', 'devuelta', 'aprobada', 'sin_caja'],
    ],
    [
      'prizes that drawers paid',
      (as, days) => app.call(cashManage.prizes, { query: { ...many, ...days } as never }, { as }),
      { banca: 3 },
    ],
    [
      'what waits to be decided, and what was',
      (as) => app.call(transactions.list, { query: many as never }, { as }),
      { agencia: 6, banca: 7 },
      'state',
      ['por_aprobar', 'aprobado', 'rechazado'],
    ],
    ['funds', (as) => app.call(cashFunds.list, { query: many as never }, { as }), { agencia: 1, banca: 3 }],
    [
      'what was given to funds and by them',
      (as) => app.call(fundMovements.list, { query: many as never }, { as }),
      { agencia: 2, banca: 4 },
      'state',
      ['por_aceptar', 'aceptado'],
    ],
    [
      'reloads',
      (as, days) => app.call(reloads.global, { query: { ...many, ...days } as never }, { as }),
      { agencia: 1, banca: 3 },
    ],
    [
      'reloads of its own',
      (as, days) => app.call(reloads.me, { query: { ...many, ...days } as never }, { as }),
      { agencia: 1, banca: 2 },
    ],
    [
      'payments that wait',
      (as) => app.call(payments.list, { query: { ...many, state: 'pendiente' } as never }, { as }),
      { banca: 2 },
    ],
  ]

  it.each(tables)('%s', async (_name, list, users, state, states = []) => {
    const days = await week()
    for (const [as, least] of Object.entries(users)) {
      const { status, body } = (await list(as, days)) as Listed
      expect([as, status]).toEqual([as, 200])
      expect(body.data.length, as).toBeGreaterThanOrEqual(least)
      const seen = new Set(body.data.map((row) => row[state ?? '']))
      for (const one of states) expect([as, one, seen.has(one)]).toEqual([as, one, true])
    }
  })

  it('and what waits is told in the menu', async () => {
    for (const [as, least] of [
      ['agencia', 2],
      ['banca', 3],
    ] as const) {
      expect((await app.call(transactions.waiting, {}, { as })).body.count).toBeGreaterThanOrEqual(least)
      expect((await app.call(cashManage.waiting, {}, { as })).body.count).toBeGreaterThanOrEqual(1)
    }
    expect((await app.call(fundMovements.waiting, {}, { as: 'banca' })).body.count).toBe(1)
  })

  it('a fund is below its minimum in one of its currencies', async () => {
    const { data } = (await app.call(cashFunds.list, {}, { as: 'banca' })).body
    const vault = data.find(({ name }) => name === 'Bóveda central')!
    expect(vault).toMatchObject({ below: ['USD'], held_bs: '57500.00' })
  })

  it('somebody at the counter finds money that waits for them', async () => {
    const { register } = (await app.call(cashRegisters.current, {}, { as: 'taquilla' })).body
    expect(register!.state).toBe('abierta')
    const { data } = (await app.call(incomes.list, { query: many as never }, { as: 'taquilla' })).body
    expect(data.filter(({ state }) => state === 'por_aceptar').map(({ amount }) => amount)).toEqual(
      expect.arrayContaining(['350.00', '1000.00']),
    )
  })
})

describe('a demo', () => {
  async function seeded(options: SeedOptions, seed = seedDemo): Promise<Sums[]> {
    const target = await createDatabase()
    await seed(target.url, options)
    const own = createPool(target.url, { max: 2 })
    try {
      await expectBooksHold(executor(own))
      return await sent(executor(own))
    } finally {
      await own.end()
      await target.drop()
    }
  }

  // A Wednesday, a Sunday, and the Monday after it.
  it.each(['2026-03-18T00:05', '2026-03-15T13:00', '2026-03-16T06:30'])('begun on %s', async (clock) => {
    const rows = await seeded({ tickets: 700, days: 16, now: new Date(`${clock}:00-04:00`), seed: 3 })
    expect(rows.map(({ expected }) => expected)).toEqual(rows.map(({ due }) => due))
    expect(differing(rows)).toEqual([['La Candelaria 1', 'enviada', -25]])
  })

  it.each([1, 3])('of %i days', async (days) => {
    const rows = await seeded({ tickets: 60, days })
    expect(rows.map(({ expected }) => expected)).toEqual(rows.map(({ due }) => due))
    expect(differing(rows)).toEqual(days === 1 ? [] : [['La Candelaria 1', 'enviada', -25]])
  })

  it('of Panama, where a register that is sent is approved and nobody decides', async () => {
    const rows = await seeded({ tickets: 600, days: 12 }, seedPanama)
    expect(rows.map(({ expected }) => expected)).toEqual(rows.map(({ due }) => due))
    expect(differing(rows)).toEqual([])
    expect(rows).toHaveLength(6)
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['aprobada']))
  })
})
