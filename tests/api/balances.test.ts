/**
 * What a partner owes: whatever is closed of its days and however late a day changes, its balance is the sum of the
 * books of all offices below it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { distributors } from '../../contract/distributors.ts'
import { partners } from '../../contract/partners.ts'
import { addDays } from '../../contract/values/dates.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { locks } from '../../server/platform/db/locks.ts'
import { closeDays } from '../../server/rules/balances/close.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addCommission } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { slowModelRuns } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { formOf } from './agencies-setup.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { db, partner } = past.world
  await addCommission(db, {
    partner_id: partner.sur,
    kind: 'VENTA',
    commission_percent: 9.5,
    participation_kind: 'ARRASTRE',
    participation_percent: 21.25,
  })
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const close = (anew = false) => closeDays(past.world.pool, { anew })
const throughDay = async () =>
  (await past.world.db.one<{ day: string }>(sql`SELECT day::text AS day FROM balances_through`))!.day
/** As if the clock had closed only the days up to this one. */
async function closeUpTo(tx: Tx, upTo: string): Promise<void> {
  await tx.run(sql`DELETE FROM closed_balances`)
  await tx.run(sql`UPDATE balances_through SET day = ${upTo}`)
  await tx.run(sql`
    INSERT INTO closed_balances
    SELECT partner_id, currency, sum(sold - prizes - commission - participation)
    FROM product_days
    WHERE day <= ${upTo}
    GROUP BY 1, 2`)
}
const closedUpTo = (upTo: string) => past.world.run((tx) => closeUpTo(tx, upTo))

/** By the ledger's accounts of the offices below; a currency that comes to nothing is none. */
async function fromLedger(): Promise<Record<number, unknown>> {
  const rows = await past.world.db.rows<{ id: number; sums: unknown }>(sql`
    SELECT p.id,
      coalesce(
        jsonb_agg(
          jsonb_build_object('currency', l.currency, 'amount', l.amount::text) ORDER BY l.currency
        ) FILTER (WHERE l.amount <> 0), '[]'
      ) AS sums
    FROM partners p LEFT JOIN (
      SELECT a.ancestor_id, k.currency, sum(d.credit - d.debit) AS amount FROM ledger_days d JOIN ledger_accounts k ON k.id = d.account_id
      JOIN partner_ancestors a ON a.partner_id = k.partner_id
      WHERE k.kind IN ('ventas', 'premios', 'comision', 'participacion')
      GROUP BY 1, 2
    ) l ON l.ancestor_id = p.id WHERE p.type <> 'banca' GROUP BY p.id`)
  return Object.fromEntries(rows.map(({ id, sums }) => [id, sums]))
}

/** As the lists, the tree and the pages show them; where two show the same partner, they must agree. */
async function shown(): Promise<Record<number, unknown>> {
  const as = { as: 'banca' }
  const { partner } = past.world
  const found: Record<number, unknown> = {}
  for (const father of [partner.banca, partner.norte, partner.sur, partner.agencia1, partner.agencia2])
    for (const row of (await app.call(partners.directs, { query: { partner_id: father } as never }, as)).body.data)
      found[row.id] = row.balance
  for (const call of [distributors.list, agencies.list])
    for (const row of (await app.call(call as typeof agencies.list, { query: {} as never }, as)).body.data)
      expect([row.name, row.balance]).toEqual([row.name, found[row.id]])
  return found
}
async function agrees(): Promise<void> {
  await past.world.settle()
  expect(await shown()).toEqual(await fromLedger())
  await expectBooksHold(past.world.db)
}

const offices = ['taquilla1', 'taquilla2', 'taquilla3'] as const
const day = (ago: number) => addDays(past.world.today, -ago)
let count = 0
async function sellOn(ago: number, office: number, stake: number): Promise<number> {
  const draw = await past.world.draw('LOTTO_ACTIVO')
  count += 1
  await past.sell(day(ago), '10:15', offices[office]!, count % 3 ? 'BS' : 'USD', [
    { draw, number: '4', stake: `${stake}.35` },
  ])
  return draw
}

