/** A seeded banca's weeks, worked out once more by hand; and what was loaded in bulk, settled again by the rule. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { reports, generalLevels } from '../../contract/reports.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add, fromCents } from '../../contract/values/money.ts'
import { createPool, executor, transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { settleAgain } from '../../server/rules/settlement/settle.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'
import { settledByHand, type Settled } from './settlement-setup.ts'

let database: TestDatabase
let pool: Pool
let db: Executor
let app: TestApp
let byHand: Settled[]

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
  app = await startApp(database.url)
  byHand = await settledByHand(db)
})
afterAll(async () => {
  await app?.close()
  await pool?.end()
  await database?.drop()
})

const sumOf = (units: readonly Settled[], field: 'sold' | 'prizes' | 'commission' | 'participation') =>
  fromCents(units.reduce((sum, unit) => sum + unit[field], 0n))

describe('a seeded banca', () => {
  it('has every unit of settlement as worked out by hand, with every way to earn among them', async () => {
    const kept = await db.rows<Record<string, unknown>>(sql`
      SELECT agency_id, currency::text AS currency, product_id, rate_id, week, sold, prizes, commission, participation FROM settlement_weeks
      WHERE sold <> 0 OR prizes <> 0 ORDER BY week, agency_id, currency, product_id, rate_id`)
    const key = (unit: Record<string, unknown>) =>
      [unit.agency_id, unit.currency, unit.product_id, unit.rate_id, unit.week].join(' ')
    const expected = byHand.map((unit) => ({
      ...unit,
      ...Object.fromEntries(
        (['sold', 'prizes', 'commission', 'participation'] as const).map((field) => [field, fromCents(unit[field])]),
      ),
    }))
    const sorted = (units: readonly Record<string, unknown>[]) => units.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    expect(sorted(kept)).toEqual(sorted(expected))
    expect(kept.length).toBeGreaterThan(500)
    expect(
      await db.rows(sql`
        SELECT DISTINCT f.commission_kind, f.participation_kind
        FROM settlement_weeks w
        JOIN frozen_rates f ON f.id = w.rate_id
        ORDER BY 1, 2`),
    ).toEqual([
      { commission_kind: 'UTILIDAD', participation_kind: 'COMPARTIDA' },
      { commission_kind: 'VENTA', participation_kind: 'ARRASTRE' },
      { commission_kind: 'VENTA', participation_kind: 'COMPARTIDA' },
      { commission_kind: 'VENTA', participation_kind: 'SOLO_POSITIVA' },
    ])
  })

  it.each(['banca', 'distribuidor', 'agencia'])(
    'shows %s the same on the dashboard, in every level of the report and in the books',
    async (as) => {
      await app.signInAs(as, demoPassword)
      const { week } = byHand[Math.floor(byHand.length / 2)]!
      const period = { from: week, to: addDays(week, 6) }
      const own = (await db.one<{ id: number }>(sql`SELECT partner_id AS id FROM users WHERE username = ${as}`))!.id
      const agencies = new Set(
        (
          await db.rows<{ id: number }>(sql`SELECT partner_id AS id FROM partner_ancestors WHERE ancestor_id = ${own}`)
        ).map((row) => row.id),
      )
      for (const currency of ['BS', 'USD', 'COP'] as const satisfies readonly Currency[]) {
        const mine = byHand.filter(
          (unit) => unit.week === week && unit.currency === currency && agencies.has(unit.agency_id),
        )
        if (mine.length === 0) continue
        const [sold, prizes, commission, participation] = (
          ['sold', 'prizes', 'commission', 'participation'] as const
        ).map((field) => sumOf(mine, field))
        for (const level of generalLevels) {
          const { body } = await app.call(reports.general, { query: { ...period, level, currency } }, { as })
          expect([level, body.totals]).toMatchObject([level, [{ sold, prizes, commission, participation }]])
          if (level !== 'distribuidor') expect(add('0', ...body.data.map((row) => row.commission))).toBe(commission)
        }
        for (const step of ['day', 'hour'] as const) {
          const { body } = await app.call(
            kpis.lossProfit,
            { query: { ...period, currency, step, compare: 'ninguna' } },
            { as },
          )
          expect(body.totals).toMatchObject({ sold, prizes, commission })
        }
        for (const call of [kpis.salesByProduct, kpis.salesByBetTypes, kpis.salesByPartner]) {
          const { body } = await app.call(call, { query: { ...period, currency, compare: 'ninguna' } }, { as })
          expect(add('0', ...body.data.map((row) => row.commission))).toBe(commission)
        }
        const booked = await db.one(sql`
        SELECT coalesce(sum(d.debit - d.credit) FILTER (WHERE a.kind = 'comision'), 0)::numeric(16, 2) AS commission,
          coalesce(sum(d.debit - d.credit) FILTER (WHERE a.kind = 'participacion'), 0)::numeric(16, 2) AS participation
        FROM ledger_days d
        JOIN ledger_accounts a ON a.id = d.account_id AND a.currency = ${currency}
        JOIN partner_ancestors u ON u.partner_id = a.partner_id AND u.ancestor_id = ${own}
        WHERE d.day BETWEEN ${period.from} AND ${period.to}`)
        expect(booked).toEqual({ commission, participation })
      }
    },
  )

  it('is the same when the rule settles it one agency after the other', async () => {
    const tables = {
      settled_hours: sql`SELECT * FROM settled_hours WHERE commission <> 0 OR participation <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7`,
      settlement_weeks: sql`SELECT * FROM settlement_weeks ORDER BY 1, 2, 3, 4, 5`,
      sales_days: sql`SELECT day, office_id, currency, commission, participation FROM sales_days ORDER BY 1, 2, 3`,
      sales_hours: sql`
        SELECT day, partner_id, currency, hour, shard, commission
        FROM sales_hours
        WHERE commission <> 0
        ORDER BY 1, 2, 3, 4, 5`,
      product_days: sql`
        SELECT day, partner_id, currency, product_id, bet_type_id, shard, commission, participation
        FROM product_days
        WHERE commission <> 0 OR participation <> 0
        ORDER BY 1, 2, 3, 4, 5, 6`,
      ledger: sql`SELECT account_id, day, debit - credit AS balance FROM ledger_days WHERE debit <> credit ORDER BY 1, 2`,
    }
    const seen = async (of: Executor) => {
      const all: Record<string, unknown> = {}
      for (const [name, query] of Object.entries(tables)) all[name] = await of.rows(query)
      return all
    }
    const bulk = await seen(db)
    await transaction(pool, async (tx) => {
      await tx.run(sql`SELECT set_config('statement_timeout', '0', true)`)
      await tx.run(sql`TRUNCATE settled_hours, settlement_weeks`)
      await tx.run(sql`UPDATE sales_days SET commission = 0, participation = 0`)
      await tx.run(sql`UPDATE sales_hours SET commission = 0`)
      await tx.run(sql`UPDATE product_days SET commission = 0, participation = 0`)
      await tx.run(sql`
        DELETE FROM ledger_days USING ledger_accounts a
        WHERE a.id = account_id AND a.kind IN ('comision', 'comision_por_pagar', 'participacion', 'participacion_por_pagar')`)
      await settleAgain(tx, { from: '2000-01-01', to: '2100-01-01' })
      expect(await seen(tx)).toEqual(bulk)
    })
  })
})
