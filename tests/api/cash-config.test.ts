/** What an agency's drawers are counted with: what is usual until it says otherwise, and what the counter then works with. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cashConfig } from '../../contract/cash-config.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { usualDenominations, usualTolerances } from '../../contract/cash-counts.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

const config = async () => (await till.app.call(cashConfig.config, {}, { as: 'agencia' })).body
const save = (version: number, currencies: object[]) =>
  till.app.call(cashConfig.saveConfig, { body: { version, currencies } as never }, { as: 'agencia' })
const bs = { currency: 'BS', denominations: ['20', '100.00'], float: '300.00', tolerance: '5.00' }
const faultsOf = ({ problem }: Awaited<ReturnType<typeof save>>) => [
  problem.code,
  problem.errors?.map(({ path, code }) => [path, code]),
]

describe('what drawers are counted with', () => {
  it('is what is usual while the agency said nothing, of its own currencies', async () => {
    const { version, currencies } = await config()
    expect(version).toBe(0)
    const own = await till.world.db.one<{ currencies: string[] }>(
      sql`SELECT currencies::text[] AS currencies FROM partners WHERE id = ${till.world.partner.agencia1}`,
    )
    expect(currencies.map(({ currency }) => currency)).toEqual(own!.currencies)
    expect(currencies.find(({ currency }) => currency === 'BS')).toEqual({
      currency: 'BS',
      denominations: [...usualDenominations.BS],
      float: null,
      tolerance: usualTolerances.BS,
      usual: [...usualDenominations.BS],
    })
  })

  it('is refused where it cannot be counted with', async () => {
    const { partner, db } = till.world
    const sells = (currencies: string) =>
      db.run(sql`UPDATE partners SET currencies = ${currencies}::currency[] WHERE id = ${partner.agencia1}`)
    const cop = { currency: 'COP', denominations: ['100.00'], float: null, tolerance: '0' }
    await sells('{BS,USD}')
    expect(faultsOf(await save(0, [cop]))).toEqual([
      'currency_not_sold',
      [['currencies.0.currency', 'currency_not_sold']],
    ])
    await sells('{BS,USD,COP}')
    for (const [given, code, path] of [
      [{ ...cop, float: '0.50' }, 'amount_decimals', 'currencies.0.float'],
      [{ ...cop, denominations: ['0.50'] }, 'amount_decimals', 'currencies.0.denominations'],
      [{ ...cop, tolerance: '0.10' }, 'amount_decimals', 'currencies.0.tolerance'],
      [{ ...bs, denominations: ['20.00', '20'] }, 'invalid', 'currencies.0.denominations'],
      [{ ...bs, denominations: [] }, 'invalid', 'currencies.0.denominations'],
      [{ ...bs, denominations: ['0.00'] }, 'invalid', 'currencies.0.denominations.0'],
      [{ ...bs, tolerance: '-1' }, 'invalid', 'currencies.0.tolerance'],
    ] as const) {
      const [said, faults] = faultsOf(await save(0, [given]))
      expect([said, faults?.[0]?.[0]], JSON.stringify(given)).toEqual([code, path])
    }
    expect(faultsOf(await save(0, [bs, bs]))[1]?.[0]?.[0]).toBe('currencies.1.currency')
    expect((await config()).version).toBe(0)
  })

  it('is what the counter counts with from then on, and the other currencies stay as they were', async () => {
    const saved = await save(0, [bs])
    expect([saved.status, saved.body.version]).toEqual([200, 1])
    const own = saved.body.currencies.find(({ currency }) => currency === 'BS')!
    expect([own.denominations, own.float, own.tolerance]).toEqual([['100.00', '20.00'], '300.00', '5.00'])
    const current = (await till.app.call(cashRegisters.current, {}, { as: 'taquilla' })).body
    expect(current.denominations.find(({ currency }) => currency === 'BS')!.amounts).toEqual(['100.00', '20.00'])
    expect(current.floats).toEqual([{ currency: 'BS', amount: '300.00' }])
    expect(current.tolerances.find(({ currency }) => currency === 'BS')!.amount).toBe('5.00')
    const none = await save(1, [{ ...bs, float: null }])
    expect(none.body.currencies.find(({ currency }) => currency === 'BS')!.float).toBeNull()
    const kept = await till.world.db.one(
      sql`SELECT action, significant, entity_id FROM audit_log WHERE action LIKE 'cashConfig.%' ORDER BY id DESC LIMIT 1`,
    )
    expect(kept).toMatchObject({ action: 'cashConfig.saveConfig', significant: true })
  })

  it('is saved by one of two who began with the same: the other is told what it is now', async () => {
    const { version } = await config()
    const answers = await Promise.all([
      save(version, [{ ...bs, tolerance: '7.00' }]),
      save(version, [{ ...bs, tolerance: '8.00' }]),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.problem.code).toBe('changed_meanwhile')
    expect((await config()).version).toBe(version + 1)
    // Whoever begins where nobody had said anything is told too.
    expect((await save(0, [bs])).problem.code).toBe('changed_meanwhile')
  })

  it("is each agency's own", async () => {
    const before = await config()
    await till.world.db.run(sql`
      INSERT INTO cash_settings (partner_id, denominations, floats, tolerances, version)
      VALUES (${till.world.partner.agencia2}, '{"BS": ["500.00"]}', '{"BS": "9.00"}', '{"BS": "3.00"}', 40)`)
    expect(await config()).toEqual(before)
  })
})