describe('a balance', () => {
  it('is of all days, whatever of them is closed, and where somebody has more than was sold it is negative', async () => {
    const won = await sellOn(40, 0, 7)
    for (const ago of [40, 12, 5, 4, 3, 2, 1, 0]) for (const office of [0, 1, 2]) await sellOn(ago, office, ago + 2)
    await past.prize(won, day(39), '19:00', [{ place: '', number: '4', sign: null }])
    await agrees()
    expect(await throughDay()).toBe('-infinity')
    await close()
    const through = await throughDay()
    expect(through < day(1)).toBe(true)
    expect(await past.world.db.one(sql`SELECT count(*)::int AS n FROM closed_balances`)).not.toEqual({ n: 0 })
    await agrees()
    expect(JSON.stringify(await shown())).toContain('"-')
    for (const ago of [50, 20, 4]) {
      await closedUpTo(day(ago))
      await agrees()
      await close()
      expect(await throughDay()).toBe(through)
      await agrees()
    }
  })

  it('follows a closed day that changes late: a sale, an award, an annulment, a recount, another father', async () => {
    const actions = fc.oneof(
      fc.record({
        do: fc.constant('sell' as const),
        ago: fc.integer({ min: 0, max: 45 }),
        office: fc.nat(2),
        stake: fc.integer({ min: 1, max: 400 }),
      }),
      fc.record({
        do: fc.constant('award' as const),
        ago: fc.integer({ min: 1, max: 45 }),
        office: fc.nat(2),
        stake: fc.integer({ min: 1, max: 400 }),
      }),
      fc.record({ do: fc.constant('annul' as const), ago: fc.integer({ min: 0, max: 45 }), office: fc.nat(2) }),
      fc.record({
        do: fc.constant('move' as const),
        to: fc.constantFrom('banca' as const, 'norte' as const, 'sur' as const),
      }),
      fc.record({ do: fc.constant('recount' as const), ago: fc.integer({ min: 3, max: 45 }) }),
      fc.record({ do: fc.constant('close' as const), anew: fc.boolean() }),
      fc.record({ do: fc.constant('reopen' as const), ago: fc.integer({ min: 4, max: 50 }) }),
    )
    const { world } = past
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { minLength: 3, maxLength: 9 }), async (steps) => {
        for (const step of steps) {
          if (step.do === 'sell') await sellOn(step.ago, step.office, step.stake)
          else if (step.do === 'award') {
            const draw = await sellOn(step.ago, step.office, step.stake)
            // A product draws once at an hour.
            const minutes = 12 * 60 + (count % 480)
            const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
            await past.prize(draw, day(step.ago), time, [{ place: '', number: '4', sign: null }])
          } else if (step.do === 'annul') {
            const draw = await world.draw('LOTTO_ACTIVO')
            const bets = [{ draw, number: '7', stake: '3.30' }]
            await past.annul(await past.sell(day(step.ago), '11:20', offices[step.office]!, 'BS', bets))
          } else if (step.do === 'move') {
            const row = (await app.call(agencies.show, { params: { id: world.partner.agencia1 } }, { as: 'banca' }))
              .body
            const body = { ...formOf(row), father_id: world.partner[step.to] }
            expect((await app.call(agencies.update, { params: { id: row.id }, body }, { as: 'banca' })).status).toBe(
              200,
            )
          } else if (step.do === 'recount') {
            await world.db.run(
              sql`UPDATE product_days SET sold = sold + 5, prizes = prizes - 1 WHERE day = ${day(step.ago)}`,
            )
            await world.run((tx) => rebuildDays(tx, day(step.ago), day(step.ago)))
          } else if (step.do === 'close') await close(step.anew)
          else await closedUpTo(day(step.ago))
        }
        await agrees()
      }),
      slowModelRuns(6),
    )
  })

  it.each(['closed while it changes', 'changed while it is closed'])(
    'loses nothing of a day that is %s',
    async (order) => {
      const { world } = past
      const { taquilla1, agencia1 } = world.partner
      await world.settle()
      await closedUpTo(day(60))
      const change = (tx: Tx) =>
        tx.run(sql`
        INSERT INTO product_days AS d (day, partner_id, currency, product_id, bet_type_id, shard, sold)
        VALUES (${day(9)}, ${taquilla1}, 'COP', 1, 1, 0, 1.25)
        ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET sold = d.sold + 1.25`)
      const shut = async (tx: Tx) => {
        await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.balances}::bigint)`)
        await closeUpTo(tx, day(5))
      }
      const [first, second] =
        order === 'closed while it changes' ? [change, () => close()] : [shut, () => world.run(change)]
      const { other } = await world.run(async (tx) => {
        await first(tx)
        const other = second()
        await sleep(150)
        return { other }
      })
      await other
      const { body } = await app.call(partners.directs, { query: { partner_id: agencia1 } as never }, { as: 'banca' })
      expect(body.data.find(({ id }) => id === taquilla1)?.balance).toContainEqual({ currency: 'COP', amount: '1.25' })
      await world.db.run(sql`DELETE FROM product_days WHERE currency = 'COP'`)
      await close()
      await agrees()
    },
  )
})
