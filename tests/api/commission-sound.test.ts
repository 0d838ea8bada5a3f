/**
 * A rate that is set in part follows what is set over it. Each way of writing rates writes no more than it was asked, and none
 * leaves one that contradicts itself, now or when something set ahead begins.
 */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import type { Rate, RatePart } from '../../contract/commission-rates.ts'
import { commissions, type CommissionChange } from '../../contract/commissions.ts'
import { betTypeId } from '../support/world.ts'
import { formOf, place } from './agencies-setup.ts'
import { openNetwork } from './network-setup.ts'

const { at, checked, apply, settled, applied } = openNetwork()
type Place = 'banca' | 'norte' | 'sur' | 'agencia1' | 'agencia2'
const id = (of: Place) => at.world.partner[of]
const animal = betTypeId('ANIMALITO')
const all = { product_id: null, bet_type_id: null, currency: null }
const sales: Rate = {
  commission_kind: 'VENTA',
  commission_percent: '10',
  participation_kind: 'COMPARTIDA',
  participation_percent: '20',
}
const earnings: Rate = { ...sales, commission_kind: 'UTILIDAD', commission_percent: '60' }
const inherits: RatePart = {
  commission_kind: null,
  commission_percent: null,
  participation_kind: null,
  participation_percent: null,
}
/** More than may be earned of sales: of earnings alone it is sound. */
const most: RatePart = { ...inherits, commission_percent: '60' }
const later = '2099-01-01T04:00:00.000Z'
const muchLater = '2099-01-02T04:00:00.000Z'

