/** What a distributor may give is measured by what it does: for all that is sold, and as of when it holds. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import type { Rate } from '../../contract/commission-rates.ts'
import { commissions, type CommissionChange } from '../../contract/commissions.ts'
import { animal, openCounter } from './sale-setup.ts'

const counter = openCounter()
type Place = keyof (typeof counter)['world']['partner']
const id = (place: Place) => counter.world.partner[place]
const rateOf = (commission_percent: string): Rate => ({
  commission_kind: 'VENTA',
  commission_percent,
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
})
const lotto = () => ({ product_id: counter.world.product('LOTTO_ACTIVO') })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const as = { as: 'distribuidor' }

interface Of {
  product_id?: number | null
  bet_type_id?: number | null
  currency?: 'BS' | null
}
/** Of any percentage; without one, whoever has it inherits again. */
async function set(place: Place, percent: string | null, of: Of = {}, starts_at = inDays(-1)) {
  const { product_id = null, bet_type_id = null, currency = null } = of
  const kinds = percent === null ? sql`NULL, NULL, NULL, NULL` : sql`'VENTA', ${percent}::numeric, 'COMPARTIDA', 0`
  await counter.world.db.run(sql`
    INSERT INTO commissions (
      partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
      participation_percent, starts_at
    )
    SELECT ${id(place)}, ${product_id}::int, ${bet_type_id}::int, ${currency}::currency, ${kinds}, ${starts_at}::timestamptz`)
}
const edit = (place: Place, rate: Rate | null, before: Rate | null = null, of: Of = {}) => ({
  partner_id: id(place),
  product_id: null,
  bet_type_id: null,
  currency: null,
  ...of,
  rate,
  before,
})
const save = async (rows: object[], starts_at?: string) => {
  const body = { commissions: rows as never, ...(starts_at && { starts_at }) }
  const { status, problem } = await counter.app.call(commissions.save, { body }, as)
  return status === 200 ? 'saved' : `${problem.code} ${problem.errors?.[0]?.path}`
}
const global = async (
  change: CommissionChange,
  { expected = 1, starts_at = undefined as string | undefined, by = 'distribuidor' } = {},
) => {
  const filter = {
    partner_id: id('agencia2'),
    types: ['agencia'],
    product_ids: [lotto().product_id],
    bet_type_ids: [animal],
    currencies: ['BS'],
  }
  const body = { filter, change, ...(starts_at && { starts_at }) } as never
  const {
    status,
    body: answer,
    problem,
  } = await counter.app.call(commissions.global, { query: { expected_matched_rows: expected }, body }, { as: by })
  return status === 200 ? answer.changed : `${problem.code} ${problem.errors?.[0]?.path}`
}
const cell = () => ({ ...lotto(), bet_type_id: animal, currency: 'BS' as const })

beforeEach(async () => {
  await counter.world.db.run(sql`TRUNCATE commissions`)
})

