/** The demo's drawers: every screen of the till has rows for whom it is, in every state, and their books hold. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cashFunds } from '../../contract/cash-funds.ts'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { incomes } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { reloads } from '../../contract/reloads.ts'
import { transactions } from '../../contract/transactions.ts'
import { addDays, inZone } from '../../contract/values/dates.ts'
import { createPool, executor, type Executor } from '../../server/platform/db/connect.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { seedDemo, seedPanama, type SeedOptions } from '../../server/seed/demo.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'

const small = { tickets: 900, days: 20, agencies: 12, offices: 24, till: true }

async function inDemo(
  seed: (url: string, options: SeedOptions) => Promise<unknown>,
  options: SeedOptions,
  look: (demo: { db: Executor; app: TestApp }) => Promise<void>,
): Promise<void> {
  const target = await createDatabase()
  await seed(target.url, options)
  const pool = createPool(target.url, { max: 2 })
  const app = await startApp(target.url, { password: demoPassword })
  try {
    await look({ db: executor(pool), app })
  } finally {
    await app.close()
    await pool.end()
    await target.drop()
  }
}

const states = (db: Executor) =>
  db.rows<{ state: string; n: number }>(sql`SELECT state, count(*)::int AS n FROM cash_registers GROUP BY 1 ORDER BY 1`)

/** What each register opened with and what came and went, added up from tickets and movements and not from its books. */
const unequal = (db: Executor) =>
  db.rows(sql`
    WITH banca_zone AS (SELECT zone FROM banca), moved AS (
      SELECT office_id, currency, day, total AS amount FROM tickets
      UNION ALL SELECT office_id, currency, (annulled_at AT TIME ZONE zone)::date, -refunded
      FROM tickets CROSS JOIN banca_zone WHERE state = 'anulado'
      UNION ALL SELECT coalesce(paid_office_id, office_id), currency, (paid_at AT TIME ZONE zone)::date, -prize
      FROM tickets CROSS JOIN banca_zone WHERE paid_at IS NOT NULL
      UNION ALL SELECT office_id, currency, day, CASE direction WHEN 'entra' THEN amount ELSE -amount END
      FROM cash_movements WHERE register_id IS NOT NULL AND state <> 'eliminado'
    )
    SELECT register.office_id, register.day, sums.currency, sums.expected, sums.opening + coalesce(sum(moved.amount), 0) AS told
    FROM cash_registers register
    JOIN cash_sums sums ON sums.register_id = register.id
    LEFT JOIN moved ON moved.office_id = register.office_id AND moved.day = register.day AND moved.currency = sums.currency
    WHERE NOT EXISTS (SELECT 1 FROM tickets other WHERE other.office_id = register.office_id AND other.state <> 'anulado'
      AND other.refunded > 0)
    GROUP BY 1, 2, 3, 4, sums.opening HAVING sums.expected <> sums.opening + coalesce(sum(moved.amount), 0)`)

/** Every kind of movement with the states in which there is one. */
const moved = async (db: Executor) =>
  (
    await db.rows<{ kind: string; states: string[] }>(sql`
      SELECT kind, array_agg(DISTINCT state ORDER BY state) AS states FROM cash_movements GROUP BY 1 ORDER BY 1`)
  ).map(({ kind, states: of }) => [kind, of])

const agencies = (db: Executor) =>
  db.rows(sql`
    SELECT DISTINCT office.father_id FROM cash_registers register JOIN partners office ON office.id = register.office_id`)

describe('The till of the demo', () => {
  it.each([
    ['in the middle of a day', '2026-11-25T16:20:00Z'],
    ['minutes after a Sunday began', '2026-11-22T04:07:00Z'],
    ['on a Monday night', '2026-11-24T03:30:00Z'],
  ])('has registers in all their states, whose books hold, %s', async (_when, now) => {
    await inDemo(seedDemo, { ...small, now: new Date(now) }, async ({ db }) => {
      expect((await states(db)).map(({ state }) => state)).toEqual(['abierta', 'aprobada', 'devuelta', 'enviada'])
      expect(await verifyBooks(db)).toEqual([])
      expect(await unequal(db)).toEqual([])
      const off = await db.rows(sql`
        SELECT 1 FROM cash_registers register JOIN cash_sums sums ON sums.register_id = register.id
        WHERE register.state = 'enviada' AND sums.currency = 'BS' AND sums.counted < sums.expected - 10`)
      expect(off).toHaveLength(1)
      expect(await moved(db)).toEqual([
        ['egreso', ['aprobado', 'eliminado', 'por_aprobar', 'rechazado', 'registrado']],
        ['fondo', ['registrado']],
        ['ingreso', ['registrado']],
        ['recarga', ['aceptado', 'por_aceptar']],
        ['transferencia', ['aceptado', 'por_aceptar', 'rehusado']],
      ])
      expect((await agencies(db)).length).toBeGreaterThanOrEqual(4)
    })
  })

  it('shows its rows to whoever works with them', async () => {
    await inDemo(seedDemo, small, async ({ app }) => {
      const today = inZone(new Date(), 'America/Caracas').day
      const asked = async (username: string, call: Parameters<TestApp['call']>[0], query: object = {}) =>
        (await app.call(call, { query } as never, { as: username })).body
      expect((await app.call(cashRegisters.current, { query: {} } as never, { as: 'taquilla' })).body).toMatchObject({
        register: { state: 'abierta' },
      })
      const week = { from: addDays(today, -6), to: today }
      for (const [username, call, query] of [
        ['taquilla', incomes.list, {}],
        ['taquilla', outcomes.list, {}],
        ['agencia', cashRegisters.list, {}],
        ['banca', cashManage.list, {}],
        ['banca', cashManage.summary, week],
        ['banca', cashManage.audit, week],
        ['banca', cashFunds.list, {}],
        ['banca', reloads.global, week],
        ['banca', transactions.list, week],
      ] as const)
        expect(await asked(username, call, query), `${username} ${call.path}`).toMatchObject({
          data: expect.arrayContaining([expect.anything()]),
        })
    })
  })

  it('in Panama is approved when it is sent, and nothing waits', async () => {
    await inDemo(seedPanama, { tickets: 300, days: 20, till: true }, async ({ db }) => {
      expect((await states(db)).map(({ state }) => state)).toEqual(['abierta', 'aprobada'])
      expect(await verifyBooks(db)).toEqual([])
      expect(await db.rows(sql`SELECT 1 FROM cash_movements WHERE state LIKE 'por_%'`)).toEqual([])
    })
  })
})