const store = (of: Place, rate: RatePart, starts_at = '-infinity') =>
  at.world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at)
    VALUES (
      ${id(of)}, ${rate.commission_kind}, ${rate.commission_percent}::numeric, ${rate.participation_kind},
      ${rate.participation_percent}::numeric, ${starts_at}::timestamptz
    )`)
const save = (of: Place, rate: RatePart, before: RatePart | null, starts_at?: string) =>
  at.app.call(
    commissions.save,
    { body: { commissions: [{ partner_id: id(of), ...all, rate, before }], ...(starts_at && { starts_at }) } },
    { as: 'banca' },
  )
/** Of one bet type of one product in one currency. */
const change = (of: 'sur' | 'agencia1', asked: CommissionChange) => {
  const filter = {
    partner_id: id(of),
    types: [of === 'sur' ? 'distribuidor' : 'agencia'],
    product_ids: [at.world.product('LOTTO_ACTIVO')],
    bet_type_ids: [animal],
    currencies: ['BS'],
  }
  return at.app.call(
    commissions.global,
    { query: { expected_matched_rows: 1 }, body: { filter, change: asked } as never },
    { as: 'banca' },
  )
}
/** The row of all that it sells. */
const shown = async (partner_id: number) => {
  const { body } = await at.app.call(commissions.show, { params: { id: partner_id } }, { as: 'banca' })
  return body.rows.find((row) => row.product_id === null && row.bet_type_id === null && row.currency === null)
}
const stored = () =>
  at.world.db.rows(
    sql`SELECT id, partner_id, starts_at::text, until::text, commission_percent FROM commissions ORDER BY id`,
  )
const one = 'Agencia Uno tiene parte de su tasa propia'

beforeEach(() => at.world.db.run(sql`TRUNCATE commissions`))

describe('what is set in part stays sound', () => {
  it('when a sheet sets another above it, and then it is set', async () => {
    await store('banca', earnings)
    await store('agencia1', most)
    const before = await stored()
    const refused = await save('banca', sales, earnings)
    expect([refused.status, refused.problem.detail]).toEqual([400, expect.stringContaining(one)])
    expect(await stored()).toEqual(before)
    expect((await save('banca', { ...earnings, participation_percent: '25' }, earnings)).status).toBe(200)
  })

  it('when many are changed at once', async () => {
    await store('banca', earnings)
    // Of one product: what it has of all would stand nearer than what is changed above it.
    await at.world.db.run(sql`
      INSERT INTO commissions (partner_id, product_id, bet_type_id, currency, commission_percent)
      VALUES (${id('agencia1')}, ${at.world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 60)`)
    const before = await stored()
    const refused = await change('sur', { kind: 'set', rate: sales })
    expect([refused.status, refused.problem.errors?.[0]?.path, refused.problem.detail]).toEqual([
      400,
      'change',
      expect.stringContaining(one),
    ])
    expect(await stored()).toEqual(before)
    expect((await change('sur', { kind: 'set', rate: { ...earnings, commission_percent: '70' } })).status).toBe(200)
  })

  it('when a workbook says another above it', async () => {
    await store('banca', sales)
    await store('norte', earnings)
    await store('agencia1', most)
    const before = await stored()
    const book = await checked({
      comisiones: [{ partner: 'NORTE', commission_kind: 'Venta', commission_percent: 9 }],
    })
    expect((await apply(book)).status).toBe(202)
    const after = await settled(book.id)
    expect([after.state, after.problem]).toEqual(['revisada', expect.stringContaining(one)])
    expect(await stored()).toEqual(before)
  })

  it('when it is moved to where it would not be', async () => {
    await store('banca', sales)
    await store('sur', earnings)
    await store('agencia1', most)
    const row = (await at.app.call(agencies.show, { params: { id: id('agencia1') } }, { as: 'banca' })).body
    const to = (father_id: number) =>
      at.app.call(
        agencies.update,
        { params: { id: row.id }, body: { ...formOf(row), ...place, father_id } as never },
        { as: 'banca' },
      )
    const refused = await to(id('norte'))
    expect([refused.status, refused.problem.errors?.[0]?.path, refused.problem.detail]).toEqual([
      400,
      'father_id',
      expect.stringContaining(one),
    ])
    const now = (await at.app.call(agencies.show, { params: { id: row.id } }, { as: 'banca' })).body
    expect(now).toMatchObject({ father_id: id('sur'), version: row.version })
  })

  it('when what is set ahead above it begins, and when that is taken back', async () => {
    await store('banca', earnings)
    await store('banca', sales, later)
    // Sound now, and no more from then on.
    const refused = await save('agencia1', most, null)
    expect([refused.status, refused.problem.detail]).toEqual([400, expect.stringContaining(one)])
    await at.world.db.run(sql`TRUNCATE commissions`)
    await store('banca', sales)
    await store('banca', earnings, later)
    await store('agencia1', most, muchLater)
    const before = await stored()
    const taken = await at.app.call(
      commissions.withdraw,
      { body: { partner_id: id('banca'), ...all, starts_at: later } },
      { as: 'banca' },
    )
    expect([taken.status, taken.problem.detail]).toEqual([400, expect.stringContaining(one)])
    expect(await stored()).toEqual(before)
  })
})

describe('what makes a cell own makes no other', () => {
  it('points that many are given, which leave the rest to follow who stands above', async () => {
    await store('banca', sales)
    const { status, body } = await change('agencia1', { kind: 'points', of: 'commission_percent', points: '2' })
    expect([status, body.changed]).toEqual([200, 1])
    const set = await at.world.db.rows(sql`
      SELECT trim_scale(commission_percent)::text AS percent, commission_kind, participation_kind, participation_percent
      FROM commissions
      WHERE partner_id = ${id('agencia1')}`)
    expect(set).toEqual([
      { percent: '12', commission_kind: null, participation_kind: null, participation_percent: null },
    ])
    expect((await save('banca', { ...sales, participation_percent: '35' }, sales)).status).toBe(200)
    const held = await at.world.db.rows(sql`
      SELECT trim_scale(commission_percent)::text AS percent, trim_scale(participation_percent)::text AS shared
      FROM commissions_at(now() + interval '1 minute') WHERE partner_id = ${id('agencia1')}`)
    expect(held).toEqual([{ percent: '12', shared: '35' }])
  })

  it('a workbook that goes out and comes in again, and one of whose cells was changed', async () => {
    await store('banca', sales)
    await store('agencia1', { ...inherits, commission_percent: '8' })
    const row = { partner: 'AGENCIA1', commission_kind: 'Venta', participation_kind: 'Compartida' }
    const same = await checked({ comisiones: [{ ...row, commission_percent: 8, participation_percent: 20 }] })
    expect(same.sheets.at(-1)!.counts).toMatchObject({ igual: 1, cambia: 0, crea: 0 })
    const book = await applied({ comisiones: [{ ...row, commission_percent: 7, participation_percent: 20 }] })
    expect(book.state).toBe('aplicada')
    expect(await shown(id('agencia1'))).toMatchObject({ own: { ...inherits, commission_percent: '7' } })
  })

  it('a copy of an agency, which has as its own what the first has', async () => {
    await store('banca', sales)
    await store('agencia1', { ...inherits, commission_percent: '8' })
    const { status, body } = await at.app.call(
      agencies.clone,
      { body: { agency_id: id('agencia1'), name: 'Agencia Copiada', code: 'COPIA-1' } as never },
      { as: 'banca' },
    )
    expect(status).toBe(201)
    expect(await shown(body.agency_id)).toMatchObject({
      own: { ...inherits, commission_percent: '8' },
      inherited: sales,
    })
  })
})