describe('a rate that a distributor gives', () => {
  it('is no more than it has of anything that it will hold for', async () => {
    await set('norte', '12')
    await set('norte', '10', lotto())
    const refused = await counter.app.call(
      commissions.save,
      { body: { commissions: [edit('agencia2', rateOf('12'))] as never } },
      as,
    )
    expect(refused.problem).toMatchObject({
      code: 'setting_above_father',
      detail: expect.stringMatching(/^Lotto Activo · .*hasta lo que usted tiene: 10 %/),
      errors: [{ path: 'commissions.0.rate' }],
    })
    expect(await save([edit('agencia2', rateOf('10'))])).toBe('saved')
    await counter.world.db.run(sql`TRUNCATE commissions`)
    await set('norte', '12')
    await set('norte', '10', lotto())
    // Where what it has less of has a rate of its own, the general one does not hold.
    expect(await save([edit('agencia2', rateOf('12')), edit('agencia2', rateOf('9'), null, lotto())])).toBe('saved')
  })

  it('is compared with what it has by then', async () => {
    await set('norte', '12')
    await set('norte', '5', {}, inDays(2))
    expect(await save([edit('agencia2', rateOf('12'))], inDays(3))).toBe(
      'setting_above_father commissions.0.rate.commission_percent',
    )
    expect(await global({ kind: 'set', rate: rateOf('12') }, { starts_at: inDays(3) })).toBe(
      'setting_above_father change.rate.commission_percent',
    )
    expect(await save([edit('agencia2', rateOf('5'))], inDays(3))).toBe('saved')
  })

  it('is not raised by taking back what stands over it', async () => {
    await set('norte', '12')
    await set('agencia2', '20')
    await set('agencia2', '5', lotto())
    expect(await save([edit('agencia2', null, rateOf('5'), lotto())])).toBe('setting_above_father commissions.0.rate')
    // Within what it has, it may.
    await counter.world.db.run(sql`TRUNCATE commissions`)
    await set('norte', '12')
    await set('agencia2', '11')
    await set('agencia2', '5', lotto())
    expect(await save([edit('agencia2', null, rateOf('5'), lotto())])).toBe('saved')
  })

  it('nor by lifting it from many', async () => {
    await set('norte', '12')
    await set('agencia2', '20')
    await set('agencia2', '5', cell())
    expect(await global({ kind: 'inherit' })).toBe('setting_above_father change')
    expect(await global({ kind: 'inherit' }, { by: 'banca' })).toBe(1)
  })

  it('nor by withdrawing what the banca set ahead to lower it', async () => {
    const starts_at = inDays(5)
    await set('norte', '12')
    await set('agencia2', '20')
    await set('agencia2', '5', {}, starts_at)
    const withdraw = () =>
      counter.app.call(
        commissions.withdraw,
        { body: { partner_id: id('agencia2'), product_id: null, bet_type_id: null, currency: null, starts_at } },
        as,
      )
    expect((await withdraw()).problem.code).toBe('setting_above_father')
    await set('norte', '20', {}, inDays(4))
    expect((await withdraw()).body).toEqual({ withdrawn: true })
  })

  it('nor by copying an agency that has more', async () => {
    await set('norte', '12')
    await set('agencia2', '5')
    const clone = (code: string, by = 'distribuidor') =>
      counter.app.call(agencies.clone, { body: { agency_id: id('agencia2'), name: `Copia ${code}`, code } }, { as: by })
    expect((await clone('COPIA-1')).status).toBe(201)
    await set('agencia2', '20', {}, inDays(2))
    expect((await clone('COPIA-2')).problem.errors).toMatchObject([{ path: 'agency_id', code: 'setting_above_father' }])
    expect((await clone('COPIA-2', 'banca')).status).toBe(201)
    await counter.world.db.run(sql`DELETE FROM commissions WHERE starts_at > now()`)
    await counter.world.db.run(
      sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${id('norte')}, 5), (${id('agencia2')}, 60)`,
    )
    const { problem } = await clone('COPIA-3')
    expect(problem).toMatchObject({ code: 'setting_above_father', detail: expect.stringContaining('hasta 5') })
    await counter.world.db.run(
      sql`DELETE FROM partner_settings WHERE partner_id IN (${id('norte')}, ${id('agencia2')})`,
    )
  })
})

describe('one change over many that is set ahead', () => {
  const set_ahead = (percent: string): CommissionChange => ({ kind: 'set', rate: rateOf(percent) })
  const by = 'banca'

  it('is of what holds by then, not of what holds when it is said', async () => {
    await set('agencia2', '10', cell())
    await set('agencia2', '5', cell(), inDays(2))
    expect(await global(set_ahead('10'), { by, starts_at: inDays(3) })).toBe(1)
    await set('agencia2', '5', cell(), inDays(4))
    expect(await global({ kind: 'points', of: 'commission_percent', points: '1' }, { by, starts_at: inDays(5) })).toBe(
      1,
    )
    const rows = await counter.world.db.rows<{ percent: string }>(
      sql`SELECT trim_scale(commission_percent)::text AS percent FROM commissions WHERE partner_id = ${id('agencia2')} ORDER BY starts_at`,
    )
    expect(rows.map(({ percent }) => percent)).toEqual(['10', '5', '10', '5', '6'])
  })

  it('does not replace another’s for the same instant', async () => {
    const starts_at = inDays(2)
    await set('agencia2', '10', cell())
    await set('agencia2', '7', cell(), starts_at)
    expect(await global(set_ahead('9'), { by, starts_at })).toBe('rate_scheduled starts_at')
    expect(await global(set_ahead('7'), { by, starts_at })).toBe(0)
  })
})
